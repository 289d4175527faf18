// Casts bodies against trees; compiled once for each dimension.
//
// A way goes down each tree, to what it enters first. The bodies of a leaf are candidates. Lanes find where the
// ways enter the boxes of the candidates of all ways (cast/enter.h). A candidate waits among what else its way enters,
// and is cast, exactly, when it is the next: one for each hit that a way still lacks, in a group over all ways. A way
// ends where its k hits are found: what is only entered later is touched later.
#include "cast/against.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "base/fpcontrol.h"
#include "cast/candidates.h"
#include "cast/packet.h"
#include "cast/slab_way.h"
#include "cast/turn.h"
#include "find/meet.h"
#include "shape/names.h"

#define WAYS 64u             // that go on together
#define ROUND 4u             // pairs that are cast of a way before others are chosen
#define FEW_WAYS 3u          // that go down a tree by themselves
#define GROUP (WAYS * ROUND) // pairs that are cast at a time
_Static_assert(PACKET* LEAF <= CANDIDATES, "room for a leaf of each way of a packet");
_Static_assert(SORTED + PACKET_LEAVES * LEAF <= ENTRIES, "room for the bodies of a packet");
enum { POSE = DIM + TURN };

#define OUTWARDS 1.0001         // circles are larger by this, so that no rounding keeps apart what meets
#define ROUNDING 1e-15          // of a coordinate in a few operations of double, which far away is more than any circle
#define WAY_ROUNDING 1.1e-6     // of a way's length in lanes: more than 16 u
#define PLACE_ROUNDING 5e-7     // of coordinates that are relative to an origin: more than 8 u
#define WAY_LEAST 1.2e-38       // a coordinate of a way that is less is none there
#define LEAST_FRACTION 0x1p-149 // to the next float below FLT_MIN; above, it is nearer than SLAB_OUTWARDS

// A body of A on its way.
typedef struct against_way {
  uint32_t body;
  double at[DIM], way[DIM], radius;
  double end, most; // where it ends, and the greatest fraction of hits
  uint32_t found;
  double undecided; // the least fraction where a limit has ended a cast
  find_filter filter;
} against_way;

typedef struct against_group {
  const against_job* job;
  const against_target* target;
  uint32_t first;               // body of A
  uint32_t met[AGAINST_PART];   // of each body its hits in the targets before
  double decided[AGAINST_PART]; // and the least fraction where a limit has ended a cast
  against_way way[WAYS];
  lane_way lanes[WAYS];
  way_walk walk[WAYS];
  uint32_t ways, active[WAYS]; // how many, and their numbers; then those that are free
  bool all, filtered;          // filtered: bodies of B have filters
  against_tally tally;
  cast_candidates candidates;
  uint32_t count; // pairs
  uint32_t a[GROUP], b[GROUP];
  uint8_t of_way[GROUP]; // of each pair: its way
  float most[GROUP];
  uint8_t status[GROUP];
  float fraction[GROUP], normal[GROUP][DIM], point[GROUP][DIM], depth[GROUP];
} against_group;

// ---------------------------------------------------------------- hits

static lgjk_cast_hit make_hit(const against_group* g, uint32_t i) {
  lgjk_cast_hit hit = {
      .body = g->target->before + g->b[i], .status = g->status[i], .fraction = g->fraction[i], .depth = g->depth[i]};
  memcpy(hit.normal, g->normal[i], sizeof g->normal[i]);
  memcpy(hit.point, g->point[i], sizeof g->point[i]);
  return hit;
}

static bool is_before(const lgjk_cast_hit* a, const lgjk_cast_hit* b) {
  return a->fraction < b->fraction || (a->fraction == b->fraction && a->body < b->body);
}

// Sets the fraction up to which entries of a way are of interest, outwards. A fraction that is more than the next float
// is rounded down to none before `fraction`.
static void end_after(against_group* g, const against_way* w, double fraction) {
  const double to = fraction * (double)SLAB_OUTWARDS;
  const uint32_t number = (uint32_t)(w - g->way);
  g->walk[number].slabs.to = g->lanes[number].to = to < 1e30 ? (float)to : 1e30f;
}

// Leaves out what a way enters after its k-th hit.
static void end_after_hits(against_group* g, const against_way* w) {
  const uint32_t k = g->job->k;
  if (w->found < k || g->all) return;
  end_after(g, w, (double)g->job->hit[(uint64_t)w->body * k + k - 1].fraction + LEAST_FRACTION);
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
  if (g->job->any) g->walk[w - g->way].count = WINDOW;
  end_after_hits(g, w);
}

static void cast_group(against_group* g) {
  cast_job job = g->target->cast;
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

static bool filters_let(const find_tree* tree, const against_way* w, float* leaf, uint32_t i, uint32_t body) {
  find_filter other = {1, UINT32_MAX, 0};
  if (tree->filtered) {
    other.category = leaf_words(leaf, tree->fields - 2)[i];
    other.mask = ~leaf_words(leaf, tree->fields - 1)[i];
  }
  other.group = tree->group != NULL ? tree->group[body] : 0;
  return filters_allow(&w->filter, &other);
}

// Returns whether a body comes after the hits of a way, whatever its cast finds: these are overlaps at the beginning,
// where the lesser number is the first. So a way that begins within many bodies casts few of them.
static bool comes_after(const against_group* g, const against_way* w, uint32_t body) {
  const uint32_t k = g->job->k;
  if (w->found < k || g->all) return false;
  const lgjk_cast_hit* last = &g->job->hit[(uint64_t)w->body * k + k - 1];
  return last->fraction == 0 && last->body < g->target->before + body;
}

// Takes a body of a leaf, unless it is left out.
static void take_candidate(against_group* g, uint32_t number, float* leaf, uint32_t i) {
  const against_way* w = &g->way[number];
  const uint32_t* skip = g->job->skip;
  const lgjk_side* side = &g->target->cast.batch.b;
  cast_candidates* c = &g->candidates;
  const uint32_t body = leaf_words(leaf, FIELD_BODY)[i];
  if ((skip != NULL && skip[w->body] == g->target->before + body) || comes_after(g, w, body)) return;
  if (g->filtered && !filters_let(&g->target->tree, w, leaf, i, body)) return;
  __builtin_prefetch(side->pose + side->pose_stride * body);
  __builtin_prefetch(side->shape + side->shape_stride * body);
  c->way[c->count] = number;
  c->body[c->count++] = body;
}

static void add_pair(against_group* g, uint32_t number, uint32_t body) {
  g->a[g->count] = g->way[number].body;
  g->b[g->count] = body;
  g->of_way[g->count] = (uint8_t)number;
  g->most[g->count++] = (float)g->way[number].most;
}

// ---------------------------------------------------------------- ways

// Prepares a good way, of the number, for the tree. Returns whether it looks into the tree.
static bool enter_tree(against_group* g, uint32_t number) {
  const find_tree* tree = &g->target->tree;
  const against_way* w = &g->way[number];
  way_walk* walk = &g->walk[number];
  lane_way* lanes = &g->lanes[number];
  double size = 0, length = 0; // of the places of both, where they meet; and of the way
  for (int k = 0; k < DIM; ++k) {
    length += w->end * fabs(w->way[k]);
    size += 2 * fabs(w->at[k]);
    lanes->at[k] = (float)w->at[k];
    lanes->way[k] = (float)w->way[k];
  }
  walk->slabs = slab_way_of(w->at, w->way, w->radius * OUTWARDS + (size + length) * ROUNDING, w->end);
  lanes->reach = (float)(w->radius * OUTWARDS + length * WAY_ROUNDING + w->end * WAY_LEAST);
  if (g->candidates.origin != NULL) lanes->reach += (float)((size + length) * PLACE_ROUNDING);
  end_after(g, w, w->end);
  end_after_hits(g, w);
  walk->count = WINDOW;
  if (tree->leaves == 0 || (g->job->any && w->found > 0)) return false;
  return g->filtered || filters_allow(&w->filter, &(find_filter){1, UINT32_MAX, 0});
}

// Begins a way. Returns false if its body is bad.
static bool begin_way(const against_group* g, uint32_t body, against_way* w) {
  const against_job* job = g->job;
  const cast_job* cast = &g->target->cast;
  const lgjk_side* side = &cast->batch.a;
  float pose[POSE], way[DIM] = {0};
  double position[DIM];
  w->body = body;
  w->filter = filter_in(&job->a, body);
  w->undecided = g->decided[body - g->first];
  w->found = g->met[body - g->first];
  w->most = w->end = job->most != NULL ? (double)job->most[body] : 1;
  memcpy(pose, side->pose + side->pose_stride * body, sizeof pose);
  const uint32_t shape = lgjk_word_at(side->shape, side->shape_stride, body);
  if (cast->way_a != NULL) memcpy(way, cast->way_a + cast->way_a_stride * body, sizeof way);
  if (!lgjk_read_position(side, body, DIM, position) || shape >= side->shape_count) return false;
  const lgjk_shapeN* record = (const lgjk_shapeN*)side->table + shape;
  float radius = record->radius;
  if (side->radius != NULL) memcpy(&radius, side->radius + side->radius_stride * body, sizeof radius);
  double finite = (w->most - w->most) + (double)(radius - radius);
  for (int k = 0; k < DIM; ++k) {
    w->at[k] = (position[k] - g->target->tree.origin[k]) + (double)pose[k];
    w->way[k] = (double)way[k];
    finite += (w->at[k] - w->at[k]) + (w->way[k] - w->way[k]);
  }
  w->radius = (double)record->bound + (double)radius + cast->target;
  const double spin = cast_spin(cast, side, body, cast->turn_a, cast->turn_a_stride, (double)record->bound);
  finite += spin - spin;
  return finite == 0 && w->most >= 0 && (spin == 0 || w->most <= 1) && radius >= 0 &&
         cast_is_turned_well(cast, pose + DIM);
}

// Leaves out what a way enters after its last hit. Returns whether nothing is left.
static bool has_ended(way_walk* w) {
  const way_entry last = entry_of(w->slabs.to, UINT32_MAX);
  while (w->count > WINDOW && w->entry[w->count - 1] > last) --w->count;
  return w->count == WINDOW;
}

// Takes a way to its next candidate, or to its next leaf with any.
static void find_candidates(against_group* g, uint32_t number) {
  const find_tree* tree = &g->target->tree;
  const uint32_t before = g->candidates.count;
  uint32_t leaf, met;
  while (g->candidates.count == before && (met = g->job->walk(tree, &g->walk[number], &leaf)) != 0) {
    float* fields = tree_leaf(tree, leaf);
    for (; met != 0; met &= met - 1) take_candidate(g, number, fields, (uint32_t)__builtin_ctz(met));
  }
}

// Adds the candidates to the entries of their ways.
static void sort_candidates(against_group* g) {
  cast_candidates* c = &g->candidates;
  g->job->enter(c);
  for (uint32_t i = 0, end; i < c->count; i = end) {
    way_walk* w = &g->walk[c->way[i]];
    const uint32_t first = first_sorted(w);
    for (end = i; end < c->count && c->way[end] == c->way[i]; ++end) {
      if (c->enter[end] <= w->slabs.to) add_entry(w, first, entry_of(c->enter[end], CANDIDATE | c->body[end]));
    }
  }
  c->count = 0;
}

// Takes the next candidates of a way: as many as it lacks hits, and at least one.
static void take_pairs(against_group* g, uint32_t number) {
  const against_way* w = &g->way[number];
  way_walk* walk = &g->walk[number];
  const uint32_t lacking = w->found < g->job->k ? g->job->k - w->found : 1;
  const uint32_t most = g->all || lacking > ROUND ? ROUND : lacking;
  for (uint32_t i = 0; i < most && walk->count > WINDOW && has_candidate(walk);) {
    const uint32_t body = place_of(walk->entry[--walk->count]) & PLACE_NUMBER;
    if (comes_after(g, w, body)) continue;
    add_pair(g, number, body);
    ++i;
  }
}

// Takes all ways on by a step.
static void step_ways(against_group* g) {
  for (uint32_t i = 0; i < g->ways; ++i) {
    if (g->candidates.count + LEAF > CANDIDATES) sort_candidates(g);
    find_candidates(g, g->active[i]);
  }
  if (g->candidates.count > 0) sort_candidates(g);
  for (uint32_t i = 0; i < g->ways; ++i) take_pairs(g, g->active[i]);
  if (g->count > 0) cast_group(g);
}

// Adds the ways of a packet to it as lanes read them, and finds the box of all.
static void fill_packet(const against_group* g, way_packet* p) {
  for (uint32_t k = 0; k < DIM; ++k) {
    p->low[k] = HUGE_VALF;
    p->high[k] = -HUGE_VALF;
    for (uint32_t i = 0; i < p->count; ++i) {
      const slab_way* w = &g->walk[p->number[i]].slabs;
      const bool back = w->near_side[k] != LEAF * k;
      const float way = g->lanes[p->number[i]].way[k] * w->to;
      const float above = p->above[k][i] = back ? w->far[k] : w->near[k];
      const float below = p->below[k][i] = back ? w->near[k] : w->far[k];
      p->inverse[k][i] = w->inverse[k];
      p->to[i] = w->to;
      p->low[k] = find_lesser(find_lesser(below + way, below), p->low[k]); // a sum of infinities is none
      p->high[k] = find_greater(find_greater(above + way, above), p->high[k]);
    }
    const float more = (find_abs(p->low[k]) + find_abs(p->high[k])) * TREE_BORDER;
    p->low[k] -= more;
    p->high[k] += more;
  }
}

// Takes the bodies that the ways of a packet meet. Returns false if there are too many.
static bool take_packet(against_group* g, way_packet* p) {
  packet_bodies bodies;
  fill_packet(g, p);
  if (!g->job->packet(&g->target->tree, p, &bodies)) return false;
  for (uint32_t n = 0; n < bodies.leaves; ++n) {
    float* fields = tree_leaf(&g->target->tree, bodies.leaf[n]);
    if (g->candidates.count + PACKET * LEAF > CANDIDATES) sort_candidates(g);
    for (uint32_t i = 0; i < LEAF; ++i) {
      for (uint32_t ways = bodies.ways[n][i]; ways != 0; ways &= ways - 1)
        take_candidate(g, p->number[__builtin_ctz(ways)], fields, i);
    }
  }
  return true;
}

// Begins the search of the ways of a packet, and empties it.
static void begin_packet(against_group* g, way_packet* p) {
  if (p->count <= FEW_WAYS || !take_packet(g, p)) {
    const way_entry root = entry_of(0, g->target->tree.levels << PLACE_BITS);
    for (uint32_t i = 0; i < p->count; ++i) add_entry(&g->walk[p->number[i]], WINDOW, root);
  }
  p->count = 0;
}

// Returns whether a way begins no farther from another one than that is long.
static bool begins_near(const lane_way* w, const lane_way* other) {
  float apart = 0, length = 0;
  for (uint32_t k = 0; k < DIM; ++k) {
    apart += find_abs(w->at[k] - other->at[k]);
    length += find_abs(other->way[k]);
  }
  return apart <= length;
}

// Adds a way to a packet. Where it does not begin near the first one, the others begin their search.
static void add_to_packet(against_group* g, way_packet* p, uint32_t number) {
  if (p->count == PACKET || (p->count > 0 && !begins_near(&g->lanes[number], &g->lanes[p->number[0]])))
    begin_packet(g, p);
  p->number[p->count++] = number;
}

// Ends the hits of a body. Counts it where a cast that a limit has ended may be one of them.
static void end_body(against_group* g, uint32_t body) {
  const against_job* job = g->job;
  const uint32_t found = g->met[body - g->first], kept = found < job->k ? found : job->k;
  const double decided = g->decided[body - g->first];
  lgjk_cast_hit* row = job->hit + (uint64_t)body * job->k;
  g->tally.undecided +=
      decided < HUGE_VAL && (kept < job->k || (!job->any && decided <= (double)row[kept - 1].fraction));
  for (uint32_t i = kept; i < job->k; ++i) row[i] = (lgjk_cast_hit){.body = LGJK_NO_BODY, .fraction = HUGE_VALF};
  if (job->found != NULL) job->found[body] = kept;
  if (found > g->tally.needed) g->tally.needed = found;
}

// Begins the way of a body, if it has one. Returns false if the body is bad; an empty slot is not.
static bool add_way(against_group* g, uint32_t body, way_packet* packet) {
  const uint32_t number = g->active[g->ways];
  against_way* w = &g->way[number];
  const bool good = begin_way(g, body, w), empty = w->filter.category == 0;
  if (good && !empty) {
    ++g->ways;
    if (enter_tree(g, number)) add_to_packet(g, packet, number);
  }
  return good || empty;
}

// Casts bodies first..end - 1 of A against a target. Returns how many are bad.
static uint32_t cast_target(against_group* g, uint32_t first, uint32_t end) {
  uint32_t bad = 0;
  way_packet packet;
  packet.count = 0;
  g->ways = g->count = g->candidates.count = 0;
  g->candidates.side = &g->target->cast.batch.b;
  g->candidates.boxes = g->target->cast.boxes_b;
  g->candidates.ways = g->lanes;
  const bool placed = lgjk_has_positions(&g->target->cast.batch.a, &g->target->cast.batch.b);
  g->candidates.origin = placed ? g->target->tree.origin : NULL;
  g->filtered = g->target->tree.filtered || g->target->tree.group != NULL;
  for (uint32_t i = 0; i < WAYS && i < end - first; ++i) {
    g->active[i] = i;
    open_walk(&g->walk[i]);
  }
  for (uint32_t next = first; next < end || g->ways > 0;) {
    if (g->ways <= WAYS - PACKET) {
      while (next < end && g->ways < WAYS) bad += !add_way(g, next++, &packet);
      begin_packet(g, &packet);
    }
    step_ways(g);
    for (uint32_t i = g->ways; i-- > 0;) {
      const uint32_t number = g->active[i];
      if (!has_ended(&g->walk[number])) continue;
      const against_way* w = &g->way[number];
      g->met[w->body - first] = w->found;
      g->decided[w->body - first] = w->undecided;
      g->active[i] = g->active[--g->ways];
      g->active[g->ways] = number;
    }
  }
  return bad;
}

against_tally cast_againstN(const against_job* job, uint32_t first, uint32_t end, bool all) {
  against_group g;
  g.job = job;
  g.all = all;
  g.first = first;
  g.tally = (against_tally){0, 0, 0};
  for (uint32_t i = 0; i < end - first; ++i) {
    g.met[i] = 0;
    g.decided[i] = HUGE_VAL;
  }
  for (uint32_t t = 0; t < job->targets; ++t) {
    g.target = &job->target[t];
    g.tally.bad = cast_target(&g, first, end);
  }
  for (uint32_t i = first; i < end; ++i) end_body(&g, i);
  return g.tally;
}
