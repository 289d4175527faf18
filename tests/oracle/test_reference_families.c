// The scalar reference on every family of hard pairs, against the oracle: overlap and distance within the band cold,
// warm, with the caches of other pairs and with random bytes for caches. And that a warm start pays. Compiled once for
// each dimension.
#define FAMILY_PAIRS (DIM == 2 ? 400u : 200u)
#include "reference_runs.h"

enum { SEED = DIM == 2 ? 77 : 79 };

// ---------------------------------------------------------------- families

static uint8_t verdict[FAMILY_PAIRS];
static oracleN_judgement most; // in bands

static void call_query(family* f, const lgjk_bodiesN* bodies, refN_cache* caches) {
  refN_cache copies[FAMILY_PAIRS];
  lgjk_results verdicts, results = answersN_results(&f->answers);
  lgjk_results_init(&verdicts);
  verdicts.status = verdict;
  if (caches) memcpy(copies, caches, sizeof copies);
  refN_overlap_batch(&f->shapes, bodies, &f->shapes, bodies, &f->batch.pairs, caches ? copies : NULL, &verdicts);
  refN_distance_batch(&f->shapes, bodies, &f->shapes, bodies, &f->batch.pairs, caches, &results);
}

static void judge(family* f, const char* what) {
  (void)what;
  const long double least = DIM == 2 ? 1e-6L : 1e-4L, greatest = DIM == 2 ? 1e6L : 1e5L;
  for (uint32_t i = 0; i < FAMILY_PAIRS; ++i) {
    const truth* t = &f->truth[i];
    if (f->answers.status[i] == LGJK_STATUS_BAD) {
      const long double scale = oracleN_scale(&t->a, &t->b);
      assert_true(scale < least || scale > greatest);
      continue;
    }
    const oracleN_judgement j = truth_judge(t, &f->answers, i);
    truth_raise(&most, &j);
    assert_int_not_equal(f->answers.status[i], LGJK_STATUS_LIMIT);
    assert_in_range(f->answers.iterations[i], 0, REFN_ITERATION_LIMIT);
    assert_false(j.misclassified || j.contradiction);
    assert_true(j.distance <= 1.0L && j.witness <= 1.0L && j.gap <= 1.0L);
    assert_false(oracleN_misclassified(&t->bounds, oracleN_band(&t->a, &t->b), verdict[i]));
  }
}

TEST(every_family_is_within_the_band_whatever_the_cache) {
  static family f;
  random_state = SEED;
  print_message("  seed %d; the most of distance, witness, gap, in bands\n", SEED);
  for (uint32_t number = 0; number < familiesN_count(); ++number) {
    memset(&most, 0, sizeof most);
    family_open(&f, number, SEED);
    family_run(&f, SEED + 1, call_query, judge);
    family_close(&f);
    print_message("  %-28s %.2Lf %.2Lf %.2Lf\n", familiesN_name(number), most.distance, most.witness, most.gap);
  }
}

// ---------------------------------------------------------------- warm start pays

static uint64_t spent_on(const staged* s) {
  uint64_t sum = 0;
  for (uint32_t i = 0; i < s->scene->pair_count; ++i) {
    const uint32_t a = s->scene->a[i], b = s->scene->b[i];
    uint32_t iterations;
    refN_distance(staged_shape(s, a), s->scene->pose[a], staged_shape(s, b), s->scene->pose[b], NULL, NULL,
                  &s->caches[i], &iterations);
    sum += iterations;
  }
  return sum;
}

TEST(a_warm_start_saves_two_thirds_of_the_iterations) {
#if DIM == 2
  static const char* const names[] = {"S2"};
#else
  static const char* const names[] = {"T1", "T4", "T6"};
#endif
  for (size_t k = 0; k < sizeof names / sizeof names[0]; ++k) {
    staged s = staged_open(names[k], DIM == 2 ? 2000 : 1000, 3);
    const uint64_t cold = spent_on(&s);
    sceneN_advance(s.scene);
    assert_true(3 * spent_on(&s) < cold);
    staged_close(&s);
  }
}
