// One function per family: makes the plans of one pair.
#ifndef LGJK_TESTS_FAMILIES2_PAIRS_H
#define LGJK_TESTS_FAMILIES2_PAIRS_H

#include "families2_maker.h"

// Turns both bodies, and moves A a little.
void maker_turn_both(maker* m);

// The table: the function's name behind family_, the family's, and whether bodies carry radii of their own. Functions
// are in families2_pairs.c, those of ellipses in families2_curved.c, and those of both dimensions in families_pairs.c.
// clang-format off
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
// clang-format on
#define familyN(function) family_##function
#define FAMILY_DECLARED(function, name, radius) void familyN(function)(maker * m);
FAMILIES(FAMILY_DECLARED)
#undef FAMILY_DECLARED

#endif
