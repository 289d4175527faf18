// An allocator that counts, fails on request, and returns blocks at a chosen offset from a cache line.
#ifndef LGJK_TESTS_COUNTING_ALLOCATOR_H
#define LGJK_TESTS_COUNTING_ALLOCATOR_H

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "lanegjk/lanegjk.h"

typedef struct counting {
  int allocations, live, fail_at; // the allocation that returns NULL, from 1; 0: none
  size_t offset;                  // of the block from a multiple of 64
} counting;

// The true start of a block is kept in the 16 bytes before it.
static inline void* counting_allocate(size_t size, void* user) {
  counting* c = user;
  if (++c->allocations == c->fail_at) return NULL;
  char* base = malloc(size + 80 + 64);
  if (base == NULL) abort();
  char* memory = base + 16;
  while ((uintptr_t)memory % 64 != c->offset) ++memory;
  memcpy(memory - sizeof base, &base, sizeof base);
  ++c->live;
  return memory;
}

static inline void counting_release(void* memory, void* user) {
  counting* c = user;
  if (memory == NULL) abort();
  char* base;
  memcpy(&base, (char*)memory - sizeof base, sizeof base);
  free(base);
  --c->live;
}

static inline lgjk_allocator counting_allocator(counting* c) {
  const lgjk_allocator allocator = {(uint32_t)sizeof allocator, 0, counting_allocate, counting_release, c};
  return allocator;
}

#endif
