/*
 * lanegjk in 3D. It includes lanegjk.h, which holds what 2D and 3D share: errors, instruction sets, pairs, warm
 * records, options, results, statuses, and the promises that every query makes.
 * SPDX-License-Identifier: MIT
 *
 * Words, as far as 3D differs
 *   pose    seven floats {x, y, z, qx, qy, qz, qw}: position and unit quaternion, the scalar last.
 *           |qx*qx + qy*qy + qz*qz + qw*qw - 1| <= 1e-4; the library normalises. 28 bytes, aligned to 4.
 *   scale   3D domain: 1e-4 <= scale <= 1e5.
 *   band    4e-7 * scale for polyhedra, spheres and capsules of aspect up to 1e3, 1e-5 * scale beyond that aspect,
 *           2e-6 * scale where an ellipsoid, a cylinder or a cone takes part. The aspect of a core is its greatest
 *           width over its least that is not 0.
 */
/** @file */
#ifndef LANEGJK3_H
#define LANEGJK3_H

#include "lanegjk.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---------------------------------------------------------------- shapes, 3D ----------------------------------- */

/** convex hull: point, segment, polygon, polyhedron; with radius: ball, capsule, ... */
#define LGJK_SHAPE3_POINTS 0u
#define LGJK_SHAPE3_BOX 1u       /**< axes-aligned in its local frame, centred, by half extents > 0 */
#define LGJK_SHAPE3_ELLIPSOID 2u /**< axes-aligned in its local frame, centred, by semi-axes >= 1e-10 */
#define LGJK_SHAPE3_CYLINDER 3u  /**< along local z, centred, by radius and half height >= 1e-10 */
#define LGJK_SHAPE3_CONE 4u /**< along local z: base of that radius at z = -half height, apex at z = +half height */

/** A zeroed struct is a POINTS core without points, which is refused. Kind POINTS needs points and point_count, the
 * others need size. Members that a kind does not need have to be 0. */
typedef struct lgjk_shape3_def {
  uint32_t struct_size;
  uint32_t kind;         /**< LGJK_SHAPE3_* */
  const float* points;   /**< POINTS: point_count points (x, y, z), in any order; duplicates, interior points and points
                            inside a face or an edge are dropped */
  uint32_t point_count;  /**< 1 or more; the hull may have at most LGJK_MAX_POINTS vertices */
  uint32_t point_stride; /**< bytes from one point to the next, a multiple of 4; 0: 12 */
  float size[3];         /**< BOX: half extents; ELLIPSOID: semi-axes; CYLINDER, CONE: {radius, half height, 0} */
  float radius;          /**< rounding radius >= 0; not touched by map */
  float map[9]; /**< linear map applied to the core at build, by rows: x' = map[0] x + map[1] y + map[2] z, ...;
                   computed in double, rounded once to float. All zero: the identity; any other of determinant
                   0 is refused */
} lgjk_shape3_def;

/** Sets struct_size, and zero in every other member. */
LGJK_API void lgjk_shape3_def_init(lgjk_shape3_def* def);

/** An immutable table of shapes, as lgjk_shapes2. */
typedef struct lgjk_shapes3 lgjk_shapes3;

/** Builds the hull of each definition (exact orientation tests; vertices in ascending order of x, then y, then z) and
 * checks it: every number finite, a core within +-1e5, radius in 0..1e5, at most LGJK_MAX_POINTS hull vertices, an
 * ellipsoid, cylinder or cone whose mapped matrix has singular values of at least 1e-10.
 *
 * @param defs count definitions; count may be 0, at most LGJK_MAX_SHAPES
 * @param allocator NULL: malloc and free
 * @param out receives the set; untouched on error
 *
 * Errors: ARGUMENT, SHAPE (index = the definition), MEMORY. Cost: O(points * (log points + hull vertices)). Memory: 64
 * bytes for each shape, and 110 to 200 for each vertex of a hull, with its faces and the tables that find supports. */
LGJK_API int32_t lgjk_shapes3_create(const lgjk_shape3_def* defs, uint32_t count, const lgjk_allocator* allocator,
                                     lgjk_shapes3** out, lgjk_error* error);
/** NULL is allowed; anything that is not a set of 3D is left alone, as in 2D. */
LGJK_API void lgjk_shapes3_destroy(lgjk_shapes3* shapes);
/** Returns the number of shapes; 0 for NULL and for anything that is not a set of this dimension. */
LGJK_API uint32_t lgjk_shapes3_count(const lgjk_shapes3* shapes);

/** lgjk_shapes3_get writes this struct. Before that only its struct_size means anything. */
typedef struct lgjk_shape3_info {
  uint32_t struct_size;
  uint32_t kind;         /**< LGJK_SHAPE3_* as built */
  uint32_t vertex_count; /**< hull vertices of a POINTS core; 8 for a box; 0 for ellipsoid, cylinder, cone */
  float radius;          /**< rounding radius */
  float bound;           /**< radius about the local origin, rounding included; with a radius of its own as in 2D */
  float matrix[9]; /**< by rows: the core is the image of the unit ball (ELLIPSOID), of the cylinder or the cone of
                      radius 1 and half height 1 under it; else the identity */
} lgjk_shape3_info;

/** Sets struct_size, and zero in every other member. */
LGJK_API void lgjk_shape3_info_init(lgjk_shape3_info* info);
/** Reads what was built. vertices (or NULL) receives min(capacity, vertex_count) points (x, y, z); it must not overlap
 * info. Bit 0, 1, 2 of the number of a box's vertex is set where its x, y, z is negative.
 *
 * Errors: ARGUMENT. */
LGJK_API int32_t lgjk_shapes3_get(const lgjk_shapes3* shapes, uint32_t index, lgjk_shape3_info* info, float* vertices,
                                  uint32_t capacity, lgjk_error* error);

/** As lgjk_mass2. */
typedef struct lgjk_mass3 {
  uint32_t struct_size;
  float mass;       /**< the volume */
  float centre[3];  /**< of mass, in the local frame */
  float inertia[6]; /**< about the centre, in the local axes: the entries xx, yy, zz, xy, xz, yz of the inertia tensor.
                       So the last three are minus the integrals of x y, x z, y z: as they stand in the matrix */
} lgjk_mass3;

/** Sets struct_size, and zero in every other member. */
LGJK_API void lgjk_mass3_init(lgjk_mass3* mass);
/** Finds mass, centre and inertia of a shape of density 1, as lgjk_shapes2_mass. The rounding radius of a point and of
 * a segment counts, as they are balls and capsules. That of another core does not: take a larger one where it matters.
 * A flat core has no mass. Errors: ARGUMENT. */
LGJK_API int32_t lgjk_shapes3_mass(const lgjk_shapes3* shapes, uint32_t index, lgjk_mass3* mass, lgjk_error* error);

/* ---------------------------------------------------------------- queries, 3D ---------------------------------- */

/** A view over the caller's arrays, as lgjk_bodies2; zero means the same. Pose and shape fill a record of 32 bytes;
 * with a radius it takes 48 or 64. */
typedef struct lgjk_bodies3 {
  uint32_t struct_size;
  uint32_t count; /**< bodies */
  const lgjk_shapes3* shapes;
  const uint32_t* shape;    /**< count shape indices. One out of range makes the pairs that name the body `bad` */
  const float* pose;        /**< count poses {x, y, z, qx, qy, qz, qw}. One outside the domain makes the pairs that
                               name the body `bad` */
  const float* radius;      /**< count rounding radii >= 0 in place of the shapes' own, or NULL */
  const double* position;   /**< NULL, or count positions {x, y, z} in double, as in lgjk_bodies2 */
  uint32_t shape_stride;    /**< bytes, a multiple of 4; 0: 4 */
  uint32_t pose_stride;     /**< bytes, a multiple of 4, at least 28; 0: 28 */
  uint32_t radius_stride;   /**< bytes, a multiple of 4; 0: 4 */
  uint32_t position_stride; /**< bytes, a multiple of 4, at least 24; 0: 24 */
} lgjk_bodies3;

/** Sets struct_size, and zero in every other member. */
LGJK_API void lgjk_bodies3_init(lgjk_bodies3* bodies);

/** As lgjk_add_positions2, for points (x, y, z). */
LGJK_API int32_t lgjk_add_positions3(const lgjk_bodies3* bodies, const uint32_t* body, uint32_t body_stride,
                                     const float* points, uint32_t point_stride, uint64_t count, double* out,
                                     lgjk_error* error);

/** Finds the distance and the witness points of pairs first..first+count-1: as lgjk_distance2. Balls, capsules, boxes
 * and cylinders have closed forms (for balls and capsules Ericson 2005, section 5.1.9), except two boxes. So have
 * balls and capsules with cones and ellipsoids. Where these decide, the pair's record is left as it is, and one
 * support is counted, or none. Records pay for two boxes, and for hulls, cones and ellipsoids among themselves and
 * with others: warm distances of boxes take three quarters of the time, of hulls a third to two thirds. Balls and
 * capsules against each other and against all but hulls, and cylinders against boxes and cylinders, have their answers
 * without records: theirs are neither read nor written, by any query. */
LGJK_API int32_t lgjk_distance3(const lgjk_bodies3* a, const lgjk_bodies3* b, const lgjk_pairs* pairs, lgjk_warm* warm,
                                uint64_t first, uint64_t count, const lgjk_results* results,
                                const lgjk_options* options, lgjk_error* error);

/** Finds only whether each pair overlaps: as lgjk_overlap2. For two boxes their separating axes decide (Gottschalk,
 * Lin and Manocha 1996); where they do, no support is counted. Records of two boxes are neither read nor written. */
LGJK_API int32_t lgjk_overlap3(const lgjk_bodies3* a, const lgjk_bodies3* b, const lgjk_pairs* pairs, lgjk_warm* warm,
                               uint64_t first, uint64_t count, const lgjk_results* results, const lgjk_options* options,
                               lgjk_error* error);

/** Finds how each pair touches, or how far it is apart: as lgjk_contact2. Depths come from the separating axes for
 * boxes, from a closed form for cylinders with balls, capsules, boxes or cylinders, and from the expanding polytope
 * for everything else. Manifolds: up to 4 points where two faces meet, 2 where an edge or the side of a cylinder, a
 * cone or a capsule lies on a face or along another, else 1. A cylinder or a cone on its base gives 4. Eight points
 * stand for the circle of a rim, and its deepest point where it is tilted by more than 4e-3. A point of a rim has the
 * number of its sector of 5 degrees, which is fixed in the body and 0.09 radii wide. Corners that are outside of a
 * feature by no more than a thousandth of the smaller one's size count as inside, so that shapes that stand edge on
 * edge keep their points. Records: as for distances, but those of two boxes are neither read nor written. Options: a
 * game sets max_distance and margin to the gap at which its solver needs contacts, such as 2 cm. A pair that is
 * farther apart is then `beyond` by its bounding balls, or for boxes by their axes, without nearest points: separated
 * boxes take 8 ns per pair in place of 20. Without a max_distance a pair that is apart costs what a distance costs,
 * and up to a third more (boxes 20 against 16, hulls 51 against 49, cylinders 45 against 40 ns per pair, AVX-512). */
LGJK_API int32_t lgjk_contact3(const lgjk_bodies3* a, const lgjk_bodies3* b, const lgjk_pairs* pairs, lgjk_warm* warm,
                               uint64_t first, uint64_t count, const lgjk_results* results, const lgjk_options* options,
                               lgjk_error* error);

/** Reports why a pair has the status `bad`: as lgjk_bad_reason2. */
LGJK_API int32_t lgjk_bad_reason3(const lgjk_bodies3* a, const lgjk_bodies3* b, const lgjk_pairs* pairs, uint64_t pair,
                                  const lgjk_options* options, lgjk_bad_reason* reason, lgjk_error* error);

/* ---------------------------------------------------------------- poses, 3D ------------------------------------ */

/** pose = position (x, y, z) and the rotation by `angle` radians about `axis` (x, y, z; any length but 0), with the
 * same bits on every machine (no libm). |angle| <= 1e6. An angle or an axis that is not finite, or an axis of length
 * 0, gives a NaN rotation, which queries report as bad. pose may be where position or axis is. */
LGJK_API void lgjk_pose3_from_axis_angle(const float position[3], const float axis[3], float angle, float* pose);

/** Brings the rotations of count poses back to unit length. A rotation of length 0 or not finite is left as it is.
 * stride in bytes, 0: 28. Errors: ARGUMENT. */
LGJK_API int32_t lgjk_pose3_normalize(float* poses, uint32_t stride, uint32_t count, lgjk_error* error);

#ifdef __cplusplus
}
#endif

#endif
