// Where two translations are as short, as of equal plates in one place that tremble, contacts keep their normal: to a
// fixed rule, and hulls of 3D that are warm to that of the record.
#include "built.h"
#include "shape_defs2.h"
#include "shape_defs3.h"
#include "test_random.h"

#define PI 3.14159265358979323846
#define TREMBLE 5e-8
enum { PAIRS = 500, FRAMES = 20 };

static uint32_t shape[2 * PAIRS], pair[PAIRS][2];
static float pose[2 * PAIRS][7], normal[PAIRS][3], before[PAIRS][3];
static lgjk_warm warm[PAIRS];

static int32_t ask(uint32_t dim, const void* shapes, lgjk_warm* records) {
  const lgjk_pairs pairs = {
      .struct_size = sizeof pairs, .stride = sizeof pair[0], .a = &pair[0][0], .b = &pair[0][1], .count = PAIRS};
  const lgjk_results results = {.struct_size = sizeof results, .normal = normal[0]};
  memcpy(before, normal, sizeof normal);
  if (dim == 3) {
    const lgjk_bodies3 b = {
        .struct_size = sizeof b, .count = 2 * PAIRS, .shapes = shapes, .shape = shape, .pose = pose[0]};
    return lgjk_contact3(&b, &b, &pairs, records, 0, PAIRS, &results, NULL, NULL);
  }
  const lgjk_bodies2 b = {
      .struct_size = sizeof b, .count = 2 * PAIRS, .shapes = shapes, .shape = shape, .pose = pose[0]};
  return lgjk_contact2(&b, &b, &pairs, records, 0, PAIRS, &results, NULL, NULL);
}

// Both bodies of a pair have one rotation. In 2D poses are packed in fours.
static void turn_pair(uint32_t dim, uint32_t i) {
  const double angle = random_in(-PI, PI), x = random_in(-1, 1), y = random_in(-1, 1), z = random_in(-1, 1);
  const double sine = sin(angle / 2) / sqrt(x * x + y * y + z * z);
  const float turn[4] = {(float)(x * sine), (float)(y * sine), (float)(z * sine), (float)cos(angle / 2)};
  const float in2d[2] = {(float)cos(angle), (float)sin(angle)};
  for (uint32_t body = 2 * i; body < 2 * i + 2; ++body) {
    shape[body] = 0;
    pair[i][body & 1] = body;
    memset(&pose[0][0] + (dim == 3 ? 7 : 4) * body, 0, dim * sizeof(float));
    if (dim == 3) memcpy(&pose[body][3], turn, sizeof turn);
    if (dim == 2) memcpy(&pose[0][0] + 4 * body + 2, in2d, sizeof in2d);
  }
}

static float* position_of_b(uint32_t dim, uint32_t i) { return &pose[0][0] + (dim == 3 ? 7 : 4) * (2 * i + 1); }

static void tremble(uint32_t dim) {
  for (uint32_t i = 0; i < PAIRS; ++i) {
    for (uint32_t k = 0; k < dim; ++k) position_of_b(dim, i)[k] = (float)random_in(-TREMBLE, TREMBLE);
  }
}

// Normals that point elsewhere than in the frame before.
static int turned(uint32_t dim) {
  int out = 0;
  for (uint32_t i = 0; i < PAIRS; ++i) {
    double cosine = 0;
    for (uint32_t k = 0; k < dim; ++k)
      cosine += (double)(&normal[0][0])[dim * i + k] * (double)(&before[0][0])[dim * i + k];
    out += cosine < 0.99;
  }
  return out;
}

static void expect_still(const char* name, uint32_t dim, const void* shapes, lgjk_warm* records) {
  int changes = 0;
  for (int frame = 0; frame < FRAMES; ++frame) {
    tremble(dim);
    assert_int_equal(ask(dim, shapes, records), LGJK_OK);
    if (frame > 0) changes += turned(dim);
  }
  const double share = (double)changes / (PAIRS * (FRAMES - 1));
  if (share > 0.01) fail_msg("%s: %.2f%% of normals change", name, 100 * share);
}

static void check2(const char* name, const lgjk_shape2_def* def) {
  lgjk_shapes2* shapes = build_shapes2(def, 1);
  for (uint32_t i = 0; i < PAIRS; ++i) turn_pair(2, i);
  expect_still(name, 2, shapes, NULL);
  lgjk_shapes2_destroy(shapes);
}

static lgjk_shapes3* open3(const lgjk_shape3_def* def) {
  lgjk_shapes3* shapes = build_shapes3(def, 1);
  for (uint32_t i = 0; i < PAIRS; ++i) turn_pair(3, i);
  memset(warm, 0, sizeof warm);
  return shapes;
}

static void check3(const char* name, const lgjk_shape3_def* def) {
  lgjk_shapes3* shapes = open3(def);
  expect_still(name, 3, shapes, NULL);
  expect_still(name, 3, shapes, warm);
  lgjk_shapes3_destroy(shapes);
}

static void prism(float points[12][3], double across, double half) {
  for (uint32_t i = 0; i < 12; ++i) {
    points[i][0] = (float)(across * cos(PI / 3 * i));
    points[i][1] = (float)(across * sin(PI / 3 * i));
    points[i][2] = (float)(i < 6 ? half : -half);
  }
}

TEST(test_polygons) {
  float ring[16];
  random_state = 1;
  for (uint32_t count = 5; count <= 8; ++count) {
    for (uint32_t i = 0; i < count; ++i) {
      ring[2 * i] = (float)cos(2 * PI * i / count);
      ring[2 * i + 1] = (float)sin(2 * PI * i / count);
    }
    const lgjk_shape2_def def = points_def(ring, count);
    check2("polygons", &def);
  }
}

TEST(test_boxes2) {
  random_state = 2;
  const lgjk_shape2_def plate = sized_def(LGJK_SHAPE2_BOX, 1, 0.25f), square = sized_def(LGJK_SHAPE2_BOX, 1, 1);
  check2("plates", &plate);
  check2("squares", &square);
}

TEST(test_boxes3) {
  random_state = 3;
  const lgjk_shape3_def plate = sized_def3(LGJK_SHAPE3_BOX, 1, 1, 0.1f), cube = sized_def3(LGJK_SHAPE3_BOX, 1, 1, 1);
  check3("plates", &plate);
  check3("cubes", &cube);
}

// Two edges cross along the normal.
TEST(test_rods3) {
  const double s = sin(PI / 8), c = cos(PI / 8), half = sqrt(0.5);
  const float turns[2][4] = {{(float)s, 0, 0, (float)c},
                             {(float)(half * s), (float)(half * s), (float)(half * c), (float)(half * c)}};
  random_state = 6;
  const lgjk_shape3_def rod = sized_def3(LGJK_SHAPE3_BOX, 1, 0.1f, 0.1f);
  lgjk_shapes3* shapes = open3(&rod);
  for (uint32_t body = 0; body < 2 * PAIRS; ++body) memcpy(&pose[body][3], turns[body & 1], sizeof turns[0]);
  expect_still("rods", 3, shapes, NULL);
  assert_true(normal[0][2] * normal[0][2] > 0.999f);
  lgjk_shapes3_destroy(shapes);
}

TEST(test_hulls3) {
  float points[12][3];
  random_state = 4;
  prism(points, 1, 0.1);
  const lgjk_shape3_def plate = points_def3(points[0], 12);
  check3("prisms", &plate);
}

// B comes from the side to which the fixed rule does not send it.
TEST(test_record_kept) {
  float points[12][3], fixed[PAIRS][3];
  random_state = 5;
  prism(points, 1, 0.1);
  const lgjk_shape3_def plate = points_def3(points[0], 12);
  lgjk_shapes3* shapes = open3(&plate);
  tremble(3);
  assert_int_equal(ask(3, shapes, NULL), LGJK_OK);
  memcpy(fixed, normal, sizeof fixed);
  for (uint32_t i = 0; i < PAIRS; ++i) {
    for (uint32_t k = 0; k < 3; ++k) position_of_b(3, i)[k] = -0.01f * fixed[i][k];
  }
  assert_int_equal(ask(3, shapes, warm), LGJK_OK);
  assert_int_equal(turned(3), PAIRS);
  expect_still("records", 3, shapes, warm);
  tremble(3);
  assert_int_equal(ask(3, shapes, warm), LGJK_OK);
  memcpy(before, fixed, sizeof fixed);
  assert_true(turned(3) > PAIRS * 9 / 10);
  lgjk_shapes3_destroy(shapes);
}
