// The reference's queries of one pair, and of all pairs of a list: there bodies are fetched from the views and checked,
// one pair at a time. Compiled once for each dimension.
#include <math.h>

#include "reference_bodies.h"
#if DIM == 2
#include "reference2_answers.h"
#endif

// ---------------------------------------------------------------- one pair

bool refN_overlap(const refN_shape* a, const float pose_a[POSE_FLOATS], const refN_shape* b,
                  const float pose_b[POSE_FLOATS], refN_cache* cache) {
  uint32_t iterations;
  refN_body body_a = {a, pose_a, a->radius}, body_b = {b, pose_b, b->radius};
  return refN_overlap_bodies(&body_a, &body_b, cache, &iterations) == LGJK_STATUS_OVERLAPPING;
}

static inline void put(const float from[DIM], float* to) {
  for (int k = 0; to && k < DIM; ++k) to[k] = from[k];
}

float refN_distance(const refN_shape* a, const float pose_a[POSE_FLOATS], const refN_shape* b,
                    const float pose_b[POSE_FLOATS], float point_a[DIM], float point_b[DIM], refN_cache* cache,
                    uint32_t* iterations) {
  refN_answer answer = {0};
  refN_body body_a = {a, pose_a, a->radius}, body_b = {b, pose_b, b->radius};
  refN_distance_bodies(&body_a, &body_b, cache, &answer);
  put(answer.point[0], point_a);
  put(answer.point[1], point_b);
  if (iterations) *iterations = answer.iterations;
  return answer.distance;
}

float refN_contact(const refN_shape* a, const float pose_a[POSE_FLOATS], const refN_shape* b,
                   const float pose_b[POSE_FLOATS], float normal[DIM], float point_a[DIM], float point_b[DIM],
                   refN_cache* cache, uint32_t* iterations) {
  refN_answer answer = {0};
  refN_body body_a = {a, pose_a, a->radius}, body_b = {b, pose_b, b->radius};
  refN_contact_bodies(&body_a, &body_b, cache, &answer, NULL);
  put(answer.normal, normal);
  put(answer.point[0], point_a);
  put(answer.point[1], point_b);
  if (iterations) *iterations = answer.iterations;
  return answer.distance;
}

#if DIM == 2
void ref2_support(const ref2_shape* shape, const float pose[4], const float direction[2], float point[2]) {
  uint32_t index;
  vec2 d = {direction[0], direction[1]}, q = unit_rotation(pose);
  vec2 v = to_world(pose, support_core(shape, unrotate(q.x, q.y, d), &index));
  float size = largest(d);
  if (size > 0.0f) {
    d = mul(1.0f / size, d);
    v = add(v, mul(shape->radius / sqrtf(dot(d, d)), d));
  }
  put_point(point, v);
}
#endif

// ---------------------------------------------------------------- bodies of a list

static inline const void* element(const void* array, uint32_t stride, uint32_t packed, uint64_t i) {
  return (const char*)array + i * (stride ? stride : packed);
}

// Whether a body is near, and its rotation of about unit length.
static inline bool is_usable(const float* pose) {
  float length2 = 0.0f;
  bool near = true;
  for (int k = 0; k < DIM; ++k) near = near && fabsf(pose[k]) <= 1e30f;
  for (int k = DIM; k < POSE_FLOATS; ++k) length2 += pose[k] * pose[k];
  return near && fabsf(length2 - 1.0f) <= 1e-4f;
}

// A body of a view. False where it is not fit for use.
static inline bool fetch(const refN_shapes* shapes, const lgjk_bodiesN* view, uint32_t i, refN_body* body) {
  uint32_t index = *(const uint32_t*)element(view->shape, view->shape_stride, 4, i);
  body->pose = element(view->pose, view->pose_stride, POSE_FLOATS * sizeof(float), i);
  if (!is_usable(body->pose) || index >= shapes->count) return false;
  body->shape = &shapes->shape[index];
  body->radius = view->radius ? *(const float*)element(view->radius, view->radius_stride, 4, i) : body->shape->radius;
  return body->radius >= 0.0f;
}

// The two bodies of pair i of a list. False where one is not fit for use.
static inline bool fetch_pair(const refN_shapes* shapes_a, const lgjk_bodiesN* a, const refN_shapes* shapes_b,
                              const lgjk_bodiesN* b, const lgjk_pairs* pairs, uint64_t i, refN_body body[2]) {
  uint32_t index_a = *(const uint32_t*)element(pairs->a, pairs->stride, 4, i);
  uint32_t index_b = *(const uint32_t*)element(pairs->b, pairs->stride, 4, i);
  return fetch(shapes_a, a, index_a, &body[0]) && fetch(shapes_b, b, index_b, &body[1]);
}

// ---------------------------------------------------------------- lists

void refN_overlap_batch(const refN_shapes* shapes_a, const lgjk_bodiesN* a, const refN_shapes* shapes_b,
                        const lgjk_bodiesN* b, const lgjk_pairs* pairs, refN_cache* caches,
                        const lgjk_results* results) {
  for (uint64_t i = 0; i < pairs->count; ++i) {
    refN_body body[2];
    uint8_t status = LGJK_STATUS_BAD;
    uint32_t iterations = 0;
    if (fetch_pair(shapes_a, a, shapes_b, b, pairs, i, body)) {
      status = refN_overlap_bodies(&body[0], &body[1], caches ? &caches[i] : NULL, &iterations);
    }
    if (results->status) results->status[i] = status;
    if (results->iterations) results->iterations[i] = (uint8_t)iterations;
  }
}

// What distances and contacts share.
static inline void put_answer(const lgjk_results* results, uint64_t i, uint8_t status, refN_answer* answer) {
  if (status == LGJK_STATUS_BAD) answer->distance = NAN;
  if (results->status) results->status[i] = status;
  if (results->iterations) results->iterations[i] = (uint8_t)(answer->iterations < 255 ? answer->iterations : 255);
  if (results->distance) results->distance[i] = answer->distance;
  if (results->point_a) put(answer->point[0], results->point_a + DIM * i);
  if (results->point_b) put(answer->point[1], results->point_b + DIM * i);
}

// Inlined into both of its callers, for which `contact` is a constant.
static inline __attribute__((always_inline)) void answer_list(const refN_shapes* shapes_a, const lgjk_bodiesN* a,
                                                              const refN_shapes* shapes_b, const lgjk_bodiesN* b,
                                                              const lgjk_pairs* pairs, refN_cache* caches,
                                                              const lgjk_results* results, bool contact) {
  for (uint64_t i = 0; i < pairs->count; ++i) {
    refN_body body[2];
    refN_answer answer = {0};
    uint8_t status = LGJK_STATUS_BAD;
    refN_cache* cache = caches ? &caches[i] : NULL;
    lgjk_manifoldN* manifold = contact && results->manifoldN ? &results->manifoldN[i] : NULL;
    if (manifold) *manifold = (lgjk_manifoldN){0};
    if (fetch_pair(shapes_a, a, shapes_b, b, pairs, i, body)) {
      status = contact ? refN_contact_bodies(&body[0], &body[1], cache, &answer, manifold)
                       : refN_distance_bodies(&body[0], &body[1], cache, &answer);
    }
    if (!contact && status == LGJK_STATUS_LIMIT) answer.iterations = REFN_ITERATION_LIMIT;
    put_answer(results, i, status, &answer);
    if (contact && results->normal) put(answer.normal, results->normal + DIM * i);
  }
}

void refN_distance_batch(const refN_shapes* shapes_a, const lgjk_bodiesN* a, const refN_shapes* shapes_b,
                         const lgjk_bodiesN* b, const lgjk_pairs* pairs, refN_cache* caches,
                         const lgjk_results* results) {
  answer_list(shapes_a, a, shapes_b, b, pairs, caches, results, false);
}

void refN_contact_batch(const refN_shapes* shapes_a, const lgjk_bodiesN* a, const refN_shapes* shapes_b,
                        const lgjk_bodiesN* b, const lgjk_pairs* pairs, refN_cache* caches,
                        const lgjk_results* results) {
  answer_list(shapes_a, a, shapes_b, b, pairs, caches, results, true);
}
