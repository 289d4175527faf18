// Turns one definition into one record, compiled once for each dimension. Its members are checked; its core is mapped
// and reduced to hull, kind, radii and vertices.
//
// Radii about the local origin are rounded outwards (bound) and inwards (inner). Queries prove with them that a pair is
// apart or overlapping, so they may be loose but never wrong.
#include "shape/builder.h"

#include <string.h>

#include "shape/definition.h"
#include "base/error.h"
#include "shape/exact.h"

// Kernels address the pool with signed 32-bit float offsets.
#define MAX_POOL INT32_MAX
#define REACH_TEXT NAME_TEXT(LGJK_REACHN)

enum { POINT_BYTES = DIM * sizeof(float), CORNERS = 1 << DIM };

static bool is_finite(float x) { return x - x == 0.0f; }

static int32_t check_points(const lgjk_shapeN_def* def, uint64_t index, lgjk_error* error) {
  const uint32_t stride = def->point_stride;
  if (def->points == NULL) return lgjk_fail(error, LGJK_ERROR_SHAPE, index, "points is NULL");
  if (def->point_count == 0) return lgjk_fail(error, LGJK_ERROR_SHAPE, index, "point_count is 0");
  if ((uintptr_t)def->points % sizeof(float) != 0) {
    return lgjk_fail(error, LGJK_ERROR_SHAPE, index, "points is not aligned to 4 bytes");
  }
  if (stride % 4 != 0 || (stride > 0 && stride < POINT_BYTES)) {
    return lgjk_fail(error, LGJK_ERROR_SHAPE, index, "point_stride is %u, not 0 or a multiple of 4 that is at least %u",
                     (unsigned)stride, (unsigned)POINT_BYTES);
  }
  return LGJK_OK;
}

// Checks the sizes that the kind takes: the first `count`.
static int32_t check_size(const float* size, uint32_t count, uint64_t index, lgjk_error* error) {
  for (uint32_t i = 0; i < count; ++i) {
    if (!is_finite(size[i])) return lgjk_fail(error, LGJK_ERROR_SHAPE, index, "size[%u] is not finite", (unsigned)i);
    if (size[i] <= 0.0f) return lgjk_fail(error, LGJK_ERROR_SHAPE, index, "size[%u] is not above 0", (unsigned)i);
  }
  return LGJK_OK;
}

// Checks that the sizes from `first` on, unused by the kind, are 0.
static int32_t check_unused_size(const float* size, uint32_t first, uint64_t index, lgjk_error* error) {
  for (uint32_t i = first; i < DIM; ++i) {
    if (size[i] == 0.0f) continue;
    return lgjk_fail(error, LGJK_ERROR_SHAPE, index,
                     first == 0 ? "size[%u] is set, but kind POINTS has none"
                                : "size[%u] is set: a radius and a half height are all",
                     (unsigned)i);
  }
  return LGJK_OK;
}

// Checks the members that give the core. Members that the kind ignores have to be 0, or the caller means another kind.
static int32_t check_core(const lgjk_shapeN_def* def, uint64_t index, lgjk_error* error) {
  if (def->kind == LGJK_SHAPEN_POINTS) {
    LGJK_TRY(check_points(def, index, error));
    return check_unused_size(def->size, 0, index, error);
  }
  // each axis has a size; cylinders and cones, which follow ellipsoids, have a radius and a half height
  const uint32_t sizes = def->kind <= LGJK_SHAPEN_BOX + 1 ? DIM : 2;
  LGJK_TRY(check_size(def->size, sizes, index, error));
  if (def->points != NULL) return lgjk_fail(error, LGJK_ERROR_SHAPE, index, "points is set, but the kind has none");
  if (def->point_count != 0 || def->point_stride != 0) {
    return lgjk_fail(error, LGJK_ERROR_SHAPE, index, "%s is set, but the kind has no points",
                     def->point_count != 0 ? "point_count" : "point_stride");
  }
  return check_unused_size(def->size, sizes, index, error);
}

// Checks the map. One that flattens cores was more likely filled in part; flat cores can be given as points.
static int32_t check_map(const lgjk_shapeN_def* def, uint64_t index, lgjk_error* error) {
  float map[DIM * DIM];
  for (unsigned i = 0; i < DIM * DIM; ++i) {
    if (!is_finite(def->map[i])) return lgjk_fail(error, LGJK_ERROR_SHAPE, index, "map[%u] is not finite", i);
    map[i] = def->map[i];
  }
  lgjk_default_map(map, DIM);
  if (lgjk_recordN_determinant(map) != 0.0) return LGJK_OK;
  return lgjk_fail(error, LGJK_ERROR_SHAPE, index, "map has determinant 0, which would flatten the core");
}

int32_t lgjk_builderN_check(const lgjk_shapeN_def* def, uint64_t index, lgjk_error* error) {
  if (def->struct_size != sizeof *def) {
    return lgjk_fail_size(LGJK_ERROR_SHAPE, index, "", def->struct_size, sizeof *def, NAME_TEXT(lgjk_shapeN_def_init),
                          error);
  }
  if (def->kind > LGJK_SHAPEN_LAST) {
    return lgjk_fail(error, LGJK_ERROR_SHAPE, index, "kind %u is unknown", (unsigned)def->kind);
  }
  LGJK_TRY(check_core(def, index, error));
  if (!is_finite(def->radius)) return lgjk_fail(error, LGJK_ERROR_SHAPE, index, "radius is not finite");
  if (def->radius < 0.0f) return lgjk_fail(error, LGJK_ERROR_SHAPE, index, "radius is negative");
  if ((double)def->radius > LGJK_REACHN) {
    return lgjk_fail(error, LGJK_ERROR_SHAPE, index, "radius is above " REACH_TEXT);
  }
  return check_map(def, index, error);
}

// ---------------------------------------------------------------- hulls

// Returns the first kind of core with lanes for all vertices.
static uint32_t hull_core(uint32_t count) {
  uint32_t core = LGJK_COREN_POINT;
  while (core < LGJK_COREN_LARGE && lgjk_coreN_row_of(core).vertices < count) ++core;
  return core;
}

// Returns the number of vertices in the pool, 0 if the kind of core keeps none of its own there.
static uint32_t padded_count(uint32_t core, uint32_t count) {
  if (core == LGJK_COREN_LARGE) return (count + LGJK_LARGEN_STEP - 1) & ~(LGJK_LARGEN_STEP - 1);
  return core >= LGJK_POOLN_FIRST ? lgjk_coreN_row_of(core).vertices : 0;
}

// Rounds up to whole cache lines, on which rows begin.
static uint32_t round_up(uint32_t floats) { return (floats + 15u) & ~15u; }

uint32_t lgjk_builderN_pool_size(uint32_t count) {
  const uint32_t core = hull_core(count), extra = DIM == 3 ? lgjk_recordN_extra_size(core, count) : 0;
  return round_up(DIM * padded_count(core, count) + extra);
}

// Writes the pool: all x, then all y for LARGE in 2D, else vertex by vertex. Padding repeats the last vertex.
static void write_pool(lgjk_builderN* b, lgjk_shapeN* record, const lgjk_pointN* v) {
  float* row = b->pool + b->pool_count;
  const bool split = DIM == 2 && record->core == LGJK_COREN_LARGE;
  const uint32_t step = split ? 1 : DIM, next = split ? record->padded : 1;
  for (uint32_t i = 0; i < record->padded; ++i) {
    float p[DIM];
    memcpy(p, &v[i < record->count ? i : record->count - 1], sizeof p);
    for (uint32_t axis = 0; axis < DIM; ++axis) row[step * i + axis * next] = p[axis];
  }
  const uint32_t vertices = DIM * record->padded;
  const uint32_t extra = DIM == 3 ? lgjk_recordN_write_extra(record, v, row + vertices) : 0;
  const uint32_t used = vertices + extra, size = round_up(used);
  memset(row + used, 0, (size - used) * sizeof *row);
  record->pool = b->pool_count;
  b->pool_count += size;
}

static int32_t build_hull(lgjk_builderN* b, lgjk_shapeN* record, uint32_t count, uint64_t index, lgjk_error* error) {
  double inner;
  LGJK_TRY(lgjk_builderN_find_hull(b, &count, &inner, index, error));
  record->core = (uint8_t)hull_core(count);
  record->count = count;
  record->padded = padded_count(record->core, count);
  record->bound = lgjk_greatest_length_up(&b->points->x, count, DIM);
  record->inner = lgjk_round_down(inner * LGJK_INNER_SHRINK);
  if (record->padded == 0) {
    lgjk_recordN_write_row(record, b->points, count);
    return LGJK_OK;
  }
  if (b->pool_count > MAX_POOL - lgjk_builderN_pool_size(count)) {
    return lgjk_fail(error, LGJK_ERROR_SHAPE, index, "points: the set has no room for more " LGJK_POOLN_HOLDS);
  }
  write_pool(b, record, b->points);
  if (DIM == 3) lgjk_recordN_write_faces(b, record, b->points);
  return LGJK_OK;
}

// ---------------------------------------------------------------- points and boxes

// Maps p to *out and returns -1, or returns the first axis along which it lands out of reach. Products of floats are
// exact in double, so a map without shear rounds once. Adding 0 turns -0.0 into 0.0.
static int apply(const float* map, const float* p, lgjk_pointN* out) {
  float q[DIM];
  for (int axis = 0; axis < DIM; ++axis) {
    const float* m = map + DIM * axis;
    double sum = (double)m[0] * (double)p[0];
    for (int i = 1; i < DIM; ++i) sum += (double)m[i] * (double)p[i];
    if (!lgjk_in_reach(sum)) return axis;
    q[axis] = (float)sum + 0.0f;
  }
  memcpy(out, q, sizeof q);
  return -1;
}

static int32_t build_points(lgjk_builderN* b, const lgjk_shapeN_def* def, lgjk_shapeN* record, uint64_t index,
                            lgjk_error* error) {
  const size_t step = (def->point_stride > 0 ? def->point_stride : POINT_BYTES) / sizeof(float);
  for (uint32_t i = 0; i < def->point_count; ++i) {
    const float* p = def->points + i * step;
    for (int axis = 0; axis < DIM; ++axis) {
      if (is_finite(p[axis])) continue;
      return lgjk_fail(error, LGJK_ERROR_SHAPE, index, "points[%u].%c is not finite", (unsigned)i, "xyz"[axis]);
    }
    const int beyond = apply(def->map, p, &b->points[i]);
    if (beyond >= 0) {
      return lgjk_fail(error, LGJK_ERROR_SHAPE, index, "points[%u].%c is beyond +-" REACH_TEXT " once mapped",
                       (unsigned)i, "xyz"[beyond]);
    }
  }
  return build_hull(b, record, def->point_count, index, error);
}

static bool is_diagonal(const float* map) {
  for (int i = 0; i < DIM * DIM; ++i) {
    if (i % (DIM + 1) != 0 && map[i] != 0.0f) return false;
  }
  return true;
}

// Builds a box if the map has no shear, rotation or collapse, else the hull of the mapped corners.
static int32_t build_box(lgjk_builderN* b, const lgjk_shapeN_def* def, lgjk_shapeN* record, uint64_t index,
                         lgjk_error* error) {
  for (int i = 0; i < CORNERS; ++i) {
    float corner[DIM];
    for (int axis = 0; axis < DIM; ++axis) corner[axis] = i >> axis & 1 ? -def->size[axis] : def->size[axis];
    const int beyond = apply(def->map, corner, &b->points[i]);
    if (beyond >= 0) {
      return lgjk_fail(error, LGJK_ERROR_SHAPE, index,
                       "size: the box reaches beyond +-" REACH_TEXT " in %c once mapped", "xyz"[beyond]);
    }
  }
  float half[DIM];
  memcpy(half, &b->points[0], sizeof half);
  float least = LGJK_REACHN;
  for (int axis = 0; axis < DIM; ++axis) {
    if (half[axis] < 0.0f) half[axis] = -half[axis];
    if (half[axis] < least) least = half[axis];
  }
  if (!is_diagonal(def->map) || least == 0.0f) return build_hull(b, record, CORNERS, index, error);
  record->core = LGJK_COREN_BOX;
  record->count = CORNERS;
  record->bound = lgjk_greatest_length_up(half, 1, DIM);
  record->inner = least;
  memcpy(record->rowN, half, sizeof half);
  return LGJK_OK;
}

int32_t lgjk_builderN_add(lgjk_builderN* b, const lgjk_shapeN_def* given, uint32_t index, lgjk_error* error) {
  lgjk_shapeN* record = b->shape + index;
  lgjk_shapeN_def filled = *given;
  const lgjk_shapeN_def* def = &filled;
  lgjk_default_map(filled.map, DIM);
  memset(record, 0, sizeof *record);
  int32_t code;
  switch (def->kind) {
    case LGJK_SHAPEN_POINTS: code = build_points(b, def, record, index, error); break;
    case LGJK_SHAPEN_BOX: code = build_box(b, def, record, index, error); break;
    default: code = lgjk_recordN_write_curved(record, def, index, error); break;
  }
  record->radius = def->radius + 0.0f;
  b->core_mask |= 1u << record->core;
  return code;
}
