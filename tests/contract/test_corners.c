// Cores that are apart by little, and nearest at a corner of A where an edge or a face begins: what is nearest is known
// to rounding either way, but the normals of both are far from each other where the cores are near. Distances and
// contacts are held against the oracle. Compiled once for each dimension.
#include "test.h"
#include "query_pairs.h"
#include "mixed.h"
#include "test_random.h"
#include "touch.h"

enum { PAIRS = DIM == 2 ? 6000 : 2000 };

static uint64_t seed = 5;

// ---------------------------------------------------------------- corners

static void unit_random(long double u[DIM]) {
  double p[DIM];
  const double length = sqrt(random_in_ball(p, DIM));
  for (int k = 0; k < DIM; ++k) u[k] = p[k] / length;
}

// The point of a vertex in the world.
static void vertex_of(const oracleN_body* body, uint32_t index, long double out[DIM]) {
  long double column[DIM][DIM];
  touch_columns(body->pose, column);
  for (int k = 0; k < DIM; ++k) {
    out[k] = body->pose[k];
    for (int i = 0; i < DIM; ++i) out[k] += column[i][k] * body->vertices[DIM * index + (uint32_t)i];
  }
}

// The vertex that is farthest along u.
static uint32_t support_of(const oracleN_body* body, const long double u[DIM]) {
  uint32_t best = 0;
  long double most = -HUGE_VALL;
  for (uint32_t i = 0; i < body->count; ++i) {
    long double at[DIM], h = 0;
    vertex_of(body, i, at);
    for (int k = 0; k < DIM; ++k) h += at[k] * u[k];
    if (h > most) best = i;
    most = fmaxl(h, most);
  }
  return best;
}

// u: a direction in which two vertices are as far up to rounding, one of which is returned.
static uint32_t find_border(const oracleN_body* body, long double u[DIM]) {
  long double other[DIM];
  unit_random(u);
  unit_random(other);
  const uint32_t vertex = support_of(body, u);
  for (int step = 0; step < 64; ++step) {
    long double middle[DIM], square = 0;
    for (int k = 0; k < DIM; ++k) {
      middle[k] = u[k] + other[k];
      square += middle[k] * middle[k];
    }
    if (square < 1e-30L) break;
    for (int k = 0; k < DIM; ++k) middle[k] /= sqrtl(square);
    memcpy(support_of(body, middle) == vertex ? u : other, middle, sizeof middle);
  }
  return vertex;
}

#if DIM == 3
// As find_border, of a face in which the vertex is; false where none was found.
static bool find_face(const oracleN_body* body, long double u[DIM], uint32_t* vertex) {
  for (int try = 0; try < 60; ++try) {
    long double p[3][DIM], e[2][DIM], square = 0, most = -HUGE_VALL;
    for (int i = 0; i < 3; ++i) vertex_of(body, *vertex = random_below(body->count), p[i]);
    for (int i = 0; i < 2; ++i) {
      for (int k = 0; k < DIM; ++k) e[i][k] = p[i][k] - p[2][k];
    }
    for (int k = 0; k < DIM; ++k) {
      u[k] = e[0][(k + 1) % 3] * e[1][(k + 2) % 3] - e[0][(k + 2) % 3] * e[1][(k + 1) % 3];
      square += u[k] * u[k];
    }
    if (square < 1e-12L) continue;
    for (int k = 0; k < DIM; ++k) u[k] /= sqrtl(square);
    for (uint32_t i = 0; i < body->count; ++i) {
      long double at[DIM], h = 0;
      vertex_of(body, i, at);
      for (int k = 0; k < DIM; ++k) h += (at[k] - p[2][k]) * u[k];
      most = fmaxl(h, most);
    }
    if (most < 1e-6L) return true;
  }
  return false;
}
#endif

// Moves B until its end against u, or a point as far, is beyond a corner of A by some way along u.
static void place_at_corner(const oracleN_body* a, const oracleN_body* b, float* pose_b, double scale) {
  long double u[DIM], at[DIM], end[DIM], back[DIM];
#if DIM == 3
  uint32_t vertex;
  if (random_below(2) == 0 || !find_face(a, u, &vertex)) vertex = find_border(a, u);
#else
  const uint32_t vertex = find_border(a, u);
#endif
  vertex_of(a, vertex, at);
  for (int k = 0; k < DIM; ++k) back[k] = -u[k];
  const long double way = (long double)(scale * pow(10, random_in(-6.5, -0.5)));
  if (b->count > 0) {
    vertex_of(b, support_of(b, back), end);
  } else {
    const long double reach = touch_height(b, b->pose, back) - b->radius;
    for (int k = 0; k < DIM; ++k) end[k] = b->pose[k] + reach * back[k];
  }
  for (int k = 0; k < DIM; ++k) pose_b[k] = (float)(b->pose[k] + at[k] + way * u[k] - end[k]);
}

// ---------------------------------------------------------------- what must hold

static void expect_kept(const truth* t, const answersN* distance, const answersN* contact, uint32_t i) {
  const touch_judgement j = touch_judge(t, contact, i);
  if (truth_is_kept(t, distance, i) && truth_is_touched(t, contact, i)) return;
  print_message(
      "pair %u, LGJK_TEST_SEED=%llu, of %d and %d vertices: distance %.3Lg, normal %.3Lg, witness %.3Lg, "
      "step %.3Lg of what a contact promises\n",
      i, (unsigned long long)seed, (int)t->a.count, (int)t->b.count, j.distance, j.normal, j.witness, j.step);
  fail_msg("%s is wrong", truth_is_touched(t, contact, i) ? "a distance" : "a contact");
}

TEST(corners_have_true_normals) {
  mixedN m;
  random_state = seed;
  assert_int_equal(mixedN_open(&m, seed, PAIRS, 0), 0);
  oracleN_table* table = oracleN_table_create(m.shapes);
  for (uint32_t i = 0; i < PAIRS; ++i) {
    float* pose = m.pose + 2 * POSE_FLOATS * (size_t)i;
    const uint32_t swap = random_below(2);
    for (int k = 0; k < DIM; ++k) pose[POSE_FLOATS * swap + (uint32_t)k] = (float)random_in(-1, 1);
    const oracleN_body a = oracleN_read(table, &m.bodies, 2 * i + swap);
    const oracleN_body b = oracleN_read(table, &m.bodies, 2 * i + 1 - swap);
    if (a.count > 1) place_at_corner(&a, &b, pose + POSE_FLOATS * (1 - swap), (double)oracleN_scale(&a, &b));
  }
  answersN distance = answersN_open(PAIRS), contact = answersN_open(PAIRS);
  query_pairs(DISTANCE, &m.bodies, &m.pairs, NULL, NULL, &distance);
  query_pairs(CONTACT, &m.bodies, &m.pairs, NULL, NULL, &contact);
  for (uint32_t i = 0; i < PAIRS; ++i) {
    const truth t = truth_of(table, &m.bodies, &m.pairs, i);
    if (distance.status[i] != LGJK_STATUS_BAD) expect_kept(&t, &distance, &contact, i);
  }
  answersN_close(&distance);
  answersN_close(&contact);
  oracleN_table_destroy(table);
  mixedN_close(&m);
}

int main(void) {
  seed = test_seed(seed);
  return test_run(NULL, NULL);
}
