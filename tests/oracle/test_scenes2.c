// The benchmark's scenes keep their promises: the share of overlapping pairs (by a brute-force distance in double, and
// by the library), gaps, positions, motion, and the same bits on every machine (a hash over every array of a small
// instance).
#define DIM 2
#include <float.h>

#include "packed.h"
#include "scene_checks.h"

enum { SCENES = 13, NAMES = 2 * SCENES };
static const char* const names[NAMES] = {
    "S1",          "S2",           "S3",           "S4",           "S5",          "S6",          "S7",
    "S8",          "S9",           "S10",          "S11",          "S12",         "S13",         "S1-shuffled",
    "S2-shuffled", "S3-shuffled",  "S4-shuffled",  "S5-shuffled",  "S6-shuffled", "S7-shuffled", "S8-shuffled",
    "S9-shuffled", "S10-shuffled", "S11-shuffled", "S12-shuffled", "S13-shuffled"};

// The brute force knows none of its shapes: test_scenes2_crowd.c uses the oracle.
static bool is_crowd(size_t name) { return name % SCENES == 8; }

// ---------------------------------------------------------------- gaps by brute force in double

typedef struct outline {
  uint32_t count;
  double x[SCENE2_MAX_VERTICES], y[SCENE2_MAX_VERTICES];
} outline;

static outline world_outline(const scene2* scene, uint32_t body) {
  static const double corner_x[4] = {-1, 1, 1, -1}, corner_y[4] = {-1, -1, 1, 1};
  const uint32_t shape = scene->shape[body];
  const lgjk_shape2_def* def = &scene->defs[shape];
  const bool box = def->kind == LGJK_SHAPE2_BOX;
  const float* pose = scene->pose[body];
  const double length = hypot((double)pose[2], (double)pose[3]);
  const double c = (double)pose[2] / length, s = (double)pose[3] / length;
  outline o = {.count = box ? 4 : def->point_count};
  for (uint32_t i = 0; i < o.count; i++) {
    const double x = box ? corner_x[i] * (double)def->size[0] : (double)scene->points[shape][i][0];
    const double y = box ? corner_y[i] * (double)def->size[1] : (double)scene->points[shape][i][1];
    o.x[i] = (double)pose[0] + c * x - s * y;
    o.y[i] = (double)pose[1] + s * x + c * y;
  }
  return o;
}

// Whether the normal of an edge of `a` has all of `a` on one side and all of `b` strictly on the other.
static bool edge_separates(const outline* a, const outline* b) {
  for (uint32_t i = 0; a->count > 1 && i < a->count; i++) {
    const uint32_t k = (i + 1) % a->count;
    const double nx = a->y[k] - a->y[i], ny = a->x[i] - a->x[k];
    double lowest = DBL_MAX;
    for (uint32_t j = 0; j < b->count; j++) lowest = fmin(lowest, nx * (b->x[j] - a->x[i]) + ny * (b->y[j] - a->y[i]));
    if (lowest > 0) return true;
  }
  return false;
}

// The least distance from a vertex of `a` to an edge (or the only vertex) of `b`.
static double vertex_to_edge(const outline* a, const outline* b) {
  double least = DBL_MAX;
  for (uint32_t i = 0; i < a->count; i++) {
    for (uint32_t j = 0; j < b->count; j++) {
      const uint32_t k = (j + 1) % b->count;
      const double ex = b->x[k] - b->x[j], ey = b->y[k] - b->y[j], px = a->x[i] - b->x[j], py = a->y[i] - b->y[j];
      const double length2 = ex * ex + ey * ey;
      const double t = length2 > 0 ? fmax(0, fmin(1, (px * ex + py * ey) / length2)) : 0;
      least = fmin(least, hypot(px - t * ex, py - t * ey));
    }
  }
  return least;
}

// Distance of the pair; 0 or less where it overlaps.
static double gap_of(const scene2* scene, uint32_t pair) {
  const uint32_t a = scene->a[pair], b = scene->b[pair];
  const outline on_a = world_outline(scene, a), on_b = world_outline(scene, b);
  const double radius = (double)scene->defs[scene->shape[a]].radius + (double)scene->defs[scene->shape[b]].radius;
  const bool points = on_a.count == 1 && on_b.count == 1;
  const bool apart = points || edge_separates(&on_a, &on_b) || edge_separates(&on_b, &on_a);
  return (apart ? fmin(vertex_to_edge(&on_a, &on_b), vertex_to_edge(&on_b, &on_a)) : 0) - radius;
}

static double share_of(const scene2* scene) {
  uint32_t overlapping = 0;
  for (uint32_t i = 0; i < scene->pair_count; i++) overlapping += gap_of(scene, i) <= 0;
  return (double)overlapping / (double)scene->pair_count;
}

static double tolerance_of(const scene2* scene) {
  return scene->overlap_share > 0 && scene->overlap_share < 1 ? SHARE_TOLERANCE : 0;
}

// ---------------------------------------------------------------- what is promised

TEST(share_of_overlaps_is_as_promised) {
  static const double shares[SCENES] = {0.5, 0.3, 0.3, 0.3, 0, 0.3, 0, 1, 0, 0.5, 0.5, 0.5, 0.5};
  for (size_t i = 0; i < NAMES; i++) {
    if (is_crowd(i)) continue;
    scene2* scene = create(names[i], PAIRS);
    assert_true(scene->overlap_share == shares[i % SCENES]);
    assert_true(fabs(share_of(scene) - scene->overlap_share) <= tolerance_of(scene));
    scene2_free(scene);
  }
}

// Whether the bodies of a pair are where those of another scene are.
static bool same_pair(const scene2* s, const scene2* other, uint32_t pair) {
  const size_t size = sizeof *s->pose;
  return memcmp(s->pose[s->a[pair]], other->pose[other->a[pair]], size) == 0 &&
         memcmp(s->pose[s->b[pair]], other->pose[other->b[pair]], size) == 0;
}

// Pairs that overlap in the scene are the same; the others overlap now.
TEST(overlapping_scenes_hold_pairs_that_overlap) {
  static const char* const mixed[][2] = {{"S1", "S1-overlapping"},
                                         {"S2", "S2-overlapping"},
                                         {"S3", "S3-overlapping"},
                                         {"S4", "S4-overlapping"},
                                         {"S6", "S6-overlapping"}};
  for (size_t i = 0; i < sizeof mixed / sizeof mixed[0]; i++) {
    scene2 *whole = create(mixed[i][0], PAIRS), *overlapping = create(mixed[i][1], PAIRS);
    assert_true(overlapping->overlap_share == 1);
    for (uint32_t k = 0; k < PAIRS; k++) {
      assert_true(gap_of(overlapping, k) <= 1e-5);
      assert_int_equal(same_pair(whole, overlapping, k), gap_of(whole, k) <= 0);
    }
    scene2_free(whole);
    scene2_free(overlapping);
  }
}

// Verdicts of the library against brute force; they may differ within the band around touching.
static void check_verdicts(const scene2* scene, const uint8_t* status) {
  uint32_t overlapping = 0;
  for (uint32_t i = 0; i < scene->pair_count; i++) {
    const double gap = gap_of(scene, i);
    const double band = 4e-7 * 20; // the scale of a pair is below 20
    assert_true(status[i] == LGJK_STATUS_SEPARATED || status[i] == LGJK_STATUS_OVERLAPPING);
    overlapping += status[i] == LGJK_STATUS_OVERLAPPING;
    if (fabs(gap) > band) assert_int_equal(status[i] == LGJK_STATUS_OVERLAPPING, gap < 0);
  }
  const double share = (double)overlapping / (double)scene->pair_count;
  assert_true(fabs(share - scene->overlap_share) <= tolerance_of(scene));
}

TEST(the_library_finds_the_same_share) {
  uint8_t* status = calloc(PAIRS, 1);
  assert_non_null(status);
  for (size_t i = 0; i < NAMES; i++) {
    if (is_crowd(i)) continue;
    scene2* scene = create(names[i], PAIRS);
    lgjk_shapes2* shapes = build_shapes(scene);
    const lgjk_bodies2 bodies = packed_bodies(shapes, scene->body_count, scene->shape, &scene->pose[0][0], NULL);
    const lgjk_pairs pairs = packed_pairs(scene->a, scene->b, scene->pair_count);
    const lgjk_results results = {.struct_size = sizeof results, .status = status};
    assert_int_equal(lgjk_overlap2(&bodies, &bodies, &pairs, NULL, 0, PAIRS, &results, NULL, NULL), LGJK_OK);
    check_verdicts(scene, status);
    lgjk_shapes2_destroy(shapes);
    scene2_free(scene);
  }
  free(status);
}

TEST(bounds_are_those_of_the_library) {
  check_bounds("S6");
  check_bounds("S9");
}

TEST(positions_lie_within_50) {
  for (size_t i = 0; i < NAMES; i++) check_positions(names[i], 50);
}

TEST(gaps_of_s7_are_log_uniform) {
  scene2* scene = create("S7", PAIRS);
  uint32_t decade[3] = {0, 0, 0};
  for (uint32_t i = 0; i < scene->pair_count; i++) {
    const double gap = gap_of(scene, i) / mean_diameter(scene, i);
    assert_true(gap >= 1e-3 - 1e-5 && gap <= 1 + 1e-5);
    decade[gap < 1e-2 ? 0 : gap < 1e-1 ? 1 : 2]++;
  }
  for (int i = 0; i < 3; i++) assert_true(fabs((double)decade[i] / PAIRS - 1.0 / 3) <= SHARE_TOLERANCE);
  scene2_free(scene);
}

TEST(gaps_of_separated_pairs_stay_below_the_bounds) {
  scene2* scene = create("S5", PAIRS);
  for (uint32_t i = 0; i < scene->pair_count; i++) {
    const double gap = gap_of(scene, i);
    assert_true(gap > 0 && gap <= mean_diameter(scene, i) * (1 + 1e-5));
  }
  scene2_free(scene);
}

TEST(boxes_of_s8_are_neighbours_that_touch) {
  scene2* scene = create("S8", 100000); // more than one grid
  for (uint32_t i = 0; i < scene->pair_count; i++) {
    const float *p = scene->pose[scene->a[i]], *q = scene->pose[scene->b[i]];
    const float dx = fabsf(p[0] - q[0]), dy = fabsf(p[1] - q[1]);
    assert_true((dx == 0 || dx == 1) && (dy == 0 || dy == 1) && dx + dy > 0);
    assert_true(p[2] == 1 && p[3] == 0 && q[2] == 1 && q[3] == 0);
  }
  scene2_free(scene);
}

// ---------------------------------------------------------------- S10 to S13

enum { PUSHED = 4 };
static const char* const pushed[PUSHED] = {"S10", "S11", "S12", "S13"};

static double scale_of(const scene2* scene, uint32_t pair) {
  const float *p = scene->pose[scene->a[pair]], *q = scene->pose[scene->b[pair]];
  return mean_diameter(scene, pair) + hypot((double)q[0] - (double)p[0], (double)q[1] - (double)p[1]);
}

// Positions are known to a few millionths, so that all gaps are, and most are within two bands of touching.
static void check_touching(const scene2* scene) {
  uint32_t within = 0, overlapping = 0;
  for (uint32_t i = 0; i < scene->pair_count; i++) {
    const double gap = gap_of(scene, i);
    assert_true(fabs(gap) <= 1e-5);
    within += fabs(gap) <= 2 * 4e-7 * scale_of(scene, i);
    overlapping += gap <= 0;
  }
  assert_true(within >= 0.95 * scene->pair_count);
  assert_true(fabs((double)overlapping / scene->pair_count - 0.5) <= SHARE_TOLERANCE);
}

TEST(pushed_pairs_touch_in_every_frame) {
  for (size_t i = 0; i < PUSHED; i++) {
    scene2* scene = create(pushed[i], PAIRS);
    check_touching(scene);
    for (int frame = 1; frame < 60; frame++) scene2_advance(scene);
    check_touching(scene);
    scene2_churn(scene, 60);
    check_touching(scene);
    scene2_free(scene);
  }
}

// Of the pairs' A side. They do not move.
static uint32_t count_walls(const scene2* scene) {
  uint32_t walls = 0;
  for (uint32_t i = 0; i < scene->pair_count; i++) {
    const lgjk_shape2_def* def = &scene->defs[scene->shape[scene->a[i]]];
    const float* velocity = scene->velocity[scene->a[i]];
    const bool wall = def->kind == LGJK_SHAPE2_BOX && def->size[0] == 4 && def->size[1] == 0.5f;
    walls += wall;
    assert_int_equal(wall, velocity[0] == 0 && velocity[1] == 0 && velocity[2] == 1 && velocity[3] == 0);
  }
  return walls;
}

// 0 a box, 1 a circle, 2 a capsule, 3 a hexagon.
static uint32_t kind_of(const lgjk_shape2_def* def) {
  if (def->kind == LGJK_SHAPE2_BOX) return 0;
  assert_true(def->point_count == 1 || def->point_count == 2 || def->point_count == 6);
  return def->point_count == 6 ? 3 : def->point_count;
}

TEST(pushed_pairs_are_of_the_kinds_promised) {
  static const double walls[PUSHED] = {0.5, 1, 1, 1};
  static const double kinds[PUSHED][4] = {{0.25, 0.25, 0.25, 0.25}, {1, 0, 0, 0}, {0, 0, 0, 1}, {0, 0, 1, 0}};
  for (size_t i = 0; i < PUSHED; i++) {
    scene2* scene = create(pushed[i], PAIRS);
    uint32_t count[4] = {0};
    for (uint32_t k = 0; k < PAIRS; k++) count[kind_of(&scene->defs[scene->shape[scene->b[k]]])]++;
    for (int k = 0; k < 4; k++) assert_true(fabs((double)count[k] / PAIRS - kinds[i][k]) <= SHARE_TOLERANCE);
    assert_true(fabs((double)count_walls(scene) / PAIRS - walls[i]) <= SHARE_TOLERANCE);
    scene2_free(scene);
  }
}

// ---------------------------------------------------------------- order

TEST(pair_lists_in_order_are_sorted) {
  for (size_t i = 0; i < SCENES; i++) {
    scene2* scene = create(names[i], PAIRS);
    check_order(scene);
    scene2_free(scene);
  }
}

TEST(shuffling_stores_the_same_bodies_elsewhere) {
  for (size_t i = 0; i < SCENES; i++) check_shuffled(names[i]);
}

// ---------------------------------------------------------------- motion

static void check_turn(const float* from, const float* to, int frames) {
  const double turn = asin((double)from[0] * (double)to[1] - (double)from[1] * (double)to[0]);
  if (frames == 1) assert_true(fabs(fabs(turn) - 0.01) <= 1e-6);
}

TEST(bodies_move_and_turn_as_promised) { check_motion("S2", check_turn); }

TEST(churn_replaces_one_pair_in_ten) { check_churn("S2", share_of); }

TEST(resting_and_shuffled_scenes_have_no_churn) {
  scene2 *grid = create("S8", 100), *shuffled = create("S2-shuffled", 100);
  assert_false(scene2_can_churn(grid));
  assert_false(scene2_can_churn(shuffled));
  scene2_free(grid);
  scene2_free(shuffled);
}

// ---------------------------------------------------------------- the same bits

TEST(bits_are_those_of_every_machine) {
  static const uint64_t golden[NAMES][2] = {
      {0x02828d9510c74d3bu, 0x4a2a5681b2623579u}, {0x40f24c122205f711u, 0xadbe75a8bdbad418u},
      {0x6f197ce5d4d667d7u, 0x7a0983741b145f99u}, {0x80c77699b548ed83u, 0xace3d26c25e2a6e7u},
      {0x28c30ce094b8a31bu, 0x71c7e60de18dd9c3u}, {0x05d69d859b801331u, 0xaffc223a531bef07u},
      {0x822d08715c3b01a4u, 0xab25f3c72ff01d85u}, {0xf23af4a3379e9834u, 0xf23af4a3379e9834u},
      {0x36ab3c6fca51c16cu, 0x7ec20c1780e45ad5u}, {0xd82f2e74f91aa65fu, 0x2efb8deb2533dd55u},
      {0x73ed96706301a304u, 0x15b8f36136bb354du}, {0xf992afb8b9a156bau, 0x092e5c8c0c855f36u},
      {0x2d8f16ebc06172efu, 0x1d930aa4fd41fa29u}, {0xd5c4309010390e03u, 0x0f60f6685f394e02u},
      {0x882abbea65e6019du, 0x90bb06b5eb3b9eb1u}, {0x9712ff77a4b927c3u, 0x5be7287f77a66873u},
      {0x79d455a10bd1af8fu, 0x84761fc240dfda4fu}, {0xfc7aabed7bb5a3d7u, 0xfb04821a429ec523u},
      {0x71efbcfc3d026a8du, 0xd18b88c5fde59004u}, {0x265237322279eac0u, 0xac21cfa1f867c74du},
      {0xb2944e86234e81a2u, 0xb2944e86234e81a2u}, {0xd347c3e5bda29d50u, 0x815ef6f61214f793u},
      {0x0f229d80939c6fc3u, 0x3a5cf489e9feef37u}, {0xb9dc9d7aac8faa40u, 0x3696cb5d2fd5dfedu},
      {0xf36437db322e0012u, 0xd195a08894b037cfu}, {0xf58a446f4e3dd9a7u, 0x34944a791d5b5f07u}};
  for (size_t i = 0; i < NAMES; i++) check_bits(names[i], golden[i][0], golden[i][1]);
}

TEST(unknown_scenes_are_refused) {
  static const char* const wrong[] = {"",
                                      "S",
                                      "S0",
                                      "S:",
                                      "T1",
                                      "s1",
                                      "S1 ",
                                      "S1-",
                                      "S1-shuffle",
                                      "S1-shuffled2",
                                      "S14",
                                      "S01",
                                      "S100",
                                      "S1b",
                                      "S5-overlapping",
                                      "S7-overlapping",
                                      "S8-overlapping",
                                      "S1-overlap",
                                      "S10-overlapping",
                                      "S11-overlapping"};
  check_refused(wrong, sizeof wrong / sizeof wrong[0], "S1");
}
