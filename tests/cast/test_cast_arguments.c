// Casts by hand: worked figures, the same bits on every instruction set, in ranges, strides and on several threads, and
// what cannot be meant is named. Compiled once for each dimension.

#include "cast_answers.h"
#include "families.h"
#include "fewer.h"
#include "packed.h"
#include "built.h"
#include "test_random.h"
#include "test_threads.h"

enum { BOX, ROD, POINT, BALL, SHAPES, PAIRS = 4000 };

// Two bodies, at the origin and at `place`, and a way for each.
typedef struct duo {
  lgjk_shapesN* shapes;
  uint32_t shape[2], zero, one;
  float pose[2][POSE_FLOATS], way_a[2][DIM], way_b[2][DIM], most;
  lgjk_bodiesN bodies;
  lgjk_pairs pairs;
  lgjk_cast_options options;
  uint8_t status, iterations;
  float fraction, normal[DIM], point[DIM];
  uint64_t bad;
  lgjk_cast_results results;
  lgjk_error error;
} duo;

static lgjk_shapesN* make_shapes(void) {
  static const float origin[DIM];
  const lgjk_shapeN_def defs[SHAPES] = {[BOX] = long_boxN(1, 1),
                                        [ROD] = long_boxN(2, 0.01f),
                                        [POINT] = rounded_pointsN(origin, 1, 0),
                                        [BALL] = rounded_pointsN(origin, 1, 0.5f)};
  return build_shapesN(defs, SHAPES);
}

static void open_duo(duo* d, uint32_t a, uint32_t b) {
  memset(d, 0, sizeof *d);
  d->shapes = make_shapes();
  d->shape[0] = a;
  d->shape[1] = b;
  d->one = 1;
  for (int i = 0; i < 2; ++i) d->pose[i][DIM == 2 ? 2 : 6] = 1;
  d->bodies = packed_bodies(d->shapes, 2, d->shape, d->pose[0], NULL);
  d->pairs = packed_pairs(&d->zero, &d->one, 1);
  d->options = (lgjk_cast_options){.struct_size = sizeof d->options, .way_a = d->way_a[0], .way_b = d->way_b[0]};
  d->results = (lgjk_cast_results){.struct_size = sizeof d->results,
                                   .status = &d->status,
                                   .iterations = &d->iterations,
                                   .fraction = &d->fraction,
                                   .normal = d->normal,
                                   .point = d->point,
                                   .bad_count = &d->bad};
  lgjk_error_init(&d->error);
}

static void close_duo(duo* d) { lgjk_shapesN_destroy(d->shapes); }

static int32_t call_cast(duo* d) {
  return lgjk_castN(&d->bodies, &d->bodies, &d->pairs, 0, 1, &d->results, &d->options, &d->error);
}

static void expect_status(duo* d, uint32_t status) {
  assert_int_equal(call_cast(d), LGJK_OK);
  assert_int_equal(d->status, status);
}

static void expect(duo* d, uint32_t status, float fraction) {
  expect_status(d, status);
  assert_true(fabsf(d->fraction - fraction) <= 1e-5f);
}

#define NEAR(value, limit) assert_true(fabsf((value) - (limit)) <= 2e-5f)

TEST(a_ray_hits_a_box) {
  duo d;
  open_duo(&d, POINT, BOX);
  d.pose[0][0] = -5;
  d.way_a[0][0] = 10;
  expect(&d, LGJK_CAST_HIT, 0.4f);
  NEAR(d.normal[0], 1);
  NEAR(d.normal[1], 0);
  NEAR(d.point[0], -1);
  NEAR(d.point[1], 0);
  d.way_b[1][0] = -10; // both move
  expect(&d, LGJK_CAST_HIT, 0.2f);
  NEAR(d.point[0], -3);
  d.way_b[1][0] = 10; // side by side
  expect(&d, LGJK_CAST_MISS, 1);
  NEAR(d.normal[0], 0);
  NEAR(d.point[0], 0);
  d.way_b[1][0] = 0;
  d.pose[0][1] = 1.5f; // beside the box
  expect(&d, LGJK_CAST_MISS, 1);
  d.options.target = 0.5001f;
  expect_status(&d, LGJK_CAST_HIT);
  close_duo(&d);
}

TEST(a_ball_hits_a_ball) {
  duo d;
  open_duo(&d, BALL, BALL);
  d.pose[0][0] = -3;
  d.pose[0][1] = 0.6f;
  d.way_a[0][0] = 4;
  expect(&d, LGJK_CAST_HIT, (3 - 0.8f) / 4);
  NEAR(d.normal[0], 0.8f);
  NEAR(d.normal[1], -0.6f);
  NEAR(d.point[0], -0.4f);
  NEAR(d.point[1], 0.3f);
  assert_int_equal(d.iterations, 0); // found without a contact
  d.most = 0.5f;
  d.options.most = &d.most;
  expect(&d, LGJK_CAST_MISS, 0.5f);
  d.most = 3; // farther than the way
  d.pose[0][0] = -7;
  expect(&d, LGJK_CAST_HIT, (7 - 0.8f) / 4);
  d.most = 0;
  expect(&d, LGJK_CAST_MISS, 0);
  close_duo(&d);
}

TEST(what_touches_at_the_beginning) {
  duo d;
  open_duo(&d, BOX, BOX);
  d.pose[0][0] = -1.5f; // overlaps by a half
  d.way_a[0][0] = -4;
  expect(&d, LGJK_CAST_OVERLAP, 0);
  NEAR(d.normal[0], 1);
  d.pose[0][0] = -2; // touches, and leaves
  expect(&d, LGJK_CAST_MISS, 1);
  d.way_a[0][0] = 4; // touches, and comes nearer
  expect(&d, LGJK_CAST_HIT, 0);
  d.way_a[0][0] = 0; // slides
  d.way_a[0][1] = 1;
  expect(&d, LGJK_CAST_MISS, 1);
  d.way_a[0][1] = 0; // rests
  expect(&d, LGJK_CAST_MISS, 1);
  close_duo(&d);
}

// A long box turns by a right angle and comes upon a point beside it. Its rotation is on a chord, half of the turn at
// half of the way.
TEST(a_box_that_turns_hits_a_point) {
  duo d;
  open_duo(&d, BOX, POINT);
  float turn[2][POSE_FLOATS - DIM] = {{0}};
  const float half = sqrtf(0.5f);
  if (DIM == 2) {
    turn[0][1] = 1;
    turn[1][0] = 1;
  } else {
    turn[0][2] = turn[0][3] = half;
    turn[1][3] = 1;
  }
  d.pose[1][0] = 1.2f; // a corner passes there, at 1.414 from the middle
  d.options.turn_a = turn[0];
  expect_status(&d, LGJK_CAST_HIT);
  const double angle = acos(1 / 1.2); // from where the side at 1 reaches 1.2
  double t = angle;
  if (DIM == 2) { // the chord from (1, 0) to (0, 1) is at the angle atan2(t, 1 - t)
    t = tan(angle) / (1 + tan(angle));
  } else { // that of quaternions at half of the angle, from 0 to 45 degrees
    const double x = tan(angle / 2), s = 0.70710678118654752;
    t = x / (s + x * (1 - s));
  }
  NEAR(d.fraction, (float)t);
  d.pose[1][0] = 1.5f; // no corner reaches there
  expect(&d, LGJK_CAST_MISS, 1);
  d.most = 1.01f; // turns end at 1
  d.options.most = &d.most;
  expect_status(&d, LGJK_CAST_BAD);
  d.options.most = NULL;
  for (int k = 0; k < POSE_FLOATS - DIM; ++k) turn[0][k] = k == 0 ? 0.9f : 0;
  expect_status(&d, LGJK_CAST_BAD); // not of unit length
  if (DIM == 2) {
    turn[0][0] = -1; // half a turn has no middle
    expect_status(&d, LGJK_CAST_BAD);
  }
  close_duo(&d);
}

// A rod turns by 120 degrees over a point beside its end, at 60 degrees. Steps by half of its speed would end behind
// it.
TEST(a_rod_that_turns_passes_no_point) {
  duo d;
  open_duo(&d, ROD, POINT);
  const float sine = sqrtf(0.75f);
  float turn[2][POSE_FLOATS - DIM] = {{0}};
  turn[0][DIM == 2 ? 1 : 2] = sine;
  turn[0][DIM == 2 ? 0 : 3] = DIM == 2 ? -0.5f : 0.5f;
  turn[1][DIM == 2 ? 0 : 3] = 1;
  d.pose[1][0] = 0.95f;
  d.pose[1][1] = 1.9f * sine;
  d.options.turn_a = turn[0];
  expect_status(&d, LGJK_CAST_HIT);
  assert_true(fabsf(d.fraction - 0.5f) <= 0.01f);
  close_duo(&d);
}

// Poses at the end stand for ways and turns: the same answers, bit for bit, as these ways are exact.
TEST(a_sweep_goes_to_the_poses_at_the_end) {
  duo d;
  open_duo(&d, BOX, BOX);
  float end[2][POSE_FLOATS];
  const float turned[2] = {0.6f, 0.8f};
  d.pose[1][0] = 6;
  memcpy(end, d.pose, sizeof end);
  end[0][0] = 4;
  end[1][0] = 5;
  end[1][1] = 0.5f;
  for (int i = 0; i < 2; ++i) end[0][(DIM == 2 ? 2 : 6) + (i == 0 ? 0 : DIM == 2 ? 1 : -1)] = turned[i];
  assert_int_equal(lgjk_sweepN(&d.bodies, &d.bodies, end[0], end[0], &d.pairs, 0, 1, &d.results, NULL, &d.error),
                   LGJK_OK);
  assert_int_equal(d.status, LGJK_CAST_HIT);
  const duo swept = d;
  d.way_a[0][0] = 4;
  d.way_b[1][0] = -1;
  d.way_b[1][1] = 0.5f;
  d.options.turn_a = d.options.turn_b = end[0] + DIM;
  d.options.turn_a_stride = d.options.turn_b_stride = sizeof end[0];
  assert_int_equal(call_cast(&d), LGJK_OK);
  assert_true(swept.status == d.status && swept.iterations == d.iterations && swept.fraction == d.fraction);
  assert_memory_equal(swept.normal, d.normal, sizeof d.normal);
  assert_memory_equal(swept.point, d.point, sizeof d.point);
#define SWEEP(end_a, end_b) \
  lgjk_sweepN(&d.bodies, &d.bodies, end_a, end_b, &d.pairs, 0, 1, &d.results, &d.options, &d.error)
  expect_refusal(SWEEP(end[0], end[0]), &d.error, "a sweep takes poses");
  const float** const own[] = {&d.options.way_a, &d.options.way_b, &d.options.turn_a, &d.options.turn_b};
  for (int i = 0; i < 4; ++i) { // each of them alone
    lgjk_cast_options_init(&d.options);
    *own[i] = end[0];
    expect_refusal(SWEEP(end[0], end[0]), &d.error, "a sweep takes poses");
  }
  lgjk_cast_options_init(&d.options);
  assert_int_equal(SWEEP(NULL, NULL), LGJK_OK); // both rest
  assert_int_equal(d.status, LGJK_CAST_MISS);
  assert_int_equal(SWEEP(end[0], NULL), LGJK_OK);
  assert_int_equal(d.status, LGJK_CAST_HIT);
  d.results.normal = end[0];
  expect_refusal(SWEEP(NULL, end[0]), &d.error, "results->normal overlaps end_b");
  close_duo(&d);
}

TEST(bad_pairs_are_told) {
  duo d;
  open_duo(&d, BALL, BOX);
  d.pose[0][0] = -3;
  d.way_a[0][0] = 4;
#define BAD(member, value)                    \
  do {                                        \
    const float kept = member;                \
    member = value;                           \
    expect_status(&d, LGJK_CAST_BAD);         \
    assert_int_equal(d.bad, 1);               \
    assert_true(isnan(d.fraction));           \
    member = kept;                            \
    assert_int_equal(call_cast(&d), LGJK_OK); \
    assert_int_equal(d.bad, 0);               \
  } while (0)
  BAD(d.way_a[0][0], (float)NAN);
  BAD(d.way_a[0][0], HUGE_VALF);
  BAD(d.way_b[1][1], -HUGE_VALF);
  BAD(d.pose[0][1], (float)NAN);
  BAD(d.pose[1][DIM], 1.01f);
  d.options.most = &d.most;
  d.most = 1;
  BAD(d.most, -1);
  BAD(d.most, HUGE_VALF);
  d.shape[1] = SHAPES;
  expect_status(&d, LGJK_CAST_BAD);
  d.shape[1] = BOX;
  d.one = 0; // a body with itself
  expect_status(&d, LGJK_CAST_BAD);
  close_duo(&d);
}

TEST(wrong_arguments_are_named) {
  duo d;
  open_duo(&d, BALL, BOX);
#define REFUSED(word, member, value)             \
  do {                                           \
    const duo kept = d;                          \
    d.status = 77;                               \
    member = value;                              \
    assert_true(call_cast(&d) != LGJK_OK);       \
    assert_non_null(strstr(d.error.text, word)); \
    assert_int_equal(d.status, 77);              \
    d = kept;                                    \
  } while (0)
  REFUSED("options->struct_size", d.options.struct_size, 4);
  REFUSED("options->target", d.options.target, -1);
  REFUSED("options->target", d.options.target, (float)NAN);
  REFUSED("options->target is inf: negative or not finite", d.options.target, HUGE_VALF);
  REFUSED("options->reserved", d.options.reserved, 1);
  REFUSED("options->flags", d.options.flags, 1u << 20);
  REFUSED("options->iteration_limit", d.options.iteration_limit, 256);
  REFUSED("options->way_a_stride", d.options.way_a_stride, 4);
  REFUSED("options->turn_a_stride", d.options.turn_a_stride, 4);
  REFUSED("options->turn_b_stride", d.options.turn_b_stride, 4);
  REFUSED("options->way_b_stride", d.options.way_b_stride, 4 * DIM + 2);
  REFUSED("results->struct_size", d.results.struct_size, 1);
  REFUSED("results->reserved", d.results.reserved, 1);
  REFUSED("pairs->a[0]", d.zero, 2);
  REFUSED("results->normal overlaps options->way_a", d.results.normal, d.way_a[0]);
  REFUSED("results->point overlaps results->normal", d.results.point, d.normal);
  REFUSED("results->depth overlaps results->normal", d.results.depth, d.normal);
  REFUSED("a->shapes is NULL", d.bodies.shapes, NULL);
  d.results.status = d.results.iterations = NULL;
  d.results.fraction = d.results.normal = d.results.point = NULL;
  expect_refusal(call_cast(&d), &d.error, "no array");
  float depth = 1;
  d.results.depth = &depth;
  assert_int_equal(call_cast(&d), LGJK_OK);
  NEAR(depth, 1.5f); // the ball is in the middle of the box
  assert_int_equal(lgjk_castN(&d.bodies, &d.bodies, &d.pairs, 0, 1, NULL, NULL, &d.error), LGJK_ERROR_ARGUMENT);
  assert_string_equal(lgjk_cast_text(LGJK_CAST_LIMIT), "limit");
  assert_null(lgjk_cast_text(LGJK_CAST_BAD + 1));
  close_duo(&d);
}

// ---------------------------------------------------------------- bits

typedef struct many {
  familiesN_batch batch;
  lgjk_pairs pairs;      // of the batch, again and again
  float (*way)[DIM + 1]; // strided
  const float* turn;     // of each body, with the stride of poses
} many;

static void cast_many(const many* m, uint32_t isa, const lgjk_tasks* tasks, uint64_t first, uint64_t count,
                      cast_answers* to) {
  const lgjk_cast_options options = {.struct_size = sizeof options,
                                     .isa = isa,
                                     .tasks = tasks,
                                     .way_a = m->way[0],
                                     .way_a_stride = sizeof *m->way,
                                     .turn_a = m->turn,
                                     .turn_a_stride = POSE_FLOATS * sizeof *m->turn};
  const lgjk_cast_results results = cast_answers_results(to);
  const lgjk_bodiesN* bodies = &m->batch.bodies;
  assert_int_equal(lgjk_castN(bodies, bodies, &m->pairs, first, count, &results, &options, NULL), LGJK_OK);
}

// The same to poses at the end, those of turns.
static void sweep_many(const many* m, const float* end, const lgjk_tasks* tasks, cast_answers* to) {
  const lgjk_cast_options options = {.struct_size = sizeof options, .tasks = tasks};
  const lgjk_cast_results results = cast_answers_results(to);
  const lgjk_bodiesN* bodies = &m->batch.bodies;
  const uint64_t count = m->pairs.count;
  assert_int_equal(lgjk_sweepN(bodies, bodies, end, NULL, &m->pairs, 0, count, &results, &options, NULL), LGJK_OK);
}

static void expect_same(const cast_answers* one, const cast_answers* other) {
  for (uint64_t i = 0; i < one->count; ++i) assert_true(cast_answers_same_at(one, other, i));
  cast_answers_fill(other);
}

// Two points of no radius that nearly meet, beside circles that meet ends of edges: whatever is in other lanes.
TEST(points_have_their_answer_whatever_is_beside_them) {
  enum { PAIRED = 40 };
  static const float place[DIM] = {0.5f, 0.25f}; // so that a pair has a scale
  const lgjk_shapeN_def point = rounded_pointsN(place, 1, 0);
  float pose[2 * PAIRED * POSE_FLOATS] = {0}, radius[2 * PAIRED] = {0}, way[2 * PAIRED * DIM] = {0};
  uint32_t shape[2 * PAIRED] = {0}, a[PAIRED], b[PAIRED], isas[LGJK_ISA_COUNT];
  lgjk_shapesN* shapes = NULL;
  assert_int_equal(lgjk_shapesN_create(&point, 1, NULL, &shapes, NULL), LGJK_OK);
  for (uint32_t i = 0; i < PAIRED; ++i) {
    a[i] = 2 * i;
    b[i] = 2 * i + 1;
    for (uint32_t k = 0; k < 2; ++k) pose[POSE_FLOATS * (2 * i + k) + POSE_UNIT] = 1;
    pose[POSE_FLOATS * b[i]] = i % 3 == 0 ? 1e-8f * (float)i : 1 + 0.125f * (float)i; // touch when they begin
    pose[POSE_FLOATS * b[i] + 1] = i % 3 == 0 ? 1e-9f : 0.25f;
    way[DIM * a[i]] = 8;
    if (i % 3 == 1) radius[a[i]] = radius[b[i]] = 0.25f;
  }
  const lgjk_bodiesN bodies = packed_bodies(shapes, 2 * PAIRED, shape, pose, radius);
  const lgjk_pairs pairs = packed_pairs(a, b, PAIRED);
  cast_answers alone = cast_answers_open(PAIRED), together = cast_answers_open(PAIRED);
  const lgjk_cast_results of_one = cast_answers_results(&alone), of_all = cast_answers_results(&together);
  lgjk_cast_options options = {.struct_size = sizeof options, .isa = LGJK_ISA_SCALAR, .way_a = way};
  for (uint64_t i = 0; i < PAIRED; ++i) {
    assert_int_equal(lgjk_castN(&bodies, &bodies, &pairs, i, 1, &of_one, &options, NULL), LGJK_OK);
    assert_true(alone.status[i] < LGJK_CAST_BAD);
  }
  const uint32_t count = test_isas(isas);
  for (uint32_t k = 0; k < count; ++k) {
    options.isa = isas[k];
    assert_int_equal(lgjk_castN(&bodies, &bodies, &pairs, 0, PAIRED, &of_all, &options, NULL), LGJK_OK);
    for (uint64_t i = 0; i < PAIRED; ++i) assert_true(cast_answers_same_at(&alone, &together, i));
  }
  cast_answers_close(&alone);
  cast_answers_close(&together);
  lgjk_shapesN_destroy(shapes);
}

TEST_WITH_THREADS(bits_are_the_same_everywhere) {
  // More pairs than a thread takes at a time; of fewer hulls where fewer are requested, as building them takes longest.
  const uint32_t pairs = fewer(PAIRS, 1100), made = fewer(PAIRS, 80);
  const uint32_t ends[] = {0, 1, 255, 256, 300, pairs - 23, pairs};
  uint32_t isas[LGJK_ISA_COUNT];
  const uint32_t isa_count = test_isas(isas);
  uint32_t *a = malloc(pairs * sizeof *a), *b = malloc(pairs * sizeof *b);
  random_state = 41;
  for (uint32_t family = 0; family < familiesN_count(); family += 7) {
    many m;
    assert_int_equal(familiesN_make(&m.batch, family, 5, made, NULL), LGJK_OK);
    for (uint32_t i = 0; i < pairs; ++i) {
      a[i] = m.batch.a[i % made];
      b[i] = m.batch.b[i % made];
    }
    m.pairs = packed_pairs(a, b, pairs);
    m.way = calloc(m.batch.body_count, sizeof *m.way);
    for (uint32_t i = 0; i < m.batch.body_count; ++i) {
      for (int k = 0; k < DIM; ++k) m.way[i][k] = (float)random_in(-3, 3);
    }
    float* turned = malloc((size_t)POSE_FLOATS * m.batch.body_count * sizeof *turned);
    familiesN_move(&m.batch, 9, turned);
    m.turn = family % 2 ? NULL : turned + DIM;
    cast_answers one = cast_answers_open(pairs), other = cast_answers_open(pairs);
    cast_many(&m, LGJK_ISA_SCALAR, NULL, 0, pairs, &one);
    for (uint32_t k = 0; k < isa_count; ++k) {
      cast_many(&m, isas[k], NULL, 0, pairs, &other);
      expect_same(&one, &other);
    }
    for (uint32_t workers = 2; workers <= 4; ++workers) {
      const lgjk_tasks tasks = threads_of(workers);
      cast_many(&m, LGJK_ISA_AUTO, &tasks, 0, pairs, &other);
      expect_same(&one, &other);
    }
    for (size_t k = 1; k < sizeof ends / sizeof ends[0]; ++k) {
      cast_many(&m, LGJK_ISA_AUTO, NULL, ends[k - 1], ends[k] - ends[k - 1], &other);
    }
    expect_same(&one, &other);
    const lgjk_tasks four = threads_of(4);
    sweep_many(&m, turned, NULL, &one);
    sweep_many(&m, turned, &four, &other);
    expect_same(&one, &other);
    cast_answers_close(&one);
    cast_answers_close(&other);
    free(m.way);
    free(turned);
    familiesN_free(&m.batch);
  }
  free(a);
  free(b);
}
