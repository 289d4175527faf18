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
  char name[96]; // crowd/100000/random/avx512-1
  uint32_t count;
  bool z_order;
  uint32_t isa, workers;
} crowd_case;

typedef struct crowd_result {
  bool done;
  tick_figures step[STEPS];
  tick_figures tick;
  double pairs, touching, events; // in the mean tick
  uint64_t hash;                  // of all poses after the same number of ticks
} crowd_result;

// Opens a crowd, and lets it walk from its lattice with the widest instruction set. Ends the program where memory
// lacks.
struct crowd* crowd_begin(uint32_t count, bool z_order);
void crowd_close(struct crowd* begun); // NULL: nothing

// `begun`: of the case's size and order; it stays so.
crowd_result measure_crowd(const crowd_case* c, struct crowd* begun, find_budget budget);

#endif
