// Parts of the kernel in 3D as functions from memory to memory of each instruction set: contacts of boxes by their
// axes; the expanding polytope (case3/polytope.h), and manifolds (engine/manifold3.h), on a list of pairs of one class.
// lanes3.c is compiled for each.
#ifndef LGJK_TESTS_UNIT_LANES3_H
#define LGJK_TESTS_UNIT_LANES3_H

#include <stdbool.h>
#include <stdint.h>

#include "block/batch.h"
#include "isa/kernels.h"
#include "lanegjk/lanegjk3.h"

enum { BOX_GROUP = 16 }; // the widest set's lanes

// Two boxes that overlap.
typedef struct box_case {
  float pose_a[7], pose_b[7], half_a[3], half_b[3], radius_a, radius_b, margin;
} box_case;

typedef struct box_answer {
  float depth, normal[3], axis;        // of the cores
  float point_a[3], point_b[3], found; // witness points of the cores around A's position; 1 or 0
  lgjk_manifold3 manifold;
} box_answer;

// cases, answers: count of them, a multiple of BOX_GROUP.
typedef void box_run(const box_case* cases, uint32_t count, box_answer* answers);

// What the block's lane gave.
typedef struct epa3_answer {
  float depth, normal[3], a[3], b[3]; // around A's position; 0 where not certified
  float scale;
  uint32_t evaluations;
  uint32_t valid, certified, apart;
} epa3_answer;

// pairs: numbers of pairs whose cores are those of the first; named: a direction for each of them, of any length, as a
// record names it, or NULL; out: one for each of them.
typedef void epa3_run(const lgjk_batch* batch, const uint16_t* pairs, uint32_t count, const float (*named)[3],
                      epa3_answer* out);

// Makes the manifolds of pairs, whose contacts are in the first points of batch->results.manifold3: the normal, the
// middle of the witness points, and the distance.
typedef void manifold3_run(const lgjk_batch* batch, const uint16_t* pairs, uint32_t count);

#define LANES3_DECLARE(name, ...) \
  box_run box_lanes_##name;       \
  epa3_run epa3_run_##name;       \
  manifold3_run manifold3_run_##name;
LGJK_ISA_TABLE(LANES3_DECLARE)
#undef LANES3_DECLARE

#endif
