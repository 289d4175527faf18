// Creates, describes and destroys shape sets, which are immutable tables of shapes; compiled once for each dimension.
//
// Everything is built in a workspace first; the set itself is one allocation of exactly the size it needs. So there are
// two blocks, and one place that releases the first, whatever happens.
#include <math.h>
#include <string.h>

#include "shape/definition.h"
#include "base/arrays.h"
#include "shape/box.h"
#include "shape/builder.h"
#include "base/error.h"
#include "base/fpcontrol.h"
#include "shape/exact.h"

// The sizes of the workspace.
typedef struct demand {
  uint64_t pool;   // floats of rows, if no point is redundant
  uint64_t faces;  // units of faces, likewise
  uint64_t points; // the most points of one definition
} demand;

static void add_demand(demand* d, const lgjk_shapeN_def* def) {
  const uint32_t points = def->kind == LGJK_SHAPEN_POINTS ? def->point_count : 1u << DIM;
  if (points > d->points) d->points = points;
  if (def->kind > LGJK_SHAPEN_BOX) return;
  const uint32_t most = points < LGJK_MAX_POINTS ? points : LGJK_MAX_POINTS;
  d->pool += lgjk_builderN_pool_size(most);
  if (DIM == 3) d->faces += lgjk_recordN_face_units(most);
}

// Returns the bytes of the one block: records, faces, pool, points, scratch. All of it is aligned to four bytes.
static uint64_t workspace_size(const demand* d, uint32_t count) {
  return (uint64_t)count * sizeof(lgjk_shapeN) + d->faces * LGJK_FACE_UNIT + d->pool * sizeof(float) +
         d->points * sizeof(lgjk_pointN) + LGJK_HULLN_SCRATCH(d->points) * sizeof(uint32_t);
}

static lgjk_builderN place_workspace(void* workspace, const demand* d, uint32_t count) {
  lgjk_builderN b = {0};
  b.shape = workspace;
  b.pool = (float*)(void*)((char*)(b.shape + count) + d->faces * LGJK_FACE_UNIT);
  b.points = (lgjk_pointN*)(b.pool + d->pool);
  b.scratch = b.points + d->points;
  memset(b.pool, 0, LGJK_POOLN_HEAD * sizeof *b.pool);
  b.pool_count = LGJK_POOLN_HEAD;
  return b;
}

// Copies what was built into its final block: the handle, then records, faces and pool on cache lines of their own,
// boxes and kinds of cores.
static lgjk_shapesN* assemble(const lgjk_builderN* b, uint32_t count, const lgjk_allocator* allocator) {
  const uint64_t records = ((uint64_t)count + 1) * sizeof(lgjk_shapeN);
  const uint64_t kept = (uint64_t)b->face_units * LGJK_FACE_UNIT, faces = (kept + 63) / 64 * 64;
  const uint64_t pool = ((uint64_t)b->pool_count + LGJK_POOLN_TAIL) * sizeof(float);
  const uint64_t boxes = ((uint64_t)count + 1) * 2 * DIM * sizeof(float);
  lgjk_shapesN* shapes = lgjk_allocate(allocator, sizeof *shapes + 63 + records + faces + pool + boxes + count + 1);
  if (shapes == NULL) return NULL;
  const uintptr_t end = (uintptr_t)(shapes + 1);
  lgjk_shapeN* shape = (lgjk_shapeN*)((char*)(shapes + 1) + (63 - (end + 63) % 64));
  float* vertices = (float*)(void*)((char*)(shape + count + 1) + faces);
  memcpy(shape, b->shape, count * sizeof *shape);
  memset(shape + count, 0, sizeof *shape);
  shape[count].core = LGJK_COREN_POINT;
  shape[count].count = 1;
  shape[count].bound = NAN;
  memset(shape + count + 1, 0, (size_t)(faces - kept));
  memcpy((char*)vertices - kept, (const char*)b->pool - kept, (size_t)kept + b->pool_count * sizeof(float));
  memset(vertices + b->pool_count, 0, LGJK_POOLN_TAIL * sizeof(float));
  float* box = (float*)(void*)((char*)vertices + pool);
  uint8_t* core = (uint8_t*)box + boxes;
  for (uint32_t i = 0; i <= count; ++i) {
    lgjk_shapeN_box(&shape[i], vertices, box + (size_t)2 * DIM * i);
    core[i] = (uint8_t)shape[i].core;
  }
  *shapes = (lgjk_shapesN){LGJK_SET_MAGIC(DIM), count, b->core_mask, shape, vertices, core, box, *allocator};
  return shapes;
}

static int32_t create(const lgjk_shapeN_def* defs, uint32_t count, const lgjk_allocator* allocator, lgjk_shapesN** out,
                      lgjk_error* error) {
  // Members come first: they size the workspace. A bad one ends the list; hulls before it may hold the first offender.
  demand d = {LGJK_POOLN_HEAD, 0, 0};
  uint32_t usable = 0;
  int32_t member_code = LGJK_OK;
  for (; usable < count; ++usable) {
    member_code = lgjk_builderN_check(&defs[usable], usable, error);
    if (member_code != LGJK_OK) break;
    add_demand(&d, &defs[usable]);
  }
  const uint64_t size = workspace_size(&d, usable);
  void* workspace = lgjk_allocate(allocator, size);
  if (workspace == NULL) {
    return lgjk_fail(error, LGJK_ERROR_MEMORY, 0, "no %llu bytes to build in", (unsigned long long)size);
  }
  lgjk_builderN b = place_workspace(workspace, &d, usable);
  int32_t code = LGJK_OK;
  for (uint32_t i = 0; i < usable && code == LGJK_OK; ++i) code = lgjk_builderN_add(&b, &defs[i], i, error);
  if (code == LGJK_OK) code = member_code;
  if (code == LGJK_OK) {
    lgjk_shapesN* shapes = assemble(&b, count, allocator);
    if (shapes != NULL) {
      *out = shapes;
    } else {
      code = lgjk_fail(error, LGJK_ERROR_MEMORY, 0, "no memory for a set of %u shapes", (unsigned)count);
    }
  }
  allocator->release(workspace, allocator->user);
  return code == LGJK_OK ? lgjk_succeed(error) : code;
}

void lgjk_shapeN_def_init(lgjk_shapeN_def* def) {
  memset(def, 0, sizeof *def);
  def->struct_size = (uint32_t)sizeof *def;
  lgjk_default_map(def->map, DIM);
}

int32_t lgjk_shapesN_create(const lgjk_shapeN_def* defs, uint32_t count, const lgjk_allocator* allocator,
                            lgjk_shapesN** out, lgjk_error* error) {
  lgjk_allocator used;
  LGJK_TRY(lgjk_check_create(defs, count, out, error));
  LGJK_TRY(lgjk_choose_allocator(allocator, &used, error));
  LGJK_RETURN_IN_DEFAULT_FP(create(defs, count, &used, out, error));
}

static bool is_set(const lgjk_shapesN* shapes) { return shapes != NULL && lgjk_fault_of_set(shapes, DIM) == NULL; }

// Destroys a set. The mark goes through a volatile: no compiler leaves it out because the memory is released next.
void lgjk_shapesN_destroy(lgjk_shapesN* shapes) {
  if (!is_set(shapes)) return;
  const lgjk_allocator allocator = shapes->allocator;
  *(volatile uint32_t*)&shapes->magic = LGJK_SET_DESTROYED;
  allocator.release(shapes, allocator.user);
}

uint32_t lgjk_shapesN_count(const lgjk_shapesN* shapes) { return is_set(shapes) ? shapes->count : 0; }

// Returns the kind of a core. Cores that are no hulls follow LARGE, in the order of their kinds.
static uint32_t kind_of(uint32_t core) {
  return core <= LGJK_COREN_LARGE ? LGJK_SHAPEN_POINTS : LGJK_SHAPEN_BOX + (core - LGJK_COREN_BOX);
}
_Static_assert(LGJK_COREN_BOX == LGJK_COREN_LARGE + 1, "boxes follow hulls");
_Static_assert(LGJK_COREN_SHAPES - LGJK_COREN_BOX == LGJK_SHAPEN_LAST,
               "a kind of core for each kind of shape from boxes on");

static void write_info(const lgjk_shapeN* shape, lgjk_shapeN_info* info) {
  info->kind = kind_of(shape->core);
  info->vertex_count = shape->count;
  info->radius = shape->radius;
  info->bound = lgjk_sum_up(shape->bound, shape->radius);
  memset(info->matrix, 0, sizeof info->matrix);
  if (shape->count == 0) memcpy(info->matrix, shape->rowN, sizeof info->matrix);
  lgjk_default_map(info->matrix, DIM);
}

// Checks the two outputs of lgjk_shapesN_get.
static int32_t check_outputs(const lgjk_shapeN_info* info, const float* vertices, uint32_t count, lgjk_error* error) {
  const size_t size = sizeof *vertices * DIM;
  const lgjk_array arrays[] = {{"info", LGJK_READ, info, sizeof *info, sizeof *info, 1},
                               {"vertices", LGJK_WRITTEN, vertices, size, size, count}};
  return LGJK_CHECK_ARRAYS(arrays, error);
}

int32_t lgjk_shapesN_get(const lgjk_shapesN* shapes, uint32_t index, lgjk_shapeN_info* info, float* vertices,
                         uint32_t capacity, lgjk_error* error) {
  LGJK_TRY(lgjk_check_shape(shapes, DIM, index, error));
  LGJK_TRY(lgjk_check_struct("info", info, sizeof *info, NAME_TEXT(lgjk_shapeN_info_init), error));
  const lgjk_shapeN* shape = shapes->shape + index;
  const uint32_t written = vertices == NULL ? 0 : shape->count < capacity ? shape->count : capacity;
  LGJK_TRY(check_outputs(info, vertices, written, error));
  const lgjk_fp_state caller = lgjk_fp_enter();
  write_info(shape, info);
  for (uint32_t i = 0; i < written; ++i) lgjk_shapeN_vertex(shape, shapes->pool, i, vertices + DIM * (size_t)i);
  lgjk_fp_leave(caller);
  return lgjk_succeed(error);
}
