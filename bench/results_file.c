#include "results_file.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char* const results_file_rivals[] = {"reference", "box2d", "box2d-distance", "chipmunk", "bullet", "libccd",
                                           "fcl",       NULL};

static const char* text_of(const json_t* object, const char* key) {
  const char* text = json_string_value(json_object_get(object, key));
  return text ? text : "";
}

static double number_of(const json_t* object, const char* key) {
  return json_number_value(json_object_get(object, key));
}

// Splits <dim>/<scene>/<query>/<mode>/<implementation>/<pairs>; false where a name is not of this form.
static bool split_name(result* r, const char* name) {
  char dim[8], scene[32], query[16], mode[16], pairs[16];
  int fields = sscanf(name, "%7[^/]/%31[^/]/%15[^/]/%15[^/]/%31[^/]/%15[0-9]", dim, scene, query, mode,
                      r->implementation, pairs);
  if (fields != 6 || strlen(name) >= sizeof r->name) return false;
  strcpy(r->name, name);
  snprintf(r->question, sizeof r->question, "%s/%s/%s/%s/%s", dim, scene, query, mode, pairs);
  return true;
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
}

// Medians where there are repetitions; a single run stands for itself.
static void take_entry(results_file* file, const json_t* entry) {
  const char* aggregate = text_of(entry, "aggregate_name");
  result* known = find_name(file, text_of(entry, "run_name"));
  if (!known) {
    result fresh = {.nanoseconds = 0.0};
    if (!split_name(&fresh, text_of(entry, "run_name"))) return;
    known = &file->results[file->count++];
    *known = fresh;
    known->rank = number_of(entry, "family_index");
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
  for (size_t i = 0; i < json_array_size(entries); i++) take_entry(&file, json_array_get(entries, i));
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

const result* results_file_find(const results_file* file, const char* question, const char* implementation) {
  for (size_t i = 0; i < file->count; i++) {
    const result* r = &file->results[i];
    if (strcmp(r->question, question) == 0 && strcmp(r->implementation, implementation) == 0) return r;
  }
  return NULL;
}

bool result_is_library(const result* r) {
  for (const char* const* rival = results_file_rivals; *rival; rival++) {
    if (strcmp(r->implementation, *rival) == 0) return false;
  }
  return true;
}
