// The scalar reference in 2D: textbook GJK, one pair at a time, with branches and early exits, without SIMD and without
// code in common with the lane kernels. It is the baseline that speed-ups are quoted against, and a second opinion.
//   overlap   boolean GJK: the simplex hunts for the origin; the first separating direction ends it
//   distance  the closest-points form: the simplex settles on the feature nearest to the origin
//   contact   the same where the cores are apart; where they overlap the expanding polytope, in double
// Distances, witness points and verdicts keep within the band of lanegjk.h in float32, though nothing here is
// certified: shapes within REF2_TOUCH of each other count as touching, which is overlapping. Poses, radii, scale and
// domain are those of lanegjk.h.
#ifndef LGJK_REFERENCE2_H
#define LGJK_REFERENCE2_H

#include <stdbool.h>

#include "lanegjk/lanegjk.h"

#ifdef __cplusplus
extern "C" {
#endif

#define REF2_ITERATION_LIMIT 64u // support evaluations per search
#define REF2_EPA_LIMIT 520u      // the same of the expanding polytope: above the corners of any difference of polygons
#define REF2_CONTACT_LIMIT (REF2_ITERATION_LIMIT + REF2_EPA_LIMIT)
#define REF2_TOUCH 2e-7f // x scale: shapes this close touch
#define REF2_GAP 2e-7f   // x scale: converged when the bounds from above and below are this close

// A convex core and its rounding radius.
typedef struct ref2_shape {
  const float* points; // POINTS, BOX: count points (x, y), counter-clockwise; of a BOX from its lowest corner on
  uint32_t count;      // 1..256; 0 for an ellipse
  uint32_t kind;       // LGJK_SHAPE2_*
  float radius;        // rounding radius
  float bound;         // radius of the core about the local origin, without rounding
  float matrix[4];     // ELLIPSE: the core is the image of the unit disc under {xx, xy, yx, yy}
} ref2_shape;

// A set of shapes made from the library's: shape[i] stands for shape i.
typedef struct ref2_shapes {
  ref2_shape* shape;
  uint32_t count;
} ref2_shapes;

// One allocation; false where memory is short.
bool ref2_shapes_create(const lgjk_shapes2* shapes, ref2_shapes* out);
void ref2_shapes_destroy(ref2_shapes* shapes);

// What a pair remembers: its last simplex and search direction (in the frame of A). Zero means cold; any bytes are
// safe.
typedef struct ref2_cache {
  float direction[2];
  uint8_t count;      // vertices of the simplex; 3: it held the origin
  uint8_t index_a[3]; // the points of A and B they came from
  uint8_t index_b[3];
  uint8_t unused;
} ref2_cache;

// The point of a shape, rounding included, that is farthest along a direction of any length; all in world coordinates.
void ref2_support(const ref2_shape* shape, const float pose[4], const float direction[2], float point[2]);

// Whether two shapes have a point in common. cache may be NULL.
bool ref2_overlap(const ref2_shape* a, const float pose_a[4], const ref2_shape* b, const float pose_b[4],
                  ref2_cache* cache);

// The distance of two shapes, 0 where they overlap, and their closest points: one common point where they overlap.
// point_a, point_b, cache and iterations may be NULL. iterations: support evaluations spent, REF2_ITERATION_LIMIT + 1
// where the limit ended the search; distance and points are then the best found.
float ref2_distance(const ref2_shape* a, const float pose_a[4], const ref2_shape* b, const float pose_b[4],
                    float point_a[2], float point_b[2], ref2_cache* cache, uint32_t* iterations);

// The signed distance of two shapes: their distance, or minus the depth; the unit normal from A to B, and a point on
// each, point_b - point_a = distance * normal. normal, point_a, point_b, cache and iterations may be NULL. iterations:
// support evaluations spent, REF2_CONTACT_LIMIT + 1 where a limit ended the search: where shapes overlap, moving B by
// -distance * normal then parts them still, but a shorter way may exist. It takes nearly concentric ellipses to get
// there.
float ref2_contact(const ref2_shape* a, const float pose_a[4], const ref2_shape* b, const float pose_b[4],
                   float normal[2], float point_a[2], float point_b[2], ref2_cache* cache, uint32_t* iterations);

// The same for all pairs of a list, on the views and result arrays of the library's queries. shapes_a and shapes_b
// stand for a->shapes and b->shapes; caches: pairs->count of them, or NULL. Pair indices are trusted; a body that is
// not fit for use makes its pairs `bad`.
void ref2_overlap_batch(const ref2_shapes* shapes_a, const lgjk_bodies2* a, const ref2_shapes* shapes_b,
                        const lgjk_bodies2* b, const lgjk_pairs* pairs, ref2_cache* caches,
                        const lgjk_results* results);
void ref2_distance_batch(const ref2_shapes* shapes_a, const lgjk_bodies2* a, const ref2_shapes* shapes_b,
                         const lgjk_bodies2* b, const lgjk_pairs* pairs, ref2_cache* caches,
                         const lgjk_results* results);
// Manifolds are those of a margin of 0; their ids are not the library's.
void ref2_contact_batch(const ref2_shapes* shapes_a, const lgjk_bodies2* a, const ref2_shapes* shapes_b,
                        const lgjk_bodies2* b, const lgjk_pairs* pairs, ref2_cache* caches,
                        const lgjk_results* results);

#ifdef __cplusplus
}
#endif

#endif
