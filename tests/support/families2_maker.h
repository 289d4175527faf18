// The parts that the families of 2D pairs are made from: shapes, and the placing of B against A at a given gap.
#ifndef LGJK_TESTS_FAMILIES2_MAKER_H
#define LGJK_TESTS_FAMILIES2_MAKER_H

#include "families_maker.h"

typedef struct point2 {
  double x, y;
} point2;

point2 maker_direction(maker* m);

// Shapes. All but maker_points give the plan a clean definition first; sizes are radii.
void maker_point(plan* p, double x, double y); // appends
void maker_ngon(maker* m, plan* p, uint32_t count, double rx, double ry);
void maker_segment(maker* m, plan* p, double half_length);
void maker_box(plan* p, double hx, double hy);
void maker_random_box(maker* m, plan* p, double low, double high);
void maker_ellipse(plan* p, double rx, double ry);
void maker_map(maker* m, plan* p); // a shear, a mirror or a scale of about 1, applied to the definition
// An n-gon of 3..8 vertices, a box, a capsule or a circle, of radius about `size` and at least half of it.
void maker_any(maker* m, plan* p, double size);

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

// Both turned, A within `size` of the origin along each axis, and B set against it along an edge's normal or any
// direction.
void maker_pose_at_gap(maker* m, double size, double gap);

#endif
