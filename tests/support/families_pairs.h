// What families of hard pairs are made of, for the dimension DIM: plans, random numbers, shapes, the placing of B
// against A at a given gap; and the table of families, with one function for each, which makes the plans of one pair.
#ifndef LGJK_TESTS_FAMILIES_PAIRS_H
#define LGJK_TESTS_FAMILIES_PAIRS_H

#include <stdbool.h>
#include <stdint.h>

#include "dim_names.h"
#include "same_bits.h"
#if DIM == 3
#include "vec3.h"
#endif

#if DIM == 2
#define MAKER_NAME(after) maker##after
#define planN plan
#define familyN(function) family_##function
#else
#define MAKER_NAME(after) maker3##after
#define planN plan3
#define familyN(function) family3_##function
#endif
#define makerN MAKER_NAME()
#define makerN_next MAKER_NAME(_next)
#define makerN_uniform MAKER_NAME(_uniform)
#define makerN_below MAKER_NAME(_below)
#define makerN_chance MAKER_NAME(_chance)
#define makerN_small MAKER_NAME(_small)
#define makerN_clear MAKER_NAME(_clear)
#define makerN_rounding MAKER_NAME(_rounding)
#define makerN_shuffle MAKER_NAME(_shuffle)
#define makerN_copy MAKER_NAME(_copy)
#define makerN_gap MAKER_NAME(_gap)
#define makerN_random_position MAKER_NAME(_random_position)
#define makerN_carry_away MAKER_NAME(_carry_away)
#define makerN_turn_both MAKER_NAME(_turn_both)

enum { MAKER_POINTS = DIM == 2 ? 320 : 640 };

// A shape definition and a pose in the making.
typedef struct planN {
  lgjk_shapeN_def def;
  float points[DIM * MAKER_POINTS];
  float radius; // of the body
  float pose[POSE_FLOATS];
} planN;

typedef struct makerN {
  uint64_t state;
  planN a, b;
} makerN;

uint64_t makerN_next(makerN* m);
double makerN_uniform(makerN* m, double low, double high);
uint32_t makerN_below(makerN* m, uint32_t count);
bool makerN_chance(makerN* m, double probability);
// +-10^-U(low, high), as far as a table of powers and a uniform factor can resolve.
double makerN_small(makerN* m, uint32_t low, uint32_t high);

void makerN_clear(planN* p); // a definition of no points
void makerN_rounding(planN* p, double radius);
void makerN_shuffle(makerN* m, planN* p);
void makerN_copy(planN* to, const planN* from);

// A gap between bodies of about `size`: small in one of two cases.
double makerN_gap(makerN* m, double size);
void makerN_random_position(makerN* m, planN* p, double range);
void makerN_carry_away(makerN* m); // both bodies by 1e4 along each axis, either way
void makerN_turn_both(makerN* m);  // and A moved a little

#if DIM == 2

// ---------------------------------------------------------------- 2D

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
#else

// ---------------------------------------------------------------- 3D

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

// Parts shared by families: A turned at a place within
// `range`, B set against it along a face's normal or any direction; B turned to face A's normal u, off by `tilt`, and
// set against it.
void maker3_pose_at_gap(maker3* m, double range, double gap);
void maker3_pose_faced(maker3* m, double tilt, double gap, double slide);
// A tilt from 0 to 1e-3.
double maker3_tilt(maker3* m);

#endif

// ---------------------------------------------------------------- the table

// The name of the function behind family_ or family3_, the family's, and whether bodies carry radii of their own.
// Functions of both dimensions are in families.c, those of curved shapes in families2_maker.c and families3_maker.c,
// those on integers in families3_grid.c, and the others in families2_pairs.c and families3_pairs.c.
// clang-format off
#if DIM == 2
#define FAMILIES(ROW)                                   \
  ROW(general, "general", false)                         \
  ROW(boxes, "boxes", false)                             \
  ROW(far_apart, "far_apart", false)                     \
  ROW(deep, "deep", false)                               \
  ROW(rounded, "rounded", true)                          \
  ROW(mapped, "mapped", false)                           \
  ROW(large_polygons, "large_polygons", false)           \
  ROW(near_parallel_edges, "near_parallel_edges", false) \
  ROW(small_gaps, "small_gaps", false)                   \
  ROW(touching_nearly, "touching_nearly", false)         \
  ROW(offset_1e4, "offset_1e4", false)                   \
  ROW(slivers, "slivers", false)                         \
  ROW(parallel_capsules, "parallel_capsules", false)     \
  ROW(degenerate_points, "degenerate_points", false)     \
  ROW(points_and_segments, "points_and_segments", false) \
  ROW(size_1e_minus_6, "size_1e-6", false)               \
  ROW(size_1e_minus_3, "size_1e-3", false)               \
  ROW(size_1e3, "size_1e3", false)                       \
  ROW(size_1e6, "size_1e6", false)                       \
  ROW(size_mix, "size_mix", false)                       \
  ROW(concentric, "concentric", false)                   \
  ROW(identical, "identical", false)                     \
  ROW(touching_vertices, "touching_vertices", false)     \
  ROW(touching_edges, "touching_edges", false)           \
  ROW(touching_grid, "touching_grid", false)             \
  ROW(ellipses, "ellipses", false)                       \
  ROW(ellipses_close, "ellipses_close", false)           \
  ROW(ellipses_deep, "ellipses_deep", false)             \
  ROW(ellipse_needles, "ellipse_needles", false)         \
  ROW(vanishing_edges, "vanishing_edges", false)
#else
#define FAMILIES(ROW)                                   \
  ROW(general, "general", false)                         \
  ROW(boxes, "boxes", false)                             \
  ROW(far_apart, "far_apart", false)                     \
  ROW(deep, "deep", false)                               \
  ROW(rounded, "rounded", true)                          \
  ROW(mapped, "mapped", false)                           \
  ROW(large_hulls, "large_hulls", false)                 \
  ROW(large_hulls_deep, "large_hulls_deep", false)       \
  ROW(near_parallel_faces, "near_parallel_faces", false) \
  ROW(small_gaps, "small_gaps", false)                   \
  ROW(touching_nearly, "touching_nearly", false)         \
  ROW(offset_1e4, "offset_1e4", false)                   \
  ROW(thin_boxes, "thin_boxes", false)                   \
  ROW(needles, "needles", false)                         \
  ROW(flat_hulls, "flat_hulls", false)                   \
  ROW(parallel_capsules, "parallel_capsules", false)     \
  ROW(crossing_capsules, "crossing_capsules", false)     \
  ROW(collinear_capsules, "collinear_capsules", false)   \
  ROW(spheres, "spheres", false)                         \
  ROW(degenerate_points, "degenerate_points", false)     \
  ROW(points_to_triangles, "points_to_triangles", false) \
  ROW(size_1e_minus_4, "size_1e-4", false)               \
  ROW(size_1e_minus_3, "size_1e-3", false)               \
  ROW(size_1e3, "size_1e3", false)                       \
  ROW(size_1e4, "size_1e4", false)                       \
  ROW(size_mix, "size_mix", false)                       \
  ROW(concentric, "concentric", false)                   \
  ROW(identical, "identical", false)                     \
  ROW(touching_vertices, "touching_vertices", false)     \
  ROW(touching_edges, "touching_edges", false)           \
  ROW(touching_faces, "touching_faces", false)           \
  ROW(touching_grid, "touching_grid", false)             \
  ROW(curved, "curved", false)                           \
  ROW(curved_close, "curved_close", false)               \
  ROW(curved_deep, "curved_deep", false)                 \
  ROW(curved_rounded, "curved_rounded", false)           \
  ROW(curved_slender, "curved_slender", false)           \
  ROW(curved_faces, "curved_faces", false)               \
  ROW(curved_concentric, "curved_concentric", false)     \
  ROW(curved_identical, "curved_identical", false)       \
  ROW(curved_offset_1e4, "curved_offset_1e4", false)     \
  ROW(curved_sizes, "curved_sizes", false)               \
  ROW(curved_and_hulls, "curved_and_hulls", false)       \
  ROW(curved_touching, "curved_touching", false)         \
  ROW(crossing_edges, "crossing_edges", false)
#endif
// clang-format on
#define FAMILY_DECLARED(function, name, radius) void familyN(function)(makerN * m);
FAMILIES(FAMILY_DECLARED)
#undef FAMILY_DECLARED

#endif
