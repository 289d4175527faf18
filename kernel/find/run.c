// Runs the steps of a job, and writes what they have found as one sorted list; compiled once for each dimension.
#include "find/run.h"

#include <string.h>

#include "find/classes.h"
#include "find/large_bodies.h"
#include "find/grid.h"
#include "find/meet.h"
#include "find/sort.h"

// ---------------------------------------------------------------- memory

uint64_t find_layoutN(find_job* job, char* scratch) {
  find_memory m = {scratch, 0};
  const uint64_t n = job->count, word = sizeof(uint32_t), sorted = n + FIND_PADDING;
  const uint64_t slots = 2 * COVER_ENTRIES * n + 512, cells = 4 * n + (uint64_t)FIND_CLASSES * LEAST_CELLS;
  for (int k = 0; k < DIM; ++k) job->bounds.centre[k] = find_take(&m, sorted * sizeof(float));
  job->bounds.radius = find_take(&m, sorted * sizeof(float));
  job->class = find_take(&m, n);
  job->row = find_take(&m, n * sizeof(find_row));
  for (int k = 0; k < DIM; ++k) job->grid.centre[k] = find_take(&m, sorted * sizeof(float));
  job->grid.radius = find_take(&m, sorted * sizeof(float));
  job->grid.body = find_take(&m, sorted * word);
  job->grid.category = find_take(&m, sorted * word);
  job->grid.barred = find_take(&m, sorted * word);
  job->grid.bucket = find_take(&m, (FIND_BUCKETS + 1) * word);
  job->grid.end = find_take_ends(&m, cells);
  job->work = find_take(&m, find_grid_work(n));
  job->partner = find_take(&m, (job->capacity + FIND_PADDING) * word); // a row of FEW may be read at the end
  job->apart = find_take(&m, (2 * job->capacity + FIND_PADDING) * word);
  job->apart_end = find_take_ends(&m, n);
  uint32_t* const end = find_take_ends(&m, slots);
  cover_entry* const entry = find_take(&m, COVER_ENTRIES * n * sizeof(cover_entry));
  if (!job->of_index) { // which has its own
    job->cover.end = end;
    job->cover.entry = entry;
  }
  job->bounds.box = find_take(&m, n * sizeof(find_box));
  if (!has_filters(job)) job->grid.category = NULL;
  return m.used;
}

// ---------------------------------------------------------------- the list

typedef struct list_work {
  const find_job* job;
  const uint32_t* apart; // partners of pairs that were found apart, by their first body
  uint64_t* first;       // of each part: its pairs, then the place of the first
  uint32_t *a, *b;
} list_work;

static uint32_t apart_count(const list_work* w, uint32_t i) {
  if (w->apart == NULL) return 0;
  return w->job->apart_end[i] - find_begin(w->job->apart_end, i);
}

// Against an index one that is left out may begin a row.
static uint32_t row_count(const find_job* job, uint32_t i) {
  return job->class[i] == LEFT_OUT && !job->of_index ? 0 : job->row[i].count;
}

static void count_part(void* context, uint32_t first, uint32_t end) {
  const list_work* w = context;
  uint64_t count = 0;
  for (uint32_t i = first; i < end; ++i) count += row_count(w->job, i) + apart_count(w, i);
  w->first[first / FIND_PART] = count;
}

#define AHEAD 16u // bodies between a prefetch and the use of a row
#define FEW 4u    // partners that are written without a branch on their number

// Writes the row of a body. Returns the place after it. `limit`: before which this part may write anything.
static inline uint64_t write_row(const list_work* w, uint32_t i, const uint32_t* from, uint32_t count, uint64_t at,
                                 uint64_t limit, uint32_t split) {
  uint32_t k = 0;
  if (at + FEW <= limit) {
    for (; k < FEW; ++k) {
      w->b[at + k] = from[k] - split;
      w->a[at + k] = i;
    }
  }
  for (; k < count; ++k) {
    w->b[at + k] = from[k] - split;
    w->a[at + k] = i;
  }
  return at + count;
}

#define LONG_ROW 512u // partners that are sorted by their bytes

static void sort_row(const list_work* w, uint32_t i, uint64_t row, uint32_t count) {
  if (count <= LONG_ROW) {
    sort_words(w->b + row, count);
    return;
  }
  sort_long(w->b + row, w->a + row, count);
  for (uint32_t k = 0; k < count; ++k) w->a[row + k] = i;
}

// Writes the rows of some bodies. Whether one has partners is no branch: nothing predicts it.
static void write_part(void* context, uint32_t first, uint32_t end) {
  const list_work* w = context;
  const find_job* job = w->job;
  const uint32_t split = job->two_views ? job->split : 0;
  uint64_t at = w->first[first / FIND_PART];
  const uint64_t limit = w->first[first / FIND_PART + 1];
  for (uint32_t i = first; i < end; ++i) {
    const uint32_t next = i + AHEAD < end ? i + AHEAD : i;
    const uint64_t row = at;
    uint32_t own = 0;
    if (job->class[next] != LEFT_OUT) __builtin_prefetch(job->partner + job->row[next].at);
    if (job->class[i] != LEFT_OUT) {
      own = job->row[i].count;
      at = write_row(w, i, job->partner + job->row[i].at, own, at, limit, split);
    }
    const uint32_t others = apart_count(w, i);
    if (others == 0) continue;
    at = write_row(w, i, w->apart + find_begin(job->apart_end, i), others, at, limit, split);
    sort_row(w, i, row, own + others);
  }
}

// The same against an index, where a row is of the bodies before the next one.
static void copy_part(void* context, uint32_t first, uint32_t end) {
  const list_work* w = context;
  const find_job* job = w->job;
  uint64_t at = w->first[first / FIND_PART];
  for (uint32_t i = first; i < end; ++i) {
    const find_row row = job->row[i];
    if (row.count == 0) continue;
    memcpy(w->a + at, job->apart + row.at, row.count * sizeof *w->a);
    memcpy(w->b + at, job->partner + row.at, row.count * sizeof *w->b);
    at += row.count;
  }
}

// Sorts the pairs that were found apart by their first body, into `to`.
static void sort_apart(const find_job* job, uint64_t count, uint32_t* to) {
  uint32_t* end = job->apart_end;
  end[-1] = 0;
  memset(end, 0, job->count * sizeof *end);
  for (uint64_t k = 0; k < count; ++k) ++end[job->apart[2 * k]];
  uint32_t place = 0;
  for (uint32_t i = 0; i < job->count; ++i) {
    const uint32_t bodies = end[i];
    end[i] = place;
    place += bodies;
  }
  for (uint64_t k = 0; k < count; ++k) to[end[job->apart[2 * k]]++] = job->apart[2 * k + 1];
}

static void write_list(find_job* job, uint64_t apart, uint32_t* a, uint32_t* b) {
  list_work w = {.job = job, .first = job->work, .a = a, .b = b};
  uint64_t place = 0;
  if (apart > 0) {
    uint32_t* sorted = job->partner + atomic_load_explicit(&job->row_total, memory_order_relaxed);
    sort_apart(job, apart, sorted);
    w.apart = sorted;
  }
  lgjk_split(job->tasks, job->count, FIND_PART, count_part, &w);
  const uint32_t parts = (job->count - 1) / FIND_PART + 1;
  for (uint32_t p = 0; p <= parts; ++p) {
    const uint64_t count = p < parts ? w.first[p] : 0;
    w.first[p] = place;
    place += count;
  }
  lgjk_split(job->tasks, job->count, FIND_PART, job->of_index ? copy_part : write_part, &w);
}

// ---------------------------------------------------------------- all

typedef struct search_work {
  find_job* job;
  find_search_fn* search;
} search_work;

static void search_part(void* context, uint32_t first, uint32_t end) {
  const search_work* w = context;
  w->search(w->job, first, end);
}

uint64_t find_searchN(find_job* job, find_search_fn* search, uint32_t* a, uint32_t* b) {
  search_work w = {job, search};
  atomic_init(&job->row_total, 0);
  atomic_init(&job->apart_total, 0);
  if (job->of_index) {
    lgjk_split(job->tasks, job->count, FIND_PART, search_part, &w);
  } else {
    lgjk_split(job->tasks, job->grid.bucket[FIND_BUCKETS], FIND_PART / 4, search_part, &w);
  }
  const uint64_t apart = atomic_load_explicit(&job->apart_total, memory_order_relaxed);
  const uint64_t count = apart + atomic_load_explicit(&job->row_total, memory_order_relaxed);
  if (count > 0 && count <= job->capacity) write_list(job, apart, a, b);
  return count;
}

uint64_t find_listN(find_job* job, find_search_fn* search, uint32_t* a, uint32_t* b) {
  if (!job->of_index) {
    job->others = job->bounds;
    if (!find_classesN(job)) return 0;
    find_gridN(job, job->work);
    find_coverN(job);
  }
  return find_searchN(job, search, a, b);
}
