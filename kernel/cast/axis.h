// Follows an axis that separates a pair on its way, while bodies turn; compiled once for each dimension.
#ifndef LGJK_CAST_AXIS_H
#define LGJK_CAST_AXIS_H

#include "cast/chunk.h"
#include "cast/exact.h"
#include "cast/run.h"

#define cast_follow_axisN LANE_CAT(lgjk_cast_follow_axis, DIM)
#define cast_finish_turnN LANE_CAT(lgjk_cast_finish_turn, DIM)

// A pair on its way, in the frame of cast/run.c: B at the origin, A at start + fraction * way. Some axis is given whose
// direction, from A to B, is normal + (fraction - from) * drift; the normal is of unit length.
typedef struct cast_course {
  uint64_t pair;
  const double *start, *way;
  const cast_body *a, *b;
  double from, end; // the fractions of interest
  double least;     // the gap that has to be left
  double enough;    // and how near above it the search may end
  double normal[DIM], drift[DIM];
} cast_course;

// Returns a fraction before which the pair does not touch; HUGE_VAL if it does not up to the end. `gap`: the gap along
// the normal at the fraction `from` is at least so much above the least.
double cast_follow_axisN(const cast_job* job, const cast_course* course, double gap);

// Brings a pair that is nearly at a touch, at the fraction `from`, to where its gap is course->enough at most, in
// double. `spin`: how fast turns bring it together, at most. `out`: what the contact there has found. It stays where
// double finds nothing. Returns CAST_UNKNOWN where the gap is above course->least again, and CAST_UNFINISHED after many
// steps; the fraction is filled.
uint32_t cast_finish_turnN(const cast_job* job, const cast_course* course, double spin, cast_touch* out);

#endif
