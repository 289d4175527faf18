// Views with positions in double: all queries of hard pairs give the bits of a call in which A is at 0 and B at the
// difference of their places, at the origin and 1e5, 1e7 and 1e9 away from it, on every instruction set, with and
// without records. Answers are those of exact arithmetic. Compiled once for each dimension.
#include "test.h"
#include "families.h"
#include "oracle.h"
#include "query_ways.h"
#include "test_random.h"
#include "built.h"

enum { PAIRS = 120 };

static const double SHIFTS[] = {0, 1e5, -1e7, 1e9};
enum { SHIFT_COUNT = sizeof SHIFTS / sizeof SHIFTS[0] };

// Pairs whose places are multiples of 2^-22 or more, so that the differences of both are exact in double wherever they
// are, and in float.
typedef struct placed {
  familiesN_batch batch;
  uint32_t bodies;
  double* place;    // where bodies are, as all that follows
  double* position; // and their positions
  float *pose, *relative;
  lgjk_bodiesN view, direct;
} placed;

static double rounded_to(double x, double step) { return floor(x / step + 0.5) * step; }

static double step_of(const float* a, const float* b) {
  double most = 0;
  for (int k = 0; k < DIM; ++k) most = fmax(most, fmax(fabs((double)a[k]), fabs((double)b[k])));
  int exponent;
  frexp(most, &exponent);
  return ldexp(1, exponent > 0 ? exponent - 22 : -22);
}

// Offsets: poses are not 0 where bodies are.
static void placed_open(placed* p, uint32_t family, bool offsets) {
  lgjk_error error = {.struct_size = sizeof error};
  const uint32_t count = inputsN_pairs(PAIRS);
  if (familiesN_make(&p->batch, family, 3, count, &error) != LGJK_OK) fail_msg("%s", error.text);
  p->bodies = p->batch.body_count;
  p->place = calloc((size_t)p->bodies * DIM, sizeof *p->place);
  p->position = calloc((size_t)p->bodies * DIM, sizeof *p->position);
  p->pose = malloc((size_t)p->bodies * POSE_FLOATS * sizeof *p->pose);
  p->relative = malloc((size_t)p->bodies * POSE_FLOATS * sizeof *p->pose);
  memcpy(p->pose, p->batch.pose, (size_t)p->bodies * POSE_FLOATS * sizeof *p->pose);
  memcpy(p->relative, p->pose, (size_t)p->bodies * POSE_FLOATS * sizeof *p->pose);
  for (uint32_t i = 0; i < p->bodies; i += 2) {
    const float* from = p->batch.pose + (size_t)i * POSE_FLOATS;
    const double step = step_of(from, from + POSE_FLOATS);
    for (uint32_t l = 0; l < 2; ++l) {
      for (uint32_t k = 0; k < DIM; ++k) {
        const size_t at = (i + l) * POSE_FLOATS + k;
        p->pose[at] = offsets ? (float)(step * (double)random_below(1000)) : 0;
        p->place[(i + l) * DIM + k] = rounded_to((double)p->batch.pose[at], step);
      }
    }
    for (uint32_t k = 0; k < DIM; ++k) {
      p->relative[i * POSE_FLOATS + k] = 0;
      p->relative[(i + 1) * POSE_FLOATS + k] = (float)(p->place[(i + 1) * DIM + k] - p->place[i * DIM + k]);
    }
  }
  p->view = p->direct = p->batch.bodies;
  p->direct.pose = p->relative;
  p->view.pose = p->pose;
  p->view.position = p->position;
}

static void placed_close(placed* p) {
  free(p->place);
  free(p->position);
  free(p->pose);
  free(p->relative);
  familiesN_free(&p->batch);
}

static void move_to(placed* p, double shift) {
  for (size_t i = 0; i < (size_t)p->bodies * DIM; ++i) {
    const size_t body = i / DIM, k = i % DIM;
    p->position[i] = shift + p->place[i] - (double)p->pose[body * POSE_FLOATS + k];
  }
}

// Makes points of a direct call those that are relative to A's positions.
static void expect_points(const placed* p, query q, const answersN* direct) {
  for (uint64_t i = 0; i < direct->count; ++i) {
    const uint8_t status = direct->status[i];
    const float* a = p->pose + (size_t)p->batch.a[i] * POSE_FLOATS;
    if (q == OVERLAP || status == LGJK_STATUS_BAD || status == LGJK_STATUS_BEYOND) continue;
    for (uint32_t k = 0; k < DIM; ++k) {
      direct->point_a[i * DIM + k] += a[k];
      direct->point_b[i * DIM + k] += a[k];
      for (uint32_t m = 0; q == CONTACT && m < direct->manifold[i].count; ++m)
        direct->manifold[i].points[m].position[k] += a[k];
    }
  }
}

static void compare_query(placed* p, const query_way* how, bool warm, const answersN* one, const answersN* other) {
  const lgjk_pairs* pairs = &p->batch.pairs;
  const lgjk_results results[2] = {answersN_results(one), answersN_results(other)};
  lgjk_warm* records = calloc((size_t)(2 * pairs->count), sizeof *records);
  inputN named = {.bodies = p->view, .pairs = *pairs};
  for (uint32_t s = 0; s < SHIFT_COUNT; ++s) {
    move_to(p, SHIFTS[s]);
    memset(records, 0, (size_t)(2 * pairs->count) * sizeof *records);
    for (int pass = 0; pass < (warm ? 2 : 1); ++pass) {
      answersN_fill(one), answersN_fill(other);
      run(how, &p->direct, &p->direct, pairs, warm ? records : NULL, 0, pairs->count, &results[0]);
      run(how, &p->view, &p->view, pairs, warm ? records + pairs->count : NULL, 0, pairs->count, &results[1]);
      expect_points(p, how->query, one);
      expect_same(how, &named, "relative poses, and positions", one, other, 0, pairs->count);
      expect_same_records(how, &named, "the same", records, records + pairs->count, 0, pairs->count);
    }
  }
  free(records);
}

TEST_EACH_ISA(bits_are_those_of_relative_poses_wherever_the_world_is) {
  const uint32_t isa = *(const uint32_t*)*state;
  random_state = 4611;
  for (uint32_t family = 0; family < familiesN_count(); ++family) {
    for (int offsets = 0; offsets < 2; ++offsets) {
      placed p;
      placed_open(&p, family, offsets != 0);
      answersN one = answersN_open(p.batch.pair_count), other = answersN_open(p.batch.pair_count);
      for (query q = OVERLAP; q < QUERIES; ++q) {
        query_way how = way_of(q, isa);
        how.options.margin = 0.05f;
        compare_query(&p, &how, false, &one, &other);
        compare_query(&p, &how, true, &one, &other);
      }
      answersN_close(&one);
      answersN_close(&other);
      placed_close(&p);
    }
  }
}

TEST(answers_are_those_of_exact_arithmetic) {
  random_state = 4612;
  for (uint32_t family = 0; family < familiesN_count(); ++family) {
    placed p;
    placed_open(&p, family, true);
    answersN found = answersN_open(p.batch.pair_count);
    oracleN_table* table = oracleN_table_create(p.batch.shapes);
    const query_way how = way_of(DISTANCE, LGJK_ISA_AUTO);
    const lgjk_results results = answersN_results(&found);
    move_to(&p, 1e9);
    run(&how, &p.view, &p.view, &p.batch.pairs, NULL, 0, p.batch.pair_count, &results);
    for (uint32_t i = 0; i < p.batch.pair_count; ++i) {
      const oracleN_body a = oracleN_read(table, &p.direct, 2 * i), b = oracleN_read(table, &p.direct, 2 * i + 1);
      const long double scale = oracleN_scale(&a, &b), least = DIM == 2 ? 1e-6L : 1e-4L;
      if (scale < 1.01L * least || scale > (DIM == 2 ? 0.99e6L : 0.99e5L)) continue; // a place was rounded out of it
      const oracle_bounds truth = oracleN_signed_distance(&a, &b);
      const float *at = p.pose + (size_t)2 * i * POSE_FLOATS, *on_a = found.point_a + DIM * i,
                  *on_b = found.point_b + DIM * i;
      float from_a[DIM], from_b[DIM];
      for (int k = 0; k < DIM; ++k) from_a[k] = on_a[k] - at[k], from_b[k] = on_b[k] - at[k];
      const oracleN_judgement j = oracleN_judge(&a, &b, &truth, found.status[i], found.distance[i], from_a, from_b);
      if (j.distance > 1 || j.misclassified || j.contradiction)
        fail_msg("%s, pair %u: %Lg bands off", familiesN_name(family), i, j.distance);
    }
    oracleN_table_destroy(table);
    answersN_close(&found);
    placed_close(&p);
  }
}

// ---------------------------------------------------------------- bad positions, mixed views, added positions

static const double BAD[] = {NAN, HUGE_VAL, -HUGE_VAL, 1.0000001e15, -1e16, 1e300};

TEST(positions_that_are_not_possible_make_their_body_bad) {
  placed p;
  placed_open(&p, 0, false);
  move_to(&p, 0);
  answersN found = answersN_open(p.batch.pair_count);
  const lgjk_results results = answersN_results(&found);
  for (query q = OVERLAP; q < QUERIES; ++q) {
    for (uint32_t k = 0; k < sizeof BAD / sizeof BAD[0] * 2 * DIM; ++k) {
      const uint32_t body = 4 + k / DIM % 2, axis = k % DIM;
      const double bad = BAD[k / (2 * DIM)], before = p.position[body * DIM + axis];
      const query_way how = way_of(q, LGJK_ISA_AUTO);
      lgjk_bad_reason reason = {.struct_size = sizeof reason};
      p.position[body * DIM + axis] = bad;
      run(&how, &p.view, &p.view, &p.batch.pairs, NULL, 0, p.batch.pair_count, &results);
      for (uint32_t i = 0; i < p.batch.pair_count; ++i) assert_int_equal(found.status[i] == LGJK_STATUS_BAD, i == 2);
      assert_int_equal(lgjk_bad_reasonN(&p.view, &p.view, &p.batch.pairs, 2, NULL, &reason, NULL), LGJK_OK);
      assert_int_equal(reason.reason, LGJK_BAD_POSITION);
      assert_int_equal(reason.side, body % 2);
      assert_int_equal(reason.body, body);
      assert_memory_equal(&reason.value, &bad, sizeof bad);
      p.position[body * DIM + axis] = before;
    }
  }
  answersN_close(&found);
  placed_close(&p);
}

TEST(farthest_positions_are_good_where_both_are_there) {
  placed p;
  placed_open(&p, 0, false);
  answersN found = answersN_open(p.batch.pair_count);
  const lgjk_results results = answersN_results(&found);
  for (uint32_t i = 0; i < p.bodies * DIM; ++i) p.position[i] = -1e15;
  const query_way how = way_of(DISTANCE, LGJK_ISA_AUTO);
  run(&how, &p.view, &p.view, &p.batch.pairs, NULL, 0, p.batch.pair_count, &results);
  for (uint32_t i = 0; i < p.batch.pair_count; ++i) assert_int_not_equal(found.status[i], LGJK_STATUS_BAD);
  placed_close(&p);
  answersN_close(&found);
}

TEST(a_body_with_itself_is_bad) {
  placed p;
  placed_open(&p, 0, false);
  move_to(&p, 0);
  uint8_t status[2];
  lgjk_bad_reason reason = {.struct_size = sizeof reason};
  const uint32_t a[2] = {3, 0}, b[2] = {3, 1};
  const lgjk_pairs pairs = packed_pairs(a, b, 2);
  const lgjk_results results = {.struct_size = sizeof results, .status = status};
  assert_int_equal(lgjk_overlapN(&p.view, &p.view, &pairs, NULL, 0, 2, &results, NULL, NULL), LGJK_OK);
  assert_int_equal(status[0], LGJK_STATUS_BAD);
  assert_int_not_equal(status[1], LGJK_STATUS_BAD);
  assert_int_equal(lgjk_bad_reasonN(&p.view, &p.view, &pairs, 0, NULL, &reason, NULL), LGJK_OK);
  assert_int_equal(reason.reason, LGJK_BAD_ITSELF);
  assert_int_equal(lgjk_bad_reasonN(&p.view, &p.view, &pairs, 1, NULL, &reason, NULL), LGJK_OK);
  assert_int_equal(reason.reason, LGJK_BAD_NONE);
  placed_close(&p);
}

// A view without positions has them at 0: with equal positions, or with none, distances are those of poses alone.
TEST(views_with_and_without_positions_meet) {
  for (uint32_t family = 0; family < familiesN_count(); ++family) {
    placed p;
    placed_open(&p, family, false);
    memcpy(p.pose, p.relative, (size_t)p.bodies * POSE_FLOATS * sizeof *p.pose);
    answersN one = answersN_open(p.batch.pair_count), other = answersN_open(p.batch.pair_count);
    lgjk_bodiesN plain = p.view;
    plain.position = NULL;
    inputN named = {.bodies = p.view, .pairs = p.batch.pairs};
    for (query q = OVERLAP; q < QUERIES; ++q) {
      const query_way how = way_of(q, LGJK_ISA_AUTO);
      const lgjk_results results[2] = {answersN_results(&one), answersN_results(&other)};
      run(&how, &p.direct, &p.direct, &p.batch.pairs, NULL, 0, one.count, &results[0]);
      for (int way = 0; way < 2; ++way) {
        const lgjk_bodiesN *a = way == 0 ? &p.view : &plain, *b = way == 0 ? &plain : &p.view;
        answersN_fill(&other);
        run(&how, a, b, &p.batch.pairs, NULL, 0, one.count, &results[1]);
        expect_same(&how, &named, "a view without positions", &one, &other, 0, one.count);
      }
      answersN_fill(&one);
    }
    answersN_close(&one);
    answersN_close(&other);
    placed_close(&p);
  }
}

TEST(positions_are_added_to_points) {
  double position[3][DIM], out[4][DIM];
  float points[4][DIM + 1], pose[3][POSE_FLOATS] = {{0}};
  uint32_t shape[3] = {0}, body[4][2] = {{2, 9}, {0, 9}, {1, 9}, {2, 9}};
  const lgjk_shapeN_def def = {
      .struct_size = sizeof def, .kind = LGJK_SHAPEN_POINTS, .points = points[0], .point_count = 1};
  memset(points, 0, sizeof points);
  lgjk_shapesN* shapes = build_shapesN(&def, 1);
  lgjk_bodiesN view = packed_bodies(shapes, 3, shape, pose[0], NULL);
  lgjk_error error = {.struct_size = sizeof error};
  view.position = position[0];
  for (int i = 0; i < 4; ++i) {
    for (int k = 0; k < DIM; ++k) points[i][k] = (float)(i + 1) / 3, position[i % 3][k] = 1e9 * (i % 3) + k;
  }
  assert_int_equal(lgjk_add_positionsN(&view, body[0], 8, points[0], sizeof points[0], 4, out[0], &error), LGJK_OK);
  for (int i = 0; i < 4; ++i) {
    for (int k = 0; k < DIM; ++k) assert_true(out[i][k] == position[body[i][0]][k] + (double)points[i][k]);
  }
  assert_int_equal(lgjk_add_positionsN(&view, NULL, 0, points[0], sizeof points[0], 3, out[0], &error), LGJK_OK);
  for (int k = 0; k < DIM; ++k) assert_true(out[2][k] == position[2][k] + (double)points[2][k]);
  const double kept = out[0][0];
  assert_int_equal(lgjk_add_positionsN(&view, NULL, 0, points[0], sizeof points[0], 4, out[0], &error),
                   LGJK_ERROR_RANGE);
  assert_int_equal(error.index, 3);
  assert_true(out[0][0] == kept);
  view.position = NULL;
  assert_int_equal(lgjk_add_positionsN(&view, body[0], 8, points[0], sizeof points[0], 4, out[0], &error), LGJK_OK);
  assert_true(out[3][0] == (double)points[3][0]);
  assert_int_equal(
      lgjk_add_positionsN(&view, body[0], 8, points[0], sizeof points[0], 4, (double*)(void*)points, &error),
      LGJK_ERROR_ARGUMENT);
  lgjk_shapesN_destroy(shapes);
}

// The whole text of the error, and no point is written.
TEST(wrong_arguments_of_points_are_named) {
  float points[2][DIM] = {{1}, {2}}, pose[2][POSE_FLOATS] = {{0}};
  uint32_t shape[2] = {0}, body[2] = {1, 0};
  double out[2][DIM];
  const lgjk_shapeN_def def = rounded_pointsN(points[0], 1, 0);
  lgjk_shapesN* shapes = build_shapesN(&def, 1);
  const lgjk_bodiesN good = packed_bodies(shapes, 2, shape, pose[0], NULL);
  lgjk_bodiesN view = good;
  lgjk_error error = {.struct_size = sizeof error};
  for (int i = 0; i < 2; ++i) {
    for (int k = 0; k < DIM; ++k) out[i][k] = 77;
  }
#define ADD(bodies, body, body_stride, points, point_stride, out) \
  lgjk_add_positionsN(bodies, body, body_stride, points, point_stride, 2, out, &error)
#define REFUSED(expected, ...)                                                \
  assert_int_equal(ADD(__VA_ARGS__), LGJK_ERROR_ARGUMENT);                    \
  assert_string_equal(error.text, expected);                                  \
  for (int i = 0; i < 2 * DIM; ++i) assert_true(out[i / DIM][i % DIM] == 77); \
  view = good;
  const char* const least = DIM == 2 ? "point_stride is 4, not 0 or a multiple of 4 that is at least 8"
                                     : "point_stride is 4, not 0 or a multiple of 4 that is at least 12";
  REFUSED("bodies is NULL", NULL, body, 4, points[0], 0, out[0])
  view.pose = NULL;
  REFUSED("bodies->pose is NULL", &view, body, 4, points[0], 0, out[0])
  REFUSED("body_stride is 6, not 0 or a multiple of 4 that is at least 4", &view, body, 6, points[0], 0, out[0])
  REFUSED(least, &view, body, 4, points[0], 4, out[0])
  REFUSED("points is NULL", &view, body, 4, NULL, 0, out[0])
  REFUSED("out is NULL", &view, body, 4, points[0], 0, NULL)
  assert_int_equal(ADD(&view, body, 4, points[0], 0, out[0]), LGJK_OK);
  assert_true(out[0][0] == 1 && out[1][0] == 2);
  lgjk_shapesN_destroy(shapes);
}
