// The table for people: a block for each question.
#include <stdio.h>
#include <string.h>

#include "tables.h"

typedef struct columns {
  const implementation* rivals[MOST_IMPLEMENTATIONS];
  size_t count;
} columns;

static void print_row(const results_file* file, const result* r, const columns* c) {
  char text[4][32];
  printf("  %-15s %9.2f %8s %9s %10s", r->written, r->nanoseconds,
         figure(text[0], sizeof text[0], "%.1f%%", 100.0 * r->spread),
         figure(text[1], sizeof text[1], "%.2f", r->iterations),
         figure(text[2], sizeof text[2], "%.0f%%", 100.0 * r->occupancy));
  for (size_t k = 0; k < c->count && !is_rival(r->of); k++) {
    printf(" %17s", figure(text[3], sizeof text[3], "%.2fx", ratio_to(file, r, c->rivals[k])));
  }
  printf("\n");
}

static void print_question(const results_file* file, const result* first, const columns* c) {
  char title[128];
  snprintf(title, sizeof title, "%s (%.0f%% overlap)", first->question, 100.0 * first->overlap);
  printf("\n%s\n  %-15s %9s %8s %9s %10s", title, "", "ns/pair", "spread", "iter/pair", "occupancy");
  for (size_t k = 0; k < c->count; k++) {
    char heading[40];
    snprintf(heading, sizeof heading, "x %s", c->rivals[k]->name);
    printf(" %17s", heading);
  }
  printf("\n");
  for (const result* r = first; r < file->results + file->count; r++) {
    if (strcmp(r->question, first->question) == 0) print_row(file, r, c);
  }
}

void print_text(const results_file* file) {
  printf("%s\n%s, %s, commit %s\n", results_file_context(file, "machine"), results_file_context(file, "compiler"),
         results_file_context(file, "build_type"), results_file_context(file, "commit"));
  if (results_file_load(file) > MOST_LOAD) printf("busy: load average %.1f at the start\n", results_file_load(file));
  for (size_t d = 0; d < 2; d++) {
    columns c;
    c.count = results_file_rivals(file, table_dimensions[d], c.rivals);
    for (size_t i = 0; i < file->count; i++) {
      const result* r = &file->results[i];
      if (strcmp(r->dimension, table_dimensions[d]) == 0 && results_file_is_first(file, i)) print_question(file, r, &c);
    }
  }
}
