// Reads the vertices of a core in the plane as a ring, counter-clockwise, in double. An edge has the number of the
// vertex that it begins at. A segment has two edges, one for each of its sides; a point has one, of length 0.
#ifndef LGJK_SINGLE_RING2_H
#define LGJK_SINGLE_RING2_H

#include "single/solid.h"

typedef struct lgjk_vec2 {
  double x, y;
} lgjk_vec2;

static inline lgjk_vec2 lgjk_add2(lgjk_vec2 a, lgjk_vec2 b) { return (lgjk_vec2){a.x + b.x, a.y + b.y}; }
static inline lgjk_vec2 lgjk_sub2(lgjk_vec2 a, lgjk_vec2 b) { return (lgjk_vec2){a.x - b.x, a.y - b.y}; }
static inline lgjk_vec2 lgjk_scale2(lgjk_vec2 a, double s) { return (lgjk_vec2){a.x * s, a.y * s}; }
static inline double lgjk_dot2(lgjk_vec2 a, lgjk_vec2 b) { return a.x * b.x + a.y * b.y; }
static inline double lgjk_cross2(lgjk_vec2 a, lgjk_vec2 b) { return a.x * b.y - a.y * b.x; }

// These turn a vector from the core's axes to those of the world, and back.
static inline lgjk_vec2 lgjk_turn2(const lgjk_solid2* solid, lgjk_vec2 v) {
  const double* t = solid->turn;
  return (lgjk_vec2){t[0] * v.x + t[1] * v.y, t[2] * v.x + t[3] * v.y};
}
static inline lgjk_vec2 lgjk_turn_back2(const lgjk_solid2* solid, lgjk_vec2 v) {
  const double* t = solid->turn;
  return (lgjk_vec2){t[0] * v.x + t[2] * v.y, t[1] * v.x + t[3] * v.y};
}

// Returns the number of vertices; 0 for an ellipse.
static inline uint32_t lgjk_ring2_count(const lgjk_solid2* solid) { return solid->shape->count; }

static inline uint32_t lgjk_ring2_next(const lgjk_solid2* solid, uint32_t i) {
  return i + 1 < solid->shape->count ? i + 1 : 0;
}

// Returns vertex i in the core's axes. A box begins at its upper right corner.
static inline lgjk_vec2 lgjk_ring2_local(const lgjk_solid2* solid, uint32_t i) {
  const lgjk_shape2* shape = solid->shape;
  if (is_box_core(shape->core)) {
    const double x = (double)shape->row[0], y = (double)shape->row[1];
    return (lgjk_vec2){i == 1 || i == 2 ? -x : x, i >= 2 ? -y : y};
  }
  if (is_large_core(shape->core)) {
    const float* pool = solid->pool + shape->pool;
    return (lgjk_vec2){(double)pool[i], (double)pool[shape->padded + i]};
  }
  return (lgjk_vec2){(double)shape->row[2 * i], (double)shape->row[2 * i + 1]};
}

// Returns vertex i in world axes around A's position.
static inline lgjk_vec2 lgjk_ring2_vertex(const lgjk_solid2* solid, uint32_t i) {
  const lgjk_vec2 position = {solid->position[0], solid->position[1]};
  return lgjk_add2(position, lgjk_turn2(solid, lgjk_ring2_local(solid, i)));
}

// Returns edge i, from its vertex to the next, by local coordinates, so that a short edge's direction is as good.
static inline lgjk_vec2 lgjk_ring2_edge(const lgjk_solid2* solid, uint32_t i) {
  const lgjk_vec2 to = lgjk_ring2_local(solid, lgjk_ring2_next(solid, i));
  return lgjk_turn2(solid, lgjk_sub2(to, lgjk_ring2_local(solid, i)));
}

// Returns the farthest vertex along d, in the core's axes; ties go to the first of the ring.
static inline uint32_t lgjk_ring2_farthest(const lgjk_solid2* solid, lgjk_vec2 d) {
  uint32_t farthest = 0;
  double most = lgjk_dot2(lgjk_ring2_local(solid, 0), d);
  for (uint32_t i = 1; i < solid->shape->count; ++i) {
    const double each = lgjk_dot2(lgjk_ring2_local(solid, i), d);
    if (each > most) {
      most = each;
      farthest = i;
    }
  }
  return farthest;
}

#endif
