#include "results_file.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char* text_of(const json_t* object, const char* key) {
  const char* text = json_string_value(json_object_get(object, key));
  return text ? text : "";
}

static double number_of(const json_t* object, const char* key) {
  return json_number_value(json_object_get(object, key));
}

// The implementation of a result; "-sorted" after an instruction set is the library with another option.
static void take_implementation(result* r, const char* path) {
  static const char suffix[] = "-sorted";
  char name[sizeof r->written];
  strcpy(name, r->written);
  r->of = implementation_find(r->dimension, name);
  size_t length = strlen(name), extra = sizeof suffix - 1;
  if (!r->of && length > extra && strcmp(name + length - extra, suffix) == 0) {
    name[length - extra] = '\0';
    r->of = implementation_find(r->dimension, name);
    r->sorted = r->of && !is_rival(r->of);
    if (!r->sorted) r->of = NULL;
  }
  if (r->of) return;
  fprintf(stderr, "%s: %s: \"%s\" is neither an instruction set of the library nor a rival in bench/rivals.h\n", path,
          r->name, r->written);
  exit(2);
}

// Splits <dim>/<scene>/<query>/<mode>/<implementation>/<pairs>.
static void split_name(result* r, const char* name, const char* path) {
  int fields = sscanf(name, "%7[^/]/%31[^/]/%15[^/]/%15[^/]/%31[^/]/%lu", r->dimension, r->scene, r->query, r->mode,
                      r->written, &r->pairs);
  bool known = strcmp(r->dimension, "2d") == 0 || strcmp(r->dimension, "3d") == 0;
  if (fields != 6 || !known || strlen(name) >= sizeof r->name) {
    fprintf(stderr, "%s: \"%s\" is no name of a case: <2d or 3d>/<scene>/<query>/<mode>/<implementation>/<pairs>\n",
            path, name);
    exit(2);
  }
  strcpy(r->name, name);
  snprintf(r->question, sizeof r->question, "%s/%s/%s/%s/%lu", r->dimension, r->scene, r->query, r->mode, r->pairs);
  take_implementation(r, path);
}

static result* find_name(results_file* file, const char* name) {
  for (size_t i = file->count; i-- > 0;) {
    if (strcmp(file->results[i].name, name) == 0) return &file->results[i];
  }
  return NULL;
}

static void take_figures(result* r, const json_t* entry) {
  r->nanoseconds = number_of(entry, "ns_per_pair");
  r->iterations = number_of(entry, "iterations_per_pair");
  r->occupancy = number_of(entry, "lane_occupancy");
  r->overlap = number_of(entry, "overlap");
  r->worst_error = number_of(entry, "worst_depth_error");
  r->median_error = number_of(entry, "median_depth_error");
  r->missed = number_of(entry, "missed_depths");
}

// Medians where there are repetitions; a single run stands for itself.
static void take_entry(results_file* file, const json_t* entry, const char* path) {
  const char* aggregate = text_of(entry, "aggregate_name");
  result* known = find_name(file, text_of(entry, "run_name"));
  if (!known) {
    known = &file->results[file->count++];
    *known = (result){.rank = number_of(entry, "family_index")};
    split_name(known, text_of(entry, "run_name"), path);
    take_figures(known, entry);
  }
  if (strcmp(aggregate, "median") == 0) take_figures(known, entry);
  if (strcmp(aggregate, "cv") == 0) known->spread = number_of(entry, "ns_per_pair");
}

// The repetitions were interleaved, so the file has them in the order in which they ended.
static int by_rank(const void* left, const void* right) {
  double a = ((const result*)left)->rank, b = ((const result*)right)->rank;
  return (a > b) - (a < b);
}

results_file results_file_read(const char* path) {
  json_error_t error;
  results_file file = {.root = json_load_file(path, 0, &error)};
  if (!file.root) {
    fprintf(stderr, "%s:%d: %s\n", path, error.line, error.text);
    exit(2);
  }
  const json_t* entries = json_object_get(file.root, "benchmarks");
  file.results = calloc(json_array_size(entries) + 1, sizeof *file.results);
  if (!file.results || json_array_size(entries) == 0) {
    fprintf(stderr, "%s: no benchmark results in it\n", path);
    exit(2);
  }
  for (size_t i = 0; i < json_array_size(entries); i++) take_entry(&file, json_array_get(entries, i), path);
  qsort(file.results, file.count, sizeof *file.results, by_rank);
  return file;
}

void results_file_free(results_file* file) {
  json_decref(file->root);
  free(file->results);
}

const char* results_file_context(const results_file* file, const char* key) {
  return text_of(json_object_get(file->root, "context"), key);
}

double results_file_load(const results_file* file) {
  const json_t* load = json_array_get(json_object_get(json_object_get(file->root, "context"), "load_avg"), 0);
  return load ? json_number_value(load) : -1.0;
}

const result* results_file_find(const results_file* file, const char* question, const implementation* of) {
  for (size_t i = 0; i < file->count; i++) {
    const result* r = &file->results[i];
    if (r->of == of && !r->sorted && strcmp(r->question, question) == 0) return r;
  }
  return NULL;
}

bool results_file_is_first(const results_file* file, size_t i) {
  for (size_t k = 0; k < i; k++) {
    if (strcmp(file->results[k].question, file->results[i].question) == 0) return false;
  }
  return true;
}

static size_t present(const results_file* file, const char* dimension, bool rivals, const implementation** found) {
  const implementation* list;
  size_t known = implementations_of(dimension, &list), count = 0;
  for (size_t k = 0; k < known; k++) {
    bool has = false;
    for (size_t i = 0; i < file->count && !has; i++) has = file->results[i].of == &list[k];
    if (has && is_rival(&list[k]) == rivals) found[count++] = &list[k];
  }
  return count;
}

size_t results_file_isas(const results_file* file, const char* dimension, const implementation** isas) {
  return present(file, dimension, false, isas);
}

size_t results_file_rivals(const results_file* file, const char* dimension, const implementation** rivals) {
  return present(file, dimension, true, rivals);
}

const implementation* results_file_widest(const results_file* file, const char* dimension) {
  const implementation* isas[MOST_IMPLEMENTATIONS];
  const implementation* widest = NULL;
  size_t count = results_file_isas(file, dimension, isas);
  for (size_t i = 0; i < count; i++) {
    if (!widest || isas[i]->lanes >= widest->lanes) widest = isas[i];
  }
  return widest;
}

double ratio_to(const results_file* file, const result* r, const implementation* rival) {
  const result* other = results_file_find(file, r->question, rival);
  return other && r->nanoseconds > 0.0 ? other->nanoseconds / r->nanoseconds : 0.0;
}
