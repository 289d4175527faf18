// Times ticks, each case in a process of its own: one that takes too long is ended, and memory is fresh.
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
  char name[96]; // P1/100000/random/library-avx512-1
  moving_kind kind;
  uint32_t count;
  bool z_order;
  const find_contender* contender;
  uint32_t isa;     // of the library
  uint32_t workers; // the same
} find_case;

typedef struct find_result {
  bool done;
  double expected;   // seconds of a tick for which a rival was not asked; else 0
  tick_figures time; // of a tick
  double pairs;      // in the mean tick
  double built;      // seconds that an index took
} find_result;

// `scene`: of the case, as it begins; it stays so.
find_result measure_case(const find_case* c, moving* scene, find_budget budget);

#define CHECKED_TICKS 5
// Has the case's contender tell its pairs after CHECKED_TICKS ticks, and returns whether they are right. `truth` is of
// the same scene after as many ticks.
struct true_pairs;
bool check_case(const find_case* c, const struct true_pairs* truth);

#endif
