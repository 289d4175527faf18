/*
 * lanegjk: candidate pairs, an index of what rests, and events.
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
 *            axis of one box and the circle of the other, nor, of two boxes, an axis of either. Bounds are rounded
 *            outwards: circles and margin by 1e-5 of their size and 1e-18, along an axis of a box 2e-4 (3D: 5e-4) of
 *            the sum of both circles' radii and the margin; 2e-2 (3D: 5e-2) with LGJK_FLAG_NORMALIZE, which allows
 *            rotations farther off unit length. So no pair is missing that a query finds within the margin.
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
  uint32_t reserved;      /**< 0 */
  const lgjk_filters* filters_a; /**< NULL: any may meet */
  const lgjk_filters* filters_b; /**< of the B view or of the index; not used for one view */
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
} lgjk_pair_list;

/** Sets struct_size, and zero in every other member. */
LGJK_API void lgjk_pair_list_init(lgjk_pair_list* list);

/** Return the bytes of scratch that are enough for so many bodies and pairs, whatever these are and however many
 * workers there are: in 2D some 210 per body, of which a crowd of circles touches about 70, in 3D 320, 12 per pair,
 * and 1 MB. bodies_b: 0 for one view. */
LGJK_API uint64_t lgjk_find_scratch2(uint32_t bodies_a, uint32_t bodies_b, uint64_t capacity);
/** As lgjk_find_scratch2. */
LGJK_API uint64_t lgjk_find_scratch3(uint32_t bodies_a, uint32_t bodies_b, uint64_t capacity);

/** Finds all pairs of bodies that meet, each once, sorted by (a, b).
 *
 * @param a see b
 * @param b b NULL: the pairs a < b of one view. Else a body of A with one of B; what these views share is not known
 * @param list where to write
 * @param scratch at least lgjk_find_scratch2 bytes of memory, aligned to 64; its content is of no use afterwards
 * @param options NULL: the defaults
 *
 * Errors: ARGUMENT, ISA; CAPACITY with the needed count as index, when nothing of the list's arrays is written, unless
 * the list has LGJK_LIST_FIT. Both views together have at most 2^28 bodies.
 *
 * Threads: any number of calls with scratch and lists of their own. Cost on AVX-512: in 2D 35 to 75 ns per body of a
 * crowd of circles, 150 where each has 1.5 long walls beside it; in 3D some 60 for balls and 300 for turned boxes of
 * similar sizes. It grows to microseconds per body where sizes differ by a factor of 10 or more, or where few bodies
 * are far away from the others.
 *
 * Method: bodies are divided into classes by size, of a factor of 4. Those of a class find each other in a grid by
 * their positions. A larger body is listed in each cell of a coarser grid that a smaller one could meet it from, so
 * that the smaller one looks at one cell. Grids are wrapped to about one cell per body: memory does not depend on
 * positions. */
LGJK_API int32_t lgjk_find_pairs2(const lgjk_bodies2* a, const lgjk_bodies2* b, lgjk_pair_list* list, void* scratch,
                                  uint64_t scratch_size, const lgjk_find_options* options, lgjk_error* error);
/** As lgjk_find_pairs2. */
LGJK_API int32_t lgjk_find_pairs3(const struct lgjk_bodies3* a, const struct lgjk_bodies3* b, lgjk_pair_list* list,
                                  void* scratch, uint64_t scratch_size, const lgjk_find_options* options,
                                  lgjk_error* error);

/* ---------------------------------------------------------------- what rests ----------------------------------- */

#define LGJK_INDEX_COVER 0u   /**< for lgjk_find_against2: bodies by the cells that they can be met from */
#define LGJK_INDEX_NEAREST 1u /**< for lgjk_nearest2: bodies by their positions */

/** What an index is made for. */
typedef struct lgjk_index_def {
  uint32_t struct_size;
  uint32_t flags; /**< 0, or LGJK_FLAG_NORMALIZE if the query has it */
  uint32_t kind;  /**< LGJK_INDEX_* */
  float reach;    /**< finite. COVER: > 0, the greatest radius of a query body, plus the margin. A body that
                     reaches farther is compared with all bodies of the index, at 0.2 ns each. NEAREST: the size of
                     cells, such as the distance to the nearest body; 0: chosen for bodies that are spread evenly */
  const lgjk_filters* filters; /**< of the bodies, copied into the index; NULL: any may meet */
} lgjk_index_def;

/** Sets struct_size, and zero in every other member. */
LGJK_API void lgjk_index_def_init(lgjk_index_def* def);

/** Writes the bytes that an index of these bodies takes: some 60 per body in 2D, and 8 for each cell that it reaches,
 * of which a compact body has 4 to 10 and no body more than 128. Bodies of several sizes are listed in cells of one
 * size where all of them together take no more than four times as many: no body more than 512. Errors: ARGUMENT. Cost:
 * a quarter of lgjk_index_build2. */
LGJK_API int32_t lgjk_index_size2(const lgjk_bodies2* bodies, const lgjk_index_def* def, uint64_t* size,
                                  lgjk_error* error);
/** As lgjk_index_size2. */
LGJK_API int32_t lgjk_index_size3(const struct lgjk_bodies3* bodies, const lgjk_index_def* def, uint64_t* size,
                                  lgjk_error* error);

/** Builds an index of bodies that stay where they are, such as the walls of a map. The bodies are not needed to look
 * for pairs afterwards. The memory holds no pointers: it may be copied, kept in a file and mapped, on a machine of the
 * same byte order. A version of the library whose indices have another layout refuses it.
 *
 * @param memory at least as many bytes as lgjk_index_size2 returns for the same arguments, aligned to 64
 * @param tasks NULL: the caller's thread alone. An index of kind COVER has the same bytes for any number of threads;
 *   in one of kind NEAREST some mean nothing
 *
 * Errors: ARGUMENT. Cost: kind COVER half a microsecond per body, 2.5 for walls of 60 m; NEAREST 16 ns. */
LGJK_API int32_t lgjk_index_build2(const lgjk_bodies2* bodies, const lgjk_index_def* def, void* memory, uint64_t size,
                                   const lgjk_tasks* tasks, lgjk_error* error);
/** As lgjk_index_build2. */
LGJK_API int32_t lgjk_index_build3(const struct lgjk_bodies3* bodies, const lgjk_index_def* def, void* memory,
                                   uint64_t size, const lgjk_tasks* tasks, lgjk_error* error);

/** Finds all pairs of a body of A and a body of an index that meet, sorted by (a, b): those that lgjk_find_pairs2 finds
 * for both views. options->filters_b has to be NULL, and its flags those of the index. Scratch, errors and threads: as
 * for lgjk_find_pairs2 with one view. Cost: 18 ns per body where the index is empty there, 35 among walls of 4 m, one
 * per 25 square metres, and 50 with 1.3 long walls for each body. */
LGJK_API int32_t lgjk_find_against2(const lgjk_bodies2* a, const void* index, lgjk_pair_list* list, void* scratch,
                                    uint64_t scratch_size, const lgjk_find_options* options, lgjk_error* error);
/** As lgjk_find_against2. */
LGJK_API int32_t lgjk_find_against3(const struct lgjk_bodies3* a, const void* index, lgjk_pair_list* list,
                                    void* scratch, uint64_t scratch_size, const lgjk_find_options* options,
                                    lgjk_error* error);

/** Finds both lists of a tick: that of lgjk_find_pairs2(a, NULL, among, ...) and that of lgjk_find_against2(a, index,
 * against, ...). Their bounds are found once. Scratch is that of the larger capacity; arguments and errors are those
 * of both calls. After an error both lists are empty. */
LGJK_API int32_t lgjk_find_both2(const lgjk_bodies2* a, const void* index, lgjk_pair_list* among,
                                 lgjk_pair_list* against, void* scratch, uint64_t scratch_size,
                                 const lgjk_find_options* options, lgjk_error* error);
/** As lgjk_find_both2. */
LGJK_API int32_t lgjk_find_both3(const struct lgjk_bodies3* a, const void* index, lgjk_pair_list* among,
                                 lgjk_pair_list* against, void* scratch, uint64_t scratch_size,
                                 const lgjk_find_options* options, lgjk_error* error);

/* ---------------------------------------------------------------- nearest bodies ------------------------------- */

#define LGJK_NO_BODY UINT32_MAX
#define LGJK_MAX_NEAREST 64u

typedef struct lgjk_nearest_options {
  uint32_t struct_size;
  uint32_t isa;            /**< LGJK_ISA_*; 0: LGJK_ISA_AUTO */
  float max_distance;      /**< > 0: bodies farther off are left out; 0 or +infinity: none are */
  uint32_t stride;         /**< bytes from one point to the next, a multiple of 4; 0: tight. 16 (28) for poses */
  const uint32_t* skip;    /**< NULL, or for each point a body that is left out, such as itself; LGJK_NO_BODY: none */
  const lgjk_tasks* tasks; /**< NULL: the caller's thread alone */
} lgjk_nearest_options;

/** Sets struct_size, and zero in every other member. */
LGJK_API void lgjk_nearest_options_init(lgjk_nearest_options* options);

/** Finds the k bodies of an index of kind NEAREST whose positions are nearest to each point, by distance, then by
 * index. The bodies' shapes do not matter: lgjk_distance2 measures those that are found. Squares of distances are
 * floats: distances below 1e-19 or above 1e19 lose digits, and come as 0 or +infinity in the end.
 *
 * @param points count points, (x, y) or (x, y, z). One that is not finite has none
 * @param k 1..LGJK_MAX_NEAREST
 * @param body count * k indices: those of point i from k * i on, and LGJK_NO_BODY where there are fewer
 * @param distance NULL, or count * k distances; +infinity where there are fewer
 * @param found NULL, or count numbers of bodies
 * @param options NULL: the defaults
 *
 * Errors: ARGUMENT, ISA. Threads: any number of calls over one index. Cost: 140 to 300 ns for a point and 8 bodies of
 * 100,000. */
LGJK_API int32_t lgjk_nearest2(const void* index, const float* points, uint64_t count, uint32_t k, uint32_t* body,
                               float* distance, uint32_t* found, const lgjk_nearest_options* options,
                               lgjk_error* error);
/** As lgjk_nearest2. */
LGJK_API int32_t lgjk_nearest3(const void* index, const float* points, uint64_t count, uint32_t k, uint32_t* body,
                               float* distance, uint32_t* found, const lgjk_nearest_options* options,
                               lgjk_error* error);

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
 * space-filling curve (Morton 1966), equal places by index, bad bodies last. A program that sorts its bodies so every
 * few seconds finds pairs of a million bodies in two thirds of the time. lgjk_pairs_renumber brings its lists along.
 *
 * @param order bodies->count elements
 * @param scratch at least 16 bytes per body, aligned to 8
 *
 * Errors: ARGUMENT. Cost: 22 ns per body. */
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
 * @param order_b the same of B; NULL for the bodies of an index. The same pointer as order_a: pairs of one view, of
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
