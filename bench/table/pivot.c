// What a plot draws, in columns separated by tabs under a line of names, a ? for a figure that is missing. The pattern
// is the name of a case, with * for the implementation and for one of scene and pairs: a row for each of those. Where
// it names two modes, cold,warm, an implementation has two columns. The scenes of * have no suffix; those of
// *-overlapping have that one.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "scene_common.h"
#include "tables.h"

#define MOST_MODES 3
#define MOST_ROWS 256

typedef struct pivot {
  const results_file* file;
  char dimension[8], scene[32], query[16], pairs[16];
  char modes[MOST_MODES][16];
  size_t mode_count;
  const implementation* over; // ratios to this one, else times
  const implementation* columns[MOST_IMPLEMENTATIONS];
  size_t column_count;
  const result* rows[MOST_ROWS]; // one of each
  size_t row_count;
} pivot;

static bool read_pattern(pivot* p, const char* pattern) {
  char modes[64], every[4];
  int fields = sscanf(pattern, "%7[^/]/%31[^/]/%15[^/]/%63[^/]/%3[^/]/%15s", p->dimension, p->scene, p->query, modes,
                      every, p->pairs);
  if (fields != 6 || strcmp(every, "*") != 0) return false;
  for (char* mode = strtok(modes, ","); mode && p->mode_count < MOST_MODES; mode = strtok(NULL, ",")) {
    snprintf(p->modes[p->mode_count++], sizeof p->modes[0], "%s", mode);
  }
  return (p->scene[0] == '*') != (strcmp(p->pairs, "*") == 0);
}

static bool rows_are_scenes(const pivot* p) { return p->scene[0] == '*'; }

static bool matches(const pivot* p, const result* r) {
  bool mode = false;
  for (size_t i = 0; i < p->mode_count; i++) mode = mode || strcmp(p->modes[i], r->mode) == 0;
  if (r->sorted || !mode || strcmp(p->dimension, r->dimension) != 0 || strcmp(p->query, r->query) != 0) return false;
  if (!rows_are_scenes(p)) return strcmp(p->scene, r->scene) == 0;
  return strcmp(scene_suffix(r->scene), p->scene + 1) == 0 && strtoul(p->pairs, NULL, 10) == r->pairs;
}

static bool same_row(const pivot* p, const result* a, const result* b) {
  return rows_are_scenes(p) ? strcmp(a->scene, b->scene) == 0 : a->pairs == b->pairs;
}

static void find_rows(pivot* p) {
  for (size_t i = 0; i < p->file->count; i++) {
    const result* r = &p->file->results[i];
    bool known = !matches(p, r);
    for (size_t k = 0; k < p->row_count && !known; k++) known = same_row(p, p->rows[k], r);
    if (!known && p->row_count < MOST_ROWS) p->rows[p->row_count++] = r;
  }
}

static int by_pairs(const void* left, const void* right) {
  const result *a = *(const result*const*)left, *b = *(const result*const*)right;
  return (a->pairs > b->pairs) - (a->pairs < b->pairs);
}

// Those that have answered what the pattern asks; of ratios only the instruction sets.
static void find_columns(pivot* p) {
  const implementation* list;
  size_t known = implementations_of(p->dimension, &list);
  for (size_t k = 0; k < known; k++) {
    bool has = false;
    for (size_t i = 0; i < p->file->count && !has; i++) {
      has = p->file->results[i].of == &list[k] && matches(p, &p->file->results[i]);
    }
    if (has && !(p->over && is_rival(&list[k]))) p->columns[p->column_count++] = &list[k];
  }
}

static void print_cell(const pivot* p, const result* row, const char* mode, const implementation* of) {
  char question[96];
  snprintf(question, sizeof question, "%s/%s/%s/%s/%lu", p->dimension, row->scene, p->query, mode, row->pairs);
  const result* r = results_file_find(p->file, question, of);
  double value = r && p->over ? ratio_to(p->file, r, p->over) : r ? r->nanoseconds : 0.0;
  if (value > 0.0) {
    printf("\t%.6g", value);
  } else {
    printf("\t?");
  }
}

static void print_row(const pivot* p, const result* row) {
  if (rows_are_scenes(p)) {
    printf("%s", row->scene);
  } else {
    printf("%lu", row->pairs);
  }
  for (size_t i = 0; i < p->column_count; i++) {
    for (size_t m = 0; m < p->mode_count; m++) print_cell(p, row, p->modes[m], p->columns[i]);
  }
  printf("\n");
}

bool print_pivot(const results_file* file, const char* pattern, const char* over) {
  pivot p = {.file = file};
  if (!read_pattern(&p, pattern)) return false;
  if (over && (!(p.over = implementation_find(p.dimension, over)) || !is_rival(p.over))) return false;
  find_columns(&p);
  find_rows(&p);
  if (!rows_are_scenes(&p)) qsort(p.rows, p.row_count, sizeof *p.rows, by_pairs);
  printf("%s", rows_are_scenes(&p) ? "scene" : "pairs");
  for (size_t i = 0; i < p.column_count; i++) {
    for (size_t m = 0; m < p.mode_count; m++) printf("\t%s", p.columns[i]->shown);
  }
  printf("\n");
  for (size_t i = 0; i < p.row_count; i++) print_row(&p, p.rows[i]);
  return true;
}

void print_csv(const results_file* file) {
  printf("scene,query,mode,implementation,pairs,ns_per_pair,library\n");
  for (size_t i = 0; i < file->count; i++) {
    const result* r = &file->results[i];
    printf("%s,%s,%s,%s,%lu,%.6g,%d\n", r->scene, r->query, r->mode, r->written, r->pairs, r->nanoseconds,
           !is_rival(r->of));
  }
}
