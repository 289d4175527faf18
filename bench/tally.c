// What a contender has answered to a case: sums over its frames, and how far its depths are from the truth.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "basics.h"
#include "cases.h"

static uint64_t hash_bytes(uint64_t hash, const void* bytes, size_t size) {
  const unsigned char* byte = bytes;
  for (size_t i = 0; i < size; i++) hash = (hash ^ byte[i]) * 0x100000001b3u;
  return hash;
}

static uint64_t hash_answers(uint64_t hash, const bench_case* c, const answers* given) {
  const size_t pairs = c->scene_pairs, points = pairs * c->dimension->point_floats * sizeof(float);
  hash = hash_bytes(hash, given->overlapping, pairs);
  if (c->query == QUERY_OVERLAP) return hash;
  hash = hash_bytes(hash, given->distance, pairs * sizeof(float));
  hash = hash_bytes(hash, given->point_a, points);
  hash = hash_bytes(hash, given->point_b, points);
  if (c->query == QUERY_DISTANCE) return hash;
  hash = hash_bytes(hash, given->normal, points);
  return c->query == QUERY_DEPTH ? hash : hash_bytes(hash, given->manifold, pairs * c->dimension->manifold_size);
}

uint32_t tally_lanes(const bench_case* c) {
  uint32_t lanes = c->contender == CONTENDER_LIBRARY ? lgjk_isa_lanes(c->isa) : 1;
  return lanes ? lanes : 1;
}

// Rivals know no maximum distance: where there is one, no distance counts for more.
void tally_add(tally* sum, const bench_case* c, const answers* given, float most) {
  const bool distance = c->query != QUERY_OVERLAP;
  const uint32_t lanes = tally_lanes(c);
  for (uint32_t i = 0; i < c->scene_pairs; i++) {
    bool beyond = given->overlapping[i] == LGJK_STATUS_BEYOND && most > 0.0f;
    if (distance) sum->distance += (double)(most > 0.0f ? fminf(given->distance[i], most) : given->distance[i]);
    sum->overlapping += distance ? given->distance[i] <= TOUCHING : given->overlapping[i] == 1;
    sum->beyond += beyond;
    sum->bad += given->overlapping[i] > 1 && !beyond;
  }
  for (uint32_t i = 0; i < c->scene_pairs; i += lanes) {
    uint32_t width = c->scene_pairs - i < lanes ? c->scene_pairs - i : lanes;
    uint32_t slowest = 0;
    for (uint32_t k = i; k < i + width; k++) {
      sum->iterations += given->iterations[k];
      if (given->iterations[k] > slowest) slowest = given->iterations[k];
    }
    sum->lane_steps += (uint64_t)slowest * width;
  }
  sum->answers += c->scene_pairs;
  sum->hash = hash_answers(sum->hash, c, given);
}

// ---- depths ----

// What is no number, or infinite, is no overlap either.
static double depth_of(float signed_distance) { return isfinite(signed_distance) ? -(double)signed_distance : 0.0; }

void depth_errors_find(const dimension* dim, const void* scene, uint32_t pairs, const float* truth, const float* given,
                       depth_errors* errors) {
  double* error = claim(pairs, sizeof *error);
  uint32_t count = 0, missed = 0;
  for (uint32_t i = 0; i < pairs; i++) {
    const double scale = dim->scene_scale(scene, i);
    if (!(depth_of(truth[i]) > MISSED_DEPTH * scale)) continue;
    error[count] = fabs(depth_of(given[i]) - depth_of(truth[i])) / scale;
    missed += error[count++] > MISSED_DEPTH;
  }
  memset(errors, 0, sizeof *errors);
  if (count > 0) {
    qsort(error, count, sizeof *error, compare_doubles);
    *errors = (depth_errors){count, error[count - 1], error[count / 2], (double)missed / (double)count};
  }
  free(error);
}

// ---- distances and verdicts ----

void distance_errors_find(const dimension* dim, const void* scene, uint32_t pairs, float most, const float* truth,
                          const float* given, distance_errors* errors) {
  double* error = claim(pairs, sizeof *error);
  uint32_t count = 0;
  for (uint32_t i = 0; i < pairs; i++) {
    if (!(truth[i] > 0.0f) || (most > 0.0f && !(truth[i] <= most)) || !isfinite(truth[i])) continue;
    error[count++] = fabs((double)given[i] - (double)truth[i]) / dim->scene_scale(scene, i);
  }
  memset(errors, 0, sizeof *errors);
  if (count > 0) {
    qsort(error, count, sizeof *error, compare_doubles);
    *errors = (distance_errors){error[count - 1], error[count / 2]};
  }
  free(error);
}

double wrong_verdicts(uint32_t pairs, const uint8_t* truth, const uint8_t* given) {
  uint32_t wrong = 0;
  for (uint32_t i = 0; i < pairs; i++) wrong += (truth[i] == 1) != (given[i] == 1);
  return (double)wrong / (double)pairs;
}
