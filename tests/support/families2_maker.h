// The parts that families2.c makes its pairs from: random numbers, shapes, and the placing of B against A at a given
// gap.
#ifndef LGJK_TESTS_FAMILIES2_MAKER_H
#define LGJK_TESTS_FAMILIES2_MAKER_H

#include <stdbool.h>
#include <stdint.h>

#include "lanegjk/lanegjk.h"

enum { MAKER_POINTS = 320 };

typedef struct point2 {
  double x, y;
} point2;

// A shape definition and a pose in the making.
typedef struct plan {
  lgjk_shape2_def def;
  float points[2 * MAKER_POINTS];
  float radius; // of the body
  float pose[4];
} plan;

typedef struct maker {
  uint64_t state;
  plan a, b;
} maker;

uint64_t maker_next(maker* m);
double maker_uniform(maker* m, double low, double high);
uint32_t maker_below(maker* m, uint32_t count);
bool maker_chance(maker* m, double probability);
point2 maker_direction(maker* m);
// +-10^-U(low, high), as far as a table of powers and a uniform factor can tell.
double maker_small(maker* m, uint32_t low, uint32_t high);

// Shapes. All but maker_points give the plan a clean definition first; sizes are radii.
void maker_clear(plan* p);
void maker_point(plan* p, double x, double y); // appends
void maker_ngon(maker* m, plan* p, uint32_t count, double rx, double ry);
void maker_segment(maker* m, plan* p, double half_length);
void maker_box(plan* p, double hx, double hy);
void maker_ellipse(plan* p, double rx, double ry);
void maker_map(maker* m, plan* p); // a shear, a mirror or a scale of about 1, applied to the definition
void maker_rounding(plan* p, double radius);
// An n-gon of 3..8 vertices, a box, a capsule or a circle, of radius about `size` and at least half of it.
void maker_any(maker* m, plan* p, double size);
void maker_shuffle(maker* m, plan* p);

// Poses. A rotation is exact to float, or in one of two cases off the unit circle by up to 4.5e-5.
void maker_turn(maker* m, plan* p);
void maker_set_rotation(maker* m, plan* p, double c, double s);
void maker_set_position(plan* p, double x, double y);

// Geometry of plans in double. Supports are about the body's position and include rounding.
point2 maker_support(const plan* p, point2 u);
// The outward normal of a random edge of a polygon, in world axes; any direction where there is no edge.
point2 maker_edge_normal(maker* m, const plan* p, double* length);
// Moves B so that the supports of A along u and of B along -u are `gap` apart along u (the distance, where gap >= 0; a
// bound of the depth, where it is < 0), and then along the tangent by `slide`.
void maker_place(maker* m, point2 u, double gap, double slide);

// Turns both bodies, and moves A a little.
void maker_turn_both(maker* m);
// The same with A within `size` of the origin along each axis, and B set against it along an edge's normal or any
// direction.
void maker_pose_at_gap(maker* m, double size, double gap);

#endif
