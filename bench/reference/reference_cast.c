// The reference's casts: conservative advancement (Mirtich 1996), one pair at a time. Balls about both bodies show what
// passes, and where to begin; then contacts, each of which gives how far A may move. Compiled once for each dimension.
#include <math.h>

#include "lanegjk/lanegjk_cast.h"
#include "reference.h"

// Of the sum of both reaches: what touches, and what a step leaves of a gap.
#define TOUCH 4e-6
#define LEAVE 3e-6

static double dot(const double* a, const double* b) {
  double sum = 0;
  for (int k = 0; k < DIM; ++k) sum += a[k] * b[k];
  return sum;
}

// Finds where two balls meet and part on a way. Returns false if they pass each other.
static bool meet(const double start[DIM], const double way[DIM], double reach, double* enter, double* leave) {
  const double square = dot(way, way), along = dot(start, way);
  if (square == 0) {
    *enter = 0;
    *leave = INFINITY;
    return dot(start, start) <= reach * reach;
  }
  double beside[DIM];
  for (int k = 0; k < DIM; ++k) beside[k] = start[k] - along / square * way[k];
  const double root = reach * reach - dot(beside, beside);
  if (root < 0) return false;
  *enter = -along / square - sqrt(root / square);
  *leave = -along / square + sqrt(root / square);
  return true;
}

uint8_t refN_cast(const refN_shape* a, const float pose_a[POSE_FLOATS], const float way_a[DIM], const refN_shape* b,
                  const float pose_b[POSE_FLOATS], const float way_b[DIM], float* fraction, uint32_t* iterations) {
  float pose[2][POSE_FLOATS];
  double start[DIM], way[DIM], at, end, reach = (double)(a->bound + a->radius) + (double)(b->bound + b->radius);
  for (int k = 0; k < POSE_FLOATS; ++k) {
    pose[0][k] = pose_a[k];
    pose[1][k] = k < DIM ? 0 : pose_b[k];
  }
  for (int k = 0; k < DIM; ++k) {
    start[k] = (double)pose_a[k] - (double)pose_b[k];
    way[k] = (double)way_a[k] - (double)way_b[k];
  }
  *fraction = 1;
  *iterations = 0;
  if (!meet(start, way, reach, &at, &end) || at > 1 || end < 0) return LGJK_CAST_MISS;
  if (at < 0) at = 0;
  for (refN_cache cache = {0};;) {
    float normal[DIM];
    for (int k = 0; k < DIM; ++k) pose[0][k] = (float)(start[k] + at * way[k]);
    const double gap = (double)refN_contact(a, pose[0], b, pose[1], normal, NULL, NULL, &cache, NULL);
    double speed = 0;
    for (int k = 0; k < DIM; ++k) speed += way[k] * (double)normal[k];
    ++*iterations;
    if (gap < -TOUCH * reach || (gap <= TOUCH * reach && speed > 0)) {
      *fraction = (float)at;
      return gap < 0 && *iterations == 1 && at == 0 ? LGJK_CAST_OVERLAP : LGJK_CAST_HIT;
    }
    if (speed <= 0) return LGJK_CAST_MISS;
    if (*iterations >= LGJK_DEFAULT_CAST_LIMIT) return LGJK_CAST_LIMIT;
    at += (gap - LEAVE * reach) / speed;
    if (at > 1 || at > end) return LGJK_CAST_MISS;
  }
}
