// Searches by GJK on the lanes of one real (float or double; included once for each), and answers for ended lanes.
//
// The Minkowski difference A - B is searched for its point nearest the origin (Gilbert, Johnson, Keerthi 1988).
// Everything is in world axes around A's position, so that no product of two rotations enters and errors stay relative
// to the pair's own scale. The search direction of an edge is its perpendicular, that of a face its normal. It is never
// the nearest point itself, whose direction is noise if the distance is small (van den Bergen 2003, section 4.3). The
// search ends at a duality gap (tolerance.h), or at a repeated support vertex. A lane that has ended is frozen, so its
// bits do not depend on its neighbours.
#ifdef LGJK_IDE // an editor opens this file alone
#include OF_DIM("gjk/simplex2_tmpl.h", "gjk/simplex3_tmpl.h")
#elif !defined REAL_IS_DOUBLE
#error "a template: lane/real.h says how it is included"
#endif

// ------------------------------------------------------------------ the search

// The bounds that end a search.
typedef struct R(search_bounds) {
  vr reach;     // >= 0; cores farther apart are separated, and their distance is not needed
  bool reaches; // whether reach is finite
  vr gap;       // the largest duality gap, a distance, at which a lane has converged
#if DIM == 3
  vr doubt; // largest error of a support of vertices on a grid, over |d|
#endif
} R(search_bounds);

// Returns how far behind the origin the plane of a support has to be to prove that the cores are `reach` apart.
LANE_INLINE vr R(sure_reach)(const R(search_bounds)* bounds) {
#if DIM == 3
  return v_add(bounds->reach, bounds->doubt);
#else
  return bounds->reach;
#endif
}

// Returns the lanes whose gain h - h0 along d, of the support value over the feature's, is at most gap |d|. The largest
// coordinate of d stands for |d|. The gain over |d| is the duality gap between support plane and feature.
LANE_INLINE mr R(closes)(vr h, vr h0, R(vec) d, vr gap) { return v_le(v_sub(h, h0), v_mul(gap, R(size)(d))); }

// Ends the lanes whose support plane along d is behind the origin by more than reach: -h > reach |d|, with the support
// value h. Their separating axis is d. A |d|^2 that has lost digits to underflow proves nothing.
LANE_INLINE void R(end_beyond)(R(simplex)* s, vr reach, vr h, R(vec) d) {
  const vr square = R(dot)(d, d);
  const vr least = v_max(v_mul(v_mul(reach, reach), square), v_set(LEAST_SQUARE));
  const mr behind = m_and(m_and(v_lt(h, v_set(0)), v_le(v_set(LEAST_DIRECTION_SQUARE), square)), s->active);
  const mr apart = m_and(behind, v_lt(least, v_mul(h, h)));
  s->axis = R(select_vec)(apart, d, s->axis);
  s->separated = m_or(s->separated, apart);
  s->active = m_and_not(s->active, apart);
}

LANE_INLINE void R(end_separated)(R(simplex)* s, const R(search_bounds)* bounds, vr h, R(vec) d) {
  R(end_beyond)(s, bounds->reach, h, d);
}

LANE_INLINE void R(end_converged)(R(simplex)* s, const R(search_bounds)* bounds, vr h, R(vec) d) {
  R(converge)(s, m_and(s->active, R(closes)(h, R(dot)(s->p0.w, d), d, bounds->gap)));
}

#if DIM == 3 && REAL_IS_DOUBLE
// Ends lanes whose gain is noise. The normal of a narrow face is off by rounding over the sine of its angle. A support
// along it then gains as much from the other vertices in its plane, alternately and without end.
LANE_INLINE void end_narrow(const pair_frame_d* f, simplex_d* s, vr h, vec_d d) {
  const vr edges = v_mul(size_d(sub_d(s->p1.w, s->p0.w)), size_d(sub_d(s->p2.w, s->p0.w)));
  const vr noise = v_mul(f->scale, v_min(v_mul(v_set(NARROW_GAIN), edges), v_mul(v_set(NARROW_GAIN_MAX), size_d(d))));
  converge_d(s, m_and(m_and(s->active, s->face), v_le(v_sub(h, dot_d(s->p0.w, d)), noise)));
}
#endif

// Takes the support w along d into the simplex of the active lanes, whose feature has at most `step` vertices.
LANE_INLINE void R(take_support)(const R(pair_frame)* f, R(simplex)* s, const R(search_bounds)* bounds,
                                 const R(support_point)* w, R(vec) d, int step, search_effort effort) {
  const vr h = R(dot)(w->w, d);
  if (bounds->reaches) R(end_beyond)(s, R(sure_reach)(bounds), h, d);
  R(end_converged)(s, bounds, h, d);
#if DIM == 3 && REAL_IS_DOUBLE
  end_narrow(f, s, h, d);
#else
  (void)f;
#endif
  if (effort == CAREFUL) s->active = m_and_not(s->active, R(repeats)(s, w->w));
  R(advance)(s, w, step, effort);
}

// Does a whole iteration with care: a repeated support ends the search, and the feature is trimmed before.
LANE_INLINE void R(iterate)(const R(pair_frame)* f, R(simplex)* s, const R(search_bounds)* bounds) {
  R(support_point) w;
  R(trim)(s);
  const R(vec) d = R(direction)(s, DIM);
  R(find_support)(f, &d, m_bits(s->active), &w);
  R(take_support)(f, s, bounds, &w, d, DIM, CAREFUL);
}

// Takes the first support, which was found along d.
LANE_INLINE void R(begin_at)(R(simplex)* s, const R(search_bounds)* bounds, const R(support_point)* w, R(vec) d) {
  s->p0 = *w;
  R(repeat_first)(s);
  if (bounds->reaches) R(end_beyond)(s, R(sure_reach)(bounds), R(dot)(w->w, d), d);
}

// Ends the lanes that the support value h along d separates or proves.
LANE_INLINE void R(end_at_value)(R(simplex)* s, const R(search_bounds)* bounds, vr h, R(vec) d) {
  if (bounds->reaches) R(end_separated)(s, bounds, h, d);
  R(end_converged)(s, bounds, h, d);
}

// Does an iteration along d that can only end lanes, for half the price of a full one.
LANE_INLINE void R(verify_along)(const R(pair_frame)* f, R(simplex)* s, const R(search_bounds)* bounds, R(vec) d) {
  R(end_at_value)(s, bounds, R(support_value)(f, d, m_bits(s->active)), d);
}

// Begins the search at the support along d.
LANE_INLINE void R(begin)(const R(pair_frame)* f, R(simplex)* s, const R(search_bounds)* bounds, R(vec) d, mr active) {
  R(support_point) w;
  R(find_support)(f, &d, m_bits(active), &w);
  R(clear_state)(s, active);
  R(begin_at)(s, bounds, &w, d);
}

#if !REAL_IS_DOUBLE
// Does the fixed step of number `step` without care. Step 0 begins at the support along s->axis; after it, features
// have at most `step` vertices. The number is no constant, so that the supports of all cores are in the code once.
LANE_INLINE void step_quickly(const pair_frame_f* f, simplex_f* s, const search_bounds_f* bounds, int step) {
  const vec_f d = step == 0 ? s->axis : direction_f(s, step);
  const support_point_f w = support_f(f, d, mf_bits(s->active));
  if (step == 0) {
    s->axis = (vec_f){0};
    begin_at_f(s, bounds, &w, d);
  } else if (step == 1) {
    take_support_f(f, s, bounds, &w, d, 1, QUICK);
  } else if (DIM == 2 || step == 2) {
    take_support_f(f, s, bounds, &w, d, 2, QUICK);
  } else {
    take_support_f(f, s, bounds, &w, d, 3, QUICK);
  }
}
#endif

// ------------------------------------------------------------------ the answer

typedef struct R(answer) {
  R(vec) v;    // from B's nearest point to A's, cores only
  vr distance; // signed if the cores are apart: negative if the rounding overlaps
  R(vec) a, b; // witness points around A's position, of the surfaces that point_choice names
  mr overlapping;
  mr certified; // float32 proves the verdict and the distance
} R(answer);

// Moves the witness points of the cores out to the rounded shapes along v / |v|, which exists if the cores are apart.
// If the rounding alone overlaps, A's becomes the common point, which divides the gap as the radii do.
LANE_INLINE void R(round_witness)(const R(pair_frame)* f, vr ra, vr length, mr overlap, R(answer)* out) {
  const mr touching_cores = v_eq(length, v_set(0));
  const R(vec) n = R(scale)(out->v, v_div(v_set(1), v_select(touching_cores, v_set(1), length)));
  const vr share = v_div(v_mul(length, ra), v_select(v_eq(f->radius, v_set(0)), v_set(1), f->radius));
  out->a = R(sub)(out->a, R(scale)(n, v_select(overlap, share, ra)));
  out->b = R(add)(out->b, R(scale)(n, v_sub(f->radius, ra)));
}

// Completes the answer by the feature's nearest point; v and a are set, and `length` is |v|. `gap`: a distance that
// counts as touching. `ra`: A's rounding radius. `measured`: lanes whose duality gap was measured to v.
LANE_INLINE void R(round_answer)(const R(pair_frame)* f, const R(simplex)* s, vr gap, vr ra, vr length, mr measured,
                                 point_choice points, R(answer)* out) {
  out->b = R(sub)(out->a, out->v);
  const mr rounded_overlap = m_and_not(v_le(length, v_add(f->radius, gap)), s->inside);
  out->distance = v_sub(length, f->radius);
  out->certified = m_and(measured, v_lt(f->touch_band, v_abs(out->distance)));
  out->overlapping = m_or(s->inside, rounded_overlap);
  if (points == CORE_POINTS) return;
  if (m_any(v_lt(v_set(0), f->radius))) R(round_witness)(f, ra, length, rounded_overlap, out);
  out->b = R(select_vec)(rounded_overlap, out->a, out->b);
}

// Fills the answer of the lanes whose simplex holds the origin: a common point. `deep`: lanes in which it is certified.
LANE_INLINE void R(weighted_point)(const R(simplex)* s, R(vec) common, mr deep, R(answer)* out) {
  out->certified = m_or(out->certified, m_and(s->inside, deep));
  out->a = R(select_vec)(s->inside, common, out->a);
  out->b = R(select_vec)(s->inside, common, out->b);
}
