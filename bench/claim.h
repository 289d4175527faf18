// Memory of the benchmark, which has nothing to say where it is short.
#ifndef LGJK_BENCH_CLAIM_H
#define LGJK_BENCH_CLAIM_H

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

#endif
