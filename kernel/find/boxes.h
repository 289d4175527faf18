// Boxes of the bodies of a leaf along the axes of the world, in lanes.
#ifndef LGJK_FIND_BOXES_H
#define LGJK_FIND_BOXES_H

#include "find/parting.h"

// Finds the boxes of LEAF bodies, rounded outwards: that of the circle and, if there is one, of the body's own box,
// whichever is nearer along each axis.
static void find_leaf_boxes(const find_job* job, const uint32_t body[LEAF], leaf_boxes* out) {
  const vf border = vf_set(TREE_BORDER), turned = vf_set(job->turned);
  for (uint32_t v = 0; v < LEAF; v += LANES) {
    box_lanes box;
    load_boxes(&job->tree, body + v, &box);
    for (uint32_t k = 0; k < DIM; ++k) {
      const vf c = box.centre[k], more = vf_mul(vf_add(vf_abs(c), vf_mul(box.circle, vf_set(TREE_RADIUS))), border);
      vf low, high;
      sides_of(&box, c, k, turned, &low, &high);
      vf_store(out->low[k] + v, vf_sub(low, more));
      vf_store(out->high[k] + v, vf_add(high, more));
    }
  }
}

#endif
