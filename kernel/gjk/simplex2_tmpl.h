// Changes the simplex of a search in 2D by a support, and finds the direction of the next one.
#ifdef LGJK_IDE // an editor opens this file alone
#include "gjk/simplex_tmpl.h"
#elif !defined REAL_IS_DOUBLE
#error "a template: lane/real.h says how it is included"
#endif

// Returns the direction from the nearest feature towards the origin; that of an edge is its perpendicular.
LANE_INLINE R(vec) R(direction)(const R(simplex)* s, int step) {
  if (step == 1) return R(neg)(s->p0.w);
  const R(vec) e = R(sub)(s->p1.w, s->p0.w);
  const vr side = R(cross)(e, s->p0.w);
  const R(vec) perpendicular = {v_flip_sign(e.y, side), v_neg(v_flip_sign(e.x, side))};
  return R(select_vec)(s->edge, perpendicular, R(neg)(s->p0.w));
}

// Adds the support w to the simplex and keeps the feature nearest the origin: w, an edge from w, or the triangle. The
// tests are Ericson's (2005, section 9.5), without the regions that the direction of w rules out. Step 1: the feature
// is a vertex in all lanes. CAREFUL: a triangle with the origin beyond its old edge, by rounding, ends the search.
LANE_INLINE void R(advance)(R(simplex)* s, const R(support_point)* w, int step, search_effort effort) {
  if (step == 1) {
    R(advance_vertex)(s, w);
    return;
  }
  const vr zero = v_set(0);
  const R(vec) e0 = R(sub)(s->p0.w, w->w), e1 = R(sub)(s->p1.w, w->w);
  const vr area = R(cross)(e0, e1);
  const mr ahead0 = v_lt(R(dot)(w->w, e0), zero), ahead1 = v_lt(R(dot)(w->w, e1), zero);
  const mr outside0 = v_lt(v_flip_sign(R(cross)(w->w, e0), area), zero);
  const mr outside1 = v_lt(zero, v_flip_sign(R(cross)(w->w, e1), area));
  const mr flat = m_or(v_eq(area, zero), m_and_not(s->active, s->edge));
  const mr to0 = m_and(ahead0, m_or(outside0, flat));
  const mr to1 = m_and_not(m_and(m_and(ahead1, outside1), s->edge), to0);
  mr inside = m_and_not(m_and_not(s->active, m_or(outside0, outside1)), flat);
  if (effort == CAREFUL) {
    const mr behind = m_and(inside, v_lt(v_flip_sign(R(cross)(s->p0.w, s->p1.w), area), zero));
    R(converge)(s, behind);
    inside = m_and_not(inside, behind);
  }
  const mr moves = m_and_not(s->active, inside);
  s->inside = m_or(s->inside, inside);
  s->active = moves;
  s->p1 = R(select_point)(m_and_not(moves, to1), &s->p0, &s->p1);
  s->p0 = R(select_point)(moves, w, &s->p0);
  s->p2 = R(select_point)(inside, w, &s->p2);
  s->edge = m_or(m_and(moves, m_or(to0, to1)), m_and_not(s->edge, moves));
}

// Reduces the feature of each active lane to the one that its nearest point is in.
LANE_INLINE void R(trim)(R(simplex)* s) { R(trim_edge)(s, m_and(s->edge, s->active)); }

LANE_INLINE mr R(repeats)(const R(simplex)* s, R(vec) w) {
  return m_or(R(same)(w, s->p0.w), m_and(R(same)(w, s->p1.w), s->edge));
}

// Sets all points to the first.
LANE_INLINE void R(repeat_first)(R(simplex)* s) { s->p1 = s->p2 = s->p0; }

// Takes the points of a search that has just begun, in the lanes of m.
LANE_INLINE void R(begin_where)(mr m, const R(simplex)* begun, R(simplex)* s) {
  s->p0 = R(select_point)(m, &begun->p0, &s->p0);
  s->p1 = R(select_point)(m, &begun->p1, &s->p1);
}
