// Divides the work of a call among the threads that its caller offers.
#ifndef LGJK_BASE_TASKS_H
#define LGJK_BASE_TASKS_H

#include "lanegjk/lanegjk.h"

// Does the part first..end - 1 of some work, on any thread, in the default floating-point environment.
typedef void lgjk_part_fn(void* context, uint32_t first, uint32_t end);

// Does all parts of 0..count - 1, each of `part` elements except the last. Threads take one after the other, so that a
// part may write nothing that another one reads or writes. Returns when all are done. `tasks`: NULL for this thread.
void lgjk_split(const lgjk_tasks* tasks, uint32_t count, uint32_t part, lgjk_part_fn* function, void* context);

// Returns whether parts may run at the same time.
static inline int lgjk_is_split(const lgjk_tasks* tasks) { return tasks != NULL && tasks->workers > 1; }

// Returns LGJK_OK, or LGJK_ERROR_ARGUMENT with a text that begins with `name`. `tasks` may be NULL.
int32_t lgjk_check_tasks(const char* name, const lgjk_tasks* tasks, lgjk_error* error);

#endif
