// Memory of the benchmark, which has nothing to say where it is short.
#ifndef LGJK_BENCH_CLAIM_H
#define LGJK_BENCH_CLAIM_H

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

// `memory`, or the end of the program where that is NULL.
static inline void* need(void* memory) {
  if (memory) return memory;
  fputs("lgjk_bench: out of memory\n", stderr);
  exit(1);
}

// `count` elements of zeros.
static inline void* claim(size_t count, size_t size) { return need(calloc(count > 0 ? count : 1, size)); }

// Memory that goes with an owner: `owner` makes one of so many bytes, claim_for its arrays, and release frees them all.
// A cache line goes before each, so that arrays lie in lines as calloc lays them.
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

#endif
