// The benchmark program: reads the options, describes the machine and the build, and hands the wanted cases to
// google-benchmark with the settings of the protocol: medians of 7 repetitions, the repetitions of all cases
// interleaved in random order, so that a slow moment of the machine falls on no contender alone.
#define _POSIX_C_SOURCE 200809L
#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "build_info.h"
#include "commit.h"
#include "contender.h"
#include "lanegjk/lanegjk.h"
#include "machine.h"
#include "run.h"
#include "shim.h"

#define MAX_PASSED 64
#define ALL_SKIPPED 77 // exit status, which ctest knows

typedef struct options {
  bool quick, all, list;
  const char* filter;
  const char* json;
  const char* passed[MAX_PASSED]; // for google-benchmark
  int passed_count;
} options;

static const char usage[] =
    "usage: lgjk_bench [--quick] [--all] [--list] [--filter REGEX] [--json FILE] [--benchmark_... of "
    "google-benchmark]\n"
    "  --quick   3 repetitions instead of 7, and only 10,000 pairs\n"
    "  --all     every case there is; without it the standard set, which is what is published. A filter that matches\n"
    "            nothing in the standard set looks among all cases as well\n"
    "  --list    print the names instead of running\n"
    "  --filter  run the cases whose name matches an extended regular expression; with - before it, the others\n"
    "  --json    write all results to a file\n";

static void refuse(const char* text, const char* detail) {
  fprintf(stderr, "lgjk_bench: %s%s\n%s", text, detail, usage);
  exit(2);
}

static const char* value_of(const char* name, int argc, char** argv, int* i) {
  size_t length = strlen(name);
  const char* argument = argv[*i];
  if (strncmp(argument, name, length) != 0) return NULL;
  if (argument[length] == '=') return argument + length + 1;
  if (argument[length] != '\0') return NULL;
  if (*i + 1 == argc) refuse("no value after ", name);
  return argv[++*i];
}

static options read_options(int argc, char** argv) {
  options o = {0};
  for (int i = 1; i < argc; i++) {
    const char* value = NULL;
    if (strcmp(argv[i], "--quick") == 0) {
      o.quick = true;
    } else if (strcmp(argv[i], "--all") == 0) {
      o.all = true;
    } else if (strcmp(argv[i], "--list") == 0) {
      o.list = true;
    } else if ((value = value_of("--filter", argc, argv, &i)) ||
               (value = value_of("--benchmark_filter", argc, argv, &i))) {
      o.filter = value;
    } else if ((value = value_of("--json", argc, argv, &i)) || (value = value_of("--benchmark_out", argc, argv, &i))) {
      o.json = value;
    } else if (strncmp(argv[i], "--benchmark_", 12) == 0 && o.passed_count < MAX_PASSED) {
      o.passed[o.passed_count++] = argv[i];
    } else if (strcmp(argv[i], "--help") == 0) {
      fputs(usage, stdout);
      exit(0);
    } else {
      refuse("unknown option ", argv[i]);
    }
  }
  return o;
}

// ---- which cases ----

// Keeps the cases that the filter wants, in order; returns how many.
static uint32_t keep_matching(bench_case* cases, uint32_t count, const char* filter) {
  regex_t regex;
  bool unwanted = filter[0] == '-';
  if (regcomp(&regex, filter + unwanted, REG_EXTENDED | REG_NOSUB)) refuse("not a regular expression: ", filter);
  uint32_t kept = 0;
  for (uint32_t i = 0; i < count; i++) {
    bool matches = regexec(&regex, cases[i].name, 0, NULL, 0) == 0;
    if (matches != unwanted) cases[kept++] = cases[i];
  }
  regfree(&regex);
  return kept;
}

static bench_case* wanted_cases(const options* o, bool all, uint32_t* count) {
  bench_case* cases = cases_list(all, o->quick ? 10000 : 0, count);
  if (!cases) refuse("not enough memory", "");
  if (o->filter) *count = keep_matching(cases, *count, o->filter);
  if (*count > 0 || all) return cases;
  free(cases);
  return wanted_cases(o, true, count);
}

// Leaves out the cases whose scene needs data that is not here, and says which; returns how many remain.
static uint32_t keep_possible(bench_case* cases, uint32_t count) {
  char told[16] = "";
  uint32_t kept = 0;
  for (uint32_t i = 0; i < count; i++) {
    const char* missing = cases[i].dimension->missing_data(cases[i].scene);
    if (!missing) {
      cases[kept++] = cases[i];
    } else if (strcmp(told, cases[i].scene) != 0) {
      fprintf(stderr, "skipped: %s/%s %s\n", cases[i].dimension->name, cases[i].scene, missing);
      snprintf(told, sizeof told, "%s", cases[i].scene);
    }
  }
  return kept;
}

// ---- where the figures come from ----

static void describe_machine(void) {
  char name[256], numbers[128];
  machine_name(name, sizeof name, BUILD_PROCESSOR);
  bench_describe("machine", name);
  if (machine_numbers(numbers, sizeof numbers)) bench_describe("cpu", numbers);
}

// One that a build may lack.
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
  describe_peer("box3d", box3d_version());
  describe_peer("jolt", jolt_version());
  bench_describe("set", o->filter ? "filtered" : o->quick ? "quick" : o->all ? "all" : "standard");
}

// ---- running ----

// google-benchmark finds out only when all is measured.
static void check_writable(const char* path) {
  FILE* file = path ? fopen(path, "w") : NULL;
  if (path && !file) refuse("can't write ", path);
  if (file) fclose(file);
}

static void run(const options* o, const bench_case* cases, uint32_t count) {
  char out[1024];
  char repetitions_flag[] = "--benchmark_repetitions=7", min_time[] = "--benchmark_min_time=0.05";
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
  run_register(cases, count, repetitions);
  bench_run_all(argc, argv, o->json != NULL);
  run_finish();
}

int main(int argc, char** argv) {
  options o = read_options(argc, argv);
  uint32_t count = 0;
  bench_case* cases = wanted_cases(&o, o.all, &count);
  if (count == 0) {
    fprintf(stderr, "lgjk_bench: no benchmark matches %s\n", o.filter);
    return 2;
  }
  for (uint32_t i = 0; o.list && i < count; i++) puts(cases[i].name);
  if (!o.list) count = keep_possible(cases, count);
  if (!o.list && count > 0) run(&o, cases, count);
  free(cases);
  return count > 0 ? 0 : ALL_SKIPPED;
}
