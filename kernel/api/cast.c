// Checks the arguments of lgjk_cast2 and lgjk_cast3, and runs them; compiled once for each dimension.
#include <math.h>
#include <stdatomic.h>
#include <string.h>

#include "api/arguments.h"
#include "base/error.h"
#include "base/extents.h"
#include "base/fpcontrol.h"
#include "base/tasks.h"
#include "cast/run.h"
#include "isa/kernels.h"
#include "lanegjk/lanegjk3.h"

#define lgjk_bodiesN LANE_CAT(lgjk_bodies, DIM)
#define lgjk_castN LANE_CAT(lgjk_cast, DIM)

#define CAST_PART 1024u // pairs that a thread takes at a time

static int32_t bad(lgjk_error* error, const char* what) { return lgjk_fail(error, LGJK_ERROR_ARGUMENT, 0, "%s", what); }

// Returns a stride of ways in bytes, or 0 if it is wrong.
static size_t way_stride(uint32_t stride) {
  if (stride == 0) return DIM * sizeof(float);
  return stride % 4 == 0 && stride >= DIM * sizeof(float) ? stride : 0;
}

static int32_t check_options(const lgjk_cast_options* given, cast_job* job, const lgjk_tasks** tasks,
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
                    .way_a_stride = way_stride(o->way_a_stride),
                    .way_b_stride = way_stride(o->way_b_stride),
                    .most = o->most,
                    .target = (double)o->target,
                    .limit = o->iteration_limit > 0 ? o->iteration_limit : LGJK_DEFAULT_CAST_LIMIT,
                    .flags = o->flags,
                    .isa = o->isa};
  if (job->way_a_stride == 0 || job->way_b_stride == 0) {
    return lgjk_fail(error, LGJK_ERROR_ARGUMENT, 0,
                     "options->way_%c_stride is neither 0 nor a multiple of 4 that "
                     "holds a way",
                     job->way_a_stride == 0 ? 'a' : 'b');
  }
  code = lgjk_check_aligned("options->way_a", o->way_a, 4, error);
  if (code == LGJK_OK) code = lgjk_check_aligned("options->way_b", o->way_b, 4, error);
  if (code == LGJK_OK) code = lgjk_check_aligned("options->most", o->most, 4, error);
  *tasks = o->tasks;
  return code != LGJK_OK ? code : lgjk_check_tasks("options->tasks", o->tasks, error);
}

static int32_t check_results(const lgjk_cast_results* r, lgjk_error* error) {
  if (r == NULL) return bad(error, "results is NULL");
  int32_t code = lgjk_check_struct_size("results", r->struct_size, sizeof *r, "lgjk_cast_results_init", error);
  if (code != LGJK_OK) return code;
  if (r->reserved != 0) return bad(error, "results->reserved is not 0");
  if (!r->status && !r->iterations && !r->fraction && !r->normal && !r->point) {
    return bad(error, "results has no array that a cast writes");
  }
  code = lgjk_check_aligned("results->fraction", r->fraction, 4, error);
  if (code == LGJK_OK) code = lgjk_check_aligned("results->normal", r->normal, 4, error);
  if (code == LGJK_OK) code = lgjk_check_aligned("results->point", r->point, 4, error);
  if (code == LGJK_OK) code = lgjk_check_aligned("results->bad_count", r->bad_count, 8, error);
  return code;
}

static int32_t check_memory(const cast_job* job, const lgjk_pairs* pairs, uint64_t first, uint64_t count,
                            lgjk_error* error) {
  const lgjk_cast_results* r = &job->results;
  const size_t vector = DIM * sizeof(float), pose = (DIM == 2 ? 4 : 7) * sizeof(float);
  lgjk_extents written, read;
  written.count = read.count = 0;
  lgjk_extents_add(&written, "results->status", r->status, 1, 1, first, count);
  lgjk_extents_add(&written, "results->iterations", r->iterations, 1, 1, first, count);
  lgjk_extents_add(&written, "results->fraction", r->fraction, 4, 4, first, count);
  lgjk_extents_add(&written, "results->normal", r->normal, vector, vector, first, count);
  lgjk_extents_add(&written, "results->point", r->point, vector, vector, first, count);
  lgjk_extents_add(&written, "results->bad_count", r->bad_count, 8, 8, 0, 1);
  const lgjk_side *a = &job->a, *b = &job->b;
  lgjk_extents_add(&read, "a->pose", a->pose, pose, a->pose_stride, 0, a->body_count);
  lgjk_extents_add(&read, "a->shape", a->shape, 4, a->shape_stride, 0, a->body_count);
  lgjk_extents_add(&read, "a->radius", a->radius, 4, a->radius_stride, 0, a->body_count);
  lgjk_extents_add(&read, "b->pose", b->pose, pose, b->pose_stride, 0, b->body_count);
  lgjk_extents_add(&read, "b->shape", b->shape, 4, b->shape_stride, 0, b->body_count);
  lgjk_extents_add(&read, "b->radius", b->radius, 4, b->radius_stride, 0, b->body_count);
  lgjk_extents_add(&read, "pairs->a", pairs->a, 4, job->pair_stride, first, count);
  lgjk_extents_add(&read, "pairs->b", pairs->b, 4, job->pair_stride, first, count);
  int32_t code = lgjk_check_extents(&written, &read, error);
  read.count = 0;
  lgjk_extents_add(&read, "options->way_a", job->way_a, vector, job->way_a_stride, 0, a->body_count);
  lgjk_extents_add(&read, "options->way_b", job->way_b, vector, job->way_b_stride, 0, b->body_count);
  lgjk_extents_add(&read, "options->most", job->most, 4, 4, first, count);
  return code != LGJK_OK ? code : lgjk_check_extents(&written, &read, error);
}

typedef struct cast_work {
  const cast_job* job;
  uint64_t first, count;
  atomic_uint_fast64_t bad;
} cast_work;

static void cast_parts(void* context, uint32_t first, uint32_t end) {
  cast_work* w = context;
  const uint64_t from = (uint64_t)first * CAST_PART, to = (uint64_t)end * CAST_PART;
  const uint64_t bad_ones = cast_runN(w->job, w->first + from, w->first + (to < w->count ? to : w->count));
  if (bad_ones != 0) atomic_fetch_add_explicit(&w->bad, bad_ones, memory_order_relaxed);
}

static int32_t run(const cast_job* job, uint64_t first, uint64_t count, const lgjk_tasks* tasks, lgjk_error* error) {
  cast_work w = {.job = job, .first = first, .count = count};
  atomic_init(&w.bad, 0);
  const uint64_t parts = (count + CAST_PART - 1) / CAST_PART;
  if (lgjk_is_split(tasks)) {
    lgjk_split(tasks, (uint32_t)parts, 1, cast_parts, &w);
  } else if (count > 0) {
    cast_parts(&w, 0, (uint32_t)parts);
  }
  if (job->results.bad_count != NULL) *job->results.bad_count = atomic_load_explicit(&w.bad, memory_order_relaxed);
  return lgjk_succeed(error);
}

static int32_t cast(const lgjk_bodiesN* a, const lgjk_bodiesN* b, const lgjk_pairs* pairs, uint64_t first,
                    uint64_t count, const lgjk_cast_results* results, const lgjk_cast_options* options,
                    lgjk_error* error) {
  const lgjk_call call = {.a = a, .b = b, .pairs = pairs, .first = first, .count = count, .dim = DIM};
  lgjk_batch batch;
  cast_job job;
  const lgjk_tasks* tasks = NULL;
  uint32_t isa;
  int32_t code = check_options(options, &job, &tasks, error);
  if (code == LGJK_OK) code = lgjk_check_inputs(&call, &batch, &isa, error);
  if (code == LGJK_OK) code = check_results(results, error);
  if (code != LGJK_OK) return code;
  job.a = batch.a;
  job.b = batch.b;
  job.shapes_a = a->shapes;
  job.shapes_b = b->shapes;
  job.pair_a = (const char*)pairs->a;
  job.pair_b = (const char*)pairs->b;
  job.pair_stride = batch.pair_stride;
  job.results = *results;
  code = check_memory(&job, pairs, first, count, error);
  if (code != LGJK_OK) return code;
  if (lgjk_kernels_for(job.isa, count, &code, error) == NULL) return code;
  return run(&job, first, count, tasks, error);
}

int32_t lgjk_castN(const lgjk_bodiesN* a, const lgjk_bodiesN* b, const lgjk_pairs* pairs, uint64_t first,
                   uint64_t count, const lgjk_cast_results* results, const lgjk_cast_options* options,
                   lgjk_error* error) {
  const lgjk_fp_state caller = lgjk_fp_enter();
  const int32_t code = cast(a, b, pairs, first, count, results, options, error);
  lgjk_fp_leave(caller);
  return code;
}
