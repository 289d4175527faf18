// Manifolds in 3D: how many points each kind of contact has, where they are, and what they are called from frame to
// frame. On the kernel's own function, with the depth that supports along the given normal give. In the environment
// LGJK_TEST_PAIRS=n makes fewer rounds.
#include "test.h"
#include "fewer.h"
#include "manifold3_pairs.h"
#include "test_random.h"

static int build(void** state) {
  (void)state;
  return !pairs3_build();
}

static int destroy(void** state) {
  (void)state;
  pairs3_destroy();
  return 0;
}

static void start_random(uint64_t seed) {
  random_state = seed;
  pairs3_seed(seed + 1000);
  print_message("seed %llu\n", (unsigned long long)seed);
}

// ---------------------------------------------------------------- faces on faces

static uint32_t points_seen, points_beside;

static lgjk_manifold3 meet_and_check(pair3* pair) {
  const lgjk_manifold3 m = meet3(pair);
  points_beside += check3_manifold(pair, &m, false);
  points_seen += m.count;
  return m;
}

TEST(polyhedra_on_polyhedra_have_four_points) {
  start_random(11);
  points_seen = points_beside = 0;
  static polygon3 common;
  static const uint32_t whole[] = {CUBE, PLATE, BRICK, TURNED, PRISM, DRUM, MANY};
  const int rounds = (int)fewer(6000, 120);
  for (int round = 0; round < rounds; ++round) {
    const double tilt = round % 3 ? pow(10.0, random_in(-7, -3)) : 0.0;
    pair3 pair = random_stack3(whole[random_below(7)], whole[random_below(round % 2 ? 7 : 4)], tilt, random_in(0, 0.1));
    pair.a.radius = round % 5 == 0 ? 0.1f : 0.0f;
    pair.b.radius = round % 7 == 0 ? 0.05f : 0.0f;
    rest3(&pair, random_in(-0.02, 0.02));
    const lgjk_manifold3 m = meet_and_check(&pair);
    common3(&pair, &common);
    const uint32_t few = common.count <= 16 ? common.count : 0;
    const double found = area3(&m), best = best_area3((const double(*)[3])common.at, few, pair.normal);
    assert_true(common.count >= 3);
    assert_int_equal(m.count, common.count < 4 ? common.count : 4);
    assert_true(found >= 0.5 * best);
    assert_true(few == 0 || found <= 1.01 * best + 1e-5);
  }
  print_message("%u points, %u of them beside a face\n", points_seen, points_beside);
  assert_true(points_beside < points_seen / 50);
}

// ---------------------------------------------------------------- edges, curved cores, points

static const double up[3] = {0, 0, 1}, down[3] = {0, 0, -1}, sideways[3] = {1, 0, 0}, across[3] = {0, 1, 0};
static const double cone_side[3] = {0.8574929257125441, 0, 0.5144957554275265}; // of half height 0.5, radius 0.6

static body3 turned_body(uint32_t shape, float radius) {
  body3 body = body3_of(shape);
  random_turn3(body.turn);
  body.radius = radius;
  return body;
}

// A shows its direction `of_a`, B `of_b`, in any other place: `count` points on both surfaces.
static void expect_count(uint32_t a, const double of_a[3], float radius_a, uint32_t b, const double of_b[3],
                         float radius_b, uint32_t count) {
  body3 other = body3_of(b);
  other.radius = radius_b;
  const bool narrow = a == MANY || a == DRUM;
  const int rounds = (int)fewer(300, 10);
  for (int round = 0; round < rounds; ++round) {
    const double tilt = round % 2 ? pow(10.0, random_in(-8, -5)) : 0.0;
    pair3 pair =
        stack3(turned_body(a, radius_a), of_a, other, of_b, random_in(-3, 3), tilt, narrow ? 0.0 : random_in(0, 0.1));
    const lgjk_manifold3 m = meet_and_check(&pair);
    assert_int_equal(m.count, count);
  }
}

TEST(curved_cores_on_faces) {
  start_random(12);
  static const uint32_t below[] = {CUBE, PLATE, CYLINDER, DRUM, MANY};
  for (int i = 0; i < 5; ++i) {
    double face[3];
    face_direction3(below[i], 4, face);
    const double* top = below[i] <= PLATE || below[i] == CYLINDER ? up : face;
    const bool wide = below[i] != DRUM && below[i] != MANY;
    if (wide) expect_count(below[i], top, 0.0f, CYLINDER, down, 0.0f, 4);
    if (wide) expect_count(below[i], top, 0.0f, CONE, down, 0.0f, 4);
    if (wide) expect_count(below[i], top, 0.1f, CYLINDER, up, 0.1f, 4);
    if (wide) expect_count(CONE, down, 0.0f, below[i], top, 0.0f, 4);
    expect_count(below[i], top, 0.0f, CYLINDER, sideways, 0.0f, 2);
    expect_count(below[i], top, 0.0f, CAPSULE, across, 0.2f, 2);
    if (wide) expect_count(below[i], top, 0.0f, CONE, cone_side, 0.0f, 2);
    if (wide) expect_count(CAPSULE, across, 0.2f, below[i], top, 0.1f, 2);
    expect_count(below[i], top, 0.0f, CONE, up, 0.0f, 1);
    expect_count(below[i], top, 0.0f, BALL, up, 0.5f, 1);
    expect_count(below[i], top, 0.0f, CAPSULE, sideways, 0.2f, 1);
  }
}

// Turns B around the normal, so that its local direction `of_b` lies along A's `of_a`, and on by an angle; moves it
// along there.
static void lay_along(pair3* pair, const double of_a[3], const double of_b[3], double angle) {
  double one[3], other[3], sine = 0.0, cosine = 0.0;
  rotate3(pair->a.turn, of_a, one);
  rotate3(pair->b.turn, of_b, other);
  for (int k = 0; k < 3; ++k) {
    const int i = (k + 1) % 3, j = (k + 2) % 3;
    sine += (other[i] * one[j] - other[j] * one[i]) * pair->normal[k];
    cosine += one[k] * other[k];
  }
  turn3(pair->b.turn, pair->normal[0], pair->normal[1], pair->normal[2], atan2(sine, cosine) + angle);
  const double shift = random_in(-0.2, 0.2);
  for (int k = 0; k < 3; ++k) pair->b.position[k] += shift * one[k];
  rest3(pair, random_in(-0.02, 0.02));
}

TEST(edges_on_edges) {
  start_random(13);
  static const double ridge[3] = {0.70710678118654752, 0, 0.70710678118654752};
  static const uint32_t shape[3] = {CAPSULE, CYLINDER, CUBE};
  static const double* const shown[3] = {across, sideways, ridge};
  static const double* const along[3] = {sideways, up, across};
  const int rounds = (int)fewer(900, 18);
  for (int round = 0; round < rounds; ++round) {
    const int i = round % 3, k = round / 3 % 3;
    body3 b = body3_of(shape[k]);
    b.radius = 0.1f;
    pair3 parallel = stack3(turned_body(shape[i], 0.1f), shown[i], b, shown[k], 0.0, 0.0, 0.0), crossed = parallel;
    lay_along(&parallel, along[i], along[k], round % 2 ? 3.141592653589793 : 0.0);
    assert_int_equal(meet_and_check(&parallel).count, 2);
    lay_along(&crossed, along[i], along[k], random_in(0.1, 3.0));
    const lgjk_manifold3 m = meet3(&crossed);
    check3_manifold(&crossed, &m, true);
    assert_int_equal(m.count, 1);
  }
}

TEST(corners_have_one_point) {
  start_random(14);
  static const double corner[3] = {0.57735026918962576, 0.57735026918962576, -0.57735026918962576};
  const int rounds = (int)fewer(300, 10);
  for (int round = 0; round < rounds; ++round) {
    pair3 pair = stack3(turned_body(PLATE, 0.0f), up, body3_of(CUBE), corner, random_in(-3, 3), 0.0, random_in(0, 0.3));
    const lgjk_manifold3 m = meet_and_check(&pair);
    assert_int_equal(m.count, 1);
    assert_int_equal(m.points[0].id, (0x400 + 4) | 4 << 16);
    assert_true(m.points[0].separation == pair.touch.distance);
  }
}

// ---------------------------------------------------------------- ids

// B upright on A, moved by x and y in A's axes.
static pair3 upright(uint32_t a, uint32_t b, double x, double y) {
  pair3 pair = stack3(turned_body(a, 0.0f), up, body3_of(b), down, 0, 0, 0);
  memcpy(pair.b.turn, pair.a.turn, sizeof pair.b.turn);
  double move[3];
  rotate3(pair.a.turn, (double[3]){x, y, 0}, move);
  for (int k = 0; k < 3; ++k) pair.b.position[k] += move[k];
  rest3(&pair, random_in(-0.01, 0.01));
  return pair;
}

static void expect_ids(pair3 pair, const uint32_t expected[4]) {
  const lgjk_manifold3 m = meet_and_check(&pair);
  uint32_t ids[4];
  sorted_ids3(&m, false, ids);
  for (int i = 0; i < 4; ++i) assert_int_equal(ids[i], expected[i]);
}

// Boxes: corners 0..3 are up, 4..7 down; x is negative of odd ones, y of 2, 3, 6, 7. Face 4 is up, 5 down.
TEST(ids_name_the_features_that_meet) {
  start_random(21);
  const uint32_t top = 0x404, bottom = 0x405u << 16;
  const uint32_t edge_1_3 = 0x8000 + 3 + 1, edge_0_1 = 0x8000 + 0, edge_4_6 = 0x8000 + 15 + 4,
                 edge_6_7 = 0x8000 + 21 + 6;
  expect_ids(upright(PLATE, CUBE, 0.3, 0.2), (uint32_t[4]){top | 4 << 16, top | 5 << 16, top | 6 << 16, top | 7 << 16});
  expect_ids(upright(CUBE, CUBE, 0, 0), (uint32_t[4]){top | 4 << 16, top | 5 << 16, top | 6 << 16, top | 7 << 16});
  expect_ids(upright(CUBE, PLATE, 0.3, 0.2), (uint32_t[4]){0 | bottom, 1 | bottom, 2 | bottom, 3 | bottom});
  expect_ids(upright(CUBE, CUBE, -0.3, 0.2),
             (uint32_t[4]){top | 6 << 16, 1 | bottom, edge_0_1 | edge_4_6 << 16, edge_1_3 | edge_6_7 << 16});
}

static bool has_id(const lgjk_manifold3* m, uint32_t id) {
  for (uint32_t i = 0; i < m->count; ++i) {
    if (m->points[i].id == id) return true;
  }
  return false;
}

// A place that was none before, and is now the only one of them that is as deep as the pair: the deepest has to be
// among them, and of a regular polygon that can be a corner between those that were chosen.
static bool is_new_deepest(const lgjk_manifold3* before, const lgjk_manifold3* now, const lgjk_touch3* touch) {
  if (has_id(before, now->points[0].id)) return false;
  for (uint32_t i = 1; i < now->count; ++i) {
    if (!has_id(before, now->points[i].id)) return false;
    if (now->points[i].separation < touch->distance + 0.9e-6f * touch->scale) return false;
  }
  return true;
}

// Small motions of the whole: the same features meet in 60 frames. but: NULL, or counts frames in which another corner
// is the deepest.
static void expect_same_ids_but(pair3 pair, uint32_t* but) {
  uint32_t ids[4], now[4];
  const lgjk_manifold3 first = meet_and_check(&pair);
  sorted_ids3(&first, false, ids);
  for (int frame = 0; frame < 60; ++frame) {
    pair3 moved = pair;
    for (int k = 0; k < 3; ++k) moved.b.position[k] += random_in(-1e-5, 1e-5);
    turn3(moved.b.turn, random_in(-1, 1), random_in(-1, 1), random_in(-1, 1), random_in(-1e-5, 1e-5));
    const lgjk_manifold3 m = meet_and_check(&moved);
    assert_int_equal(m.count, first.count);
    sorted_ids3(&m, false, now);
    if (memcmp(now, ids, sizeof ids) == 0) continue;
    assert_true(but != NULL && is_new_deepest(&first, &m, &moved.touch));
    ++*but;
  }
}

static void expect_same_ids(pair3 pair) { expect_same_ids_but(pair, NULL); }

TEST(ids_stay_where_equal_shapes_are_stacked) {
  start_random(15);
  static const uint32_t shape[] = {CUBE, PLATE, BRICK, TURNED, CYLINDER, PRISM, DRUM, MANY};
  enum { POLYGONS = 5 }; // from here on, of more than four corners
  uint32_t others = 0;
  const int rounds = (int)fewer(400, 16);
  for (int round = 0; round < rounds; ++round) {
    double face[3];
    pair3 pair = {.margin = 0.05f};
    pair.a = pair.b = turned_body(shape[round % 8], 0.0f);
    face_direction3(shape[round % 8], random_below(500), face);
    rotate3(pair.a.turn, face, pair.normal);
    rest3(&pair, random_in(-0.01, 0.01));
    expect_same_ids_but(pair, round % 8 < POLYGONS ? NULL : &others);
  }
  print_message("in %u of %d frames of polygons another corner is the deepest\n", others, 60 * rounds * 3 / 8);
  assert_true(others <= 9);
}

TEST(ids_stay_where_sides_or_corners_coincide) {
  start_random(16);
  static const struct {
    uint32_t a, b;
    double x, y;
  } stacks[] = {{CUBE, CUBE, 0.5, 0},    {CUBE, CUBE, 0.5, 0.5},    {PLATE, CUBE, 1.5, 1}, {PLATE, CUBE, 1.7, 0.2},
                {CUBE, PLATE, 0.3, 0.1}, {CUBE, BRICK, 0.3, 0.2},   {BRICK, CUBE, 0, 0},   {CUBE, CUBE, 0.2, 0.9},
                {PLATE, CYLINDER, 0, 0}, {PLATE, CYLINDER, 1.5, 1}, {PLATE, DRUM, 0.1, 0}, {CYLINDER, CUBE, 0.1, 0}};
  const int rounds = (int)fewer(240, 12);
  for (int round = 0; round < rounds; ++round) {
    expect_same_ids(upright(stacks[round % 12].a, stacks[round % 12].b, stacks[round % 12].x, stacks[round % 12].y));
  }
}

TEST(ids_stay_of_curved_cores) {
  start_random(17);
  const int rounds = (int)fewer(60, 2);
  for (int round = 0; round < rounds; ++round) {
    body3 capsule = body3_of(CAPSULE);
    capsule.radius = 0.2f;
    const body3 plate = turned_body(PLATE, 0.0f);
    const double yaw = random_in(-3, 3);
    expect_same_ids(stack3(plate, up, capsule, across, yaw, 0, 0.3));
    expect_same_ids(stack3(plate, up, body3_of(CYLINDER), sideways, yaw, 0, 0.3));
    expect_same_ids(stack3(plate, up, body3_of(CONE), cone_side, yaw, 0, 0.3));
    expect_same_ids(stack3(plate, up, body3_of(CONE), down, yaw, 0, 0.3));
    expect_same_ids(stack3(turned_body(CAPSULE, 0.1f), across, capsule, across, 3.141592653589793, 0, 0));
  }
}

// Whether the number is that of the sector of B's lower rim in which the point is: 72 of them, the first around local
// x. Either where it is nearly between two.
static bool is_of_sector(const pair3* pair, const lgjk_manifold_point3* p, uint32_t number) {
  double from[3], local[3];
  for (int k = 0; k < 3; ++k) from[k] = (double)p->position[k] - pair->b.position[k];
  const double back[4] = {-pair->b.turn[0], -pair->b.turn[1], -pair->b.turn[2], pair->b.turn[3]};
  rotate3(back, from, local);
  const double sectors = atan2(local[1], local[0]) * (36 / 3.141592653589793) + 72.0;
  for (int i = -1; i <= 1; i += 2) {
    if (number == 0x180 + (uint32_t)lround(sectors + 0.06 * i) % 72) return true;
  }
  return false;
}

// Of a disc that trembles four corners, fixed in the body.
TEST(a_disc_keeps_to_every_other_corner) {
  start_random(22);
  const int rounds = (int)fewer(600, 20);
  for (int round = 0; round < rounds; ++round) {
    pair3 pair = stack3(turned_body(PLATE, 0.0f), up, body3_of(round % 2 ? CONE : CYLINDER), down, random_in(-3, 3),
                        random_in(0, 3.999e-3), 0.3);
    const lgjk_manifold3 m = meet_and_check(&pair);
    assert_int_equal(m.count, 4);
    uint32_t ids[4];
    sorted_ids3(&m, false, ids);
    for (uint32_t i = 0; i < 4; ++i) assert_int_equal(ids[i], 0x404 | (8 + 2 * i) << 16);
  }
}

// Whichever of its corners the deepest point passes, it is where the pair is deepest, and has the number of its sector;
// the other three are corners.
TEST(a_disc_that_rolls_keeps_its_deepest_point) {
  start_random(23);
  const int rounds = (int)fewer(4000, 80);
  for (int round = 0; round < rounds; ++round) {
    pair3 pair = stack3(turned_body(PLATE, 0.0f), up, body3_of(round % 2 ? CONE : CYLINDER), down, random_in(-3, 3),
                        random_in(4.001e-3, 0.07), 0.3);
    const lgjk_manifold3 m = meet_and_check(&pair);
    assert_int_equal(m.points[0].id & 0xFFFF, 0x404);
    assert_true(is_of_sector(&pair, &m.points[0], m.points[0].id >> 16));
    assert_true(m.points[0].separation == pair.touch.distance);
    for (uint32_t i = 1; i < m.count; ++i) assert_true(m.points[i].id >> 16 >= 8 && m.points[i].id >> 16 < 16);
  }
}

// A disc on its rim alone, tilted too far for its base, which rolls once around.
TEST(points_of_rims_have_the_numbers_of_their_sectors) {
  start_random(24);
  const int rounds = (int)fewer(2000, 100);
  for (int round = 0; round < rounds; ++round) {
    pair3 pair = stack3(turned_body(PLATE, 0.0f), up, body3_of(round % 2 ? CONE : CYLINDER), down, random_in(-3, 3),
                        random_in(0.25, 0.6), 0.3);
    const lgjk_manifold3 m = meet_and_check(&pair);
    assert_int_equal(m.count, 1);
    assert_int_equal(m.points[0].id & 0xFFFF, 0x404);
    assert_true(is_of_sector(&pair, &m.points[0], m.points[0].id >> 16));
  }
}

TEST(swapped_pairs_have_the_same_places) {
  start_random(18);
  static const uint32_t shape[] = {CUBE, PLATE, BRICK, TURNED};
  int other = 0;
  const int rounds = (int)fewer(2000, 100);
  for (int round = 0; round < rounds; ++round) {
    pair3 pair = random_stack3(shape[random_below(4)], shape[random_below(4)], 1e-3, random_in(0, 0.3));
    pair3 swapped = pair;
    swapped.a = pair.b;
    swapped.b = pair.a;
    for (int k = 0; k < 3; ++k) swapped.normal[k] = -pair.normal[k];
    const lgjk_manifold3 m = meet3(&pair), s = meet3(&swapped);
    uint32_t ids[4], swapped_ids[4];
    sorted_ids3(&m, false, ids);
    sorted_ids3(&s, true, swapped_ids);
    const bool differs = memcmp(ids, swapped_ids, sizeof ids) != 0;
    other += differs;
    assert_true(differs || fabsf(m.points[0].separation - s.points[0].separation) <= 1e-6f * pair.touch.scale);
  }
  print_message("%d of %d pairs have others\n", other, rounds);
  assert_true(other <=
              allowed(0.01, (uint32_t)rounds, 2000)); // sides that nearly coincide, areas that are nearly equal
}

// ---------------------------------------------------------------- in double

static bool is_among(const lgjk_manifold_point3* p, const lgjk_manifold3* other, float scale) {
  for (uint32_t i = 0; i < other->count; ++i) {
    const lgjk_manifold_point3* q = &other->points[i];
    if (q->id != p->id || fabsf(p->separation - q->separation) > 2e-6f * scale) continue;
    float most = 0.0f;
    for (int k = 0; k < 3; ++k) most = fmaxf(most, fabsf(p->position[k] - q->position[k]));
    return most <= 1e-5f * scale; // sides that cross at small angles
  }
  return false;
}

static bool are_alike(const lgjk_manifold3* m, const lgjk_manifold3* other, float scale) {
  if (m->count != other->count) return false;
  for (uint32_t i = 0; i < m->count; ++i) {
    if (!is_among(&m->points[i], other, scale)) return false;
  }
  return true;
}

// Shapes at rest, and in any place: the places that double has. Rounding decides now and then which of two as good are
// taken, or whether a place counts.
TEST(places_are_those_in_double) {
  start_random(25);
  uint32_t others[2] = {0, 0};
  const int rounds = (int)fewer(20000, 400);
  for (int round = 0; round < rounds; ++round) {
    const uint32_t a = random_below(SHEET), b = random_below(SHEET);
    pair3 pair = random_stack3(a, b, round % 4 ? pow(10.0, random_in(-5, -0.7)) : 0.0, random_in(0, 0.4));
    if (round % 2) random_turn3(pair.b.turn);
    rest3(&pair, random_in(-0.02, 0.02));
    pair.margin = round % 3 ? 0.05f : 1.0f;
    const lgjk_manifold3 m = meet_along3(&pair), expected = in_double3(&pair);
    others[round % 2] += !are_alike(&m, &expected, pair.touch.scale);
  }
  print_message("others: %u at rest, %u in any place, of %d\n", others[0], others[1], rounds / 2);
  assert_true(others[0] <= allowed(0.002, (uint32_t)rounds / 2, 10000));
  assert_true(others[1] <= allowed(0.0005, (uint32_t)rounds / 2, 10000));
}

// ---------------------------------------------------------------- margins, any input

TEST(points_beyond_the_margin_are_left_out) {
  start_random(19);
  int left_out = 0;
  const int rounds = (int)fewer(1000, 100);
  for (int round = 0; round < rounds; ++round) {
    pair3 pair = random_stack3(PLATE, round % 2 ? CUBE : PRISM, random_in(0.01, 0.18), random_in(0, 0.1));
    pair.margin = pair.touch.distance + (float)random_in(0, 0.1);
    const lgjk_manifold3 m = meet_and_check(&pair);
    pair.margin = 10.0f;
    const lgjk_manifold3 all = meet3(&pair);
    left_out += m.count < all.count;
  }
  assert_in_range(left_out, rounds / 5, 99 * rounds / 100);
}

// In any place, so that mostly corners and edges touch, deep ones too.
TEST(all_kinds_meet_on_both_surfaces) {
  start_random(23);
  points_seen = points_beside = 0;
  const int rounds = (int)fewer(20000, 400);
  for (int round = 0; round < rounds; ++round) {
    pair3 pair = {.a = turned_body(random_below(SHAPES), 0.0f), .b = turned_body(random_below(SHAPES), 0.0f)};
    double turn[4];
    random_turn3(turn);
    rotate3(turn, up, pair.normal);
    rest3(&pair, random_in(-0.3, 0.0));
    pair.margin = round % 3 ? 0.01f : 1.0f;
    const bool edge = pair.a.shape == CAPSULE || pair.b.shape == CAPSULE;
    assert_in_range(meet_and_check(&pair).count, 1, edge ? 2 : 4);
  }
  print_message("%u points, %u of them beside a face\n", points_seen, points_beside);
  assert_true(points_beside < points_seen / 50);
}

TEST(any_input_has_an_answer) {
  start_random(20);
  const int rounds = (int)fewer(100000, 1000);
  for (int round = 0; round < rounds; ++round) {
    pair3 pair = {.a = turned_body(random_below(SHAPES), 0), .b = turned_body(random_below(SHAPES), 0)};
    double square = 0.0;
    for (int k = 0; k < 3; ++k) {
      pair.b.position[k] = round % 3 ? random_in(-1, 1) : 0.0;
      pair.normal[k] = round % 5 ? random_in(-1, 1) : random_below(3) - 1.0;
      square += pair.normal[k] * pair.normal[k];
    }
    if (square == 0.0) continue;
    for (int k = 0; k < 3; ++k) pair.normal[k] /= sqrt(square);
    if (round % 7 == 0) memcpy(pair.a.turn, (double[4]){0, 0, 0, 1}, sizeof pair.a.turn);
    if (round % 7 == 0) memcpy(pair.b.turn, (double[4]){0, 0, 0, 1}, sizeof pair.b.turn);
    pair.a.radius = round % 2 ? 0.1f : 0.0f;
    pair.margin = round % 4 ? 0.1f : 100.0f;
    const lgjk_manifold3 m = meet_along3(&pair);
    check3_manifold(&pair, &m, true);
  }
}

int main(void) { return test_run(build, destroy); }
