// Where two translations are as short, as of equal plates in one place that tremble, contacts keep their normal: to a
// fixed rule, and hulls of 3D that are warm to that of the record. Compiled once for each dimension.
#include "built.h"
#include "packed.h"
#include "shape_defs.h"
#include "test_random.h"

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
