// The Minkowski difference of two convex polygons without rounding error: all coordinates are integers, in units of
// 2^-EXACT2_BITS. Floats and their products are exact there, and 1/sqrt(c*c + s*s), the one irrational number, is cut
// after 256 binary places (relative error below 1e-76) and taken as exact from there on.
// The edges of A and of -B, each sorted by polar angle already, merge into those of A - B (de Berg et al.,
// Computational Geometry, 13.3): O(n + m).
#ifndef LGJK_TESTS_EXACT_NUMBERS_H
#define LGJK_TESTS_EXACT_NUMBERS_H

#include <gmp.h>

#include "oracle.h"

enum {
  EXACT2_FLOAT_BITS = 149, // every float32 is an integer multiple of 2^-149
  EXACT2_INVERSE_BITS = 256,
  EXACT2_BITS = 2 * EXACT2_FLOAT_BITS + EXACT2_INVERSE_BITS
};

typedef struct exact2_point {
  mpz_t x, y;
} exact2_point;

// Convex, counter-clockwise; one point, or two, where it is flat.
typedef struct exact2_polygon {
  exact2_point* point;
  uint32_t count;
  uint32_t lowest; // least y, then least x: where the edges' polar angles start
} exact2_polygon;

// In units of 2^-EXACT2_FLOAT_BITS.
void exact2_set_float(mpz_t out, float value);
// A posed polygon in the world, without its rounding; negated where sign is -1.
exact2_polygon exact2_place(const oracle2_body* body, int sign);
// A + B, from its lowest point on. No edge has length 0 or the direction of the one before.
exact2_polygon exact2_sum(const exact2_polygon* a, const exact2_polygon* b);
void exact2_free(exact2_polygon* polygon);

void exact2_cross(mpz_t out, const exact2_point* p, const exact2_point* q);
void exact2_dot(mpz_t out, const exact2_point* p, const exact2_point* q);

// A number of GMP as a long double.
enum { MPF_BITS = 512 };

static inline long double to_long_double(mpf_t value) {
  mpf_t rest;
  mpf_init2(rest, MPF_BITS);
  double high = mpf_get_d(value);
  mpf_set_d(rest, high);
  mpf_sub(rest, value, rest);
  long double sum = (long double)high + (long double)mpf_get_d(rest);
  mpf_clear(rest);
  return sum;
}

#endif
