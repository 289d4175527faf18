// Casts bodies against an index; compiled once for each dimension.
//
// A way goes through the cells of the index's cover, level by level. A cell lists all bodies that one of the index's
// reach may meet from a place in it. Of these, those whose circle the way comes near in the cell are cast, exactly, in
// groups over all ways. A way ends where its k hits are found: what is only in later cells is touched later.
#include "cast/against.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "base/fpcontrol.h"
#include "cast/turn.h"
#include "find/large_bodies.h"
#include "find/meet.h"
#include "shape/names.h"

#define WAYS 64u   // that go on together
#define GROUP 512u // pairs that are cast at a time
#define KNOWN 8u   // bodies that a way remembers to have been cast at

// A cell is looked up so much of its size behind the place where it begins. Bodies are listed for some more around it.
#define BEHIND 0.01

enum { POSE = DIM + TURN };

#define OUTWARDS 1.0001 // circles are larger by this, so that no rounding keeps apart what meets
#define ROUNDING 1e-15  // of a coordinate in a few operations of double, which far away is more than any circle
#define NEXT_FRACTION (1 + 1.2e-7) // to the next float, at least
#define LEAST_FRACTION 0x1p-149    // the same below FLT_MIN
#define MOST_CELLS 4e5             // beyond so many a fraction, as a float, does not identify the cell of a hit

// Returns how many cells a way may go through from its start to its end. A longer one is compared with all bodies,
// which takes less time.
static double most_cells(uint32_t bodies) {
  const double many = 1000 + 16.0 * bodies;
  return many < MOST_CELLS ? many : MOST_CELLS;
}

// Returns what is at least the next float. A fraction that is not less is rounded down to none before `fraction`.
static inline double next_fraction(double fraction) { return fraction * NEXT_FRACTION + LEAST_FRACTION; }

// A body of A on its way.
typedef struct against_way {
  uint32_t body;
  double at[DIM], way[DIM], radius, inverse; // inverse: one over the square of the way's length, or 0
  double reach;                              // its radius, grown by what rounds where it meets bodies
  double begin, from, end, most;             // where it begins, is and ends, and hits of interest
  double next[COVER_LEVELS];                 // where it leaves its cell of each level
  bool by_all;                               // it reaches or goes too far: all bodies are looked at, at once
  uint32_t found, known_count;
  double undecided; // the least fraction where a limit has ended a cast
  uint32_t known[KNOWN];
  find_filter filter;
} against_way;

typedef struct against_group {
  const against_job* job;
  against_way way[WAYS];
  uint32_t ways;
  bool all;
  uint32_t needed, undecided;
  uint32_t count; // pairs
  uint32_t a[GROUP], b[GROUP];
  uint8_t of_way[GROUP]; // of each pair: its way
  float most[GROUP];
  double from[GROUP], to[GROUP]; // where a hit is taken: of all hits each in one cell
  uint8_t status[GROUP];
  float fraction[GROUP], normal[GROUP][DIM], point[GROUP][DIM], depth[GROUP];
} against_group;

// ---------------------------------------------------------------- hits

static lgjk_cast_hit make_hit(const against_group* g, uint32_t i) {
  lgjk_cast_hit hit = {.body = g->b[i], .status = g->status[i], .fraction = g->fraction[i], .depth = g->depth[i]};
  memcpy(hit.normal, g->normal[i], sizeof g->normal[i]);
  memcpy(hit.point, g->point[i], sizeof g->point[i]);
  return hit;
}

static bool is_before(const lgjk_cast_hit* a, const lgjk_cast_hit* b) {
  return a->fraction < b->fraction || (a->fraction == b->fraction && a->body < b->body);
}

// Keeps the first k hits of a way, sorted. A hit that it has already is left out.
static void add_hit(against_group* g, against_way* w, const lgjk_cast_hit* hit) {
  lgjk_cast_hit* row = g->job->hit + (uint64_t)w->body * g->job->k;
  const uint32_t k = g->job->k, kept = w->found < k ? w->found : k;
  for (uint32_t i = 0; i < kept; ++i) {
    if (row[i].body == hit->body) return;
  }
  ++w->found;
  uint32_t at = kept < k ? kept : k - 1;
  if (kept == k && !is_before(hit, &row[at])) return;
  for (; at > 0 && is_before(hit, &row[at - 1]); --at) row[at] = row[at - 1];
  row[at] = *hit;
}

static void cast_group(against_group* g) {
  cast_job job = g->job->cast;
  job.batch.pair_a = (const char*)g->a;
  job.batch.pair_b = (const char*)g->b;
  job.batch.pair_stride = sizeof g->a[0];
  job.most = g->most;
  job.results = (lgjk_cast_results){
      .status = g->status, .fraction = g->fraction, .normal = g->normal[0], .point = g->point[0], .depth = g->depth};
  cast_runN(&job, 0, g->count);
  for (uint32_t i = 0; i < g->count; ++i) {
    if (g->status[i] == LGJK_CAST_MISS || g->status[i] == LGJK_CAST_BAD) continue;
    const double at = (double)g->fraction[i];
    against_way* w = &g->way[g->of_way[i]];
    if (g->status[i] == LGJK_CAST_LIMIT) {
      w->undecided = at < w->undecided ? at : w->undecided;
      continue;
    }
    if (!(g->from[i] <= at && at < g->to[i])) continue;
    const lgjk_cast_hit hit = make_hit(g, i);
    add_hit(g, w, &hit);
  }
  g->count = 0;
}

// ---------------------------------------------------------------- candidates

// Returns whether the circle of a body of the index may be met on a part of a way.
static bool comes_near(const against_job* job, const against_way* w, double from, double to, uint32_t body) {
  double d[DIM], along = 0, square = 0;
  for (int k = 0; k < DIM; ++k) {
    d[k] = (double)job->find.others.centre[k][body] - w->at[k];
    along += d[k] * w->way[k];
  }
  double t = along * w->inverse;
  t = t > from ? (t < to ? t : to) : from;
  for (int k = 0; k < DIM; ++k) square += (d[k] - t * w->way[k]) * (d[k] - t * w->way[k]);
  const double reach = w->reach + (double)job->find.others.radius[body] * OUTWARDS;
  return square <= reach * reach;
}

static bool is_known(against_way* w, uint32_t body) {
  const uint32_t count = w->known_count < KNOWN ? w->known_count : KNOWN;
  for (uint32_t i = 0; i < count; ++i) {
    if (w->known[i] == body) return true;
  }
  w->known[w->known_count++ % KNOWN] = body;
  return false;
}

static void take_candidate(against_group* g, uint32_t number, double from, double to, uint32_t body) {
  against_way* w = &g->way[number];
  const against_job* job = g->job;
  if (!comes_near(job, w, from, next_fraction(to), body)) return; // a hit behind `to` may be rounded to before it
  if (job->skip != NULL && job->skip[w->body] == body) return;
  const find_filter other = filter_in(&job->find.view[1], body);
  if (other.category == 0 || !filters_allow(&w->filter, &other) || (!g->all && is_known(w, body))) return;
  if (g->count == GROUP) cast_group(g);
  g->a[g->count] = w->body;
  g->b[g->count] = body;
  g->of_way[g->count] = (uint8_t)number;
  g->from[g->count] = g->all && from > w->begin ? from : -HUGE_VAL;
  g->to[g->count] = g->all && to < w->end ? to : HUGE_VAL;
  g->most[g->count++] = (float)w->most;
}

// Returns where a way leaves a cell of a level.
static double find_exit(const find_cover* cover, const against_way* w, uint32_t level, const int32_t cell[DIM]) {
  const double size = 1 / (double)cover->inverse[level];
  double exit = w->end;
  for (int k = 0; k < DIM; ++k) {
    if (w->way[k] == 0) continue;
    const double border = (double)cover->origin[k] + ((double)cell[k] + (w->way[k] > 0 ? 1 : 0)) * size;
    const double t = (border - w->at[k]) / w->way[k];
    exit = t < exit ? t : exit;
  }
  return exit;
}

// Takes the candidates of the cell of a level that a way enters.
static void enter_cell(against_group* g, uint32_t number, uint32_t level) {
  against_way* w = &g->way[number];
  const find_cover* cover = &g->job->find.cover;
  const double behind = w->from + BEHIND / (double)cover->inverse[level] * lgjk_sqrt(w->inverse);
  float place[DIM];
  int32_t cell[DIM];
  for (int k = 0; k < DIM; ++k) place[k] = (float)(w->at[k] + behind * w->way[k]);
  cover_cell(cover, level, place, cell);
  const double exit = find_exit(cover, w, level, cell), to = exit > behind ? exit : behind;
  w->next[level] = to;
  const uint32_t slot = cover_slot(cover, cell, level), key = cover_key(cell, level);
  for (uint32_t e = find_begin(cover->end, slot); e < cover->end[slot]; ++e) {
    if (cover->entry[e].key == key) take_candidate(g, number, w->from, to, cover->entry[e].body);
  }
}

// ---------------------------------------------------------------- ways

// Shortens a way to what is in the box of all bodies, whose sides are rounded, grown by its own radius. Returns false
// if it misses that.
static bool clip_way(const index_head* head, against_way* w) {
  for (int k = 0; k < DIM; ++k) {
    const double rounding =
        1e-7 * ((double)find_abs(head->low[k]) + (double)find_abs(head->high[k])) + ROUNDING * fabs(w->at[k]);
    const double more = w->radius * OUTWARDS + rounding;
    const double low = (double)head->low[k] - more - w->at[k], high = (double)head->high[k] + more - w->at[k];
    if (w->way[k] == 0) {
      if (!(low <= 0 && high >= 0)) return false;
      continue;
    }
    const double a = low / w->way[k], b = high / w->way[k], enter = a < b ? a : b, leave = a < b ? b : a;
    if (enter > w->from) w->from = enter;
    if (leave < w->end) w->end = leave;
  }
  w->begin = w->from;
  double size = 0; // of the places of both, where they meet
  for (int k = 0; k < DIM; ++k) size += 2 * fabs(w->at[k]) + w->end * fabs(w->way[k]);
  w->reach = w->radius * OUTWARDS + size * ROUNDING;
  if (head->levels != 0) {
    const double cell = 1 / (double)head->inverse[__builtin_ctz(head->levels)], most = most_cells(head->bodies) * cell;
    w->by_all = w->by_all || (w->inverse > 0 && w->end * w->end > most * most * w->inverse);
  }
  for (uint32_t l = 0; l < COVER_LEVELS; ++l) w->next[l] = w->from;
  return w->from <= w->end;
}

// Begins a way. Returns false if its body is bad.
static bool begin_way(const against_job* job, uint32_t body, against_way* w) {
  const lgjk_side* side = &job->cast.batch.a;
  float pose[POSE], way[DIM] = {0};
  uint32_t shape;
  *w = (against_way){.body = body, .filter = filter_in(&job->find.view[0], body), .undecided = HUGE_VAL};
  w->most = w->end = job->most != NULL ? (double)job->most[body] : 1;
  memcpy(pose, side->pose + side->pose_stride * body, sizeof pose);
  memcpy(&shape, side->shape + side->shape_stride * body, sizeof shape);
  if (job->cast.way_a != NULL) memcpy(way, job->cast.way_a + job->cast.way_a_stride * body, sizeof way);
  if (shape >= side->shape_count) return false;
  const lgjk_shapeN* record = (const lgjk_shapeN*)side->table + shape;
  float radius = record->radius;
  if (side->radius != NULL) memcpy(&radius, side->radius + side->radius_stride * body, sizeof radius);
  double square = 0, finite = (w->most - w->most) + (double)(radius - radius);
  for (int k = 0; k < DIM; ++k) {
    w->at[k] = (double)pose[k];
    w->way[k] = (double)way[k];
    square += w->way[k] * w->way[k];
    finite += (w->at[k] - w->at[k]) + (w->way[k] - w->way[k]);
  }
  w->radius = (double)record->bound + (double)radius + job->cast.target;
  w->inverse = square > 0 ? 1 / square : 0;
  w->by_all = w->radius * OUTWARDS > (double)job->head.reach;
  const double spin =
      cast_spin(&job->cast, side, body, job->cast.turn_a, job->cast.turn_a_stride, (double)record->bound);
  finite += spin - spin;
  return finite == 0 && w->most >= 0 && (spin == 0 || w->most <= 1) && radius >= 0 &&
         cast_is_turned_well(&job->cast, pose + DIM);
}

// Takes a way to where it leaves the first of its cells.
static void step_way(against_group* g, uint32_t number) {
  against_way* w = &g->way[number];
  double to = w->end;
  if (w->by_all) {
    for (uint32_t i = 0; i < g->job->find.others_count; ++i) take_candidate(g, number, w->from, to, i);
  }
  for (uint32_t levels = w->by_all ? 0 : g->job->find.cover.levels; levels != 0; levels &= levels - 1) {
    const uint32_t level = (uint32_t)__builtin_ctz(levels);
    if (w->next[level] <= w->from) enter_cell(g, number, level);
    to = w->next[level] < to ? w->next[level] : to;
  }
  w->from = to;
}

// Returns whether a way has its hits.
static bool has_ended(const against_group* g, const against_way* w) {
  if (w->from >= w->end) return true;
  const uint32_t k = g->job->k;
  if (g->all || w->found < k) return false;
  return next_fraction((double)g->job->hit[(uint64_t)w->body * k + k - 1].fraction) < w->from;
}

// Ends a way. Counts it where a cast that a limit has ended may be one of the hits.
static void end_way(against_group* g, const against_way* w) {
  const against_job* job = g->job;
  const uint32_t kept = w->found < job->k ? w->found : job->k;
  const lgjk_cast_hit* row = job->hit + (uint64_t)w->body * job->k;
  g->undecided += w->undecided < HUGE_VAL && (kept < job->k || w->undecided <= (double)row[kept - 1].fraction);
  for (uint32_t i = kept; i < job->k; ++i) {
    job->hit[(uint64_t)w->body * job->k + i] = (lgjk_cast_hit){.body = LGJK_NO_BODY, .fraction = HUGE_VALF};
  }
  if (job->found != NULL) job->found[w->body] = kept;
  if (w->found > g->needed) g->needed = w->found;
}

against_tally cast_againstN(const against_job* job, uint32_t first, uint32_t end, bool all) {
  against_group g;
  against_tally tally = {0, 0, 0};
  g.job = job;
  g.all = all;
  g.ways = g.count = g.needed = g.undecided = 0;
  for (uint32_t next = first; next < end || g.ways > 0;) {
    while (next < end && g.ways < WAYS) {
      against_way* w = &g.way[g.ways];
      const bool good = begin_way(job, next++, w);
      tally.bad += !good && w->filter.category != 0; // an empty slot is not bad
      if (good && w->filter.category != 0 && clip_way(&job->head, w)) {
        ++g.ways;
      } else {
        end_way(&g, w);
      }
    }
    for (uint32_t i = 0; i < g.ways; ++i) step_way(&g, i);
    if (g.count > 0) cast_group(&g);
    for (uint32_t i = g.ways; i-- > 0;) {
      if (!has_ended(&g, &g.way[i])) continue;
      end_way(&g, &g.way[i]);
      if (i != --g.ways) g.way[i] = g.way[g.ways];
    }
  }
  tally.needed = g.needed;
  tally.undecided = g.undecided;
  return tally;
}
