// Finds in double, in lanes, where a vertex comes down on the edge whose gap closes last (cast/edges2.h), or where a
// point comes down on an end of it. All is computed of the floats of both shapes, in world axes, so that a touch is as
// exact as double, however large a shape is.
//
// A vertex that is over the edge, where the gap along its normal is the sum of the radii, touches. A point that is not
// may touch the circle about an end of the edge. It does if no other vertex is farther along the normal there.
//
// Pairs that touch when they begin are left: some of them pass (cast/begin.h).
//
// A vertex of float may be a little less deep than another. So a vertex of the larger body is no touch, if that is by
// far the larger one.
#ifndef LGJK_CAST_TOUCH2_H
#define LGJK_CAST_TOUCH2_H

#include "cast/begin.h"
#include "cast/gaps.h"

#define LARGER 4.0f // times as large as the other body

// What may touch: an edge of one body, and a vertex of the other, in the axes of their bodies. Two points have an edge
// whose ends are one.
typedef struct edge_touch {
  float from[DIM][LANES], to[DIM][LANES], vertex[DIM][LANES];
  uint32_t of_a;  // bits of lanes whose edge is A's
  uint32_t edges; // of those in which the vertex may touch the edge
  uint32_t ends;  // of those whose vertex is all of its core: it may touch an end of the edge
} edge_touch;

// A touch of each lane. Bits of `certain`: the lanes that touch for certain; of `ends`: those in which an end of the
// edge does, if it is the farthest vertex along `out`. `passes`: points that pass each other. `begins`: pairs that
// touch when they begin, or before.
typedef struct touch_answer {
  uint32_t certain, ends, passes, begins;
  double at[LANES];                        // fraction
  double normal[DIM][LANES];               // from A to B
  double point[DIM][LANES];                // on B, relative to its position
  double out[DIM][LANES], end[DIM][LANES]; // of `ends`: the direction out of the edge's body and the end, in its axes
} touch_answer;

// Half of a block, in world axes.
typedef struct touch_frame {
  md of_a;                              // lanes whose edge is A's
  rotation_d own;                       // of the edge's body
  vec_d from, edge, vertex, start, way; // the vertex starts at `start` relative to `from`, and moves along the way
  vd radius, radius_b;
} touch_frame;

typedef struct half_touch {
  md lanes;
  vd at;
  vec_d unit, on; // out of the edge's body, and the place on the edge, relative to its position
} half_touch;

LANE_INLINE vec_d widen_vec(vec_f v, unsigned half) { return (vec_d){vd_widen(v.x, half), vd_widen(v.y, half)}; }

LANE_INLINE vec_d load_vec(const float from[DIM][LANES], unsigned half) {
  return (vec_d){vd_load_float(from[0] + half * WIDE_LANES), vd_load_float(from[1] + half * WIDE_LANES)};
}

LANE_INLINE void store_vec(double to[DIM][LANES], unsigned half, vec_d v) {
  vd_store(to[0] + half * WIDE_LANES, v.x);
  vd_store(to[1] + half * WIDE_LANES, v.y);
}

LANE_INLINE void open_touch(const cast_job* job, const pair_block* block, const look_lanes* look, const edge_touch* t,
                            unsigned half, touch_frame* f) {
  const side_lanes *a = &block->a, *b = &block->b;
  const md of_a = md_from_bits(t->of_a >> half * WIDE_LANES);
  rotation_d turn_a, turn_b;
  unit_d((vd[]){vd_widen(a->pose[DIM], half), vd_widen(a->pose[DIM + 1], half)}, &turn_a);
  unit_d((vd[]){vd_widen(b->pose[DIM], half), vd_widen(b->pose[DIM + 1], half)}, &turn_b);
  const rotation_d other = {vd_select(of_a, turn_b.c, turn_a.c), vd_select(of_a, turn_b.s, turn_a.s)};
  f->own = (rotation_d){vd_select(of_a, turn_a.c, turn_b.c), vd_select(of_a, turn_a.s, turn_b.s)};
  f->of_a = of_a;
  f->from = rotate_d(&f->own, load_vec(t->from, half));
  f->edge = rotate_d(&f->own, sub_d(load_vec(t->to, half), load_vec(t->from, half)));
  f->vertex = rotate_d(&other, load_vec(t->vertex, half));
  const vec_d place = sub_d(widen_vec(position(a), half), widen_vec(position(b), half));
  const vec_d way = sub_d(widen_vec(look->way_a, half), widen_vec(look->way_b, half));
  f->way = select_vec_d(of_a, neg_d(way), way);
  f->start = sub_d(add_d(f->vertex, select_vec_d(of_a, neg_d(place), place)), f->from);
  f->radius_b = vd_widen(b->radius, half);
  f->radius = vd_add(vd_add(vd_widen(a->radius, half), f->radius_b), vd_set(job->target));
}

// Finds the touches of vertices on edges. `last`: the lanes whose vertex comes down beyond the edge's second end.
LANE_INLINE half_touch touch_edges(const touch_frame* f, md* last) {
  const vec_d e = f->edge, n = {e.y, vd_neg(e.x)};
  const vd none = vd_set(0), one = vd_set(1), square = dot_d(e, e), speed = vd_neg(dot_d(n, f->way));
  const md closes = md_and(vd_lt(none, square), vd_lt(none, speed));
  const vd length = vd_sqrt(square), inverse = vd_div(one, vd_select(closes, length, one));
  const vd gap = vd_sub(dot_d(n, f->start), vd_mul(f->radius, length));
  const vd at = vd_div(gap, vd_select(closes, speed, one));
  const vd along = dot_d(add_d(f->start, scale_d(f->way, at)), e);
  const vec_d on = add_d(f->from, scale_d(e, vd_mul(vd_mul(along, inverse), inverse)));
  *last = vd_lt(square, along);
  return (half_touch){md_and(closes, md_and(vd_le(none, along), vd_le(along, square))), at, scale_d(n, inverse), on};
}

// The same on an end of the edge. `passes`: the lanes whose vertex never does.
LANE_INLINE half_touch touch_ends(const touch_frame* f, md last, md* passes) {
  const vd none = vd_set(0), one = vd_set(1);
  const vec_d s = select_vec_d(last, sub_d(f->start, f->edge), f->start), w = f->way;
  const vd ww = dot_d(w, w), z = cross_d(s, w), root = vd_sub(vd_mul(vd_mul(f->radius, f->radius), ww), vd_mul(z, z));
  const md moves = vd_lt(none, ww);
  const vd way = vd_neg(vd_add(dot_d(s, w), vd_sqrt(vd_max(root, none))));
  const vd at = vd_div(way, vd_select(moves, ww, one));
  const vec_d d = add_d(s, scale_d(w, at));
  const vd distance = vd_sqrt(dot_d(d, d));
  const md meets = md_and(md_and(moves, vd_le(none, root)), vd_lt(none, distance));
  *passes = md_and(moves, vd_lt(root, none));
  const vec_d unit = scale_d(d, vd_div(one, vd_select(meets, distance, one)));
  return (half_touch){meets, at, unit, select_vec_d(last, add_d(f->from, f->edge), f->from)};
}

// Finds the touches of half of a block.
LANE_INLINE void touch_half(const cast_job* job, const pair_block* block, const look_lanes* look, const edge_touch* t,
                            unsigned half, touch_answer* out) {
  const unsigned first = half * WIDE_LANES;
  touch_frame f;
  md last, passes;
  open_touch(job, block, look, t, half, &f);
  half_touch x = {.lanes = md_from_bits(0)};
  last = x.lanes;
  if (t->edges != 0) x = touch_edges(&f, &last);
  const uint32_t certain = md_bits(x.lanes);
  out->certain |= certain << first;
  if ((t->ends >> first & ~certain & ((1u << WIDE_LANES) - 1)) != 0) {
    const half_touch y = touch_ends(&f, last, &passes);
    const vd at = vd_select(x.lanes, x.at, y.at);
    const vec_d unit = select_vec_d(x.lanes, x.unit, y.unit), on = select_vec_d(x.lanes, x.on, y.on);
    out->ends |= (md_bits(y.lanes) & ~certain) << first;
    out->passes |= md_bits(passes) << first;
    store_vec(out->out, half, unrotate_d(&f.own, unit));
    store_vec(out->end, half, select_vec_d(last, load_vec(t->to, half), load_vec(t->from, half)));
    x = (half_touch){x.lanes, at, unit, on};
  }
  const vd gap = vd_neg(vd_mul(dot_d(x.unit, f.way), x.at)), skin = vd_set(CAST_BEGIN_BANDS * 2 * (double)BAND_FLAT);
  out->begins |= md_bits(vd_le(gap, vd_mul(skin, vd_widen(look->reach, half)))) << first;
  const vec_d normal = select_vec_d(f.of_a, x.unit, neg_d(x.unit));
  vd_store(out->at + first, x.at);
  store_vec(out->normal, half, normal);
  store_vec(out->point, half, sub_d(select_vec_d(f.of_a, f.vertex, x.on), scale_d(normal, f.radius_b)));
}

#endif
