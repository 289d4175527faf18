// Checks what casts of pairs and casts against an index have in common; for files that are compiled once for each
// dimension.
#ifndef LGJK_API_CAST_ARGUMENTS_H
#define LGJK_API_CAST_ARGUMENTS_H

#include <math.h>
#include <stdbool.h>

#include "api/arguments.h"
#include "base/error.h"
#include "base/extents.h"
#include "base/tasks.h"
#include "cast/run.h"
#include "shape/names.h"

#define lgjk_bodiesN LANE_CAT(lgjk_bodies, DIM)

static inline int32_t bad(lgjk_error* error, const char* what) {
  return lgjk_fail(error, LGJK_ERROR_ARGUMENT, 0, "%s", what);
}

enum { TURN_BYTES = (DIM == 2 ? 2 : 4) * sizeof(float), WAY_BYTES = DIM * sizeof(float) };

// Checks the array of a way or a turn, and sets its stride in bytes. `element`: the bytes of one.
static inline int32_t check_array(const char* name, const float* array, uint32_t stride, size_t element, size_t* out,
                                  lgjk_error* error) {
  *out = stride == 0 ? element : stride;
  if (stride % 4 == 0 && *out >= element) return lgjk_check_aligned(name, array, 4, error);
  return lgjk_fail(error, LGJK_ERROR_ARGUMENT, 0, "%s_stride is neither 0 nor a multiple of 4 that holds an element",
                   name);
}

static inline int32_t check_options(const lgjk_cast_options* given, cast_job* job, const lgjk_tasks** tasks,
                                    lgjk_error* error) {
  static const lgjk_cast_options defaults = {.struct_size = sizeof defaults};
  const lgjk_cast_options* o = given == NULL ? &defaults : given;
  int32_t code = lgjk_check_struct_size("options", o->struct_size, sizeof *o, "lgjk_cast_options_init", error);
  if (code != LGJK_OK) return code;
  if (o->reserved != 0) return bad(error, "options->reserved is not 0");
  if ((o->flags & ~LGJK_FLAG_NORMALIZE) != 0) return bad(error, "options->flags has an unknown flag");
  if (o->iteration_limit > 255) return bad(error, "options->iteration_limit is above 255");
  if (!(o->target >= 0 && o->target < HUGE_VALF)) {
    return lgjk_fail(error, LGJK_ERROR_ARGUMENT, 0, "options->target is %g: negative or not finite", (double)o->target);
  }
  *job = (cast_job){.way_a = (const char*)o->way_a,
                    .way_b = (const char*)o->way_b,
                    .turn_a = (const char*)o->turn_a,
                    .turn_b = (const char*)o->turn_b,
                    .most = o->most,
                    .target = (double)o->target,
                    .limit = o->iteration_limit > 0 ? o->iteration_limit : LGJK_DEFAULT_CAST_LIMIT,
                    .flags = o->flags,
                    .isa = o->isa};
  code = check_array("options->way_a", o->way_a, o->way_a_stride, WAY_BYTES, &job->way_a_stride, error);
  if (code == LGJK_OK)
    code = check_array("options->way_b", o->way_b, o->way_b_stride, WAY_BYTES, &job->way_b_stride, error);
  if (code == LGJK_OK)
    code = check_array("options->turn_a", o->turn_a, o->turn_a_stride, TURN_BYTES, &job->turn_a_stride, error);
  if (code == LGJK_OK)
    code = check_array("options->turn_b", o->turn_b, o->turn_b_stride, TURN_BYTES, &job->turn_b_stride, error);
  if (code == LGJK_OK) code = lgjk_check_aligned("options->most", o->most, 4, error);
  *tasks = o->tasks;
  return code != LGJK_OK ? code : lgjk_check_tasks("options->tasks", o->tasks, error);
}

static inline void add_bodies(lgjk_extents* read, const lgjk_side* a, const lgjk_side* b) {
  const size_t pose = WAY_BYTES + TURN_BYTES;
  lgjk_extents_add(read, "a->pose", a->pose, pose, a->pose_stride, 0, a->body_count);
  lgjk_extents_add(read, "a->shape", a->shape, 4, a->shape_stride, 0, a->body_count);
  lgjk_extents_add(read, "a->radius", a->radius, 4, a->radius_stride, 0, a->body_count);
  lgjk_extents_add(read, "b->pose", b->pose, pose, b->pose_stride, 0, b->body_count);
  lgjk_extents_add(read, "b->shape", b->shape, 4, b->shape_stride, 0, b->body_count);
  lgjk_extents_add(read, "b->radius", b->radius, 4, b->radius_stride, 0, b->body_count);
}

static inline void set_shapes(cast_job* job, const lgjk_bodiesN* a, const lgjk_bodiesN* b) {
  job->shapes_a = a->shapes;
  job->shapes_b = b->shapes;
  job->boxes_a = a->shapes->box;
  job->boxes_b = b->shapes->box;
}

#endif
