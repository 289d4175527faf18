// How many samples a test takes where the environment requests fewer. LGJK_TEST_PAIRS=n is made for tests that usually
// have 2000 pairs; others take as large a part of what they usually have.
#ifndef LGJK_TESTS_FEWER_H
#define LGJK_TESTS_FEWER_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

enum { FEWER_OF = 2000 };

// The number of samples: `usual` without LGJK_TEST_PAIRS, else n / 2000 of it, but never more than usual, nor fewer
// than `least`, with which the test still means something.
static inline uint32_t fewer(uint32_t usual, uint32_t least) {
  const char* said = getenv("LGJK_TEST_PAIRS");
  if (said == NULL) return usual;
  const uint64_t part = (uint64_t)usual * strtoul(said, NULL, 0) / FEWER_OF;
  const uint32_t count = part < least ? least : part < usual ? (uint32_t)part : usual;
  return count < usual ? count : usual;
}

// Whether fewer samples than usual are requested.
static inline bool are_fewer(void) { return getenv("LGJK_TEST_PAIRS") != NULL; }

// Whether a test of each number of workers on each instruction set takes this combination: all, or where fewer samples
// are requested about half of them: of up to four workers, two or more on each set.
static inline bool has_turn(uint32_t isa, uint32_t workers) { return !are_fewer() || (isa + workers / 2) % 2 == 0; }

// The number of `count` samples that may be what `share` of the usual number may: as large a share. Of fewer than usual
// four standard deviations more, and one, as few samples scatter.
static inline double allowed(double share, uint32_t count, uint32_t usual) {
  const double mean = share * count;
  return count < usual ? mean + 4 * sqrt(mean) + 1 : mean;
}

#endif
