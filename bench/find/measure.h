// Cases that are ticks of many moving bodies, and how they are measured: each repetition in a process of its own, so
// that one that takes too long is ended, and memory is fresh.
#ifndef LGJK_BENCH_FIND_MEASURE_H
#define LGJK_BENCH_FIND_MEASURE_H

#include "basics.h"
#include "contender.h"
#include "server.h"

// How long a case may take.
typedef struct find_budget {
  uint32_t ticks;   // measured, at most
  uint32_t seconds; // after which no further tick begins; a process is ended after MOST_TIMES_LONGER as many
} find_budget;

#define MOST_TIMES_LONGER 20u

typedef struct find_case {
  char name[80]; // find/P1/100000/random/library-avx512-1, crowd/100000/random/avx512-1, server/100000/by-hand
  moving_kind kind;
  uint32_t count;
  bool z_order;
  const find_contender* contender; // of pairs and nearest bodies
  const server_contender* server;
  uint32_t isa, workers; // of the library
  find_budget budget;
} find_case;

typedef struct tick_sum {
  double total, worst; // seconds
  uint32_t ticks;
} tick_sum;

void tick_add(tick_sum* sum, double seconds);

// Whether a series of ticks is long enough. `begin`: when the first tick began.
bool has_ended(find_budget budget, uint32_t ticks, double begin);

// Runs work(context, result) in a process of its own. Returns false if it was ended, or failed.
typedef void child_work(const void* context, void* result);
bool in_child(child_work* work, const void* context, void* result, size_t size, uint32_t seconds);

// A case that is open.
typedef struct find_opened {
  moving scene;
  lgjk_tasks tasks;
  find_setup setup;
  void* self;
  find_answers answers;
} find_opened;

// capacity: of pairs that are kept.
void find_open(find_opened* o, const find_case* c, uint64_t capacity);

// ---------------------------------------------------------------- what is measured

typedef struct find_result {
  tick_sum time;
  double pairs; // in the mean tick
  double built; // seconds that an index took
} find_result;

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

typedef struct crowd_result {
  tick_sum time;
  double step[STEPS];   // seconds of all ticks
  double pairs, events; // of all ticks
  uint64_t hash;        // of all poses after the same number of ticks
} crowd_result;

typedef struct server_result {
  tick_sum time;
  double begins, entered; // of all ticks
} server_result;

// Each returns false if the case took too long.
bool measure_find(const find_case* c, find_result* result);
bool measure_crowd(const find_case* c, crowd_result* result); // a whole tick, step by step, as a server would run it
bool measure_server(const find_case* c, server_result* result);

// Whether brute force finds what the case's contender finds after some ticks of few bodies.
bool check_find(const find_case* c);
// Whether both servers report the same events of a small world.
bool check_server(void);
int compare_keys(const void* a, const void* b); // of two uint64_t, for qsort

#endif
