// Separates pairs that have a loose rotation from the others. Loose rotations are too far off unit length for kernels,
// by the same operations in float (gjk/vec2_tmpl.h, vec3_tmpl.h).
#include "api/loose.h"

#include <string.h>

#include "api/rotation.h"
#include "gjk/tolerance.h"

#define LOOSE_ROTATION_SLACK 1e-2f // the public header's limit

// ---------------------------------------------------------------- one rotation

static float off_unit(const float* r, uint32_t dim) {
  const float first = r[0] * r[0] + r[1] * r[1];
  const float squares = dim == 2 ? first : first + (r[2] * r[2] + r[3] * r[3]);
  return squares < 1.0f ? 1.0f - squares : squares - 1.0f;
}

// Returns true for a loose rotation; NaN is not loose.
static bool is_loose(const float* rotation, uint32_t dim) {
  const float off = off_unit(rotation, dim);
  return off > ROTATION_SLACK && off <= LOOSE_ROTATION_SLACK;
}

void lgjk_tighten(float* pose, uint32_t dim) {
  if (is_loose(pose + dim, dim)) lgjk_normalize_rotation(pose + dim, dim == 2 ? 2 : 4);
}

// ---------------------------------------------------------------- pairs

static uint32_t body_of(const char* indices, size_t stride, uint32_t pair) {
  uint32_t body;
  memcpy(&body, indices + stride * pair, sizeof body);
  return body;
}

static bool is_loose_body(const lgjk_side* side, uint32_t body, uint32_t dim) {
  float rotation[4];
  memcpy(rotation, side->pose + side->pose_stride * body + sizeof(float) * dim, dim == 2 ? 8 : 16);
  return is_loose(rotation, dim);
}

// Fewer than LGJK_GROUP pairs before a loose one are not worth a call of their own: the result is 0.
uint32_t lgjk_count_tight(const lgjk_batch* batch, uint32_t dim) {
  for (uint32_t i = 0; i < batch->count; ++i) {
    const uint32_t a = body_of(batch->pair_a, batch->pair_stride, i);
    const uint32_t b = body_of(batch->pair_b, batch->pair_stride, i);
    if (is_loose_body(&batch->a, a, dim) || is_loose_body(&batch->b, b, dim)) return i < LGJK_GROUP ? 0 : i;
  }
  return batch->count;
}

static const char* copy_body(const lgjk_side* side, uint32_t body, uint32_t dim, uint32_t slot, lgjk_group* group) {
  const size_t size = sizeof(float) * (dim == 2 ? 4 : 7);
  const char* from = side->pose + side->pose_stride * body;
  float* pose = &group->pose[0][0] + slot * (size / sizeof(float));
  memcpy(pose, from, size);
  lgjk_tighten(pose, dim);
  memcpy(&group->shape[slot], side->shape + side->shape_stride * body, sizeof(uint32_t));
  if (side->radius != NULL) memcpy(&group->radius[slot], side->radius + side->radius_stride * body, sizeof(float));
  return from;
}

static void refer_to_group(lgjk_side* side, uint32_t dim, uint32_t bodies, const lgjk_group* group) {
  side->pose = (const char*)group->pose;
  side->pose_stride = sizeof(float) * (dim == 2 ? 4 : 7);
  side->shape = (const char*)group->shape;
  if (side->radius != NULL) side->radius = (const char*)group->radius;
  side->shape_stride = side->radius_stride = sizeof(float);
  side->body_count = bodies;
}

// A body that is paired with itself stays one body.
void lgjk_make_group(lgjk_batch* batch, uint32_t dim, uint32_t count, lgjk_group* group) {
  for (uint32_t i = 0; i < count; ++i) {
    const uint32_t a = body_of(batch->pair_a, batch->pair_stride, i);
    const uint32_t b = body_of(batch->pair_b, batch->pair_stride, i);
    const char* pose_a = copy_body(&batch->a, a, dim, 2 * i, group);
    const char* pose_b = copy_body(&batch->b, b, dim, 2 * i + 1, group);
    group->pair[2 * i] = 2 * i;
    group->pair[2 * i + 1] = pose_a == pose_b ? 2 * i : 2 * i + 1;
  }
  refer_to_group(&batch->a, dim, 2 * count, group);
  refer_to_group(&batch->b, dim, 2 * count, group);
  batch->pair_a = (const char*)&group->pair[0];
  batch->pair_b = (const char*)&group->pair[1];
  batch->pair_stride = 2 * sizeof(uint32_t);
  batch->count = count;
  batch->prefetch = 0;
  batch->same_bodies = LGJK_SAME_BY_INDEX;
  batch->same_offset = 0;
}
