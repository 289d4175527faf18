// Builds the tree of a view.
#ifndef LGJK_FIND_BUILD_H
#define LGJK_FIND_BUILD_H

#include "find/job.h"
#include "find/take.h"
#include "lane/pick.h"

#define find_tree_layoutN LANE_CAT(lgjk_find_tree_layout, DIM)
#define find_tree_workN LANE_CAT(lgjk_find_tree_work, DIM)
#define find_tree_sortN LANE_CAT(lgjk_find_tree_sort, DIM)
#define find_tree_buildN LANE_CAT(lgjk_find_tree_build, DIM)

// Places the leaves and nodes of a tree of `bodies` bodies in memory; without a base it only counts.
void find_tree_layoutN(find_tree* tree, uint32_t bodies, find_memory* memory);

// Returns the bytes of job->work that the sort of so many bodies takes.
uint64_t find_tree_workN(uint32_t bodies);

// Sorts the bodies of a job whose bounds are found: their numbers are the low words of job->item, in the order of the
// curve. Returns how many are not left out; the others follow.
uint32_t find_tree_sortN(find_job* job);

// Builds the tree of a job whose bounds are found.
void find_tree_buildN(find_job* job);

#endif
