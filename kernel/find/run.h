// Finds all pairs of a job.
#ifndef LGJK_FIND_RUN_H
#define LGJK_FIND_RUN_H

#include "find/job.h"
#include "lane/pick.h"

#define find_layoutN LANE_CAT(lgjk_find_layout, DIM)
#define find_treesN LANE_CAT(lgjk_find_trees, DIM)
#define find_searchN LANE_CAT(lgjk_find_search, DIM)

// Finds the partners of the bodies at some places of a find_job, in lanes (find/search.h): the type in isa/kernels.h.
typedef void find_search_fn(void* job, uint32_t first, uint32_t end);

// Memory that arrays are placed in, one after the other. Without a base only the bytes are counted.
typedef struct find_memory {
  char* base;
  uint64_t used;
} find_memory;

static inline void* find_take(find_memory* memory, uint64_t bytes) {
  const uint64_t at = (memory->used + 63) / 64 * 64;
  memory->used = at + (bytes + 63) / 64 * 64;
  return memory->base == NULL ? NULL : memory->base + at;
}

// Takes an array of ends; before the first there is room for a 0 (find_begin), which is written when the array is
// filled.
static inline uint32_t* find_take_ends(find_memory* memory, uint64_t count) {
  uint32_t* end = find_take(memory, (count + 16) * sizeof *end);
  return end == NULL ? NULL : end + 16;
}

// Gives the job its arrays, for job->count bodies and job->capacity pairs, in memory that begins at `scratch`. Returns
// the bytes that they take. With a NULL scratch it only counts.
uint64_t find_layoutN(find_job* job, char* scratch);

// Builds the trees of a job that has its bounds.
void find_treesN(find_job* job);

// Finds the pairs of a job that has its trees. Writes them to a and b, unless there are more than job->capacity;
// returns how many there are.
uint64_t find_searchN(find_job* job, find_search_fn* search, uint32_t* a, uint32_t* b);

#endif
