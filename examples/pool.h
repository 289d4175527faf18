// A pool of POSIX threads for lanegjk's tasks, in two files that need nothing else of this project: copy them. The
// examples, the benchmark, the tests and the Python package use it as well.
//
//   pool* p = pool_open(4);                       // the caller's thread and three more
//   lgjk_tasks tasks = pool_tasks(p);
//   find_options.tasks = &tasks;                  // for lgjk_find_pairs2 and its like
//   pool_split(p, pairs, 4096, run, context);     // for queries: run queries the pairs first..end - 1
//   pool_close(p);
#ifndef LGJK_EXAMPLE_POOL_H
#define LGJK_EXAMPLE_POOL_H

#include "lanegjk/lanegjk_find.h"

typedef struct pool pool;
typedef void pool_part(void* context, uint64_t first, uint64_t end);

// workers: 1..LGJK_MAX_WORKERS. Returns NULL where threads or memory are missing.
pool* pool_open(uint32_t workers);
void pool_close(pool* p);

lgjk_tasks pool_tasks(pool* p);

// Runs all parts of 0..count - 1, each of `part` elements except the last, on all threads. Parts may run at the same
// time and in any order, so none may write what another one reads or writes. p NULL: the caller's thread alone.
void pool_split(pool* p, uint64_t count, uint64_t part, pool_part* run, void* context);

#endif
