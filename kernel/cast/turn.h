// Turns of bodies on their way: the rotation at each fraction, and how fast it is at most.
#ifndef LGJK_CAST_TURN_H
#define LGJK_CAST_TURN_H

#include <math.h>
#include <string.h>

#include "base/fpcontrol.h"
#include "cast/run.h"
#include "find/bounds.h"
#include "lane/dimension.h"

// Returns whether a call takes a rotation.
static inline bool cast_is_turned_well(const cast_job* job, const float* rotation) {
  return find_is_turned_well(rotation, job->flags & LGJK_FLAG_NORMALIZE ? 1e-2 : 1e-4);
}

enum { TURN = DIM == 2 ? 2 : 4 }; // floats of a rotation

// The least of 1 + d, d the cosine between both rotations (of 3D: between both quaternions): a turn by 168 degrees.
#define LEAST_COSINE 0.02

// Rotations at the fractions 0 and 1, of unit length. In 3D of the two that mean the same the nearer one.
typedef struct cast_turn {
  double from[TURN], to[TURN], cosine;
} cast_turn;

static inline double cast_dot(const double* a, const double* b) {
  double sum = a[0] * b[0];
  for (int k = 1; k < DIM; ++k) sum += a[k] * b[k];
  return sum;
}

static inline double turn_dot(const double* a, const double* b) {
  double sum = 0;
  for (int k = 0; k < TURN; ++k) sum += a[k] * b[k];
  return sum;
}

static inline void read_rotation(const char* floats, double* out) {
  float read[TURN];
  memcpy(read, floats, sizeof read);
  for (int k = 0; k < TURN; ++k) out[k] = (double)read[k];
  const double square = turn_dot(out, out), length = lgjk_sqrt(square > 0 ? square : 1);
  for (int k = 0; k < TURN; ++k) out[k] /= length;
}

static inline cast_turn read_turn(const char* from, const char* to) {
  cast_turn t;
  read_rotation(from, t.from);
  read_rotation(to, t.to);
  t.cosine = turn_dot(t.from, t.to);
  if (DIM == 3 && t.cosine < 0) {
    for (int k = 0; k < TURN; ++k) t.to[k] = -t.to[k];
    t.cosine = -t.cosine;
  }
  return t;
}

// Returns the turn of a pair's body on a side. `indices`: the pairs' numbers of bodies of the side. `turns`: NULL, or
// those of all bodies of the side.
static inline cast_turn turn_of_pair(const lgjk_side* side, const char* indices, size_t stride, uint64_t pair,
                                     const char* turns, size_t turn_stride) {
  const uint32_t i = lgjk_word_at(indices, stride, pair);
  const char* from = side->pose + side->pose_stride * i + DIM * sizeof(float);
  return read_turn(from, turns != NULL ? turns + turn_stride * i : from);
}

// Returns the greatest angular speed of a turn, per fraction. The rotation is a chord whose angle from one end to the
// other is a, so that its own speed is 2 tan(a / 2) in the middle; a quaternion stands for twice its angle.
static inline double turn_speed(const cast_turn* t) {
  const double sine = lgjk_sqrt(t->cosine < 1 ? 1 - t->cosine * t->cosine : 0);
  return (DIM == 3 ? 4 : 2) * sine / (1 + t->cosine) * 1.000001;
}

// Returns how fast body i of a side moves the points of its core by its turn, at most; a NaN if that is no turn.
// `turns`: NULL, or those of all bodies of the side.
static inline double cast_spin(const cast_job* job, const lgjk_side* side, uint32_t i, const char* turns, size_t stride,
                               double core) {
  float rotation[TURN];
  if (turns == NULL) return 0;
  memcpy(rotation, turns + stride * i, sizeof rotation);
  const cast_turn t = read_turn(side->pose + side->pose_stride * i + DIM * sizeof(float), turns + stride * i);
  return cast_is_turned_well(job, rotation) && 1 + t.cosine > LEAST_COSINE ? turn_speed(&t) * core : NAN;
}

// Writes the rotation at a fraction: the point of the chord, brought to unit length.
static inline void turn_at(const cast_turn* t, double fraction, double out[TURN]) {
  for (int k = 0; k < TURN; ++k) out[k] = (1 - fraction) * t->from[k] + fraction * t->to[k];
  const double inverse = 1 / lgjk_sqrt(turn_dot(out, out));
  for (int k = 0; k < TURN; ++k) out[k] *= inverse;
}

#endif
