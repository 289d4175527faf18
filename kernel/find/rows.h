// Collects the pairs that a thread finds, and copies them to where all threads put them.
#ifndef LGJK_FIND_ROWS_H
#define LGJK_FIND_ROWS_H

#include "find/fit.h"
#include "find/hits.h"
#include "find/meet.h"
#include "lane/lane.h"

#define HITS 512u        // partners of a body that are collected at a time
#define ROW_WORDS 2048u  // partners of some bodies, before they are copied to where all threads put them
#define ROW_BODIES 512u  // such bodies, at most
#define APART_PAIRS 256u // the same of pairs whose first body another one has found
#define ROWS_AHEAD 8u    // rows between a prefetch and the use of a body's

// What is checked of bodies whose circles meet, as bits.
enum { CHECK_BOXES = 1, CHECK_FILTERS = 2, CHECK_GROUPS = 4, CHECK_FIT = 8 };

// The pairs that a thread has found and not copied yet.
typedef struct find_rows {
  find_job* job;
  uint32_t checks;                  // of larger bodies, as bits
  uint32_t class_checks;            // of bodies of the class that is searched
  uint32_t first;                   // place of the first body whose row is here
  uint32_t count;                   // words
  uint32_t apart_count;             // pairs
  uint32_t spilled;                 // partners of the query body beyond those that are here
  uint32_t* direct;                 // where the row of a body with very many partners goes, or NULL
  uint32_t word[ROW_WORDS + LANES]; // lanes store a whole vector
  uint32_t row_count[ROW_BODIES];
  uint32_t row_query[ROW_WORDS]; // against an index: of each word its first body
  uint32_t apart[2 * APART_PAIRS];
} find_rows;

// ---------------------------------------------------------------- rows

static LANE_NOINLINE void flush_apart(find_rows* rows) {
  find_job* job = rows->job;
  const uint64_t at = atomic_fetch_add_explicit(&job->apart_total, rows->apart_count, memory_order_relaxed);
  if (at + rows->apart_count <= job->capacity) {
    memcpy(job->apart + 2 * at, rows->apart, (size_t)2 * rows->apart_count * sizeof *job->apart);
  }
  rows->apart_count = 0;
}

// Returns the body at a place: against an index, bodies are searched in their own order.
static inline uint32_t row_body(const find_job* job, uint32_t place) {
  return job->of_index ? place : job->grid.body[place];
}

// Copies the pairs of bodies from rows->first on, before `end`, to where all threads put them: one row for all of them.
static LANE_NOINLINE void flush_queries(find_rows* rows, uint32_t end) {
  find_job* job = rows->job;
  const uint64_t at = atomic_fetch_add_explicit(&job->row_total, rows->count, memory_order_relaxed);
  if (at + rows->count <= job->capacity && rows->first < end) {
    memcpy(job->partner + at, rows->word, rows->count * sizeof *job->partner);
    memcpy(job->apart + at, rows->row_query, rows->count * sizeof *job->apart);
    job->row[rows->first] = (find_row){(uint32_t)at, rows->count};
  }
  rows->first = end;
  rows->count = 0;
}

// Copies the rows of the bodies before the place `end`, sorted, to where all threads put them. Vectors have written the
// words long before, so that no load waits for two stores.
static LANE_NOINLINE void flush_rows(find_rows* rows, uint32_t end) {
  find_job* job = rows->job;
  uint64_t at = atomic_fetch_add_explicit(&job->row_total, rows->count, memory_order_relaxed);
  const uint64_t limit = at + rows->count;
  const bool fits = limit <= job->capacity;
  uint32_t* word = rows->word;
  for (uint32_t p = rows->first; p < end && fits; ++p) {
    const uint32_t ahead = p + ROWS_AHEAD < end ? p + ROWS_AHEAD : p;
    __builtin_prefetch(&job->row[job->grid.body[ahead]], 1);
    const uint32_t count = rows->row_count[p - rows->first];
    job->row[job->grid.body[p]] = (find_row){(uint32_t)at, count};
    copy_sorted(word, count, job->partner + at, limit - at);
    word += count;
    at += count;
  }
  rows->first = end;
  rows->count = 0;
}

static void add_apart(find_rows* rows, uint32_t first, uint32_t partner) {
  rows->apart[2 * rows->apart_count] = first;
  rows->apart[2 * rows->apart_count + 1] = partner;
  if (++rows->apart_count == APART_PAIRS) flush_apart(rows);
}

// ---------------------------------------------------------------- candidates

static inline void fit_count(const find_job* job, uint32_t a, uint32_t partners) {
  __atomic_fetch_add(&job->fit_count[a], partners, __ATOMIC_RELAXED);
}

// Counts the partners of body i, whose row is searched, or keeps some of them; returns how many are kept. Most crowds
// are of one size class, where i comes first in all pairs.
static LANE_NOINLINE uint32_t fit_hits(const find_job* job, uint32_t i, uint32_t* hit, uint32_t hits) {
  const uint32_t first = job->of_index ? 0 : i; // partners before this come first in their pairs
  uint32_t kept = 0;
  if (job->fit == FIT_COUNTS) {
    for (uint32_t h = 0; h < hits; ++h) {
      if (hit[h] < first) fit_count(job, hit[h], 1);
      kept += hit[h] >= first;
    }
    fit_count(job, i, kept);
    return 0;
  }
  const uint64_t most = (uint64_t)job->fit_most * (UINT32_MAX + UINT64_C(1)) / FIT_PART;
  const uint32_t *count = job->fit_count, own = count[i];
  for (uint32_t h = 0; h < hits; ++h) {
    const uint32_t j = hit[h];
    const uint64_t part = j < first ? (uint64_t)fit_hash(j, i) * count[j] : (uint64_t)fit_hash(i, j) * own;
    hit[kept] = j;
    kept += part < most;
  }
  return kept;
}

// Keeps the hits that no box parts, that filters allow and for which there is room; returns their number. `checks`:
// CHECK_BOXES, CHECK_FILTERS, CHECK_FIT.
static LANE_NOINLINE uint32_t keep_meeting(const find_job* job, uint32_t checks, uint32_t i, uint32_t* hit,
                                           uint32_t hits) {
  if (checks == CHECK_FIT) return fit_hits(job, i, hit, hits);
  const find_filter own = filter_of(job, i);
  uint32_t kept = 0;
  for (uint32_t h = 0; h < hits; ++h) {
    const uint32_t j = hit[h];
    if (checks & CHECK_FILTERS) {
      const find_filter other = partner_filter(job, j);
      if (!filters_allow(&own, &other)) continue;
    }
    if ((checks & CHECK_BOXES) && boxes_part(&job->bounds, i, &job->others, j, &job->limits)) continue;
    hit[kept++] = j;
  }
  return checks & CHECK_FIT ? fit_hits(job, i, hit, kept) : kept;
}

// Makes room for more hits of a body: these go where its row goes, or are only counted.
static LANE_NOINLINE uint32_t spill(find_rows* rows, uint32_t i, uint32_t* hit, uint32_t hits) {
  if (rows->checks) hits = keep_meeting(rows->job, rows->checks, i, hit, hits);
  if (rows->direct != NULL) memcpy(rows->direct + rows->spilled, hit, hits * sizeof *hit);
  rows->spilled += hits;
  return 0;
}

#endif
