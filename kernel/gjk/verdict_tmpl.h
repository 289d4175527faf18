// Finds the verdict of a search that has ended, without its distance.
#ifdef LGJK_IDE // an editor opens this file alone
#include OF_DIM("gjk/box_edge2_tmpl.h", "gjk/answer3_tmpl.h")
#elif !defined REAL_IS_DOUBLE
#error "a template: lane/real.h says how it is included"
#endif

// Finds the lanes that overlap. `gap`: as in find_answer. `certified`: the lanes whose verdict is proved.
LANE_INLINE void R(find_verdict)(const R(pair_frame)* f, const R(simplex)* s, vr gap, mr* overlapping, mr* certified) {
  *overlapping = s->inside;
  *certified = s->separated;
  if (m_any(s->inside)) *certified = m_or(*certified, R(certified_inside)(f, s));
  if (m_any(s->converged)) {
    mr measured;
    const R(vec) v = R(measure_feature)(s, gap, &measured);
    const vr distance = v_sub(v_sqrt(R(dot)(v, v)), f->radius);
    *overlapping = m_or(*overlapping, m_and(measured, v_lt(distance, v_set(0))));
    *certified = m_or(*certified, m_and(measured, v_lt(f->touch_band, v_abs(distance))));
  }
}
