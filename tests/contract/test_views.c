// Views and lists of a batch as large, as far apart and as interleaved as they may be: the answers are those of small
// and tight ones. Compiled once for each dimension.
#include "test.h"
#include "bad_call.h"

// More pairs than kernels number at a time, and more bodies than are read without looking ahead.
enum { MANY = 70000 };

// The answers of a good call; after it the same are expected whatever has changed.
static void expect_same(call* c, const answersN expected[QUERIES]) {
  for (query q = OVERLAP; q < QUERIES; ++q) {
    answersN_fill(&c->answers);
    memset(c->records, 0, sizeof c->records);
    assert_int_equal(call_query(c, q, NULL), LGJK_OK);
    assert_true(answersN_difference(&expected[q], &c->answers, 0, PAIRS) == UINT64_MAX);
  }
}

static void expect_first(call* c, answersN expected[QUERIES]) {
  for (query q = OVERLAP; q < QUERIES; ++q) {
    memset(c->records, 0, sizeof c->records);
    assert_int_equal(call_query(c, q, NULL), LGJK_OK);
    expected[q] = c->answers;
    c->answers = answersN_open(PAIRS);
    c->results = answersN_results(&c->answers);
  }
}

// A view of more bodies than there is memory for: only those that pairs name are read.
TEST(a_view_may_be_of_any_size) {
  static const uint32_t counts[] = {0x7FFFFFFFu, 0x80000000u, 0x80000001u, UINT32_MAX};
  call c;
  answersN expected[QUERIES];
  call_open(&c);
  expect_first(&c, expected);
  for (size_t k = 0; k < sizeof counts / sizeof counts[0]; ++k) {
    c.bodies_a.count = counts[k];
    expect_same(&c, expected);
    c.bodies_b.count = counts[k];
    expect_same(&c, expected);
    c.bodies_a.count = 2 * PAIRS;
    expect_same(&c, expected);
    c.mixed.b[7] = counts[k];
    assert_int_equal(call_query(&c, OVERLAP, NULL), LGJK_ERROR_PAIR_INDEX);
    c.mixed.b[7] = 15;
    c.bodies_b.count = 2 * PAIRS;
  }
  for (int q = 0; q < QUERIES; ++q) answersN_close(&expected[q]);
  call_close(&c);
}

// Arrays of {a, b}, {b, a}, and of indices with something between them.
TEST(indices_may_lie_as_they_like) {
  static const struct { uint32_t step, a, b; } ways[] = {{2, 0, 1}, {2, 1, 0}, {3, 0, 2}, {3, 1, 2}};
  uint32_t index[3 * PAIRS];
  call c;
  answersN expected[QUERIES];
  call_open(&c);
  expect_first(&c, expected);
  for (size_t k = 0; k < sizeof ways / sizeof ways[0]; ++k) {
    for (uint32_t i = 0; i < 3 * PAIRS; ++i) index[i] = UINT32_MAX;
    for (uint32_t i = 0; i < PAIRS; ++i) {
      index[ways[k].step * i + ways[k].a] = c.mixed.a[i];
      index[ways[k].step * i + ways[k].b] = c.mixed.b[i];
    }
    c.pairs.a = index + ways[k].a;
    c.pairs.b = index + ways[k].b;
    c.pairs.stride = 4 * ways[k].step;
    expect_same(&c, expected);
    c.bodies_a.count = 80;
    c.bodies_b.count = 81; // the fewer of both are not enough for a list that is read in one pass
    expect_same(&c, expected);
    c.bodies_a.count = 79;
    c.bodies_b.count = 80;
    expect_same(&c, expected); // B's last body is no body of A
    c.bodies_a.count = 80;
    index[ways[k].step * 5 + ways[k].b] = 80;
    lgjk_error error = {.struct_size = sizeof error};
    assert_int_equal(call_query(&c, OVERLAP, &error), LGJK_ERROR_PAIR_INDEX);
    assert_int_equal(error.index, 5);
  }
  for (int q = 0; q < QUERIES; ++q) answersN_close(&expected[q]);
  call_close(&c);
}

// Two views of one array of records of two poses each: B's poses are A's where their addresses are, from wherever
// either view begins.
TEST(views_may_share_an_array) {
  enum { RECORD = 2 * POSE_FLOATS, RECORDS = 2 * PAIRS + 4 };
  static float pose[RECORDS][RECORD];
  static const uint32_t first_float[] = {0, POSE_FLOATS};
  call c;
  call_open(&c);
  for (uint32_t i = 0; i < RECORDS; ++i) {
    memcpy(pose[i], c.mixed.pose + POSE_FLOATS * (i % (2 * PAIRS)), POSE_FLOATS * sizeof(float));
    memcpy(pose[i] + POSE_FLOATS, pose[i], POSE_FLOATS * sizeof(float));
  }
  for (uint32_t way = 0; way < 2 * 9; ++way) {
    const uint32_t from_a = way / 2 / 3, from_b = way / 2 % 3;
    c.bodies_a.pose = pose[from_a];
    c.bodies_b.pose = pose[from_b] + first_float[way % 2];
    c.bodies_a.pose_stride = c.bodies_b.pose_stride = 4 * RECORD;
    for (uint32_t i = 0; i < PAIRS; ++i) {
      c.mixed.a[i] = i + 2;
      c.mixed.b[i] = i % 2 ? i + 2 + from_a - from_b : i + 7;
    }
    for (query q = OVERLAP; q < QUERIES; ++q) {
      assert_int_equal(call_query(&c, q, NULL), LGJK_OK);
      for (uint32_t i = 0; i < PAIRS; ++i) {
        const int same = way % 2 == 0 && c.mixed.a[i] + from_a == c.mixed.b[i] + from_b;
        assert_int_equal(c.answers.status[i] == LGJK_STATUS_BAD, same);
      }
    }
  }
  call_close(&c);
}

// A call of many pairs over views of many bodies, against calls of a few.
TEST(large_calls_are_as_good_as_small_ones) {
  mixedN m;
  assert_int_equal(mixedN_open(&m, 11, MANY, 0), 0);
  answersN whole = answersN_open(MANY), parts = answersN_open(MANY);
  const lgjk_results results = answersN_results(&whole), others = answersN_results(&parts);
  assert_int_equal(call_distanceN(&m.bodies, &m.bodies, &m.pairs, NULL, 0, MANY, &results, NULL, NULL), LGJK_OK);
  for (uint64_t first = 0; first < MANY; first += 7000) {
    assert_int_equal(call_distanceN(&m.bodies, &m.bodies, &m.pairs, NULL, first, 7000, &others, NULL, NULL), LGJK_OK);
  }
  assert_true(answersN_difference(&whole, &parts, 0, MANY) == UINT64_MAX);
  answersN_close(&whole);
  answersN_close(&parts);
  mixedN_close(&m);
}
