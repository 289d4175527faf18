// Finding pairs, the nearest bodies, and whole ticks, as cases of google-benchmark. Each repetition is a process of its
// own, whose mean tick counts; what a contender finds is compared with brute force before it is timed.
#include "suite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cases.h"
#include "claim.h"
#include "near.h"
#include "server.h"

#define TOO_LONG 1.0 // seconds of a tick

static bool quick;

static void refuse(const char* name, const char* what) {
  fprintf(stderr, "\nlgjk_bench: %s: %s\n", name, what);
  exit(1);
}

static void report(bench_run* run, const tick_sum* sum, uint32_t bodies, const char* label) {
  const double mean = sum->total / sum->ticks;
  while (bench_next(run)) bench_took(run, mean);
  bench_label(run, label);
  bench_counter(run, "ns_per_body", mean * 1e9 / bodies);
  bench_counter(run, "worst_ns_per_body", sum->worst * 1e9 / bodies);
}

// A counter of 0 would be left out of the figures' spread as 0/0, which is no JSON.
static void count(bench_run* run, const char* name, double value) {
  if (value > 0) bench_counter(run, name, value);
}

// ---------------------------------------------------------------- pairs

typedef struct find_entry {
  find_case c;
  bool checked, tried, slow;
} find_entry;

// A rival that takes too long is not queried about a million bodies: a tenth of them shows it.
static bool takes_too_long(find_entry* e) {
  if (e->tried || e->c.isa != LGJK_ISA_AUTO || e->c.count <= 100000) return e->slow;
  find_case tenth = e->c;
  find_result result;
  tenth.count /= 10;
  e->tried = true;
  const bool done = measure_case(&tenth, budget_of(tenth.count, true, quick), &result);
  e->slow = !done || 10 * result.time.total / result.time.ticks > TOO_LONG;
  return e->slow;
}

static void run_find(bench_run* run, void* context) {
  find_entry* e = context;
  const bool rival = e->c.isa == LGJK_ISA_AUTO;
  find_result result;
  if (!e->checked && !check_case(&e->c)) refuse(e->c.name, "the pairs are wrong");
  e->checked = true;
  if (!takes_too_long(e)) e->slow = !measure_case(&e->c, budget_of(e->c.count, rival, quick), &result);
  if (e->slow && !rival) refuse(e->c.name, "was not done");
  if (e->slow) {
    bench_skip(run, "takes too long");
    return;
  }
  report(run, &result.time, e->c.count, e->c.contender->shown);
  count(run, "pairs_per_body", result.pairs / e->c.count);
  count(run, "index_ms", 1e3 * result.built);
}

static void add_find(suite_list* list, moving_kind kind, uint32_t size, bool z_order) {
  find_case cases[MOST_CASES];
  const uint32_t made = cases_of(kind, size, z_order, cases);
  for (uint32_t i = 0; i < made; ++i) {
    find_entry* e = claim(1, sizeof *e);
    e->c = cases[i];
    suite_add(list, run_find, e, e->c.name)->once = true;
  }
}

// ---------------------------------------------------------------- the nearest

typedef struct near_entry {
  near_case c;
  bool checked;
} near_entry;

static void run_near(bench_run* run, void* context) {
  near_entry* e = context;
  tick_sum sum;
  if (!e->checked && !check_near(&e->c)) refuse(e->c.name, "brute force finds other bodies");
  e->checked = true;
  if (!measure_near(&e->c, budget_of(e->c.count, true, quick), &sum)) refuse(e->c.name, "was not done");
  report(run, &sum, e->c.count, e->c.contender->shown);
}

static void add_near(suite_list* list, moving_kind kind, uint32_t size, bool z_order) {
  near_case cases[MOST_CASES];
  const uint32_t made = near_cases_of(kind, size, z_order, cases);
  for (uint32_t i = 0; i < made; ++i) {
    near_entry* e = claim(1, sizeof *e);
    e->c = cases[i];
    suite_add(list, run_near, e, e->c.name)->once = true;
  }
}

// ---------------------------------------------------------------- the crowd

typedef struct crowd_entry {
  crowd_case c;
  uint64_t* hash; // that all cases of one size and order have to end with; 0: not known yet
} crowd_entry;

static void run_crowd(bench_run* run, void* context) {
  crowd_entry* e = context;
  crowd_result r;
  if (!measure_crowd(&e->c, budget_of(e->c.count, false, quick), &r)) refuse(e->c.name, "was not done");
  if (*e->hash == 0) *e->hash = r.hash;
  if (*e->hash != r.hash) refuse(e->c.name, "ends with other poses than another case of this size and order");
  report(run, &r.tick, e->c.count, "");
  for (int k = 0; k < STEPS; ++k) {
    char name[32];
    snprintf(name, sizeof name, "%s_ms", crowd_step_names[k]);
    bench_counter(run, name, 1e3 * r.step[k] / r.tick.ticks);
  }
  count(run, "pairs_per_body", r.pairs / r.tick.ticks / e->c.count);
  count(run, "events", r.events / r.tick.ticks);
}

static void add_crowd(suite_list* list, uint32_t size, bool z_order) {
  crowd_case cases[MOST_CASES];
  const uint32_t made = crowd_cases_of(size, z_order, cases);
  uint64_t* hash = claim(1, sizeof *hash);
  for (uint32_t i = 0; i < made; ++i) {
    crowd_entry* e = claim(1, sizeof *e);
    *e = (crowd_entry){cases[i], hash};
    suite_add(list, run_crowd, e, e->c.name)->once = true;
  }
}

// ---------------------------------------------------------------- the server

static void run_server(bench_run* run, void* context) {
  static bool checked;
  const server_case* c = context;
  server_result r;
  if (!checked && !check_server()) refuse(c->name, "both servers report different events");
  checked = true;
  if (!measure_server(c, budget_of(c->count, false, quick), &r)) refuse(c->name, "was not done");
  report(run, &r.time, c->count, c->contender->shown);
  count(run, "begins", r.begins / r.time.ticks);
  count(run, "entered", r.entered / r.time.ticks);
}

static void add_server(suite_list* list, uint32_t size) {
  server_case* cases = claim(SERVER_CASES, sizeof *cases);
  server_cases_of(size, cases);
  for (int k = 0; k < SERVER_CASES; ++k) suite_add(list, run_server, &cases[k], cases[k].name)->once = true;
}

// ---------------------------------------------------------------- all of them

void suite_find(suite_list* list) {
  quick = list->quick;
  const find_sizes crowds = crowd_sizes(quick), servers = server_sizes(quick);
  for (int kind = 0; kind < MOVING_KINDS; ++kind) {
    const find_sizes sizes = sizes_of((moving_kind)kind, quick);
    for (uint32_t i = 0; sizes.count[i] > 0; ++i) {
      for (int z = 0; z < 2; ++z) add_find(list, (moving_kind)kind, sizes.count[i], z);
      if (kind != WALKERS && kind != SWARM) continue;
      for (int z = 0; z < 2; ++z) add_near(list, (moving_kind)kind, sizes.count[i], z);
    }
  }
  for (uint32_t i = 0; crowds.count[i] > 0; ++i) {
    for (int z = 0; z < 2; ++z) add_crowd(list, crowds.count[i], z);
  }
  for (uint32_t i = 0; servers.count[i] > 0; ++i) add_server(list, servers.count[i]);
}
