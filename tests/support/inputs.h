// The inputs of the dimension DIM: inputs2.h or inputs3.h.
#ifndef LGJK_TESTS_INPUTS_H
#define LGJK_TESTS_INPUTS_H

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "dim.h"
#if DIM == 2
#include "inputs2.h"
#else
#include "inputs3.h"
#endif

static inline bool inputsN_has_bad(uint32_t number) { return strcmp(inputsN_name(number), "mixed_with_bad") == 0; }

// How many pairs of an input a test asks about: as many as usual, or fewer where LGJK_TEST_PAIRS=n says so, but enough
// for the small batches of every width.
static inline uint32_t inputsN_pairs(uint32_t usual) {
  const uint32_t enough = 80;
  const char* said = getenv("LGJK_TEST_PAIRS");
  uint32_t wanted = said == NULL ? usual : (uint32_t)strtoul(said, NULL, 0);
  if (wanted < enough) wanted = enough;
  return wanted < usual ? wanted : usual;
}

#endif
