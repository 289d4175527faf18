// Fuzzing of ticks: what a run reports is what its calls report, begins and ends pair up over several runs, a copy of
// the memory and a saved state go on with the same bits, and a call that is refused changes nothing.
#ifndef LGJK_TESTS_FUZZ_TICK_H
#define LGJK_TESTS_FUZZ_TICK_H

#include "fuzz_tree.h"
#include "lanegjk/lanegjk_tick.h"

enum { RUNS = 3 };

// Bodies of A that move, among those of B.
typedef struct tick_call {
  const world* w;
  lgjk_bodiesN moving;
  float pose[BODIES * POSE_FLOATS];
  tree_block tree;
  lgjk_find_options find;
  lgjk_options contact;
  lgjk_tick tick;
  uint8_t replaced[2 * BODIES], replaced_fixed[BODIES];
  uint8_t open[2][MOST_PAIRS]; // the pairs of both lists that touch, by the events
} tick_call;

static int32_t run_tick(tick_call* c, lgjk_tick* tick, lgjk_error* error) {
  lgjk_error_init(error);
  return lgjk_tick_runN(tick, &c->moving, &(const lgjk_targetN){&c->w->b, c->tree.memory, c->tree.size}, &c->find,
                        &c->contact, error);
}

static void open_tick(reader* r, const world* w, tick_call* c) {
  const uint32_t ways = read_byte(r);
  memset(c, 0, sizeof *c);
  c->w = w;
  c->moving = w->a;
  c->moving.pose = c->pose;
  c->moving.pose_stride = 0;
  for (uint32_t i = 0; i < w->split; ++i) {
    memcpy(c->pose + (size_t)POSE_FLOATS * i, pose_of(w->in, i), POSE_FLOATS * sizeof *c->pose);
  }
  c->tree = build_tree(w, &w->b, w->filtered ? &w->filters_b : NULL, NULL);
  lgjk_find_options_init(&c->find);
  c->find.margin = w->margin;
  c->find.flags = w->flags;
  c->find.filters_a = w->filtered ? &w->filters : NULL;
  c->find.tasks = &w->tasks;
  lgjk_options_init(&c->contact);
  c->contact.flags = w->flags | LGJK_FLAG_HISTORY_FREE;
  lgjk_tick_init(&c->tick);
  c->tick.flags = ways % 4 | (read_byte(r) % 4 * LGJK_TICK_POINTS);
  c->tick.max_bodies = w->split + ways / 4 % 2;
  c->tick.max_pairs = ways & 8 ? read_byte(r) : MOST_PAIRS;
  c->tick.slop = ways & 16 ? fabsf(read_float(r)) : 0;
  if (!(c->tick.slop <= LGJK_MAX_MARGIN)) c->tick.slop = 0;
  c->tick.replaced_stride = ways & 32 ? 2 : 0;
  c->tick.replaced = ways & 64 ? c->replaced : NULL;
  c->tick.replaced_fixed = ways & 128 ? c->replaced_fixed : NULL;
  c->tick.size = lgjk_tick_sizeN(c->tick.max_bodies, c->tick.max_pairs, c->tick.flags);
  c->tick.memory = aligned_block(c->tick.size);
  memset(c->tick.memory, 0, (size_t)c->tick.size);
}

// Follows the events of a list.
static void check_open(const lgjk_tick_list* list, uint8_t open[MOST_PAIRS], uint32_t flags) {
  uint64_t touching = 0, begun = 0;
  for (uint64_t i = 0; i < list->event_count; ++i) {
    const lgjk_event* e = &list->events[i];
    uint8_t* is_open = &open[e->a * BODIES + e->b];
    require(*is_open == (e->kind != LGJK_EVENT_BEGIN), "an event of a tick that nothing leads to", i);
    require(e->kind != LGJK_EVENT_PERSIST || (flags & LGJK_TICK_PERSIST), "pairs that go on were not requested", i);
    *is_open = e->kind != LGJK_EVENT_END;
  }
  for (uint64_t i = 0; i < list->pairs.count; ++i) {
    const uint8_t is_open = open[list->pairs.a[i] * BODIES + list->pairs.b[i]];
    require(list->touching[i] == is_open, "a touch of a tick without its event", i);
    touching += list->touching[i];
  }
  for (uint32_t i = 0; i < MOST_PAIRS; ++i) begun += open[i];
  require(begun == touching, "a touch of a tick has no end", begun);
}

// How far a tick finds and queries.
static float farthest(const tick_call* c) {
  const float most = c->find.margin > c->tick.slop ? c->find.margin : c->tick.slop;
  return most > 0 ? most : FLT_MIN;
}

// The pairs are those that are found, and their contacts those of a query.
static void check_tick_list(const tick_call* c, const lgjk_tick_list* list, const lgjk_pair_list* found,
                            const lgjk_bodiesN* partners) {
  const uint64_t count = list->pairs.count;
  const size_t bytes = (size_t)count * sizeof(uint32_t);
  require(count == found->count && list->dropped == found->dropped, "a tick finds another number of pairs", count);
  require(memcmp(list->pairs.a, found->a, bytes) == 0 && memcmp(list->pairs.b, found->b, bytes) == 0,
          "a tick finds other pairs", count);
  uint8_t status[MOST_PAIRS];
  float distance[MOST_PAIRS], normal[MOST_PAIRS * DIM];
  const lgjk_results results = {
      .struct_size = sizeof results, .status = status, .distance = distance, .normal = normal};
  lgjk_options options = c->contact;
  options.max_distance = farthest(c);
  options.isa = c->w->in->wide_isa;
  const int32_t code = lgjk_contactN(&c->moving, partners, &list->pairs, NULL, 0, count, &results, &options, NULL);
  require(code == LGJK_OK && memcmp(status, list->status, (size_t)count) == 0 &&
              memcmp(distance, list->distance, (size_t)count * sizeof *distance) == 0 &&
              memcmp(normal, list->normal, (size_t)count * DIM * sizeof *normal) == 0,
          "a tick has other contacts than a query", count);
}

static int is_list_empty(const lgjk_tick_list* list) { return list->pairs.count == 0 && list->event_count == 0; }

// The error's index is what is needed, where that is a number.
static void expect_refusal(tick_call* c, lgjk_tick* tick) {
  lgjk_error error;
  const int32_t code = run_tick(c, tick, &error);
  check_error(code, &error, LGJK_ERROR_ARGUMENT, error.index);
  require(strstr(error.text, "before") == NULL && strstr(error.text, "list") == NULL, "an error names what a tick made",
          0);
  require(is_list_empty(&tick->among) && is_list_empty(&tick->against), "a tick that failed has lists", 0);
}

// One wrong argument. Nothing of the state changes.
static void check_spoiled_tick(tick_call* c, uint32_t way, uint32_t value) {
  const tick_call good = *c;
  lgjk_tick* tick = &c->tick;
  switch (way) {
    case 0: tick->memory = NULL; break;
    case 1: tick->memory = (char*)tick->memory + value % 7 + 1; break;
    case 2: --tick->size; break;
    case 3: tick->flags |= value | 16; break;
    case 4: tick->max_bodies = 0; break;
    case 5: tick->slop = float_of(value | 0x80000001u); break; // negative or no number
    case 6: c->tree.memory += 4; break;
    case 7: c->find.struct_size ^= value | 1; break;
    case 8: c->contact.margin = -1; break;
    default: c->contact.struct_size ^= value | 1;
  }
  if (way != 4 || c->moving.count > 0) expect_refusal(c, tick);
  *c = good;
  lgjk_error error = {.struct_size = sizeof error};
  const uint32_t outside[1] = {value | 1};
  const uint32_t bodies = value % 2 ? 1 : tick->max_bodies + 1;
  const int32_t code = lgjk_tick_renumberN(tick, outside, bodies, NULL, 0, &error);
  check_error(code, &error, LGJK_ERROR_ARGUMENT, error.index);
}

static void check_same_events(const lgjk_tick_list* one, const lgjk_tick_list* other) {
  require(one->event_count == other->event_count &&
              memcmp(one->events, other->events, (size_t)one->event_count * sizeof *one->events) == 0,
          "a copy of a tick's state goes on otherwise", one->event_count);
}

// A run on the memory, one on a copy of it and one on a saved state, which have to succeed; and what the run reports.
static void check_run(tick_call* c, const lgjk_pair_list found[2], uint64_t bad) {
  lgjk_tick copy = c->tick, loaded = c->tick;
  lgjk_error error = {.struct_size = sizeof error};
  uint64_t size;
  copy.memory = aligned_block(copy.size);
  memcpy(copy.memory, c->tick.memory, (size_t)copy.size);
  check_error(lgjk_tick_saveN(&c->tick, NULL, 0, &size, &error), &error, LGJK_OK, 0);
  void* saved = aligned_block(size);
  check_error(lgjk_tick_saveN(&c->tick, saved, size, &size, &error), &error, LGJK_OK, 0);
  loaded.memory = aligned_block(loaded.size);
  check_error(lgjk_tick_loadN(&loaded, saved, size, &error), &error, LGJK_OK, 0);
  check_error(run_tick(c, &c->tick, &error), &error, LGJK_OK, 0);
  require(c->tick.bad_bodies == bad, "a tick has another number of bad bodies", bad);
  check_tick_list(c, &c->tick.among, &found[0], &c->moving);
  check_tick_list(c, &c->tick.against, &found[1], &c->w->b);
  check_open(&c->tick.among, c->open[0], c->tick.flags);
  check_open(&c->tick.against, c->open[1], c->tick.flags);
  c->find.isa = LGJK_ISA_SCALAR;
  check_error(run_tick(c, &copy, &error), &error, LGJK_OK, 0);
  check_error(run_tick(c, &loaded, &error), &error, LGJK_OK, 0);
  c->find.isa = c->w->in->wide_isa;
  check_same_events(&c->tick.among, &copy.among);
  check_same_events(&c->tick.against, &copy.against);
  check_same_events(&c->tick.among, &loaded.among);
  check_same_events(&c->tick.against, &loaded.against);
  float push[BODIES * DIM] = {0};
  const lgjk_push_options half = {.struct_size = sizeof half, .share = 0.5f, .sensors = c->replaced};
  check_error(lgjk_push_apartN(&copy, c->moving.count, &half, push, &error), &error, LGJK_OK, 0);
  for (uint32_t i = 0; i < c->moving.count * DIM; ++i)
    require(fabsf(push[i]) < INFINITY, "a push that is no number", i);
  free(copy.memory);
  free(loaded.memory);
  free(saved);
}

// Both lists by a call of its own.
static void find_lists(const tick_call* c, lgjk_pair_list list[2]) {
  lgjk_error error = {.struct_size = sizeof error};
  lgjk_find_options find = c->find;
  if (find.margin < c->tick.slop) find.margin = c->tick.slop;
  for (int k = 0; k < 2; ++k) {
    list[k] = open_list(c->tick.max_pairs);
    list[k].flags = LGJK_LIST_FIT;
  }
  const uint64_t size = lgjk_find_scratchN(c->moving.count, 0, MOST_PAIRS);
  void* scratch = aligned_block(size);
  int32_t code = lgjk_find_pairsN(&c->moving, NULL, &list[0], scratch, size, &find, &error);
  check_error(code, &error, LGJK_OK, 0);
  const tree_block tree = build_tree(c->w, &c->moving, find.filters_a, NULL);
  find.filters_a = NULL;
  code = lgjk_tree_pairsN(tree.memory, tree.size, c->tree.memory, c->tree.size, &list[1], scratch, size, &find, &error);
  check_error(code, &error, LGJK_OK, 0);
  free(tree.memory);
  free(scratch);
}

// Saves the state; the caller frees it.
static uint8_t* save_state(const tick_call* c, uint64_t* size) {
  lgjk_error error = {.struct_size = sizeof error};
  check_error(lgjk_tick_saveN(&c->tick, NULL, 0, size, &error), &error, LGJK_OK, 0);
  uint8_t* saved = aligned_block(*size);
  check_error(lgjk_tick_saveN(&c->tick, saved, *size, size, &error), &error, LGJK_OK, 0);
  return saved;
}

// Gives bodies numbers that are greater by some, around the end, and their own again: the state is as before.
static void check_renumbering(tick_call* c, uint32_t shift) {
  lgjk_error error = {.struct_size = sizeof error};
  const uint32_t bodies[2] = {c->tick.max_bodies, c->w->b.count};
  uint32_t order[2][2][BODIES + 1];
  uint64_t size, again;
  for (int k = 0; k < 2; ++k) {
    for (uint32_t i = 0; i < bodies[k]; ++i) {
      const uint32_t to = (i + shift % bodies[k]) % bodies[k];
      order[0][k][i] = to;
      order[1][k][to] = i;
    }
  }
  uint8_t* before = save_state(c, &size);
  for (int back = 0; back < 2; ++back) {
    const int32_t code = lgjk_tick_renumberN(&c->tick, order[back][0], bodies[0], order[back][1], bodies[1], &error);
    check_error(code, &error, LGJK_OK, 0);
  }
  uint8_t* after = save_state(c, &again);
  require(size == again && memcmp(before, after, (size_t)size) == 0, "numbers and their own again change a tick", size);
  free(before);
  free(after);
}

static void move_bodies(reader* r, tick_call* c) {
  for (uint32_t i = 0; i < c->moving.count; ++i) {
    const float* way = vector_of(&c->w->motion, i);
    for (int k = 0; k < DIM; ++k) c->pose[(size_t)POSE_FLOATS * i + (size_t)k] += way[k];
    c->replaced[2 * i] = read_byte(r) % 8 == 0;
    c->replaced[2 * i + 1] = c->tick.replaced_stride == 0 && read_byte(r) % 8 == 0;
  }
}

static void check_ticks(const world* w, reader* r) {
  tick_call c;
  const uint32_t way = read_below(r, 10), value = read_bytes(r, 4);
  open_tick(r, w, &c);
  for (int run = 0; run < RUNS; ++run) {
    lgjk_pair_list found[2];
    find_lists(&c, found);
    if (run == 1) check_spoiled_tick(&c, way, value);
    check_run(&c, found, found[1].bad_bodies);
    for (int k = 0; k < 2; ++k) close_list(&found[k]);
    if (run == 1) check_renumbering(&c, value >> 8);
    move_bodies(r, &c);
  }
  free(c.tree.memory);
  free(c.tick.memory);
}

#endif
