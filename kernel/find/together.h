// Looks up what the cover lists for some bodies together: their candidates go into one row, so that lanes are full, no
// branch depends on how many a body has, and memory is prefetched.
#ifndef LGJK_FIND_TOGETHER_H
#define LGJK_FIND_TOGETHER_H

#include "find/lane_cells.h"
#include "find/larger.h"

#define TOGETHER 64u    // bodies, at most
#define LOOKS 256u      // cells that they look at
#define CANDIDATES HITS // bodies of the cover that these list

// A cell that the body at a place looks at, and that may list bodies: the entries of a slot, of which those with the
// key are of the cell.
typedef struct cover_look {
  uint32_t begin, end, key, place;
} cover_look;

// Bodies of the cover that the query bodies may meet, in the order of these, each with its query body. First all
// candidates, then those whose circle and box no axis separates from those of the query body.
typedef struct cover_candidates {
  uint32_t count;
  uint32_t next; // the first that no body has taken
  uint32_t body[CANDIDATES + LANES], place[CANDIDATES + LANES];
  float centre[DIM][CANDIDATES + LANES], radius[CANDIDATES + LANES]; // of the query bodies
} cover_candidates;

// The query bodies, by their places.
typedef struct cover_queries {
  const float *centre[DIM], *radius;
} cover_queries;

static inline cover_queries queries_of(const find_job* job) {
  cover_queries a = {.radius = job->of_index ? job->bounds.radius : job->grid.radius};
  for (int k = 0; k < DIM; ++k) a.centre[k] = job->of_index ? job->bounds.centre[k] : job->grid.centre[k];
  return a;
}

// Returns whether a body does not reach beyond the index.
static inline bool is_within_reach(const find_job* job, uint32_t i) {
  return job->bounds.radius[i] + job->limits.margin <= job->reach;
}

// The cells of each level of the cover that bodies of a vector are in.
typedef struct cover_cells {
  uint32_t levels, level[COVER_LEVELS];
  int32_t at[COVER_LEVELS][DIM][LANES];
} cover_cells;

// Finds the cells of the bodies from a place on.
LANE_INLINE void find_cover_cells(const find_cover* cover, const cover_queries* queries, uint32_t place,
                                  cover_cells* out) {
  for (uint32_t n = 0; n < out->levels; ++n) {
    const vf inverse = vf_set(cover->inverse[out->level[n]]);
    for (int k = 0; k < DIM; ++k) {
      const vf offset = vf_sub(vf_load(queries->centre[k] + place), vf_set(cover->origin[k]));
      vi_store((uint32_t*)out->at[n][k], lane_cells(offset, inverse));
    }
  }
}

// Finds the slots that bodies from the place `first` on look at, and keeps those that have entries. Returns the first
// place that is not among them.
LANE_INLINE uint32_t look_up_slots(const find_job* job, const cover_queries* queries, uint32_t first, uint32_t end,
                                   cover_look* look, uint32_t* looks) {
  const find_cover cover = job->cover; // a copy that no store can change
  const uint32_t last = end - first > TOGETHER ? first + TOGETHER : end;
  cover_cells cells;
  uint32_t p = first, count = 0;
  cells.levels = 0;
  for (uint32_t levels = cover.levels; levels != 0; levels &= levels - 1) {
    cells.level[cells.levels++] = (uint32_t)__builtin_ctz(levels);
  }
  for (; p < last && count + COVER_LEVELS <= LOOKS; ++p) {
    const uint32_t lane = (p - first) % LANES;
    if (lane == 0) find_cover_cells(&cover, queries, p, &cells);
    if (job->of_index && job->class[p] == LEFT_OUT) continue;
    if (job->of_index && !is_within_reach(job, p)) break;
    for (uint32_t n = 0; n < cells.levels; ++n) {
      int32_t cell[DIM];
      for (int k = 0; k < DIM; ++k) cell[k] = cells.at[n][k][lane];
      const uint32_t slot = cover_slot(&cover, cell, cells.level[n]), begin = find_begin(cover.end, slot);
      look[count] = (cover_look){begin, cover.end[slot], cover_key(cell, cells.level[n]), p};
      count += begin < look[count].end;
      __builtin_prefetch(cover.entry + begin);
    }
  }
  *looks = count;
  return p;
}

// Adds the candidates of all looks. Returns the first place for whose candidates there was no room, or `end`.
LANE_INLINE uint32_t add_candidates(const find_job* job, const cover_queries* queries, const cover_look* look,
                                    uint32_t looks, uint32_t end, cover_candidates* list) {
  const cover_entry* entry = job->cover.entry;
  uint32_t count = 0;
  for (uint32_t n = 0; n < looks; ++n) {
    const uint32_t p = look[n].place, key = look[n].key;
    if (look[n].end - look[n].begin > CANDIDATES - count) {
      while (count > 0 && list->place[count - 1] == p) --count; // those that it has already
      end = p;
      break;
    }
    for (uint32_t e = look[n].begin; e < look[n].end; ++e) {
      list->body[count] = entry[e].body;
      list->place[count] = p;
      list->radius[count] = queries->radius[p];
      for (int k = 0; k < DIM; ++k) list->centre[k][count] = queries->centre[k][p];
      count += entry[e].key == key;
    }
  }
  list->count = count;
  return end;
}

// Keeps the candidates whose circle and box no axis separates from those of the query body.
static LANE_NOINLINE void keep_near(const find_job* job, cover_candidates* list) {
  cover_probe p = {.margin = vf_set(job->limits.margin), .turned = vf_set(job->limits.turned)};
  uint32_t kept = 0;
  for (uint32_t l = 0; l < LANES && list->count > 0; ++l) list->body[list->count + l] = list->body[0];
  for (uint32_t c = 0; c < list->count; c += LANES) {
    const uint32_t left = list->count - c, all = left < LANES ? (1u << left) - 1 : (uint32_t)((1ull << LANES) - 1);
    for (int k = 0; k < DIM; ++k) p.centre[k] = vf_load(list->centre[k] + c);
    p.radius = vf_load(list->radius + c);
    const uint32_t near = near_larger(&job->others, &p, list->body + c) & all;
    lane_append_words(list->body + kept, list->body + c, near);
    lane_append_words(list->place + kept, list->place + c, near);
    kept += lane_count(near);
  }
  list->count = kept;
}

// Finds what the cover lists near bodies from the place `first` on; returns the first place that is left. If that is
// `first`, its body has to be searched alone: it reaches beyond the index, or has too many candidates.
static LANE_NOINLINE uint32_t look_together(const find_job* job, uint32_t first, uint32_t end, cover_candidates* list) {
  const cover_queries queries = queries_of(job);
  cover_look look[LOOKS];
  uint32_t looks;
  end = look_up_slots(job, &queries, first, end, look, &looks);
  end = add_candidates(job, &queries, look, looks, end, list);
  list->next = 0;
  keep_near(job, list);
  return end;
}

// Takes the partners of body i, at a place, from the list: those of the next place.
static inline uint32_t take_candidates(find_rows* rows, uint32_t class, uint32_t i, uint32_t place,
                                       cover_candidates* list, uint32_t* hit, uint32_t hits) {
  for (; list->next < list->count && list->place[list->next] == place; ++list->next) {
    hits = take_partner(rows, i, class, list->body[list->next], hit, hits);
  }
  return hits;
}

// Takes the partners in the index of all bodies of the list, and sorts those of each.
static inline void take_queries(find_rows* rows, const cover_candidates* list) {
  uint32_t count = rows->count;
  for (uint32_t c = 0; c < list->count; ++c) {
    const uint32_t i = list->place[c], j = list->body[c];
    if (!is_partner(rows, i, 0, j)) continue;
    uint32_t k = count;
    for (; k > rows->count && rows->row_query[k - 1] == i && rows->word[k - 1] > j; --k)
      rows->word[k] = rows->word[k - 1];
    rows->word[k] = j;
    rows->row_query[count++] = i;
  }
  rows->count = count;
}

#endif
