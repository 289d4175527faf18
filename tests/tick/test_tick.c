// A whole tick in one call: what it returns is what the single calls return, its memory is its whole state, and an
// error changes nothing. Compiled once for each dimension.
#include "test.h"
#include "test_threads.h"
#include "lanegjk/lanegjk_cast.h"
#include "tick_world.h"

// Distances and normals are those of a query of its own; each begin has one end, and the pairs that touch are those
// that have begun and not ended.
static void check_list(const world* w, const lgjk_tick_list* list, const lgjk_bodiesN* partners, uint8_t* open) {
  static uint8_t status[PAIRS];
  static float distance[PAIRS], normal[PAIRS * DIM];
  const lgjk_results results = {
      .struct_size = sizeof results, .status = status, .distance = distance, .normal = normal};
  const uint64_t count = list->pairs.count;
  lgjk_options contact = w->contact;
  contact.max_distance = w->find.margin;
  assert_true(count > 20);
  assert_int_equal(lgjk_contactN(&w->moving, partners, &list->pairs, NULL, 0, count, &results, &contact, NULL),
                   LGJK_OK);
  assert_memory_equal(status, list->status, count);
  assert_memory_equal(distance, list->distance, count * sizeof *distance);
  assert_memory_equal(normal, list->normal, count * DIM * sizeof *normal);
  for (uint64_t i = 0; i < list->event_count; ++i) {
    assert_int_equal(list->events[i].kind == LGJK_EVENT_END, list->events[i].pair == LGJK_NO_PAIR);
    uint8_t* is_open = &open[list->events[i].a * (MOVING + FIXED) + list->events[i].b];
    assert_int_equal(*is_open, list->events[i].kind == LGJK_EVENT_END);
    *is_open = list->events[i].kind == LGJK_EVENT_BEGIN;
  }
  uint64_t begun = 0, touching = 0;
  for (uint32_t i = 0; i < MOVING * (MOVING + FIXED); ++i) begun += open[i];
  for (uint64_t i = 0; i < count; ++i) {
    touching += list->touching[i];
    assert_int_equal(list->touching[i], open[list->pairs.a[i] * (MOVING + FIXED) + list->pairs.b[i]]);
  }
  assert_int_equal(begun, touching);
}

TEST(a_tick_is_what_its_calls_are) {
  world w;
  uint8_t *among = calloc(MOVING, MOVING + FIXED), *against = calloc(MOVING, MOVING + FIXED);
  open_world(&w, 0);
  for (int tick = 0; tick < TICKS; ++tick) {
    step(&w);
    check_list(&w, &w.tick.among, &w.moving, among);
    check_list(&w, &w.tick.against, &w.fixed, against);
  }
  free(among);
  free(against);
  close_world(&w);
}

// Records, instruction sets and workers change no bit.
TEST_WITH_THREADS(ticks_have_the_same_bits) {
  const lgjk_tasks tasks = threads_of(3);
  uint64_t expected[TICKS];
  for (uint32_t variant = 0; variant < 3; ++variant) {
    world w;
    open_world(&w, variant == 1 ? LGJK_TICK_RECORDS : 0);
    w.find.isa = w.contact.isa = variant == 2 ? LGJK_ISA_SCALAR : LGJK_ISA_AUTO;
    w.find.tasks = w.contact.tasks = variant == 2 ? &tasks : NULL;
    w.contact.flags = LGJK_FLAG_HISTORY_FREE;
    for (int tick = 0; tick < TICKS; ++tick) {
      step(&w);
      const uint64_t hash = hash_tick(&w.tick);
      if (variant == 0) expected[tick] = hash;
      assert_int_equal(hash, expected[tick]);
    }
    close_world(&w);
  }
}

// Puts moving bodies into another order. `label`: what a body was called at first.
static void sort_world(world* w, const uint32_t order[MOVING], uint32_t label[MOVING]) {
  static world old;
  uint32_t labels[MOVING];
  old = *w;
  memcpy(labels, label, sizeof labels);
  for (uint32_t i = 0; i < MOVING; ++i) {
    memcpy(w->pose[i], old.pose[order[i]], sizeof w->pose[i]);
    memcpy(w->way[i], old.way[order[i]], sizeof w->way[i]);
    w->shape[i] = old.shape[order[i]];
    label[i] = labels[order[i]];
  }
}

// A sum over the events of a list, by the labels of bodies, whatever the order of either.
static uint64_t sum_events(const lgjk_tick_list* list, const uint32_t label[MOVING], bool of_moving) {
  uint64_t sum = 0;
  for (uint64_t i = 0; i < list->event_count; ++i) {
    const lgjk_event* e = &list->events[i];
    const uint32_t a = label[e->a], b = of_moving ? label[e->b] : e->b;
    const uint32_t words[3] = {of_moving && b < a ? b : a, of_moving && b < a ? a : b, e->kind};
    sum += hash_bytes(1, words, sizeof words);
  }
  return sum;
}

// A copy of the memory goes on from where it was made.
TEST(memory_is_a_snapshot) {
  world w;
  uint64_t expected[TICKS];
  open_world(&w, LGJK_TICK_RECORDS);
  void* snapshot = memory_of(w.tick.size);
  uint64_t random = 0;
  world copy;
  for (int tick = 0; tick < TICKS; ++tick) {
    if (tick == TICKS / 2) {
      memcpy(snapshot, w.tick.memory, w.tick.size);
      copy = w;
      random = random_state;
    }
    step(&w);
    expected[tick] = hash_tick(&w.tick);
  }
  void* kept = w.tick.memory;
  w = copy;
  w.tick.memory = snapshot;
  w.moving.shape = w.shape;
  random_state = random;
  for (int tick = TICKS / 2; tick < TICKS; ++tick) {
    step(&w);
    assert_int_equal(hash_tick(&w.tick), expected[tick]);
  }
  free(kept);
  close_world(&w);
}

// A world that sorts its bodies every few ticks has the events of one that does not.
TEST(sorted_bodies_go_on_to_touch) {
  const uint64_t size = lgjk_tree_sizeN(MOVING);
  void* work = aligned_alloc(64, (size_t)(size + 63) / 64 * 64);
  static world w;
  static uint8_t marks[MOVING][3];
  uint32_t order[MOVING], label[MOVING];
  uint64_t expected[TICKS][2] = {{0}};
  for (uint32_t variant = 0; variant < 3; ++variant) { // 1 sorts; 2 sorts with records, and marks have a stride
    open_world(&w, variant == 2 ? LGJK_TICK_RECORDS : 0);
    for (uint32_t i = 0; i < MOVING; ++i) label[i] = i;
    if (variant == 2) w.tick.replaced = marks[0], w.tick.replaced_stride = sizeof marks[0];
    for (int tick = 0; tick < TICKS; ++tick) {
      if (variant > 0 && tick % 4 == 3) {
        assert_int_equal(lgjk_orderN(&w.moving, order, work, size, NULL), LGJK_OK);
        sort_world(&w, order, label);
        assert_int_equal(lgjk_tick_renumberN(&w.tick, order, MOVING, NULL, 0, NULL), LGJK_OK);
        assert_int_equal(w.tick.among.pairs.count + w.tick.against.pairs.count, 0);
      }
      for (uint32_t i = 0; i < MOVING; ++i) {
        for (uint32_t k = 0; k < DIM; ++k) w.pose[i][k] += w.way[i][k];
        w.replaced[i] = marks[i][0] = (label[i] + (uint32_t)tick) % 32 == 0;
      }
      assert_int_equal(run(&w, NULL), LGJK_OK);
      const uint64_t among = sum_events(&w.tick.among, label, true),
                     against = sum_events(&w.tick.against, label, false);
      if (variant == 0) expected[tick][0] = among, expected[tick][1] = against;
      assert_true(among == expected[tick][0] && against == expected[tick][1] && among != 0);
    }
    order[0] = order[1];
    lgjk_error error = {.struct_size = sizeof error};
    assert_int_equal(lgjk_tick_renumberN(&w.tick, order, MOVING, NULL, 0, &error), LGJK_ERROR_ARGUMENT);
    assert_int_equal(lgjk_tick_renumberN(&w.tick, order, MOVING + 1, NULL, 0, &error), LGJK_ERROR_ARGUMENT);
    close_world(&w);
  }
  free(work);
}

// Where a run has no fixed bodies, what touched them ends; where they come back, it begins.
TEST(touches_end_without_fixed_bodies) {
  world w;
  open_world(&w, LGJK_TICK_RECORDS);
  assert_int_equal(run(&w, NULL), LGJK_OK);
  const uint64_t begun = w.tick.against.event_count;
  assert_true(begun > 20);
  for (int again = 0; again < 2; ++again) {
    assert_int_equal(lgjk_tick_runN(&w.tick, &w.moving, NULL, &w.find, &w.contact, NULL), LGJK_OK);
    assert_int_equal(w.tick.against.pairs.count, 0);
    assert_int_equal(w.tick.against.event_count, again ? 0 : begun);
    for (uint64_t i = 0; i < w.tick.against.event_count; ++i) {
      assert_int_equal(w.tick.against.events[i].kind, LGJK_EVENT_END);
    }
  }
  assert_int_equal(run(&w, NULL), LGJK_OK);
  assert_int_equal(w.tick.against.event_count, begun);
  close_world(&w);
}

TEST(an_error_changes_nothing) {
  world w, u;
  lgjk_error error = {.struct_size = sizeof error};
  open_world(&w, 0);
  for (int tick = 0; tick < 4; ++tick) step(&w);
  u = w;
  const uint64_t random = random_state;
  void* before = memory_of(w.tick.size);
  memcpy(before, w.tick.memory, w.tick.size);
  move(&w);
  w.contact.margin = -1; // which the last of the calls refuses
  assert_int_equal(run(&w, &error), LGJK_ERROR_ARGUMENT);
  assert_non_null(strstr(error.text, "contact->margin"));
  assert_int_equal(w.tick.among.pairs.count, 0);
  w.contact.margin = 0;
  assert_int_equal(run(&w, NULL), LGJK_OK); // as if there had been no error
  const uint64_t hash = hash_tick(&w.tick);
  void* used = w.tick.memory;
  w = u;
  w.tick.memory = before;
  random_state = random;
  step(&w);
  assert_int_equal(hash_tick(&w.tick), hash);
  free(used);
  close_world(&w);
}

TEST(wrong_arguments_are_named) {
  world w;
  lgjk_error error = {.struct_size = sizeof error};
  open_world(&w, 0);
  const lgjk_tick good = w.tick;
#define EXPECT(word, ...) \
  w.tick = good;          \
  __VA_ARGS__;            \
  expect_refusal(run(&w, &error), &error, word);
  EXPECT("struct_size", w.tick.struct_size = 8)
  EXPECT("memory", w.tick.memory = NULL)
  EXPECT("aligned", w.tick.memory = (char*)w.tick.memory + 4)
  EXPECT("flags", w.tick.flags = 64)
  EXPECT("size", w.tick.size -= 1)
  EXPECT("max_bodies", w.tick.max_bodies = MOVING - 1)
  EXPECT("slop", w.tick.slop = -1)
  EXPECT("max_pairs", w.tick.max_pairs = UINT64_C(1) << 62)
  EXPECT("slop", w.tick.slop = -1; w.tick.among.pairs.count = w.tick.against.event_count = 7)
  assert_int_equal(w.tick.among.pairs.count + w.tick.against.event_count, 0);
  EXPECT("memory", w.tick.memory = NULL; w.tick.among.pairs.count = w.tick.against.event_count = 7)
  assert_int_equal(w.tick.among.pairs.count + w.tick.against.event_count, 0);
  w.tick = good;
  const built_tree none = {NULL, 0};
  assert_int_equal(lgjk_tick_runN(&w.tick, &w.moving, TARGET(&w.fixed, &none), &w.find, NULL, &error),
                   LGJK_ERROR_ARGUMENT);
  assert_int_equal(lgjk_tick_runN(&w.tick, NULL, NULL, &w.find, NULL, &error), LGJK_ERROR_ARGUMENT);
  assert_int_equal(run(&w, NULL), LGJK_OK);
  close_world(&w);
}

// Pushes end overlaps of two bodies at once, and sensors push nobody.
TEST(pushes_move_bodies_apart) {
  world w;
  static float push[MOVING][DIM], none[MOVING][DIM];
  uint8_t sensors[FIXED];
  double before = 0, after = 0;
  open_world(&w, 0);
  for (int round = 0; round < 60; ++round) {
    assert_int_equal(run(&w, NULL), LGJK_OK);
    double deep = 0;
    for (uint64_t i = 0; i < w.tick.among.pairs.count; ++i) {
      const float d = w.tick.among.distance[i];
      if (d < 0) deep -= (double)d;
    }
    if (round == 0) before = deep;
    after = deep;
    memset(push, 0, sizeof push);
    const lgjk_push_options half = {.struct_size = sizeof half, .slop = 0.01f, .share = 0.5f};
    assert_int_equal(lgjk_push_apartN(&w.tick, MOVING, &half, push[0], NULL), LGJK_OK);
    for (uint32_t i = 0; i < MOVING; ++i) {
      for (uint32_t k = 0; k < DIM; ++k) w.pose[i][k] += push[i][k];
    }
  }
  assert_true(after < 0.2 * before);
  memset(sensors, 1, sizeof sensors);
  memset(&w.tick.among, 0, sizeof w.tick.among);
  memset(push, 0, sizeof push);
  const lgjk_push_options sensed = {.struct_size = sizeof sensed, .fixed_sensors = sensors, .fixed_bodies = FIXED};
  assert_int_equal(lgjk_push_apartN(&w.tick, MOVING, &sensed, push[0], NULL), LGJK_OK);
  assert_memory_equal(push, none, sizeof push);
  close_world(&w);
}

// The tree of a run is that of its moving bodies: rays find what they find in a tree that is built of these.
TEST(the_tree_of_a_run_can_be_cast_against) {
  enum { RAYS = 50 };
  world w;
  lgjk_cast_hit hit[2][RAYS];
  float way[RAYS][DIM];
  open_world(&w, 0);
  step(&w);
  const lgjk_tree_options options = {.struct_size = sizeof options, .filters = &w.filters};
  built_tree built = build_tree(&w.moving, &options);
  for (uint32_t i = 0; i < RAYS * DIM; ++i) way[i / DIM][i % DIM] = (float)random_in(-HALF, HALF);
  lgjk_bodiesN rays = w.moving;
  rays.count = RAYS;
  uint32_t hits = 0;
  for (int turn = 0; turn < 2; ++turn) {
    const lgjk_targetN target = {&w.moving, turn ? w.tick.tree : built.memory, turn ? w.tick.tree_size : built.size};
    lgjk_cast_search search = {.struct_size = sizeof search, .k = 1, .hit = hit[turn]};
    const lgjk_cast_options cast = {.struct_size = sizeof cast, .way_a = way[0]};
    assert_int_equal(lgjk_cast_againstN(&rays, &target, 1, &search, &cast, NULL), LGJK_OK);
  }
  assert_int_equal(lgjk_tree_checkN(w.tick.tree, w.tick.tree_size, NULL, NULL), LGJK_OK);
  assert_memory_equal(hit[0], hit[1], sizeof hit[0]);
  for (uint32_t i = 0; i < RAYS; ++i) hits += hit[0][i].body != LGJK_NO_BODY;
  assert_true(hits > RAYS / 2);
  free(built.memory);
  close_world(&w);
}
