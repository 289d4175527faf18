// Finds the nearest bodies of points. Cells about a point are searched, in lanes, up to a distance that should hold
// enough bodies. If it does not, the distance is doubled.
#ifndef LGJK_FIND_NEAREST_H
#define LGJK_FIND_NEAREST_H

#include <math.h>
#include <string.h>

#include "find/centres.h"
#include "find/lane_cells.h"
#include "lane/lane.h"
#include "lanegjk/lanegjk_find.h"

#define NEAR_HITS 512u // bodies within the distance that are kept at a time

// Returns the square root, the same on every instruction set.
static inline float near_root(float x) {
  float root[LANES];
  vf_store(root, vf_sqrt(vf_set(x)));
  return root[0];
}

// The bodies found so far. Squared distances are kept as words, which are in their order.
typedef struct nearest_hits {
  uint32_t count, k, skip;
  float limit; // of the squared distance: farther bodies are of no use
  uint32_t square[NEAR_HITS + LANES];
  uint32_t body[NEAR_HITS + LANES];
} nearest_hits;

static inline float square_of(uint32_t word) {
  float square;
  memcpy(&square, &word, sizeof square);
  return square;
}

// Returns whether a hit comes before another: by distance, then by index.
static inline bool hit_before(uint32_t square, uint32_t body, uint32_t other, uint32_t other_body) {
  return square < other || (square == other && body < other_body);
}

static void keep_by_insertion(nearest_hits* h, uint32_t kept) {
  for (uint32_t i = 1; i < h->count; ++i) {
    const uint32_t square = h->square[i], body = h->body[i];
    if (i >= kept && !hit_before(square, body, h->square[kept - 1], h->body[kept - 1])) continue;
    uint32_t at = i < kept ? i : kept - 1; // the greatest of those kept gives way
    for (; at > 0 && hit_before(square, body, h->square[at - 1], h->body[at - 1]); --at) {
      h->square[at] = h->square[at - 1];
      h->body[at] = h->body[at - 1];
    }
    h->square[at] = square;
    h->body[at] = body;
  }
}

#define FEW_HITS 32u // that are ranked in lanes

// Places each hit after those that are nearer, without a branch on their order. Returns false if two are equally far.
LANE_INLINE bool keep_by_rank(nearest_hits* h, uint32_t kept) {
  uint32_t square[FEW_HITS], body[FEW_HITS], same = 0;
  const uint32_t vectors = (h->count + LANES - 1) / LANES;
  vi_store(h->square + h->count, vi_set(INT32_MAX)); // behind the last
  for (uint32_t i = 0; i < h->count; ++i) {
    const vi one = vi_set(h->square[i]), after = vi_set(h->square[i] + 1);
    uint32_t rank = 0, up_to = 0;
    for (uint32_t v = 0; v < vectors; ++v) {
      const vi others = vi_load(h->square + v * LANES);
      rank += lane_count(mf_bits(vi_lt(others, one)));
      up_to += lane_count(mf_bits(vi_lt(others, after)));
    }
    same += up_to - rank;
    square[rank] = h->square[i];
    body[rank] = h->body[i];
  }
  if (same != h->count) return false;
  memcpy(h->square, square, kept * sizeof *square);
  memcpy(h->body, body, kept * sizeof *body);
  return true;
}

// Sorts the k nearest to the front, and drops the others.
LANE_INLINE void keep_nearest(nearest_hits* h) {
  const uint32_t kept = h->count < h->k ? h->count : h->k;
  const bool few = LANES > 1 && h->count <= FEW_HITS;
  if (!few || !keep_by_rank(h, kept)) keep_by_insertion(h, kept);
  h->count = kept;
  if (kept == h->k) h->limit = square_of(h->square[kept - 1]);
}

// A point, and the cells that are searched about it.
typedef struct nearest_probe {
  float at[DIM];
  int32_t low[DIM], high[DIM];
} nearest_probe;

// Returns the lanes of bodies from place k on that are in none of the cells of a row, but in others of the same
// numbers.
LANE_INLINE mf out_of_row(const find_grid* grid, const size_class* c, const nearest_probe* p, const int32_t row[DIM],
                          uint32_t k) {
  mf out = mf_none();
  for (int axis = 0; axis < DIM; ++axis) {
    const vf offset = vf_sub(vf_load(grid->centre[axis] + k), vf_set(c->origin[axis]));
    const vi cell = lane_cells(offset, vf_set(c->inverse[axis]));
    const int32_t low = axis == 0 ? p->low[0] : row[axis], high = axis == 0 ? p->high[0] : row[axis];
    out = mf_or(out, mf_or(vi_lt(cell, vi_set((uint32_t)low)), vi_lt(vi_set((uint32_t)high), cell)));
  }
  return out;
}

// Adds the bodies at places first..end - 1 that are near enough. `row`: NULL for any cell. A vector is looked at even
// if there are none, and hits are appended without a branch: how many there are is not predicted.
LANE_INLINE void search_near(const nearest_job* job, const nearest_probe* p, const int32_t* row, uint32_t first,
                             uint32_t end, nearest_hits* hits) {
  const find_grid* grid = &job->grid;
  uint32_t k = first;
  do {
    uint32_t square[LANES];
    vf d = vf_sub(vf_load(grid->centre[0] + k), vf_set(p->at[0])), sum = vf_mul(d, d);
    for (int axis = 1; axis < DIM; ++axis) {
      d = vf_sub(vf_load(grid->centre[axis] + k), vf_set(p->at[axis]));
      sum = vf_add(sum, vf_mul(d, d));
    }
    mf near = mf_and(vf_le(sum, vf_set(hits->limit)), vi_not_zero(vi_xor(vi_load(grid->body + k), vi_set(hits->skip))));
    if (row != NULL) near = mf_and_not(near, out_of_row(grid, &job->head->cells, p, row, k));
    const uint32_t left = end - k, all = left < LANES ? (1u << left) - 1 : (uint32_t)((1ull << LANES) - 1);
    const uint32_t bits = mf_bits(near) & all;
    k += LANES;
    if (!LANES_16 && bits == 0) continue;
    if (hits->count > NEAR_HITS - LANES) keep_nearest(hits);
    vi_store(square, vi_of(sum));
    lane_append_words(hits->square + hits->count, square, bits);
    lane_append_words(hits->body + hits->count, grid->body + k - LANES, bits);
    hits->count += lane_count(bits);
  } while (k < end);
}

static inline int32_t within_world(int32_t cell, uint32_t cells) {
  const int32_t last = (int32_t)cells - 1;
  return cell < 0 ? 0 : cell > last ? last : cell;
}

// Finds the cells within a distance; returns how many there are. Those beyond the world hold no body.
static double find_near_cells(const size_class* c, float distance, nearest_probe* p) {
  double cells = 1;
  const float reach = distance * 1.00001f;
  for (int k = 0; k < DIM; ++k) {
    p->low[k] = find_cell((p->at[k] - reach) - c->origin[k], c->inverse[k]);
    p->high[k] = find_cell((p->at[k] + reach) - c->origin[k], c->inverse[k]);
    if (c->world[k] > 0) {
      p->low[k] = within_world(p->low[k], c->world[k]);
      p->high[k] = within_world(p->high[k], c->world[k]);
    }
    cells *= (double)p->high[k] - (double)p->low[k] + 1;
  }
  return cells;
}

LANE_INLINE void search_near_row(const nearest_job* job, const nearest_probe* p, const int32_t row[DIM],
                                 nearest_hits* hits) {
  const size_class* c = &job->head->cells;
  uint32_t number = (uint32_t)p->low[0];
  for (int k = 1; k < DIM; ++k) number += (uint32_t)row[k] * c->step[k];
  const uint32_t cells = c->mask + 1, span = (uint32_t)(p->high[0] - p->low[0]) + 1;
  const uint32_t count = span < cells ? span : cells, low = number & c->mask;
  const uint32_t to_end = cells - low, here = count < to_end ? count : to_end;
  const uint32_t* end = job->grid.end;
  if (c->world[0] > 0) row = NULL; // no other cells have these numbers
  search_near(job, p, row, find_begin(end, low), find_begin(end, low + here), hits);
  if (here < count) search_near(job, p, row, find_begin(end, 0), find_begin(end, count - here), hits);
}

// Finds the nearest bodies within a distance. Returns whether no farther ones can be of use.
static bool search_distance(const nearest_job* job, float distance, nearest_probe* p, nearest_hits* hits) {
  const size_class* c = &job->head->cells;
  hits->count = 0;
  hits->limit = distance * distance * 1.00001f;
  if (!(hits->limit < job->most * job->most)) hits->limit = job->most * job->most;
  if (find_near_cells(c, distance, p) > 2.0 * c->mask || distance >= job->most) {
    hits->limit = job->most * job->most;
    if (find_near_cells(c, job->most, p) > 2.0 * c->mask) {
      search_near(job, p, NULL, 0, job->head->placed, hits);
      keep_nearest(hits);
      return true;
    }
    distance = job->most;
  }
  int32_t row[3] = {0};
  for (row[2] = DIM == 3 ? p->low[DIM - 1] : 0; row[2] <= (DIM == 3 ? p->high[DIM - 1] : 0); ++row[2]) {
    for (row[1] = p->low[1]; row[1] <= p->high[1]; ++row[1]) search_near_row(job, p, row, hits);
  }
  keep_nearest(hits);
  const bool enough = hits->count == hits->k && square_of(hits->square[hits->k - 1]) <= distance * distance;
  return enough || distance >= job->most;
}

static void write_nearest(const nearest_job* job, uint64_t point, const nearest_hits* hits) {
  const uint64_t first = point * job->k;
  for (uint32_t i = 0; i < job->k; ++i) job->body[first + i] = i < hits->count ? hits->body[i] : LGJK_NO_BODY;
  for (uint32_t i = 0; i < job->k && job->distance != NULL; i += LANES) {
    float root[LANES];
    vf_store(root, vf_sqrt(vf_of(vi_load(hits->square + i))));
    for (uint32_t l = 0; l < LANES && i + l < job->k; ++l) {
      job->distance[first + i + l] = i + l < hits->count ? root[l] : HUGE_VALF;
    }
  }
  if (job->found != NULL) job->found[point] = hits->count;
}

// Returns whether the cells that are searched are all there are.
static bool is_all(const size_class* c, const nearest_probe* p) {
  bool all = true;
  for (int k = 0; k < DIM; ++k)
    all = all && c->world[k] > 0 && p->low[k] == 0 && p->high[k] == (int32_t)c->world[k] - 1;
  return all;
}

// Returns a distance that holds k bodies and some more, if the one that was searched holds those that were found.
static float farther(const nearest_job* job, float distance, const nearest_probe* p, const nearest_hits* hits) {
  if (is_all(&job->head->cells, p)) return job->most;
  const float ratio = 1.5f * (float)hits->k / (float)(hits->count + 1);
  return distance * (ratio > 4 ? 2 : ratio < 1.5f ? 1.25f : near_root(ratio));
}

// Finds the nearest bodies of points first..end - 1. A mean of the distances of the points before is a guess for the
// next.
static void search_points(const nearest_job* job, uint64_t first, uint64_t end) {
  const float cell = 1 / job->head->cells.inverse[0];
  float typical = cell;
  nearest_hits hits;
  hits.k = job->k;
  for (uint64_t i = first; i < end; ++i) {
    nearest_probe p;
    memcpy(p.at, job->points + job->stride * i, sizeof p.at);
    hits.skip = job->skip == NULL ? LGJK_NO_BODY : job->skip[i];
    hits.count = 0;
    float sum = 0;
    for (int k = 0; k < DIM; ++k) sum += p.at[k] - p.at[k];
    float distance = 1.3f * typical;
    while (sum == 0 && job->head->placed > 0 && !search_distance(job, distance, &p, &hits)) {
      distance = farther(job, distance, &p, &hits);
    }
    write_nearest(job, i, &hits);
    if (hits.count < job->k) continue;
    const float last = near_root(square_of(hits.square[job->k - 1]));
    if (!(last < HUGE_VALF)) continue; // so far that its square is no number: no guess for others
    typical += 0.25f * ((last > 0.25f * cell ? last : 0.25f * cell) - typical);
  }
}

#endif
