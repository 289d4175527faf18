// Answers flat cores in the double run by the separating axis in double, which is exact up to rounding of double:
// polygons of up to 8 vertices, boxes, segments and points. All queries have its verdict. What it does not prove is
// searched. Two points, and distances of boxes without rounding, have shorter ways.
#ifndef LGJK_ENGINE_DOUBLE_AXES2_H
#define LGJK_ENGINE_DOUBLE_AXES2_H

#include "gjk/common_point.h"
#include "gjk/polygon_axes2.h"
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

#endif
