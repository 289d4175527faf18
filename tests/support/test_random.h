// Random numbers for tests, the same on every machine: the splitmix64 generator (Steele, Lea, Flood 2014) on a state
// that each test sets to a number of its own. A test of several files has one state: these define TEST_RANDOM_SHARED
// before they include this, and one of them defines random_state.
#ifndef LGJK_TESTS_TEST_RANDOM_H
#define LGJK_TESTS_TEST_RANDOM_H

#include <math.h>
#include <stddef.h>
#include <stdint.h>

#ifdef TEST_RANDOM_SHARED
extern uint64_t random_state;
#else
static uint64_t random_state;
#endif

static inline uint32_t random_bits(void) {
  uint64_t z = random_state += UINT64_C(0x9E3779B97F4A7C15);
  z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
  z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
  return (uint32_t)((z ^ (z >> 31)) >> 32);
}

static inline uint32_t random_below(uint32_t n) { return random_bits() % n; }

static inline double random_in(double low, double high) { return low + (high - low) * (random_bits() / 4294967296.0); }

// A point of the unit ball of n dimensions, not near its centre; returns the square of its length.
static inline double random_in_ball(double* p, int n) {
  double square;
  do {
    square = 0;
    for (int k = 0; k < n; ++k) {
      p[k] = random_in(-1, 1);
      square += p[k] * p[k];
    }
  } while (square > 1 || square < 0.01);
  return square;
}

// n numbers in -1..1 over their length: a rotation of some kind.
static inline void random_rotation(double* p, int n) {
  double square = 0;
  for (int k = 0; k < n; ++k) {
    p[k] = random_in(-1, 1);
    square += p[k] * p[k];
  }
  for (int k = 0; k < n; ++k) p[k] /= sqrt(square);
}

static inline void random_shuffle(void* items, uint32_t count, size_t size) {
  unsigned char* item = items;
  for (uint32_t i = count; i > 1; --i) {
    unsigned char *one = item + (i - 1) * size, *other = item + random_below(i) * size;
    for (size_t k = 0; k < size; ++k) {
      const unsigned char byte = one[k];
      one[k] = other[k];
      other[k] = byte;
    }
  }
}

#endif
