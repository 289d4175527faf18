// What all parts of the benchmark use: memory, which ends the program where it is short, calls of the library, time.
#ifndef LGJK_BENCH_BASICS_H
#define LGJK_BENCH_BASICS_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "lanegjk/lanegjk.h"

// Ends the benchmark: a case has failed.
static inline _Noreturn void fail(const char* name, const char* what) {
  fprintf(stderr, "\nlgjk_bench: %s: %s\n", name, what);
  exit(1);
}

// `memory`, or the end of the program where that is NULL.
static inline void* need(void* memory) {
  if (memory) return memory;
  fputs("lgjk_bench: out of memory\n", stderr);
  exit(1);
}

// `count` elements of zeros.
static inline void* claim(size_t count, size_t size) { return need(calloc(count > 0 ? count : 1, size)); }

// `size` bytes that begin with a cache line, of any contents.
static inline void* claim_lines(size_t size) { return need(aligned_alloc(64, (size + 63) / 64 * 64)); }

// Memory of an owner: `owner` makes one of so many bytes, claim_for its arrays, and release frees them all.
// A cache line precedes each, so that arrays lie in lines as calloc lays them.
typedef union owned {
  union owned* next;
  max_align_t align;
  char line[64];
} owned;

static inline void* owner(size_t size) { return (owned*)claim(1, sizeof(owned) + size) + 1; }

static inline void* claim_for(void* of, size_t count, size_t size) {
  owned *first = (owned*)of - 1, *array = claim(1, sizeof(owned) + count * size);
  array->next = first->next;
  first->next = array;
  return array + 1;
}

static inline void release(void* of) {
  for (owned *array = (owned*)of - 1, *next; array != NULL; array = next) {
    next = array->next;
    free(array);
  }
}

// Ascending, for qsort.
static inline int compare_doubles(const void* left, const void* right) {
  const double a = *(const double*)left, b = *(const double*)right;
  return (a > b) - (a < b);
}

// Ends the benchmark where a call of the library has failed.
static inline void check_call(int32_t code, const lgjk_error* error) {
  if (code == LGJK_OK) return;
  fprintf(stderr, "lgjk_bench: %s\n", error->text);
  exit(2);
}

typedef enum clock_kind {
  OF_THREAD, // CPU time of this thread: what other programs on the machine take from it is not counted
  OF_WALL    // for work on several threads
} clock_kind;

// A reading costs about 0.2 us.
static inline double clock_seconds(clock_kind kind) {
  struct timespec now;
  clock_gettime(kind == OF_THREAD ? CLOCK_THREAD_CPUTIME_ID : CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

#endif
