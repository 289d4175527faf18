// Fuzzing of indices, of calls that find pairs in all ways, of nearest bodies and of orders. An index has the same
// bytes for any number of threads, and finds what a second view finds; nearest bodies are those of brute force.
#ifndef LGJK_TESTS_FUZZ_INDEX_H
#define LGJK_TESTS_FUZZ_INDEX_H

#include "fuzz_find.h"

// An index of B, in memory of just its size.
typedef struct index_block {
  char* memory;
  uint64_t size;
} index_block;

static index_block build_index(const world* w, const lgjk_bodiesN* bodies, uint32_t kind, float reach,
                               const lgjk_filters* filters, const lgjk_tasks* tasks) {
  const lgjk_index_def def = {
      .struct_size = sizeof def, .flags = w->flags, .kind = kind, .reach = reach, .filters = filters};
  lgjk_error error = {.struct_size = sizeof error};
  index_block one = {0}, other;
  check_error(lgjk_index_sizeN(bodies, &def, &one.size, &error), &error, LGJK_OK, 0);
  one.memory = aligned_block(one.size);
  other.memory = aligned_block(one.size);
  check_error(lgjk_index_buildN(bodies, &def, one.memory, one.size, tasks, &error), &error, LGJK_OK, 0);
  check_error(lgjk_index_buildN(bodies, &def, other.memory, one.size, &w->tasks, &error), &error, LGJK_OK, 0);
  if (kind == LGJK_INDEX_COVER) { // else some bytes mean nothing
    require(memcmp(one.memory, other.memory, (size_t)one.size) == 0, "threads build another index", 0);
  }
  free(other.memory);
  other.memory = aligned_block(one.size);
  const int32_t code = lgjk_index_buildN(bodies, &def, other.memory, one.size - 1, NULL, &error);
  check_error(code, &error, LGJK_ERROR_ARGUMENT, one.size);
  require(answersN_is_pattern(other.memory, one.size < 4096 ? (size_t)one.size : 4096), "an index in too few bytes", 0);
  free(other.memory);
  return one;
}

// Mostly such that a look at one cell does; else a query body may reach farther.
static float read_reach(reader* r, const world* w) {
  const uint32_t way = read_below(r, 8);
  double most = 1e-3;
  for (uint32_t i = 0; i < w->all.count && way < 4; ++i) {
    if (is_fit(w, i) > 0 && circle_of(w->in, i) > most) most = circle_of(w->in, i);
  }
  const float reach = way < 4 ? (float)(1.001 * most) + w->margin : fabsf(read_float(r));
  return reach > 0 && reach <= FLT_MAX ? reach : 1;
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
    case 4: o->reserved = value | 1; break;
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
    default:
      if (c->index == NULL)
        o->motion = (const float*)(const void*)((const char*)c->a->pose + value % 3 + 1);
      else
        o->filters_b = filters;
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

// An index that begins with another byte, or is of the other kind, is refused. What follows its number is not checked.
static void check_spoiled_index(const world* w, reader* r, const find_call* good, const index_block* nearest) {
  lgjk_error error;
  find_call c = *good;
  const uint32_t way = read_below(r, 4);
  uint8_t* index = (uint8_t*)(uintptr_t)c.index;
  const uint8_t kept = index[way];
  c.list = open_list(1);
  c.size = lgjk_find_scratchN(c.a->count, 0, 1);
  c.scratch = aligned_block(c.size);
  index[way] ^= (uint8_t)(read_byte(r) | 1);
  for (int turn = 0; turn < 2; ++turn, c.index = nearest->memory) {
    check_error(run_find(&c, &error), &error, LGJK_ERROR_ARGUMENT, 0);
    require(c.list.count == 0 && is_list_untouched(&c.list, 0), "pairs of no index", way);
  }
  float point[DIM] = {0};
  uint32_t body = 77;
  lgjk_error_init(&error);
  const int32_t code = lgjk_nearestN(index, point, 1, 1, &body, NULL, NULL, NULL, &error);
  check_error(code, &error, LGJK_ERROR_ARGUMENT, 0);
  require(body == 77, "a nearest body of no index", w->split);
  index[way] = kept;
  free(c.scratch);
  close_list(&c.list);
}

// ---------------------------------------------------------------- all ways to find

static void check_both(const world* w, const find_call* among, const find_call* against, uint32_t value) {
  lgjk_error error;
  lgjk_pair_list list[2] = {open_list(among->list.count), open_list(against->list.count)};
  const int too_small = value % 4 < 2 && list[value % 4].capacity > 0;
  const uint64_t needed = list[value % 2].capacity;
  if (too_small) --list[value % 2].capacity;
  const uint64_t most = list[0].capacity > list[1].capacity ? list[0].capacity : list[1].capacity;
  const uint64_t size = lgjk_find_scratchN(w->a.count, 0, most);
  void* scratch = aligned_block(size);
  lgjk_find_options options = among->options;
  options.isa = w->in->wide_isa;
  options.tasks = &w->tasks;
  lgjk_error_init(&error);
  const int32_t code = lgjk_find_bothN(&w->a, against->index, &list[0], &list[1], scratch, size, &options, &error);
  check_error(code, &error, too_small ? LGJK_ERROR_CAPACITY : LGJK_OK, needed);
  if (too_small) {
    require(list[0].count + list[1].count == 0, "both lists, although one is too small", needed);
    ++list[value % 2].capacity;
    require(is_list_untouched(&list[value % 2], needed > 0 ? needed - 1 : 0), "a list is written beyond its end",
            needed);
  } else {
    require_same_lists(&list[0], &among->list, "both at once find other pairs among bodies");
    require_same_lists(&list[1], &against->list, "both at once find other pairs against the index");
  }
  for (int k = 0; k < 2; ++k) close_list(&list[k]);
  free(scratch);
}

// Pairs of all bodies; of A; of A with B, as a view and as an index.
static void check_finding(const world* w, reader* r) {
  const uint32_t value = read_byte(r);
  const float reach = read_reach(r, w);
  const find_sides all = {w->all.count, 0, 1}, in_a = {w->split, 0, 1}, two = {w->split, w->split, 0};
  find_call one = call_of(w, &w->all, NULL, NULL), among = call_of(w, &w->a, NULL, NULL);
  find_call views = call_of(w, &w->a, &w->b, NULL);
  check_call(w, &one, &all, value);
  check_spoiled_find(w, r, &one);
  close_list(&one.list);
  world half = *w;
  half.all = w->a;
  check_call(&half, &among, &in_a, value / 6);
  check_call(w, &views, &two, value / 6);
  const index_block index = build_index(w, &w->b, LGJK_INDEX_COVER, reach, w->filtered ? &w->filters_b : NULL, NULL);
  const index_block nearest = build_index(w, &w->b, LGJK_INDEX_NEAREST, reach, NULL, NULL);
  find_call against = call_of(w, &w->a, NULL, index.memory);
  check_call(w, &against, &two, value / 2);
  require_same_lists(&views.list, &against.list, "an index finds other pairs than a view");
  check_both(w, &among, &against, value / 16);
  check_spoiled_find(w, r, &against);
  check_spoiled_index(w, r, &against, &nearest);
  free(index.memory);
  free(nearest.memory);
  close_list(&among.list);
  close_list(&views.list);
  close_list(&against.list);
}

// ----------------------------------------------------------------
// Fuzzing of nearest bodies, which are those of brute force, and of orders, which are permutations.

enum { POINTS = 12, NEAREST = 8 };

typedef struct near_call {
  vectors points;
  uint32_t count, k, skip[POINTS];
  lgjk_nearest_options options;
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

static int32_t run_near(const near_call* c, const void* index, const near_answers* a, lgjk_error* error) {
  lgjk_error_init(error);
  return lgjk_nearestN(index, c->points.at, c->count, c->k, a->body, a->distance, a->found, &c->options, error);
}

// Places of bodies, and others.
static near_call read_near(reader* r, input* in, const world* w) {
  near_call c = {.count = read_below(r, POINTS + 1), .k = 1 + read_below(r, NEAREST)};
  const uint32_t ways = read_byte(r);
  c.points = read_vectors(r, in, c.count, DIM, ways & 1);
  lgjk_nearest_options_init(&c.options);
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
    if (!(square <= FLT_MAX)) continue; // which of those is nearer, float cannot decide
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
  float size = read_below(r, 4) > 0 ? 0 : fabsf(read_float(r));
  if (!(size <= FLT_MAX)) size = 0;
  const lgjk_filters* filters = w->filtered ? &w->filters : NULL;
  const index_block index = build_index(w, &w->all, LGJK_INDEX_NEAREST, size, filters, NULL);
  const index_block other = build_index(w, &w->all, LGJK_INDEX_NEAREST, size, filters, &w->tasks);
  near_answers one = open_near(&c), wide = open_near(&c);
  lgjk_error error;
  c.options.isa = LGJK_ISA_SCALAR;
  check_error(run_near(&c, index.memory, &one, &error), &error, LGJK_OK, 0);
  for (uint32_t i = 0; i < c.count; ++i) check_point(w, &c, &one, i);
  c.options.isa = in->wide_isa;
  c.options.tasks = &w->tasks;
  check_error(run_near(&c, other.memory, &wide, &error), &error, LGJK_OK, 0);
  const size_t results = (size_t)c.count * c.k;
  require(memcmp(one.body, wide.body, results * sizeof *one.body) == 0 &&
              memcmp(one.distance, wide.distance, results * sizeof *one.distance) == 0 &&
              memcmp(one.found, wide.found, c.count * sizeof *one.found) == 0,
          "another instruction set finds other nearest bodies", results);
  near_call bad = c;
  const verdict expected = spoil_near(&bad, way, value);
  close_near(&wide);
  wide = open_near(&c);
  const int32_t code = run_near(&bad, index.memory, &wide, &error);
  check_error(code, &error, expected.code, expected.index);
  if (code != LGJK_OK) {
    require(answersN_is_pattern(wide.body, results * sizeof *wide.body) &&
                answersN_is_pattern(wide.distance, results * sizeof *wide.distance),
            "a call that is refused writes nearest bodies", way);
  }
  close_near(&one);
  close_near(&wide);
  free(index.memory);
  free(other.memory);
}

// ---------------------------------------------------------------- orders

// All bodies once, bad ones last.
static void check_order(const world* w, uint32_t value) {
  const uint32_t count = w->all.count, size = 16 * count;
  uint32_t* order = malloc(count * sizeof *order);
  uint64_t* scratch = malloc(size);
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
