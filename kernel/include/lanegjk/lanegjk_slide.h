/*
 * lanegjk: bodies that walk. A layer over lanegjk_cast.h that uses its public calls.
 * SPDX-License-Identifier: MIT
 *
 *   lgjk_slide slide = {.struct_size = sizeof slide, .end = end};
 *   lgjk_slide2(&players, way, &walls, 1, &slide, NULL, &error);
 *   for (i = 0; i < players.count; ++i) memcpy(pose[i], end[i].position, 2 * sizeof(float));
 *
 * A body moves along its way until it touches what rests; the rest of its way goes along what it has touched, and so
 * on. It climbs low steps, stays on the ground, and is pushed out of what it overlaps. Bodies do not turn, and do not
 * see each other. All bits are the same on every instruction set, for any number of bodies in a call.
 *
 * Words
 *   plane    where a body has touched another one: a point, and the unit normal from the body to what rests. A motion
 *            that has n . motion > 0 for the normal n of a plane goes into it.
 *   skin     the gap that a body keeps from what it touches. It is set back by the skin along the normal of each plane,
 *            as far as others leave room. A body that only passes by may come nearer. A skin has to be greater than
 *            that of a cast (lanegjk_cast.h) between the body and what is large beside it.
 *   up       the direction away from the ground, of any length; zero: there is no ground, and nothing of this header
 *            that needs one is done. A plane is ground if its normal is downwards enough: -n . up >= walkable. A plane
 *            with -n . up in between 0 and walkable is steep.
 */
/** @file */
#ifndef LANEGJK_SLIDE_H
#define LANEGJK_SLIDE_H

#include "lanegjk/lanegjk_cast.h"

#ifdef __cplusplus
extern "C" {
#endif

#define LGJK_SLIDE_FREE 0u    /**< it has met nothing on its way */
#define LGJK_SLIDE_SLID 1u    /**< it has met something: its way was changed, or ended in a corner */
#define LGJK_SLIDE_LIMIT 2u   /**< the iteration limit has ended its way: `left` of it is not gone */
#define LGJK_SLIDE_OVERLAP 3u /**< it overlaps something, out of which it could not be pushed in this call */
#define LGJK_SLIDE_BAD 4u     /**< shape, pose, radius or way outside the domain: it stays where it is */
#define LGJK_SLIDE_EMPTY 5u   /**< a slot of category 0: it stays where it is */

/** Returns "free", "slid", "limit", "overlap", "bad" or "empty"; NULL for a number that is no status of a slide. */
LGJK_API const char* lgjk_slide_text(uint32_t status);

#define LGJK_DEFAULT_SLIDE_LIMIT 12u
#define LGJK_MAX_SLIDE_LIMIT 64u
#define LGJK_MAX_SLIDE_PLANES 8u

/** Zero in every other member is the default. Lengths are in the units of poses. */
typedef struct lgjk_slide_options {
  uint32_t struct_size;
  uint32_t isa;             /**< LGJK_ISA_*; 0: LGJK_ISA_AUTO */
  uint32_t flags;           /**< 0, or LGJK_FLAG_NORMALIZE */
  uint32_t iteration_limit; /**< casts along its way that a body may take, 1..LGJK_MAX_SLIDE_LIMIT; 0: 12 */
  uint32_t way_stride;      /**< bytes from one way to the next, a multiple of 4; 0: tight */
  float skin;         /**< >= 0, finite; 0: 1e-4 of the body's radius about its position. It is at least 5e-7 of the
                         greatest coordinate of the position, which covers its rounding */
  float recover;      /**< >= 0, finite: the greatest way by which a body is pushed out of what it overlaps in a call;
                         0: its radius about its position */
  float up[3];        /**< see above; the third is not read in 2D */
  float walkable;     /**< the least cosine of a slope that is ground, in 0..1; 0: 0.7071, 45 degrees */
  float step_height;  /**< >= 0, finite: steps up to this height are climbed; 0: none */
  float step_forward; /**< >= 0, finite: so far beyond its way a body looks for ground on top of a step, where it would
                         stand on its edge; 0: step_height. A smaller one climbs steps with treads that are narrower */
  float snap;         /**< >= 0, finite: a body that was on something, and whose way does not point upwards, is brought
                         down to the ground by this at most: down slopes and steps; 0: it is not */
  const lgjk_filters* filters; /**< of the bodies; NULL: any may meet */
  const uint32_t* skip; /**< NULL, or for each body one of B that is left out, such as a platform; LGJK_NO_BODY: none */
} lgjk_slide_options;

/** Sets struct_size, and zero in every other member. */
LGJK_API void lgjk_slide_options_init(lgjk_slide_options* options);

/** What a body has touched. */
typedef struct lgjk_slide_plane {
  uint32_t body;   /**< of B */
  uint32_t status; /**< LGJK_CAST_HIT, or LGJK_CAST_OVERLAP: it was pushed out of the body */
  float normal[3]; /**< from the body of A to that of B; the third is 0 in 2D, as the next */
  float point[3];  /**< on the body of B */
} lgjk_slide_plane;

/** Where a body has come to. */
typedef struct lgjk_slide_end {
  uint32_t status;        /**< LGJK_SLIDE_* */
  uint32_t planes;        /**< how many there are in its row of slide->plane */
  uint32_t ground;        /**< the body of B that it stands on; LGJK_NO_BODY: none, or one that is steep */
  uint32_t casts;         /**< that it took, at most 255 */
  float position[3];      /**< as a pose has it; the third is 0 in 2D, as the next */
  float ground_normal[3]; /**< of its plane; 0 where there is none */
  float left;             /**< the part of its way that was not gone before an iteration limit or an overlap, in 0..1 */
} lgjk_slide_end;

/** Where it is written. */
typedef struct lgjk_slide {
  uint32_t struct_size;
  uint32_t max_planes;     /**< the rows of `plane`, at most LGJK_MAX_SLIDE_PLANES; 0 if that is NULL */
  lgjk_slide_end* end;     /**< one per body of A */
  lgjk_slide_plane* plane; /**< NULL, or a->count * max_planes: those of body i from i * max_planes on, one for each
                              body that it has touched, in the order of their first touches */
  uint64_t bad_bodies;     /**< written: bodies of A that are bad */
} lgjk_slide;

/** Sets struct_size, and zero in every other member. */
LGJK_API void lgjk_slide_init(lgjk_slide* slide);

/** Moves each body of A along its way among those of one or several targets, which rest.
 *
 * @param a views of the bodies; their poses are not changed
 * @param way for each body of A its way, two (three) floats
 * @param targets target_count of them, as for lgjk_cast_against2
 * @param slide where to write
 * @param options NULL: the defaults
 *
 * What is done with each body, in this order: 1. It is cast along the rest of its way. Where it touches, or overlaps,
 * a plane is added. The rest of the way then
 *      is the motion nearest to it that goes into no plane: in 3D along the crease of two, and to rest in a corner of
 *      three. It is found again from the given way, so that a body is not slowed down by what it has left.
 *      On ground it is lifted along `up` first, and keeps its horizontal speed on slopes. Steep planes do not lift it:
 *      it may slide down, but not up. And so on until nothing is touched.
 * 2. A body that overlaps others is pushed out of them along the normals of its casts, by `recover` at most. 3. A body
 * that a steep plane has stopped, and whose way does not point upwards, tries to step: up, along what is
 *      left of the horizontal way, and down. It stays there if the surface below, or `step_forward` farther on, is
 *      ground, and is no higher than step_height (and four skins).
 * 4. The ground below is looked for: within four skins, or `snap`. Nothing is passed through, as by casts, except what
 * lies within the push of an overlap. A rounded body climbs edges without step_height, too, if the normal at the edge
 * is ground: a ball of radius r those up to r (1 - walkable).
 *
 * Errors: ARGUMENT, ISA; nothing is written then. A body of A that is bad makes no error.
 *
 * Threads: any number of calls that write to different memory: cut a large view into parts of at least 64 bodies. A
 * call takes 295 KB of stack, in 3D 325. It needs no other memory.
 *
 * Cost: casts against the targets, of 64 bodies at a time: one for a body that meets nothing, two for one that slides,
 * four more for a step, and two with `up`. A cast takes 1 to 3 microseconds.
 *
 * Method: casts and slides as in the character movers of Box2D 3 (Catto 2025) and Jolt (Rouwe 2022). The motion is the
 * projection on the half spaces of the planes, by their active sets (Nocedal and Wright 2006, "Numerical
 * Optimization", 16.3). */
LGJK_API int32_t lgjk_slide2(const lgjk_bodies2* a, const float* way, const lgjk_target2* targets,
                             uint32_t target_count, lgjk_slide* slide, const lgjk_slide_options* options,
                             lgjk_error* error);
/** As lgjk_slide2. */
LGJK_API int32_t lgjk_slide3(const struct lgjk_bodies3* a, const float* way, const lgjk_target3* targets,
                             uint32_t target_count, lgjk_slide* slide, const lgjk_slide_options* options,
                             lgjk_error* error);

/** Changes a vector of two (three) floats, such as a body's velocity, to the nearest one that goes into none of `count`
 * planes, at most LGJK_MAX_SLIDE_PLANES. Errors: ARGUMENT. */
LGJK_API int32_t lgjk_slide_clip2(const lgjk_slide_plane* planes, uint32_t count, float* vector, lgjk_error* error);
/** As lgjk_slide_clip2. */
LGJK_API int32_t lgjk_slide_clip3(const lgjk_slide_plane* planes, uint32_t count, float* vector, lgjk_error* error);

#ifdef __cplusplus
}
#endif

#endif
