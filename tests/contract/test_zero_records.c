// Zero records are none: all that a query writes of a pair whose record is zero has the bits of a call without records,
// whatever the records of the other pairs hold; iterations too, but of verdicts in 3D, which have none of their support
// across the line of centres alone. Of all inputs and queries, on every instruction set. Compiled once for each
// dimension.
// In the environment LGJK_TEST_SEED=n makes other pairs, LGJK_TEST_PAIRS=n fewer.
#include "test.h"
#include "asks.h"

enum { FAMILY = DIM == 2 ? 200 : 96, SCENE = DIM == 2 ? 900 : 500, FRAMES = 2 };

static uint64_t seed = 20265;
static uint32_t isas[LGJK_ISA_COUNT], isa_count;

// Ways of asking that records take part in.
static const struct {
  float max_distance;
  uint32_t flags;
} WAYS[] = {{0, 0}, {0.3f, 0}, {0, LGJK_FLAG_SORT_ALL}, {0, LGJK_FLAG_EPA}};
enum { WAY_COUNT = sizeof WAYS / sizeof WAYS[0] };

static bool is_asked(query q, uint32_t way) { return q == CONTACT || WAYS[way].flags != LGJK_FLAG_EPA; }

static ask ask_way(query q, uint32_t way, uint32_t isa) {
  ask how = ask_of(q, isa);
  how.options.max_distance = how.options.margin = WAYS[way].max_distance;
  how.options.flags = WAYS[way].flags;
  return how;
}

// All records are zero, or where `old` has those of an earlier frame two of three.
static void expect_as_without(const inputN* input, query q, uint32_t way, const lgjk_warm* old) {
  const uint64_t count = input->pairs.count;
  answersN expected = answersN_open(count), answers = answersN_open(count);
  lgjk_warm* records = malloc((size_t)count * sizeof *records);
  ask how = ask_way(q, way, LGJK_ISA_SCALAR);
  run_whole(&how, input, NULL, &expected);
  for (uint32_t i = 0; i < isa_count; ++i) {
    how.options.isa = isas[i];
    for (uint64_t k = 0; k < count; ++k) records[k] = old != NULL && k % 3 == 0 ? old[k] : (lgjk_warm){{0}};
    run_whole(&how, input, records, &answers);
    if (DIM == 3 && q == OVERLAP) memcpy(answers.iterations, expected.iterations, (size_t)count);
    for (uint64_t k = 0; k < count; ++k) {
      if (old == NULL || k % 3 != 0)
        expect_same_at(&how, input, old ? "zero records among others" : "zero records", &expected, k, &answers, k);
    }
  }
  free(records);
  answersN_close(&expected);
  answersN_close(&answers);
}

static void check_input(uint32_t number) {
  inputN input;
  const uint32_t usual = number < familiesN_count() ? FAMILY : SCENE;
  if (inputsN_open(&input, number, seed, inputsN_pairs(usual)) != 0) fail_msg("input %u was not made", number);
  const uint64_t count = input.pairs.count;
  answersN answers = answersN_open(count);
  lgjk_warm* old[QUERIES];
  for (query q = OVERLAP; q < QUERIES; ++q) old[q] = calloc((size_t)count, sizeof *old[q]);
  for (uint32_t frame = 0; frame < FRAMES; ++frame, inputsN_advance(&input)) {
    for (query q = OVERLAP; q < QUERIES; ++q) {
      const ask warm = ask_of(q, LGJK_ISA_AUTO);
      for (uint32_t way = 0; way < WAY_COUNT; ++way) {
        if (!is_asked(q, way)) continue;
        expect_as_without(&input, q, way, NULL);
        if (frame != 0) expect_as_without(&input, q, way, old[q]);
      }
      run_whole(&warm, &input, old[q], &answers);
    }
  }
  for (query q = OVERLAP; q < QUERIES; ++q) free(old[q]);
  answersN_close(&answers);
  inputsN_close(&input);
}

TEST(of_all_inputs) {
  for (uint32_t number = 0; number < inputsN_count(); ++number) {
    if (inputsN_missing(number) == NULL) check_input(number);
  }
}

int main(void) {
  seed = test_seed(seed);
  isa_count = test_isas(isas);
  return test_run(NULL, NULL);
}
