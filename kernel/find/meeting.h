// The boxes of shapes and of a tree, and which of these meet another one, in lanes.
#ifndef LGJK_FIND_MEETING_H
#define LGJK_FIND_MEETING_H

#include "find/tree.h"
#include "lane/lane.h"

// Finds the boxes of LANES bodies of a leaf along an axis, as bound_circles of find/build.c.
LANE_INLINE void body_borders(const find_tree* tree, const float* leaf, uint32_t axis, uint32_t v, vf* low, vf* high) {
  if (tree->boxed) {
    *low = vf_load(leaf + LEAF * (FIELD_LOW + axis) + v);
    *high = vf_load(leaf + LEAF * (FIELD_HIGH + axis) + v);
    return;
  }
  const vf radius = vf_mul(vf_load(leaf + LEAF * FIELD_RADIUS + v), vf_set(TREE_RADIUS));
  const vf c = vf_load(leaf + LEAF * axis + v), more = vf_mul(vf_add(vf_abs(c), radius), vf_set(TREE_BORDER));
  *low = vf_sub(vf_sub(c, radius), more);
  *high = vf_add(vf_add(c, radius), more);
}

// Loads the boxes of shapes: centres, and half extents.
LANE_INLINE void load_extents(const float* boxes, const uint32_t shape[LANES], vf centre[DIM], vf half[DIM]) {
  enum { EXTENTS = 2 * DIM * sizeof(float) };
  vf front[4], back[4];
  const vf* halves = DIM == 2 ? front + 2 : back + 1;
  vf_load_records((const char*)boxes, EXTENTS, shape, 0, 1, front);
  if (DIM == 3) vf_load_records((const char*)(boxes + 2), EXTENTS, shape, 0, 1, back);
  for (int k = 0; k < DIM; ++k) {
    centre[k] = front[k];
    half[k] = halves[k];
  }
}

// Returns which of LEAF boxes meet another one, as bits. `low`, `high`: DIM fields each.
LANE_INLINE uint32_t boxes_meeting(const float* low, const float* high, const vf* from, const vf* to) {
  uint32_t bits = 0;
  for (uint32_t v = 0; v < LEAF; v += LANES) {
    mf meet = mf_and(vf_le(vf_load(low + v), to[0]), vf_le(from[0], vf_load(high + v)));
    for (uint32_t k = 1; k < DIM; ++k) {
      const mf along = mf_and(vf_le(vf_load(low + LEAF * k + v), to[k]), vf_le(from[k], vf_load(high + LEAF * k + v)));
      meet = mf_and(meet, along);
    }
    bits |= mf_bits(meet) << v;
  }
  return bits;
}

// Writes the leaves whose boxes a box meets. `nodes`: of the tree. Returns how many there are, or more than `most` if
// there are more; then only the first `most` are written.
static uint32_t leaves_meeting(const find_tree* tree, float* const* nodes, const vf low[DIM], const vf high[DIM],
                               uint32_t most, uint32_t* leaf) {
  uint32_t stack[TREE_LEVELS * LEAF], top = 0, count = 0;
  if (tree->leaves > 0) stack[top++] = tree->levels << PLACE_BITS;
  while (top > 0 && count <= most) {
    const uint32_t place = stack[--top], level = (place >> PLACE_BITS) - 1, at = (place & PLACE_NUMBER) * LEAF;
    const float* node = nodes[level] + (size_t)at / LEAF * NODE;
    const uint32_t left = tree_count(tree, level + 1) - at;
    uint32_t near = boxes_meeting(node, node + LEAF * DIM, low, high);
    if (left < LEAF) near &= (1u << left) - 1; // a box without end meets entries that are none
    for (; near != 0; near &= near - 1) {
      const uint32_t entry = at + (uint32_t)__builtin_ctz(near);
      if (level > 0) {
        stack[top++] = level << PLACE_BITS | entry;
      } else if (count++ < most) {
        leaf[count - 1] = entry;
      }
    }
  }
  return count;
}

#endif
