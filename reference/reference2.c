// The reference's queries: two bodies become a pair in the frame of A, a remembered simplex is checked like any guess,
// and one of the two loops of reference2_gjk.h decides.
#include "reference2.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "reference2_gjk.h"

// One Newton step to unit length: right to 4e-9 where |rotation|^2 is within 1e-4 of 1.
REF2_INLINE vec2 unit_rotation(const float pose[4]) {
  float k = 1.5f - 0.5f * (pose[2] * pose[2] + pose[3] * pose[3]);
  return (vec2){k * pose[2], k * pose[3]};
}

REF2_INLINE vec2 to_world(const float pose[4], vec2 local) {
  vec2 q = unit_rotation(pose);
  return add((vec2){pose[0], pose[1]}, rotate(q.x, q.y, local));
}

REF2_INLINE pair make_pair(const ref2_shape* a, float radius_a, const float pose_a[4], const ref2_shape* b,
                           float radius_b, const float pose_b[4]) {
  pair p;
  vec2 qa = unit_rotation(pose_a), qb = unit_rotation(pose_b);
  p.a = a;
  p.b = b;
  p.radius_a = radius_a;
  p.radius_b = radius_b;
  p.radius = radius_a + radius_b;
  p.c = dot(qa, qb);
  p.s = cross(qa, qb);
  p.t = unrotate(qa.x, qa.y, (vec2){pose_b[0] - pose_a[0], pose_b[1] - pose_a[1]});
  p.scale = a->bound + b->bound + p.radius + sqrtf(dot(p.t, p.t));
  return p;
}

// ---------------------------------------------------------------- warm start

// Rebuilds the simplex that a cache names. False where it is cold or cannot be meant.
REF2_INLINE bool restore(const pair* p, const ref2_cache* cache, vertex v[3]) {
  if (cache->count == 0 || cache->count > 3) return false;
  for (uint32_t i = 0; i < cache->count; ++i) {
    uint32_t ia = cache->index_a[i], ib = cache->index_b[i];
    if (ia >= p->a->count || ib >= p->b->count) return false;
    const float *a = p->a->points + 2 * ia, *b = p->b->points + 2 * ib;
    v[i].a = (vec2){a[0], a[1]};
    v[i].w = difference(p, v[i].a, (vec2){b[0], b[1]});
    v[i].index_a = ia;
    v[i].index_b = ib;
  }
  return true;
}

REF2_INLINE void remember(ref2_cache* cache, const simplex* s, vec2 d) {
  const vertex* v[3] = {&s->l, &s->r, &s->top};
  ref2_cache now = {{d.x, d.y}, (uint8_t)s->count, {0, 0, 0}, {0, 0, 0}, 0};
  for (uint32_t i = 0; i < s->count; ++i) {
    now.index_a[i] = (uint8_t)v[i]->index_a;
    now.index_b[i] = (uint8_t)v[i]->index_b;
  }
  *cache = now;
}

// The remembered direction, else from A towards B, where A - B comes closest to the origin.
REF2_INLINE vec2 first_direction(const pair* p, const ref2_cache* cache) {
  if (cache) {
    vec2 d = {cache->direction[0], cache->direction[1]};
    if (fabsf(d.x) < 1e18f && fabsf(d.y) < 1e18f && largest(d) > 1e-18f) return d;
  }
  return largest(p->t) > 0.0f ? p->t : (vec2){1.0f, 0.0f};
}

// A first simplex and direction; true where the simplex holds the origin already.
REF2_INLINE bool first_simplex(const pair* p, const ref2_cache* cache, simplex* s, vec2* d) {
  vertex v[3];
  if (cache && restore(p, cache, v)) {
    if (cache->count == 3) return closest_on_triangle(s, v, d);
    *d = cache->count == 2 ? closest_on_segment(s, v[0], v[1]) : to_vertex(s, v[0]);
    return false;
  }
  s->count = 0;
  *d = first_direction(p, cache);
  return false;
}

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

REF2_INLINE const void* element(const void* array, uint32_t stride, uint32_t packed, uint64_t i) {
  return (const char*)array + i * (stride ? stride : packed);
}

// A body of a view; NULL shape where the body is not fit for use.
typedef struct body {
  const ref2_shape* shape;
  const float* pose;
  float radius;
} body;

REF2_INLINE body fetch(const ref2_shapes* shapes, const lgjk_bodies2* view, uint32_t i) {
  uint32_t index = *(const uint32_t*)element(view->shape, view->shape_stride, 4, i);
  body found = {NULL, element(view->pose, view->pose_stride, 16, i), 0.0f};
  const float* q = found.pose;
  bool usable = fabsf(q[0]) <= 1e30f && fabsf(q[1]) <= 1e30f && fabsf(q[2] * q[2] + q[3] * q[3] - 1.0f) <= 1e-4f;
  if (!usable || index >= shapes->count) return found;
  found.shape = &shapes->shape[index];
  found.radius = view->radius ? *(const float*)element(view->radius, view->radius_stride, 4, i) : found.shape->radius;
  if (!(found.radius >= 0.0f)) found.shape = NULL;
  return found;
}

// The pair i of a list. False where it is bad.
REF2_INLINE bool fetch_pair(const ref2_shapes* shapes_a, const lgjk_bodies2* a, const ref2_shapes* shapes_b,
                            const lgjk_bodies2* b, const lgjk_pairs* pairs, uint64_t i, pair* p, const float** pose) {
  body on_a = fetch(shapes_a, a, *(const uint32_t*)element(pairs->a, pairs->stride, 4, i));
  body on_b = fetch(shapes_b, b, *(const uint32_t*)element(pairs->b, pairs->stride, 4, i));
  if (!on_a.shape || !on_b.shape) return false;
  *p = make_pair(on_a.shape, on_a.radius, on_a.pose, on_b.shape, on_b.radius, on_b.pose);
  *pose = on_a.pose;
  return p->scale >= 1e-6f && p->scale <= 1e6f;
}

void ref2_overlap_batch(const ref2_shapes* shapes_a, const lgjk_bodies2* a, const ref2_shapes* shapes_b,
                        const lgjk_bodies2* b, const lgjk_pairs* pairs, ref2_cache* caches,
                        const lgjk_results* results) {
  for (uint64_t i = 0; i < pairs->count; ++i) {
    pair p;
    const float* pose;
    uint8_t status = LGJK_STATUS_BAD;
    uint32_t iterations = 0;
    if (fetch_pair(shapes_a, a, shapes_b, b, pairs, i, &p, &pose)) {
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
    const float* pose;
    uint8_t status = LGJK_STATUS_BAD;
    uint32_t iterations = 0;
    float distance = NAN;
    vec2 on_a = {0.0f, 0.0f}, on_b = {0.0f, 0.0f};
    if (fetch_pair(shapes_a, a, shapes_b, b, pairs, i, &p, &pose)) {
      distance = distance_pair(&p, &on_a, &on_b, caches ? &caches[i] : NULL, &iterations);
      status = LGJK_STATUS_SEPARATED;
      if (distance == 0.0f) status = LGJK_STATUS_OVERLAPPING;
      if (iterations > REF2_ITERATION_LIMIT) {
        status = LGJK_STATUS_LIMIT;
        iterations = REF2_ITERATION_LIMIT;
      }
      on_a = to_world(pose, on_a);
      on_b = to_world(pose, on_b);
    }
    if (results->status) results->status[i] = status;
    if (results->iterations) results->iterations[i] = (uint8_t)iterations;
    if (results->distance) results->distance[i] = distance;
    if (results->point_a) put_point(results->point_a + 2 * i, on_a);
    if (results->point_b) put_point(results->point_b + 2 * i, on_b);
  }
}
