// Finds the nearest points of a point or an ellipse and a wall without a search: a segment, a box or a polygon of up to
// 8 vertices. The wall's feature is the one in whose Voronoi region the centre is. It is the edge with the centre on
// its outer side and between its ends, else the nearest vertex. For a point that is the answer. An ellipse is nearest
// to an edge if its support along the edge's normal is between the ends. Beyond them the end is a point, of which
// Newton's method finds the nearest place (ellipses2.h). That vertex is the feature if none is nearer along the normal.
//
// Features are found in the wall's own axes. Results are in world axes, as a search has them.
#ifndef LGJK_CASE2_WALLS_H
#define LGJK_CASE2_WALLS_H

#include "gjk/ellipses2.h"
#include "gjk/manifold2.h"

// The two sides of a pair, the round core first, around its position.
typedef struct wall_lanes {
  round_kind kind; // of the round core
  const core_lanes_f *round, *wall;
  bool curved;   // the round core is an ellipse
  vec_f before;  // the last vertex of the wall, in its own axes
  vec_f to_wall; // vector from the round core's position to the wall's
  vec_f at;      // the round core's centre
} wall_lanes;

// A feature: an edge in the lanes `edge`, else a vertex, which both ends are.
typedef struct wall_feature {
  vec_f v[2]; // ends in the wall's axes
  mf edge;
  mf outside; // lanes whose centre is not in the wall
  mf across;  // lanes of a vertex at which the normal is n, in the wall's axes, away from it
  vec_f n;
} wall_feature;

// The results, all around the round core's position except the ends.
typedef struct wall_points {
  vec_f end[2]; // ends of the feature, in world axes, around the wall's position
  vec_f point;  // point of the round core
  vec_f n;      // to the wall, in the lanes of `known`: near points alone cannot give it
  mf edge, proved, known;
  vf evaluations;
} wall_points;

// Clamps q to a box; the clamped point stands for a vertex. `across`: lanes in which it is on a side, with the normal.
LANE_INLINE void clamp_to_box(const wall_lanes* wall, vec_f q, wall_feature* out) {
  const vf zero = vf_set(0), one = vf_set(1);
  const vec_f half = coordinates_f(wall->wall, 0);
  const vec_f x = {vf_max(vf_min(q.x, half.x), vf_neg(half.x)), vf_max(vf_min(q.y, half.y), vf_neg(half.y))};
  const mf beside = vf_lt(half.x, vf_abs(q.x)), above = vf_lt(half.y, vf_abs(q.y));
  out->v[0] = out->v[1] = x;
  out->edge = mf_none();
  out->outside = mf_or(beside, above);
  out->across = mf_and_not(out->outside, mf_and(beside, above));
  out->n = (vec_f){vf_select(beside, vf_flip_sign(one, q.x), zero), vf_select(beside, zero, vf_flip_sign(one, q.y))};
}

LANE_INLINE void project_to_segment(const wall_lanes* wall, vec_f q, wall_feature* out) {
  const vf zero = vf_set(0);
  const vec_f from = coordinates_f(wall->wall, 0), to = coordinates_f(wall->wall, 1), e = sub_f(to, from);
  const vec_f r = sub_f(q, from);
  const mf after = vf_lt(zero, dot_f(e, r)), past = vf_le(zero, dot_f(e, sub_f(q, to)));
  const mf right = vf_lt(cross_f(e, r), zero), left = vf_lt(zero, cross_f(e, r));
  const vec_f end = select_vec_f(past, to, from);
  out->edge = mf_and_not(after, past);
  out->v[0] = select_vec_f(out->edge, select_vec_f(right, from, to), end); // with q on its right
  out->v[1] = select_vec_f(out->edge, select_vec_f(right, to, from), end);
  out->outside = mf_or(mf_or(right, left), mf_not(out->edge));
}

LANE_INLINE void find_ring_feature(const wall_lanes* wall, vec_f q, wall_feature* out) {
  const vf zero = vf_set(0);
  const uint32_t count = ring_count(wall->wall->core);
  const mf none = mf_none();
  vec_f from = wall->before, r = sub_f(q, from), nearest = from;
  vf least = dot_f(r, r);
  out->v[0] = out->v[1] = from;
  out->edge = out->outside = none;
  for (uint32_t i = 0; i < count; ++i) {
    const vec_f to = ring_vertex_f(wall->wall, i), e = sub_f(to, from), next = sub_f(q, to);
    const vf distance = dot_f(next, next);
    const mf right = vf_lt(cross_f(e, r), zero);
    const mf between = mf_and(vf_lt(zero, dot_f(e, r)), vf_lt(dot_f(e, next), zero));
    const mf here = mf_and_not(mf_and(right, between), out->edge);
    out->outside = mf_or(out->outside, right);
    out->edge = mf_or(out->edge, here);
    out->v[0] = select_vec_f(here, from, out->v[0]);
    out->v[1] = select_vec_f(here, to, out->v[1]);
    nearest = select_vec_f(vf_lt(distance, least), to, nearest);
    least = vf_min(distance, least);
    from = to;
    r = next;
  }
  for (int k = 0; k < 2; ++k) out->v[k] = select_vec_f(out->edge, out->v[k], nearest);
}

LANE_INLINE void find_wall_feature(const wall_lanes* wall, vec_f q, wall_feature* out) {
  out->across = mf_none();
  out->n = q;
  if (is_segment_core(wall->wall->core)) {
    project_to_segment(wall, q, out);
  } else if (is_box_core(wall->wall->core) && !wall->curved) {
    clamp_to_box(wall, q, out);
  } else {
    find_ring_feature(wall, q, out);
  }
}

// Returns the lanes whose point q is in the wall by more than `margin`, a distance, from each of its edges.
LANE_INLINE mf wall_holds(const wall_lanes* wall, vec_f q, vf margin) {
  const uint32_t count = ring_count(wall->wall->core);
  vec_f from = wall->before;
  mf held = mf_from_bits(count > 2 ? UINT32_MAX : 0);
  for (uint32_t i = 0; i < count; ++i) {
    const vec_f to = ring_vertex_f(wall->wall, i), e = sub_f(to, from);
    held = mf_and(held, vf_lt(vf_mul(margin, extent_f(e)), cross_f(e, sub_f(q, from))));
    from = to;
  }
  return held;
}

// Returns the lanes in which no vertex of the wall is lower along d, in its own axes, than v by more than `gap`.
LANE_INLINE mf is_lowest(const wall_lanes* wall, vec_f v, vec_f d, vf gap) {
  const uint32_t count = ring_count(wall->wall->core);
  vf least = dot_f(wall->before, d);
  for (uint32_t i = 0; i < count; ++i) least = vf_min(dot_f(ring_vertex_f(wall->wall, i), d), least);
  return vf_le(vf_sub(dot_f(v, d), vf_mul(gap, size_f(d))), least);
}

// Most evaluations from a vertex.
#define WALL_EVALUATIONS 4

// Finds the ellipse's points nearest to a vertex, in the lanes of `open`. Returns those that are proved. `v`: the
// vertex in the wall's axes.
LANE_INLINE mf find_vertex_points(const wall_lanes* wall, const pair_frame_f* f, round_lanes* r, vec_f v, mf open,
                                  vf bend, wall_points* out) {
  const mf all = mf_all();
  round_square a, b;
  round_roots roots;
  const vec_f p = scale_f(r->p, unit_power(f->scale));
  find_squares(r, f->scale, &a, &b);
  r->n = guess_direction(&a, &b, p, size_along(&a, p), size_along(&b, p), mf_none(), all);
  begin_turn(&a, &b, r->n, &roots);
  r->n = end_turn(&a, &b, &roots, p, r->n);
  const round_bounds bounds = {.reaches = false,
                               .scale = f->scale,
                               .reach = f->scale,
                               .gap = vf_mul(vf_set(GAP_CURVED), f->scale),
                               .checks_normal = true,
                               .bend = bend};
  mf proved = mf_none();
  for (int i = 0; i < WALL_EVALUATIONS && mf_any(mf_and_not(open, proved)); ++i) {
    const mf goes_on = mf_and_not(open, proved);
    round_step step;
    roots = find_round_roots(r);
    evaluate_round(&bounds, r, &roots, &step);
    out->evaluations = vf_select(goes_on, vf_add(out->evaluations, vf_set(1)), out->evaluations);
    out->point = select_vec_f(goes_on, step.a, out->point);
    proved = mf_and(step.converged, open);
  }
  const vec_f d = unrotate_f(&wall->wall->rotation, r->n);
  return mf_and(proved, is_lowest(wall, v, d, vf_mul(vf_set(GAP_FLAT), f->scale)));
}

LANE_INLINE void find_ellipse_points(const wall_lanes* wall, const pair_frame_f* f, const wall_feature* feature,
                                     mf needed, vf bend, wall_points* out) {
  const vf zero = vf_set(0);
  const mf none = mf_none();
  const vec_f zeros = {zero, zero};
  round_lanes r = {.b = {{zero, zero, zero, zero}, zero}};
  turn_ellipse(wall->round, none, &r.a);
  const mf in_float_range = mf_and(needed, is_in_float_range(&wall->kind, f->scale));
  const vec_f e = rotate_f(&wall->wall->rotation, sub_f(feature->v[1], feature->v[0]));
  const vec_f u = transposed_image(&r.a, to_size_f((vec_f){vf_neg(e.y), e.x})); // towards the wall
  const vf length = vf_sqrt(vf_max(dot_f(u, u), vf_set(LEAST_SQUARE)));
  out->point = image_of(&r.a, scale_f(u, vf_div(vf_set(1), length)));
  const vec_f w = sub_f(out->point, add_f(out->end[0], wall->to_wall));
  const vf along = dot_f(w, e);
  const mf after = mf_and(feature->edge, vf_le(dot_f(e, e), along));
  const mf before = mf_and_not(feature->edge, vf_lt(zero, along));
  const mf vertex = mf_or(mf_or(after, before), mf_and_not(in_float_range, feature->edge));
  out->edge = mf_and_not(feature->edge, vertex);
  out->proved = mf_and(mf_and(in_float_range, out->edge), vf_lt(cross_f(e, w), zero));
  const mf open = mf_and(in_float_range, vertex);
  if (!mf_any(open)) return;
  const vec_f v = select_vec_f(after, feature->v[1], feature->v[0]);
  const vec_f end = select_vec_f(after, out->end[1], out->end[0]);
  r.p = add_f(end, wall->to_wall);
  r.n = zeros;
  out->proved = mf_or(out->proved, find_vertex_points(wall, f, &r, v, open, bend, out));
  out->n = r.n;
  out->known = open;
  out->end[0] = select_vec_f(open, end, out->end[0]);
  out->end[1] = select_vec_f(open, end, out->end[1]);
}

// Returns the normal away from the feature, in the wall's axes. It is as exact as the region in which the feature was
// found, for a point that rounding has moved. World axes round both points again, which is much of a short way between
// them. They also round the ends of an edge, which is much of a short edge far from the point.
LANE_INLINE vec_f normal_of_feature(const wall_feature* feature, vec_f q) {
  const vec_f e = sub_f(feature->v[1], feature->v[0]), out = {e.y, vf_neg(e.x)};
  const vec_f of_vertex = select_vec_f(feature->across, feature->n, sub_f(q, feature->v[0]));
  return select_vec_f(feature->edge, out, of_vertex);
}

// Finds the points of a pair; only cores that are apart are proved. `needed`: lanes whose points are needed. `bend`: as
// in round_closes. `checks_normal`: normals count, too. `q`: the point for which the feature was found.
LANE_INLINE void find_wall_points(const wall_lanes* wall, const pair_frame_f* f, const wall_feature* feature, mf needed,
                                  vf bend, bool checks_normal, vec_f q, wall_points* out) {
  const mf outside = mf_and(needed, feature->outside);
  for (int k = 0; k < 2; ++k) out->end[k] = rotate_f(&wall->wall->rotation, feature->v[k]);
  out->point = wall->at;
  const bool centred = checks_normal && !wall->curved;
  const vec_f n = centred ? normal_of_feature(feature, q) : feature->n;
  out->n = neg_f(rotate_f(&wall->wall->rotation, n));
  out->edge = feature->edge;
  out->known = centred ? mf_all() : feature->across;
  out->proved = outside;
  out->evaluations = vf_set(1);
  if (wall->curved) find_ellipse_points(wall, f, feature, outside, bend, out);
}

// ================== attempts: what knows blocks, records and queues

#include "case2/search.h"
#include "engine/manifold2.h"

// Answers a point or an ellipse against a segment, a box or a polygon of up to 8 vertices (the wall). Nearest points
// are found without a search and end as those of a search. The few pairs that are not proved are searched. Records are
// neither read nor written.

// Returns the last vertex of the wall; in the record of a ring it is before the first one.
LANE_INLINE vec_f last_vertex(const lgjk_side* side, const side_lanes* lanes, const core_lanes_f* core) {
  if (!has_ring(core->core)) return ring_vertex_f(core, ring_count(core->core) - 1);
  vf quad[4];
  _Static_assert(offsetof(lgjk_shape2, before) == 24, "in the second quad of 16 bytes");
  vf_load_records((const char*)side->table + 16, sizeof(lgjk_shape2), lanes->shape, 0, 1, quad);
  return (vec_f){quad[2], quad[3]};
}

LANE_INLINE void begin_wall(const class_run* run, const pair_block* block, const pair_frame_f* f, wall_lanes* out) {
  const vec_f zeros = {vf_set(0), vf_set(0)};
  const bool first = is_round_core(run->core_a);
  out->kind = kind_of_round(first ? &block->a : &block->b);
  out->round = first ? &f->a : &f->b;
  out->wall = first ? &f->b : &f->a;
  out->curved = is_curved(run);
  out->before = last_vertex(first ? &run->batch->b : &run->batch->a, first ? &block->b : &block->a, out->wall);
  out->to_wall = first ? f->p : neg_f(f->p);
  out->at = out->curved ? zeros : centre_of_point(out->round);
}

// Sets the simplex that a search would end with at these points.
LANE_INLINE void set_wall_simplex(const class_run* run, const wall_lanes* wall, const wall_points* points, mf searched,
                                  simplex_f* s) {
  const bool first = is_round_core(run->core_a);
  support_point_f* to[2] = {&s->p0, &s->p1};
  clear_state_f(s, mf_and_not(searched, points->proved));
  for (int k = 0; k < 2; ++k) {
    const vec_f w = sub_f(points->point, add_f(points->end[k], wall->to_wall));
    *to[k] = (support_point_f){first ? w : neg_f(w), first ? points->point : points->end[k], vf_set(0)};
  }
  s->p2 = s->p0;
  s->edge = points->edge;
  s->converged = mf_and(searched, points->proved);
}

LANE_INLINE bool prove_wall(class_run* run, pair_block* block, block_state* state, proposal* p, attempt_kind how) {
  wall_lanes wall;
  wall_feature feature;
  wall_points points;
  begin_wall(run, block, &state->f, &wall);
  const vec_f from_wall = sub_f(wall.at, wall.to_wall), q = unrotate_f(&wall.wall->rotation, from_wall);
  const bool first = is_round_core(run->core_a), checks_normal = needs_depth(how.query);
  const vf bend = vf_mul(vf_set(checks_normal ? CONTACT_BEND : HUGE_VALF), state->f.touch_band);
  find_wall_feature(&wall, q, &feature);
  find_wall_points(&wall, &state->f, &feature, state->searched, bend, checks_normal, q, &points);
  set_wall_simplex(run, &wall, &points, state->searched, &state->s);
  state->evaluations = points.evaluations;
  mf common = mf_and_not(state->searched, feature.outside);           // the centre of the round core is in both
  const vf margin = vf_add(state->f.touch_band, state->f.touch_band); // q is rounded as often again
  if (mf_any(common)) common = mf_and(common, wall_holds(&wall, q, margin));
  p->common = common;
  p->at = first ? wall.at : from_wall;
  if (checks_normal) {
    const vec_f n = first ? points.n : neg_f(points.n);
    p->d[0] = select_vec_f(points.known, n, direction_f(&state->s, 2));
  }
  return true;
}

LANE_INLINE void try_wall(class_run* run, const block_pairs pairs[BLOCKS], query_id goal, query_id query) {
  attempt_kind how = simple_kind(goal, TO_END);
  how.query = query;
  how.finds_common = true;
  attempt(run, pairs, how, NULL, NULL, prove_wall);
}

static LANE_NOINLINE void wall_verdict(class_run* run, const block_pairs pairs[BLOCKS]) {
  try_wall(run, pairs, OVERLAP, OVERLAP);
}
static LANE_NOINLINE void wall_distance(class_run* run, const block_pairs pairs[BLOCKS], query_id query) {
  try_wall(run, pairs, DISTANCE, query);
}

static void wall(class_run* run, const block_pairs pairs[BLOCKS], query_id query, run_mode mode) {
  (void)mode;
  if (needs_verdict(query)) {
    wall_verdict(run, pairs);
  } else {
    wall_distance(run, pairs, query);
  }
}

// clang-format off
ROUTE(circle_wall) = {WITHOUT_RECORDS(wall, search_queued)};
ROUTE(circle_wall_contact) = {WITHOUT_RECORDS(wall, search_queued), .depth = depth_by_axes, .culls_early = true};
ROUTE(circle_wall_polytope) = {WITHOUT_RECORDS(wall, search_queued), .depth = depth_by_polytope};
ROUTE(ellipse_wall) = {WITHOUT_RECORDS(wall, search_queued), .depth = depth_by_polytope, .culls_early = true};
// clang-format on

#endif

#ifdef CASE_ROWS
ROW(POINTS, WALLS, circle_wall, circle_wall, circle_wall_contact, circle_wall_polytope)
ROW(CURVED, WALLS, ellipse_wall, ellipse_wall, ellipse_wall, ellipse_wall)
#endif
