// One function per family: makes the plans of one pair. families.c has the table of their names.
#ifndef LGJK_TESTS_FAMILIES2_PAIRS_H
#define LGJK_TESTS_FAMILIES2_PAIRS_H

#include "families2_maker.h"

void family_general(maker* m);
void family_boxes(maker* m);
void family_far_apart(maker* m);
void family_deep(maker* m);
void family_rounded(maker* m);
void family_mapped(maker* m);
void family_large_polygons(maker* m);
void family_near_parallel_edges(maker* m);
void family_small_gaps(maker* m);
void family_touching_nearly(maker* m);
void family_offset_1e4(maker* m);
void family_slivers(maker* m);
void family_parallel_capsules(maker* m);
void family_degenerate_points(maker* m);
void family_points_and_segments(maker* m);
void family_size_1e_minus_6(maker* m);
void family_size_1e_minus_3(maker* m);
void family_size_1e3(maker* m);
void family_size_1e6(maker* m);
void family_size_mix(maker* m);
void family_concentric(maker* m);
void family_identical(maker* m);
void family_touching_vertices(maker* m);
void family_touching_edges(maker* m);
void family_touching_grid(maker* m);
void family_ellipses(maker* m);
void family_ellipses_close(maker* m);
void family_ellipses_deep(maker* m);
void family_ellipse_needles(maker* m);
void family_vanishing_edges(maker* m);

#endif
