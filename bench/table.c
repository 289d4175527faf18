// Prints the results of a benchmark run: as a table for people (default), for a page (--markdown) or for a plot
// (--csv), or one line of its context (--context KEY). Ratios are times of a rival over times of the library in the
// same run.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "results_file.h"

static const char usage[] = "usage: lgjk_bench_table [--markdown | --csv | --context KEY] FILE.json\n";

#define MOST_RIVALS 8

static const char* const dimensions[] = {"2d", "3d"};
#define DIMENSIONS (sizeof dimensions / sizeof dimensions[0])

static bool is_of(const result* r, const char* dim) { return strncmp(r->name, dim, strlen(dim)) == 0; }

static bool has_dimension(const results_file* file, const char* dim) {
  for (size_t i = 0; i < file->count; i++) {
    if (is_of(&file->results[i], dim)) return true;
  }
  return false;
}

// Of the rivals, those that the run has at all in a dimension.
static size_t rivals_in(const results_file* file, const char* dim, const char** rivals) {
  size_t count = 0;
  for (const char* const* rival = results_file_rivals; *rival && count < MOST_RIVALS; rival++) {
    bool found = false;
    for (size_t i = 0; i < file->count; i++) {
      const result* r = &file->results[i];
      found = found || (is_of(r, dim) && strcmp(r->implementation, *rival) == 0);
    }
    if (found) rivals[count++] = *rival;
  }
  return count;
}

// A figure, or nothing where it is 0.
static const char* figure(char* text, size_t size, const char* format, double value) {
  snprintf(text, size, value > 0.0 ? format : "", value);
  return text;
}

static double ratio_to(const results_file* file, const result* r, const char* rival) {
  const result* other = results_file_find(file, r->question, rival);
  return other && r->nanoseconds > 0.0 && result_is_library(r) ? other->nanoseconds / r->nanoseconds : 0.0;
}

static bool is_first_of_question(const results_file* file, size_t i) {
  for (size_t k = 0; k < i; k++) {
    if (strcmp(file->results[k].question, file->results[i].question) == 0) return false;
  }
  return true;
}

// ---- for people ----

static void print_row(const results_file* file, const result* r, const char** rivals, size_t rival_count) {
  char text[4][32];
  printf("  %-15s %9.2f %8s %9s %10s", r->implementation, r->nanoseconds,
         figure(text[0], sizeof text[0], "%.1f%%", 100.0 * r->spread),
         figure(text[1], sizeof text[1], "%.2f", r->iterations),
         figure(text[2], sizeof text[2], "%.0f%%", 100.0 * r->occupancy));
  for (size_t k = 0; k < rival_count; k++) {
    printf(" %16s", figure(text[3], sizeof text[3], "%.2fx", ratio_to(file, r, rivals[k])));
  }
  printf("\n");
}

static void print_question(const results_file* file, const result* first, const char** rivals, size_t rival_count) {
  char title[128];
  snprintf(title, sizeof title, "%s (%.0f%% overlap)", first->question, 100.0 * first->overlap);
  printf("\n%s\n  %-15s %9s %8s %9s %10s", title, "", "ns/pair", "spread", "iter/pair", "occupancy");
  for (size_t k = 0; k < rival_count; k++) {
    char heading[40];
    snprintf(heading, sizeof heading, "x %s", rivals[k]);
    printf(" %16s", heading);
  }
  printf("\n");
  for (const result* r = first; r < file->results + file->count; r++) {
    if (strcmp(r->question, first->question) == 0) print_row(file, r, rivals, rival_count);
  }
}

static void print_table(const results_file* file) {
  printf("%s\n%s, %s, commit %s\n", results_file_context(file, "machine"), results_file_context(file, "compiler"),
         results_file_context(file, "build_type"), results_file_context(file, "commit"));
  for (size_t d = 0; d < DIMENSIONS; d++) {
    const char* rivals[MOST_RIVALS];
    size_t rival_count = rivals_in(file, dimensions[d], rivals);
    for (size_t i = 0; i < file->count; i++) {
      const result* r = &file->results[i];
      if (is_of(r, dimensions[d]) && is_first_of_question(file, i)) print_question(file, r, rivals, rival_count);
    }
  }
}

// ---- for a page ----

static void print_context(const results_file* file) {
  static const char* const keys[] = {"machine", "cpu",   "compiler", "flags",  "commit", "date",
                                     "lanegjk", "box2d", "chipmunk", "bullet", "libccd", "fcl"};
  printf("| | |\n|---|---|\n");
  for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
    printf("| %s | %s |\n", keys[i], results_file_context(file, keys[i]));
  }
}

static void print_markdown_row(const results_file* file, const result* r, const char** rivals, size_t rival_count) {
  char text[4][32];
  printf("| %s | %.2f | %s | %s | %s |", r->name, r->nanoseconds,
         figure(text[0], sizeof text[0], "%.1f%%", 100.0 * r->spread),
         figure(text[1], sizeof text[1], "%.2f", r->iterations),
         figure(text[2], sizeof text[2], "%.0f%%", 100.0 * r->occupancy));
  for (size_t k = 0; k < rival_count; k++) {
    printf(" %s |", figure(text[3], sizeof text[3], "%.1f", ratio_to(file, r, rivals[k])));
  }
  printf("\n");
}

static void print_markdown_table(const results_file* file, const char* dim) {
  const char* rivals[MOST_RIVALS];
  size_t rival_count = rivals_in(file, dim, rivals);
  printf("\n## %cD\n\n| benchmark | ns per pair | spread | iterations per pair | lane occupancy |", dim[0]);
  for (size_t k = 0; k < rival_count; k++) printf(" x %s |", rivals[k]);
  printf("\n|---|--:|--:|--:|--:|");
  for (size_t k = 0; k < rival_count; k++) printf("--:|");
  printf("\n");
  for (size_t i = 0; i < file->count; i++) {
    if (is_of(&file->results[i], dim)) print_markdown_row(file, &file->results[i], rivals, rival_count);
  }
}

static void print_markdown(const results_file* file) {
  printf("# Measured\n\n");
  print_context(file);
  printf(
      "\nMedians of the repetitions, one core. Loading of bodies, sorting into classes and writing of results are "
      "included. The columns on the right say how many times faster than that rival in the same run. Rivals are the "
      "packages of the system; rebuilt for the machine's own instruction sets they were 5 to 15%% "
      "faster on a Zen 5 (not repeated here).\n");
  for (size_t d = 0; d < DIMENSIONS; d++) {
    if (has_dimension(file, dimensions[d])) print_markdown_table(file, dimensions[d]);
  }
}

// ---- for a plot ----

static void print_csv(const results_file* file) {
  printf("scene,query,mode,implementation,pairs,ns_per_pair,library\n");
  for (size_t i = 0; i < file->count; i++) {
    const result* r = &file->results[i];
    char scene[32], query[16], mode[16], pairs[16];
    sscanf(r->question, "%*[^/]/%31[^/]/%15[^/]/%15[^/]/%15s", scene, query, mode, pairs);
    printf("%s,%s,%s,%s,%s,%.6g,%d\n", scene, query, mode, r->implementation, pairs, r->nanoseconds,
           result_is_library(r));
  }
}

int main(int argc, char** argv) {
  bool context = argc == 4 && strcmp(argv[1], "--context") == 0;
  bool markdown = argc == 3 && strcmp(argv[1], "--markdown") == 0;
  bool csv = argc == 3 && strcmp(argv[1], "--csv") == 0;
  if (!context && !markdown && !csv && argc != 2) {
    fputs(usage, stderr);
    return 2;
  }
  results_file file = results_file_read(argv[argc - 1]);
  if (context) {
    puts(results_file_context(&file, argv[2]));
  } else if (markdown) {
    print_markdown(&file);
  } else if (csv) {
    print_csv(&file);
  } else {
    print_table(&file);
  }
  results_file_free(&file);
  return 0;
}
