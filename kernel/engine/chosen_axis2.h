// Evaluates in double the one axis that float has chosen among all edges of two flat cores. This takes a seventh of the
// operations of all axes in double. docs/lab/polygons.md has the proof that the verdict is within the band.
#ifndef LGJK_ENGINE_CHOSEN_AXIS2_H
#define LGJK_ENGINE_CHOSEN_AXIS2_H

#include "gjk/manifold2.h"

// The answers of half a block that are found without a search.
typedef struct axes_end {
  axis_answer_d answer;
  vd distance; // of the shapes with their rounding, signed; 0 where they do no more than touch
  md touch;    // lanes whose shapes touch or overlap
  md ended;    // lanes that this answers
} axes_end;

LANE_INLINE void end_where_proved(const pair_frame_d* f, axes_end* out) {
  const vd touch = vd_mul(vd_set(AXES_TOUCH_DOUBLE), f->scale), d = vd_sub(out->answer.distance, f->radius);
  out->touch = md_and(out->answer.proved, vd_le(d, touch));
  out->distance = vd_select(vd_le(vd_abs(d), touch), vd_set(0), d);
  out->ended = out->answer.proved;
}

// The vertices that the axis of each lane needs, in the axes of their cores.
typedef struct axis_vertices {
  vec_f own[RING_MOST], other[RING_MOST]; // of the core of the axis's edge, and of the other core
  vec_f from, to, start, end;             // that edge, and the other core's edge that faces it
  uint32_t count;                         // vertices of either; a core that has fewer repeats its last
} axis_vertices;

LANE_INLINE vec_f vertex_of_number(const vec_f* v, uint32_t count, vf number) {
  vec_f out = v[0];
  for (uint32_t i = 1; i < count; ++i) out = select_vec_f(vf_eq(number, vf_set((float)i)), v[i], out);
  return out;
}

LANE_INLINE void gather_vertices(const pair_frame_f* f, const axis_edges_f* x, axis_vertices* out) {
  const uint32_t a = ring_count(f->a.core), b = ring_count(f->b.core);
  out->count = a > b ? a : b;
  for (uint32_t i = 0; i < out->count; ++i) {
    const vec_f of_a = ring_vertex_f(&f->a, i < a ? i : a - 1), of_b = ring_vertex_f(&f->b, i < b ? i : b - 1);
    out->own[i] = select_vec_f(x->of_b, of_b, of_a);
    out->other[i] = select_vec_f(x->of_b, of_a, of_b);
  }
  out->from = vertex_of_number(out->own, out->count, x->number);
  out->to = vertex_of_number(out->own, out->count, x->next);
  out->start = vertex_of_number(out->other, out->count, x->across.number);
  out->end = vertex_of_number(out->other, out->count, x->across.next);
}

LANE_INLINE vec_d widen_vec(vec_f v, unsigned half) { return (vec_d){vd_widen(v.x, half), vd_widen(v.y, half)}; }

// Returns how far vertices reach along d.
LANE_INLINE vd reach_of_vertices(const vec_f* v, uint32_t count, unsigned half, vec_d d) {
  vd most = dot_d(widen_vec(v[0], half), d);
  for (uint32_t i = 1; i < count; ++i) most = vd_max(dot_d(widen_vec(v[i], half), d), most);
  return most;
}

// Where the other core is, in the axes of the core of the axis's edge, around its position.
typedef struct other_place {
  rotation_d turn;
  vec_d at;
} other_place;

// Returns how far the vertices of both cores reach beyond `end` of the one and `vertex` of the other, along the way
// from the one to the other, times the length of that way.
LANE_INLINE vd rise_of_vertices(const axis_vertices* v, unsigned half, const other_place* to, const axis_edges_d* x) {
  const vec_d way = sub_d(x->across.vertex, x->end), back = neg_d(unrotate_d(&to->turn, way));
  const vd own = reach_of_vertices(v->own, v->count, half, way);
  const vd other = reach_of_vertices(v->other, v->count, half, back);
  const vd reached = vd_sub(dot_d(x->end, way), dot_d(sub_d(x->across.vertex, to->at), way));
  return vd_sub(vd_add(own, other), reached);
}

// Returns how far s is outside of an interval.
LANE_INLINE vd distance_outside(vd s, vd low, vd high) {
  return vd_max(vd_max(vd_sub(low, s), vd_sub(s, high)), vd_set(0));
}

// Evaluates the axis of half a block, in the axes of the core of its edge. The lanes of x->of_b, x->level and
// x->certain are known; the last ones lose those whose edge across does not hold the vertex across, up to `miss`. If
// both ends do, it is the one that is nearer to the axis's edge.
LANE_INLINE void evaluate_axis(const axis_vertices* v, unsigned half, const other_place* to, vd miss, axis_edges_d* x) {
  x->from = widen_vec(v->from, half);
  x->to = widen_vec(v->to, half);
  const vec_d e = sub_d(x->to, x->from), start = widen_vec(v->start, half), end = widen_vec(v->end, half);
  const vd length = vd_sqrt(vd_select(x->certain, dot_d(e, e), vd_set(1)));
  x->n = scale_d((vec_d){e.y, vd_neg(e.x)}, vd_div(vd_set(1), length));
  const vec_d back = neg_d(unrotate_d(&to->turn, x->n));
  const vd reach = reach_of_vertices(v->other, v->count, half, back), lowest = vd_sub(reach, miss);
  const md at_start = vd_le(lowest, dot_d(start, back)), at_end = vd_le(lowest, dot_d(end, back));
  x->separation = vd_sub(dot_d(x->n, sub_d(to->at, x->from)), reach);
  x->across.start = point_in_frame_d(&to->turn, to->at, start);
  x->across.end = point_in_frame_d(&to->turn, to->at, end);
  const vd low = cross_d(x->n, x->from), high = cross_d(x->n, x->to);
  const vd by_start = distance_outside(cross_d(x->n, x->across.start), low, high);
  const vd by_end = distance_outside(cross_d(x->n, x->across.end), low, high);
  const md is_start = md_and_not(at_start, md_and(at_end, vd_lt(by_end, by_start)));
  x->across.vertex = select_vec_d(is_start, x->across.start, x->across.end);
  x->certain = md_and(x->certain, md_or(at_start, at_end));
}

// Finds the points of the axis, which are the vertex across and its foot, if that is on the axis's edge in all lanes.
LANE_INLINE bool find_feet(const axis_edges_d* x, axis_answer_d* out) {
  const vec_d foot = sub_d(x->across.vertex, scale_d(x->n, x->separation));
  const vd s = cross_d(x->n, x->across.vertex);
  const md on_edge = md_and(vd_le(cross_d(x->n, x->from), s), vd_le(s, cross_d(x->n, x->to)));
  out->distance = x->separation;
  out->n = select_vec_d(x->of_b, neg_d(x->n), x->n);
  out->a = select_vec_d(x->of_b, x->across.vertex, foot);
  out->b = select_vec_d(x->of_b, foot, x->across.vertex);
  out->proved = x->certain;
  out->vertices = md_from_bits(0);
  return md_bits(on_edge) == (1u << WIDE_LANES) - 1;
}

// Finds the points where that is not so.
static LANE_NOINLINE void find_points_beside(const pair_frame_d* f, const axis_vertices* v, unsigned half,
                                             const other_place* to, vd miss, axis_edges_d* x, axis_answer_d* out) {
  find_beside_d(x);
  if (md_any(x->beside)) x->rise = rise_of_vertices(v, half, to, x);
  find_axis_answer_d(f, x, miss, out);
}

// Returns the lanes whose verdict the axis proves within the band, given points that are proved. Cores that are apart
// along an axis are apart. Cores with two points within a band of each other are no farther apart. Else float has shown
// that no other axis separates them by more than a band: its separations are off by at most AXIS_COUNTED. Two boxes
// have so few axes that all are evaluated.
LANE_INLINE md is_sure(const pair_frame_d* f, vd separation, vd in_float) {
  const vd touch = vd_mul(vd_set(AXES_TOUCH_DOUBLE), f->scale);
  if (are_box_cores(f->a.core, f->b.core)) return md_or(vd_lt(touch, separation), vd_le(box_separation_d(f), touch));
  const vd band = vd_mul(vd_set(BAND_FLAT), f->scale), most = vd_mul(vd_set(BAND_FLAT - AXIS_COUNTED), f->scale);
  return md_or(vd_le(vd_neg(band), separation), vd_le(in_float, most));
}

// Ends the lanes of half a block at the axis that float has chosen, `chosen`.
LANE_INLINE void end_at_chosen_axis(const pair_frame_d* f, const axis_edges_f* chosen, const axis_vertices* v,
                                    unsigned half, axes_end* out) {
  const uint32_t shift = half * WIDE_LANES;
  const md of_b = md_from_bits(mf_bits(chosen->of_b) >> shift);
  const rotation_d own = select_turn_d(of_b, &f->b.rotation, &f->a.rotation);
  const rotation_d other = select_turn_d(of_b, &f->a.rotation, &f->b.rotation);
  const vec_d x_of_other = unrotate_d(&own, (vec_d){other.c, other.s}), zeros = {vd_set(0), vd_set(0)};
  const other_place to = {{x_of_other.x, x_of_other.y}, unrotate_d(&own, select_vec_d(of_b, neg_d(f->p), f->p))};
  axis_edges_d x;
  x.of_b = of_b;
  x.level = md_from_bits(mf_bits(chosen->level) >> shift);
  x.certain = md_from_bits(mf_bits(chosen->certain) >> shift);
  const vd miss = vd_mul(vd_set(AXIS_POINT_MISS_d), f->scale);
  evaluate_axis(v, half, &to, miss, &x);
  axis_answer_d* answer = &out->answer;
  if (!find_feet(&x, answer)) find_points_beside(f, v, half, &to, miss, &x, answer);
  answer->proved = md_and(answer->proved, is_sure(f, x.separation, vd_widen(chosen->separation, half)));
  const vec_d centre = select_vec_d(of_b, f->p, zeros);
  answer->n = rotate_d(&own, answer->n);
  answer->a = add_d(centre, rotate_d(&own, answer->a));
  answer->b = add_d(centre, rotate_d(&own, answer->b));
  end_where_proved(f, out);
}

#endif
