// What the calls that find what is near share; for files that are compiled once for each dimension.
#ifndef LGJK_API_NEAR_CALL_H
#define LGJK_API_NEAR_CALL_H

#include "api/lists.h"
#include "api/targets.h"
#include "find/near_job.h"
#include "lanegjk/lanegjk3.h"

#define near_beginN NAME_N(lgjk_near_begin, )
#define near_take_bodiesN NAME_N(lgjk_near_take_bodies, )
#define near_check_resultsN NAME_N(lgjk_near_check_results, )
#define near_runN NAME_N(lgjk_near_run, )
#define near_check_listN NAME_N(lgjk_near_check_list, )
#define near_set_joinN NAME_N(lgjk_near_set_join, )
#define near_fill_listN NAME_N(lgjk_near_fill_list, )

// A call whose arguments are checked.
typedef struct near_call {
  const lgjk_near_options* options;
  find_job own; // points or bodies that look
  opened_targets open;
  const void* memory[LGJK_MAX_TARGETS]; // of the targets
  join_target target[LGJK_MAX_TARGETS];
  uint32_t targets, set;
  char *tree, *scratch; // of those that look, and for their pairs
  tree_head head;
  find_tree looking;
  float most; // up to which distances of shapes are measured
} near_call;

// Checks options and targets. `needed`: what targets have to have.
int32_t near_beginN(const lgjk_targetN* targets, uint32_t count, int needed, const lgjk_near_options* options,
                    near_call* c, lgjk_error* error);

// Takes bodies as those that look.
int32_t near_take_bodiesN(const lgjk_bodiesN* a, near_call* c, lgjk_error* error);

// Checks the scratch, of which `needed` bytes are used, and all arrays of a call that finds the nearest.
int32_t near_check_resultsN(const near_call* c, const near_job* job, const void* scratch, uint64_t size,
                            uint64_t needed, lgjk_error* error);

// Finds the nearest bodies of points.
void near_runN(near_call* c, near_job* job);

// Checks a list, the scratch and all arrays of a call.
int32_t near_check_listN(near_call* c, const lgjk_pair_list* list, const float* distance, void* scratch, uint64_t size,
                         join_job* job, lgjk_error* error);

// Sets what a search for the pairs of a call needs, in the scratch; the call has its tree.
void near_set_joinN(const near_call* c, join_job* job);

// Finds the pairs of a call that has its tree.
int32_t near_fill_listN(near_call* c, lgjk_pair_list* list, join_job* job, lgjk_error* error);

// Returns the target that has a body, by its number among those of all.
static inline uint32_t near_target_of(const near_call* c, uint32_t body) {
  uint32_t t = c->targets - 1;
  while (t > 0 && body < c->open.before[t]) --t;
  return t;
}

#endif
