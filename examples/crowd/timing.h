// Where the time of ticks goes.
#ifndef LGJK_EXAMPLE_TIMING_H
#define LGJK_EXAMPLE_TIMING_H

#include <stdint.h>

// order: agents change places; find: pairs of agents; against: of agents and walls; carry: records of the latter;
// contact: the queries; admit: room for newcomers; events: touches that began or ended; push, move.
enum { ORDER, FIND, AGAINST, CARRY, CONTACT, ADMIT, EVENTS, PUSH, MOVE, PHASES };

typedef struct timing {
  double (*seconds)(void); // by which phases are measured
  double since;            // when the phase began
  uint32_t ticks, capacity;
  float (*ms)[PHASES]; // of each tick
} timing;

void timing_begin(timing* t);          // a tick
void timing_lap(timing* t, int phase); // ends; the next begins
void timing_resume(timing* t);         // what was done since the lap does not count

double timing_tick(const timing* t, uint32_t tick); // ms
double timing_sum(const timing* t, int phase);      // ms, of all ticks
void timing_print(const timing* t);                 // median and worst of each phase

double wall_seconds(void);
double cpu_seconds(void); // of the program, which a busy machine disturbs less

#endif
