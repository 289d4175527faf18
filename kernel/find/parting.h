// Tests whether the boxes of pairs of bodies part them, as lanegjk_find.h says, in lanes.
#ifndef LGJK_FIND_PARTING_H
#define LGJK_FIND_PARTING_H

#include "find/meet.h"
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

// Finds the sides, along an axis of the world, of a body whose circle has its centre at c: those of the circle or of
// the body's box, whichever is nearer.
LANE_INLINE void sides_of(const box_lanes* box, vf c, uint32_t k, vf turned, vf* low, vf* high) {
  const vf outwards = vf_set(TREE_RADIUS), r = vf_mul(box->circle, outwards), middle = vf_add(c, box->offset[k]);
  const mf boxed = vf_le(vf_set(0), box->half[0]);
  vf extent = vf_add(box->radius, vf_mul(turned, r));
  for (uint32_t l = 0; l < DIM; ++l) extent = vf_add(extent, vf_mul(box->half[l], vf_abs(box->axis[l][k])));
  extent = vf_mul(extent, outwards);
  *low = vf_sub(c, r);
  *high = vf_add(c, r);
  *low = vf_select(boxed, vf_max(*low, vf_sub(middle, extent)), *low);
  *high = vf_select(boxed, vf_min(*high, vf_add(middle, extent)), *high);
}

// Finds the ways from the centres of A's circles to those of B's, by positions in double.
LANE_INLINE void find_ways(const find_tree* a, const find_tree* b, const uint32_t body_a[LANES],
                           const uint32_t body_b[LANES], vf way[DIM]) {
  float each[DIM][LANES];
  for (uint32_t l = 0; l < LANES; ++l) {
    float one[DIM];
    find_way(a, body_a[l], b, body_b[l], one);
    for (uint32_t k = 0; k < DIM; ++k) each[k][l] = one[k];
  }
  for (uint32_t k = 0; k < DIM; ++k) way[k] = vf_load(each[k]);
}

// Returns the lanes of bodies whose positions are known in double that circles, or axes of the world, part. Boxes of a
// tree are rounded outwards so that they leave these to this test: so the pairs that are found depend on the two bodies
// alone, and not on the origin of a tree.
LANE_INLINE mf places_part(const box_lanes* a, const box_lanes* b, const vf way[DIM], vf reach,
                           const find_limits* limits) {
  const vf margin = vf_set(limits->margin * TREE_RADIUS); // so that sides of circles part nothing that these do not
  const vf turned = vf_set(limits->turned);
  mf meet = vf_le(lane_dot(way, way), vf_mul(reach, reach));
  for (uint32_t k = 0; k < DIM; ++k) {
    vf low_a, high_a, low_b, high_b;
    sides_of(a, vf_set(0), k, turned, &low_a, &high_a);
    sides_of(b, vf_set(0), k, turned, &low_b, &high_b);
    meet = mf_and(meet, vf_le(vf_add(way[k], low_b), vf_add(high_a, margin)));
    meet = mf_and(meet, vf_le(low_a, vf_add(vf_add(way[k], high_b), margin)));
  }
  return mf_not(meet);
}

// Returns the pairs of LANES, as bits, that a box parts; of trees with positions also those that circles part.
LANE_INLINE uint32_t parted_pairs(const find_tree* a, const find_tree* b, const uint32_t body_a[LANES],
                                  const uint32_t body_b[LANES], const find_limits* limits) {
  box_lanes box_a, box_b;
  vf way[DIM], back[DIM], cosine[DIM][DIM], turned[DIM][DIM];
  load_boxes(a, body_a, &box_a);
  load_boxes(b, body_b, &box_b);
  const vf margin = vf_set(limits->margin), sum = vf_add(vf_add(box_a.circle, box_b.circle), margin);
  const vf gap = vf_add(margin, vf_mul(vf_set(limits->turned), sum));
  for (uint32_t k = 0; k < DIM; ++k) way[k] = vf_sub(box_b.centre[k], box_a.centre[k]);
  mf apart = mf_none();
  if (a->home != NULL || b->home != NULL) {
    find_ways(a, b, body_a, body_b, way);
    apart = places_part(&box_a, &box_b, way, sum, limits);
  }
  for (uint32_t k = 0; k < DIM; ++k) back[k] = vf_neg(way[k]);
  const mf circles = mf_or(circles_part(&box_a, way, box_b.circle, gap), circles_part(&box_b, back, box_a.circle, gap));
  const mf both = mf_and(vf_le(vf_set(0), box_a.half[0]), vf_le(vf_set(0), box_b.half[0]));
  if (!mf_any(both)) return mf_bits(mf_or(apart, circles));
  for (uint32_t k = 0; k < DIM; ++k) {
    for (uint32_t l = 0; l < DIM; ++l) turned[l][k] = cosine[k][l] = vf_abs(lane_dot(box_a.axis[k], box_b.axis[l]));
  }
  const mf boxes = mf_or(boxes_part(&box_a, &box_b, cosine, way, gap), boxes_part(&box_b, &box_a, turned, back, gap));
  return mf_bits(mf_or(mf_or(apart, circles), mf_and(boxes, both)));
}

#endif
