// Warm calls have the bits of cold ones for pairs that are apart, as long as one feature is the nearest: distances,
// points, normals and manifolds from the records of the frames before, against those without, over the frames of
// scenes and families. Where edges are all but parallel, or so far away or so short that rounding does not separate two
// features from each other, records may change bits; LGJK_FLAG_HISTORY_FREE is for those (test_history_free.c).
// Compiled once for each dimension.
#include "test.h"
#include "query_ways.h"

enum { FRAMES = 60, PAIRS = 2000, SEED = 7 };

static const char* const inputs[] = {
#if DIM == 2
    "S1",         "S2",       "S3", "S4", "S5", "S7", "S9", "general", "rounded", "small_gaps", "points_and_segments",
    "offset_1e4", "ellipses",
#else
    "T1", "T2", "T4", "spheres", "parallel_capsules",
#endif
};
enum { INPUTS = sizeof inputs / sizeof inputs[0] };

static bool same_answer(const answersN* one, const answersN* other, uint64_t i) {
  const uint64_t at = DIM * i;
  const size_t bytes = DIM * sizeof(float);
  return memcmp(&one->distance[i], &other->distance[i], sizeof(float)) == 0 &&
         memcmp(&one->point_a[at], &other->point_a[at], bytes) == 0 &&
         memcmp(&one->point_b[at], &other->point_b[at], bytes) == 0 &&
         memcmp(&one->normal[at], &other->normal[at], bytes) == 0 &&
         memcmp(&one->manifold[i], &other->manifold[i], sizeof one->manifold[i]) == 0;
}

// Returns how many pairs are apart.
static uint32_t compare(const query_way* how, const inputN* input, const answersN* cold, const answersN* warm) {
  uint32_t separated = 0;
  for (uint64_t i = 0; i < cold->count; ++i) {
    assert_int_equal(cold->status[i], warm->status[i]);
    if (cold->status[i] != LGJK_STATUS_SEPARATED) continue;
    ++separated;
    if (same_answer(cold, warm, i)) continue;
    print_context(how, input, "cold and warm", i);
    print_answer("cold", cold, i);
    print_answer("warm", warm, i);
    fail_msg("answers differ");
  }
  return separated;
}

static void play(uint32_t number, query q) {
  inputN input;
  query_way how = way_of(q, LGJK_ISA_AUTO);
  how.options.margin = 0.5f;
  uint32_t separated = 0;
  assert_int_equal(inputsN_open(&input, number, SEED, inputsN_pairs(PAIRS)), 0);
  answersN cold = answersN_open(input.pairs.count), warm = answersN_open(input.pairs.count);
  lgjk_warm* records = calloc((size_t)input.pairs.count, sizeof *records);
  for (uint32_t frame = 0; frame < FRAMES; ++frame, inputsN_advance(&input)) {
    run_whole(&how, &input, NULL, &cold);
    run_whole(&how, &input, records, &warm);
    separated += compare(&how, &input, &cold, &warm);
  }
  assert_true(5 * separated > 2 * FRAMES * input.pairs.count);
  free(records);
  answersN_close(&cold);
  answersN_close(&warm);
  inputsN_close(&input);
}

TEST(warm_answers_are_cold_answers) {
  for (uint32_t i = 0; i < INPUTS; ++i) {
    uint32_t number = 0;
    while (number < inputsN_count() && strcmp(inputsN_name(number), inputs[i]) != 0) ++number;
    if (number == inputsN_count()) fail_msg("no input %s", inputs[i]);
    play(number, DISTANCE);
    play(number, CONTACT);
  }
}
