// Where a way meets the boxes of a tree, in lanes.
#ifndef LGJK_CAST_SLABS_H
#define LGJK_CAST_SLABS_H

#include "cast/packet.h"
#include "find/meeting.h"
#include "lane/lane.h"

// The fractions of a way from the last side that it enters a box by to the first that it leaves it by.
typedef struct slab_span {
  vf first, last;
} slab_span;

LANE_INLINE void take_sides(const slab_way* w, uint32_t k, vf near, vf far, slab_span* span) {
  const vf inverse = vf_set(w->inverse[k]);
  span->first = vf_max(vf_mul(vf_sub(near, vf_set(w->near[k])), inverse), span->first);
  span->last = vf_min(vf_mul(vf_sub(far, vf_set(w->far[k])), inverse), span->last);
}

// Writes where the way enters boxes, by fractions that are not after its touch. Returns those that it meets, as bits.
LANE_INLINE uint32_t judge_span(const slab_span* span, float enter[LANES]) {
  const vf first = vf_mul(span->first, vf_set(2 - SLAB_OUTWARDS));
  vf_store(enter, first);
  return mf_bits(vf_le(first, vf_mul(span->last, vf_set(SLAB_OUTWARDS))));
}

// Finds where a way enters each of LEAF boxes. Returns the boxes that it meets up to w->to, as bits. `sides`: DIM
// fields of low sides, then those of high ones.
LANE_INLINE uint32_t meet_slabs(const float* sides, const slab_way* w, float enter[LEAF]) {
  const float *near[DIM], *far[DIM];
  for (uint32_t k = 0; k < DIM; ++k) {
    near[k] = sides + w->near_side[k];
    far[k] = sides + w->far_side[k];
  }
  uint32_t bits = 0;
  for (uint32_t v = 0; v < LEAF; v += LANES) {
    slab_span span = {vf_set(0), vf_set(w->to)};
    for (uint32_t k = 0; k < DIM; ++k) take_sides(w, k, vf_load(near[k] + v), vf_load(far[k] + v), &span);
    bits |= judge_span(&span, enter + v) << v;
  }
  return bits;
}

// The same of the circles of a leaf. The box of a circle may be far larger than its coordinates, and is rounded
// outwards here.
LANE_INLINE uint32_t meet_circles(const float* leaf, const slab_way* w, float enter[LEAF]) {
  uint32_t bits = 0;
  for (uint32_t v = 0; v < LEAF; v += LANES) {
    slab_span span = {vf_set(0), vf_set(w->to)};
    const vf radius = vf_mul(vf_load(leaf + LEAF * FIELD_RADIUS + v), vf_set(TREE_RADIUS + 4 * TREE_BORDER));
    for (uint32_t k = 0; k < DIM; ++k) {
      const vf c = vf_load(leaf + LEAF * k + v), toward = vf_flip_sign(radius, vf_set(w->inverse[k]));
      take_sides(w, k, vf_sub(c, toward), vf_add(c, toward), &span);
    }
    bits |= judge_span(&span, enter + v) << v;
  }
  return bits;
}

// Returns the bodies of a leaf whose boxes a way meets, as bits. A way without end meets places that hold none.
LANE_INLINE uint32_t meet_leaf(const find_tree* tree, uint32_t number, const slab_way* way) {
  float enter[LEAF];
  const float* leaf = tree_leaf(tree, number);
  const uint32_t left = tree->bodies - number * LEAF, there = left < LEAF ? (1u << left) - 1 : (1u << LEAF) - 1;
  return there & (tree->boxed ? meet_slabs(leaf + FIELD_LOW * LEAF, way, enter) : meet_circles(leaf, way, enter));
}

// ---------------------------------------------------------------- packets of ways

// Returns the ways of a packet that meet a box, as bits.
LANE_INLINE uint32_t ways_meeting(const way_packet* p, const vf low[DIM], const vf high[DIM]) {
  uint32_t bits = 0;
  float enter[LANES];
  for (uint32_t v = 0; v < p->count; v += LANES) {
    slab_span span = {vf_set(0), vf_load(p->to + v)};
    for (uint32_t k = 0; k < DIM; ++k) {
      const vf inverse = vf_load(p->inverse[k] + v);
      const vf one = vf_mul(vf_sub(low[k], vf_load(p->above[k] + v)), inverse);
      const vf other = vf_mul(vf_sub(high[k], vf_load(p->below[k] + v)), inverse);
      span.first = vf_max(vf_min(one, other), span.first);
      span.last = vf_min(vf_max(one, other), span.last);
    }
    bits |= judge_span(&span, enter) << v;
  }
  return bits;
}

// Finds the bodies that the ways of a packet meet. Returns false if its box meets too many leaves.
static bool walk_packet(const find_tree* tree, const way_packet* p, packet_bodies* out) {
  vf low[DIM], high[DIM];
  for (uint32_t k = 0; k < DIM; ++k) {
    low[k] = vf_set(p->low[k]);
    high[k] = vf_set(p->high[k]);
  }
  out->leaves = leaves_meeting(tree, tree->node, low, high, PACKET_LEAVES, out->leaf);
  if (out->leaves > PACKET_LEAVES) return false;
  for (uint32_t n = 0; n < out->leaves; ++n) {
    float body_low[DIM][LEAF], body_high[DIM][LEAF];
    const uint32_t left = tree->bodies - out->leaf[n] * LEAF;
    for (uint32_t v = 0; v < LEAF; v += LANES) {
      for (uint32_t k = 0; k < DIM; ++k) {
        vf side[2];
        body_borders(tree, tree_leaf(tree, out->leaf[n]), k, v, &side[0], &side[1]);
        vf_store(body_low[k] + v, side[0]);
        vf_store(body_high[k] + v, side[1]);
      }
    }
    uint32_t met = boxes_meeting(body_low[0], body_high[0], low, high);
    if (left < LEAF) met &= (1u << left) - 1;
    memset(out->ways[n], 0, sizeof out->ways[n]);
    for (; met != 0; met &= met - 1) {
      const uint32_t i = (uint32_t)__builtin_ctz(met);
      vf from[DIM], to[DIM];
      for (uint32_t k = 0; k < DIM; ++k) {
        from[k] = vf_set(body_low[k][i]);
        to[k] = vf_set(body_high[k][i]);
      }
      out->ways[n][i] = (uint16_t)(ways_meeting(p, from, to) & ((1u << p->count) - 1));
    }
  }
  return true;
}

// ---------------------------------------------------------------- a way by itself

// Takes a way down the tree to the next leaf with bodies that it meets. Returns these, as bits; or none if a candidate
// is next, or nothing is left. Places of a node that hold nothing are met by none.
static uint32_t walk_way(const find_tree* tree, way_walk* w, uint32_t* leaf) {
  while (!has_candidate(w)) {
    float enter[LEAF];
    const uint32_t place = place_of(w->entry[--w->count]), level = place >> PLACE_BITS, number = place & PLACE_NUMBER;
    if (level == 0) {
      const uint32_t met = meet_leaf(tree, number, &w->slabs);
      *leaf = number;
      if (met != 0) return met;
      continue;
    }
    uint32_t met = meet_slabs(tree->node[level - 1] + (size_t)number * NODE, &w->slabs, enter);
    const uint32_t first = first_sorted(w), below = (level - 1) << PLACE_BITS | number * LEAF;
    const uint32_t left = tree_count(tree, level) - number * LEAF; // a way without end meets entries that are none
    if (left < LEAF) met &= (1u << left) - 1;
    for (; met != 0; met &= met - 1) {
      const uint32_t i = (uint32_t)__builtin_ctz(met);
      add_entry(w, first, entry_of(enter[i], below + i));
    }
  }
  return 0;
}

#endif
