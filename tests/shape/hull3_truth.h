// Hulls in space by brute force over exact coordinates: every float32 is a GMP integer times 2^-149, every plane
// through three points is tried. Slow, obvious, and no part of it is the library's.
#ifndef LGJK_TESTS_HULL3_TRUTH_H
#define LGJK_TESTS_HULL3_TRUTH_H

#include <stdbool.h>
#include <stdint.h>

#include "shape/hull3.h"

#define TRUTH3_MOST_POINTS 12000u
#define TRUTH3_MOST_FACES 600u

void truth3_begin(void);
void truth3_end(void);

// From now on points are named by their index in p.
void truth3_load(const lgjk_point3* p, uint32_t n);

// Sign of (b - a) x (c - a) . (d - a): 1 where a, b, c turn counter-clockwise as seen from d.
int truth3_side(uint32_t a, uint32_t b, uint32_t c, uint32_t d);
bool truth3_collinear(uint32_t a, uint32_t b, uint32_t c);
// Whether c lies on the segment from a to b, ends included.
bool truth3_on_segment(uint32_t a, uint32_t b, uint32_t c);
bool truth3_coplanar(uint32_t n);

typedef struct truth3_face {
  uint32_t a, b, c; // counter-clockwise from the outside
} truth3_face;

// The faces of the hull of points 0..n-1, which are not coplanar; extreme[i] becomes true where point i is a vertex.
// Only right where no three of the points are collinear; else it misses vertices, and never marks one that is none.
uint32_t truth3_faces(uint32_t n, truth3_face* faces, bool* extreme);

// Whether point i is not outside the face's plane.
bool truth3_inside(truth3_face face, uint32_t i);

// The same for coplanar points, not all collinear: whether they are the vertices of a convex polygon that holds the
// points n..all-1.
bool truth3_flat_hull(uint32_t n, uint32_t all);

// Compares the length of point i with f: -1, 0, 1.
int truth3_compare_length(uint32_t i, float f);
// Compares the distance from the origin to the face's plane with f: -2 where the origin is not strictly on its inside,
// else -1, 0, 1. *distance receives it, rounded.
int truth3_compare_distance(truth3_face face, float f, double* distance);

// The face's unit normal on its outside, rounded.
void truth3_normal(truth3_face face, double normal[3]);

// How many points have a product with themselves that no other point reaches: certainly extreme, all of them.
uint32_t truth3_certainly_extreme(uint32_t n);

// ---------------------------------------------------------------- what must hold for one cloud: hull3_check.c

#define CHECK3_MOST_POINTS 10000u

// Builds the hull of n points and proves it, radii and layout included. Returns the number of vertices.
uint32_t check3_hull(const lgjk_point3* p, uint32_t n);

// The number of vertices, unproved; LGJK_MAX_POINTS + 1 where the definition is refused.
uint32_t check3_count(const lgjk_point3* p, uint32_t n);

#endif
