// Checks the arguments of the calls that find pairs, and runs them; compiled once for each dimension.
#include <string.h>

#include "api/views.h"
#include "api/pair_list.h"
#include "base/error.h"
#include "base/fpcontrol.h"
#include "find/bounds.h"
#include "find/fit.h"
#include "find/index.h"
#include "find/run.h"
#include "isa/kernels.h"
#include "lanegjk/lanegjk_find.h"

#define lgjk_find_scratchN NAME_N(lgjk_find_scratch, )
#define lgjk_find_pairsN NAME_N(lgjk_find_pairs, )
#define lgjk_find_againstN NAME_N(lgjk_find_against, )
#define lgjk_find_bothN NAME_N(lgjk_find_both, )

static int32_t check_options(const lgjk_find_options* given, find_job* job, uint32_t* isa, lgjk_error* error) {
  static const lgjk_find_options defaults = {.struct_size = sizeof defaults};
  const lgjk_find_options* options = given == NULL ? &defaults : given;
  LGJK_TRY(lgjk_check_struct("options", options, sizeof *options, "lgjk_find_options_init", error));
  if (!(options->margin >= 0 && options->margin <= LGJK_MAX_MARGIN)) {
    return lgjk_refuse(error, "options->margin is %g: negative, or above LGJK_MAX_MARGIN", (double)options->margin);
  }
  if ((options->flags & ~LGJK_FLAG_NORMALIZE) != 0) return lgjk_refuse(error, "options->flags has an unknown flag");
  if (options->reserved != 0) return lgjk_refuse(error, "options->reserved is not 0");
  const size_t element = DIM * sizeof(float);
  LGJK_TRY(lgjk_take_stride("options->motion_stride", options->motion_stride, element, &job->motion_stride, error));
  LGJK_TRY(lgjk_check_tasks("options->tasks", options->tasks, error));
  LGJK_TRY(check_filters("options->filters_a", options->filters_a, &job->view[0], error));
  const lgjk_filters* second = job->two_views ? options->filters_b : options->filters_a;
  LGJK_TRY(check_filters("options->filters_b", second, &job->view[1], error));
  set_tolerance(job, options->flags);
  job->limits.margin = options->margin * 1.00001f + LEAST_MARGIN;
  job->motion = (const char*)options->motion;
  job->tasks = options->tasks;
  *isa = options->isa;
  return LGJK_OK;
}

// A list to write, and what its arguments are called.
typedef struct named_list {
  const char* name;
  const char* array[2];
  lgjk_pair_list* list;
} named_list;

// The arrays of a list, and the list itself, as rows of a table.
// clang-format off
#define LIST_ROWS(n)                                                                    \
  {(n)->array[0], LGJK_WRITTEN | LGJK_NEEDED, (n)->list->a, 4, 4, (n)->list->capacity}, \
  {(n)->array[1], LGJK_WRITTEN | LGJK_NEEDED, (n)->list->b, 4, 4, (n)->list->capacity}, \
  {(n)->name, LGJK_WRITTEN, (n)->list, sizeof *(n)->list, sizeof *(n)->list, 1}
// clang-format on

static int32_t check_list(const named_list* n, find_job* job, lgjk_error* error) {
  lgjk_pair_list* list = n->list;
  LGJK_TRY(lgjk_check_struct(n->name, list, sizeof *list, "lgjk_pair_list_init", error));
  if ((list->flags & ~LGJK_LIST_FIT) != 0) return lgjk_refuse(error, "%s->flags has an unknown flag", n->name);
  if (list->capacity > UINT32_MAX) return lgjk_refuse(error, "%s->capacity is above UINT32_MAX", n->name);
  if (list->capacity > job->capacity) job->capacity = list->capacity;
  return LGJK_OK;
}

static int32_t check_scratch(find_job* job, const void* scratch, uint64_t size, lgjk_error* error) {
  LGJK_TRY(lgjk_check_memory("scratch", scratch, 64, error));
  return lgjk_check_room("scratch_size", size, find_layoutN(job, NULL), error);
}

// Checks the arrays of the call, with up to two lists.
static int32_t check_memory(const find_job* job, const named_list* lists, uint32_t count, const void* scratch,
                            uint64_t size, lgjk_error* error) {
  const lgjk_array arrays[] = {
      VIEW_ROWS("a", &job->view[0]),
      VIEW_ROWS("b", &job->view[1]),
      FILTER_ROWS("options->filters_a", &job->view[0]),
      FILTER_ROWS("options->filters_b", &job->view[1]),
      {"index", LGJK_READ, job->index, 1, 1, job->index_bytes},
      {"options->motion", LGJK_READ, job->motion, DIM * sizeof(float), job->motion_stride, job->split},
      LIST_ROWS(&lists[0]),
      {"scratch", LGJK_WRITTEN, scratch, 1, 1, size},
      LIST_ROWS(&lists[count - 1]),
  };
  const size_t rows = sizeof arrays / sizeof arrays[0];
  return lgjk_check_arrays(arrays, count == 2 ? rows : rows - 3, error);
}

// Checks what is written, gives the job its arrays, and finds its bounds. Returns the search, or NULL after an error.
static lgjk_search* begin_job(find_job* job, const named_list* lists, uint32_t count, void* scratch, uint64_t size,
                              uint32_t isa, int32_t* code, lgjk_error* error) {
  *code = LGJK_OK;
  for (uint32_t k = 0; k < count && *code == LGJK_OK; ++k) *code = check_list(&lists[k], job, error);
  if (*code == LGJK_OK) *code = check_scratch(job, scratch, size, error);
  if (*code == LGJK_OK) *code = check_memory(job, lists, count, scratch, size, error);
  if (*code != LGJK_OK) return NULL;
  const uint32_t set = lgjk_isa_for(isa, UINT64_MAX, code, error);
  if (set == 0) return NULL;
  job->circles = NAME_N(lgjk_circles, _kernels)[set];
  job->codes = NAME_N(lgjk_codes, _kernels)[set];
  find_layoutN(job, scratch);
  find_boundsN(job);
  find_treesN(job);
  return NAME_N(lgjk_find, _kernels)[set];
}

// Finds one list. `bad_before`: bad bodies besides those of the job.
static int32_t fill_list(find_job* job, const named_list* n, lgjk_search* search, uint32_t bad_before,
                         lgjk_error* error) {
  lgjk_pair_list* list = n->list;
  job->capacity = list->capacity;
  const uint64_t count = find_searchN(job, search, list->a, list->b);
  list->bad_bodies = bad_before + atomic_load_explicit(&job->bad, memory_order_relaxed);
  list->count = count <= job->capacity ? count : 0;
  if (count <= job->capacity) return lgjk_succeed(error);
  if (list->flags & LGJK_LIST_FIT) {
    list->count = find_fitN(job, search, list->a, list->b);
    list->dropped = count - list->count;
    return lgjk_succeed(error);
  }
  return lgjk_fail(error, LGJK_ERROR_CAPACITY, count, "%s->capacity is %llu, but there are %llu pairs", n->name,
                   (unsigned long long)job->capacity, (unsigned long long)count);
}

static named_list only_list(lgjk_pair_list* list) { return (named_list){"list", {"list->a", "list->b"}, list}; }

int32_t lgjk_find_pairsN(const lgjk_bodiesN* a, const lgjk_bodiesN* b, lgjk_pair_list* list, void* scratch,
                         uint64_t scratch_size, const lgjk_find_options* options, lgjk_error* error) {
  const lgjk_fp_state caller = lgjk_fp_enter();
  find_job job;
  uint32_t isa = LGJK_ISA_AUTO;
  memset(&job, 0, sizeof job);
  lgjk_empty_list(list);
  int32_t code = check_views(a, b, &job, error);
  if (code == LGJK_OK) code = check_options(options, &job, &isa, error);
  const named_list named = only_list(list);
  lgjk_search* search = code != LGJK_OK ? NULL : begin_job(&job, &named, 1, scratch, scratch_size, isa, &code, error);
  if (search != NULL) code = fill_list(&job, &named, search, 0, error);
  lgjk_fp_leave(caller);
  return code;
}

uint64_t lgjk_find_scratchN(uint32_t bodies_a, uint32_t bodies_b, uint64_t capacity) {
  find_job job;
  memset(&job, 0, sizeof job);
  const uint64_t count = (uint64_t)bodies_a + bodies_b, most = UINT32_MAX;
  job.count = count < most ? (uint32_t)count : UINT32_MAX;
  job.split = bodies_a < job.count ? bodies_a : job.count;
  job.capacity = capacity < most ? capacity : most;
  return find_layoutN(&job, NULL);
}

// ---------------------------------------------------------------- against an index

static int32_t check_index(const void* index, const find_job* job, index_head* head, lgjk_error* error) {
  LGJK_TRY(lgjk_check_memory("index", index, 64, error));
  memcpy(head, index, sizeof *head);
  if (head->magic != INDEX_MAGIC) {
    return lgjk_refuse(error, "index is no index of %uD that this library has built", (unsigned)DIM);
  }
  if (head->turned == job->limits.turned) return LGJK_OK;
  return lgjk_refuse(error, "options->flags are not those of the index");
}

// Checks what is read by a call against an index.
static int32_t check_against(const lgjk_bodiesN* a, const void* index, const lgjk_find_options* options, find_job* job,
                             uint32_t* isa, index_head* head, lgjk_error* error) {
  memset(job, 0, sizeof *job);
  LGJK_TRY(check_views(a, NULL, job, error));
  LGJK_TRY(check_options(options, job, isa, error));
  if (options != NULL && options->filters_b != NULL)
    return lgjk_refuse(error, "options->filters_b is set, but the index has its own filters");
  return check_index(index, job, head, error);
}

int32_t lgjk_find_againstN(const lgjk_bodiesN* a, const void* index, lgjk_pair_list* list, void* scratch,
                           uint64_t scratch_size, const lgjk_find_options* options, lgjk_error* error) {
  const lgjk_fp_state caller = lgjk_fp_enter();
  find_job job;
  index_head head;
  uint32_t isa = LGJK_ISA_AUTO;
  lgjk_empty_list(list);
  int32_t code = check_against(a, index, options, &job, &isa, &head, error);
  const named_list named = only_list(list);
  lgjk_search* search = NULL;
  if (code == LGJK_OK) {
    find_index_openN(index, &job);
    search = begin_job(&job, &named, 1, scratch, scratch_size, isa, &code, error);
  }
  if (search != NULL) code = fill_list(&job, &named, search, head.bad, error);
  lgjk_fp_leave(caller);
  return code;
}

int32_t lgjk_find_bothN(const lgjk_bodiesN* a, const void* index, lgjk_pair_list* among, lgjk_pair_list* against,
                        void* scratch, uint64_t scratch_size, const lgjk_find_options* options, lgjk_error* error) {
  const lgjk_fp_state caller = lgjk_fp_enter();
  find_job job;
  index_head head;
  uint32_t isa = LGJK_ISA_AUTO;
  lgjk_empty_list(among);
  lgjk_empty_list(against);
  int32_t code = check_against(a, index, options, &job, &isa, &head, error);
  const named_list named[2] = {{"among", {"among->a", "among->b"}, among},
                               {"against", {"against->a", "against->b"}, against}};
  lgjk_search* search = NULL;
  if (code == LGJK_OK) {
    job.index = index;
    job.index_bytes = head.bytes;
    search = begin_job(&job, named, 2, scratch, scratch_size, isa, &code, error);
  }
  if (search != NULL) code = fill_list(&job, &named[0], search, 0, error);
  if (search != NULL && code == LGJK_OK) {
    find_index_openN(index, &job);
    code = fill_list(&job, &named[1], search, head.bad, error);
    if (code != LGJK_OK) among->count = 0;
  }
  lgjk_fp_leave(caller);
  return code;
}
