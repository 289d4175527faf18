// What must hold for every manifold.
#ifndef LGJK_TESTS_MANIFOLD3_CHECK_H
#define LGJK_TESTS_MANIFOLD3_CHECK_H

#include "manifold3_pairs.h"

// All that the interface promises of a manifold; its points on both surfaces, unless `anywhere`. Returns how many
// points are beside a face, by no more than corners are that count as within it.
uint32_t check3_manifold(const pair3* pair, const lgjk_manifold3* m, bool anywhere);

typedef struct polygon3 {
  uint32_t count;
  double at[300][3];
} polygon3;

// The common part, seen along the normal, of the faces of two polyhedra that meet there.
void common3(const lgjk_shapes3* shapes, const pair3* pair, polygon3* out);

// The largest area of four of so many points, seen along n.
double best_area3(const double (*point)[3], uint32_t count, const double n[3]);
double area3(const lgjk_manifold3* m);

// The ids in ascending order; with halves swapped.
void sorted_ids3(const lgjk_manifold3* m, bool swapped, uint32_t ids[4]);

#endif
