// The 8 nearest of each body, anew in each tick: an index of all bodies is built, then asked about each.
#ifndef LGJK_BENCH_FIND_NEAR_H
#define LGJK_BENCH_FIND_NEAR_H

#include "lanegjk/lanegjk_find.h"
#include "measure.h"

#ifdef __cplusplus
extern "C" {
#endif

#define NEAR_COUNT 8u

typedef struct near_setup {
  const moving* scene;
  uint32_t isa;
  const lgjk_tasks* tasks;
} near_setup;

typedef struct near_contender {
  const char *name, *shown;
  int dim;
  bool library;
  void* (*open)(const near_setup* setup); // NULL: no memory
  // Writes for each body its NEAR_COUNT others, and how far they are, the nearest first.
  void (*tick)(void* self, uint32_t* body, float* distance);
  void (*close)(void* self);
} near_contender;

extern const near_contender near_library2, near_library3, near_nanoflann2, near_nanoflann3;

typedef struct near_case {
  char name[80]; // near/P1/100000/random/library-avx512-1
  const near_contender* contender;
  moving_kind kind;
  uint32_t count;
  bool z_order;
  uint32_t isa, workers;
} near_case;

// Writes the cases of a size and order to `cases`, this library first; returns how many.
uint32_t near_cases_of(moving_kind kind, uint32_t count, bool z_order, near_case* cases);

bool measure_near(const near_case* c, find_budget budget, tick_sum* result);

// Has the case's contender tell the nearest bodies of a small scene; returns whether brute force finds the same.
bool check_near(const near_case* c);

#ifdef __cplusplus
}
#endif

#endif
