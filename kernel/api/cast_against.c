// Checks the arguments of casts against an index, and runs them; compiled once for each dimension.
#include <stdatomic.h>
#include <string.h>

#include "api/cast_arguments.h"
#include "api/filters.h"
#include "base/fpcontrol.h"
#include "cast/against.h"
#include "isa/kernels.h"
#include "lanegjk/lanegjk3.h"

#define lgjk_cast_againstN LANE_CAT(lgjk_cast_against, DIM)

#define WAYS_PART 256u // bodies of A that a thread takes at a time

static int32_t check_search(const lgjk_cast_search* search, against_job* job, lgjk_error* error) {
  int32_t code = lgjk_check_struct("search", search, sizeof *search, "lgjk_cast_search_init", error);
  if (code != LGJK_OK) return code;
  if (search->reserved != 0) return lgjk_refuse(error, "search->reserved is not 0");
  if ((search->flags & ~LGJK_CAST_ALL) != 0) return lgjk_refuse(error, "search->flags has an unknown flag");
  if (search->k == 0) return lgjk_refuse(error, "search->k is 0");
  code = check_filters("search->filters_a", search->filters_a, &job->find.view[0], error);
  job->skip = search->skip;
  job->k = search->k;
  job->hit = search->hit;
  job->found = search->found;
  return code;
}

static int32_t check_index(const void* index, against_job* job, lgjk_error* error) {
  const int32_t code = lgjk_check_memory("index", index, 64, error);
  if (code != LGJK_OK) return code;
  memcpy(&job->head, index, sizeof job->head);
  if (job->head.magic != INDEX_MAGIC)
    return lgjk_refuse(error, "index is none of kind LGJK_INDEX_COVER, this dimension and this layout");
  if (job->head.bodies != job->cast.batch.b.body_count)
    return lgjk_refuse(error, "index was built of another number of bodies than b");
  find_index_openN(index, &job->find);
  return LGJK_OK;
}

static int32_t check_search_memory(const against_job* job, const lgjk_cast_search* search, lgjk_error* error) {
  const uint64_t bodies = job->cast.batch.a.body_count;
  const size_t hit = sizeof *job->hit;
  const lgjk_array arrays[] = {
      LGJK_BODY_ROWS("a", &job->cast.batch.a, DIM),
      LGJK_BODY_ROWS("b", &job->cast.batch.b, DIM),
      {"index", LGJK_READ, job->find.index, 1, 1, job->find.index_bytes},
      MOTION_ROWS("options->way_a", "options->turn_a", &job->cast, a),
      {"options->most", LGJK_READ, job->most, 4, 4, bodies},
      {"search->skip", LGJK_READ, job->skip, 4, 4, bodies},
      {"search", LGJK_WRITTEN, search, sizeof *search, sizeof *search, 1},
      {"search->hit", LGJK_WRITTEN | LGJK_NEEDED, job->hit, hit, hit, bodies * job->k},
      {"search->found", LGJK_WRITTEN, job->found, 4, 4, bodies},
  };
  return LGJK_CHECK_ARRAYS(arrays, error);
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
  const uint64_t to = (uint64_t)end * WAYS_PART;
  const against_tally tally = cast_againstN(w->job, first * WAYS_PART, to < w->count ? (uint32_t)to : w->count, w->all);
  if (tally.bad != 0) atomic_fetch_add_explicit(&w->bad, tally.bad, memory_order_relaxed);
  if (tally.undecided != 0) atomic_fetch_add_explicit(&w->undecided, tally.undecided, memory_order_relaxed);
  uint_fast32_t most = atomic_load_explicit(&w->needed, memory_order_relaxed);
  while (most < tally.needed && !atomic_compare_exchange_weak_explicit(&w->needed, &most, tally.needed,
                                                                       memory_order_relaxed, memory_order_relaxed)) {
  }
}

static int32_t run_search(const against_job* job, lgjk_cast_search* search, const lgjk_tasks* tasks,
                          lgjk_error* error) {
  against_work w = {.job = job, .count = job->cast.batch.a.body_count, .all = (search->flags & LGJK_CAST_ALL) != 0};
  atomic_init(&w.bad, 0);
  atomic_init(&w.undecided, 0);
  atomic_init(&w.needed, 0);
  const uint32_t parts = w.count / WAYS_PART + (w.count % WAYS_PART != 0);
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

static int32_t cast_against(const lgjk_bodiesN* a, const lgjk_bodiesN* b, const void* index, lgjk_cast_search* search,
                            const lgjk_cast_options* options, lgjk_error* error) {
  against_job job;
  const lgjk_tasks* tasks = NULL;
  memset(&job, 0, sizeof job);
  int32_t code = check_options(options, &job.cast, &tasks, error);
  if (options == NULL || options->iteration_limit == 0) job.cast.limit = LGJK_DEFAULT_AGAINST_LIMIT;
  if (code == LGJK_OK) code = lgjk_check_bodies("a", a, DIM, &job.cast.batch.a, error);
  if (code == LGJK_OK) code = lgjk_check_bodies("b", b, DIM, &job.cast.batch.b, error);
  if (code == LGJK_OK && job.cast.way_b != NULL) code = lgjk_refuse(error, "options->way_b is set, but b rests");
  if (code == LGJK_OK && job.cast.turn_b != NULL) code = lgjk_refuse(error, "options->turn_b is set, but b rests");
  if (code == LGJK_OK) code = check_search(search, &job, error);
  if (code == LGJK_OK) code = check_index(index, &job, error);
  if (code != LGJK_OK) return code;
  job.most = job.cast.most;
  set_shapes(&job.cast, a, b);
  code = check_search_memory(&job, search, error);
  if (code != LGJK_OK) return code;
  const uint32_t set = lgjk_isa_for(job.cast.isa, UINT64_MAX, &code, error);
  if (set == 0) return code;
  job.cast.look = NAME_N(lgjk_look, _kernels)[set];
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
