// Points and vectors of long doubles, and the axes of a rotation, for truths.
#ifndef LGJK_TESTS_LONG_POINTS_H
#define LGJK_TESTS_LONG_POINTS_H

#include <math.h>

typedef long double real;

typedef struct point {
  real at[3];
} point;

static inline real dot(point a, point b) { return a.at[0] * b.at[0] + a.at[1] * b.at[1] + a.at[2] * b.at[2]; }
static inline real length(point a) { return sqrtl(dot(a, a)); }
static inline point minus(point a, point b) {
  return (point){{a.at[0] - b.at[0], a.at[1] - b.at[1], a.at[2] - b.at[2]}};
}
static inline point cross(point a, point b) {
  point n;
  for (int i = 0, j = 1, k = 2; i < 3; j = k, k = i++) n.at[i] = a.at[j] * b.at[k] - a.at[k] * b.at[j];
  return n;
}

// Of a quaternion of any length, the scalar last.
static inline void long_axes3(const float turn[4], point axis[3]) {
  const real x = turn[0], y = turn[1], z = turn[2], w = turn[3], s = 2 / (x * x + y * y + z * z + w * w);
  axis[0] = (point){{1 - s * (y * y + z * z), s * (x * y + z * w), s * (x * z - y * w)}};
  axis[1] = (point){{s * (x * y - z * w), 1 - s * (x * x + z * z), s * (y * z + x * w)}};
  axis[2] = (point){{s * (x * z + y * w), s * (y * z - x * w), 1 - s * (x * x + y * y)}};
}

#endif
