// The parts that the families of 3D pairs are made from: shapes, and the placing of B against A at a given gap.
#ifndef LGJK_TESTS_FAMILIES3_MAKER_H
#define LGJK_TESTS_FAMILIES3_MAKER_H

#include "families_maker.h"
#include "vec3.h"

vec3 maker3_direction(maker3* m);
vec3 maker3_direction_across(maker3* m, vec3 u);

// Shapes. All but maker3_point give the plan a clean definition first; sizes are radii.
void maker3_point(plan3* p, double x, double y, double z); // appends
void maker3_hull(maker3* m, plan3* p, uint32_t count, double rx, double ry, double rz);
void maker3_segment(maker3* m, plan3* p, double half_length);
void maker3_sized(plan3* p, uint32_t kind, double x, double y, double z);
void maker3_random_box(maker3* m, plan3* p, double low, double high);
void maker3_map(maker3* m, plan3* p); // a shear, a mirror or a scale of about 1, applied to the definition
// A hull of 4..16 vertices, a box, a capsule or a sphere, of radius about `size` and at least half of it.
void maker3_any(maker3* m, plan3* p, double size);
// An ellipsoid, a cylinder or a cone whose sizes differ by a factor of up to `aspect`.
void maker3_curved(maker3* m, plan3* p, double size, double aspect);

// Poses. A rotation is exact to float, or in one of two cases off the unit sphere by up to 4.5e-5.
void maker3_turn(maker3* m, plan3* p);
void maker3_set_position(plan3* p, vec3 position);
// Turns a plan so that `own`, a unit vector in its present world axes, becomes `to`.
void maker3_turn_to(maker3* m, plan3* p, vec3 own, vec3 to);

// Geometry of plans in double. Supports are about the body's position and include rounding.
vec3 maker3_support(const plan3* p, vec3 u);
// The outward normal, in world axes, of a random face of a polyhedron, of a cap or a side of a cylinder or a cone; any
// direction where there is no face.
vec3 maker3_face_normal(maker3* m, const plan3* p);
// Moves B so that the supports of A along u and of B along -u are `gap` apart along u (the distance, where gap >= 0; a
// bound of the depth, where it is < 0), and then across u by `slide`.
void maker3_place(maker3* m, vec3 u, double gap, double slide);

#endif
