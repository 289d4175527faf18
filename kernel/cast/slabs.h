// Where a way meets the boxes of a tree, in lanes.
#ifndef LGJK_CAST_SLABS_H
#define LGJK_CAST_SLABS_H

#include "cast/slab_way.h"
#include "lane/lane.h"

// Finds where a way enters each of LEAF boxes, by a fraction that is not after its touch. Returns the boxes that it
// meets up to w->to, as bits. `low`, `high`: DIM fields each.
static uint32_t meet_slabs(const float* low, const float* high, const slab_way* w, float enter[LEAF]) {
  uint32_t bits = 0;
  for (uint32_t v = 0; v < LEAF; v += LANES) {
    vf first = vf_set(0), last = vf_set(w->to);
    for (uint32_t k = 0; k < DIM; ++k) {
      const vf l = vf_load(low + LEAF * k + v), h = vf_load(high + LEAF * k + v), border = vf_set(2 * TREE_BORDER);
      const vf at = vf_set(w->at[k]), inverse = vf_set(w->inverse[k]), reach = vf_set(w->reach[k]);
      const vf down = vf_mul(vf_sub(vf_sub(vf_sub(l, reach), vf_mul(vf_abs(l), border)), at), inverse);
      const vf up = vf_mul(vf_sub(vf_add(vf_add(h, reach), vf_mul(vf_abs(h), border)), at), inverse);
      const bool ahead = w->inverse[k] > 0;
      first = vf_max(ahead ? down : up, first);
      last = vf_min(ahead ? up : down, last);
    }
    first = vf_mul(first, vf_set(2 - SLAB_OUTWARDS));
    bits |= mf_bits(vf_le(first, vf_mul(last, vf_set(SLAB_OUTWARDS)))) << v;
    vf_store(enter + v, first);
  }
  return bits;
}

// The same of the circles of a leaf.
static uint32_t meet_circles(const float* leaf, const slab_way* w, float enter[LEAF]) {
  float low[DIM][LEAF], high[DIM][LEAF];
  for (uint32_t v = 0; v < LEAF; v += LANES) {
    const vf radius = vf_mul(vf_load(leaf + LEAF * FIELD_RADIUS + v), vf_set(TREE_RADIUS));
    for (uint32_t k = 0; k < DIM; ++k) {
      const vf c = vf_load(leaf + LEAF * k + v), more = vf_mul(vf_add(vf_abs(c), radius), vf_set(TREE_BORDER));
      vf_store(low[k] + v, vf_sub(vf_sub(c, radius), more));
      vf_store(high[k] + v, vf_add(vf_add(c, radius), more));
    }
  }
  return meet_slabs(low[0], high[0], w, enter);
}

// Finds where a way enters what is at a place, a node or leaf, and returns what it meets, as bits.
static uint32_t meet_entries(const find_tree* tree, uint32_t place, const slab_way* way, float enter[LEAF]) {
  const uint32_t number = place & PLACE_NUMBER, level = place >> PLACE_BITS;
  const uint32_t at = number * LEAF, all = tree_count(tree, level);
  const uint32_t there = all - at < LEAF ? (1u << (all - at)) - 1 : (1u << LEAF) - 1;
  if (level > 0) {
    const float* node = tree->node[level - 1] + (size_t)number * NODE;
    return there & meet_slabs(node, node + DIM * LEAF, way, enter);
  }
  const float* leaf = tree_leaf(tree, number);
  if (!tree->boxed) return there & meet_circles(leaf, way, enter);
  return there & meet_slabs(leaf + FIELD_LOW * LEAF, leaf + FIELD_HIGH * LEAF, way, enter);
}

#endif
