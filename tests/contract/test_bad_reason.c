// Why a pair is bad: lgjk_bad_reason2 and lgjk_bad_reason3 name a reason exactly where queries say `bad`, on every
// instruction set, for numbers of all kinds and at the ends of the domain; the reason is the right one; and their own
// bad arguments are errors. Compiled once for each dimension.
#include "test.h"
#include "bad_bodies.h"
#include "bad_call.h"
#include "test_random.h"

static lgjk_bad_reason reason_of(const call* c, uint64_t pair) {
  lgjk_bad_reason reason;
  lgjk_error error = {.struct_size = sizeof error};
  memset(&reason, 0x5A, sizeof reason);
  reason.struct_size = sizeof reason;
  const int32_t code = lgjk_bad_reasonN(c->a, c->b, c->pairs_given, pair, &c->options, &reason, &error);
  if (code != LGJK_OK) fail_msg("%s", error.text);
  return reason;
}

// ---------------------------------------------------------------- the right reason

// From the numbers of a spoiler, none of which is near an end of the domain.
static uint32_t expected_of(const spoiler* s) {
  double squares = 0;
  if (s->shape != KEEP) return LGJK_BAD_SHAPE;
  for (int i = 0; i < POSE_FLOATS; ++i) {
    if (!isfinite(s->pose[i])) return LGJK_BAD_POSE;
    if (i >= DIM) squares += (double)s->pose[i] * (double)s->pose[i];
  }
  if (fabs(squares - 1) > 1e-4) return LGJK_BAD_ROTATION;
  if (!isfinite(s->radius) || s->radius < 0) return LGJK_BAD_RADIUS;
  return LGJK_BAD_SCALE;
}

TEST(reasons_are_the_right_ones) {
  for (uint32_t k = 0; k < 2 * SPOILER_COUNT; ++k) {
    const spoiler* s = &SPOILERS[k / 2];
    const uint32_t side = k % 2, expected = expected_of(s);
    call c;
    call_open(&c);
    spoil_body(&c.mixed, 2 * 7 + side, s);
    const lgjk_bad_reason good = reason_of(&c, 6), bad = reason_of(&c, 7);
    assert_int_equal(good.reason, LGJK_BAD_NONE);
    assert_string_equal(good.text, "");
    assert_true(good.value == 0 && good.side == 0 && good.body == 0);
    if (bad.reason != expected) print_message("%s: %s\n", s->name, bad.text);
    assert_int_equal(bad.reason, expected);
    assert_int_equal(bad.side, expected == LGJK_BAD_SCALE ? 0 : side);
    assert_int_equal(bad.body, expected == LGJK_BAD_SCALE ? 14 : 14 + side);
    call_close(&c);
  }
}

#define EXPECT_TEXT(change, code, number, said)                                                              \
  do {                                                                                                       \
    call c;                                                                                                  \
    call_open(&c);                                                                                           \
    float *a = c.mixed.pose, *b = a + POSE_FLOATS;                                                           \
    (void)a, (void)b;                                                                                        \
    memset(a, 0, 2 * POSE_FLOATS * sizeof *a);                                                               \
    a[POSE_UNIT] = b[POSE_UNIT] = 1;                                                                         \
    change;                                                                                                  \
    const lgjk_bad_reason found = reason_of(&c, 0);                                                          \
    assert_int_equal(found.reason, code);                                                                    \
    assert_true(isnan((double)(number)) ? isnan(found.value) : fabs(found.value - (double)(number)) < 1e-3); \
    assert_string_equal(found.text, said);                                                                   \
    call_close(&c);                                                                                          \
  } while (0)

TEST(texts_name_the_body_and_the_value) {
  EXPECT_TEXT(c.mixed.b[0] = c.mixed.a[0], LGJK_BAD_ITSELF, 0, "a body with itself");
  EXPECT_TEXT((c.mixed.b[0] = c.mixed.a[0], c.options.flags = LGJK_FLAG_NORMALIZE), LGJK_BAD_ITSELF, 0,
              "a body with itself");
  EXPECT_TEXT(c.mixed.shape[0] = 999, LGJK_BAD_SHAPE, 999, "body 0 of A: shape index 999, but its set has 64 shapes");
  EXPECT_TEXT(b[1] = NAN, LGJK_BAD_POSE, NAN, "body 1 of B: y of its pose is not finite");
  EXPECT_TEXT(b[POSE_UNIT] = 1.004f, LGJK_BAD_ROTATION, 1.008016,
              "body 1 of B: the squares of its rotation add up to 1.0080159, off 1 by more than 1e-4");
  EXPECT_TEXT((b[POSE_UNIT] = 1.5f, c.options.flags = LGJK_FLAG_NORMALIZE), LGJK_BAD_ROTATION, 2.25,
              "body 1 of B: the squares of its rotation add up to 2.25, off 1 by more than 1e-2");
  EXPECT_TEXT(c.mixed.radius[1] = -2, LGJK_BAD_RADIUS, -2, "body 1 of B: its radius is negative");
  EXPECT_TEXT(c.mixed.radius[0] = NAN, LGJK_BAD_RADIUS, NAN, "body 0 of A: its radius is not finite");
  call c;
  call_open(&c);
  memset(c.mixed.pose, 0, 2 * POSE_FLOATS * sizeof(float));
  c.mixed.pose[POSE_UNIT] = c.mixed.pose[POSE_FLOATS + POSE_UNIT] = 1;
  c.mixed.pose[POSE_FLOATS] = 3e7f;
  const lgjk_bad_reason far = reason_of(&c, 0);
  assert_int_equal(far.reason, LGJK_BAD_SCALE);
  assert_true(far.value > 3e7 && far.value < 3.1e7);
  assert_non_null(strstr(far.text, "the scale of the pair is 3000"));
  assert_non_null(strstr(far.text, DIM == 2 ? ", outside of 1e-6 to 1e6" : ", outside of 1e-4 to 1e5"));
  call_close(&c);
}

// ---------------------------------------------------------------- the same pairs as queries

static float any_number(void) {
  static const float numbers[] = {0, -0.0f, 1, -1, 1e-42f, 1e-20f, 1e-6f, 1e4f, 1e6f, -3e38f, NAN, INFINITY, -INFINITY};
  return numbers[random_below(sizeof numbers / sizeof numbers[0])];
}

// Off an end of the domain by a few roundings.
static double beside(double end) { return end * (1 + random_in(-4, 4) * 0x1p-23); }

static void stretch(float* turn, double squares) {
  double length = 0;
  for (int i = 0; i < POSE_FLOATS - DIM; ++i) length += (double)turn[i] * (double)turn[i];
  for (int i = 0; i < POSE_FLOATS - DIM; ++i) turn[i] = (float)((double)turn[i] * sqrt(squares / length));
}

static double bound_of(const mixedN* m, uint32_t body) {
  lgjk_shapeN_info info;
  lgjk_shapeN_info_init(&info); // zeros stay where an index is bad already
  lgjk_shapesN_get(m->shapes, m->shape[body], &info, NULL, 0, NULL);
  return (double)info.bound - (double)info.radius + (double)m->radius[body];
}

// B as far from A as an end of the scale's domain requires, within a few roundings.
static void place_at_end(mixedN* m, uint32_t pair) {
  float *a = m->pose + 2 * (size_t)POSE_FLOATS * pair, *b = a + POSE_FLOATS;
  const double most = DIM == 2 ? 1e6 : 1e5, reach = bound_of(m, 2 * pair) + bound_of(m, 2 * pair + 1);
  const float way = random_below(2) ? 1 : -1;
  memset(a, 0, DIM * sizeof *a), memset(b, 0, DIM * sizeof *b);
  b[random_below(DIM)] = way * (float)(beside(most) - reach);
}

static void spoil_pair(mixedN* m, uint32_t pair) {
  const uint32_t body = 2 * pair + random_below(2);
  float* pose = m->pose + (size_t)POSE_FLOATS * body;
  switch (random_below(10)) {
    case 0: pose[random_below(POSE_FLOATS)] = any_number(); break;
    case 1: m->radius[body] = any_number(); break;
    case 2: m->shape[body] = random_below(2) ? MIXED_SHAPES + random_below(2) : UINT32_MAX - random_below(3); break;
    case 3: stretch(pose + DIM, random_below(2) ? beside(1.0001) : beside(0.9999)); break;
    case 4: stretch(pose + DIM, random_below(2) ? beside(1.01) : beside(0.99)); break;
    case 5: stretch(pose + DIM, random_in(0.98, 1.02)); break;
    case 6: place_at_end(m, pair); break;
    case 7: m->b[pair] = m->a[pair]; break;
    default: break;
  }
}

TEST(reasons_are_where_queries_say_bad) {
  enum { ROUNDS = 60 };
  uint32_t isas[LGJK_ISA_COUNT], seen[LGJK_BAD_SCALE + 1] = {0};
  const uint32_t isa_count = test_isas(isas);
  const uint64_t seed = random_state = 20268;
  for (uint32_t round = 0; round < ROUNDS; ++round) {
    call c;
    lgjk_bad_reason reasons[PAIRS];
    call_open(&c);
    for (uint32_t k = 0; k < 2 * PAIRS; ++k) spoil_pair(&c.mixed, random_below(PAIRS));
    c.options.flags = round % 2 ? LGJK_FLAG_NORMALIZE : 0;
    for (uint64_t i = 0; i < PAIRS; ++i) ++seen[(reasons[i] = reason_of(&c, i)).reason];
    for (uint32_t k = 0; k < isa_count * QUERIES; ++k) {
      c.options.isa = isas[k / QUERIES];
      assert_int_equal(call_query(&c, (query)(k % QUERIES), NULL), LGJK_OK);
      for (uint64_t i = 0; i < PAIRS; ++i) {
        if ((c.answers.status[i] == LGJK_STATUS_BAD) == (reasons[i].reason != LGJK_BAD_NONE)) continue;
        fail_msg("seed %llu, round %u, pair %u, %s of %s: %s, but the reason is \"%s\"", (unsigned long long)seed,
                 round, (unsigned)i, query_name[k % QUERIES], lgjk_isa_name(c.options.isa),
                 lgjk_status_text(c.answers.status[i]), reasons[i].text);
      }
    }
    call_close(&c);
  }
  for (uint32_t k = 0; k <= LGJK_BAD_SCALE; ++k) assert_true(seen[k] >= 20);
}

// ---------------------------------------------------------------- its own arguments

TEST(bad_arguments_are_errors) {
  call c;
  lgjk_error error = {0};
  lgjk_bad_reason reason, before;
  call_open(&c);
  lgjk_bad_reason_init(&reason);
  before = reason;
  assert_int_equal(lgjk_bad_reasonN(c.a, c.b, &c.pairs, 0, NULL, NULL, &error), LGJK_ERROR_ARGUMENT);
  assert_string_equal(error.text, "reason is NULL");
  assert_int_equal(lgjk_bad_reasonN(NULL, c.b, &c.pairs, 0, NULL, &reason, &error), LGJK_ERROR_ARGUMENT);
  assert_string_equal(error.text, "a is NULL");
  assert_int_equal(lgjk_bad_reasonN(c.a, c.b, NULL, 0, NULL, &reason, &error), LGJK_ERROR_ARGUMENT);
  assert_int_equal(lgjk_bad_reasonN(c.a, c.b, &c.pairs, PAIRS, NULL, &reason, &error), LGJK_ERROR_RANGE);
  assert_int_equal(error.index, PAIRS);
  c.mixed.a[5] = 2 * PAIRS;
  assert_int_equal(lgjk_bad_reasonN(c.a, c.b, &c.pairs, 5, NULL, &reason, &error), LGJK_ERROR_PAIR_INDEX);
  assert_int_equal(error.index, 5);
  assert_int_equal(lgjk_bad_reasonN(c.a, c.b, &c.pairs, 4, NULL, &reason, &error), LGJK_OK);
  c.options.flags = 0x40000000u;
  assert_int_equal(lgjk_bad_reasonN(c.a, c.b, &c.pairs, 4, &c.options, &reason, &error), LGJK_ERROR_ARGUMENT);
  assert_memory_equal(&reason, &before, sizeof reason);
  reason.struct_size = 0;
  assert_int_equal(lgjk_bad_reasonN(c.a, c.b, &c.pairs, 4, NULL, &reason, &error), LGJK_ERROR_ARGUMENT);
  assert_string_equal(error.text, "reason->struct_size is 0, not 184: was lgjk_bad_reason_init called?");
  call_close(&c);
}
