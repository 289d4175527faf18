// A whole tick of a crowd, step by step, as a server would run it with this library.
#ifndef LGJK_BENCH_FIND_CROWD_H
#define LGJK_BENCH_FIND_CROWD_H

#include "measure.h"

typedef enum crowd_step {
  STEP_FIND,    // lgjk_find_pairs2
  STEP_CARRY,   // lgjk_warm_carry
  STEP_CONTACT, // lgjk_contact2: distance and normal
  STEP_EVENTS,  // lgjk_pair_events
  STEP_PUSH,    // adds up what partners do to each agent
  STEP_MOVE,
  STEPS
} crowd_step;

extern const char* const crowd_step_names[STEPS];

typedef struct crowd_case {
  char name[80]; // crowd/100000/random/avx512-1
  uint32_t count;
  bool z_order;
  uint32_t isa, workers;
} crowd_case;

typedef struct crowd_result {
  double step[STEPS]; // seconds of all ticks
  tick_sum tick;
  double pairs, touching, events; // of all ticks
  uint64_t hash;                  // of all poses after the same number of ticks
} crowd_result;

// Returns false if it took too long.
bool measure_crowd(const crowd_case* c, find_budget budget, crowd_result* result);

#endif
