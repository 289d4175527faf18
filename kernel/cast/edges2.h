// Casts points, segments, boxes and polygons of up to 8 vertices in 2D by their edges, without a search.
//
// Two convex polygons are apart where they are along the outward normal of an edge of either (Cyrus and Beck 1978,
// "Generalized two- and three-dimensional clipping", for a line and a polygon; of two polygons for the edges of their
// difference). So the gaps of all edges (cast/gaps.h) tell what passes, and where the others touch. All is in the frame
// of B, and polygons are taken AIM bands larger than they are.
//
// A touch is written if the vertex of the one is over the edge of the other, where the gap along the normal is the
// distance. Two points touch where their circles do. What is left has the fraction before which it does not touch: also
// pairs that touch when they begin, of which some pass (cast/run.c).
#ifndef LGJK_CAST_EDGES2_H
#define LGJK_CAST_EDGES2_H

#include "cast/gaps.h"

#define AIM 2.5f   // bands
#define BEGIN 1.4f // of AIM: from so much more on, and less, a pair touches when it begins

// The ring of a side's vertices. Its first `count` are all there are.
typedef struct edge_ring {
  vec_f vertex[8], edge[8]; // an edge goes from its vertex to the next
  uint32_t count;           // 1, 4 or 8
  mf points;                // lanes of a single vertex
  mf usable;                // lanes whose core has a ring
} edge_ring;

// The edge whose gap closes last.
typedef struct last_edge {
  vec_f normal, from; // outward, of the edge's length; and the edge's first vertex, from the body's position
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
  mf told; // lanes that touch for certain
  vec_f normal, point;
} edge_answer;

// Returns the core whose row holds the rings of all shapes of a set, but for those that have none.
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
    out->vertex[i] = select_vec_f(box, corner, (vec_f){at[0], at[1]});
  }
  vec_f next = out->vertex[0];
  if (out->count == 8) { // the ring of 8 is closed by what comes after the row
    vf after[4];
    vf_load_records((const char*)table + offsetof(lgjk_shape2, after), sizeof *table, side->shape, 0, 1, after);
    next = select_vec_f(box, next, (vec_f){after[0], after[1]});
  }
  for (int i = (int)out->count - 1; i >= 0; --i) {
    out->edge[i] = sub_f(next, out->vertex[i]);
    next = out->vertex[i];
  }
}

// Fills the frame. Returns the lanes that edges can tell: of sizes whose products float holds, and whose base is near.
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

// Returns the least of n . v over a ring.
LANE_INLINE vf least_along(const edge_ring* ring, vec_f n) {
  vf least = dot_f(n, ring->vertex[0]);
  for (uint32_t i = 1; i < ring->count; ++i) least = vf_min(least, dot_f(n, ring->vertex[i]));
  return least;
}

// Returns the vertex of a ring that has the least n . v, the first of them.
LANE_INLINE vec_f vertex_along(const edge_ring* ring, vec_f n) {
  vec_f at = ring->vertex[0];
  vf least = dot_f(n, at);
  for (uint32_t i = 1; i < ring->count; ++i) {
    const vf value = dot_f(n, ring->vertex[i]);
    at = select_vec_f(vf_lt(value, least), ring->vertex[i], at);
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
    const vf away = vf_add(least_along(other, n), dot_f(n, sub_f(shift, from)));
    const mf edge = vf_lt(f->slop, size); // products of shorter ones may be denormal; any may be left out
    const vf gap = vf_select(edge, vf_sub(away, grown), none), speed = vf_select(edge, dot_f(n, way), none);
    const mf later = take_closing(&gaps->closes, gap, vf_neg(speed));
    take_opening(&gaps->opens, vf_neg(gap), speed);
    gaps->apart = mf_or(gaps->apart, mf_and(vf_eq(speed, none), vf_lt(none, gap)));
    last->normal = select_vec_f(later, n, last->normal);
    last->from = select_vec_f(later, from, last->from);
    last->of_a = mf_or(mf_and_not(last->of_a, later), of_a ? later : mf_none());
  }
}

// Tells the lanes of two points: where the circles about both touch.
LANE_INLINE void touch_points(const edge_frame* f, mf lanes, edge_answer* out) {
  const vec_f s = sub_f(add_f(f->start, f->a.vertex[0]), f->b.vertex[0]), w = f->way;
  const vf reach = vf_add(f->radius, f->slop), ww = dot_f(w, w), z = cross_f(s, w), none = vf_set(0);
  const vf root = vf_sub(vf_mul(vf_mul(reach, reach), ww), vf_mul(z, z));
  const vec_f first = sub_f(s, scale_f(w, out->way.base));
  const mf begins = vf_le(vf_sqrt(dot_f(first, first)), vf_add(reach, vf_mul(vf_set(BEGIN), f->slop)));
  const mf moves = vf_lt(none, ww), meet = mf_and_not(mf_and(moves, vf_le(none, root)), begins);
  const vf way = vf_neg(vf_add(dot_f(s, w), vf_sqrt(vf_max(root, none))));
  const vf at = vf_div(way, vf_select(moves, ww, vf_set(1)));
  const vec_f n = add_f(s, scale_f(w, at)); // from B to A
  out->way.misses = mf_or(out->way.misses, mf_and(lanes, mf_and(moves, vf_lt(root, none))));
  const vf length = vf_sqrt(dot_f(n, n));
  const mf told = mf_and(mf_and(lanes, meet), vf_lt(none, length));
  const vec_f unit = scale_f(n, vf_div(vf_set(1), vf_select(told, length, vf_set(1))));
  out->told = mf_or(out->told, told);
  out->way.fraction = vf_select(told, at, out->way.fraction);
  out->normal = select_vec_f(told, neg_f(unit), out->normal);
  out->point = select_vec_f(told, f->b.vertex[0], out->point);
}

// Tells the lanes where, when the last gap closes, a vertex is over the edge.
LANE_INLINE void touch_edge(const edge_frame* f, mf lanes, const last_edge* last, edge_answer* out) {
  const vec_f n = last->normal, e = {vf_neg(n.y), n.x}, moved = add_f(f->start, scale_f(f->way, out->way.fraction));
  const vec_f of_a = vertex_along(&f->a, n), of_b = vertex_along(&f->b, n);
  const vec_f vertex = select_vec_f(last->of_a, sub_f(of_b, moved), add_f(of_a, moved));
  const vec_f d = sub_f(vertex, last->from);
  const vf square = dot_f(n, n), along = dot_f(d, e);
  const mf over = mf_and(vf_le(vf_set(0), along), vf_le(along, square));
  const vf gap = vf_mul(vf_add(out->way.base, out->way.fraction), vf_abs(dot_f(n, f->way)));
  const mf begins = vf_le(gap, vf_mul(vf_mul(vf_set(BEGIN), f->slop), vf_sqrt(square)));
  const mf told = mf_and_not(mf_and(lanes, mf_and(over, vf_lt(vf_set(0), square))), begins);
  const vf one = vf_set(1), inverse = vf_div(one, vf_select(told, square, one));
  const vec_f foot = sub_f(vertex, scale_f(n, vf_mul(dot_f(d, n), inverse)));
  const vec_f unit = scale_f(n, vf_sqrt(inverse));
  out->told = mf_or(out->told, told);
  out->normal = select_vec_f(told, select_vec_f(last->of_a, unit, neg_f(unit)), out->normal);
  out->point = select_vec_f(told, select_vec_f(last->of_a, of_b, foot), out->point);
}

// Finds what the edges of a block tell of the lanes `usable`.
LANE_INLINE void find_edges(const edge_frame* f, mf usable, edge_answer* out) {
  const vec_f zero = {vf_set(0), vf_set(0)};
  way_gaps gaps = no_gaps();
  last_edge last = {zero, zero, mf_none()};
  take_edges(f, &f->b, &f->a, f->start, f->way, false, &gaps, &last);
  take_edges(f, &f->a, &f->b, neg_f(f->start), neg_f(f->way), true, &gaps, &last);
  judge_gaps(&gaps, f->base, usable, &out->way);
  out->told = mf_none();
  out->normal = out->point = zero;
  const mf points = mf_and(usable, mf_and(f->a.points, f->b.points));
  if (mf_bits(out->way.bounded) != 0) touch_edge(f, out->way.bounded, &last, out);
  if (mf_bits(points) != 0) touch_points(f, points, out);
}

// Writes the touch of a lane.
static inline void write_touch_of_edge(const cast_job* job, uint64_t pair, uint32_t body, double at,
                                       const float value[2 * DIM][LANES], uint32_t l) {
  const lgjk_side* b = &job->batch.b;
  float place[DIM], way[DIM] = {0};
  double normal[DIM], point[DIM];
  memcpy(place, b->pose + b->pose_stride * body, sizeof place);
  if (job->way_b != NULL) memcpy(way, job->way_b + job->way_b_stride * body, sizeof way);
  for (int k = 0; k < DIM; ++k) {
    normal[k] = (double)value[k][l];
    point[k] = (double)place[k] + at * (double)way[k] + (double)value[DIM + k][l];
  }
  cast_write(job, pair, LGJK_CAST_HIT, at, 0, normal, point, 0);
}

// Writes the answers of a block, and lists what is left.
LANE_INLINE void write_edges(const cast_job* job, const pair_block* block, vf most, const edge_answer* x,
                             cast_left* left) {
  const side_lanes* b = &block->b;
  rotation_f turn;
  float value[2 * DIM][LANES];
  unit_f(b->pose + DIM, &turn);
  const vec_f normal = rotate_f(&turn, x->normal);
  const vec_f point = sub_f(rotate_f(&turn, x->point), scale_f(normal, b->radius));
  vf_store(value[0], normal.x);
  vf_store(value[1], normal.y);
  vf_store(value[2], point.x);
  vf_store(value[3], point.y);
  double at[LANES];
  uint32_t early;
  const uint32_t told = mf_bits(x->told), known = told | mf_bits(x->way.bounded);
  const uint32_t open = find_fractions(&x->way, most, at, &early) | ~known, touch = told & ~early;
  const uint32_t lanes = lanes_of_pairs(block->pairs) & ~mf_bits(x->way.misses) & open;
  for (uint32_t bits = lanes & touch; bits != 0; bits &= bits - 1) {
    const uint32_t l = (uint32_t)__builtin_ctz(bits);
    write_touch_of_edge(job, left->first + block->pairs->pair[l], block->pairs->body_b[l], at[l], value, l);
  }
  leave_pairs(block->pairs, lanes & ~touch, known & ~early, at, left);
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
    find_edges(&f, usable, &x);
    write_edges(job, &block, look.most, &x, left);
  }
}

#endif
