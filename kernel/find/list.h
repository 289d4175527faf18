// Sorts the pairs of a job.
#ifndef LGJK_FIND_LIST_H
#define LGJK_FIND_LIST_H

#include "find/job.h"
#include "lane/pick.h"

#define find_list_sort LANE_CAT(lgjk_find_list_sort, DIM)
#define find_list_work LANE_CAT(lgjk_find_list_work, DIM)

// Returns the bytes of job->work that sorting takes.
uint64_t find_list_work(uint64_t capacity);

// Writes the first `count` pairs of the job, whose first bodies are below `bodies`, to a and b, sorted. count > 0.
void find_list_sort(join_job* job, uint32_t count, uint32_t bodies, uint32_t* a, uint32_t* b);

#endif
