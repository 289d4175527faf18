// An index of bodies that rest: a tree in memory without pointers.
#ifndef LGJK_FIND_INDEX_H
#define LGJK_FIND_INDEX_H

#include "find/job.h"
#include "lane/pick.h"

#define find_index_measureN LANE_CAT(lgjk_find_index_measure, DIM)
#define find_index_buildN LANE_CAT(lgjk_find_index_build, DIM)
#define find_index_openN LANE_CAT(lgjk_find_index_open, DIM)

// Another number whenever what follows changes.
#define INDEX_MAGIC (0x4C475820u + DIM)

// What an index begins with. Its arrays follow in a fixed order: their places depend on the members from `bodies` on.
typedef struct index_head {
  uint32_t magic;
  uint32_t bad;   // bodies that were left out
  uint64_t bytes; // of the whole index
  double tolerance;
  float turned;
  uint32_t bodies;   // of the view
  uint32_t placed;   // that stand in leaves
  uint32_t boxed;    // whether any body may have a box
  uint32_t filtered; // whether leaves have filters
  uint32_t grouped;  // whether it has groups
  float low[DIM], high[DIM]; // of the boxes of all bodies; low is above high where there are none
} index_head;

// Fills the head of an index of the job's first view, and returns the bytes that it takes.
uint64_t find_index_measureN(const find_job* job, index_head* head);

// Builds what was measured.
void find_index_buildN(find_job* job, index_head* head, char* memory);

// Makes the tree of an index the second one of the job.
void find_index_openN(const char* memory, find_job* job);

#endif
