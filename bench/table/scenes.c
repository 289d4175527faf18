// The tables at the head of the results' page: a row for each scene, and calls of few pairs.
#include <stdio.h>
#include <string.h>

#include "../scene_lines.h"
#include "tables.h"

#define LINE_ROW(scene, line) {scene, line},
static const struct { const char *scene, *line; } lines[] = {BENCH_SCENE_LINES(LINE_ROW)};

static const char* line_of(const char* scene) {
  for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
    if (strcmp(lines[i].scene, scene) == 0) return lines[i].line;
  }
  return "";
}

static const implementation* widest_of(const results_file* file, const result* r) {
  return results_file_widest(file, r->dimension);
}

// Three cells: the library as in r, the fastest rival, how many times faster the library is, in bold where slower.
static void print_against(const results_file* file, const result* r, const char* mode) {
  char question[96];
  snprintf(question, sizeof question, "%s/%s/%s/%s/%lu", r->dimension, r->scene, r->query, mode, r->pairs);
  const result* own = results_file_find(file, question, r->of);
  const result* rival = fastest_rival(file, r->dimension, question, NULL);
  printf(own ? " %.1f |" : " |", own ? own->nanoseconds : 0.0);
  printf(rival ? " %s %.1f |" : " |", rival ? rival->of->shown : "", rival ? rival->nanoseconds : 0.0);
  double ratio = own && rival ? rival->nanoseconds / own->nanoseconds : 0.0;
  printf(ratio > 0.0 && ratio < 1.0 ? " **%.2fx** |" : ratio > 0.0 ? " %.1fx |" : " |", ratio);
}

static bool is_row(const results_file* file, const result* r) {
  return r->of == widest_of(file, r) && !r->sorted && r->pairs == USUAL_PAIRS && strcmp(r->query, "distance") == 0 &&
         strcmp(r->mode, "cold") == 0 && strchr(r->scene, '-') == NULL;
}

void print_scenes(const results_file* file) {
  bool titled = false;
  for (size_t i = 0; i < file->count; i++) {
    const result* r = &file->results[i];
    if (!is_row(file, r)) continue;
    if (!titled) {
      printf(
          "| scene | cold: %s | fastest rival | times faster | warm: %s | fastest rival | times faster |\n"
          "|---|--:|--:|--:|--:|--:|--:|\n",
          r->of->shown, r->of->shown);
      titled = true;
    }
    printf("| **%s** %s |", r->scene, line_of(r->scene));
    print_against(file, r, "cold");
    print_against(file, r, "warm");
    printf("\n");
  }
  printf("\n");
}

// ---- calls of few pairs ----

// What users get by default, or the widest set in a run without that.
static const implementation* usual_of(const results_file* file, const result* r) {
  const implementation* choice = implementation_find(r->dimension, "auto");
  for (size_t i = 0; i < file->count; i++) {
    if (file->results[i].of == choice) return choice;
  }
  return widest_of(file, r);
}

static void print_small_scene(const results_file* file, const char* scene, const char* query) {
  bool titled = false;
  for (size_t i = 0; i < file->count; i++) {
    const result* r = &file->results[i];
    bool asked = r->pairs < SMALL_CALL && r->of == usual_of(file, r) && !r->sorted && strcmp(r->mode, "cold") == 0;
    if (!asked || strcmp(r->scene, scene) != 0 || strcmp(r->query, query) != 0) continue;
    if (!titled) {
      printf(
          "| %s %s, pairs per call | cold: %s | fastest rival | times faster | warm: %s | fastest rival | times faster "
          "|\n"
          "|--:|--:|--:|--:|--:|--:|--:|\n",
          scene, query, r->of->shown, r->of->shown);
      titled = true;
    }
    printf("| %lu |", r->pairs);
    print_against(file, r, "cold");
    print_against(file, r, "warm");
    printf("\n");
  }
  if (titled) printf("\n");
}

void print_small(const results_file* file) {
  bool any = false;
  for (size_t i = 0; i < file->count; i++) {
    const result* r = &file->results[i];
    bool known = r->pairs >= SMALL_CALL;
    for (size_t k = 0; k < i && !known; k++) {
      const result* before = &file->results[k];
      known =
          before->pairs < SMALL_CALL && strcmp(before->scene, r->scene) == 0 && strcmp(before->query, r->query) == 0;
    }
    if (known) continue;
    any = true;
    print_small_scene(file, r->scene, r->query);
  }
  if (!any) printf("This run measured no call of fewer than 1,000 pairs.\n\n");
}
