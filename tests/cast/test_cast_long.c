// Casts against an index over ways that are long, fast or begin far off: they end, and hit what a cast of each pair
// hits. Compiled once for each dimension.
#include "dim.h"
#include "lanegjk/lanegjk_cast.h"
#include "test.h"

#define lgjk_castN DIM_NAME(lgjk_cast, DIM, )
#define lgjk_cast_againstN DIM_NAME(lgjk_cast_against, DIM, )
#define lgjk_index_sizeN DIM_NAME(lgjk_index_size, DIM, )
#define lgjk_index_buildN DIM_NAME(lgjk_index_build, DIM, )

enum { BALLS = 4000, RAYS = 4 };

// Balls that rest, and rays.
typedef struct world {
  lgjk_shapesN* shapes;
  uint32_t shape[BALLS], of_ray[RAYS]; // 0: a point; 1: a segment
  float pose[BALLS][POSE_FLOATS], radius[BALLS];
  float start[RAYS][POSE_FLOATS], none[RAYS], way[RAYS][DIM], turn[RAYS][POSE_FLOATS - DIM];
  lgjk_bodiesN a, b;
  void* index;
  lgjk_cast_hit hit[RAYS * BALLS];
  uint32_t found[RAYS];
  lgjk_cast_search search;
  lgjk_cast_options options;
} world;

static void open_world(world* w, uint32_t balls, uint32_t rays) {
  static const float points[2 * DIM] = {[DIM] = 0.1f};
  lgjk_shapeN_def defs[2];
  memset(w, 0, sizeof *w);
  for (uint32_t i = 0; i < 2; ++i) {
    lgjk_shapeN_def_init(&defs[i]);
    defs[i].points = points;
    defs[i].point_count = 1 + i;
  }
  assert_int_equal(lgjk_shapesN_create(defs, 2, NULL, &w->shapes, NULL), LGJK_OK);
  for (uint32_t i = 0; i < balls; ++i) w->pose[i][POSE_UNIT] = 1;
  for (uint32_t i = 0; i < rays; ++i) w->start[i][POSE_UNIT] = w->turn[i][POSE_UNIT - DIM] = 1;
  w->a = (lgjk_bodiesN){.struct_size = sizeof w->a, .count = rays, .shapes = w->shapes, .shape = w->shape};
  w->b = w->a;
  w->b.count = balls;
  w->a.shape = w->of_ray;
  w->a.pose = w->start[0];
  w->a.radius = w->none;
  w->b.pose = w->pose[0];
  w->b.radius = w->radius;
  lgjk_cast_search_init(&w->search);
  lgjk_cast_options_init(&w->options);
  w->search.k = 1;
  w->search.hit = w->hit;
  w->search.found = w->found;
  w->options.way_a = w->way[0];
}

static void build_index(world* w, float reach) {
  const lgjk_index_def def = {.struct_size = sizeof def, .reach = reach};
  uint64_t size;
  free(w->index);
  assert_int_equal(lgjk_index_sizeN(&w->b, &def, &size, NULL), LGJK_OK);
  w->index = aligned_alloc(64, (size + 63) / 64 * 64);
  assert_int_equal(lgjk_index_buildN(&w->b, &def, w->index, size, NULL, NULL), LGJK_OK);
}

static void ask(world* w) {
  assert_int_equal(lgjk_cast_againstN(&w->a, &w->b, w->index, &w->search, &w->options, NULL), LGJK_OK);
}

static void close_world(world* w) {
  free(w->index);
  lgjk_shapesN_destroy(w->shapes);
}

// Casts ray 0 at each ball. Returns how many it hits, and the one that it hits first.
static uint32_t cast_at_each(const world* w, float fraction[BALLS], uint32_t* nearest) {
  static uint32_t zeros[BALLS], numbers[BALLS];
  static uint8_t status[BALLS];
  uint32_t hits = 0;
  for (uint32_t i = 0; i < w->b.count; ++i) numbers[i] = i;
  const lgjk_pairs pairs = {.struct_size = sizeof pairs, .a = zeros, .b = numbers, .count = w->b.count};
  const lgjk_cast_results results = {.struct_size = sizeof results, .status = status, .fraction = fraction};
  assert_int_equal(lgjk_castN(&w->a, &w->b, &pairs, 0, pairs.count, &results, &w->options, NULL), LGJK_OK);
  *nearest = LGJK_NO_BODY;
  for (uint32_t i = 0; i < w->b.count; ++i) {
    if (status[i] != LGJK_CAST_HIT) continue;
    ++hits;
    if (*nearest == LGJK_NO_BODY || fraction[i] < fraction[*nearest]) *nearest = i;
  }
  return hits;
}

// Where fractions are as far apart as cells are wide, each hit is told, and once.
TEST(all_hits_of_a_long_way) {
  static world w;
  static float fraction[BALLS];
  uint32_t nearest;
  open_world(&w, BALLS, 1);
  for (uint32_t i = 0; i < BALLS; ++i) {
    w.pose[i][0] = 500.0f * (float)i;
    w.radius[i] = 0.5f;
  }
  build_index(&w, 1);
  w.start[0][0] = -5;
  w.way[0][0] = 2e6f;
  w.way[0][1] = 0.3f;
  w.search.k = BALLS;
  w.search.flags = LGJK_CAST_ALL;
  assert_int_equal(cast_at_each(&w, fraction, &nearest), BALLS);
  ask(&w);
  assert_int_equal(w.found[0], BALLS);
  for (uint32_t i = 0; i < BALLS; ++i) {
    assert_int_equal(w.hit[i].body, i);
    assert_float_equal(w.hit[i].fraction, fraction[i], 0);
  }
  close_world(&w);
}

// However far off a way begins, and however fast it is, the call ends.
TEST(ways_from_far_off_end) {
  static world w;
  open_world(&w, 100, 1);
  for (uint32_t i = 0; i < 100; ++i) {
    w.pose[i][0] = (float)(i / 10) * 100;
    w.pose[i][1] = (float)(i % 10) * 100;
    w.radius[i] = 0.1f;
  }
  build_index(&w, 1);
  for (float off = 1e3f; off < 1e37f; off *= 10) {
    for (int fast = 0; fast < 2; ++fast) {
      w.start[0][0] = -off;
      w.way[0][0] = fast ? 1e38f : 1.5f * off;
      w.start[0][1] = 50;
      ask(&w);
      assert_int_equal(w.found[0], 0);
      w.start[0][1] = 100;
      ask(&w);
      if (off < 1e12f) assert_int_equal(w.hit[0].body, 1);
    }
  }
  close_world(&w);
}

// Of bodies with equal fractions the first by number is told, though cells end between their touches.
TEST(equal_fractions_in_two_cells) {
  static world w;
  float fraction[BALLS];
  uint32_t first, ties = 0;
  open_world(&w, 2, 1);
  w.pose[0][0] = w.pose[1][0] = 65537;
  w.radius[0] = 0.9985f; // touched behind the border of cells at 65536
  w.radius[1] = 1.0015f; // before it
  build_index(&w, 1);
  for (int i = 0; i < 200; ++i) {
    w.way[0][0] = 70000 + (float)i;
    cast_at_each(&w, fraction, &first);
    ties += fraction[0] == fraction[1];
    ask(&w);
    assert_int_equal(w.hit[0].body, first);
  }
  print_message("  %u ties\n", ties);
  assert_true(ties > 10);
  close_world(&w);
}

// A body far from the origin is hit, though the sides of the box of all bodies are rounded to where it is.
TEST(a_small_body_far_off_is_hit) {
  static world w;
  open_world(&w, 1, 1);
  w.pose[0][1] = 1e6f;
  w.radius[0] = 0.02f;
  w.start[0][0] = -10;
  w.start[0][1] = 999999.9375f;
  w.way[0][0] = 1000;
  w.way[0][1] = 5;
  build_index(&w, 1);
  ask(&w);
  assert_int_equal(w.found[0], 1);
  assert_float_equal(w.hit[0].fraction, 0.00998, 1e-5);
  close_world(&w);
}

// A turn that is none makes a body bad, and so does one that goes on beyond the fraction 1.
TEST(bad_turns_are_counted) {
  static world w;
  static const float most[RAYS] = {1, 1, 1, 2};
  open_world(&w, 1, RAYS);
  w.pose[0][0] = 5;
  w.radius[0] = 1;
  build_index(&w, 2);
  for (uint32_t i = 0; i < RAYS; ++i) w.way[i][0] = 10;
  w.options.turn_a = w.turn[0];
  w.turn[1][0] = (float)NAN;
  w.turn[2][POSE_UNIT - DIM] = 2;
  w.turn[3][0] = 0.8f;
  w.turn[3][1] = DIM == 2 ? 0.6f : 0;
  w.turn[3][POSE_UNIT - DIM] = DIM == 2 ? 0.8f : 0.6f;
  w.of_ray[3] = 1;
  w.options.most = most;
  ask(&w);
  assert_int_equal(w.search.bad_bodies, 3);
  assert_int_equal(w.found[0], 1);
  for (int i = 1; i < RAYS; ++i) assert_int_equal(w.found[i], 0);
  close_world(&w);
}
