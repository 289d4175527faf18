// Where two turned shapes only just touch; and S10 and later, whose pairs are pushed apart as users push them, by minus
// the signed distance times the normal, in float. All in double straight from vertices, edges and semi-axes: no GJK,
// nothing of the kernels.
#include "scenes2_parts.h"

#include <float.h>
#include <math.h>

core scene2_turn(const scene2* scene, uint32_t shape, const float* pose) {
  static const float corners[4][2] = {{-1.0f, -1.0f}, {1.0f, -1.0f}, {1.0f, 1.0f}, {-1.0f, 1.0f}};
  const lgjk_shape2_def* def = &scene->defs[shape];
  bool box = def->kind == LGJK_SHAPE2_BOX;
  double c = (double)pose[2], s = (double)pose[3], length = sqrt(c * c + s * s);
  core result = {.count = box ? 4u : def->point_count};
  if (def->kind == LGJK_SHAPE2_ELLIPSE) {
    double x = (double)def->size[0] / length, y = (double)def->size[1] / length;
    result.vertex[0] = (point){c * x, s * x};
    result.vertex[1] = (point){-s * y, c * y};
    return result;
  }
  for (uint32_t i = 0; i < result.count; i++) {
    double x = (double)(box ? corners[i][0] * def->size[0] : scene->points[shape][i][0]);
    double y = (double)(box ? corners[i][1] * def->size[1] : scene->points[shape][i][1]);
    result.vertex[i] = (point){(c * x - s * y) / length, (s * x + c * y) / length};
  }
  return result;
}

// ---- polygons ----

// Where the ray t*u leaves the disc about p, or -1 where it misses it.
static double leave_disc(point p, double radius, point u) {
  double along = point_dot(p, u), across = p.x * u.y - p.y * u.x;
  double half = radius * radius - across * across;
  return half < 0.0 ? -1.0 : along + sqrt(half);
}

// Where the ray t*u leaves the capsule about the segment p..q, or -1 where it misses it.
static double leave_capsule(point p, point q, double radius, point u) {
  double t = scene_larger(leave_disc(p, radius, u), leave_disc(q, radius, u));
  point edge = point_sub(q, p);
  double length2 = point_dot(edge, edge);
  if (!(length2 > 0.0)) return t;
  double length = sqrt(length2);
  point normal = {edge.y / length, -edge.x / length};
  if (point_dot(normal, u) < 0.0) normal = (point){-normal.x, -normal.y};
  double slope = point_dot(normal, u);
  if (!(slope > 0.0)) return t;
  double side = (point_dot(normal, p) + radius) / slope;
  double foot = point_dot(point_sub((point){side * u.x, side * u.y}, p), edge) - radius * point_dot(normal, edge);
  return foot >= 0.0 && foot <= length2 ? scene_larger(t, side) : t;
}

// A - B rounded is the union of A - B and of the capsules about all (edge, vertex) and (vertex, edge) differences,
// which cover its border; the ray starts inside, so it leaves the union where it leaves the last of them.
static double leave_rounded(const core* a, const core* b, double radius, point u) {
  double t = 0.0;
  for (uint32_t i = 0; i < a->count; i++) {
    point a0 = a->vertex[i], a1 = a->vertex[i + 1 < a->count ? i + 1 : 0];
    for (uint32_t j = 0; j < b->count; j++) {
      point b0 = b->vertex[j], b1 = b->vertex[j + 1 < b->count ? j + 1 : 0];
      t = scene_larger(t, leave_capsule(point_sub(a0, b0), point_sub(a1, b0), radius, u));
      t = scene_larger(t, leave_capsule(point_sub(a0, b0), point_sub(a0, b1), radius, u));
    }
  }
  return t;
}

static double lowest(const core* c, point direction) {
  double low = DBL_MAX;
  for (uint32_t i = 0; i < c->count; i++) low = scene_smaller(low, point_dot(c->vertex[i], direction));
  return low;
}

// The border lines of A - B that come from A's edges: where the ray crosses the first of them.
static double leave_edges(const core* a, const core* b, point u) {
  double t = DBL_MAX;
  for (uint32_t i = 0; i < a->count; i++) {
    point p = a->vertex[i], q = a->vertex[i + 1 < a->count ? i + 1 : 0];
    point normal = {q.y - p.y, p.x - q.x};
    double slope = point_dot(normal, u);
    if (slope > 0.0) t = scene_smaller(t, (point_dot(normal, p) - lowest(b, normal)) / slope);
  }
  return t;
}

double scene2_touching_offset(const core* a, const core* b, double gap, point u) {
  if (gap > 0.0) return leave_rounded(a, b, gap, u);
  double t = scene_smaller(leave_edges(a, b, u), leave_edges(b, a, (point){-u.x, -u.y}));
  return scene_larger(t, 0.0);
}

// ---- with ellipses ----

// How far the core reaches along n, times the length of n.
static double support(const core* c, point n) {
  double x = point_dot(c->vertex[0], n), y = point_dot(c->vertex[1], n), most = x;
  if (c->count == 0) return sqrt(x * x + y * y);
  for (uint32_t i = 1; i < c->count; i++) most = scene_larger(most, point_dot(c->vertex[i], n));
  return most;
}

// Where the ray t*u crosses the line that bounds A - B rounded on the side of u + s*v, v square to u: convex in s.
static double cross_line(const core* a, const core* b, double radius, point u, double s) {
  point n = {u.x - s * u.y, u.y + s * u.x}, back = {-n.x, -n.y};
  return support(a, n) + support(b, back) + radius * sqrt(1.0 + s * s);
}

double scene2_touching_offset_by_lines(const core* a, const core* b, double radius, point u) {
  const double golden = 0.6180339887498949;
  double steepest = cross_line(a, b, radius, u, 0.0) / radius; // beyond it the rounding alone is more than that
  double low = -steepest, high = steepest;
  double left = high - golden * (high - low), right = low + golden * (high - low);
  double at_left = cross_line(a, b, radius, u, left), at_right = cross_line(a, b, radius, u, right);
  for (int step = 0; step < 80; step++) {
    if (at_left < at_right) {
      high = right;
      right = left;
      at_right = at_left;
      left = high - golden * (high - low);
      at_left = cross_line(a, b, radius, u, left);
    } else {
      low = left;
      left = right;
      at_left = at_right;
      right = low + golden * (high - low);
      at_right = cross_line(a, b, radius, u, right);
    }
  }
  return scene_smaller(at_left, at_right);
}

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
