// Finds what stands in for each body: its circle and, of a core that is more than a point, its box.
#ifndef LGJK_FIND_BOUNDS_H
#define LGJK_FIND_BOUNDS_H

#include <string.h>

#include "find/job.h"
#include "lane/pick.h"

#define find_boundN LANE_CAT(lgjk_find_bound, DIM)
#define find_boundsN LANE_CAT(lgjk_find_bounds, DIM)
#define find_originN LANE_CAT(lgjk_find_origin, DIM)
#define find_circleN LANE_CAT(lgjk_find_circle, DIM)

#define CIRCLE_OUTWARDS 1.00001f // bounds.c says why

// The square of a sum of two radii and the margin neither overflows nor underflows: larger bodies, which are far
// outside of the domain of queries, are left out.
#define LEAST_MARGIN 1e-18f
#define MOST_RADIUS 4e18f

// What a body is: bad, of category 0, a circle alone, or with a box.
typedef enum bound_kind { BOUND_BAD, BOUND_EMPTY, BOUND_POINT, BOUND_BOXED } bound_kind;

// Finds the bound of a body, and writes it to place i of the job's bounds.
bound_kind find_boundN(find_job* job, uint32_t body, uint32_t i);

static inline float find_lesser(float a, float b) { return a < b ? a : b; }
static inline float find_greater(float a, float b) { return a > b ? a : b; }

// The classes of bodies until all boxes are found.
#define MAY_BE_BOXED 1u
#define BOX_WRITTEN 2u

// Of some bodies, how many are bad, and how many may have a box.
typedef struct circle_sum {
  uint32_t bad, boxed;
} circle_sum;

// Sets the origin of places: the first position that is possible, so that places do not change if all bodies move.
void find_originN(find_job* job);

// Copies where a body (or point) of a view with positions is, good or not, and finds its place relative to the origin,
// rounded once. `local`: of the body; NULL: 0. Returns false if the position is not possible. It reads what it copies,
// and not the copy: that would wait for stores of other sizes.
static inline bool find_home_of(find_job* job, const void* local, uint32_t body, float place[DIM]) {
  static const float none[DIM];
  const char* position = job->view.bodies.position + job->view.bodies.position_stride * body;
  find_home* home = &job->tree.home[body];
  if (local == NULL) local = none;
  memcpy(home->position, position, sizeof home->position);
  memcpy(home->local, local, sizeof home->local);
#if DIM == 3
  home->unused = 0;
#endif
  const lgjk_doubles squares = lgjk_find_way(job->origin, none, position, local, DIM, place);
  if (squares[0] + squares[1] <= LGJK_FARTHEST_SQUARE) return true;
  bool possible = true;
  for (int k = 0; k < DIM; ++k) possible &= lgjk_is_position(home->position[k]);
  return possible;
}

// Finds the circle and the class of body i, and adds them.
void find_circleN(find_job* job, uint32_t i, circle_sum* sum);

// Finds the bounds of all bodies, in parts. Bodies that are bad, or whose category is 0, get the class LEFT_OUT, others
// the class 0.
void find_boundsN(find_job* job);

// Returns whether a rotation, the floats of a pose after its place, is one that a query takes, by the same operations
// in float (gjk/vec2_tmpl.h, vec3_tmpl.h). `tolerance`: of its squared length.
static inline bool find_is_turned_well(const float* r, double tolerance) {
  const float first = r[0] * r[0] + r[1] * r[1];
  const float squares = DIM == 2 ? first : first + (r[DIM - 1] * r[DIM - 1] + r[DIM] * r[DIM]), off = squares - 1;
  return off <= (float)tolerance && off >= -(float)tolerance;
}

#endif
