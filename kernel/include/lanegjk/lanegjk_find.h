/*
 * lanegjk: candidate pairs, trees, what is near, and events.
 * SPDX-License-Identifier: MIT
 *
 * This header is the specification. A tick of a program that uses it:
 *
 *   lgjk_find_pairs2(&bodies, NULL, &list, scratch, size, &find, &error);   all pairs that may meet, sorted
 *   lgjk_warm_carry(&before, records, &now, next_records, NULL, &error);    records, if the query reads any
 *   lgjk_contact2(&bodies, &bodies, &now, ...);                             lanegjk.h
 *   lgjk_pair_events(&before, status, &now, next_status, ...);              which pairs began and ceased to touch
 *
 * As in lanegjk.h: views over the caller's arrays go in, the caller's arrays come out, nothing is allocated and nothing
 * is kept. Structs start with struct_size, and zero in every other member is the default. All bits are the same on
 * every instruction set and for any number of workers.
 *
 * Words
 *   bound    what stands in for a body: a circle (3D: a ball) about its position that holds it, and, if that is thinner
 *            than half of the circle's radius, the box of its shape in the axes of its pose, rounded by the radius.
 *   meet     Two bodies meet if nothing separates their bounds by more than the margin: neither the circles, nor an
 *            axis of one box and the circle of the other, nor, of two boxes, an axis of either, nor, of any, an axis
 *            of the world. Bounds are rounded outwards: circles and margin by 1e-5 of their size and 1e-18, along an
 *            axis of a box or of the world 2e-4 (3D: 5e-4) of the sum of both circles' radii and the margin; 2e-2
 *            (3D: 5e-2) with LGJK_FLAG_NORMALIZE, which allows rotations farther off unit length; along an axis of the
 *            world by 3e-7 of the coordinates, too. So no pair is missing that a query finds within the margin. Where
 *            a view has positions in double (lanegjk.h), differences of places are formed in double and rounded once,
 *            and no coordinate matters: bodies meet or not by their difference alone, wherever they and others are.
 */
/** @file */
#ifndef LANEGJK_FIND_H
#define LANEGJK_FIND_H

#include "lanegjk.h"

#ifdef __cplusplus
extern "C" {
#endif

struct lgjk_bodies3; /* lanegjk3.h */

/* ---------------------------------------------------------------- finding pairs -------------------------------- */

/** Who may meet whom: bodies a and b if (category a & mask b) and (category b & mask a) are not 0, and they are not
 * both of one group other than 0. A body of category 0 is an empty slot: it meets none, and is not counted as bad. */
typedef struct lgjk_filters {
  uint32_t struct_size;
  uint32_t stride;          /**< bytes from one element to the next, of all three; 0: 4 */
  const uint32_t* category; /**< one per body of the view; NULL: 1 for all */
  const uint32_t* mask;     /**< NULL: all bits */
  const uint32_t* group;    /**< NULL: 0 for all */
} lgjk_filters;

/** Sets struct_size, and zero in every other member. */
LGJK_API void lgjk_filters_init(lgjk_filters* filters);

#define LGJK_MAX_MARGIN 1e9f

typedef struct lgjk_find_options {
  uint32_t struct_size;
  uint32_t isa;   /**< LGJK_ISA_*; 0: LGJK_ISA_AUTO */
  float margin;   /**< 0..LGJK_MAX_MARGIN: the gap up to which bodies meet. A query's max_distance should equal it */
  uint32_t flags; /**< 0, or LGJK_FLAG_NORMALIZE if the query has it */
  const float* motion;    /**< NULL, or how far each body of A will move until the next call, (x, y) or (x, y, z): its
                             bound is that of its way. For bodies so fast that a margin would be wasteful */
  uint32_t motion_stride; /**< bytes, a multiple of 4; 0: tight */
  uint32_t effort; /**< nodes and leaves of B that each leaf of A is compared with, at most; 0: no limit. For servers
                      whose clients can crowd together so that filters keep all from meeting: see list->cut */
  const lgjk_filters* filters_a; /**< NULL: any may meet */
  const lgjk_filters* filters_b; /**< of the B view; not used for one view */
  const lgjk_tasks* tasks;       /**< NULL: the caller's thread alone */
} lgjk_find_options;

/** Sets struct_size, and zero in every other member. */
LGJK_API void lgjk_find_options_init(lgjk_find_options* options);

#define LGJK_LIST_FIT 1u /**< a list with less room than there are pairs gets those that fit, and no error */

/** The arrays that pairs are written to; {a, b, count} is the list that queries take. LGJK_LIST_FIT is for servers
 * whose clients can crowd together: there is a number k such that each body a that has k partners b in the list or
 * fewer keeps all of them, and one that has more keeps about k, chosen by a hash of a and b. k is about the greatest
 * for which all fits: some n or more if the capacity is n times the bodies of A, and below 1 only if it is less than
 * these. So bodies away from the crowd lose nothing, no position decides who does, and a pair that is kept is mostly
 * kept in the next tick. A list that does not fit costs three searches: 13 ns for each pair that there is. */
typedef struct lgjk_pair_list {
  uint32_t struct_size;
  uint32_t flags; /**< 0, or LGJK_LIST_FIT */
  uint32_t* a;    /**< capacity elements */
  uint32_t* b;
  uint64_t capacity;   /**< at most UINT32_MAX */
  uint64_t count;      /**< written; 0 on any error */
  uint64_t bad_bodies; /**< written: bodies of both views that were left out, because a query would call their pairs
                          bad, or whose motion is not finite or above some 1e18 */
  uint64_t dropped;    /**< written: pairs that LGJK_LIST_FIT has left out */
  uint64_t compared;   /**< written: pairs of a leaf of A (16 bodies near each other) and a node or leaf of B that were
                          compared. This is the work of a search, whatever the machine; a list that does not fit takes
                          it three times */
  uint64_t cut;        /**< written: leaves of A whose search options->effort has ended: pairs of their bodies may be
                          missing. They are compared with leaves of B in the order of the tree, which is the same on
                          every instruction set and for any number of workers */
} lgjk_pair_list;

/** Sets struct_size, and zero in every other member. */
LGJK_API void lgjk_pair_list_init(lgjk_pair_list* list);

/** Return the bytes of scratch that are enough for so many bodies and pairs, whatever these are and however many
 * workers there are: that of the trees (lgjk_tree_size2), 8 per body of A, 8 per pair, and 64 KB. bodies_b: 0 for one
 * view. */
LGJK_API uint64_t lgjk_find_scratch2(uint32_t bodies_a, uint32_t bodies_b, uint64_t capacity);
/** As lgjk_find_scratch2. */
LGJK_API uint64_t lgjk_find_scratch3(uint32_t bodies_a, uint32_t bodies_b, uint64_t capacity);

/** Finds all pairs of bodies that meet, each once, sorted by (a, b): builds the trees of both views in the scratch, and
 * finds their pairs, as lgjk_tree_build2 and lgjk_tree_pairs2 do, whose cost is stated below.
 *
 * @param a see b
 * @param b b NULL: the pairs a < b of one view. Else a body of A with one of B; what these views share is not known
 * @param list where to write
 * @param scratch at least lgjk_find_scratch2 bytes of memory, aligned to 64; its content is of no use afterwards
 * @param options NULL: the defaults
 *
 * Errors: ARGUMENT, ISA; CAPACITY with the needed count as index, when nothing of the list's arrays is written, unless
 * the list has LGJK_LIST_FIT. A view has at most 2^28 bodies.
 *
 * Threads: any number of calls with scratch and lists of their own. */
LGJK_API int32_t lgjk_find_pairs2(const lgjk_bodies2* a, const lgjk_bodies2* b, lgjk_pair_list* list, void* scratch,
                                  uint64_t scratch_size, const lgjk_find_options* options, lgjk_error* error);
/** As lgjk_find_pairs2. */
LGJK_API int32_t lgjk_find_pairs3(const struct lgjk_bodies3* a, const struct lgjk_bodies3* b, lgjk_pair_list* list,
                                  void* scratch, uint64_t scratch_size, const lgjk_find_options* options,
                                  lgjk_error* error);

/* ---------------------------------------------------------------- trees ---------------------------------------- */

/* A tree holds the bounds of the bodies of a view. It is built once for bodies that rest, such as the walls of a map,
 * or in each tick for bodies that move. Everything that finds bodies takes trees: pairs (lgjk_tree_pairs2), all bodies
 * within a distance (lgjk_within2), the nearest ones (lgjk_nearest2), casts (lanegjk_cast.h), ticks (lanegjk_tick.h)
 * and slides (lanegjk_slide.h). It does not matter how far bodies lie apart, how they differ in size, how far they
 * reach or move, or where: a tree has no parameter that depends on the world. */

#define LGJK_TREE_SEALED                                                                       \
  1u /**< writes a checksum of the whole tree, for one that is stored: 0.2 ns per byte. Memory \
        that nothing uses is set to 0, so that equal trees have equal bytes */

/** How a tree is built. */
typedef struct lgjk_tree_options {
  uint32_t struct_size;
  uint32_t isa;                /**< LGJK_ISA_*; 0: LGJK_ISA_AUTO */
  uint32_t flags;              /**< 0, LGJK_TREE_SEALED, or LGJK_FLAG_NORMALIZE if the query has it */
  uint32_t motion_stride;      /**< bytes, a multiple of 4; 0: tight */
  const float* motion;         /**< NULL, or how far each body will move, as in lgjk_find_options: its bound is that of
                                  its way, and its position for queries by positions the middle of it */
  const lgjk_filters* filters; /**< of the bodies, copied into the tree; NULL: any may meet */
  const lgjk_tasks* tasks;     /**< NULL: the caller's thread alone */
} lgjk_tree_options;

/** Sets struct_size, and zero in every other member. */
LGJK_API void lgjk_tree_options_init(lgjk_tree_options* options);

/** Return the bytes of memory that a tree of so many bodies is built in, whatever these are: some 150 per body in 2D,
 * 220 in 3D, and 16 KB. The tree has fewer (lgjk_tree_info). */
LGJK_API uint64_t lgjk_tree_size2(uint32_t bodies);
/** As lgjk_tree_size2. */
LGJK_API uint64_t lgjk_tree_size3(uint32_t bodies);

/** Builds the tree of a view's bodies. Bodies that are bad, and empty slots, are left out. The memory holds no
 * pointers: it may be copied, kept in a file and mapped, on a machine of the same byte order. The tree of a view with
 * positions in double has coordinates relative to the first of them that is possible. So a search is as fast anywhere;
 * it is slower where bodies lie so far apart that floats do not resolve them. Trees of any views go together.
 *
 * @param bodies at most 2^28
 * @param tree at least lgjk_tree_size2 bytes, aligned to 64
 * @param options NULL: the defaults
 *
 * Errors: ARGUMENT, ISA. Threads: any number of calls with memory of their own. The same bytes of the tree come on
 * every instruction set and for any number of workers. Cost: n log n of the number of bodies at most, and by the
 * positions of most worlds n: on AVX2 20 to 30 ns per body, 40 for boxes in 3D.
 *
 * Method: a linear bounding volume hierarchy (Lauterbach and others 2009, "Fast BVH construction on GPUs"). Bodies are
 * sorted along Hilbert's curve (1891; Skilling 2004, "Programming the Hilbert curve") through cells of the range of
 * most bodies. Those of one cell are sorted by a range of their own. 16 bodies are a leaf, 16 leaves or nodes a node.
 */
LGJK_API int32_t lgjk_tree_build2(const lgjk_bodies2* bodies, void* tree, uint64_t size,
                                  const lgjk_tree_options* options, lgjk_error* error);
/** As lgjk_tree_build2. */
LGJK_API int32_t lgjk_tree_build3(const struct lgjk_bodies3* bodies, void* tree, uint64_t size,
                                  const lgjk_tree_options* options, lgjk_error* error);

/** What is known of a tree. */
typedef struct lgjk_tree_info {
  uint32_t struct_size;
  uint32_t bodies; /**< written: of the view */
  uint32_t placed; /**< written: bodies that can be found */
  uint32_t bad;    /**< written: bodies that were left out as bad; the others that were are empty slots */
  uint64_t bytes;  /**< written: the bytes of the tree, of which a copy is one */
  float low[3];    /**< written: of the bounds of all bodies the least coordinates; the third is 0 in 2D, as the next */
  float high[3];   /**< written: the greatest; below `low` if there is no body */
  double origin[3]; /**< written: what both are relative to, where the view has positions; else 0 */
} lgjk_tree_info;

/** Sets struct_size, and zero in every other member. */
LGJK_API void lgjk_tree_info_init(lgjk_tree_info* info);

/** Checks a tree that came from a file or from elsewhere. Each call checks the head of a tree: its version, dimension,
 * counts, size and checksum. This one checks all else that a call relies on, too, so that none reads or writes outside
 * of its arrays afterwards, whatever the bytes are; and the checksum of the whole, if the tree is sealed.
 *
 * @param tree aligned to 64
 * @param size the bytes of the memory, at least those of the tree
 * @param info NULL, or where to write
 *
 * Errors: ARGUMENT with a reason. Threads: any. Cost: 0.4 ns per body; sealed 0.2 ns per byte. */
LGJK_API int32_t lgjk_tree_check2(const void* tree, uint64_t size, lgjk_tree_info* info, lgjk_error* error);
/** As lgjk_tree_check2. */
LGJK_API int32_t lgjk_tree_check3(const void* tree, uint64_t size, lgjk_tree_info* info, lgjk_error* error);

/** Return the bytes of scratch that lgjk_tree_pairs2 takes: 8 per body of A and per pair, and 64 KB. */
LGJK_API uint64_t lgjk_tree_scratch2(uint32_t bodies_a, uint64_t capacity);
/** As lgjk_tree_scratch2. */
LGJK_API uint64_t lgjk_tree_scratch3(uint32_t bodies_a, uint64_t capacity);

/** Finds all pairs of bodies of two trees that meet, each once, sorted by (a, b): those that lgjk_find_pairs2 finds for
 * their views. A tick builds the tree of what moves, and finds its pairs with itself and with that of what rests.
 *
 * @param a see b
 * @param a_size see b_size
 * @param b NULL: the pairs a < b of one tree
 * @param b_size the bytes of the memory of each tree, at least those that lgjk_tree_info reports
 * @param list where to write
 * @param scratch at least lgjk_tree_scratch2 bytes, aligned to 64; its content is of no use afterwards
 * @param options NULL: the defaults. Filters and motion belong to trees, and have to be NULL here. The flags of the
 *   trees and of the options have to be the same
 *
 * Errors: as lgjk_find_pairs2. Threads: any number of calls with scratch and lists of their own over the same trees.
 *
 * Cost: n log n of the number of bodies and linear in the pairs that are written, plus that of leaves whose bounds meet
 * without a pair. Bodies in one place that filters keep from meeting take 0.5 ns for each two of them.
 *
 * Method: the box of each leaf of A goes down the tree of B. Where it comes to a leaf, the bodies of both are compared,
 * 16 at a time: circles, then boxes along the axes of the world, then (Gottschalk 2000) along those of the bodies. */
LGJK_API int32_t lgjk_tree_pairs2(const void* a, uint64_t a_size, const void* b, uint64_t b_size, lgjk_pair_list* list,
                                  void* scratch, uint64_t scratch_size, const lgjk_find_options* options,
                                  lgjk_error* error);
/** As lgjk_tree_pairs2. */
LGJK_API int32_t lgjk_tree_pairs3(const void* a, uint64_t a_size, const void* b, uint64_t b_size, lgjk_pair_list* list,
                                  void* scratch, uint64_t scratch_size, const lgjk_find_options* options,
                                  lgjk_error* error);

/* ---------------------------------------------------------------- what is near --------------------------------- */

/** Bodies that are looked for: a view, and the tree that was built of it. Calls that take several, such as those that
 * move and those that rest, number the bodies of all in one row: those of the first, then those of the second, and so
 * on. */
typedef struct lgjk_target2 {
  const lgjk_bodies2* bodies; /**< NULL where only positions matter (lgjk_nearest2, lgjk_within2). With positions in
                                 double if the tree was built of them, else without */
  const void* tree;
  uint64_t tree_size; /**< bytes of the tree's memory, at least those that lgjk_tree_info reports */
} lgjk_target2;

/** As lgjk_target2. */
typedef struct lgjk_target3 {
  const struct lgjk_bodies3* bodies;
  const void* tree;
  uint64_t tree_size;
} lgjk_target3;

#define LGJK_MAX_TARGETS 4u
#define LGJK_NO_BODY UINT32_MAX
#define LGJK_MAX_NEAREST 64u

typedef struct lgjk_near_options {
  uint32_t struct_size;
  uint32_t isa;             /**< LGJK_ISA_*; 0: LGJK_ISA_AUTO */
  float max_distance;       /**< >= 0. Within: bodies up to it are found. Nearest: > 0, bodies farther off are left out;
                               0 or +infinity: none are */
  uint32_t stride;          /**< of points: bytes from one to the next, a multiple of 4; 0: tight. 16 (28) for poses */
  uint32_t flags;           /**< 0; for shapes LGJK_FLAG_NORMALIZE, if the trees have it */
  uint32_t position_stride; /**< bytes from one position to the next, a multiple of 4; 0: tight */
  const lgjk_filters* filters; /**< of the points or bodies that look; NULL: any may meet */
  const uint32_t* skip;        /**< NULL, or for each of them a body that is left out, by its number among those of all
                                  targets, such as itself; LGJK_NO_BODY: none */
  const lgjk_tasks* tasks;     /**< NULL: the caller's thread alone */
  const double* position;      /**< of points: NULL, or positions in double that points are relative to ("positions" in
                                    lanegjk.h); points may then be NULL: all are 0. One that is not possible has none */
} lgjk_near_options;

/** Sets struct_size, and zero in every other member. */
LGJK_API void lgjk_near_options_init(lgjk_near_options* options);

/** Return the bytes of scratch for so many points or bodies that look, and a list of so many pairs; 0 for
 * lgjk_nearest2. */
LGJK_API uint64_t lgjk_near_scratch2(uint32_t count, uint64_t capacity);
/** As lgjk_near_scratch2. */
LGJK_API uint64_t lgjk_near_scratch3(uint32_t count, uint64_t capacity);

/** Finds for each point the k bodies whose positions are nearest to it, by distance, then by number. The shapes of
 * bodies do not matter: lgjk_distance2 measures those that are found. Squares of distances are floats: distances below
 * 1e-19 or above 1e19 lose digits, and come as 0 or +infinity in the end.
 *
 * @param points count points, (x, y) or (x, y, z). One that is not finite has none
 * @param count at most 2^28
 * @param targets target_count of them, at most LGJK_MAX_TARGETS, with at most 2^28 bodies together
 * @param k 1..LGJK_MAX_NEAREST
 * @param body count * k numbers: those of point i from k * i on, and LGJK_NO_BODY where there are fewer
 * @param distance NULL, or count * k distances; +infinity where there are fewer
 * @param found NULL, or count numbers of bodies
 * @param scratch at least lgjk_near_scratch2(count, 0) bytes, aligned to 64
 * @param options NULL: the defaults
 *
 * Errors: ARGUMENT, ISA. Threads: any number of calls over the same trees, with scratch of their own. Cost: points are
 * sorted, so that those near each other go down the trees together: on AVX2 320 ns for a point and 8 bodies of 100,000;
 * it grows with log n, wherever bodies are and whatever their sizes. */
LGJK_API int32_t lgjk_nearest2(const float* points, uint32_t count, const lgjk_target2* targets, uint32_t target_count,
                               uint32_t k, uint32_t* body, float* distance, uint32_t* found, void* scratch,
                               uint64_t scratch_size, const lgjk_near_options* options, lgjk_error* error);
/** As lgjk_nearest2. */
LGJK_API int32_t lgjk_nearest3(const float* points, uint32_t count, const lgjk_target3* targets, uint32_t target_count,
                               uint32_t k, uint32_t* body, float* distance, uint32_t* found, void* scratch,
                               uint64_t scratch_size, const lgjk_near_options* options, lgjk_error* error);

/** Finds for each point all bodies whose positions are within options->max_distance of it: pairs of a point and a body,
 * sorted by (a, b). The square of a distance, as a float, is compared with that of max_distance.
 *
 * @param points see lgjk_nearest2, as for all others that are not described here
 * @param list where to write, as lgjk_find_pairs2; b is the number of a body among those of all targets
 * @param distance NULL, or list->capacity elements: the distance of each pair
 * @param scratch at least lgjk_near_scratch2(count, list->capacity) bytes, aligned to 64
 *
 * Errors and threads: as lgjk_find_pairs2. Cost: as lgjk_tree_build2 for the points and lgjk_tree_pairs2. */
LGJK_API int32_t lgjk_within2(const float* points, uint32_t count, const lgjk_target2* targets, uint32_t target_count,
                              lgjk_pair_list* list, float* distance, void* scratch, uint64_t scratch_size,
                              const lgjk_near_options* options, lgjk_error* error);
/** As lgjk_within2. */
LGJK_API int32_t lgjk_within3(const float* points, uint32_t count, const lgjk_target3* targets, uint32_t target_count,
                              lgjk_pair_list* list, float* distance, void* scratch, uint64_t scratch_size,
                              const lgjk_near_options* options, lgjk_error* error);

/** Finds for each body of A all bodies whose shapes are within options->max_distance of its shape: those pairs of which
 * lgjk_distance2 reports no more. A point that looks is a circle of radius 0.
 *
 * @param a at most 2^28
 * @param targets see lgjk_nearest2; each has its bodies
 * @param list where to write; its capacity must have room for all pairs whose bounds meet, some more than are found
 * @param distance NULL, or list->capacity elements: the distance of each pair; 0 where shapes overlap
 *
 * A body is no pair with itself: bodies of which the pose is at the same address. Bodies of A that are bad have none,
 * and are counted in list->bad_bodies with those of the trees. Errors and threads: as lgjk_find_pairs2. Cost: as
 * lgjk_within2, and as lgjk_distance2 for the pairs. */
LGJK_API int32_t lgjk_within_shapes2(const lgjk_bodies2* a, const lgjk_target2* targets, uint32_t target_count,
                                     lgjk_pair_list* list, float* distance, void* scratch, uint64_t scratch_size,
                                     const lgjk_near_options* options, lgjk_error* error);
/** As lgjk_within_shapes2. */
LGJK_API int32_t lgjk_within_shapes3(const struct lgjk_bodies3* a, const lgjk_target3* targets, uint32_t target_count,
                                     lgjk_pair_list* list, float* distance, void* scratch, uint64_t scratch_size,
                                     const lgjk_near_options* options, lgjk_error* error);

/** Finds for each body of A the k bodies whose shapes are nearest to its shape, by the distance that lgjk_distance2
 * reports, then by number; bodies that overlap have the distance 0.
 *
 * @param scratch at least lgjk_nearest_shapes_scratch2 bytes, aligned to 64
 *
 * All else is as for lgjk_nearest2 and lgjk_within_shapes2. Method: the distances of the k nearest by position bound
 * those of the k nearest by shape, which are then looked for as lgjk_within_shapes2 does. */
LGJK_API int32_t lgjk_nearest_shapes2(const lgjk_bodies2* a, const lgjk_target2* targets, uint32_t target_count,
                                      uint32_t k, uint32_t* body, float* distance, uint32_t* found, void* scratch,
                                      uint64_t scratch_size, const lgjk_near_options* options, lgjk_error* error);
/** As lgjk_nearest_shapes2. */
LGJK_API int32_t lgjk_nearest_shapes3(const struct lgjk_bodies3* a, const lgjk_target3* targets, uint32_t target_count,
                                      uint32_t k, uint32_t* body, float* distance, uint32_t* found, void* scratch,
                                      uint64_t scratch_size, const lgjk_near_options* options, lgjk_error* error);

/** Return the bytes of scratch for so many bodies of A, k, and bodies of all targets. */
LGJK_API uint64_t lgjk_nearest_shapes_scratch2(uint32_t count, uint32_t k, uint32_t target_bodies);
/** As lgjk_nearest_shapes_scratch2. */
LGJK_API uint64_t lgjk_nearest_shapes_scratch3(uint32_t count, uint32_t k, uint32_t target_bodies);

/* ---------------------------------------------------------------- what has changed ----------------------------- */

#define LGJK_EVENT_BEGIN 1u   /**< the pair touches, and did not before */
#define LGJK_EVENT_PERSIST 2u /**< it touches as before; reported only with LGJK_EVENTS_PERSIST */
#define LGJK_EVENT_END 3u     /**< it does not touch any more, or is in the list no longer */

typedef struct lgjk_event {
  uint32_t a, b; /**< the pair's bodies */
  uint32_t kind; /**< LGJK_EVENT_* */
  uint32_t pair; /**< its index in the list now; for END in the list before */
} lgjk_event;

typedef struct lgjk_events {
  uint32_t struct_size;
  uint32_t flags;    /**< 0, or LGJK_EVENTS_PERSIST */
  lgjk_event* event; /**< capacity elements */
  uint64_t capacity;
  uint64_t count;             /**< written; 0 on any error */
  const lgjk_tasks* tasks;    /**< NULL: the caller's thread alone */
  uint32_t replaced_stride;   /**< bytes from one element of replaced_a to the next; 0: 1 */
  uint32_t replaced_b_stride; /**< the same of replaced_b; 0: 1 */
} lgjk_events;

#define LGJK_EVENTS_PERSIST 1u /**< pairs that go on to touch are reported, too */

/** Sets struct_size, and zero in every other member. */
LGJK_API void lgjk_events_init(lgjk_events* events);

/** A list of pairs with what is known of their touching. */
typedef struct lgjk_touches {
  uint32_t struct_size;
  uint32_t reserved;       /**< 0 */
  const lgjk_pairs* pairs; /**< sorted by (a, b), no pair twice, fewer than 2^32 - 1 */
  uint8_t* touching;       /**< one per pair: 0 or 1 */
} lgjk_touches;

/** Sets struct_size, and zero in every other member. */
LGJK_API void lgjk_touches_init(lgjk_touches* touches);

/** Reports which pairs touch now and did not before, and which have ceased to. Each begin has one end, also when bodies
 * vanish, leave the list or are replaced.
 *
 * @param before the list of the tick before, with `touching` as this function wrote it then
 * @param now this tick's list; `touching` is written
 * @param status of the pairs now, from any query: LGJK_STATUS_OVERLAPPING touches
 * @param distance NULL, or of the pairs now, from a contact or distance query: a pair that touched before goes on to
 *   touch up to `slop`, so that pairs which a solver has just pushed apart do not flicker. Pairs that are bad or
 *   beyond do not touch
 * @param slop >= 0, finite
 * @param replaced_a see replaced_b
 * @param replaced_b NULL, or a byte per body, not 0 where the slot holds another body than before: its
 *   pairs end, and may begin
 * @param events where to write: by (a, b); an end of a pair comes before its begin. With less room than both lists
 *   have pairs the lists are gone through twice
 *
 * Errors: ARGUMENT; CAPACITY with the needed count as index, when nothing but that is written. Cost: 4 ns per pair, 11
 * where half of them begin or end. */
LGJK_API int32_t lgjk_pair_events(const lgjk_touches* before, const lgjk_touches* now, const uint8_t* status,
                                  const float* distance, float slop, const uint8_t* replaced_a,
                                  const uint8_t* replaced_b, lgjk_events* events, lgjk_error* error);

#define LGJK_NO_PAIR UINT32_MAX

/** Writes for each pair of the list `now` its index in the list `before`, or LGJK_NO_PAIR: to carry the caller's own
 * data from tick to tick, as lgjk_warm_carry does with records. Both lists are sorted by (a, b), and have fewer than
 * 2^32 - 1 pairs. Errors: ARGUMENT. Cost: 2.5 ns per pair. */
LGJK_API int32_t lgjk_pairs_match(const lgjk_pairs* before, const lgjk_pairs* now, uint32_t* index,
                                  const lgjk_tasks* tasks, lgjk_error* error);

/* ---------------------------------------------------------------- the order of bodies -------------------------- */

/** Writes to order[i] the body that should stand at place i, so that neighbours in space are neighbours in memory: by a
 * space-filling curve (Hilbert 1891), that of trees: equal positions by index, bad bodies last. A program that sorts
 * its bodies so every few seconds finds pairs of a million bodies in 0.85 of the time. lgjk_pairs_renumber brings its
 * lists along.
 *
 * @param order bodies->count elements
 * @param scratch at least lgjk_tree_size2(bodies->count) bytes, aligned to 64
 *
 * Errors: ARGUMENT, ISA. Cost: 18 ns per body, 33 of a million. */
LGJK_API int32_t lgjk_order2(const lgjk_bodies2* bodies, uint32_t* order, void* scratch, uint64_t scratch_size,
                             lgjk_error* error);
/** As lgjk_order2. */
LGJK_API int32_t lgjk_order3(const struct lgjk_bodies3* bodies, uint32_t* order, void* scratch, uint64_t scratch_size,
                             lgjk_error* error);

/** Rewrites the last list of pairs after bodies have changed places, so that events, records and the caller's own
 * data go on: nothing begins or ends because bodies were sorted.
 *
 * @param before sorted by (a, b), no pair twice, fewer than 2^32 - 1
 * @param order_a bodies_a elements: the body that stands at each place now, by its number before, as lgjk_order2
 *   returns. NULL: bodies of A stand where they stood
 * @param order_b the same of B; NULL: they stand where they stood. The same pointer as order_a: pairs of one view, of
 *   which the body that stands first becomes a. Records are of use all the same
 * @param now where to write, sorted by (a, b); other arrays than those of `before`
 * @param index before->count elements: of each pair of `now` its place in `before`, to move what belongs to it
 * @param scratch 8 bytes for each pair and each body, and 8 more, aligned to 8. Bodies of one view count once, and
 *   those of B without an order do not
 *
 * Errors: ARGUMENT; CAPACITY as above. Cost: 26 ns per pair of 100,000 bodies. */
LGJK_API int32_t lgjk_pairs_renumber(const lgjk_pairs* before, const uint32_t* order_a, uint32_t bodies_a,
                                     const uint32_t* order_b, uint32_t bodies_b, lgjk_pair_list* now, uint32_t* index,
                                     void* scratch, uint64_t scratch_size, lgjk_error* error);

#ifdef __cplusplus
}
#endif

#endif
