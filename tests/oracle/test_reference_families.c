// The scalar reference on every family of hard pairs, against the oracle: overlap, distance and contact within the band
// cold, warm, with the caches of other pairs and with random bytes for caches. That a warm start pays, and where the
// textbook ends. Compiled once for each dimension.
#include "built.h"
#include "inputs.h"
#include "reference.h"
#include "test_random.h"
#include "touch.h"

#define FAMILY_PAIRS (DIM == 2 ? 400u : 200u)
enum { DISTANCE_SEED = DIM == 2 ? 77 : 79, CONTACT_SEED = 83 };

// ---------------------------------------------------------------- a family

typedef struct family {
  familiesN_batch batch;
  refN_shapes shapes;
  oracleN_table* table;
  truth truth[FAMILY_PAIRS];
  answersN answers;
} family;

static void family_open(family* f, uint32_t number, uint64_t seed) {
  memset(f, 0, sizeof *f);
  assert_int_equal(familiesN_make(&f->batch, number, seed, FAMILY_PAIRS, NULL), LGJK_OK);
  assert_true(refN_shapes_create(f->batch.shapes, &f->shapes));
  f->table = oracleN_table_create(f->batch.shapes);
  assert_non_null(f->table);
  f->answers = answersN_open(FAMILY_PAIRS);
  for (uint32_t i = 0; i < FAMILY_PAIRS; ++i) {
    f->truth[i] = truth_of(f->table, &f->batch.bodies, &f->batch.pairs, i);
  }
}

static void family_close(family* f) {
  answersN_close(&f->answers);
  oracleN_table_destroy(f->table);
  refN_shapes_destroy(&f->shapes);
  familiesN_free(&f->batch);
}

// Half of them get past the first checks.
static void random_caches(refN_cache* caches) {
  for (uint32_t i = 0; i < FAMILY_PAIRS; ++i) {
    unsigned char bytes[sizeof *caches];
    for (size_t k = 0; k < sizeof bytes; ++k) bytes[k] = (unsigned char)(random_bits() >> 24);
    memcpy(&caches[i], bytes, sizeof bytes);
    if (i % 2 == 0) continue;
    caches[i].count %= DIM + 2;
    for (int k = 0; k <= DIM; ++k) caches[i].index_a[k] %= 4, caches[i].index_b[k] %= 4;
  }
}

static void rotate_caches(refN_cache* caches) {
  refN_cache first = caches[0];
  memmove(caches, caches + 1, (FAMILY_PAIRS - 1) * sizeof *caches);
  caches[FAMILY_PAIRS - 1] = first;
}

// Queries the pairs and judges them: cold; warm from a frame before, which the seed makes; and with other caches.
static void family_run(family* f, uint64_t seed,
                       void (*call_query)(family* f, const lgjk_bodiesN* bodies, refN_cache* caches),
                       void (*judge)(family* f, const char* what)) {
  refN_cache caches[FAMILY_PAIRS] = {0};
  lgjk_bodiesN before = f->batch.bodies;
  float* pose = malloc(POSE_FLOATS * sizeof(float) * f->batch.body_count);
  assert_non_null(pose);
  familiesN_move(&f->batch, seed, pose);
  before.pose = pose;
  before.pose_stride = 0;
  call_query(f, &f->batch.bodies, NULL);
  judge(f, "cold");
  call_query(f, &before, caches);
  call_query(f, &f->batch.bodies, caches);
  judge(f, "warm");
  rotate_caches(caches);
  call_query(f, &f->batch.bodies, caches);
  judge(f, "with another's cache");
  random_caches(caches);
  call_query(f, &f->batch.bodies, caches);
  judge(f, "with random bytes");
  free(pose);
}

// ---------------------------------------------------------------- distances

static uint8_t verdict[FAMILY_PAIRS];
static oracleN_judgement most; // in bands

static void query_distances(family* f, const lgjk_bodiesN* bodies, refN_cache* caches) {
  refN_cache copies[FAMILY_PAIRS];
  lgjk_results verdicts, results = answersN_results(&f->answers);
  lgjk_results_init(&verdicts);
  verdicts.status = verdict;
  if (caches) memcpy(copies, caches, sizeof copies);
  refN_overlap_batch(&f->shapes, bodies, &f->shapes, bodies, &f->batch.pairs, caches ? copies : NULL, &verdicts);
  refN_distance_batch(&f->shapes, bodies, &f->shapes, bodies, &f->batch.pairs, caches, &results);
}

static void judge_distances(family* f, const char* what) {
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

TEST(distances_of_every_family_are_within_the_band_whatever_the_cache) {
  static family f;
  random_state = DISTANCE_SEED;
  print_message("  seed %d; the most of distance, witness, gap, in bands\n", DISTANCE_SEED);
  for (uint32_t number = 0; number < familiesN_count(); ++number) {
    memset(&most, 0, sizeof most);
    family_open(&f, number, DISTANCE_SEED);
    family_run(&f, DISTANCE_SEED + 1, query_distances, judge_distances);
    family_close(&f);
    print_message("  %-28s %.2Lf %.2Lf %.2Lf\n", familiesN_name(number), most.distance, most.witness, most.gap);
  }
}

// ---------------------------------------------------------------- contacts

#if DIM == 2
#define LGJK_SHAPEN_ROUND LGJK_SHAPE2_ELLIPSE
#else
#define LGJK_SHAPEN_ROUND LGJK_SHAPE3_ELLIPSOID
#endif

// What the answers to a family come to.
static struct tally {
  uint32_t limits, wrong;
  touch_judgement most;
  long double off_surface;
} tally;

static void query_contacts(family* f, const lgjk_bodiesN* bodies, refN_cache* caches) {
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

static void judge_contacts(family* f, const char* what) {
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

TEST(contacts_of_every_family_are_within_the_band_whatever_the_cache) {
  static family f;
  uint32_t wrong = 0;
  random_state = CONTACT_SEED;
  print_message("  seed %d; the most of distance, normal, unit, witness, off surface, step; limits of %d\n",
                CONTACT_SEED, 4 * FAMILY_PAIRS);
  for (uint32_t number = 0; number < familiesN_count(); ++number) {
    memset(&tally, 0, sizeof tally);
    family_open(&f, number, CONTACT_SEED);
    family_run(&f, CONTACT_SEED + 1, query_contacts, judge_contacts);
    const touch_judgement* j = &tally.most;
    print_message("  %-24s %5.2Lf %5.2Lf %5.2Lf %5.2Lf %5.2Lf %5.2Lf  %u limits, %u wrong\n", familiesN_name(number),
                  j->distance, j->normal, j->unit, j->witness, tally.off_surface, j->step, tally.limits, tally.wrong);
    wrong += tally.wrong;
    family_close(&f);
  }
  assert_int_equal(wrong, 0);
}

// ---------------------------------------------------------------- warm start pays

typedef struct staged {
  inputN input;
  refN_shapes shapes;
  refN_cache* caches; // one a pair
} staged;

static staged staged_open(const char* name, uint32_t pairs) {
  staged s;
  assert_int_equal(inputsN_open(&s.input, inputsN_find(name), 3, pairs), 0);
  assert_true(refN_shapes_create(s.input.bodies.shapes, &s.shapes));
  s.caches = calloc(pairs, sizeof *s.caches);
  assert_non_null(s.caches);
  return s;
}

static void staged_close(staged* s) {
  free(s->caches);
  refN_shapes_destroy(&s->shapes);
  inputsN_close(&s->input);
}

// The iterations of all pairs' distances, or of the contacts of those that overlap.
static uint64_t spent_on(const staged* s, bool contacts, uint32_t* counted) {
  answersN answers = answersN_open(s->input.pairs.count);
  const lgjk_results results = answersN_results(&answers);
  const lgjk_bodiesN* bodies = &s->input.bodies;
  uint64_t sum = 0;
  *counted = 0;
  (contacts ? refN_contact_batch : refN_distance_batch)(&s->shapes, bodies, &s->shapes, bodies, &s->input.pairs,
                                                        s->caches, &results);
  for (uint32_t i = 0; i < s->input.pairs.count; ++i) {
    if (contacts && !(answers.distance[i] < 0)) continue;
    ++*counted;
    sum += answers.iterations[i];
  }
  answersN_close(&answers);
  return sum;
}

TEST(a_warm_start_saves_two_thirds_of_the_iterations) {
#if DIM == 2
  static const char* const names[] = {"S2"};
#else
  static const char* const names[] = {"T1", "T4", "T6"};
#endif
  for (size_t k = 0; k < sizeof names / sizeof names[0]; ++k) {
    staged s = staged_open(names[k], DIM == 2 ? 2000 : 1000);
    uint32_t counted;
    const uint64_t cold = spent_on(&s, false, &counted);
    inputsN_advance(&s.input);
    assert_true(3 * spent_on(&s, false, &counted) < cold);
    staged_close(&s);
  }
}

static const double WARM_SHARE = DIM == 2 ? 0.47 : 0.58;

TEST(a_warm_start_saves_four_in_ten_of_the_iterations_of_overlapping_pairs) {
  staged s = staged_open(DIM == 2 ? "S2" : "T4", 1000);
  uint32_t before, after;
  const uint64_t cold = spent_on(&s, true, &before);
  inputsN_advance(&s.input);
  const uint64_t warm = spent_on(&s, true, &after);
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
