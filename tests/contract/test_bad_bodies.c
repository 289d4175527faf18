// Bad bodies make their own pairs `bad` and change no other bit: shape, pose, radius or scale outside the domain, and a
// body that is paired with itself. All queries, every instruction set. Compiled once for each dimension.
#include "bad_call.h"
#include "built.h"
#include "test.h"
#include "test_random.h"

static void expect_no_contact(const answersN* answers, uint64_t i) {
  static const lgjk_manifoldN none = {0};
  assert_memory_equal(&answers->normal[DIM * i], none.normal, sizeof none.normal);
  assert_memory_equal(&answers->manifold[i], &none, sizeof none);
}

// Constants, whatever results the query returns.
static void expect_bad(const answersN* answers, uint64_t i, query q) {
  assert_int_equal(answers->status[i], LGJK_STATUS_BAD);
  if (q == OVERLAP) return;
  const float zeros[DIM] = {0};
  const uint32_t quiet_nan = 0x7FC00000u;
  assert_memory_equal(&answers->distance[i], &quiet_nan, 4);
  assert_memory_equal(&answers->point_a[DIM * i], zeros, sizeof zeros);
  assert_memory_equal(&answers->point_b[DIM * i], zeros, sizeof zeros);
  if (q == CONTACT) expect_no_contact(answers, i);
}

// Those of the call's range, whatever was there before.
static void expect_bad_count(call* c, query q, uint64_t expected) {
  uint64_t count = UINT64_MAX;
  c->results.bad_count = &count;
  assert_int_equal(call_query(c, q, NULL), LGJK_OK);
  assert_int_equal(count, expected);
  c->results.bad_count = NULL;
}

// Bodies of A in pairs 1, 4, 7, ..., of B in 2, 5, ..., the rest good.
TEST_EACH_ISA(bad_bodies_spoil_their_own_pairs_only) {
  const uint32_t isa = *(const uint32_t*)*state;
  for (uint32_t k = 0; k < QUERIES * SPOILER_COUNT; ++k) {
    const spoiler* s = &SPOILERS[k / QUERIES];
    const query q = (query)(k % QUERIES);
    call good, bad;
    call_open(&good);
    call_open(&bad);
    for (uint32_t i = 1; i < PAIRS; ++i) {
      if (i % 3 != 0) spoil_body(&bad.mixed, 2 * i + (i % 3 - 1), s);
    }
    good.options.isa = bad.options.isa = isa;
    expect_bad_count(&good, q, 0);
    expect_bad_count(&bad, q, PAIRS - (PAIRS + 2) / 3);
    for (uint64_t i = 0; i < PAIRS; ++i) {
      if (i % 3 != 0) {
        if (bad.answers.status[i] != LGJK_STATUS_BAD) print_message("%s: pair %u\n", s->name, (unsigned)i);
        expect_bad(&bad.answers, i, q);
      } else {
        assert_true(answersN_same_at(&good.answers, i, &bad.answers, i));
        assert_memory_equal(&good.records[i], &bad.records[i], sizeof(lgjk_warm));
      }
    }
    bad.first = 5, bad.count = 9; // 6, 9 and 12 are good
    expect_bad_count(&bad, q, 6);
    bad.results = (lgjk_results){.struct_size = sizeof bad.results}; // the count alone
    expect_bad_count(&bad, q, 6);
    bad.count = 0;
    expect_bad_count(&bad, q, 0);
    call_close(&good);
    call_close(&bad);
  }
}

// Several tiles, of which most pairs are too far apart: bounding tests cull them and find the bad ones.
TEST_EACH_ISA(bad_pairs_are_the_same_where_others_are_culled) {
  enum { MANY = DIM == 2 ? 3500 : 1000 };
  mixedN mixed;
  assert_int_equal(mixedN_open(&mixed, 8, MANY, 1), 0);
  for (uint32_t i = 0; i < MANY; ++i) {
    if (i % 4 != 0) mixed.pose[POSE_FLOATS * (2 * i + 1)] += 1e4f;
  }
  answersN answers = answersN_open(MANY);
  lgjk_options options = options_of_isa(*(const uint32_t*)*state);
  options.max_distance = 0.5f;
  for (query q = OVERLAP; q < QUERIES; ++q) {
    uint32_t bad = 0, beyond = 0;
    query_pairs(q, &mixed.bodies, &mixed.pairs, NULL, &options, &answers);
    for (uint64_t i = 0; i < MANY; ++i) {
      const bool is_bad = answers.status[i] == LGJK_STATUS_BAD, is_beyond = answers.status[i] == LGJK_STATUS_BEYOND;
      bad += is_bad;
      beyond += is_beyond;
      if (is_bad) expect_bad(&answers, i, q);
      if (is_beyond && q == CONTACT) expect_no_contact(&answers, i);
    }
    assert_true(bad > MANY / 50);
    assert_true(q == OVERLAP || beyond > MANY / 2);
  }
  answersN_close(&answers);
  mixedN_close(&mixed);
}

// The two sides' poses at the same address: one view for both, a second from a later body on, one of another stride.
TEST_EACH_ISA(a_body_with_itself_is_bad) {
  const uint32_t isa = *(const uint32_t*)*state;
  for (int k = 0; k < 4 * QUERIES; ++k) {
    const query q = (query)(k % QUERIES);
    const int way = k / QUERIES;
    call c;
    call_open(&c);
    c.options.isa = isa;
    const lgjk_bodiesN all = c.bodies_a;
    if (way == 0 || way == 3) c.b = c.a;
    if (way == 1) { // B's body i is A's body i + 2
      c.bodies_b.pose += 2 * POSE_FLOATS, c.bodies_b.shape += 2, c.bodies_b.radius += 2, c.bodies_b.count -= 2;
    } else if (way == 2) { // B's body i is A's body 2i
      c.bodies_b.pose_stride = 8 * POSE_FLOATS, c.bodies_b.shape_stride = c.bodies_b.radius_stride = 8;
      c.bodies_b.count /= 2;
    }
    if (way == 3) c.options.max_distance = 1e-3f;
    for (uint32_t i = 0; i < PAIRS; ++i) {
      const uint32_t other = way == 0 || way == 3 ? i : way == 1 ? i - 2 : i / 2;
      if (way == 1 && i < 2) continue;
      c.mixed.a[i] = i;
      c.mixed.b[i] = i % 5 < 2 || (way == 2 && i % 2) ? (other + 3) % c.b->count : other;
    }
    uint64_t count = 0, expected = 0;
    c.results.bad_count = &count;
    assert_int_equal(call_query(&c, q, NULL), LGJK_OK);
    for (uint32_t i = 0; i < PAIRS; ++i) {
      const char* pose_a = (const char*)all.pose + (size_t)4 * POSE_FLOATS * c.mixed.a[i];
      const uint32_t stride = c.b->pose_stride ? c.b->pose_stride : 4 * POSE_FLOATS;
      const int same = pose_a == (const char*)c.b->pose + (size_t)stride * c.mixed.b[i];
      expected += (uint64_t)same;
      if (same)
        expect_bad(&c.answers, i, q);
      else
        assert_int_not_equal(c.answers.status[i], LGJK_STATUS_BAD);
    }
    assert_true(expected > PAIRS / 4);
    assert_int_equal(count, expected);
    call_close(&c);
  }
}

// Two circles or spheres of a radius at a distance, and the status that all queries give.
static void expect_status(uint32_t isa, float radius, float x, uint8_t status) {
  const float origin[DIM] = {0};
  float pose[2 * POSE_FLOATS] = {0};
  const uint32_t shape[2] = {0, 0};
  uint32_t a, b;
  pose[POSE_FLOATS] = x;
  pose[POSE_UNIT] = pose[POSE_FLOATS + POSE_UNIT] = 1;
  const lgjk_shapeN_def def = rounded_pointsN(origin, 1, radius);
  call c;
  call_open(&c);
  c.mixed.borrows = 0; // shapes of its own
  c.mixed.shapes = build_shapesN(&def, 1);
  lone_pairs(c.mixed.shapes, shape, pose, 1, &a, &b, &c.bodies_a, &c.pairs);
  c.bodies_b = c.bodies_a;
  c.count = 1;
  c.options.isa = isa;
  for (query q = OVERLAP; q < QUERIES; ++q) {
    assert_int_equal(call_query(&c, q, NULL), LGJK_OK);
    assert_int_equal(c.answers.status[0], status);
  }
  call_close(&c);
}

TEST_EACH_ISA(the_domain_of_scale_ends_where_it_says) {
  const uint32_t isa = *(const uint32_t*)*state;
  const float least = DIM == 2 ? 1e-6f : 1e-4f, most = DIM == 2 ? 1e6f : 1e5f;
  expect_status(isa, 0, 0.9f * least, LGJK_STATUS_BAD);
  expect_status(isa, 0, 1.1f * least, LGJK_STATUS_SEPARATED);
  expect_status(isa, 0, 0, LGJK_STATUS_BAD);
  expect_status(isa, 0, 1e-42f, LGJK_STATUS_BAD);
  expect_status(isa, 0.6f * least, 0, LGJK_STATUS_OVERLAPPING);
  expect_status(isa, 0.6f * least, 1e-42f, LGJK_STATUS_OVERLAPPING);
  expect_status(isa, 1, 0.99f * most, LGJK_STATUS_SEPARATED);
  expect_status(isa, 1, 1.01f * most, LGJK_STATUS_BAD);
  expect_status(isa, 0.49f * most, 1, LGJK_STATUS_OVERLAPPING);
  expect_status(isa, 0.51f * most, 1, LGJK_STATUS_BAD);
}

// ----------------------------------------------------------------
// Why a pair is bad: lgjk_bad_reason2 and lgjk_bad_reason3 name a reason exactly where queries say `bad`, on every
// instruction set, for numbers of all kinds and at the ends of the domain; the reason is the right one; and their own
// bad arguments are errors.

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
