// Runs the steps of a job; compiled once for each dimension.
#include "find/run.h"

#include <string.h>

#include "find/build.h"
#include "find/list.h"
#include "find/meet.h"

// ---------------------------------------------------------------- memory

uint64_t find_layoutN(find_job* job, char* scratch) {
  find_memory m = {scratch, 0};
  const uint64_t n = job->count, sorted = n + FIND_PADDING;
  const uint32_t bodies[2] = {job->split, job->count - job->split};
  for (int k = 0; k < DIM; ++k) job->bounds.centre[k] = find_take(&m, sorted * sizeof(float));
  job->bounds.radius = find_take(&m, sorted * sizeof(float));
  job->class = find_take(&m, n);
  const uint64_t tree_work = find_tree_workN(job->count), list_work = find_list_work(job->capacity);
  job->work = find_take(&m, tree_work > list_work ? tree_work : list_work);
  job->item = find_take(&m, 2 * n * sizeof *job->item);
  for (uint32_t v = 0; v < (job->of_index ? 1u : 2u); ++v) {
    job->tree[v].boxed = job->tree[v].filtered = true; // at most
    find_tree_layoutN(&job->tree[v], bodies[v], &m);
  }
  job->pair = find_take(&m, job->capacity * sizeof *job->pair);
  job->pair_end = find_take(&m, job->split * sizeof *job->pair_end);
  job->fit_count = find_take(&m, job->split * sizeof *job->fit_count);
  job->bounds.box = find_take(&m, n * sizeof(find_box));
  return m.used;
}

// ---------------------------------------------------------------- pairs

typedef struct search_work {
  find_job* job;
  find_search_fn* search;
} search_work;

static void search_part(void* context, uint32_t first, uint32_t end) {
  const search_work* w = context;
  w->search(w->job, first, end);
}

#define LEAVES_PART 32u

uint64_t find_searchN(find_job* job, find_search_fn* search, uint32_t* a, uint32_t* b) {
  search_work w = {job, search};
  atomic_init(&job->pair_total, 0);
  lgjk_split(job->tasks, job->tree[0].leaves, LEAVES_PART, search_part, &w);
  const uint64_t count = atomic_load_explicit(&job->pair_total, memory_order_relaxed);
  if (count > 0 && count <= job->capacity) find_list_sort(job, (uint32_t)count, job->split, a, b);
  return count;
}

static void set_tree(find_job* job, uint32_t view) {
  find_tree* tree = &job->tree[view];
  const uint32_t before = view == 0 ? 0 : job->split;
  tree->boxed = job->bounds.box != NULL;
  tree->filtered = has_filters(job);
  tree->fields = FIELD_LOW + (tree->boxed ? 2u * DIM : 0) + (tree->filtered ? 2u : 0);
  tree->box = tree->boxed ? job->bounds.box + before : NULL;
  for (int k = 0; k < DIM; ++k) tree->centre[k] = job->bounds.centre[k] + before;
  tree->radius = job->bounds.radius + before;
  find_tree_buildN(job, view);
}

void find_treesN(find_job* job) {
  set_tree(job, 0);
  if (job->two_views && !job->of_index) set_tree(job, 1);
}
