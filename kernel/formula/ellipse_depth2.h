// Computes how deep two points or ellipses overlap. In a shallow overlap Newton's method of ellipses2.h goes to the
// nearest place of the difference's boundary from inside as from outside. A ball of the least radius of curvature rolls
// inside the difference (Blaschke), so the difference holds the ball that touches the boundary there. The distance of
// the origin from that ball's surface is a lower bound of the depth, the support value an upper one. Lanes are left to
// the expanding polytope if the origin is deeper than the ball's centre, or if the bounds do not meet.
#ifndef LGJK_FORMULA_ELLIPSE_DEPTH2_H
#define LGJK_FORMULA_ELLIPSE_DEPTH2_H

#include "formula/epa2.h"
#include "formula/ellipses2.h"

#define ROUND_DEPTH_MOST 8 // evaluations at most

// Finds the depth. `gap`: a distance, the most between the bounds, and across the normal. `lanes`: bits of those asked
// about.
LANE_INLINE void find_round_depth(const round_kind kind[2], const pair_frame_f* f, vf gap, uint32_t lanes,
                                  epa_depth* out) {
  const vf zero = vf_set(0), one = vf_set(1);
  round_lanes r;
  round_places places;
  begin_round(kind, f, false, &r, &places);
  const vf least = vf_add(least_curvature(&f->a), least_curvature(&f->b));
  mf open = mf_and(places.in_float_range, mf_from_bits(lanes));
  *out = (epa_depth){zero, {one, zero}, {zero, zero}, {zero, zero}, mf_none(), zero};
  for (int i = 0; i < ROUND_DEPTH_MOST && mf_any(open); ++i) {
    const round_roots roots = find_round_roots(&r);
    const round_support at = find_round_support(&r, &roots);
    const vec_f w = sub_f(at.a, add_f(at.b, r.p));
    const vec_f n = scale_f(r.n, vf_div(one, vf_sqrt(vf_max(dot_f(r.n, r.n), vf_set(LEAST_SQUARE)))));
    const vf depth = dot_f(w, n), behind = vf_sub(least, depth);
    const vec_f off = sub_f(w, scale_f(n, depth)), a = add_f(places.at, at.a);
    const vf loss = vf_sub(vf_sqrt(vf_add(vf_mul(behind, behind), dot_f(off, off))), behind);
    const mf met = mf_and(mf_and(open, vf_lt(zero, behind)), mf_and(vf_le(size_f(off), gap), vf_le(loss, gap)));
    out->evaluations = vf_select(open, vf_add(out->evaluations, one), out->evaluations);
    out->depth = vf_select(met, depth, out->depth);
    out->n = select_vec_f(met, n, out->n);
    out->a = select_vec_f(met, a, out->a);
    out->b = select_vec_f(met, sub_f(a, scale_f(n, depth)), out->b);
    out->certain = mf_or(out->certain, met);
    open = mf_and_not(open, met);
    r.n = sub_f(scale_f(r.n, at.rho), w);
  }
}

#endif
