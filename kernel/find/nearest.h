// Finds the nearest bodies of points, in lanes. The points of a leaf of their own tree are near each other: leaves of
// bodies within a distance that should hold enough are collected for all of them at once, and each point looks at those
// of them that it needs. A point that finds too few goes down the trees by itself, nearest first.
#ifndef LGJK_FIND_NEAREST_H
#define LGJK_FIND_NEAREST_H

#include <math.h>
#include <string.h>

#include "find/bounds.h"
#include "find/join.h"
#include "find/near_job.h"
#include "lane/lane.h"

#define NEAR_HITS 512u   // bodies within the distance that are kept at a time
#define NEAR_LEAVES 64u  // that are collected
#define NEAR_GUESS 1.25f // times the typical distance of the k-th body is searched
#define NEAR_MORE 1.5f   // times that, if it was too little

// Returns the square root, the same on every instruction set.
static inline float near_root(float x) {
  float root[LANES];
  vf_store(root, vf_sqrt(vf_set(x)));
  return root[0];
}

// The bodies found so far. Squared distances are kept as words, which are in their order.
typedef struct nearest_hits {
  uint32_t count, k;
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
  uint32_t square[FEW_HITS], body[FEW_HITS], rank[FEW_HITS], sum = 0;
  for (uint32_t v = 0; v < h->count; v += LANES) {
    const vi own = vi_load(h->square + v);
    vi nearer = vi_set(0);
    for (uint32_t i = 0; i < h->count; ++i)
      nearer = vi_add(nearer, vi_shr(vi_sub(vi_set(h->square[i]), own), 31)); // words are below 2^31
    vi_store(rank + v, nearer);
  }
  for (uint32_t i = 0; i < h->count; ++i) {
    square[rank[i]] = h->square[i];
    body[rank[i]] = h->body[i];
    sum += rank[i];
  }
  if (2 * sum != h->count * (h->count - 1)) return false; // of two that are equally far, none is nearer
  memcpy(h->square, square, kept * sizeof *square);
  memcpy(h->body, body, kept * sizeof *body);
  return true;
}

// Sorts the k nearest to the front, and drops the others.
static LANE_NOINLINE void keep_nearest(nearest_hits* h) {
  const uint32_t kept = h->count < h->k ? h->count : h->k;
  const bool few = LANES > 1 && h->count <= FEW_HITS;
  if (!few || !keep_by_rank(h, kept)) keep_by_insertion(h, kept);
  h->count = kept;
  if (kept == h->k) h->limit = square_of(h->square[kept - 1]);
}

// A point that searches.
typedef struct near_point {
  float at[DIM];
  uint32_t number, skip; // skip: a body, by its number among those of all targets
  uint32_t category, barred, group;
  bool placed; // among positions in double, as seen from the origin of a target
  float blur;  // by how much more than a part of the distance that distance may be off then
} near_point;

LANE_INLINE near_point read_point(const near_job* job, uint32_t leaf, uint32_t i) {
  const find_tree* tree = job->points;
  float* from = tree_leaf(tree, leaf);
  near_point p = {.number = leaf_words(from, FIELD_BODY)[i], .category = 1};
  for (uint32_t k = 0; k < DIM; ++k) p.at[k] = from[LEAF * k + i];
  p.skip = job->skip == NULL ? LGJK_NO_BODY : job->skip[p.number];
  if (tree->filtered) {
    p.category = leaf_words(from, tree->fields - 2)[i];
    p.barred = leaf_words(from, tree->fields - 1)[i];
  }
  p.group = tree->group != NULL ? tree->group[p.number] : 0;
  return p;
}

// Returns a point as it is seen from the origin of a target. The place of a body is off by half a unit in the last
// place of its coordinates, which are no greater than those of the point and the distance.
static near_point point_at(const near_job* job, const near_point* p, uint32_t target) {
  const find_tree *own = job->points, *tree = job->target[target].tree;
  near_point at = *p;
  at.placed = true;
  at.blur = 0;
  for (uint32_t k = 0; k < DIM; ++k) {
    const find_home* home = own->home != NULL ? &own->home[p->number] : NULL;
    const double position = home != NULL ? home->position[k] : 0;
    const float local = home != NULL ? home->local[k] : own->centre[k][p->number];
    at.at[k] = (float)((position - tree->origin[k]) + (double)local);
    at.blur += 4 * TREE_BORDER * find_abs(at.at[k]);
  }
  return at;
}

// Returns what the square of a distance is at least, and at most.
static inline float least_square(const near_point* p, float square) {
  const float root = near_root(square) * (2 - TREE_RADIUS) - p->blur;
  return root > 0 ? root * root * (2 - TREE_RADIUS) : 0;
}

static inline float most_square(const near_point* p, float square) {
  const float root = near_root(square) * TREE_RADIUS + p->blur;
  return root * root * TREE_RADIUS;
}

// ---------------------------------------------------------------- leaves

// Numbers the last bodies of a list among those of all targets, and removes those that are of the point's group.
static LANE_NOINLINE void finish_hits(const join_target* target, const near_point* p, uint32_t first,
                                      nearest_hits* hits) {
  const uint32_t* group = p->group != 0 ? target->tree->group : NULL;
  uint32_t kept = first;
  for (uint32_t i = first; i < hits->count; ++i) {
    const uint32_t body = hits->body[i];
    hits->square[kept] = hits->square[i];
    hits->body[kept] = body + target->before;
    kept += group == NULL || group[body] != p->group;
  }
  hits->count = kept;
}

// Adds those bodies of a leaf, as bits, that are near enough by their positions in double.
static void add_placed(const near_job* job, const find_tree* tree, const near_point* p, const uint32_t* body,
                       uint32_t bits, nearest_hits* hits) {
  for (; bits != 0; bits &= bits - 1) {
    const uint32_t i = body[__builtin_ctz(bits)];
    float way[DIM];
    find_way(job->points, p->number, tree, i, way);
    const float square = find_dot(way, way);
    if (!(square <= hits->limit)) continue;
    memcpy(&hits->square[hits->count], &square, sizeof square);
    hits->body[hits->count++] = i;
  }
}

// Adds the bodies of a leaf that are near enough. Hits are appended without a branch: how many there are is not
// predicted.
static LANE_NOINLINE void search_leaf(const near_job* job, const join_target* target, const near_point* p,
                                      uint32_t number, nearest_hits* hits) {
  const find_tree* tree = target->tree;
  const float* leaf = tree_leaf(tree, number);
  const uint32_t *body = leaf_words((float*)(uintptr_t)leaf, FIELD_BODY), skip = p->skip - target->before;
  if (hits->count > NEAR_HITS - LEAF) keep_nearest(hits);
  const uint32_t first = hits->count;
  const vf limit = vf_set(p->placed ? most_square(p, hits->limit) : hits->limit);
  for (uint32_t v = 0; v < LEAF; v += LANES) {
    uint32_t square[LANES];
    vf d = vf_sub(vf_load(leaf + v), vf_set(p->at[0])), sum = vf_mul(d, d);
    for (uint32_t k = 1; k < DIM; ++k) {
      d = vf_sub(vf_load(leaf + LEAF * k + v), vf_set(p->at[k]));
      sum = vf_add(sum, vf_mul(d, d));
    }
    const vi word = vi_load(body + v);
    mf near = mf_and(vf_le(sum, limit), vi_not_zero(vi_xor(word, vi_set(skip))));
    if (job->filtered) near = mf_and(near, allowed_bodies(tree, leaf, v, p->category, p->barred));
    const uint32_t bits = mf_bits(near);
    if (!LANES_16 && bits == 0) continue;
    if (p->placed) {
      add_placed(job, tree, p, body + v, bits, hits);
      continue;
    }
    vi_store(square, vi_of(sum));
    lane_append_words(hits->square + hits->count, square, bits);
    lane_append_words(hits->body + hits->count, body + v, bits);
    hits->count += lane_count(bits);
  }
  if (target->before != 0 || p->group != 0) finish_hits(target, p, first, hits);
}

// Finds the squares of the distances of a point from LANES boxes: that of a body in a box is no less, however it is
// rounded.
LANE_INLINE vf box_squares(const near_point* p, const float* low, const float* high, uint32_t fields) {
  vf sum = vf_set(0);
  for (uint32_t k = 0; k < DIM; ++k) {
    const vf below = vf_sub(vf_load(low + fields * k), vf_set(p->at[k]));
    const vf above = vf_sub(vf_set(p->at[k]), vf_load(high + fields * k));
    const vf d = vf_max(vf_max(below, above), vf_set(0));
    sum = vf_add(sum, vf_mul(d, d));
  }
  return sum;
}

// ---------------------------------------------------------------- a point by itself

// A node or leaf that a point has not looked into.
typedef struct near_entry {
  float square;
  uint32_t place, target;
} near_entry;

enum { NEAR_ENTRIES = ((TREE_LEVELS - 1) * (LEAF - 1) + 1) + LGJK_MAX_TARGETS };

// Returns whether all below an entry is at one position, as far as the last hit, and comes after it by index: bodies at
// one position are in the order of their indices. Else each point would look at all bodies at its own position.
static bool comes_behind(const join_target* target, near_entry entry, const nearest_hits* hits) {
  const find_tree* tree = target->tree;
  const uint32_t level = entry.place >> PLACE_BITS, number = entry.place & PLACE_NUMBER;
  if (entry.square != hits->limit || hits->count < hits->k || level >= tree->levels) return false;
  const float* box = tree->spot[level] + (size_t)(number / LEAF) * NODE + number % LEAF;
  for (uint32_t k = 0; k < DIM; ++k) {
    if (box[LEAF * k] != box[LEAF * (DIM + k)]) return false;
  }
  return leaf_words(tree_leaf(tree, number << 4 * level), FIELD_BODY)[0] + target->before > hits->body[hits->k - 1];
}

// Adds what is below a node, so that the nearest is the last, and of those that are equally near the first.
static uint32_t add_near_entries(const find_tree* tree, const near_point* p, near_entry from, float limit,
                                 near_entry* entry, uint32_t count) {
  const uint32_t level = (from.place >> PLACE_BITS) - 1, number = from.place & PLACE_NUMBER, first = count;
  const float* node = tree->spot[level] + (size_t)number * NODE;
  const uint32_t at = number * LEAF, left = tree_count(tree, level + 1) - at;
  float square[LEAF];
  for (uint32_t v = 0; v < LEAF; v += LANES) {
    vf_store(square + v, box_squares(p, node + v, node + LEAF * DIM + v, LEAF));
  }
  for (uint32_t i = 0; i < LEAF && p->placed; ++i) square[i] = least_square(p, square[i]);
  for (uint32_t i = 0; i < LEAF && i < left; ++i) {
    if (!(square[i] <= limit)) continue;
    uint32_t k = count++;
    for (; k > first && entry[k - 1].square <= square[i]; --k) entry[k] = entry[k - 1];
    entry[k] = (near_entry){square[i], level << PLACE_BITS | (at + i), from.target};
  }
  return count;
}

// Finds the nearest bodies of a point.
static LANE_NOINLINE void search_alone(const near_job* job, const near_point* p, nearest_hits* hits) {
  near_entry entry[NEAR_ENTRIES];
  near_point placed[LGJK_MAX_TARGETS];
  uint32_t count = 0;
  hits->count = 0;
  hits->limit = job->most * job->most;
  for (uint32_t t = job->targets; t-- > 0;) {
    const find_tree* tree = job->target[t].tree;
    if (tree->leaves > 0) entry[count++] = (near_entry){0, tree->levels << PLACE_BITS, t};
    if (job->placed) placed[t] = point_at(job, p, t);
  }
  while (count > 0) {
    const near_entry next = entry[--count];
    const join_target* target = &job->target[next.target];
    const near_point* at = job->placed ? &placed[next.target] : p;
    if (!(next.square <= hits->limit) || comes_behind(target, next, hits)) continue;
    if (next.place >> PLACE_BITS > 0) {
      count = add_near_entries(target->tree, at, next, hits->limit, entry, count);
    } else {
      search_leaf(job, target, at, next.place, hits);
      if (hits->count >= hits->k) keep_nearest(hits);
    }
  }
  keep_nearest(hits);
}

// ---------------------------------------------------------------- the points of a leaf

// Leaves of all targets.
typedef struct near_leaves {
  float low[DIM][NEAR_LEAVES], high[DIM][NEAR_LEAVES];
  uint32_t leaf[NEAR_LEAVES], target[NEAR_LEAVES], count;
} near_leaves;

// Adds the leaves of a target that a box meets. Returns false if there are too many.
static bool collect_leaves(const near_job* job, uint32_t target, const vf low[DIM], const vf high[DIM],
                           near_leaves* out) {
  const find_tree* tree = job->target[target].tree;
  const uint32_t room = NEAR_LEAVES - out->count,
                 end = out->count + leaves_meeting(tree, tree->spot, low, high, room, out->leaf + out->count);
  if (end > NEAR_LEAVES) return false;
  for (uint32_t i = out->count; i < end; ++i) {
    const float* entry = tree->spot[0] + (size_t)(out->leaf[i] / LEAF) * NODE + out->leaf[i] % LEAF;
    for (uint32_t k = 0; k < DIM; ++k) {
      out->low[k][i] = entry[LEAF * k];
      out->high[k][i] = entry[LEAF * (DIM + k)];
    }
    out->target[i] = target;
  }
  out->count = end;
  return true;
}

// Collects the leaves within a distance of the points of a leaf. Returns false if there are too many.
static bool collect_near(const near_job* job, uint32_t leaf, float distance, near_leaves* out) {
  const float* node = job->points->spot[0] + (size_t)(leaf / LEAF) * NODE + leaf % LEAF;
  const float more = distance * TREE_RADIUS + LEAST_MARGIN;
  vf low[DIM], high[DIM];
  out->count = 0;
  for (uint32_t k = 0; k < DIM; ++k) {
    const float l = node[LEAF * k], h = node[LEAF * (DIM + k)];
    low[k] = vf_set(l - more - (find_abs(l) + more) * (2 * TREE_BORDER));
    high[k] = vf_set(h + more + (find_abs(h) + more) * (2 * TREE_BORDER));
  }
  for (uint32_t t = 0; t < job->targets; ++t) {
    if (!collect_leaves(job, t, low, high, out)) return false;
  }
  return true;
}

// Finds the nearest bodies of a point among leaves that hold all within a distance. Returns whether these are enough.
static bool search_near(const near_job* job, const near_point* p, const near_leaves* leaves, float distance,
                        nearest_hits* hits) {
  hits->count = 0;
  hits->limit = distance * distance;
  for (uint32_t v = 0; v < leaves->count; v += LANES) {
    const uint32_t left = leaves->count - v;
    uint32_t bits =
        mf_bits(vf_le(box_squares(p, leaves->low[0] + v, leaves->high[0] + v, NEAR_LEAVES), vf_set(hits->limit)));
    if (left < LANES) bits &= (1u << left) - 1;
    for (; bits != 0; bits &= bits - 1) {
      const uint32_t i = v + (uint32_t)__builtin_ctz(bits);
      search_leaf(job, &job->target[leaves->target[i]], p, leaves->leaf[i], hits);
    }
  }
  keep_nearest(hits);
  return hits->count == hits->k || distance >= job->most;
}

// Copies up to LANES words.
LANE_INLINE void copy_words(void* to, const void* from, uint32_t count) {
  if (count == LANES) {
    memcpy(to, from, LANES * sizeof(uint32_t)); // of constant size, which takes no call
  } else {
    for (uint32_t l = 0; l < count; ++l) ((uint32_t*)to)[l] = ((const uint32_t*)from)[l];
  }
}

static void write_nearest(const near_job* job, uint32_t point, nearest_hits* hits) {
  const uint64_t first = (uint64_t)point * job->k;
  const float farther = HUGE_VALF;
  for (uint32_t i = hits->count; i < job->k; ++i) {
    hits->body[i] = LGJK_NO_BODY;
    memcpy(&hits->square[i], &farther, sizeof farther);
  }
  for (uint32_t i = 0; i < job->k; i += LANES) {
    const uint32_t some = job->k - i < LANES ? job->k - i : LANES;
    float root[LANES];
    vf_store(root, vf_sqrt(vf_of(vi_load(hits->square + i))));
    copy_words(job->body + first + i, hits->body + i, some);
    if (job->distance != NULL) copy_words(job->distance + first + i, root, some);
  }
  if (job->found != NULL) job->found[point] = hits->count;
}

// Writes the nearest bodies of a point, and learns from the distance of the last.
static void end_point(const near_job* job, const near_point* p, nearest_hits* hits, float* typical) {
  write_nearest(job, p->number, hits);
  if (hits->count < job->k) return;
  const float last = near_root(square_of(hits->square[job->k - 1]));
  if (last > 0 && last < HUGE_VALF) *typical += (*typical == 0 ? 1 : 0.0625f) * (last - *typical);
}

// Finds the nearest bodies of some points of a leaf, as bits, within a distance. Returns those for which it is too
// little.
static uint32_t search_together(const near_job* job, uint32_t leaf, uint32_t points, float distance, nearest_hits* hits,
                                float* typical) {
  near_leaves leaves;
  if (distance > job->most) distance = job->most;
  if (!collect_near(job, leaf, distance, &leaves)) return points;
  uint32_t left = 0;
  for (uint32_t some = points; some != 0; some &= some - 1) {
    const uint32_t i = (uint32_t)__builtin_ctz(some);
    const near_point p = read_point(job, leaf, i);
    if (search_near(job, &p, &leaves, distance, hits)) {
      end_point(job, &p, hits, typical);
    } else {
      left |= 1u << i;
    }
  }
  return left;
}

// Finds the nearest bodies of some points of a leaf, as bits, each by itself.
static void search_each(const near_job* job, uint32_t leaf, uint32_t points, nearest_hits* hits, float* typical) {
  for (; points != 0; points &= points - 1) {
    const near_point p = read_point(job, leaf, (uint32_t)__builtin_ctz(points));
    search_alone(job, &p, hits);
    end_point(job, &p, hits, typical);
  }
}

// Finds the nearest bodies of the points in leaves first..end - 1. A mean of the distances of the points before is a
// guess for the next.
static void search_points(const near_job* job, uint32_t first, uint32_t end) {
  float typical = 0;
  nearest_hits hits;
  hits.k = job->k;
  for (uint32_t leaf = first; leaf < end; ++leaf) {
    const uint32_t left = job->points->bodies - leaf * LEAF;
    uint32_t points = left < LEAF ? (1u << left) - 1 : (1u << LEAF) - 1;
    if (typical == 0 && !job->placed) {
      search_each(job, leaf, points & 1, &hits, &typical);
      points &= ~1u;
    }
    for (float more = NEAR_GUESS; typical > 0 && !job->placed && points != 0 && more < 2 * NEAR_GUESS;
         more *= NEAR_MORE)
      points = search_together(job, leaf, points, more * typical, &hits, &typical);
    search_each(job, leaf, points, &hits, &typical);
  }
}

#endif
