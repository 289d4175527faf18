// Shape sets of the reference, made from those of the library.
#include <stdlib.h>
#include <string.h>

#include "reference3_pair.h"
#include "reference3_table.h"

// The points of a shape, one coordinate after the other; the last fills up.
static void spread(const float* vertices, uint32_t count, uint32_t padded, float* points) {
  for (uint32_t i = 0; i < padded; ++i) {
    const float* v = vertices + 3 * (size_t)(i < count ? i : count - 1);
    for (uint32_t axis = 0; axis < 3; ++axis) points[axis * padded + i] = v[axis];
  }
}

static bool read_shape(const lgjk_shapes3* shapes, uint32_t index, ref3_shape* shape, float* points) {
  float vertices[3 * LGJK_MAX_POINTS];
  lgjk_shape3_info info;
  lgjk_shape3_info_init(&info);
  if (lgjk_shapes3_get(shapes, index, &info, vertices, LGJK_MAX_POINTS, NULL) != LGJK_OK) return false;
  shape->points = points;
  shape->count = info.vertex_count;
  shape->padded = info.kind == LGJK_SHAPE3_POINTS ? ref3_padded(info.vertex_count) : 0;
  shape->kind = info.kind;
  shape->radius = info.radius;
  shape->bound = info.bound - info.radius;
  memcpy(shape->matrix, info.matrix, sizeof info.matrix);
  for (int axis = 0; info.kind == LGJK_SHAPE3_BOX && axis < 3; ++axis) shape->matrix[4 * axis] = vertices[axis];
  spread(vertices, shape->count, shape->padded, points);
  shape->table = NULL;
  if (info.kind != LGJK_SHAPE3_POINTS || shape->count < REF3_LARGE) return true;
  shape->table = ref3_table_create(shape);
  return shape->table != NULL;
}

static uint64_t count_padded(const lgjk_shapes3* shapes) {
  uint64_t padded = 0;
  for (uint32_t i = 0; i < lgjk_shapes3_count(shapes); ++i) {
    lgjk_shape3_info info;
    lgjk_shape3_info_init(&info);
    if (lgjk_shapes3_get(shapes, i, &info, NULL, 0, NULL) != LGJK_OK) continue;
    if (info.kind == LGJK_SHAPE3_POINTS) padded += ref3_padded(info.vertex_count);
  }
  return padded;
}

bool ref3_shapes_create(const lgjk_shapes3* shapes, ref3_shapes* out) {
  uint32_t count = lgjk_shapes3_count(shapes);
  size_t bytes = count * sizeof *out->shape + (size_t)count_padded(shapes) * 3 * sizeof(float);
  *out = (ref3_shapes){malloc(bytes > 0 ? bytes : 1), 0};
  if (!out->shape) return false;
  float* points = (float*)(out->shape + count);
  for (; out->count < count; ++out->count) {
    ref3_shape* shape = &out->shape[out->count];
    if (!read_shape(shapes, out->count, shape, points)) {
      ref3_shapes_destroy(out);
      return false;
    }
    points += 3 * (size_t)shape->padded;
  }
  return true;
}

void ref3_shapes_destroy(ref3_shapes* shapes) {
  for (uint32_t i = 0; i < shapes->count; ++i) free(shapes->shape[i].table);
  free(shapes->shape);
  *shapes = (ref3_shapes){NULL, 0};
}
