// Shape sets of the reference, made from those of the library. Compiled once for each dimension.
#include <stdlib.h>
#include <string.h>

#include "reference.h"
#if DIM == 3
#include "reference3_pair.h"
#endif

#if DIM == 2
static size_t floats_of(const lgjk_shape2_info* info) { return 2 * (size_t)info->vertex_count; }

static bool keep_points(ref2_shape* shape, const float* vertices, float* points) {
  if (shape->count > 0) memcpy(points, vertices, 2 * shape->count * sizeof *points);
  return true;
}

static void free_tables(const ref2_shapes* shapes) { (void)shapes; }
#else
static size_t floats_of(const lgjk_shape3_info* info) {
  return info->kind == LGJK_SHAPE3_POINTS ? 3 * (size_t)ref3_padded(info->vertex_count) : 0;
}

// One coordinate after the other; the last point fills up. A box has its half extents for points.
static bool keep_points(ref3_shape* shape, const float* vertices, float* points) {
  shape->table = NULL;
  shape->padded = 0;
  for (int axis = 0; shape->kind == LGJK_SHAPE3_BOX && axis < 3; ++axis) shape->matrix[4 * axis] = vertices[axis];
  if (shape->kind != LGJK_SHAPE3_POINTS) return true;
  shape->padded = ref3_padded(shape->count);
  for (uint32_t i = 0; i < shape->padded; ++i) {
    const float* v = vertices + 3 * (size_t)(i < shape->count ? i : shape->count - 1);
    for (uint32_t axis = 0; axis < 3; ++axis) points[axis * shape->padded + i] = v[axis];
  }
  if (shape->count < REF3_LARGE) return true;
  shape->table = ref3_table_create(shape);
  return shape->table != NULL;
}

static void free_tables(const ref3_shapes* shapes) {
  for (uint32_t i = 0; i < shapes->count; ++i) free(shapes->shape[i].table);
}
#endif

// Its points go to *points, which moves on.
static bool read_shape(const lgjk_shapesN* shapes, uint32_t index, refN_shape* shape, float** points) {
  float vertices[DIM * LGJK_MAX_POINTS];
  lgjk_shapeN_info info;
  lgjk_shapeN_info_init(&info);
  if (lgjk_shapesN_get(shapes, index, &info, vertices, LGJK_MAX_POINTS, NULL) != LGJK_OK) return false;
  shape->points = *points;
  shape->count = info.vertex_count;
  shape->kind = info.kind;
  shape->radius = info.radius;
  shape->bound = info.bound - info.radius;
  memcpy(shape->matrix, info.matrix, sizeof info.matrix);
  *points += floats_of(&info);
  return keep_points(shape, vertices, *points - floats_of(&info));
}

static size_t count_floats(const lgjk_shapesN* shapes) {
  size_t floats = 0;
  for (uint32_t i = 0; i < lgjk_shapesN_count(shapes); ++i) {
    lgjk_shapeN_info info;
    lgjk_shapeN_info_init(&info);
    if (lgjk_shapesN_get(shapes, i, &info, NULL, 0, NULL) == LGJK_OK) floats += floats_of(&info);
  }
  return floats;
}

bool refN_shapes_create(const lgjk_shapesN* shapes, refN_shapes* out) {
  uint32_t count = lgjk_shapesN_count(shapes);
  size_t bytes = count * sizeof *out->shape + count_floats(shapes) * sizeof(float);
  *out = (refN_shapes){malloc(bytes > 0 ? bytes : 1), 0};
  if (!out->shape) return false;
  float* points = (float*)(out->shape + count);
  for (; out->count < count; ++out->count) {
    if (!read_shape(shapes, out->count, &out->shape[out->count], &points)) {
      refN_shapes_destroy(out);
      return false;
    }
  }
  return true;
}

void refN_shapes_destroy(refN_shapes* shapes) {
  free_tables(shapes);
  free(shapes->shape);
  *shapes = (refN_shapes){NULL, 0};
}
