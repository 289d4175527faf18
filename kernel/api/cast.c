// Checks the arguments of casts of pairs and of casts against trees, and runs them; compiled once for each
// dimension.
#include <math.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <string.h>

#include "api/targets.h"
#include "api/views.h"
#include "base/fpcontrol.h"
#include "base/tasks.h"
#include "cast/against.h"
#include "isa/kernels.h"
#include "lanegjk/lanegjk3.h"

#define lgjk_castN NAME_N(lgjk_cast, )
#define lgjk_sweepN NAME_N(lgjk_sweep, )
#define lgjk_cast_againstN NAME_N(lgjk_cast_against, )

enum { TURN_BYTES = (DIM == 2 ? 2 : 4) * sizeof(float), WAY_BYTES = DIM * sizeof(float) };

static int32_t check_options(const lgjk_cast_options* given, cast_job* job, const lgjk_tasks** tasks,
                             lgjk_error* error) {
  static const lgjk_cast_options defaults = {.struct_size = sizeof defaults};
  const lgjk_cast_options* o = given == NULL ? &defaults : given;
  LGJK_TRY(lgjk_check_struct("options", o, sizeof *o, "lgjk_cast_options_init", error));
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
#define TAKE_STRIDE(member, element) \
  LGJK_TRY(lgjk_take_stride("options->" #member, o->member, element, &job->member, error));
  TAKE_STRIDE(way_a_stride, WAY_BYTES)
  TAKE_STRIDE(way_b_stride, WAY_BYTES)
  TAKE_STRIDE(turn_a_stride, TURN_BYTES)
  TAKE_STRIDE(turn_b_stride, TURN_BYTES)
#undef TAKE_STRIDE
  *tasks = o->tasks;
  return lgjk_check_tasks("options->tasks", o->tasks, error);
}

// What moves a side, as rows of a table. `way`, `turn`: the names of the arguments.
// clang-format off
#define MOTION_ROWS(way, turn, job, x)                                                                   \
  {way, LGJK_READ, (job)->way_##x, WAY_BYTES, (job)->way_##x##_stride, (job)->batch.x.body_count},       \
  {turn, LGJK_READ, (job)->turn_##x, TURN_BYTES, (job)->turn_##x##_stride, (job)->batch.x.body_count}
// clang-format on

static void set_shapes(cast_job* job, const lgjk_bodiesN* a, const lgjk_bodiesN* b) {
  job->shapes_a = a->shapes;
  job->shapes_b = b->shapes;
  job->boxes_a = a->shapes->box;
  job->boxes_b = b->shapes->box;
}

// ---------------------------------------------------------------- casts of pairs

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
  LGJK_TRY(lgjk_check_struct("results", r, sizeof *r, "lgjk_cast_results_init", error));
  if (r->reserved != 0) return lgjk_refuse(error, "results->reserved is not 0");
  if (!r->status && !r->iterations && !r->fraction && !r->normal && !r->point && !r->depth) {
    return lgjk_refuse(error, "results has no array that a cast writes");
  }
  if (r->first != NULL && (r->status == NULL || r->fraction == NULL)) {
    return lgjk_refuse(error, "results->first is set, but results->%s is NULL",
                       r->status == NULL ? "status" : "fraction");
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
      {"results->first", LGJK_WRITTEN, r->first, 4, 4, job->batch.a.body_count},
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

static void run(const cast_job* job, uint64_t first, uint64_t count, const lgjk_tasks* tasks) {
  cast_work w = {.job = job, .first = first, .count = count};
  atomic_init(&w.bad, 0);
  const uint64_t parts = (count + CAST_PART - 1) / CAST_PART;
  if (lgjk_is_split(tasks)) {
    lgjk_split(tasks, (uint32_t)parts, 1, cast_parts, &w);
  } else if (count > 0) {
    cast_parts(&w, 0, (uint32_t)parts);
  }
  if (job->results.bad_count != NULL) *job->results.bad_count = atomic_load_explicit(&w.bad, memory_order_relaxed);
}

// Finds the first touch of each body of A.
static void find_first(const cast_job* job, uint64_t first, uint64_t count) {
  const lgjk_cast_results* r = &job->results;
  for (uint32_t a = 0; a < job->batch.a.body_count; ++a) r->first[a] = LGJK_NO_PAIR;
  for (uint64_t i = first; i < first + count; ++i) {
    if (r->status[i] != LGJK_CAST_HIT && r->status[i] != LGJK_CAST_OVERLAP) continue;
    const uint32_t a = lgjk_word_at(job->batch.pair_a, job->batch.pair_stride, i);
    if (r->first[a] == LGJK_NO_PAIR || r->fraction[i] < r->fraction[r->first[a]]) r->first[a] = (uint32_t)i;
  }
}

// `end`: NULL, or the poses at the end of both views, either of which may be NULL.
static int32_t cast(const lgjk_call* call, const float* const end[2], const lgjk_cast_results* results,
                    const lgjk_cast_options* options, lgjk_error* error) {
  lgjk_batch batch;
  cast_job job;
  const lgjk_tasks* tasks = NULL;
  uint32_t isa, set;
  LGJK_TRY(check_options(options, &job, &tasks, error));
  LGJK_TRY(lgjk_check_inputs(call, &batch, &isa, error));
  LGJK_TRY(check_results(results, error));
  if (results->first != NULL && call->first + call->count > UINT32_MAX)
    return lgjk_refuse(error, "results->first is set, but there are more than 2^32 - 1 pairs");
  job.batch = batch;
  if (end != NULL) LGJK_TRY(take_ends(end, &job, error));
  set_shapes(&job, call->a, call->b);
  job.batch.pair_a = (const char*)call->pairs->a;
  job.batch.pair_b = (const char*)call->pairs->b;
  lgjk_find_same_bodies(&job.batch);
  job.results = *results;
  LGJK_TRY(check_memory(&job, call->pairs, call->first, call->count, error));
  LGJK_TRY(lgjk_isa_for(job.isa, call->count, &set, error));
  job.look = NAME_N(lgjk_look, _kernels)[set];
  run(&job, call->first, call->count, tasks);
  if (job.results.first != NULL) find_first(&job, call->first, call->count);
  return lgjk_succeed(error);
}

int32_t lgjk_castN(const lgjk_bodiesN* a, const lgjk_bodiesN* b, const lgjk_pairs* pairs, uint64_t first,
                   uint64_t count, const lgjk_cast_results* results, const lgjk_cast_options* options,
                   lgjk_error* error) {
  const lgjk_call call = {.a = a, .b = b, .pairs = pairs, .first = first, .count = count, .dim = DIM};
  LGJK_RETURN_IN_DEFAULT_FP(cast(&call, NULL, results, options, error));
}

int32_t lgjk_sweepN(const lgjk_bodiesN* a, const lgjk_bodiesN* b, const float* end_a, const float* end_b,
                    const lgjk_pairs* pairs, uint64_t first, uint64_t count, const lgjk_cast_results* results,
                    const lgjk_cast_options* options, lgjk_error* error) {
  const lgjk_call call = {.a = a, .b = b, .pairs = pairs, .first = first, .count = count, .dim = DIM};
  const float* const end[2] = {end_a, end_b};
  LGJK_RETURN_IN_DEFAULT_FP(cast(&call, end, results, options, error));
}

// ---------------------------------------------------------------- casts against trees

static int32_t check_search(const lgjk_cast_search* search, against_job* job, lgjk_error* error) {
  LGJK_TRY(lgjk_check_struct("search", search, sizeof *search, "lgjk_cast_search_init", error));
  if (search->reserved != 0) return lgjk_refuse(error, "search->reserved is not 0");
  const uint32_t flags = search->flags;
  if ((flags & ~(LGJK_CAST_ALL | LGJK_CAST_ANY)) != 0) return lgjk_refuse(error, "search->flags has an unknown flag");
  if (search->k == 0) return lgjk_refuse(error, "search->k is 0");
  if ((flags & LGJK_CAST_ANY) != 0 && ((flags & LGJK_CAST_ALL) != 0 || search->k != 1))
    return lgjk_refuse(error, "search->flags has LGJK_CAST_ANY with LGJK_CAST_ALL, or a k other than 1");
  LGJK_TRY(check_filters("search->filters_a", search->filters_a, &job->a, error));
  job->skip = search->skip;
  job->k = search->k;
  job->any = (flags & LGJK_CAST_ANY) != 0;
  job->hit = search->hit;
  job->found = search->found;
  return LGJK_OK;
}

// Checks the targets of a call with the options `cast`, and sets those of the job.
static int32_t check_targets(const lgjk_bodiesN* a, const lgjk_targetN* targets, uint32_t count, const cast_job* cast,
                             against_job* job, lgjk_error* error) {
  opened_targets open;
  LGJK_TRY(open_targets(targets, count, TARGET_BODIES, NULL, &open, error));
  job->targets = count;
  for (uint32_t t = 0; t < count; ++t) {
    against_target* to = &job->target[t];
    to->cast = *cast;
    to->head = open.head[t];
    to->tree = open.tree[t];
    to->memory = targets[t].tree;
    to->before = open.before[t];
    to->cast.batch.b = open.side[t];
    set_shapes(&to->cast, a, targets[t].bodies);
    lgjk_find_same_bodies(&to->cast.batch);
  }
  return LGJK_OK;
}

static int32_t check_search_memory(const against_job* job, const cast_job* cast, const lgjk_cast_search* search,
                                   lgjk_error* error) {
  const uint64_t bodies = cast->batch.a.body_count;
  const size_t hit = sizeof *job->hit;
  lgjk_array arrays[TARGET_ROWS * LGJK_MAX_TARGETS + 11] = {
      LGJK_BODY_ROWS("a", &cast->batch.a, DIM),
      MOTION_ROWS("options->way_a", "options->turn_a", cast, a),
      {"options->most", LGJK_READ, job->most, 4, 4, bodies},
      {"search->skip", LGJK_READ, job->skip, 4, 4, bodies},
      {"search", LGJK_WRITTEN, search, sizeof *search, sizeof *search, 1},
      {"search->hit", LGJK_WRITTEN | LGJK_NEEDED, job->hit, hit, hit, bodies * job->k},
      {"search->found", LGJK_WRITTEN, job->found, 4, 4, bodies},
  };
  uint32_t rows = 11;
  for (uint32_t t = 0; t < job->targets; ++t)
    rows =
        add_target_rows(&job->target[t].cast.batch.b, job->target[t].memory, job->target[t].head.bytes, arrays, rows);
  return lgjk_check_arrays(arrays, rows, error);
}

typedef struct against_work {
  const against_job* job;
  uint32_t count;
  bool all;
  atomic_uint_fast64_t bad, undecided;
  atomic_uint_fast32_t needed;
} against_work;

static void search_parts(void* context, uint32_t first, uint32_t end) {
  against_work* w = context;
  for (uint32_t part = first; part < end; ++part) {
    const uint64_t to = (uint64_t)(part + 1) * AGAINST_PART;
    const against_tally tally =
        cast_againstN(w->job, part * AGAINST_PART, to < w->count ? (uint32_t)to : w->count, w->all);
    if (tally.bad != 0) atomic_fetch_add_explicit(&w->bad, tally.bad, memory_order_relaxed);
    if (tally.undecided != 0) atomic_fetch_add_explicit(&w->undecided, tally.undecided, memory_order_relaxed);
    uint_fast32_t most = atomic_load_explicit(&w->needed, memory_order_relaxed);
    while (most < tally.needed && !atomic_compare_exchange_weak_explicit(&w->needed, &most, tally.needed,
                                                                         memory_order_relaxed, memory_order_relaxed)) {
    }
  }
}

static int32_t run_search(const against_job* job, uint32_t bodies, lgjk_cast_search* search, const lgjk_tasks* tasks,
                          lgjk_error* error) {
  against_work w = {.job = job, .count = bodies, .all = (search->flags & LGJK_CAST_ALL) != 0};
  atomic_init(&w.bad, 0);
  atomic_init(&w.undecided, 0);
  atomic_init(&w.needed, 0);
  const uint32_t parts = w.count / AGAINST_PART + (w.count % AGAINST_PART != 0);
  if (lgjk_is_split(tasks)) {
    lgjk_split(tasks, parts, 1, search_parts, &w);
  } else if (parts > 0) {
    search_parts(&w, 0, parts);
  }
  search->bad_bodies = atomic_load_explicit(&w.bad, memory_order_relaxed);
  search->limit_bodies = atomic_load_explicit(&w.undecided, memory_order_relaxed);
  const uint64_t needed = atomic_load_explicit(&w.needed, memory_order_relaxed);
  if (!w.all || needed <= job->k) return lgjk_succeed(error);
  return lgjk_fail(error, LGJK_ERROR_CAPACITY, needed, "search->k is %u, but a body has %llu hits", (unsigned)job->k,
                   (unsigned long long)needed);
}

static int32_t cast_against(const lgjk_bodiesN* a, const lgjk_targetN* targets, uint32_t target_count,
                            lgjk_cast_search* search, const lgjk_cast_options* options, lgjk_error* error) {
  against_job job;
  cast_job cast;
  const lgjk_tasks* tasks = NULL;
  uint32_t set;
  memset(&job, 0, sizeof job);
  LGJK_TRY(check_options(options, &cast, &tasks, error));
  if (options == NULL || options->iteration_limit == 0) cast.limit = LGJK_DEFAULT_AGAINST_LIMIT;
  LGJK_TRY(lgjk_check_bodies("a", a, DIM, &cast.batch.a, error));
  if (cast.way_b != NULL) return lgjk_refuse(error, "options->way_b is set, but targets rest");
  if (cast.turn_b != NULL) return lgjk_refuse(error, "options->turn_b is set, but targets rest");
  LGJK_TRY(lgjk_isa_for(cast.isa, UINT64_MAX, &set, error));
  cast.look = NAME_N(lgjk_look, _kernels)[set];
  job.walk = NAME_N(lgjk_walk, _kernels)[set];
  job.packet = NAME_N(lgjk_packet, _kernels)[set];
  job.enter = NAME_N(lgjk_enter, _kernels)[set];
  job.most = cast.most;
  LGJK_TRY(check_search(search, &job, error));
  LGJK_TRY(check_targets(a, targets, target_count, &cast, &job, error));
  LGJK_TRY(check_search_memory(&job, &cast, search, error));
  return run_search(&job, cast.batch.a.body_count, search, tasks, error);
}

int32_t lgjk_cast_againstN(const lgjk_bodiesN* a, const lgjk_targetN* targets, uint32_t target_count,
                           lgjk_cast_search* search, const lgjk_cast_options* options, lgjk_error* error) {
  LGJK_RETURN_IN_DEFAULT_FP(cast_against(a, targets, target_count, search, options, error));
}
