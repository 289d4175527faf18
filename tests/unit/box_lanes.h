// The kernel's contacts of boxes by their axes, as a function from memory to memory of each instruction set.
// box_lanes.c is compiled for each.
#ifndef LGJK_TESTS_UNIT_BOX_LANES_H
#define LGJK_TESTS_UNIT_BOX_LANES_H

#include <stdint.h>

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
  float made; // 1: the manifold was made in lanes
} box_answer;

// cases, answers: count of them, a multiple of BOX_GROUP.
#define BOX_DECLARE(name, ...) void box_lanes_##name(const box_case* cases, uint32_t count, box_answer* answers);
LGJK_ISA_TABLE(BOX_DECLARE)
#undef BOX_DECLARE

#endif
