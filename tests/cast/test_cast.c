// Casts by the exact signed distance: where two shapes touch first, and that they touch nowhere before. The signed
// distance of two convex shapes, one of which is moved without being turned, is a convex function of the way. So it is
// above 0 before the first touch, and grows backwards from there; and the least of a miss is found by sections.
// Hard pairs are backed off their pose in a random direction, by 1e-7 to 1e5 of their size, and cast towards it and
// beyond. Where bodies turn, too, the signed distance is not convex, but no steeper than their ways and turns allow:
// halves of the way are looked at until each is clear by that. Compiled once for each dimension.
#include "cast_answers.h"
#include "families.h"
#include "fewer.h"
#include "reference.h"
#include "test.h"
#include "test_random.h"
#include "truth.h"

enum { PAIRS = DIM == 2 ? 800 : 240, SECTIONS = 50, STEPS_BACK = 12, SEED = 31 };
enum { TURNING = DIM == 2 ? 150 : 40, LOOKS = 3000 };

// The arguments and results of a cast. Pair i joins bodies 2 i and 2 i + 1.
typedef struct casts {
  familiesN_batch batch;
  oracleN_table* table;
  float *way_a, *way_b;    // of each body
  float (*turn)[ROTATION]; // of each body, or NULL
  cast_answers got;
} casts;

// The pair, with A moved along the difference of both ways from the difference of both places.
static truth placed(const casts* c, uint32_t i, double fraction) {
  const uint32_t a = c->batch.a[i], b = c->batch.b[i];
  truth t = {.a = truth_body(c->table, &c->batch.bodies, a), .b = truth_body(c->table, &c->batch.bodies, b)};
  for (uint32_t k = 0; k < DIM; ++k) {
    const double way = (double)c->way_a[DIM * a + k] - (double)c->way_b[DIM * b + k];
    const double start = (double)t.a.pose[k] - (double)t.b.pose[k];
    t.a.pose[k] = (float)(start + fraction * way);
    t.b.pose[k] = 0;
  }
  if (c->turn != NULL) {
    turn_pose(t.a.pose, c->turn[a], fraction);
    turn_pose(t.b.pose, c->turn[b], fraction);
  }
  return t;
}

static double gap_at(const casts* c, uint32_t i, double fraction) {
  const truth t = placed(c, i, fraction);
  return truth_gap(&t);
}

// A band at a scale of twice both radii.
static double band_of(const truth* t) {
  const double scale = (double)oracleN_scale(&t->a, &t->b);
  return (double)oracleN_band(&t->a, &t->b) / scale * 2 * (truth_reach(&t->a) + truth_reach(&t->b));
}

// Six bands, at a scale of eight times the smaller radius where that is less; and what places that are rounded to float
// leave (test_cast_exact.c has none).
static double skin_of(const truth* t) {
  const double a = truth_reach(&t->a), b = truth_reach(&t->b);
  return 6 * band_of(t) * fmin(1, 4 * fmin(a, b) / (a + b)) + 6e-8 * sqrt(DIM) * (a + b);
}

static double length_of_way(const casts* c, uint32_t i) {
  double square = 0;
  for (uint32_t k = 0; k < DIM; ++k) {
    square += pow((double)c->way_a[DIM * c->batch.a[i] + k] - (double)c->way_b[DIM * c->batch.b[i] + k], 2);
  }
  return sqrt(square);
}

// ---------------------------------------------------------------- making

// Backs a pair off its pose: along a random way, of which a part is B's.
static void back_off(casts* c, uint32_t i) {
  const uint32_t a = c->batch.a[i], b = c->batch.b[i];
  const truth t = placed(c, i, 0);
  const double size = truth_reach(&t.a) + truth_reach(&t.b), far = size * pow(10, random_in(-7, 5));
  const double beyond = random_in(0, 1) < 0.3 ? 0 : random_in(0, 2),
               share = random_in(0, 1) < 0.5 ? 0 : random_in(0, 1);
  double direction[DIM], square = 0;
  for (uint32_t k = 0; k < DIM; ++k) {
    direction[k] = random_in(-1, 1);
    square += direction[k] * direction[k];
  }
  for (uint32_t k = 0; k < DIM; ++k) {
    const double back = far * direction[k] / sqrt(square), whole = back + beyond * size * direction[k] / sqrt(square);
    c->batch.pose[(size_t)POSE_FLOATS * a + k] += (float)back;
    c->way_a[DIM * a + k] = (float)(-whole * (1 - share));
    c->way_b[DIM * b + k] = (float)(whole * share);
  }
}

// Draws a turn of a body, by 150 degrees at most.
static void draw_turn(const float* pose, float* turn) {
  double square = 0, drawn[ROTATION];
  const double most = random_in(0, 1) < 0.3 ? 0.05 : 1.7;
  for (int k = 0; k < ROTATION; ++k) {
    drawn[k] = (double)pose[DIM + k] + random_in(-most, most) / ROTATION;
    square += drawn[k] * drawn[k];
  }
  const double sign = DIM == 3 && random_in(0, 1) < 0.5 ? -1 : 1; // both mean one rotation
  for (int k = 0; k < ROTATION; ++k) turn[k] = (float)(sign * drawn[k] / sqrt(square));
}

static void open_casts(casts* c, uint32_t family, uint32_t pairs, bool turns) {
  assert_int_equal(familiesN_make(&c->batch, family, SEED, pairs, NULL), LGJK_OK);
  c->table = oracleN_table_create(c->batch.shapes);
  c->way_a = calloc(c->batch.body_count, DIM * sizeof *c->way_a);
  c->way_b = calloc(c->batch.body_count, DIM * sizeof *c->way_b);
  c->got = cast_answers_open(pairs);
  c->turn = NULL; // poses are those of the beginning
  for (uint32_t i = 0; i < pairs; ++i) back_off(c, i);
  if (turns) c->turn = calloc(c->batch.body_count, sizeof *c->turn);
  for (uint32_t i = 0; turns && i < c->batch.body_count; ++i) {
    draw_turn(c->batch.pose + (size_t)POSE_FLOATS * i, c->turn[i]);
  }
}

static void close_casts(casts* c) {
  oracleN_table_destroy(c->table);
  familiesN_free(&c->batch);
  cast_answers_close(&c->got);
  free(c->turn);
  free(c->way_a);
  free(c->way_b);
}

static void call_cast(casts* c, uint32_t isa) {
  const float* turn = c->turn != NULL ? c->turn[0] : NULL;
  const lgjk_cast_options options = {
      .struct_size = sizeof options, .isa = isa, .way_a = c->way_a, .way_b = c->way_b, .turn_a = turn, .turn_b = turn};
  const lgjk_cast_results results = cast_answers_results(&c->got);
  lgjk_error error = {.struct_size = sizeof error};
  const lgjk_bodiesN* bodies = &c->batch.bodies;
  const int32_t code = lgjk_castN(bodies, bodies, &c->batch.pairs, 0, c->batch.pair_count, &results, &options, &error);
  if (code != LGJK_OK) fail_msg("%s", error.text);
}

// ---------------------------------------------------------------- judging

// The least signed distance of a way, and where.
static double least_gap(const casts* c, uint32_t i, double* where) {
  double low = 0, high = 1;
  for (int k = 0; k < SECTIONS; ++k) {
    const double left = low + (high - low) / 3, right = high - (high - low) / 3;
    if (gap_at(c, i, left) < gap_at(c, i, right)) {
      high = right;
    } else {
      low = left;
    }
  }
  *where = (low + high) / 2;
  return fmin(fmin(gap_at(c, i, *where), gap_at(c, i, 0)), gap_at(c, i, 1));
}

static void complain(const casts* c, const char* family, uint32_t i, const char* what, double value, double band) {
  fail_msg("%s, pair %u: %s: %g bands; status %u, fraction %.9g, %u iterations", family, (unsigned)i, what,
           value / band, (unsigned)c->got.status[i], (double)c->got.fraction[i], (unsigned)c->got.iterations[i]);
}

// Whether the signed distance only grows backwards from the fraction.
static void check_before(const casts* c, const char* family, uint32_t i, double band, double slack, double here) {
  const double fraction = (double)c->got.fraction[i];
  double step = fmin(1, 3 * (band + slack) / length_of_way(c, i));
  for (int k = 0; k < STEPS_BACK; ++k) {
    const double before = gap_at(c, i, fmax(0, fraction - step));
    if (before < -(band + slack)) complain(c, family, i, "touched before", before, band);
    if (before < here - 2 * band - slack) complain(c, family, i, "nearer before", before - here, band);
    if (step >= fraction) break;
    step *= 10;
  }
}

static void judge(const casts* c, const char* family, uint32_t i) {
  const truth start = placed(c, i, 0);
  const double band = band_of(&start), first = gap_at(c, i, 0);
  const double slack = 6e-8 * length_of_way(c, i); // what a fraction in float leaves
  double where;
  switch (c->got.status[i]) {
    case LGJK_CAST_OVERLAP:
      if (first > 0) complain(c, family, i, "does not overlap", first, band);
      assert_true(c->got.fraction[i] == 0);
      break;
    case LGJK_CAST_HIT: {
      const double here = gap_at(c, i, (double)c->got.fraction[i]);
      if (here > skin_of(&start) + slack) complain(c, family, i, "apart", here, band);
      if (here < -1.5 * band - slack) complain(c, family, i, "too deep", here, band);
      check_before(c, family, i, band, slack, here);
      break;
    }
    case LGJK_CAST_MISS: {
      const double least = least_gap(c, i, &where);
      if (least < -1.5 * band - slack) complain(c, family, i, "missed", least, band);
      assert_true(c->got.fraction[i] == 1);
      break;
    }
    case LGJK_CAST_LIMIT: break;
    default: // the scale of what touches is outside of the domain
      assert_int_equal(c->got.status[i], LGJK_CAST_BAD);
      break;
  }
}

// Judges casts of all families, counts their answers in all[5], and returns how many there are.
static uint32_t judge_families(uint64_t from, uint32_t usual, uint32_t least, bool turns,
                               void (*judge_one)(const casts* c, const char* family, uint32_t i), uint32_t all[5]) {
  const uint32_t pairs = fewer(usual, least);
  random_state = test_seed(from);
  for (uint32_t family = 0; family < familiesN_count(); ++family) {
    const char* name = familiesN_name(family);
    uint32_t count[5] = {0}, iterations = 0;
    casts c;
    open_casts(&c, family, pairs, turns);
    call_cast(&c, LGJK_ISA_AUTO);
    for (uint32_t i = 0; i < pairs; ++i) {
      ++count[c.got.status[i]];
      iterations += c.got.iterations[i];
      judge_one(&c, name, i);
    }
    print_message("  %-24s %3u miss, %3u hit, %3u overlap, %2u limit, %2u bad; %4.1f iterations\n", name, count[0],
                  count[1], count[2], count[3], count[4], (double)iterations / pairs);
    for (int k = 0; k < 5; ++k) all[k] += count[k];
    // Edges decide all but overlaps.
    if (DIM == 2 && !turns && strcmp(name, "boxes") == 0) assert_true(iterations <= pairs / 2);
    close_casts(&c);
  }
  return pairs * familiesN_count();
}

TEST(casts_touch_first_where_they_say) {
  uint32_t all[5] = {0};
  const uint32_t pairs = judge_families(SEED, PAIRS, PAIRS / 10, false, judge, all);
  assert_true(all[LGJK_CAST_HIT] > pairs / 4 && all[LGJK_CAST_MISS] > pairs / 10);
  assert_true(all[LGJK_CAST_LIMIT] <= pairs / 100 && all[LGJK_CAST_BAD] <= pairs / 100);
}

// ---------------------------------------------------------------- the reference

// The scalar reference says the same, except for pairs that graze each other, or whose scale it does not hold.
TEST(the_reference_agrees) {
  uint32_t pairs = 0, others = 0;
  random_state = test_seed(SEED + 2);
  for (uint32_t family = 0; family < familiesN_count(); ++family) {
    const uint32_t count = fewer(PAIRS / 10, 10);
    casts c;
    refN_shapes shapes;
    open_casts(&c, family, count, false);
    call_cast(&c, LGJK_ISA_AUTO);
    assert_true(refN_shapes_create(c.batch.shapes, &shapes));
    for (uint32_t i = 0; c.batch.bodies.radius == NULL && i < count; ++i) {
      const uint32_t a = c.batch.a[i], b = c.batch.b[i];
      const truth t = placed(&c, i, 0);
      float fraction;
      uint32_t iterations;
      const uint8_t status =
          refN_cast(&shapes.shape[c.batch.shape[a]], c.batch.pose + (size_t)POSE_FLOATS * a, c.way_a + DIM * a,
                    &shapes.shape[c.batch.shape[b]], c.batch.pose + (size_t)POSE_FLOATS * b, c.way_b + DIM * b,
                    &fraction, &iterations);
      const double apart = fabs((double)fraction - (double)c.got.fraction[i]) * length_of_way(&c, i);
      ++pairs;
      others += status != c.got.status[i] || apart > 1e-3 * (truth_reach(&t.a) + truth_reach(&t.b));
    }
    refN_shapes_destroy(&shapes);
    close_casts(&c);
  }
  print_message("  %u of %u pairs differ\n", (unsigned)others, (unsigned)pairs);
  assert_true(pairs > 0 && others <= pairs / 20);
}

// ---------------------------------------------------------------- turns

// How fast the gap of a pair can change, per fraction: the way, and for each body its greatest angular speed times how
// far its core reaches. Of a chord from one rotation to another at an angle a the speed is 2 tan(a / 2) in its middle.
static double steepest(const casts* c, uint32_t i) {
  double sum = length_of_way(c, i);
  const uint32_t body[2] = {c->batch.a[i], c->batch.b[i]};
  const truth t = placed(c, i, 0);
  for (int side = 0; side < 2; ++side) {
    const float *from = c->batch.pose + (size_t)POSE_FLOATS * body[side] + DIM, *to = c->turn[body[side]];
    double cosine = 0;
    for (int k = 0; k < ROTATION; ++k) cosine += (double)from[k] * (double)to[k];
    if (DIM == 3) cosine = fabs(cosine);
    sum += (DIM == 3 ? 2 : 1) * 2.0001 * tan(acos(fmin(1, cosine)) / 2) * truth_reach(side == 0 ? &t.a : &t.b);
  }
  return sum;
}

// Looks for a touch by more than `allowed` between two fractions. Returns the least gap that was seen, and counts
// looks; with LOOKS of them it gives up.
static double least_between(const casts* c, uint32_t i, double from, double to, double steep, double band,
                            uint32_t* looks) {
  const double middle = (from + to) / 2, gap = gap_at(c, i, middle);
  if (++*looks >= LOOKS || gap > steep * (to - from) / 2 || (to - from) * steep < band || gap < -10 * band) return gap;
  const double left = least_between(c, i, from, middle, steep, band, looks);
  const double right = least_between(c, i, middle, to, steep, band, looks);
  return fmin(gap, fmin(left, right));
}

static uint32_t given_up;

static void judge_turning(const casts* c, const char* family, uint32_t i) {
  const truth start = placed(c, i, 0);
  const double band = band_of(&start), steep = steepest(c, i), slack = 6e-8 * steep;
  const double end = c->got.status[i] == LGJK_CAST_BAD ? 0 : (double)c->got.fraction[i], here = gap_at(c, i, end);
  uint32_t looks = 0;
  if (c->got.status[i] == LGJK_CAST_OVERLAP && here > 0) complain(c, family, i, "does not overlap", here, band);
  if (c->got.status[i] == LGJK_CAST_OVERLAP || c->got.status[i] == LGJK_CAST_BAD) return;
  if (c->got.status[i] == LGJK_CAST_HIT && here > 6 * band + slack) complain(c, family, i, "apart", here, band);
  if (here < -1.5 * band - slack) complain(c, family, i, "too deep", here, band);
  const double least = least_between(c, i, 0, end, steep, band, &looks);
  if (least < -1.5 * band - slack) complain(c, family, i, "touched before", least, band);
  given_up += looks >= LOOKS;
}

TEST(turning_casts_touch_first_where_they_say) {
  uint32_t all[5] = {0};
  given_up = 0;
  const uint32_t pairs = judge_families(SEED + 1, TURNING, 5, true, judge_turning, all);
  print_message("  %u of %u were looked at %d times and not decided\n", given_up, pairs, LOOKS);
  assert_true(all[LGJK_CAST_HIT] > pairs / 5 && all[LGJK_CAST_MISS] > pairs / 10);
  assert_true(all[LGJK_CAST_LIMIT] <= pairs / 1000 && all[LGJK_CAST_BAD] <= pairs / 100 && given_up <= pairs / 20);
}
