// What the generators of the 2D and the 3D scenes share: random numbers, names and the order of shuffled bodies. Only
// + - * / sqrt: the same bits on every machine.
#ifndef LGJK_BENCH_SCENE_COMMON_H
#define LGJK_BENCH_SCENE_COMMON_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "same_bits.h"

static inline double scene_smaller(double a, double b) { return a < b ? a : b; }
static inline double scene_larger(double a, double b) { return a > b ? a : b; }

// ---- random numbers: splitmix64 ----

static inline uint64_t scene_mix(uint64_t x) {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

static inline uint64_t scene_next(uint64_t* stream) { return scene_mix(*stream += 0x9e3779b97f4a7c15u); }

static inline uint64_t scene_stream(uint64_t seed, uint64_t item, uint64_t generation) {
  return scene_mix(scene_mix(scene_mix(seed + 0x9e3779b97f4a7c15u) + item) + generation);
}

// In [0, 1).
static inline double scene_uniform(uint64_t* stream) { return (double)(scene_next(stream) >> 11) * 0x1p-53; }

static inline double scene_between(uint64_t* stream, double low, double high) {
  return low + (high - low) * scene_uniform(stream);
}

static inline uint32_t scene_below(uint64_t* stream, uint32_t n) {
  return (uint32_t)(((scene_next(stream) >> 32) * n) >> 32);
}

// `least` to the power U(0,1), by the binary digits of the exponent: least^(1/2), least^(1/4), ...
static inline double scene_log_uniform(uint64_t* stream, double least) {
  uint64_t bits = scene_next(stream);
  double root = least, product = 1.0;
  for (int k = 0; k < 24; k++) {
    root = sqrt(root);
    if (bits & 1u) product *= root;
    bits >>= 1;
  }
  return product;
}

// ---- names and order ----

// What follows the letter and the number of a scene, of which it reads two digits: "" or "-shuffled" and the like.
static inline const char* scene_suffix(const char* name) {
  const char* end = name[0] ? name + 1 : name;
  for (int i = 0; i < 2 && *end >= '0' && *end <= '9'; i++) end++;
  return end;
}

// The number of a scene as one hexadecimal digit, of which lists of scenes are made: '1' of S1, 'a' of S10.
static inline char scene_digit(const char* name) {
  uint32_t number = 0;
  for (const char* digit = name + 1; digit < scene_suffix(name); digit++) {
    number = 10 * number + (uint32_t)(*digit - '0');
  }
  return number < 16 ? "0123456789abcdef"[number] : '\0';
}

// Reads "<letter><1..count>" or the same with "-shuffled" or "-overlapping" after it.
static inline bool scene_read_name(const char* name, char letter, uint32_t count, uint32_t* number, bool* shuffled,
                                   bool* overlapping) {
  if (name[0] != letter || name[1] == '0') return false;
  const char* suffix = scene_suffix(name);
  *number = 0;
  for (const char* digit = name + 1; digit < suffix; digit++) *number = 10 * *number + (uint32_t)(*digit - '0');
  *shuffled = strcmp(suffix, "-shuffled") == 0;
  *overlapping = strcmp(suffix, "-overlapping") == 0;
  return *number >= 1 && *number <= count && (*shuffled || *overlapping || suffix[0] == '\0');
}

static inline void scene_shuffle(uint32_t* slot, uint32_t count, uint64_t stream) {
  for (uint32_t i = 0; i < count; i++) {
    uint32_t j = scene_below(&stream, i + 1);
    slot[i] = slot[j];
    slot[j] = i;
  }
}

// Whether a pair is one of the ten in a hundred that a churn replaces; its two bodies are then swapped.
static inline bool scene_replaces(uint64_t seed, uint32_t pair, uint32_t frame, uint32_t* a, uint32_t* b) {
  uint64_t stream = scene_stream(~seed, pair, frame);
  if (scene_below(&stream, 10u) != 0) return false;
  uint32_t first = *a;
  *a = *b;
  *b = first;
  return true;
}

static inline void scene_free_arrays(void* const* arrays, size_t count) {
  for (size_t i = 0; i < count; i++) free(arrays[i]);
}

// The arrays that scenes of both dimensions have. False where memory is short.
#define SCENE_ALLOCATE(scene)                                                      \
  (((scene)->a = calloc((scene)->pair_count, sizeof *(scene)->a)) &&               \
   ((scene)->b = calloc((scene)->pair_count, sizeof *(scene)->b)) &&               \
   ((scene)->replaced = calloc((scene)->pair_count, sizeof *(scene)->replaced)) && \
   ((scene)->shape = calloc((scene)->body_count, sizeof *(scene)->shape)) &&       \
   ((scene)->pose = calloc((scene)->body_count, sizeof *(scene)->pose)) &&         \
   ((scene)->velocity = calloc((scene)->body_count, sizeof *(scene)->velocity)) && \
   (!(scene)->shuffled || ((scene)->slot = calloc((scene)->body_count, sizeof *(scene)->slot))))

#endif
