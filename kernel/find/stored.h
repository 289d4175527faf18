// A tree in memory: a head, and arrays without pointers.
#ifndef LGJK_FIND_STORED_H
#define LGJK_FIND_STORED_H

#include "find/job.h"
#include "lane/pick.h"

#define find_stored_sizeN LANE_CAT(lgjk_find_stored_size, DIM)
#define find_stored_buildN LANE_CAT(lgjk_find_stored_build, DIM)
#define find_stored_pointsN LANE_CAT(lgjk_find_stored_points, DIM)
#define find_stored_orderN LANE_CAT(lgjk_find_stored_order, DIM)
#define find_stored_openN LANE_CAT(lgjk_find_stored_open, DIM)
#define find_stored_proveN LANE_CAT(lgjk_find_stored_prove, DIM)

#define TREE_MAGIC 0x544a4754u // "TGJT"
#define TREE_VERSION 2u        // another number whenever the layout of a tree changes

// What a tree has.
enum { TREE_BOXES = 1, TREE_FILTERS = 2, TREE_GROUPS = 4, TREE_SEALED = 8, TREE_POSITIONS = 16 };

// What a tree begins with. Its arrays follow in a fixed order; their places depend on `has` and `bodies`.
typedef struct tree_head {
  uint32_t magic, version, dim, has;
  uint64_t bytes;  // of the tree
  uint32_t bodies; // of the view
  uint32_t placed; // that stand in leaves
  uint32_t bad;    // that were left out
  float turned;
  double origin[DIM];        // of all that is float, where the view has positions
  float low[DIM], high[DIM]; // of the boxes of all bodies; low is above high where there are none
  uint64_t seal;             // checksum of the arrays, if it has one
  uint64_t checksum;         // of all before
} tree_head;

// Returns the bytes that a tree of so many bodies takes at most, with what it is built in.
uint64_t find_stored_sizeN(uint32_t bodies);

// Builds the tree of a job's view. `has`: 0 or TREE_SEALED.
void find_stored_buildN(find_job* job, uint32_t has, char* memory);

// Builds the tree of job->count points, with the filters and positions of the job's view. Points that are not finite
// are left out.
void find_stored_pointsN(find_job* job, char* memory);

// Writes the bodies of a job in the order of the curve, those that are left out last. `memory`: as much as for a tree.
void find_stored_orderN(find_job* job, uint32_t* order, char* memory);

// Opens a tree. Returns NULL, or what is wrong with it. Whatever the memory holds, arrays lie within `size` bytes.
const char* find_stored_openN(const char* memory, uint64_t size, tree_head* head, find_tree* tree);

// Returns NULL, or why a tree that was opened is none that the library has built. After that no call reads outside of
// it.
const char* find_stored_proveN(const char* memory, const tree_head* head, const find_tree* tree);

#endif
