// Finds all pairs of two trees.
#ifndef LGJK_FIND_RUN_H
#define LGJK_FIND_RUN_H

#include "find/job.h"
#include "lane/pick.h"

#define find_layoutN LANE_CAT(lgjk_find_layout, DIM)
#define find_searchN LANE_CAT(lgjk_find_search, DIM)

// Gives the job its arrays, for job->capacity pairs whose first bodies are below `bodies`, in memory that begins at
// `scratch`. Returns the bytes that they take. With a NULL scratch it only counts.
uint64_t find_layoutN(join_job* job, uint32_t bodies, char* scratch);

// Finds the pairs of a job. Writes them to a and b, unless there are more than job->capacity; returns how many there
// are.
uint64_t find_searchN(join_job* job, uint32_t* a, uint32_t* b);

#endif
