// The canonical run of polygons of up to 8 vertices, boxes, segments and points: their separating axis in double, which
// is exact but for rounding of double. It is the pair's verdict for every query, and the answer of nearly all pairs. A
// search is left for lanes that the axis does not prove, for two points, which have no axis, and for a common point of
// cores that overlap.
#ifndef LGJK_QUERY_CANONICAL_AXES2_H
#define LGJK_QUERY_CANONICAL_AXES2_H

#include "closed/polygon_axes2.h"
#include "query/class_run.h"

// Half a block.
typedef struct axes_end {
  axis_answer_d answer;
  vd distance; // of the shapes with their rounding, signed; 0 where they do no more than touch
  md touch;    // lanes whose shapes touch or overlap by their axis
  md ended;    // lanes that this answers
} axes_end;

// An iteration limit below FLOAT_LIMIT is that of a search.
LANE_FN bool has_canonical_axes(const lgjk_batch* batch, const pair_block* block) {
  return has_axes(block->a.core) && has_axes(block->b.core) && batch->limit >= FLOAT_LIMIT;
}

LANE_FN void find_axis_d(const pair_frame_d* f, axis_edges_d* out) {
  if (f->a.core == LGJK_CORE2_BOX && f->b.core == LGJK_CORE2_BOX) {
    find_box_axis_d(f, out);
  } else {
    find_polygon_axis_d(f, out);
  }
}

// common: whether cores that overlap want a common point.
static LANE_APART void end_by_axes(const pair_frame_d* f, bool common, axes_end* out) {
  axis_edges_d x;
  find_axis_d(f, &x);
  find_axis_answer_d(f, &x, vd_mul(vd_set(AXIS_POINT_MISS_d), f->scale), &out->answer);
  const vd touch = vd_mul(vd_set(AXES_TOUCH_CANONICAL), f->scale), d = vd_sub(out->answer.distance, f->radius);
  // the sign of the separation is the verdict of the cores, proved or not
  out->touch = md_or(md_and(x.certain, vd_le(x.separation, touch)), md_and(out->answer.proved, vd_le(d, touch)));
  out->distance = vd_select(vd_le(vd_abs(d), touch), vd_set(0), d);
  out->ended = out->answer.proved;
  if (!common) return;
  const vd least = vd_mul(vd_set(-AXES_COMMON_DEPTH), f->scale);
  out->ended = md_and_not(out->ended, vd_lt(out->answer.distance, least));
}

// The answer of the lanes that the axis ends, on the rounded shapes; of the others that touch by it, whose search has
// looked for a common point, the verdict. ra: A's rounding radius.
LANE_FN void answer_by_axes(const pair_frame_d* f, const axes_end* x, vd ra, point_choice points, answer_d* answer) {
  const vec_d n = x->answer.n;
  vec_d a = add_d(x->answer.a, scale_d(n, ra)), b = sub_d(x->answer.b, scale_d(n, vd_sub(f->radius, ra)));
  if (points == COMMON_POINTS) { // one point divides the way between the cores as the radii do
    const md flat = vd_eq(f->radius, vd_set(0));
    const vd share = vd_select(flat, vd_set(0.5), vd_div(ra, vd_select(flat, vd_set(1), f->radius)));
    const vec_d common = add_d(x->answer.a, scale_d(n, vd_mul(share, x->answer.distance)));
    a = select_vec_d(x->touch, common, a);
    b = select_vec_d(x->touch, common, b);
    answer->b = select_vec_d(md_and_not(x->touch, answer->overlapping), answer->a, answer->b);
  }
  answer->a = select_vec_d(x->ended, a, answer->a);
  answer->b = select_vec_d(x->ended, b, answer->b);
  answer->distance = vd_select(x->ended, x->distance, answer->distance);
  answer->overlapping = md_or(md_and_not(answer->overlapping, x->ended), x->touch);
}

#endif
