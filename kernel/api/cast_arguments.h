// Checks what casts of pairs and casts against an index have in common; for files that are compiled once for each
// dimension.
#ifndef LGJK_API_CAST_ARGUMENTS_H
#define LGJK_API_CAST_ARGUMENTS_H

#include <math.h>
#include <stdbool.h>

#include "api/arguments.h"
#include "base/error.h"
#include "base/tasks.h"
#include "cast/run.h"
#include "shape/names.h"

#define lgjk_bodiesN LANE_CAT(lgjk_bodies, DIM)

enum { TURN_BYTES = (DIM == 2 ? 2 : 4) * sizeof(float), WAY_BYTES = DIM * sizeof(float) };

static inline int32_t check_options(const lgjk_cast_options* given, cast_job* job, const lgjk_tasks** tasks,
                                    lgjk_error* error) {
  static const lgjk_cast_options defaults = {.struct_size = sizeof defaults};
  const lgjk_cast_options* o = given == NULL ? &defaults : given;
  int32_t code = lgjk_check_struct("options", o, sizeof *o, "lgjk_cast_options_init", error);
  if (code != LGJK_OK) return code;
  if (o->reserved != 0) return lgjk_refuse(error, "options->reserved is not 0");
  if ((o->flags & ~LGJK_FLAG_NORMALIZE) != 0) return lgjk_refuse(error, "options->flags has an unknown flag");
  if (o->iteration_limit > 255) return lgjk_refuse(error, "options->iteration_limit is above 255");
  if (!(o->target >= 0 && o->target < HUGE_VALF)) {
    return lgjk_refuse(error, "options->target is %g: negative or not finite", (double)o->target);
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
#define TAKE_STRIDE(member, element)                                                       \
  if (code == LGJK_OK) {                                                                   \
    code = lgjk_take_stride("options->" #member, o->member, element, &job->member, error); \
  }
  TAKE_STRIDE(way_a_stride, WAY_BYTES)
  TAKE_STRIDE(way_b_stride, WAY_BYTES)
  TAKE_STRIDE(turn_a_stride, TURN_BYTES)
  TAKE_STRIDE(turn_b_stride, TURN_BYTES)
#undef TAKE_STRIDE
  *tasks = o->tasks;
  return code != LGJK_OK ? code : lgjk_check_tasks("options->tasks", o->tasks, error);
}

// What moves a side, as rows of a table. `way`, `turn`: the names of the arguments.
// clang-format off
#define MOTION_ROWS(way, turn, job, x)                                                                   \
  {way, LGJK_READ, (job)->way_##x, WAY_BYTES, (job)->way_##x##_stride, (job)->batch.x.body_count},       \
  {turn, LGJK_READ, (job)->turn_##x, TURN_BYTES, (job)->turn_##x##_stride, (job)->batch.x.body_count}
// clang-format on

static inline void set_shapes(cast_job* job, const lgjk_bodiesN* a, const lgjk_bodiesN* b) {
  job->shapes_a = a->shapes;
  job->shapes_b = b->shapes;
  job->boxes_a = a->shapes->box;
  job->boxes_b = b->shapes->box;
}

#endif
