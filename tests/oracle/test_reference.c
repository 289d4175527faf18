// The scalar reference where its answers can be found by hand: pairs that touch, that are identical, flat or round, in
// both orders; supports along directions of any length. And over a list of pairs: strided views, radii of bodies, bad
// bodies kept to themselves, and the same answers as one pair at a time. And its separating axes on every input. On
// hard pairs by the oracle: test_reference_families. Compiled once for each dimension.
#include "answers.h"
#include "built.h"
#include "inputs.h"
#include "packed.h"
#include "reference.h"
#include "sat.h"
#include "shape_defs.h"
#include "test_random.h"
#include "touch.h"

#define assert_near(value, expected, tolerance) assert_true(fabs((double)(value) - (expected)) <= (tolerance))

typedef struct known {
  uint32_t a, b;
  float at[3]; // of B; A is at the origin, neither is turned
  double distance;
} known;

static lgjk_shapeN_def rounded(lgjk_shapeN_def def, float radius) {
  def.radius = radius;
  return def;
}

static const float dot[DIM];
#if DIM == 2
enum { SQUARE, TIP, LINE, AWAY, CIRCLE, CAPSULE, LARGE_CIRCLE, SHAPES };
static const float square[] = {-1, -1, 1, -1, 1, 1, -1, 1}, diamond[] = {-1, 0, 0, -1, 1, 0, 0, 1};
static const float line[] = {-1, 0, 1, 0}, aside[] = {0.5f, 0};

static void define(lgjk_shape2_def* def) {
  def[SQUARE] = points_def(square, 4);
  def[TIP] = points_def(diamond, 4);
  def[LINE] = points_def(line, 2);
  def[AWAY] = points_def(aside, 1);
  def[CIRCLE] = rounded(points_def(dot, 1), 1);
  def[CAPSULE] = rounded(points_def(line, 2), 0.5f);
  def[LARGE_CIRCLE] = rounded(points_def(dot, 1), 2);
}

// clang-format off
static const known table[] = {
    {SQUARE, SQUARE, {2, 0}, 0}, {SQUARE, SQUARE, {2, 2}, 0}, {SQUARE, SQUARE, {0.5f, -2}, 0},
    {SQUARE, TIP, {2, 0.25f}, 0}, {TIP, TIP, {2, 0}, 0}, {TIP, TIP, {1, 1}, 0}, {LINE, LINE, {2, 0}, 0},
    {LINE, LINE, {0.5f, 0}, 0}, {LINE, LINE, {0, 0}, 0}, {LINE, AWAY, {-0.25f, 0}, 0}, {AWAY, AWAY, {0, 0}, 0},
    {CIRCLE, CIRCLE, {2, 0}, 0}, {CIRCLE, CIRCLE, {1.2f, 1.6f}, 0}, {CIRCLE, SQUARE, {0, 2}, 0},
    {CAPSULE, CAPSULE, {1, 1}, 0}, {CAPSULE, TIP, {2.5f, 0}, 0}, {LINE, LINE, {5, 0}, 3}, {LINE, AWAY, {-1, -3}, 3},
    {SQUARE, CIRCLE, {5, 5}, 4.656854249492381},
};
// clang-format on
#else
enum { CUBE, TIP, BALL, ROD, CAN, CONE, EGG, SQUARE, LINE, LARGE_CIRCLE, SHAPES };
static const float diamond[] = {1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1};
static const float square[] = {-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0}, line[] = {-1, 0, 0, 1, 0, 0};

static void define(lgjk_shape3_def* def) {
  def[CUBE] = sized_def3(LGJK_SHAPE3_BOX, 1, 1, 1);
  def[TIP] = points_def3(diamond, 6);
  def[BALL] = rounded(points_def3(dot, 1), 1);
  def[ROD] = rounded(points_def3(line, 2), 0.5f);
  def[CAN] = sized_def3(LGJK_SHAPE3_CYLINDER, 1, 1, 0);
  def[CONE] = sized_def3(LGJK_SHAPE3_CONE, 1, 1, 0);
  def[EGG] = sized_def3(LGJK_SHAPE3_ELLIPSOID, 3, 1, 1);
  def[SQUARE] = points_def3(square, 4);
  def[LINE] = points_def3(line, 2);
  def[LARGE_CIRCLE] = rounded(points_def3(dot, 1), 2);
}

// clang-format off
static const known table[] = {
    {CUBE, CUBE, {2, 0, 0}, 0},       {CUBE, CUBE, {2, 2, 0}, 0},
    {CUBE, CUBE, {2, 2, 2}, 0},       {CUBE, CUBE, {-2, 0.5f, 0.25f}, 0},
    {CUBE, TIP, {2, 0.5f, 0}, 0},     {TIP, TIP, {2, 0, 0}, 0},
    {TIP, TIP, {1, 1, 0}, 0},         {BALL, BALL, {0, 0, 2}, 0},
    {BALL, BALL, {1.2f, 1.6f, 0}, 0}, {BALL, CUBE, {0, 2, 0}, 0},
    {ROD, ROD, {0.5f, 1, 0}, 0},      {ROD, CUBE, {2.5f, 0, 0}, 0},
    {CAN, CUBE, {2, 0, 0}, 0},        {CAN, CAN, {0, 0, 2}, 0},
    {CONE, CAN, {0, 0, 2}, 0},        {CUBE, CUBE, {0, 0, 0}, 0},
    {CUBE, BALL, {0, 0, 0}, 0},       {CUBE, EGG, {0, 0, 0}, 0},
    {CUBE, CAN, {0, 0, 0}, 0},        {CUBE, CONE, {0, 0, 0}, 0},
    {BALL, BALL, {0, 0, 0}, 0},       {CAN, CAN, {0.1f, 0.2f, 0.3f}, 0},
    {EGG, EGG, {0, 0, 0}, 0},         {CONE, CONE, {0, 0, 0}, 0},
    {SQUARE, SQUARE, {0, 0, 0}, 0},   {LINE, LINE, {0, 0, 0}, 0},
    {LINE, BALL, {0.25f, 0, 0}, 0},   {SQUARE, SQUARE, {0, 0, 0.5f}, 0.5},
    {SQUARE, SQUARE, {3, 0, 0}, 1},   {SQUARE, LINE, {0, 0, 1}, 1},
    {LINE, LINE, {2.5f, 0, 0}, 0.5},  {ROD, ROD, {1, 3, 0}, 2},
    {ROD, ROD, {5, 0, 0}, 2},         {EGG, EGG, {7, 0, 0}, 1},
    {EGG, BALL, {0, 3, 0}, 1},        {CONE, CUBE, {0, 0, -2.5f}, 0.5},
    {CAN, BALL, {4, 0, 5}, 4},        {CUBE, BALL, {3, 3, 3}, 2.464101615137754},
};
// clang-format on
#endif

typedef struct fixture {
  lgjk_shapesN* set;
  refN_shapes shapes;
} fixture;

static fixture fixture_open(const lgjk_shapeN_def* defs, uint32_t count) {
  fixture f;
  f.set = build_shapesN(defs, count);
  assert_true(refN_shapes_create(f.set, &f.shapes));
  return f;
}

static void fixture_close(fixture* f) {
  refN_shapes_destroy(&f->shapes);
  lgjk_shapesN_destroy(f->set);
}

static void expect(const refN_shape* a, const float* pose_a, const refN_shape* b, const float* pose_b,
                   double distance) {
  float p[DIM], q[DIM];
  uint32_t iterations;
  double gap2 = 0;
  assert_near(refN_distance(a, pose_a, b, pose_b, p, q, NULL, &iterations), distance, 2e-6);
  assert_in_range(iterations, 0, DIM == 2 ? 8 : 40);
  assert_int_equal(refN_overlap(a, pose_a, b, pose_b, NULL), distance == 0);
  for (int k = 0; k < DIM; ++k) gap2 += pow((double)p[k] - (double)q[k], 2);
  assert_near(sqrt(gap2), distance, 3e-6);
}

TEST(touching_is_overlapping_and_known_distances_are_found) {
  lgjk_shapeN_def defs[SHAPES];
  define(defs);
  fixture f = fixture_open(defs, SHAPES);
  for (size_t i = 0; i < sizeof table / sizeof table[0]; ++i) {
    const refN_shape *a = &f.shapes.shape[table[i].a], *b = &f.shapes.shape[table[i].b];
    float home[POSE_FLOATS] = {0}, pose[POSE_FLOATS] = {0};
    home[POSE_UNIT] = pose[POSE_UNIT] = 1;
    memcpy(pose, table[i].at, DIM * sizeof *pose);
    expect(a, home, b, pose, table[i].distance);
    expect(b, pose, a, home, table[i].distance);
  }
  fixture_close(&f);
}

TEST(support_reaches_the_rounding_whatever_the_length_of_the_direction) {
  lgjk_shapeN_def defs[SHAPES];
  define(defs);
  fixture f = fixture_open(defs, SHAPES);
  float pose[POSE_FLOATS] = {10, 20};
  pose[DIM] = 0.6f;
  pose[POSE_FLOATS - 1] = 0.8f;
  for (float length = 1e-30f; length < 1e31f; length *= 1e10f) {
    float point[DIM];
    refN_support(&f.shapes.shape[LARGE_CIRCLE], pose, (const float[3]){0.6f * length, 0.8f * length, 0}, point);
    assert_near(point[0], 11.2, 4e-6);
    assert_near(point[1], 21.6, 4e-6);
  }
  fixture_close(&f);
}

#if DIM == 3
// Axes, diagonals and bounds of cells among random ones.
static void some_direction(float d[3], int i) {
  for (int k = 0; k < 3; ++k) {
    const double any = random_in(-1, 1);
    d[k] = (float)(i % 3 == 0 ? any : i % 3 == 1 ? rint(8 * any) / 8 : rint(any));
  }
  if (i % 7 == 0) d[2] *= 1e-7f;
}

// Points on an ellipsoid, which is a needle, a disc or neither.
TEST(the_table_of_a_large_hull_knows_the_farthest_point) {
  static const double axes[4][3] = {{1, 1, 1}, {1, 0.5, 0.25}, {1, 1e-4, 1e-4}, {1, 1, 1e-4}};
  static const float home[7] = {0, 0, 0, 0, 0, 0, 1};
  random_state = 32;
  for (int kind = 0; kind < 4; ++kind) {
    float points[3 * LGJK_MAX_POINTS];
    for (uint32_t i = 0; i < LGJK_MAX_POINTS; ++i) {
      double p[3];
      const double length2 = random_in_ball(p, 3);
      for (uint32_t k = 0; k < 3; ++k) points[3 * i + k] = (float)(axes[kind][k] * p[k] / sqrt(length2));
    }
    const lgjk_shape3_def def = points_def3(points, LGJK_MAX_POINTS);
    fixture f = fixture_open(&def, 1);
    const ref3_shape* tabled = &f.shapes.shape[0];
    ref3_shape plain = *tabled;
    assert_non_null(tabled->table);
    plain.table = NULL;
    for (int i = 0; i < 20000; ++i) {
      float d[3], p[3], q[3];
      some_direction(d, i);
      ref3_support(&plain, home, d, p);
      ref3_support(tabled, home, d, q);
      assert_near(d[0] * q[0] + d[1] * q[1] + d[2] * q[2], (double)(d[0] * p[0] + d[1] * p[1] + d[2] * p[2]), 5e-7);
    }
    fixture_close(&f);
  }
}
#endif

// ---------------------------------------------------------------- a list of pairs

// A body along the first axis or the second, with its rotation as far from unit length as `turn` makes it.
static const struct {
  float radius, x, y, turn;
  uint32_t shape;
} plan[] = {{0.5f, 0, 0, 0, 0},  {0.5f, 5, 0, 0, 0},    {0.5f, 5, 0, 0, 1},   {0.5f, NAN, 0, 0, 0},
            {-1.0f, 5, 0, 0, 0}, {0.5f, 5, 0, 0.1f, 0}, {0.5f, 0, 1e6f, 0, 0}};
enum { BODIES = sizeof plan / sizeof plan[0], BATCH = 8 };
static const uint32_t list[BATCH][2] = {{0, 1}, {0, 2}, {0, 3}, {0, 4}, {5, 0}, {0, 6}, {0, 0}, {1, 0}};
static const uint8_t expected[BATCH] = {LGJK_STATUS_SEPARATED,   LGJK_STATUS_BAD,      LGJK_STATUS_BAD,
                                        LGJK_STATUS_BAD,         LGJK_STATUS_BAD,      LGJK_STATUS_BAD,
                                        LGJK_STATUS_OVERLAPPING, LGJK_STATUS_SEPARATED};

typedef struct record {
  float radius, pose[POSE_FLOATS];
  uint32_t shape;
} record;

static void make_records(record* records) {
  for (size_t i = 0; i < BODIES; ++i) {
    records[i] = (record){.radius = plan[i].radius, .pose = {plan[i].x, plan[i].y}, .shape = plan[i].shape};
    records[i].pose[POSE_UNIT] = 1;
    records[i].pose[DIM + 1] = plan[i].turn;
  }
}

TEST(batches_read_strided_views_and_keep_bad_bodies_to_themselves) {
  static const float zero[DIM];
  record records[BODIES];
  const lgjk_shapeN_def def = long_boxN(1, 1);
  fixture f = fixture_open(&def, 1);
  answersN answers = answersN_open(BATCH);
  lgjk_results results = answersN_results(&answers);
  make_records(records);
  lgjk_bodiesN view = packed_bodies(f.set, BODIES, &records[0].shape, records[0].pose, &records[0].radius);
  lgjk_pairs pairs = packed_pairs(&list[0][0], &list[0][1], BATCH);
  view.shape_stride = view.pose_stride = view.radius_stride = sizeof records[0];
  pairs.stride = sizeof list[0];
  refN_overlap_batch(&f.shapes, &view, &f.shapes, &view, &pairs, NULL, &results);
  assert_memory_equal(answers.status, expected, BATCH);
  answersN_fill(&answers);
  refN_distance_batch(&f.shapes, &view, &f.shapes, &view, &pairs, NULL, &results);
  assert_memory_equal(answers.status, expected, BATCH);
  for (int i = 0; i < BATCH; ++i) {
    if (expected[i] == LGJK_STATUS_BAD) assert_true(isnan(answers.distance[i]));
    if (expected[i] == LGJK_STATUS_SEPARATED) assert_true(fabsf(answers.distance[i] - 2.0f) < 1e-6f);
    if (expected[i] == LGJK_STATUS_OVERLAPPING) assert_true(answers.distance[i] == 0.0f);
  }
  answersN_fill(&answers);
  refN_contact_batch(&f.shapes, &view, &f.shapes, &view, &pairs, NULL, &results);
  assert_memory_equal(answers.status, expected, BATCH);
  for (int i = 0; i < BATCH; ++i) {
    const bool bad = expected[i] == LGJK_STATUS_BAD;
    const float* normal = answers.normal + DIM * i;
    assert_int_equal(isnan(answers.distance[i]) != 0, bad);
    assert_int_equal(memcmp(normal, zero, sizeof zero) == 0, bad);
    if (bad) assert_memory_equal(answers.point_a + DIM * i, zero, sizeof zero);
    if (bad) assert_int_equal(answers.manifold[i].count, 0);
  }
  answersN_close(&answers);
  fixture_close(&f);
}

enum { PAIRS = 500 };

TEST(a_batch_has_the_answers_of_single_pairs) {
  inputN input;
  refN_shapes shapes;
  assert_int_equal(inputsN_open(&input, inputsN_find(DIM == 2 ? "S3" : "T3"), 5, PAIRS), 0);
  assert_true(refN_shapes_create(input.bodies.shapes, &shapes));
  answersN answers = answersN_open(PAIRS);
  const lgjk_results results = answersN_results(&answers);
  const lgjk_bodiesN* view = &input.bodies;
  for (int contact = 0; contact < 2; ++contact) {
    answersN_fill(&answers);
    (contact ? refN_contact_batch : refN_distance_batch)(&shapes, view, &shapes, view, &input.pairs, NULL, &results);
    for (uint32_t i = 0; i < PAIRS; ++i) {
      const size_t a = input.pairs.a[i], b = input.pairs.b[i];
      const refN_shape *of_a = &shapes.shape[view->shape[a]], *of_b = &shapes.shape[view->shape[b]];
      const float *pose_a = view->pose + POSE_FLOATS * a, *pose_b = view->pose + POSE_FLOATS * b;
      float p[DIM], q[DIM], normal[DIM];
      uint32_t spent;
      const float d = contact ? refN_contact(of_a, pose_a, of_b, pose_b, normal, p, q, NULL, &spent)
                              : refN_distance(of_a, pose_a, of_b, pose_b, p, q, NULL, &spent);
      assert_true(d == answers.distance[i] && spent == answers.iterations[i]);
      assert_int_equal(answers.status[i], d > 0 ? LGJK_STATUS_SEPARATED : LGJK_STATUS_OVERLAPPING);
      assert_memory_equal(p, answers.point_a + DIM * i, sizeof p);
      assert_memory_equal(q, answers.point_b + DIM * i, sizeof q);
      if (contact) assert_memory_equal(normal, answers.normal + DIM * i, sizeof normal);
    }
  }
  answersN_close(&answers);
  refN_shapes_destroy(&shapes);
  inputsN_close(&input);
}

// ---------------------------------------------------------------- separating axes

// On every input, of polygons and boxes: against the oracle, and against the expanding polytope.
enum { SAT_PAIRS = 200, SAT_SEED = 89 };

typedef struct sat_tally {
  uint32_t pairs, overlapping, wrong;
  long double distance, normal; // the worst, in bands
} sat_tally;

typedef struct body {
  refN_shape shape;
  const float* pose;
} body;

static body body_of(const refN_shapes* shapes, const lgjk_bodiesN* view, uint32_t i) {
  body found = {shapes->shape[view->shape[i]], view->pose + (size_t)POSE_FLOATS * i};
  if (view->radius != NULL) found.shape.radius = view->radius[i];
  return found;
}

// How far the greatest gap is from what is true of it: minus the depth, or between touching and the distance.
static long double error_of(const truth* t, float gap) {
  if (t->bounds.upper <= 0) return fmaxl(t->bounds.lower - gap, gap - t->bounds.upper);
  return gap > 0 ? gap - t->bounds.upper : t->bounds.lower;
}

static void judge_axes(sat_tally* all, const truth* t, const body* a, const body* b) {
  float normal[DIM], other[DIM];
  long double u[DIM];
  const float gap = refN_sat_contact(&a->shape, a->pose, &b->shape, b->pose, normal);
  const bool overlap = refN_sat_overlap(&a->shape, a->pose, &b->shape, b->pose);
  const float by_epa = refN_contact(&a->shape, a->pose, &b->shape, b->pose, other, NULL, NULL, NULL, NULL);
  const long double band = oracleN_band(&t->a, &t->b);
  for (int k = 0; k < DIM; ++k) u[k] = normal[k];
  const long double error = error_of(t, gap) / band, short_by = (gap - touch_gap(t, u)) / (2 * band);
  const uint8_t status = overlap ? LGJK_STATUS_OVERLAPPING : LGJK_STATUS_SEPARATED;
  all->distance = fmaxl(all->distance, error);
  all->normal = fmaxl(all->normal, short_by);
  all->overlapping += overlap;
  ++all->pairs;
  all->wrong += error > 1 || short_by > 1 || overlap != (gap <= 0) || oracleN_misclassified(&t->bounds, band, status) ||
                (overlap && fabsl((long double)gap - by_epa) > 2 * band);
}

static sat_tally check_axes(uint32_t number) {
  sat_tally all = {0};
  inputN input;
  refN_shapes shapes;
  assert_int_equal(inputsN_open(&input, number, SAT_SEED, inputsN_pairs(SAT_PAIRS)), 0);
  assert_true(refN_shapes_create(input.bodies.shapes, &shapes));
  oracleN_table* oracles = oracleN_table_create(input.bodies.shapes);
  for (uint32_t i = 0; i < input.pairs.count; ++i) {
    const body a = body_of(&shapes, &input.bodies, input.pairs.a[i]);
    const body b = body_of(&shapes, &input.bodies, input.pairs.b[i]);
    if (!refN_sat_fits(&a.shape) || !refN_sat_fits(&b.shape)) continue;
    const truth t = truth_of(oracles, &input.bodies, &input.pairs, i);
    judge_axes(&all, &t, &a, &b);
  }
  oracleN_table_destroy(oracles);
  refN_shapes_destroy(&shapes);
  inputsN_close(&input);
  return all;
}

TEST(gaps_are_those_of_the_oracle_and_of_the_expanding_polytope) {
  sat_tally sum = {0};
  print_message("  seed %d; the worst of distance and normal in bands\n", SAT_SEED);
  for (uint32_t number = 0; number < inputsN_count(); ++number) {
    if (inputsN_has_bad(number) || !test_has(inputsN_name(number), inputsN_missing(number))) continue;
    const sat_tally all = check_axes(number);
    sum.wrong += all.wrong;
    sum.pairs += all.pairs;
    sum.overlapping += all.overlapping;
    if (all.pairs == 0) continue;
    print_message("  %-32s %4u pairs, %4u overlap: %.3Lf %.3Lf, %u wrong\n", inputsN_name(number), all.pairs,
                  all.overlapping, all.distance, all.normal, all.wrong);
  }
  assert_int_equal(sum.wrong, 0);
  assert_in_range(sum.overlapping, sum.pairs / 4, sum.pairs * 3 / 4);
}
