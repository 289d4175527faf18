// Defines the simplex of a search, ends lanes, and changes simplices of any dimension.
#ifdef LGJK_IDE // an editor opens this file alone
#include "gjk/difference_tmpl.h"
#elif !defined REAL_IS_DOUBLE
#error "a template: lane/real.h says how it is included"
#endif

#if DIM == 2
// The nearest feature is the vertex p0, or the edge p0 p1 in lanes of `edge`. All points are the triangle around the
// origin in lanes of `inside`.
typedef struct R(simplex) {
  R(support_point) p0, p1, p2;
  R(vec) axis; // `separated`: the separating axis
  mr edge;
  mr active;    // still searching
  mr inside;    // ended: the simplex holds the origin
  mr separated; // ended: a support plane shows more than `reach` between the cores
  mr converged; // ended: no support is farther by more than `gap`
} R(simplex);

LANE_INLINE void R(clear_state)(R(simplex)* s, mr active) {
  s->active = active;
  s->edge = s->inside = s->separated = s->converged = m_from_bits(0);
  s->axis = (R(vec)){0};
}
#else
// Six times the volumes of the tetrahedra that the origin makes with the four faces. Inside, their signs are equal.
typedef struct R(volumes) {
  vr u[4], sum;
  mr deep; // the origin is farther from each face than margin and rounding, and the volumes miss it by little
} R(volumes);

// The nearest feature is the vertex p0, the edge p0 p1 in lanes of `edge`, or the face p0 p1 p2 in lanes of `face`. All
// points are the tetrahedron around the origin in lanes of `inside`.
typedef struct R(simplex) {
  R(support_point) p0, p1, p2, p3;
  R(vec) axis;        // `separated`: the separating axis; an answer by a formula: the direction that proves it
  mr edge, face;      // lanes of `face` are lanes of `edge`, too
  mr active;          // still searching
  mr inside;          // ended: the simplex holds the origin
  mr separated;       // ended: a support plane shows more than `reach` between the cores
  mr converged;       // ended: no support is farther by more than `gap`
  mr settled;         // ended: the feature is p0, and `axis` the direction that proves it
  R(volumes) volumes; // if `restored`: of the lanes that are inside
  bool restored;      // from records, and not searched since
  bool closed_form;   // a formula has made p0 the feature of all lanes; in lanes of `inside`, p0.a is a common point
} R(simplex);

LANE_INLINE void R(clear_state)(R(simplex)* s, mr active) {
  s->active = active;
  s->edge = s->face = s->inside = s->separated = s->converged = s->settled = m_from_bits(0);
  s->axis = (R(vec)){0};
  s->restored = s->closed_form = false;
}
#endif

// Ends lanes in which no support is farther: they have converged.
LANE_INLINE void R(converge)(R(simplex)* s, mr lanes) {
  s->converged = m_or(s->converged, lanes);
  s->active = m_and_not(s->active, lanes);
}

// Does the first step of a search, from a vertex in all lanes: the new feature is the edge to w, or w alone.
LANE_INLINE void R(advance_vertex)(R(simplex)* s, const R(support_point)* w) {
  const mr ahead = v_lt(R(dot)(w->w, R(sub)(s->p0.w, w->w)), v_set(0));
  s->edge = m_and(ahead, s->active);
  s->p1 = s->p0;
  s->p0 = R(select_point)(s->active, w, &s->p0);
}

// Reduces edges to the end that is their nearest point, if there is one. Exact arithmetic never gets there in a search;
// rounding does if an edge is short. `edge`: lanes whose feature is an edge.
LANE_INLINE void R(trim_edge)(R(simplex)* s, mr edge) {
  const R(vec) e = R(sub)(s->p1.w, s->p0.w);
  const vr along = v_neg(R(dot)(s->p0.w, e));
  const mr after = v_lt(v_set(0), along), past = m_and(after, v_le(R(dot)(e, e), along));
  const mr passed = m_and(edge, past);
  if (DIM == 2 || !LANES_UP_TO_4 || m_any(passed)) s->p0 = R(select_point)(passed, &s->p1, &s->p0);
  s->edge = m_or(m_and(edge, m_and_not(after, past)), m_and_not(s->edge, edge));
}

// Returns the first direction of a cold search: from A's position to B's.
LANE_INLINE R(vec) R(first_direction)(const R(pair_frame)* f) {
  R(vec) d = f->p;
  d.x = v_select(v_eq(R(size)(d), v_set(0)), v_set(1), d.x);
  return d;
}
