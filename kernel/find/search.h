// Finds the partners of each body: those of its class in the grid, in lanes, and larger ones in the cover. Bodies are
// asked in the order of their cells, so that what they look at is in the nearest caches.
#ifndef LGJK_FIND_SEARCH_H
#define LGJK_FIND_SEARCH_H

#include "find/together.h"
#include "find/rows.h"

// A body that is asked, in lanes.
typedef struct find_probe {
  vf centre[DIM], radius, margin;
  vi before; // partners come after this number
  vi category, barred;
} find_probe;

LANE_INLINE mf lane_not_zero(vi a) { return vi_lt(vi_set(1u << 31), vi_xor(a, vi_set(1u << 31))); }

// Returns the lanes of bodies from place k on that the filters let meet the asking one; groups are asked later.
LANE_INLINE mf allowed_places(const find_grid* grid, const find_probe* p, uint32_t k) {
  const vi category = vi_load(grid->category + k), barred = vi_load(grid->barred + k);
  return mf_and(lane_not_zero(vi_and_not(category, p->barred)), lane_not_zero(vi_and_not(p->category, barred)));
}

// Compares circles of the bodies at places first..end - 1, and appends those that meet. A vector is looked at even if
// there are none: a branch on that would be mispredicted. Returns the number of hits.
LANE_INLINE uint32_t search_places(const find_grid* grid, const find_probe* p, uint32_t first, uint32_t end,
                                   uint32_t* hit, uint32_t hits) {
  uint32_t k = first;
  do {
    vf d = vf_sub(vf_load(grid->centre[0] + k), p->centre[0]), square = vf_mul(d, d);
    for (int axis = 1; axis < DIM; ++axis) {
      d = vf_sub(vf_load(grid->centre[axis] + k), p->centre[axis]);
      square = vf_add(square, vf_mul(d, d));
    }
    const vf reach = vf_add(vf_add(vf_load(grid->radius + k), p->radius), p->margin);
    mf meet = mf_and(vf_le(square, vf_mul(reach, reach)), vi_lt(p->before, vi_load(grid->body + k)));
    if (grid->category != NULL) meet = mf_and(meet, allowed_places(grid, p, k));
    const uint32_t left = end - k, all = left < LANES ? (1u << left) - 1 : (uint32_t)((1ull << LANES) - 1);
    const uint32_t bits = mf_bits(meet) & all;
    if (!FEW_LANES || bits != 0) lane_append_words(hit + hits, grid->body + k, bits);
    hits += lane_count(bits);
    k += LANES;
  } while (k < end);
  return hits;
}

// The same of any number of places.
LANE_INLINE uint32_t search_run(find_rows* rows, const find_grid* grid, const find_probe* p, uint32_t i, uint32_t first,
                                uint32_t end, uint32_t* hit, uint32_t hits) {
  while (end - first > HITS - hits) {
    const uint32_t some = HITS - hits;
    if (some > 0) hits = search_places(grid, p, first, first + some, hit, hits);
    hits = spill(rows, i, hit, hits);
    first += some;
  }
  return search_places(grid, p, first, end, hit, hits);
}

// Searches `count` cells of a class from number `at` on.
LANE_INLINE uint32_t search_cells(find_rows* rows, const find_grid* grid, const find_probe* p, const size_class* c,
                                  uint32_t i, uint32_t at, uint32_t count, uint32_t* hit, uint32_t hits) {
  const uint32_t* end = grid->end + c->first;
  const uint32_t low = at & c->mask, to_end = c->mask + 1 - low, here = count < to_end ? count : to_end;
  hits = search_run(rows, grid, p, i, find_begin(end, low), find_begin(end, low + here), hit, hits);
  if (__builtin_expect(here < count, 0)) {
    hits = search_run(rows, grid, p, i, find_begin(end, 0), find_begin(end, count - here), hit, hits);
  }
  return hits;
}

// The cells that each body of a vector looks at: the first along each axis, and how many.
typedef struct probe_cells {
  uint32_t low[DIM][LANES], count[DIM][LANES];
} probe_cells;

// Finds the cells of the bodies from a place on.
LANE_INLINE void find_cells(const find_job* job, const size_class* c, uint32_t place, probe_cells* out) {
  const vf radius = vf_add(vf_load(job->grid.radius + place), vf_set(c->radius));
  const vf reach = vf_mul(vf_add(radius, vf_set(job->limits.margin)), vf_set(1.00001f));
  for (int k = 0; k < DIM; ++k) {
    const vf at = vf_load(job->grid.centre[k] + place), origin = vf_set(c->origin[k]), inverse = vf_set(c->inverse[k]);
    const vi low = lane_cells(vf_sub(vf_sub(at, reach), origin), inverse);
    const vi high = lane_cells(vf_sub(vf_add(at, reach), origin), inverse);
    vi_store(out->low[k], low);
    vi_store(out->count[k], vi_add(vi_sub(high, low), vi_set(1)));
  }
}

static inline uint32_t at_least_two(uint32_t n) { return n < 2 ? 2 : n; }

// What is known of the body at a place that is asked.
typedef struct find_asked {
  uint32_t class; // its number, or LEFT_OUT against an index
  const size_class* of_class;
  const find_grid* grid; // both are copies that no store can change
  uint32_t place;
  const probe_cells* cells;
  uint32_t lane;          // that of the body in `cells`
  cover_candidates* list; // what the cover lists; NULL: it is asked alone
} find_asked;

// Searches the grid of the body's class. Most bodies look at one or two rows in each direction, so that two are always
// searched, the second perhaps of no cells. `lane`: that of the body in `cells`.
LANE_INLINE uint32_t search_grid(find_rows* rows, const find_asked* a, uint32_t* hit) {
  const find_job* job = rows->job;
  const find_grid* grid = a->grid;
  const size_class* c = a->of_class;
  const probe_cells* cells = a->cells;
  const uint32_t place = a->place, lane = a->lane;
  const uint32_t i = grid->body[place], columns = cells->count[0][lane], deep = cells->count[DIM - 1][lane];
  uint32_t hits = 0, number = cells->low[0][lane];
  find_probe p = {.radius = vf_set(grid->radius[place]), .margin = vf_set(job->limits.margin)};
  p.before = vi_set(job->two_views ? job->split - 1 : i);
  p.category = vi_set(grid->category != NULL ? grid->category[place] : 0);
  p.barred = vi_set(grid->category != NULL ? grid->barred[place] : 0);
  for (int k = 0; k < DIM; ++k) p.centre[k] = vf_set(grid->centre[k][place]);
  for (int k = 1; k < DIM; ++k) number += cells->low[k][lane] * c->step[k];
  const uint32_t high = cells->count[1][lane], rows_y = at_least_two(high), rows_z = DIM == 2 ? 1 : at_least_two(deep);
  for (uint32_t z = 0; z < rows_z; ++z) {
    for (uint32_t y = 0; y < rows_y; ++y) {
      const uint32_t count = y < high && (DIM == 2 || z < deep) ? columns : 0;
      hits = search_cells(rows, grid, &p, c, i, number + y * c->step[1] + z * c->step[DIM - 1], count, hit, hits);
    }
  }
  return hits;
}

// ---------------------------------------------------------------- bodies

// Finds the partners of body i in an index. A body that reaches beyond the index is compared with all of its bodies.
static LANE_NOINLINE uint32_t search_index(find_rows* rows, uint32_t i, uint32_t* hit) {
  const find_job* job = rows->job;
  const find_bounds* b = &job->bounds;
  if (job->class[i] == LEFT_OUT) return 0;
  if (is_within_reach(job, i)) return search_cover(rows, 0, i, hit, 0);
  find_probe p = {.radius = vf_set(b->radius[i]), .margin = vf_set(job->limits.margin), .before = vi_set(UINT32_MAX)};
  for (int k = 0; k < DIM; ++k) p.centre[k] = vf_set(b->centre[k][i]);
  const uint32_t hits = search_run(rows, &job->all, &p, i, 0, job->others_count, hit, 0);
  return rows->asks ? keep_meeting(job, rows->asks, i, hit, hits) : hits;
}

// Finds the partners of a body, and writes the last of them to `hit`; returns their number. Those before are spilled.
LANE_INLINE uint32_t search_body(find_rows* rows, const find_asked* a, uint32_t* hit) {
  const find_job* job = rows->job;
  const uint32_t i = row_body(job, a->place);
  uint32_t hits = 0;
  rows->spilled = 0;
  if (a->class == LEFT_OUT) {
    hits = search_index(rows, i, hit);
  } else {
    if (!job->two_views || i < job->split) hits = search_grid(rows, a, hit);
    if (rows->class_asks) hits = keep_meeting(job, rows->class_asks, i, hit, hits);
    if (a->list != NULL) {
      hits = take_candidates(rows, a->class, i, a->place, a->list, hit, hits);
    } else if (job->cover.levels != 0) {
      hits = search_cover(rows, a->class, i, hit, hits);
    }
  }
  return hits;
}

// Finds the row of a body that has spilled. The first search has counted it.
static LANE_NOINLINE void search_large(find_rows* rows, uint32_t class, uint32_t place, uint32_t partners) {
  find_job* job = rows->job;
  const size_class* c = class == LEFT_OUT ? NULL : &job->of_class[class];
  probe_cells cells;
  const find_asked a = {.class = class, .of_class = c, .grid = &job->grid, .place = place, .cells = &cells};
  const uint64_t at = atomic_fetch_add_explicit(&job->row_total, partners, memory_order_relaxed);
  if (at + partners > job->capacity) return;
  rows->direct = job->partner + at;
  if (c != NULL) find_cells(job, c, place, &cells);
  const uint32_t last = search_body(rows, &a, rows->word);
  memcpy(rows->direct + rows->spilled, rows->word, last * sizeof *rows->word);
  sort_words(rows->direct, partners);
  rows->direct = NULL;
  for (uint32_t k = 0; k < partners && c == NULL; ++k) job->apart[at + k] = place;
  job->row[row_body(job, place)] = (find_row){(uint32_t)at, partners};
}

// Finds the row of a body.
LANE_INLINE void take_body(find_rows* rows, const find_asked* a) {
  const uint32_t p = a->place;
  if (rows->count + HITS > ROW_WORDS || p - rows->first == ROW_BODIES) flush_rows(rows, p);
  const uint32_t hits = search_body(rows, a, rows->word + rows->count);
  if (__builtin_expect(rows->spilled > 0, 0)) {
    const uint32_t partners = rows->spilled + hits;
    flush_rows(rows, p);
    search_large(rows, a->class, p, partners);
    rows->first = p + 1;
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
  const bool covered = job->cover.levels != 0;
  probe_cells cells;
  cover_candidates list;
  uint32_t looked = first; // bodies before this place have been looked up
  rows->first = first;
  for (uint32_t p = first; p < end; ++p) {
    find_asked a = {class, &of_class, &grid, p, &cells, (p - first) % LANES, NULL};
    if (a.lane == 0) find_cells(job, &of_class, p, &cells);
    if (covered && p == looked) looked = look_together(job, p, end, &list);
    if (covered && p < looked) a.list = &list;
    if (p == looked) ++looked; // it is asked alone
    take_body(rows, &a);
  }
  flush_rows(rows, end);
}

// Finds the row of a body that is asked alone against an index.
static LANE_NOINLINE void search_alone(find_rows* rows, uint32_t i) {
  const find_asked a = {.class = LEFT_OUT, .place = i};
  flush_askers(rows, i);
  const uint32_t hits = search_body(rows, &a, rows->word), spilled = rows->spilled;
  if (spilled > 0) {
    search_large(rows, LEFT_OUT, i, spilled + hits);
    rows->first = i + 1;
    return;
  }
  sort_hits(rows->word, hits);
  for (uint32_t k = 0; k < hits; ++k) rows->asker[k] = i;
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
    if (rows->count + CANDIDATES > ROW_WORDS) flush_askers(rows, p);
    take_askers(rows, &list);
    p = looked;
  }
  flush_askers(rows, end);
}

static LANE_NOINLINE void search_class(find_rows* rows, uint32_t class, uint32_t first, uint32_t end) {
  const bool boxed = rows->job->of_class[class].boxed;
  rows->class_asks = (rows->asks & ASKS_GROUPS ? ASKS_FILTERS : 0) | (boxed ? ASKS_BOXES : 0);
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
