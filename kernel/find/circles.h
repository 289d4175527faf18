// Circles of bodies, in lanes. What is unusual is left to bounds.c, whose arithmetic is the same.
#ifndef LGJK_FIND_CIRCLES_H
#define LGJK_FIND_CIRCLES_H

#include <stddef.h>

#include "find/bounds.h"
#include "lane/lane.h"
#include "shape/names.h"

// Some bodies of a view: what their circles are made from, and these.
typedef struct circle_lanes {
  uint32_t index[LANES], shape[LANES];
  vf pose[4], rotation[4], radius, circle;
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
}

// Returns whether all of these bodies are good beyond doubt. A rotation in float is off by far less than a hundredth of
// the tolerance.
LANE_INLINE bool are_good(const find_job* job, const find_view* view, const circle_lanes* c) {
  vf sum = c->circle, turned = vf_set(-1);
  for (int k = 0; k < DIM; ++k) sum = vf_add(sum, vf_sub(c->pose[k], c->pose[k]));
  for (int k = 0; k < (DIM == 2 ? 2 : 4); ++k) turned = vf_add(turned, vf_mul(c->rotation[k], c->rotation[k]));
  mf good = mf_and(vf_le(vf_set(0), c->radius), vf_eq(vf_sub(sum, sum), vf_set(0)));
  good = mf_and(good, vf_le(c->circle, vf_set(MOST_RADIUS)));
  good = mf_and(good, vf_le(vf_abs(turned), vf_set(0.99f * (float)job->tolerance)));
  if (view->category != NULL) {
    good = mf_and(good, vi_not_zero(vi_of(vf_load_each(view->category, view->filter_stride, c->index))));
  }
  return mf_bits(good) == (uint32_t)((1ull << LANES) - 1);
}

// Returns the lanes of bodies that rest and may have a box: their shape is thin.
LANE_INLINE mf are_thin(const find_view* view, const circle_lanes* c) {
  const vf radius = vf_mul(c->radius, vf_set(CIRCLE_OUTWARDS));
  vf thinnest = c->circle;
  for (int k = 0; k < DIM; ++k) {
    const vf half = vf_load_each((const char*)(view->box + DIM + k), 2 * DIM * sizeof(float), c->shape);
    thinnest = vf_min(vf_add(half, radius), thinnest);
  }
  return vf_lt(thinnest, vf_mul(vf_set(0.5f), c->circle));
}

// Writes the circles of LANES good bodies from i on, and their classes. Returns how many may have a box.
LANE_INLINE uint32_t write_circles(find_job* job, uint32_t i, const circle_lanes* c) {
  vi class = vi_set(0);
  uint32_t thin = 0;
  for (int k = 0; k < DIM; ++k) vf_store(job->bounds.centre[k] + i, vf_add(c->pose[k], vf_set(0)));
  vf_store(job->bounds.radius + i, c->circle);
  if (job->bounds.box != NULL) {
    const mf boxed = are_thin(&job->view, c);
    class = vi_or_where(boxed, class, MAY_BE_BOXED);
    thin = lane_count(mf_bits(boxed));
  }
  vi_store_bytes(job->class + i, class);
  return thin;
}

// Finds the circles of bodies first..end - 1, as find_circleN.
static void find_circles(find_job* job, uint32_t first, uint32_t end, circle_sum* sum) {
  uint32_t i = first;
  for (; job->motion == NULL && end - i >= LANES; i += LANES) {
    circle_lanes c;
    load_circles(&job->view, i, &c);
    if (are_good(job, &job->view, &c)) {
      sum->boxed += write_circles(job, i, &c);
    } else {
      for (uint32_t l = 0; l < LANES; ++l) find_circleN(job, i + l, sum);
    }
  }
  for (; i < end; ++i) find_circleN(job, i, sum);
}

#endif
