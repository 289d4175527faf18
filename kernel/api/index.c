// Checks the arguments of the calls that make an index or order bodies, and runs them; compiled once for each
// dimension.
#include <math.h>
#include <string.h>

#include "api/views.h"
#include "base/fpcontrol.h"
#include "find/centres.h"
#include "find/index.h"
#include "isa/kernels.h"
#include "find/order.h"

#define lgjk_index_sizeN NAME_N(lgjk_index_size, )
#define lgjk_index_buildN NAME_N(lgjk_index_build, )

static int32_t check_def(const lgjk_bodiesN* bodies, const lgjk_index_def* def, find_job* job, lgjk_error* error) {
  LGJK_TRY(check_views(bodies, NULL, job, error));
  LGJK_TRY(lgjk_check_struct("def", def, sizeof *def, "lgjk_index_def_init", error));
  if (def->kind > LGJK_INDEX_NEAREST) return lgjk_refuse(error, "def->kind %u is unknown", (unsigned)def->kind);
  const bool needs = def->kind == LGJK_INDEX_COVER;
  if (!(def->reach >= 0 && def->reach < HUGE_VALF) || (needs && def->reach == 0)) {
    return lgjk_refuse(error, "def->reach is %g: %s, or not finite", (double)def->reach,
                       needs ? "not above 0" : "negative");
  }
  if ((def->flags & ~LGJK_FLAG_NORMALIZE) != 0) return lgjk_refuse(error, "def->flags has an unknown flag");
  set_tolerance(job, def->flags);
  return check_filters("def->filters", def->filters, &job->view[0], error);
}

static int32_t measure_index(const lgjk_bodiesN* bodies, const lgjk_index_def* def, const lgjk_tasks* tasks,
                             find_job* job, index_head* head, lgjk_error* error) {
  memset(job, 0, sizeof *job);
  LGJK_TRY(check_def(bodies, def, job, error));
  job->tasks = tasks;
  if (def->kind == LGJK_INDEX_COVER) {
    find_index_measureN(job, head);
  } else {
    head->bytes = find_centres_sizeN(job->count);
  }
  return LGJK_OK;
}

int32_t lgjk_index_sizeN(const lgjk_bodiesN* bodies, const lgjk_index_def* def, uint64_t* size, lgjk_error* error) {
  const lgjk_fp_state caller = lgjk_fp_enter();
  find_job job;
  index_head head;
  int32_t code = measure_index(bodies, def, NULL, &job, &head, error);
  if (code == LGJK_OK && size == NULL) code = lgjk_refuse(error, "size is NULL");
  if (code == LGJK_OK) *size = head.bytes;
  lgjk_fp_leave(caller);
  return code == LGJK_OK ? lgjk_succeed(error) : code;
}

static int32_t check_memory(const find_job* job, const void* memory, uint64_t size, uint64_t needed,
                            lgjk_error* error) {
  LGJK_TRY(lgjk_check_memory("memory", memory, 64, error));
  LGJK_TRY(lgjk_check_room("size", size, needed, error));
  const lgjk_array arrays[] = {
      VIEW_ROWS("bodies", &job->view[0]),
      FILTER_ROWS("def->filters", &job->view[0]),
      {"memory", LGJK_WRITTEN, memory, 1, 1, needed},
  };
  return LGJK_CHECK_ARRAYS(arrays, error);
}

int32_t lgjk_index_buildN(const lgjk_bodiesN* bodies, const lgjk_index_def* def, void* memory, uint64_t size,
                          const lgjk_tasks* tasks, lgjk_error* error) {
  const lgjk_fp_state caller = lgjk_fp_enter();
  find_job job;
  index_head head;
  int32_t code = lgjk_check_tasks("tasks", tasks, error);
  if (code == LGJK_OK) code = measure_index(bodies, def, tasks, &job, &head, error);
  if (code == LGJK_OK) code = check_memory(&job, memory, size, head.bytes, error);
  const uint32_t set = code == LGJK_OK ? lgjk_isa_for(LGJK_ISA_AUTO, UINT64_MAX, &code, error) : 0;
  job.circles = NAME_N(lgjk_circles, _kernels)[set];
  job.codes = NAME_N(lgjk_codes, _kernels)[set];
  if (code == LGJK_OK && def->kind == LGJK_INDEX_COVER) find_index_buildN(&job, &head, memory);
  if (code == LGJK_OK && def->kind == LGJK_INDEX_NEAREST) find_centres_buildN(&job, def->reach, memory);
  lgjk_fp_leave(caller);
  return code == LGJK_OK ? lgjk_succeed(error) : code;
}

// ---------------------------------------------------------------- an order of bodies

#define lgjk_orderN NAME_N(lgjk_order, )

static int32_t check_order_memory(const find_job* job, const uint32_t* order, const void* scratch, uint64_t size,
                                  lgjk_error* error) {
  const uint64_t needed = (uint64_t)job->count * ORDER_BYTES;
  const lgjk_array arrays[] = {
      VIEW_ROWS("bodies", &job->view[0]),
      {"order", LGJK_WRITTEN | LGJK_NEEDED, order, 4, 4, job->count},
      {"scratch", LGJK_WRITTEN | LGJK_NEEDED, scratch, 1, 1, needed},
  };
  LGJK_TRY(lgjk_check_room("scratch_size", size, needed, error));
  LGJK_TRY(lgjk_check_aligned("scratch", scratch, 8, error));
  return LGJK_CHECK_ARRAYS(arrays, error);
}

int32_t lgjk_orderN(const lgjk_bodiesN* bodies, uint32_t* order, void* scratch, uint64_t scratch_size,
                    lgjk_error* error) {
  const lgjk_fp_state caller = lgjk_fp_enter();
  find_job job;
  memset(&job, 0, sizeof job);
  int32_t code = check_views(bodies, NULL, &job, error);
  if (code == LGJK_OK) code = check_order_memory(&job, order, scratch, scratch_size, error);
  if (code == LGJK_OK) {
    set_tolerance(&job, 0);
    find_orderN(&job, order, scratch);
    code = lgjk_succeed(error);
  }
  lgjk_fp_leave(caller);
  return code;
}
