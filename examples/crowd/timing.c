// Keeps the milliseconds of each phase of each tick.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "crowd.h"

static const char* const NAME[PHASES] = {"order", "find",   "against", "carry", "contact",
                                         "admit", "events", "push",    "move"};

double wall_seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

double cpu_seconds(void) { return (double)clock() / CLOCKS_PER_SEC; }

void timing_begin(timing* t) {
  if (t->ticks == t->capacity) {
    t->capacity = 2 * t->capacity + 1024;
    t->ms = grow(t->ms, t->capacity, sizeof *t->ms);
  }
  memset(t->ms[t->ticks++], 0, sizeof *t->ms);
  timing_resume(t);
}

void timing_resume(timing* t) { t->since = t->seconds(); }

void timing_lap(timing* t, int phase) {
  const double now = t->seconds();
  t->ms[t->ticks - 1][phase] += (float)(1e3 * (now - t->since));
  t->since = now;
}

double timing_tick(const timing* t, uint32_t tick) {
  double sum = 0.0;
  for (int p = 0; p < PHASES; p++) sum += (double)t->ms[tick][p];
  return sum;
}

double timing_sum(const timing* t, int phase) {
  double sum = 0.0;
  for (uint32_t i = 0; i < t->ticks; i++) sum += (double)t->ms[i][phase];
  return sum;
}

static int compare(const void* left, const void* right) {
  const double a = *(const double*)left, b = *(const double*)right;
  return (a > b) - (a < b);
}

// phase: PHASES for the whole tick.
static void print_row(const timing* t, int phase, double* value, double whole) {
  double sum = 0.0;
  for (uint32_t i = 0; i < t->ticks; i++) {
    value[i] = phase == PHASES ? timing_tick(t, i) : (double)t->ms[i][phase];
    sum += value[i];
  }
  qsort(value, t->ticks, sizeof *value, compare);
  printf("  %-8s %9.3f %9.3f %7.1f%%\n", phase == PHASES ? "tick" : NAME[phase], value[t->ticks / 2],
         value[t->ticks - 1], whole > 0.0 ? 100.0 * sum / whole : 0.0);
}

void timing_print(const timing* t) {
  double whole = 0.0, *value = grow(NULL, t->ticks, sizeof *value);
  for (int p = 0; p < PHASES; p++) whole += timing_sum(t, p);
  printf("ms by %s\n  phase       median     worst   share\n", t->seconds == wall_seconds ? "the clock" : "CPU time");
  for (int p = 0; p <= PHASES; p++) print_row(t, p, value, whole);
  free(value);
}
