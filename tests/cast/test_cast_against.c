// Casts against trees: what all pairs, cast one by one, come to, to the bit; with filters, bodies left out, k hits
// or all, on every instruction set and on several threads. And what cannot be meant is named. Compiled once for each
// dimension.

#include <float.h>

#include "cast_answers.h"
#include "packed.h"
#include "built.h"
#include "built_tree.h"
#include "test_random.h"
#include "test_threads.h"

enum { BOX, NEEDLE, POINT, BALL, HUGE_BALL, TINY, ASIDE, SHAPES, RESTING = 400, MOVING = 300, ALL = RESTING };

typedef struct world {
  lgjk_shapesN* shapes;
  uint32_t shape[RESTING], mover[MOVING];
  float pose[RESTING][POSE_FLOATS], start[MOVING][POSE_FLOATS], way[MOVING][DIM], most[MOVING];
  uint32_t category[RESTING], mask[MOVING], skip[MOVING];
  lgjk_bodiesN a, b;
  lgjk_filters filters_a, filters_b;
  built_tree tree;
} world;

static lgjk_shapesN* make_shapes(void) {
  static const float origin[DIM], aside[DIM] = {2, -1};
  lgjk_shapeN_def defs[SHAPES] = {[BOX] = long_boxN(0.4f, 0),
                                  [NEEDLE] = long_boxN(6, 0.01f),
                                  [POINT] = rounded_pointsN(origin, 1, 0),
                                  [BALL] = rounded_pointsN(origin, 1, 0.3f),
                                  [HUGE_BALL] = rounded_pointsN(origin, 1, 5),
                                  [TINY] = rounded_pointsN(origin, 1, 0.02f),
                                  [ASIDE] = rounded_pointsN(aside, 1, 0.3f)};
  for (int k = 1; k < DIM; ++k) defs[BOX].size[k] = 0.4f + 0.1f * (float)k;
  return build_shapesN(defs, SHAPES);
}

static void draw_pose(float* pose, double half) {
  double turn[4];
  for (int k = 0; k < DIM; ++k) pose[k] = (float)random_in(-half, half);
  random_rotation(turn, POSE_FLOATS - DIM);
  for (int k = 0; k < POSE_FLOATS - DIM; ++k) pose[DIM + k] = (float)turn[k];
}

// `tiny`: all bodies that rest are small.
static void open_world(world* w, bool tiny) {
  memset(w, 0, sizeof *w);
  w->shapes = make_shapes();
  const double half = DIM == 2 ? 20 : 8;
  for (uint32_t i = 0; i < RESTING; ++i) {
    w->shape[i] = i % 40 == 0 ? HUGE_BALL : random_below(4) == 0 ? NEEDLE : random_below(2) ? BOX : BALL;
    if (i % 5 == 2) w->shape[i] = ASIDE;
    if (tiny) w->shape[i] = TINY;
    draw_pose(w->pose[i], half);
    w->category[i] = 1u << random_below(3);
    if (i % 50 == 7) w->category[i] = 0;
    if (i % 61 == 3) w->pose[i][0] = (float)NAN;
  }
  for (uint32_t i = 0; i < MOVING; ++i) {
    const double length = pow(10, random_in(-3, 2));
    w->mover[i] = random_below(3) == 0 ? BALL : random_below(6) == 0 ? HUGE_BALL : POINT;
    draw_pose(w->start[i], 1.3 * half);
    for (int k = 0; k < DIM; ++k) w->way[i][k] = random_below(20) == 0 ? 0 : (float)(length * random_in(-1, 1));
    if (i >= MOVING / 3) { // some go together, as those of one observer
      const float* leader = w->start[i - i % 23];
      const double near = i % 46 < 23 ? 0 : 0.1;
      for (int k = 0; k < DIM; ++k) {
        w->start[i][k] = leader[k] + (float)random_in(-near, near);
        w->way[i][k] = random_below(20) == 0 ? 0 : (float)random_in(-2, 2);
      }
    }
    w->most[i] = (float)random_in(0, 1.5);
    w->mask[i] = random_below(3) == 0 ? 1 : random_below(9) == 0 ? 0 : 7;
    w->skip[i] = random_below(2) ? LGJK_NO_BODY : random_below(RESTING);
  }
  w->a = packed_bodies(w->shapes, MOVING, w->mover, w->start[0], NULL);
  w->b = packed_bodies(w->shapes, RESTING, w->shape, w->pose[0], NULL);
  lgjk_filters_init(&w->filters_a);
  lgjk_filters_init(&w->filters_b);
  w->filters_a.mask = w->mask;
  w->filters_b.category = w->category;
  const lgjk_tree_options options = {.struct_size = sizeof options, .filters = &w->filters_b};
  w->tree = build_tree(&w->b, &options);
}

static void close_world(world* w) {
  free(w->tree.memory);
  lgjk_shapesN_destroy(w->shapes);
}

static bool allowed_pair(const world* w, uint32_t a, uint32_t b) {
  return (w->category[b] & w->mask[a]) != 0 && w->skip[a] != b && w->pose[b][0] - w->pose[b][0] == 0;
}

// All hits of a body by brute force, sorted; returns how many there are.
static uint32_t brute_hits(const world* w, uint32_t a, lgjk_cast_hit* hit) {
  static uint32_t of_a[RESTING], of_b[RESTING];
  static float most[RESTING];
  uint32_t pairs = 0, count = 0;
  for (uint32_t b = 0; b < RESTING; ++b) {
    if (!allowed_pair(w, a, b)) continue;
    of_a[pairs] = a;
    most[pairs] = w->most[a];
    of_b[pairs++] = b;
  }
  const lgjk_pairs list = packed_pairs(of_a, of_b, pairs);
  const lgjk_cast_options options = {.struct_size = sizeof options, .way_a = w->way[0], .most = most};
  cast_answers answers = cast_answers_open(pairs);
  const lgjk_cast_results results = cast_answers_results(&answers);
  assert_int_equal(lgjk_castN(&w->a, &w->b, &list, 0, pairs, &results, &options, NULL), LGJK_OK);
  for (uint32_t i = 0; i < pairs; ++i) {
    if (answers.status[i] == LGJK_CAST_MISS) continue;
    assert_true(answers.status[i] == LGJK_CAST_HIT || answers.status[i] == LGJK_CAST_OVERLAP);
    cast_answers_add_hit(&answers, i, of_b[i], hit, &count);
  }
  cast_answers_close(&answers);
  return count;
}

typedef struct hit_query {
  lgjk_cast_search search;
  lgjk_cast_options options;
  lgjk_cast_hit hit[MOVING * ALL];
  uint32_t found[MOVING];
  lgjk_error error;
} hit_query;

static int32_t call_cast(const world* w, hit_query* q, uint32_t k, uint32_t flags, uint32_t isa,
                         const lgjk_tasks* tasks) {
  q->search = (lgjk_cast_search){.struct_size = sizeof q->search,
                                 .k = k,
                                 .flags = flags,
                                 .hit = q->hit,
                                 .found = q->found,
                                 .filters_a = &w->filters_a,
                                 .skip = w->skip};
  q->options = (lgjk_cast_options){
      .struct_size = sizeof q->options, .way_a = w->way[0], .most = w->most, .isa = isa, .tasks = tasks};
  lgjk_error_init(&q->error);
  return lgjk_cast_againstN(&w->a, TARGET(&w->b, &w->tree), 1, &q->search, &q->options, &q->error);
}

static void check_rows(const hit_query* q, uint32_t k, lgjk_cast_hit (*all)[ALL], const uint32_t* count) {
  for (uint32_t a = 0; a < MOVING; ++a) {
    const uint32_t kept = count[a] < k ? count[a] : k;
    assert_int_equal(q->found[a], kept);
    for (uint32_t i = 0; i < kept; ++i) assert_memory_equal(&q->hit[a * k + i], &all[a][i], sizeof all[a][i]);
    for (uint32_t i = kept; i < k; ++i) assert_int_equal(q->hit[a * k + i].body, LGJK_NO_BODY);
  }
}

TEST_WITH_THREADS(hits_are_those_of_all_pairs) {
  static world w;
  static hit_query q;
  static lgjk_cast_hit all[MOVING][ALL];
  uint32_t count[MOVING], most, total = 0;
  random_state = test_seed(51);
  for (int world_number = 0; world_number < 6; ++world_number) {
    open_world(&w, world_number > 3);
    most = 0;
    for (uint32_t a = 0; a < MOVING; ++a) {
      count[a] = brute_hits(&w, a, all[a]);
      most = count[a] > most ? count[a] : most;
      total += count[a];
    }
    const uint32_t ks[] = {1, 3, most};
    for (int i = 0; i < 3; ++i) {
      for (uint32_t isa = LGJK_ISA_AUTO; isa < LGJK_ISA_COUNT; ++isa) {
        if (isa != LGJK_ISA_AUTO && !lgjk_isa_supported(isa)) continue;
        assert_int_equal(call_cast(&w, &q, ks[i], i == 2 ? LGJK_CAST_ALL : 0, isa, NULL), LGJK_OK);
        check_rows(&q, ks[i], all, count);
      }
      const lgjk_tasks tasks = threads_of(3);
      assert_int_equal(call_cast(&w, &q, ks[i], 0, LGJK_ISA_AUTO, &tasks), LGJK_OK);
      check_rows(&q, ks[i], all, count);
    }
    assert_int_equal(call_cast(&w, &q, 1, LGJK_CAST_ALL, LGJK_ISA_AUTO, NULL), LGJK_ERROR_CAPACITY);
    assert_int_equal(q.error.index, most);
    close_world(&w);
  }
  print_message("  %u hits\n", total);
  assert_true(total > 3000);
}

// Ways so long that places along them are infinite: alone, and among those of one observer, whose hits they leave as
// they are. They meet boxes of nothing in leaves, which no filter leaves out here.
TEST(ways_without_end_hit_what_they_pass) {
  static world w;
  static hit_query q;
  static lgjk_cast_hit all[MOVING][ALL];
  uint32_t count[MOVING];
  random_state = test_seed(83);
  for (int tiny = 0; tiny < 2; ++tiny) {
    open_world(&w, tiny == 1);
    free(w.tree.memory);
    for (uint32_t i = 0; i < RESTING; ++i) w.category[i] = 1;
    w.tree = build_tree(&w.b, NULL);
    for (uint32_t i = 0; i < MOVING; i += 1 + random_below(9)) {
      for (int k = 0; k < DIM; ++k) w.way[i][k] *= 1e9f;
      w.most[i] = FLT_MAX;
    }
    for (uint32_t a = 0; a < MOVING; ++a) count[a] = brute_hits(&w, a, all[a]);
    assert_int_equal(call_cast(&w, &q, ALL, 0, LGJK_ISA_AUTO, NULL), LGJK_OK);
    check_rows(&q, ALL, all, count);
    close_world(&w);
  }
}

// With LGJK_CAST_ANY a body has a hit if any of all pairs has, and it is one of these; always the same.
TEST_WITH_THREADS(any_hit_is_one_of_all_pairs) {
  static world w;
  static hit_query q, other;
  static lgjk_cast_hit all[ALL];
  uint32_t hits = 0, later = 0;
  random_state = test_seed(67);
  for (int round = 0; round < 4; ++round) {
    open_world(&w, round == 3);
    assert_int_equal(call_cast(&w, &q, 1, LGJK_CAST_ANY, LGJK_ISA_AUTO, NULL), LGJK_OK);
    for (uint32_t a = 0; a < MOVING; ++a) {
      const uint32_t count = brute_hits(&w, a, all);
      uint32_t i = 0;
      assert_int_equal(q.found[a], count > 0);
      if (count == 0) assert_int_equal(q.hit[a].body, LGJK_NO_BODY);
      while (i < count && memcmp(&q.hit[a], &all[i], sizeof all[i]) != 0) ++i;
      assert_true(count == 0 || i < count);
      hits += count > 0;
      later += i > 0 && count > 0;
    }
    for (uint32_t isa = LGJK_ISA_AUTO; isa < LGJK_ISA_COUNT; ++isa) {
      const lgjk_tasks tasks = threads_of(3);
      if (isa != LGJK_ISA_AUTO && !lgjk_isa_supported(isa)) continue;
      assert_int_equal(call_cast(&w, &other, 1, LGJK_CAST_ANY, isa, isa == LGJK_ISA_AUTO ? &tasks : NULL), LGJK_OK);
      assert_memory_equal(other.hit, q.hit, MOVING * sizeof q.hit[0]);
    }
    close_world(&w);
  }
  print_message("  %u hits, of which %u are not the first\n", hits, later);
  assert_true(hits > 300 && later > 0);
}

// Bodies in two targets are hit as those of one target in a row: the same hits in the same order, and ties by number.
TEST_WITH_THREADS(two_targets_are_one_row) {
  static const uint32_t splits[] = {0, 1, 150, RESTING - 1, RESTING};
  static world w;
  static hit_query one, two;
  enum { K = 5 };
  random_state = test_seed(59);
  open_world(&w, false);
  for (uint32_t i = RESTING / 2; i < RESTING; ++i) { // each body twice, at one place: ties
    w.shape[i] = w.shape[i - RESTING / 2];
    w.category[i] = w.category[i - RESTING / 2];
    memcpy(w.pose[i], w.pose[i - RESTING / 2], sizeof w.pose[i]);
  }
  free(w.tree.memory);
  const lgjk_tree_options all = {.struct_size = sizeof all, .filters = &w.filters_b};
  w.tree = build_tree(&w.b, &all);
  assert_int_equal(call_cast(&w, &one, K, 0, LGJK_ISA_AUTO, NULL), LGJK_OK);
  for (size_t s = 0; s < sizeof splits / sizeof splits[0]; ++s) {
    lgjk_bodiesN view[2] = {w.b, w.b};
    lgjk_filters filters = w.filters_b;
    built_tree tree[2];
    view[0].count = splits[s];
    view[1] =
        packed_bodies(w.shapes, RESTING - splits[s], w.shape + splits[s], w.pose[0] + POSE_FLOATS * splits[s], NULL);
    for (int t = 0; t < 2; ++t) {
      const lgjk_tree_options options = {.struct_size = sizeof options, .filters = &filters};
      tree[t] = build_tree(&view[t], &options);
      filters.category += splits[s];
    }
    const lgjk_targetN targets[2] = {*TARGET(&view[0], &tree[0]), *TARGET(&view[1], &tree[1])};
    for (uint32_t isa = LGJK_ISA_SCALAR; isa < LGJK_ISA_COUNT; ++isa) {
      if (!lgjk_isa_supported(isa)) continue;
      const lgjk_tasks tasks = threads_of(1 + isa % 4);
      two.search = one.search;
      two.search.hit = two.hit;
      two.search.found = two.found;
      two.options = one.options;
      two.options.isa = isa;
      two.options.tasks = &tasks;
      memset(two.hit, 0xEE, sizeof two.hit);
      assert_int_equal(lgjk_cast_againstN(&w.a, targets, 2, &two.search, &two.options, &two.error), LGJK_OK);
      assert_memory_equal(one.found, two.found, sizeof one.found);
      assert_memory_equal(one.hit, two.hit, MOVING * K * sizeof *one.hit);
    }
    for (int t = 0; t < 2; ++t) free(tree[t].memory);
  }
  close_world(&w);
}

TEST(bad_bodies_have_no_hits) {
  static world w;
  static hit_query q;
  random_state = 53;
  open_world(&w, false);
  w.way[3][0] = (float)NAN;
  w.start[5][1] = HUGE_VALF;
  w.mover[8] = SHAPES;
  w.start[9][DIM] = 3;
  w.most[11] = -1;
  assert_int_equal(call_cast(&w, &q, 2, 0, LGJK_ISA_AUTO, NULL), LGJK_OK);
  assert_int_equal(q.search.bad_bodies, 5);
  static const uint32_t wrong[] = {3, 5, 8, 9, 11};
  for (int i = 0; i < 5; ++i) {
    assert_int_equal(q.found[wrong[i]], 0);
    assert_int_equal(q.hit[2 * wrong[i]].body, LGJK_NO_BODY);
  }
  uint32_t category[MOVING];
  for (uint32_t a = 0; a < MOVING; ++a) category[a] = a != 3 && a != 8; // empty slots are not bad
  w.filters_a.category = category;
  assert_int_equal(call_cast(&w, &q, 2, 0, LGJK_ISA_AUTO, NULL), LGJK_OK);
  assert_int_equal(q.search.bad_bodies, 3);
  close_world(&w);
}

TEST(wrong_arguments_are_named) {
  static world w;
  static hit_query q, before;
  random_state = 57;
  open_world(&w, false);
  assert_int_equal(call_cast(&w, &q, 1, 0, LGJK_ISA_AUTO, NULL), LGJK_OK);
  q.search.bad_bodies = 7; // which no refusal writes, as all else
  q.search.limit_bodies = 8;
  memset(q.hit, 0x3C, sizeof q.hit);
  memset(q.found, 0x3C, sizeof q.found);
  memcpy(&before, &q, sizeof before);
  const lgjk_filters odd = {.struct_size = sizeof odd, .stride = 6};
#define REFUSED(word, member, value)                                                                              \
  do {                                                                                                            \
    const lgjk_cast_search kept = q.search;                                                                       \
    const lgjk_cast_options also = q.options;                                                                     \
    member = value;                                                                                               \
    expect_refusal(lgjk_cast_againstN(&w.a, TARGET(&w.b, &w.tree), 1, &q.search, &q.options, &q.error), &q.error, \
                   word);                                                                                         \
    assert_int_equal(q.search.bad_bodies + q.search.limit_bodies, 15);                                            \
    q.search = kept;                                                                                              \
    q.options = also;                                                                                             \
  } while (0)
  REFUSED("search->struct_size", q.search.struct_size, 3);
  REFUSED("search->k", q.search.k, 0);
  REFUSED("search->flags has an unknown", q.search.flags, 4);
  REFUSED("LGJK_CAST_ANY", q.search.flags, LGJK_CAST_ANY | LGJK_CAST_ALL);
  q.search.flags = LGJK_CAST_ANY;
  REFUSED("LGJK_CAST_ANY", q.search.k, 2);
  q.search.flags = 0;
  REFUSED("search->reserved", q.search.reserved, 2);
  REFUSED("search->hit is NULL", q.search.hit, NULL);
  REFUSED("search->filters_a->stride is not a multiple of 4", q.search.filters_a, &odd);
  REFUSED("options->target is -1: negative or not finite", q.options.target, -1);
  REFUSED("options->turn_b", q.options.turn_b, w.way[0]);
  REFUSED("options->way_b", q.options.way_b, w.way[0]);
  REFUSED("search->found overlaps search->hit", q.search.found, (uint32_t*)(void*)q.hit);
  REFUSED("search->found overlaps search->skip", q.search.found, w.skip);
  w.b.count--;
  REFUSED("targets[0].bodies->count is 399, but the tree was built of 400", q.options.reserved, 0);
  w.b.count++;
  static _Alignas(64) char none[256];
  lgjk_targetN wrong[LGJK_MAX_TARGETS] = {*TARGET(&w.b, &w.tree)};
  for (int t = 1; t < (int)LGJK_MAX_TARGETS; ++t) wrong[t] = wrong[0];
#define WRONG(word, count) \
  expect_refusal(lgjk_cast_againstN(&w.a, wrong, count, &q.search, &q.options, &q.error), &q.error, word)
  WRONG("target_count is 5", LGJK_MAX_TARGETS + 1);
  wrong[1].tree = none;
  wrong[1].tree_size = sizeof none;
  WRONG("targets[1].tree holds no tree", 2);
  wrong[2].tree = NULL;
  wrong[1] = wrong[0];
  WRONG("targets[2].tree is NULL", 3);
  wrong[0].bodies = NULL;
  WRONG("targets[0].bodies is NULL", 1);
  expect_refusal(lgjk_cast_againstN(&w.a, NULL, 1, &q.search, &q.options, &q.error), &q.error, "targets is NULL");
  expect_refusal(lgjk_cast_againstN(NULL, TARGET(&w.b, &w.tree), 1, &q.search, &q.options, &q.error), &q.error,
                 "a is NULL");
  assert_int_equal(lgjk_cast_againstN(&w.a, TARGET(&w.b, &w.tree), 1, NULL, &q.options, &q.error), LGJK_ERROR_ARGUMENT);
  assert_memory_equal(q.hit, before.hit, sizeof q.hit);
  assert_memory_equal(q.found, before.found, sizeof q.found);
  close_world(&w);
}
