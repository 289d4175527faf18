// Every case of a run with where it came from, as a page.
#include <stdio.h>
#include <string.h>

#include "tables.h"

// Whether the library of rival i is that of an earlier one.
static bool is_repeated(const implementation* const* rivals, size_t i) {
  for (size_t k = 0; k < i; k++) {
    if (strcmp(rivals[k]->library, rivals[i]->library) == 0) return true;
  }
  return false;
}

static void print_context(const results_file* file) {
  static const char* const keys[] = {"machine", "cpu", "compiler", "flags", "commit", "date", "lanegjk"};
  printf("| | |\n|---|---|\n");
  for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
    printf("| %s | %s |\n", keys[i], results_file_context(file, keys[i]));
  }
  for (size_t d = 0; d < 2; d++) {
    const implementation* rivals[MOST_IMPLEMENTATIONS];
    size_t count = results_file_rivals(file, table_dimensions[d], rivals);
    for (size_t i = 0; i < count; i++) {
      const char* library = rivals[i]->library;
      if (strcmp(library, "lanegjk") == 0 || is_repeated(rivals, i)) continue;
      printf("| %s | %s |\n", library, results_file_context(file, library));
    }
  }
  double load = results_file_load(file);
  if (load >= 0.0) printf("| load average at the start | %.2f |\n", load);
}

static void print_row(const results_file* file, const result* r, const implementation** rivals, size_t rival_count) {
  char text[4][32];
  printf("| %s | %.2f | %s | %s | %s |", r->name, r->nanoseconds,
         figure(text[0], sizeof text[0], "%.1f%%", 100.0 * r->spread),
         figure(text[1], sizeof text[1], "%.2f", r->iterations),
         figure(text[2], sizeof text[2], "%.0f%%", 100.0 * r->occupancy));
  for (size_t k = 0; k < rival_count; k++) {
    double ratio = is_rival(r->of) ? 0.0 : ratio_to(file, r, rivals[k]);
    printf(" %s |", figure(text[3], sizeof text[3], ratio < 1.0 ? "%.2f" : "%.1f", ratio));
  }
  printf("\n");
}

static void print_dimension(const results_file* file, const char* dimension) {
  const implementation* rivals[MOST_IMPLEMENTATIONS];
  size_t rival_count = results_file_rivals(file, dimension, rivals);
  bool titled = false;
  for (size_t i = 0; i < file->count; i++) {
    const result* r = &file->results[i];
    if (strcmp(r->dimension, dimension) != 0) continue;
    if (!titled) {
      printf("\n## %cD\n\n| benchmark | ns per pair | spread | iterations per pair | lane occupancy |", dimension[0]);
      for (size_t k = 0; k < rival_count; k++) printf(" x %s |", rivals[k]->name);
      printf("\n|---|--:|--:|--:|--:|");
      for (size_t k = 0; k < rival_count; k++) printf("--:|");
      printf("\n");
      titled = true;
    }
    print_row(file, r, rivals, rival_count);
  }
}

void print_markdown(const results_file* file) {
  printf("# Measured\n\n");
  print_busy(file);
  print_context(file);
  printf(
      "\nMedians of the repetitions, one core. Loading of bodies, sorting into classes and writing of results are "
      "included. The columns on the right say how many times faster than that rival in the same run. Rivals are the "
      "packages of the system; rebuilt for the machine's own instruction sets they were 5 to 15%% "
      "faster on a Zen 5 (not repeated here).\n");
  for (size_t d = 0; d < 2; d++) print_dimension(file, table_dimensions[d]);
}
