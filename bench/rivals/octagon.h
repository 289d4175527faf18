// What users of rivals without ellipses do: a polygon of eight vertices on the ellipse, rounded as the ellipse is. It
// lies inside, by up to 8% of the semi-axes.
#ifndef LGJK_BENCH_OCTAGON_H
#define LGJK_BENCH_OCTAGON_H

#include "lanegjk/lanegjk.h"

static inline void octagon_of_ellipse(const lgjk_shape2_def* def, float vertices[8][2]) {
  const float r = 0.70710678f, c[8] = {1, r, 0, -r, -1, -r, 0, r}, s[8] = {0, r, 1, r, 0, -r, -1, -r};
  for (int k = 0; k < 8; k++) {
    vertices[k][0] = c[k] * def->size[0];
    vertices[k][1] = s[k] * def->size[1];
  }
}

#endif
