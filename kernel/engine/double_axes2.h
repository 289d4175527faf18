// Answers flat cores near touching: polygons of up to 8 vertices, boxes, segments and points. Float chooses the
// separating axis, and double evaluates that one alone. All queries have its verdict, which is within the band of the
// truth (docs/lab/polygons.md). What it does not prove is searched. Two points, and distances of boxes without
// rounding, have shorter ways.
#ifndef LGJK_ENGINE_DOUBLE_AXES2_H
#define LGJK_ENGINE_DOUBLE_AXES2_H

#include "engine/chosen_axis2.h"
#include "engine/fill.h"
#include "gjk/certify.h"
#include "gjk/manifold2.h"

LANE_INLINE bool may_be_points(const pair_block* block) {
  return may_be_point(block->a.core) && may_be_point(block->b.core);
}

LANE_INLINE bool has_axes(const pair_block* block) {
  return ring_count(block->a.core) > 0 && ring_count(block->b.core) > 0;
}

// Finds the answers of the lanes that hold two points. Two points in one place are not proved: they have no direction.
LANE_INLINE void find_points_answer(const pair_frame_d* f, axis_answer_d* out) {
  md points = md_from_bits((1u << WIDE_LANES) - 1);
  if (is_mixed_core(f->a.core)) points = point_lanes_d(&f->a);
  if (is_mixed_core(f->b.core)) points = md_and(points, point_lanes_d(&f->b));
  out->a = rotate_d(&f->a.rotation, coordinates_d(&f->a, 0));
  out->b = add_d(f->p, rotate_d(&f->b.rotation, coordinates_d(&f->b, 0)));
  const vec_d way = sub_d(out->b, out->a);
  out->distance = vd_sqrt(dot_d(way, way));
  const md some = vd_lt(vd_mul(vd_set(AXIS_POINT_MISS_d), f->scale), out->distance);
  out->n = scale_d(way, vd_div(vd_set(1), vd_select(some, out->distance, vd_set(1))));
  out->proved = md_and(points, some);
}

// Ends lanes at the widest of all axes in double. If the points are not proved, the sign of the separation is the
// verdict of the cores. But if both cores are along one line, their difference has no area, and its edges cannot decide
// whether they are apart or touch.
LANE_INLINE void end_at_widest_axis(const pair_frame_d* f, axes_end* out) {
  axis_edges_d x;
  find_axis_d(f, &x);
  find_axis_answer_d(f, &x, vd_mul(vd_set(AXIS_POINT_MISS_d), f->scale), &out->answer);
  end_where_proved(f, out);
  if (is_point_or_segment_core(f->a.core) && is_point_or_segment_core(f->b.core)) return;
  const md meet = md_and(x.certain, vd_le(x.separation, vd_mul(vd_set(AXES_TOUCH_DOUBLE), f->scale)));
  out->touch = md_or(out->touch, md_and_not(meet, out->ended));
}

// Ends distances of boxes without rounding by the side of their difference that is next to the origin. Boxes that touch
// have a common point on it, and those that overlap have one in the triangle behind it. Boxes that are apart end there
// if that is proved.
static LANE_NOINLINE void end_unrounded_boxes(const pair_frame_d* f, vd gap, simplex_d* s, axes_end* out) {
  const vd touch = vd_mul(vd_set(AXES_TOUCH_DOUBLE), f->scale), zero = vd_set(0);
  const md unrounded = vd_eq(f->radius, zero);
  box_side_d side;
  find_box_side_d(f, &side);
  out->touch = md_and(unrounded, vd_le(side.separation, touch));
  out->ended = md_and(out->touch, vd_le(vd_neg(touch), side.separation));
  out->answer.a = out->answer.b = touching_point_d(f, &side);
  out->answer.n = (vec_d){zero, zero};
  out->answer.distance = out->distance = zero;
  const md rest = md_and_not(unrounded, out->ended);
  if (!md_any(rest)) return;
  end_at_box_edge_d(f, &side, gap, unrounded, s);
  const md near = md_and_not(s->converged, out->touch);
  vec_d a = s->p0.a, b = sub_d(s->p0.a, s->p0.w);
  s->inside = md_and(rest, side.overlap);
  out->distance = vd_select(near, vd_sqrt(dot_d(s->p0.w, s->p0.w)), zero);
  if (md_any(s->inside)) {
    vd miss_size;
    const vec_d common = common_point(s, f->scale, &miss_size);
    a = select_vec_d(s->inside, common, a);
    b = select_vec_d(s->inside, common, b);
    s->inside = md_and(s->inside, vd_le(miss_size, vd_mul(vd_set(MISS_DOUBLE), f->scale)));
  }
  const md found = md_or(near, s->inside);
  out->answer.a = select_vec_d(found, a, out->answer.a);
  out->answer.b = select_vec_d(found, b, out->answer.b);
  out->ended = md_or(out->ended, found);
}

// Ends the lanes that have a shorter way than an axis: two points, and distances of boxes without rounding. Returns
// whether there may be any.
LANE_INLINE bool end_without_axis(const lgjk_batch* batch, const pair_block* block, const pair_frame_d* f, vd gap,
                                  query_id query, axes_end* out) {
  if (batch->limit < FLOAT_LIMIT) return false;
  if (may_be_points(block)) {
    find_points_answer(f, &out->answer);
    end_where_proved(f, out);
    return true;
  }
  if (!are_box_cores(block->a.core, block->b.core) || query != DISTANCE) return false;
  simplex_d s;
  end_unrounded_boxes(f, gap, &s, out);
  return true;
}

// Finds the points of the lanes that have ended, on the rounded shapes. `ra`: A's rounding radius. `two_points`:
// whether shapes that overlap have two points. One common point divides the way between the cores as the radii do.
LANE_INLINE void round_points(const pair_frame_d* f, const axes_end* x, vd ra, bool two_points, vec_d* a, vec_d* b) {
  const vec_d n = x->answer.n;
  *a = add_d(x->answer.a, scale_d(n, ra));
  *b = sub_d(x->answer.b, scale_d(n, vd_sub(f->radius, ra)));
  if (two_points) return;
  const vd share = vd_div(ra, vd_select(vd_eq(f->radius, vd_set(0)), vd_set(1), f->radius));
  const vec_d common = add_d(x->answer.a, scale_d(n, vd_mul(share, x->answer.distance)));
  *a = select_vec_d(x->touch, common, *a);
  *b = select_vec_d(x->touch, common, *b);
}

// Returns the lanes whose search has called cores apart without a distance that is clear of its rounding.
LANE_INLINE md doubtful_lanes(const pair_frame_d* f, md searched, const answer_d* answer) {
  const md clear = md_and(answer->certified, vd_lt(vd_mul(vd_set(AXES_CLEAR), f->scale), answer->distance));
  return md_and_not(md_and_not(searched, clear), answer->overlapping);
}

// ------------------------------------------------------------------ a block

// Answers flat cores by the separating axis in double, narrowed to float.

// The contact of each lane by its axis, found in float or narrowed from double.
typedef struct axis_lanes {
  vf distance;   // of the shapes, signed
  vec_f n, a, b; // unit normal, from A to B; points of the shapes, around A's position
  mf overlapping, proved;
  vf evaluations;
  facing_edges edges; // known except where the nearest points are two vertices
} axis_lanes;

// The words of an axis in double that are narrowed to float: of its answer those before the masks.
enum { ANSWER_WORDS = offsetof(axis_answer_f, proved) / sizeof(vf) };

typedef struct narrowed_axis {
  double answer[ANSWER_WORDS][LANES];
  uint32_t touch, ended, edges; // bits of lanes; edges: lanes that have those of float
} narrowed_axis;

// Stores the lanes `which` of half a block, with the points of the shapes in place of those of the cores.
LANE_INLINE void store_axis(const pair_frame_d* f, vf radius_a, const axes_end* e, md which, unsigned half,
                            narrowed_axis* to) {
  const uint32_t shift = half * WIDE_LANES;
  const vd ra = vd_widen(radius_a, half);
  axis_answer_d answer = e->answer;
  answer.distance = e->distance;
  round_points(f, e, ra, true, &answer.a, &answer.b);
  const vd* word = (const vd*)(const void*)&answer;
  for (int k = 0; k < ANSWER_WORDS; ++k) {
    vd_store(to->answer[k] + shift, vd_select(which, word[k], vd_load(to->answer[k] + shift)));
  }
  to->touch |= md_bits(md_and(which, e->touch)) << shift;
  to->ended |= md_bits(md_and(which, e->ended)) << shift;
}

LANE_INLINE uint32_t lanes_of_half(uint32_t lanes, unsigned half) {
  return lanes >> half * WIDE_LANES & ((1u << WIDE_LANES) - 1);
}

// Evaluates the axes that float has chosen.
static LANE_NOINLINE void evaluate_chosen_axes(const lgjk_batch* batch, const pair_block* block, uint32_t lanes,
                                               const pair_frame_f* frame, const axis_edges_f* chosen,
                                               narrowed_axis* out) {
  axis_vertices v;
  gather_vertices(frame, chosen, &v);
  for (unsigned half = 0; half * WIDE_LANES < LANES; ++half) {
    const uint32_t here = lanes_of_half(lanes, half);
    pair_frame_d f;
    axes_end e;
    if (here == 0) continue;
    frame_half(batch, block, half, &f);
    end_at_chosen_axis(&f, chosen, &v, half, &e);
    store_axis(&f, block->a.radius, &e, md_and(e.ended, md_from_bits(here)), half, out);
    out->edges |= md_bits(md_and_not(e.ended, e.answer.vertices)) << half * WIDE_LANES;
  }
}

// Finds the widest axes of the few lanes, as bits, that these do not end.
static LANE_NOINLINE void evaluate_all_axes(const lgjk_batch* batch, const pair_block* block, uint32_t lanes,
                                            narrowed_axis* out) {
  for (unsigned half = 0; half * WIDE_LANES < LANES; ++half) {
    const uint32_t here = lanes_of_half(lanes, half);
    pair_frame_d f;
    axes_end e;
    if (here == 0) continue;
    frame_half(batch, block, half, &f);
    end_at_widest_axis(&f, &e);
    store_axis(&f, block->a.radius, &e, md_from_bits(here), half, out);
  }
}

// Finds in double the axes of the given lanes, as bits. Other lanes are not proved. `f`, `chosen`: the block's frame,
// and the axes that float has chosen.
static LANE_NOINLINE void find_axes_in_double(const lgjk_batch* batch, const pair_block* block, uint32_t lanes,
                                              const pair_frame_f* f, const axis_edges_f* chosen, axis_lanes* out) {
  narrowed_axis narrowed;
  axis_answer_f answer;
  memset(&narrowed, 0, sizeof narrowed);
  evaluate_chosen_axes(batch, block, lanes, f, chosen, &narrowed);
  const uint32_t left = lanes & ~narrowed.ended;
  if (left != 0) evaluate_all_axes(batch, block, left, &narrowed);
  vf* word = (vf*)(void*)&answer;
  for (int k = 0; k < ANSWER_WORDS; ++k) word[k] = vf_narrow(narrowed.answer[k]);
  const vec_f n = select_vec_f(chosen->of_b, neg_f(chosen->n), chosen->n);
  face_axis_edges(chosen, n, &out->edges.a, &out->edges.b);
  out->distance = answer.distance;
  out->n = answer.n;
  out->a = answer.a;
  out->b = answer.b;
  out->overlapping = mf_from_bits(narrowed.touch);
  out->proved = mf_from_bits(narrowed.ended);
  out->edges.known = mf_from_bits(narrowed.edges);
  out->evaluations = vf_select(out->proved, vf_set(1), vf_set(0));
  clear_evaluations(batch, block->pairs, narrowed.ended | narrowed.touch);
}

// Chooses the axis of each lane in float. Not inlined, as several runs call it.
static LANE_NOINLINE void choose_axes(const pair_frame_f* f, axis_edges_f* out) { find_axis_f(f, out); }

// Gives doubtful lanes the verdict of their axis. Not inlined, as few blocks have such lanes; not called by a search,
// to save stack.
static LANE_NOINLINE void check_axes(const lgjk_batch* batch, const pair_block* block, double_answers* c) {
  axis_lanes x;
  axis_edges_f chosen;
  pair_frame_f f;
  frame_block(batch, block, &f);
  choose_axes(&f, &chosen);
  find_axes_in_double(batch, block, c->doubtful, &f, &chosen, &x);
  uint32_t touching = c->doubtful & mf_bits(x.overlapping);
  c->overlapping |= touching;
  for (; touching != 0; touching &= touching - 1) {
    const uint32_t l = (uint32_t)__builtin_ctz(touching);
    c->distance[l] = 0;
    for (int k = 0; k < DIM; ++k) c->b[k][l] = c->a[k][l];
  }
}

// Fills the contacts of a block. Those without a proof are not decided, unless they are bad.
LANE_INLINE void fill_axes(const lgjk_batch* batch, const pair_block* block, const axis_lanes* x, found_lanes* found) {
  const vec_f zeros = {vf_set(0), vf_set(0)}, centre = add_f(position(&block->a), zeros);
  const mf beyond = mf_and(x->proved, vf_lt(vf_set(batch->max_distance), x->distance));
  const mf reported = mf_and_not(x->proved, beyond);
  found->overlapping = mf_and(x->proved, x->overlapping);
  found->beyond = beyond;
  found->decided = mf_bits(mf_or(x->proved, found->bad));
  found->distance = vf_select(reported, x->distance, vf_select(beyond, vf_set(HUGE_VALF), vf_set(0)));
  found->normal = select_vec_f(reported, x->n, zeros);
  found->a = select_vec_f(reported, add_f(centre, x->a), zeros);
  found->b = select_vec_f(reported, add_f(centre, x->b), zeros);
  found->evaluations = x->evaluations;
}

// Returns a common point of shapes that touch. It divides the way between the cores as the radii do, and is midway
// where the cores overlap.
LANE_INLINE vec_f common_of_axis(const pair_block* block, const pair_frame_f* f, vf between, const axis_lanes* x) {
  const vf zero = vf_set(0), ra = block->a.radius;
  const mf sharp = vf_eq(f->radius, zero), midway = mf_or(sharp, vf_lt(between, zero));
  const vf by_radius = vf_div(ra, vf_select(sharp, vf_set(1), f->radius));
  const vf share = vf_select(midway, vf_set(0.5f), by_radius);
  return add_f(x->a, scale_f(x->n, vf_sub(vf_mul(share, between), ra)));
}

// Fills the distances of the lanes that are proved. The common point is within a band of both shapes if their cores are
// no deeper than TOUCH_COMMON; deeper lanes are not decided.
LANE_INLINE void fill_distances_by_axes(const lgjk_batch* batch, const pair_block* block, const pair_frame_f* f,
                                        axis_lanes* x, found_lanes* found) {
  const vf between = vf_add(x->distance, f->radius);
  const mf deep = vf_lt(between, vf_mul(vf_set(-TOUCH_COMMON), f->touch_band));
  x->proved = mf_and_not(x->proved, mf_and(x->overlapping, deep));
  fill_axes(batch, block, x, found);
  fill_common_point(batch, block, mf_and(x->proved, x->overlapping), common_of_axis(block, f, between, x), found);
}

// Returns whether the double run may use the axis of a block. An iteration limit below FLOAT_LIMIT is meant for a
// search. Two points, and distances of boxes, have shorter ways.
LANE_INLINE bool uses_axes(const lgjk_batch* batch, const pair_block* block, query_id query) {
  if (!has_axes(block) || may_be_points(block) || batch->limit < FLOAT_LIMIT) return false;
  return query != DISTANCE || !are_box_cores(block->a.core, block->b.core);
}

// Answers the given lanes, as bits, of a loaded block in a later run; returns those that are left for a search.
static LANE_NOINLINE uint32_t write_axis_answers(const lgjk_batch* batch, const pair_block* block, uint32_t lanes,
                                                 query_id query) {
  axis_lanes x;
  axis_edges_f chosen;
  pair_frame_f f;
  found_lanes found = nothing_found(mf_none());
  found.adds_to_counts = true;
  frame_block(batch, block, &f);
  choose_axes(&f, &chosen);
  find_axes_in_double(batch, block, lanes, &f, &chosen, &x);
  if (needs_depth(query)) {
    fill_axes(batch, block, &x, &found);
  } else if (needs_witness(query)) {
    fill_distances_by_axes(batch, block, &f, &x, &found);
  } else {
    found.overlapping = x.overlapping;
    found.decided = mf_bits(mf_or(x.proved, x.overlapping)); // a verdict needs no points
    found.evaluations = vf_set(1);
  }
  const uint32_t ended = lanes & found.decided;
  if (needs_depth(query)) {
    write_answers(batch, block, ended, &found, CONTACT);
    if (batch->results.manifold2) write_edge_manifolds(batch, block, &f, true, &found, &x.edges);
  } else {
    write_results(batch, block, ended, &found, query);
  }
  return lanes & ~ended;
}

#endif
