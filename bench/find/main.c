// The benchmark of what finds pairs that may meet. It checks everybody's pairs, times whole ticks, and prints a page in
// Markdown.
#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cases.h"
#include "check.h"
#include "table.h"

typedef struct options {
  bool quick, list, unchecked, filtered, inverted;
  regex_t filter;
} options;

static const char usage[] =
    "usage: lgjk_bench_find [--quick] [--list] [--unchecked] [--filter REGEX]\n"
    "  --quick      few ticks of few bodies, to see that all work\n"
    "  --list       print the names instead of running\n"
    "  --unchecked  do not compare pairs with brute force first: for a profiler\n"
    "  --filter     run the cases whose name matches an extended regular expression; with - before it, the others\n";

static void refuse(const char* text, const char* detail) {
  fprintf(stderr, "lgjk_bench_find: %s%s\n%s", text, detail, usage);
  exit(2);
}

static void read_options(options* o, int argc, char** argv) {
  for (int i = 1; i < argc; ++i) {
    if (strcmp(argv[i], "--quick") == 0) {
      o->quick = true;
    } else if (strcmp(argv[i], "--list") == 0) {
      o->list = true;
    } else if (strcmp(argv[i], "--unchecked") == 0) {
      o->unchecked = true;
    } else if (strcmp(argv[i], "--filter") == 0 && i + 1 < argc && !o->filtered) {
      const char* text = argv[++i];
      o->filtered = true;
      o->inverted = text[0] == '-';
      if (regcomp(&o->filter, text + o->inverted, REG_EXTENDED | REG_NOSUB)) refuse("no regular expression: ", text);
    } else {
      refuse("what is this? ", argv[i]);
    }
  }
}

static bool wanted(const options* o, const char* name) {
  return !o->filtered || (regexec(&o->filter, name, 0, NULL, 0) == 0) != o->inverted;
}

// ---------------------------------------------------------------- scenes

#define CHECKED_BODIES 3000u // all pairs of which are looked at

// Checks everybody's pairs of a scene of 3,000 bodies.
static bool check_order(moving_kind kind, bool z_order) {
  find_case cases[MOST_CASES];
  const uint32_t count = cases_of(kind, CHECKED_BODIES, z_order, cases);
  bool right = true;
  moving scene;
  true_pairs truth;
  if (!moving_open(&scene, kind, CHECKED_BODIES, z_order)) return false;
  for (uint32_t i = 0; i < CHECKED_TICKS; ++i) moving_step(&scene);
  if (!true_pairs_open(&truth, &scene)) return false;
  for (uint32_t i = 0; i < count; ++i) {
    if (check_case(&cases[i], &truth)) continue;
    fprintf(stderr, "lgjk_bench_find: the pairs of %s are wrong\n", cases[i].name);
    right = false;
  }
  true_pairs_close(&truth);
  moving_close(&scene);
  return right;
}

static bool check_all(void) {
  bool right = true;
  for (int kind = 0; kind < MOVING_KINDS; ++kind) {
    for (int z_order = 0; z_order < 2; ++z_order) right = check_order((moving_kind)kind, z_order) && right;
  }
  return right;
}

enum { MOST_RUNS = MOVING_KINDS * 4 * 2 * MOST_CASES };
static find_run runs[MOST_RUNS];
static uint32_t run_count;

#define TOO_LONG 1.0 // seconds of a tick

// Returns how long a rival's tick will take by that of a tenth of the bodies, or 0 where there was none.
static double expected_of(const find_case* c) {
  for (uint32_t i = 0; i < run_count; ++i) {
    const find_case* run = &runs[i].which;
    const bool same = run->contender == c->contender && run->kind == c->kind && run->z_order == c->z_order;
    if (same && 10 * run->count == c->count) return 10 * runs[i].result.time.mean;
  }
  return 0;
}

static find_result run_case(const options* o, const find_case* c, moving* scene) {
  const bool rival = c->isa == LGJK_ISA_AUTO;
  const double expected = rival && c->count > 100000 ? expected_of(c) : 0;
  if (expected > TOO_LONG) return (find_result){.expected = expected};
  return measure_case(c, scene, budget_of(c->count, rival, o->quick));
}

static void run_cases(const options* o, moving_kind kind, uint32_t size, bool z_order) {
  find_case cases[MOST_CASES];
  const uint32_t count = cases_of(kind, size, z_order, cases);
  moving scene;
  bool opened = false;
  for (uint32_t i = 0; i < count; ++i) {
    if (!wanted(o, cases[i].name)) continue;
    if (o->list) {
      puts(cases[i].name);
      continue;
    }
    fprintf(stderr, "%s\n", cases[i].name);
    if (!opened && !moving_open(&scene, kind, size, z_order)) exit(2);
    opened = true;
    runs[run_count++] = (find_run){cases[i], run_case(o, &cases[i], &scene)};
  }
  if (opened) moving_close(&scene);
}

static void run_scene(const options* o, moving_kind kind) {
  const find_sizes sizes = sizes_of(kind, o->quick);
  for (uint32_t i = 0; sizes.count[i] > 0; ++i) {
    for (int z_order = 0; z_order < 2; ++z_order) run_cases(o, kind, sizes.count[i], z_order);
  }
}

// Runs the nearest bodies of one scene, size and order. Returns false if any are wrong, or not done.
static bool run_near_cases(const options* o, moving_kind kind, uint32_t size, bool z_order, bool* told) {
  near_case cases[MOST_CASES];
  near_result results[MOST_CASES] = {{0}};
  const uint32_t count = near_cases_of(kind, size, z_order, cases);
  moving scene;
  bool right = true, opened = false;
  for (uint32_t k = 0; k < count; ++k) {
    if (!wanted(o, cases[k].name)) continue;
    if (o->list) {
      puts(cases[k].name);
      continue;
    }
    fprintf(stderr, "%s\n", cases[k].name);
    const bool same = o->unchecked || check_near(&cases[k]);
    if (!opened && !moving_open(&scene, kind, size, z_order)) exit(2);
    opened = true;
    results[k] = measure_near(&cases[k], &scene, o->quick);
    if (same && (results[k].done || !cases[k].contender->library)) continue;
    fprintf(stderr, "lgjk_bench_find: %s %s\n", cases[k].name, same ? "was not done" : "tells others than brute force");
    right = false;
  }
  if (opened) moving_close(&scene);
  for (uint32_t k = 0; k < count && !o->list; ++k) {
    if (!wanted(o, cases[k].name)) continue;
    if (!*told) table_near();
    *told = true;
    table_near_row(&cases[k], &results[k], results[count - 1].median);
  }
  return right;
}

static bool run_near(const options* o) {
  static const moving_kind kinds[] = {WALKERS, SWARM};
  bool told = false, right = true;
  for (int k = 0; k < 2; ++k) {
    const find_sizes sizes = sizes_of(kinds[k], o->quick);
    for (uint32_t i = 0; sizes.count[i] > 0; ++i) {
      for (int z_order = 0; z_order < 2; ++z_order) {
        right = run_near_cases(o, kinds[k], sizes.count[i], z_order, &told) && right;
      }
    }
  }
  return right;
}

// Runs the crowds of one size and order. Returns false if one fails, or ends elsewhere than the others.
static bool run_crowds(const options* o, uint32_t size, bool z_order, bool* told) {
  crowd_case cases[MOST_CASES];
  const uint32_t count = crowd_cases_of(size, z_order, cases);
  const find_budget budget = budget_of(size, false, o->quick);
  struct crowd* begun = NULL;
  uint64_t hash = 0;
  bool right = true, any = false;
  for (uint32_t k = 0; k < count; ++k) {
    if (!wanted(o, cases[k].name)) continue;
    if (o->list) {
      puts(cases[k].name);
      continue;
    }
    if (!*told) table_crowd();
    *told = true;
    fprintf(stderr, "%s\n", cases[k].name);
    if (begun == NULL) begun = crowd_begin(size, z_order);
    const crowd_result result = measure_crowd(&cases[k], begun, budget);
    table_crowd_row(&cases[k], &result);
    if (!any) hash = result.hash;
    any = true;
    if (result.done && result.hash == hash) continue;
    fprintf(stderr, "lgjk_bench_find: %s %s\n", cases[k].name, result.done ? "has other poses" : "was not done");
    right = false;
  }
  crowd_close(begun);
  return right;
}

static bool run_crowd(const options* o) {
  bool told = false, right = true;
  const find_sizes sizes = crowd_sizes(o->quick);
  for (uint32_t i = 0; sizes.count[i] > 0; ++i) {
    for (int z_order = 0; z_order < 2; ++z_order) right = run_crowds(o, sizes.count[i], z_order, &told) && right;
  }
  return right;
}

// Runs the servers of each size. Returns false if they tell different events, or were not done.
static bool run_server(const options* o) {
  const find_sizes sizes = server_sizes(o->quick);
  bool told = false, right = true;
  for (uint32_t i = 0; sizes.count[i] > 0; ++i) {
    server_case cases[SERVER_CASES];
    server_result results[SERVER_CASES] = {{0}};
    server_cases_of(sizes.count[i], cases);
    for (int k = 0; k < SERVER_CASES; ++k) {
      if (!wanted(o, cases[k].name)) continue;
      if (o->list) {
        puts(cases[k].name);
        continue;
      }
      fprintf(stderr, "%s\n", cases[k].name);
      if (!told && !o->unchecked && !check_server()) {
        fputs("lgjk_bench_find: the servers tell different events\n", stderr);
        right = false;
      }
      if (!told) table_server();
      told = true;
      results[k] = measure_server(&cases[k], budget_of(sizes.count[i], false, o->quick));
      right = right && results[k].done;
    }
    for (int k = 0; k < SERVER_CASES && !o->list; ++k) {
      if (wanted(o, cases[k].name)) table_server_row(&cases[k], &results[k], results[SERVER_CASES - 1].time.median);
    }
  }
  return right;
}

// Whether all runs of this library were done. Rivals may take too long.
static bool all_done(void) {
  bool done = true;
  for (uint32_t i = 0; i < run_count; ++i) {
    if (runs[i].which.isa == LGJK_ISA_AUTO || runs[i].result.done) continue;
    fprintf(stderr, "lgjk_bench_find: %s was not done\n", runs[i].which.name);
    done = false;
  }
  return done;
}

int main(int argc, char** argv) {
  static options o;
  read_options(&o, argc, argv);
  if (!o.list && !o.unchecked && !check_all()) return 1;
  run_begun begun;
  note_begin(&begun);
  for (int kind = 0; kind < MOVING_KINDS; ++kind) run_scene(&o, (moving_kind)kind);
  if (!o.list) table_begin(&begun, o.quick);
  if (run_count > 0) table_summary(runs, run_count);
  table_scenes(runs, run_count, o.quick);
  const bool near = run_near(&o), crowd = run_crowd(&o), right = run_server(&o) && crowd && near;
  if (o.filtered) regfree(&o.filter);
  return right && all_done() ? 0 : 1;
}
