// The data of a call that finds the nearest bodies of points.
#ifndef LGJK_FIND_NEAR_JOB_H
#define LGJK_FIND_NEAR_JOB_H

#include "find/job.h"
#include "lanegjk/lanegjk_find.h"

typedef struct near_job {
  void (*search)(const void* job, uint32_t first, uint32_t end); // of the instruction set
  const find_tree* points;                                       // by their numbers
  const join_target* target;
  uint32_t targets;
  bool filtered;        // whether the points or any target have filters
  bool placed;          // whether they have positions in double
  const uint32_t* skip; // or NULL
  float most;           // distance
  uint32_t k;
  uint32_t* body;
  float* distance; // or NULL
  uint32_t* found; // or NULL
} near_job;

#endif
