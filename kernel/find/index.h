// An index of bodies that rest: a cover that is made once, in memory without pointers.
#ifndef LGJK_FIND_INDEX_H
#define LGJK_FIND_INDEX_H

#include "find/job.h"
#include "lane/pick.h"

#define find_index_measureN LANE_CAT(lgjk_find_index_measure, DIM)
#define find_index_buildN LANE_CAT(lgjk_find_index_build, DIM)
#define find_index_openN LANE_CAT(lgjk_find_index_open, DIM)

// Another number whenever what follows changes.
#define INDEX_MAGIC (0x4C475810u + DIM)

// What an index begins with. Its arrays follow in a fixed order: their places depend on the members from `bodies` on.
typedef struct index_head {
  uint32_t magic;
  uint32_t bad;   // bodies that were left out
  uint64_t bytes; // of the whole index
  float reach, turned;
  double tolerance;
  float origin[DIM], inverse[COVER_LEVELS];
  float low[DIM], high[DIM]; // of all circles; low is above high where there are none
  uint32_t levels, common;
  uint32_t step[DIM];
  uint32_t bodies;
  uint32_t boxed;   // whether any body has a box
  uint32_t filters; // bits of the arrays that it holds: category, mask, group
  uint32_t mask;
  uint64_t entries;
} index_head;

// Fills the head of an index of the job's first view, and returns the bytes that it takes. `reach`: how far from a body
// others look for it.
uint64_t find_index_measureN(const find_job* job, float reach, index_head* head);

// Builds what was measured.
void find_index_buildN(find_job* job, const index_head* head, char* memory);

// Makes the bodies of an index the partners that the job looks for.
void find_index_openN(const char* memory, find_job* job);

#endif
