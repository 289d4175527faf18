// The implementations that results can be of: the library's instruction sets, from its own table, its own choice among
// them, and the rivals, from the benchmark's.
#ifndef LGJK_BENCH_IMPLEMENTATIONS_H
#define LGJK_BENCH_IMPLEMENTATIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct implementation {
  const char* name;    // in a case: "avx512", "box2d"
  const char* shown;   // on pages and plots: "AVX-512", "Box2D"
  const char* library; // of a rival: the line of the context with its version; NULL: an instruction set
  uint32_t lanes;      // of an instruction set; 0: the library's own choice among them
} implementation;

#define MOST_IMPLEMENTATIONS 32u

// Of a dimension, "2d" or "3d": instruction sets first, then the library's own choice, then rivals.
size_t implementations_of(const char* dimension, const implementation** list);
// NULL where the dimension has none of this name.
const implementation* implementation_find(const char* dimension, const char* name);

static inline bool is_rival(const implementation* i) { return i->library != NULL; }

#endif
