// The queries of the scalar reference, the same in 2D and 3D: refN_overlap stands for ref2_overlap and ref3_overlap,
// and so on. reference2.h and reference3.h say what is behind them. DIM is 2 or 3.
#ifndef LGJK_REFERENCE_H
#define LGJK_REFERENCE_H

#include "library_names.h"
#if DIM == 2
#include "reference2.h"
#else
#include "reference3.h"
#endif

#define refN_shape DIM_NAME(ref, DIM, _shape)
#define refN_shapes DIM_NAME(ref, DIM, _shapes)
#define refN_cache DIM_NAME(ref, DIM, _cache)
#define refN_batch DIM_NAME(ref, DIM, _batch)
#define refN_shapes_create DIM_NAME(ref, DIM, _shapes_create)
#define refN_shapes_destroy DIM_NAME(ref, DIM, _shapes_destroy)
#define refN_support DIM_NAME(ref, DIM, _support)
#define refN_overlap DIM_NAME(ref, DIM, _overlap)
#define refN_distance DIM_NAME(ref, DIM, _distance)
#define refN_contact DIM_NAME(ref, DIM, _contact)
#define refN_cast DIM_NAME(ref, DIM, _cast)
#define refN_overlap_batch DIM_NAME(ref, DIM, _overlap_batch)
#define refN_distance_batch DIM_NAME(ref, DIM, _distance_batch)
#define refN_contact_batch DIM_NAME(ref, DIM, _contact_batch)
#define REFN_ITERATION_LIMIT DIM_NAME(REF, DIM, _ITERATION_LIMIT)
#define REFN_CONTACT_LIMIT DIM_NAME(REF, DIM, _CONTACT_LIMIT)

// A set of shapes made from the library's: shape[i] stands for shape i.
typedef struct refN_shapes {
  refN_shape* shape;
  uint32_t count;
} refN_shapes;

// False where memory is short.
bool refN_shapes_create(const lgjk_shapesN* shapes, refN_shapes* out);
void refN_shapes_destroy(refN_shapes* shapes);

// The point of a shape, rounding included, that is farthest along a direction of any length; all in world coordinates.
void refN_support(const refN_shape* shape, const float pose[POSE_FLOATS], const float direction[DIM], float point[DIM]);

// Whether two shapes have a point in common; false where their scale is outside the domain. cache may be NULL.
bool refN_overlap(const refN_shape* a, const float pose_a[POSE_FLOATS], const refN_shape* b,
                  const float pose_b[POSE_FLOATS], refN_cache* cache);

// The distance of two shapes, 0 where they overlap, and their closest points: one common point where they overlap.
// point_a, point_b, cache and iterations may be NULL. iterations: support evaluations spent, REFN_ITERATION_LIMIT + 1
// where the limit ended the search; distance and points are then the best found. Outside the domain all are 0.
float refN_distance(const refN_shape* a, const float pose_a[POSE_FLOATS], const refN_shape* b,
                    const float pose_b[POSE_FLOATS], float point_a[DIM], float point_b[DIM], refN_cache* cache,
                    uint32_t* iterations);

// The signed distance of two shapes: their distance, or minus the depth; the unit normal from A to B, and a point on
// each, point_b - point_a = distance * normal. normal, point_a, point_b, cache and iterations may be NULL. iterations:
// support evaluations spent, REFN_CONTACT_LIMIT + 1 where a limit ended the search, or where rounding broke the
// polytope: moving B by -distance * normal then parts overlapping shapes still, but a shorter way may exist. In 2D it
// takes nearly concentric ellipses to get there. In 3D that is how far the textbook gets with curved cores deep inside
// of each other: the polytope has to follow their surfaces all around. Outside the domain all are 0.
float refN_contact(const refN_shape* a, const float pose_a[POSE_FLOATS], const refN_shape* b,
                   const float pose_b[POSE_FLOATS], float normal[DIM], float point_a[DIM], float point_b[DIM],
                   refN_cache* cache, uint32_t* iterations);

// Where A touches B first, if both move along their ways and do not turn: returns LGJK_CAST_*, and the fraction of the
// ways. Shapes within 4e-6 of the sum of their reaches count as touching. iterations: contacts.
uint8_t refN_cast(const refN_shape* a, const float pose_a[POSE_FLOATS], const float way_a[DIM], const refN_shape* b,
                  const float pose_b[POSE_FLOATS], const float way_b[DIM], float* fraction, uint32_t* iterations);

// The same for all pairs of a list, on the views and result arrays of the library's queries. shapes_a and shapes_b
// stand for a->shapes and b->shapes; caches: pairs->count of them, or NULL. Pair indices are trusted; a body that is
// not fit for use makes its pairs `bad`.
typedef void refN_batch(const refN_shapes* shapes_a, const lgjk_bodiesN* a, const refN_shapes* shapes_b,
                        const lgjk_bodiesN* b, const lgjk_pairs* pairs, refN_cache* caches,
                        const lgjk_results* results);
refN_batch refN_overlap_batch;
refN_batch refN_distance_batch;
refN_batch refN_contact_batch; // manifolds are those of a margin of 0; their ids are not the library's

#endif
