// What a tick does in worlds that users have: pairs that tremble about touching, walls that are removed, crowds on one
// spot, sensors and masses. Compiled once for each dimension.
#include <float.h>

#include "test.h"
#include "test_threads.h"
#include "tick_world.h"

// Two balls of radius 0.5 on a line, the second at x.
typedef struct two_balls {
  lgjk_shapesN* shapes;
  float pose[2][POSE_FLOATS];
  uint32_t shape[2];
  lgjk_bodiesN bodies;
  lgjk_tick tick;
} two_balls;

static void open_balls(two_balls* w, float slop, uint32_t flags) {
  static const float centre[DIM] = {0};
  memset(w, 0, sizeof *w);
  const lgjk_shapeN_def def = rounded_pointsN(centre, 1, 0.5f);
  w->shapes = build_shapesN(&def, 1);
  for (int i = 0; i < 2; ++i) w->pose[i][POSE_UNIT] = 1;
  w->bodies = packed_bodies(w->shapes, 2, w->shape, w->pose[0], NULL);
  lgjk_tick_init(&w->tick);
  w->tick.flags = flags;
  w->tick.max_bodies = 2;
  w->tick.max_pairs = 10;
  w->tick.slop = slop;
  w->tick.size = lgjk_tick_sizeN(2, 10, flags);
  w->tick.memory = calloc(1, w->tick.size);
}

static void close_balls(two_balls* w) {
  lgjk_shapesN_destroy(w->shapes);
  free(w->tick.memory);
}

// A touch goes on up to the slop, whatever margin and maximum distance the caller gives.
TEST(slop_holds_without_a_margin) {
  static const float gap[] = {-0.01f, 0.01f, -0.005f, 0.02f, -0.01f, 0.2f};
  static const float margins[] = {0, 0.03f, 0.06f}, farthest[] = {0, 0.01f, 0.06f};
  for (int v = 0; v < 9; ++v) {
    two_balls w;
    lgjk_find_options find = {.struct_size = sizeof find, .margin = margins[v / 3]};
    lgjk_options contact = {.struct_size = sizeof contact, .max_distance = farthest[v % 3]};
    open_balls(&w, 0.05f, 0);
    for (int k = 0; k < 6; ++k) {
      w.pose[1][0] = 1 + gap[k];
      assert_int_equal(lgjk_tick_runN(&w.tick, &w.bodies, NULL, &find, &contact, NULL), LGJK_OK);
      assert_int_equal(w.tick.among.event_count, k == 0 || k == 5);
      if (k == 0) assert_int_equal(w.tick.among.events[0].kind, LGJK_EVENT_BEGIN);
      if (k == 5) assert_int_equal(w.tick.among.events[0].kind, LGJK_EVENT_END);
    }
    close_balls(&w);
  }
}

// Without slop and margin a pair that is apart is beyond, however near: its distance is not computed.
TEST(a_limit_of_zero_is_one) {
  two_balls w;
  open_balls(&w, 0, 0);
  w.pose[1][0] = 1.000001f;
  assert_int_equal(lgjk_tick_runN(&w.tick, &w.bodies, NULL, NULL, NULL, NULL), LGJK_OK);
  if (w.tick.among.pairs.count > 0) assert_int_equal(w.tick.among.status[0], LGJK_STATUS_BEYOND);
  w.pose[1][0] = 1;
  assert_int_equal(lgjk_tick_runN(&w.tick, &w.bodies, NULL, NULL, NULL, NULL), LGJK_OK);
  assert_int_equal(w.tick.among.pairs.count, 1);
  assert_int_equal(w.tick.among.status[0], LGJK_STATUS_OVERLAPPING);
  assert_true(w.tick.among.distance[0] == 0);
  close_balls(&w);
}

// ---------------------------------------------------------------- walls

typedef struct walled {
  two_balls ball; // the first of its bodies moves
  float wall[3][POSE_FLOATS];
  uint32_t shape[3];
} walled;

static void run_walls(walled* w, uint32_t count, uint32_t events) {
  const lgjk_bodiesN moving = packed_bodies(w->ball.shapes, 1, w->ball.shape, w->ball.pose[0], NULL);
  const lgjk_bodiesN fixed = packed_bodies(w->ball.shapes, count, w->shape, w->wall[0], NULL);
  const built_tree tree = build_tree(&fixed, NULL);
  assert_int_equal(lgjk_tick_runN(&w->ball.tick, &moving, TARGET(&fixed, &tree), NULL, NULL, NULL), LGJK_OK);
  assert_int_equal(w->ball.tick.against.event_count, events);
  free(tree.memory);
}

static void open_walled(walled* w) {
  memset(w, 0, sizeof *w);
  open_balls(&w->ball, 0, 0);
  for (int i = 0; i < 3; ++i) w->wall[i][POSE_UNIT] = 1;
  w->wall[0][0] = 0.8f, w->wall[1][0] = -0.8f, w->wall[2][0] = 50;
  run_walls(w, 3, 2);
}

static void expect_event(const walled* w, uint32_t i, uint32_t kind, uint32_t wall) {
  const lgjk_event* e = &w->ball.tick.against.events[i];
  assert_true(e->kind == kind && e->b == wall && e->a == 0);
}

TEST(a_wall_that_is_removed_ends_its_own_touches) {
  walled w;
  open_walled(&w);
  // Wall 0 is removed, so that 1 and 2 become 0 and 1; it gets the last number.
  static const uint32_t order[3] = {1, 2, 0};
  memmove(w.wall[0], w.wall[1], 2 * sizeof w.wall[0]);
  assert_int_equal(lgjk_tick_renumberN(&w.ball.tick, NULL, 0, order, 3, NULL), LGJK_OK);
  run_walls(&w, 2, 1);
  expect_event(&w, 0, LGJK_EVENT_END, 2);
  assert_true(w.ball.tick.against.pairs.count == 1 && w.ball.tick.against.touching[0] == 1);
  run_walls(&w, 2, 0);
  close_balls(&w.ball);
}

TEST(a_slot_with_another_wall_ends_and_begins) {
  walled w;
  const uint8_t replaced[3][2] = {{0, 9}, {1, 9}, {0, 9}};
  open_walled(&w);
  w.ball.tick.replaced_fixed = replaced[0];
  w.ball.tick.replaced_fixed_stride = 2;
  run_walls(&w, 3, 2);
  expect_event(&w, 0, LGJK_EVENT_END, 1);
  expect_event(&w, 1, LGJK_EVENT_BEGIN, 1);
  w.ball.tick.replaced_fixed = NULL;
  run_walls(&w, 3, 0);
  close_balls(&w.ball);
}

// A map has more bodies than a small tick has memory for, which the error says. More memory is taken.
TEST(orders_of_large_maps_require_memory) {
  enum { MAP = 200000 };
  walled w;
  lgjk_error error = {.struct_size = sizeof error};
  uint32_t* order = malloc(MAP * sizeof *order);
  for (uint32_t i = 0; i < MAP; ++i) order[i] = i;
  order[1] = MAP - 1, order[MAP - 1] = 1;
  open_walled(&w);
  lgjk_tick* tick = &w.ball.tick;
  expect_refusal(lgjk_tick_renumberN(tick, NULL, 0, order, MAP, &error), &error, "tick->size is ");
  assert_true(error.index > tick->size && error.index <= lgjk_tick_sizeN(2, 10, 0) + 8 * MAP);
  uint8_t* memory = malloc(error.index);
  memcpy(memory, tick->memory, tick->size);
  free(tick->memory);
  tick->memory = memory;
  tick->size = error.index;
  assert_int_equal(lgjk_tick_renumberN(tick, NULL, 0, order, MAP, &error), LGJK_OK);
  run_walls(&w, 1, 1);
  expect_event(&w, 0, LGJK_EVENT_END, MAP - 1);
  free(order);
  close_balls(&w.ball);
}

TEST(orders_of_walls_are_checked) {
  walled w;
  lgjk_error error = {.struct_size = sizeof error};
  static const uint32_t twice[3] = {1, 1, 0}, order[3] = {1, 2, 0}, swap[2] = {1, 0};
  open_walled(&w);
  expect_refusal(lgjk_tick_renumberN(&w.ball.tick, NULL, 0, twice, 3, &error), &error, "fixed_order[1] is 1");
  expect_refusal(lgjk_tick_renumberN(&w.ball.tick, NULL, 0, order, 1, &error), &error,
                 "fixed_bodies is 1, but a pair of the last run has body 1");
  assert_int_equal(error.index, 2);
  expect_refusal(lgjk_tick_renumberN(&w.ball.tick, order, 0, NULL, 0, &error), &error, "bodies is 0, but a pair");
  assert_int_equal(error.index, 1);
  expect_refusal(lgjk_tick_renumberN(&w.ball.tick, order, 3, NULL, 0, &error), &error, "tick->max_bodies is 2");
  expect_refusal(lgjk_tick_renumberN(&w.ball.tick, swap, 2, swap, 2, &error), &error, "order and fixed_order are one");
  run_walls(&w, 3, 0);
  close_balls(&w.ball);
}

// ---------------------------------------------------------------- crowds

enum { AGENTS = 1200, CROWD = 300, AGENT_PAIRS = 8000, CROWD_TICKS = 10 };

typedef struct crowd_world {
  lgjk_shapesN* shapes;
  float pose[AGENTS][POSE_FLOATS];
  uint32_t shape[AGENTS];
  lgjk_bodiesN bodies;
  lgjk_tick tick;
} crowd_world;

static uint64_t events_of_others(const lgjk_tick_list* list) {
  uint64_t hash = 1;
  for (uint64_t i = 0; i < list->event_count; ++i) {
    const lgjk_event e = {list->events[i].a, list->events[i].b, list->events[i].kind, 0};
    if (e.a >= CROWD) hash = hash_bytes(hash, &e, sizeof e);
  }
  return hash;
}

// Runs agents that walk about, of which the first come together on one spot, or stay far away from it and each other.
static void run_crowd(bool together, const lgjk_find_options* find, uint64_t hash[CROWD_TICKS], uint64_t* events,
                      uint64_t* dropped) {
  static crowd_world w;
  static const float centre[DIM] = {0};
  const lgjk_shapeN_def def = rounded_pointsN(centre, 1, 0.3f);
  random_state = 51;
  memset(&w, 0, sizeof w);
  w.shapes = build_shapesN(&def, 1);
  w.bodies = packed_bodies(w.shapes, AGENTS, w.shape, w.pose[0], NULL);
  w.tick = (lgjk_tick){.struct_size = sizeof w.tick, .max_bodies = AGENTS, .max_pairs = AGENT_PAIRS, .slop = 0.02f};
  w.tick.size = lgjk_tick_sizeN(AGENTS, AGENT_PAIRS, 0);
  w.tick.memory = calloc(1, w.tick.size);
  for (uint32_t i = 0; i < AGENTS; ++i) w.pose[i][POSE_UNIT] = 1;
  for (int tick = 0; tick < CROWD_TICKS; ++tick) {
    for (uint32_t i = 0; i < AGENTS; ++i) {
      for (uint32_t k = 0; k < DIM; ++k) w.pose[i][k] = (float)random_in(0, DIM == 2 ? 20 : 7);
    }
    for (uint32_t i = 0; i < CROWD; ++i) {
      for (uint32_t k = 0; k < DIM; ++k) w.pose[i][k] = -100 - (k == 0 && !together ? 10 * (float)i : 0);
    }
    assert_int_equal(lgjk_tick_runN(&w.tick, &w.bodies, NULL, find, NULL, NULL), LGJK_OK);
    hash[tick] = events_of_others(&w.tick.among);
    *events += w.tick.among.event_count;
    *dropped += w.tick.among.dropped;
  }
  lgjk_shapesN_destroy(w.shapes);
  free(w.tick.memory);
}

// More pairs on one spot than there is room for: the tick goes on, and all events of others are right.
TEST_WITH_THREADS(a_crowd_on_one_spot_harms_nobody_else) {
  const lgjk_tasks tasks = threads_of(3);
  const lgjk_find_options apart = {.struct_size = sizeof apart, .tasks = &tasks};
  uint64_t alone[CROWD_TICKS], crowded[2][CROWD_TICKS], events[3] = {0}, dropped[3] = {0};
  run_crowd(false, NULL, alone, &events[0], &dropped[0]);
  run_crowd(true, NULL, crowded[0], &events[1], &dropped[1]);
  run_crowd(true, &apart, crowded[1], &events[2], &dropped[2]);
  assert_memory_equal(alone, crowded[0], sizeof alone);
  assert_memory_equal(alone, crowded[1], sizeof alone);
  assert_int_equal(dropped[0], 0);
  assert_true(dropped[1] > (uint64_t)CROWD_TICKS * (CROWD * (CROWD - 1) / 2 - AGENT_PAIRS));
  assert_true(events[0] > 1000 && events[1] > events[0]);
  assert_true(events[1] == events[2] && dropped[1] == dropped[2]);
}

// ---------------------------------------------------------------- points, manifolds, pushes

TEST(points_and_manifolds_are_those_of_a_query) {
  static float points[2][PAIRS * DIM];
  static lgjk_manifoldN manifolds[PAIRS];
  world w;
  open_world(&w, LGJK_TICK_POINTS | LGJK_TICK_MANIFOLDS);
  w.contact.margin = 0.05f;
  for (int tick = 0; tick < 4; ++tick) {
    step(&w);
    for (int k = 0; k < 2; ++k) {
      const lgjk_tick_list* list = k == 0 ? &w.tick.among : &w.tick.against;
      const uint64_t count = list->pairs.count;
      lgjk_options options = w.contact;
      options.max_distance = w.find.margin;
      lgjk_results results = {.struct_size = sizeof results, .point_a = points[0], .point_b = points[1]};
      results.manifoldN = manifolds;
      assert_int_equal(lgjk_contactN(&w.moving, k == 0 ? &w.moving : &w.fixed, &list->pairs, NULL, 0, count, &results,
                                     &options, NULL),
                       LGJK_OK);
      assert_true(count > 20);
      assert_memory_equal(points[0], list->point_a, count * DIM * sizeof(float));
      assert_memory_equal(points[1], list->point_b, count * DIM * sizeof(float));
      assert_memory_equal(manifolds, list->manifoldN, count * sizeof *manifolds);
    }
  }
  close_world(&w);
  open_world(&w, 0);
  assert_int_equal(run(&w, NULL), LGJK_OK);
  assert_true(w.tick.among.point_a == NULL && w.tick.among.manifold2 == NULL && w.tick.among.manifold3 == NULL);
  close_world(&w);
}

// Two balls that overlap by 0.2 along x.
TEST(pushes_share_the_way_by_mass) {
  static const struct {
    float inverse[2], share, push[2];
  } rows[] = {{{1, 1}, 0, {-0.1f, 0.1f}},
              {{1, 0}, 1, {-0.2f, 0}},
              {{0, 0}, 1, {0, 0}},
              {{3, 1}, 1, {-0.15f, 0.05f}},
              {{0, 2}, 0.5f, {0, 0.1f}}};
  for (size_t r = 0; r < sizeof rows / sizeof rows[0]; ++r) {
    two_balls w;
    float push[2][DIM] = {{0}}, inverse[2][3] = {{rows[r].inverse[0]}, {rows[r].inverse[1]}};
    open_balls(&w, 0, 0);
    w.pose[1][0] = 0.8f;
    assert_int_equal(lgjk_tick_runN(&w.tick, &w.bodies, NULL, NULL, NULL, NULL), LGJK_OK);
    lgjk_push_options options = {.struct_size = sizeof options,
                                 .share = rows[r].share,
                                 .inverse_mass = inverse[0],
                                 .inverse_mass_stride = sizeof inverse[0]};
    assert_int_equal(lgjk_push_apartN(&w.tick, 2, &options, push[0], NULL), LGJK_OK);
    for (int i = 0; i < 2; ++i)
      assert_true(push[i][0] - rows[r].push[i] < 1e-6f && rows[r].push[i] - push[i][0] < 1e-6f);
    for (int sensed = 0; sensed < 2; ++sensed) { // the one body, then the other
      const uint8_t sensors[2][2] = {{sensed == 0, 1}, {sensed == 1, 1}};
      memset(push, 0, sizeof push);
      options.sensors = sensors[0];
      options.sensor_stride = 2;
      assert_int_equal(lgjk_push_apartN(&w.tick, 2, &options, push[0], NULL), LGJK_OK);
      assert_true(push[0][0] == 0 && push[1][0] == 0);
    }
    close_balls(&w);
  }
}

TEST(pushes_check_their_arguments) {
  two_balls w;
  lgjk_error error = {.struct_size = sizeof error};
  float push[2][DIM] = {{0}}, inverse[2] = {1, -1};
  const uint8_t sensors[2] = {0};
  open_balls(&w, 0, 0);
  w.pose[1][0] = 0.8f;
  assert_int_equal(lgjk_tick_runN(&w.tick, &w.bodies, NULL, NULL, NULL, NULL), LGJK_OK);
  lgjk_push_options o;
#define EXPECT(tick, bodies, push, word, ...) \
  lgjk_push_options_init(&o);                 \
  __VA_ARGS__;                                \
  expect_refusal(lgjk_push_apartN(tick, bodies, &o, push, &error), &error, word);
  EXPECT(NULL, 2, push[0], "tick is NULL")
  EXPECT(&w.tick, 2, NULL, "push is NULL")
  EXPECT(&w.tick, 1, push[0], "bodies is 1, but the last run has a pair with body 1")
  assert_int_equal(error.index, 2);
  EXPECT(&w.tick, 2, push[0], "options", o.struct_size = 4)
  EXPECT(&w.tick, 2, push[0], "options->slop is -1", o.slop = -1)
  EXPECT(&w.tick, 2, push[0], "options->share is 2", o.share = 2)
  EXPECT(&w.tick, 2, push[0], "options->inverse_mass of body 1 is -1", o.inverse_mass = inverse)
  EXPECT(&w.tick, 2, push[0], "options->inverse_mass_stride is 6", o.inverse_mass = inverse; o.inverse_mass_stride = 6)
  assert_true(push[0][0] == 0 && push[1][0] == 0);
  EXPECT(&w.tick, 2, (float*)w.tick.memory + 64, "push overlaps tick->memory")
  EXPECT(&w.tick, 2, inverse, "push overlaps options->inverse_mass", inverse[1] = 1; o.inverse_mass = inverse)
  // Lists are of no use where the memory is another one.
  lgjk_tick other = w.tick;
  other.memory = malloc(other.size);
  EXPECT(&other, 2, push[0], "tick->among is not where a run with this tick->memory writes it")
  memcpy(other.memory, w.tick.memory, other.size);
  EXPECT(&other, 2, push[0], "tick->among is not where")
  free(other.memory);
  lgjk_push_options_init(&o);
  o.fixed_sensors = sensors; // of no body, and no pair has one
  assert_int_equal(lgjk_push_apartN(&w.tick, 2, &o, push[0], NULL), LGJK_OK);
  close_balls(&w);
  walled v;
  open_walled(&v);
  lgjk_push_options_init(&o);
  o.fixed_sensors = sensors;
  o.fixed_bodies = 1;
  expect_refusal(lgjk_push_apartN(&v.ball.tick, 1, &o, push[0], &error), &error, "options->fixed_bodies is 1, but");
  assert_int_equal(error.index, 2);
  close_balls(&v.ball);
}

// Errors of the calls that a tick makes name what its caller gave.
TEST(errors_name_the_callers_members) {
  world w;
  lgjk_error error = {.struct_size = sizeof error};
  open_world(&w, 0);
  const world good = w;
#define RUN(word, ...)                                                                                       \
  w.tick.among.pairs.count = w.tick.against.event_count = 7;                                                 \
  __VA_ARGS__;                                                                                               \
  expect_refusal(run(&w, &error), &error, word);                                                             \
  assert_int_equal(w.tick.among.pairs.count + w.tick.against.event_count, 0);                                \
  if (strstr(error.text, "list->") || strstr(error.text, "before") || strstr(error.text, "scratch")) fail(); \
  w.find = good.find, w.contact = good.contact, w.moving = good.moving, w.fixed = good.fixed;
  RUN("find->margin is -1", w.find.margin = -1)
  RUN("find->margin is nan", w.find.margin = (float)strtod("nan", NULL))
  RUN("find->flags", w.find.flags = 1)
  RUN("find->struct_size is 3", w.find.struct_size = 3)
  RUN("find->filters_b is set, but the tree of fixed bodies has its own filters", w.find.filters_b = &w.filters)
  RUN("contact->struct_size is 3", w.contact.struct_size = 3)
  RUN("contact->margin", w.contact.margin = -1)
  RUN("contact->flags", w.contact.flags = 1u << 30)
  RUN("moving->pose", w.moving.pose = NULL)
  RUN("moving->pose_stride", w.moving.pose_stride = 3)
  RUN("fixed->bodies->pose", w.fixed.pose = NULL)
  RUN("moving->struct_size is 1", w.moving.struct_size = 1)
  RUN("fixed->bodies->struct_size is 1", w.fixed.struct_size = 1)
  RUN("fixed->bodies->count is 2, but the tree was built of 40 bodies", w.fixed.count = 2)
  assert_int_equal(error.index, FIXED);
  RUN("moving->count is 601, but tick->max_bodies is 600", w.moving.count = MOVING + 1)
  RUN("tick->memory", w.moving.pose = (const float*)w.tick.memory + w.tick.size / 4 - 8192)
  assert_int_equal(run(&w, NULL), LGJK_OK);
  close_world(&w);
}
