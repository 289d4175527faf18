// The 2D shape set: the life of an immutable table of shapes, and what it tells about one of them.
//
// Everything is built in a workspace first; the set itself is one allocation of exactly the size it needs. So there are
// two blocks, and one place where the first is released, whatever happens.
#include <math.h>
#include <string.h>

#include "base/allocator.h"
#include "shape/builder2.h"
#include "shape/definition.h"
#include "base/error.h"
#include "base/fpcontrol.h"
#include "shape/rounding.h"

// What the workspace has to hold.
typedef struct demand {
  uint64_t pool;    // floats of LARGE cores, if no point turns out to be redundant
  uint64_t points;  // most points of one definition
} demand;

static void add_demand(demand* d, const lgjk_shape2_def* def) {
  const uint32_t points = def->kind == LGJK_SHAPE2_POINTS ? def->point_count : 4;
  if (points > d->points) d->points = points;
  if (points > 8) d->pool += 2 * (points < LGJK_MAX_POINTS ? ((points + 15u) & ~15u) : LGJK_MAX_POINTS);
}

// One block: records, pool, points, hull (one more than points). All of it is floats or 32-bit integers.
static uint64_t workspace_size(const demand* d, uint32_t count) {
  return (uint64_t)count * sizeof(lgjk_shape2) + d->pool * sizeof(float) + (2 * d->points + 1) * sizeof(lgjk_point2);
}

static lgjk_builder2 place_workspace(void* workspace, const demand* d, uint32_t count) {
  lgjk_builder2 b = {0};
  b.shape = workspace;
  b.pool = (float*)(b.shape + count);
  b.points = (lgjk_point2*)(b.pool + d->pool);
  b.hull = b.points + d->points;
  return b;
}

// Copies what was built into its final block: the handle, then records and pool on cache lines of their own.
static lgjk_shapes2* assemble(const lgjk_builder2* b, uint32_t count, const lgjk_allocator* allocator) {
  const uint64_t records = ((uint64_t)count + 1) * sizeof(lgjk_shape2);
  const uint64_t pool = (uint64_t)b->pool_count * sizeof(float);
  lgjk_shapes2* shapes = lgjk_allocate(allocator, sizeof *shapes + 63 + records + pool + count + 1);
  if (shapes == NULL) return NULL;
  const uintptr_t end = (uintptr_t)(shapes + 1);
  lgjk_shape2* shape = (lgjk_shape2*)((char*)(shapes + 1) + (63 - (end + 63) % 64));
  float* vertices = (float*)(shape + count + 1);
  if (count > 0) memcpy(shape, b->shape, count * sizeof *shape);
  memset(shape + count, 0, sizeof *shape);
  shape[count].core = LGJK_CORE2_POINT;
  shape[count].count = 1;
  shape[count].bound = NAN;
  if (pool > 0) memcpy(vertices, b->pool, (size_t)pool);
  uint8_t* core = (uint8_t*)(vertices + b->pool_count);
  for (uint32_t i = 0; i <= count; ++i) core[i] = (uint8_t)shape[i].core;
  *shapes = (lgjk_shapes2){count, b->core_mask, shape, vertices, core, *allocator};
  return shapes;
}

static int32_t create(const lgjk_shape2_def* defs, uint32_t count, const lgjk_allocator* allocator, lgjk_shapes2** out,
                      lgjk_error* error) {
  // Members first: they size the workspace. A bad one ends the list, but hulls before it may hold the first offender.
  demand d = {0, 0};
  uint32_t usable = 0;
  int32_t member_code = LGJK_OK;
  for (; usable < count; ++usable) {
    member_code = lgjk_builder2_check(&defs[usable], usable, error);
    if (member_code != LGJK_OK) break;
    add_demand(&d, &defs[usable]);
  }
  const uint64_t size = workspace_size(&d, usable);
  void* workspace = lgjk_allocate(allocator, size);
  if (workspace == NULL) {
    return lgjk_fail(error, LGJK_ERROR_MEMORY, 0, "no %llu bytes to build in", (unsigned long long)size);
  }
  lgjk_builder2 b = place_workspace(workspace, &d, usable);
  int32_t code = LGJK_OK;
  for (uint32_t i = 0; i < usable && code == LGJK_OK; ++i) code = lgjk_builder2_add(&b, &defs[i], i, error);
  if (code == LGJK_OK) code = member_code;
  if (code == LGJK_OK) {
    lgjk_shapes2* shapes = assemble(&b, count, allocator);
    if (shapes != NULL) {
      *out = shapes;
    } else {
      code = lgjk_fail(error, LGJK_ERROR_MEMORY, 0, "no memory for a set of %u shapes", (unsigned)count);
    }
  }
  allocator->release(workspace, allocator->user);
  return code;
}

void lgjk_shape2_def_init(lgjk_shape2_def* def) {
  memset(def, 0, sizeof *def);
  def->struct_size = (uint32_t)sizeof *def;
  def->map[0] = 1.0f;
  def->map[3] = 1.0f;
}

int32_t lgjk_shapes2_create(const lgjk_shape2_def* defs, uint32_t count, const lgjk_allocator* allocator,
                            lgjk_shapes2** out, lgjk_error* error) {
  lgjk_allocator used;
  int32_t code = lgjk_check_create(defs, count, out, error);
  if (code == LGJK_OK) code = lgjk_choose_allocator(allocator, &used, error);
  if (code != LGJK_OK) return code;
  const lgjk_fp_state caller = lgjk_fp_enter();
  code = create(defs, count, &used, out, error);
  lgjk_fp_leave(caller);
  return code == LGJK_OK ? lgjk_succeed(error) : code;
}

void lgjk_shapes2_destroy(lgjk_shapes2* shapes) {
  if (shapes == NULL) return;
  const lgjk_allocator allocator = shapes->allocator;
  allocator.release(shapes, allocator.user);
}

uint32_t lgjk_shapes2_count(const lgjk_shapes2* shapes) { return shapes != NULL ? shapes->count : 0; }

void lgjk_shape2_info_init(lgjk_shape2_info* info) {
  memset(info, 0, sizeof *info);
  info->struct_size = (uint32_t)sizeof *info;
}

// Vertex i of a core that has vertices, counter-clockwise from the lowest x, then lowest y.
static lgjk_point2 vertex(const lgjk_shapes2* shapes, const lgjk_shape2* shape, uint32_t i) {
  if (shape->core == LGJK_CORE2_BOX) {
    const float hx = shape->row[0], hy = shape->row[1];
    return (lgjk_point2){i == 1 || i == 2 ? hx : -hx, i >= 2 ? hy : -hy};
  }
  if (shape->core == LGJK_CORE2_LARGE) {
    const float* x = shapes->pool + shape->pool;
    return (lgjk_point2){x[i], x[shape->padded + i]};
  }
  return (lgjk_point2){shape->row[2 * i], shape->row[2 * i + 1]};
}

static void write_info(const lgjk_shape2* shape, lgjk_shape2_info* info) {
  info->kind = shape->kind;
  info->vertex_count = shape->count;
  info->radius = shape->radius;
  info->bound = lgjk_sum_up(shape->bound, shape->radius);
  const float identity[4] = {1.0f, 0.0f, 0.0f, 1.0f};
  memcpy(info->matrix, shape->kind == LGJK_SHAPE2_ELLIPSE ? shape->row : identity, sizeof info->matrix);
}

int32_t lgjk_shapes2_get(const lgjk_shapes2* shapes, uint32_t index, lgjk_shape2_info* info, float* vertices,
                         uint32_t capacity, lgjk_error* error) {
  if (shapes == NULL) return lgjk_fail(error, LGJK_ERROR_ARGUMENT, 0, "shapes is NULL");
  if (index >= shapes->count) {
    return lgjk_fail(error, LGJK_ERROR_ARGUMENT, 0, "index is %u, but the set has %u shapes", (unsigned)index,
                     (unsigned)shapes->count);
  }
  if (info == NULL) return lgjk_fail(error, LGJK_ERROR_ARGUMENT, 0, "info is NULL");
  const int32_t code = lgjk_check_struct_size("info", info->struct_size, sizeof *info, "lgjk_shape2_info_init", error);
  if (code != LGJK_OK) return code;
  const lgjk_fp_state caller = lgjk_fp_enter();
  const lgjk_shape2* shape = shapes->shape + index;
  write_info(shape, info);
  for (uint32_t i = 0; vertices != NULL && i < shape->count && i < capacity; ++i) {
    const lgjk_point2 v = vertex(shapes, shape, i);
    vertices[2 * i] = v.x;
    vertices[2 * i + 1] = v.y;
  }
  lgjk_fp_leave(caller);
  return lgjk_succeed(error);
}
