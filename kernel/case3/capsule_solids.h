// Finds the nearest points of a point or a segment, the core of a ball or a capsule, and a box, cylinder, cone or
// ellipsoid. The guess (solid_points3.h, cone_ellipsoid_points3.h) is proved by one support value (engine/route.h).
#ifndef LGJK_CASE3_CAPSULE_SOLIDS_H
#define LGJK_CASE3_CAPSULE_SOLIDS_H

#include "gjk/cone_ellipsoid_points3.h"

// Sets the nearest points of a point or segment and a solid as the vertex of a search's state. Lanes whose cores are
// certified to overlap end. `d`: the direction along which a support value proves the others. Not inlined, so that its
// temporaries are not on the stack together with the end of a run.
static LANE_NOINLINE void guess_at_solid(const pair_frame_f* f, simplex_f* s, vec_f* d) {
  const bool first = is_point_or_segment_core(f->b.core); // A is the solid
  const core_lanes_f *solid = first ? &f->a : &f->b, *other = first ? &f->b : &f->a;
  const bool point = is_point_core(other->core);
  vec_f from, along;
  end_points(other, &from, &along);
  const vec_f p = first ? add_f(from, f->p) : sub_f(from, f->p); // around the solid's position
  point_or_segment c = {.p = unrotate_f(&solid->rotation, p), .d = unrotate_f(&solid->rotation, along)};
  solid_guess guess;
  if (is_box_core(solid->core)) {
    guess_at_box(solid, &c, point, f->touch_band, &guess);
  } else if (is_cylinder_core(solid->core)) {
    guess_at_cylinder(solid, &c, point, f->touch_band, &guess);
  } else if (is_cone_core(solid->core)) {
    guess_at_cone(solid, &c, point, f->touch_band, &guess);
  } else {
    guess_at_ellipsoid(solid, &c, point, f->touch_band, &guess);
  }
  const vec_f at = point ? p : add_f(p, scale_f(along, c.t)), on = rotate_f(&solid->rotation, guess.on);
  const vec_f n = rotate_f(&solid->rotation, guess.normal);
  s->inside = mf_and(s->active, guess.within);
  s->active = mf_and_not(s->active, s->inside);
  s->p0.a = first ? select_vec_f(s->inside, at, on) : add_f(at, f->p);
  s->p0.w = first ? sub_f(on, at) : sub_f(at, on);
  *d = first ? n : neg_f(n);
}

// ================== attempts: what knows blocks, records and queues

#include "case3/polytope.h"
#include "engine/route.h"

static void segment_and_solid(class_run* run, const block_pairs pairs[BLOCKS], query_id query, run_mode mode) {
  (void)mode;
  try_formula_of_query(run, pairs, query, guess_at_solid);
}

// clang-format off
ROUTE(segment_solid) = {WITHOUT_RECORDS(segment_and_solid, search_queued)};
ROUTE(segment_solid_contact) = {WITHOUT_RECORDS(depth_before_second, segment_and_solid), IN_LANES,
    .traits = PROVES_DEPTH};
// clang-format on

#endif

#ifdef CASE_ROWS
ROW(SEGMENTS, BOXES | CURVED, segment_solid, segment_solid, segment_solid_contact, segment_solid_contact)
#endif
