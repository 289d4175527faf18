// What rivals have in common, in C and in C++: where contacts are written, what stands for ellipses, and in C++ how
// contenders are made.
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

// What users of rivals without ellipses do: a polygon of eight vertices on the ellipse, rounded as the ellipse is. It
// lies inside, by up to 8% of the semi-axes.
static inline void octagon_of_ellipse(const lgjk_shape2_def* def, float vertices[8][2]) {
  const float r = 0.70710678f, c[8] = {1, r, 0, -r, -1, -r, 0, r}, s[8] = {0, r, 1, r, 0, -r, -1, -r};
  for (int k = 0; k < 8; k++) {
    vertices[k][0] = c[k] * def->size[0];
    vertices[k][1] = s[k] * def->size[1];
  }
}

#ifdef __cplusplus
// Closes what `open` made as new Self. Memory that is short ends the program, as in basics.h.
template <typename Self>
void Delete(void* self) {
  delete static_cast<Self*>(self);
}

struct Life {
  void* (*open)(const setup* how);
  void (*close)(void* self);
  void (*restart)(void* self); // nullptr: nothing is kept
  void (*follow)(void* self);
};

struct Queries {
  answer_function *distance, *overlap, *contact, *depth; // nullptr where it has none
};

// The rest is 0.
constexpr implementation MakeRival(const Life& life, const Queries& queries, uint32_t can) {
  implementation c{};
  c.open = life.open;
  c.close = life.close;
  c.restart = life.restart;
  c.follow = life.follow;
  c.answer[QUERY_DISTANCE] = queries.distance;
  c.answer[QUERY_OVERLAP] = queries.overlap;
  c.answer[QUERY_CONTACT] = queries.contact;
  c.answer[QUERY_DEPTH] = queries.depth;
  c.can = can;
  return c;
}
#endif

#endif
