// The benchmark's 3D scenes keep their promises: shapes, the share of overlapping pairs (by the oracle), gaps,
// positions, motion, and the same bits on every machine (a hash over every array of a small instance). T7 needs a data
// file and is skipped, by name, without it.
#define _POSIX_C_SOURCE 200809L
#define DIM 3
#include "scene_checks.h"

static const char* const names[] = {"T1", "T2", "T3", "T4", "T5", "T6", "T8"};
#define NAMES (sizeof names / sizeof names[0])
static const char* const piles[] = {"T9", "T10"};
#define PILES (sizeof piles / sizeof piles[0])

static void skip_without_data(void) {
  const char* missing = scene3_missing_data("T7");
  if (missing != NULL) SKIP_TEST("T7 %s", missing);
}

// ---------------------------------------------------------------- shapes

TEST(shapes_are_of_the_kinds_promised) {
  for (size_t i = 0; i < 3; i++) {
    scene3* scene = create(names[i], 1);
    uint32_t count[5] = {0};
    for (uint32_t k = 0; k < scene->shape_count; k++) {
      const lgjk_shape3_def* def = &scene->defs[k];
      const uint32_t points = def->kind == LGJK_SHAPE3_POINTS ? def->point_count : 0;
      count[points > 0 ? points - 1 : def->kind == LGJK_SHAPE3_BOX ? 2 : 3]++;
      assert_true(def->kind == LGJK_SHAPE3_BOX || def->kind == LGJK_SHAPE3_CYLINDER || points == 1 || points == 2);
    }
    static const uint32_t promised[3][4] = {{0, 0, 64, 0}, {0, 64, 0, 0}, {16, 16, 16, 16}};
    for (int k = 0; k < 4; k++) assert_int_equal(count[k], promised[i][k]);
    scene3_free(scene);
  }
}

// Every point is a vertex of its hull.
TEST(hulls_have_the_vertices_promised) {
  static const uint32_t fewest[3] = {8, 32, 256}, most[3] = {16, 64, 256};
  for (size_t i = 0; i < 3; i++) {
    scene3* scene = create(names[3 + i], 1);
    lgjk_shapes3* shapes = build_shapes3(scene->defs, scene->shape_count);
    for (uint32_t k = 0; k < scene->shape_count; k++) {
      lgjk_shape3_info info = {.struct_size = sizeof info};
      assert_int_equal(lgjk_shapes3_get(shapes, k, &info, NULL, 0, NULL), LGJK_OK);
      assert_int_equal(info.vertex_count, scene->defs[k].point_count);
      assert_in_range(info.vertex_count, fewest[i], most[i]);
    }
    lgjk_shapes3_destroy(shapes);
    scene3_free(scene);
  }
}

TEST(bounds_are_those_of_the_library) {
  for (size_t i = 0; i < NAMES; i++) check_bounds(names[i]);
  for (size_t i = 0; i < PILES; i++) check_bounds(piles[i]);
}

// ---------------------------------------------------------------- overlaps

// Counts overlaps; gaps must be no wider than promised.
static double share_of(scene3* scene) {
  staged s = stage(scene);
  uint32_t overlapping = 0;
  for (uint32_t i = 0; i < scene->pair_count; i++) {
    const double gap = gap_of(&s, i);
    overlapping += gap <= 0;
    assert_true(gap <= mean_diameter(scene, i) * (1 + 1e-5));
  }
  stage_close(&s, false);
  return (double)overlapping / (double)scene->pair_count;
}

static void check_share(const char* name, double promised) {
  scene3* scene = create(name, PAIRS);
  const double share = share_of(scene);
  print_message("  %s: %.2f%% overlapping\n", name, 100 * share);
  assert_true(scene->overlap_share == promised);
  assert_true(fabs(share - scene->overlap_share) <= SHARE_TOLERANCE);
  scene3_free(scene);
}

TEST(share_of_overlaps_is_as_promised) {
  for (size_t i = 0; i < NAMES; i++) check_share(names[i], strcmp(names[i], "T8") == 0 ? 0.7 : 0.3);
  check_share("T9", 0.46);
  check_share("T10", 0.53);
}

// Pairs that overlap in the scene are the same; the others overlap now. One in a thousand may just touch.
TEST(overlapping_scenes_hold_pairs_that_overlap) {
  for (size_t i = 0; i < NAMES; i++) {
    char name[16] = {0};
    strcat(strcat(name, names[i]), "-overlapping");
    scene3 *whole = create(names[i], 1000), *overlapping = create(name, 1000);
    uint32_t same = 0;
    for (uint32_t k = 0; k < overlapping->body_count; k += 2) {
      same += memcmp(whole->pose[k], overlapping->pose[k], 2 * sizeof *whole->pose) == 0;
    }
    assert_true(overlapping->overlap_share == 1);
    assert_true(share_of(overlapping) >= 0.999);
    assert_true(fabs(same / 1000.0 - share_of(whole)) <= 0.001);
    scene3_free(whole);
    scene3_free(overlapping);
  }
}

TEST(positions_lie_within_5_or_of_piles_8) {
  for (size_t i = 0; i < NAMES; i++) check_positions(names[i], 5);
  for (size_t i = 0; i < PILES; i++) check_positions(piles[i], 8);
}

// ---------------------------------------------------------------- T8

// A shape at its pose, in double: the world coordinates of its points, or of a box's corners, their number, and the
// axes of its rotation.
typedef struct placed {
  uint32_t count;
  double point[32][3], axis[3][3];
} placed;

static placed place(const scene3* scene, uint32_t body) {
  const lgjk_shape3_def* def = &scene->defs[scene->shape[body]];
  const float *p = scene->pose[body], *q = p + 3;
  const double x = (double)q[0], y = (double)q[1], z = (double)q[2], w = (double)q[3];
  const double s = 2 / (x * x + y * y + z * z + w * w);
  const double axis[3][3] = {{1 - s * (y * y + z * z), s * (x * y + w * z), s * (x * z - w * y)},
                             {s * (x * y - w * z), 1 - s * (x * x + z * z), s * (y * z + w * x)},
                             {s * (x * z + w * y), s * (y * z - w * x), 1 - s * (x * x + y * y)}};
  const bool box = def->kind == LGJK_SHAPE3_BOX;
  placed t = {.count = box ? 8 : def->point_count};
  memcpy(t.axis, axis, sizeof axis);
  for (uint32_t i = 0; i < t.count; i++) {
    for (int k = 0; k < 3; k++) t.point[i][k] = (double)p[k];
    for (uint32_t j = 0; j < 3; j++) {
      const double at = box ? (double)def->size[j] * (i >> j & 1 ? 1 : -1) : (double)def->points[3 * i + j];
      for (int k = 0; k < 3; k++) t.point[i][k] += at * axis[j][k];
    }
  }
  return t;
}

static int by_height(const void* left, const void* right) {
  const double a = ((const double*)left)[2], b = ((const double*)right)[2];
  return (a > b) - (a < b);
}

// The tilt of the plane through the lowest vertex and two more of the same face: the least among them all, so that it
// is the lowest face's.
static double tilt_of(const placed* t) {
  double least = 2;
  for (uint32_t i = 1; i < t->count; i++) {
    for (uint32_t k = 1; k < i; k++) {
      double e[3], f[3];
      for (int j = 0; j < 3; j++) e[j] = t->point[i][j] - t->point[0][j];
      for (int j = 0; j < 3; j++) f[j] = t->point[k][j] - t->point[0][j];
      const double nx = e[1] * f[2] - e[2] * f[1], ny = e[2] * f[0] - e[0] * f[2], nz = e[0] * f[1] - e[1] * f[0];
      least = fmin(least, hypot(nx, ny) / fabs(nz));
    }
  }
  return least;
}

// The floor lies flat. The body's lowest face is tilted by 1e-3 at most, and its lowest vertex 1e-4 to 1e-3 of its
// diameter off the floor's top, within the floor's outline. Returns the tilt.
static double check_resting(const scene3* scene, uint32_t pair) {
  const lgjk_shape3_def* floor = &scene->defs[scene->shape[scene->a[pair]]];
  const float* flat = scene->pose[scene->a[pair]];
  const uint32_t body = scene->b[pair];
  assert_int_equal(floor->kind, LGJK_SHAPE3_BOX);
  assert_true(floor->size[0] >= 8 && floor->size[1] >= 8 && floor->size[2] == 0.5f);
  for (int k = 0; k < 6; k++) assert_true(flat[k] == 0);
  placed t = place(scene, body);
  qsort(t.point, t.count, sizeof t.point[0], by_height);
  const double off = fabs(t.point[0][2] - 0.5) / (2 * (double)scene->bound[scene->shape[body]]);
  assert_true(off >= 1e-4 * 0.99 && off <= 1e-3 * 1.01);
  for (uint32_t i = 0; i < t.count; i++) assert_true(fabs(t.point[i][0]) <= 8 && fabs(t.point[i][1]) <= 8);
  const double tilt = tilt_of(&t);
  assert_true(tilt <= 1.001e-3);
  return tilt;
}

TEST(bodies_of_t8_rest_on_a_floor) {
  scene3* scene = create("T8", PAIRS);
  for (int frame = 0; frame < 60; frame++) {
    uint32_t flat = 0, boxes = 0;
    for (uint32_t i = 0; i < PAIRS; i += frame % 59 == 0 ? 1 : 10) {
      flat += check_resting(scene, i) < 5e-6;
      boxes += scene->defs[scene->shape[scene->b[i]]].kind == LGJK_SHAPE3_BOX;
    }
    if (frame == 0) assert_true(fabs((double)flat / PAIRS - 0.25) <= SHARE_TOLERANCE);
    if (frame == 0) assert_true(fabs((double)boxes / PAIRS - 7.0 / 15) <= SHARE_TOLERANCE);
    scene3_advance(scene);
  }
  scene3_free(scene);
}

// ---------------------------------------------------------------- T9 and T10

TEST(bodies_of_piles_rest) {
  for (size_t i = 0; i < PILES; i++) check_pile(piles[i], scene3_pile_bodies(), scene3_pile_walls());
}

// 0 a ball, 1 a capsule, 2 a box, 3 a cylinder, 4 a hull.
static uint32_t kind_of(const lgjk_shape3_def* def) {
  if (def->kind == LGJK_SHAPE3_BOX) return 2;
  if (def->kind == LGJK_SHAPE3_CYLINDER) return 3;
  assert_true(def->point_count <= 2 || (def->point_count >= 8 && def->point_count <= 16));
  return def->point_count <= 2 ? def->point_count - 1 : 4;
}

TEST(bodies_of_piles_are_of_the_kinds_promised) {
  for (size_t i = 0; i < PILES; i++) {
    scene3* scene = create(piles[i], 1);
    uint32_t count[5] = {0};
    for (uint32_t k = scene3_pile_walls(); k < scene3_pile_bodies(); k++)
      count[kind_of(&scene->defs[scene->shape[k]])]++;
    for (uint32_t k = 0; k < 5; k++) {
      const uint32_t all = k == 4 ? PILE_BODIES : 0;
      if (i == 0) assert_int_equal(count[k], all);
      if (i == 1) assert_in_range(count[k], PILE_BODIES / 5 - 4, PILE_BODIES / 5 + 4);
    }
    scene3_free(scene);
  }
}

// ---------------------------------------------------------------- order

TEST(pair_lists_of_piles_are_sorted) {
  for (size_t i = 0; i < PILES; i++) {
    scene3* scene = create(piles[i], PAIRS);
    check_order(scene);
    assert_false(scene3_can_churn(scene));
    scene3_free(scene);
  }
}

TEST(shuffling_stores_the_same_bodies_elsewhere) {
  for (size_t i = 0; i < NAMES; i++) check_shuffled(names[i]);
  for (size_t i = 0; i < PILES; i++) check_shuffled(piles[i]);
}

// ---------------------------------------------------------------- motion

static double dot4(const float* p, const float* q) {
  double sum = 0;
  for (int k = 0; k < 4; k++) sum += (double)p[k] * (double)q[k];
  return sum;
}

// The cosine of half the angle between the two is 1 - 1.25e-5, which floats know to 1e-7: the angle to 4e-5. 60 turns
// about one axis are one of 0.6.
static void check_turn(const float* from, const float* to, int frames) {
  const double turn = 2 * acos(dot4(from, to) / sqrt(dot4(from, from) * dot4(to, to)));
  if (frames == 1) assert_true(fabs(turn - 0.01) <= 1e-4);
  if (frames == 60) assert_true(fabs(fabs(dot4(from, to)) - cos(0.3)) <= 1e-5);
}

TEST(bodies_move_and_turn_as_promised) { check_motion("T4", check_turn); }

TEST(churn_replaces_one_pair_in_ten) { check_churn("T1", share_of); }

// ---------------------------------------------------------------- the same bits

TEST(bits_are_those_of_every_machine) {
  static const uint64_t golden[NAMES][2] = {
      {0xdc77665f18663e9au, 0x21da60dc3fbead63u}, {0xda26f1777a153c61u, 0x230c3d570e7114d4u},
      {0x310dd78c39117520u, 0x4e34bfd926671e72u}, {0xbceace369335a331u, 0x9c18caa6388fce4du},
      {0x1f24831ae6641644u, 0x85089ba757eafd8cu}, {0xb640821934ee80dbu, 0x3c0f74d7ab4c38d2u},
      {0xd24b318a72931993u, 0x5ceb130cf615287cu}};
  for (size_t i = 0; i < NAMES; i++) check_bits(names[i], golden[i][0], golden[i][1]);
  check_bits("T9", 0x533792f285558a41u, 0xd6c8b904668dc2d5u);
  check_bits("T10", 0xcd676689087863a8u, 0x30fc30d10270c48fu);
  check_bits("T9-shuffled", 0x3904d193eabcbd0fu, 0x142f936820617c2bu);
  check_bits("T4-shuffled", 0x272041b3159130adu, 0x14f901618387509bu);
  check_bits("T8-shuffled", 0xee2b114fb3a95c6fu, 0xe2029eccbfd397a3u);
}

// ---------------------------------------------------------------- T7, names

TEST(t7_keeps_the_same_promises) {
  skip_without_data();
  scene3* scene = create("T7", 10);
  assert_int_equal(scene->shape_count, 6755);
  scene3_free(scene);
  check_bounds("T7");
  check_share("T7", 0.3);
  check_bits("T7", 0xdfd118e591feddceu, 0xd21ce4acd9c3109eu);
}

TEST(missing_data_is_told_from_a_wrong_name) {
  const char* folder = getenv("LGJK_DATA_DIR");
  char* kept = folder != NULL ? strdup(folder) : NULL;
  setenv("LGJK_DATA_DIR", "/nowhere", 1);
  assert_null(scene3_create("T7", 10, SEED));
  assert_non_null(scene3_missing_data("T7"));
  assert_non_null(scene3_missing_data("T7-shuffled"));
  assert_null(scene3_missing_data("T1"));
  if (kept != NULL) setenv("LGJK_DATA_DIR", kept, 1);
  if (kept == NULL) unsetenv("LGJK_DATA_DIR");
  free(kept);
}

TEST(unknown_scenes_are_refused) {
  static const char* const wrong[] = {"",    "T",   "T0",         "T11",          "S1",         "t1",
                                      "T1 ", "T1-", "T1-shuffle", "T1-shuffled2", "T1-overlap", "T9-overlapping"};
  check_refused(wrong, sizeof wrong / sizeof wrong[0], "T1");
}
