// Checks the arguments of the calls that build trees or order bodies, and runs them; compiled once for each dimension.
#include <string.h>

#include "api/views.h"
#include "base/fpcontrol.h"

#define lgjk_tree_sizeN NAME_N(lgjk_tree_size, )
#define lgjk_tree_buildN NAME_N(lgjk_tree_build, )
#define lgjk_tree_checkN NAME_N(lgjk_tree_check, )

uint64_t lgjk_tree_sizeN(uint32_t bodies) { return find_stored_sizeN(bodies < FIND_BODIES ? bodies : FIND_BODIES); }

static int32_t check_options(const lgjk_tree_options* options, find_job* job, lgjk_error* error) {
  LGJK_TRY(lgjk_check_struct("options", options, sizeof *options, "lgjk_tree_options_init", error));
  if ((options->flags & ~(LGJK_FLAG_NORMALIZE | LGJK_TREE_SEALED)) != 0)
    return lgjk_refuse(error, "options->flags is %#x, of which some are unknown", (unsigned)options->flags);
  const size_t element = DIM * sizeof(float);
  LGJK_TRY(lgjk_take_stride("options->motion_stride", options->motion_stride, element, &job->motion_stride, error));
  LGJK_TRY(lgjk_check_tasks("options->tasks", options->tasks, error));
  set_tolerance(job, options->flags);
  job->motion = (const char*)options->motion;
  job->tasks = options->tasks;
  return check_filters("options->filters", options->filters, &job->view, error);
}

static int32_t check_memory(const find_job* job, const void* tree, uint64_t size, lgjk_error* error) {
  const uint64_t needed = find_stored_sizeN(job->count);
  LGJK_TRY(lgjk_check_memory("tree", tree, 64, error));
  LGJK_TRY(lgjk_check_room("size", size, needed, error));
  const lgjk_array arrays[] = {
      VIEW_ROWS("bodies", &job->view),
      FILTER_ROWS("options->filters", &job->view),
      {"options->motion", LGJK_READ, job->motion, DIM * sizeof(float), job->motion_stride, job->count},
      {"tree", LGJK_WRITTEN, tree, 1, 1, size}, // all that the caller gives: a tick works in the rest
  };
  return LGJK_CHECK_ARRAYS(arrays, error);
}

static int32_t build_tree(const lgjk_bodiesN* bodies, void* tree, uint64_t size, const lgjk_tree_options* given,
                          lgjk_error* error) {
  static const lgjk_tree_options defaults = {.struct_size = sizeof defaults};
  const lgjk_tree_options* options = given == NULL ? &defaults : given;
  find_job job;
  uint32_t set;
  memset(&job, 0, sizeof job);
  LGJK_TRY(check_view("bodies", bodies, &job, error));
  LGJK_TRY(check_options(options, &job, error));
  LGJK_TRY(check_memory(&job, tree, size, error));
  LGJK_TRY(lgjk_isa_for(options->isa, UINT64_MAX, &set, error));
  set_tree_kernels(&job, set);
  find_stored_buildN(&job, options->flags & LGJK_TREE_SEALED ? TREE_SEALED : 0, tree);
  return lgjk_succeed(error);
}

int32_t lgjk_tree_buildN(const lgjk_bodiesN* bodies, void* tree, uint64_t size, const lgjk_tree_options* options,
                         lgjk_error* error) {
  LGJK_RETURN_IN_DEFAULT_FP(build_tree(bodies, tree, size, options, error));
}

static int32_t check_whole_tree(const void* memory, uint64_t size, lgjk_tree_info* info, lgjk_error* error) {
  tree_head head;
  find_tree tree;
  if (info != NULL) LGJK_TRY(lgjk_check_struct("info", info, sizeof *info, "lgjk_tree_info_init", error));
  LGJK_TRY(check_tree("tree", memory, size, NULL, &head, &tree, error));
  const char* const wrong = find_stored_proveN(memory, &head, &tree);
  if (wrong != NULL) return lgjk_refuse(error, "tree %s", wrong);
  if (info == NULL) return lgjk_succeed(error);
  *info = (lgjk_tree_info){
      .struct_size = sizeof *info, .bodies = head.bodies, .placed = head.placed, .bad = head.bad, .bytes = head.bytes};
  memcpy(info->low, head.low, sizeof head.low);
  memcpy(info->high, head.high, sizeof head.high);
  memcpy(info->origin, head.origin, sizeof head.origin);
  return lgjk_succeed(error);
}

int32_t lgjk_tree_checkN(const void* tree, uint64_t size, lgjk_tree_info* info, lgjk_error* error) {
  LGJK_RETURN_IN_DEFAULT_FP(check_whole_tree(tree, size, info, error));
}

// ---------------------------------------------------------------- an order of bodies

#define lgjk_orderN NAME_N(lgjk_order, )

static int32_t check_order_memory(const find_job* job, const uint32_t* order, const void* scratch, uint64_t size,
                                  lgjk_error* error) {
  const uint64_t needed = find_stored_sizeN(job->count);
  const lgjk_array arrays[] = {
      VIEW_ROWS("bodies", &job->view),
      {"order", LGJK_WRITTEN | LGJK_NEEDED, order, 4, 4, job->count},
      {"scratch", LGJK_WRITTEN, scratch, 1, 1, needed},
  };
  LGJK_TRY(lgjk_check_memory("scratch", scratch, 64, error));
  LGJK_TRY(lgjk_check_room("scratch_size", size, needed, error));
  return LGJK_CHECK_ARRAYS(arrays, error);
}

static int32_t order_bodies(const lgjk_bodiesN* bodies, uint32_t* order, void* scratch, uint64_t size,
                            lgjk_error* error) {
  find_job job;
  uint32_t set;
  memset(&job, 0, sizeof job);
  LGJK_TRY(check_view("bodies", bodies, &job, error));
  LGJK_TRY(check_order_memory(&job, order, scratch, size, error));
  LGJK_TRY(lgjk_isa_for(LGJK_ISA_AUTO, UINT64_MAX, &set, error));
  set_tolerance(&job, 0);
  set_tree_kernels(&job, set);
  find_stored_orderN(&job, order, scratch);
  return lgjk_succeed(error);
}

int32_t lgjk_orderN(const lgjk_bodiesN* bodies, uint32_t* order, void* scratch, uint64_t scratch_size,
                    lgjk_error* error) {
  LGJK_RETURN_IN_DEFAULT_FP(order_bodies(bodies, order, scratch, scratch_size, error));
}
