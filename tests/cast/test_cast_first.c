// The first touch of each body of A (`first` of the results of casts): that of a search through the pairs, in ranges of
// them, too. Compiled once for each dimension.

#include "built.h"
#include "cast_answers.h"
#include "packed.h"
#include "test_random.h"

enum { POINT, BALL, BOX, SHAPES, BODIES = 60, MOVING = 24, PAIRS = 500, FILLED = 0x5A5A5A5A };

#define SPAN (DIM == 2 ? 3 : 1.5)

// Bodies that fly through each other. Those of A are the first; the last of these has no pair.
typedef struct crowd {
  lgjk_shapesN* shapes;
  uint32_t shape[BODIES], a[PAIRS], b[PAIRS], first[BODIES];
  float pose[BODIES][POSE_FLOATS], way[BODIES][DIM];
  lgjk_bodiesN bodies;
  lgjk_pairs pairs;
  lgjk_cast_options options;
  cast_answers answers;
  lgjk_cast_results results;
  lgjk_error error;
} crowd;

static void open_crowd(crowd* c) {
  static const float origin[DIM];
  const lgjk_shapeN_def defs[SHAPES] = {
      [POINT] = rounded_pointsN(origin, 1, 0), [BALL] = rounded_pointsN(origin, 1, 0.5f), [BOX] = long_boxN(1, 0.5f)};
  memset(c, 0, sizeof *c);
  random_state = test_seed(71);
  c->shapes = build_shapesN(defs, SHAPES);
  for (uint32_t i = 0; i < BODIES; ++i) {
    c->shape[i] = i % SHAPES;
    c->pose[i][DIM == 2 ? 2 : 6] = 1;
    for (int k = 0; k < DIM; ++k) {
      c->pose[i][k] = (float)random_in(-SPAN, SPAN);
      c->way[i][k] = (float)random_in(-5, 5);
    }
  }
  c->pose[BODIES - 1][0] = NAN; // bad: it touches nothing
  for (uint32_t i = 0; i < PAIRS; ++i) {
    c->a[i] = random_below(MOVING - 1);
    c->b[i] = MOVING + random_below(BODIES - MOVING);
    if (i % 5 == 4) c->a[i] = c->a[i - 3], c->b[i] = c->b[i - 3]; // the same fraction as another
  }
  c->bodies = packed_bodies(c->shapes, BODIES, c->shape, c->pose[0], NULL);
  c->pairs = packed_pairs(c->a, c->b, PAIRS);
  lgjk_cast_options_init(&c->options);
  c->options.way_a = c->options.way_b = c->way[0];
  c->answers = cast_answers_open(PAIRS);
  c->results = cast_answers_results(&c->answers);
  c->results.first = c->first;
  memset(c->first, FILLED & 0xFF, sizeof c->first);
  lgjk_error_init(&c->error);
}

static void close_crowd(crowd* c) {
  cast_answers_close(&c->answers);
  lgjk_shapesN_destroy(c->shapes);
}

static int32_t call_cast(crowd* c, uint64_t first, uint64_t count) {
  return lgjk_castN(&c->bodies, &c->bodies, &c->pairs, first, count, &c->results, &c->options, &c->error);
}

// Returns whether pair i touches, and before pair `other`, or LGJK_NO_PAIR.
static bool is_before(const crowd* c, uint32_t i, uint32_t other) {
  const cast_answers* found = &c->answers;
  if (found->status[i] != LGJK_CAST_HIT && found->status[i] != LGJK_CAST_OVERLAP) return false;
  return other == LGJK_NO_PAIR || found->fraction[i] < found->fraction[other];
}

// Compares each body's first touch with that of a search. Returns how many bodies touch.
static uint32_t compare_range(crowd* c, uint32_t from, uint32_t count) {
  uint32_t touching = 0;
  assert_int_equal(call_cast(c, from, count), LGJK_OK);
  for (uint32_t body = 0; body < BODIES; ++body) {
    uint32_t expected = LGJK_NO_PAIR;
    for (uint32_t i = from; i < from + count; ++i) {
      if (c->a[i] == body && is_before(c, i, expected)) expected = i;
    }
    assert_int_equal(c->first[body], expected);
    touching += expected != LGJK_NO_PAIR;
  }
  return touching;
}

TEST(each_body_has_its_first_touch) {
  crowd c;
  open_crowd(&c);
  assert_true(compare_range(&c, 0, PAIRS) > MOVING / 2);
  assert_int_equal(c.first[MOVING - 1], LGJK_NO_PAIR);
  assert_true(compare_range(&c, 37, 211) > MOVING / 4);
  assert_true(compare_range(&c, PAIRS - 1, 1) <= 1);
  assert_int_equal(compare_range(&c, 5, 0), 0);
  close_crowd(&c);
}

TEST(wrong_requests_are_named) {
  crowd c;
  open_crowd(&c);
  c.results.status = NULL;
  expect_refusal(call_cast(&c, 0, PAIRS), &c.error, "results->first is set, but results->status is NULL");
  c.results.status = c.answers.status;
  c.results.fraction = NULL;
  expect_refusal(call_cast(&c, 0, PAIRS), &c.error, "results->first is set, but results->fraction is NULL");
  c.results.fraction = c.answers.fraction;
  c.results.first = (uint32_t*)(void*)c.answers.normal;
  expect_refusal(call_cast(&c, 0, PAIRS), &c.error, "results->first");
  c.results.first = c.first;
  c.pairs.count = (uint64_t)UINT32_MAX + 1;
  expect_refusal(call_cast(&c, c.pairs.count, 0), &c.error, "more than 2^32 - 1 pairs");
  c.pairs.count = PAIRS;
  for (uint32_t i = 0; i < BODIES; ++i) assert_int_equal(c.first[i], FILLED);
  for (uint64_t i = 0; i < PAIRS; ++i) assert_true(cast_answers_untouched_at(&c.answers, i));
  assert_int_equal(call_cast(&c, 0, PAIRS), LGJK_OK);
  close_crowd(&c);
}

int main(void) { return test_run(NULL, NULL); }
