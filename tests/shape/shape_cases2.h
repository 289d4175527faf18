// What shape sets in 2D are tested with, and the tests that 3D does not have: a part of test_shapes.c.

enum { CORNERS = 4, VARIED = 8 };
#define VARIED_TEXT "8"
#define ALL_CORES 0x7Fu // of those definitions

static const float identity[4] = {1, 0, 0, 1};

// A box of half extents 2 and 3 under a mirror and scales, and what it becomes.
static const float box_map[4] = {-0.5f, 0.0f, -0.0f, 2.0f}, box_half[4] = {1, 6, 0, 0};
static const float box_corners[8] = {-1, -6, 1, -6, 1, 6, -1, 6};

// Boxes that become points: map, half extents, vertices. Maps of determinant 0 are refused, but sizes may underflow.
static const struct lost_box {
  float map[4], size[2];
  uint32_t count;
  float vertices[8];
} lost_boxes[] = {
    {{1, 1, 0, 1}, {2, 1}, 4, {-3, -1, 1, -1, 3, 1, -1, 1}},
    {{1e-30f, 0, 0, 1}, {1e-30f, 1}, 2, {0, -1, 0, 1}},
    {{1e-30f, 0, 0, 1e-30f}, {1e-30f, 1e-30f}, 1, {0, 0}},
};

// What a zero map leaves alone: points, the corners of a box and the matrix of an ellipse of sizes 2 and 1.
static const float given_points[8] = {-2, -1, 2, -1, 2, 1, -2, 1};
static const float given_corners[8] = {-2, -1, 2, -1, 2, 1, -2, 1}, given_matrix[4] = {2, 0, 0, 1};

// Four points with something between them. Then the first three vertices of their hull, before what no one wrote.
static const float padded_points[12] = {0, 0, NAN, 1, 0, NAN, 1, 1, NAN, 0, 1, NAN};
static const float first_three[8] = {0, 0, 1, 0, 1, 1, 9, 9};
static const float denormals[6] = {1e-45f, 0, 3e-42f, 1e-45f, 0, 7e-40f};

// Sets the part of the map that concerns x and y: all of it.
static void set_plane_map(lgjk_shape2_def* def, float xx, float xy, float yx, float yy) {
  set_map(def, xx, xy, yx, yy);
}

// The record of a box or an ellipse has four numbers at the beginning of the row, nothing in the rest.
static void assert_record(const lgjk_shape2* shape, const float* expected) {
  const float zeros[16] = {0};
  assert_floats(shape->row, expected, 4);
  assert_floats(shape->row + 4, zeros, 12);
  assert_floats(shape->earlier, zeros, 2);
  assert_floats(shape->before, zeros, 2);
  assert_floats(shape->after, zeros, 4);
  assert_floats(shape->unused, zeros, sizeof shape->unused / sizeof(float));
}

// Definitions of all cores, with radii, every other one turned.
static void varied_defs(lgjk_shape2_def* defs) {
  static float many[200];
  for (int i = 0; i < 100; ++i) {
    many[2 * i] = (float)(i % 50) * 0.25f;
    many[2 * i + 1] = many[2 * i] * many[2 * i] * 0.125f + (float)(i / 50);
  }
  defs[0] = POINTS;
  defs[1] = points_def(many, 100);
  defs[2] = BOX;
  defs[3] = ELLIPSE;
  defs[4] = points_def(many, 40);
  defs[5] = points_def(many, 7);
  defs[6] = points_def(many, 2);
  defs[7] = points_def(many, 1);
  for (uint32_t i = 0; i < VARIED; ++i) {
    defs[i].radius = 0.1f * (float)i;
    set_map(&defs[i], 0.9f, i % 2 ? -0.3f : 0.0f, i % 2 ? 0.3f : 0.0f, 1.1f);
  }
}

static void assert_same_pool(const lgjk_shapes2* a, const lgjk_shapes2* b, const lgjk_shape2* s) {
  assert_memory_equal(a->pool + s->pool, b->pool + s->pool, 2 * s->padded * sizeof(float));
}

// Every direction's image of the unit circle lies between the two radii.
TEST(ellipse_matrix_and_radii) {
  lgjk_shape2_def defs[3];
  for (int i = 0; i < 3; ++i) defs[i] = sized_def(LGJK_SHAPE2_ELLIPSE, 2.0f, 0.25f);
  set_map(&defs[1], 0.5f, 3.0f, -1.0f, 2.0f);
  set_map(&defs[2], 1.0f, 1.0f, 1.0f, 1.001f);
  defs[1].radius = 0.75f;
  lgjk_shapes2* shapes = create_or_fail(defs, 3, NULL);
  assert_int_equal(shapes->core_mask, 1u << LGJK_CORE2_ELLIPSE);
  for (uint32_t s = 0; s < 3; ++s) {
    const lgjk_shape2* shape = &shapes->shape[s];
    const lgjk_shape2_info info = info_of(shapes, s, NULL, 0);
    float expected[4];
    for (int i = 0; i < 4; ++i) expected[i] = defs[s].map[i] * defs[s].size[i % 2];
    assert_record(shape, expected);
    assert_floats(info.matrix, expected, 4);
    assert_int_equal(info.vertex_count, 0);
    assert_int_equal(info.kind, LGJK_SHAPE2_ELLIPSE);
    long double least = INFINITY, most = 0;
    for (int i = 0; i < 200000; ++i) {
      const long double t = 3.14159265358979323846L * i / 200000, c = cosl(t), d = sinl(t);
      const long double x = (long double)expected[0] * c + (long double)expected[1] * d;
      const long double y = (long double)expected[2] * c + (long double)expected[3] * d;
      least = fminl(least, hypotl(x, y));
      most = fmaxl(most, hypotl(x, y));
    }
    const long double area = fabsl((long double)expected[0] * (long double)expected[3] -
                                   (long double)expected[1] * (long double)expected[2]);
    assert_true((long double)shape->inner <= least && (long double)shape->inner > area / most * 0.99999L);
    assert_true((long double)shape->bound >= most && (long double)shape->bound < most * (1 + 2e-7L));
    assert_true(info.bound >= shape->bound + defs[s].radius);
  }
  lgjk_shapes2_destroy(shapes);
}
