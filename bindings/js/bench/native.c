// Nanoseconds per pair of the C library for an input of the tests, beside which bindings/js/bench/bench.mjs stands: the
// medians of cold calls of distance and contact. Compiled once for each dimension.
//   native2 PAIRS NAME ISA
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "digest.h"

enum { ROUNDS = 60 };

static double now(void) {
  struct timespec t;
  timespec_get(&t, TIME_UTC);
  return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static int compare(const void* a, const void* b) {
  const double x = *(const double*)a, y = *(const double*)b;
  return (x > y) - (x < y);
}

int main(int argc, char** argv) {
  digestN d;
  inputN input;
  uint32_t number = 0;
  if (argc != 4) return 2;
  while (number < inputsN_count() && strcmp(inputsN_name(number), argv[2]) != 0) ++number;
  if (inputsN_open(&input, number, DIGEST_SEED, (uint32_t)strtoul(argv[1], NULL, 10)) != 0) return 1;
  if (digestN_open(&d, lgjk_isa_from_name(argv[3]), input.pairs.count) != 0) return 1;
  for (query q = OVERLAP; q < QUERIES; ++q) {
    double time[ROUNDS];
    lgjk_results results = {.struct_size = sizeof results};
    results.status = q == OVERLAP ? d.answers.status : NULL;
    results.distance = q == OVERLAP ? NULL : d.answers.distance;
    results.normal = q == CONTACT ? d.answers.normal : NULL;
    for (int i = 0; i < ROUNDS; ++i) {
      const double begin = now();
      if (query_function[q](&input.bodies, &input.bodies, &input.pairs, NULL, 0, input.pairs.count, &results,
                            &d.options, NULL) != LGJK_OK) {
        return 1;
      }
      time[i] = (now() - begin) / (double)input.pairs.count;
    }
    qsort(time, ROUNDS, sizeof *time, compare);
    printf("%.2f ", time[ROUNDS / 2]);
  }
  puts("");
  digestN_close(&d);
  inputsN_close(&input);
  return 0;
}
