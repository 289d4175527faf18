// Answers pairs of points and ellipses by a few evaluations (gjk/ellipses2.h); the few lanes that these do not end
// are searched. Records are neither read nor written: a direction from the last frame would save less than reading it
// costs. So a warm call has the bits of a cold one.
//
// A group of blocks goes through these stages one after the other: the code of a stage stays in the nearest cache, and
// no look-up is waited for. Lanes that the first evaluations have not ended, few of each block, wait until they fill
// blocks of their own. These begin again, with more evaluations.
#ifndef LGJK_CASE2_ELLIPSES_H
#define LGJK_CASE2_ELLIPSES_H

#include "case2/depth.h"
#include "case2/search.h"
#include "gjk/ellipses2.h"

// Computes how deep two points or ellipses overlap. In a shallow overlap Newton's method of gjk/ellipses2.h goes to the
// nearest place of the difference's boundary from inside as from outside. A ball of the least radius of curvature rolls
// inside the difference (Blaschke), so the difference holds the ball that touches the boundary there. The distance of
// the origin from that ball's surface is a lower bound of the depth, the support value an upper one. Lanes are left to
// the expanding polytope if the origin is deeper than the ball's centre, or if the bounds do not meet.

#define ROUND_DEPTH_MOST 8 // evaluations at most

// Finds the depth. `gap`: a distance, the most between the bounds, and across the normal. `lanes`: bits of those
// to compute. Lanes whose depth is not found stay in `out` as they are, except for their evaluations.
LANE_INLINE void find_round_depth(const round_kind kind[2], const pair_frame_f* f, vf gap, uint32_t lanes,
                                  epa_depth* out) {
  const vf zero = vf_set(0), one = vf_set(1);
  round_lanes r;
  round_centres centres;
  begin_round(kind, f, false, &r, &centres);
  const vf least = vf_add(least_curvature(&f->a), least_curvature(&f->b));
  mf open = mf_and(centres.in_float_range, mf_from_bits(lanes));
  for (int i = 0; i < ROUND_DEPTH_MOST && mf_any(open); ++i) {
    const round_roots roots = find_round_roots(&r);
    const round_support at = find_round_support(&r, &roots);
    const vec_f w = sub_f(at.a, add_f(at.b, r.p));
    const vec_f n = scale_f(r.n, vf_div(one, vf_sqrt(vf_max(dot_f(r.n, r.n), vf_set(LEAST_SQUARE)))));
    const vf depth = dot_f(w, n), behind = vf_sub(least, depth);
    const vec_f off = sub_f(w, scale_f(n, depth));
    const vf loss = vf_sub(vf_sqrt(vf_add(vf_mul(behind, behind), dot_f(off, off))), behind);
    const mf met = mf_and(mf_and(open, vf_lt(zero, behind)), mf_and(vf_le(size_f(off), gap), vf_le(loss, gap)));
    out->evaluations = vf_select(open, vf_add(out->evaluations, one), out->evaluations);
    store_depth(met, depth, n, add_f(centres.at, at.a), out);
    open = mf_and_not(open, met);
    r.n = sub_f(scale_f(r.n, at.rho), w);
  }
}

// ================== attempts: what knows blocks, records and queues

#include "engine/attempt.h"
#include "engine/manifold2.h"

// Evaluations before lanes wait for others, and in all. Ellipses of high aspect close by need more, and are searched.
#define ROUND_FIRST 3
#define ROUND_MOST 6

// A block between two stages.
typedef struct ellipse_block {
  round_lanes lanes;
  vf scale, radius_a, radius_b;
  round_square square_a, square_b; // used until the first evaluation
  round_roots roots;
  vec_f w, a; // last evaluation: the difference, and A's support about its centre
  vf evaluations;
  vec_f at, position; // A's centre about A's position
  mf round;           // lanes whose cores are both points or ellipses
  mf valid, searched, in_float_range, points, point_a, point_b;
  mf converged, separated;
} ellipse_block;

// Returns the lanes whose core is a point or an ellipse.
LANE_INLINE mf round_cores(const side_lanes* side) {
  return lanes_whose_core(is_round_core, side->header[HEADER_CORE]);
}

// Loads a block of any cores and begins it.
LANE_INLINE void load_round(class_run* run, const block_pairs* pairs, bool all_points, query_id goal,
                            ellipse_block* out) {
  const uint32_t core = lgjk_core2_of_rounds(all_points);
  const mf all = mf_all();
  pair_block block;
  pair_frame_f f;
  round_centres centres;
  block.pairs = pairs;
  load_block_in_place(run->batch, core, core, WHOLE_CORE, &block);
  out->valid = out->searched = frame_block(run->batch, &block, &f);
  if (has_maximum(run, goal)) {
    const vf most = vf_set(run->batch->max_distance);
    out->searched = mf_and_not(out->valid, bounding_apart(&block, &f, out->valid, most));
  }
  const round_kind kind[2] = {kind_of_round(&block.a), kind_of_round(&block.b)};
  begin_round(kind, &f, all_points, &out->lanes, &centres);
  out->round = all_points ? all : mf_and(round_cores(&block.a), round_cores(&block.b));
  out->scale = f.scale;
  out->a = (vec_f){vf_set(0), vf_set(0)}; // two points need no evaluation
  out->w = sub_f(out->a, out->lanes.p);
  out->radius_a = block.a.radius;
  out->radius_b = block.b.radius;
  out->at = centres.at;
  out->position = position(&block.a);
  out->point_a = centres.point_a;
  out->point_b = centres.point_b;
  out->points = mf_and(centres.point_a, centres.point_b);
  out->in_float_range = mf_and(mf_and(centres.in_float_range, out->searched), out->round);
  out->converged = out->separated = mf_none();
  out->evaluations = vf_select(out->searched, vf_select(out->points, vf_set(1), vf_set(2)), vf_set(0));
}

LANE_INLINE vf round_touch_band(const ellipse_block* r) {
  return vf_mul(vf_select(r->points, vf_set(TOUCH_BAND_FLAT), vf_set(TOUCH_BAND_CURVED)), r->scale);
}

LANE_INLINE round_bounds bounds_of_round(const ellipse_block* r, bool reaches, bool checks_normal) {
  const vf touch_band = round_touch_band(r);
  return (round_bounds){.reaches = reaches,
                        .scale = r->scale,
                        .reach = vf_add(vf_add(r->radius_a, r->radius_b), touch_band),
                        .gap = vf_mul(vf_set(GAP_CURVED), r->scale),
                        .checks_normal = checks_normal,
                        .bend = vf_mul(vf_set(CONTACT_BEND), touch_band)};
}

LANE_INLINE mf open_lanes(const ellipse_block* r) {
  return mf_and_not(mf_and_not(r->in_float_range, r->converged), r->separated);
}

// Makes evaluation `i`, from 1 on, of the lanes that stay in the range of a float.
LANE_INLINE void evaluate_round_block(ellipse_block* r, int i, bool reaches, bool checks_normal) {
  const mf open = open_lanes(r);
  if (!mf_any(open)) return;
  if (i > 1) r->evaluations = vf_select(open, vf_add(r->evaluations, vf_set(1)), r->evaluations);
  const round_bounds bounds = bounds_of_round(r, reaches, checks_normal);
  round_step step;
  evaluate_round(&bounds, &r->lanes, &r->roots, &step);
  r->w = step.w;
  r->a = step.a;
  r->converged = mf_and(step.converged, r->in_float_range);
  r->separated = mf_and(step.separated, r->in_float_range);
}

// Ends the lanes of two points: their difference is one point, in any direction.
LANE_INLINE void end_points(ellipse_block* r, bool reaches) {
  const mf points = mf_and(r->points, mf_and(r->searched, r->round));
  r->lanes.n = select_vec_f(r->points, neg_f(r->w), r->lanes.n);
  if (reaches) {
    const round_bounds bounds = bounds_of_round(r, true, false);
    r->separated = mf_or(r->separated, mf_and(points, round_beyond(&bounds, r->w, r->lanes.n)));
  }
  r->converged = mf_or(r->converged, mf_and_not(points, r->separated));
}

// ------------------------------------------------------------------ the end

// Returns the lanes of `open` whose cores are proved to have the point `at` in common, about A's position.
LANE_INLINE mf find_common(const class_run* run, const block_pairs* pairs, const ellipse_block* r, mf open, vec_f* at) {
  const lgjk_side *a = &run->batch->a, *b = &run->batch->b;
  vf header_a[HEADER_FLOATS], header_b[HEADER_FLOATS];
  vf_load_records((const char*)a->table, sizeof(lgjk_shape2), pairs->shape_a, 0, 1, header_a);
  vf_load_records((const char*)b->table, sizeof(lgjk_shape2), pairs->shape_b, 0, 1, header_b);
  const vf inner[2] = {header_a[HEADER_INNER], header_b[HEADER_INNER]};
  const mf common = find_round_common(&r->lanes, r->point_a, r->point_b, inner, round_touch_band(r), at);
  *at = add_f(r->at, *at);
  return mf_and(open, common);
}

// Sets what the end of a search reads of a block and its state.
LANE_INLINE void restore_state(const class_run* run, const block_pairs* pairs, const ellipse_block* r,
                               pair_block* block, block_state* state) {
  block->pairs = pairs;
  block->a.core = run->core_a;
  block->b.core = run->core_b;
  to_array_f(r->position, block->a.pose);
  block->a.radius = r->radius_a;
  block->b.radius = r->radius_b;
  state->f.radius = vf_add(r->radius_a, r->radius_b);
  state->f.scale = r->scale;
  state->f.touch_band = round_touch_band(r);
  state->bounds.gap = vf_mul(vf_set(is_curved(run) ? GAP_CURVED : GAP_FLAT), r->scale);
  state->valid = mf_and(r->valid, r->round);
  state->searched = r->searched;
  state->evaluations = r->evaluations;
  clear_state_f(&state->s, mf_none());
  state->s.p0 = (support_point_f){r->w, add_f(r->at, r->a), vf_set(0)};
  repeat_first_f(&state->s);
  state->s.converged = r->converged;
  state->s.separated = r->separated;
}

// Writes the results of a block. Contacts whose cores overlap wait for their depth.
LANE_INLINE void finish_round(class_run* run, const block_pairs* pairs, const ellipse_block* r, query_id goal,
                              query_id query, group_left* left) {
  pair_block block;
  block_state state;
  vec_f at = {vf_set(0), vf_set(0)};
  mf common = open_lanes(r);
  restore_state(run, pairs, r, &block, &state);
  end_beyond(run, &block, &state, goal);
  if (mf_any(common)) common = find_common(run, pairs, r, common, &at);
  const uint32_t lanes = lanes_of(&block) & mf_bits(r->round);
  found_lanes found = begin_found(&state, false);
  found.bad = mf_and(found.bad, r->round);
  if (goal == OVERLAP) {
    fill_verdict(&state, &found);
    found.overlapping = mf_or(found.overlapping, common);
    write_results(run->batch, &block, lanes, &found, OVERLAP);
  } else {
    answer_f answer;
    uint32_t overlapping; // none: no evaluation ends a lane inside
    answer_at_point(&block, &state, needs_depth(query) ? CORE_POINTS : COMMON_POINTS, &answer);
    if (needs_depth(query)) {
      fill_contact(run, &block, &state, &answer, r->lanes.n, &found, &overlapping);
      write_contacts(run, &block, NULL, lanes, &found); // since its address is passed, the frame is in memory
    } else {
      fill_distance(run, &block, &state, &answer, &found);
      fill_common_point(run->batch, &block, common, at, &found);
      write_results(run->batch, &block, lanes, &found, DISTANCE);
    }
  }
  const uint32_t undecided = lanes & ~(found.decided | mf_bits(common));
  left->others = lanes_of(&block) & ~lanes;
  left->again = undecided & mf_bits(open_lanes(r));
  left->searching =
      undecided & mf_bits(mf_and_not(mf_and_not(r->searched, r->points), r->in_float_range)); // none was tried
  left->uncertified = undecided & ~(left->again | left->searching);
  left->overlapping = needs_depth(query) ? lanes & mf_bits(common) : 0;
}

// ------------------------------------------------------------------ a group

// Finds the first directions. It works in parts, as the evaluations below do. A processor looks some hundred operations
// ahead, so it waits for a block's roots unless those of other blocks follow closely.
LANE_INLINE void turn_ellipses(ellipse_block* blocks, int count) {
  for (int u = 0; u < count; ++u) {
    ellipse_block* r = &blocks[u];
    if (!mf_any(r->in_float_range)) continue; // mostly with one lane
    const vec_f p = scale_f(r->lanes.p, unit_power(r->scale));
    find_squares(&r->lanes, r->scale, &r->square_a, &r->square_b);
    r->roots.ia = size_along(&r->square_a, p);
    r->roots.ib = size_along(&r->square_b, p);
  }
  for (int u = 0; u < count; ++u) {
    ellipse_block* r = &blocks[u];
    const round_square *a = &r->square_a, *b = &r->square_b;
    if (!mf_any(r->in_float_range)) continue;
    const vec_f p = scale_f(r->lanes.p, unit_power(r->scale));
    r->lanes.n = guess_direction(a, b, p, r->roots.ia, r->roots.ib, r->point_a, r->point_b);
    if (!LANES_16) begin_turn(a, b, r->lanes.n, &r->roots);
  }
  for (int u = 0; LANES_16 && u < count; ++u) {
    ellipse_block* r = &blocks[u];
    if (mf_any(r->in_float_range)) begin_turn(&r->square_a, &r->square_b, r->lanes.n, &r->roots);
  }
  for (int u = 0; u < count; ++u) {
    ellipse_block* r = &blocks[u];
    if (!mf_any(r->in_float_range)) continue;
    const vec_f p = scale_f(r->lanes.p, unit_power(r->scale));
    r->lanes.n = end_turn(&r->square_a, &r->square_b, &r->roots, p, r->lanes.n);
  }
}

// Runs a group of blocks. `most`: the limit of evaluations.
LANE_INLINE void evaluate_group(class_run* run, const block_pairs* pairs, int count, bool all_points, int most,
                                query_id goal, query_id query, group_left* left) {
  ellipse_block blocks[GROUP];
  const bool reaches = needs_verdict(goal), checks_normal = needs_depth(query);
  for (int u = 0; u < count; ++u) {
    prefetch_ahead(run, WHOLE_BLOCK);
    load_round(run, &pairs[u], all_points, goal, &blocks[u]);
  }
  if (!all_points) turn_ellipses(blocks, count);
  for (int i = 1; i < most && !all_points; ++i) {
    for (int u = 0; u < count; ++u) {
      if (mf_any(open_lanes(&blocks[u]))) blocks[u].roots = find_round_roots(&blocks[u].lanes);
    }
    for (int u = 0; u < count; ++u) evaluate_round_block(&blocks[u], i, reaches, checks_normal);
  }
  for (int u = 0; u < count; ++u) {
    end_points(&blocks[u], reaches);
    finish_round(run, &pairs[u], &blocks[u], goal, query, &left[u]);
  }
}

static LANE_NOINLINE void round_verdict(class_run* run, const block_pairs* pairs, int count, int most,
                                        group_left* left) {
  evaluate_group(run, pairs, count, false, most, OVERLAP, OVERLAP, left);
}
static LANE_NOINLINE void round_distance(class_run* run, const block_pairs* pairs, int count, int most, query_id query,
                                         group_left* left) {
  evaluate_group(run, pairs, count, false, most, DISTANCE, query, left);
}
static LANE_NOINLINE void points_distance(class_run* run, const block_pairs* pairs, int count, query_id query,
                                          group_left* left) {
  evaluate_group(run, pairs, count, true, 0, DISTANCE, query, left);
}

// Runs `count` blocks, up to GROUP. The caller queues the lanes that are left.
LANE_INLINE void try_group(class_run* run, const block_pairs* pairs, int count, int most, query_id query,
                           group_left* left) {
  if (needs_verdict(query)) {
    round_verdict(run, pairs, count, most, left);
  } else if (is_point_core(run->core_a) && is_point_core(run->core_b)) {
    points_distance(run, pairs, count, query, left);
  } else {
    round_distance(run, pairs, count, most, query, left);
  }
}

// Runs the first evaluations of a step, or all of those that wait for more.
LANE_INLINE void try_ellipses(class_run* run, const block_pairs pairs[BLOCKS], query_id query, wait_stage rest) {
  group_left left[BLOCKS];
  const int blocks = blocks_of(pairs);
  try_group(run, pairs, blocks, rest == SECOND_ATTEMPT ? ROUND_FIRST : ROUND_MOST, query, left);
  for (int u = 0; u < blocks; ++u) queue_group(run, &pairs[u], &left[u], rest);
}

// ------------------ depths, and attempts

// Finds depths by Newton's method. Not inlined: the run of depths calls it.
static LANE_NOINLINE void guess_by_newton(const pair_block* block, const pair_frame_f* f, vf gap, epa_depth* out) {
  const round_kind kind[2] = {kind_of_round(&block->a), kind_of_round(&block->b)};
  find_round_depth(kind, f, gap, lanes_of(block), out);
}

static void ellipses_in_groups(class_run* run, const block_pairs* pairs, int count, query_id query, group_left* left) {
  try_group(run, pairs, count, ROUND_FIRST, query, left);
}

static void ellipses_few(class_run* run, const block_pairs pairs[BLOCKS], query_id query, run_mode mode) {
  (void)mode;
  try_ellipses(run, pairs, query, SECOND_ATTEMPT);
}

static void ellipses_more(class_run* run, const block_pairs pairs[BLOCKS], query_id query, run_mode mode) {
  (void)mode;
  try_ellipses(run, pairs, query, TO_END);
}

static void depth_by_newton(class_run* run, const block_pairs* pairs, run_mode mode) {
  (void)mode;
  try_depths(run, pairs, guess_by_newton);
}

// clang-format off
#define ELLIPSES WITHOUT_RECORDS(ellipses_few, ellipses_more), .group = ellipses_in_groups
ROUTE(circles) = {ELLIPSES, .depth = depth_by_axes, .culls_early = true};
ROUTE(ellipses) = {ELLIPSES, .depth = depth_by_newton};
ROUTE(ellipses_by_polytope) = {ELLIPSES, .depth = depth_by_polytope};
// clang-format on

#endif

#ifdef CASE_ROWS
ROW(POINTS, POINTS, ellipses, ellipses, circles, ellipses_by_polytope)
ROW(POINTS | CURVED, POINTS | CURVED, ellipses, ellipses, ellipses, ellipses_by_polytope)
#endif
