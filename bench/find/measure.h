// Times ticks, each repetition in a process of its own: one that takes too long is ended, and memory is fresh.
#ifndef LGJK_BENCH_FIND_MEASURE_H
#define LGJK_BENCH_FIND_MEASURE_H

#include "clock.h"
#include "contender.h"

// How long cases may take.
typedef struct find_budget {
  uint32_t ticks;   // measured, at most
  uint32_t seconds; // after which no further tick begins; a process is ended after MOST_TIMES_LONGER as many
} find_budget;

#define MOST_TIMES_LONGER 20u

// `rival`: of whom fewer ticks do, as most are slow.
find_budget budget_of(uint32_t bodies, bool rival, bool quick);

// Whether a row of ticks is long enough. `begin`: when the first tick began.
bool has_ended(find_budget budget, uint32_t ticks, double begin);

// Runs work(context, result) in a process of its own. Returns false if it was ended, or failed.
typedef void child_work(const void* context, void* result);
bool in_child(child_work* work, const void* context, void* result, size_t size, uint32_t seconds);

typedef struct find_case {
  char name[80]; // find/P1/100000/random/library-avx512-1
  moving_kind kind;
  uint32_t count;
  bool z_order;
  const find_contender* contender;
  uint32_t isa;     // of the library
  uint32_t workers; // the same
} find_case;

typedef struct find_result {
  tick_sum time;
  double pairs; // in the mean tick
  double built; // seconds that an index took
} find_result;

// Returns false if the contender took too long.
bool measure_case(const find_case* c, find_budget budget, find_result* result);

#define CHECKED_TICKS 5
// Compares the pairs of the case's contender after CHECKED_TICKS ticks of 3,000 bodies with brute force. Returns
// whether they are right.
bool check_case(const find_case* c);

#endif
