// The contacts of the scalar reference on every family of hard pairs, against the oracle: signed distance, normal and
// points cold, warm, with the caches of other pairs and with random bytes for caches. Warm starts, and where the
// textbook ends. Compiled once for each dimension.
#define FAMILY_PAIRS 200
#include "built.h"
#include "reference_runs.h"
#include "touch.h"

#if DIM == 2
#define LGJK_SHAPEN_ROUND LGJK_SHAPE2_ELLIPSE
#else
#define LGJK_SHAPEN_ROUND LGJK_SHAPE3_ELLIPSOID
#endif

enum { SEED = 83 };

// What the answers to a family come to.
static struct tally {
  uint32_t limits, wrong;
  touch_judgement most;
  long double off_surface;
} tally;

static void call_query(family* f, const lgjk_bodiesN* bodies, refN_cache* caches) {
  const lgjk_results results = answersN_results(&f->answers);
  answersN_fill(&f->answers);
  refN_contact_batch(&f->shapes, bodies, &f->shapes, bodies, &f->batch.pairs, caches, &results);
}

// The worse of the distances of the two points from the surfaces of their shapes, in two bands.
static long double off_surface(const truth* t, const answersN* answers, uint32_t i) {
  const float *a = answers->point_a + DIM * i, *b = answers->point_b + DIM * i;
  const long double off_a = fabsl(oracleN_outside(&t->a, a)) - oracleN_half_ulp(a);
  const long double off_b = fabsl(oracleN_outside(&t->b, b)) - oracleN_half_ulp(b);
  return fmaxl(off_a, off_b) / (2 * oracleN_band(&t->a, &t->b));
}

// Only curved cores may take the search to its limit, and the answer has to be a way out of A for B nevertheless.
static bool is_way_out(const truth* t, const answersN* answers, uint32_t i) {
  if (!truth_is_curved(t)) return false;
  const long double band = oracleN_band(&t->a, &t->b);
  long double u[DIM];
  for (int k = 0; k < DIM; ++k) u[k] = answers->normal[DIM * i + (uint32_t)k];
  return touch_gap(t, u) >= answers->distance[i] - 2 * band && answers->distance[i] <= t->bounds.upper + band;
}

static bool is_kept(family* f, uint32_t i) {
  const truth* t = &f->truth[i];
  if (f->answers.status[i] == LGJK_STATUS_LIMIT) {
    ++tally.limits;
    return is_way_out(t, &f->answers, i);
  }
  const touch_judgement j = touch_judge(t, &f->answers, i);
  const long double off = off_surface(t, &f->answers, i);
  touch_raise(&tally.most, &j);
  tally.off_surface = fmaxl(tally.off_surface, off);
  return truth_is_touched(t, &f->answers, i) && off <= 1;
}

static void judge(family* f, const char* what) {
  for (uint32_t i = 0; i < FAMILY_PAIRS; ++i) {
    const answersN* out = &f->answers;
    if (out->status[i] == LGJK_STATUS_BAD || is_kept(f, i)) continue;
    ++tally.wrong;
    if (tally.wrong > 3) continue;
    const touch_judgement j = touch_judge(&f->truth[i], out, i);
    print_message(
        "  pair %u %s: status %u, distance %.9g, truth %.9Lg, after %u: distance %.2Lf, normal %.2Lf, "
        "witness %.2Lf, step %.2Lf\n",
        i, what, out->status[i], (double)out->distance[i], f->truth[i].bounds.upper, out->iterations[i], j.distance,
        j.normal, j.witness, j.step);
  }
}

TEST(every_family_is_within_the_band_whatever_the_cache) {
  static family f;
  uint32_t wrong = 0;
  random_state = SEED;
  print_message("  seed %d; the most of distance, normal, unit, witness, off surface, step; limits of %d\n", SEED,
                4 * FAMILY_PAIRS);
  for (uint32_t number = 0; number < familiesN_count(); ++number) {
    memset(&tally, 0, sizeof tally);
    family_open(&f, number, SEED);
    family_run(&f, SEED + 1, call_query, judge);
    const touch_judgement* j = &tally.most;
    print_message("  %-24s %5.2Lf %5.2Lf %5.2Lf %5.2Lf %5.2Lf %5.2Lf  %u limits, %u wrong\n", familiesN_name(number),
                  j->distance, j->normal, j->unit, j->witness, tally.off_surface, j->step, tally.limits, tally.wrong);
    wrong += tally.wrong;
    family_close(&f);
  }
  assert_int_equal(wrong, 0);
}

// ---------------------------------------------------------------- warm start pays

static const double WARM_SHARE = DIM == 2 ? 0.47 : 0.58;

static uint64_t spent_on(const staged* s, uint32_t* overlapping) {
  uint64_t sum = 0;
  *overlapping = 0;
  for (uint32_t i = 0; i < s->scene->pair_count; ++i) {
    const uint32_t a = s->scene->a[i], b = s->scene->b[i];
    uint32_t iterations;
    const float distance = refN_contact(staged_shape(s, a), s->scene->pose[a], staged_shape(s, b), s->scene->pose[b],
                                        NULL, NULL, NULL, &s->caches[i], &iterations);
    if (!(distance < 0)) continue;
    ++*overlapping;
    sum += iterations;
  }
  return sum;
}

TEST(a_warm_start_saves_four_in_ten_of_the_iterations_of_overlapping_pairs) {
  staged s = staged_open(DIM == 2 ? "S2" : "T4", 1000, 3);
  uint32_t before, after;
  const uint64_t cold = spent_on(&s, &before);
  sceneN_advance(s.scene);
  const uint64_t warm = spent_on(&s, &after);
  assert_true(before > 200 && after > 200);
  print_message("  %.2f cold, %.2f warm\n", (double)cold / before, (double)warm / after);
  assert_true((double)warm / after < WARM_SHARE * (double)cold / before);
  staged_close(&s);
}

// ---------------------------------------------------------------- the end of the textbook

// A polytope would need thousands of corners to come near a round core from all sides.
TEST(concentric_round_cores_end_at_the_limit_with_a_way_out) {
  lgjk_shapeN_def def;
  lgjk_shapeN_def_init(&def);
  refN_shapes shapes;
  float pose[POSE_FLOATS] = {0}, normal[DIM], a[DIM], b[DIM];
  uint32_t iterations;
  double length2 = 0;
  def.kind = LGJK_SHAPEN_ROUND;
  for (int k = 0; k < DIM; ++k) def.size[k] = 1;
  pose[POSE_UNIT] = 1;
  lgjk_shapesN* set = build_shapesN(&def, 1);
  assert_true(refN_shapes_create(set, &shapes));
  const refN_shape* ball = &shapes.shape[0];
  const float distance = refN_contact(ball, pose, ball, pose, normal, a, b, NULL, &iterations);
  assert_int_equal(iterations, REFN_CONTACT_LIMIT + 1);
  assert_true(fabsf(distance + 2) < 1e-6f);
  for (int k = 0; k < DIM; ++k) {
    length2 += (double)normal[k] * (double)normal[k];
    assert_true(fabsf(b[k] - a[k] - distance * normal[k]) < 1e-6f);
  }
  assert_true(fabs(length2 - 1) < 1e-6);
  refN_shapes_destroy(&shapes);
  lgjk_shapesN_destroy(set);
}
