// Describes a separating axis of the plane by its edge and the other core's edge that faces it. From these it computes
// the signed distance of both cores, with witness points.
//
// The axis is the one with the largest separation among the normals of all edges of both cores. If the cores overlap,
// it is the minimum translation. If they are apart, the separations rise and fall once around the difference. Then its
// nearest feature is the edge of that axis or one of its ends. The nearest points are the vertex across and its foot on
// the edge, or that vertex and an end of the edge.
#ifdef LGJK_IDE // an editor opens this file alone
#include "gjk/verdict_tmpl.h"
#elif !defined REAL_IS_DOUBLE
#error "a template: lane/real.h says how it is included"
#endif

// An edge, counter-clockwise, with the support vertex along a direction; in the core's own axes unless said otherwise.
typedef struct R(own_edge) {
  R(vec) start, end, vertex;
  vr number, next, corner; // of the edge, of its end, and of the vertex
} R(own_edge);

// Returns c |c|.
LANE_INLINE vr R(signed_square)(vr c) { return v_mul(c, v_abs(c)); }

// Returns the lanes in which the normal of the edge e is nearer d than that of f. It compares squares of cosines.
LANE_INLINE mr R(is_nearer)(R(vec) e, R(vec) f, R(vec) d) {
  return v_lt(v_mul(R(signed_square)(R(cross)(d, f)), R(dot)(e, e)),
              v_mul(R(signed_square)(R(cross)(d, e)), R(dot)(f, f)));
}

// Returns the lanes in which the normal of the edge e is near enough d.
LANE_INLINE mr R(is_across)(R(vec) e, R(vec) d) {
  const vr cosine = R(cross)(d, e);
  const mr steep = v_lt(v_mul(cosine, cosine), v_mul(v_set(EDGE_ACROSS_SQUARE), R(dot)(e, e)));
  return m_and_not(v_lt(v_set(0), cosine), steep);
}

// The axis and its two edges, in world axes around A's position.
typedef struct R(axis_edges) {
  R(vec) n;           // unit, out of the core whose edge it is normal to
  R(vec) from, to;    // the axis's edge, counter-clockwise
  vr number, next;    // numbers of that edge, and of its end
  R(own_edge) across; // the other core's support vertex against n, and its edge whose normal is nearest -n
  vr separation;      // of the cores along n: negative if they overlap, 0 if not certain
  mr of_b;            // lanes in which the core of the axis's edge is B
  mr certain;         // lanes that have an axis, and no edge that is too short for one
  mr level;           // lanes in which the edge of `across` is across the axis
  mr beside;          // lanes whose cores are apart, with the vertex of `across` beyond an end of the axis's edge
  R(vec) end;         // lanes of `beside`: the end that it is beyond
  vr rise;            // lanes of `beside`: how much nearer a vertex of the difference is than `end` and that vertex,
                      // along the way between these, times the length of that way
} R(axis_edges);

// Finds the lanes whose vertex is beyond an end of the edge, and that end. Returns the lanes in which it is `to`.
LANE_INLINE mr R(find_beside)(R(axis_edges)* x) {
  const vr s = R(cross)(x->n, x->across.vertex);
  const mr second = v_lt(R(cross)(x->n, x->to), s);
  x->beside = m_and(v_lt(v_set(0), x->separation), m_or(second, v_lt(s, R(cross)(x->n, x->from))));
  x->end = R(select_vec)(second, x->to, x->from);
  x->rise = v_set(0);
  return second;
}

// Finds the points of both cores between which the separation is measured: the support vertex across, and its foot on
// the axis's edge. If the vertex is beside that edge, a point of the vertex's own edge replaces it: that edge then is
// parallel. The edges of slivers may be too short: returns the lanes whose points are on both cores.
LANE_INLINE mr R(find_axis_points)(const R(pair_frame)* f, const R(axis_edges)* x, R(vec)* point_a, R(vec)* point_b) {
  const R(own_edge)* o = &x->across;
  const vr zero = v_set(0), one = v_set(1), low = R(cross)(x->n, x->from), high = R(cross)(x->n, x->to);
  const vr s = R(cross)(x->n, o->vertex), clamped = v_max(v_min(s, high), low), first = R(cross)(x->n, o->end);
  const vr length = v_sub(R(cross)(x->n, o->start), first);
  const mr some = m_and(x->level, v_lt(zero, length)), beside = m_and_not(some, v_eq(s, clamped));
  const vr share = v_div(v_sub(clamped, first), v_select(some, length, one));
  const R(vec) on_edge = R(blend)(o->end, o->start, v_max(v_min(share, one), zero));
  const R(vec) point = R(select_vec)(beside, on_edge, o->vertex);
  const R(vec) foot = R(sub)(point, R(scale)(x->n, x->separation));
  *point_a = R(select_vec)(x->of_b, point, foot);
  *point_b = R(select_vec)(x->of_b, foot, point);
  const vr left = v_sub(R(cross)(x->n, point), clamped), fallen = R(dot)(x->n, R(sub)(point, o->vertex));
  return m_and(v_le(v_abs(left), v_mul(v_set(R(AXIS_POINT_BESIDE)), f->scale)),
               v_le(v_abs(fallen), v_mul(v_set(R(AXIS_POINT_MISS)), f->scale)));
}

// The cores' signed distance.
typedef struct R(axis_answer) {
  vr distance; // negative if they overlap
  R(vec) n;    // unit, from A to B
  R(vec) a, b; // points of the cores: b - a is distance times n
  mr proved;   // lanes in which the answer is right within the gap and the points' allowed miss
  mr vertices; // proved lanes whose nearest points are two vertices; n is along the way between them
} R(axis_answer);

// Computes the signed distance with its points. `gap`: the largest rise, a distance, of two nearest vertices.
LANE_INLINE void R(find_axis_answer)(const R(pair_frame)* f, const R(axis_edges)* x, vr gap, R(axis_answer)* out) {
  const vr zero = v_set(0), one = v_set(1);
  out->n = R(select_vec)(x->of_b, R(neg)(x->n), x->n);
  out->distance = x->separation;
  out->proved = m_and(x->certain, R(find_axis_points)(f, x, &out->a, &out->b));
  out->vertices = m_and_not(x->beside, out->proved);
  if (!m_any(out->vertices)) return;
  const R(vec) way = R(sub)(x->across.vertex, x->end);
  const vr length = v_sqrt(R(dot)(way, way));
  out->vertices = m_and(out->vertices, m_and(v_lt(zero, length), v_le(x->rise, v_mul(gap, length))));
  const R(vec) unit = R(scale)(way, v_div(one, v_select(v_lt(zero, length), length, one)));
  out->proved = m_or(out->proved, out->vertices);
  out->distance = v_select(out->vertices, length, out->distance);
  out->n = R(select_vec)(out->vertices, R(select_vec)(x->of_b, R(neg)(unit), unit), out->n);
  out->a = R(select_vec)(out->vertices, R(select_vec)(x->of_b, x->across.vertex, x->end), out->a);
  out->b = R(select_vec)(out->vertices, R(select_vec)(x->of_b, x->end, x->across.vertex), out->b);
}

// ------------------------------------------------------------------ two boxes

// Finds the separating axis of two boxes of the plane among the two axes of each. This takes about a third of the
// operations that the edges of two polygons would.

// Returns the normal of the box's side that is along d, on the x axis in the lanes of `upright`, else on the y axis.
LANE_INLINE R(vec) R(side_normal)(R(vec) d, mr upright) {
  const vr zero = v_set(0), one = v_set(1);
  return (R(vec)){v_select(upright, v_flip_sign(one, d.x), zero), v_select(upright, zero, v_flip_sign(one, d.y))};
}

// Returns the side of that normal, from H (m - t) to H (m + t). m: its normal. t: its tangent. H: `half`.
LANE_INLINE R(own_edge) R(side_of_box)(R(vec) half, R(vec) d, mr upright) {
  const vr zero = v_set(0), one = v_set(1), two = v_set(2), three = v_set(3);
  const vr x = v_flip_sign(one, d.x), y = v_flip_sign(one, d.y);
  const mr left = v_lt(x, zero), below = v_lt(y, zero);
  const R(vec) m = R(side_normal)(d, upright), t = {v_neg(m.y), m.x};
  R(own_edge) out;
  out.start = (R(vec)){v_mul(half.x, v_sub(m.x, t.x)), v_mul(half.y, v_sub(m.y, t.y))};
  out.end = (R(vec)){v_mul(half.x, v_add(m.x, t.x)), v_mul(half.y, v_add(m.y, t.y))};
  out.vertex = (R(vec)){v_mul(half.x, x), v_mul(half.y, y)};
  out.number = v_select(upright, v_select(left, one, three), v_select(below, two, zero));
  out.next = v_select(upright, v_select(left, two, zero), v_select(below, three, one));
  out.corner = v_select(below, v_select(left, two, three), v_select(left, one, zero));
  return out;
}

LANE_INLINE R(vec) R(point_in_frame)(const R(rotation)* turn, R(vec) centre, R(vec) v) {
  return R(add)(centre, R(rotate)(turn, v));
}

// Returns how far a box reaches beyond its corner p along d, times |d|; all in the axes of the box.
LANE_INLINE vr R(box_rise)(R(vec) half, R(vec) p, R(vec) d) {
  return v_sub(R(dot)(half, (R(vec)){v_abs(d.x), v_abs(d.y)}), R(dot)(p, d));
}

// Returns the separation from which on an axis counts as the widest. It is `most`, but half a band less for float boxes
// that overlap by more than two touch bands. The normal then stays the same while two directions are as short.
LANE_INLINE vr R(alike_separation)(const R(pair_frame)* f, vr most) {
#if REAL_IS_DOUBLE
  (void)f;
  return most;
#else
  const vf zero = vf_set(0);
  const mf deep = vf_lt(vf_add(most, vf_add(f->touch_band, f->touch_band)), zero);
  return vf_sub(most, vf_select(deep, vf_mul(vf_set(BOX_AXES_ALIKE), f->scale), zero));
#endif
}

// Finds the axis with its edges. Ties go to A's axes, to x, and along an axis rather than against it.
LANE_INLINE void R(find_box_axis)(const R(pair_frame)* f, R(axis_edges)* out) {
  const R(rotation)* turn_a = &f->a.rotation;
  const R(rotation)* turn_b = &f->b.rotation;
  const R(vec) half_a = R(coordinates)(&f->a, 0), half_b = R(coordinates)(&f->b, 0), zeros = {v_set(0), v_set(0)};
  const R(vec) x_of_b = R(unrotate)(turn_a, (R(vec)){turn_b->c, turn_b->s});
  const R(rotation) between = {x_of_b.x, x_of_b.y};
  const R(vec) to_b = R(unrotate)(turn_a, f->p), to_a = R(neg)(R(unrotate)(turn_b, f->p)); // each in its box's axes
  const R(vec) s_a = R(box_separations)(half_a, half_b, &between, to_b);
  const R(vec) s_b = R(box_separations)(half_b, half_a, &between, to_a);
  const vr most = v_max(v_max(s_a.x, s_a.y), v_max(s_b.x, s_b.y)), alike = R(alike_separation)(f, most);
  const mr of_b = v_lt(v_max(s_a.x, s_a.y), alike);
  const R(vec) s = R(select_vec)(of_b, s_b, s_a);
  const R(rotation) own_turn = R(select_turn)(of_b, turn_b, turn_a), turn = R(select_turn)(of_b, turn_a, turn_b);
  const R(vec) own_half = R(select_vec)(of_b, half_b, half_a), half = R(select_vec)(of_b, half_a, half_b);
  const R(vec) own_centre = R(select_vec)(of_b, f->p, zeros), centre = R(select_vec)(of_b, zeros, f->p);
  const mr upright = v_le(alike, s.x);
  const R(vec) other = R(select_vec)(of_b, to_a, to_b);
  const vr forwards = v_select(upright, other.x, other.y), least = v_select(upright, s.x, s.y);
  const vr along = v_add(least, v_mul(v_set(2), v_min(forwards, v_set(0)))); // the axis, and not against it
  const mr positive = v_le(alike, along);
  const R(vec) towards = R(select_vec)(positive, (R(vec)){v_abs(other.x), v_abs(other.y)}, other);
  const R(own_edge) own = R(side_of_box)(own_half, towards, upright);
  out->from = R(point_in_frame)(&own_turn, own_centre, own.start);
  out->to = R(point_in_frame)(&own_turn, own_centre, own.end);
  out->n = R(rotate)(&own_turn, R(side_normal)(towards, upright));
  const R(vec) d = R(neg)(R(unrotate)(&turn, out->n));
  const R(own_edge) across = R(side_of_box)(half, d, v_lt(v_abs(d.y), v_abs(d.x)));
  out->separation = v_select(positive, along, least);
  out->of_b = of_b;
  out->certain = m_from_bits((1u << REAL_LANES) - 1);
  out->number = own.number;
  out->next = own.next;
  out->level = R(is_across)(R(sub)(across.end, across.start), d);
  out->across = (R(own_edge)){R(point_in_frame)(&turn, centre, across.start),
                              R(point_in_frame)(&turn, centre, across.end),
                              R(point_in_frame)(&turn, centre, across.vertex),
                              across.number,
                              across.next,
                              across.corner};
  const mr second = R(find_beside)(out);
  if (!m_any(out->beside)) return;
  const R(vec) way = R(sub)(out->across.vertex, out->end), end = R(select_vec)(second, own.end, own.start);
  out->rise = v_add(R(box_rise)(own_half, end, R(unrotate)(&own_turn, way)),
                    R(box_rise)(half, across.vertex, R(neg)(R(unrotate)(&turn, way))));
}
