// Casts points, segments, boxes and polygons of up to 8 vertices in 2D by their edges, without a search.
//
// Two convex polygons are apart where they are along the outward normal of an edge of either (Cyrus and Beck 1978,
// "Generalized two- and three-dimensional clipping", for a line and a polygon; of two polygons for the edges of their
// difference). So the gaps of all edges (cast/gaps.h) show which pairs pass, and where the others touch. All is in the
// frame of B, and polygons are taken AIM bands larger than they are.
//
// A touch is computed in double, and written if the vertex of the one is over the edge of the other, or if a point
// comes down on an end of it. Two points touch where their circles do. What is left has the fraction before which it
// does not touch.
#ifndef LGJK_CAST_EDGES2_H
#define LGJK_CAST_EDGES2_H

#include "cast/gaps.h"

// ---------------------------------------------------------------- touches

// Finds in double, in lanes, where a vertex comes down on the edge whose gap closes last, or where a point comes down
// on an end of it. All is computed of the floats of both shapes, in world axes, so that a touch is as exact as double,
// however large a shape is.
//
// A vertex that is over the edge, where the gap along its normal is the sum of the radii, touches. A point that is not
// may touch the circle about an end of the edge. It does if no other vertex is farther along the normal there.
//
// Pairs that touch when they begin are left: some of them pass (cast/write.h).
//
// A vertex of float may be a little less deep than another. So a vertex of the larger body is no touch, if that is by
// far the larger one.

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

LANE_INLINE vec_d load_vec(const float from[DIM][LANES], unsigned half) {
  return (vec_d){vd_load_float(from[0] + half * WIDE_LANES), vd_load_float(from[1] + half * WIDE_LANES)};
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
  const vec_d place = sub_d(widen_all_of(position(a), half), widen_all_of(position(b), half));
  const vec_d way = sub_d(widen_all_of(look->way_a, half), widen_all_of(look->way_b, half));
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
    store_all_of(out->out, half, unrotate_d(&f.own, unit));
    store_all_of(out->end, half, select_vec_d(last, load_vec(t->to, half), load_vec(t->from, half)));
    x = (half_touch){x.lanes, at, unit, on};
  }
  const vd gap = vd_neg(vd_mul(dot_d(x.unit, f.way), x.at)), skin = vd_set(CAST_BEGIN_BANDS * 2 * (double)BAND_FLAT);
  out->begins |= md_bits(vd_le(gap, vd_mul(skin, vd_widen(look->reach, half)))) << first;
  const vec_d normal = select_vec_d(f.of_a, x.unit, neg_d(x.unit));
  vd_store(out->at + first, x.at);
  store_all_of(out->normal, half, normal);
  store_all_of(out->point, half, sub_d(select_vec_d(f.of_a, f.vertex, x.on), scale_d(normal, f.radius_b)));
}

// ---------------------------------------------------------------- gaps of edges

#define AIM 2.5f // bands

// The ring of a side's vertices. Its first `count` are all there are.
typedef struct edge_ring {
  vec_f vertex[8], edge[8]; // an edge goes from its vertex to the next
  vec_f own[9];             // the vertices in the axes of their body, and the first again
  uint32_t count;           // 1, 4 or 8
  mf points;                // lanes of a single vertex
  mf usable;                // lanes whose core has a ring
} edge_ring;

// The edge whose gap closes last.
typedef struct last_edge {
  vec_f normal; // outward, of the edge's length
  vf number;    // of its first vertex
  mf of_a;
} last_edge;

// A block in the frame of B. A is at `start` where the fraction is `base`.
typedef struct edge_frame {
  edge_ring a, b;
  vec_f start, way;
  vf base, radius, slop;
  bool round; // some radius is not 0
} edge_frame;

// What a block comes to.
typedef struct edge_answer {
  way_answer way;
  touch_answer touch;
} edge_answer;

// Returns the core whose row holds the rings of all shapes of a set, except those that have none.
LANE_INLINE uint32_t ring_core(const lgjk_side* side) {
  uint32_t widest = 0; // a point
  for (uint32_t mask = side->core_mask; mask != 0; mask &= mask - 1) {
    const uint32_t core = (uint32_t)__builtin_ctz(mask);
    if (core_vertices(core) > core_vertices(widest)) widest = core;
  }
  return widest;
}

static inline bool has_ring_lanes(uint32_t core) { return ring_count(core) > 0; }
static inline bool has_long_ring(uint32_t core) { return ring_count(core) > 4; }

// Takes the ring from a row of side->core. A row repeats its vertices, so that a part of it is a ring of shorter ones.
LANE_INLINE void load_ring(const side_lanes* side, const lgjk_shape2* table, edge_ring* out) {
  const vf word = side->header[HEADER_CORE], *row = side->header + HEADER_FLOATS, x = row[0], y = row[1];
  const mf box = lanes_whose_core(is_box_core, word), eight = lanes_whose_core(has_long_ring, word);
  const int in_row = (int)core_vertices(side->core);
  out->points = lanes_whose_core(is_point_core, word);
  out->usable = lanes_whose_core(has_ring_lanes, word);
  out->count = mf_bits(eight) != 0 ? 8 : (mf_bits(out->points) ^ ALL_LANES) != 0 ? 4 : 1;
  for (int i = 0; i < (int)out->count; ++i) {
    const vec_f corner = {(i + 1) % 4 < 2 ? x : vf_neg(x), i % 4 < 2 ? y : vf_neg(y)};
    const vf* at = row + 2 * (i % in_row);
    out->own[i] = out->vertex[i] = select_vec_f(box, corner, (vec_f){at[0], at[1]});
  }
  vec_f next = out->vertex[0];
  if (out->count == 8) { // the ring of 8 is closed by what comes after the row
    vf after[4];
    vf_load_records((const char*)table + offsetof(lgjk_shape2, after), sizeof *table, side->shape, 0, 1, after);
    next = select_vec_f(box, next, (vec_f){after[0], after[1]});
  }
  out->own[out->count] = next;
  for (int i = (int)out->count - 1; i >= 0; --i) {
    out->edge[i] = sub_f(next, out->vertex[i]);
    next = out->vertex[i];
  }
}

// Fills the frame. Returns the lanes that edges can decide: of sizes whose products float holds, and whose base is
// near.
LANE_INLINE mf open_edges(const cast_job* job, const lgjk_batch* batch, const pair_block* block, const look_lanes* look,
                          edge_frame* f) {
  rotation_f turn_a, turn_b;
  load_ring(&block->a, batch->a.table, &f->a);
  load_ring(&block->b, batch->b.table, &f->b);
  const mf turned = mf_and(unit_f(block->a.pose + DIM, &turn_a), unit_f(block->b.pose + DIM, &turn_b));
  const vec_f x = unrotate_f(&turn_b, (vec_f){turn_a.c, turn_a.s});
  const rotation_f turn = {x.x, x.y};
  for (uint32_t i = 0; i < f->a.count; ++i) { // edges by themselves: between turned vertices short ones are off
    f->a.vertex[i] = rotate_f(&turn, f->a.vertex[i]);
    f->a.edge[i] = rotate_f(&turn, f->a.edge[i]);
  }
  f->base = find_base(look);
  f->start = unrotate_f(&turn_b, place_at_base(block, look, f->base));
  f->way = unrotate_f(&turn_b, look->way);
  f->radius = vf_add(vf_add(block->a.radius, block->b.radius), vf_set((float)job->target));
  f->round = mf_bits(vf_lt(vf_set(0), f->radius)) != 0;
  f->slop = vf_mul(vf_set(AIM * 2 * BAND_FLAT), look->reach);
  return mf_and(mf_and(f->a.usable, f->b.usable), mf_and(turned, is_near(look, f->start)));
}

// Returns the least of n . v over the vertices of a ring.
LANE_INLINE vf least_along(const vec_f* v, uint32_t count, vec_f n) {
  vf least = dot_f(n, v[0]);
  for (uint32_t i = 1; i < count; ++i) least = vf_min(least, dot_f(n, v[i]));
  return least;
}

// Returns the number of the vertex of a ring that has the least n . v, the first of them. `v`: the vertices.
LANE_INLINE vf number_along(const edge_ring* ring, const vec_f* v, vec_f n) {
  vf at = vf_set(0), least = dot_f(n, v[0]);
  for (uint32_t i = 1; i < ring->count; ++i) {
    const vf value = dot_f(n, v[i]);
    at = vf_select(vf_lt(value, least), vf_set((float)i), at);
    least = vf_min(value, least);
  }
  return at;
}

// Takes the edges of one side. `shift`: where the other side is, relative to it, and `way` how it moves.
LANE_INLINE void take_edges(const edge_frame* f, const edge_ring* ring, const edge_ring* other, vec_f shift, vec_f way,
                            bool of_a, way_gaps* gaps, last_edge* last) {
  const vf none = vf_set(0);
  for (uint32_t i = 0; i < ring->count && ring->count > 1; ++i) {
    const vec_f from = ring->vertex[i], n = {ring->edge[i].y, vf_neg(ring->edge[i].x)};
    const vf size = extent_f(n);
    vf grown = vf_mul(f->slop, size);
    if (f->round) grown = vf_add(grown, vf_mul(f->radius, vf_sqrt(dot_f(n, n))));
    const vf away = vf_add(least_along(other->vertex, other->count, n), dot_f(n, sub_f(shift, from)));
    const mf edge = vf_lt(f->slop, size); // products of shorter ones may be denormal; any may be left out
    const vf gap = vf_select(edge, vf_sub(away, grown), none), speed = vf_select(edge, dot_f(n, way), none);
    const mf later = take_closing(&gaps->closes, gap, vf_neg(speed));
    take_opening(&gaps->opens, vf_neg(gap), speed);
    gaps->apart = mf_or(gaps->apart, mf_and(vf_eq(speed, none), vf_lt(none, gap)));
    last->normal = select_vec_f(later, n, last->normal);
    last->number = vf_select(later, vf_set((float)i), last->number);
    last->of_a = mf_or(mf_and_not(last->of_a, later), of_a ? later : mf_none());
  }
}

// Returns the radius about a side's position.
LANE_INLINE vf radius_of(const side_lanes* side) { return vf_add(side->header[HEADER_BOUND], side->radius); }

// Copies a vertex of a lane.
LANE_INLINE void copy_vertex(const edge_ring* ring, uint32_t i, uint32_t l, float to[DIM][LANES]) {
  const char* v = (const char*)&ring->own[i] + l * sizeof(float);
  memcpy(&to[0][l], v + offsetof(vec_f, x), sizeof(float));
  memcpy(&to[1][l], v + offsetof(vec_f, y), sizeof(float));
}

// Collects the last edge of each lane, and the vertex of the other body that is the nearest to it.
LANE_INLINE void open_touches(const edge_frame* f, const last_edge* last, mf edges, mf ends, edge_touch* t) {
  float edge[LANES], of_a[LANES], of_b[LANES];
  vf_store(edge, last->number);
  vf_store(of_a, number_along(&f->a, f->a.vertex, last->normal));
  vf_store(of_b, number_along(&f->b, f->b.vertex, last->normal));
  t->of_a = mf_bits(last->of_a);
  t->edges = mf_bits(edges);
  t->ends = mf_bits(ends);
  for (uint32_t l = 0; l < LANES; ++l) {
    const bool a = t->of_a >> l & 1;
    const edge_ring *ring = a ? &f->a : &f->b, *other = a ? &f->b : &f->a;
    copy_vertex(ring, (uint32_t)edge[l], l, t->from);
    copy_vertex(ring, (uint32_t)edge[l] + (ring->count > 1), l, t->to);
    copy_vertex(other, (uint32_t)(a ? of_b : of_a)[l], l, t->vertex);
  }
}

// Returns the lanes, as bits, in which an end of an edge is the farthest vertex of its ring along the normal there.
LANE_INLINE uint32_t farthest_ends(const edge_frame* f, const edge_touch* t, const touch_answer* x) {
  const vec_f out = {vf_narrow(x->out[0]), vf_narrow(x->out[1])};
  const vec_f end = {vf_narrow(x->end[0]), vf_narrow(x->end[1])};
  const vf height = dot_f(out, end);
  const vf of_a = vf_neg(least_along(f->a.own, f->a.count, neg_f(out)));
  const vf of_b = vf_neg(least_along(f->b.own, f->b.count, neg_f(out)));
  return mf_bits(vf_le(vf_select(mf_from_bits(t->of_a), of_a, of_b), height));
}

// Finds the touches of the lanes `usable`.
LANE_INLINE void find_touches(const cast_job* job, const pair_block* block, const look_lanes* look, const edge_frame* f,
                              const last_edge* last, mf usable, edge_answer* out) {
  touch_answer* x = &out->touch;
  edge_touch t;
  const mf points = mf_and(f->a.points, f->b.points), known = mf_or(out->way.bounded, mf_and(usable, points));
  x->certain = x->ends = x->passes = x->begins = 0;
  if (mf_bits(known) == 0) return;
  const mf round = mf_and(mf_or(f->a.points, f->b.points), vf_lt(vf_set(0), f->radius));
  open_touches(f, last, out->way.bounded, mf_and(known, round), &t);
  for (unsigned half = 0; half * WIDE_LANES < LANES; ++half) touch_half(job, block, look, &t, half, x);
  const vf size_a = radius_of(&block->a), size_b = radius_of(&block->b), larger = vf_set(LARGER);
  const vf of_vertex = vf_select(last->of_a, size_b, size_a), of_edge = vf_select(last->of_a, size_a, size_b);
  x->certain &= mf_bits(mf_and(mf_from_bits(t.edges), vf_le(of_vertex, vf_mul(larger, of_edge))));
  x->ends &= t.ends;
  x->passes &= t.ends; // else whether two points of no radius pass would depend on the lanes beside them
  if (x->ends != 0) x->certain |= x->ends & farthest_ends(f, &t, x);
  x->certain &= ~x->begins;
  out->way.misses = mf_or(out->way.misses, mf_and(mf_and(usable, points), mf_from_bits(x->passes)));
}

// Finds the answers of the lanes `usable` from the edges of a block.
LANE_INLINE void find_edges(const cast_job* job, const pair_block* block, const look_lanes* look, const edge_frame* f,
                            mf usable, edge_answer* out) {
  const vec_f zero = {vf_set(0), vf_set(0)};
  way_gaps gaps = no_gaps();
  last_edge last = {zero, vf_set(0), mf_none()}; // of two points: no edge
  take_edges(f, &f->b, &f->a, f->start, f->way, false, &gaps, &last);
  take_edges(f, &f->a, &f->b, neg_f(f->start), neg_f(f->way), true, &gaps, &last);
  judge_gaps(&gaps, f->base, usable, &out->way);
  find_touches(job, block, look, f, &last, usable, out);
}

// Writes the answers of a block, and lists what is left.
LANE_INLINE void write_edges(const cast_job* job, const pair_block* block, vf most, edge_answer* x, cast_left* left) {
  double at[LANES];
  float end[LANES];
  uint32_t early;
  const uint32_t known = mf_bits(x->way.bounded);
  const uint32_t open = find_fractions(&x->way, most, at, &early) | ~known | x->touch.certain;
  const uint32_t lanes = lanes_of_pairs(block->pairs) & ~mf_bits(x->way.misses) & open;
  vf_store(end, most);
  for (uint32_t bits = lanes & x->touch.certain; bits != 0; bits &= bits - 1) {
    const uint32_t l = (uint32_t)__builtin_ctz(bits);
    if (x->touch.at[l] > (double)end[l]) continue;
    write_lane(job, left->first + block->pairs->pair[l], x->touch.at, x->touch.normal, x->touch.point, l);
  }
  leave_pairs(block->pairs, lanes & ~x->touch.certain, known & ~early, at, left);
}

// Casts the listed pairs, whose circles may meet.
static LANE_NOINLINE void cast_by_edges(const cast_job* job, const lgjk_batch* batch, const uint16_t* list,
                                        uint32_t listed, cast_left* left) {
  const uint32_t core_a = ring_core(&batch->a), core_b = ring_core(&batch->b);
  for (uint32_t i = 0; i < listed; i += LANES) {
    block_pairs pairs;
    pair_block block;
    look_lanes look;
    edge_frame f;
    edge_answer x;
    take_listed(batch, list + i, listed - i, &pairs);
    load_look(job, batch, core_a, core_b, left->first, &pairs, &block, &look);
    const mf usable = mf_and(open_edges(job, batch, &block, &look, &f), look_is_good(job, batch, &block, &look));
    find_edges(job, &block, &look, &f, usable, &x);
    write_edges(job, &block, look.most, &x, left);
  }
}

#endif
