// Tests whether the boxes of pairs of bodies part them, as lanegjk_find.h says, in lanes.
#ifndef LGJK_FIND_PARTING_H
#define LGJK_FIND_PARTING_H

#include "find/job.h"
#include "lane/lane.h"

// A body of each lane. One without a box has half[0] below 0.
typedef struct box_lanes {
  vf offset[DIM], axis[DIM][DIM], half[DIM], radius, circle, centre[DIM];
} box_lanes;

LANE_INLINE void load_boxes(const find_tree* tree, const uint32_t body[LANES], box_lanes* out) {
  vf record[4 * BOX_QUADS];
  if (tree->box == NULL) { // a circle or ball
    for (uint32_t k = 0; k < DIM; ++k) {
      out->centre[k] = vf_load_each((const char*)tree->centre[k], sizeof(float), body);
      out->offset[k] = vf_set(0);
      out->half[k] = vf_set(-1);
      for (uint32_t l = 0; l < DIM; ++l) out->axis[k][l] = vf_set(0);
    }
    out->radius = vf_set(0);
    out->circle = vf_load_each((const char*)tree->radius, sizeof(float), body);
    return;
  }
  vf_load_records((const char*)tree->box, sizeof(find_box), body, 0, BOX_QUADS, record);
  const vf* axes = record + offsetof(find_box, axis) / sizeof(float);
  for (uint32_t k = 0; k < DIM; ++k) {
    out->offset[k] = record[k];
    out->half[k] = record[offsetof(find_box, half) / sizeof(float) + k];
    out->centre[k] = record[offsetof(find_box, centre) / sizeof(float) + k];
#if DIM == 2
    out->axis[0][k] = axes[k];
    out->axis[1][k] = k == 0 ? vf_neg(axes[1]) : axes[0];
#else
    for (uint32_t l = 0; l < DIM; ++l) out->axis[k][l] = axes[DIM * k + l];
#endif
  }
  out->radius = record[offsetof(find_box, radius) / sizeof(float)];
  out->circle = record[offsetof(find_box, circle) / sizeof(float)];
}

LANE_INLINE vf lane_dot(const vf* a, const vf* b) {
  vf sum = vf_mul(a[0], b[0]);
  for (uint32_t k = 1; k < DIM; ++k) sum = vf_add(sum, vf_mul(a[k], b[k]));
  return sum;
}

// Returns the lanes in which an axis of the box parts it from the circle of the other body.
LANE_INLINE mf circles_part(const box_lanes* box, const vf way[DIM], vf radius, vf gap) {
  mf apart = mf_none();
  vf d[DIM];
  for (uint32_t k = 0; k < DIM; ++k) d[k] = vf_sub(way[k], box->offset[k]);
  for (uint32_t k = 0; k < DIM; ++k) {
    const vf reach = vf_add(vf_add(box->half[k], box->radius), vf_add(radius, gap));
    apart = mf_or(apart, vf_lt(reach, vf_abs(lane_dot(d, box->axis[k]))));
  }
  return mf_and(apart, vf_le(vf_set(0), box->half[0]));
}

// Returns the lanes in which an axis of the box parts it from that of the other body. `cosine`: of the axes of the box
// with those of the other, absolute; the first index is the box's.
LANE_INLINE mf boxes_part(const box_lanes* box, const box_lanes* other, vf (*cosine)[DIM], const vf way[DIM], vf gap) {
  mf apart = mf_none();
  vf d[DIM];
  for (uint32_t k = 0; k < DIM; ++k) d[k] = vf_add(way[k], vf_sub(other->offset[k], box->offset[k]));
  for (uint32_t k = 0; k < DIM; ++k) {
    vf extent = vf_add(other->radius, gap);
    for (uint32_t l = 0; l < DIM; ++l) extent = vf_add(extent, vf_mul(other->half[l], cosine[k][l]));
    const vf reach = vf_add(vf_add(box->half[k], box->radius), extent);
    apart = mf_or(apart, vf_lt(reach, vf_abs(lane_dot(d, box->axis[k]))));
  }
  return apart;
}

// Returns the pairs of LANES, as bits, that a box parts.
LANE_INLINE uint32_t parted_pairs(const find_tree* a, const find_tree* b, const uint32_t body_a[LANES],
                                  const uint32_t body_b[LANES], const find_limits* limits) {
  box_lanes box_a, box_b;
  vf way[DIM], back[DIM], cosine[DIM][DIM], turned[DIM][DIM];
  load_boxes(a, body_a, &box_a);
  load_boxes(b, body_b, &box_b);
  const vf margin = vf_set(limits->margin), sum = vf_add(vf_add(box_a.circle, box_b.circle), margin);
  const vf gap = vf_add(margin, vf_mul(vf_set(limits->turned), sum));
  for (uint32_t k = 0; k < DIM; ++k) {
    way[k] = vf_sub(box_b.centre[k], box_a.centre[k]);
    back[k] = vf_neg(way[k]);
  }
  const mf circles = mf_or(circles_part(&box_a, way, box_b.circle, gap), circles_part(&box_b, back, box_a.circle, gap));
  const mf both = mf_and(vf_le(vf_set(0), box_a.half[0]), vf_le(vf_set(0), box_b.half[0]));
  if (!mf_any(both)) return mf_bits(circles);
  for (uint32_t k = 0; k < DIM; ++k) {
    for (uint32_t l = 0; l < DIM; ++l) turned[l][k] = cosine[k][l] = vf_abs(lane_dot(box_a.axis[k], box_b.axis[l]));
  }
  const mf boxes = mf_or(boxes_part(&box_a, &box_b, cosine, way, gap), boxes_part(&box_b, &box_a, turned, back, gap));
  return mf_bits(mf_or(circles, mf_and(boxes, both)));
}

#endif
