// One function per family: makes the plans of one pair. families.c has the table of their names.
#ifndef LGJK_TESTS_FAMILIES3_PAIRS_H
#define LGJK_TESTS_FAMILIES3_PAIRS_H

#include "families3_maker.h"

// Parts shared by families: both turned about places near the origin; A turned at a place within `range`, B set against
// it along a face's normal or any direction; B turned to face A's normal u, off by `tilt`, and set against it.
void maker3_turn_both(maker3* m);
void maker3_pose_at_gap(maker3* m, double range, double gap);
void maker3_pose_faced(maker3* m, double tilt, double gap, double slide);
// A tilt from 0 to 1e-3.
double maker3_tilt(maker3* m);

// families3_pairs.c: polyhedra, with and without rounding
void family3_general(maker3* m);
void family3_boxes(maker3* m);
void family3_far_apart(maker3* m);
void family3_deep(maker3* m);
void family3_rounded(maker3* m);
void family3_mapped(maker3* m);
void family3_large_hulls(maker3* m);
void family3_large_hulls_deep(maker3* m);
void family3_near_parallel_faces(maker3* m);
void family3_small_gaps(maker3* m);
void family3_touching_nearly(maker3* m);
void family3_offset_1e4(maker3* m);
void family3_thin_boxes(maker3* m);
void family3_needles(maker3* m);
void family3_flat_hulls(maker3* m);
void family3_crossing_edges(maker3* m);
void family3_parallel_capsules(maker3* m);
void family3_crossing_capsules(maker3* m);
void family3_collinear_capsules(maker3* m);
void family3_spheres(maker3* m);
void family3_degenerate_points(maker3* m);
void family3_points_to_triangles(maker3* m);
void family3_size_1e_minus_4(maker3* m);
void family3_size_1e_minus_3(maker3* m);
void family3_size_1e3(maker3* m);
void family3_size_1e4(maker3* m);
void family3_size_mix(maker3* m);
void family3_concentric(maker3* m);
void family3_identical(maker3* m);

// families3_grid.c: on integers, touching without rounding
void family3_touching_vertices(maker3* m);
void family3_touching_edges(maker3* m);
void family3_touching_faces(maker3* m);
void family3_touching_grid(maker3* m);

// families3_curved.c
void family3_curved(maker3* m);
void family3_curved_close(maker3* m);
void family3_curved_deep(maker3* m);
void family3_curved_rounded(maker3* m);
void family3_curved_slender(maker3* m);
void family3_curved_faces(maker3* m);
void family3_curved_concentric(maker3* m);
void family3_curved_identical(maker3* m);
void family3_curved_offset_1e4(maker3* m);
void family3_curved_sizes(maker3* m);
void family3_curved_and_hulls(maker3* m);
void family3_curved_touching(maker3* m);

#endif
