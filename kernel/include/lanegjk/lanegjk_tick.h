/*
 * lanegjk: a whole tick in one call. A layer over lanegjk.h and lanegjk_find.h that uses their public calls alone.
 * SPDX-License-Identifier: MIT
 *
 *   lgjk_tick_init(&tick);                                                     once
 *   tick.max_bodies = 20000, tick.max_pairs = 80000;
 *   tick.size = lgjk_tick_size2(tick.max_bodies, tick.max_pairs, tick.flags);
 *   tick.memory = malloc(tick.size);
 *   lgjk_tick_init2(&tick, &error);
 *   lgjk_tick_run2(&tick, &bodies, &walls, &find, &contact, &error);    every tick
 *
 * A run finds the pairs of moving bodies among themselves and with fixed ones, queries their contacts, and
 * reports which pairs began and ceased to touch. What a run needs of the runs before is in the memory, without
 * pointers. lgjk_tick_save2 copies that part of it: a snapshot for rollback, for a file or for another machine.
 */
/** @file */
#ifndef LANEGJK_TICK_H
#define LANEGJK_TICK_H

#include "lanegjk/lanegjk_find.h"

#ifdef __cplusplus
extern "C" {
#endif

/** keeps warm records from tick to tick: for hulls of 3D and polygons of more than 8 vertices; contacts of others read
 * none */
#define LGJK_TICK_RECORDS 1u
#define LGJK_TICK_PERSIST 2u   /**< pairs that go on touching have events, too */
#define LGJK_TICK_POINTS 4u    /**< witness points */
#define LGJK_TICK_MANIFOLDS 8u /**< contact manifolds; contact->margin says up to which separation they have points */

/** What a run has found of one list of pairs. The arrays are in the tick's memory, and are valid until the next call
 * with that memory. */
typedef struct lgjk_tick_list {
  lgjk_pairs pairs;                /**< sorted by (a, b) */
  const uint8_t* status;           /**< LGJK_STATUS_* */
  const float* distance;           /**< signed */
  const float* normal;             /**< two or three floats each: from a to b */
  const float *point_a, *point_b;  /**< with LGJK_TICK_POINTS two or three floats each, else NULL */
  const lgjk_manifold2* manifold2; /**< with LGJK_TICK_MANIFOLDS in 2D, else NULL */
  const lgjk_manifold3* manifold3; /**< with LGJK_TICK_MANIFOLDS in 3D, else NULL */
  const uint8_t* touching;         /**< 0 or 1 */
  const lgjk_event* events;        /**< `pair` of an END is LGJK_NO_PAIR: its list is not there any more */
  uint64_t event_count;
  uint64_t dropped; /**< pairs for which max_pairs had no room */
  uint64_t cut;     /**< leaves whose search find->effort has ended, as in lgjk_pair_list */
} lgjk_tick_list;

/** Zero in every member that is not needed is the default. */
typedef struct lgjk_tick {
  uint32_t struct_size;
  uint32_t flags;          /**< LGJK_TICK_*, the same in all calls with one memory */
  void* memory;            /**< aligned to 8 bytes, as all memory from malloc is; the caller's */
  uint64_t size;           /**< at least lgjk_tick_size2 or lgjk_tick_size3 of the next two and the flags */
  uint32_t max_bodies;     /**< moving bodies, at most; the same in all calls with one memory */
  float slop;              /**< >= 0: a pair that touched goes on touching up to this gap */
  uint64_t max_pairs;      /**< of each of the two lists, below UINT32_MAX; the same in all calls with one memory */
  const uint8_t* replaced; /**< NULL, or a byte per moving body, not 0 where its slot holds another body than in
                              the last run: its touches end, and may begin */
  const uint8_t* replaced_fixed;  /**< the same of the fixed bodies */
  uint32_t replaced_stride;       /**< bytes from one element of replaced to the next; 0: 1 */
  uint32_t replaced_fixed_stride; /**< the same of replaced_fixed */
  lgjk_tick_list among;           /**< written: pairs of moving bodies */
  lgjk_tick_list against;         /**< written: pairs of a moving body and a fixed one */
  uint64_t bad_bodies;            /**< written: bodies that were left out, as lgjk_pair_list.bad_bodies */
  const void* tree;               /**< written: the tree of the moving bodies, for casts and other queries
                                     (lgjk_target2); in the tick's memory, valid until the next call with it */
  uint64_t tree_size;             /**< written: its bytes */
} lgjk_tick;

/** Sets struct_size, and all else to 0. */
LGJK_API void lgjk_tick_init(lgjk_tick* tick);

/** Return the bytes of memory that a tick needs. In 2D some 130 for each body, 134 for each of max_pairs (67 in each
 * list) and 64 KB; in 3D 180 and 142. More for each of max_pairs: records 64, points 32 (3D: 48), manifolds 96 (3D:
 * 192). */
LGJK_API uint64_t lgjk_tick_size2(uint32_t max_bodies, uint64_t max_pairs, uint32_t flags);
/** As lgjk_tick_size2. */
LGJK_API uint64_t lgjk_tick_size3(uint32_t max_bodies, uint64_t max_pairs, uint32_t flags);

/** Begins in tick->memory, whatever it holds: no pair touches yet. Writes its head, which has a version, the sizes and
 * a checksum. Memory that is all 0, as from calloc, needs no such call. Errors: ARGUMENT. Cost: some ns. */
LGJK_API int32_t lgjk_tick_init2(lgjk_tick* tick, lgjk_error* error);
/** As lgjk_tick_init2. */
LGJK_API int32_t lgjk_tick_init3(lgjk_tick* tick, lgjk_error* error);

/** Runs a tick. One without fixed bodies ends what touched fixed ones before.
 *
 * @param moving the bodies that move; their number may change from run to run, up to max_bodies. An empty slot has the
 *   category 0 in find->filters_a
 * @param fixed the view of the bodies that rest, and the tree that was built of it, both with positions in double or
 *   both without; NULL: none. A tree that is rebuilt
 *   may have other bodies: events compare bodies of one number, unless replaced_fixed or
 *   lgjk_tick_renumber2 says otherwise. What touched a body beyond the new view ends
 * @param find NULL: the defaults. Its margin is the gap up to which pairs are listed: at least tick->slop in any case.
 *   Its tasks do all except the contacts
 * @param contact NULL: the defaults. Its tasks do the contacts. Its max_distance is not used: it is the greater of
 *   margin and slop, and pairs that are farther apart are `beyond`
 *
 * Room: where there are more than max_pairs, the lists have what fits, and `dropped` counts the rest: each body a
 * keeps up to some number k of partners b, the same for all bodies (LGJK_LIST_FIT in lanegjk_find.h). k is about
 * max_pairs / max_bodies or more, whatever the others do, so that a body with fewer partners loses none of its
 * touches. A pair that is dropped does not touch: what touched before ends, and begins again when there is room. So a
 * crowd on one spot takes nothing from bodies elsewhere, except time: 13 ns for each pair that there is. Errors:
 * ARGUMENT, ISA. They name the member of the caller's structs; error->index is what is needed, where that is a number.
 * The head of the memory, the order of the stored pairs and their numbers are checked before they are used: whatever
 * bytes the memory holds, nothing outside of it is read or written. After an error the memory is as before: the run
 * can be repeated. The lists of *tick are then empty. Threads: one call at a time with one memory. */
LGJK_API int32_t lgjk_tick_run2(lgjk_tick* tick, const lgjk_bodies2* moving, const lgjk_target2* fixed,
                                const lgjk_find_options* find, const lgjk_options* contact, lgjk_error* error);
/** As lgjk_tick_run2. */
LGJK_API int32_t lgjk_tick_run3(lgjk_tick* tick, const struct lgjk_bodies3* moving, const lgjk_target3* fixed,
                                const lgjk_find_options* find, const lgjk_options* contact, lgjk_error* error);

/** Brings the memory along after bodies have changed places, as by lgjk_order2: no touch begins or ends because bodies
 * were sorted. The lists of *tick are empty until the next run.
 *
 * @param order the moving body that stands at each place now, by its number before; NULL: they stand where they stood
 * @param bodies elements of order: at least the number of moving bodies in the last run
 * @param fixed_order see fixed_bodies
 * @param fixed_bodies the same of the fixed bodies, for a tree that is rebuilt with fewer, more or
 *   other bodies. Those that are removed get the last numbers, beyond the new view: their touches end under these.
 *   Those that are added have had numbers from the old view's count on. Not the same array as order. It takes 8 bytes
 *   of memory for each element: where these are more than some 100,000, tick->size has to be that much above
 *   lgjk_tick_size2
 *
 * Errors: ARGUMENT, with what is needed as index; the memory is then as before. */
LGJK_API int32_t lgjk_tick_renumber2(lgjk_tick* tick, const uint32_t* order, uint32_t bodies,
                                     const uint32_t* fixed_order, uint32_t fixed_bodies, lgjk_error* error);
/** As lgjk_tick_renumber2. */
LGJK_API int32_t lgjk_tick_renumber3(lgjk_tick* tick, const uint32_t* order, uint32_t bodies,
                                     const uint32_t* fixed_order, uint32_t fixed_bodies, lgjk_error* error);

/** Copies the state: the pairs that touch, and with LGJK_TICK_RECORDS all pairs with their records. 8 bytes for each
 * pair that touches, with records 28 for each pair, and 40. The bytes are the same on every machine.
 *
 * @param saved capacity bytes, or NULL: only *size is written
 * @param size written: the bytes that the state takes
 *
 * Errors: ARGUMENT; CAPACITY with the needed bytes as index, when nothing but *size is written. */
LGJK_API int32_t lgjk_tick_save2(const lgjk_tick* tick, void* saved, uint64_t capacity, uint64_t* size,
                                 lgjk_error* error);
/** As lgjk_tick_save2. */
LGJK_API int32_t lgjk_tick_save3(const lgjk_tick* tick, void* saved, uint64_t capacity, uint64_t* size,
                                 lgjk_error* error);

/** Puts a saved state into tick->memory, whatever that holds. All runs from there on are, bit for bit, those after the
 * save. The tick may have other sizes than the saved one, if the state fits; LGJK_TICK_RECORDS has to be the same.
 *
 * @param saved see size
 * @param size what lgjk_tick_save2 wrote. Its version, sizes, order of pairs and checksum are checked
 *
 * Errors: ARGUMENT; CAPACITY with the needed pairs as index. The memory is then as before. */
LGJK_API int32_t lgjk_tick_load2(lgjk_tick* tick, const void* saved, uint64_t size, lgjk_error* error);
/** As lgjk_tick_load2. */
LGJK_API int32_t lgjk_tick_load3(lgjk_tick* tick, const void* saved, uint64_t size, lgjk_error* error);

/** How lgjk_push_apart2 moves bodies. Zero in every other member is the default. */
typedef struct lgjk_push_options {
  uint32_t struct_size;
  float slop;             /**< >= 0: overlaps up to this depth stay */
  float share;            /**< of the way, in 0..1: 1 ends an overlap at once where a body has one partner; 0: 1 */
  uint32_t fixed_bodies;  /**< elements of fixed_sensors */
  uint32_t sensor_stride; /**< bytes from one element of sensors to the next; 0: 1 */
  uint32_t fixed_sensor_stride; /**< the same of fixed_sensors */
  uint32_t inverse_mass_stride; /**< bytes, a multiple of 4; 0: tight */
  const uint8_t* sensors;       /**< NULL, or a byte per moving body, not 0 where it pushes none and is not pushed */
  const uint8_t* fixed_sensors; /**< NULL, or a byte per fixed body, not 0 where it pushes none */
  const float* inverse_mass; /**< NULL: all are equal. Else one per moving body, >= 0 and finite: bodies of a pair move
                                in its ratio, and 0 is a body that does not move */
} lgjk_push_options;

/** Sets struct_size, and zero in every other member. */
LGJK_API void lgjk_push_options_init(lgjk_push_options* options);

/** Adds to each body's push what moves it out of those that it overlaps by more than the slop. Pushes are added in the
 * order of the list, so that they have the same bits everywhere, if the caller rounds to nearest and does not flush
 * denormals.
 *
 * @param tick after a run, with the same memory
 * @param bodies elements of the arrays of moving bodies: at least as many as the last run had
 * @param options NULL: the defaults
 * @param push two (three) floats for each moving body
 *
 * Errors: ARGUMENT, with the needed number of bodies as index; nothing is written then.
 *
 * Threads: one call at a time for each tick and push. */
LGJK_API int32_t lgjk_push_apart2(const lgjk_tick* tick, uint32_t bodies, const lgjk_push_options* options, float* push,
                                  lgjk_error* error);
/** As lgjk_push_apart2. */
LGJK_API int32_t lgjk_push_apart3(const lgjk_tick* tick, uint32_t bodies, const lgjk_push_options* options, float* push,
                                  lgjk_error* error);

#ifdef __cplusplus
}
#endif

#endif
