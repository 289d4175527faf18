// The reference's queries over all pairs of a list: bodies are fetched from the views and checked, one pair at a time.
#include "reference3_batch.h"

#include <math.h>
#include <string.h>

#include "reference3_bodies.h"
#include "reference3_manifold.h"

static inline const void* element(const void* array, uint32_t stride, uint32_t packed, uint64_t i) {
  return (const char*)array + i * (stride ? stride : packed);
}

// A body of a view. False where it is not fit for use.
static inline bool fetch(const ref3_shapes* shapes, const lgjk_bodies3* view, uint32_t i, ref3_body* body) {
  uint32_t index = *(const uint32_t*)element(view->shape, view->shape_stride, 4, i);
  const float *pose = element(view->pose, view->pose_stride, 28, i), *q = pose + 3;
  float length2 = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
  bool near = fabsf(pose[0]) <= 1e30f && fabsf(pose[1]) <= 1e30f && fabsf(pose[2]) <= 1e30f;
  if (!near || !(fabsf(length2 - 1.0f) <= 1e-4f) || index >= shapes->count) return false;
  body->pose = pose;
  body->shape = &shapes->shape[index];
  body->radius = view->radius ? *(const float*)element(view->radius, view->radius_stride, 4, i) : body->shape->radius;
  return body->radius >= 0.0f;
}

// The two bodies of pair i of a list. False where one is not fit for use.
static inline bool fetch_pair(const ref3_shapes* shapes_a, const lgjk_bodies3* a, const ref3_shapes* shapes_b,
                              const lgjk_bodies3* b, const lgjk_pairs* pairs, uint64_t i, ref3_body body[2]) {
  uint32_t index_a = *(const uint32_t*)element(pairs->a, pairs->stride, 4, i);
  uint32_t index_b = *(const uint32_t*)element(pairs->b, pairs->stride, 4, i);
  return fetch(shapes_a, a, index_a, &body[0]) && fetch(shapes_b, b, index_b, &body[1]);
}

void ref3_overlap_batch(const ref3_shapes* shapes_a, const lgjk_bodies3* a, const ref3_shapes* shapes_b,
                        const lgjk_bodies3* b, const lgjk_pairs* pairs, ref3_cache* caches,
                        const lgjk_results* results) {
  for (uint64_t i = 0; i < pairs->count; ++i) {
    ref3_body body[2];
    uint8_t status = LGJK_STATUS_BAD;
    uint32_t iterations = 0;
    if (fetch_pair(shapes_a, a, shapes_b, b, pairs, i, body)) {
      status = ref3_overlap_bodies(&body[0], &body[1], caches ? &caches[i] : NULL, &iterations);
    }
    if (results->status) results->status[i] = status;
    if (results->iterations) results->iterations[i] = (uint8_t)iterations;
  }
}

// What distances and contacts share.
static void put_answer(const lgjk_results* results, uint64_t i, uint8_t status, ref3_answer* answer) {
  if (status == LGJK_STATUS_BAD) answer->distance = NAN;
  if (results->status) results->status[i] = status;
  if (results->iterations) results->iterations[i] = (uint8_t)(answer->iterations < 255 ? answer->iterations : 255);
  if (results->distance) results->distance[i] = answer->distance;
  if (results->point_a) memcpy(results->point_a + 3 * i, answer->point[0], sizeof answer->point[0]);
  if (results->point_b) memcpy(results->point_b + 3 * i, answer->point[1], sizeof answer->point[1]);
}

void ref3_distance_batch(const ref3_shapes* shapes_a, const lgjk_bodies3* a, const ref3_shapes* shapes_b,
                         const lgjk_bodies3* b, const lgjk_pairs* pairs, ref3_cache* caches,
                         const lgjk_results* results) {
  for (uint64_t i = 0; i < pairs->count; ++i) {
    ref3_body body[2];
    ref3_answer answer = {0};
    uint8_t status = LGJK_STATUS_BAD;
    if (fetch_pair(shapes_a, a, shapes_b, b, pairs, i, body)) {
      status = ref3_distance_bodies(&body[0], &body[1], caches ? &caches[i] : NULL, &answer);
    }
    if (status == LGJK_STATUS_LIMIT) answer.iterations = REF3_ITERATION_LIMIT;
    put_answer(results, i, status, &answer);
  }
}

void ref3_contact_batch(const ref3_shapes* shapes_a, const lgjk_bodies3* a, const ref3_shapes* shapes_b,
                        const lgjk_bodies3* b, const lgjk_pairs* pairs, ref3_cache* caches,
                        const lgjk_results* results) {
  for (uint64_t i = 0; i < pairs->count; ++i) {
    ref3_body body[2];
    ref3_answer answer = {0};
    uint8_t status = LGJK_STATUS_BAD;
    if (fetch_pair(shapes_a, a, shapes_b, b, pairs, i, body)) {
      status = ref3_contact_bodies(&body[0], &body[1], caches ? &caches[i] : NULL, &answer);
    }
    put_answer(results, i, status, &answer);
    if (results->normal) memcpy(results->normal + 3 * i, answer.normal, sizeof answer.normal);
    if (!results->manifold3) continue;
    results->manifold3[i] = (lgjk_manifold3){0};
    if (status != LGJK_STATUS_BAD) ref3_manifold(&body[0], &body[1], &answer, &results->manifold3[i]);
  }
}
