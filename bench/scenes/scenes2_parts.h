// The parts of the generator of 2D scenes: scenes2_shapes.c defines prototype shapes, scenes2_touch.c finds where two
// of them only just touch, and has the push of S10 to S13; scenes2_crowd.c is S9, scenes2_pile.c S15, scenes2.c places
// and moves bodies.
#ifndef LGJK_BENCH_SCENES2_PARTS_H
#define LGJK_BENCH_SCENES2_PARTS_H

#include "pile.h"
#include "scene_common.h"
#include "scenes2.h"

#define TWO_PI 6.283185307179586
#define PLACE_RANGE 45.0 // centres of pairs; the bodies then stay within +-50

typedef struct point {
  double x, y;
} point;

static inline point point_sub(point a, point b) { return (point){a.x - b.x, a.y - b.y}; }
static inline double point_dot(point a, point b) { return a.x * b.x + a.y * b.y; }

// Fills defs, points and bound.
void scene2_define_shapes(scene2* scene);
// Of S9 the definition alone.
void scene2_define_crowd_shape(scene2* scene, uint32_t index, uint64_t* stream);

// A prototype turned, but not moved, into the world; without its rounding.
typedef struct core {
  uint32_t count;                    // 0: an ellipse, whose semi-axes are the first two vertices
  point vertex[SCENE2_MAX_VERTICES]; // about the body's position, counter-clockwise
} core;

core scene2_turn(const scene2* scene, uint32_t shape, const float* pose);

// The largest t >= 0 at which A and B moved by t*u touch, with the distance `gap` in place of contact. No ellipses.
double scene2_touching_offset(const core* a, const core* b, double gap, point u);
// The same where ellipses may take part, the local origins lie in the cores, and radius > 0.
double scene2_touching_offset_by_lines(const core* a, const core* b, double radius, point u);

// Draws for a placement.
void scene2_random_direction(uint64_t* stream, float x, float y, float* pose);
point scene2_random_heading(uint64_t* stream);
void scene2_set_velocity(const scene2* scene, uint32_t body, uint64_t* stream);

// S10 to S13: which prototypes are walls, and which stand in a pair; the others are bodies.
#define PUSH_SCENE 10u
#define PUSH_WALLS 16u // the first prototypes, of S15 too
#define TILES_SCENE 14u
#define PILE_SCENE 15u
static inline bool scene2_is_pushed(const scene2* scene) {
  return scene->number >= PUSH_SCENE && scene->number < TILES_SCENE;
}
static inline bool scene2_is_wall(const scene2* scene, uint32_t shape) {
  return scene->number >= PUSH_SCENE && scene->number != TILES_SCENE && shape < PUSH_WALLS;
}
void scene2_draw_pushed(const scene2* scene, uint64_t* stream, uint32_t* shape_a, uint32_t* shape_b);
// Moves body B of a pair by minus the signed distance times the normal from A, so that the two touch. No ellipses.
void scene2_push(scene2* scene, uint32_t pair);

// All copies of the pile, and the pairs; and a frame further.
void scene2_place_piles(scene2* scene);
void scene2_tremble(scene2* scene);

// Shapes, radii, poses and velocities of a pair of S9.
void scene2_place_in_crowd(scene2* scene, uint32_t pair, uint64_t* stream);

#endif
