// Answers flat cores in the double run by the separating axis in double, which is exact up to rounding of double:
// polygons of up to 8 vertices, boxes, segments and points. All queries have its verdict. What it does not prove is
// searched. Two points, and distances of boxes without rounding, have shorter ways.
#ifndef LGJK_ENGINE_DOUBLE_AXES2_H
#define LGJK_ENGINE_DOUBLE_AXES2_H

#include "gjk/certify.h"
#include "gjk/manifold2.h"
#include "engine/contact.h"

// The answers of half a block that are found without a search.
typedef struct axes_end {
  axis_answer_d answer;
  vd distance; // of the shapes with their rounding, signed; 0 where they do no more than touch
  md touch;    // lanes whose shapes touch or overlap
  md ended;    // lanes that this answers
} axes_end;

LANE_INLINE bool may_be_points(const pair_block* block) {
  return may_be_point(block->a.core) && may_be_point(block->b.core);
}

// Returns whether the double run may use the axis. An iteration limit below FLOAT_LIMIT is meant for a search.
LANE_INLINE bool has_double_axes(const lgjk_batch* batch, const pair_block* block) {
  return ring_count(block->a.core) > 0 && ring_count(block->b.core) > 0 && batch->limit >= FLOAT_LIMIT;
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

LANE_INLINE void end_where_proved(const pair_frame_d* f, axes_end* out) {
  const vd touch = vd_mul(vd_set(AXES_TOUCH_DOUBLE), f->scale), d = vd_sub(out->answer.distance, f->radius);
  out->touch = md_and(out->answer.proved, vd_le(d, touch));
  out->distance = vd_select(vd_le(vd_abs(d), touch), vd_set(0), d);
  out->ended = out->answer.proved;
}

// Returns whether the difference of two cores has an area. If both are along one line, edges cannot decide whether they
// are apart or touch.
LANE_INLINE bool has_area(const pair_frame_d* f) {
  return !is_point_or_segment_core(f->a.core) || !is_point_or_segment_core(f->b.core);
}

// Ends lanes at their axis. If the points are not proved, the sign of the separation is the verdict of the cores.
// Inlined: one copy for all callers would put its temporaries on the stack beside theirs.
LANE_INLINE void end_at_axis(const pair_frame_d* f, axis_edges_d* x, axes_end* out) {
  find_axis_d(f, x);
  find_axis_answer_d(f, x, vd_mul(vd_set(AXIS_POINT_MISS_d), f->scale), &out->answer);
  end_where_proved(f, out);
  if (!has_area(f)) return;
  const md meet = md_and(x->certain, vd_le(x->separation, vd_mul(vd_set(AXES_TOUCH_DOUBLE), f->scale)));
  out->touch = md_or(out->touch, md_and_not(meet, out->ended));
}

// Returns the most that a distance may be off 0 if float cannot distinguish the pair from touching.
LANE_INLINE vd certain_touch(const pair_frame_d* f) {
  return vd_mul(vd_set((double)TOUCH_FOR_CERTAIN * TOUCH_BAND_FLAT), f->scale);
}

// Ends verdicts of polygons. Near touching, the points along the axis have the verdict.
LANE_INLINE void end_verdicts(const pair_frame_d* f, axes_end* out) {
  axis_verdict_d x;
  const vd touch = vd_mul(vd_set(AXES_TOUCH_DOUBLE), f->scale), far = vd_add(f->radius, certain_touch(f));
  find_axis_verdict_d(f, touch, far, vd_mul(vd_set(AXIS_POINT_MISS_d), f->scale), &x);
  out->answer = x.answer;
  out->answer.proved = md_or(out->answer.proved, md_or(x.meet, x.apart));
  end_where_proved(f, out);
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

// Leaves a distance of cores that overlap to the search: the points of an axis are common to both cores only if these
// do no more than touch.
LANE_INLINE void leave_deep_undecided(const pair_frame_d* f, axes_end* out) {
  out->ended = md_and(out->ended, vd_le(vd_neg(certain_touch(f)), out->answer.distance));
}

// Ends the lanes that need no search. Returns whether there may be any.
LANE_INLINE bool end_without_search(const lgjk_batch* batch, const pair_block* block, const pair_frame_d* f, vd gap,
                                    query_id query, axes_end* out) {
  const bool boxes = are_box_cores(block->a.core, block->b.core);
  if (batch->limit < FLOAT_LIMIT) return false;
  if (may_be_points(block)) {
    find_points_answer(f, &out->answer);
    end_where_proved(f, out);
  } else if (boxes && query == DISTANCE) {
    simplex_d s;
    end_unrounded_boxes(f, gap, &s, out);
  } else if (!has_double_axes(batch, block) || needs_depth(query)) {
    return false;
  } else if (needs_verdict(query) && has_area(f)) {
    end_verdicts(f, out);
  } else {
    axis_edges_d x;
    end_at_axis(f, &x, out);
    leave_deep_undecided(f, out);
  }
  return true;
}

// Finds the points of the lanes that have ended, on the rounded shapes. `ra`: A's rounding radius. `two_points`:
// whether shapes that overlap have two points. One common point divides the way between the cores as the radii do.
LANE_INLINE void answer_without_search(const pair_frame_d* f, const axes_end* x, vd ra, bool two_points, vec_d* a,
                                       vec_d* b) {
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

// ------------------------------------------------------------------ contacts

// Answers contacts of flat cores by the separating axis in double (engine/double_axes2.h), narrowed to float. It
// makes the manifolds of all contacts by an axis, too.

// The contact of each lane by its axis, found in float or narrowed from double.
typedef struct axis_lanes {
  vf distance;   // of the shapes, signed
  vec_f n, a, b; // unit normal, from A to B; points of the shapes, around A's position
  mf overlapping, proved;
  vf evaluations;
  facing_edges edges; // known except where the nearest points are two vertices
} axis_lanes;

// The words of an axis in double that are narrowed to float: of its answer those before the masks, of its edges those
// before the separation.
enum {
  ANSWER_WORDS = offsetof(axis_answer_f, proved) / sizeof(vf),
  EDGE_WORDS = offsetof(axis_edges_f, separation) / sizeof(vf)
};

typedef struct narrowed_axis {
  double answer[ANSWER_WORDS][LANES], edges[EDGE_WORDS][LANES];
  uint32_t touch, ended, vertices, of_b, level; // bits of lanes
} narrowed_axis;

LANE_INLINE void store_words(const vd* word, int count, uint32_t shift, double (*to)[LANES]) {
  for (int k = 0; k < count; ++k) vd_store(to[k] + shift, word[k]);
}

LANE_INLINE void narrow_words(double (*from)[LANES], int count, vf* word) {
  for (int k = 0; k < count; ++k) word[k] = vf_narrow(from[k]);
}

// Stores the axis of half a block, with the points of the shapes in place of those of the cores.
LANE_INLINE void store_axis(const pair_frame_d* f, vd ra, const axis_edges_d* x, const axes_end* e, uint32_t shift,
                            narrowed_axis* to) {
  axis_answer_d answer = e->answer;
  answer.distance = e->distance;
  answer.a = add_d(answer.a, scale_d(answer.n, ra));
  answer.b = sub_d(answer.b, scale_d(answer.n, vd_sub(f->radius, ra)));
  store_words((const vd*)(const void*)&answer, ANSWER_WORDS, shift, to->answer);
  store_words((const vd*)(const void*)x, EDGE_WORDS, shift, to->edges);
  to->touch |= md_bits(e->touch) << shift;
  to->ended |= md_bits(e->ended) << shift;
  to->vertices |= md_bits(e->answer.vertices) << shift;
  to->of_b |= md_bits(x->of_b) << shift;
  to->level |= md_bits(x->level) << shift;
}

// Finds in double the axes of the given lanes, as bits. Other lanes are not proved.
static LANE_NOINLINE void find_axes_in_double(const lgjk_batch* batch, const pair_block* block, uint32_t lanes,
                                              axis_lanes* out) {
  narrowed_axis narrowed;
  memset(&narrowed, 0, sizeof narrowed);
  for (unsigned half = 0; half * WIDE_LANES < LANES; ++half) {
    pair_frame_d f;
    axis_edges_d x;
    axes_end e;
    if (!(lanes >> half * WIDE_LANES)) continue;
    frame_half(batch, block, half, &f);
    end_at_axis(&f, &x, &e);
    store_axis(&f, vd_widen(block->a.radius, half), &x, &e, half * WIDE_LANES, &narrowed);
  }
  axis_answer_f answer;
  axis_edges_f x;
  narrow_words(narrowed.answer, ANSWER_WORDS, (vf*)(void*)&answer);
  narrow_words(narrowed.edges, EDGE_WORDS, (vf*)(void*)&x);
  x.of_b = mf_from_bits(narrowed.of_b);
  x.level = mf_from_bits(narrowed.level);
  face_axis_edges(&x, select_vec_f(x.of_b, neg_f(x.n), x.n), &out->edges.a, &out->edges.b);
  out->distance = answer.distance;
  out->n = answer.n;
  out->a = answer.a;
  out->b = answer.b;
  out->overlapping = mf_from_bits(narrowed.touch);
  out->proved = mf_from_bits(lanes & narrowed.ended);
  out->edges.known = mf_not(mf_from_bits(narrowed.vertices));
  out->evaluations = vf_set(1);
}

// Gives doubtful lanes the verdict of their axis. Not inlined, as few blocks have such lanes; not called by a search,
// to save stack.
static LANE_NOINLINE void check_axes(const lgjk_batch* batch, const pair_block* block, double_answers* c) {
  axis_lanes x;
  find_axes_in_double(batch, block, c->doubtful, &x);
  uint32_t touching = c->doubtful & mf_bits(x.overlapping);
  c->overlapping |= touching;
  for (; touching != 0; touching &= touching - 1) {
    const uint32_t l = (uint32_t)__builtin_ctz(touching);
    c->distance[l] = 0;
    for (int k = 0; k < DIM; ++k) c->b[k][l] = c->a[k][l];
  }
}

// Fills the contacts of `lanes`. Those without a proof are not decided, unless they are bad.
LANE_INLINE void fill_axes(const lgjk_batch* batch, const pair_block* block, mf lanes, const axis_lanes* x,
                           found_lanes* found) {
  const vec_f zeros = {vf_set(0), vf_set(0)}, centre = add_f(position(&block->a), zeros);
  const mf proved = mf_and(lanes, x->proved), beyond = mf_and(proved, vf_lt(vf_set(batch->max_distance), x->distance));
  const mf reported = mf_and_not(proved, beyond);
  found->overlapping = mf_or(mf_and(proved, x->overlapping), mf_and_not(found->overlapping, lanes));
  found->beyond = mf_or(beyond, mf_and_not(found->beyond, lanes));
  found->decided = mf_bits(mf_or(proved, found->bad)) | (found->decided & ~mf_bits(lanes));
  const vf distance = vf_select(reported, x->distance, vf_select(beyond, vf_set(HUGE_VALF), vf_set(0)));
  found->distance = vf_select(lanes, distance, found->distance);
  found->normal = select_vec_f(lanes, select_vec_f(reported, x->n, zeros), found->normal);
  found->a = select_vec_f(lanes, select_vec_f(reported, add_f(centre, x->a), zeros), found->a);
  found->b = select_vec_f(lanes, select_vec_f(reported, add_f(centre, x->b), zeros), found->b);
  found->evaluations = vf_select(lanes, x->evaluations, found->evaluations);
}

// Answers the given lanes, as bits, of a loaded block in a later run; returns those that are left for a search.
static LANE_NOINLINE uint32_t write_axis_contacts(const lgjk_batch* batch, const pair_block* block, uint32_t lanes) {
  axis_lanes x;
  pair_frame_f f;
  found_lanes found = nothing_found(mf_none());
  found.adds_to_counts = true;
  find_axes_in_double(batch, block, lanes, &x);
  fill_axes(batch, block, mf_all(), &x, &found);
  clear_evaluations(batch, block->pairs, lanes & found.decided);
  write_answers(batch, block, lanes & found.decided, &found, CONTACT);
  if (batch->results.manifold2) {
    frame_block(batch, block, &f);
    write_edge_manifolds(batch, block, &f, true, &found, &x.edges);
  }
  return lanes & ~found.decided;
}

#endif
