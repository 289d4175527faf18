// Digits of coordinates.
#include "coordinates.h"

#include <math.h>

#define FLOAT_DIGITS 9
// of a float that are not the noise of its last place
#define SURE_DIGITS 8
#define DOUBLE_DIGITS 17

// Digits before the point.
static int whole_digits(double value) {
  int digits = 0;
  for (value = fabs(value); value >= 1.0 && digits < 400; value /= 10.0) ++digits;
  return digits;
}

int coordinate_digits(double offset, double relative, double largest) {
  const int digits = SURE_DIGITS + whole_digits(offset + relative) - whole_digits(largest);
  return digits < FLOAT_DIGITS ? FLOAT_DIGITS : digits > DOUBLE_DIGITS ? DOUBLE_DIGITS : digits;
}
