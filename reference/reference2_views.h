// The bodies of the library's views as the reference takes them, checked. Only the reference includes this file.
#ifndef LGJK_REFERENCE2_VIEWS_H
#define LGJK_REFERENCE2_VIEWS_H

#include "reference2_warm.h"

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

// The pair i of a list, and the poses of A and of B. False where it is bad.
REF2_INLINE bool fetch_pair(const ref2_shapes* shapes_a, const lgjk_bodies2* a, const ref2_shapes* shapes_b,
                            const lgjk_bodies2* b, const lgjk_pairs* pairs, uint64_t i, pair* p, const float* pose[2]) {
  body on_a = fetch(shapes_a, a, *(const uint32_t*)element(pairs->a, pairs->stride, 4, i));
  body on_b = fetch(shapes_b, b, *(const uint32_t*)element(pairs->b, pairs->stride, 4, i));
  if (!on_a.shape || !on_b.shape) return false;
  *p = make_pair(on_a.shape, on_a.radius, on_a.pose, on_b.shape, on_b.radius, on_b.pose);
  pose[0] = on_a.pose;
  pose[1] = on_b.pose;
  return p->scale >= 1e-6f && p->scale <= 1e6f;
}

#endif
