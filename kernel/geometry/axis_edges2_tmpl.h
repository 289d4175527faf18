// What a separating axis of the plane shows: the edge that it is across from, and the other core's edge that faces it;
// and the signed distance of both cores with the points that have it.
//
// The axis is the one with the largest separation among the normals of all edges of both cores. Where the cores
// overlap, it is the minimum translation. Where they are apart, the separations rise and fall once around the
// difference, so that the nearest feature of the difference is the edge of that axis or one of its ends: the nearest
// points are the foot of the vertex across on the edge, or an end of the edge and that vertex.
#ifndef vr
#error "a template: include it between lane/real_begin.h and lane/real_end.h"
#endif

// An edge, counter-clockwise, with the support vertex along a direction. In the core's own axes, unless it says
// otherwise.
typedef struct R(own_edge) {
  R(vec) start, end, vertex;
  vr number, next, corner; // of the edge, of its end, and of the vertex
} R(own_edge);

// c |c|.
LANE_INLINE vr R(signed_square)(vr c) { return v_mul(c, v_abs(c)); }

// Whether the normal of the edge e is nearer d than that of f; cosines are compared by their squares.
LANE_INLINE mr R(is_nearer)(R(vec) e, R(vec) f, R(vec) d) {
  return v_lt(v_mul(R(signed_square)(R(cross)(d, f)), R(dot)(e, e)),
              v_mul(R(signed_square)(R(cross)(d, e)), R(dot)(f, f)));
}

// Whether the normal of the edge e is near enough d.
LANE_INLINE mr R(is_across)(R(vec) e, R(vec) d) {
  const vr cosine = R(cross)(d, e);
  const mr steep = v_lt(v_mul(cosine, cosine), v_mul(v_set(EDGE_ACROSS_SQUARE), R(dot)(e, e)));
  return m_and_not(v_lt(v_set(0), cosine), steep);
}

// In world axes around A's position.
typedef struct R(axis_edges) {
  vr separation;      // of the cores along n: negative where they overlap; 0 where it is not certain
  R(vec) n;           // unit, out of the core that the axis is of
  mr of_b;            // lanes in which that is B
  mr certain;         // lanes that have an axis, and no edge that is too short for one
  R(vec) from, to;    // its edge, counter-clockwise
  vr number, next;    // of that edge, and of its end
  R(own_edge) across; // of the other core: the support vertex against n, and its edge whose normal is nearest -n
  mr level;           // lanes in which that edge is across the axis
  mr beside;          // lanes whose cores are apart, and that vertex is beyond an end of the axis's edge
  R(vec) end;         // of these: that end
  vr rise;            // and by how much the difference has a vertex nearer than both along the way from `end` to the
                      // vertex, times the length of that way
} R(axis_edges);

// The lanes of `beside`, and which end it is: that of `to` in the lanes of *second.
LANE_INLINE mr R(is_beside)(vr separation, R(vec) n, R(vec) from, R(vec) to, R(vec) vertex, mr* second) {
  const vr s = R(cross)(n, vertex);
  *second = v_lt(R(cross)(n, to), s);
  return m_and(v_lt(v_set(0), separation), m_or(*second, v_lt(s, R(cross)(n, from))));
}

// The points of both cores between which the separation is: the support vertex across from the axis's edge, or where
// the vertex is beside that edge, the point of its own edge there, which then is parallel to it. Of slivers the edges
// that face each other may be too short for that: returns the lanes in which the points are on both.
LANE_INLINE mr R(find_axis_points)(const R(pair_frame) * f, const R(axis_edges) * x, R(vec) * point_a,
                                   R(vec) * point_b) {
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
  vr distance; // negative where they overlap
  R(vec) n;    // unit, from A to B
  R(vec) a, b; // points of the cores: b - a is distance times n
  mr proved;   // lanes in which it is right within gap and the miss of points
  mr vertices; // lanes of these whose nearest points are two vertices, and n is along the way between these
} R(axis_answer);

// gap: a distance.
LANE_INLINE void R(find_axis_answer)(const R(pair_frame) * f, const R(axis_edges) * x, vr gap, R(axis_answer) * out) {
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
