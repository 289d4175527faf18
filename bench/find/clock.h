// Time, and what a row of ticks took.
#ifndef LGJK_BENCH_FIND_CLOCK_H
#define LGJK_BENCH_FIND_CLOCK_H

#include <stdint.h>
#include <time.h>

typedef enum clock_kind {
  OF_THREAD, // CPU time of this thread: what other programs on the machine take from it is not counted
  OF_WALL    // for work on several threads
} clock_kind;

static inline double clock_seconds(clock_kind kind) {
  struct timespec now;
  clock_gettime(kind == OF_THREAD ? CLOCK_THREAD_CPUTIME_ID : CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

typedef struct tick_sum {
  double total, worst; // seconds
  uint32_t ticks;
} tick_sum;

static inline void tick_add(tick_sum* sum, double seconds) {
  sum->total += seconds;
  if (seconds > sum->worst) sum->worst = seconds;
  sum->ticks++;
}

#endif
