// LGJK_FLAG_NORMALIZE: rotations off unit length by more than 1e-4 and at most 1e-2 give the bits of a call whose poses
// lgjk_pose2_normalize or lgjk_pose3_normalize has brought to it before, results and records, whatever route a pair
// takes: all scenes and families, all queries, every instruction set, with and without records, and with the flags that
// change the way. Farther off they stay bad, and without the flag all of them are. Compiled once for each dimension.
#include "test.h"
#include "query_ways.h"
#include "test_random.h"

enum { PAIRS = 160, TURN_FLOATS = POSE_FLOATS - DIM };

// The bodies of an input with rotations that are off, and the same brought to unit length.
typedef struct twins {
  inputN input;
  float *off_pose, *unit_pose;
  bool* is_off; // by body
  lgjk_bodiesN off, unit;
} twins;

// Factors of a length whose square is off by between 1.1e-4 and 0.99e-2, either way.
static void stretch(float* turn) {
  const double off = random_in(1.1e-4, 0.99e-2), factor = sqrt(random_below(2) ? 1 + off : 1 - off);
  for (int k = 0; k < TURN_FLOATS; ++k) turn[k] = (float)((double)turn[k] * factor);
}

static bool is_unit(const float* turn) {
  double squares = 0;
  for (int k = 0; k < TURN_FLOATS; ++k) squares += (double)turn[k] * (double)turn[k];
  return fabs(squares - 1) < 1e-5;
}

static void twins_open(twins* t, uint32_t number) {
  assert_int_equal(inputsN_open(&t->input, number, 7, inputsN_pairs(PAIRS)), 0);
  const lgjk_bodiesN* bodies = &t->input.bodies;
  const size_t stride = bodies->pose_stride ? bodies->pose_stride : 4 * POSE_FLOATS;
  t->off_pose = malloc((size_t)bodies->count * POSE_FLOATS * sizeof(float));
  t->unit_pose = malloc((size_t)bodies->count * POSE_FLOATS * sizeof(float));
  t->is_off = calloc(bodies->count, sizeof *t->is_off);
  for (uint32_t i = 0; i < bodies->count; ++i) {
    float *off = t->off_pose + (size_t)POSE_FLOATS * i, *unit = t->unit_pose + (size_t)POSE_FLOATS * i;
    memcpy(off, (const char*)bodies->pose + stride * i, POSE_FLOATS * sizeof *off);
    t->is_off[i] = random_below(3) > 0 && is_unit(off + DIM);
    if (t->is_off[i]) stretch(off + DIM);
    memcpy(unit, off, POSE_FLOATS * sizeof *off);
    if (t->is_off[i]) assert_int_equal(lgjk_poseN_normalize(unit, 0, 1, NULL), LGJK_OK);
  }
  t->off = t->unit = *bodies;
  t->off.pose = t->off_pose, t->unit.pose = t->unit_pose;
  t->off.pose_stride = t->unit.pose_stride = 0;
}

static void twins_close(twins* t) {
  free(t->off_pose);
  free(t->unit_pose);
  free(t->is_off);
  inputsN_close(&t->input);
}

// Twice, the second time from the records of the first.
static void compare(const twins* t, query_way how, bool warm, const answersN* one, const answersN* other) {
  const lgjk_results results[2] = {answersN_results(one), answersN_results(other)};
  const uint64_t count = t->input.pairs.count;
  const uint32_t flags = how.options.flags;
  lgjk_warm* records = calloc((size_t)(2 * count), sizeof *records);
  for (int pass = 0; pass < (warm ? 2 : 1); ++pass) {
    answersN_fill(one), answersN_fill(other);
    how.options.flags = flags;
    run(&how, &t->unit, &t->unit, &t->input.pairs, warm ? records : NULL, 0, count, &results[0]);
    how.options.flags = flags | LGJK_FLAG_NORMALIZE;
    run(&how, &t->off, &t->off, &t->input.pairs, warm ? records + count : NULL, 0, count, &results[1]);
    expect_same(&how, &t->input, "poses at unit length and LGJK_FLAG_NORMALIZE", one, other, 0, count);
    expect_same_records(&how, &t->input, "the same", records, records + count, 0, count);
  }
  free(records);
}

static void compare_ways(const twins* t, uint32_t isa, const answersN* one, const answersN* other) {
  for (query q = OVERLAP; q < QUERIES; ++q) {
    query_way how = way_of(q, isa);
    how.options.margin = 0.05f;
    compare(t, how, false, one, other);
    compare(t, how, true, one, other);
    how.options.flags = LGJK_FLAG_SORT_ALL | LGJK_FLAG_EPA;
    compare(t, how, false, one, other);
    how.options.flags = LGJK_FLAG_HISTORY_FREE;
    how.options.max_distance = 0.25f;
    compare(t, how, true, one, other);
  }
}

// As a call by itself has it, that is where a body is off.
static uint64_t expect_bad_without(const twins* t, const answersN* answers) {
  const query_way how = way_of(DISTANCE, LGJK_ISA_AUTO);
  const lgjk_results results = answersN_results(answers);
  const lgjk_pairs* pairs = &t->input.pairs;
  const size_t stride = pairs->stride ? pairs->stride : 4;
  uint64_t bad = 0;
  run(&how, &t->off, &t->off, pairs, NULL, 0, pairs->count, &results);
  for (uint64_t i = 0; i < pairs->count; ++i) {
    const uint32_t a = *(const uint32_t*)(const void*)((const char*)pairs->a + stride * i);
    const uint32_t b = *(const uint32_t*)(const void*)((const char*)pairs->b + stride * i);
    const bool off = t->is_off[a] || t->is_off[b];
    if (off) assert_int_equal(answers->status[i], LGJK_STATUS_BAD);
    bad += off;
  }
  return bad;
}

TEST(loose_rotations_give_the_bits_of_unit_ones) {
  random_state = 20269;
  for (uint32_t number = 0; number < inputsN_count(); ++number) {
    if (!test_has(inputsN_name(number), inputsN_missing(number))) continue;
    uint32_t isas[LGJK_ISA_COUNT];
    const uint32_t isa_count = test_isas(isas);
    twins t;
    twins_open(&t, number);
    answersN one = answersN_open(t.input.pairs.count), other = answersN_open(t.input.pairs.count);
    for (uint32_t i = 0; i < isa_count; ++i) compare_ways(&t, isas[i], &one, &other);
    assert_true(expect_bad_without(&t, &other) > t.input.pairs.count / 3);
    answersN_close(&one);
    answersN_close(&other);
    twins_close(&t);
  }
}

// The square of a length, and whether the flag takes it: the ends of the domain in float.
TEST(the_domain_ends_where_it_says) {
  static const struct {
    double squares;
    bool taken;
  } cases[] = {{1, true},       {1.00005, true}, {1.00015, true},      {0.99985, true},
               {1.00999, true}, {0.99001, true}, {1.01001, false},     {0.98999, false},
               {1.1, false},    {0, false},      {(double)NAN, false}, {4, false}};
  for (uint32_t k = 0; k < sizeof cases / sizeof cases[0]; ++k) {
    mixedN m;
    uint8_t status = 77;
    const lgjk_options options = {.struct_size = sizeof options, .flags = LGJK_FLAG_NORMALIZE};
    const lgjk_results results = {.struct_size = sizeof results, .status = &status};
    assert_int_equal(mixedN_open(&m, 5, 1, 0), 0);
    memset(m.pose, 0, 2 * POSE_FLOATS * sizeof *m.pose);
    m.pose[0] = 3;
    m.pose[POSE_UNIT] = 1;
    float* turn = m.pose + POSE_FLOATS + DIM;
    turn[0] = (float)(0.6 * sqrt(cases[k].squares)), turn[1] = (float)(0.8 * sqrt(cases[k].squares));
    const float before[2] = {turn[0], turn[1]};
    for (query q = OVERLAP; q < QUERIES; ++q) {
      assert_int_equal(query_function[q](&m.bodies, &m.bodies, &m.pairs, NULL, 0, 1, &results, &options, NULL),
                       LGJK_OK);
      assert_int_equal(status != LGJK_STATUS_BAD, cases[k].taken);
    }
    assert_memory_equal(turn, before, sizeof before); // poses are the caller's
    mixedN_close(&m);
  }
}
