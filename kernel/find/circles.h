// Circles and boxes of bodies that rest, in lanes. What is unusual is left to bounds.c, whose arithmetic is the same.
#ifndef LGJK_FIND_CIRCLES_H
#define LGJK_FIND_CIRCLES_H

#include <math.h>
#include <stddef.h>

#include "find/bounds.h"
#include "find/meeting.h"
#include "lane/lane.h"
#include "shape/names.h"

// Some bodies of a view: what their circles are made from, and these.
typedef struct circle_lanes {
  uint32_t index[LANES], shape[LANES];
  vf pose[4], rotation[4], radius, circle;
  vf place[DIM]; // of the centre
} circle_lanes;

// Numbers are written as a vector: a vector that reads separate words waits until all are in memory.
static const uint32_t lane_number[16] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};

LANE_INLINE void load_circles(const find_view* view, uint32_t body, circle_lanes* c) {
  const lgjk_side* side = &view->bodies;
  vf record[4]; // the first floats of a shape
  vi_store(c->index, vi_add(vi_set(body), vi_load(lane_number)));
  lane_look_up(side->shape, side->shape_stride, c->index, side->shape_count, c->shape);
  vf_load_records(side->pose, side->pose_stride, c->index, 0, 1, c->pose);
#if DIM == 2
  for (int k = 0; k < 2; ++k) c->rotation[k] = c->pose[DIM + k];
#else
  vf_load_records(side->pose + DIM * sizeof(float), side->pose_stride, c->index, 0, 1, c->rotation);
#endif
  vf_load_records((const char*)side->table, sizeof(lgjk_shapeN), c->shape, 0, 1, record);
  c->radius = record[offsetof(lgjk_shapeN, radius) / sizeof(float)];
  if (side->radius != NULL) c->radius = vf_load_each(side->radius, side->radius_stride, c->index);
  c->circle = vf_mul(vf_add(record[offsetof(lgjk_shapeN, bound) / sizeof(float)], c->radius), vf_set(CIRCLE_OUTWARDS));
  for (int k = 0; k < DIM; ++k) c->place[k] = c->pose[k];
}

// Places LANES bodies of a view with positions. One whose position is not possible gets no number.
static LANE_NOINLINE void place_circles(find_job* job, uint32_t first, circle_lanes* c) {
  float place[DIM][LANES];
  for (uint32_t l = 0; l < LANES; ++l) {
    float at[DIM];
    const char* local = job->view.bodies.pose + job->view.bodies.pose_stride * (first + l);
    const bool possible = find_home_of(job, local, first + l, at);
    for (int k = 0; k < DIM; ++k) place[k][l] = possible ? at[k] : NAN;
  }
  for (int k = 0; k < DIM; ++k) c->place[k] = vf_load(place[k]);
}

// Returns whether all of these bodies are good beyond doubt. A rotation in float is off by far less than a hundredth of
// the tolerance.
LANE_INLINE bool are_good(const find_job* job, const find_view* view, const circle_lanes* c) {
  vf sum = c->circle, turned = vf_set(-1);
  for (int k = 0; k < DIM; ++k) sum = vf_add(sum, vf_sub(c->place[k], c->place[k]));
  for (int k = 0; k < (DIM == 2 ? 2 : 4); ++k) turned = vf_add(turned, vf_mul(c->rotation[k], c->rotation[k]));
  mf good = mf_and(vf_le(vf_set(0), c->radius), vf_eq(vf_sub(sum, sum), vf_set(0)));
  good = mf_and(good, vf_le(c->circle, vf_set(MOST_RADIUS)));
  good = mf_and(good, vf_le(vf_abs(turned), vf_set(0.99f * (float)job->tolerance)));
  if (view->category != NULL) {
    good = mf_and(good, vi_not_zero(vi_of(vf_load_each(view->category, view->filter_stride, c->index))));
  }
  return mf_bits(good) == (uint32_t)((1ull << LANES) - 1);
}

// Returns the lanes of bodies that have a box: their shape is thin, and no point.
LANE_INLINE mf are_thin(const circle_lanes* c, vf radius, const vf half[DIM]) {
  vf thinnest = c->circle, extent = vf_set(0);
  for (int k = 0; k < DIM; ++k) {
    thinnest = vf_min(vf_add(half[k], radius), thinnest);
    extent = vf_add(extent, half[k]);
  }
  return mf_and(vf_lt(thinnest, vf_mul(vf_set(0.5f), c->circle)), vf_lt(vf_set(0), extent));
}

// Finds the axes of the bodies, as write_axes of bounds.c.
LANE_INLINE void find_axes(const vf* r, vf axis[DIM][DIM]) {
#if DIM == 2
  axis[0][0] = axis[1][1] = r[0];
  axis[0][1] = r[1];
  axis[1][0] = vf_neg(r[1]);
#else
  const vf two = vf_set(2), one = vf_set(1);
  for (int k = 0; k < 3; ++k) {
    const int l = (k + 1) % 3, m = (k + 2) % 3, low = l < m ? l : m, high = l < m ? m : l;
    axis[k][k] = vf_sub(one, vf_mul(two, vf_add(vf_mul(r[low], r[low]), vf_mul(r[high], r[high]))));
    const int from = k < l ? k : l, to = k < l ? l : k;
    const vf product = vf_mul(r[from], r[to]), turn = vf_mul(r[m], r[3]);
    axis[k][l] = vf_mul(two, vf_add(product, turn));
    axis[l][k] = vf_mul(two, vf_sub(product, turn));
  }
#endif
}

// Writes the boxes of LANES bodies, of which some have one.
LANE_INLINE void write_boxes(const find_job* job, const circle_lanes* c, mf boxed, vf radius, const vf centre[DIM],
                             const vf half[DIM]) {
  const vf none = vf_set(0);
  vf record[4 * BOX_QUADS], axis[DIM][DIM];
  for (uint32_t k = 0; k < 4 * BOX_QUADS; ++k) record[k] = none;
  vf *offset = record, *axes = record + offsetof(find_box, axis) / sizeof(float);
  find_axes(c->rotation, axis);
  for (uint32_t k = 0; k < DIM; ++k) {
    for (uint32_t l = 0; l < DIM; ++l) offset[l] = vf_add(offset[l], vf_mul(centre[k], axis[k][l]));
    record[offsetof(find_box, half) / sizeof(float) + k] = vf_select(boxed, half[k], vf_set(k == 0 ? -1 : 0));
    record[offsetof(find_box, centre) / sizeof(float) + k] = vf_add(c->place[k], none);
  }
  for (uint32_t k = 0; k < DIM; ++k) offset[k] = vf_select(boxed, offset[k], none);
  for (uint32_t k = 0; k < (DIM == 2 ? 2 : 9); ++k) axes[k] = vf_select(boxed, axis[k / DIM][k % DIM], none);
  record[offsetof(find_box, radius) / sizeof(float)] = vf_select(boxed, radius, none);
  record[offsetof(find_box, circle) / sizeof(float)] = c->circle;
  for (uint32_t q = 0; q < BOX_QUADS; ++q) {
    vf_store_records((char*)job->tree.box + 4 * q * sizeof(float), sizeof(find_box), c->index, record + 4 * q);
  }
}

// Writes the circles of LANES good bodies from i on, and their classes; their boxes, too, if any has one. Returns how
// many have.
LANE_INLINE uint32_t write_circles(find_job* job, uint32_t i, const circle_lanes* c) {
  uint32_t thin = 0;
  for (int k = 0; k < DIM; ++k) vf_store(job->tree.centre[k] + i, vf_add(c->place[k], vf_set(0)));
  vf_store(job->tree.radius + i, c->circle);
  if (job->tree.box != NULL) {
    const vf radius = vf_mul(c->radius, vf_set(CIRCLE_OUTWARDS));
    vf centre[DIM], half[DIM];
    load_extents(job->view.box, c->shape, centre, half);
    const mf boxed = are_thin(c, radius, half);
    thin = lane_count(mf_bits(boxed));
    if (thin > 0) write_boxes(job, c, boxed, radius, centre, half);
  }
  vi_store_bytes(job->class + i, vi_set(thin > 0 ? BOX_WRITTEN : 0));
  return thin;
}

// Finds the circles of bodies first..end - 1, as find_circleN.
static void find_circles(find_job* job, uint32_t first, uint32_t end, circle_sum* sum) {
  uint32_t i = first;
  for (; job->motion == NULL && end - i >= LANES; i += LANES) {
    circle_lanes c;
    load_circles(&job->view, i, &c);
    if (job->tree.home != NULL) place_circles(job, i, &c);
    if (are_good(job, &job->view, &c)) {
      sum->boxed += write_circles(job, i, &c);
    } else {
      for (uint32_t l = 0; l < LANES; ++l) find_circleN(job, i + l, sum);
    }
  }
  for (; i < end; ++i) find_circleN(job, i, sum);
}

#endif
