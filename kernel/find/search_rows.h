// Searches the rows of cells about a body for those of its class that it meets, in lanes.
#ifndef LGJK_FIND_SEARCH_ROWS_H
#define LGJK_FIND_SEARCH_ROWS_H

#include "find/together.h"
#include "find/rows.h"

// A query body, in lanes.
typedef struct find_probe {
  vf centre[DIM], radius, margin;
  vi before; // partners come after this number
  vi category, barred;
} find_probe;

// Returns the lanes of bodies from place k on that the filters let meet the query body; groups are checked later.
LANE_INLINE mf allowed_places(const find_grid* grid, const find_probe* p, uint32_t k) {
  const vi category = vi_load(grid->category + k), barred = vi_load(grid->barred + k);
  return mf_and(vi_not_zero(vi_and_not(category, p->barred)), vi_not_zero(vi_and_not(p->category, barred)));
}

// Compares circles of up to LANES of the bodies at places k..end - 1, and appends those that meet. Returns the number
// of hits.
LANE_INLINE uint32_t search_vector(const find_grid* grid, const find_probe* p, uint32_t k, uint32_t end, uint32_t* hit,
                                   uint32_t hits) {
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
  if (!LANES_UP_TO_4 || bits != 0) lane_append_words(hit + hits, grid->body + k, bits);
  return hits + lane_count(bits);
}

// The same of any number of places for whose hits there is room. A vector is looked at even if there are none: a branch
// on that would be mispredicted.
LANE_INLINE uint32_t search_places(const find_grid* grid, const find_probe* p, uint32_t first, uint32_t end,
                                   uint32_t* hit, uint32_t hits) {
  uint32_t k = first;
  do {
    hits = search_vector(grid, p, k, end, hit, hits);
    k += LANES;
  } while (k < end);
  return hits;
}

// The same of any number of places, with room or not.
static LANE_NOINLINE uint32_t search_many(find_rows* rows, const find_grid* grid, const find_probe* p, uint32_t i,
                                          uint32_t first, uint32_t end, uint32_t* hit, uint32_t hits) {
  while (end - first > HITS - hits) {
    const uint32_t some = HITS - hits;
    if (some > 0) hits = search_places(grid, p, first, first + some, hit, hits);
    hits = spill(rows, i, hit, hits);
    first += some;
  }
  return search_places(grid, p, first, end, hit, hits);
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

// Rows of cells in each direction that bodies look at; few look at more.
enum { SPAN = LANES == 1 ? 3 : 2, USUAL_ROWS = DIM == 3 ? SPAN * SPAN : SPAN };

// The rows of cells that each body of a vector looks at: the first cell, and the one behind the last. Some are empty.
typedef struct probe_rows {
  uint32_t first[USUAL_ROWS][LANES], end[USUAL_ROWS][LANES];
  uint32_t odd; // bodies, as bits, that look at more rows, or at one that goes round the end
} probe_rows;

// Finds the rows of the bodies from a place on.
LANE_INLINE void find_usual_rows(const find_job* job, const size_class* c, uint32_t place, probe_rows* out) {
  probe_cells cells;
  find_cells(job, c, place, &cells);
  const vi columns = vi_load(cells.count[0]), high = vi_load(cells.count[1]), deep = vi_load(cells.count[DIM - 1]);
  uint32_t number[LANES];
  for (uint32_t l = 0; l < LANES; ++l) {
    number[l] = cells.low[0][l];
    for (int k = 1; k < DIM; ++k) number[l] += cells.low[k][l] * c->step[k];
  }
  mf odd = vi_lt(vi_set(SPAN), high);
  if (DIM == 3) odd = mf_or(odd, vi_lt(vi_set(SPAN), deep));
  for (uint32_t n = 0; n < USUAL_ROWS; ++n) {
    const uint32_t y = n % SPAN, z = n / SPAN;
    mf has = vi_lt(vi_set(y), high);
    if (DIM == 3) has = mf_and(has, vi_lt(vi_set(z), deep));
    const vi first = vi_and(vi_add(vi_load(number), vi_set(y * c->step[1] + z * c->step[DIM - 1])), c->mask);
    const vi end = vi_add(first, vi_of(vf_select(has, vf_of(columns), vf_set(0))));
    const mf wraps = vi_lt(vi_set(c->mask + 1), end);
    odd = mf_or(odd, wraps);
    vi_store(out->first[n], first);
    vi_store(out->end[n], vi_of(vf_select(wraps, vf_of(first), vf_of(end)))); // no end of a cell is beyond
  }
  out->odd = mf_bits(odd);
}

// What is known of the query body at a place.
typedef struct find_query {
  uint32_t class;        // its number
  uint32_t split;        // bodies from this number on are no query bodies
  const find_grid* grid; // a copy that no store can change
  const uint32_t* end;   // of the class's cells
  uint32_t place;
  const probe_rows* rows;
  uint32_t lane;          // that of the body in `rows`
  cover_candidates* list; // what the cover lists; NULL: it is searched alone
  bool plain;             // hits in the grid are partners, and there are no others
} find_query;

LANE_INLINE find_probe probe_of(const find_job* job, const find_grid* grid, uint32_t place) {
  find_probe p; // without an initialiser, for which gcc would clear all of it first
  p.radius = vf_set(grid->radius[place]);
  p.margin = vf_set(job->limits.margin);
  p.before = vi_set(job->two_views ? job->split - 1 : grid->body[place]);
  p.category = vi_set(grid->category != NULL ? grid->category[place] : 0);
  p.barred = vi_set(grid->category != NULL ? grid->barred[place] : 0);
  for (int k = 0; k < DIM; ++k) p.centre[k] = vf_set(grid->centre[k][place]);
  return p;
}

// Searches `count` cells of a class from number `at` on.
static void search_row(find_rows* rows, const find_probe* p, const size_class* c, uint32_t i, uint32_t at,
                       uint32_t count, uint32_t* hit, uint32_t* hits) {
  const find_grid* grid = &rows->job->grid;
  const uint32_t *end = grid->end + c->first, low = at & c->mask, to_end = c->mask + 1 - low;
  const uint32_t here = count < to_end ? count : to_end;
  *hits = search_many(rows, grid, p, i, find_begin(end, low), find_begin(end, low + here), hit, *hits);
  if (here == count) return;
  *hits = search_many(rows, grid, p, i, find_begin(end, 0), find_begin(end, count - here), hit, *hits);
}

// Searches the grid of a body's class: any rows, of any number of places.
static LANE_NOINLINE uint32_t search_any_rows(find_rows* rows, uint32_t class, uint32_t place, uint32_t* hit) {
  const find_job* job = rows->job;
  const size_class* c = &job->of_class[class];
  const find_probe p = probe_of(job, &job->grid, place);
  const uint32_t i = job->grid.body[place];
  uint32_t hits = 0;
  probe_cells cells;
  find_cells(job, c, place, &cells);
  uint32_t number = cells.low[0][0];
  for (int k = 1; k < DIM; ++k) number += cells.low[k][0] * c->step[k];
  for (uint32_t z = 0; z < (DIM == 2 ? 1 : cells.count[DIM - 1][0]); ++z) {
    for (uint32_t y = 0; y < cells.count[1][0]; ++y) {
      search_row(rows, &p, c, i, number + y * c->step[1] + z * c->step[DIM - 1], cells.count[0][0], hit, &hits);
    }
  }
  return hits;
}

// The places of the rows that a body looks at.
typedef struct row_places {
  uint32_t first[USUAL_ROWS], end[USUAL_ROWS];
  bool few; // no row has more than a vector
} row_places;

// Looks up these places. Returns false if the body looks at others, too, or there may be no room for all hits.
LANE_INLINE bool look_up_rows(const find_query* a, row_places* out) {
  uint32_t places = 0, most = 0;
  for (uint32_t n = 0; n < USUAL_ROWS; ++n) {
    out->first[n] = find_begin(a->end, a->rows->first[n][a->lane]);
    out->end[n] = find_begin(a->end, a->rows->end[n][a->lane]);
    const uint32_t row = out->end[n] - out->first[n];
    places += row;
    most = row > most ? row : most;
  }
  out->few = most <= LANES;
  return (a->rows->odd >> a->lane & 1) == 0 && places <= HITS;
}

// Searches these places. With many lanes nearly all rows are a vector, and a branch less saves time.
LANE_INLINE uint32_t search_rows(const find_job* job, const find_query* a, const row_places* r, uint32_t* hit) {
  const find_probe p = probe_of(job, a->grid, a->place);
  uint32_t hits = 0;
  if (LANES_16 && r->few) {
    for (uint32_t n = 0; n < USUAL_ROWS; ++n) hits = search_vector(a->grid, &p, r->first[n], r->end[n], hit, hits);
  } else {
    for (uint32_t n = 0; n < USUAL_ROWS; ++n) hits = search_places(a->grid, &p, r->first[n], r->end[n], hit, hits);
  }
  return hits;
}

#endif
