// Times calls of C on a world that bench/python/compare.py wrote, so that both query the same pairs: one line for each
// query, its name and the median of nanoseconds per pair, and of a call of the first pair. Words of 4 bytes: numbers of
// shapes, bodies and pairs; each shape's number of points, its radius, and the points; shape indices, poses, pairs {a,
// b}.
//   calls FILE REPEATS
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "lanegjk/lanegjk.h"

typedef int32_t query(const lgjk_bodies2* a, const lgjk_bodies2* b, const lgjk_pairs* pairs, lgjk_warm* warm,
                      uint64_t first, uint64_t count, const lgjk_results* results, const lgjk_options* options,
                      lgjk_error* error);

static void* words(FILE* file, size_t count) {
  void* memory = malloc(4 * count + 4);
  if (memory == NULL || fread(memory, 4, count, file) != count) exit(1);
  return memory;
}

static lgjk_shapes2* read_shapes(FILE* file, uint32_t count) {
  lgjk_shape2_def* defs = calloc(count, sizeof *defs);
  lgjk_shapes2* shapes = NULL;
  for (uint32_t i = 0; defs != NULL && i < count; i++) {
    lgjk_shape2_def_init(&defs[i]);
    defs[i].point_count = *(uint32_t*)words(file, 1);
    defs[i].radius = *(float*)words(file, 1);
    defs[i].points = words(file, 2 * (size_t)defs[i].point_count);
  }
  if (lgjk_shapes2_create(defs, count, NULL, &shapes, NULL) != LGJK_OK) exit(1);
  return shapes;
}

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return 1e9 * (double)t.tv_sec + (double)t.tv_nsec;
}

static int compare(const void* a, const void* b) {
  const double x = *(const double*)a, y = *(const double*)b;
  return (x > y) - (x < y);
}

// The median time of a call of `count` pairs; short calls are timed a thousand at a time.
static double time_query(query* call, const lgjk_bodies2* bodies, const lgjk_pairs* pairs, uint64_t count,
                         const lgjk_results* results, int repeats) {
  const int calls = count < 100 ? 1000 : 1;
  double* taken = malloc(sizeof *taken * (size_t)repeats);
  if (taken == NULL) exit(1);
  for (int i = 0; i < repeats; i++) {
    const double begin = now();
    for (int k = 0; k < calls; k++) {
      if (call(bodies, bodies, pairs, NULL, 0, count, results, NULL, NULL) != LGJK_OK) exit(1);
    }
    taken[i] = (now() - begin) / calls;
  }
  qsort(taken, (size_t)repeats, sizeof *taken, compare);
  const double median = taken[repeats / 2];
  free(taken);
  return median;
}

int main(int argc, char** argv) {
  FILE* file = argc == 3 ? fopen(argv[1], "rb") : NULL;
  if (file == NULL) return fprintf(stderr, "calls FILE REPEATS\n"), 2;
  const int repeats = atoi(argv[2]);
  const uint32_t* head = words(file, 3);
  lgjk_bodies2 bodies = {.struct_size = sizeof bodies, .count = head[1], .shapes = read_shapes(file, head[0])};
  bodies.shape = words(file, head[1]);
  bodies.pose = words(file, 4 * (size_t)head[1]);
  const uint32_t* pair = words(file, 2 * (size_t)head[2]);
  const lgjk_pairs pairs = {.struct_size = sizeof pairs, .stride = 8, .a = pair, .b = pair + 1, .count = head[2]};
  lgjk_results results = {.struct_size = sizeof results, .distance = malloc(4 * (size_t)head[2])};
  const double distance = time_query(lgjk_distance2, &bodies, &pairs, head[2], &results, repeats);
  const double one = time_query(lgjk_distance2, &bodies, &pairs, 1, &results, repeats);
  results.normal = malloc(8 * (size_t)head[2]);
  const double contact = time_query(lgjk_contact2, &bodies, &pairs, head[2], &results, repeats);
  printf("distance %.3f\ncontact %.3f\none %.3f\n", distance / head[2], contact / head[2], one);
  return 0;
}
