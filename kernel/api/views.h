// Checks views of bodies, and their filters; for files that are compiled once for each dimension.
#ifndef LGJK_API_VIEWS_H
#define LGJK_API_VIEWS_H

#include "api/arguments.h"
#include "base/error.h"
#include "find/job.h"
#include "lanegjk/lanegjk_find.h"
#include "shape/cores.h"

// What a test along an axis adds, of both radii and the margin: an axis is off its unit length by half of the tolerance
// in 2D, in 3D by up to twice of it. Two axes meet in a product.
#define TURNED (DIM == 2 ? 2.0 : 5.0)
#define TOLERANCE 1e-4
#define LOOSE_TOLERANCE 1e-2

static inline void set_tolerance(find_job* job, uint32_t flags) {
  job->tolerance = (flags & LGJK_FLAG_NORMALIZE) != 0 ? LOOSE_TOLERANCE : TOLERANCE;
  job->limits.turned = (float)(job->tolerance * TURNED);
}

// Sets the views of a job; b may be NULL.
static inline int32_t check_views(const lgjk_bodiesN* a, const lgjk_bodiesN* b, find_job* job, lgjk_error* error) {
  job->two_views = b != NULL;
  LGJK_TRY(lgjk_check_bodies("a", a, DIM, &job->view[0].bodies, error));
  LGJK_TRY(lgjk_check_bodies(b == NULL ? "a" : "b", b == NULL ? a : b, DIM, &job->view[1].bodies, error));
  job->split = job->view[0].bodies.body_count;
  const uint64_t count = (uint64_t)job->split + (job->two_views ? job->view[1].bodies.body_count : 0);
  if (count > FIND_BODIES) return lgjk_refuse(error, "a and b have more than 2^28 bodies");
  job->count = (uint32_t)count;
  for (int v = 0; v < 2; ++v) {
    const struct lgjk_shapesN* shapes = v == 1 && b != NULL ? b->shapes : a->shapes;
    job->view[v].box = shapes->box;
    job->view[v].only_points = are_point_cores(shapes->core_mask);
  }
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

#endif
