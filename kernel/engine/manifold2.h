// Writes manifolds in 2D. gjk/manifold2.h makes them of the edges that face each other.
#ifndef LGJK_ENGINE_MANIFOLD2_H
#define LGJK_ENGINE_MANIFOLD2_H

#include "engine/class_run.h"
#include "gjk/ellipses2.h"
#include "gjk/manifold2.h"

// Reads what kind of round core the lanes of a side have, for gjk/ellipses2.h.
LANE_INLINE round_kind kind_of_round(const side_lanes* side) {
  return (round_kind){mf_not(curved_lanes(side)), side->header[HEADER_BOUND], side->header[HEADER_INNER]};
}

// The edges with which the cores of a block face each other.
typedef struct facing_edges {
  facing_edge a, b;
  mf known; // the lanes that have them
} facing_edges;

LANE_INLINE void store_manifolds(const lgjk_batch* batch, const pair_block* block, const found_lanes* found,
                                 const manifold_lanes* m) {
  const manifold_point *p = &m->point[0], *q = &m->point[1];
  const vf word[12] = {vf_of(vi_truncate(m->count)),
                       found->normal.x,
                       found->normal.y,
                       vf_set(0),
                       p->position.x,
                       p->position.y,
                       p->separation,
                       vf_of(p->id),
                       q->position.x,
                       q->position.y,
                       q->separation,
                       vf_of(q->id)};
  _Static_assert(sizeof(lgjk_manifold2) == sizeof(float[12]), "three quads of 16 bytes");
  const uint32_t lanes = manifolds_to_write(block, found), *pair = block->pairs->pair;
  if (lanes == ALL_LANES) {
    store_whole_manifolds(batch->results.manifold2, pair, word, 3);
  } else {
    vf copy[12]; // the address of `word` would keep it in memory for whole blocks, too
    memcpy(copy, word, sizeof copy);
    store_some_manifolds(batch->results.manifold2, pair, lanes, copy, 3);
  }
}

// Returns the contacts that a block's results hold.
LANE_INLINE touch_lanes touch_of(const pair_block* block, const found_lanes* found) {
  return (touch_lanes){.origin = position(&block->a),
                       .n = found->normal,
                       .a = found->a,
                       .b = found->b,
                       .distance = found->distance,
                       .radius_a = block->a.radius,
                       .radius_b = block->b.radius};
}

// Finds the edges that face each other along the normal in `lanes`. `f`: the frame of the block if that has all
// vertices, else NULL.
static LANE_NOINLINE void face_edges(const lgjk_batch* batch, const pair_block* block, const pair_frame_f* f, mf lanes,
                                     vec_f n, facing_edges* edges) {
  pair_block loaded;
  pair_frame_f own;
  facing_edge a, b;
  if (f == NULL) {
    loaded.pairs = block->pairs;
    load_block(batch, block->a.core, block->b.core, WHOLE_CORE, &loaded);
    frame_block(batch, &loaded, &own);
    f = &own;
  }
  if (!mf_any(edges->known)) {
    find_facing_edges(f, &n, mf_bits(lanes), &edges->a, &edges->b);
    return;
  }
  find_facing_edges(f, &n, mf_bits(lanes), &a, &b);
  edges->a = select_facing_edge(lanes, &a, &edges->a);
  edges->b = select_facing_edge(lanes, &b, &edges->b);
}

// Writes the manifolds of a block's decided lanes. `whole`: whether the block has all vertices.
static LANE_NOINLINE void write_edge_manifolds(const lgjk_batch* batch, const pair_block* block, const pair_frame_f* f,
                                               bool whole, const found_lanes* found, facing_edges* edges) {
  const mf touching = lanes_within_margin(batch, found, lanes_of(block)), facing = mf_and_not(touching, edges->known);
  manifold_lanes m;
  if (!mf_any(touching)) {
    write_no_points(batch->results.manifold2, block->pairs, manifolds_to_write(block, found), found);
    return;
  }
  if (mf_any(facing)) face_edges(batch, block, whole ? f : NULL, facing, found->normal, edges);
  const touch_lanes t = touch_of(block, found);
  find_manifold(f, &t, batch->margin, &edges->a, &edges->b, touching, &m);
  store_manifolds(batch, block, found, &m);
}

// Writes the manifolds of a block that may be short of vertices.
static LANE_NOINLINE void write_manifolds(const class_run* run, const pair_block* block, const pair_frame_f* f,
                                          const found_lanes* found) {
  const lgjk_batch* batch = run->batch;
  if (!is_round_core(block->a.core) || !is_round_core(block->b.core)) {
    facing_edges edges;
    edges.known = mf_none();
    write_edge_manifolds(batch, block, f, false, found, &edges);
    return;
  }
  manifold_lanes m;
  const touch_lanes t = touch_of(block, found);
  find_one_point_manifold(&t, lanes_within_margin(batch, found, lanes_of(block)), &m);
  store_manifolds(batch, block, found, &m);
}

#endif
