// Where the results come from, and a table for each dimension of what each instruction set and each rival needs.
#include <stdio.h>
#include <string.h>

#include "tables.h"

static const struct {
  const char *question, *label;
} rows[] = {{"2d/S2/distance/cold/10000", "S2, polygons, distance cold"},
            {"2d/S2/distance/warm/10000", "S2, distance warm"},
            {"2d/S2/overlap/cold/10000", "S2, overlap cold"},
            {"2d/S2/overlap/warm/10000", "S2, overlap warm"},
            {"2d/S4/distance/cold/10000", "S4, boxes, distance cold"},
            {"2d/S3/distance/cold/10000", "S3, capsules, distance cold"},
            {"2d/S6/distance/cold/10000", "S6, a mix of kinds, distance cold"},
            {"2d/S9/distance/warm/10000", "S9, the crowd example's mix, distance warm"},
            {"2d/S1/contact/cold/10000", "S1, polygons of 8 vertices, contact within 0.02, cold"},
            {"2d/S1-default/contact/cold/10000", "S1, contact by default options, cold"},
            {"2d/S2/contact/cold/10000", "S2, contact within 0.02, cold"},
            {"2d/S2/contact/warm/10000", "S2, contact within 0.02, warm"},
            {"2d/S2-default/contact/cold/10000", "S2, contact by default options, cold"},
            {"2d/S3/contact/cold/10000", "S3, contact within 0.02, cold"},
            {"2d/S4/contact/cold/10000", "S4, contact within 0.02, cold"},
            {"2d/S4-default/contact/cold/10000", "S4, contact by default options, cold"},
            {"2d/S5-default/contact/cold/10000", "S5, polygons that are apart, contact by default options, cold"},
            {"2d/S7/contact/cold/10000", "S7, polygons near touching, contact within 0.02, cold"},
            {"2d/S8/contact/cold/10000", "S8, touching tiles, contact within 0.02, cold"},
            {"2d/S10/contact/cold/10000", "S10, a mix that touches after a push, contact within 0.02, cold"},
            {"2d/S10/contact/warm/10000", "S10, contact within 0.02, warm"},
            {"2d/S10-default/contact/cold/10000", "S10, contact by default options, cold"},
            {"2d/S2-shuffled/distance/cold/1000000", "S2, 1,000,000 pairs, bodies in random order, distance cold"},
            {"3d/T1/distance/cold/10000", "T1, boxes, distance cold"},
            {"3d/T1/distance/warm/10000", "T1, distance warm"},
            {"3d/T1/overlap/cold/10000", "T1, overlap cold"},
            {"3d/T2/distance/cold/10000", "T2, capsules, distance cold"},
            {"3d/T4/distance/cold/10000", "T4, hulls of 8 to 16 vertices, distance cold"},
            {"3d/T4/distance/warm/10000", "T4, distance warm"},
            {"3d/T4/overlap/cold/10000", "T4, overlap cold"},
            {"3d/T5/distance/cold/10000", "T5, hulls of 32 to 64, distance cold"},
            {"3d/T3/distance/cold/10000", "T3, balls, capsules, boxes, cylinders, distance cold"},
            {"3d/T7/distance/warm/10000", "T7, hulls of a shipped game, distance warm"},
            {"3d/T1/contact/cold/10000", "T1, boxes, contact within 0.02, cold"},
            {"3d/T1-default/contact/cold/10000", "T1, contact by default options, cold"},
            {"3d/T4/contact/cold/10000", "T4, contact within 0.02, cold"},
            {"3d/T4/contact/warm/10000", "T4, contact within 0.02, warm"},
            {"3d/T4-default/contact/cold/10000", "T4, contact by default options, cold"},
            {"3d/T8/contact/cold/10000", "T8, bodies at rest on a floor, contact within 0.02, cold"},
            {"3d/T8/contact/warm/10000", "T8, contact within 0.02, warm"},
            {"3d/T8-default/contact/cold/10000", "T8, contact by default options, cold"},
            {"3d/T5-overlapping/depth/cold/10000", "T5, pairs that overlap alone, depth cold"},
            {"3d/T5-overlapping/depth/warm/10000", "T5, pairs that overlap alone, depth warm"}};
#define ROWS (sizeof rows / sizeof rows[0])

// What a dimension's table shows: instruction sets of several lanes, widest first; one rival for each library, its
// first one, the reference last.
typedef struct columns {
  const char* dimension;
  const implementation* isas[MOST_IMPLEMENTATIONS];
  const implementation* rivals[MOST_IMPLEMENTATIONS];
  size_t isa_count, rival_count;
} columns;

static bool is_reference(const implementation* rival) { return strcmp(rival->library, "lanegjk") == 0; }

static void add_rival(columns* c, const implementation* rival) {
  for (size_t i = 0; i < c->rival_count; i++) {
    if (strcmp(c->rivals[i]->library, rival->library) == 0) return;
  }
  c->rivals[c->rival_count++] = rival;
}

static columns find_columns(const results_file* file, const char* dimension) {
  columns c = {.dimension = dimension};
  const implementation* list[MOST_IMPLEMENTATIONS];
  size_t count = results_file_isas(file, dimension, list);
  for (size_t i = count; i-- > 0;) {
    if (list[i]->lanes > 1) c.isas[c.isa_count++] = list[i];
  }
  count = results_file_rivals(file, dimension, list);
  for (size_t i = 0; i < count; i++) {
    if (!is_reference(list[i])) add_rival(&c, list[i]);
  }
  if (count > 0 && is_reference(list[0])) add_rival(&c, list[0]); // the reference is the first of its table
  return c;
}

static void print_row(const results_file* file, const columns* c, const char* question, const char* label) {
  printf("| %s |", label);
  for (size_t i = 0; i < c->isa_count; i++) {
    print_figure(results_file_find(file, question, c->isas[i]));
  }
  for (size_t i = 0; i < c->rival_count; i++) {
    const implementation* rival = c->rivals[i];
    print_figure(is_reference(rival) ? results_file_find(file, question, rival)
                                     : fastest_rival(file, c->dimension, question, rival->library));
  }
  const result* own = results_file_find(file, question, results_file_widest(file, c->dimension));
  const result* best = fastest_rival(file, c->dimension, question, NULL);
  if (own && best) printf(" %.1fx, %s |\n", best->nanoseconds / own->nanoseconds, best->of->shown);
  if (!own || !best) printf(" |\n");
}

static bool has_question(const results_file* file, const char* question) {
  for (size_t i = 0; i < file->count; i++) {
    if (strcmp(file->results[i].question, question) == 0) return true;
  }
  return false;
}

// False where the run has none of its rows.
static bool print_dimension(const results_file* file, const char* dimension) {
  columns c = find_columns(file, dimension);
  bool titled = false;
  for (size_t i = 0; i < ROWS; i++) {
    if (strncmp(rows[i].question, dimension, strlen(dimension)) != 0 || !has_question(file, rows[i].question)) continue;
    if (!titled) {
      printf("| %cD |", dimension[0]);
      for (size_t k = 0; k < c.isa_count; k++) printf(" %s |", c.isas[k]->shown);
      for (size_t k = 0; k < c.rival_count; k++) printf(" %s |", c.rivals[k]->shown);
      const implementation* widest = results_file_widest(file, dimension);
      printf(" %s against the fastest rival |\n|---|", widest ? widest->shown : "library");
      for (size_t k = 0; k < c.isa_count + c.rival_count + 1; k++) printf("--:|");
      printf("\n");
      titled = true;
    }
    print_row(file, &c, rows[i].question, rows[i].label);
  }
  if (titled) printf("\n");
  return titled;
}

// ---- in words ----

// Those that are no packages of Debian, which the benchmark is given the folders of.
static bool is_peer(const implementation* rival) {
  static const char* const peers[] = {"box2d-v3", "box3d", "jolt"};
  for (size_t i = 0; i < sizeof peers / sizeof peers[0]; i++) {
    if (strcmp(rival->library, peers[i]) == 0) return true;
  }
  return false;
}

// After the words `before`; nothing where there are none.
static void print_versions(const results_file* file, bool peers, const char* before) {
  const char* separator = before;
  for (size_t d = 0; d < 2; d++) {
    columns c = find_columns(file, table_dimensions[d]);
    for (size_t i = 0; i < c.rival_count; i++) {
      const implementation* rival = c.rivals[i];
      if (is_reference(rival) || is_peer(rival) != peers) continue;
      printf("%s%s %s", separator, rival->shown, results_file_context(file, rival->library));
      separator = ", ";
    }
  }
}

void print_source(const results_file* file) {
  print_busy(file);
  printf(
      "One core, %s (%s), %s, %s pairs per call, commit %s, %.10s; nanoseconds per pair, everything included, "
      "medians. The rivals are Debian's packages",
      results_file_context(file, "machine"), results_file_context(file, "cpu"), results_file_context(file, "compiler"),
      grouped((char[16]){0}, 16, USUAL_PAIRS), results_file_context(file, "commit"),
      results_file_context(file, "date"));
  print_versions(file, false, " (");
  print_versions(file, true, ") and release builds by their own settings (");
  printf(
      "), the faster way of each where it has two, their caches kept in warm figures; one without a warm start has "
      "its cold figure there. Contacts within 0.02 m have that as maximum distance and margin, as the rivals' have; "
      "those by default options have neither, and stand beside the same figures of rivals. The reference is the "
      "textbook GJK of this repository, one pair at a time.\n\n");
}

void print_summary(const results_file* file) {
  bool any = false;
  for (size_t d = 0; d < 2; d++) {
    if (print_dimension(file, table_dimensions[d])) any = true;
  }
  if (!any) printf("This run measured none of these cases.\n\n");
  print_tick(file);
}
