// Checks the arguments of the calls that find pairs, and runs them; compiled once for each dimension.
#include <string.h>

#include "api/lists.h"
#include "api/views.h"
#include "base/fpcontrol.h"
#include "find/bounds.h"
#include "find/take.h"

#define lgjk_find_scratchN NAME_N(lgjk_find_scratch, )
#define lgjk_find_pairsN NAME_N(lgjk_find_pairs, )
#define lgjk_tree_scratchN NAME_N(lgjk_tree_scratch, )
#define lgjk_tree_pairsN NAME_N(lgjk_tree_pairs, )

static const lgjk_find_options default_options = {.struct_size = sizeof default_options};

static int32_t check_options(const lgjk_find_options* options, join_job* job, lgjk_error* error) {
  LGJK_TRY(lgjk_check_struct("options", options, sizeof *options, "lgjk_find_options_init", error));
  if (!(options->margin >= 0 && options->margin <= LGJK_MAX_MARGIN)) {
    return lgjk_refuse(error, "options->margin is %g: negative, or above LGJK_MAX_MARGIN", (double)options->margin);
  }
  if ((options->flags & ~LGJK_FLAG_NORMALIZE) != 0) return lgjk_refuse(error, "options->flags has an unknown flag");
  LGJK_TRY(lgjk_check_tasks("options->tasks", options->tasks, error));
  job->limits.margin = options->margin * CIRCLE_OUTWARDS + LEAST_MARGIN;
  job->limits.turned = turned_of(options->flags);
  job->tasks = options->tasks;
  job->effort = options->effort > 0 ? options->effort : UINT32_MAX;
  return LGJK_OK;
}

// ---------------------------------------------------------------- trees

uint64_t lgjk_tree_scratchN(uint32_t bodies_a, uint64_t capacity) {
  join_job job = {.capacity = capacity < UINT32_MAX ? capacity : UINT32_MAX};
  return find_layoutN(&job, bodies_a < FIND_BODIES ? bodies_a : FIND_BODIES, NULL);
}

// The trees of a call.
typedef struct pair_trees {
  tree_head head[2];
  find_tree tree[2];
  join_target b;
} pair_trees;

// Finds the pairs of two trees that are open, or of one. The list and the scratch are checked.
static int32_t find_pairs(pair_trees* t, bool two, join_job* job, lgjk_pair_list* list, void* scratch, uint32_t set,
                          lgjk_error* error) {
  t->b = (join_target){&t->tree[two], 0};
  job->a = &t->tree[0];
  job->target = &t->b;
  job->targets = 1;
  job->search = NAME_N(lgjk_find, _kernels)[set];
  find_layoutN(job, job->a->numbers, scratch);
  list->bad_bodies = (uint64_t)t->head[0].bad + (two ? t->head[1].bad : 0);
  return fill_list(job, list, error);
}

static int32_t check_tree_memory(const void* a, const void* b, const pair_trees* t, const lgjk_pair_list* list,
                                 const join_job* job, const void* scratch, uint64_t size, lgjk_error* error) {
  const uint64_t needed = lgjk_tree_scratchN(t->head[0].bodies, job->capacity);
  LGJK_TRY(lgjk_check_memory("scratch", scratch, 64, error));
  LGJK_TRY(lgjk_check_room("scratch_size", size, needed, error));
  const lgjk_array arrays[] = {
      {"a", LGJK_READ, a, 1, 1, t->head[0].bytes},
      {"b", LGJK_READ, b, 1, 1, b == NULL ? 0 : t->head[1].bytes},
      LIST_ROWS(list),
      {"scratch", LGJK_WRITTEN, scratch, 1, 1, needed},
  };
  return LGJK_CHECK_ARRAYS(arrays, error);
}

static int32_t tree_pairs(const void* a, uint64_t a_size, const void* b, uint64_t b_size, lgjk_pair_list* list,
                          void* scratch, uint64_t scratch_size, const lgjk_find_options* given, lgjk_error* error) {
  const lgjk_find_options* options = given == NULL ? &default_options : given;
  pair_trees t;
  join_job job;
  uint32_t set;
  memset(&job, 0, sizeof job);
  LGJK_TRY(check_options(options, &job, error));
  if (options->filters_a != NULL || options->filters_b != NULL)
    return lgjk_refuse(error, "options->filters_%c is set, but trees have their own filters",
                       options->filters_a != NULL ? 'a' : 'b');
  if (options->motion != NULL) return lgjk_refuse(error, "options->motion is set, but trees have their own motion");
  LGJK_TRY(check_tree("a", a, a_size, &job.limits.turned, &t.head[0], &t.tree[0], error));
  if (b != NULL) LGJK_TRY(check_tree("b", b, b_size, &job.limits.turned, &t.head[1], &t.tree[1], error));
  LGJK_TRY(check_list(list, &job, error));
  LGJK_TRY(check_tree_memory(a, b, &t, list, &job, scratch, scratch_size, error));
  LGJK_TRY(lgjk_isa_for(options->isa, UINT64_MAX, &set, error));
  return find_pairs(&t, b != NULL, &job, list, scratch, set, error);
}

int32_t lgjk_tree_pairsN(const void* a, uint64_t a_size, const void* b, uint64_t b_size, lgjk_pair_list* list,
                         void* scratch, uint64_t scratch_size, const lgjk_find_options* options, lgjk_error* error) {
  lgjk_empty_list(list);
  LGJK_RETURN_IN_DEFAULT_FP(tree_pairs(a, a_size, b, b_size, list, scratch, scratch_size, options, error));
}

// ---------------------------------------------------------------- views

// Places the trees of both views, and what their pairs are found in; returns the bytes of all. Without a second view
// its tree is that of no body, as that of an empty view.
static uint64_t place_memory(uint32_t bodies_a, uint32_t bodies_b, uint64_t capacity, char* scratch, char* out[3]) {
  find_memory m = {scratch, 0};
  out[0] = find_take(&m, find_stored_sizeN(bodies_a));
  out[1] = find_take(&m, find_stored_sizeN(bodies_b));
  out[2] = find_take(&m, lgjk_tree_scratchN(bodies_a, capacity));
  return m.used;
}

uint64_t lgjk_find_scratchN(uint32_t bodies_a, uint32_t bodies_b, uint64_t capacity) {
  char* memory[3];
  const uint32_t a = bodies_a < FIND_BODIES ? bodies_a : FIND_BODIES,
                 b = bodies_b < FIND_BODIES ? bodies_b : FIND_BODIES;
  return place_memory(a, b, capacity, NULL, memory);
}

// Sets the jobs of both views, or of the only one.
static int32_t check_views(const lgjk_bodiesN* a, const lgjk_bodiesN* b, const lgjk_find_options* options,
                           find_job of[2], lgjk_error* error) {
  static const char* const views[2] = {"a", "b"};
  static const char* const filters[2] = {"options->filters_a", "options->filters_b"};
  const lgjk_bodiesN* bodies[2] = {a, b};
  const lgjk_filters* given[2] = {options->filters_a, options->filters_b};
  memset(of, 0, 2 * sizeof *of);
  for (int k = 0; k <= (b != NULL); ++k) {
    LGJK_TRY(check_view(views[k], bodies[k], &of[k], error));
    LGJK_TRY(check_filters(filters[k], given[k], &of[k].view, error));
    set_tolerance(&of[k], options->flags);
    of[k].tasks = options->tasks;
  }
  of[0].motion = (const char*)options->motion;
  return lgjk_take_stride("options->motion_stride", options->motion_stride, DIM * sizeof(float), &of[0].motion_stride,
                          error);
}

static int32_t check_memory(const find_job* a, const find_job* b, const lgjk_pair_list* list, const void* scratch,
                            uint64_t size, uint64_t needed, lgjk_error* error) {
  LGJK_TRY(lgjk_check_memory("scratch", scratch, 64, error));
  LGJK_TRY(lgjk_check_room("scratch_size", size, needed, error));
  const lgjk_array arrays[] = {
      VIEW_ROWS("a", &a->view),
      VIEW_ROWS("b", &b->view),
      FILTER_ROWS("options->filters_a", &a->view),
      FILTER_ROWS("options->filters_b", &b->view),
      {"options->motion", LGJK_READ, a->motion, DIM * sizeof(float), a->motion_stride, a->count},
      LIST_ROWS(list),
      {"scratch", LGJK_WRITTEN, scratch, 1, 1, size},
  };
  return LGJK_CHECK_ARRAYS(arrays, error);
}

static int32_t find_view_pairs(const lgjk_bodiesN* a, const lgjk_bodiesN* b, lgjk_pair_list* list, char* scratch,
                               uint64_t size, const lgjk_find_options* given, lgjk_error* error) {
  const lgjk_find_options* options = given == NULL ? &default_options : given;
  const bool two = b != NULL;
  find_job v[2];
  char* memory[3];
  pair_trees t;
  join_job job;
  uint32_t set;
  memset(&job, 0, sizeof job);
  LGJK_TRY(check_options(options, &job, error));
  LGJK_TRY(check_views(a, b, options, v, error));
  LGJK_TRY(check_list(list, &job, error));
  const uint64_t needed = place_memory(v[0].count, v[1].count, job.capacity, scratch, memory);
  LGJK_TRY(check_memory(&v[0], &v[two], list, scratch, size, needed, error));
  LGJK_TRY(lgjk_isa_for(options->isa, UINT64_MAX, &set, error));
  for (int k = 0; k <= two; ++k) {
    set_tree_kernels(&v[k], set);
    find_stored_buildN(&v[k], 0, memory[k]);
    find_stored_openN(memory[k], UINT64_MAX, &t.head[k], &t.tree[k]);
  }
  return find_pairs(&t, two, &job, list, memory[2], set, error);
}

int32_t lgjk_find_pairsN(const lgjk_bodiesN* a, const lgjk_bodiesN* b, lgjk_pair_list* list, void* scratch,
                         uint64_t scratch_size, const lgjk_find_options* options, lgjk_error* error) {
  lgjk_empty_list(list);
  LGJK_RETURN_IN_DEFAULT_FP(find_view_pairs(a, b, list, scratch, scratch_size, options, error));
}
