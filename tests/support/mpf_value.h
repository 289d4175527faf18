// A number of GMP as a long double, for the exact oracles.
#ifndef LGJK_TESTS_MPF_VALUE_H
#define LGJK_TESTS_MPF_VALUE_H

#include <gmp.h>

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
