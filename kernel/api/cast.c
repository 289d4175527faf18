// Checks the arguments of casts of pairs, and runs them; compiled once for each dimension.
#include <stdatomic.h>

#include "api/cast_arguments.h"
#include "base/fpcontrol.h"
#include "isa/kernels.h"
#include "lanegjk/lanegjk3.h"

#define lgjk_castN LANE_CAT(lgjk_cast, DIM)
#define lgjk_sweepN LANE_CAT(lgjk_sweep, DIM)

#define CAST_PART 1024u // pairs that a thread takes at a time

// Takes poses at the end in place of ways and turns; `batch` is set.
static int32_t take_ends(const float* const end[2], cast_job* job, lgjk_error* error) {
  if (job->way_a != NULL || job->way_b != NULL || job->turn_a != NULL || job->turn_b != NULL) {
    return lgjk_refuse(error, "options has ways or turns, and a sweep takes poses");
  }
  job->ends = true;
  job->way_a = (const char*)end[0];
  job->way_b = (const char*)end[1];
  job->way_a_stride = job->turn_a_stride = job->batch.a.pose_stride;
  job->way_b_stride = job->turn_b_stride = job->batch.b.pose_stride;
  if (end[0] != NULL) job->turn_a = job->way_a + WAY_BYTES;
  if (end[1] != NULL) job->turn_b = job->way_b + WAY_BYTES;
  return LGJK_OK;
}

static int32_t check_results(const lgjk_cast_results* r, lgjk_error* error) {
  const int32_t code = lgjk_check_struct("results", r, sizeof *r, "lgjk_cast_results_init", error);
  if (code != LGJK_OK) return code;
  if (r->reserved != 0) return lgjk_refuse(error, "results->reserved is not 0");
  if (!r->status && !r->iterations && !r->fraction && !r->normal && !r->point && !r->depth) {
    return lgjk_refuse(error, "results has no array that a cast writes");
  }
  return lgjk_check_aligned("results->bad_count", r->bad_count, 8, error);
}

// Returns where the elements of a call's range begin.
static const void* from(const void* array, size_t stride, uint64_t first) {
  return array == NULL ? NULL : (const char*)array + stride * (size_t)first;
}

static int32_t check_memory(const cast_job* job, const lgjk_pairs* pairs, uint64_t first, uint64_t count,
                            lgjk_error* error) {
  const lgjk_cast_results* r = &job->results;
  const size_t stride = job->batch.pair_stride, vector = WAY_BYTES;
  const char *way_a = job->ends ? "end_a" : "options->way_a", *turn_a = job->ends ? "end_a" : "options->turn_a";
  const char *way_b = job->ends ? "end_b" : "options->way_b", *turn_b = job->ends ? "end_b" : "options->turn_b";
  const lgjk_array arrays[] = {
      LGJK_BODY_ROWS("a", &job->batch.a, DIM),
      LGJK_BODY_ROWS("b", &job->batch.b, DIM),
      {"pairs->a", LGJK_READ, from(pairs->a, stride, first), 4, stride, count},
      {"pairs->b", LGJK_READ, from(pairs->b, stride, first), 4, stride, count},
      MOTION_ROWS(way_a, turn_a, job, a),
      MOTION_ROWS(way_b, turn_b, job, b),
      {"options->most", LGJK_READ, from(job->most, 4, first), 4, 4, count},
      {"results->status", LGJK_WRITTEN, from(r->status, 1, first), 1, 1, count},
      {"results->iterations", LGJK_WRITTEN, from(r->iterations, 1, first), 1, 1, count},
      {"results->fraction", LGJK_WRITTEN, from(r->fraction, 4, first), 4, 4, count},
      {"results->normal", LGJK_WRITTEN, from(r->normal, vector, first), vector, vector, count},
      {"results->point", LGJK_WRITTEN, from(r->point, vector, first), vector, vector, count},
      {"results->depth", LGJK_WRITTEN, from(r->depth, 4, first), 4, 4, count},
      {"results->bad_count", LGJK_WRITTEN, r->bad_count, 8, 8, 1},
  };
  return LGJK_CHECK_ARRAYS(arrays, error);
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

// `end`: NULL, or the poses at the end of both views, either of which may be NULL.
static int32_t cast(const lgjk_call* call, const float* const end[2], const lgjk_cast_results* results,
                    const lgjk_cast_options* options, lgjk_error* error) {
  lgjk_batch batch;
  cast_job job;
  const lgjk_tasks* tasks = NULL;
  uint32_t isa;
  int32_t code = check_options(options, &job, &tasks, error);
  if (code == LGJK_OK) code = lgjk_check_inputs(call, &batch, &isa, error);
  if (code == LGJK_OK) code = check_results(results, error);
  if (code != LGJK_OK) return code;
  job.batch = batch;
  if (end != NULL) code = take_ends(end, &job, error);
  if (code != LGJK_OK) return code;
  set_shapes(&job, call->a, call->b);
  job.batch.pair_a = (const char*)call->pairs->a;
  job.batch.pair_b = (const char*)call->pairs->b;
  lgjk_find_same_bodies(&job.batch);
  job.results = *results;
  code = check_memory(&job, call->pairs, call->first, call->count, error);
  if (code != LGJK_OK) return code;
  const uint32_t set = lgjk_isa_for(job.isa, call->count, &code, error);
  if (set == 0) return code;
  job.look = NAME_N(lgjk_look, _kernels)[set];
  return run(&job, call->first, call->count, tasks, error);
}

int32_t lgjk_castN(const lgjk_bodiesN* a, const lgjk_bodiesN* b, const lgjk_pairs* pairs, uint64_t first,
                   uint64_t count, const lgjk_cast_results* results, const lgjk_cast_options* options,
                   lgjk_error* error) {
  const lgjk_call call = {.a = a, .b = b, .pairs = pairs, .first = first, .count = count, .dim = DIM};
  const lgjk_fp_state caller = lgjk_fp_enter();
  const int32_t code = cast(&call, NULL, results, options, error);
  lgjk_fp_leave(caller);
  return code;
}

int32_t lgjk_sweepN(const lgjk_bodiesN* a, const lgjk_bodiesN* b, const float* end_a, const float* end_b,
                    const lgjk_pairs* pairs, uint64_t first, uint64_t count, const lgjk_cast_results* results,
                    const lgjk_cast_options* options, lgjk_error* error) {
  const lgjk_call call = {.a = a, .b = b, .pairs = pairs, .first = first, .count = count, .dim = DIM};
  const float* const end[2] = {end_a, end_b};
  const lgjk_fp_state caller = lgjk_fp_enter();
  const int32_t code = cast(&call, end, results, options, error);
  lgjk_fp_leave(caller);
  return code;
}
