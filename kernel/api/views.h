// Checks views of bodies, their filters, and trees; for files that are compiled once for each dimension.
#ifndef LGJK_API_VIEWS_H
#define LGJK_API_VIEWS_H

#include "api/arguments.h"
#include "base/error.h"
#include "find/stored.h"
#include "isa/kernels.h"
#include "lanegjk/lanegjk_find.h"
#include "shape/cores.h"

// What a test along an axis adds, of both radii and the margin: an axis is off its unit length by half of the tolerance
// in 2D, in 3D by up to twice of it. Two axes meet in a product.
#define TURNED (DIM == 2 ? 2.0 : 5.0)
#define TOLERANCE 1e-4
#define LOOSE_TOLERANCE 1e-2

static inline double tolerance_of(uint32_t flags) {
  return (flags & LGJK_FLAG_NORMALIZE) != 0 ? LOOSE_TOLERANCE : TOLERANCE;
}

static inline float turned_of(uint32_t flags) { return (float)(tolerance_of(flags) * TURNED); }

static inline void set_tolerance(find_job* job, uint32_t flags) {
  job->tolerance = tolerance_of(flags);
  job->turned = turned_of(flags);
}

// Sets the view of a job. `name`: the argument's.
static inline int32_t check_view(const char* name, const lgjk_bodiesN* bodies, find_job* job, lgjk_error* error) {
  LGJK_TRY(lgjk_check_bodies(name, bodies, DIM, &job->view.bodies, error));
  job->count = job->view.bodies.body_count;
  if (job->count > FIND_BODIES)
    return lgjk_refuse(error, "%s->count is %u, at most 2^28 are possible", name, (unsigned)job->count);
  job->view.box = bodies->shapes->box;
  job->view.only_points = are_point_cores(bodies->shapes->core_mask);
  return LGJK_OK;
}

// What a view is read from, and its filters, as rows of a table.
#define VIEW_ROWS(name, view) LGJK_BODY_ROWS(name, &(view)->bodies, DIM)
// clang-format off
#define FILTER_ROW(name, view, array) \
  {name, LGJK_READ, (view)->array, sizeof(uint32_t), (view)->filter_stride, (view)->bodies.body_count}
// clang-format on
#define FILTER_ROWS(name, view) \
  FILTER_ROW(name, view, category), FILTER_ROW(name, view, mask), FILTER_ROW(name, view, group)

// Sets the filters of a view. `name`: the argument's; filters may be NULL.
static inline int32_t check_filters(const char* name, const lgjk_filters* filters, find_view* view, lgjk_error* error) {
  view->category = view->mask = view->group = NULL;
  view->filter_stride = sizeof(uint32_t);
  if (filters == NULL) return LGJK_OK;
  LGJK_TRY(lgjk_check_struct_size(name, filters->struct_size, sizeof *filters, "lgjk_filters_init", error));
  if (filters->stride % 4 != 0) return lgjk_refuse(error, "%s->stride is not a multiple of 4", name);
  const void* arrays[] = {filters->category, filters->mask, filters->group};
  for (int i = 0; i < 3; ++i) LGJK_TRY(lgjk_check_aligned(name, arrays[i], 4, error));
  if (filters->stride != 0) view->filter_stride = filters->stride;
  view->category = (const char*)filters->category;
  view->mask = (const char*)filters->mask;
  view->group = (const char*)filters->group;
  return LGJK_OK;
}

// Opens a tree. `name`: the argument's. `turned`: NULL, or that of the call's flags, which has to be the tree's.
static inline int32_t check_tree(const char* name, const void* memory, uint64_t size, const float* turned,
                                 tree_head* head, find_tree* tree, lgjk_error* error) {
  LGJK_TRY(lgjk_check_memory(name, memory, 64, error));
  const char* const wrong = find_stored_openN(memory, size, head, tree);
  if (wrong != NULL) return lgjk_refuse(error, "%s %s", name, wrong);
  if (turned == NULL || head->turned == *turned) return LGJK_OK;
  return lgjk_refuse(error, "options->flags are not those of %s", name);
}

static inline void set_tree_kernels(find_job* job, uint32_t set) {
  job->circles = NAME_N(lgjk_circles, _kernels)[set];
  job->codes = NAME_N(lgjk_codes, _kernels)[set];
  job->boxes = NAME_N(lgjk_boxes, _kernels)[set];
}

#endif
