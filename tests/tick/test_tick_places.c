// Ticks of views with positions in double: the same bits wherever the world is, on every instruction set, with any
// workers. Compiled once for each dimension.
#include "test.h"
#include "test_threads.h"
#include "tick_world.h"

// The world of tick_world.h, in whole 1/1024 m from a place: poses only turn.
typedef struct placed_world {
  world w;
  double position[MOVING + FIXED][DIM];
} placed_world;

static double whole(float x) { return floor((double)x * 1024) / 1024; }

// Rebuilds the tree, for positions of the fixed bodies.
static void open_placed(placed_world* p, double shift) {
  world* w = &p->w;
  open_world(w, LGJK_TICK_POINTS | LGJK_TICK_MANIFOLDS | LGJK_TICK_RECORDS);
  for (uint32_t i = 0; i < MOVING + FIXED; ++i) {
    for (uint32_t k = 0; k < DIM; ++k) {
      p->position[i][k] = shift * (k + 1) + whole(w->pose[i][k]);
      w->pose[i][k] = 0;
      if (i < MOVING) w->way[i][k] = (float)whole(w->way[i][k]);
    }
  }
  w->moving.position = p->position[0];
  w->fixed.position = p->position[MOVING];
  free(w->tree.memory);
  w->tree = build_tree(&w->fixed, NULL);
}

static void step_placed(placed_world* p) {
  move(&p->w);
  for (uint32_t i = 0; i < MOVING; ++i) {
    for (uint32_t k = 0; k < DIM; ++k) {
      p->position[i][k] += (double)p->w.way[i][k];
      p->w.pose[i][k] = 0;
    }
  }
  assert_int_equal(run(&p->w, NULL), LGJK_OK);
}

// Points and manifolds, too, which are relative to the body a.
static uint64_t hash_points(uint64_t hash, const lgjk_tick_list* list) {
  const size_t count = (size_t)list->pairs.count;
  hash = hash_bytes(hash, list->point_a, count * DIM * sizeof *list->point_a);
  hash = hash_bytes(hash, list->point_b, count * DIM * sizeof *list->point_b);
  return hash_bytes(hash, list->manifoldN, count * sizeof *list->manifoldN);
}

TEST_WITH_THREADS(ticks_have_the_same_bits_anywhere) {
  static const double SHIFTS[] = {0, 1e7, -1e9};
  static placed_world p;
  const lgjk_tasks tasks = threads_of(3);
  uint64_t expected[TICKS];
  uint32_t isas[LGJK_ISA_COUNT];
  const uint32_t count = test_isas(isas);
  for (uint32_t variant = 0; variant < 2 + count; ++variant) {
    const double shift = SHIFTS[variant % 3];
    open_placed(&p, shift);
    p.w.find.isa = p.w.contact.isa = variant < 2 ? LGJK_ISA_AUTO : isas[variant - 2];
    p.w.find.tasks = p.w.contact.tasks = variant % 2 == 1 ? &tasks : NULL;
    p.w.contact.flags = LGJK_FLAG_HISTORY_FREE | LGJK_FLAG_COMMON_POINTS;
    uint64_t begun = 0;
    for (int tick = 0; tick < TICKS; ++tick) {
      step_placed(&p);
      const lgjk_tick* t = &p.w.tick;
      const uint64_t hash = hash_points(hash_points(hash_tick(t), &t->among), &t->against);
      if (variant == 0) expected[tick] = hash;
      if (hash != expected[tick]) fail_msg("%g m away, tick %d: other bits", shift, tick);
      begun += t->among.event_count + t->against.event_count;
    }
    assert_true(begun > 100);
    close_world(&p.w);
  }
}

// A run is refused where the tree of the fixed bodies was built with positions and the view has none, or the other way
// round; the memory is then as before.
TEST(the_fixed_view_and_its_tree_have_positions_both) {
  static placed_world p;
  lgjk_error error = {.struct_size = sizeof error};
  open_placed(&p, 1e7);
  step_placed(&p);
  const double* position = p.w.fixed.position;
  p.w.fixed.position = NULL;
  expect_refusal(run(&p.w, &error), &error,
                 "fixed->bodies->position is NULL, but the tree was built of a view with positions");
  free(p.w.tree.memory);
  p.w.tree = build_tree(&p.w.fixed, NULL);
  p.w.fixed.position = position;
  expect_refusal(run(&p.w, &error), &error,
                 "fixed->bodies->position is set, but the tree was built of a view without positions");
  assert_int_equal(p.w.tick.among.pairs.count, 0);
  free(p.w.tree.memory);
  p.w.tree = build_tree(&p.w.fixed, NULL);
  p.w.tick.replaced = NULL;
  assert_int_equal(run(&p.w, &error), LGJK_OK);
  assert_true(p.w.tick.among.event_count + p.w.tick.against.event_count == 0);
  close_world(&p.w);
}
