// The cases of the corpus by their exact answers: all queries, both orders of each pair, every instruction set; the
// contacts of the scalar reference; and the oracle itself. Compiled once for each dimension.
#include <float.h>

#include "built.h"
#include "query_pairs.h"
#include "corpus.h"
#include "reference.h"
#include "touch.h"

enum { CASES = DIM == 2 ? 64 : 123 };

static const double LEAST_TOLD = 1e-3; // of the scale
static const long double SAME_DIRECTION = 0.9999L;

// Pair i is case i as (A, B), pair i + count the same as (B, A).
typedef struct corpus {
  corpus_case* cases;
  uint32_t count;
  lgjk_shapesN* shapes;
  oracleN_table* table;
  uint32_t shape[2 * CASES], a[2 * CASES], b[2 * CASES];
  float pose[2 * POSE_FLOATS * CASES];
  lgjk_bodiesN bodies;
  lgjk_pairs pairs;
} corpus;

// Some cases of the 3D corpus are too large for lanegjk.
static bool in_domain(const corpus_case* from) {
#if DIM == 2
  (void)from;
  return true;
#else
  return from->scale >= 1e-4 && from->scale <= 1e5;
#endif
}

static corpus load(void) {
  corpus c = {.count = 0};
  lgjk_shapeN_def defs[2 * CASES];
  c.cases = load_cases(&c.count);
  assert_int_equal(c.count, CASES);
  for (uint32_t i = 0; i < 2 * c.count; ++i) {
    const corpus_case* from = &c.cases[i / 2];
    defs[i] = definition_of(&from->local[i % 2]);
    c.shape[i] = i;
    pose_of(from, (int)(i % 2), &c.pose[POSE_FLOATS * i]);
  }
  c.shapes = build_shapesN(defs, 2 * c.count);
  c.table = oracleN_table_create(c.shapes);
  for (uint32_t i = 0; i < c.count; ++i) {
    c.a[i] = c.b[i + c.count] = 2 * i;
    c.b[i] = c.a[i + c.count] = 2 * i + 1;
  }
  return c;
}

static void set_views(corpus* c) {
  c->bodies = packed_bodies(c->shapes, 2 * c->count, c->shape, c->pose, NULL);
  c->pairs = packed_pairs(c->a, c->b, 2 * c->count);
}

static void unload(corpus* c) {
  oracleN_table_destroy(c->table);
  lgjk_shapesN_destroy(c->shapes);
  free(c->cases);
}

// What the corpus expects of a distance: for the points of the world, rounded to float, where it has them.
static double expected_distance(const corpus_case* from) {
  return isnan(from->distance_f32) ? from->distance : from->distance_f32;
}

// Whether a distance, or a signed one, is the corpus's within its tolerance.
static bool is_right(const corpus_case* from, double expected, const answersN* answers, uint64_t i) {
  const bool overlapping = answers->status[i] == LGJK_STATUS_OVERLAPPING;
  const double error = fabs((double)answers->distance[i] - expected);
  return error <= from->tolerance_f32 && (!from->decidable_f32 || overlapping == from->overlap);
}

// Whether it also keeps the tighter contract of lanegjk for the poses that were queried.
static bool is_distance_kept(const corpus* c, const answersN* answers, uint64_t i) {
  const corpus_case* from = &c->cases[i % c->count];
  const truth t = truth_of(c->table, &c->bodies, &c->pairs, i);
  return is_right(from, fmax(expected_distance(from), 0), answers, i) && truth_is_kept(&t, answers, i);
}

// The normal of a minimum translation that is unique, and long enough for float poses to define its direction; or
// another of a translation that is as short for these poses, by a quarter of the band.
static bool is_normal_right(const corpus* c, const truth* t, const answersN* contact, uint64_t i) {
  const corpus_case* from = &c->cases[i % c->count];
  const long double band = oracleN_band(&t->a, &t->b);
  long double expected[DIM], found[DIM], along = 0;
  if (!from->has_normal || fabs(from->distance) < LEAST_TOLD * (double)oracleN_scale(&t->a, &t->b)) return true;
  for (uint32_t k = 0; k < DIM; ++k) {
    expected[k] = i < c->count ? from->normal[k] : -from->normal[k];
    found[k] = contact->normal[DIM * i + k];
    along += expected[k] * found[k];
  }
  return along >= SAME_DIRECTION || fabsl(touch_gap(t, expected) - touch_gap(t, found)) <= band / 4;
}

static bool is_contact_kept(const corpus* c, const answersN* contact, uint64_t i) {
  const corpus_case* from = &c->cases[i % c->count];
  const truth t = truth_of(c->table, &c->bodies, &c->pairs, i);
  return contact->status[i] <= LGJK_STATUS_OVERLAPPING && is_right(from, expected_distance(from), contact, i) &&
         is_normal_right(c, &t, contact, i) && truth_is_touched(&t, contact, i);
}

static bool is_kept(const corpus* c, const answersN answers[QUERIES], uint64_t i) {
  const uint8_t status = answers[DISTANCE].status[i];
  if (answers[OVERLAP].status[i] != status || answers[CONTACT].status[i] != status) return false;
  if (!in_domain(&c->cases[i % c->count])) return status == LGJK_STATUS_BAD;
  return status <= LGJK_STATUS_OVERLAPPING && is_distance_kept(c, &answers[DISTANCE], i) &&
         is_contact_kept(c, &answers[CONTACT], i);
}

static void report(const corpus* c, const char* who, const answersN* contact, uint64_t i) {
  const corpus_case* from = &c->cases[i % c->count];
  print_message("  %s: %s as %s: status %u, signed distance %.9g, expected %.9g\n", who, from->id,
                i < c->count ? "(A, B)" : "(B, A)", contact->status[i], (double)contact->distance[i],
                expected_distance(from));
}

static uint32_t count_wrong(const corpus* c, uint32_t isa) {
  answersN answers[QUERIES];
  uint32_t wrong = 0;
  const lgjk_options options = options_of_isa(isa);
  open_each(answers, c->pairs.count);
  for (query q = OVERLAP; q < QUERIES; ++q) query_pairs(q, &c->bodies, &c->pairs, NULL, &options, &answers[q]);
  for (uint32_t i = 0; i < 2 * c->count; ++i) {
    if (is_kept(c, answers, i)) continue;
    ++wrong;
    report(c, lgjk_isa_name(isa), &answers[CONTACT], i);
  }
  close_each(answers);
  print_message("  %s: %u cases, both orders, %u wrong\n", lgjk_isa_name(isa), c->count, wrong);
  return wrong;
}

TEST(answers_are_exact_on_every_instruction_set) {
  uint32_t isas[LGJK_ISA_COUNT], isa_count = lgjk_isa_list(isas, LGJK_ISA_COUNT), wrong = 0;
  corpus c = load();
  set_views(&c);
  for (uint32_t k = 0; k < isa_count; ++k) {
    if (lgjk_isa_supported(isas[k])) {
      wrong += count_wrong(&c, isas[k]);
    } else {
      print_message("  %s: not on this CPU\n", lgjk_isa_name(isas[k]));
    }
  }
  unload(&c);
  assert_int_equal(wrong, 0);
}

// ---------------------------------------------------------------- the oracle

static void expect_truth(const corpus_case* from, const oracleN_bounds* bounds, double expected, long double lower,
                         long double upper) {
  if (!(fabsl(bounds->lower - expected) <= lower) || !(bounds->upper - expected <= upper)) {
    fail_msg("%s: %.20Lg..%.20Lg instead of %.17g", from->id, bounds->lower, bounds->upper, expected);
  }
  if (from->decidable_f32) assert_int_equal(bounds->overlap, from->overlap);
}

static oracleN_bounds bounds_in_world(const corpus_case* from, long double* tolerance) {
  static const float pose[POSE_FLOATS] = {[POSE_UNIT] = 1};
#if DIM == 2
  const lgjk_shape2_def defs[2] = {definition_of(&from->world[0]), definition_of(&from->world[1])};
  lgjk_shapes2* shapes = build_shapes2(defs, 2);
  oracle2_table* table = oracle2_table_create(shapes);
  const uint32_t shape[2] = {0, 1};
  const lgjk_bodies2 first = packed_bodies(shapes, 1, &shape[0], pose, NULL);
  const lgjk_bodies2 second = packed_bodies(shapes, 1, &shape[1], pose, NULL);
  const oracle2_body a = oracle2_read(table, &first, 0), b = oracle2_read(table, &second, 0);
  const oracle2_bounds bounds = oracle2_exact(&a, &b);
  *tolerance = 4e-16L * (1 + fabsl(bounds.lower));
  oracle2_table_destroy(table);
  lgjk_shapes2_destroy(shapes);
#else
  oracle3_body body[2]; // not from the library, whose domain ends before those of some cases
  for (int i = 0; i < 2; ++i) {
    const corpus_shape* w = &from->world[i];
    body[i] = (oracle3_body){.vertices = w->points, .count = w->def.point_count, .radius = w->def.radius};
    memcpy(body[i].pose, pose, sizeof pose);
  }
  const oracle3_bounds bounds = oracle3_signed_distance(&body[0], &body[1]);
  *tolerance = 4e-16L * fabsl(bounds.lower) + 1e-16L * oracle3_scale(&body[0], &body[1]);
#endif
  return bounds;
}

// Returns whether long double has the digits here that it was compiled for; valgrind has those of double.
static bool has_all_digits(void) {
  volatile long double one = 1;
  return one + LDBL_EPSILON > one;
}

// Points of the world in float: verdict and distance exactly, depth as far as its bounds meet.
TEST(the_oracle_has_the_answers_in_the_world) {
  if (!has_all_digits()) SKIP_TEST("the oracle: long double has fewer digits here");
  uint32_t count, seen = 0;
  corpus_case* cases = load_cases(&count);
  for (uint32_t i = 0; i < count; ++i) {
    if (!cases[i].has_world) continue;
    long double tolerance;
    const oracleN_bounds bounds = bounds_in_world(&cases[i], &tolerance);
    assert_true(bounds.upper - cases[i].distance_f32 >= -tolerance);
    expect_truth(&cases[i], &bounds, cases[i].distance_f32, tolerance, tolerance);
    ++seen;
  }
  assert_int_equal(seen, DIM == 2 ? 64 : 112);
  free(cases);
}

// All kinds of shapes from their local frames, with poses rounded to float.
TEST(the_oracle_has_the_answers_from_poses) {
  if (!has_all_digits()) SKIP_TEST("the oracle: long double has fewer digits here");
  uint32_t seen = 0;
  corpus c = load();
  set_views(&c);
  for (uint32_t i = 0; i < c.count; ++i) {
    const corpus_case* from = &c.cases[i];
    if (DIM == 3 && from->scale > 1e5) continue;
    const truth t = truth_of(c.table, &c.bodies, &c.pairs, i);
    expect_truth(from, &t.bounds, from->distance, from->tolerance_f32, from->tolerance_f32);
    ++seen;
  }
  assert_int_equal(seen, DIM == 2 ? 64 : 120);
  unload(&c);
}

TEST(contacts_of_the_reference_are_exact) {
  uint32_t wrong = 0;
  refN_shapes shapes;
  corpus c = load();
  set_views(&c);
  assert_true(refN_shapes_create(c.shapes, &shapes));
  answersN contact = answersN_open(c.pairs.count);
  const lgjk_results results = answersN_results(&contact);
  refN_contact_batch(&shapes, &c.bodies, &shapes, &c.bodies, &c.pairs, NULL, &results);
  for (uint32_t i = 0; i < 2 * c.count; ++i) {
    const bool in = in_domain(&c.cases[i % c.count]);
    if (in ? is_contact_kept(&c, &contact, i) : contact.status[i] == LGJK_STATUS_BAD) continue;
    ++wrong;
    report(&c, "reference", &contact, i);
  }
  answersN_close(&contact);
  refN_shapes_destroy(&shapes);
  unload(&c);
  assert_int_equal(wrong, 0);
}
