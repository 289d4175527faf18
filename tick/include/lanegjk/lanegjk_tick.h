/*
 * lanegjk: a whole tick in one call. A layer over lanegjk.h and lanegjk_find.h that uses their public calls alone.
 * SPDX-License-Identifier: MIT
 *
 *   tick.memory = calloc(1, lgjk_tick_size2(max_bodies, max_pairs, 0));        once
 *   lgjk_tick_run2(&tick, &bodies, &walls, index, &find, &contact, &error);    every tick
 *
 * A run finds the pairs of moving bodies among themselves and against those of an index, asks for their contacts, and
 * tells which began and ceased to touch. The block of memory is the whole state: a copy of it is a snapshot, and a run
 * on the copy goes on from there with the same bits.
 */
#ifndef LANEGJK_TICK_H
#define LANEGJK_TICK_H

#include "lanegjk/lanegjk_find.h"

#ifdef __cplusplus
extern "C" {
#endif

#define LGJK_TICK_RECORDS                                                                           \
  1u /* keeps warm records from tick to tick: for hulls of 3D and polygons of more than 8 vertices; \
        contacts of others read none */
#define LGJK_TICK_PERSIST 2u /* tells pairs that go on to touch, too */

/* What a run has found of one list of pairs. The arrays are in the tick's memory, and are valid until the next run. */
typedef struct lgjk_tick_list {
  lgjk_pairs pairs;        /* sorted by (a, b) */
  const uint8_t* status;   /* LGJK_STATUS_* */
  const float* distance;   /* signed */
  const float* normal;     /* two or three floats each: from a to b */
  const uint8_t* touching; /* 0 or 1 */
  const lgjk_event* events;
  uint64_t event_count;
} lgjk_tick_list;

/* Zero in every member that is not needed is the default. */
typedef struct lgjk_tick {
  uint32_t struct_size;
  uint32_t flags;           /* LGJK_TICK_*, the same in all runs over one memory */
  void* memory;             /* aligned to 64 bytes; all zero before the first run */
  uint64_t size;            /* at least lgjk_tick_size2 or lgjk_tick_size3 of the next three */
  uint32_t max_bodies;      /* moving bodies, at most; the same in all runs */
  uint32_t replaced_stride; /* bytes from one element of replaced to the next; 0: 1 */
  uint64_t max_pairs;       /* of each of the two lists, at most UINT32_MAX; the same in all runs */
  float slop;               /* a pair that touched goes on to touch up to this gap */
  const uint8_t* replaced;  /* NULL, or a byte per moving body, not 0 where its slot holds another body than before */
  lgjk_tick_list among;     /* written: pairs of moving bodies */
  lgjk_tick_list against;   /* written: pairs of a moving body and one of the index */
  uint64_t bad_bodies;      /* written: bodies that were left out, as lgjk_pair_list.bad_bodies */
} lgjk_tick;

LGJK_API void lgjk_tick_init(lgjk_tick* tick);

/* Return the bytes of memory that a tick needs: in 2D some 210 per body and 140 per pair, and 1 MB. */
LGJK_API uint64_t lgjk_tick_size2(uint32_t max_bodies, uint64_t max_pairs, uint32_t flags);
LGJK_API uint64_t lgjk_tick_size3(uint32_t max_bodies, uint64_t max_pairs, uint32_t flags);

/* Runs a tick. One without an index ends what touched bodies of an index before.
 *   moving   the bodies that move; their number may change from run to run, up to max_bodies. An empty slot has the
 *            category 0 in find->filters_a
 *   fixed, index   the view of the bodies that rest, and the index that was built of it; both NULL: none
 *   find     NULL: the defaults. Its margin is the gap up to which pairs are listed; its tasks do all but the contacts
 *   contact  NULL: the defaults. Its tasks do the contacts. A max_distance that is not the
 *            margin finds fewer or more than is listed
 * Errors: those of lgjk_find_both2 and lgjk_contact2. CAPACITY means that max_pairs
 * is too small. After an error the memory is as before: the run can be repeated. The lists of *tick are then empty. */
LGJK_API int32_t lgjk_tick_run2(lgjk_tick* tick, const lgjk_bodies2* moving, const lgjk_bodies2* fixed,
                                const void* index, const lgjk_find_options* find, const lgjk_options* contact,
                                lgjk_error* error);
LGJK_API int32_t lgjk_tick_run3(lgjk_tick* tick, const struct lgjk_bodies3* moving, const struct lgjk_bodies3* fixed,
                                const void* index, const lgjk_find_options* find, const lgjk_options* contact,
                                lgjk_error* error);

/* Brings the memory along after moving bodies have changed places, as by lgjk_order2: no touch begins or ends because
 * bodies were sorted. The lists of *tick are empty until the next run.
 *   order    the body that stands at each place now, by its number before
 *   bodies   how many bodies the last run had
 * Errors: ARGUMENT; the memory is then as before. */
LGJK_API int32_t lgjk_tick_renumber2(lgjk_tick* tick, const uint32_t* order, uint32_t bodies, lgjk_error* error);
LGJK_API int32_t lgjk_tick_renumber3(lgjk_tick* tick, const uint32_t* order, uint32_t bodies, lgjk_error* error);

/* Adds to each body's push what moves it out of those that it overlaps by more than `slop`: half of the way among
 * moving bodies, all of it against what rests. Pushes are added in the order of the list, so that they have the same
 * bits everywhere, if the caller rounds to nearest and does not flush denormals.
 *   share    of the way, in 0..1: 1 ends the overlap at once where a body has one partner
 *   sensors  NULL, or a byte per body that rests, not 0 where it pushes nobody
 *   push     two (three) floats for each moving body
 * Threads: one call at a time for each tick and push. */
LGJK_API void lgjk_push_apart2(const lgjk_tick* tick, float slop, float share, const uint8_t* sensors, float* push);
LGJK_API void lgjk_push_apart3(const lgjk_tick* tick, float slop, float share, const uint8_t* sensors, float* push);

#ifdef __cplusplus
}
#endif

#endif
