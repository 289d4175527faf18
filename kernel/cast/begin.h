// Decides for pairs that touch from the beginning whether they pass.
#ifndef LGJK_CAST_BEGIN_H
#define LGJK_CAST_BEGIN_H

#include <stdbool.h>

// A pair that is apart by no more bands when it begins, at a scale of twice its reach, touches from then on.
#define CAST_BEGIN_BANDS 6.0

// What rounding makes of a way along a touch: so much of it points inwards, by half a band at most.
#define CAST_ROUNDING_OF_WAY 1e-6

// A pair that touches.
typedef struct cast_begin {
  double first, gap;      // the gap along the normal where it begins, and that at the touch
  double speed;           // how fast the gap shrinks
  double rest, way, band; // what is left of the fractions; the length of the way; a band
} cast_begin;

// Returns whether a pair that touches has done so from the beginning, and passes all the same: on the rest of the way
// the gap shrinks by no more than is left of it, or than rounding lets a way along the touch point inwards.
static inline bool cast_passes_touch(const cast_begin* b) {
  if (b->first > CAST_BEGIN_BANDS * b->band) return false;
  const double rounding = CAST_ROUNDING_OF_WAY * b->rest * b->way, half = b->band / 2;
  const double slack = rounding < half ? rounding : half;
  return b->speed * b->rest <= (b->gap > slack ? b->gap : slack);
}

#endif
