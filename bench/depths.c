#include "depths.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static int by_value(const void* left, const void* right) {
  double a = *(const double*)left, b = *(const double*)right;
  return (a > b) - (a < b);
}

// What is no number, or infinite, is no overlap either.
static double depth_of(float signed_distance) { return isfinite(signed_distance) ? -(double)signed_distance : 0.0; }

bool depth_errors_find(const dimension* dim, const void* scene, uint32_t pairs, const float* truth, const float* given,
                       depth_errors* errors) {
  double* error = malloc(pairs * sizeof *error);
  if (!error) return false;
  uint32_t count = 0, missed = 0;
  for (uint32_t i = 0; i < pairs; i++) {
    const double scale = dim->scene_scale(scene, i);
    if (!(depth_of(truth[i]) > MISSED_DEPTH * scale)) continue;
    error[count] = fabs(depth_of(given[i]) - depth_of(truth[i])) / scale;
    missed += error[count++] > MISSED_DEPTH;
  }
  memset(errors, 0, sizeof *errors);
  if (count > 0) {
    qsort(error, count, sizeof *error, by_value);
    *errors = (depth_errors){count, error[count - 1], error[count / 2], (double)missed / (double)count};
  }
  free(error);
  return true;
}
