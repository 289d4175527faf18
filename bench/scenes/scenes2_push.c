// S10 and later: pairs that are pushed apart as users push them, by minus the signed distance times the normal.
// Distance and normal are found in double straight from vertices and edges, and used in float: no GJK, nothing of the
// kernels.
#include "scenes2_parts.h"

#include <float.h>
#include <math.h>

// ---- which bodies meet ----

void scene2_draw_pushed(const scene2* scene, uint64_t* stream, uint32_t* shape_a, uint32_t* shape_b) {
  const bool wall = scene->number > PUSH_SCENE || (scene_next(stream) & 1u);
  *shape_a = wall ? scene_below(stream, PUSH_WALLS) : PUSH_WALLS + scene_below(stream, SCENE2_SHAPES - PUSH_WALLS);
  *shape_b = PUSH_WALLS + scene_below(stream, SCENE2_SHAPES - PUSH_WALLS);
}

// ---- distance and normal ----

typedef struct apart {
  double distance;
  point normal;
} apart;

static point next_vertex(const core* c, uint32_t i) { return c->vertex[i + 1 < c->count ? i + 1 : 0]; }

// The separation of B, moved by `offset`, along the outward normals of A's edges: the largest, and its normal times
// `sign`.
static void take_edges(apart* best, const core* a, const core* b, point offset, double sign) {
  for (uint32_t i = 0; a->count > 1 && i < a->count; i++) {
    const point p = a->vertex[i], edge = point_sub(next_vertex(a, i), p);
    const double length = sqrt(point_dot(edge, edge));
    const point n = {edge.y / length, -edge.x / length};
    double lowest = DBL_MAX;
    for (uint32_t k = 0; k < b->count; k++) lowest = scene_smaller(lowest, point_dot(point_sub(b->vertex[k], p), n));
    lowest += point_dot(offset, n);
    if (lowest > best->distance) *best = (apart){lowest, {sign * n.x, sign * n.y}};
  }
}

// The distance from A's edges, or its only vertex, to the vertices of B, moved by `offset`.
static void take_vertices(apart* best, const core* a, const core* b, point offset, double sign) {
  for (uint32_t i = 0; i < a->count; i++) {
    const point p = a->vertex[i], edge = point_sub(next_vertex(a, i), p);
    const double length2 = point_dot(edge, edge);
    for (uint32_t k = 0; k < b->count; k++) {
      point to = point_sub(b->vertex[k], p);
      to = (point){to.x + offset.x, to.y + offset.y};
      double t = length2 > 0.0 ? point_dot(to, edge) / length2 : 0.0;
      t = scene_smaller(scene_larger(t, 0.0), 1.0);
      to = (point){to.x - t * edge.x, to.y - t * edge.y};
      const double distance = sqrt(point_dot(to, to));
      if (!(distance < best->distance)) continue;
      *best = (apart){distance, {sign, 0.0}};
      if (distance > 0.0) best->normal = (point){sign * to.x / distance, sign * to.y / distance};
    }
  }
}

// Of the cores: separating axes where they overlap, else the closest points.
static apart find_apart(const core* a, const core* b, point offset) {
  const point back = {-offset.x, -offset.y};
  apart best = {-DBL_MAX, {0.0, 0.0}};
  take_edges(&best, a, b, offset, 1.0);
  take_edges(&best, b, a, back, -1.0);
  if (best.distance <= 0.0 && best.distance > -DBL_MAX) return best;
  best.distance = DBL_MAX;
  take_vertices(&best, a, b, offset, 1.0);
  take_vertices(&best, b, a, back, -1.0);
  return best;
}

void scene2_push(scene2* scene, uint32_t pair) {
  const uint32_t body_a = scene->a[pair], body_b = scene->b[pair];
  const uint32_t shape_a = scene->shape[body_a], shape_b = scene->shape[body_b];
  const float* pose_a = scene->pose[body_a];
  float* pose_b = scene->pose[body_b];
  const core a = scene2_turn(scene, shape_a, pose_a), b = scene2_turn(scene, shape_b, pose_b);
  const point offset = {(double)pose_b[0] - (double)pose_a[0], (double)pose_b[1] - (double)pose_a[1]};
  const apart found = find_apart(&a, &b, offset);
  const double radius = (double)scene->defs[shape_a].radius + (double)scene->defs[shape_b].radius;
  const float distance = (float)(found.distance - radius);
  pose_b[0] -= distance * (float)found.normal.x;
  pose_b[1] -= distance * (float)found.normal.y;
}
