// The 3D shape set: the life of an immutable table of shapes, and what it tells about one of them. As in 2D, everything
// is built in a workspace first; the set itself is one allocation of exactly the size it needs.
#include <math.h>
#include <string.h>

#include "base/allocator.h"
#include "shape/builder3.h"
#include "shape/definition.h"
#include "base/error.h"
#include "base/fpcontrol.h"
#include "shape/rounding.h"

// What the workspace has to hold.
typedef struct demand {
  uint64_t pool;    // floats of hulls, if no point turns out to be redundant
  uint64_t points;  // most points of one definition
} demand;

static void add_demand(demand* d, const lgjk_shape3_def* def) {
  const uint32_t points = def->kind == LGJK_SHAPE3_POINTS ? def->point_count : 8;
  if (points > d->points) d->points = points;
  if (def->kind > LGJK_SHAPE3_BOX) return;
  d->pool += lgjk_builder3_pool_size(points < LGJK_MAX_POINTS ? points : LGJK_MAX_POINTS);
}

// One block: records, pool, points, scratch. All of it is floats or 32-bit integers.
static uint64_t workspace_size(const demand* d, uint32_t count) {
  return (uint64_t)count * sizeof(lgjk_shape3) + d->pool * sizeof(float) + d->points * sizeof(lgjk_point3) +
         LGJK_HULL3_SCRATCH(d->points) * sizeof(uint32_t);
}

static lgjk_builder3 place_workspace(void* workspace, const demand* d, uint32_t count) {
  lgjk_builder3 b = {0};
  b.shape = workspace;
  b.pool = (float*)(b.shape + count);
  b.points = (lgjk_point3*)(b.pool + d->pool);
  b.scratch = (uint32_t*)(b.points + d->points);
  memset(b.pool, 0, LGJK_POOL3_ZEROS * sizeof *b.pool);
  b.pool_count = LGJK_POOL3_ZEROS;
  return b;
}

#define POOL_TAIL 4u  // kernels fetch a vertex as four floats

// Copies what was built into its final block: the handle, then records and pool on cache lines of their own.
static lgjk_shapes3* assemble(const lgjk_builder3* b, uint32_t count, const lgjk_allocator* allocator) {
  const uint64_t records = ((uint64_t)count + 1) * sizeof(lgjk_shape3);
  const uint64_t pool = ((uint64_t)b->pool_count + POOL_TAIL) * sizeof(float);
  lgjk_shapes3* shapes = lgjk_allocate(allocator, sizeof *shapes + 63 + records + pool + 2 * (uint64_t)count + 1);
  if (shapes == NULL) return NULL;
  const uintptr_t end = (uintptr_t)(shapes + 1);
  lgjk_shape3* shape = (lgjk_shape3*)((char*)(shapes + 1) + (63 - (end + 63) % 64));
  float* vertices = (float*)(shape + count + 1);
  if (count > 0) memcpy(shape, b->shape, count * sizeof *shape);
  memset(shape + count, 0, sizeof *shape);
  shape[count].core = LGJK_CORE3_POINT;
  shape[count].count = 1;
  shape[count].bound = NAN;
  memcpy(vertices, b->pool, b->pool_count * sizeof(float));
  memset(vertices + b->pool_count, 0, POOL_TAIL * sizeof(float));
  uint8_t* core = (uint8_t*)(vertices + b->pool_count + POOL_TAIL);
  uint8_t* kind = core + count + 1;
  for (uint32_t i = 0; i <= count; ++i) core[i] = (uint8_t)shape[i].core;
  for (uint32_t i = 0; i < count; ++i) kind[i] = (uint8_t)lgjk_builder3_kind(shape[i].core);
  *shapes = (lgjk_shapes3){count, b->core_mask, shape, vertices, core, kind, *allocator};
  return shapes;
}

static int32_t create(const lgjk_shape3_def* defs, uint32_t count, const lgjk_allocator* allocator, lgjk_shapes3** out,
                      lgjk_error* error) {
  // Members first: they size the workspace. A bad one ends the list, but hulls before it may hold the first offender.
  demand d = {LGJK_POOL3_ZEROS, 0};
  uint32_t usable = 0;
  int32_t member_code = LGJK_OK;
  for (; usable < count; ++usable) {
    member_code = lgjk_builder3_check(&defs[usable], usable, error);
    if (member_code != LGJK_OK) break;
    add_demand(&d, &defs[usable]);
  }
  const uint64_t size = workspace_size(&d, usable);
  void* workspace = lgjk_allocate(allocator, size);
  if (workspace == NULL) {
    return lgjk_fail(error, LGJK_ERROR_MEMORY, 0, "no %llu bytes to build in", (unsigned long long)size);
  }
  lgjk_builder3 b = place_workspace(workspace, &d, usable);
  int32_t code = LGJK_OK;
  for (uint32_t i = 0; i < usable && code == LGJK_OK; ++i) code = lgjk_builder3_add(&b, &defs[i], i, error);
  if (code == LGJK_OK) code = member_code;
  if (code == LGJK_OK) {
    lgjk_shapes3* shapes = assemble(&b, count, allocator);
    if (shapes != NULL) {
      *out = shapes;
    } else {
      code = lgjk_fail(error, LGJK_ERROR_MEMORY, 0, "no memory for a set of %u shapes", (unsigned)count);
    }
  }
  allocator->release(workspace, allocator->user);
  return code;
}

void lgjk_shape3_def_init(lgjk_shape3_def* def) {
  memset(def, 0, sizeof *def);
  def->struct_size = (uint32_t)sizeof *def;
  def->map[0] = 1.0f;
  def->map[4] = 1.0f;
  def->map[8] = 1.0f;
}

int32_t lgjk_shapes3_create(const lgjk_shape3_def* defs, uint32_t count, const lgjk_allocator* allocator,
                            lgjk_shapes3** out, lgjk_error* error) {
  lgjk_allocator used;
  int32_t code = lgjk_check_create(defs, count, out, error);
  if (code == LGJK_OK) code = lgjk_choose_allocator(allocator, &used, error);
  if (code != LGJK_OK) return code;
  const lgjk_fp_state caller = lgjk_fp_enter();
  code = create(defs, count, &used, out, error);
  lgjk_fp_leave(caller);
  return code == LGJK_OK ? lgjk_succeed(error) : code;
}

void lgjk_shapes3_destroy(lgjk_shapes3* shapes) {
  if (shapes == NULL) return;
  const lgjk_allocator allocator = shapes->allocator;
  allocator.release(shapes, allocator.user);
}

uint32_t lgjk_shapes3_count(const lgjk_shapes3* shapes) { return shapes != NULL ? shapes->count : 0; }

void lgjk_shape3_info_init(lgjk_shape3_info* info) {
  memset(info, 0, sizeof *info);
  info->struct_size = (uint32_t)sizeof *info;
}

// Vertex i of a core that has vertices.
static void write_vertex(const lgjk_shapes3* shapes, const lgjk_shape3* shape, uint32_t i, float* v) {
  for (uint32_t axis = 0; axis < 3; ++axis) {
    if (shape->core == LGJK_CORE3_BOX) {
      v[axis] = i >> axis & 1u ? -shape->small[axis] : shape->small[axis];
    } else if (shape->core <= LGJK_CORE3_SEGMENT) {
      v[axis] = shape->small[3 * i + axis];
    } else if (shape->core == LGJK_CORE3_LARGE) {
      v[axis] = shapes->pool[shape->pool + axis * shape->padded + i];
    } else {
      v[axis] = shapes->pool[shape->pool + 3 * i + axis];
    }
  }
}

static void write_info(const lgjk_shapes3* shapes, uint32_t index, lgjk_shape3_info* info) {
  const lgjk_shape3* shape = shapes->shape + index;
  info->kind = shapes->kind[index];
  info->vertex_count = shape->count;
  info->radius = shape->radius;
  info->bound = lgjk_sum_up(shape->bound, shape->radius);
  const float identity[9] = {1.0f, 0.0f, 0.0f, 0.0f, 1.0f, 0.0f, 0.0f, 0.0f, 1.0f};
  memcpy(info->matrix, info->kind >= LGJK_SHAPE3_ELLIPSOID ? shape->small : identity, sizeof info->matrix);
}

int32_t lgjk_shapes3_get(const lgjk_shapes3* shapes, uint32_t index, lgjk_shape3_info* info, float* vertices,
                         uint32_t capacity, lgjk_error* error) {
  if (shapes == NULL) return lgjk_fail(error, LGJK_ERROR_ARGUMENT, 0, "shapes is NULL");
  if (index >= shapes->count) {
    return lgjk_fail(error, LGJK_ERROR_ARGUMENT, 0, "index is %u, but the set has %u shapes", (unsigned)index,
                     (unsigned)shapes->count);
  }
  if (info == NULL) return lgjk_fail(error, LGJK_ERROR_ARGUMENT, 0, "info is NULL");
  const int32_t code = lgjk_check_struct_size("info", info->struct_size, sizeof *info, "lgjk_shape3_info_init", error);
  if (code != LGJK_OK) return code;
  const lgjk_fp_state caller = lgjk_fp_enter();
  write_info(shapes, index, info);
  for (uint32_t i = 0; vertices != NULL && i < info->vertex_count && i < capacity; ++i) {
    write_vertex(shapes, shapes->shape + index, i, vertices + 3 * (size_t)i);
  }
  lgjk_fp_leave(caller);
  return lgjk_succeed(error);
}
