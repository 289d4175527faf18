// What tests of scenes in 2D share: the gap of a pair by brute force in double. That knows no ellipses and no radius
// per body.
#ifndef LGJK_TESTS_SCENE_GAPS2_H
#define LGJK_TESTS_SCENE_GAPS2_H

#define DIM 2
#include <float.h>

#include "scene_checks.h"

typedef struct outline {
  uint32_t count;
  double x[SCENE2_MAX_VERTICES], y[SCENE2_MAX_VERTICES];
} outline;

static inline outline world_outline(const scene2* scene, uint32_t body) {
  static const double corner_x[4] = {-1, 1, 1, -1}, corner_y[4] = {-1, -1, 1, 1};
  const uint32_t shape = scene->shape[body];
  const lgjk_shape2_def* def = &scene->defs[shape];
  const bool box = def->kind == LGJK_SHAPE2_BOX;
  const float* pose = scene->pose[body];
  const double length = hypot((double)pose[2], (double)pose[3]);
  const double c = (double)pose[2] / length, s = (double)pose[3] / length;
  outline o = {.count = box ? 4 : def->point_count};
  for (uint32_t i = 0; i < o.count; i++) {
    const double x = box ? corner_x[i] * (double)def->size[0] : (double)scene->points[shape][i][0];
    const double y = box ? corner_y[i] * (double)def->size[1] : (double)scene->points[shape][i][1];
    o.x[i] = (double)pose[0] + c * x - s * y;
    o.y[i] = (double)pose[1] + s * x + c * y;
  }
  return o;
}

// Whether the normal of an edge of `a` has all of `a` on one side and all of `b` strictly on the other.
static inline bool edge_separates(const outline* a, const outline* b) {
  for (uint32_t i = 0; a->count > 1 && i < a->count; i++) {
    const uint32_t k = (i + 1) % a->count;
    const double nx = a->y[k] - a->y[i], ny = a->x[i] - a->x[k];
    double lowest = DBL_MAX;
    for (uint32_t j = 0; j < b->count; j++) lowest = fmin(lowest, nx * (b->x[j] - a->x[i]) + ny * (b->y[j] - a->y[i]));
    if (lowest > 0) return true;
  }
  return false;
}

// The least distance from a vertex of `a` to an edge (or the only vertex) of `b`.
static inline double vertex_to_edge(const outline* a, const outline* b) {
  double least = DBL_MAX;
  for (uint32_t i = 0; i < a->count; i++) {
    for (uint32_t j = 0; j < b->count; j++) {
      const uint32_t k = (j + 1) % b->count;
      const double ex = b->x[k] - b->x[j], ey = b->y[k] - b->y[j], px = a->x[i] - b->x[j], py = a->y[i] - b->y[j];
      const double length2 = ex * ex + ey * ey;
      const double t = length2 > 0 ? fmax(0, fmin(1, (px * ex + py * ey) / length2)) : 0;
      least = fmin(least, hypot(px - t * ex, py - t * ey));
    }
  }
  return least;
}

// Distance of the pair; 0 or less where it overlaps.
static inline double gap_of(const scene2* scene, uint32_t pair) {
  const uint32_t a = scene->a[pair], b = scene->b[pair];
  const outline on_a = world_outline(scene, a), on_b = world_outline(scene, b);
  const double radius = (double)scene->defs[scene->shape[a]].radius + (double)scene->defs[scene->shape[b]].radius;
  const bool points = on_a.count == 1 && on_b.count == 1;
  const bool apart = points || edge_separates(&on_a, &on_b) || edge_separates(&on_b, &on_a);
  return (apart ? fmin(vertex_to_edge(&on_a, &on_b), vertex_to_edge(&on_b, &on_a)) : 0) - radius;
}

#endif
