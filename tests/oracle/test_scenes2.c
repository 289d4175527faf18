// The benchmark's scenes keep their promises: the share of overlapping pairs (by the oracle, and by the library), gaps,
// positions, motion, and the same bits on every machine (a hash over every array of a small instance).
#define DIM 2
#include "scene_checks.h"

enum { SCENES = 15, NAMES = 2 * SCENES };
static const char* const names[NAMES] = {
    "S1",           "S2",           "S3",           "S4",           "S5",           "S6",
    "S7",           "S8",           "S9",           "S10",          "S11",          "S12",
    "S13",          "S14",          "S15",          "S1-shuffled",  "S2-shuffled",  "S3-shuffled",
    "S4-shuffled",  "S5-shuffled",  "S6-shuffled",  "S7-shuffled",  "S8-shuffled",  "S9-shuffled",
    "S10-shuffled", "S11-shuffled", "S12-shuffled", "S13-shuffled", "S14-shuffled", "S15-shuffled"};

static double share_of(scene2* scene) {
  staged s = stage(scene);
  uint32_t overlapping = 0;
  for (uint32_t i = 0; i < scene->pair_count; i++) overlapping += gap_of(&s, i) <= 0;
  stage_close(&s, false);
  return (double)overlapping / (double)scene->pair_count;
}

// ---------------------------------------------------------------- what is promised

// Verdicts of the library may differ from the oracle's within the band around touching.
static void check_share(const char* name, double promised) {
  staged s = stage(create(name, PAIRS));
  uint8_t status[PAIRS];
  uint32_t found = 0, overlapping = 0;
  const double tolerance = promised > 0 && promised < 1 ? SHARE_TOLERANCE : 0;
  const double band = 4e-7 * 20; // the scale of a pair is below 20
  const lgjk_results results = {.struct_size = sizeof results, .status = status};
  assert_true(s.scene->overlap_share == promised);
  assert_int_equal(lgjk_overlap2(&s.bodies, &s.bodies, &s.pairs, NULL, 0, PAIRS, &results, NULL, NULL), LGJK_OK);
  for (uint32_t i = 0; i < PAIRS; i++) {
    const double gap = gap_of(&s, i);
    assert_true(status[i] == LGJK_STATUS_SEPARATED || status[i] == LGJK_STATUS_OVERLAPPING);
    found += status[i] == LGJK_STATUS_OVERLAPPING;
    overlapping += gap <= 0;
    if (fabs(gap) > band) assert_int_equal(status[i] == LGJK_STATUS_OVERLAPPING, gap < 0);
  }
  assert_true(fabs((double)overlapping / PAIRS - promised) <= tolerance);
  assert_true(fabs((double)found / PAIRS - promised) <= tolerance);
  stage_close(&s, true);
}

TEST(share_of_overlaps_is_as_promised_and_as_the_library_finds) {
  static const double shares[SCENES] = {0.5, 0.3, 0.3, 0.3, 0, 0.3, 0, 1, 1.0 / 3, 0.5, 0.5, 0.5, 0.5, 0.29, 0.77};
  for (size_t i = 0; i < NAMES; i++) check_share(names[i], shares[i % SCENES]);
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
    staged whole = stage(create(mixed[i][0], PAIRS)), overlapping = stage(create(mixed[i][1], PAIRS));
    assert_true(overlapping.scene->overlap_share == 1);
    for (uint32_t k = 0; k < PAIRS; k++) {
      assert_true(gap_of(&overlapping, k) <= 1e-5);
      assert_int_equal(same_pair(whole.scene, overlapping.scene, k), gap_of(&whole, k) <= 0);
    }
    stage_close(&whole, true);
    stage_close(&overlapping, true);
  }
}

TEST(bounds_are_those_of_the_library) {
  check_bounds("S6");
  check_bounds("S9");
}

TEST(positions_lie_within_50) {
  for (size_t i = 0; i < NAMES; i++) check_positions(names[i], strncmp(names[i], "S14", 3) == 0 ? 62 : 50);
}

TEST(gaps_of_s7_are_log_uniform) {
  staged s = stage(create("S7", PAIRS));
  uint32_t decade[3] = {0, 0, 0};
  for (uint32_t i = 0; i < PAIRS; i++) {
    const double gap = gap_of(&s, i) / mean_diameter(s.scene, i);
    assert_true(gap >= 1e-3 - 1e-5 && gap <= 1 + 1e-5);
    decade[gap < 1e-2 ? 0 : gap < 1e-1 ? 1 : 2]++;
  }
  for (int i = 0; i < 3; i++) assert_true(fabs((double)decade[i] / PAIRS - 1.0 / 3) <= SHARE_TOLERANCE);
  stage_close(&s, true);
}

TEST(gaps_of_separated_pairs_stay_below_the_bounds) {
  staged s = stage(create("S5", PAIRS));
  for (uint32_t i = 0; i < PAIRS; i++) {
    const double gap = gap_of(&s, i);
    assert_true(gap > 0 && gap <= mean_diameter(s.scene, i) * (1 + 1e-5));
  }
  stage_close(&s, true);
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

// Each touches within rounding: positions are known to 4e-6.
TEST(tiles_of_s14_touch_within_rounding) {
  staged s = stage(create("S14", PAIRS));
  uint32_t overlapping = 0, polygons = 0;
  for (uint32_t i = 0; i < PAIRS; i++) {
    const double gap = gap_of(&s, i);
    assert_true(fabs(gap) <= 1e-5);
    overlapping += gap < 0;
    polygons += s.scene->defs[s.scene->shape[s.scene->a[i]]].kind == LGJK_SHAPE2_POINTS;
  }
  assert_in_range(polygons, 2 * PAIRS / 5, 3 * PAIRS / 5);
  assert_in_range(overlapping, PAIRS / 5, 4 * PAIRS / 5);
  stage_close(&s, true);
}

// ---------------------------------------------------------------- S10 to S13

enum { PUSHED = 4 };
static const char* const pushed[PUSHED] = {"S10", "S11", "S12", "S13"};

static double scale_of(const scene2* scene, uint32_t pair) {
  const float *p = scene->pose[scene->a[pair]], *q = scene->pose[scene->b[pair]];
  return mean_diameter(scene, pair) + hypot((double)q[0] - (double)p[0], (double)q[1] - (double)p[1]);
}

// Positions are known to a few millionths, so that all gaps are, and most are within two bands of touching.
static void check_touching(const staged* s) {
  const scene2* scene = s->scene;
  uint32_t within = 0, overlapping = 0;
  for (uint32_t i = 0; i < scene->pair_count; i++) {
    const double gap = gap_of(s, i);
    assert_true(fabs(gap) <= 1e-5);
    within += fabs(gap) <= 2 * 4e-7 * scale_of(scene, i);
    overlapping += gap <= 0;
  }
  assert_true(within >= 0.95 * scene->pair_count);
  assert_true(fabs((double)overlapping / scene->pair_count - 0.5) <= SHARE_TOLERANCE);
}

TEST(pushed_pairs_touch_in_every_frame) {
  for (size_t i = 0; i < PUSHED; i++) {
    staged s = stage(create(pushed[i], PAIRS));
    check_touching(&s);
    for (int frame = 1; frame < 60; frame++) scene2_advance(s.scene);
    check_touching(&s);
    scene2_churn(s.scene, 60);
    check_touching(&s);
    stage_close(&s, true);
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

// ---------------------------------------------------------------- S15

TEST(bodies_of_s15_rest) { check_pile("S15", scene2_pile_bodies(), scene2_pile_walls()); }

TEST(bodies_of_s15_are_of_four_kinds) {
  scene2* scene = create("S15", PAIRS);
  uint32_t count[4] = {0};
  for (uint32_t i = scene2_pile_walls(); i < scene2_pile_bodies(); i++) count[kind_of(&scene->defs[scene->shape[i]])]++;
  for (int k = 0; k < 4; k++) assert_int_equal(count[k], PILE_BODIES / 4);
  scene2_free(scene);
}

// ---------------------------------------------------------------- S9: kinds, sizes and their shares, gaps as a broad
// phase leaves them, motion and replacement

#define ROUNDOFF 2e-5 // metres: positions are rounded to float, and the oracle bounds ellipses

static bool is_circle(const scene2* s, uint32_t body) { return s->bound[s->shape[body]] == 0; }
static bool is_torso(const scene2* s, uint32_t body) { return s->defs[s->shape[body]].kind == LGJK_SHAPE2_ELLIPSE; }
static bool is_wall(const scene2* s, uint32_t body) { return !is_circle(s, body) && !is_torso(s, body); }

static double smaller_diameter(const scene2* s, uint32_t pair) {
  return 2 * fmin((double)scene2_reach(s, s->a[pair]), (double)scene2_reach(s, s->b[pair]));
}

static void check_agent(const scene2* s, uint32_t body) {
  const lgjk_shape2_def* def = &s->defs[s->shape[body]];
  const float radius = s->radius[body];
  if (is_torso(s, body)) {
    assert_true(def->size[0] == 0.04f && def->size[1] == 0.14f);
    assert_true(radius >= 0.1f && radius <= 0.15f);
  } else {
    assert_true(radius >= 0.18f && radius <= 0.3f);
  }
}

// As many of each as examples/crowd/world.c makes, and as it then queries.
TEST(kinds_of_s9_have_their_shares) {
  staged c = stage(create("S9", PAIRS));
  const scene2* s = c.scene;
  uint32_t torsos = 0, walls = 0, boxes = 0;
  for (uint32_t i = 0; i < PAIRS; i++) {
    const uint32_t a = s->a[i], b = s->b[i];
    assert_false(is_wall(s, a));
    check_agent(s, a);
    torsos += is_torso(s, a) + is_torso(s, b);
    walls += is_wall(s, b);
    boxes += s->defs[s->shape[b]].kind == LGJK_SHAPE2_BOX;
    if (is_wall(s, b)) assert_true(s->radius[b] == s->defs[s->shape[b]].radius);
    if (!is_wall(s, b)) check_agent(s, b);
  }
  assert_true(fabs((double)torsos / (2 * PAIRS - walls) - 0.3) <= SHARE_TOLERANCE);
  assert_true(fabs((double)walls / PAIRS - 0.08) <= SHARE_TOLERANCE / 2);
  assert_true(fabs((double)boxes / walls - 32.0 / 62) <= 4 * 0.5 / sqrt(walls));
  stage_close(&c, true);
}

TEST(walls_of_s9_are_of_four_kinds) {
  scene2* s = create("S9", 1);
  uint32_t count[7] = {0};
  for (uint32_t i = 0; i < SCENE2_SHAPES; i++) {
    const lgjk_shape2_def* def = &s->defs[i];
    const bool points = def->kind == LGJK_SHAPE2_POINTS;
    count[points ? def->point_count : def->kind == LGJK_SHAPE2_BOX ? 4 : 0]++;
    assert_true(def->radius == (points && def->point_count == 2 ? 0.2f : points && def->point_count == 3 ? 0.3f : 0));
  }
  static const uint32_t promised[7] = {1, 1, 7, 7, 32, 0, 16}; // ellipse, circle, capsules, triangles, boxes, hexagons
  for (int k = 0; k < 7; k++) assert_int_equal(count[k], promised[k]);
  scene2_free(s);
}

TEST(pairs_of_s9_overlap_by_up_to_a_fifth) {
  staged c = stage(create("S9", PAIRS));
  uint32_t circles = 0, fifth[5] = {0};
  for (uint32_t i = 0; i < PAIRS; i++) {
    const double depth = -gap_of(&c, i) / smaller_diameter(c.scene, i);
    if (depth <= 0) continue;
    assert_true(depth <= 0.2 + ROUNDOFF);
    // Along the line of centres, where circles overlap, depths are uniform.
    if (!is_circle(c.scene, c.scene->a[i]) || !is_circle(c.scene, c.scene->b[i])) continue;
    circles++;
    fifth[depth >= 0.2 ? 4 : (int)(depth / 0.04)]++;
  }
  for (int k = 0; k < 5; k++) assert_true(fabs((double)fifth[k] / circles - 0.2) <= 2 * SHARE_TOLERANCE);
  stage_close(&c, true);
}

TEST(all_of_s9_overlap_where_only_those_are_wanted) {
  staged c = stage(create("S9-overlapping", PAIRS));
  assert_true(c.scene->overlap_share == 1);
  for (uint32_t i = 0; i < PAIRS; i++) {
    assert_true(gap_of(&c, i) <= ROUNDOFF);
    assert_true(gap_of(&c, i) >= -0.2 * smaller_diameter(c.scene, i) - ROUNDOFF);
  }
  stage_close(&c, true);
}

TEST(others_of_s9_are_as_a_broad_phase_finds_them) {
  staged c = stage(create("S9-shuffled", PAIRS));
  const scene2* s = c.scene;
  uint32_t agents = 0, walls = 0, agents_beyond = 0, walls_beyond = 0;
  assert_true(s->max_distance == 0.35f);
  for (uint32_t i = 0; i < PAIRS; i++) {
    const uint32_t a = s->a[i], b = s->b[i];
    const double gap = gap_of(&c, i), most = (double)s->max_distance;
    if (gap <= 0) continue;
    if (is_wall(s, b)) {
      walls++;
      walls_beyond += gap > most;
      assert_true(gap <= 1 + ROUNDOFF);
    } else {
      agents++;
      agents_beyond += gap > most;
      const double dx = (double)s->pose[a][0] - (double)s->pose[b][0],
                   dy = (double)s->pose[a][1] - (double)s->pose[b][1];
      const double reach = (double)scene2_reach(s, a) + (double)scene2_reach(s, b);
      assert_true(hypot(dx, dy) <= reach + most + ROUNDOFF);
    }
  }
  assert_true((double)agents_beyond / agents > 0.05 && (double)agents_beyond / agents < 0.15);
  assert_true((double)walls_beyond / walls > 0.4 && (double)walls_beyond / walls < 0.7);
  stage_close(&c, true);
}

// Verdicts of the library may differ from the oracle's within the band, and those about the maximum distance as well.
TEST(the_library_agrees_on_s9) {
  staged c = stage(create("S9", PAIRS));
  uint8_t* status = calloc(PAIRS, 1);
  assert_non_null(status);
  const lgjk_results results = {.struct_size = sizeof results, .status = status};
  const lgjk_options options = {.struct_size = sizeof options, .max_distance = c.scene->max_distance};
  assert_int_equal(lgjk_distance2(&c.bodies, &c.bodies, &c.pairs, NULL, 0, PAIRS, &results, &options, NULL), LGJK_OK);
  for (uint32_t i = 0; i < PAIRS; i++) {
    const double gap = gap_of(&c, i), most = (double)c.scene->max_distance;
    if (fabs(gap) > ROUNDOFF) assert_int_equal(status[i] == LGJK_STATUS_OVERLAPPING, gap < 0);
    if (fabs(gap - most) > ROUNDOFF) assert_int_equal(status[i] == LGJK_STATUS_BEYOND, gap > most);
  }
  free(status);
  stage_close(&c, true);
}

TEST(agents_of_s9_move_and_walls_rest) {
  scene2 *s = create("S9", 1000), *start = create("S9", 1000);
  scene2_advance(s);
  for (uint32_t i = 0; i < s->body_count; i++) {
    const float *p = start->pose[i], *q = s->pose[i];
    const double step = hypot((double)q[0] - (double)p[0], (double)q[1] - (double)p[1]);
    const double turn = asin((double)p[2] * (double)q[3] - (double)p[3] * (double)q[2]);
    assert_true(fabs(step - (is_wall(s, i) ? 0 : 0.02 * (double)scene2_reach(s, i))) <= 1e-5);
    assert_true(fabs(fabs(turn) - (is_wall(s, i) ? 0 : 0.01)) <= 1e-6);
  }
  scene2_free(s);
  scene2_free(start);
}

TEST(replaced_pairs_of_s9_overlap_as_often) {
  staged c = stage(create("S9", PAIRS));
  for (uint32_t frame = 1; frame <= 5; frame++) scene2_churn(c.scene, frame);
  uint32_t overlapping = 0, walls = 0;
  for (uint32_t i = 0; i < PAIRS; i++) {
    overlapping += gap_of(&c, i) < 0;
    walls += is_wall(c.scene, c.scene->a[i]) + is_wall(c.scene, c.scene->b[i]);
  }
  assert_true(fabs((double)overlapping / PAIRS - 1.0 / 3) <= SHARE_TOLERANCE);
  assert_true(fabs((double)walls / PAIRS - 0.08) <= SHARE_TOLERANCE / 2);
  stage_close(&c, true);
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
  scene2 *grid = create("S8", 100), *tiles = create("S14", 100), *pile = create("S15", 100),
         *shuffled = create("S2-shuffled", 100);
  assert_false(scene2_can_churn(grid));
  assert_false(scene2_can_churn(tiles));
  assert_false(scene2_can_churn(pile));
  assert_false(scene2_can_churn(shuffled));
  scene2_free(grid);
  scene2_free(tiles);
  scene2_free(pile);
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
      {0x2d8f16ebc06172efu, 0x1d930aa4fd41fa29u}, {0x02b5f5f6ef9d34bcu, 0x02b5f5f6ef9d34bcu},
      {0x20bd0cf433a05c25u, 0xaf357e4904308aebu}, {0xd5c4309010390e03u, 0x0f60f6685f394e02u},
      {0x882abbea65e6019du, 0x90bb06b5eb3b9eb1u}, {0x9712ff77a4b927c3u, 0x5be7287f77a66873u},
      {0x79d455a10bd1af8fu, 0x84761fc240dfda4fu}, {0xfc7aabed7bb5a3d7u, 0xfb04821a429ec523u},
      {0x71efbcfc3d026a8du, 0xd18b88c5fde59004u}, {0x265237322279eac0u, 0xac21cfa1f867c74du},
      {0xb2944e86234e81a2u, 0xb2944e86234e81a2u}, {0xd347c3e5bda29d50u, 0x815ef6f61214f793u},
      {0x0f229d80939c6fc3u, 0x3a5cf489e9feef37u}, {0xb9dc9d7aac8faa40u, 0x3696cb5d2fd5dfedu},
      {0xf36437db322e0012u, 0xd195a08894b037cfu}, {0xf58a446f4e3dd9a7u, 0x34944a791d5b5f07u},
      {0x789ceccaed5c3a9fu, 0x789ceccaed5c3a9fu}, {0xb3c3d79af19ec497u, 0xe9d3f5175dd2a275u}};
  for (size_t i = 0; i < NAMES; i++) check_bits(names[i], golden[i][0], golden[i][1]);
}

TEST(unknown_scenes_are_refused) {
  // clang-format off
  static const char* const wrong[] = {
      "", "S", "S0", "S:", "T1", "s1", "S1 ", "S1-", "S1-shuffle",
      "S1-shuffled2", "S16", "S01", "S100", "S1b", "S5-overlapping",
      "S7-overlapping", "S8-overlapping", "S1-overlap", "S10-overlapping", "S11-overlapping",
      "S14-overlapping", "S15-overlapping"};
  // clang-format on
  check_refused(wrong, sizeof wrong / sizeof wrong[0], "S1");
}
