// Ends a benchmark whose call of the library fails.
#ifndef LGJK_BENCH_CHECK_CALL_H
#define LGJK_BENCH_CHECK_CALL_H

#include <stdio.h>
#include <stdlib.h>

#include "lanegjk/lanegjk.h"

static inline void check_call(int32_t code, const lgjk_error* error) {
  if (code == LGJK_OK) return;
  fprintf(stderr, "%s\n", error->text);
  exit(2);
}

#endif
