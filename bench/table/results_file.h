// The JSON of a benchmark run, read back: where it came from, and the median figures of each case.
#ifndef LGJK_BENCH_RESULTS_FILE_H
#define LGJK_BENCH_RESULTS_FILE_H

#include "implementations.h"

// The median of a case over its repetitions. Figures that a case has not got are 0.
typedef struct result {
  char name[96];       // 2d/S2/distance/warm/avx512/10000
  char question[96];   // the name without the implementation: 2d/S2/distance/warm/10000
  char dimension[8];   // 2d
  char scene[32];      // S2
  char query[16];      // distance
  char mode[16];       // warm
  char written[32];    // the implementation as it is written: avx512, or avx512-sorted
  unsigned long pairs; // 10000
  const implementation* of;
  bool sorted;        // the library where it sorts polygons too
  double rank;        // place in the list of cases
  double nanoseconds; // per pair
  double spread;      // standard deviation of the repetitions / mean
  double iterations;  // per pair
  double occupancy;   // of the lanes
  double overlap;     // share of the pairs
  // Of a rival's depths, relative to the scale of the pair.
  double worst_error, median_error;
  double missed; // share of the overlapping pairs whose error is above MISSED_DEPTH in bench/depths.h
} result;

typedef struct results_file {
  struct json_t* root;
  result* results; // in the order of the list of cases
  size_t count;
} results_file;

// A run is busy, and is published only as such, where the machine's load average at its start was above this.
#define MOST_LOAD 1.0

// Ends the program with a message where the file can't be read, or names an implementation that there is not.
results_file results_file_read(const char* path);
void results_file_free(results_file* file);

// A line of the context, or "" where it is missing.
const char* results_file_context(const results_file* file, const char* key);
// The load average of the minute before the start; -1 where the file does not say it.
double results_file_load(const results_file* file);

// The figures of an implementation on a question, or NULL.
const result* results_file_find(const results_file* file, const char* question, const implementation* of);
// Whether result i is the first of its question.
bool results_file_is_first(const results_file* file, size_t i);

// Of a dimension, those implementations that the run has, in the order of their table; returns how many.
size_t results_file_isas(const results_file* file, const char* dimension, const implementation** isas);
size_t results_file_rivals(const results_file* file, const char* dimension, const implementation** rivals);
// The instruction set with the most lanes that the run has, or NULL.
const implementation* results_file_widest(const results_file* file, const char* dimension);
// How many times longer a rival takes for the question of a result; 0 where it has none.
double ratio_to(const results_file* file, const result* r, const implementation* rival);

#endif
