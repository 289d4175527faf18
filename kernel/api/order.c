// Checks the arguments of the call that orders bodies, and runs it; compiled once for each dimension.
#include <string.h>

#include "api/views.h"
#include "base/fpcontrol.h"
#include "find/order.h"

#define lgjk_orderN NAME_N(lgjk_order, )

static int32_t check_order_memory(const find_job* job, const uint32_t* order, const void* scratch, uint64_t size,
                                  lgjk_error* error) {
  const uint64_t needed = (uint64_t)job->count * ORDER_BYTES;
  const lgjk_array arrays[] = {
      VIEW_ROWS("bodies", &job->view[0]),
      {"order", LGJK_WRITTEN | LGJK_NEEDED, order, 4, 4, job->count},
      {"scratch", LGJK_WRITTEN | LGJK_NEEDED, scratch, 1, 1, needed},
  };
  int32_t code = lgjk_check_room("scratch_size", size, needed, error);
  if (code == LGJK_OK) code = lgjk_check_aligned("scratch", scratch, 8, error);
  return code != LGJK_OK ? code : LGJK_CHECK_ARRAYS(arrays, error);
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
