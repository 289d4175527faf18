/*
 * lanegjk: collision queries for very many pairs of convex shapes at once, one SIMD lane per pair.
 * SPDX-License-Identifier: MIT
 *
 * This header is the specification. The life of a program that uses it:
 *
 *   lgjk_shapes2* shapes;                        build once: a table of shapes, shared by all bodies and threads
 *   lgjk_bodies2  bodies;                        a view over your own arrays: shape index, pose, radius of each body
 *   lgjk_pairs    pairs;                         a view over your own candidate pairs, two index arrays
 *   lgjk_warm     records[pair count];           zeroed once, kept by you from frame to frame
 *   lgjk_distance2(&bodies, &bodies, &pairs, records, 0, pairs.count, &results, NULL, &error);  or lgjk_contact2
 *
 * Words
 *   shape   a convex core (the hull of up to 256 points, or an ellipse) and a rounding radius >= 0: the set of all
 *           points within that radius of the core. A circle is one point and a radius, a capsule two.
 *   pose    2D: four floats {x, y, c, s}, position and rotation (cosine, sine). |c*c + s*s - 1| <= 1e-4; the library
 *           normalises. 16 bytes, aligned to 4; the layout of a Box2D transform with its rotation as (cosine, sine).
 *   scale   of a pair: radius of A about its local origin + radius of B (both with rounding) + distance between
 *           their positions. 2D domain: 1e-6 <= scale <= 1e6.
 *   band    4e-7 * scale for polygons and circles, 2e-6 * scale where an ellipse takes part: the error of distances and
 *           depths, and the width around touching inside which the verdict may differ from exact truth. A witness
 *           point lies within it, and half a unit in the last place of its coordinates, of its own shape, and the two
 *           are as far apart as the distance, within as much. Where surfaces are nearly parallel many points are as
 *           near as the nearest, within the band: a witness point is one of these.
 *   depth   of two shapes that overlap: the length of the minimum translation, the shortest way to move one of them
 *           until they only touch. The signed distance is minus the depth where shapes overlap, else their distance.
 *
 * What every query promises
 *   - The same bits on every instruction set, batch size, range, order of pairs and number of threads.
 *   - An answer for every pair whose input is in the domain. The verdict (apart or overlapping) does not depend on
 *     warm records or on which query was called: overlap <=> distance == 0 <=> signed distance <= 0; touching counts as
 *     overlapping.
 *   - No allocation, lock or output; at most 40 KB of stack for overlap and distance, 64 KB for contact; re-entrant.
 *     Distinct ranges of one batch may run on different threads at the same time; so may any number of queries over the
 *     same shapes, bodies and pairs.
 *   - All arguments and all pair indices of the range are checked before anything is written. An array that the query
 *     does not write is refused, and so is one whose elements of the range share a byte with another such array or with
 *     what the call reads: pairs of the range, and poses, shape indices and radii up to the last body that these name.
 *     The same goes for warm records. Between elements that strides leave apart there may be anything.
 *   - The caller's floating-point control word is replaced by the default (round to nearest, denormals on,
 *     exceptions masked) during the call, and restored.
 *
 * Structs start with struct_size. The matching lgjk_*_init function sets it and zeroes the rest; a struct made by hand,
 * with struct_size = sizeof and zero in every member that it does not name, means the same: the comment of each struct
 * says what zero means. Until version 1.0 struct_size must match exactly. Strides are in bytes; 0 means tightly packed.
 * Arrays are aligned to their elements: 4 bytes for floats, indices and records. Functions return LGJK_OK (0) or one of
 * LGJK_ERROR_*, and fill the lgjk_error they were given (NULL: not needed).
 *
 * A library can be built without some of its instruction sets, which lgjk_isa_list then does not list, or without a
 * dimension, whose functions are then missing: lanegjk3.h is not installed without 3D; this header declares those of 2D
 * in any case.
 */
/** @file */
#ifndef LANEGJK_H
#define LANEGJK_H

#include <stddef.h>
#include <stdint.h>

#define LGJK_VERSION_MAJOR 0
#define LGJK_VERSION_MINOR 4
#define LGJK_VERSION_PATCH 0

/** On Windows, programs with the static library define LGJK_STATIC; the targets of CMake and pkg-config --static do. */
#if defined(LGJK_STATIC)
#define LGJK_API
#elif defined(_WIN32)
#define LGJK_API __declspec(dllimport)
#else
#define LGJK_API __attribute__((visibility("default")))
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* ---------------------------------------------------------------- errors -------------------------------------- */

#define LGJK_OK 0
/** a NULL, a struct_size, a stride, an alignment or an option that cannot be meant; memory that would be written by
 * mistake; a pointer to what is no shape set */
#define LGJK_ERROR_ARGUMENT 1
#define LGJK_ERROR_RANGE 2      /**< first + count beyond the pairs */
#define LGJK_ERROR_PAIR_INDEX 3 /**< a pair names a body that its view does not have; index = the pair */
#define LGJK_ERROR_SHAPE 4      /**< a shape definition is unusable; index = the definition */
#define LGJK_ERROR_MEMORY 5     /**< the allocator returned NULL */
#define LGJK_ERROR_ISA 6        /**< an instruction set is unknown, not in this build, or not on this CPU */
#define LGJK_ERROR_CAPACITY 7   /**< an array is too small; index = how many elements are needed */

/** A zeroed struct holds no error, and its struct_size of 0 means the size of this struct: {0} will do. With any other
 * struct_size, what fits is written: this struct alone may be older or newer than the library. */
typedef struct lgjk_error {
  uint32_t struct_size;
  int32_t code;   /**< LGJK_OK or LGJK_ERROR_* */
  uint64_t index; /**< the first offender: a pair (for RANGE: `first`) or a definition; for CAPACITY the needed number;
                     0 if the code has none */
  char text[160]; /**< one sentence that names the argument, or defs[index], and what is wrong with it */
} lgjk_error;

/** Sets struct_size, and zero in every other member. */
LGJK_API void lgjk_error_init(lgjk_error* error);

/* ---------------------------------------------------------------- version, instruction sets -------------------- */

/** "major.minor.patch" of the library that is linked. */
LGJK_API const char* lgjk_version(void);

/** LGJK_ISA_AUTO is what the environment variable LANEGJK_ISA names, else the widest set supported. In the latter case
 * calls of a few pairs, or of a few for each two kinds of cores, use a narrower set that holds them: the same bits in
 * less time. */
#define LGJK_ISA_AUTO 0u
#define LGJK_ISA_SCALAR 1u
#define LGJK_ISA_SSE 2u
#define LGJK_ISA_AVX2 3u
#define LGJK_ISA_AVX512 4u
#define LGJK_ISA_NEON 5u
#define LGJK_ISA_WASM 6u
#define LGJK_ISA_COUNT 7u

/** Writes the instruction sets of this build, narrowest first, to isas[0..capacity-1]; returns how many there are. */
LGJK_API uint32_t lgjk_isa_list(uint32_t* isas, uint32_t capacity);
/** Returns "scalar", "sse", "avx2", "avx512", "neon", "wasm" or "auto"; NULL for a number that names none. */
LGJK_API const char* lgjk_isa_name(uint32_t isa);
/** Returns the number of a name; UINT32_MAX if the name is unknown. */
LGJK_API uint32_t lgjk_isa_from_name(const char* name);
/** Returns 1 if this build has the set and this CPU runs it, else 0. */
LGJK_API uint32_t lgjk_isa_supported(uint32_t isa);
/** Returns the pairs per block: 1, 4, 8 or 16; 0 if the set is not in this build. */
LGJK_API uint32_t lgjk_isa_lanes(uint32_t isa);
/** Writes what LGJK_ISA_AUTO means here, for calls of many pairs. LANEGJK_ISA is read once, at the first call that
 * needs it. Returns LGJK_OK, or LGJK_ERROR_ISA if the variable holds a name that is unknown or not supported; queries
 * then return that error. */
LGJK_API int32_t lgjk_isa_chosen(uint32_t* isa, lgjk_error* error);

/* ---------------------------------------------------------------- shapes, 2D ----------------------------------- */

#define LGJK_SHAPE2_POINTS 0u  /**< convex hull: point, segment, polygon; rounded: circle, capsule, rounded polygon */
#define LGJK_SHAPE2_BOX 1u     /**< axes-aligned in its local frame, centred, by half extents > 0 */
#define LGJK_SHAPE2_ELLIPSE 2u /**< axes-aligned in its local frame, centred, by semi-axes >= 1e-12 */

#define LGJK_MAX_SHAPES 0x4000000u /**< shapes of one set: kernels number what a set holds with 32 bits */
#define LGJK_MAX_POINTS 256u       /**< hull vertices of one core; more points may be given */

/** A zeroed struct is a POINTS core without points, which is refused. Kind POINTS needs points and point_count, the
 * others need size. Members that a kind does not need have to be 0. */
typedef struct lgjk_shape2_def {
  uint32_t struct_size;
  uint32_t kind;         /**< LGJK_SHAPE2_* */
  const float* points;   /**< POINTS: point_count points (x, y), in any order; duplicates, collinear and interior points
                            are dropped */
  uint32_t point_count;  /**< 1 or more; the hull may have at most LGJK_MAX_POINTS vertices */
  uint32_t point_stride; /**< bytes from one point to the next; 0: 8 */
  float size[2];         /**< BOX: half extents; ELLIPSE: semi-axes */
  float radius;          /**< rounding radius >= 0; not touched by map */
  float map[4];          /**< linear map {xx, xy, yx, yy} applied to the core at build: x' = xx*x + xy*y,
                            y' = yx*x + yy*y; computed in double, rounded once to float. All zero: the identity;
                            any other of determinant 0 is refused */
} lgjk_shape2_def;

/** Sets struct_size, and zero in every other member. */
LGJK_API void lgjk_shape2_def_init(lgjk_shape2_def* def);

/** Memory for a shape set. allocate returns memory aligned to 16 bytes or NULL. Functions that are NULL are refused:
 * for malloc and free pass no allocator. */
typedef struct lgjk_allocator {
  uint32_t struct_size;
  uint32_t reserved; /**< 0 */
  void* (*allocate)(size_t size, void* user);
  void (*release)(void* memory, void* user);
  void* user;
} lgjk_allocator;

/** An immutable table of shapes. Any number of threads may use it; destroy it when no query does. To add a shape, build
 * a new set with the old definitions first, and swap the pointer between two frames: warm records survive for every
 * body whose shape index still names the same core. */
typedef struct lgjk_shapes2 lgjk_shapes2;

/** Builds the hull of each definition (exact orientation tests; vertices counter-clockwise, starting at the lowest x,
 * then lowest y) and checks it: every number finite, a core within +-1e6, radius in 0..1e6, at most LGJK_MAX_POINTS
 * hull vertices, an ellipse whose mapped semi-axes are at least 1e-12.
 *
 * @param defs count definitions; count may be 0, at most LGJK_MAX_SHAPES
 * @param allocator NULL: malloc and free
 * @param out receives the set; untouched on error
 *
 * Errors: ARGUMENT, SHAPE (index = the definition), MEMORY. Cost: O(points log points). */
LGJK_API int32_t lgjk_shapes2_create(const lgjk_shape2_def* defs, uint32_t count, const lgjk_allocator* allocator,
                                     lgjk_shapes2** out, lgjk_error* error);
/** NULL is allowed. A set of the other dimension, passed by a cast, is left alone: all functions refuse it. So is a set
 * that was destroyed, as long as its memory is not used again, which the allocator has to ensure. */
LGJK_API void lgjk_shapes2_destroy(lgjk_shapes2* shapes);
/** Returns the number of shapes; 0 for NULL and for anything that is not a set of this dimension. */
LGJK_API uint32_t lgjk_shapes2_count(const lgjk_shapes2* shapes);

/** lgjk_shapes2_get writes this struct. Before that only its struct_size means anything. */
typedef struct lgjk_shape2_info {
  uint32_t struct_size;
  uint32_t kind;         /**< LGJK_SHAPE2_* as built */
  uint32_t vertex_count; /**< hull vertices of a POINTS core; 4 for a box, 0 for an ellipse */
  float radius;          /**< rounding radius */
  float bound;           /**< radius about the local origin, rounding included; for a body with a rounding radius r of
                            its own: bound - radius + r */
  float matrix[4]; /**< ELLIPSE: the core is the image of the unit disc under {xx, xy, yx, yy}; else the identity */
} lgjk_shape2_info;

/** Sets struct_size, and zero in every other member. */
LGJK_API void lgjk_shape2_info_init(lgjk_shape2_info* info);
/** Reads what was built. vertices (or NULL) receives min(capacity, vertex_count) points (x, y), counter-clockwise; it
 * must not overlap info.
 *
 * Errors: ARGUMENT. */
LGJK_API int32_t lgjk_shapes2_get(const lgjk_shapes2* shapes, uint32_t index, lgjk_shape2_info* info, float* vertices,
                                  uint32_t capacity, lgjk_error* error);

/** What a solver needs of a shape of density 1. Before lgjk_shapes2_mass writes it only struct_size means anything. */
typedef struct lgjk_mass2 {
  uint32_t struct_size;
  float mass;      /**< the area */
  float centre[2]; /**< of mass, in the local frame */
  float inertia;   /**< about the centre */
} lgjk_mass2;

/** Sets struct_size, and zero in every other member. */
LGJK_API void lgjk_mass2_init(lgjk_mass2* mass);
/** Finds the mass, the centre of mass and the moment of inertia of a shape, rounding radius included. For a density d
 * both moments are d times as large. A segment without a radius and a point without one have no mass. Computed in
 * double; of an ellipse with a rounding radius within 1e-4. Errors: ARGUMENT. */
LGJK_API int32_t lgjk_shapes2_mass(const lgjk_shapes2* shapes, uint32_t index, lgjk_mass2* mass, lgjk_error* error);

/* ---------------------------------------------------------------- threads -------------------------------------- */

#define LGJK_MAX_WORKERS 64u

/** How a call gets threads. Results never depend on it. The two functions are those of Box2D's tasks, so that an
 * adapter of one serves both. */
typedef struct lgjk_tasks {
  uint32_t struct_size;
  uint32_t workers; /**< threads worth having, the caller's own included: at most LGJK_MAX_WORKERS; 0 or 1: no others */
  void* (*start)(void (*task)(void* context), void* context, void* user); /**< has task(context) run once, on any
                                                                             thread; NULL: it has run already */
  void (*wait)(void* handle, void* user); /**< returns once that task has run; not called for NULL */
  void* user;
} lgjk_tasks;

/** Sets struct_size, and zero in every other member. */
LGJK_API void lgjk_tasks_init(lgjk_tasks* tasks);

/* ---------------------------------------------------------------- bodies, pairs, records ----------------------- */

/** A view over the caller's arrays; nothing is copied or kept. Both sides of a batch may be the same view. A stride of
 * 0 means a tightly packed array, a radius of NULL the shapes' own radii. shapes of NULL are refused; so are shape and
 * pose of NULL if there are bodies. Cost: bodies that the caches do not hold and pairs name in random order are best
 * kept as records of 32 bytes, aligned to 32, with pose, shape and radius, read through strides: one cache line for
 * each body instead of two or three. Where pairs are near each other in memory, separate arrays are as good. */
typedef struct lgjk_bodies2 {
  uint32_t struct_size;
  uint32_t count; /**< bodies */
  const lgjk_shapes2* shapes;
  const uint32_t* shape;  /**< count shape indices. One out of range makes the pairs that name the body `bad` */
  const float* pose;      /**< count poses {x, y, c, s}. One outside the domain makes the pairs that name the body
                             `bad` */
  const float* radius;    /**< count rounding radii >= 0, for all bodies in place of their shapes' own, or NULL */
  const double* position; /**< NULL: all are 0. Else count positions {x, y} in double, for worlds whose coordinates are
                             too large for float: the pose is then relative to the body's position ("positions" below).
                             Aligned to 4 bytes */
  uint32_t shape_stride;  /**< bytes, a multiple of 4; 0: 4 */
  uint32_t pose_stride;   /**< bytes, a multiple of 4, at least 16; 0: 16 */
  uint32_t radius_stride; /**< bytes, a multiple of 4; 0: 4 */
  uint32_t position_stride; /**< bytes, a multiple of 4, at least 16; 0: 16 */
} lgjk_bodies2;

/* Positions in double. A body is at position + pose. A view without positions may meet one that has them: its own are
 * 0. Of two bodies only the difference of their places counts: (position of B - position of A) + (pose of B - pose of
 * A) in double, rounded once to float. So all calls give the same bits for a world that is moved, as long as the
 * differences of its positions are the same: those of positions in whole 1/1024 m are, out to 1e12 m.
 *   - Points are relative to the position of A's body: witness points, those of manifolds, points of casts and hits,
 *     ends of slides. lgjk_add_positions2 adds it. Distances, normals, depths and fractions are as near the origin.
 *   - A coordinate that is not finite, or beyond +-1e15, makes its body bad.
 *   - Cost: 3 to 4 ns per pair, in 3D 5; where shapes are mixed up to twice that, as a call goes in groups of 1,024
 *     pairs (of 512 where poses of A have places other than 0). 48 KB of stack. Views without positions pay nothing. */

/** Sets struct_size, and zero in every other member. */
LGJK_API void lgjk_bodies2_init(lgjk_bodies2* bodies);

/** Adds the positions of bodies to points that are relative to them: point_a and point_b of a query, of which pairs->a
 * names the bodies; of casts and hits; by strides of points in manifolds and so on.
 *
 * @param bodies the A view of the call that wrote the points. Without positions it adds 0
 * @param body of each point the number of its body in the view; NULL: point i is that of body i
 * @param body_stride bytes from one number to the next, a multiple of 4; 0: 4
 * @param points count points (x, y)
 * @param point_stride bytes from one point to the next, a multiple of 4; 0: 8
 * @param out count points (x, y) in double, one after the other
 *
 * Errors: ARGUMENT, RANGE (a body that the view has not, or more points than bodies; index = the point); nothing is
 * written then. */
LGJK_API int32_t lgjk_add_positions2(const lgjk_bodies2* bodies, const uint32_t* body, uint32_t body_stride,
                                     const float* points, uint32_t point_stride, uint64_t count, double* out,
                                     lgjk_error* error);

/** Pair i joins body a[i] of the A view and body b[i] of the B view. A body paired with itself is `bad`; a pair is that
 * if both bodies have their pose at the same address. A zeroed struct is an empty list. A stride of 0 is that of two
 * arrays of indices. */
typedef struct lgjk_pairs {
  uint32_t struct_size;
  uint32_t stride;   /**< bytes from one index to the next, a multiple of 4; 0: 4. 8 for an array of {a, b} */
  const uint32_t* a; /**< count indices into the A view */
  const uint32_t* b; /**< count indices into the B view */
  uint64_t count;
} lgjk_pairs;

/** Sets struct_size, and zero in every other member. */
LGJK_API void lgjk_pairs_init(lgjk_pairs* pairs);

/** The record of a pair from the previous frame: 16 bytes, shared by all queries. Zero means cold: all that is written
 * of such a pair, iterations of lgjk_overlap3 aside, has the bits of a call without records. A record is read as a
 * guess and checked as one: stale, foreign or random bytes cost time and never change what is true. Copy records to
 * make a snapshot. Keep records where they pay. In 2D that is for distances of polygons with polygons, boxes or
 * capsules (a warm one takes three quarters of the time), for overlaps of polygons with capsules, and for all queries
 * of polygons of more than 8 vertices. Records of other pairs of 2D, and of contacts of polygons of up to 8 vertices,
 * are neither read nor written: pass NULL. lanegjk3.h has those of 3D. */
typedef struct lgjk_warm {
  uint32_t word[4];
} lgjk_warm;

/** Moves records from the previous frame's pair list to this frame's. Both lists are sorted by (a, b) ascending,
 * without repeats; a pair that was not there before gets a zero record. To begin, the previous list is one of count 0,
 * whose records may be NULL.
 *
 * @param to_records to->count records; must not overlap from_records or the indices of either list
 * @param tasks NULL: the caller's thread alone
 *
 * Errors: ARGUMENT (a NULL; memory that overlaps; a list out of order: index = the pair). Nothing is written on error.
 *
 * Cost: linear. */
LGJK_API int32_t lgjk_warm_carry(const lgjk_pairs* from, const lgjk_warm* from_records, const lgjk_pairs* to,
                                 lgjk_warm* to_records, const lgjk_tasks* tasks, lgjk_error* error);

/* ---------------------------------------------------------------- queries, 2D ---------------------------------- */

#define LGJK_STATUS_SEPARATED 0u
#define LGJK_STATUS_OVERLAPPING 1u
#define LGJK_STATUS_BEYOND 2u /**< apart by more than max_distance */
/** iteration_limit reached: distance and witnesses are the best so far (an upper bound, even above max_distance). A
 * contact that is known to overlap then is `overlapping` all the same, and its depth a lower bound */
#define LGJK_STATUS_LIMIT 3u
#define LGJK_STATUS_BAD 4u /**< shape index, pose, radius or scale outside the domain; or a body paired with itself */

/** Returns "separated", "overlapping", "beyond", "limit" or "bad"; NULL for a number that is no status. */
LGJK_API const char* lgjk_status_text(uint32_t status);

#define LGJK_DEFAULT_ITERATION_LIMIT 64u

/** Pairs run in classes of equal kind and size; only polygons of up to 8 vertices share one, and circles and ellipses,
 * because sorting them costs more than it saves. This flag sorts those, too. Results have the same bits; the flag is
 * for measuring. */
#define LGJK_FLAG_SORT_ALL 1u
/** lgjk_contact2 and lgjk_contact3 find depths by the expanding polytope algorithm wherever the cores overlap, and not
 * by separating axes or a closed form where there are any. Results are within the same band, but have other bits; the
 * flag is for measuring. */
#define LGJK_FLAG_EPA 2u
/** Records are neither read nor written: for every query and all shapes, the results of a pair are, bit for bit, those
 * of a call without records. The flag is for servers that roll back and clients that join late, whose snapshots are
 * the poses alone. For distances both points of an overlapping pair are 0, except with LGJK_FLAG_COMMON_POINTS. Cost:
 * that of a call without records. */
#define LGJK_FLAG_HISTORY_FREE 4u
/** With LGJK_FLAG_HISTORY_FREE, overlapping pairs of a distance query have the common point of a call without records.
 * Without LGJK_FLAG_HISTORY_FREE they have a common point anyway. */
#define LGJK_FLAG_COMMON_POINTS 8u

/** Rotations whose |c*c + s*s - 1|, in 3D |qx*qx + qy*qy + qz*qz + qw*qw - 1|, is above 1e-4 and at most 1e-2 are not
 * bad but taken as lgjk_pose2_normalize or lgjk_pose3_normalize would make them: the same bits. Poses are not written.
 * The flag is for rotations that have drifted over many steps, or were read from files with few digits. Cost: pairs are
 * copied, and run in groups of 512: 9 ns per pair, where kinds are mixed 15, in 3D 25; 5 more, in 3D 9, where all
 * rotations are off. The call takes 48 KB more of stack. */
#define LGJK_FLAG_NORMALIZE 16u

/** Zero in every member is the default. */
typedef struct lgjk_options {
  uint32_t struct_size;
  uint32_t isa;       /**< LGJK_ISA_*; 0: LGJK_ISA_AUTO */
  float max_distance; /**< > 0: pairs farther apart become `beyond`; 0 or +infinity: none do. Where only the verdict
                         is of interest, lgjk_overlap2 is the query */
  uint32_t iteration_limit; /**< support evaluations per pair and run, 1..255; 0: LGJK_DEFAULT_ITERATION_LIMIT, which no
                               pair of polygons has been seen to reach */
  uint32_t flags;           /**< LGJK_FLAG_*; 0: none */
  float margin;             /**< of manifolds: points of a larger separation are left out; >= 0, finite. 0: only points
                               where the shapes overlap remain. A pair beyond max_distance has none, whatever the
                               margin */
  const lgjk_tasks* tasks; /**< NULL: the caller's thread alone. Else the call is split if it has more than 1,024 pairs.
                              Ranges of its own threads are as good */
} lgjk_options;

/** Sets struct_size, and zero in every other member. */
LGJK_API void lgjk_options_init(lgjk_options* options);

/** A point of a contact manifold. */
typedef struct lgjk_manifold_point2 {
  float position[2]; /**< world coordinates, midway between the two surfaces along the normal */
  float separation;  /**< along the normal, negative where they overlap: between the cores' edges (in 3D also faces)
                        that meet there, less both radii. If such an edge is at an angle a to the perpendicular of
                        the normal, the surfaces of shapes with radii are nearer by up to its radius times (1 / cos a
                        - 1). a is 41 degrees at most (in 3D 12). At the first point they are never nearer */
  uint32_t id;       /**< the features of A (low 16 bits) and of B that meet there, a vertex and an edge or two
                        vertices (in 3D also faces, two edges that cross, or sectors of rims). It is the same from
                        frame to frame while they meet, whichever shape serves as reference, and no other point of
                        the manifold has it */
} lgjk_manifold_point2;

/** Where two shapes touch: the points that carry a contact, for a solver to read. The deepest comes first. In 2D its
 * separation is the pair's distance, to the bit. */
typedef struct lgjk_manifold2 {
  uint32_t count;  /**< number of points, 0..2: 0 where the shapes are apart by more than the margin, beyond, or bad */
  float normal[2]; /**< unit, from A to B; 0 where beyond or bad */
  uint32_t reserved;              /**< 0 */
  lgjk_manifold_point2 points[2]; /**< those from count on are all 0 */
} lgjk_manifold2;

/** The same in 3D (lanegjk3.h). */
typedef struct lgjk_manifold_point3 {
  float position[3];
  float separation;
  uint32_t id;
} lgjk_manifold_point3;

/** The separation of the first point is the pair's distance, to the bit, except for two faces within 4e-3 (the sine) of
 * parallel, which tremble. If these meet in more than four places, or one is the base of a cylinder or a cone, their
 * outlines decide which places are chosen, so that ids stay. The deepest place may then be left out. The first point is
 * then less deep by up to 4e-3 of the way between the two, and by less than 2e-3 of the scale. */
typedef struct lgjk_manifold3 {
  uint32_t count; /**< 0..4 */
  float normal[3];
  lgjk_manifold_point3 points[4]; /**< chosen among all to span a large area */
} lgjk_manifold3;

/** The arrays that any query writes its results to, in 2D and in 3D. They are indexed by pair: element i belongs to
 * pair i of the list, whatever the range. An array is NULL if it is not needed, and if the query has no such result.
 * Only elements first..first+count-1 are written. A zeroed struct requests nothing, which is refused. */
typedef struct lgjk_results {
  uint32_t struct_size;
  uint32_t reserved;   /**< 0 */
  uint8_t* status;     /**< LGJK_STATUS_* */
  uint8_t* iterations; /**< support evaluations spent, over all runs that the pair went through, at most 255. For a
                          depth in 3D that the expanding polytope finds in lanes, the polytope's alone. 1 for a pair
                          in 2D that double answers without a search, whatever has tried it before */
  float* distance;     /**< >= 0; 0 where overlapping; +infinity where beyond; the quiet NaN 0x7fc00000 where bad. For
                          a contact signed: minus the depth where overlapping, +0 at touching. NULL for lgjk_overlap2
                          and lgjk_overlap3 */
  float* point_a;      /**< witness point of A in world coordinates, two floats (x, y) per pair in 2D, three (x, y, z)
                          in 3D; overlapping: one common point, written for both; beyond and bad: all 0. For a
                          contact point_b - point_a is distance times normal, except for the rounding of coordinates:
                          far from the world's origin distance and normal are the more exact. NULL for lgjk_overlap2
                          and lgjk_overlap3 */
  float* point_b;      /**< witness point of B */
  float* normal;       /**< for contacts, else NULL: unit, from A to B, two floats per pair in 2D, three in 3D. Moving
                          B by minus the distance times the normal makes the shapes touch. Beyond and bad: all 0 */
  lgjk_manifold2* manifold2; /**< for lgjk_contact2, else NULL */
  lgjk_manifold3* manifold3; /**< for lgjk_contact3, else NULL */
  uint64_t* bad_count; /**< one number: how many pairs of the range are bad. Overwritten by each call, so one for each
                          of those that run at the same time */
} lgjk_results;

/** Sets struct_size, and zero in every other member. */
LGJK_API void lgjk_results_init(lgjk_results* results);

/** Finds the distance and the witness points of pairs first..first+count-1.
 *
 * @param a see b
 * @param b the A view and the B view; may be the same
 * @param warm pairs->count records, read and replaced for the pairs of the range, or NULL: every pair starts cold.
 *   With LGJK_FLAG_HISTORY_FREE they are neither read nor written
 * @param results where to write; at least one array
 * @param options NULL: the defaults
 *
 * Errors: ARGUMENT, RANGE, PAIR_INDEX, ISA; nothing is written then.
 *
 * Threads: split a batch into ranges of 1,024 pairs or more, one call each.
 *
 * Method: GJK (Gilbert, Johnson, Keerthi 1988) on W pairs at a time, stopped at a repeated support and certified by
 * the duality gap; what float32 cannot certify is decided by the same algorithm in double, or by one separating axis
 * (polygons of up to 8 vertices, boxes, segments). Cost: some ns per pair. */
LGJK_API int32_t lgjk_distance2(const lgjk_bodies2* a, const lgjk_bodies2* b, const lgjk_pairs* pairs, lgjk_warm* warm,
                                uint64_t first, uint64_t count, const lgjk_results* results,
                                const lgjk_options* options, lgjk_error* error);

/** Finds only whether each pair overlaps: as lgjk_distance2, but cheaper. It writes status and iterations. max_distance
 * is compared with the gap between the two bounding circles about the local origins only: a pair whose circles are
 * farther apart is `beyond`, any other that is apart is `separated`. */
LGJK_API int32_t lgjk_overlap2(const lgjk_bodies2* a, const lgjk_bodies2* b, const lgjk_pairs* pairs, lgjk_warm* warm,
                               uint64_t first, uint64_t count, const lgjk_results* results, const lgjk_options* options,
                               lgjk_error* error);

/** Finds how each pair touches, or how far it is apart: signed distance, unit normal, a witness point on each shape,
 * and the manifold if requested. It is used as lgjk_distance2 and gives its statuses. Where the shapes are apart it
 * gives its distance, within the band and not to the last bit; of several points that are as near it may take others.
 * Where they overlap, the depth is that of the minimum translation. Where several translations are as short within half
 * a band, the normal keeps to one of them. For boxes and polygons of up to 8 vertices that is the first, whatever the
 * record (A's axes or edges before B's, x before y, along an axis before against it; in 3D x of both first). For hulls
 * it is the one nearest to the record's normal or, cold, to a direction that is fixed in A. For other shapes it is the
 * same for the same input and warm record. Concentric and identical shapes have a depth and a normal like any others.
 * Records: those of polygons of up to 8 vertices, boxes, segments, circles and ellipses, each with any other of these,
 * are neither read nor written: pass NULL. Larger polygons keep theirs, as for distances. Options: a game sets
 * max_distance and margin to the gap at which its solver needs contacts, such as 2 cm. A pair that is farther apart is
 * then `beyond` by its bounding circles or its axis, without nearest points: pairs of polygons that stand well apart
 * take 4 ns in place of 13 (AVX-512). Without a max_distance a pair that is apart costs what a distance costs, and up
 * to a fifth more. Method: polygons of up to 8 vertices, boxes and segments by the separating axis with the largest
 * separation, which holds the minimum translation where they overlap and the nearest feature where they are apart;
 * other cores by GJK where they are apart and the expanding polytope (van den Bergen 2001) where they overlap. What
 * float32 cannot certify, pairs that touch among it, is found in double: of polygons by the axis that float32 has
 * chosen, of ellipses by arcs of normals. */
LGJK_API int32_t lgjk_contact2(const lgjk_bodies2* a, const lgjk_bodies2* b, const lgjk_pairs* pairs, lgjk_warm* warm,
                               uint64_t first, uint64_t count, const lgjk_results* results, const lgjk_options* options,
                               lgjk_error* error);

/* ---------------------------------------------------------------- why a pair is bad ---------------------------- */

#define LGJK_BAD_NONE 0u     /**< it is not bad */
#define LGJK_BAD_ITSELF 1u   /**< a body with itself */
#define LGJK_BAD_SHAPE 2u    /**< a shape index that its set does not have; value: the index */
#define LGJK_BAD_POSE 3u     /**< a number of a pose is not finite; value: the number */
#define LGJK_BAD_ROTATION 4u /**< a rotation is too far from unit length; value: the sum of its squares */
#define LGJK_BAD_RADIUS 5u   /**< a rounding radius of a body is negative or not finite; value: the radius */
#define LGJK_BAD_SCALE 6u    /**< the scale of the pair is outside of the domain; value: the scale */
#define LGJK_BAD_POSITION                                                                       \
  7u /**< a coordinate of a position is not finite, or beyond +-1e15; value: the coordinate. It \
        comes before BAD_SCALE */

/** lgjk_bad_reason2 and lgjk_bad_reason3 write this struct. Before that only its struct_size means anything. */
typedef struct lgjk_bad_reason {
  uint32_t struct_size;
  uint32_t reason; /**< LGJK_BAD_*; of several the first in their order, A before B */
  uint32_t side;   /**< the side whose body has the fault: 0 for A, 1 for B. ITSELF and SCALE are faults of both: 0 */
  uint32_t body;   /**< its index in that view; for ITSELF and SCALE that of A's body */
  double value;    /**< the wrong value that LGJK_BAD_* names, else 0 */
  char text[160];  /**< one sentence that names the body and the value; empty where the pair is not bad */
} lgjk_bad_reason;

/** Sets struct_size, and zero in every other member. */
LGJK_API void lgjk_bad_reason_init(lgjk_bad_reason* reason);

/** Reports why a pair has the status `bad`. reason->reason is LGJK_BAD_NONE exactly where a query of the same arguments
 * gives any other status, on every instruction set.
 *
 * @param a see pairs
 * @param b see pairs
 * @param pairs those of the query
 * @param pair its index in pairs
 * @param options those of the query, of which only the flags matter; NULL: the defaults
 * @param reason where to write
 *
 * Errors: ARGUMENT, RANGE (of the index), PAIR_INDEX; nothing is written then. Cost: that of a call of one pair. Call
 * it for pairs that are bad, not for all. */
LGJK_API int32_t lgjk_bad_reason2(const lgjk_bodies2* a, const lgjk_bodies2* b, const lgjk_pairs* pairs, uint64_t pair,
                                  const lgjk_options* options, lgjk_bad_reason* reason, lgjk_error* error);

/* ---------------------------------------------------------------- poses, 2D ------------------------------------ */

/** pose = {x, y, cos(angle), sin(angle)} with the same bits on every machine (no libm); angle in radians, |angle| <=
 * 1e6. An angle that is not finite or larger gives a NaN rotation, which queries report as bad. Error below 1 ulp. */
LGJK_API void lgjk_pose2_from_angle(float x, float y, float angle, float* pose);

/** Brings the rotations of count poses back to unit length (after many small steps). A rotation of length 0 or not
 * finite is left as it is. stride in bytes, 0: 16. Errors: ARGUMENT. */
LGJK_API int32_t lgjk_pose2_normalize(float* poses, uint32_t stride, uint32_t count, lgjk_error* error);

#ifdef __cplusplus
}
#endif

#endif
