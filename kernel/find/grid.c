// Sorts bodies into cells in two steps; compiled once for each dimension. Parts of the bodies are sorted into buckets
// of cells, which streams through memory. Then each bucket, which the nearer caches hold, is sorted by cell. Both steps
// keep the order of bodies, so that threads and their number change nothing.
#include "find/grid.h"

#include <string.h>

#include "find/meet.h"

typedef struct grid_work {
  find_job* job;
  grid_item* item;     // sorted by bucket
  grid_filter* filter; // of each item
  uint32_t* cell;      // of each body
  uint32_t* bucket;    // by part, FIND_BUCKETS each: bodies, then the place of the next one
} grid_work;

static uint32_t cell_of(const find_job* job, uint32_t i) {
  const size_class* c = &job->of_class[job->class[i]];
  uint32_t number = 0;
  for (int k = 0; k < DIM; ++k) {
    number += (uint32_t)find_cell(job->bounds.centre[k][i] - c->origin[k], c->inverse[k]) * c->step[k];
  }
  return c->first + (number & c->mask);
}

static void find_numbers(const find_job* job, uint32_t first, uint32_t end, uint32_t* number) {
  if (job->numbers != NULL && job->classes == 1) {
    job->numbers(job, first, end, number);
    return;
  }
  for (uint32_t i = first; i < end; ++i) {
    if (job->class[i] != LEFT_OUT) number[i] = cell_of(job, i);
  }
}

static void count_part(void* context, uint32_t first, uint32_t end) {
  const grid_work* w = context;
  const find_job* job = w->job;
  uint32_t* count = w->bucket + first / FIND_PART * FIND_BUCKETS;
  const uint32_t shift = job->grid.shift;
  memset(count, 0, FIND_BUCKETS * sizeof *count);
  find_numbers(job, first, end, w->cell);
  for (uint32_t i = first; i < end; ++i) {
    if (job->class[i] != LEFT_OUT) ++count[w->cell[i] >> shift];
  }
}

static void place_part(void* context, uint32_t first, uint32_t end) {
  const grid_work* w = context;
  const find_job* job = w->job;
  uint32_t* place = w->bucket + first / FIND_PART * FIND_BUCKETS;
  for (uint32_t i = first; i < end; ++i) {
    if (job->class[i] == LEFT_OUT) continue;
    const uint32_t at = place[w->cell[i] >> job->grid.shift]++;
    grid_item* item = &w->item[at];
    item->cell = w->cell[i];
    item->body = i;
    item->radius = job->bounds.radius[i];
    for (int k = 0; k < DIM; ++k) item->centre[k] = job->bounds.centre[k][i];
    if (job->grid.category == NULL) continue;
    const find_view* v = &job->view[i >= job->split];
    const uint32_t body = i >= job->split ? i - job->split : i;
    w->filter[at] = (grid_filter){filter_word(v->category, v->filter_stride, body, 1),
                                  ~filter_word(v->mask, v->filter_stride, body, UINT32_MAX)};
  }
}

// Makes places of the counts: bucket by bucket, and part by part within one.
static void add_up(const grid_work* w) {
  find_grid* grid = &w->job->grid;
  const uint32_t parts = (w->job->count + FIND_PART - 1) / FIND_PART;
  uint32_t place = 0;
  for (uint32_t b = 0; b < FIND_BUCKETS; ++b) {
    grid->bucket[b] = place;
    for (uint32_t p = 0; p < parts; ++p) {
      uint32_t* at = &w->bucket[p * FIND_BUCKETS + b];
      const uint32_t count = *at;
      *at = place;
      place += count;
    }
  }
  grid->bucket[FIND_BUCKETS] = place;
}

// Sorts one bucket by cell.
static void sort_bucket(const grid_work* w, uint32_t b) {
  const find_grid* grid = &w->job->grid;
  const uint32_t first = grid->bucket[b], end = grid->bucket[b + 1], low = b << grid->shift;
  const uint64_t next = (uint64_t)(b + 1) << grid->shift;
  const uint32_t high = next < grid->cells ? (uint32_t)next : grid->cells;
  if (low >= high) return;
  memset(grid->end + low, 0, (high - low) * sizeof *grid->end);
  for (uint32_t k = first; k < end; ++k) ++grid->end[w->item[k].cell];
  uint32_t place = first;
  for (uint32_t c = low; c < high; ++c) {
    const uint32_t count = grid->end[c];
    grid->end[c] = place;
    place += count;
  }
  for (uint32_t k = first; k < end; ++k) {
    const grid_item* item = &w->item[k];
    const uint32_t at = grid->end[item->cell]++;
    for (int d = 0; d < DIM; ++d) grid->centre[d][at] = item->centre[d];
    grid->radius[at] = item->radius;
    grid->body[at] = item->body;
    if (grid->category == NULL) continue;
    grid->category[at] = w->filter[k].category;
    grid->barred[at] = w->filter[k].barred;
  }
}

static void sort_part(void* context, uint32_t first, uint32_t end) {
  for (uint32_t b = first; b < end; ++b) sort_bucket(context, b);
}

void find_gridN(find_job* job, void* work) {
  find_grid* grid = &job->grid;
  grid_work w = {.job = job, .item = work};
  w.filter = (grid_filter*)(void*)(w.item + job->count);
  w.cell = (uint32_t*)(void*)(w.filter + job->count);
  w.bucket = w.cell + job->count + FIND_PADDING;
  grid->end[-1] = 0;
  grid->shift = 0;
  while ((grid->cells - 1) >> grid->shift >= FIND_BUCKETS) ++grid->shift;
  lgjk_split(job->tasks, job->count, FIND_PART, count_part, &w);
  add_up(&w);
  lgjk_split(job->tasks, job->count, FIND_PART, place_part, &w);
  lgjk_split(job->tasks, FIND_BUCKETS, 8, sort_part, &w);
  const uint32_t bodies = grid->bucket[FIND_BUCKETS];
  for (uint32_t k = 0; k < FIND_PADDING; ++k) {
    for (int d = 0; d < DIM; ++d) grid->centre[d][bodies + k] = 0;
    grid->radius[bodies + k] = 0;
    grid->body[bodies + k] = 0;
    if (grid->category != NULL) grid->category[bodies + k] = grid->barred[bodies + k] = 0;
  }
}
