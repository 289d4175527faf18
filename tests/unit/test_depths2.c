// Depths in lanes, by separating axes and by the expanding polytope, of pairs that overlap deeply: the contract of
// contacts against the oracle, in every instruction set with the same bits, in batches and alone. In
// the environment LGJK_TEST_PAIRS=n makes fewer pairs.
#include "test.h"
#include "families.h"
#include "fewer.h"
#include "touch.h"

enum { PAIRS = 300, LEAST_PAIRS = 40, FLAGS = 2 };

static const uint32_t flags[FLAGS] = {0, LGJK_FLAG_EPA};

static void query_within(const families2_batch* batch, float max_distance, uint32_t isa, uint32_t flag, uint64_t first,
                         uint64_t count, const answersN* answers) {
  const lgjk_results results = answersN_results(answers);
  const lgjk_options options = {
      .struct_size = sizeof options, .max_distance = max_distance, .isa = isa, .flags = flag, .margin = 0.01f};
  assert_int_equal(
      lgjk_contact2(&batch->bodies, &batch->bodies, &batch->pairs, NULL, first, count, &results, &options, NULL),
      LGJK_OK);
}

static void call_query(const families2_batch* batch, uint32_t isa, uint32_t flag, uint64_t first, uint64_t count,
                       const answersN* answers) {
  query_within(batch, 0, isa, flag, first, count, answers);
}

// Brings each pair's bodies to a third of their distance, or where `onto` to the same place.
static void approach(const families2_batch* batch, bool onto) {
  for (uint32_t i = 0; i < batch->pair_count; ++i) {
    const float* a = batch->pose + 4 * batch->a[i];
    float* b = batch->pose + 4 * batch->b[i];
    for (int k = 0; k < 2; ++k) b[k] = onto ? a[k] : a[k] + (b[k] - a[k]) / 3;
  }
}

static void check_truth(const char* family, const families2_batch* batch, uint32_t flag, const answersN* answers) {
  oracleN_table* table = oracleN_table_create(batch->shapes);
  for (uint64_t i = 0; i < batch->pair_count; ++i) {
    if (answers->status[i] == LGJK_STATUS_BAD || answers->status[i] == LGJK_STATUS_LIMIT) continue;
    const truth t = truth_of(table, &batch->bodies, &batch->pairs, i);
    if (truth_is_touched(&t, answers, i)) continue;
    const touch_judgement j = touch_judge(&t, answers, i);
    fail_msg("%s, pair %u, flags %u: distance %.3Lf, normal %.3Lf, unit %.3Lf, witness %.3Lf, step %.3Lf bands", family,
             (unsigned)i, (unsigned)flag, j.distance, j.normal, j.unit, j.witness, j.step);
  }
  oracleN_table_destroy(table);
}

// A maximum distance takes pairs beyond it away, and changes no other.
static void check_limited(const char* family, const families2_batch* batch, uint32_t flag, const answersN* all,
                          const answersN* near) {
  const float most = 0.05f;
  answersN_fill(near);
  query_within(batch, most, LGJK_ISA_SCALAR, flag, 0, batch->pair_count, near);
  for (uint64_t i = 0; i < batch->pair_count; ++i) {
    const bool beyond = near->status[i] == LGJK_STATUS_BEYOND;
    if (beyond ? all->distance[i] > most : answersN_difference(all, near, i, 1) == UINT64_MAX) continue;
    fail_msg("%s, pair %u, flags %u: status %u within %g, %u without", family, (unsigned)i, (unsigned)flag,
             near->status[i], (double)most, all->status[i]);
  }
}

// The one-lane set holds the contract; the others, and pairs in uneven ranges, have its bits.
static void check_batch(const char* family, const families2_batch* batch, uint32_t flag, answersN answers[2]) {
  uint32_t isas[LGJK_ISA_COUNT];
  const uint32_t count = test_isas(isas);
  const uint64_t pairs = batch->pair_count;
  answersN_fill(&answers[0]);
  call_query(batch, LGJK_ISA_SCALAR, flag, 0, pairs, &answers[0]);
  check_truth(family, batch, flag, &answers[0]);
  check_limited(family, batch, flag, &answers[0], &answers[1]);
  for (uint32_t i = 0; i < count; ++i) {
    answersN_fill(&answers[1]);
    for (uint64_t first = 0, length = 37; first < pairs; first += length) {
      call_query(batch, isas[i], flag, first, length < pairs - first ? length : pairs - first, &answers[1]);
    }
    const uint64_t other = answersN_difference(&answers[0], &answers[1], 0, pairs);
    if (other < pairs) {
      fail_msg("%s, pair %u, flags %u: %s has other bits", family, (unsigned)other, (unsigned)flag,
               lgjk_isa_name(isas[i]));
    }
  }
}

TEST(depths_keep_the_contract) {
  const uint64_t seed = test_seed(20262);
  const uint32_t pairs = fewer(PAIRS, LEAST_PAIRS);
  answersN answers[2] = {answersN_open(pairs), answersN_open(pairs)};
  uint32_t deep = 0;
  for (uint32_t family = 0; family < families2_count(); ++family) {
    families2_batch batch;
    assert_int_equal(families2_make(&batch, family, seed, pairs, NULL), LGJK_OK);
    for (uint32_t k = 0; k < 2 * FLAGS; ++k) {
      approach(&batch, k >= FLAGS);
      check_batch(families2_name(family), &batch, flags[k % FLAGS], answers);
      for (uint32_t i = 0; i < pairs; ++i) deep += answers[0].status[i] == LGJK_STATUS_OVERLAPPING;
    }
    families2_free(&batch);
  }
  print_message("%u contacts overlap\n", deep);
  assert_true(deep > families2_count() * pairs * 2);
  for (int i = 0; i < 2; ++i) answersN_close(&answers[i]);
}
