// What rivals write alike, in C and in C++: where contacts go.
#ifndef LGJK_BENCH_RIVAL_H
#define LGJK_BENCH_RIVAL_H

#include <math.h>
#include <stddef.h>
#include <string.h>

#include "../contender.h"
#include "lanegjk/lanegjk3.h"

static inline lgjk_manifold2* manifold2_of(const answers* to, uint32_t pair) {
  return (lgjk_manifold2*)to->manifold + pair;
}

static inline lgjk_manifold3* manifold3_of(const answers* to, uint32_t pair) {
  return (lgjk_manifold3*)to->manifold + pair;
}

// The contact of a pair: its signed distance, the normal, and a point on A and on B, of `axes` floats each.
static inline void put_contact(const answers* to, uint32_t pair, uint32_t axes, float distance, const float* normal,
                               const float* on_a, const float* on_b) {
  const size_t at = (size_t)axes * pair, bytes = axes * sizeof *normal;
  to->distance[pair] = distance;
  memcpy(to->normal + at, normal, bytes);
  memcpy(to->point_a + at, on_a, bytes);
  memcpy(to->point_b + at, on_b, bytes);
}

// The contact of a pair in 2D: the deepest point of its manifold.
static inline void put_deepest(const answers* to, uint32_t pair, const lgjk_manifold2* manifold) {
  to->distance[pair] = INFINITY;
  if (manifold->count == 0) return;
  const lgjk_manifold_point2* points = manifold->points;
  const lgjk_manifold_point2* deepest =
      &points[manifold->count == 2 && points[1].separation < points[0].separation ? 1 : 0];
  put_contact(to, pair, 2, deepest->separation, manifold->normal, deepest->position, deepest->position);
}

// The manifold of a contact in 3D of which one point is all that is known: the middle of the points on A and on B. No
// point where the distance is above `most`.
static inline void put_one_point(const answers* to, uint32_t pair, float most) {
  lgjk_manifold3* manifold = manifold3_of(to, pair);
  const size_t at = 3 * (size_t)pair;
  manifold->count = to->distance[pair] <= most ? 1u : 0u;
  if (manifold->count == 0) return;
  for (size_t k = 0; k < 3; k++) {
    manifold->normal[k] = to->normal[at + k];
    manifold->points[0].position[k] = 0.5f * (to->point_a[at + k] + to->point_b[at + k]);
  }
  manifold->points[0].separation = to->distance[pair];
}

#endif
