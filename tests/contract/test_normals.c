// Where two translations are as short, as of equal plates in one place that tremble, contacts keep their normal: to a
// fixed rule, and hulls of 3D that are warm to that of the record. Compiled once for each dimension.
#include "built.h"
#include "mixed.h"
#include "packed.h"
#include "query_pairs.h"
#include "shape_defs.h"
#include "test.h"
#include "test_random.h"
#include "touch.h"

#define PI 3.14159265358979323846
#define TREMBLE 5e-8
enum { PAIRS = 500, FRAMES = 20 };

static uint32_t shape[2 * PAIRS], pair[PAIRS][2];
static float pose[2 * PAIRS][POSE_FLOATS], normal[PAIRS][DIM], before[PAIRS][DIM];

static void call_query(const lgjk_shapesN* shapes, lgjk_warm* records) {
  const lgjk_bodiesN bodies = packed_bodies(shapes, 2 * PAIRS, shape, pose[0], NULL);
  lgjk_pairs pairs = packed_pairs(&pair[0][0], &pair[0][1], PAIRS);
  const lgjk_results results = {.struct_size = sizeof results, .normal = normal[0]};
  pairs.stride = sizeof pair[0];
  memcpy(before, normal, sizeof normal);
  assert_int_equal(lgjk_contactN(&bodies, &bodies, &pairs, records, 0, PAIRS, &results, NULL, NULL), LGJK_OK);
}

// Both bodies of a pair have one rotation.
static void turn_pair(uint32_t i) {
  const double angle = random_in(-PI, PI), x = random_in(-1, 1), y = random_in(-1, 1), z = random_in(-1, 1);
#if DIM == 2
  (void)x, (void)y, (void)z;
  const float turn[2] = {(float)cos(angle), (float)sin(angle)};
#else
  const double sine = sin(angle / 2) / sqrt(x * x + y * y + z * z);
  const float turn[4] = {(float)(x * sine), (float)(y * sine), (float)(z * sine), (float)cos(angle / 2)};
#endif
  for (uint32_t body = 2 * i; body < 2 * i + 2; ++body) {
    pair[i][body & 1] = body;
    memset(pose[body], 0, DIM * sizeof(float));
    memcpy(&pose[body][DIM], turn, sizeof turn);
  }
}

static void tremble(void) {
  for (uint32_t i = 0; i < PAIRS; ++i) {
    for (uint32_t k = 0; k < DIM; ++k) pose[2 * i + 1][k] = (float)random_in(-TREMBLE, TREMBLE);
  }
}

// Normals that point elsewhere than in the frame before.
static int turned(void) {
  int out = 0;
  for (uint32_t i = 0; i < PAIRS; ++i) {
    double cosine = 0;
    for (uint32_t k = 0; k < DIM; ++k) cosine += (double)normal[i][k] * (double)before[i][k];
    out += cosine < 0.99;
  }
  return out;
}

static void expect_still(const char* name, const lgjk_shapesN* shapes, lgjk_warm* records) {
  int changes = 0;
  for (int frame = 0; frame < FRAMES; ++frame) {
    tremble();
    call_query(shapes, records);
    if (frame > 0) changes += turned();
  }
  const double share = (double)changes / (PAIRS * (FRAMES - 1));
  if (share > 0.01) fail_msg("%s: %.2f%% of normals change", name, 100 * share);
}

static lgjk_shapesN* open_pairs(const lgjk_shapeN_def* def) {
  for (uint32_t i = 0; i < PAIRS; ++i) turn_pair(i);
  return build_shapesN(def, 1);
}

// In 3D from records, too.
static void check(const char* name, lgjk_shapeN_def def) {
  lgjk_warm warm[PAIRS] = {{{0}}};
  lgjk_shapesN* shapes = open_pairs(&def);
  expect_still(name, shapes, NULL);
  if (DIM == 3) expect_still(name, shapes, warm);
  lgjk_shapesN_destroy(shapes);
}

#if DIM == 2
TEST(test_polygons) {
  float ring[16];
  random_state = 1;
  for (uint32_t count = 5; count <= 8; ++count) {
    for (uint32_t i = 0; i < count; ++i) {
      ring[2 * i] = (float)cos(2 * PI * i / count);
      ring[2 * i + 1] = (float)sin(2 * PI * i / count);
    }
    check("polygons", points_def(ring, count));
  }
}

TEST(test_boxes) {
  random_state = 2;
  check("plates", sized_def(LGJK_SHAPE2_BOX, 1, 0.25f));
  check("squares", sized_def(LGJK_SHAPE2_BOX, 1, 1));
}
#else
static void prism(float points[12][3], double across, double half) {
  for (uint32_t i = 0; i < 12; ++i) {
    points[i][0] = (float)(across * cos(PI / 3 * i));
    points[i][1] = (float)(across * sin(PI / 3 * i));
    points[i][2] = (float)(i < 6 ? half : -half);
  }
}

TEST(test_boxes) {
  random_state = 3;
  check("plates", sized_def3(LGJK_SHAPE3_BOX, 1, 1, 0.1f));
  check("cubes", sized_def3(LGJK_SHAPE3_BOX, 1, 1, 1));
}

// Two edges cross along the normal.
TEST(test_rods) {
  const double s = sin(PI / 8), c = cos(PI / 8), half = sqrt(0.5);
  const float turns[2][4] = {{(float)s, 0, 0, (float)c},
                             {(float)(half * s), (float)(half * s), (float)(half * c), (float)(half * c)}};
  random_state = 6;
  const lgjk_shape3_def rod = sized_def3(LGJK_SHAPE3_BOX, 1, 0.1f, 0.1f);
  lgjk_shapes3* shapes = open_pairs(&rod);
  for (uint32_t body = 0; body < 2 * PAIRS; ++body) memcpy(&pose[body][3], turns[body & 1], sizeof turns[0]);
  expect_still("rods", shapes, NULL);
  assert_true(normal[0][2] * normal[0][2] > 0.999f);
  lgjk_shapes3_destroy(shapes);
}

TEST(test_hulls) {
  float points[12][3];
  random_state = 4;
  prism(points, 1, 0.1);
  check("prisms", points_def3(points[0], 12));
}

// B comes from the side to which the fixed rule does not send it.
TEST(test_record_kept) {
  float points[12][3], fixed[PAIRS][3];
  lgjk_warm warm[PAIRS] = {{{0}}};
  random_state = 5;
  prism(points, 1, 0.1);
  const lgjk_shape3_def plate = points_def3(points[0], 12);
  lgjk_shapes3* shapes = open_pairs(&plate);
  tremble();
  call_query(shapes, NULL);
  memcpy(fixed, normal, sizeof fixed);
  for (uint32_t i = 0; i < PAIRS; ++i) {
    for (uint32_t k = 0; k < 3; ++k) pose[2 * i + 1][k] = -0.01f * fixed[i][k];
  }
  call_query(shapes, warm);
  assert_int_equal(turned(), PAIRS);
  expect_still("records", shapes, warm);
  tremble();
  call_query(shapes, warm);
  memcpy(before, fixed, sizeof fixed);
  assert_true(turned() > PAIRS * 9 / 10);
  lgjk_shapes3_destroy(shapes);
}
#endif

// ----------------------------------------------------------------
// Cores that are apart by little, and nearest at a corner of A where an edge or a face begins: what is nearest is known
// to rounding either way, but the normals of both are far from each other where the cores are near. Distances and
// contacts are held against the oracle.

enum { CORNER_PAIRS = DIM == 2 ? 6000 : 2000 };

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
  assert_int_equal(mixedN_open(&m, seed, CORNER_PAIRS, 0), 0);
  oracleN_table* table = oracleN_table_create(m.shapes);
  for (uint32_t i = 0; i < CORNER_PAIRS; ++i) {
    float* own = m.pose + 2 * POSE_FLOATS * (size_t)i;
    const uint32_t swap = random_below(2);
    for (int k = 0; k < DIM; ++k) own[POSE_FLOATS * swap + (uint32_t)k] = (float)random_in(-1, 1);
    const oracleN_body a = oracleN_read(table, &m.bodies, 2 * i + swap);
    const oracleN_body b = oracleN_read(table, &m.bodies, 2 * i + 1 - swap);
    if (a.count > 1) place_at_corner(&a, &b, own + POSE_FLOATS * (1 - swap), (double)oracleN_scale(&a, &b));
  }
  answersN distance = answersN_open(CORNER_PAIRS), contact = answersN_open(CORNER_PAIRS);
  query_pairs(DISTANCE, &m.bodies, &m.pairs, NULL, NULL, &distance);
  query_pairs(CONTACT, &m.bodies, &m.pairs, NULL, NULL, &contact);
  for (uint32_t i = 0; i < CORNER_PAIRS; ++i) {
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
