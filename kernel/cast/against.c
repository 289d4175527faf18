// Casts bodies against an index; compiled once for each dimension.
//
// A way goes down the index's tree, to what it enters first. Of the bodies of a leaf, those whose circle it comes near
// are cast, exactly, in groups over all ways. A way ends where its k hits are found: what is only entered later is
// touched later.
#include "cast/against.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "base/fpcontrol.h"
#include "cast/slab_way.h"
#include "cast/turn.h"
#include "find/meet.h"
#include "shape/names.h"

#define WAYS 64u   // that go on together
#define GROUP 512u // pairs that are cast at a time
enum { POSE = DIM + TURN };

#define OUTWARDS 1.0001 // circles are larger by this, so that no rounding keeps apart what meets
#define ROUNDING 1e-15  // of a coordinate in a few operations of double, which far away is more than any circle
#define NEXT_FRACTION (1 + 1.2e-7) // to the next float, at least
#define LEAST_FRACTION 0x1p-149    // the same below FLT_MIN
// Returns what is at least the next float. A fraction that is not less is rounded down to none before `fraction`.
static inline double next_fraction(double fraction) { return fraction * NEXT_FRACTION + LEAST_FRACTION; }

// What a way has not looked into yet: a place of the tree, and the fraction at which it is entered.
typedef struct against_entry {
  float enter;
  uint32_t place;
} against_entry;

enum { ENTRIES = (TREE_LEVELS - 1) * (LEAF - 1) + 1 }; // at most

// A body of A on its way.
typedef struct against_way {
  uint32_t body;
  double at[DIM], way[DIM], radius, inverse; // inverse: one over the square of the way's length, or 0
  double reach;                              // its radius, grown by what rounds where it meets bodies
  double end, most;                          // where it ends, and the greatest fraction of hits
  slab_way slabs;
  uint32_t found, entries;
  double undecided; // the least fraction where a limit has ended a cast
  find_filter filter;
  against_entry entry[ENTRIES]; // the one that is entered first of those of a node after the others
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

// Keeps the first k hits of a way, sorted.
static void add_hit(against_group* g, against_way* w, const lgjk_cast_hit* hit) {
  lgjk_cast_hit* row = g->job->hit + (uint64_t)w->body * g->job->k;
  const uint32_t k = g->job->k, kept = w->found < k ? w->found : k;
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
    const lgjk_cast_hit hit = make_hit(g, i);
    add_hit(g, w, &hit);
  }
  g->count = 0;
}

// ---------------------------------------------------------------- candidates

// Returns whether the circle of a body of a leaf may be met on a way.
static bool comes_near(const against_way* w, const float* leaf, uint32_t i) {
  double d[DIM], along = 0, square = 0;
  for (int k = 0; k < DIM; ++k) {
    d[k] = (double)leaf[LEAF * k + (int)i] - w->at[k];
    along += d[k] * w->way[k];
  }
  double t = along * w->inverse;
  t = t > 0 ? (t < w->end ? t : w->end) : 0;
  for (int k = 0; k < DIM; ++k) square += (d[k] - t * w->way[k]) * (d[k] - t * w->way[k]);
  const double reach = w->reach + (double)leaf[LEAF * FIELD_RADIUS + i] * OUTWARDS;
  return square <= reach * reach;
}

static bool filters_let(const against_job* job, const against_way* w, float* leaf, uint32_t i, uint32_t body) {
  const find_tree* tree = &job->find.tree[1];
  find_filter other = {1, UINT32_MAX, 0};
  if (tree->filtered) {
    other.category = leaf_words(leaf, tree->fields - 2)[i];
    other.mask = ~leaf_words(leaf, tree->fields - 1)[i];
  }
  other.group = filter_word(job->find.view[1].group, sizeof(uint32_t), body, 0);
  return filters_allow(&w->filter, &other);
}

// Takes a body of a leaf, unless nothing can come of it.
static void take_candidate(against_group* g, uint32_t number, float* leaf, uint32_t i) {
  const against_way* w = &g->way[number];
  const against_job* job = g->job;
  const uint32_t body = leaf_words(leaf, FIELD_BODY)[i];
  if (!comes_near(w, leaf, i) || (job->skip != NULL && job->skip[w->body] == body)) return;
  if (!filters_let(job, w, leaf, i, body)) return;
  if (g->count == GROUP) cast_group(g);
  g->a[g->count] = w->body;
  g->b[g->count] = body;
  g->of_way[g->count] = (uint8_t)number;
  g->most[g->count++] = (float)w->most;
}

// ---------------------------------------------------------------- ways

// Prepares a good way for the tree.
static void enter_tree(const against_job* job, against_way* w) {
  const find_tree* tree = &job->find.tree[1];
  double size = 0; // of the places of both, where they meet
  for (int k = 0; k < DIM; ++k) size += 2 * fabs(w->at[k]) + w->end * fabs(w->way[k]);
  w->reach = w->radius * OUTWARDS + size * ROUNDING;
  w->slabs = slab_way_of(w->at, w->way, w->reach, w->end);
  w->entries = 0;
  if (tree->leaves > 0) w->entry[w->entries++] = (against_entry){0, tree->levels << PLACE_BITS};
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
  const double spin =
      cast_spin(&job->cast, side, body, job->cast.turn_a, job->cast.turn_a_stride, (double)record->bound);
  finite += spin - spin;
  return finite == 0 && w->most >= 0 && (spin == 0 || w->most <= 1) && radius >= 0 &&
         cast_is_turned_well(&job->cast, pose + DIM);
}

// Adds what a way meets in a node, so that what is entered first is the last.
static void add_entries(against_way* w, uint32_t place, uint32_t met, const float enter[LEAF]) {
  const uint32_t first = w->entries, below = (place >> PLACE_BITS) - 1, at = (place & PLACE_NUMBER) * LEAF;
  for (; met != 0; met &= met - 1) {
    const uint32_t i = (uint32_t)__builtin_ctz(met);
    uint32_t k = w->entries++;
    for (; k > first && w->entry[k - 1].enter < enter[i]; --k) w->entry[k] = w->entry[k - 1];
    w->entry[k] = (against_entry){enter[i], below << PLACE_BITS | (at + i)};
  }
}

// Leaves out what a way enters after its last hit. Returns whether nothing is left.
static bool has_ended(const against_group* g, against_way* w) {
  const uint32_t k = g->job->k;
  if (g->all || w->found < k) return w->entries == 0;
  const double last = next_fraction((double)g->job->hit[(uint64_t)w->body * k + k - 1].fraction);
  while (w->entries > 0 && last < (double)w->entry[w->entries - 1].enter) --w->entries;
  return w->entries == 0;
}

// Takes a way to its next leaf with candidates.
static void step_way(against_group* g, uint32_t number) {
  against_way* w = &g->way[number];
  const find_tree* tree = &g->job->find.tree[1];
  const uint32_t before = g->count;
  float enter[LEAF];
  while (g->count == before && w->entries > 0) {
    const uint32_t place = w->entry[--w->entries].place;
    uint32_t met = g->job->slabs(tree, place, &w->slabs, enter);
    if (place >> PLACE_BITS > 0) {
      add_entries(w, place, met, enter);
    } else {
      float* leaf = tree_leaf(tree, place);
      for (; met != 0; met &= met - 1) take_candidate(g, number, leaf, (uint32_t)__builtin_ctz(met));
    }
  }
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
      if (good && w->filter.category != 0) {
        enter_tree(job, w);
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
