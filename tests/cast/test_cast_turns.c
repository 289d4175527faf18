// Casts of bodies that turn by up to 168 degrees: few contacts, nearly always an answer, and the right one; and how
// deep overlaps are. The exact signed distance changes no faster than the way and the turns allow. So halves of a way
// are looked at until each is clear by that. Compiled once for each dimension.
#include "cast_answers.h"
#include "fewer.h"
#include "truth.h"
#include "turning.h"

enum { PAIRS = 4000, LEAST_PAIRS = 400, JUDGED = DIM == 2 ? 150 : 40, LOOKS = 4000, SEED = 61 };

typedef struct casts {
  turning t;
  oracleN_table* table;
  cast_answers got;
} casts;

static casts open_casts(int family, uint32_t pairs, double angle) {
  casts c = {.t = open_turning(family, pairs, angle), .got = cast_answers_open(pairs)};
  c.table = oracleN_table_create(c.t.shapes);
  return c;
}

static void close_casts(casts* c) {
  oracleN_table_destroy(c->table);
  cast_answers_close(&c->got);
  close_turning(&c->t);
}

static void call_cast(const turning* t, uint32_t isa, uint32_t limit, float target, cast_answers* to) {
  const lgjk_cast_options options = {.struct_size = sizeof options,
                                     .isa = isa,
                                     .iteration_limit = limit,
                                     .target = target,
                                     .way_a = t->way[0],
                                     .way_b = t->way[0],
                                     .turn_a = t->turn[0],
                                     .turn_b = t->turn[0]};
  const lgjk_cast_results results = cast_answers_results(to);
  lgjk_error error = {.struct_size = sizeof error};
  if (lgjk_castN(&t->bodies, &t->bodies, &t->list, 0, t->pairs, &results, &options, &error) != LGJK_OK) {
    fail_msg("%s", error.text);
  }
}

// ---------------------------------------------------------------- the truth

static truth placed(const casts* c, uint32_t i, double fraction) {
  const turning* t = &c->t;
  truth at = {.a = truth_body(c->table, &t->bodies, 2 * i), .b = truth_body(c->table, &t->bodies, 2 * i + 1)};
  for (int k = 0; k < DIM; ++k) {
    const double way = (double)t->way[2 * i][k] - (double)t->way[2 * i + 1][k];
    const double start = (double)t->pose[2 * i][k] - (double)t->pose[2 * i + 1][k];
    at.a.pose[k] = (float)(start + fraction * way);
    at.b.pose[k] = 0;
  }
  turn_pose(at.a.pose, t->turn[2 * i], fraction);
  turn_pose(at.b.pose, t->turn[2 * i + 1], fraction);
  return at;
}

static double gap_at(const casts* c, uint32_t i, double fraction) {
  const truth at = placed(c, i, fraction);
  return truth_gap(&at);
}

// How fast the gap of a pair can change, and its band.
static void measure(const casts* c, uint32_t i, double* steep, double* band) {
  const turning* t = &c->t;
  const truth at = placed(c, i, 0);
  double square = 0, size = 0;
  *steep = 0;
  for (int side = 0; side < 2; ++side) {
    const uint32_t body = 2 * i + (uint32_t)side;
    const double reach = truth_reach(side == 0 ? &at.a : &at.b);
    double cosine = 0;
    for (int k = 0; k < ROTATION; ++k) cosine += (double)t->pose[body][DIM + k] * (double)t->turn[body][k];
    if (DIM == 3) cosine = fabs(cosine);
    *steep += (DIM == 3 ? 2 : 1) * 2.0001 * tan(acos(fmin(1, cosine)) / 2) * reach;
    size += reach;
  }
  for (int k = 0; k < DIM; ++k) square += pow((double)t->way[2 * i][k] - (double)t->way[2 * i + 1][k], 2);
  *steep += sqrt(square);
  *band = 4e-7 * 2 * size;
}

// The least gap that is seen between two fractions, where a touch by more than some bands is looked for.
static double least_between(const casts* c, uint32_t i, double from, double to, double steep, double band,
                            uint32_t* looks) {
  const double middle = (from + to) / 2, gap = gap_at(c, i, middle);
  if (++*looks >= LOOKS || gap > steep * (to - from) / 2 || (to - from) * steep < band || gap < -10 * band) return gap;
  const double left = least_between(c, i, from, middle, steep, band, looks);
  return fmin(gap, fmin(left, least_between(c, i, middle, to, steep, band, looks)));
}

static void judge(const casts* c, uint32_t i, const char* name, uint32_t* given_up) {
  const uint8_t status = c->got.status[i];
  const double end = (double)c->got.fraction[i], here = gap_at(c, i, end);
  double steep, band, least = here;
  uint32_t looks = 0;
  measure(c, i, &steep, &band);
  const double slack = 6e-8 * steep; // what a fraction in float leaves
  bool good = status <= LGJK_CAST_LIMIT;
  if (status == LGJK_CAST_OVERLAP) {
    good = end == 0 && fabs((double)c->got.depth[i] + here) <= 1.5 * band;
  } else {
    least = least_between(c, i, 0, end, steep, band, &looks);
    good = good && c->got.depth[i] == 0 && fmin(here, least) >= -1.5 * band - slack;
    good = good && (status != LGJK_CAST_HIT || here <= 6.5 * band + slack) && (status != LGJK_CAST_MISS || end == 1);
  }
  *given_up += looks >= LOOKS;
  if (!good) {
    fail_msg("%s, pair %u: status %u at %.9g, apart by %g bands there and by %g before, depth %g bands", name,
             (unsigned)i, status, end, here / band, least / band, (double)c->got.depth[i] / band);
  }
}

// ---------------------------------------------------------------- tests

TEST(turns_end_in_an_answer) {
  static const double angles[] = {10, 45, 90, 130, 165, 167.9};
  const uint32_t pairs = fewer(PAIRS, LEAST_PAIRS), judged = fewer(JUDGED, 10);
  uint32_t given_up = 0, all = 0;
  random_state = test_seed(SEED);
  for (int family = 0; family < FAMILIES; ++family) {
    for (size_t k = 0; k < sizeof angles / sizeof angles[0]; ++k) {
      uint32_t count[5] = {0}, contacts = 0, most = 0;
      casts c = open_casts(family, pairs, angles[k]);
      call_cast(&c.t, LGJK_ISA_AUTO, 0, 0, &c.got);
      for (uint32_t i = 0; i < pairs; ++i) {
        ++count[c.got.status[i]];
        contacts += c.got.iterations[i];
        most = c.got.iterations[i] > most ? c.got.iterations[i] : most;
      }
      for (uint32_t i = 0; i < judged; ++i) judge(&c, i, family_name[family], &given_up);
      all += judged;
      print_message("  %-8s %5.1f degrees: %4u miss, %4u hit, %4u overlap, %u limit; %.2f contacts, %u at most\n",
                    family_name[family], angles[k], count[0], count[1], count[2], count[3],
                    (double)(contacts - count[2]) / (pairs - count[2]), (unsigned)most);
      assert_true(count[LGJK_CAST_LIMIT] <= allowed(0.001, pairs, PAIRS) && count[LGJK_CAST_BAD] == 0);
      assert_true(contacts - count[LGJK_CAST_OVERLAP] <= 8 * (pairs - count[LGJK_CAST_OVERLAP]));
      assert_true(count[LGJK_CAST_MISS] > pairs / 10 && count[LGJK_CAST_HIT] > pairs / 50);
      close_casts(&c);
    }
  }
  print_message("  %u of %u were looked at %d times and not decided\n", given_up, all, LOOKS);
  assert_true(given_up <= all / 50);
}

// A plank of 2 x 0.1, 5 cm beside a box of 2, turns by 45 degrees about its middle. Its long side touches the corner
// (1, 1), which is at (-0.1, 0.1) from the middle, where it has turned by 24.295 degrees.
TEST(a_plank_turns_beside_a_box) {
  const float half = 0.70710678f, sine = 0.38268343f, cosine = 0.92387953f;
  static const uint32_t zero = 0, one = 1, shape[2] = {0, 1};
  const lgjk_shapeN_def defs[2] = {long_boxN(1, 0.05f), long_boxN(1, 1)};
  float pose[2][POSE_FLOATS] = {{1.1f, 0.9f}}, turn[2][ROTATION] = {{0}};
  lgjk_shapesN* shapes = build_shapesN(defs, 2);
  const lgjk_bodiesN bodies = packed_bodies(shapes, 2, shape, pose[0], NULL);
  const lgjk_pairs list = packed_pairs(&zero, &one, 1);
  uint8_t status, contacts;
  float fraction, normal[DIM];
  const lgjk_cast_results results = {.struct_size = sizeof results,
                                     .status = &status,
                                     .iterations = &contacts,
                                     .fraction = &fraction,
                                     .normal = normal};
  const lgjk_cast_options options = {.struct_size = sizeof options, .turn_a = turn[0], .turn_b = turn[0]};
  pose[1][DIM == 2 ? 2 : 6] = turn[1][DIM == 2 ? 0 : 3] = 1;
  if (DIM == 2) {
    pose[0][3] = 1;
    turn[0][0] = -half;
    turn[0][1] = half;
  } else {
    pose[0][5] = pose[0][6] = half;
    turn[0][2] = cosine;
    turn[0][3] = sine;
  }
  const double by = (acos(-1) * 3 / 4 - asin(sqrt(0.125))) - acos(-1) / 2, whole = acos(-1) / 4; // angles
  const double part = DIM == 2 ? 1 : 0.5, exact = sin(part * by) / (sin(part * by) + sin(part * (whole - by)));
  const double band = 4e-7 * 2 * (sqrt(1.0025 + (DIM == 3 ? 0.0025 : 0)) + sqrt(DIM)), speed = 0.1; // at least
  assert_int_equal(lgjk_castN(&bodies, &bodies, &list, 0, 1, &results, &options, NULL), LGJK_OK);
  print_message("  %s at %.7f of %.7f after %u contacts\n", lgjk_cast_text(status), (double)fraction, exact, contacts);
  assert_int_equal(status, LGJK_CAST_HIT);
  assert_true((double)fraction <= exact + 1e-6 && (double)fraction >= exact - 7 * band / speed);
  assert_true(fabsf(normal[0] + 0.9114f) <= 1e-3f && fabsf(normal[1] + 0.4115f) <= 1e-3f && contacts <= 8);
  lgjk_shapesN_destroy(shapes);
}

// A limit ends a cast before its touch, or changes nothing; on each instruction set in the same way.
TEST(limits_end_casts_before_they_touch) {
  const uint32_t pairs = fewer(PAIRS, LEAST_PAIRS);
  uint32_t isas[LGJK_ISA_COUNT], limits = 0;
  const uint32_t isa_count = test_isas(isas);
  random_state = SEED + 1;
  for (int family = 0; family < FAMILIES; ++family) {
    casts c = open_casts(family, pairs, 120);
    cast_answers other = cast_answers_open(pairs), wide = cast_answers_open(pairs);
    call_cast(&c.t, LGJK_ISA_SCALAR, 0, 0, &c.got);
    for (uint32_t limit = 0; limit <= 4; ++limit) {
      call_cast(&c.t, LGJK_ISA_SCALAR, limit, 0, &other);
      for (uint32_t i = 0; i < pairs; ++i) {
        if (other.status[i] == LGJK_CAST_LIMIT) {
          assert_true(other.iterations[i] == limit && other.fraction[i] <= c.got.fraction[i] && other.depth[i] == 0);
          ++limits;
        } else {
          assert_true(cast_answers_same_at(&c.got, &other, i));
        }
      }
      for (uint32_t k = 0; k < isa_count; ++k) {
        call_cast(&c.t, isas[k], limit, 0, &wide);
        for (uint32_t i = 0; i < pairs; ++i) assert_true(cast_answers_same_at(&wide, &other, i));
      }
    }
    cast_answers_close(&other);
    cast_answers_close(&wide);
    close_casts(&c);
  }
  assert_true(limits > pairs / 10);
}

// The first two axes of a rotation.
static void axes_of(const float* rotation, double axis[2][DIM]) {
#if DIM == 2
  axis[0][0] = axis[1][1] = (double)rotation[0];
  axis[0][1] = (double)rotation[1];
  axis[1][0] = -axis[0][1];
#else
  const double x = (double)rotation[0], y = (double)rotation[1], z = (double)rotation[2], w = (double)rotation[3];
  axis[0][0] = 1 - 2 * (y * y + z * z), axis[0][1] = 2 * (x * y + w * z), axis[0][2] = 2 * (x * z - w * y);
  axis[1][0] = 2 * (x * y - w * z), axis[1][1] = 1 - 2 * (x * x + z * z), axis[1][2] = 2 * (y * z + w * x);
#endif
}

// A long needle begins so near to a point that its first contact is within the bands of a touch, and leaves it while it
// turns: no limit makes that a hit.
TEST(a_needle_that_leaves_is_no_hit) {
  static const uint32_t zero = 0, one = 1, shape[2] = {0, 1};
  const lgjk_shapeN_def defs[2] = {long_boxN(1e4f, 0.1f), long_boxN(0.1f, 0.1f)};
  float pose[2][POSE_FLOATS] = {{0, 0.22f}}, turn[2][ROTATION] = {{0}}, way[2][DIM] = {{0, 1e3f}}, fraction;
  uint8_t status;
  lgjk_shapesN* shapes = build_shapesN(defs, 2);
  const lgjk_bodiesN bodies = packed_bodies(shapes, 2, shape, pose[0], NULL);
  const lgjk_pairs list = packed_pairs(&zero, &one, 1);
  const lgjk_cast_results results = {.struct_size = sizeof results, .status = &status, .fraction = &fraction};
  lgjk_cast_options options = {
      .struct_size = sizeof options, .way_a = way[0], .way_b = way[0], .turn_a = turn[0], .turn_b = turn[0]};
  uint32_t limits = 0;
  pose[0][POSE_UNIT] = pose[1][POSE_UNIT] = turn[1][POSE_UNIT - DIM] = 1;
  for (int degrees = 1; degrees <= 60; ++degrees) { // in 3D about the third axis
    const double half = degrees * acos(-1) / 180 / (DIM == 2 ? 1 : 2);
    turn[0][DIM == 2 ? 0 : 3] = (float)cos(half);
    turn[0][DIM == 2 ? 1 : 2] = (float)sin(half);
    for (options.iteration_limit = 0; options.iteration_limit <= 8; ++options.iteration_limit) {
      assert_int_equal(lgjk_castN(&bodies, &bodies, &list, 0, 1, &results, &options, NULL), LGJK_OK);
      assert_true(status == LGJK_CAST_MISS || (status == LGJK_CAST_LIMIT && options.iteration_limit > 0));
      limits += status == LGJK_CAST_LIMIT;
    }
  }
  print_message("  %u limits\n", limits);
  assert_true(limits > 0);
  lgjk_shapesN_destroy(shapes);
}

// A point beside a segment that turns, nearly along it, so that the last steps are short: it touches where it says.
TEST(a_point_beside_a_segment_touches_or_passes) {
  static const uint32_t zero = 0, one = 1, shape[2] = {0, 1};
  static const float points[2 * DIM] = {-1, [DIM] = 0.01f}, origin[DIM] = {0};
  const lgjk_shapeN_def defs[2] = {rounded_pointsN(points, 2, 0), rounded_pointsN(origin, 1, DIM == 2 ? 0 : 1e-4f)};
  float pose[2][POSE_FLOATS] = {{0}}, turn[2][ROTATION] = {{0}}, way[2][DIM] = {{0}}, fraction;
  uint8_t status;
  lgjk_shapesN* shapes = build_shapesN(defs, 2);
  const lgjk_bodiesN bodies = packed_bodies(shapes, 2, shape, pose[0], NULL);
  const lgjk_pairs list = packed_pairs(&zero, &one, 1);
  const lgjk_cast_results results = {.struct_size = sizeof results, .status = &status, .fraction = &fraction};
  const lgjk_cast_options options = {
      .struct_size = sizeof options, .way_a = way[0], .way_b = way[0], .turn_a = turn[0], .turn_b = turn[0]};
  const double radius = (double)defs[1].radius;
  uint32_t hits = 0, limits = 0;
  random_state = test_seed(SEED + 3);
  pose[1][POSE_UNIT] = turn[1][POSE_UNIT - DIM] = 1;
  for (uint32_t i = 0; i < fewer(20000, 2000); ++i) {
    const double along = -pow(10, random_in(-6, 0)), beside = pow(10, random_in(-7, -5.3)) + radius;
    double axis[2][DIM], gap = 0, at = 0;
    float end[POSE_FLOATS];
    draw_turn(pose[0], turn[0], random_in(1, 165));
    axes_of(pose[0] + DIM, axis);
    for (int k = 0; k < DIM; ++k) {
      pose[1][k] = (float)(along * axis[0][k] + beside * axis[1][k]);
      way[0][k] = (float)random_in(-1e-6, 1e-6);
    }
    assert_int_equal(lgjk_castN(&bodies, &bodies, &list, 0, 1, &results, &options, NULL), LGJK_OK);
    limits += status == LGJK_CAST_LIMIT;
    if (status != LGJK_CAST_HIT) continue;
    memcpy(end, pose[0], sizeof end);
    turn_pose(end, turn[0], (double)fraction);
    axes_of(end + DIM, axis);
    for (int k = 0; k < DIM; ++k) at += ((double)pose[1][k] - (double)fraction * (double)way[0][k]) * axis[0][k];
    at = fmin(fmax(at, -1), (double)points[DIM]);
    for (int k = 0; k < DIM; ++k) {
      gap += pow((double)pose[1][k] - (double)fraction * (double)way[0][k] - at * axis[0][k], 2);
    }
    gap = sqrt(gap) - radius;
    if (gap > 3e-7) fail_msg("%u: a gap of %g at %.9g", i, gap, (double)fraction); // rotations are in float
    ++hits;
  }
  print_message("  %u hits, %u limits\n", hits, limits);
  assert_true(hits > 100);
  lgjk_shapesN_destroy(shapes);
}

#if DIM == 3
// A point and a hull so thin that rounding leaves more of the gap to its face than the skin: it is no touch yet. The
// fraction is that of the exact oracle's first touch.
TEST(a_point_touches_a_thin_hull) {
  static const uint32_t zero = 0, one = 1, shape[2] = {0, 1};
  static const float origin[DIM] = {0};
  static const float corners[] = {-0x1.24d598p+1f, 0x1.cd8e0cp-10f, -0x1.fc1e46p-16f, -0x1.a099aep-1f,
                                  0x1.0bb08ep-9f,  0x1.ea8c78p-10f, 0x1.df81a8p-1f,   -0x1.65d4e2p-9f,
                                  0x1.1d6146p-14f, -0x1.dec26p+0f,  -0x1.204586p-9f,  -0x1.1793bcp-16f};
  static const float pose[2][POSE_FLOATS] = {
      {0, 0, 0, -0x1.43719cp-3f, 0x1.490f64p-1f, -0x1.5059e2p-1f, 0x1.71d38ep-2f},
      {-0x1.7c5d42p-10f, 0x1.e5052p-10f, 0x1.266ba6p-11f, -0x1.92dc34p-1f, 0x1.2b4678p-2f, 0x1.b77e1ap-2f,
       -0x1.559264p-2f}};
  static const float way[2][DIM] = {{-0x1.9d0164p-6f, 0x1.35db82p-8f, -0x1.102106p-5f}, {0, -0x1.c6b29ep-9f, 0}};
  static const float turn[2][ROTATION] = {{-0x1.436fe4p-3f, 0x1.490f2cp-1f, -0x1.505a42p-1f, 0x1.71d356p-2f},
                                          {-0x1.0cad4ap-1f, 0x1.452558p-3f, 0x1.8b24acp-1f, -0x1.49ea56p-2f}};
  const lgjk_shapeN_def defs[2] = {rounded_pointsN(origin, 1, 0), rounded_pointsN(corners, 4, 0)};
  lgjk_shapesN* shapes = build_shapesN(defs, 2);
  const lgjk_bodiesN bodies = packed_bodies(shapes, 2, shape, pose[0], NULL);
  const lgjk_pairs list = packed_pairs(&zero, &one, 1);
  float fraction;
  uint8_t status;
  const lgjk_cast_results results = {.struct_size = sizeof results, .status = &status, .fraction = &fraction};
  const lgjk_cast_options options = {
      .struct_size = sizeof options, .way_a = way[0], .way_b = way[0], .turn_a = turn[0], .turn_b = turn[0]};
  assert_int_equal(lgjk_castN(&bodies, &bodies, &list, 0, 1, &results, &options, NULL), LGJK_OK);
  assert_int_equal(status, LGJK_CAST_HIT);
  assert_float_equal(fraction, 0.03925309, 1e-8);
  lgjk_shapesN_destroy(shapes);
}
#endif

TEST(overlaps_report_their_depth) {
  const uint32_t pairs = fewer(JUDGED * 4, 40);
  static const float targets[] = {0, 0.125f};
  uint32_t overlaps = 0;
  random_state = SEED + 2;
  for (int family = 0; family < FAMILIES; ++family) {
    casts c = open_casts(family, pairs, 20);
    for (int k = 0; k < 2; ++k) {
      call_cast(&c.t, LGJK_ISA_AUTO, 0, targets[k], &c.got);
      for (uint32_t i = 0; i < pairs; ++i) {
        double steep, band;
        measure(&c, i, &steep, &band);
        const double depth = (double)targets[k] - gap_at(&c, i, 0), allow = 1.5 * band + 8e-7 * (double)targets[k];
        if (c.got.status[i] != LGJK_CAST_OVERLAP) {
          assert_true(c.got.depth[i] == 0 && depth <= allow);
          continue;
        }
        assert_true(fabs((double)c.got.depth[i] - depth) <= allow);
        ++overlaps;
      }
    }
    close_casts(&c);
  }
  print_message("  %u overlaps\n", overlaps);
  assert_true(overlaps > pairs / 2);
}
