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

// Returns the lanes whose vertex is beyond an end of the edge. In the lanes of *second that end is `to`.
LANE_INLINE mr R(is_beside)(vr separation, R(vec) n, R(vec) from, R(vec) to, R(vec) vertex, mr* second) {
  const vr s = R(cross)(n, vertex);
  *second = v_lt(R(cross)(n, to), s);
  return m_and(v_lt(v_set(0), separation), m_or(*second, v_lt(s, R(cross)(n, from))));
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
  const vr miss = v_mul(v_set(R(AXIS_POINT_MISS)), f->scale), left = v_sub(R(cross)(x->n, point), clamped);
  const vr fallen = R(dot)(x->n, R(sub)(point, o->vertex));
  return m_and(v_le(v_abs(left), miss), v_le(v_abs(fallen), miss));
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
