// A scene as finding, casting and ticks see it, from the last bytes of an input: two views of its bodies, filters,
// motions, a margin, threads. And which bodies are surely bad, or may surely meet.
#ifndef LGJK_TESTS_FUZZ_WORLD_H
#define LGJK_TESTS_FUZZ_WORLD_H

#include "answers.h"
#include "fuzz_report.h"
#include "lanegjk/lanegjk_cast.h"
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

#endif
