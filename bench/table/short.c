// The results in short, for README.md: six rows, where they come from, and where the library loses.
#include <stdio.h>
#include <string.h>

#include "tables.h"

static const struct {
  const char *dimension, *scene, *query, *mode;
} rows[] = {{"2d", "S2", "distance", "cold"}, {"2d", "S4", "contact", "cold"},  {"2d", "S10", "contact", "cold"},
            {"3d", "T1", "distance", "warm"}, {"3d", "T4", "distance", "cold"}, {"3d", "T1", "contact", "cold"}};
#define ROWS (sizeof rows / sizeof rows[0])
#define MOST_SETS 2u

// The widest instruction sets that the run has, widest first, without the one of a single lane; how many.
static size_t find_sets(const results_file* file, const char* dimension, const implementation* sets[MOST_SETS]) {
  const implementation* list[MOST_IMPLEMENTATIONS];
  size_t count = results_file_isas(file, dimension, list), found = 0;
  for (; found < MOST_SETS; found++) {
    const implementation* widest = NULL;
    for (size_t i = 0; i < count; i++) {
      bool taken = list[i]->lanes <= 1 || (found > 0 && list[i] == sets[0]);
      if (!taken && (!widest || list[i]->lanes >= widest->lanes)) widest = list[i];
    }
    if (!widest) break;
    sets[found] = widest;
  }
  return found;
}

static void print_row(const results_file* file, size_t row, const implementation* const* sets, size_t set_count) {
  const char* dimension = rows[row].dimension;
  char question[96];
  snprintf(question, sizeof question, "%s/%s/%s/%s/%lu", dimension, rows[row].scene, rows[row].query, rows[row].mode,
           USUAL_PAIRS);
  printf("| **%s** %s; %cD %s, %s |", rows[row].scene, scene_line(rows[row].scene), dimension[0], rows[row].query,
         rows[row].mode);
  for (size_t i = 0; i < set_count; i++) {
    print_figure(results_file_find(file, question, implementation_find(dimension, sets[i]->name)));
  }
  const result* own = results_file_find(file, question, results_file_widest(file, dimension));
  print_rival(own, fastest_rival(file, dimension, question, NULL));
  printf("\n");
}

void print_short(const results_file* file) {
  const implementation* sets[MOST_SETS];
  size_t count = 0;
  for (size_t d = 0; d < 2 && count == 0; d++) count = find_sets(file, table_dimensions[d], sets);
  print_busy(file);
  printf(
      "Nanoseconds per pair on one core, everything included: medians of calls of %s pairs. A cold call has no "
      "records, a warm one has those of the previous frame. Contacts are asked up to a distance of 0.02 m. The last "
      "column compares %s with the fastest rival.\n\n| scene; query |",
      grouped((char[16]){0}, 16, USUAL_PAIRS), count > 0 ? sets[0]->shown : "the library");
  for (size_t i = 0; i < count; i++) printf(" %s |", sets[i]->shown);
  printf(" fastest rival | times faster |\n|---|");
  for (size_t i = 0; i < count; i++) printf("--:|");
  printf("--:|--:|\n");
  for (size_t row = 0; row < ROWS; row++) print_row(file, row, sets, count);
  printf("\n%s (%s), %s, commit %s, %.10s.\n\n", results_file_context(file, "machine"),
         results_file_context(file, "cpu"), results_file_context(file, "compiler"),
         results_file_context(file, "commit"), results_file_context(file, "date"));
  print_tick(file);
  print_widest_losses(file);
  print_scalar_losses(file);
}
