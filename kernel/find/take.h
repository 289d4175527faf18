// Memory that arrays are placed in, one after the other.
#ifndef LGJK_FIND_TAKE_H
#define LGJK_FIND_TAKE_H

#include <stddef.h>
#include <stdint.h>

// Without a base the bytes are only counted.
typedef struct find_memory {
  char* base;
  uint64_t used;
} find_memory;

static inline void* find_take(find_memory* memory, uint64_t bytes) {
  const uint64_t at = (memory->used + 63) / 64 * 64;
  memory->used = at + (bytes + 63) / 64 * 64;
  return memory->base == NULL ? NULL : memory->base + at;
}

#endif
