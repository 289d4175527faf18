// Finds the partners of each body: those of its class in the grid, in lanes, and larger ones in the cover. Bodies are
// searched in the order of their cells, so that what they look at is in the nearest caches.
#ifndef LGJK_FIND_SEARCH_H
#define LGJK_FIND_SEARCH_H

#include "find/search_rows.h"

// Finds the partners of body i in an index. A body that reaches beyond the index is compared with all of its bodies.
static LANE_NOINLINE uint32_t search_index(find_rows* rows, uint32_t i, uint32_t* hit) {
  const find_job* job = rows->job;
  const find_bounds* b = &job->bounds;
  if (job->class[i] == LEFT_OUT) return 0;
  if (is_within_reach(job, i)) return search_cover(rows, 0, i, hit, 0);
  find_probe p = {.radius = vf_set(b->radius[i]), .margin = vf_set(job->limits.margin), .before = vi_set(UINT32_MAX)};
  for (int k = 0; k < DIM; ++k) p.centre[k] = vf_set(b->centre[k][i]);
  const uint32_t hits = search_many(rows, &job->all, &p, i, 0, job->others_count, hit, 0);
  return rows->checks ? keep_meeting(job, rows->checks, i, hit, hits) : hits;
}

// Makes all other checks of the hits in the grid of a body's class, and adds larger bodies.
static LANE_NOINLINE uint32_t finish_body(find_rows* rows, const find_query* a, uint32_t* hit, uint32_t hits) {
  const find_job* job = rows->job;
  const uint32_t i = job->grid.body[a->place];
  if (rows->class_checks) hits = keep_meeting(job, rows->class_checks, i, hit, hits);
  if (a->list != NULL) return take_candidates(rows, a->class, i, a->place, a->list, hit, hits);
  return job->cover.levels != 0 ? search_cover(rows, a->class, i, hit, hits) : hits;
}

// Finds the row of a body that has spilled, after a search that has counted its partners.
static LANE_NOINLINE void search_large(find_rows* rows, uint32_t class, uint32_t place, uint32_t partners) {
  find_job* job = rows->job;
  uint32_t last = 0;
  rows->spilled = 0;
  if (class != LEFT_OUT) flush_rows(rows, place);
  rows->first = place + 1;
  const uint64_t at = atomic_fetch_add_explicit(&job->row_total, partners, memory_order_relaxed);
  if (at + partners > job->capacity) return;
  rows->direct = job->partner + at;
  if (class == LEFT_OUT) {
    last = search_index(rows, place, rows->word);
  } else {
    const find_query a = {.class = class, .place = place};
    const bool queries = !job->two_views || job->grid.body[place] < job->split;
    if (queries) last = search_any_rows(rows, class, place, rows->word);
    last = finish_body(rows, &a, rows->word, last);
  }
  memcpy(rows->direct + rows->spilled, rows->word, last * sizeof *rows->word);
  sort_words(rows->direct, partners);
  rows->direct = NULL;
  rows->spilled = 0;
  for (uint32_t k = 0; k < partners && class == LEFT_OUT; ++k) job->apart[at + k] = place;
  job->row[row_body(job, place)] = (find_row){(uint32_t)at, partners};
}

// Finds the row of a body. Rows before it, and room for its hits, are there.
LANE_INLINE void take_body(find_rows* rows, const find_query* a) {
  const uint32_t p = a->place;
  uint32_t* hit = rows->word + rows->count;
  uint32_t hits = 0;
  row_places places;
  bool may_spill = !a->plain;
  if (a->grid->body[p] < a->split) {
    if (__builtin_expect(look_up_rows(a, &places), 1)) {
      hits = search_rows(rows->job, a, &places, hit);
    } else {
      hits = search_any_rows(rows, a->class, p, hit);
      may_spill = true;
    }
  }
  if (!a->plain) hits = finish_body(rows, a, hit, hits);
  if (__builtin_expect(may_spill && rows->spilled > 0, 0)) {
    search_large(rows, a->class, p, rows->spilled + hits);
    return;
  }
  rows->row_count[p - rows->first] = hits;
  rows->count += hits;
}

// Finds the rows of the bodies at places first..end - 1 of a class.
LANE_INLINE void search_bodies(find_rows* rows, uint32_t class, uint32_t first, uint32_t end) {
  const find_job* job = rows->job;
  const find_grid grid = job->grid;
  const size_class of_class = job->of_class[class];
  const bool covered = job->cover.levels != 0, plain = !covered && rows->class_checks == 0;
  probe_rows usual;
  cover_candidates list;
  find_query a = {.class = class, .grid = &grid, .end = grid.end + of_class.first, .rows = &usual, .plain = plain};
  uint32_t looked = first; // bodies before this place have been looked up
  a.split = job->two_views ? job->split : UINT32_MAX;
  rows->first = first;
  for (uint32_t p = first; p < end; ++p) {
    a.place = p;
    a.lane = (p - first) % LANES;
    if (a.lane == 0) find_usual_rows(job, &of_class, p, &usual);
    if (covered && p == looked) looked = look_together(job, p, end, &list);
    a.list = covered && p < looked ? &list : NULL;
    if (p == looked) ++looked; // it is searched alone
    if (rows->count + HITS > ROW_WORDS || p - rows->first == ROW_BODIES) flush_rows(rows, p);
    take_body(rows, &a);
  }
  flush_rows(rows, end);
}

// Finds the row of a body that is searched alone against an index.
static LANE_NOINLINE void search_alone(find_rows* rows, uint32_t i) {
  flush_queries(rows, i);
  const uint32_t hits = search_index(rows, i, rows->word);
  if (rows->spilled > 0) {
    search_large(rows, LEFT_OUT, i, rows->spilled + hits);
    return;
  }
  sort_hits(rows->word, hits);
  for (uint32_t k = 0; k < hits; ++k) rows->row_query[k] = i;
  rows->count = hits;
}

// Finds the pairs of bodies first..end - 1 with those of an index. Rows are written where one begins.
static LANE_NOINLINE void search_against(find_rows* rows, uint32_t first, uint32_t end) {
  const find_job* job = rows->job;
  cover_candidates list;
  rows->first = first;
  memset(job->row + first, 0, (end - first) * sizeof *job->row);
  for (uint32_t p = first; p < end;) {
    const uint32_t looked = look_together(job, p, end, &list);
    if (looked == p) {
      search_alone(rows, p++);
      continue;
    }
    if (rows->count + CANDIDATES > ROW_WORDS) flush_queries(rows, p);
    take_queries(rows, &list);
    p = looked;
  }
  flush_queries(rows, end);
}

static LANE_NOINLINE void search_class(find_rows* rows, uint32_t class, uint32_t first, uint32_t end) {
  const bool boxed = rows->job->of_class[class].boxed;
  rows->class_checks =
      (rows->checks & CHECK_GROUPS ? CHECK_FILTERS : 0) | (rows->checks & CHECK_FIT) | (boxed ? CHECK_BOXES : 0);
  search_bodies(rows, class, first, end);
}

// Finds the rows of the bodies at places first..end - 1. The bodies of a class follow each other.
static void search_all(find_rows* rows, uint32_t first, uint32_t end) {
  const find_job* job = rows->job;
  for (uint32_t k = 0; k < job->classes; ++k) {
    const size_class* c = &job->of_class[k];
    const uint32_t low = find_begin(job->grid.end, c->first), high = job->grid.end[c->first + c->mask];
    const uint32_t from = first > low ? first : low, to = end < high ? end : high;
    if (from < to) search_class(rows, k, from, to);
  }
  if (rows->apart_count > 0) flush_apart(rows);
}

#endif
