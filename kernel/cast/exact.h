// Casts one pair in double. It serves pairs of which one body is far larger than the other, whose touch the float of a
// contact would blur by more than the smaller one is worth, and balls and rays; compiled once for each dimension.
#ifndef LGJK_CAST_EXACT_H
#define LGJK_CAST_EXACT_H

#include <stdbool.h>

#include "cast/chunk.h"
#include "single/solid.h"

#define cast_in_doubleN LANE_CAT(lgjk_cast_in_double, DIM)
#define cast_measureN LANE_CAT(lgjk_cast_measure, DIM)

// Where two shapes touch, or by how much they overlap.
typedef struct cast_touch {
  double fraction, gap, speed; // the gap at the fraction, and how fast it shrinks along the normal
  double first;                // the gap along the normal where the course begins
  double normal[DIM];          // unit, from A to B
  double point[DIM];           // on B's surface, relative to B's position
} cast_touch;

// CAST_TOUCHES: a touch is filled. If its gap is below 0 by more than rounding, the pair overlaps where its course
// begins. CAST_UNKNOWN: cores overlap there, or the steps did not suffice. Then only the fraction is filled, with one
// before which they do not touch. CAST_UNFINISHED: the same where a cast that turns takes more steps.
enum { CAST_PASSES, CAST_TOUCHES, CAST_UNKNOWN, CAST_UNFINISHED };

// Casts pair i of a chunk, which is good, and a miss so far. Returns false if it is left to contacts.
bool cast_in_doubleN(const cast_job* job, cast_chunk* c, uint32_t i);

// Measures the gap of two placed bodies, beyond the radius[0] of both, of which radius[1] is B's, and
// fills its normal and the point. Where rounding or too few steps leave more than the tolerance, the gap is a lower
// bound. Returns false where cores overlap or touch, or no bound is above 0.
bool cast_measureN(const lgjk_solidN* a, const lgjk_solidN* b, const double radius[2], double tolerance,
                   cast_touch* out);

// ---------------------------------------------------------------- an axis that separates a pair while bodies turn

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
