// Threads for lgjk_tasks: they are started once, and wait for tasks.
#ifndef LGJK_BENCH_FIND_POOL_H
#define LGJK_BENCH_FIND_POOL_H

#include "lanegjk/lanegjk_find.h"

typedef struct pool pool;

// Starts workers - 1 threads. Returns NULL if that fails.
pool* pool_open(uint32_t workers);
void pool_close(pool* p);
lgjk_tasks pool_tasks(pool* p);

// Runs function(context, first, count) for as many equal ranges of 0..count - 1 as there are workers.
typedef void pool_range_fn(void* context, uint64_t first, uint64_t count);
void pool_split(const lgjk_tasks* tasks, uint64_t count, pool_range_fn* function, void* context);

#endif
