/*
 * lanegjk: casts. When do moving shapes touch first?
 * SPDX-License-Identifier: MIT
 *
 * As in lanegjk.h: views over the caller's arrays go in, the caller's arrays come out, nothing is allocated and nothing
 * is kept. Structs start with struct_size, and zero in every other member is the default. All bits are the same on
 * every instruction set and for any number of workers.
 *
 * Words
 *   way       where a body moves, relative to its pose: (x, y), in 3D (x, y, z).
 *   turn      the rotation that a body has at the fraction 1: (c, s), in 3D the quaternion (x, y, z, w). In between
 *             it has (1 - fraction) times that of its pose plus fraction times the turn, brought to unit length; in 3D
 *             towards the nearer one of the two quaternions of the turn.
 *   fraction  of the way, so that a body is at position + fraction * way. Both bodies of a pair move at one time.
 *   ray       a body of one point without a radius that moves. With a radius it is a moving circle or ball.
 *   domain    Both radii together have to be at least 1e-4 (2D: 1e-6), and twice these and the target at most 1e5 (2D:
 *             1e6), so that a contact has an answer wherever both come near each other. Other pairs may be BAD where
 *             they do; or they miss. So a box that is 1e5 to each side is too large in 3D. Radii are about the
 *             positions, rounding included.
 *   skin      how far the shapes may be apart at the fraction that a cast reports. They do not touch earlier, and
 *             overlap by a band (lanegjk.h) at most: nothing is passed through, however fast, thin or grazing it is.
 *             Shapes that pass each other within the skin may touch or not.
 *               - In double, so that the skin is 1e-8 of the smaller radius and 1e-13 (where a core is curved 1e-10)
 *                 of the sum of both: rays, circles and balls against each other, capsules and boxes, in 2D against
 *                 polygons, too; vertices on edges of polygons of up to 8 vertices in 2D; and any two bodies of which
 *                 one is more than three times as large as the other. Where such two turn, a band at the scale of the
 *                 smaller radius is added; others that turn are as below. Both radii together have to be 2e-4 to
 *                 3.5e4 (2D: 2e-6 to 4e5).
 *               - Else six bands at a scale of twice the sum of both radii and the target.
 *             So it does not grow with parts of a body that are far from the touch. The fraction is rounded down to a
 *             float, which is up to 6e-8 of the way.
 *   touch at the beginning
 *             Shapes that begin within six bands, at a scale of twice the sum of both radii and the target, and
 *             overlap by a band of that at most, miss each other if the rest of the way brings them nearer, by the
 *             normal of the touch, by no more than the gap between them; or by no more than the rounding of a way
 *             along a wall may: 1e-6 of the way, and half a band. So a body that has stopped at a wall goes on along
 *             it, and one that is pushed against it is stopped: at the latest when it overlaps the wall by a band,
 *             however many casts bring it there. From then on it is OVERLAP, wherever it goes. A body that slides for
 *             long should keep a gap that is larger than the rounding of its position; lgjk_slide2 (lanegjk_slide.h)
 *             does.
 */
/** @file */
#ifndef LANEGJK_CAST_H
#define LANEGJK_CAST_H

#include "lanegjk_find.h"

#ifdef __cplusplus
extern "C" {
#endif

#define LGJK_CAST_MISS 0u    /**< they do not touch on the way */
#define LGJK_CAST_HIT 1u     /**< they touch at the fraction; 0 if they touch at the beginning ("touch" above) */
#define LGJK_CAST_OVERLAP 2u /**< they overlap at the beginning by more than a band: the fraction is 0 */
/** the iteration limit is reached: they do not touch before the fraction; later they may */
#define LGJK_CAST_LIMIT 3u
/** shape, pose, radius, way, turn, most or scale outside the domain; or a body with itself */
#define LGJK_CAST_BAD 4u

/** Returns "miss", "hit", "overlap", "limit" or "bad"; NULL for a number that is no status of a cast. */
LGJK_API const char* lgjk_cast_text(uint32_t status);

/** Zero in every other member is the default. */
typedef struct lgjk_cast_options {
  uint32_t struct_size;
  uint32_t isa;             /**< LGJK_ISA_*; 0: LGJK_ISA_AUTO */
  uint32_t flags;           /**< 0, or LGJK_FLAG_NORMALIZE */
  uint32_t iteration_limit; /**< contacts that a pair may take, 1..255; 0: LGJK_DEFAULT_CAST_LIMIT, against targets
                               LGJK_DEFAULT_AGAINST_LIMIT */
  float target;             /**< >= 0, finite: shapes count as touching from this gap on */
  uint32_t way_a_stride;    /**< bytes, a multiple of 4; 0: tight */
  uint32_t way_b_stride;    /**< bytes, a multiple of 4; 0: tight */
  uint32_t turn_a_stride;   /**< bytes, a multiple of 4; 0: tight. 16 (28) for poses */
  uint32_t turn_b_stride;   /**< bytes, a multiple of 4; 0: tight */
  uint32_t reserved;        /**< 0 */
  const float* way_a;       /**< the ways of A's bodies, or NULL: they rest */
  const float* way_b;       /**< the ways of B's bodies, or NULL: they rest */
  const float* turn_a;      /**< the turns of A's bodies, by 168 degrees at most, or NULL: they do not turn */
  const float* turn_b;      /**< those of B's, or NULL */
  const float* most; /**< NULL, or for each pair the greatest fraction of interest, finite and >= 0; at most 1 where
                        a body turns. NULL: 1 */
  const lgjk_tasks* tasks; /**< NULL: the caller's thread alone */
} lgjk_cast_options;

#define LGJK_DEFAULT_CAST_LIMIT 64u
#define LGJK_DEFAULT_AGAINST_LIMIT 4096u

/** Sets struct_size, and zero in every other member. */
LGJK_API void lgjk_cast_options_init(lgjk_cast_options* options);

/** Indexed by pair, as lgjk_results. An array may be NULL; one of the first six must not. */
typedef struct lgjk_cast_results {
  uint32_t struct_size;
  uint32_t reserved;   /**< 0 */
  uint8_t* status;     /**< LGJK_CAST_* */
  uint8_t* iterations; /**< contacts that the pair took, at most 255 */
  float* fraction;     /**< where they touch; for a miss the greatest fraction; the quiet NaN 0x7fc00000 where bad */
  float* normal; /**< unit, from A to B, two (three) floats: of the touch, or of the contact at the beginning where
                    they overlap; 0 else */
  float* point;  /**< on B, in the world at that time, relative to the position of A if views have positions in double;
                    for an overlap the witness point of the contact; 0 else */
  float* depth;  /**< of an overlap: by so much the gap is below the target at the beginning. 0 else */
  uint64_t* bad_count; /**< the number of bad pairs */
  uint32_t* first;     /**< for each body of A that of the call's pairs by which it touches another first: the least
                          fraction, then the first pair; LGJK_NO_PAIR: none. Needs status and fraction */
} lgjk_cast_results;

/** Sets struct_size, and zero in every other member. */
LGJK_API void lgjk_cast_results_init(lgjk_cast_results* results);

/** Finds where pairs first..first+count-1 touch first, if both bodies move along their ways.
 *
 * @param a see b
 * @param b views, as for lgjk_contact2
 * @param results elements first..first+count-1 are written
 * @param options NULL: the defaults, by which nothing moves
 *
 * Errors: ARGUMENT, RANGE, PAIR_INDEX, ISA; nothing is written then.
 *
 * Threads: any number of calls that write to different memory. A call takes 110 KB of stack, in 3D 145.
 *
 * Cost: pairs whose circles (balls) miss each other are decided at once, in lanes. So are most pairs of points,
 * segments, boxes and polygons of up to 8 vertices in 2D; rays; and balls against balls, capsules and boxes. The others
 * that are cast in double ("skin" above) take no contact, but 50 to 600 ns for each that comes near. All others take a
 * contact for each plane that they come up to, one to three for most. Where bodies turn, pairs of sizes of 0.5 to 2
 * near each other take in the mean 2 to 4 contacts at 90 degrees and 3 to 6 at 165; few take more than 20, and of
 * 192,000 none came to the limit of 64. On AVX-512 9 ns for rays against polygons, 13 for polygons of which three in
 * ten touch, in 3D 47 ns for boxes and 190 for hulls of 8 to 16 vertices; 25 for rays of which four in five hit boxes,
 * 65 where they hit hulls of 8 to 16 vertices.
 *
 * Method: where gaps along the edges of both close and open (Cyrus and Beck 1978, "Generalized two- and
 * three-dimensional clipping"); in 3D along the axes of both boxes. Rays and balls in double, where they enter slabs
 * (Kay, Kajiya 1986), quadrics and planes of faces, and by the nearest point of a box. Then, in double, a ray against
 * the difference of both cores (van den Bergen 2004, "Ray casting against general convex objects with application to
 * continuous collision detection"). Or conservative advancement along the normals of lgjk_contact2 (Mirtich 1996). The
 * gap along a fixed normal is linear in the fraction; a step leaves some of it. Where bodies turn, the normal is
 * followed from the second contact on, as it changes from contact to contact, to where the gap along it closes (Catto
 * 2013, "Continuous collision", and b2TimeOfImpact of Box2D). Each gap takes a support of both cores. Between two
 * fractions it lies above its chord, less what the turns can bend it, so that nothing is passed through. */
LGJK_API int32_t lgjk_cast2(const lgjk_bodies2* a, const lgjk_bodies2* b, const lgjk_pairs* pairs, uint64_t first,
                            uint64_t count, const lgjk_cast_results* results, const lgjk_cast_options* options,
                            lgjk_error* error);
/** As lgjk_cast2. */
LGJK_API int32_t lgjk_cast3(const struct lgjk_bodies3* a, const struct lgjk_bodies3* b, const lgjk_pairs* pairs,
                            uint64_t first, uint64_t count, const lgjk_cast_results* results,
                            const lgjk_cast_options* options, lgjk_error* error);

/** The same for bodies that go from their poses to others and turn on the way: the time of impact.
 *
 * @param end_a for each body of A its pose at the fraction 1, with the stride of A's poses; or NULL: A rests
 * @param end_b the same for B
 * @param options ways and turns have to be NULL. `target`: the distance to reach
 *
 * A body is at position + fraction * (end - position), and is turned as at "turn" above, by 168 degrees at most.
 * Errors, threads: as lgjk_cast2. Cost: as where bodies turn; on AVX-512 90 ns for polygons of which three in ten
 * touch. */
LGJK_API int32_t lgjk_sweep2(const lgjk_bodies2* a, const lgjk_bodies2* b, const float* end_a, const float* end_b,
                             const lgjk_pairs* pairs, uint64_t first, uint64_t count, const lgjk_cast_results* results,
                             const lgjk_cast_options* options, lgjk_error* error);
/** As lgjk_sweep2. */
LGJK_API int32_t lgjk_sweep3(const struct lgjk_bodies3* a, const struct lgjk_bodies3* b, const float* end_a,
                             const float* end_b, const lgjk_pairs* pairs, uint64_t first, uint64_t count,
                             const lgjk_cast_results* results, const lgjk_cast_options* options, lgjk_error* error);

/* ---------------------------------------------------------------- one against all ------------------------------ */

/** Where a body of A touches a body of a target. */
typedef struct lgjk_cast_hit {
  uint32_t body;   /**< its number among those of all targets; LGJK_NO_BODY: there are fewer hits */
  uint32_t status; /**< LGJK_CAST_HIT or OVERLAP */
  float fraction;
  float depth;     /**< of an overlap, as in lgjk_cast_results; 0 else */
  float normal[3]; /**< from A to B; the third is 0 in 2D, as the next */
  float point[3];
} lgjk_cast_hit;

#define LGJK_CAST_ALL 1u /**< CAPACITY where a body has more than k hits; else the first k are reported */
/** For sight lines: with k = 1, whether a body touches any. The hit is that of some body that it touches, the same one
 * on every instruction set and for any number of workers, and need not be the first. `limit_bodies` has none that has a
 * hit */
#define LGJK_CAST_ANY 2u

/** What is searched, and where it is written. */
typedef struct lgjk_cast_search {
  uint32_t struct_size;
  uint32_t flags;                /**< 0, LGJK_CAST_ALL or LGJK_CAST_ANY */
  uint32_t k;                    /**< hits of each body of A, at least 1: those of body i are hit[i * k] and on */
  uint32_t reserved;             /**< 0 */
  lgjk_cast_hit* hit;            /**< a->count * k, by fraction, then by body */
  uint32_t* found;               /**< NULL, or a->count numbers of hits, at most k */
  const lgjk_filters* filters_a; /**< NULL: any may meet */
  const uint32_t* skip;          /**< NULL, or for each body of A a body that is left out, by its number among those
                                      of all targets, such as itself; LGJK_NO_BODY: none */
  uint64_t bad_bodies;           /**< written: bodies of A that are bad, and have no hits */
  uint64_t limit_bodies; /**< written: bodies of A that may have other hits than these, as the limit ended a cast */
} lgjk_cast_search;

/** Sets struct_size, and zero in every other member. */
LGJK_API void lgjk_cast_search_init(lgjk_cast_search* search);

/** Casts each body of A against those of one or several targets, such as what moves and what rests: the first that it
 * touches, the k first, or all. Rays, sight lines, bullets, fast bodies among walls.
 *
 * @param targets target_count of them, at most LGJK_MAX_TARGETS, with at most 2^28 bodies together. Their bodies rest
 *   during the cast
 * @param options way_b and turn_b have to be NULL; `most` has an element for each body of A
 *
 * Errors: ARGUMENT, ISA; CAPACITY with the most hits that a body has as index.
 *
 * Threads: any number of calls over the same trees. It takes 250 KB of stack, in 3D 290.
 *
 * Cost: for what a way enters up to its k hits; on AVX2 0.35 to 0.7 microseconds for a ray of 20 m among 1,000 to
 * 100,000 circles, one per 4 square metres, and 1.4 in 3D for a flat scene of 100,000 hulls. One call for many bodies
 * is faster than many calls. A bad body of A has no hits, and is counted in
 * `bad_bodies`. An empty slot of A (of category 0 in `filters_a`) has none either, and is not counted, whatever its
 * pose is: `found` is 0 and all its k hits are LGJK_NO_BODY at an infinite fraction. Bodies that a tree has left out,
 * as empty slots or because they were bad with its flags, are not hit. A cast that the limit ends is no hit;
 * `limit_bodies` counts the bodies whose hits it could change: those with fewer than k hits, or with a last hit behind
 * the fraction where the cast ended. By default the limit is so high that only contrived pairs come to it.
 *
 * Method: boxes of a tree by slabs (Kay, Kajiya 1986), 16 at a time; the bodies of its leaves as lgjk_cast2 does. */
LGJK_API int32_t lgjk_cast_against2(const lgjk_bodies2* a, const lgjk_target2* targets, uint32_t target_count,
                                    lgjk_cast_search* search, const lgjk_cast_options* options, lgjk_error* error);
/** As lgjk_cast_against2. */
LGJK_API int32_t lgjk_cast_against3(const struct lgjk_bodies3* a, const lgjk_target3* targets, uint32_t target_count,
                                    lgjk_cast_search* search, const lgjk_cast_options* options, lgjk_error* error);

#ifdef __cplusplus
}
#endif

#endif
