// The memory of a tick: it may be any memory from malloc, it says what it was begun with, a damaged one is refused, and
// a saved state goes on as the tick that it was saved from. Compiled once for each dimension.
#include "test.h"
#include "tick_world.h"

// Puts a world's state at the beginning of other memory, which was not cleared.
static void begin_elsewhere(world* w, char* memory) {
  memset(memory, 0xA5, w->tick.size);
  free(w->tick.memory);
  w->tick.memory = memory;
  assert_int_equal(lgjk_tick_initN(&w->tick, NULL), LGJK_OK);
}

static void run_ticks(world* w, uint64_t* hash, int count) {
  for (int tick = 0; tick < count; ++tick) {
    step(w);
    hash[tick] = hash_tick(&w->tick);
  }
}

TEST(any_memory_of_malloc_is_taken) {
  uint64_t expected[TICKS], hash[TICKS];
  world w;
  open_world(&w, LGJK_TICK_RECORDS);
  run_ticks(&w, expected, TICKS); // memory that is all 0
  close_world(&w);
  for (size_t skip = 0; skip < 64; skip += 8) {
    open_world(&w, LGJK_TICK_RECORDS);
    char* memory = malloc(w.tick.size + 64);
    begin_elsewhere(&w, memory + skip);
    run_ticks(&w, hash, TICKS / 2);
    // A copy at a place of another alignment goes on.
    char* copy = malloc(w.tick.size + 128);
    char* moved = copy + (skip + 24) % 64;
    memcpy(moved, w.tick.memory, w.tick.size);
    w.tick.memory = moved;
    run_ticks(&w, hash + TICKS / 2, TICKS - TICKS / 2);
    assert_memory_equal(hash, expected, sizeof hash);
    free(memory);
    w.tick.memory = copy;
    close_world(&w);
  }
}

TEST(init_forgets_what_was_there) {
  world w;
  uint64_t first, again;
  open_world(&w, 0);
  assert_int_equal(run(&w, NULL), LGJK_OK);
  first = hash_tick(&w.tick);
  assert_int_equal(lgjk_tick_initN(&w.tick, NULL), LGJK_OK);
  assert_int_equal(w.tick.among.pairs.count, 0);
  assert_int_equal(run(&w, NULL), LGJK_OK);
  again = hash_tick(&w.tick);
  assert_true(first == again && w.tick.among.event_count > 0);
  close_world(&w);
}

// What a caller says of the memory has to be what it was begun with.
TEST(memory_says_what_it_was_begun_with) {
  world w;
  lgjk_error error = {.struct_size = sizeof error};
  open_world(&w, 0);
  assert_int_equal(run(&w, NULL), LGJK_OK);
  const lgjk_tick good = w.tick;
  w.tick.max_bodies = MOVING - 1;
  w.moving.count = MOVING - 1;
  expect_refusal(run(&w, &error), &error, "tick->max_bodies is 599, but tick->memory was begun with 600");
  assert_int_equal(error.index, MOVING);
  w.moving.count = MOVING;
  w.tick = good;
  w.tick.max_pairs = PAIRS - 1;
  expect_refusal(run(&w, &error), &error, "tick->max_pairs");
  w.tick = good;
  w.tick.flags = LGJK_TICK_PERSIST;
  expect_refusal(run(&w, &error), &error, "tick->flags");
  w.tick = good;
  w.tick.size = 1000;
  expect_refusal(run(&w, &error), &error, "tick->size is 1000, but");
  assert_int_equal(error.index, good.size);
  w.tick = good;
  assert_int_equal(run(&w, NULL), LGJK_OK);
  memset(w.tick.memory, 0xA5, 64);
  expect_refusal(run(&w, &error), &error, "holds no tick");
  close_world(&w);
}

// Whatever byte of the head is wrong, a run is refused, and writes nothing.
TEST(a_damaged_head_is_refused) {
  enum { HEAD = 56 };
  world w;
  lgjk_error error = {.struct_size = sizeof error};
  open_world(&w, 0);
  assert_int_equal(run(&w, NULL), LGJK_OK);
  uint8_t *memory = w.tick.memory, *before = malloc(w.tick.size);
  for (size_t at = 0; at < HEAD; ++at) {
    memory[at] ^= (uint8_t)(1 + at);
    memcpy(before, memory, w.tick.size);
    assert_int_equal(run(&w, &error), LGJK_ERROR_ARGUMENT);
    assert_non_null(strstr(error.text, "tick->"));
    assert_memory_equal(before, memory, w.tick.size);
    assert_int_equal(lgjk_tick_renumberN(&w.tick, NULL, 0, NULL, 0, &error), LGJK_ERROR_ARGUMENT);
    memory[at] ^= (uint8_t)(1 + at);
  }
  assert_int_equal(run(&w, NULL), LGJK_OK);
  free(before);
  close_world(&w);
}

// ---------------------------------------------------------------- saved states

static uint8_t* save(const world* w, uint64_t* size) {
  assert_int_equal(lgjk_tick_saveN(&w->tick, NULL, 0, size, NULL), LGJK_OK);
  uint8_t* saved = malloc(*size);
  uint64_t again;
  assert_int_equal(lgjk_tick_saveN(&w->tick, saved, *size, &again, NULL), LGJK_OK);
  assert_int_equal(*size, again);
  return saved;
}

// Of each tick: a world that is loaded goes on with the same bits. `more`: by so much its memory has more room.
static void expect_continuation(uint32_t flags, uint32_t more) {
  uint64_t expected[TICKS], hash[TICKS];
  for (int at = 0; at < TICKS; at += 6) {
    world w, loaded;
    open_world(&w, flags);
    run_ticks(&w, expected, at);
    uint64_t size;
    uint8_t* saved = save(&w, &size);
    loaded = w;
    const uint64_t random = random_state;
    run_ticks(&w, expected + at, TICKS - at);
    loaded.tick.max_bodies += more;
    loaded.tick.max_pairs += more;
    loaded.tick.size = lgjk_tick_sizeN(loaded.tick.max_bodies, loaded.tick.max_pairs, flags);
    loaded.tick.memory = malloc(loaded.tick.size);
    memset(loaded.tick.memory, 0x5A, loaded.tick.size);
    loaded.moving.shape = loaded.shape;
    loaded.moving.pose = loaded.pose[0];
    loaded.filters.category = loaded.category;
    loaded.find.filters_a = &loaded.filters;
    loaded.fixed.shape = loaded.shape + MOVING;
    loaded.fixed.pose = loaded.pose[MOVING];
    loaded.tick.replaced = loaded.replaced;
    random_state = random;
    assert_int_equal(lgjk_tick_loadN(&loaded.tick, saved, size, NULL), LGJK_OK);
    run_ticks(&loaded, hash + at, TICKS - at);
    for (int tick = at; tick < TICKS; ++tick) assert_true(hash[tick] == expected[tick]);
    free(saved);
    free(loaded.tick.memory);
    close_world(&w);
  }
}

TEST(a_loaded_state_goes_on) {
  expect_continuation(0, 0);
  expect_continuation(LGJK_TICK_PERSIST, 100);
  expect_continuation(LGJK_TICK_RECORDS, 0);
  expect_continuation(LGJK_TICK_RECORDS | LGJK_TICK_POINTS | LGJK_TICK_MANIFOLDS, 7);
}

// The header states the bytes: 40 and 8 for each pair that touches, with records 28 for each pair.
TEST(saved_states_are_small) {
  for (uint32_t flags = 0; flags <= LGJK_TICK_RECORDS; ++flags) {
    world w;
    uint64_t size, pairs = 0, touching = 0;
    open_world(&w, flags);
    assert_int_equal(run(&w, NULL), LGJK_OK);
    free(save(&w, &size));
    const lgjk_tick_list* lists[2] = {&w.tick.among, &w.tick.against};
    for (int k = 0; k < 2; ++k) {
      pairs += lists[k]->pairs.count;
      for (uint64_t i = 0; i < lists[k]->pairs.count; ++i) touching += lists[k]->touching[i];
    }
    assert_true(touching > 0 && pairs > touching);
    assert_int_equal(size, 40 + (flags ? 28 * pairs : 8 * touching));
    close_world(&w);
  }
}

// A wrong byte anywhere, or a wrong size, is refused, and the memory is as before.
TEST(damaged_states_are_refused) {
  world w;
  lgjk_error error = {.struct_size = sizeof error};
  uint64_t size, needed;
  open_world(&w, LGJK_TICK_RECORDS);
  assert_int_equal(run(&w, NULL), LGJK_OK);
  uint8_t *saved = save(&w, &size), *before = malloc(w.tick.size);
  memcpy(before, w.tick.memory, w.tick.size);
  for (uint64_t at = 0; at < size; at += at < 64 ? 1 : 97) {
    saved[at] ^= 0x10;
    assert_int_equal(lgjk_tick_loadN(&w.tick, saved, size, &error), LGJK_ERROR_ARGUMENT);
    assert_non_null(strstr(error.text, "saved"));
    saved[at] ^= 0x10;
  }
  for (uint64_t shorter = 0; shorter < size; shorter += 1 + shorter / 8) {
    uint8_t* cut = malloc(shorter + 1); // so that a sanitizer sees where it ends
    memcpy(cut, saved, shorter);
    assert_int_equal(lgjk_tick_loadN(&w.tick, cut, shorter, &error), LGJK_ERROR_ARGUMENT);
    free(cut);
  }
  expect_refusal(lgjk_tick_loadN(&w.tick, NULL, size, &error), &error, "saved is NULL");
  uint8_t* inside = (uint8_t*)w.tick.memory + w.tick.size - size;
  memcpy(inside, saved, size);
  memcpy(before, w.tick.memory, w.tick.size);
  expect_refusal(lgjk_tick_loadN(&w.tick, inside, size, &error), &error, "tick->memory overlaps saved");
  expect_refusal(lgjk_tick_saveN(&w.tick, inside, size, &needed, &error), &error, "saved overlaps tick->memory");
  assert_memory_equal(before, w.tick.memory, w.tick.size);
  assert_int_equal(lgjk_tick_saveN(&w.tick, saved, size - 1, &needed, &error), LGJK_ERROR_CAPACITY);
  assert_true(error.index == size && needed == size);
  expect_refusal(lgjk_tick_saveN(&w.tick, saved, size, NULL, &error), &error, "size is NULL");

  lgjk_tick small = w.tick;
  small.max_pairs = 20;
  assert_int_equal(lgjk_tick_loadN(&small, saved, size, &error), LGJK_ERROR_CAPACITY);
  assert_true(error.index > 20);
  small = w.tick;
  small.max_bodies = 20;
  expect_refusal(lgjk_tick_loadN(&small, saved, size, &error), &error, "tick->max_bodies is 20, but");
  small = w.tick;
  small.flags = 0;
  expect_refusal(lgjk_tick_loadN(&small, saved, size, &error), &error, "records");
  assert_memory_equal(before, w.tick.memory, w.tick.size);
  free(before);
  free(saved);
  close_world(&w);
}

// All pairs that there is room for end, and as many others begin: events have room for both, beside the other list.
TEST(all_pairs_end_and_as_many_begin) {
  enum { N = 20, BODIES = 2 * N + 1, WALLED = 18 };
  static const float centre[DIM] = {0};
  lgjk_shapeN_def defs[2] = {rounded_pointsN(centre, 1, 0.3f), long_boxN(13, 0)};
  for (uint32_t k = 1; k < DIM; ++k) defs[1].size[k] = 1;
  lgjk_shapesN* shapes = build_shapesN(defs, 2);
  uint32_t shape[BODIES] = {0}, wall = 1;
  float pose[BODIES * POSE_FLOATS] = {0}, place[POSE_FLOATS] = {12.5f, -1.2f};
  place[POSE_UNIT] = 1;
  const lgjk_bodiesN moving = packed_bodies(shapes, BODIES, shape, pose, NULL);
  const lgjk_bodiesN fixed = packed_bodies(shapes, 1, &wall, place, NULL);
  const built_tree tree = build_tree(&fixed, NULL);
  const lgjk_targetN target = {&fixed, tree.memory, tree.size};
  lgjk_tick tick = {.struct_size = sizeof tick, .max_bodies = BODIES, .max_pairs = N};
  tick.size = lgjk_tick_sizeN(tick.max_bodies, tick.max_pairs, tick.flags);
  tick.memory = memory_of(tick.size);
  for (uint32_t run = 0; run < 4; ++run) {
    for (uint32_t i = 0; i < BODIES; ++i) { // bodies 2 i and 2 i + 1, or 2 i - 1 and 2 i
      const uint32_t at = i + run % 2;
      pose[POSE_FLOATS * i] = 3.0f * (float)(at / 2) + 0.5f * (float)(at % 2);
      pose[POSE_FLOATS * i + POSE_UNIT] = 1;
    }
    assert_int_equal(lgjk_tick_runN(&tick, &moving, &target, NULL, NULL, NULL), LGJK_OK);
    assert_int_equal(tick.among.pairs.count, N);
    assert_int_equal(tick.among.event_count, run == 0 ? N : 2 * N);
    for (uint32_t i = 0, next = 0; i < 2 * N; ++i) { // pairs (i, i + 1), which take turns
      const bool begins = i % 2 == run % 2;
      if (run == 0 && !begins) continue;
      const lgjk_event* e = &tick.among.events[next++];
      assert_int_equal(e->a, i);
      assert_int_equal(e->b, i + 1);
      assert_int_equal(e->kind, begins ? LGJK_EVENT_BEGIN : LGJK_EVENT_END);
    }
    assert_int_equal(tick.against.pairs.count, WALLED - run % 2); // the last of them comes and goes
    assert_int_equal(tick.against.event_count, run == 0 ? WALLED : 1);
  }
  free(tree.memory);
  free(tick.memory);
  lgjk_shapesN_destroy(shapes);
}
