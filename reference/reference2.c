// The reference's queries of overlap and distance: one of the two loops of reference2_gjk.h decides.
#include "reference2.h"

#include <stdlib.h>
#include <string.h>

#include "reference2_views.h"

// ---------------------------------------------------------------- one pair

// Whether the distance of the cores is within the sum of the radii.
REF2_INLINE bool overlap_by_distance(const pair* p, ref2_cache* cache, uint32_t* iterations) {
  simplex s;
  vec2 d;
  outcome end = first_simplex(p, cache, &s, &d) ? HOLDS_ORIGIN : approach_origin(p, &s, &d, iterations, true);
  if (cache) remember(cache, &s, d);
  if (end != NEAREST) return end == HOLDS_ORIGIN;
  vec2 a, w = nearest_point(&s, &a);
  float reach = p->radius + REF2_TOUCH * p->scale;
  return dot(w, w) <= reach * reach;
}

// The rare pair that boolean GJK is unsure of, kept out of line.
static bool overlap_touching(const pair* p, ref2_cache* cache, uint32_t* iterations) {
  uint32_t spent = 0;
  bool overlap = overlap_by_distance(p, cache, &spent);
  *iterations += spent;
  return overlap;
}

// Cores without rounding.
REF2_INLINE bool overlap_sharp(const pair* p, ref2_cache* cache, uint32_t* iterations) {
  simplex s;
  vec2 d;
  vertex v[3];
  if (!cache || cache->count != 3 || !restore(p, cache, v)) {
    d = first_direction(p, cache);
  } else if (closest_on_triangle(&s, v, &d)) {
    return true;
  }
  outcome end = hunt_origin(p, &s, &d, iterations);
  if (end == UNSURE) return overlap_touching(p, cache, iterations);
  if (cache) remember(cache, &s, d);
  return end == HOLDS_ORIGIN;
}

REF2_INLINE bool overlap_pair(const pair* p, ref2_cache* cache, uint32_t* iterations) {
  *iterations = 0;
  return p->radius > 0.0f ? overlap_by_distance(p, cache, iterations) : overlap_sharp(p, cache, iterations);
}

// The distance, and the witness points in the frame of A.
REF2_INLINE float distance_pair(const pair* p, vec2* a, vec2* b, ref2_cache* cache, uint32_t* iterations) {
  simplex s;
  vec2 d = {0.0f, 0.0f};
  *iterations = 0;
  bool inside = first_simplex(p, cache, &s, &d) || approach_origin(p, &s, &d, iterations, false) == HOLDS_ORIGIN;
  if (cache) remember(cache, &s, d);
  if (inside) {
    *a = *b = common_point(&s);
    return 0.0f;
  }
  vec2 w = nearest_point(&s, a);
  float length = sqrtf(dot(w, w)), distance = length - p->radius;
  if (distance <= REF2_TOUCH * p->scale) {
    float share = p->radius > 0.0f ? p->radius_a / p->radius : 0.5f;
    *a = *b = sub(*a, mul(share, w));
    return 0.0f;
  }
  vec2 n = mul(1.0f / length, w);
  *b = add(sub(*a, w), mul(p->radius_b, n));
  *a = sub(*a, mul(p->radius_a, n));
  return distance;
}

// ---------------------------------------------------------------- public

void ref2_support(const ref2_shape* shape, const float pose[4], const float direction[2], float point[2]) {
  uint32_t index;
  vec2 d = {direction[0], direction[1]}, q = unit_rotation(pose);
  vec2 v = to_world(pose, support_core(shape, unrotate(q.x, q.y, d), &index));
  float size = largest(d);
  if (size > 0.0f) {
    d = mul(1.0f / size, d);
    v = add(v, mul(shape->radius / sqrtf(dot(d, d)), d));
  }
  point[0] = v.x;
  point[1] = v.y;
}

bool ref2_overlap(const ref2_shape* a, const float pose_a[4], const ref2_shape* b, const float pose_b[4],
                  ref2_cache* cache) {
  uint32_t iterations;
  pair p = make_pair(a, a->radius, pose_a, b, b->radius, pose_b);
  return overlap_pair(&p, cache, &iterations);
}

REF2_INLINE void put_point(float point[2], vec2 v) {
  point[0] = v.x;
  point[1] = v.y;
}

float ref2_distance(const ref2_shape* a, const float pose_a[4], const ref2_shape* b, const float pose_b[4],
                    float point_a[2], float point_b[2], ref2_cache* cache, uint32_t* iterations) {
  vec2 on_a, on_b;
  uint32_t spent;
  pair p = make_pair(a, a->radius, pose_a, b, b->radius, pose_b);
  float distance = distance_pair(&p, &on_a, &on_b, cache, &spent);
  if (point_a) put_point(point_a, to_world(pose_a, on_a));
  if (point_b) put_point(point_b, to_world(pose_a, on_b));
  if (iterations) *iterations = spent;
  return distance;
}

// ---------------------------------------------------------------- shape sets

static bool read_shape(const lgjk_shapes2* shapes, uint32_t index, ref2_shape* shape, float* points) {
  lgjk_shape2_info info;
  lgjk_shape2_info_init(&info);
  if (lgjk_shapes2_get(shapes, index, &info, points, LGJK_MAX_POINTS, NULL) != LGJK_OK) return false;
  shape->points = points;
  shape->count = info.vertex_count;
  shape->kind = info.kind;
  shape->radius = info.radius;
  shape->bound = info.bound - info.radius;
  memcpy(shape->matrix, info.matrix, sizeof info.matrix);
  return true;
}

static uint64_t count_vertices(const lgjk_shapes2* shapes) {
  uint64_t vertices = 0;
  for (uint32_t i = 0; i < lgjk_shapes2_count(shapes); ++i) {
    lgjk_shape2_info info;
    lgjk_shape2_info_init(&info);
    if (lgjk_shapes2_get(shapes, i, &info, NULL, 0, NULL) == LGJK_OK) vertices += info.vertex_count;
  }
  return vertices;
}

bool ref2_shapes_create(const lgjk_shapes2* shapes, ref2_shapes* out) {
  uint32_t count = lgjk_shapes2_count(shapes);
  size_t bytes = count * sizeof *out->shape + (size_t)count_vertices(shapes) * 2 * sizeof(float);
  ref2_shape* shape = malloc(bytes > 0 ? bytes : 1);
  if (!shape) return false;
  float* points = (float*)(shape + count);
  for (uint32_t i = 0; i < count; ++i) {
    if (!read_shape(shapes, i, &shape[i], points)) {
      free(shape);
      return false;
    }
    points += 2 * shape[i].count;
  }
  *out = (ref2_shapes){shape, count};
  return true;
}

void ref2_shapes_destroy(ref2_shapes* shapes) {
  free(shapes->shape);
  *shapes = (ref2_shapes){NULL, 0};
}

// ---------------------------------------------------------------- batches

void ref2_overlap_batch(const ref2_shapes* shapes_a, const lgjk_bodies2* a, const ref2_shapes* shapes_b,
                        const lgjk_bodies2* b, const lgjk_pairs* pairs, ref2_cache* caches,
                        const lgjk_results* results) {
  for (uint64_t i = 0; i < pairs->count; ++i) {
    pair p;
    const float* pose[2];
    uint8_t status = LGJK_STATUS_BAD;
    uint32_t iterations = 0;
    if (fetch_pair(shapes_a, a, shapes_b, b, pairs, i, &p, pose)) {
      bool overlap = overlap_pair(&p, caches ? &caches[i] : NULL, &iterations);
      status = overlap ? LGJK_STATUS_OVERLAPPING : LGJK_STATUS_SEPARATED;
    }
    if (results->status) results->status[i] = status;
    if (results->iterations) results->iterations[i] = (uint8_t)iterations;
  }
}

void ref2_distance_batch(const ref2_shapes* shapes_a, const lgjk_bodies2* a, const ref2_shapes* shapes_b,
                         const lgjk_bodies2* b, const lgjk_pairs* pairs, ref2_cache* caches,
                         const lgjk_results* results) {
  for (uint64_t i = 0; i < pairs->count; ++i) {
    pair p;
    const float* pose[2];
    uint8_t status = LGJK_STATUS_BAD;
    uint32_t iterations = 0;
    float distance = NAN;
    vec2 on_a = {0.0f, 0.0f}, on_b = {0.0f, 0.0f};
    if (fetch_pair(shapes_a, a, shapes_b, b, pairs, i, &p, pose)) {
      distance = distance_pair(&p, &on_a, &on_b, caches ? &caches[i] : NULL, &iterations);
      status = LGJK_STATUS_SEPARATED;
      if (distance == 0.0f) status = LGJK_STATUS_OVERLAPPING;
      if (iterations > REF2_ITERATION_LIMIT) {
        status = LGJK_STATUS_LIMIT;
        iterations = REF2_ITERATION_LIMIT;
      }
      on_a = to_world(pose[0], on_a);
      on_b = to_world(pose[0], on_b);
    }
    if (results->status) results->status[i] = status;
    if (results->iterations) results->iterations[i] = (uint8_t)iterations;
    if (results->distance) results->distance[i] = distance;
    if (results->point_a) put_point(results->point_a + 2 * i, on_a);
    if (results->point_b) put_point(results->point_b + 2 * i, on_b);
  }
}
