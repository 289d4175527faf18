// Builds the records of a shape set one definition after the other, in memory that the caller has provided.
#ifndef LGJK_SHAPE_BUILDER_H
#define LGJK_SHAPE_BUILDER_H

#include <stdbool.h>

#include "shape/names.h"

typedef struct lgjk_builderN {
  lgjk_shapeN* shape;  // room for one record per definition
  float* pool;         // room for the rows of hulls, after a head of zeros; before it, room for their faces
  uint32_t pool_count; // floats in it so far, the head included
  uint32_t core_mask;  // bits of the kinds of the cores so far
  lgjk_pointN* points; // room for the points of one definition, at least the corners of a box
  void* scratch;       // LGJK_HULLN_SCRATCH of as many points
  uint32_t face_units; // units of LGJK_FACE_UNIT bytes before the pool that the faces of hulls take so far
} lgjk_builderN;

// Checks all of a definition but the values of its points. Returns LGJK_OK, or LGJK_ERROR_SHAPE with the index.
int32_t lgjk_builderN_check(const lgjk_shapeN_def* def, uint64_t index, lgjk_error* error);

// Writes record `index` from a definition that passed the check; leaves *error alone on success. The floating-point
// environment must be the default one.
int32_t lgjk_builderN_add(lgjk_builderN* b, const lgjk_shapeN_def* def, uint32_t index, lgjk_error* error);

// Returns the most floats that a hull of count vertices takes in the pool.
uint32_t lgjk_builderN_pool_size(uint32_t count);

// ---------------------------------------------------------------- done by each dimension in its own way: record2.c,
// record3.c

// Far above the rounding errors of inner radii, far below what a query could notice.
#define LGJK_INNER_SHRINK (1.0 - 1e-6)

static inline bool lgjk_in_reach(double x) { return x >= -LGJK_REACHN && x <= LGJK_REACHN; }

// Replaces the first *count points by the vertices of their hull. *inner becomes the distance from the origin to the
// nearest edge or face if the origin lies strictly inside, else 0.
int32_t lgjk_builderN_find_hull(lgjk_builderN* b, uint32_t* count, double* inner, uint64_t index, lgjk_error* error);

// Writes the vertices of a hull that has room for them in the record itself.
void lgjk_recordN_write_row(lgjk_shapeN* record, const lgjk_pointN* v, uint32_t count);

// Returns the determinant of a map, rounded; its sign is exact.
double lgjk_recordN_determinant(const float map[DIM * DIM]);

// Writes kind, radii and matrix of a curved core.
int32_t lgjk_recordN_write_curved(lgjk_shapeN* record, const lgjk_shapeN_def* def, uint64_t index, lgjk_error* error);

// ------------------ in 3D alone: polygons have nothing in the pool but vertices, and their edges are in their row

// The first function returns the most floats that a hull takes in the pool after its vertices. The second writes them,
// and returns how many they are.
uint32_t lgjk_recordN_extra_size(uint32_t core, uint32_t count);
uint32_t lgjk_recordN_write_extra(lgjk_shapeN* record, const lgjk_pointN* v, float* to);

// Returns the most units that the faces of a hull of count vertices take.
uint32_t lgjk_recordN_face_units(uint32_t count);

// Stores the faces of the hull that was found last. `v`: its vertices.
void lgjk_recordN_write_faces(lgjk_builderN* b, lgjk_shapeN* record, const lgjk_pointN* v);

#endif
