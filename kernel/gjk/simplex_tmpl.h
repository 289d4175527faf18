// Ends lanes of a search, and changes simplices of any dimension. Included by simplex2_tmpl.h and simplex3_tmpl.h,
// which define the simplex.
#ifndef REAL_IS_DOUBLE
#error "a template: lane/real.h tells how it is included"
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
