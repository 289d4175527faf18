// The JSON of a benchmark run, read back: where it came from, and the median figures of each case.
#ifndef LGJK_BENCH_RESULTS_FILE_H
#define LGJK_BENCH_RESULTS_FILE_H

#include <stdbool.h>
#include <stddef.h>

// The median of a case over its repetitions. Figures that a case has not got are 0.
typedef struct result {
  char name[96];            // 2d/S2/distance/warm/avx512/10000
  char question[96];        // the name without the implementation: 2d/S2/distance/warm/10000
  char implementation[32];  // avx512
  double rank;              // place in the list of cases
  double nanoseconds;       // per pair
  double spread;            // standard deviation of the repetitions / mean
  double iterations;        // per pair
  double occupancy;         // of the lanes
  double overlap;           // share of the pairs
} result;

typedef struct results_file {
  struct json_t* root;
  result* results;  // in the order of the list of cases
  size_t count;
} results_file;

// Ends the program with a message where the file can't be read.
results_file results_file_read(const char* path);
void results_file_free(results_file* file);

// A line of the context, or "" where it is missing.
const char* results_file_context(const results_file* file, const char* key);

// The figures of another implementation on the same question, or NULL.
const result* results_file_find(const results_file* file, const char* question, const char* implementation);

// The implementations that ratios are given to: "reference", "box2d", ..., NULL at the end.
extern const char* const results_file_rivals[];
// Whether a result is one of the library's own instruction sets.
bool result_is_library(const result* r);

#endif
