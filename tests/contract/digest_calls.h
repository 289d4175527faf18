// Hashes of all that the calls besides queries write for an input of the dimension DIM: pairs, casts and slides, what
// is near, mass properties, ticks. Bit by bit, by the bodies of an input, with ways made from their numbers.
#ifndef LGJK_TESTS_DIGEST_CALLS_H
#define LGJK_TESTS_DIGEST_CALLS_H

#include "cast_answers.h"
#include "digest.h"
#include "lanegjk/lanegjk_slide.h"
#include "lanegjk/lanegjk_tick.h"

enum { CALLS_FIND, CALLS_CAST, CALLS_NEAR, CALLS_MASS, CALLS_TICK, CALLS };
static const char* const calls_name[CALLS] = {"find", "cast", "near", "mass", "tick"};

// Room for pairs: more are left out by LGJK_LIST_FIT, which has the same bits everywhere, too. Bodies that are cast at
// all others, or look for those near.
enum { CALLS_ROOM = 2000, CALLS_SOME = 40, CALLS_NEAREST = 4 };

typedef struct digest_calls {
  inputN input;
  uint32_t isa, bodies, some;
  const lgjk_tasks* tasks;
  void *scratch, *tree; // aligned to 64
  uint64_t scratch_size, tree_size;
  float *way, *turn; // of each body
  uint32_t *skip, *a, *b;
  float* distance;
  lgjk_tick tick;
  uint64_t hash[CALLS];
  int failed; // no memory
} digest_calls;

// Aligned to 64, and cleared; C11's function for that is not on all systems. What is freed stands before it.
static inline void* calls_memory(digest_calls* d, uint64_t bytes) {
  char* all = calloc(1, (size_t)bytes + 64 + sizeof(void*));
  d->failed |= all == NULL;
  if (all == NULL) return NULL;
  void** memory = (void**)(((uintptr_t)all + sizeof(void*) + 63) / 64 * 64);
  memory[-1] = all;
  return memory;
}

static inline void calls_free(void* memory) {
  if (memory != NULL) free(((void**)memory)[-1]);
}

static inline void calls_words(uint64_t* hash, const uint32_t* from, uint64_t count) {
  for (uint64_t i = 0; i < count; ++i) digestN_word(hash, from[i]);
}

static inline void calls_bytes(uint64_t* hash, const uint8_t* from, uint64_t count) {
  for (uint64_t i = 0; i < count; ++i) digestN_word(hash, from[i]);
}

// What an error reports belongs to the bits. Returns whether there is none.
static inline bool calls_code(uint64_t* hash, int32_t code, const lgjk_error* error) {
  digestN_word(hash, (uint32_t)code);
  if (code != LGJK_OK) digestN_word(hash, (uint32_t)error->index);
  return code == LGJK_OK;
}

static inline lgjk_pair_list calls_list(const digest_calls* d) {
  return (lgjk_pair_list){
      .struct_size = sizeof(lgjk_pair_list), .flags = LGJK_LIST_FIT, .a = d->a, .b = d->b, .capacity = CALLS_ROOM};
}

static inline void calls_add_list(uint64_t* hash, const lgjk_pair_list* list) {
  calls_words(hash, list->a, list->count);
  calls_words(hash, list->b, list->count);
  digestN_word(hash, (uint32_t)list->count);
  digestN_word(hash, (uint32_t)list->bad_bodies);
  digestN_word(hash, (uint32_t)list->dropped);
}

// ---------------------------------------------------------------- pairs, orders, trees

static inline void calls_find(digest_calls* d) {
  uint64_t* hash = &d->hash[CALLS_FIND];
  lgjk_error error = {.struct_size = sizeof error};
  for (int way = 0; way < 3; ++way) {
    lgjk_pair_list list = calls_list(d);
    const lgjk_find_options options = {.struct_size = sizeof options,
                                       .isa = d->isa,
                                       .margin = way == 0 ? 0 : 0.125f,
                                       .motion = way == 2 ? d->way : NULL,
                                       .tasks = d->tasks};
    const int32_t code = lgjk_find_pairsN(&d->input.bodies, NULL, &list, d->scratch, d->scratch_size, &options, &error);
    if (!calls_code(hash, code, &error)) continue;
    calls_add_list(hash, &list);
    digestN_word(hash, (uint32_t)list.compared);
  }
  if (calls_code(hash, lgjk_orderN(&d->input.bodies, d->skip, d->scratch, d->scratch_size, &error), &error)) {
    calls_words(hash, d->skip, d->bodies);
  }
}

static inline void calls_tree(digest_calls* d) {
  uint64_t* hash = &d->hash[CALLS_FIND];
  const lgjk_tree_options options = {.struct_size = sizeof options, .isa = d->isa, .tasks = d->tasks};
  lgjk_tree_info info = {.struct_size = sizeof info};
  lgjk_error error = {.struct_size = sizeof error};
  calls_code(hash, lgjk_tree_buildN(&d->input.bodies, d->tree, d->tree_size, &options, &error), &error);
  if (!calls_code(hash, lgjk_tree_checkN(d->tree, d->tree_size, &info, &error), &error)) return;
  const uint32_t words[] = {info.bodies, info.placed, info.bad, (uint32_t)info.bytes};
  calls_words(hash, words, 4);
  digestN_floats(hash, info.low, 3);
  digestN_floats(hash, info.high, 3);
  for (uint32_t i = 0; i < d->bodies; ++i) d->skip[i] = i; // itself
}

static inline lgjk_targetN calls_target(const digest_calls* d) {
  return (lgjk_targetN){&d->input.bodies, d->tree, d->tree_size};
}

// ---------------------------------------------------------------- casts and slides

static inline void calls_cast_pairs(digest_calls* d, const float* turn) {
  uint64_t* hash = &d->hash[CALLS_CAST];
  lgjk_error error = {.struct_size = sizeof error};
  const uint64_t count = d->input.pairs.count;
  cast_answers answers = cast_answers_open(count);
  const lgjk_cast_results results = cast_answers_results(&answers);
  const lgjk_cast_options options = {
      .struct_size = sizeof options, .isa = d->isa, .way_a = d->way, .turn_a = turn, .tasks = d->tasks};
  const int32_t code =
      lgjk_castN(&d->input.bodies, &d->input.bodies, &d->input.pairs, 0, count, &results, &options, &error);
  if (calls_code(hash, code, &error)) {
    calls_bytes(hash, answers.status, count);
    calls_bytes(hash, answers.iterations, count);
    digestN_floats(hash, answers.fraction, count);
    digestN_floats(hash, answers.normal, DIM * count);
    digestN_floats(hash, answers.point, DIM * count);
    digestN_floats(hash, answers.depth, count);
  }
  cast_answers_close(&answers);
}

static inline void calls_cast(digest_calls* d) {
  uint64_t* hash = &d->hash[CALLS_CAST];
  lgjk_error error = {.struct_size = sizeof error};
  lgjk_cast_hit hit[CALLS_SOME * 2];
  lgjk_slide_end end[CALLS_SOME];
  calls_cast_pairs(d, NULL);
  calls_cast_pairs(d, d->turn);
  lgjk_bodiesN some = d->input.bodies;
  some.count = d->some;
  const lgjk_targetN target = calls_target(d);
  lgjk_cast_search search = {.struct_size = sizeof search, .k = 2, .hit = hit, .skip = d->skip};
  const lgjk_cast_options options = {.struct_size = sizeof options, .isa = d->isa, .way_a = d->way, .tasks = d->tasks};
  if (calls_code(hash, lgjk_cast_againstN(&some, &target, 1, &search, &options, &error), &error)) {
    for (uint32_t i = 0; i < some.count * 2; ++i) {
      digestN_word(hash, hit[i].body);
      if (hit[i].body == LGJK_NO_BODY) continue;
      digestN_word(hash, hit[i].status);
      digestN_floats(hash, &hit[i].fraction, 1);
      digestN_floats(hash, &hit[i].depth, 1);
      digestN_floats(hash, hit[i].normal, DIM);
      digestN_floats(hash, hit[i].point, DIM);
    }
  }
  lgjk_slide slide = {.struct_size = sizeof slide, .end = end};
  const lgjk_slide_options slides = {.struct_size = sizeof slides,
                                     .isa = d->isa,
                                     .up = {0, 1, 0},
                                     .step_height = 0.25f,
                                     .snap = 0.125f,
                                     .skip = d->skip};
  if (!calls_code(hash, lgjk_slideN(&some, d->way, &target, 1, &slide, &slides, &error), &error)) return;
  for (uint32_t i = 0; i < some.count; ++i) {
    const uint32_t words[] = {end[i].status, end[i].planes, end[i].ground, end[i].casts};
    calls_words(hash, words, 4);
    digestN_floats(hash, end[i].position, DIM);
    digestN_floats(hash, end[i].ground_normal, DIM);
    digestN_floats(hash, &end[i].left, 1);
  }
}

// ---------------------------------------------------------------- what is near

static inline void calls_near_list(digest_calls* d, bool shapes) {
  uint64_t* hash = &d->hash[CALLS_NEAR];
  const lgjk_targetN target = calls_target(d);
  lgjk_error error = {.struct_size = sizeof error};
  lgjk_pair_list list = calls_list(d);
  lgjk_bodiesN some = d->input.bodies;
  some.count = d->some;
  const lgjk_near_options options = {.struct_size = sizeof options,
                                     .isa = d->isa,
                                     .max_distance = 0.5f,
                                     .stride = shapes ? 0 : 4 * POSE_FLOATS,
                                     .skip = d->skip,
                                     .tasks = d->tasks};
  const int32_t code =
      shapes ? lgjk_within_shapesN(&some, &target, 1, &list, d->distance, d->scratch, d->scratch_size, &options, &error)
             : lgjk_withinN(some.pose, some.count, &target, 1, &list, d->distance, d->scratch, d->scratch_size,
                            &options, &error);
  if (!calls_code(hash, code, &error)) return;
  calls_add_list(hash, &list);
  digestN_floats(hash, d->distance, (size_t)list.count);
}

static inline void calls_nearest(digest_calls* d, bool shapes) {
  uint64_t* hash = &d->hash[CALLS_NEAR];
  const lgjk_targetN target = calls_target(d);
  lgjk_error error = {.struct_size = sizeof error};
  lgjk_bodiesN some = d->input.bodies;
  some.count = d->some;
  const lgjk_near_options options = {.struct_size = sizeof options,
                                     .isa = d->isa,
                                     .stride = shapes ? 0 : 4 * POSE_FLOATS,
                                     .skip = d->skip,
                                     .tasks = d->tasks};
  const int32_t code = shapes ? lgjk_nearest_shapesN(&some, &target, 1, CALLS_NEAREST, d->a, d->distance, d->b,
                                                     d->scratch, d->scratch_size, &options, &error)
                              : lgjk_nearestN(some.pose, some.count, &target, 1, CALLS_NEAREST, d->a, d->distance, d->b,
                                              d->scratch, d->scratch_size, &options, &error);
  if (!calls_code(hash, code, &error)) return;
  calls_words(hash, d->a, (uint64_t)some.count * CALLS_NEAREST);
  calls_words(hash, d->b, some.count);
  digestN_floats(hash, d->distance, (size_t)some.count * CALLS_NEAREST);
}

// ---------------------------------------------------------------- mass properties

static inline void calls_mass(digest_calls* d) {
  uint64_t* hash = &d->hash[CALLS_MASS];
  lgjk_error error = {.struct_size = sizeof error};
  for (uint32_t i = 0; i < lgjk_shapesN_count(d->input.bodies.shapes); ++i) {
    lgjk_massN mass = {.struct_size = sizeof mass};
    if (!calls_code(hash, lgjk_shapesN_mass(d->input.bodies.shapes, i, &mass, &error), &error)) continue;
    digestN_floats(hash, &mass.mass, 1);
    digestN_floats(hash, mass.centre, DIM);
    digestN_floats(hash, (const float*)&mass.inertia, DIM == 2 ? 1 : 6);
  }
}

// ---------------------------------------------------------------- ticks

static inline void calls_tick_list(uint64_t* hash, const lgjk_tick_list* list) {
  const uint64_t n = list->pairs.count;
  calls_words(hash, list->pairs.a, n);
  calls_words(hash, list->pairs.b, n);
  calls_bytes(hash, list->status, n);
  calls_bytes(hash, list->touching, n);
  digestN_floats(hash, list->distance, n);
  digestN_floats(hash, list->normal, DIM * n);
  digestN_floats(hash, list->point_a, DIM * n);
  digestN_floats(hash, list->point_b, DIM * n);
  for (uint64_t i = 0; i < n; ++i) digestN_manifold(hash, &list->manifoldN[i]);
  for (uint64_t i = 0; i < list->event_count; ++i) {
    const lgjk_event* e = &list->events[i];
    const uint32_t words[] = {e->a, e->b, e->kind, e->pair};
    calls_words(hash, words, 4);
  }
  digestN_word(hash, (uint32_t)list->dropped);
}

// A run, what it pushes apart, and the state that is left.
static inline void calls_tick(digest_calls* d, float* push, uint8_t* saved, uint64_t capacity) {
  uint64_t *hash = &d->hash[CALLS_TICK], size = 0;
  lgjk_error error = {.struct_size = sizeof error};
  lgjk_bodiesN rest = d->input.bodies;
  rest.count = d->some;
  const lgjk_tree_options tree = {.struct_size = sizeof tree, .isa = d->isa, .tasks = d->tasks};
  calls_code(hash, lgjk_tree_buildN(&rest, d->tree, d->tree_size, &tree, &error), &error);
  const lgjk_targetN fixed = {&rest, d->tree, d->tree_size};
  const lgjk_find_options find = {.struct_size = sizeof find, .isa = d->isa, .margin = 0.0625f, .tasks = d->tasks};
  const lgjk_options contact = {.struct_size = sizeof contact, .isa = d->isa, .margin = 0.03125f, .tasks = d->tasks};
  if (!calls_code(hash, lgjk_tick_runN(&d->tick, &d->input.bodies, &fixed, &find, &contact, &error), &error)) return;
  calls_tick_list(hash, &d->tick.among);
  calls_tick_list(hash, &d->tick.against);
  memset(push, 0, (size_t)d->bodies * DIM * sizeof *push);
  if (calls_code(hash, lgjk_push_apartN(&d->tick, d->bodies, NULL, push, &error), &error)) {
    digestN_floats(hash, push, (size_t)d->bodies * DIM);
  }
  if (calls_code(hash, lgjk_tick_saveN(&d->tick, saved, capacity, &size, &error), &error))
    calls_bytes(hash, saved, size);
}

static inline void calls_ticks(digest_calls* d) {
  lgjk_tick* tick = &d->tick;
  lgjk_error error = {.struct_size = sizeof error};
  lgjk_tick_init(tick);
  tick->flags = LGJK_TICK_RECORDS | LGJK_TICK_PERSIST | LGJK_TICK_POINTS | LGJK_TICK_MANIFOLDS;
  tick->max_bodies = d->bodies;
  tick->max_pairs = CALLS_ROOM;
  tick->slop = 0.015625f;
  tick->size = lgjk_tick_sizeN(tick->max_bodies, tick->max_pairs, tick->flags);
  tick->memory = calls_memory(d, tick->size);
  float* push = calls_memory(d, (uint64_t)d->bodies * DIM * sizeof *push);
  uint8_t* saved = calls_memory(d, tick->size);
  if (!d->failed) calls_code(&d->hash[CALLS_TICK], lgjk_tick_initN(tick, &error), &error);
  for (uint32_t frame = 0; frame < DIGEST_FRAMES && !d->failed; ++frame) {
    calls_tick(d, push, saved, tick->size);
    inputsN_advance(&d->input);
  }
  calls_free(tick->memory);
  calls_free(push);
  calls_free(saved);
}

// ---------------------------------------------------------------- all of an input

// A way for each body, of a length such that many touch; and for its turn the rotation of the next one.
static inline void calls_ways(digest_calls* d) {
  enum { TURN = POSE_FLOATS - DIM };
  for (uint32_t i = 0; i < d->bodies; ++i) {
    const float* next = d->input.bodies.pose + (size_t)POSE_FLOATS * ((i + 1) % d->bodies);
    for (uint32_t k = 0; k < DIM; ++k) d->way[DIM * i + k] = (float)((int)((7 * i + 3 * k * i + k) % 17) - 8) * 0.25f;
    memcpy(d->turn + (size_t)TURN * i, next + DIM, TURN * sizeof *next);
  }
}

static inline void digest_calls_open(digest_calls* d) {
  const uint64_t sizes[] = {lgjk_find_scratchN(d->bodies, 0, CALLS_ROOM), lgjk_near_scratchN(d->bodies, CALLS_ROOM),
                            lgjk_nearest_shapes_scratchN(d->some, CALLS_NEAREST, d->bodies),
                            lgjk_tree_sizeN(d->bodies)};
  for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; ++i) {
    if (d->scratch_size < sizes[i]) d->scratch_size = sizes[i];
  }
  d->tree_size = lgjk_tree_sizeN(d->bodies);
  d->scratch = calls_memory(d, d->scratch_size);
  d->tree = calls_memory(d, d->tree_size);
  d->way = calls_memory(d, (uint64_t)d->bodies * DIM * sizeof *d->way);
  d->turn = calls_memory(d, (uint64_t)d->bodies * POSE_FLOATS * sizeof *d->turn);
  d->skip = calls_memory(d, (uint64_t)d->bodies * sizeof *d->skip);
  d->a = calls_memory(d, CALLS_ROOM * sizeof *d->a);
  d->b = calls_memory(d, CALLS_ROOM * sizeof *d->b);
  d->distance = calls_memory(d, CALLS_ROOM * sizeof *d->distance);
}

// The hashes of an input, one for each kind of call, folded so that a row fits a line. Not 0 without memory.
static inline int digest_calls_input(uint32_t number, uint32_t isa, uint32_t pairs, const lgjk_tasks* tasks,
                                     uint32_t hash[CALLS]) {
  digest_calls d = {.isa = isa, .tasks = tasks};
  if (inputsN_open(&d.input, number, DIGEST_SEED, pairs) != 0) return 1;
  d.bodies = d.input.bodies.count;
  d.some = d.bodies < CALLS_SOME ? d.bodies : CALLS_SOME;
  for (int i = 0; i < CALLS; ++i) d.hash[i] = UINT64_C(0xCBF29CE484222325);
  digest_calls_open(&d);
  if (!d.failed) {
    calls_ways(&d);
    calls_find(&d);
    calls_tree(&d);
    calls_cast(&d);
    for (int shapes = 0; shapes < 2; ++shapes) {
      calls_near_list(&d, shapes);
      calls_nearest(&d, shapes);
    }
    calls_mass(&d);
    calls_ticks(&d);
  }
  for (int i = 0; i < CALLS; ++i) hash[i] = (uint32_t)(d.hash[i] >> 32 ^ d.hash[i]);
  calls_free(d.scratch);
  calls_free(d.tree);
  calls_free(d.way);
  calls_free(d.turn);
  calls_free(d.skip);
  calls_free(d.a);
  calls_free(d.b);
  calls_free(d.distance);
  inputsN_close(&d.input);
  return d.failed;
}

// As a row of golden2.h and golden3.h.
static inline void digest_calls_print(uint32_t number, const uint32_t hash[CALLS]) {
  printf("CALLS(\"%s\"", inputsN_name(number));
  for (uint32_t i = 0; i < CALLS; ++i) printf(", 0x%08xu", (unsigned)hash[i]);
  printf(")\n");
}

#endif
