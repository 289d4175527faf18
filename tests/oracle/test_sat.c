// Separating axes of the reference against the oracle, and against its expanding polytope: polygons and boxes of every
// family of hard pairs and of scenes of the benchmark. Compiled once for each dimension.
#include "test.h"
#include "inputs.h"
#include "sat.h"
#include "touch.h"

enum { PAIRS = 200, SEED = 89 };

typedef struct tally {
  uint32_t pairs, overlapping, wrong;
  long double distance, normal; // the worst, in bands
} tally;

typedef struct body {
  refN_shape shape;
  const float* pose;
} body;

static body body_of(const refN_shapes* shapes, const lgjk_bodiesN* view, uint32_t i) {
  body found = {shapes->shape[view->shape[i]], view->pose + (size_t)POSE_FLOATS * i};
  if (view->radius != NULL) found.shape.radius = view->radius[i];
  return found;
}

// How far the greatest gap is from what is true of it: minus the depth, or between touching and the distance.
static long double error_of(const truth* t, float gap) {
  if (t->bounds.upper <= 0) return fmaxl(t->bounds.lower - gap, gap - t->bounds.upper);
  return gap > 0 ? gap - t->bounds.upper : t->bounds.lower;
}

static void judge(tally* all, const truth* t, const body* a, const body* b) {
  float normal[DIM], other[DIM];
  long double u[DIM];
  const float gap = refN_sat_contact(&a->shape, a->pose, &b->shape, b->pose, normal);
  const bool overlap = refN_sat_overlap(&a->shape, a->pose, &b->shape, b->pose);
  const float by_epa = refN_contact(&a->shape, a->pose, &b->shape, b->pose, other, NULL, NULL, NULL, NULL);
  const long double band = oracleN_band(&t->a, &t->b);
  for (int k = 0; k < DIM; ++k) u[k] = normal[k];
  const long double error = error_of(t, gap) / band, short_by = (gap - touch_gap(t, u)) / (2 * band);
  const uint8_t status = overlap ? LGJK_STATUS_OVERLAPPING : LGJK_STATUS_SEPARATED;
  all->distance = fmaxl(all->distance, error);
  all->normal = fmaxl(all->normal, short_by);
  all->overlapping += overlap;
  ++all->pairs;
  all->wrong += error > 1 || short_by > 1 || overlap != (gap <= 0) || oracleN_misclassified(&t->bounds, band, status) ||
                (overlap && fabsl((long double)gap - by_epa) > 2 * band);
}

static tally check_input(uint32_t number) {
  tally all = {0};
  inputN input;
  refN_shapes shapes;
  assert_int_equal(inputsN_open(&input, number, SEED, inputsN_pairs(PAIRS)), 0);
  assert_true(refN_shapes_create(input.bodies.shapes, &shapes));
  oracleN_table* table = oracleN_table_create(input.bodies.shapes);
  for (uint32_t i = 0; i < input.pairs.count; ++i) {
    const body a = body_of(&shapes, &input.bodies, input.pairs.a[i]);
    const body b = body_of(&shapes, &input.bodies, input.pairs.b[i]);
    if (!refN_sat_fits(&a.shape) || !refN_sat_fits(&b.shape)) continue;
    const truth t = truth_of(table, &input.bodies, &input.pairs, i);
    judge(&all, &t, &a, &b);
  }
  oracleN_table_destroy(table);
  refN_shapes_destroy(&shapes);
  inputsN_close(&input);
  return all;
}

TEST(gaps_are_those_of_the_oracle_and_of_the_expanding_polytope) {
  tally sum = {0};
  print_message("  seed %d; the worst of distance and normal in bands\n", SEED);
  for (uint32_t number = 0; number < inputsN_count(); ++number) {
    if (inputsN_has_bad(number) || !test_has(inputsN_name(number), inputsN_missing(number))) continue;
    const tally all = check_input(number);
    sum.wrong += all.wrong;
    sum.pairs += all.pairs;
    sum.overlapping += all.overlapping;
    if (all.pairs == 0) continue;
    print_message("  %-32s %4u pairs, %4u overlap: %.3Lf %.3Lf, %u wrong\n", inputsN_name(number), all.pairs,
                  all.overlapping, all.distance, all.normal, all.wrong);
  }
  assert_int_equal(sum.wrong, 0);
  assert_in_range(sum.overlapping, sum.pairs / 4, sum.pairs * 3 / 4);
}
