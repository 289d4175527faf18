// Answers without history: under LGJK_FLAG_HISTORY_FREE all that a query writes has the bits of a call without records,
// whatever the records hold: what earlier frames left, random bytes, records as the library writes them that name other
// features. Of all inputs and queries, on every instruction set, in lists that are permuted and cut, with other flags
// and options; and records stay as they are. And zero records are none, without the flag, whatever the records of other
// pairs hold. Compiled once for each dimension.
// In the environment LGJK_TEST_SEED=n makes other pairs, LGJK_TEST_PAIRS=n fewer.
#include "fewer.h"
#include "query_ways.h"
#include "test.h"
#include "test_random.h"

enum { FRAMES = 3, FAMILY = DIM == 2 ? 200 : 96, SCENE = DIM == 2 ? 900 : 500 };

static uint64_t seed = 20264;

typedef struct fixture {
  inputN input;
  uint32_t count;
  query_way cold, free; // without records by one lane; under the flag
  answersN expected, answers;
  lgjk_warm *left, *fresh;   // what the frames before left; of distances of this one
  lgjk_warm *records, *kept; // of the run under test, and a copy
  uint32_t *to, *a, *b;      // a permutation, and the list that it makes
} fixture;

static void fixture_open(fixture* f, uint32_t number) {
  const uint32_t usual = number < familiesN_count() ? FAMILY : SCENE;
  if (inputsN_open(&f->input, number, seed, inputsN_pairs(usual)) != 0) fail_msg("input %u was not made", number);
  const size_t count = f->count = (uint32_t)f->input.pairs.count;
  f->expected = answersN_open(count);
  f->answers = answersN_open(count);
  f->records = calloc(count, sizeof *f->records); // on its own: a sanitizer sees a write beyond
  f->left = calloc(3 * count, sizeof *f->left);
  f->fresh = f->left + count;
  f->kept = f->fresh + count;
  f->to = calloc(3 * count, sizeof *f->to);
  f->a = f->to + count;
  f->b = f->a + count;
}

static void fixture_close(fixture* f) {
  answersN_close(&f->expected);
  answersN_close(&f->answers);
  free(f->records);
  free(f->left);
  free(f->to);
  inputsN_close(&f->input);
}

// ---------------------------------------------------------------- records

static void stale(fixture* f) { memcpy(f->records, f->left, f->count * sizeof *f->records); }

static void of_other_pairs(fixture* f) {
  for (uint32_t i = 0; i < f->count; ++i) f->records[i] = f->left[random_below(f->count)];
}

static void random_bytes(fixture* f) {
  for (uint32_t i = 0; i < f->count; ++i) {
    for (uint32_t k = 0; k < 4; ++k) f->records[i].word[k] = random_bits();
  }
}

// As the library would write them, except for what they say: simplices, and in 3D depths and places on boxes.
static void well_formed(fixture* f) {
  for (uint32_t i = 0; i < f->count; ++i) {
    const uint32_t mask = i % 2 ? 0x07070707u : 0x1F1F1F1Fu, kind = random_below(DIM + 4);
    f->records[i] = (lgjk_warm){{random_bits(), random_bits() & mask, random_bits() & mask, kind}};
    if (kind <= DIM + 1) continue;
    f->records[i] = (lgjk_warm){{random_bits(), random_bits(), random_bits(), RECORD_NAMES_DEPTH}};
    if (kind == DIM + 3) f->records[i].word[3] = RECORD_NAMES_POINTS;
  }
}

// What answers without records left, or the like with another vertex, one too few or one too many.
static void nearly_right(fixture* f) {
  for (uint32_t i = 0; i < f->count; ++i) {
    lgjk_warm* to = &f->records[i];
    *to = f->fresh[i];
    if (i % 4 == 1) to->word[3] = 1 + random_below(DIM);
    if (i % 4 == 2) to->word[1 + random_below(2)] ^= (1 + random_below(15)) << 8 * random_below(DIM);
    if (i % 4 == 3) to->word[1 + random_below(2)] = to->word[1] << 8 | to->word[2] >> 24;
  }
}

static const struct {
  const char* name;
  void (*make)(fixture* f);
} KINDS[] = {{"stale", stale},
             {"of other pairs", of_other_pairs},
             {"random bytes", random_bytes},
             {"well formed", well_formed},
             {"nearly right", nearly_right}};
enum { KIND_COUNT = sizeof KINDS / sizeof KINDS[0] };

// ---------------------------------------------------------------- lists

static lgjk_results results_of(const answersN* answers) {
  answersN_fill(answers);
  return answersN_results(answers);
}

static void whole(fixture* f, const char* what) {
  const lgjk_results results = results_of(&f->answers);
  run(&f->free, &f->input.bodies, &f->input.bodies, &f->input.pairs, f->records, 0, f->count, &results);
  expect_same(&f->free, &f->input, what, &f->expected, &f->answers, 0, f->count);
}

// Ranges of any length, some of which are tiles and some less than a block.
static void cut(fixture* f, const char* what) {
  const lgjk_results results = results_of(&f->answers);
  for (uint32_t i = 0, length; i < f->count; i += length) {
    length = 1 + random_below(random_below(4) ? 40 : 400);
    if (length > f->count - i) length = f->count - i;
    run(&f->free, &f->input.bodies, &f->input.bodies, &f->input.pairs, f->records, i, length, &results);
  }
  expect_same(&f->free, &f->input, what, &f->expected, &f->answers, 0, f->count);
}

static void permuted(fixture* f, const char* what) {
  for (uint32_t i = 0; i < f->count; ++i) {
    const uint32_t k = random_below(i + 1);
    f->to[i] = f->to[k];
    f->to[k] = i;
  }
  const lgjk_pairs pairs = permuted_pairs(&f->input.pairs, f->to, f->a, f->b);
  const lgjk_results results = results_of(&f->answers);
  run(&f->free, &f->input.bodies, &f->input.bodies, &pairs, f->records, 0, f->count, &results);
  for (uint32_t i = 0; i < f->count; ++i)
    expect_same_at(&f->free, &f->input, what, &f->expected, i, &f->answers, f->to[i]);
}

// way: of which every second kind of records is taken where fewer samples are requested.
static void query_all_ways(fixture* f, uint32_t isa, uint32_t flags, uint32_t way) {
  f->free = f->cold;
  f->free.options.isa = isa;
  f->free.options.flags |= LGJK_FLAG_HISTORY_FREE | flags;
  for (uint32_t k = 0; k < KIND_COUNT; ++k) {
    if (are_fewer() && (k + way) % 2 != 0) continue;
    KINDS[k].make(f);
    memcpy(f->kept, f->records, f->count * sizeof *f->kept);
    whole(f, KINDS[k].name);
    cut(f, KINDS[k].name);
    permuted(f, KINDS[k].name);
    expect_same_records(&f->free, &f->input, KINDS[k].name, f->kept, f->records, 0, f->count);
  }
}

// Zero records of all pairs, or of two in three, without the flag. Evaluations of verdicts of 3D differ.
static void query_with_zeros(fixture* f, uint32_t isa, uint32_t flags) {
  f->free = f->cold;
  f->free.options.isa = isa;
  f->free.options.flags |= flags & LGJK_FLAG_SORT_ALL;
  for (uint32_t among = 0; among < 2; ++among) {
    const lgjk_results results = results_of(&f->answers);
    for (uint32_t i = 0; i < f->count; ++i) f->records[i] = among && i % 3 == 0 ? f->left[i] : (lgjk_warm){{0}};
    run(&f->free, &f->input.bodies, &f->input.bodies, &f->input.pairs, f->records, 0, f->count, &results);
    if (DIM == 3 && f->free.query == OVERLAP) memcpy(f->answers.iterations, f->expected.iterations, f->count);
    for (uint32_t i = 0; i < f->count; ++i) {
      if (!among || i % 3 != 0) expect_same_at(&f->free, &f->input, "zero records", &f->expected, i, &f->answers, i);
    }
  }
}

// ---------------------------------------------------------------- the test

// What frames leave, by one query after the other.
static void play(fixture* f) {
  for (uint32_t frame = 0; frame < FRAMES; ++frame, inputsN_advance(&f->input)) {
    const query_way warm = way_of((query)(frame % QUERIES), LGJK_ISA_AUTO);
    run_whole(&warm, &f->input, f->left, &f->answers);
  }
  const query_way distances = way_of(DISTANCE, LGJK_ISA_AUTO);
  run_whole(&distances, &f->input, f->fresh, &f->answers);
}

// As the flag has it, unless they are requested.
static void hide_common_points(fixture* f) {
  for (uint32_t i = 0; i < f->count; ++i) {
    if (f->expected.status[i] != LGJK_STATUS_OVERLAPPING) continue;
    memset(f->expected.point_a + DIM * i, 0, DIM * sizeof(float));
    memset(f->expected.point_b + DIM * i, 0, DIM * sizeof(float));
  }
}

static void check_query(fixture* f, query q, const uint32_t* isas, uint32_t isa_count) {
  static const struct {
    float max_distance;
    uint32_t limit, flags, others; // others: flags that change no bit
  } ways[] = {{0, 0, 0, 0},
              {0.3f, 0, 0, LGJK_FLAG_SORT_ALL},
              {0, 3, 0, 0},
              {0, 0, LGJK_FLAG_EPA, 0},
              {0, 0, 0, LGJK_FLAG_COMMON_POINTS}};
  for (uint32_t w = 0; w < sizeof ways / sizeof ways[0]; ++w) {
    if (ways[w].flags != 0 && q != CONTACT) continue;
    if (ways[w].others == LGJK_FLAG_COMMON_POINTS && q != DISTANCE) continue;
    f->cold = way_of(q, LGJK_ISA_SCALAR);
    f->cold.options.max_distance = ways[w].max_distance;
    f->cold.options.iteration_limit = ways[w].limit;
    f->cold.options.flags = ways[w].flags;
    const lgjk_results results = results_of(&f->expected);
    run(&f->cold, &f->input.bodies, &f->input.bodies, &f->input.pairs, NULL, 0, f->count, &results);
    for (uint32_t i = 0; i < isa_count; ++i) query_with_zeros(f, isas[i], ways[w].others);
    if (q == DISTANCE && ways[w].others != LGJK_FLAG_COMMON_POINTS) hide_common_points(f);
    for (uint32_t i = 0; i < isa_count; ++i) query_all_ways(f, isas[i], ways[w].others, w);
  }
}

static void check_input(uint32_t number, const uint32_t* isas, uint32_t isa_count) {
  fixture f;
  fixture_open(&f, number);
  play(&f);
  for (query q = OVERLAP; q < QUERIES; ++q) check_query(&f, q, isas, isa_count);
  fixture_close(&f);
}

TEST(answers_are_those_without_records) {
  uint32_t isas[LGJK_ISA_COUNT];
  const uint32_t isa_count = test_isas(isas);
  random_state = seed;
  for (uint32_t number = 0; number < inputsN_count(); ++number) {
    if (test_has(inputsN_name(number), inputsN_missing(number))) check_input(number, isas, isa_count);
  }
}

// Where records change bits without the flag, the test above has something to find.
TEST(without_the_flag_records_change_bits) {
  uint32_t different = 0;
  for (uint32_t number = familiesN_count(); number < inputsN_count(); ++number) {
    fixture f;
    if (!test_has(inputsN_name(number), inputsN_missing(number))) continue;
    fixture_open(&f, number);
    play(&f);
    stale(&f);
    f.cold = way_of(DISTANCE, LGJK_ISA_AUTO);
    run_whole(&f.cold, &f.input, NULL, &f.expected);
    run_whole(&f.cold, &f.input, f.records, &f.answers);
    for (uint32_t i = 0; i < f.count; ++i)
      different += memcmp(f.expected.point_a + DIM * i, f.answers.point_a + DIM * i, DIM * sizeof(float)) != 0;
    fixture_close(&f);
  }
  assert_true(different > 0);
}

// ----------------------------------------------------------------
// Warm calls have the bits of cold ones for pairs that are apart, as long as one feature is the nearest: distances,
// points, normals and manifolds from the records of the frames before, against those without, over the frames of
// scenes and families. Where edges are all but parallel, or so far away or so short that rounding does not separate two
// features from each other, records may change bits; LGJK_FLAG_HISTORY_FREE is for those.

enum { SAME_FRAMES = 60, SAME_PAIRS = 2000, SEED = 7 };

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

static void play_frames(uint32_t number, query q) {
  inputN input;
  query_way how = way_of(q, LGJK_ISA_AUTO);
  how.options.margin = 0.5f;
  uint32_t separated = 0;
  assert_int_equal(inputsN_open(&input, number, SEED, inputsN_pairs(SAME_PAIRS)), 0);
  answersN cold = answersN_open(input.pairs.count), warm = answersN_open(input.pairs.count);
  lgjk_warm* records = calloc((size_t)input.pairs.count, sizeof *records);
  const uint32_t frames = fewer(SAME_FRAMES, 12);
  for (uint32_t frame = 0; frame < frames; ++frame, inputsN_advance(&input)) {
    run_whole(&how, &input, NULL, &cold);
    run_whole(&how, &input, records, &warm);
    separated += compare(&how, &input, &cold, &warm);
  }
  assert_true(5 * separated > 2 * frames * input.pairs.count);
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
    play_frames(number, DISTANCE);
    play_frames(number, CONTACT);
  }
}

int main(void) {
  seed = test_seed(seed);
  return test_run(NULL, NULL);
}
