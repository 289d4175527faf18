// Casts against a tree over ways that are long, fast or begin far off: they end, and hit what a cast of each pair
// hits. Compiled once for each dimension.
#include "dim.h"
#include "lanegjk/lanegjk_cast.h"
#include "packed.h"
#include "test_random.h"
#include "built.h"
#include "built_tree.h"

enum { BALLS = 130000, RAYS = 4 };

// Balls that rest, and rays.
typedef struct world {
  lgjk_shapesN* shapes;
  uint32_t shape[BALLS], of_ray[RAYS]; // 0: a point; 1: a segment
  float pose[BALLS][POSE_FLOATS], radius[BALLS];
  float start[RAYS][POSE_FLOATS], ray_radius[RAYS], way[RAYS][DIM], turn[RAYS][POSE_FLOATS - DIM];
  lgjk_bodiesN a, b;
  built_tree tree;
  lgjk_cast_hit hit[RAYS];
  uint32_t found[RAYS];
  lgjk_cast_search search;
  lgjk_cast_options options;
} world;

static void open_world(world* w, uint32_t balls, uint32_t rays) {
  static const float points[2 * DIM] = {[DIM] = 0.1f};
  const lgjk_shapeN_def defs[2] = {rounded_pointsN(points, 1, 0), rounded_pointsN(points, 2, 0)};
  memset(w, 0, sizeof *w);
  w->shapes = build_shapesN(defs, 2);
  for (uint32_t i = 0; i < balls; ++i) w->pose[i][POSE_UNIT] = 1;
  for (uint32_t i = 0; i < rays; ++i) w->start[i][POSE_UNIT] = w->turn[i][POSE_UNIT - DIM] = 1;
  w->a = packed_bodies(w->shapes, rays, w->of_ray, w->start[0], w->ray_radius);
  w->b = packed_bodies(w->shapes, balls, w->shape, w->pose[0], w->radius);
  w->search = (lgjk_cast_search){.struct_size = sizeof w->search, .k = 1, .hit = w->hit, .found = w->found};
  w->options = (lgjk_cast_options){.struct_size = sizeof w->options, .way_a = w->way[0]};
}

static void call_cast(world* w) {
  assert_int_equal(lgjk_cast_againstN(&w->a, TARGET(&w->b, &w->tree), 1, &w->search, &w->options, NULL), LGJK_OK);
}

static void close_world(world* w) {
  free(w->tree.memory);
  lgjk_shapesN_destroy(w->shapes);
}

// Each hit is reported, and once: where fractions are as far apart as cells are wide, and where they are as far apart
// as bodies. Along the second axis, where cells list less beyond a body than along the first.
TEST(all_hits_of_a_long_way) {
  static world w;
  static const struct {
    float start, way, apart, radius, ray_radius;
  } cases[] = {
      {-1, 1.8e6f, 13.3f, 0.1f, 0.25f}, {-1.7e6f, 1.8e6f, 0.1f, 0.1f, 0.25f}, {-1, 105, 7.7e-4f, 1e-4f, 1e-3f}};
  for (size_t c = 0; c < sizeof cases / sizeof cases[0]; ++c) {
    lgjk_error error = {.struct_size = sizeof error};
    open_world(&w, BALLS, 1);
    for (uint32_t i = 0; i < BALLS; ++i) {
      w.pose[i][1] = cases[c].apart * (float)i;
      w.radius[i] = cases[c].radius;
    }
    w.tree = build_tree(&w.b, NULL);
    w.start[0][1] = cases[c].start;
    w.ray_radius[0] = 0.999f * cases[c].ray_radius;
    w.way[0][1] = cases[c].way;
    w.search.flags = LGJK_CAST_ALL;
    assert_int_equal(lgjk_cast_againstN(&w.a, TARGET(&w.b, &w.tree), 1, &w.search, &w.options, &error),
                     LGJK_ERROR_CAPACITY);
    assert_int_equal(error.index, BALLS);
    close_world(&w);
  }
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
  w.tree = build_tree(&w.b, NULL);
  for (float off = 1e3f; off < 1e37f; off *= 10) {
    for (int fast = 0; fast < 2; ++fast) {
      w.start[0][0] = -off;
      w.way[0][0] = fast ? 1e38f : 1.5f * off;
      w.start[0][1] = 50;
      call_cast(&w);
      assert_int_equal(w.found[0], 0);
      w.start[0][1] = 100;
      call_cast(&w);
      if (off < 1e12f) assert_int_equal(w.hit[0].body, 1);
      assert_int_equal(w.search.limit_bodies, 0);
    }
  }
  close_world(&w);
}

// Thin ellipses (3D: ellipsoids) of one size whose circles meet where a double has no fraction between that and the
// touch: a hit there.
TEST(a_way_without_fractions_between_is_hit) {
  lgjk_shapeN_def def;
  lgjk_shapeN_def_init(&def);
  def.kind = DIM == 2 ? LGJK_SHAPE2_ELLIPSE : LGJK_SHAPE3_ELLIPSOID;
  for (int k = 0; k < DIM; ++k) def.size[k] = k == 1 ? 0.6f : 1.5f;
  lgjk_shapesN* shapes = build_shapesN(&def, 1);
  const uint32_t shape[2] = {0}, a = 0, b = 1;
  float pose[2][POSE_FLOATS] = {{0}}, way[2][DIM] = {{0}}, fraction;
  uint8_t status;
  for (int i = 0; i < 2; ++i) pose[i][POSE_UNIT] = 1;
  // Places along the way are 2 apart: at -2 there is a gap of 0.8, and the next fraction is at 0.
  pose[0][1] = -0x1.8p53f;
  way[0][1] = 0x1p55f;
  const lgjk_bodiesN bodies = packed_bodies(shapes, 2, shape, pose[0], NULL);
  const lgjk_pairs pairs = {.struct_size = sizeof pairs, .a = &a, .b = &b, .count = 1};
  const lgjk_cast_results results = {.struct_size = sizeof results, .status = &status, .fraction = &fraction};
  lgjk_cast_options options = {.struct_size = sizeof options, .way_a = way[0]};
  for (options.isa = LGJK_ISA_SCALAR; options.isa < LGJK_ISA_COUNT; ++options.isa) {
    if (!lgjk_isa_supported(options.isa)) continue;
    assert_int_equal(lgjk_castN(&bodies, &bodies, &pairs, 0, 1, &results, &options, NULL), LGJK_OK);
    assert_int_equal(status, LGJK_CAST_HIT);
    assert_float_equal(fraction, 0.375, 1e-7);
  }
  lgjk_shapesN_destroy(shapes);
}

// Of bodies with equal fractions the first by number is reported, though cells end between their touches.
TEST(equal_fractions_in_two_cells) {
  static world w;
  static const uint32_t of_a[2], of_b[2] = {0, 1};
  enum { OTHERS = 2000 }; // so that it pays to go by cells
  uint32_t ties = 0;
  open_world(&w, 2 + OTHERS, 1);
  for (uint32_t i = 2; i < 2 + OTHERS; ++i) w.pose[i][1] = 10 + (float)i;
  w.pose[0][0] = w.pose[1][0] = 65537;
  w.radius[0] = 0.9985f; // touched behind the border of cells at 65536
  w.radius[1] = 1.0015f; // before it
  w.tree = build_tree(&w.b, NULL);
  for (int i = 0; i < 200; ++i) {
    float fraction[2];
    const lgjk_pairs pairs = {.struct_size = sizeof pairs, .a = of_a, .b = of_b, .count = 2};
    const lgjk_cast_results results = {.struct_size = sizeof results, .fraction = fraction};
    w.way[0][0] = 70000 + (float)i;
    assert_int_equal(lgjk_castN(&w.a, &w.b, &pairs, 0, 2, &results, &w.options, NULL), LGJK_OK);
    ties += fraction[0] == fraction[1];
    call_cast(&w);
    assert_int_equal(w.hit[0].body, fraction[1] < fraction[0]);
  }
  print_message("  %u ties\n", ties);
  assert_true(ties > 10);
  close_world(&w);
}

// The same where fractions are below FLT_MIN, so that more is cut off than a share of them. All hits are found, too.
// The touches of two balls are moved over the border of cells near 4.0004, on either side of it.
TEST(fractions_below_flt_min_in_two_cells) {
  static world w;
  static const uint32_t of_a[2], of_b[2] = {0, 1};
  const float half = 1.5e-7f; // between both touches; a fraction is cut off by up to three times that
  uint32_t ties = 0;
  open_world(&w, 4, 1);
  w.pose[3][0] = 100;
  w.start[0][0] = 3.75f;
  for (int i = 0; i < 2000; ++i) {
    float fraction[2];
    const lgjk_pairs pairs = {.struct_size = sizeof pairs, .a = of_a, .b = of_b, .count = 2};
    const lgjk_cast_results results = {.struct_size = sizeof results, .fraction = fraction};
    w.pose[0][0] = w.pose[1][0] = 4.0005f + 0x1p-21f * (float)(i / 4);
    w.radius[0] = 0x1p-12f - half + (float)(i % 4) * 0x1p-23f; // touched behind the other
    w.radius[1] = w.radius[0] + 2 * half;
    w.way[0][0] = 3e38f + 1e34f * (float)i;
    assert_int_equal(lgjk_castN(&w.a, &w.b, &pairs, 0, 2, &results, &w.options, NULL), LGJK_OK);
    ties += fraction[0] == fraction[1];
    w.tree = build_tree(&w.b, NULL);
    w.search.k = 1;
    w.search.flags = 0;
    call_cast(&w);
    assert_int_equal(w.hit[0].body, fraction[1] < fraction[0]);
    w.search.k = 2;
    w.search.flags = LGJK_CAST_ALL;
    call_cast(&w);
    assert_int_equal(w.found[0], 2);
    free(w.tree.memory);
  }
  w.tree.memory = NULL;
  print_message("  %u ties\n", ties);
  assert_true(ties > 100);
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
  w.tree = build_tree(&w.b, NULL);
  call_cast(&w);
  assert_int_equal(w.found[0], 1);
  assert_float_equal(w.hit[0].fraction, 0.00998, 1e-5);
  close_world(&w);
}

// So far off that a place in double is known no better than to the gap at which shapes count as touching: a hit exactly
// where the cast of the pair has one.
TEST(a_gap_below_the_rounding_of_places) {
  static world w;
  static const uint32_t first = 0;
  uint32_t hits = 0;
  random_state = 1;
  open_world(&w, 1, 1);
  w.radius[0] = 1;
  for (int i = 0; i < 2000; ++i) {
    const float off = ldexpf(1 + (float)random_in(0, 1), 60 + i % 60);
    uint8_t status;
    const lgjk_pairs pairs = {.struct_size = sizeof pairs, .a = &first, .b = &first, .count = 1};
    const lgjk_cast_results results = {.struct_size = sizeof results, .status = &status};
    w.pose[0][1] = -off;
    w.start[0][0] = -26;
    w.way[0][0] = (float)random_in(0, 1);
    w.way[0][1] = -off * (1 + 40 * (float)random_in(0, 1));
    w.options.target = off * (0.5f + (float)random_in(0, 1)) * 0x1p-53f;
    assert_int_equal(lgjk_castN(&w.a, &w.b, &pairs, 0, 1, &results, &w.options, NULL), LGJK_OK);
    w.tree = build_tree(&w.b, NULL);
    call_cast(&w);
    assert_int_equal(w.found[0], status == LGJK_CAST_HIT);
    hits += w.found[0];
    free(w.tree.memory);
  }
  w.tree.memory = NULL;
  print_message("  %u hits\n", hits);
  assert_true(hits > 500);
  close_world(&w);
}

// A turn that is none makes a body bad, and so does one that goes on beyond the fraction 1.
TEST(bad_turns_are_counted) {
  static world w;
  static const float most[RAYS] = {1, 1, 1, 2};
  open_world(&w, 1, RAYS);
  w.pose[0][0] = 5;
  w.radius[0] = 1;
  w.tree = build_tree(&w.b, NULL);
  for (uint32_t i = 0; i < RAYS; ++i) w.way[i][0] = 10;
  w.options.turn_a = w.turn[0];
  w.turn[1][0] = (float)NAN;
  w.turn[2][POSE_UNIT - DIM] = 2;
  w.turn[3][0] = 0.8f;
  w.turn[3][1] = DIM == 2 ? 0.6f : 0;
  w.turn[3][POSE_UNIT - DIM] = DIM == 2 ? 0.8f : 0.6f;
  w.of_ray[3] = 1;
  w.options.most = most;
  call_cast(&w);
  assert_int_equal(w.search.bad_bodies, 3);
  assert_int_equal(w.found[0], 1);
  for (int i = 1; i < RAYS; ++i) assert_int_equal(w.found[i], 0);
  close_world(&w);
}
