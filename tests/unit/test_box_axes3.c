// Contacts of two boxes that overlap, by their axes: depth, normal and witness points against the 15 axes in long
// double, manifolds against those in double, on one lane; and every instruction set's lanes against one lane, bit
// by bit.
// In the environment LGJK_TEST_SEED=n makes other boxes, LGJK_TEST_PAIRS=n fewer.
#include "test.h"
#include "lanes3.h"
#include "fewer.h"
#include "long_points.h"
#include "double_manifold3.h"
#include "test_random.h"

enum { PAIRS = 20000, LEAST_PAIRS = 200, PAIRS_OF_ISAS = 4096 };

// ------------------------------------------------------------------ the truth

typedef struct exact_box {
  point at, axis[3];
  real half[3];
} exact_box;

static exact_box exact_of(const float* pose, const float* half) {
  exact_box box;
  long_axes3(pose + 3, box.axis);
  for (int k = 0; k < 3; ++k) {
    box.at.at[k] = pose[k];
    box.half[k] = half[k];
  }
  return box;
}

static real reach_of(const exact_box* box, point n) {
  real sum = 0;
  for (int k = 0; k < 3; ++k) sum += box->half[k] * fabsl(dot(box->axis[k], n));
  return sum;
}

static real depth_along(const exact_box* a, const exact_box* b, point n) {
  return reach_of(a, n) + reach_of(b, n) - fabsl(dot(minus(b->at, a->at), n));
}

static real exact_depth(const exact_box* a, const exact_box* b) {
  real least = HUGE_VALL;
  for (int i = 0; i < 3; ++i) {
    least = fminl(least, fminl(depth_along(a, b, a->axis[i]), depth_along(a, b, b->axis[i])));
    for (int j = 0; j < 3; ++j) {
      point n = cross(a->axis[i], b->axis[j]);
      const real size = length(n);
      if (size < 1e-14L) continue; // a prism along this edge: its faces have the depth to as many digits
      for (int k = 0; k < 3; ++k) n.at[k] /= size;
      least = fminl(least, depth_along(a, b, n));
    }
  }
  return least;
}

static real scale_of(const box_case* c) {
  const exact_box a = exact_of(c->pose_a, c->half_a), b = exact_of(c->pose_b, c->half_b);
  const point corner_a = {{c->half_a[0], c->half_a[1], c->half_a[2]}};
  const point corner_b = {{c->half_b[0], c->half_b[1], c->half_b[2]}};
  return length(corner_a) + length(corner_b) + length(minus(b.at, a.at)) + (real)c->radius_a + (real)c->radius_b;
}

// ------------------------------------------------------------------ pairs

typedef enum family { ANY, TURNED_ALIKE, ALIKE, CONCENTRIC, IDENTICAL, FLAT, RESTING, GRID, FAMILIES } family;
static const char* const family_names[FAMILIES] = {"any",       "turned alike", "alike",   "concentric",
                                                   "identical", "flat",         "resting", "grid"};

static void random_turn(float* turn) {
  double q[4];
  const double square = random_in_ball(q, 4);
  const double slack = random_below(4) == 0 ? random_in(-4.9e-5, 4.9e-5) : 0;
  for (int k = 0; k < 4; ++k) turn[k] = (float)(q[k] / sqrt(square) * (1 + slack));
}

// A rotation by about `angle` after that of turn.
static void turn_by(float* turn, double angle) {
  double square = 0, q[4];
  for (int k = 0; k < 4; ++k) q[k] = turn[k] + 0.5 * angle * random_in(-1, 1);
  for (int k = 0; k < 4; ++k) square += q[k] * q[k];
  for (int k = 0; k < 4; ++k) turn[k] = (float)(q[k] / sqrt(square));
}

static void set_turns(box_case* c, family kind) {
  random_turn(c->pose_a + 3);
  random_turn(c->pose_b + 3);
  if (kind == RESTING) { // B turned about A's z, and all but upright
    const double half = random_below(2) ? random_in(0, 3.2) : 0;
    const float upright[4] = {0, 0, 0, 1}, about_z[4] = {0, 0, (float)sin(half), (float)cos(half)};
    memcpy(c->pose_a + 3, upright, sizeof upright);
    memcpy(c->pose_b + 3, about_z, sizeof about_z);
    if (random_below(4) != 0) turn_by(c->pose_b + 3, pow(10, random_in(-8, -1)));
  } else if (kind == TURNED_ALIKE || kind == ALIKE || kind == IDENTICAL || kind == GRID) {
    memcpy(c->pose_b + 3, c->pose_a + 3, 4 * sizeof(float));
    if (kind == TURNED_ALIKE) turn_by(c->pose_b + 3, pow(10, random_in(-8, -0.5)));
    if (kind == GRID) {
      const float quarter[3][4] = {{0, 0, 0, 1}, {0, 0, 1, 0}, {0.5f, 0.5f, 0.5f, 0.5f}};
      memcpy(c->pose_a + 3, quarter[random_below(3)], 4 * sizeof(float));
      memcpy(c->pose_b + 3, quarter[random_below(3)], 4 * sizeof(float));
    }
  }
}

// B's position: along a direction, less far than the boxes reach; upon A's top where B rests.
static void set_place(box_case* c, family kind, double size) {
  double d[3], reach = 0;
  for (int k = 0; k < 3; ++k) {
    d[k] = random_in(-1, 1);
    reach += c->half_a[k] + c->half_b[k];
    c->pose_a[k] = (float)(random_below(2) ? random_in(-5, 5) * size : 0);
  }
  const double share = kind == CONCENTRIC || kind == IDENTICAL ? 0 : random_in(0, 0.5);
  for (int k = 0; k < 3; ++k) c->pose_b[k] = (float)(c->pose_a[k] + d[k] * share * reach);
  if (kind == GRID) {
    for (int k = 0; k < 3; ++k) c->pose_b[k] = c->pose_a[k] + (float)random_below(5) * 0.25f * c->half_a[k];
  }
  if (kind != RESTING) return;
  for (int k = 0; k < 2; ++k) c->pose_b[k] = (float)(c->pose_a[k] + d[k] * (c->half_a[k] + c->half_b[k]) * 0.9);
  const double sunk = pow(10, random_in(-5, -1)) * c->half_b[2];
  c->pose_b[2] = (float)(c->pose_a[2] + c->half_a[2] + c->half_b[2] - sunk);
}

static box_case random_pair(family kind) {
  box_case c = {0};
  const double size = pow(10, random_in(-3, 4)) / 10, aspect = kind == FLAT ? pow(10, random_in(0, 4)) : 5;
  for (int k = 0; k < 3; ++k) {
    c.half_a[k] = (float)(size * pow(aspect, random_in(-1, 0)));
    c.half_b[k] = random_below(3) ? (float)(size * pow(aspect, random_in(-1, 0))) : c.half_a[k];
  }
  if (kind == IDENTICAL) memcpy(c.half_b, c.half_a, sizeof c.half_a);
  c.radius_a = random_below(2) ? (float)(size * random_in(0, 0.3)) : 0;
  c.radius_b = random_below(2) ? (float)(size * random_in(0, 0.3)) : 0;
  c.margin = random_below(2) ? (float)(size * random_in(0, 0.1)) : 0;
  set_turns(&c, kind);
  set_place(&c, kind, size);
  return c;
}

// A pair of cores that overlap by more than the touch band.
static box_case deep_pair(family kind) {
  for (;;) {
    const box_case c = random_pair(kind);
    const exact_box a = exact_of(c.pose_a, c.half_a), b = exact_of(c.pose_b, c.half_b);
    if (exact_depth(&a, &b) > 2e-6L * scale_of(&c)) return c;
  }
}

// ------------------------------------------------------------------ tests

static void* room(size_t count, size_t size) {
  void* memory = calloc(count, size);
  assert_non_null(memory);
  return memory;
}

// The number of pairs to query of `usual` ones, in whole groups.
static uint32_t groups(uint32_t usual) { return fewer(usual, LEAST_PAIRS) / BOX_GROUP * BOX_GROUP; }

// How far a point around A's position is outside of a box at `at` from there.
static real outside(const exact_box* box, point at, const float* p) {
  real most = 0;
  for (int k = 0; k < 3; ++k) {
    const point from = {{p[0] - at.at[0], p[1] - at.at[1], p[2] - at.at[2]}};
    most = fmaxl(most, fabsl(dot(from, box->axis[k])) - box->half[k]);
  }
  return most;
}

TEST(test_depth) {
  const uint32_t pairs = groups(PAIRS);
  box_case* cases = room(pairs, sizeof *cases);
  box_answer* answers = room(pairs, sizeof *answers);
  for (int kind = 0; kind < FAMILIES; ++kind) {
    real worst_depth = 0, worst_normal = 0, worst_length = 0, worst_point = 0;
    uint32_t edges = 0, without = 0;
    for (uint32_t i = 0; i < pairs; ++i) cases[i] = deep_pair((family)kind);
    box_lanes_scalar(cases, pairs, answers);
    for (uint32_t i = 0; i < pairs; ++i) {
      const exact_box a = exact_of(cases[i].pose_a, cases[i].half_a), b = exact_of(cases[i].pose_b, cases[i].half_b);
      const real scale = scale_of(&cases[i]), depth = (real)answers[i].depth;
      const point n = {{answers[i].normal[0], answers[i].normal[1], answers[i].normal[2]}};
      worst_depth = fmaxl(worst_depth, fabsl(depth - exact_depth(&a, &b)) / scale);
      worst_normal = fmaxl(worst_normal, fabsl(depth - depth_along(&a, &b, n)) / scale);
      worst_length = fmaxl(worst_length, fabsl(length(n) - 1));
      assert_true(dot(n, minus(b.at, a.at)) >= -1e-6L * scale); // from A to B
      edges += answers[i].axis >= 6;
      without += answers[i].found == 0;
      if (answers[i].found == 0) continue;
      worst_point = fmaxl(worst_point, outside(&a, (point){{0}}, answers[i].point_a) / scale);
      worst_point = fmaxl(worst_point, outside(&b, minus(b.at, a.at), answers[i].point_b) / scale);
    }
    print_message(
        "%-13s depth %.2Le of scale, along its normal %.2Le, length of the normal %.1Le; edges: %u; "
        "points %.2Le, not found: %u\n",
        family_names[kind], worst_depth, worst_normal, worst_length, edges, worst_point, without);
    assert_true(worst_depth <= 4e-7L && worst_normal <= 4e-7L && worst_length <= 1e-6L && worst_point <= 4e-7L);
    assert_true(without <= allowed(0.001, pairs, PAIRS));
  }
  free(cases);
  free(answers);
}

// ------------------------------------------------------------------ manifolds

// What double makes of the same pair.
static void double_manifold(const box_case* c, const box_answer* answer, lgjk_manifold3* out) {
  lgjk_shape3 shapes[2] = {{.core = LGJK_CORE3_BOX, .count = 8}, {.core = LGJK_CORE3_BOX, .count = 8}};
  lgjk_solid3 a, b;
  lgjk_touch3 touch = {.distance = -(answer->depth + (c->radius_a + c->radius_b)),
                       .radius_a = c->radius_a,
                       .radius_b = c->radius_b,
                       .scale = (float)scale_of(c),
                       .margin = c->margin};
  memcpy(shapes[0].small, c->half_a, sizeof c->half_a);
  memcpy(shapes[1].small, c->half_b, sizeof c->half_b);
  lgjk_solid3_place(&a, &shapes[0], NULL, c->pose_a, c->pose_a);
  lgjk_solid3_place(&b, &shapes[1], NULL, c->pose_b, c->pose_a);
  for (int k = 0; k < 3; ++k) {
    touch.normal[k] = answer->normal[k];
    touch.origin[k] = c->pose_a[k];
    touch.point_a[k] = c->pose_a[k] + answer->point_a[k] + c->radius_a * answer->normal[k];
    touch.point_b[k] = c->pose_a[k] + answer->point_b[k] - c->radius_b * answer->normal[k];
  }
  lgjk_manifold3_make(&a, &b, &touch, out);
}

// How far a point of one manifold is from that of the same id in another, and their separations, over the scale.
static real off_from(const lgjk_manifold_point3* p, const lgjk_manifold3* other, real scale) {
  for (uint32_t i = 0; i < other->count; ++i) {
    const lgjk_manifold_point3* q = &other->points[i];
    if (q->id != p->id) continue;
    real most = fabsl((real)p->separation - (real)q->separation);
    for (int k = 0; k < 3; ++k) most = fmaxl(most, fabsl((real)p->position[k] - (real)q->position[k]));
    return most / scale;
  }
  return HUGE_VALL;
}

// Whether the separations of all points differ as on faces within 4e-3 of parallel: of such the deepest place may be
// left out.
static bool rests(const lgjk_manifold3* m, real scale) {
  for (uint32_t i = 1; i < m->count; ++i) {
    real square = 0;
    for (int k = 0; k < 3; ++k) {
      const real d = (real)m->points[i].position[k] - (real)m->points[0].position[k];
      square += d * d;
    }
    const real rise = (real)m->points[i].separation - (real)m->points[0].separation;
    if (rise > 4.001e-3L * sqrtl(square) + 1e-6L * scale) return false;
  }
  return true;
}

// What every manifold keeps to, whichever of several points as good are chosen.
static void expect_sound(const box_answer* answer, real scale, real radii) {
  const lgjk_manifold3* m = &answer->manifold;
  const lgjk_manifold_point3 none = {{0}, 0, 0};
  assert_in_range(m->count, 1, 4);
  assert_memory_equal(m->normal, answer->normal, sizeof m->normal);
  const real more = (real)m->points[0].separation + (real)answer->depth + radii;
  assert_true(fabsl(more) <= 2e-7L * scale || (more > 0 && more <= 2e-3L * scale && rests(m, scale)));
  for (uint32_t i = 0; i < 4; ++i) {
    if (i >= m->count) {
      assert_memory_equal(&m->points[i], &none, sizeof none);
      continue;
    }
    assert_true(m->points[0].separation <= m->points[i].separation);
    for (uint32_t k = 0; k < i; ++k) assert_true(m->points[i].id != m->points[k].id);
  }
}

// The points in double; at rest, where rounding may decide, another choice of them now and then.
TEST(test_manifold) {
  const uint32_t pairs = groups(PAIRS);
  box_case* cases = room(pairs, sizeof *cases);
  box_answer* answers = room(pairs, sizeof *answers);
  for (int kind = 0; kind < FAMILIES; ++kind) {
    uint32_t made = 0, others = 0, counts[5] = {0};
    const real near = kind == FLAT ? 1e-4L : 1e-6L; // where sides of slivers cross is noise
    for (uint32_t i = 0; i < pairs; ++i) cases[i] = deep_pair((family)kind);
    box_lanes_scalar(cases, pairs, answers);
    for (uint32_t i = 0; i < pairs; ++i) {
      const lgjk_manifold3* m = &answers[i].manifold;
      const real scale = scale_of(&cases[i]);
      lgjk_manifold3 expected;
      if (answers[i].found == 0) continue;
      ++made;
      expect_sound(&answers[i], scale, (real)cases[i].radius_a + (real)cases[i].radius_b);
      ++counts[m->count];
      double_manifold(&cases[i], &answers[i], &expected);
      real off = m->count == expected.count ? 0 : HUGE_VALL;
      for (uint32_t k = 0; k < m->count; ++k) off = fmaxl(off, off_from(&m->points[k], &expected, scale));
      others += off > near;
    }
    print_message("%-13s manifolds %u, of 1, 2, 3, 4 points %u %u %u %u; other points %u\n", family_names[kind], made,
                  counts[1], counts[2], counts[3], counts[4], others);
    assert_true(pairs - made < allowed(0.01, pairs, PAIRS) &&
                others <= allowed(kind == RESTING ? 0.005 : 0.002, pairs, PAIRS));
  }
  free(cases);
  free(answers);
}

typedef void (*lane_function)(const box_case*, uint32_t, box_answer*);
typedef struct lane_row {
  uint32_t isa;
  lane_function run; // NULL: not in this build
} lane_row;

#define RUN_0(name) NULL
#define RUN_1(name) box_lanes_##name
#define RUN_(have, name) RUN_##have(name)
#define RUN(have, name) RUN_(have, name)
#define LANE_ROW(name, number, ...) {number, RUN(LGJK_HAVE_##name, name)},
static const lane_row rows[] = {LGJK_ISA_TABLE(LANE_ROW)};

// A lane's bits depend on its own pair alone: all families side by side, in two orders.
TEST(test_same_bits) {
  const uint32_t pairs = groups(PAIRS_OF_ISAS);
  box_case *cases = room(pairs, sizeof *cases), *turned = room(pairs, sizeof *turned);
  box_answer *expected = room(pairs, sizeof *expected), *found = room(pairs, sizeof *found);
  for (uint32_t i = 0; i < pairs; ++i) {
    turned[pairs - 1 - i] = cases[i] = deep_pair((family)random_below(FAMILIES));
  }
  box_lanes_scalar(cases, pairs, expected);
  for (size_t k = 0; k < sizeof rows / sizeof *rows; ++k) {
    if (!rows[k].run || !lgjk_isa_supported(rows[k].isa)) continue;
    print_message("%s\n", lgjk_isa_name(rows[k].isa));
    rows[k].run(cases, pairs, found);
    assert_memory_equal(found, expected, pairs * sizeof *found);
    rows[k].run(turned, pairs, found);
    for (uint32_t i = 0; i < pairs; ++i) {
      assert_memory_equal(&found[pairs - 1 - i], &expected[i], sizeof *found);
    }
  }
  free(cases);
  free(turned);
  free(expected);
  free(found);
}

int main(void) {
  random_state = test_seed(5);
  return test_run(NULL, NULL);
}
