// Fuzzing of trees, of calls that find pairs in all ways, of nearest bodies and of orders. A tree has the same bytes
// for any number of threads, and finds what views find; nearest bodies are those of brute force.
#ifndef LGJK_TESTS_FUZZ_TREE_H
#define LGJK_TESTS_FUZZ_TREE_H

#include "fuzz_find.h"

static tree_block build_tree(const world* w, const lgjk_bodiesN* bodies, const lgjk_filters* filters,
                             const float* motion) {
  lgjk_tree_options options = {.struct_size = sizeof options,
                               .flags = w->flags | LGJK_TREE_SEALED,
                               .motion = motion,
                               .motion_stride = motion != NULL ? w->motion.stride : 0,
                               .filters = filters};
  lgjk_error error = {.struct_size = sizeof error};
  tree_block one = {.size = lgjk_tree_sizeN(bodies->count)};
  lgjk_tree_info info = {.struct_size = sizeof info};
  one.memory = aligned_block(one.size);
  char* other = aligned_block(one.size);
  check_error(lgjk_tree_buildN(bodies, one.memory, one.size, &options, &error), &error, LGJK_OK, 0);
  options.tasks = &w->tasks;
  options.isa = w->in->wide_isa;
  check_error(lgjk_tree_buildN(bodies, other, one.size, &options, &error), &error, LGJK_OK, 0);
  check_error(lgjk_tree_checkN(one.memory, one.size, &info, &error), &error, LGJK_OK, 0);
  require(info.bytes <= one.size && info.placed + info.bad <= info.bodies, "counts of a tree", info.bytes);
  require(memcmp(one.memory, other, (size_t)info.bytes) == 0, "threads or sets build another tree", 0);
  free(other);
  other = aligned_block(one.size);
  const int32_t code = lgjk_tree_buildN(bodies, other, one.size - 1, &options, &error);
  check_error(code, &error, LGJK_ERROR_ARGUMENT, one.size);
  require(answersN_is_pattern(other, one.size < 4096 ? (size_t)one.size : 4096), "a tree in too few bytes", 0);
  free(other);
  return one;
}

// ---------------------------------------------------------------- one argument that is wrong

// Spoils the arguments of a call, or its list and its scratch. `filters` and `tasks`: copies to spoil.
static verdict spoil_find(find_call* c, uint32_t way, uint32_t value, lgjk_filters* filters, lgjk_tasks* tasks) {
  lgjk_find_options* o = &c->options;
  int good = 0;
  switch (way) {
    case 0: o->margin = float_of(value), good = o->margin >= 0 && o->margin <= LGJK_MAX_MARGIN; break;
    case 1: o->flags ^= value | 1; break;
    case 2:
      o->motion = NULL;
      o->motion_stride = value % 256;
      good = o->motion_stride % 4 == 0 && (o->motion_stride == 0 || o->motion_stride >= 4 * DIM);
      break;
    case 3: o->struct_size ^= value | 1; break;
    case 4: filters->struct_size ^= value | 1, o->filters_a = filters; break;
    case 5: c->list.flags = value | 2; break;
    case 6: c->list.capacity = UINT32_MAX + (uint64_t)(value | 1); break;
    case 7: c->list.b = c->list.a; break; // there is room for a pair
    case 8: c->scratch = NULL; break;
    case 9: c->scratch = (char*)c->scratch + (value % 63 + 1); break;
    case 10: tasks->workers = LGJK_MAX_WORKERS + 1 + value % 1000, o->tasks = tasks; break;
    case 11: tasks->wait = NULL, tasks->workers = 2 + value % 8, o->tasks = tasks; break;
    case 12: filters->stride |= value % 64 | 1, o->filters_a = filters; break;
    case 13: o->isa = LGJK_ISA_COUNT + value % 1000; return (verdict){LGJK_ERROR_ISA, 0};
    case 14: --c->size; return (verdict){LGJK_ERROR_ARGUMENT, c->size + 1};
    default: o->motion = (const float*)(const void*)((const char*)c->a->pose + value % 3 + 1);
  }
  return taken_if(good);
}

// Refused as the header says, with an empty list, and without a write.
static void check_spoiled_find(const world* w, reader* r, const find_call* good) {
  const uint32_t way = read_below(r, 16), value = read_bytes(r, 4);
  lgjk_filters filters = w->filters;
  lgjk_tasks tasks = w->tasks;
  lgjk_error error;
  find_call c = *good;
  lgjk_pair_list kept = open_list(MOST_PAIRS);
  c.list = kept;
  c.size = lgjk_find_scratchN(c.a->count, c.b == NULL ? 0 : c.b->count, MOST_PAIRS);
  void* scratch = c.scratch = aligned_block(c.size);
  const verdict expected = spoil_find(&c, way, value, &filters, &tasks);
  const int32_t code = run_find(&c, &error);
  check_error(code, &error, expected.code, expected.index);
  require(code == LGJK_OK || c.list.count == 0, "a call that is refused leaves a count", way);
  if (code != LGJK_OK) require(is_list_untouched(&kept, 0), "a call that is refused writes pairs", way);
  free(scratch);
  close_list(&kept);
}

// A tree that begins with another byte is refused.
static void check_spoiled_tree(const world* w, reader* r, const find_call* good) {
  lgjk_error error;
  find_call c = *good;
  const uint32_t way = read_below(r, 4);
  tree_block* tree = (tree_block*)(uintptr_t)c.tree_b;
  const char kept = tree->memory[way];
  c.list = open_list(1);
  c.size = lgjk_find_scratchN(c.a->count, 0, 1);
  c.scratch = aligned_block(c.size);
  tree->memory[way] = (char)((uint8_t)kept ^ (read_byte(r) | 1));
  check_error(run_find(&c, &error), &error, LGJK_ERROR_ARGUMENT, 0);
  require(c.list.count == 0 && is_list_untouched(&c.list, 0), "pairs of no tree", way);
  float point[DIM] = {0};
  uint32_t body = 77;
  const lgjk_targetN target = {NULL, tree->memory, tree->size};
  lgjk_error_init(&error);
  const int32_t code = lgjk_nearestN(point, 1, &target, 1, 1, &body, NULL, NULL, c.scratch, c.size, NULL, &error);
  check_error(code, &error, LGJK_ERROR_ARGUMENT, 0);
  require(body == 77, "a nearest body of no tree", w->split);
  tree->memory[way] = kept;
  free(c.scratch);
  close_list(&c.list);
}

// ---------------------------------------------------------------- all ways to find

// Pairs of all bodies; of A; of A with B, as views and as trees.
static void check_finding(const world* w, reader* r) {
  const uint32_t value = read_byte(r);
  const find_sides all = {w->all.count, 0, 1}, in_a = {w->split, 0, 1}, two = {w->split, w->split, 0};
  find_call one = call_of(w, &w->all, NULL), among = call_of(w, &w->a, NULL), views = call_of(w, &w->a, &w->b);
  check_call(w, &one, &all, value);
  check_spoiled_find(w, r, &one);
  close_list(&one.list);
  world half = *w;
  half.all = w->a;
  check_call(&half, &among, &in_a, value / 6);
  check_call(w, &views, &two, value / 6);
  const tree_block tree_a = build_tree(w, &w->a, w->filtered ? &w->filters : NULL, w->moves ? w->motion.at : NULL);
  const tree_block tree_b = build_tree(w, &w->b, w->filtered ? &w->filters_b : NULL, NULL);
  find_call trees = call_of(w, &w->a, NULL);
  trees.tree_a = &tree_a;
  trees.tree_b = &tree_b;
  trees.options.filters_a = NULL;
  trees.options.motion = NULL;
  trees.options.motion_stride = 0;
  check_call(w, &trees, &two, value / 2);
  require_same_lists(&views.list, &trees.list, "trees have other pairs than views");
  check_spoiled_tree(w, r, &trees);
  free(tree_a.memory);
  free(tree_b.memory);
  close_list(&among.list);
  close_list(&views.list);
  close_list(&trees.list);
}

// ----------------------------------------------------------------
// Fuzzing of nearest bodies, which are those of brute force, and of orders, which are permutations.

enum { POINTS = 12, NEAREST = 8 };

typedef struct near_call {
  vectors points;
  uint32_t count, k, skip[POINTS];
  lgjk_near_options options;
} near_call;

typedef struct near_answers {
  uint32_t *body, *found;
  float* distance;
} near_answers;

static near_answers open_near(const near_call* c) {
  const size_t results = (size_t)c->count * c->k;
  near_answers a = {malloc(results * sizeof *a.body), malloc(c->count * sizeof *a.found),
                    malloc(results * sizeof *a.distance)};
  memset(a.body, ANSWERS_PATTERN, results * sizeof *a.body);
  memset(a.found, ANSWERS_PATTERN, c->count * sizeof *a.found);
  memset(a.distance, ANSWERS_PATTERN, results * sizeof *a.distance);
  return a;
}

static void close_near(near_answers* a) {
  free(a->body);
  free(a->found);
  free(a->distance);
}

static int32_t run_near(const near_call* c, const tree_block* tree, const near_answers* a, lgjk_error* error) {
  const lgjk_targetN target = {NULL, tree->memory, tree->size};
  const uint64_t size = lgjk_near_scratchN(c->count, 0);
  void* scratch = aligned_block(size);
  lgjk_error_init(error);
  const int32_t code = lgjk_nearestN(c->points.at, c->count, &target, 1, c->k, a->body, a->distance, a->found, scratch,
                                     size, &c->options, error);
  free(scratch);
  return code;
}

// Places of bodies, and others.
static near_call read_near(reader* r, input* in, const world* w) {
  near_call c = {.count = read_below(r, POINTS + 1), .k = 1 + read_below(r, NEAREST)};
  const uint32_t ways = read_byte(r);
  c.points = read_vectors(r, in, c.count, DIM, ways & 1);
  lgjk_near_options_init(&c.options);
  if (ways & 2) c.options.max_distance = fabsf(read_float(r));
  if (!(c.options.max_distance >= 0)) c.options.max_distance = 0;
  c.options.stride = ways & 1 ? c.points.stride : 0;
  for (uint32_t i = 0; i < c.count; ++i) {
    const uint32_t own = read_below(r, w->all.count);
    c.skip[i] = own % 4 == 0 ? LGJK_NO_BODY : own;
    float* point = c.points.at + (size_t)c.points.stride / 4 * i;
    if (read_below(r, 2)) memcpy(point, pose_of(in, own), DIM * sizeof *point);
  }
  if (ways & 4) c.options.skip = c.skip;
  return c;
}

// The square of the distance to a body, as the header's order by distance needs it: in float, axis by axis.
static float square_to(const world* w, uint32_t body, const float* point) {
  float square = 0;
  for (int k = 0; k < DIM; ++k) {
    const float d = pose_of(w->in, body)[k] - point[k];
    square = k == 0 ? d * d : square + d * d;
  }
  return square;
}

// The bodies of an answer are in their order, and none that is left out comes before them.
static void check_point(const world* w, const near_call* c, const near_answers* a, uint32_t point) {
  const float* at = vector_of(&c->points, point);
  const uint32_t *body = a->body + (size_t)point * c->k, found = a->found[point];
  const float* distance = a->distance + (size_t)point * c->k;
  uint64_t found_set = 0;
  require(found <= c->k, "more bodies than were requested", point);
  if (!is_number(at, DIM, FLT_MAX)) require(found == 0, "a body that is nearest to no place", point);
  for (uint32_t i = 0; i < c->k; ++i) {
    if (i >= found) {
      require(body[i] == LGJK_NO_BODY && distance[i] > FLT_MAX, "a body beyond the number that is found", point);
      continue;
    }
    require(body[i] < w->all.count && is_fit(w, body[i]) >= 0, "a nearest body that is bad", point);
    require(c->options.skip == NULL || c->options.skip[point] != body[i], "a nearest body that is to be skipped",
            point);
    require(distance[i] == sqrtf(square_to(w, body[i], at)), "a nearest body is at another distance", point);
    const float square = square_to(w, body[i], at), before = i > 0 ? square_to(w, body[i - 1], at) : 0;
    require(i == 0 || before < square || (before <= square && body[i - 1] < body[i]), "the nearest are not sorted",
            point);
    found_set |= UINT64_C(1) << body[i];
  }
  if (!is_number(at, DIM, FLT_MAX)) return;
  const float most = c->options.max_distance > 0 ? c->options.max_distance : HUGE_VALF;
  for (uint32_t i = 0; i < w->all.count; ++i) {
    const float square = square_to(w, i, at);
    if (found_set >> i & 1 || is_fit(w, i) <= 0 || w->filter_word[i][0] == 0 || !(square <= most * most)) continue;
    if (w->filtered && (w->filter_word[i][1] & 1) == 0) continue; // its mask has not the category of points
    if (!(square <= FLT_MAX)) continue;                           // which of those is nearer, float cannot decide
    if (c->options.skip != NULL && c->options.skip[point] == i) continue;
    require(found == c->k, "a near body is not found", point);
    const float last = square_to(w, body[found - 1], at);
    require(last < square || (last <= square && body[found - 1] < i), "a nearer body is not found", point);
  }
}

static verdict spoil_near(near_call* c, uint32_t way, uint32_t value) {
  int good = 0;
  switch (way) {
    case 0: c->k = value % 2 ? 0 : LGJK_MAX_NEAREST + 1 + value % 1000; break;
    case 1: c->options.max_distance = float_of(value), good = c->options.max_distance >= 0; break;
    case 2: c->options.stride = 4 * (value % DIM) + (value % 4 == 0), good = c->options.stride == 0; break;
    case 3: c->options.struct_size ^= value | 1; break;
    case 4: c->points.at = (float*)(void*)((char*)c->points.at + value % 3 + 1); break;
    default: c->options.isa = LGJK_ISA_COUNT + value % 1000; return (verdict){LGJK_ERROR_ISA, 0};
  }
  return taken_if(good);
}

static void check_nearest(input* in, const world* w, reader* r) {
  near_call c = read_near(r, in, w);
  const uint32_t way = read_below(r, 6), value = read_bytes(r, 4);
  const lgjk_filters* filters = w->filtered ? &w->filters : NULL;
  const tree_block tree = build_tree(w, &w->all, filters, NULL);
  near_answers one = open_near(&c), wide = open_near(&c);
  lgjk_error error;
  c.options.isa = LGJK_ISA_SCALAR;
  check_error(run_near(&c, &tree, &one, &error), &error, LGJK_OK, 0);
  for (uint32_t i = 0; i < c.count; ++i) check_point(w, &c, &one, i);
  c.options.isa = in->wide_isa;
  c.options.tasks = &w->tasks;
  check_error(run_near(&c, &tree, &wide, &error), &error, LGJK_OK, 0);
  const size_t results = (size_t)c.count * c.k;
  require(memcmp(one.body, wide.body, results * sizeof *one.body) == 0 &&
              memcmp(one.distance, wide.distance, results * sizeof *one.distance) == 0 &&
              memcmp(one.found, wide.found, c.count * sizeof *one.found) == 0,
          "another instruction set finds other nearest bodies", results);
  near_call bad = c;
  const verdict expected = spoil_near(&bad, way, value);
  close_near(&wide);
  wide = open_near(&c);
  const int32_t code = run_near(&bad, &tree, &wide, &error);
  check_error(code, &error, expected.code, expected.index);
  if (code != LGJK_OK) {
    require(answersN_is_pattern(wide.body, results * sizeof *wide.body) &&
                answersN_is_pattern(wide.distance, results * sizeof *wide.distance),
            "a call that is refused writes nearest bodies", way);
  }
  close_near(&one);
  close_near(&wide);
  free(tree.memory);
}

// ---------------------------------------------------------------- orders

// All bodies once, bad ones last.
static void check_order(const world* w, uint32_t value) {
  const uint32_t count = w->all.count, size = (uint32_t)lgjk_tree_sizeN(count);
  uint32_t* order = malloc(count * sizeof *order);
  void* scratch = aligned_alloc(64, (size + 63) / 64 * 64);
  uint64_t seen = 0;
  int bad = 0;
  lgjk_error error = {.struct_size = sizeof error};
  memset(order, ANSWERS_PATTERN, count * sizeof *order);
  check_error(lgjk_orderN(&w->all, order, scratch, size - 1 - value % size, &error), &error, LGJK_ERROR_ARGUMENT, size);
  require(answersN_is_pattern(order, count * sizeof *order), "an order in too little scratch", 0);
  check_error(lgjk_orderN(&w->all, order, scratch, size, &error), &error, LGJK_OK, 0);
  world strict = *w;
  strict.flags = 0; // an order has no flags
  for (uint32_t i = 0; i < count; ++i) {
    require(order[i] < count && !(seen >> order[i] & 1), "an order is no permutation", i);
    seen |= UINT64_C(1) << order[i];
    const int fit = is_fit(&strict, order[i]);
    require(!(bad && fit > 0), "a bad body is not last", i);
    bad |= fit < 0;
  }
  free(order);
  free(scratch);
}

#endif
