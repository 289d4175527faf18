// Runs the steps of a search for pairs; compiled once for each dimension.
#include "find/run.h"

#include "find/list.h"
#include "find/take.h"

uint64_t find_layoutN(join_job* job, uint32_t bodies, char* scratch) {
  find_memory m = {scratch, 0};
  job->work = find_take(&m, find_list_work(job->capacity));
  job->pair = find_take(&m, job->capacity * sizeof *job->pair);
  job->pair_end = find_take(&m, (uint64_t)bodies * sizeof *job->pair_end);
  job->fit_count = find_take(&m, (uint64_t)bodies * sizeof *job->fit_count);
  return m.used;
}

static void search_part(void* context, uint32_t first, uint32_t end) {
  join_job* job = context;
  job->search(job, first, end);
}

#define LEAVES_PART 32u

uint64_t find_searchN(join_job* job, uint32_t* a, uint32_t* b) {
  atomic_init(&job->pair_total, 0);
  atomic_init(&job->compared, 0);
  atomic_init(&job->cut, 0);
  for (uint32_t t = 0; t < job->targets; ++t) {
    job->b = job->target[t];
    lgjk_split(job->tasks, job->a->leaves, LEAVES_PART, search_part, job);
  }
  const uint64_t count = atomic_load_explicit(&job->pair_total, memory_order_relaxed);
  if (count > 0 && count <= job->capacity) find_list_sort(job, (uint32_t)count, job->a->numbers, a, b);
  return count;
}
