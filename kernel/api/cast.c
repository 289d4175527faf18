// Checks the arguments of casts, of pairs and against an index, and runs them; compiled once for each dimension.
#include <math.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <string.h>

#include "api/arguments.h"
#include "api/filters.h"
#include "base/error.h"
#include "base/extents.h"
#include "base/fpcontrol.h"
#include "base/tasks.h"
#include "cast/against.h"
#include "cast/run.h"
#include "isa/kernels.h"
#include "lanegjk/lanegjk3.h"
#include "shape/names.h"

#define lgjk_bodiesN LANE_CAT(lgjk_bodies, DIM)
#define lgjk_castN LANE_CAT(lgjk_cast, DIM)
#define lgjk_sweepN LANE_CAT(lgjk_sweep, DIM)
#define lgjk_cast_againstN LANE_CAT(lgjk_cast_against, DIM)

#define CAST_PART 1024u // pairs that a thread takes at a time

static int32_t bad(lgjk_error* error, const char* what) { return lgjk_fail(error, LGJK_ERROR_ARGUMENT, 0, "%s", what); }

enum { TURN_BYTES = (DIM == 2 ? 2 : 4) * sizeof(float), WAY_BYTES = DIM * sizeof(float) };

// Checks the array of a way or a turn, and sets its stride in bytes. `element`: the bytes of one.
static int32_t check_array(const char* name, const float* array, uint32_t stride, size_t element, size_t* out,
                           lgjk_error* error) {
  *out = stride == 0 ? element : stride;
  if (stride % 4 == 0 && *out >= element) return lgjk_check_aligned(name, array, 4, error);
  return lgjk_fail(error, LGJK_ERROR_ARGUMENT, 0, "%s_stride is neither 0 nor a multiple of 4 that holds an element",
                   name);
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

// Takes poses at the end in place of ways and turns; `batch` is set.
static int32_t take_ends(const float* const end[2], cast_job* job, lgjk_error* error) {
  if (job->way_a != NULL || job->way_b != NULL || job->turn_a != NULL || job->turn_b != NULL) {
    return bad(error, "options has ways or turns, and a sweep takes poses");
  }
  const int32_t code = lgjk_check_aligned("end_a", end[0], 4, error);
  if (code != LGJK_OK) return code;
  job->ends = true;
  job->way_a = (const char*)end[0];
  job->way_b = (const char*)end[1];
  job->way_a_stride = job->turn_a_stride = job->batch.a.pose_stride;
  job->way_b_stride = job->turn_b_stride = job->batch.b.pose_stride;
  if (end[0] != NULL) job->turn_a = job->way_a + WAY_BYTES;
  if (end[1] != NULL) job->turn_b = job->way_b + WAY_BYTES;
  return lgjk_check_aligned("end_b", end[1], 4, error);
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

static void add_bodies(lgjk_extents* read, const lgjk_side* a, const lgjk_side* b) {
  const size_t pose = WAY_BYTES + TURN_BYTES;
  lgjk_extents_add(read, "a->pose", a->pose, pose, a->pose_stride, 0, a->body_count);
  lgjk_extents_add(read, "a->shape", a->shape, 4, a->shape_stride, 0, a->body_count);
  lgjk_extents_add(read, "a->radius", a->radius, 4, a->radius_stride, 0, a->body_count);
  lgjk_extents_add(read, "b->pose", b->pose, pose, b->pose_stride, 0, b->body_count);
  lgjk_extents_add(read, "b->shape", b->shape, 4, b->shape_stride, 0, b->body_count);
  lgjk_extents_add(read, "b->radius", b->radius, 4, b->radius_stride, 0, b->body_count);
}

static int32_t check_memory(const cast_job* job, const lgjk_pairs* pairs, uint64_t first, uint64_t count,
                            lgjk_error* error) {
  const lgjk_cast_results* r = &job->results;
  const size_t vector = WAY_BYTES;
  lgjk_extents written, read;
  written.count = read.count = 0;
  lgjk_extents_add(&written, "results->status", r->status, 1, 1, first, count);
  lgjk_extents_add(&written, "results->iterations", r->iterations, 1, 1, first, count);
  lgjk_extents_add(&written, "results->fraction", r->fraction, 4, 4, first, count);
  lgjk_extents_add(&written, "results->normal", r->normal, vector, vector, first, count);
  lgjk_extents_add(&written, "results->point", r->point, vector, vector, first, count);
  lgjk_extents_add(&written, "results->bad_count", r->bad_count, 8, 8, 0, 1);
  const lgjk_side *a = &job->batch.a, *b = &job->batch.b;
  add_bodies(&read, a, b);
  lgjk_extents_add(&read, "pairs->a", pairs->a, 4, job->batch.pair_stride, first, count);
  lgjk_extents_add(&read, "pairs->b", pairs->b, 4, job->batch.pair_stride, first, count);
  int32_t code = lgjk_check_extents(&written, &read, error);
  read.count = 0;
  const char *way_a = job->ends ? "end_a" : "options->way_a", *turn_a = job->ends ? "end_a" : "options->turn_a";
  const char *way_b = job->ends ? "end_b" : "options->way_b", *turn_b = job->ends ? "end_b" : "options->turn_b";
  lgjk_extents_add(&read, way_a, job->way_a, vector, job->way_a_stride, 0, a->body_count);
  lgjk_extents_add(&read, way_b, job->way_b, vector, job->way_b_stride, 0, b->body_count);
  lgjk_extents_add(&read, turn_a, job->turn_a, TURN_BYTES, job->turn_a_stride, 0, a->body_count);
  lgjk_extents_add(&read, turn_b, job->turn_b, TURN_BYTES, job->turn_b_stride, 0, b->body_count);
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

static void set_shapes(cast_job* job, const lgjk_bodiesN* a, const lgjk_bodiesN* b) {
  job->shapes_a = a->shapes;
  job->shapes_b = b->shapes;
  job->boxes_a = a->shapes->box;
  job->boxes_b = b->shapes->box;
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
  const lgjk_kernels* kernels = lgjk_kernels_for(job.isa, call->count, &code, error);
  if (kernels == NULL) return code;
  job.look = kernels->look[DIM - 2];
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

// ---------------------------------------------------------------- against an index

#define WAYS_PART 256u // bodies of A that a thread takes at a time

static int32_t check_search(const lgjk_cast_search* search, against_job* job, lgjk_error* error) {
  if (search == NULL) return bad(error, "search is NULL");
  int32_t code = lgjk_check_struct_size("search", search->struct_size, sizeof *search, "lgjk_cast_search_init", error);
  if (code != LGJK_OK) return code;
  if (search->reserved != 0) return bad(error, "search->reserved is not 0");
  if ((search->flags & ~LGJK_CAST_ALL) != 0) return bad(error, "search->flags has an unknown flag");
  if (search->k == 0) return bad(error, "search->k is 0");
  const uint32_t count = job->cast.batch.a.body_count;
  if (count > 0 && search->hit == NULL) return bad(error, "search->hit is NULL");
  code = lgjk_check_aligned("search->hit", search->hit, 4, error);
  if (code == LGJK_OK) code = lgjk_check_aligned("search->found", search->found, 4, error);
  if (code == LGJK_OK) code = lgjk_check_aligned("search->skip", search->skip, 4, error);
  if (code == LGJK_OK) code = check_filters("search->filters_a", search->filters_a, &job->find.view[0], error);
  job->skip = search->skip;
  job->k = search->k;
  job->hit = search->hit;
  job->found = search->found;
  return code;
}

static int32_t check_index(const void* index, against_job* job, lgjk_error* error) {
  if (index == NULL) return bad(error, "index is NULL");
  if ((uintptr_t)index % 64 != 0) return bad(error, "index is not aligned to 64 bytes");
  memcpy(&job->head, index, sizeof job->head);
  if (job->head.magic != INDEX_MAGIC)
    return bad(error, "index is none of kind LGJK_INDEX_COVER, this dimension and this layout");
  if (job->head.bodies != job->cast.batch.b.body_count)
    return bad(error, "index was built of another number of bodies than b");
  find_index_openN(index, &job->find);
  return LGJK_OK;
}

static int32_t check_search_memory(const against_job* job, const lgjk_cast_search* search, lgjk_error* error) {
  const lgjk_side *a = &job->cast.batch.a, *b = &job->cast.batch.b;
  const size_t way = WAY_BYTES, hit = sizeof *job->hit;
  const uint64_t hits = (uint64_t)a->body_count * job->k;
  lgjk_extents written, read;
  written.count = read.count = 0;
  lgjk_extents_add(&written, "search", search, sizeof *search, sizeof *search, 0, 1);
  lgjk_extents_add(&written, "search->hit", job->hit, hit, hit, 0, hits);
  lgjk_extents_add(&written, "search->found", job->found, 4, 4, 0, a->body_count);
  add_bodies(&read, a, b);
  lgjk_extents_add(&read, "index", job->find.index, 1, 1, 0, job->find.index_bytes);
  int32_t code = lgjk_check_extents(&written, &read, error);
  read.count = 0;
  lgjk_extents_add(&read, "options->way_a", job->cast.way_a, way, job->cast.way_a_stride, 0, a->body_count);
  lgjk_extents_add(&read, "options->turn_a", job->cast.turn_a, TURN_BYTES, job->cast.turn_a_stride, 0, a->body_count);
  lgjk_extents_add(&read, "options->most", job->most, 4, 4, 0, a->body_count);
  lgjk_extents_add(&read, "search->skip", job->skip, 4, 4, 0, a->body_count);
  return code != LGJK_OK ? code : lgjk_check_extents(&written, &read, error);
}

typedef struct against_work {
  const against_job* job;
  uint32_t count;
  bool all;
  atomic_uint_fast64_t bad;
  atomic_uint_fast32_t needed;
} against_work;

static void search_parts(void* context, uint32_t first, uint32_t end) {
  against_work* w = context;
  const uint32_t from = first * WAYS_PART, to = end * WAYS_PART;
  const against_tally tally = cast_againstN(w->job, from, to < w->count ? to : w->count, w->all);
  if (tally.bad != 0) atomic_fetch_add_explicit(&w->bad, tally.bad, memory_order_relaxed);
  uint_fast32_t most = atomic_load_explicit(&w->needed, memory_order_relaxed);
  while (most < tally.needed && !atomic_compare_exchange_weak_explicit(&w->needed, &most, tally.needed,
                                                                       memory_order_relaxed, memory_order_relaxed)) {
  }
}

static int32_t run_search(const against_job* job, lgjk_cast_search* search, const lgjk_tasks* tasks,
                          lgjk_error* error) {
  against_work w = {.job = job, .count = job->cast.batch.a.body_count, .all = (search->flags & LGJK_CAST_ALL) != 0};
  atomic_init(&w.bad, 0);
  atomic_init(&w.needed, 0);
  const uint32_t parts = w.count / WAYS_PART + (w.count % WAYS_PART != 0);
  if (lgjk_is_split(tasks)) {
    lgjk_split(tasks, parts, 1, search_parts, &w);
  } else if (parts > 0) {
    search_parts(&w, 0, parts);
  }
  search->bad_bodies = atomic_load_explicit(&w.bad, memory_order_relaxed);
  const uint64_t needed = atomic_load_explicit(&w.needed, memory_order_relaxed);
  if (!w.all || needed <= job->k) return lgjk_succeed(error);
  return lgjk_fail(error, LGJK_ERROR_CAPACITY, needed, "search->k is %u, but a body has %llu hits", (unsigned)job->k,
                   (unsigned long long)needed);
}

static int32_t cast_against(const lgjk_bodiesN* a, const lgjk_bodiesN* b, const void* index, lgjk_cast_search* search,
                            const lgjk_cast_options* options, lgjk_error* error) {
  against_job job;
  const lgjk_tasks* tasks = NULL;
  memset(&job, 0, sizeof job);
  int32_t code = check_options(options, &job.cast, &tasks, error);
  if (code == LGJK_OK) code = lgjk_check_bodies("a", a, DIM, &job.cast.batch.a, error);
  if (code == LGJK_OK) code = lgjk_check_bodies("b", b, DIM, &job.cast.batch.b, error);
  if (code == LGJK_OK && job.cast.way_b != NULL) code = bad(error, "options->way_b is set, but b rests");
  if (code == LGJK_OK && job.cast.turn_b != NULL) code = bad(error, "options->turn_b is set, but b rests");
  if (code == LGJK_OK) code = check_search(search, &job, error);
  if (code == LGJK_OK) code = check_index(index, &job, error);
  if (code != LGJK_OK) return code;
  job.most = job.cast.most;
  set_shapes(&job.cast, a, b);
  code = check_search_memory(&job, search, error);
  if (code != LGJK_OK) return code;
  const lgjk_kernels* kernels = lgjk_kernels_for(job.cast.isa, UINT64_MAX, &code, error);
  if (kernels == NULL) return code;
  job.cast.look = kernels->look[DIM - 2];
  lgjk_find_same_bodies(&job.cast.batch);
  return run_search(&job, search, tasks, error);
}

int32_t lgjk_cast_againstN(const lgjk_bodiesN* a, const lgjk_bodiesN* b, const void* index, lgjk_cast_search* search,
                           const lgjk_cast_options* options, lgjk_error* error) {
  const lgjk_fp_state caller = lgjk_fp_enter();
  const int32_t code = cast_against(a, b, index, search, options, error);
  lgjk_fp_leave(caller);
  return code;
}
