// Boxes of the bodies of a leaf along the axes of the world, in lanes.
#ifndef LGJK_FIND_BOXES_H
#define LGJK_FIND_BOXES_H

#include "find/parting.h"

// Finds the boxes of LEAF bodies, rounded outwards: that of the circle and, if there is one, of the body's own box,
// whichever is nearer along each axis.
static void find_leaf_boxes(const find_job* job, const uint32_t body[LEAF], leaf_boxes* out) {
  const vf outwards = vf_set(TREE_RADIUS), border = vf_set(TREE_BORDER), turned = vf_set(job->turned);
  for (uint32_t v = 0; v < LEAF; v += LANES) {
    box_lanes box;
    load_boxes(&job->tree, body + v, &box);
    const vf r = vf_mul(box.circle, outwards);
    const mf boxed = vf_le(vf_set(0), box.half[0]);
    for (uint32_t k = 0; k < DIM; ++k) {
      const vf c = box.centre[k], more = vf_mul(vf_add(vf_abs(c), r), border), middle = vf_add(c, box.offset[k]);
      vf extent = vf_add(box.radius, vf_mul(turned, r)), low = vf_sub(c, r), high = vf_add(c, r);
      for (uint32_t l = 0; l < DIM; ++l) extent = vf_add(extent, vf_mul(box.half[l], vf_abs(box.axis[l][k])));
      extent = vf_mul(extent, outwards);
      low = vf_select(boxed, vf_max(low, vf_sub(middle, extent)), low);
      high = vf_select(boxed, vf_min(high, vf_add(middle, extent)), high);
      vf_store(out->low[k] + v, vf_sub(low, more));
      vf_store(out->high[k] + v, vf_add(high, more));
    }
  }
}

#endif
