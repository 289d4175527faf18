// Random changes to the memory of a tick and to a saved state: each call ends with an error or a result, and touches
// nothing outside of the memory, which the sanitizers of their build see. LGJK_TEST_DAMAGE is the number of changes of
// each kind. Compiled once for each dimension.
#include <stdio.h>

#include "built.h"
#include "built_index.h"
#include "lanegjk/lanegjk_tick.h"
#include "packed.h"
#include "test.h"
#include "test_random.h"

enum { BODIES = 6, WALLS = 2, ROOM = 12, USUAL = 20000 };

typedef struct small_world {
  lgjk_shapesN* shapes;
  float pose[BODIES + WALLS][POSE_FLOATS];
  uint32_t shape[BODIES + WALLS];
  lgjk_bodiesN moving, fixed;
  void* index;
  lgjk_tick tick;
} small_world;

static void open_small(small_world* w, uint32_t flags) {
  static const float centre[DIM] = {0};
  memset(w, 0, sizeof *w);
  const lgjk_shapeN_def def = rounded_pointsN(centre, 1, 0.5f);
  w->shapes = build_shapesN(&def, 1);
  for (uint32_t i = 0; i < BODIES + WALLS; ++i) {
    w->pose[i][0] = 0.7f * (float)(i % BODIES);
    w->pose[i][1] = i < BODIES ? 0 : 0.8f;
    w->pose[i][POSE_UNIT] = 1;
  }
  w->moving = packed_bodies(w->shapes, BODIES, w->shape, w->pose[0], NULL);
  w->fixed = packed_bodies(w->shapes, WALLS, w->shape + BODIES, w->pose[BODIES], NULL);
  w->index = build_index(&w->fixed, (lgjk_index_def){.reach = 1}, NULL, NULL);
  lgjk_tick_init(&w->tick);
  w->tick.flags = flags;
  w->tick.max_bodies = BODIES;
  w->tick.max_pairs = ROOM;
  w->tick.size = lgjk_tick_sizeN(BODIES, ROOM, flags);
  w->tick.memory = malloc(w->tick.size); // its ends are those of a block that a sanitizer knows
  assert_int_equal(lgjk_tick_initN(&w->tick, NULL), LGJK_OK);
}

static void close_small(small_world* w) {
  lgjk_shapesN_destroy(w->shapes);
  free(w->index);
  free(w->tick.memory);
}

static int32_t run_small(small_world* w, lgjk_error* error) {
  return lgjk_tick_runN(&w->tick, &w->moving, &w->fixed, w->index, NULL, NULL, error);
}

static uint64_t changes(void) {
  const char* wanted = getenv("LGJK_TEST_DAMAGE");
  return wanted != NULL ? strtoull(wanted, NULL, 10) : USUAL;
}

// Changes one to four bytes or words, some of them to numbers that are at borders.
static void damage(uint8_t* bytes, uint64_t size) {
  static const uint32_t odd[] = {0, 1, 2, 0x7fffffff, 0x80000000, 0xffffffff, 0xfffffffe, BODIES, ROOM, ROOM + 1};
  const uint32_t times = 1 + random_below(4);
  for (uint32_t t = 0; t < times; ++t) {
    if (random_below(2) == 0) {
      bytes[random_below((uint32_t)size)] ^= (uint8_t)(1 + random_below(255));
    } else {
      const uint32_t word = odd[random_below(sizeof odd / sizeof odd[0])];
      memcpy(bytes + random_below((uint32_t)size / 4) * 4, &word, sizeof word);
    }
  }
}

static uint64_t checksum_of(const uint8_t* bytes, uint64_t count) {
  uint64_t hash = UINT64_C(14695981039346656037);
  for (uint64_t i = 0; i < count; ++i) hash = (hash ^ bytes[i]) * UINT64_C(1099511628211);
  return hash;
}

static void check_outcome(int32_t code, const lgjk_error* error) {
  if (code == LGJK_OK) return;
  assert_true(code == LGJK_ERROR_ARGUMENT || code == LGJK_ERROR_CAPACITY);
  assert_true(error->text[0] != '\0' && strstr(error->text, "before") == NULL);
}

// Where the checksum is brought up to date, damage reaches what it guards.
TEST(no_saved_state_does_harm) {
  for (uint32_t flags = 0; flags <= LGJK_TICK_RECORDS; ++flags) {
    small_world w;
    lgjk_error error = {.struct_size = sizeof error};
    uint64_t size, loaded = 0;
    random_state = 31 + flags;
    open_small(&w, flags);
    assert_int_equal(run_small(&w, NULL), LGJK_OK);
    assert_int_equal(lgjk_tick_saveN(&w.tick, NULL, 0, &size, NULL), LGJK_OK);
    uint8_t *good = malloc(size), *saved = malloc(size);
    assert_int_equal(lgjk_tick_saveN(&w.tick, good, size, &size, NULL), LGJK_OK);
    const uint64_t count = changes() / 2;
    for (uint64_t n = 0; n < count; ++n) {
      memcpy(saved, good, size);
      damage(saved, size - 8);
      if (random_below(8) != 0) {
        const uint64_t sum = checksum_of(saved, size - 8);
        for (int k = 0; k < 8; ++k) saved[size - 8 + (uint64_t)k] = (uint8_t)(sum >> 8 * k);
      }
      const int32_t code = lgjk_tick_loadN(&w.tick, saved, size, &error);
      check_outcome(code, &error);
      if (code != LGJK_OK || random_below(16) != 0) continue;
      ++loaded;
      check_outcome(run_small(&w, &error), &error);
    }
    print_message("  seed %u: %llu changes, %llu of them loaded and run\n", 31 + flags, (unsigned long long)count,
                  (unsigned long long)loaded);
    assert_true(loaded > 0);
    free(good);
    free(saved);
    close_small(&w);
  }
}

// The state is at the beginning of the memory, so that most changes go there.
TEST(no_memory_does_harm) {
  enum { HEAD = 56 };
  for (uint32_t flags = 0; flags < 16; flags += 5) {
    small_world w;
    lgjk_error error = {.struct_size = sizeof error};
    uint64_t run = 0;
    random_state = 41 + flags;
    open_small(&w, flags);
    assert_int_equal(run_small(&w, NULL), LGJK_OK);
    const uint64_t part = 4096, count = changes() / 4;
    uint8_t *memory = w.tick.memory, *good = malloc(part);
    float push[BODIES * DIM] = {0};
    memcpy(good, memory, part);
    for (uint64_t n = 0; n < count; ++n) {
      memcpy(memory, good, part);
      damage(memory, random_below(4) == 0 ? part : random_below(2) == 0 ? HEAD : 512);
      if (random_below(8) != 0) {
        const uint64_t sum = checksum_of(memory, HEAD - 8);
        memcpy(memory + HEAD - 8, &sum, sizeof sum);
      }
      uint64_t size;
      const uint32_t order[BODIES] = {1, 0, 3, 2, 5, 4};
      check_outcome(lgjk_tick_saveN(&w.tick, NULL, 0, &size, &error), &error);
      if (random_below(4) == 0) {
        check_outcome(lgjk_tick_renumberN(&w.tick, order, BODIES, NULL, 0, &error), &error);
        continue;
      }
      if (random_below(16) != 0) continue;
      const int32_t code = run_small(&w, &error);
      check_outcome(code, &error);
      run += code == LGJK_OK;
      if (code == LGJK_OK) assert_int_equal(lgjk_push_apartN(&w.tick, BODIES, NULL, push, NULL), LGJK_OK);
    }
    print_message("  seed %u: %llu changes, %llu runs\n", 41 + flags, (unsigned long long)count,
                  (unsigned long long)run);
    assert_true(run > 0);
    free(good);
    close_small(&w);
  }
}
