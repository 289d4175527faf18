// Writes the answers of casts to the caller's arrays, and decides for pairs that touch from the beginning whether they
// pass.
#ifndef LGJK_CAST_WRITE_H
#define LGJK_CAST_WRITE_H

#include <stdbool.h>
#include <string.h>

#include "cast/run.h"

static inline void cast_write_vector(float* array, uint64_t i, const double v[DIM]) {
  if (array == NULL) return;
  for (int k = 0; k < DIM; ++k) array[i * DIM + (uint64_t)k] = (float)v[k];
}

// Returns the greatest float that is not above a fraction >= 0.
static inline float cast_round_down(double fraction) {
  const float near = (float)fraction;
  uint32_t bits;
  memcpy(&bits, &near, sizeof bits);
  bits -= (double)near > fraction; // no branch: it is taken half of the time
  float below;
  memcpy(&below, &bits, sizeof below);
  return below;
}

static inline void cast_write(const cast_job* job, uint64_t pair, uint32_t status, double fraction, uint32_t steps,
                              const double normal[DIM], const double point[DIM], double depth) {
  const lgjk_cast_results* r = &job->results;
  static const uint32_t quiet = 0x7fc00000u;
  if (r->status != NULL) r->status[pair] = (uint8_t)status;
  if (r->iterations != NULL) r->iterations[pair] = (uint8_t)(steps < 255 ? steps : 255);
  if (r->depth != NULL) r->depth[pair] = (float)depth;
  if (r->fraction != NULL) {
    r->fraction[pair] = cast_round_down(fraction);
    if (status == LGJK_CAST_BAD) memcpy(&r->fraction[pair], &quiet, sizeof quiet);
  }
  cast_write_vector(r->normal, pair, normal);
  cast_write_vector(r->point, pair, point);
}

// Adds the way of body i of a side, times a sign.
static inline void cast_add_way(const cast_job* job, const lgjk_side* side, const char* ways, size_t stride, uint32_t i,
                                double sign, double out[DIM]) {
  float way[DIM], from[DIM] = {0};
  if (ways == NULL) return;
  memcpy(way, ways + stride * i, sizeof way);
  if (job->ends) memcpy(from, side->pose + side->pose_stride * i, sizeof from);
  for (int k = 0; k < DIM; ++k) out[k] += sign * ((double)way[k] - (double)from[k]);
}

// Finds where B, the body `body_b` of a pair, is relative to the position of A.
static inline void cast_place_of_b(const cast_job* job, uint64_t pair, uint32_t body_b, double place[DIM]) {
  const lgjk_batch* batch = &job->batch;
  float at[DIM];
  memcpy(at, batch->b.pose + batch->b.pose_stride * body_b, sizeof at);
  for (int k = 0; k < DIM; ++k) place[k] = (double)at[k];
  if (!lgjk_has_positions(&batch->a, &batch->b)) return;
  double between[DIM];
  lgjk_between_positions(&batch->a, lgjk_word_at(batch->pair_a, batch->pair_stride, pair), &batch->b, body_b, DIM,
                         between);
  for (int k = 0; k < DIM; ++k) place[k] += between[k];
}

// Writes a touch whose point is relative to B's place.
static inline void cast_write_at(const cast_job* job, uint64_t pair, uint32_t status, double fraction, uint32_t steps,
                                 const double normal[DIM], const double at[DIM], double depth) {
  double point[DIM], way[DIM] = {0}, place[DIM];
  const uint32_t body = lgjk_word_at(job->batch.pair_b, job->batch.pair_stride, pair);
  cast_place_of_b(job, pair, body, place);
  cast_add_way(job, &job->batch.b, job->way_b, job->way_b_stride, body, 1, way);
  for (int k = 0; k < DIM; ++k) point[k] = place[k] + fraction * way[k] + at[k];
  cast_write(job, pair, status, fraction, steps, normal, point, depth);
}

static inline void cast_write_plain(const cast_job* job, uint64_t pair, uint32_t status, double fraction,
                                    uint32_t steps) {
  static const double zero[DIM] = {0};
  cast_write(job, pair, status, fraction, steps, zero, zero, 0);
}

// Writes misses.
static inline void cast_write_misses(const cast_job* job, uint64_t first, uint64_t count) {
  const lgjk_cast_results* r = &job->results;
  const size_t n = (size_t)count;
  if (r->status != NULL) memset(r->status + first, LGJK_CAST_MISS, n);
  if (r->iterations != NULL) memset(r->iterations + first, 0, n);
  if (r->normal != NULL) memset(r->normal + first * DIM, 0, n * DIM * sizeof(float));
  if (r->point != NULL) memset(r->point + first * DIM, 0, n * DIM * sizeof(float));
  if (r->depth != NULL) memset(r->depth + first, 0, n * sizeof(float));
  if (r->fraction == NULL) return;
  if (job->most != NULL) {
    memcpy(r->fraction + first, job->most + first, n * sizeof(float));
  } else {
    for (uint64_t i = first; i < first + count; ++i) r->fraction[i] = 1;
  }
}

// ---------------------------------------------------------------- whether pairs pass that touch from the beginning

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
