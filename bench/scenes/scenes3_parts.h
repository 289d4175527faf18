// The parts of the generator of 3D scenes: scenes3_shapes.c defines prototype shapes, scenes3_touch.c finds where two
// of them only just touch, scenes3_rest.c is T8, scenes3_pile.c T9 and T10, scenes3.c places and moves bodies.
#ifndef LGJK_BENCH_SCENES3_PARTS_H
#define LGJK_BENCH_SCENES3_PARTS_H

#include "pile.h"
#include "scene_common.h"
#include "scenes3.h"
#include "vec3.h"

// Uniform on the unit sphere, by rejection.
vec3 scene3_direction(uint64_t* stream);

// Fills shape_count, defs, points and bound. False where memory or the data file is missing.
bool scene3_define_shapes(scene3* scene);

// Of T8 the definition of a prototype alone: a floor, where its index is divisible by REST_KINDS, or a body.
#define REST_SCENE 8u
#define REST_KINDS 16u
void scene3_define_resting(lgjk_shape3_def* def, float (*points)[3], uint32_t index, uint64_t* stream);
void scene3_define_mixed(lgjk_shape3_def* def, float (*points)[3], uint32_t index, uint64_t* stream);
void scene3_define_box(lgjk_shape3_def* def, uint64_t* stream);
void scene3_define_hull(lgjk_shape3_def* def, float (*points)[3], uint32_t count, uint64_t* stream);
// Shapes, poses and velocities of a pair of T8.
void scene3_place_at_rest(scene3* scene, uint32_t pair, uint64_t* stream);

// From T9 on: a prototype alone, of which number 0 is a slab of pits.
#define PILE_SCENE 9u
void scene3_define_piled(uint32_t scene, lgjk_shape3_def* def, float (*points)[3], uint32_t index, uint64_t* stream);
// All copies of the pile, and the pairs; and a frame further.
void scene3_place_piles(scene3* scene);
void scene3_tremble(scene3* scene);
// q becomes turn * q, brought back to length 1.
void scene3_turn_further(float* q, const float* turn);

// A prototype turned, but not moved, into the world.
typedef struct turned3 {
  const lgjk_shape3_def* def;
  vec3 axis[3]; // columns of the rotation
} turned3;

turned3 scene3_turn(const lgjk_shape3_def* def, const float* pose);
// The farthest point of a shape, rounding included, along a unit vector.
vec3 scene3_support(const turned3* t, vec3 u);

// The largest t at which A and B moved by t*u touch: *inside <= t <= *outside, where the first still overlaps, the
// second no longer does, and both are the same up to roundoff. The local origin of each has to lie in its shape.
void scene3_touching_offset(const turned3* a, const turned3* b, vec3 u, double size, double* inside, double* outside);

#endif
