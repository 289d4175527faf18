// Tables of the results' page: a row for each scene, how far rivals' depths are off, and calls of few pairs.
#include <stdio.h>
#include <string.h>

#include "../scene_lines.h"
#include "scene_common.h"
#include "tables.h"

#define LINE_ROW(scene, line) {scene, line},
static const struct { const char *scene, *line; } lines[] = {BENCH_SCENE_LINES(LINE_ROW)};

const char* scene_line(const char* scene) {
  const size_t length = (size_t)(scene_suffix(scene) - scene);
  for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
    if (strlen(lines[i].scene) == length && strncmp(lines[i].scene, scene, length) == 0) return lines[i].line;
  }
  return "";
}

// The first cell of a row. Of an -overlapping scene the line but for its end, which says how many pairs overlap.
static void print_scene(const char* scene) {
  const char* line = scene_line(scene);
  const char* end = strcmp(scene_suffix(scene), "-overlapping") == 0 ? strrchr(line, ',') : NULL;
  printf("| **%s** %.*s |", scene, end ? (int)(end - line) : (int)strlen(line), line);
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
  print_figure(own);
  print_rival(own, rival);
}

static bool is_row(const results_file* file, const result* r, const char* query, const char* suffix) {
  return r->of == widest_of(file, r) && !r->sorted && r->pairs == USUAL_PAIRS && strcmp(r->query, query) == 0 &&
         strcmp(r->mode, "cold") == 0 && strcmp(scene_suffix(r->scene), suffix) == 0;
}

// Under a title a row for each scene with that suffix; false where there is none.
static bool print_query(const results_file* file, const char* query, const char* suffix, const char* title) {
  bool titled = false;
  for (size_t i = 0; i < file->count; i++) {
    const result* r = &file->results[i];
    if (!is_row(file, r, query, suffix)) continue;
    if (!titled) {
      printf(
          "%s| scene | cold: %s | fastest rival | times faster | warm: %s | fastest rival | times faster |\n"
          "|---|--:|--:|--:|--:|--:|--:|\n",
          title, r->of->shown, r->of->shown);
      titled = true;
    }
    print_scene(r->scene);
    print_against(file, r, "cold");
    print_against(file, r, "warm");
    printf("\n");
  }
  if (titled) printf("\n");
  return titled;
}

void print_scenes(const results_file* file) {
  if (!print_query(file, "distance", "", "")) printf("\n");
}

// ---- contacts ----

// How far the depths of each rival are off on pairs that overlap.
static void print_depth_errors(const results_file* file) {
  bool titled = false;
  for (size_t i = 0; i < file->count; i++) {
    const result* r = &file->results[i];
    if (!is_rival(r->of) || strcmp(r->query, "depth") != 0 || strcmp(r->mode, "cold") != 0) continue;
    if (strcmp(scene_suffix(r->scene), "-overlapping") != 0 || r->pairs != USUAL_PAIRS) continue;
    if (!titled) {
      printf(
          "How far rivals' depths are off, relative to the scale of the pair: the median, the worst, and how many of "
          "the overlapping pairs by more than a thousandth. Measured against this library's depths, whose error the "
          "tests hold below 4e-7 of it, 2e-6 for curved shapes.\n\n"
          "| scene | rival | ns per pair, cold | median error | worst error | off by more than 0.001 |\n"
          "|---|---|--:|--:|--:|--:|\n");
      titled = true;
    }
    printf("| %s | %s | %.1f | %.1e | %.1e | %.2f%% |\n", r->scene, r->of->shown, r->nanoseconds, r->median_error,
           r->worst_error, 100.0 * r->missed);
  }
  if (titled) printf("\n");
}

void print_contacts(const results_file* file) {
  bool contacts = print_query(file, "contact", "",
                              "Signed distance, normal, witness points and manifold of every pair of the scene, with a "
                              "maximum distance and a margin of 0.02:\n\n");
  bool usual = print_query(file, "contact", "-default",
                           "The same by default options, without a maximum distance and a margin, beside the same "
                           "figures of rivals:\n\n");
  bool touching = print_query(file, "depth", "", "Within 0.02 again, without the manifold:\n\n");
  bool depths = print_query(file, "depth", "-overlapping",
                            "The same without the manifold, where all pairs overlap at the beginning:\n\n");
  if (!contacts && !usual && !touching && !depths) printf("This run measured no contacts.\n\n");
  print_depth_errors(file);
}

// ---- with and without records ----

void print_records(const results_file* file) {
  bool titled = false;
  for (size_t i = 0; i < file->count; i++) {
    const result* without = &file->results[i];
    char question[96];
    snprintf(question, sizeof question, "%s/%s/%s/warm/%lu", without->dimension, without->scene, without->query,
             without->pairs);
    const result* with = results_file_find(file, question, without->of);
    if (strcmp(without->mode, "recordless") != 0 || !with) continue;
    if (!titled) {
      printf(
          "| scene, query | %s with records | without | gain |\n"
          "|---|--:|--:|--:|\n",
          without->of->shown);
      titled = true;
    }
    const double gain = without->nanoseconds / with->nanoseconds;
    printf(gain < 0.98 ? "| %s, %s | %.1f | %.1f | **%.2fx** |\n" : "| %s, %s | %.1f | %.1f | %.2fx |\n",
           without->scene, without->query, with->nanoseconds, without->nanoseconds, gain);
  }
  printf(titled ? "\n" : "This run did not measure it.\n\n");
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
