// One function per family: makes the plans of one pair.
#ifndef LGJK_TESTS_FAMILIES3_PAIRS_H
#define LGJK_TESTS_FAMILIES3_PAIRS_H

#include "families3_maker.h"

// Parts shared by families: both turned about places near the origin (families_pairs.c); A turned at a place within
// `range`, B set against it along a face's normal or any direction; B turned to face A's normal u, off by `tilt`, and
// set against it.
void maker3_turn_both(maker3* m);
void maker3_pose_at_gap(maker3* m, double range, double gap);
void maker3_pose_faced(maker3* m, double tilt, double gap, double slide);
// A tilt from 0 to 1e-3.
double maker3_tilt(maker3* m);

// The table: the function's name behind family3_, the family's, and whether bodies carry radii of their own. Functions
// are in families3_pairs.c, those on integers in families3_grid.c, those of curved shapes in families3_curved.c, and
// those of both dimensions in families_pairs.c.
// clang-format off
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
// clang-format on
#define familyN(function) family3_##function
#define FAMILY_DECLARED(function, name, radius) void familyN(function)(maker3 * m);
FAMILIES(FAMILY_DECLARED)
#undef FAMILY_DECLARED

#endif
