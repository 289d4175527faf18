// Random changes to the memory of a tick and to a saved state: each call ends with an error or a result, and touches
// nothing outside of the memory, which the sanitizers of their build see. LGJK_TEST_DAMAGE is the number of changes of
// each kind. Compiled once for each dimension.
#include <math.h>
#include <stdio.h>

#include "built.h"
#include "built_tree.h"
#include "lanegjk/lanegjk_tick.h"
#include "packed.h"
#include "test.h"
#include "test_random.h"

enum { BODIES = 6, WALLS = 2, ROOM = 12, USUAL = 20000, CORNERS = 12, HEAD = 56 };
static const uint32_t turned[BODIES] = {1, 0, 3, 2, 5, 4}, turned_fixed[WALLS] = {1, 0};

typedef struct small_world {
  lgjk_shapesN* shapes;
  float pose[BODIES + WALLS][POSE_FLOATS], push[BODIES][DIM];
  uint32_t shape[BODIES + WALLS];
  lgjk_bodiesN moving, fixed;
  built_tree tree;
  lgjk_tick tick, after; // after: a run
  uint8_t* memory;
} small_world;

// Balls, and bodies whose contacts read records.
static lgjk_shapesN* make_small_shapes(void) {
  static const float centre[DIM] = {0};
  float corner[CORNERS][DIM];
  for (int i = 0; i < CORNERS; ++i) {
    const float height = DIM == 2 ? 0 : 1 - (2 * (float)i + 1) / CORNERS,
                angle = (DIM == 2 ? 0.5236f : 2.4f) * (float)i;
    const float wide = 0.5f * sqrtf(1 - height * height);
    corner[i][0] = wide * cosf(angle);
    corner[i][1] = wide * sinf(angle);
    if (DIM == 3) corner[i][DIM - 1] = 0.5f * height;
  }
  const lgjk_shapeN_def defs[2] = {rounded_pointsN(centre, 1, 0.5f), rounded_pointsN(corner[0], CORNERS, 0)};
  return build_shapesN(defs, 2);
}

// Blocks end where their arrays end, so that a sanitizer sees what is read or written beyond.
static uint8_t* marks(uint32_t count) {
  uint8_t* mark = calloc(1, count);
  mark[0] = 1;
  return mark;
}

static int32_t run_small(small_world* w, lgjk_error* error) {
  return lgjk_tick_runN(&w->tick, &w->moving, TARGET(&w->fixed, &w->tree), NULL, NULL, error);
}

// A world after two runs, so that both buffers have been used.
static void open_small(small_world* w, uint32_t flags) {
  memset(w, 0, sizeof *w);
  w->shapes = make_small_shapes();
  for (uint32_t i = 0; i < BODIES + WALLS; ++i) {
    w->shape[i] = i % 2;
    w->pose[i][0] = 0.7f * (float)(i % BODIES);
    w->pose[i][1] = i < BODIES ? 0 : 0.8f;
    w->pose[i][POSE_UNIT] = 1;
  }
  w->moving = packed_bodies(w->shapes, BODIES, w->shape, w->pose[0], NULL);
  w->fixed = packed_bodies(w->shapes, WALLS, w->shape + BODIES, w->pose[BODIES], NULL);
  w->tree = build_tree(&w->fixed, NULL);
  lgjk_tick_init(&w->tick);
  w->tick.flags = flags;
  w->tick.max_bodies = BODIES;
  w->tick.max_pairs = ROOM;
  w->tick.slop = 0.05f;
  w->tick.replaced = marks(BODIES);
  w->tick.replaced_fixed = marks(WALLS);
  w->tick.size = lgjk_tick_sizeN(BODIES, ROOM, flags);
  w->tick.memory = w->memory = malloc(w->tick.size);
  assert_int_equal(lgjk_tick_initN(&w->tick, NULL), LGJK_OK);
  for (int run = 0; run < 2; ++run) assert_int_equal(run_small(w, NULL), LGJK_OK);
  w->after = w->tick;
}

static void close_small(small_world* w) {
  lgjk_shapesN_destroy(w->shapes);
  free(w->tree.memory);
  free((void*)(uintptr_t)w->tick.replaced);
  free((void*)(uintptr_t)w->tick.replaced_fixed);
  free(w->memory);
}

static uint64_t changes(void) {
  const char* text = getenv("LGJK_TEST_DAMAGE");
  return text != NULL ? strtoull(text, NULL, 10) : USUAL;
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

// An error names what the caller gave.
static bool is_outcome(int32_t code, const lgjk_error* error) {
  if (code == LGJK_OK) return true;
  assert_true(code == LGJK_ERROR_ARGUMENT || code == LGJK_ERROR_CAPACITY);
  const char* names[] = {"tick->", "saved", "size is", "bodies is", "fixed_bodies is", "fixed->bodies->count is"};
  for (size_t i = 0; i < sizeof names / sizeof names[0]; ++i) {
    if (strncmp(error->text, names[i], strlen(names[i])) == 0) return false;
  }
  fail_msg("%s", error->text);
  return false;
}

// Runs a world, whatever its memory holds, and uses what it reports. Returns whether there was no error.
static bool try_run(small_world* w) {
  lgjk_error error = {.struct_size = sizeof error};
  const bool done = is_outcome(run_small(w, &error), &error);
  const lgjk_tick_list *among = &w->tick.among, *against = &w->tick.against;
  if (!done) {
    assert_true(among->pairs.count == 0 && against->event_count == 0);
    return false;
  }
  assert_true(among->pairs.count > 0 && among->pairs.count + among->dropped <= BODIES * BODIES);
  for (uint64_t i = 0; i < among->event_count; ++i) {
    assert_true(among->events[i].a < among->events[i].b && among->events[i].b < BODIES);
  }
  for (uint64_t i = 0; i < against->event_count; ++i) assert_true(against->events[i].a < BODIES);
  assert_int_equal(lgjk_push_apartN(&w->tick, BODIES, NULL, w->push[0], NULL), LGJK_OK);
  return true;
}

// Where the checksum is brought up to date, damage reaches what it guards.
TEST(no_saved_state_does_harm) {
  for (uint32_t flags = 0; flags <= LGJK_TICK_RECORDS; ++flags) {
    small_world w;
    lgjk_error error = {.struct_size = sizeof error};
    uint64_t size, loaded = 0;
    random_state = 31 + flags;
    open_small(&w, flags);
    assert_int_equal(lgjk_tick_saveN(&w.tick, NULL, 0, &size, NULL), LGJK_OK);
    uint8_t *good = malloc(size), *saved = malloc(size);
    assert_int_equal(lgjk_tick_saveN(&w.tick, good, size, &size, NULL), LGJK_OK);
    const uint64_t count = changes() / 2;
    for (uint64_t n = 0; n < count; ++n) {
      memcpy(saved, good, size);
      damage(saved, size - 8);
      if (random_below(16) != 0) {
        const uint64_t sum = checksum_of(saved, size - 8);
        for (int k = 0; k < 8; ++k) saved[size - 8 + (uint64_t)k] = (uint8_t)(sum >> 8 * k);
      }
      if (!is_outcome(lgjk_tick_loadN(&w.tick, saved, size, &error), &error)) continue;
      assert_true(try_run(&w));
      ++loaded;
    }
    print_message("  seed %u: %llu changes, %llu of them loaded and run\n", 31 + flags, (unsigned long long)count,
                  (unsigned long long)loaded);
    assert_true(loaded > count / 64);
    free(good);
    free(saved);
    close_small(&w);
  }
}

// Changes the head, the pairs of either list or anything of the first bytes.
static void damage_memory(small_world* w, uint64_t part) {
  const lgjk_tick_list* lists[2] = {&w->after.among, &w->after.against};
  const uint32_t where = random_below(4);
  if (where < 2) {
    damage(w->memory + ((const uint8_t*)lists[where]->pairs.a - w->memory), 3 * 4 * ROOM);
  } else {
    damage(w->memory, where == 2 ? HEAD : part);
  }
  if (random_below(16) == 0) return;
  const uint64_t sum = checksum_of(w->memory, HEAD - 8);
  memcpy(w->memory + HEAD - 8, &sum, sizeof sum);
}

// Every call gets the damaged memory: one that pushes by the lists of a run before the damage, too.
TEST(no_memory_does_harm) {
  for (uint32_t flags = 0; flags < 16; flags += 5) {
    small_world w;
    lgjk_error error = {.struct_size = sizeof error};
    uint64_t runs = 0;
    random_state = 41 + flags;
    open_small(&w, flags);
    const uint64_t part = w.tick.size < 8192 ? w.tick.size : 8192, count = changes() / 4;
    uint8_t* good = malloc(part);
    memcpy(good, w.memory, part);
    for (uint64_t n = 0; n < count; ++n) {
      uint64_t size;
      memcpy(w.memory, good, part);
      damage_memory(&w, part);
      is_outcome(lgjk_push_apartN(&w.after, BODIES, NULL, w.push[0], &error), &error);
      if (is_outcome(lgjk_tick_saveN(&w.tick, NULL, 0, &size, &error), &error)) {
        void* saved = malloc(size);
        assert_int_equal(lgjk_tick_saveN(&w.tick, saved, size, &size, &error), LGJK_OK);
        free(saved);
      }
      if (random_below(4) == 0) {
        is_outcome(lgjk_tick_renumberN(&w.tick, turned, BODIES, turned_fixed, WALLS, &error), &error);
      }
      runs += try_run(&w);
    }
    print_message("  seed %u: %llu changes, %llu runs\n", 41 + flags, (unsigned long long)count,
                  (unsigned long long)runs);
    assert_true(runs > count / 64);
    free(good);
    close_small(&w);
  }
}
