// Builds indices of positions; compiled once for each dimension.
#include "find/centres.h"

#include <math.h>
#include <string.h>

#include "find/bounds.h"
#include "find/classes.h"
#include "find/grid.h"
#include "find/run.h"

// The arrays of an index, and what is needed to build it.
typedef struct centres_arrays {
  find_grid grid;
  find_bounds bounds;
  uint8_t* class;
  void* work;
} centres_arrays;

static uint64_t place_centres(uint32_t bodies, char* memory, centres_arrays* out) {
  find_memory m = {memory, sizeof(centres_head)};
  const uint64_t n = bodies, sorted = n + FIND_PADDING, word = sizeof(uint32_t);
  for (int k = 0; k < DIM; ++k) out->grid.centre[k] = find_take(&m, sorted * sizeof(float));
  out->grid.body = find_take(&m, sorted * word);
  out->grid.category = NULL;
  out->grid.end = find_take_ends(&m, 4 * n + LEAST_CELLS);
  out->grid.radius = find_take(&m, sorted * sizeof(float));
  out->grid.bucket = find_take(&m, (FIND_BUCKETS + 1) * word);
  for (int k = 0; k < DIM; ++k) out->bounds.centre[k] = find_take(&m, n * sizeof(float));
  out->bounds.radius = find_take(&m, n * sizeof(float));
  out->bounds.box = NULL;
  out->class = find_take(&m, n);
  out->work = find_take(&m, find_grid_work(n));
  return m.used;
}

uint64_t find_centres_sizeN(uint32_t bodies) {
  centres_arrays arrays;
  return place_centres(bodies, NULL, &arrays);
}

void find_centres_buildN(find_job* job, float size, char* memory) {
  centres_arrays arrays;
  centres_head head;
  memset(&head, 0, sizeof head);
  head.magic = CENTRES_MAGIC;
  head.bodies = job->count;
  head.bytes = place_centres(job->count, memory, &arrays);
  job->bounds = arrays.bounds;
  job->class = arrays.class;
  job->grid = arrays.grid;
  job->work = arrays.work;
  find_boundsN(job);
  head.bad = (uint32_t)atomic_load_explicit(&job->bad, memory_order_relaxed);
  if (find_one_classN(job, size)) {
    find_gridN(job, arrays.work);
    head.placed = job->grid.bucket[FIND_BUCKETS];
  }
  head.cells = job->of_class[0];
  memcpy(memory, &head, sizeof head);
}

void find_centres_openN(const char* memory, nearest_job* job) {
  centres_arrays arrays;
  job->head = (const centres_head*)(const void*)memory;
  place_centres(job->head->bodies, (char*)(uintptr_t)memory, &arrays);
  job->grid = arrays.grid;
}
