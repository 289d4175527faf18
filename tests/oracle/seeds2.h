// Asking every implementation about one pair: both queries on all instruction sets, the oracle and the scalar
// reference.
#ifndef LGJK_TESTS_SEEDS2_H
#define LGJK_TESTS_SEEDS2_H

#include "lanegjk/lanegjk.h"

// The triangle and the two quads of the worked figures, and the pose that leaves points where they are.
extern const float TRIANGLE[6], QUAD[8], FAR_QUAD[8], HOME[4];

// Shape definitions; points() keeps the pointer.
lgjk_shape2_def points(const float* xy, uint32_t count, float radius);
lgjk_shape2_def box(float hx, float hy);

typedef struct answer {
  uint8_t status, iterations;
  float distance, a[2], b[2];
} answer;

// Two bodies and the pair of them.
typedef struct scene {
  lgjk_shapes2* shapes;
  uint32_t shape[2], first, second;
  float pose[8];
  lgjk_bodies2 bodies;
  lgjk_pairs pairs;
} scene;

void scene_open(scene* s, const lgjk_shape2_def* a, const float* pose_a, const lgjk_shape2_def* b, const float* pose_b);
void scene_close(scene* s);
answer scene_distance(const scene* s, uint32_t isa, lgjk_warm* warm);
uint8_t scene_overlap(const scene* s, uint32_t isa, lgjk_warm* warm, uint8_t* iterations);

// Both queries on every instruction set: all bits the same, the contract kept, and the reference near.
answer ask(const lgjk_shape2_def* a, const float* pose_a, const lgjk_shape2_def* b, const float* pose_b);
// The same for (A, B) and (B, A); returns (A, B).
answer ask_both_orders(const lgjk_shape2_def* a, const float* pose_a, const lgjk_shape2_def* b, const float* pose_b);

#endif
