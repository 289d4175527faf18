// Bad bodies make their own pairs `bad` and change no other bit: shape, pose, radius or scale outside the domain, and a
// body that is paired with itself. All queries, every instruction set. Compiled once for each dimension.
#include "built.h"
#include "bad_bodies.h"
#include "bad_call.h"

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
