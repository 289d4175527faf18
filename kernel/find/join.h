// Finds the pairs of bodies of two trees, or of one, that meet, in lanes. The box of each leaf goes down the tree;
// where it comes to a leaf, bodies whose own box meets the box of that leaf are compared with its bodies.
#ifndef LGJK_FIND_JOIN_H
#define LGJK_FIND_JOIN_H

#include "find/bounds.h"
#include "find/fit.h"
#include "find/meet.h"
#include "find/meeting.h"
#include "find/parting.h"
#include "lane/lane.h"

#define JOIN_ROWS 256u  // rows that are collected
#define JOIN_PAIRS 512u // pairs that are checked together
#define BOXES_AHEAD 32u // pairs between the prefetch and the use of their boxes

// What is checked, or changed, of pairs whose circles and boxes along the axes meet, as bits.
enum { CHECK_BOXES = 1, CHECK_GROUPS = 2, CHECK_FIT = 4, CHECK_SKIP = 8, CHECK_NUMBERS = 16 };

// A body of A, and the bodies of a leaf of B that it meets.
typedef struct join_row {
  uint32_t body, leaf, mask;
} join_row;

// The search of a thread.
typedef struct tree_join {
  join_job* job;
  const find_tree *a, *b;
  float* const* nodes; // of B: boxes of bodies or, of positions alone, of these
  bool self;           // A is B: each pair is found once
  bool filtered, boxed;
  uint32_t before;      // bodies before those of B
  bool placed, shifted; // a tree has positions; their origins differ
  bool measures;        // circles (or positions alone) that hardly meet are measured by positions
  double shift[DIM];    // from the origin of A to that of B, what leaves of A are moved by
  float rounding;       // of places of A before they are moved
  float margin;         // between sides then, outwards
  uint32_t checks;
  uint32_t rows, pairs;
  uint64_t compared, cut;
  join_row row[JOIN_ROWS + 2 * LEAF];
  uint64_t pair[JOIN_PAIRS + LEAF]; // the first body above the second
} tree_join;

// A leaf of A: its box, and those of its bodies, grown by the margin.
typedef struct join_probe {
  vf low[DIM], high[DIM];
  float body_low[DIM][LEAF], body_high[DIM][LEAF];
  float own_low[DIM][LEAF], own_high[DIM][LEAF]; // not grown
  const float* leaf;
  float rounding;                    // of the places of its bodies
  float moved[(3 * DIM + 4) * LEAF]; // the leaf relative to the origin of B, if that differs
} join_probe;

// ---------------------------------------------------------------- pairs

static void flush_pairs(tree_join* j) {
  join_job* job = j->job;
  const uint64_t at = atomic_fetch_add_explicit(&job->pair_total, j->pairs, memory_order_relaxed);
  if (at + j->pairs <= job->capacity) memcpy(job->pair + at, j->pair, j->pairs * sizeof *j->pair);
  j->pairs = 0;
}

static inline bool groups_allow(const tree_join* j, uint32_t a, uint32_t b) {
  const uint32_t group = j->a->group[a];
  return group == 0 || group != j->b->group[b];
}

static inline bool fit_keeps(const join_job* job, uint32_t a, uint32_t b) {
  if (job->fit == FIT_COUNTS) {
    __atomic_fetch_add(&job->fit_count[a], 1, __ATOMIC_RELAXED);
    return false;
  }
  const uint64_t most = (uint64_t)job->fit_most * (UINT32_MAX + UINT64_C(1)) / FIT_PART;
  return (uint64_t)fit_hash(a, b) * job->fit_count[a] < most;
}

LANE_INLINE void prefetch_box(const find_tree* tree, uint32_t body) {
  if (tree->home != NULL) {
    __builtin_prefetch(&tree->home[body]);
    __builtin_prefetch(&tree->home[body].local[DIM - 1]);
  }
  if (tree->box == NULL) return;
  __builtin_prefetch(&tree->box[body]);
  __builtin_prefetch(&tree->box[body].centre[DIM - 1]); // perhaps in the next line
}

// Keeps the pairs from place `first` on that no box parts.
static LANE_NOINLINE void part_pairs(tree_join* j, uint32_t first) {
  uint32_t kept = first, a[LANES], b[LANES];
  for (uint32_t k = first; k < j->pairs; k += LANES) {
    const uint32_t left = j->pairs - k, count = left < LANES ? left : LANES;
    for (uint32_t l = 0; l < LANES; ++l) {
      const uint64_t pair = j->pair[k + (l < count ? l : 0)];
      a[l] = (uint32_t)(pair >> 32);
      b[l] = (uint32_t)pair;
    }
    for (uint32_t l = k + BOXES_AHEAD; l < k + BOXES_AHEAD + LANES && l < j->pairs; ++l) {
      prefetch_box(j->a, (uint32_t)(j->pair[l] >> 32));
      prefetch_box(j->b, (uint32_t)j->pair[l]);
    }
    const uint32_t parted = parted_pairs(j->a, j->b, a, b, &j->job->limits);
    for (uint32_t l = 0; l < count; ++l) {
      j->pair[kept] = (uint64_t)a[l] << 32 | b[l];
      kept += ~parted >> l & 1;
    }
  }
  j->pairs = kept;
}

// Keeps the pairs from place `first` on that pass all other checks.
static LANE_NOINLINE void check_pairs(tree_join* j, uint32_t first) {
  const join_job* job = j->job;
  if (j->checks & CHECK_BOXES) part_pairs(j, first);
  if ((j->checks & ~(uint32_t)CHECK_BOXES) == 0) return;
  uint32_t kept = first;
  for (uint32_t k = first; k < j->pairs; ++k) {
    const uint32_t a = (uint32_t)(j->pair[k] >> 32), b = (uint32_t)j->pair[k];
    if ((j->checks & CHECK_GROUPS) && !groups_allow(j, a, b)) continue;
    if ((j->checks & CHECK_SKIP) && job->skip[a] == b + j->before) continue;
    if ((j->checks & CHECK_FIT) && !fit_keeps(job, a, b + j->before)) continue;
    j->pair[kept++] = j->pair[k] + j->before;
  }
  j->pairs = kept;
}

// Returns a pair; of one tree, the lesser body is the first. `swaps`: all bits if so. Without a branch, since any order
// is as likely.
static inline uint64_t pair_of(uint32_t a, uint32_t b, uint32_t swaps) {
  const uint32_t change = (a ^ b) & swaps & (0u - (uint32_t)(b < a));
  return (uint64_t)(a ^ change) << 32 | (b ^ change);
}

// Writes the pairs of all rows.
static LANE_NOINLINE void take_rows(tree_join* j) {
  const uint32_t swaps = 0u - (uint32_t)j->self, rows = j->rows;
  uint32_t checked = j->pairs, pairs = checked;
  for (uint32_t r = 0; r < rows; ++r) {
    const uint32_t a = j->row[r].body, *body = leaf_words(tree_leaf(j->b, j->row[r].leaf), FIELD_BODY);
    if (pairs >= JOIN_PAIRS) {
      j->pairs = pairs;
      if (j->checks) check_pairs(j, checked);
      if (j->pairs >= JOIN_PAIRS / 2) flush_pairs(j);
      checked = pairs = j->pairs;
    }
    for (uint32_t mask = j->row[r].mask; mask != 0; mask &= mask - 1) {
      j->pair[pairs++] = pair_of(a, body[__builtin_ctz(mask)], swaps);
    }
  }
  j->rows = 0;
  j->pairs = pairs;
  if (j->checks) check_pairs(j, checked);
}

// ---------------------------------------------------------------- leaves

// Finds the boxes of the bodies of a leaf, and grows them by the margin, and by distances whose squares are nothing.
LANE_INLINE void grow_bodies(const tree_join* j, join_probe* p) {
  const vf more = vf_set(j->job->limits.margin * TREE_RADIUS + LEAST_MARGIN), border = vf_set(2 * TREE_BORDER);
  for (uint32_t v = 0; v < LEAF; v += LANES) {
    for (uint32_t k = 0; k < DIM; ++k) {
      vf low, high;
      body_borders(j->a, p->leaf, k, v, &low, &high);
      vf_store(p->own_low[k] + v, low);
      vf_store(p->own_high[k] + v, high);
      vf_store(p->body_low[k] + v, vf_sub(vf_sub(low, more), vf_mul(vf_add(vf_abs(low), more), border)));
      vf_store(p->body_high[k] + v, vf_add(vf_add(high, more), vf_mul(vf_add(vf_abs(high), more), border)));
    }
  }
}

// Moves a side of a box by a difference of origins, outwards: `sign` is 1 for a high one.
static inline float move_side(float side, double shift, float sign) {
  const float to = (float)((double)side + shift);
  return to + sign * find_abs(to) * TREE_BORDER;
}

// Moves a leaf of A to the origin of B. Circles grow by the rounding of their places, as in a tree.
static LANE_NOINLINE void move_leaf(const tree_join* j, join_probe* p) {
  const uint32_t fields = j->a->fields;
  memcpy(p->moved, p->leaf, fields * LEAF * sizeof *p->moved);
  for (uint32_t i = 0; i < LEAF; ++i) {
    for (uint32_t k = 0; k < DIM; ++k) {
      float *at = &p->moved[LEAF * k + i], *low = &p->moved[LEAF * (FIELD_LOW + k) + i];
      *at = (float)((double)*at + j->shift[k]);
      p->moved[LEAF * FIELD_RADIUS + i] += find_abs(*at) * TREE_BORDER;
      if (!j->a->boxed) continue;
      *low = move_side(*low, j->shift[k], -1);
      low[LEAF * DIM] = move_side(low[LEAF * DIM], j->shift[k], 1);
    }
  }
  p->leaf = p->moved;
}

// Returns by how much the places of bodies in a box may be off: four times as much. `node`: its first low side, and the
// others LEAF apart.
static inline float rounding_in(const float* node) {
  float sum = 0;
  for (uint32_t k = 0; k < DIM; ++k) sum += find_greater(find_abs(node[LEAF * k]), find_abs(node[LEAF * (DIM + k)]));
  return sum * TREE_BORDER;
}

// Starts with a leaf of A.
LANE_INLINE void begin_leaf(const tree_join* j, uint32_t leaf, join_probe* p) {
  const float *node = j->a->node[0] + (size_t)(leaf / LEAF) * NODE + leaf % LEAF, margin = j->job->limits.margin;
  p->leaf = tree_leaf(j->a, leaf);
  if (j->shifted) move_leaf(j, p);
  p->rounding = rounding_in(node) + 2 * j->rounding;
  for (uint32_t k = 0; k < DIM; ++k) {
    float low = node[LEAF * k], high = node[LEAF * (DIM + k)];
    const float more = margin * TREE_RADIUS + LEAST_MARGIN;
    if (j->shifted) {
      low = move_side(low, j->shift[k], -1);
      high = move_side(high, j->shift[k], 1);
    }
    p->low[k] = vf_set(low - more - (find_abs(low) + more) * (2 * TREE_BORDER));
    p->high[k] = vf_set(high + more + (find_abs(high) + more) * (2 * TREE_BORDER));
  }
  grow_bodies(j, p);
}

// Returns the lanes of bodies of a leaf that the filters let meet one of this category; groups are checked later.
// `barred`: the bits that its mask has not.
LANE_INLINE mf allowed_bodies(const find_tree* tree, const float* leaf, uint32_t v, uint32_t category,
                              uint32_t barred) {
  const uint32_t other = tree->fields - 2;
  const vi other_category = tree->filtered ? vi_of(vf_load(leaf + LEAF * other + v)) : vi_set(1);
  const vi other_barred = tree->filtered ? vi_of(vf_load(leaf + LEAF * (other + 1) + v)) : vi_set(0);
  return mf_and(vi_not_zero(vi_and_not(other_category, vi_set(barred))),
                vi_not_zero(vi_and_not(vi_set(category), other_barred)));
}

// Returns those of some bodies of a leaf of B, as bits, whose circles are apart from that of body i of the leaf of A by
// their positions.
static LANE_NOINLINE uint32_t measured_apart(const tree_join* j, const join_probe* p, uint32_t i, const float* leaf,
                                             uint32_t bodies) {
  const uint32_t a = leaf_words((float*)(uintptr_t)p->leaf, FIELD_BODY)[i];
  const uint32_t* body = leaf_words((float*)(uintptr_t)leaf, FIELD_BODY);
  uint32_t apart = 0;
  for (; bodies != 0; bodies &= bodies - 1) {
    const uint32_t bit = bodies & (0u - bodies), b = body[__builtin_ctz(bodies)];
    const float reach = (j->job->positions ? 0 : j->a->radius[a] + j->b->radius[b]) + j->job->limits.margin;
    float way[DIM];
    find_way(j->a, a, j->b, b, way);
    apart |= find_dot(way, way) <= reach * reach ? 0 : bit;
  }
  return apart;
}

// Returns the bodies of a leaf of B from place `first` on, as bits, that body i of the leaf of A meets. Places before
// it may be among them. `placed`: j->placed, a constant. `rounding`: then that of the places of both leaves' bodies.
LANE_INLINE uint32_t meeting_bodies(const tree_join* j, const join_probe* p, uint32_t i, const float* leaf,
                                    uint32_t first, bool placed, float rounding) {
  const vf margin = vf_set(j->job->limits.margin), radius = vf_set(p->leaf[LEAF * FIELD_RADIUS + i]);
  const vf between = placed ? vf_set(j->margin) : margin;
  uint32_t bits = 0, unsure = 0;
  for (uint32_t v = first / LANES * LANES; v < LEAF; v += LANES) {
    vf d = vf_sub(vf_load(leaf + v), vf_set(p->leaf[i])), square = vf_mul(d, d);
    for (uint32_t k = 1; k < DIM; ++k) {
      d = vf_sub(vf_load(leaf + LEAF * k + v), vf_set(p->leaf[LEAF * k + i]));
      square = vf_add(square, vf_mul(d, d));
    }
    const vf sum = j->job->positions ? vf_set(0) : vf_add(vf_load(leaf + LEAF * FIELD_RADIUS + v), radius);
    vf reach = vf_add(sum, margin);
    if (placed) reach = vf_mul(vf_add(reach, vf_set(rounding)), vf_set(TREE_RADIUS));
    mf meet = vf_le(square, vf_mul(reach, reach));
    for (uint32_t k = 0; k < DIM && j->boxed; ++k) {
      vf low, high;
      body_borders(j->b, leaf, k, v, &low, &high);
      meet = mf_and(meet, vf_le(low, vf_add(vf_set(p->own_high[k][i]), between)));
      meet = mf_and(meet, vf_le(vf_set(p->own_low[k][i]), vf_add(high, between)));
    }
    if (j->filtered) {
      const uint32_t* own = leaf_words((float*)(uintptr_t)p->leaf, j->a->fields - 2);
      const uint32_t category = j->a->filtered ? own[i] : 1, barred = j->a->filtered ? own[LEAF + i] : 0;
      meet = mf_and(meet, allowed_bodies(j->b, leaf, v, category, barred));
    }
    bits |= mf_bits(meet) << v;
    if (!placed || !j->measures) continue;
    const vf sure = vf_max(vf_sub(vf_mul(reach, vf_set(3 - 2 * TREE_RADIUS)), vf_set(4 * rounding)), vf_set(0));
    unsure |= mf_bits(mf_and_not(meet, vf_lt(square, vf_mul(sure, sure)))) << v;
  }
  return unsure == 0 ? bits : bits & ~measured_apart(j, p, i, leaf, unsure);
}

LANE_INLINE void add_row(tree_join* j, const float* from, uint32_t i, uint32_t leaf, uint32_t mask) {
  j->row[j->rows] = (join_row){leaf_words((float*)(uintptr_t)from, FIELD_BODY)[i], leaf, mask};
  j->rows += mask != 0;
}

// Compares the bodies of a leaf of A with those of a leaf of B.
LANE_INLINE void compare_leaves(tree_join* j, const join_probe* p, uint32_t leaf, bool placed) {
  const float *other = tree_leaf(j->b, leaf), *node = j->nodes[0] + (size_t)(leaf / LEAF) * NODE + leaf % LEAF;
  vf low[DIM], high[DIM];
  for (uint32_t k = 0; k < DIM; ++k) {
    low[k] = vf_set(node[LEAF * k]);
    high[k] = vf_set(node[LEAF * (DIM + k)]);
  }
  uint32_t near = boxes_meeting(p->body_low[0], p->body_high[0], low, high);
  const float rounding = placed && near != 0 ? p->rounding + rounding_in(node) : 0;
  for (; near != 0; near &= near - 1) {
    const uint32_t i = (uint32_t)__builtin_ctz(near);
    add_row(j, p->leaf, i, leaf, meeting_bodies(j, p, i, other, 0, placed, rounding));
  }
  if (j->rows >= JOIN_ROWS) take_rows(j);
}

static LANE_NOINLINE void join_leaves(tree_join* j, const join_probe* p, uint32_t leaf) {
  compare_leaves(j, p, leaf, false);
}
static LANE_NOINLINE void join_placed_leaves(tree_join* j, const join_probe* p, uint32_t leaf) {
  compare_leaves(j, p, leaf, true);
}

// Compares the bodies of a leaf with each other.
LANE_INLINE void compare_own(tree_join* j, const join_probe* p, uint32_t leaf, bool placed) {
  const uint32_t at = leaf * LEAF, left = j->a->bodies - at, count = left < LEAF ? left : LEAF;
  for (uint32_t i = 0; i + 1 < count; ++i) {
    const uint32_t meeting = meeting_bodies(j, p, i, p->leaf, i + 1, placed, 2 * p->rounding);
    add_row(j, p->leaf, i, leaf, meeting & ~((2u << i) - 1));
  }
  if (j->rows >= JOIN_ROWS) take_rows(j);
}

static LANE_NOINLINE void join_own(tree_join* j, const join_probe* p, uint32_t leaf) {
  if (j->placed) {
    compare_own(j, p, leaf, true);
  } else {
    compare_own(j, p, leaf, false);
  }
}

// Finds the pairs of a leaf of A.
static LANE_NOINLINE void join_leaf(tree_join* j, uint32_t leaf) {
  const find_tree* b = j->b;
  uint32_t stack[TREE_LEVELS * LEAF], top = 0; // nodes, and leaves, below their level
  const uint64_t most = j->compared + j->job->effort;
  join_probe p;
  begin_leaf(j, leaf, &p);
  if (j->self) join_own(j, &p, leaf);
  if (b->leaves == 0) return;
  const uint32_t first = j->self ? leaf + 1 : 0;
  stack[top++] = (b->levels - 1) << 28;
  while (top > 0) {
    if (j->compared >= most) {
      ++j->cut;
      return;
    }
    ++j->compared;
    const uint32_t node = stack[--top] & 0xFFFFFFF, level = stack[top] >> 28, at = node * LEAF;
    const float* box = j->nodes[level] + (size_t)node * NODE;
    uint32_t near = boxes_meeting(box, box + LEAF * DIM, p.low, p.high);
    const uint32_t begin = first >> 4 * level; // entries before this one are behind
    if (begin > at) near &= begin - at >= LEAF ? 0 : ~((1u << (begin - at)) - 1);
    const uint32_t left = tree_count(b, level + 1) - at; // a box without end meets entries that are none
    if (left < LEAF) near &= (1u << left) - 1;
    for (; near != 0; near &= near - 1) {
      const uint32_t entry = at + (uint32_t)__builtin_ctz(near);
      if (level == 0) {
        if (j->compared >= most) {
          ++j->cut;
          return;
        }
        ++j->compared;
        if (j->placed) {
          join_placed_leaves(j, &p, entry);
        } else {
          join_leaves(j, &p, entry);
        }
      } else {
        stack[top++] = (level - 1) << 28 | entry;
      }
    }
  }
}

// Sets what a search by positions in double needs.
static inline void begin_places(tree_join* j) {
  j->placed = j->a->home != NULL || j->b->home != NULL;
  j->measures = j->placed && (j->job->positions || (j->a->box == NULL && j->b->box == NULL));
  j->margin = j->job->limits.margin * (TREE_RADIUS * TREE_RADIUS);
  j->shifted = false;
  j->rounding = 0;
  for (uint32_t k = 0; k < DIM; ++k) {
    j->shift[k] = j->a->origin[k] - j->b->origin[k];
    j->shifted = j->shifted || j->shift[k] != 0;
    j->rounding += find_abs((float)j->shift[k]) * TREE_BORDER;
  }
}

// Finds the pairs of leaves first..end - 1 of the first tree.
static void find_pairs(join_job* job, uint32_t first, uint32_t end) {
  tree_join j; // without an initialiser, which would clear all of it
  j.job = job;
  j.a = job->a;
  j.b = job->b.tree;
  j.nodes = job->positions ? j.b->spot : j.b->node;
  j.before = job->b.before;
  j.self = j.a == j.b;
  j.filtered = j.a->filtered || j.b->filtered;
  j.boxed = !job->positions && (j.a->boxed || j.b->boxed);
  begin_places(&j);
  j.checks = (!job->positions && (j.a->box != NULL || j.b->box != NULL)) ? CHECK_BOXES : 0;
  if (j.a->group != NULL && j.b->group != NULL) j.checks |= CHECK_GROUPS;
  if (job->fit != FIT_OFF) j.checks |= CHECK_FIT;
  if (job->skip != NULL) j.checks |= CHECK_SKIP;
  if (j.before != 0) j.checks |= CHECK_NUMBERS;
  j.rows = j.pairs = 0;
  j.compared = j.cut = 0;
  for (uint32_t i = first; i < end; ++i) join_leaf(&j, i);
  take_rows(&j);
  flush_pairs(&j);
  atomic_fetch_add_explicit(&job->compared, j.compared, memory_order_relaxed);
  atomic_fetch_add_explicit(&job->cut, j.cut, memory_order_relaxed);
}

#endif
