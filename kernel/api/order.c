// Checks the arguments of the call that orders bodies, and runs it; compiled once for each dimension.
#include <string.h>

#include "api/views.h"
#include "base/fpcontrol.h"
#include "find/order.h"

#define lgjk_orderN NAME_N(lgjk_order, )

// ---------------------------------------------------------------- the order of bodies

int32_t lgjk_orderN(const lgjk_bodiesN* bodies, uint32_t* order, void* scratch, uint64_t scratch_size,
                    lgjk_error* error) {
  static const char* const names[3] = {"bodies->pose", "bodies->shape", "bodies->radius"};
  const lgjk_fp_state caller = lgjk_fp_enter();
  find_job job;
  memset(&job, 0, sizeof job);
  int32_t code = check_views(bodies, NULL, &job, error);
  const uint64_t needed = (uint64_t)job.count * ORDER_BYTES;
  if (code == LGJK_OK && job.count > 0 && (order == NULL || scratch == NULL)) {
    code = lgjk_fail(error, LGJK_ERROR_ARGUMENT, 0, "%s is NULL", order == NULL ? "order" : "scratch");
  }
  if (code == LGJK_OK) code = lgjk_check_aligned("order", order, 4, error);
  if (code == LGJK_OK) code = lgjk_check_aligned("scratch", scratch, 8, error);
  if (code == LGJK_OK && scratch_size < needed) {
    code = lgjk_fail(error, LGJK_ERROR_ARGUMENT, needed, "scratch_size is %llu, but %llu bytes are needed",
                     (unsigned long long)scratch_size, (unsigned long long)needed);
  }
  if (code == LGJK_OK) {
    lgjk_extents written, read;
    written.count = read.count = 0;
    lgjk_extents_add(&written, "order", order, 4, 4, 0, job.count);
    lgjk_extents_add(&written, "scratch", scratch, 1, 1, 0, needed);
    add_view(&read, &job.view[0], names);
    code = lgjk_check_extents(&written, &read, error);
  }
  if (code == LGJK_OK) {
    set_tolerance(&job, 0);
    find_orderN(&job, order, scratch);
    code = lgjk_succeed(error);
  }
  lgjk_fp_leave(caller);
  return code;
}
