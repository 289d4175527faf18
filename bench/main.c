// The benchmark program: reads the options, describes the machine and the build, and hands the selected cases to
// google-benchmark with the settings of the protocol: medians of 7 repetitions, the repetitions of all cases
// interleaved in random order, so that a slow moment of the machine falls on no contender alone.
#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "basics.h"
#include "build_info.h"
#include "cases.h"
#include "command_line.h"
#include "commit.h"
#include "quiet.h"
#include "suite.h"

#define MAX_PASSED 64
#define ALL_SKIPPED 77      // exit status, which ctest knows
#define TICK_REPETITIONS 3u // of cases that take seconds each

typedef struct options {
  bool quick, all, list;
  const char* filter;
  const char* cases; // file with names
  const char* json;
  const char* passed[MAX_PASSED]; // for google-benchmark
  int passed_count;
} options;

static options given;

static _Noreturn void refuse(const char* text, const char* detail) {
  fprintf(stderr, "lgjk_bench: %s%s\n", text, detail);
  exit(2);
}

static bool pass_on(const char* text) {
  const bool passes = strncmp(text, "--benchmark_", 12) == 0 && given.passed_count < MAX_PASSED;
  if (passes) given.passed[given.passed_count++] = text;
  return passes;
}

// Returns false where --help was printed.
static bool read_options(int argc, char** argv) {
  const char *quick = NULL, *all = NULL, *list = NULL;
  const option table[] = {
      {"--quick", &quick, VALUE_NONE, NULL,
       "3 repetitions instead of 7, only 10,000 pairs, 1,000 of casts, and few ticks of few bodies", NULL},
      {"--all", &all, VALUE_NONE, NULL,
       "every case there is; without it the standard set, which is what is published. A filter that matches nothing in "
       "the standard set looks among all cases as well",
       NULL},
      {"--list", &list, VALUE_NONE, NULL, "print the names instead of running", NULL},
      {"--filter", &given.filter, VALUE_TEXT, "REGEX",
       "run the cases whose name matches an extended regular expression; with - before it, the others", NULL},
      {"--cases", &given.cases, VALUE_FILE, "FILE", "run the cases that a file names, one a line", NULL},
      {"--json", &given.json, VALUE_FILE, "FILE", "write all results to a file", NULL},
      {"--benchmark_filter", &given.filter, VALUE_TEXT, "REGEX", "as --filter", NULL},
      {"--benchmark_out", &given.json, VALUE_FILE, "FILE", "as --json", NULL},
  };
  const command self = {
      .name = "lgjk_bench",
      .summary = "usage: lgjk_bench [--quick] [--all] [--list] [--filter REGEX] [--cases FILE] [--json FILE]\n",
      .details = "  --benchmark_...            other options of google-benchmark\n",
      .options = table,
      .option_count = sizeof table / sizeof *table,
      .take_other = pass_on};
  if (parse_command_line(&self, argc, argv)) return false;
  given.quick = quick != NULL;
  given.all = all != NULL;
  given.list = list != NULL;
  return true;
}

// ---- which cases ----

// The cases of a run: queries of pairs, and the others.
typedef struct run_list {
  bench_case* pairs;
  uint32_t pair_count;
  suite_list others;
} run_list;

suite_case* suite_add(suite_list* list, bench_body* body, void* context, const char* name) {
  if (list->count == list->capacity) {
    list->capacity = list->capacity ? 2 * list->capacity : 256;
    list->cases = need(realloc(list->cases, list->capacity * sizeof *list->cases));
  }
  suite_case* c = &list->cases[list->count++];
  *c = (suite_case){.body = body, .context = context};
  snprintf(c->name, sizeof c->name, "%s", name);
  return c;
}

static bool matches(const regex_t* regex, bool excluded, const char* name) {
  return (regexec(regex, name, 0, NULL, 0) == 0) != excluded;
}

// Keeps the cases that match the filter, in order.
static void keep_matching(run_list* list, const char* filter) {
  regex_t regex;
  bool excluded = filter[0] == '-';
  if (regcomp(&regex, filter + excluded, REG_EXTENDED | REG_NOSUB)) refuse("not a regular expression: ", filter);
  uint32_t pairs = 0, others = 0;
  for (uint32_t i = 0; i < list->pair_count; i++) {
    if (matches(&regex, excluded, list->pairs[i].name)) list->pairs[pairs++] = list->pairs[i];
  }
  for (uint32_t i = 0; i < list->others.count; i++) {
    if (matches(&regex, excluded, list->others.cases[i].name)) list->others.cases[others++] = list->others.cases[i];
  }
  list->pair_count = pairs;
  list->others.count = others;
  regfree(&regex);
}

static bool is_line(const char* text, const char* name) {
  const size_t length = strlen(name);
  for (const char* at = strstr(text, name); at; at = strstr(at + 1, name)) {
    if ((at == text || at[-1] == '\n') && (at[length] == '\n' || at[length] == '\0')) return true;
  }
  return false;
}

// Keeps the cases that a file names, in order.
static void keep_named(run_list* list, const char* path) {
  enum { MOST = 1 << 20 };
  char* text = claim(MOST, 1);
  uint32_t pairs = 0, others = 0;
  FILE* file = fopen(path, "r");
  if (!file) refuse("can't read ", path);
  text[fread(text, 1, MOST - 1, file)] = '\0';
  fclose(file);
  for (uint32_t i = 0; i < list->pair_count; i++) {
    if (is_line(text, list->pairs[i].name)) list->pairs[pairs++] = list->pairs[i];
  }
  for (uint32_t i = 0; i < list->others.count; i++) {
    if (is_line(text, list->others.cases[i].name)) list->others.cases[others++] = list->others.cases[i];
  }
  list->pair_count = pairs;
  list->others.count = others;
  free(text);
}

static run_list selected_cases(const options* o, bool all) {
  run_list list = {.others = {.all = all, .quick = o->quick}};
  list.pairs = cases_list(all, o->quick ? 10000 : 0, &list.pair_count);
  suite_find(&list.others);
  suite_cast(&list.others);
  suite_kinds2(&list.others);
  suite_kinds3(&list.others);
  if (o->filter) keep_matching(&list, o->filter);
  if (o->cases) keep_named(&list, o->cases);
  if (list.pair_count + list.others.count > 0 || all) return list;
  return selected_cases(o, true);
}

// Leaves out the cases whose scene needs data that is not here, and says which; returns how many remain.
static uint32_t keep_possible(bench_case* cases, uint32_t count) {
  char reported[16] = "";
  uint32_t kept = 0;
  for (uint32_t i = 0; i < count; i++) {
    const char* missing = cases[i].dimension->missing_data(cases[i].scene);
    if (!missing) {
      cases[kept++] = cases[i];
    } else if (strcmp(reported, cases[i].scene) != 0) {
      fprintf(stderr, "skipped: %s/%s %s\n", cases[i].dimension->name, cases[i].scene, missing);
      snprintf(reported, sizeof reported, "%s", cases[i].scene);
    }
  }
  return kept;
}

// ---- where the figures come from ----

// The value of a line "key : value" of /proc/cpuinfo; false where there is none.
static bool cpu_line(const char* key, char* value, size_t size) {
  char line[512];
  bool found = false;
  FILE* file = fopen("/proc/cpuinfo", "r");
  while (file && !found && fgets(line, sizeof line, file)) {
    const char* colon = strchr(line, ':');
    size_t length = strcspn(line, "\t:");
    found = colon && colon[1] == ' ' && length == strlen(key) && strncmp(line, key, length) == 0;
    if (found) snprintf(value, size, "%.*s", (int)strcspn(colon + 2, "\n"), colon + 2);
  }
  if (file) fclose(file);
  return found;
}

static void describe_machine(void) {
  char name[256], family[32], model[32], stepping[32], numbers[128];
  if (!cpu_line("model name", name, sizeof name)) snprintf(name, sizeof name, "%s", BUILD_PROCESSOR);
  bench_describe("machine", name);
  if (!cpu_line("cpu family", family, sizeof family) || !cpu_line("model", model, sizeof model) ||
      !cpu_line("stepping", stepping, sizeof stepping)) {
    return;
  }
  // The name is often the same for different processors in virtual machines.
  snprintf(numbers, sizeof numbers, "family %s, model %s, stepping %s", family, model, stepping);
  bench_describe("cpu", numbers);
}

// `version`: NULL of a peer that the build is without.
static void describe_peer(const char* key, const char* version) {
  if (version) bench_describe(key, version);
}

static void describe(const options* o) {
  describe_machine();
  bench_describe("compiler", BUILD_COMPILER);
  bench_describe("flags", BUILD_FLAGS);
  bench_describe("build_type", BUILD_TYPE);
  bench_describe("commit", BUILD_COMMIT);
  bench_describe("lanegjk", lgjk_version());
  bench_describe("box2d", BUILD_BOX2D);
  bench_describe("chipmunk", chipmunk_version());
  bench_describe("bullet", BUILD_BULLET);
  bench_describe("libccd", BUILD_LIBCCD);
  bench_describe("fcl", BUILD_FCL);
  describe_peer("box2d-v3", box2d3_version());
  describe_peer("box2d-v3-clang", box2d3_version_clang());
  describe_peer("c2", c2_version());
  describe_peer("box3d", box3d_version());
  describe_peer("box3d-clang", box3d_version_clang());
  describe_peer("jolt", jolt_version());
  describe_peer("mujoco", mujoco_version());
  describe_peer("coal", coal_version());
  bench_describe("set", o->filter || o->cases ? "filtered" : o->quick ? "quick" : o->all ? "all" : "standard");
}

// ---- running ----

// google-benchmark finds out only when all is measured.
static void check_writable(const char* path) {
  FILE* file = path ? fopen(path, "w") : NULL;
  if (path && !file) refuse("can't write ", path);
  if (file) fclose(file);
}

static void run(const options* o, const run_list* list) {
  char out[1024];
  char repetitions_flag[] = "--benchmark_repetitions=7", min_time[] = "--benchmark_min_time=0.03";
  char interleaving[] = "--benchmark_enable_random_interleaving=true",
       display[] = "--benchmark_display_aggregates_only=true";
  uint32_t repetitions = o->quick ? 3 : 7;
  repetitions_flag[sizeof repetitions_flag - 2] = (char)('0' + repetitions);
  if (o->quick) min_time[sizeof min_time - 2] = '2';
  char program[] = "lgjk_bench";
  char* argv[MAX_PASSED + 8] = {program, repetitions_flag, min_time, interleaving, display};
  int argc = 5;
  if (o->json) {
    snprintf(out, sizeof out, "--benchmark_out=%s", o->json);
    argv[argc++] = out;
  }
  for (int i = 0; i < o->passed_count; i++) {
    sscanf(o->passed[i], "--benchmark_repetitions=%u", &repetitions);
    argv[argc++] = (char*)(uintptr_t)o->passed[i];
  }
  check_writable(o->json);
  describe(o);
  run_register(list->pairs, list->pair_count, repetitions);
  for (uint32_t i = 0; i < list->others.count; i++) {
    const suite_case* c = &list->others.cases[i];
    const uint32_t once = repetitions < TICK_REPETITIONS ? repetitions : TICK_REPETITIONS;
    bench_register(c->name, c->body, c->context, c->once ? once : 0);
  }
  if (o->json && !o->quick) quiet_start();
  bench_run_all(argc, argv, o->json != NULL);
}

int main(int argc, char** argv) {
  if (!read_options(argc, argv)) return 0;
  const options* o = &given;
  run_list list = selected_cases(o, o->all);
  if (list.pair_count + list.others.count == 0) {
    fprintf(stderr, "lgjk_bench: no benchmark matches %s\n", o->filter ? o->filter : o->cases);
    return 2;
  }
  for (uint32_t i = 0; o->list && i < list.pair_count; i++) puts(list.pairs[i].name);
  for (uint32_t i = 0; o->list && i < list.others.count; i++) puts(list.others.cases[i].name);
  if (!o->list) list.pair_count = keep_possible(list.pairs, list.pair_count);
  const uint32_t count = list.pair_count + list.others.count;
  if (!o->list && count > 0) run(o, &list);
  return count > 0 ? 0 : ALL_SKIPPED;
}
