// A scene as finding, casting and ticks see it, from the last bytes of an input: two views of its bodies, filters,
// motions, a margin, threads. And which bodies are surely bad, or may surely meet.
#ifndef LGJK_TESTS_FUZZ_FIND_H
#define LGJK_TESTS_FUZZ_FIND_H

#include "answers.h"
#include "fuzz_input.h"
#include "lanegjk/lanegjk_cast.h"
#include "packed.h"
#include "test_threads.h"

enum { MOST_PAIRS = BODIES * BODIES, FILTER_WORDS = 3 };

// A vector of each body.
typedef struct vectors {
  float* at;
  uint32_t stride; // bytes
} vectors;

typedef struct world {
  const input* in;
  lgjk_bodiesN all, a, b; // A: the first `split` bodies. B: the others, in a view of its own
  uint32_t split;
  int filtered;
  uint32_t (*filter_word)[FILTER_WORDS]; // of each body: category, mask, group
  lgjk_filters filters, filters_b;       // of all bodies, and so of A; of B
  float margin;
  uint32_t flags;   // 0 or LGJK_FLAG_NORMALIZE
  vectors motion;   // of all bodies
  int moves;        // whether motions are given
  lgjk_tasks tasks; // of one of two calls that have to agree
} world;

static lgjk_bodiesN view_from(const lgjk_bodiesN* bodies, uint32_t first, uint32_t end) {
  lgjk_bodiesN view = *bodies;
  view.count = end - first;
  view.shape = member(view.shape, view.shape_stride, 4, first);
  view.pose = member(view.pose, view.pose_stride, 4 * POSE_FLOATS, first);
  if (view.radius != NULL) view.radius = member(view.radius, view.radius_stride, 4, first);
  return view;
}

static vectors read_vectors(reader* r, input* in, uint32_t count, uint32_t floats, uint32_t more) {
  const vectors v = {.stride = 4 * (floats + more), .at = own_array(in, count, 4 * (floats + more), 4 * floats)};
  for (uint32_t i = 0; i < count; ++i) read_floats(r, v.at + (size_t)(floats + more) * i, floats);
  return v;
}

static const float* vector_of(const vectors* v, uint32_t body) { return v->at + (size_t)v->stride / 4 * body; }

static void read_filters(reader* r, input* in, world* w) {
  const uint32_t given = read_below(r, 16);
  w->filtered = given < 8;
  w->filter_word = own_array(in, w->all.count, sizeof *w->filter_word, sizeof *w->filter_word);
  for (uint32_t i = 0; i < w->all.count; ++i) {
    const uint32_t way = w->filtered ? read_byte(r) : 0;
    uint32_t* word = w->filter_word[i];
    word[0] = !(given & 1) ? 1 : way % 8 == 7 ? 0 : 1u << way % 3;
    word[1] = !(given & 2) ? UINT32_MAX : way / 8 % 8 + 1;
    word[2] = !(given & 4) ? 0 : way / 64;
  }
  lgjk_filters_init(&w->filters);
  w->filters.stride = sizeof *w->filter_word;
  w->filters.category = given & 1 ? &w->filter_word[0][0] : NULL;
  w->filters.mask = given & 2 ? &w->filter_word[0][1] : NULL;
  w->filters.group = given & 4 ? &w->filter_word[0][2] : NULL;
  w->filters_b = w->filters;
  if (w->filters.category != NULL) w->filters_b.category += FILTER_WORDS * w->split;
  if (w->filters.mask != NULL) w->filters_b.mask += FILTER_WORDS * w->split;
  if (w->filters.group != NULL) w->filters_b.group += FILTER_WORDS * w->split;
}

static void read_world(reader* r, input* in, world* w) {
  const uint32_t ways = read_byte(r);
  memset(w, 0, sizeof *w);
  w->in = in;
  w->all = in->bodies;
  w->split = read_below(r, in->bodies.count + 1);
  w->a = view_from(&w->all, 0, w->split);
  w->b = view_from(&w->all, w->split, w->all.count);
  read_filters(r, in, w);
  w->margin = ways & 1 ? fabsf(read_float(r)) : 0;
  if (!(w->margin <= LGJK_MAX_MARGIN)) w->margin = LGJK_MAX_MARGIN;
  w->flags = ways & 2 ? LGJK_FLAG_NORMALIZE : 0;
  w->moves = ways & 4 ? 1 : 0;
  w->motion = read_vectors(r, in, w->all.count, DIM, ways >> 3 & 1);
  w->tasks = threads_of(1 + read_below(r, 3));
}

// ---------------------------------------------------------------- bodies

// The radius of a body's circle (ball) about its position.
static double circle_of(const input* in, uint32_t body) {
  const lgjk_shapeN_info* info = &in->info[shape_of(in, body)];
  return (double)info->bound - (double)info->radius + (double)*radius_of(in, body);
}

// Whether a call surely takes a body (1), surely leaves it out (-1), or either (0).
static int is_fit(const world* w, uint32_t body) {
  if (shape_of(w->in, body) >= w->in->shape_count) return -1;
  const int fit = fitness(w->in, body, w->flags ? 1e-2 : 1e-4);
  return fit > 0 && circle_of(w->in, body) > 1e6 ? 0 : fit;
}

static int is_number(const float* v, int count, float most) {
  for (int k = 0; k < count; ++k) {
    if (!(fabsf(v[k]) <= most)) return 0;
  }
  return 1;
}

static int is_allowed(const world* w, uint32_t i, uint32_t k) {
  const uint32_t *a = w->filter_word[i], *b = w->filter_word[k];
  return (a[0] & b[1]) != 0 && (b[0] & a[1]) != 0 && (a[2] == 0 || a[2] != b[2]);
}

// ---------------------------------------------------------------- memory

// Exactly so many bytes, aligned as scratch and indices have to be, and full of a pattern.
static void* aligned_block(uint64_t bytes) {
  void* block = NULL;
  require(posix_memalign(&block, 64, bytes > 0 ? (size_t)bytes : 1) == 0, "no memory", bytes);
  memset(block, ANSWERS_PATTERN, bytes < 4096 ? (size_t)bytes : 4096);
  return block;
}

// ----------------------------------------------------------------
// Fuzzing of finding pairs: of one view, of two, and of trees. The list is sorted, keeps to the
// filters and to the circles of bodies, misses no pair that a distance query finds within the margin, and is the same
// on one lane and on the widest set, and for any number of workers. What is refused is as the header says.

// A tree, in memory of just the size that it is built in.
typedef struct tree_block {
  char* memory;
  uint64_t size;
} tree_block;

typedef struct find_call {
  const lgjk_bodiesN *a, *b;         // b: NULL for one view, and with trees
  const tree_block *tree_a, *tree_b; // or NULL
  lgjk_pair_list list;
  void* scratch;
  uint64_t size;
  lgjk_find_options options;
} find_call;

static void fill_list(const lgjk_pair_list* list) {
  memset(list->a, ANSWERS_PATTERN, (size_t)list->capacity * sizeof *list->a);
  memset(list->b, ANSWERS_PATTERN, (size_t)list->capacity * sizeof *list->b);
}

static lgjk_pair_list open_list(uint64_t capacity) {
  lgjk_pair_list list = {.struct_size = sizeof list, .capacity = capacity, .count = 77}; // 77: is overwritten
  list.a = malloc((size_t)capacity * sizeof *list.a);
  list.b = malloc((size_t)capacity * sizeof *list.b);
  fill_list(&list);
  return list;
}

static void close_list(lgjk_pair_list* list) {
  free(list->a);
  free(list->b);
}

static int is_list_untouched(const lgjk_pair_list* list, uint64_t first) {
  const size_t rest = (size_t)(list->capacity - first) * sizeof *list->a;
  return answersN_is_pattern(list->a + first, rest) && answersN_is_pattern(list->b + first, rest);
}

static find_call call_of(const world* w, const lgjk_bodiesN* a, const lgjk_bodiesN* b) {
  const lgjk_find_options options = {.struct_size = sizeof options,
                                     .isa = LGJK_ISA_SCALAR,
                                     .margin = w->margin,
                                     .flags = w->flags,
                                     .motion = w->moves ? w->motion.at : NULL,
                                     .motion_stride = w->motion.stride,
                                     .filters_a = w->filtered ? &w->filters : NULL,
                                     .filters_b = w->filtered && b != NULL ? &w->filters_b : NULL};
  return (find_call){.a = a, .b = b, .options = options};
}

static int32_t run_find(find_call* c, lgjk_error* error) {
  lgjk_error_init(error);
  if (c->tree_a != NULL) {
    return lgjk_tree_pairsN(c->tree_a->memory, c->tree_a->size, c->tree_b->memory, c->tree_b->size, &c->list,
                            c->scratch, c->size, &c->options, error);
  }
  return lgjk_find_pairsN(c->a, c->b, &c->list, c->scratch, c->size, &c->options, error);
}

// Runs a call in scratch of just the size that it needs, and expects a list, or that `needed` pairs do not fit.
static void expect_find(find_call* c, uint64_t needed) {
  lgjk_error error;
  c->size = lgjk_find_scratchN(c->a->count, c->b == NULL ? 0 : c->b->count, c->list.capacity);
  c->scratch = aligned_block(c->size);
  const int32_t code = run_find(c, &error);
  const int fits = needed <= c->list.capacity;
  check_error(code, &error, fits ? LGJK_OK : LGJK_ERROR_CAPACITY, needed);
  require(c->list.count == (fits ? needed : 0), "another count of pairs", needed);
  require(is_list_untouched(&c->list, c->list.count), "pairs are written beyond the count", needed);
  free(c->scratch);
}

// Finds with no room at all how many pairs there are.
static uint64_t count_pairs(find_call* c) {
  lgjk_error error;
  c->list = open_list(0);
  c->size = lgjk_find_scratchN(c->a->count, c->b == NULL ? 0 : c->b->count, 0);
  c->scratch = aligned_block(c->size);
  const int32_t code = run_find(c, &error);
  const uint64_t needed = code == LGJK_OK ? 0 : error.index;
  check_error(code, &error, needed > 0 ? LGJK_ERROR_CAPACITY : LGJK_OK, needed);
  require(needed <= MOST_PAIRS && c->list.count == 0, "more pairs than there are", needed);
  free(c->scratch);
  close_list(&c->list);
  return needed;
}

static void require_same_lists(const lgjk_pair_list* one, const lgjk_pair_list* other, const char* what) {
  const size_t bytes = (size_t)one->count * sizeof *one->a;
  require(one->count == other->count && one->bad_bodies == other->bad_bodies, what, other->count);
  require(memcmp(one->a, other->a, bytes) == 0 && memcmp(one->b, other->b, bytes) == 0, what, other->count);
}

// ---------------------------------------------------------------- what a list is

// The bodies that a pair of a call may have, by their numbers in the scene.
typedef struct find_sides {
  uint32_t end_a, begin_b; // A: 0..end_a - 1. B: begin_b.. on
  int one_view;
} find_sides;

static void check_bad_bodies(const world* w, const find_sides* sides, uint64_t reported) {
  uint64_t least = 0, most = 0;
  for (uint32_t i = 0; i < w->all.count; ++i) {
    const int in_a = i < sides->end_a, moves = w->moves && in_a;
    if (w->filter_word[i][0] == 0) continue;
    const float* way = vector_of(&w->motion, i);
    const int fit = is_fit(w, i), wild = moves && !is_number(way, DIM, FLT_MAX);
    least += fit < 0 || wild;
    most += !(fit > 0 && !wild && (!moves || is_number(way, DIM, 5e17f)));
  }
  require(reported >= least && reported <= most, "another number of bad bodies", reported);
}

// Whether the circles of a listed pair, or those of their ways, are no farther apart than the margin, except for what
// floats round. Below FLT_MIN that is no fraction of a number.
static int circles_meet(const world* w, const find_sides* sides, uint32_t a, uint32_t b) {
  double reach = circle_of(w->in, a) + circle_of(w->in, b) + (double)w->margin, square = 0, step[2] = {0};
  double slack = (double)FLT_MIN;
  const float *at = pose_of(w->in, a), *to = pose_of(w->in, b);
  const int moves[2] = {w->moves, w->moves && b < sides->end_a};
  for (int k = 0; k < DIM; ++k) {
    const double way_a = moves[0] ? (double)vector_of(&w->motion, a)[k] : 0;
    const double way_b = moves[1] ? (double)vector_of(&w->motion, b)[k] : 0;
    const double off = ((double)to[k] + way_b / 2) - ((double)at[k] + way_a / 2);
    square += off * off;
    step[0] += way_a * way_a;
    step[1] += way_b * way_b;
    slack += 1e-6 * (fabs((double)at[k]) + fabs((double)to[k]) + fabs(way_a) + fabs(way_b));
  }
  reach += (sqrt(step[0]) + sqrt(step[1])) / 2;
  return sqrt(square) <= reach * 1.0001 + slack;
}

static void check_list(const world* w, const find_sides* sides, const lgjk_pair_list* list, uint8_t* listed) {
  for (uint64_t i = 0; i < list->count; ++i) {
    const uint32_t a = list->a[i], b = list->b[i] + sides->begin_b;
    require(a < sides->end_a && b < w->all.count, "a pair of a body that there is not", i);
    require(!sides->one_view || a < b, "a pair of one view is not in its order", i);
    require(i == 0 || list->a[i - 1] < a || (list->a[i - 1] == a && list->b[i - 1] < list->b[i]),
            "pairs are not sorted", i);
    require(is_fit(w, a) >= 0 && is_fit(w, b) >= 0, "a pair of a bad body", i);
    require(is_allowed(w, a, b), "a pair that the filters do not allow", i);
    require(circles_meet(w, sides, a, b), "a pair whose circles do not meet", i);
    listed[a * BODIES + b] = 1;
  }
}

// ---------------------------------------------------------------- what must be in a list

// Pairs that are not listed, but allowed, and the query that is run on them.
typedef struct left_out {
  uint32_t a[MOST_PAIRS], b[MOST_PAIRS];
  float distance[MOST_PAIRS];
  float pose[BODIES * POSE_FLOATS];
  lgjk_pairs pairs;
} left_out;

static void leave_out(const world* w, const find_sides* sides, const uint8_t* listed, left_out* out) {
  uint64_t count = 0;
  for (uint32_t a = 0; a < sides->end_a; ++a) {
    if (w->moves && !is_number(vector_of(&w->motion, a), DIM, 5e17f)) continue;
    for (uint32_t b = sides->one_view ? a + 1 : sides->begin_b; b < w->all.count; ++b) {
      const int moves = w->moves && b < sides->end_a;
      if (listed[a * BODIES + b] || !is_allowed(w, a, b)) continue;
      if (moves && !is_number(vector_of(&w->motion, b), DIM, 5e17f)) continue;
      out->a[count] = a;
      out->b[count++] = b;
    }
  }
  out->pairs = packed_pairs(out->a, out->b, count);
}

// At the beginning of motions, or at their end.
static void check_left_out(const world* w, const find_sides* sides, const uint8_t* listed, int at_end) {
  left_out out;
  leave_out(w, sides, listed, &out);
  lgjk_bodiesN bodies = w->all;
  bodies.pose = out.pose;
  bodies.pose_stride = 0;
  for (uint32_t i = 0; i < w->all.count; ++i) {
    float* pose = out.pose + (size_t)POSE_FLOATS * i;
    memcpy(pose, pose_of(w->in, i), POSE_FLOATS * sizeof *pose);
    for (int k = 0; at_end && w->moves && i < sides->end_a && k < DIM; ++k) pose[k] += vector_of(&w->motion, i)[k];
  }
  const lgjk_options options = {
      .struct_size = sizeof options, .flags = w->flags, .max_distance = w->margin > 0 ? w->margin : FLT_MIN};
  const lgjk_results results = {.struct_size = sizeof results, .distance = out.distance};
  const int32_t code = lgjk_distanceN(&bodies, &bodies, &out.pairs, NULL, 0, out.pairs.count, &results, &options, NULL);
  require(code == LGJK_OK, "distances of bodies that are not listed", 0);
  for (uint64_t i = 0; i < out.pairs.count; ++i) {
    require(!(out.distance[i] <= w->margin), "a pair within the margin is not listed, of A's body", out.a[i]);
  }
}

// ---------------------------------------------------------------- calls that have to agree

// A call, whose list is left open: on one lane, and on the other set by several threads, where there is just enough
// room and where one pair does not fit. `other`: the same call in another way, or NULL.
static void check_call(const world* w, find_call* c, const find_sides* sides, uint32_t value) {
  uint8_t listed[MOST_PAIRS] = {0};
  const uint64_t needed = count_pairs(c);
  find_call wide = *c;
  c->list = open_list(needed);
  expect_find(c, needed);
  check_list(w, sides, &c->list, listed);
  check_bad_bodies(w, sides, c->list.bad_bodies);
  check_left_out(w, sides, listed, value & 1);
  wide.options.isa = w->in->wide_isa;
  wide.options.tasks = &w->tasks;
  wide.list = open_list(needed + value / 2 % 3);
  expect_find(&wide, needed);
  require_same_lists(&c->list, &wide.list, "another instruction set finds other pairs");
  close_list(&wide.list);
  if (needed == 0) return;
  wide.list = open_list(needed - 1);
  expect_find(&wide, needed);
  close_list(&wide.list);
}

#endif
