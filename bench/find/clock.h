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

#define MOST_TICKS 256u

typedef struct tick_row {
  double seconds[MOST_TICKS];
  uint32_t count;
} tick_row;

typedef struct tick_figures {
  double median, mean, worst; // seconds
  uint32_t ticks;
} tick_figures;

static inline void tick_add(tick_row* row, double seconds) {
  if (row->count < MOST_TICKS) row->seconds[row->count++] = seconds;
}

// Sorts the row.
static inline tick_figures tick_figures_of(tick_row* row) {
  double* t = row->seconds;
  double sum = 0;
  for (uint32_t i = 0; i < row->count; ++i) {
    const double taken = t[i];
    uint32_t k = i;
    for (; k > 0 && t[k - 1] > taken; --k) t[k] = t[k - 1];
    t[k] = taken;
    sum += taken;
  }
  const uint32_t n = row->count;
  if (n == 0) return (tick_figures){0, 0, 0, 0};
  return (tick_figures){0.5 * (t[(n - 1) / 2] + t[n / 2]), sum / n, t[n - 1], n};
}

#endif
