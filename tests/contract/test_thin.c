// Shapes, radii and ways so small that their squares are 0 in floats: answers are those of what is larger. Compiled
// once for each dimension.
#include "built.h"
#include "cast_answers.h"
#include "packed.h"
#include "query_pairs.h"
#include "test_random.h"

enum { MOST_PAIRS = 64, RAYS = 200 };

// The contacts of `count` equal pairs: shape 0 at one pose, and shape 1 at another.
static answersN contacts_of(const lgjk_shapeN_def defs[2], const float (*pose)[POSE_FLOATS], uint32_t count,
                            uint32_t isa) {
  static const uint32_t shape[2] = {0, 1};
  static uint32_t a[MOST_PAIRS], b[MOST_PAIRS];
  for (uint32_t i = 0; i < count; ++i) b[i] = 1;
  lgjk_shapesN* shapes = build_shapesN(defs, 2);
  const lgjk_bodiesN bodies = packed_bodies(shapes, 2, shape, pose[0], NULL);
  const lgjk_pairs pairs = packed_pairs(a, b, count);
  const lgjk_options options = options_of_isa(isa);
  answersN answers = answersN_open(count);
  query_pairs(CONTACT, &bodies, &pairs, NULL, &options, &answers);
  lgjk_shapesN_destroy(shapes);
  return answers;
}

#if DIM == 2
#define POLYGON(array) \
  { .struct_size = sizeof(lgjk_shape2_def), .points = (array), .point_count = sizeof(array) / (2 * sizeof(float)) }
#define BOX_OF(x, y)                                                                  \
  {                                                                                   \
    .struct_size = sizeof(lgjk_shape2_def), .kind = LGJK_SHAPE2_BOX, .size = { x, y } \
  }

TEST(specks_that_are_apart_do_not_overlap) {
  static const float pose[2][4] = {{0, 0, 1, 0}, {0, 1.25f, 1, 0}};
  uint32_t isas[LGJK_ISA_COUNT];
  const uint32_t isa_count = test_isas(isas);
  for (int digits = 6; digits <= 44; ++digits) {
    const float h = (float)pow(10, -digits), speck[6] = {-h, -h, h, -h, 0, h};
    const lgjk_shape2_def defs[2] = {POLYGON(speck), POLYGON(speck)};
    for (uint32_t k = 0; k < isa_count; ++k) {
      answersN found = contacts_of(defs, pose, 1, isas[k]);
      assert_int_equal(found.status[0], LGJK_STATUS_SEPARATED);
      assert_true(fabsf(found.distance[0] - 1.25f) < 4e-6f);
      answersN_close(&found);
    }
  }
}

// An axis that float cannot choose is left to the search, whether one lane of a block has one or all.
TEST(one_thin_pair_has_the_bits_of_many) {
  static const float pose[2][4] = {{-0x1.7abfbp+0f, -0x1.b9e196p-1f, -0x1.aa2266p-2f, -0x1.d18f6ep-1f},
                                   {0, 0, 1, 0x1.8be67ep-14f}};
  static const float line[4] = {-2, -2, -2, 0};
  uint32_t isas[LGJK_ISA_COUNT];
  const uint32_t isa_count = test_isas(isas);
  for (int digits = 1; digits <= 44; ++digits) {
    const lgjk_shape2_def defs[2] = {BOX_OF((float)pow(10, -digits), 1.75f), POLYGON(line)};
    answersN one = contacts_of(defs, pose, 1, LGJK_ISA_SCALAR);
    for (uint32_t k = 0; k < isa_count; ++k) {
      for (uint32_t count = 1; count <= MOST_PAIRS; count *= 2) {
        answersN many = contacts_of(defs, pose, count, isas[k]);
        for (uint64_t i = 0; i < count; ++i) assert_true(answersN_same_at(&one, 0, &many, i));
        answersN_close(&many);
      }
    }
    answersN_close(&one);
  }
}

TEST(a_tiny_edge_at_a_corner_leaves_both_points) {
  static const float pose[2][4] = {{0, 0, 1, -1e-4f}, {0, -0.495f, 1, 0}};
  for (int digits = 20; digits <= 44; ++digits) {
    const float h = (float)pow(10, -digits), corner[10] = {-1, 0, -h, 0, 0, h, 0, 1, -1, 1};
    const lgjk_shape2_def defs[2] = {POLYGON(corner), BOX_OF(5, 0.5f)};
    answersN found = contacts_of(defs, pose, 1, LGJK_ISA_AUTO);
    assert_int_equal(found.manifold[0].count, 2);
    answersN_close(&found);
  }
}
#else

TEST(a_thin_plate_has_all_points_of_a_manifold) {
  const double half_turn = asin(1) / 2, s = sin(half_turn), c = cos(half_turn);
  const float pose[2][7] = {{0, 0, 0, 0, (float)s, 0, (float)c}, {0.099f, 0, 0, 0, (float)s, 0, (float)c}};
  for (int digits = 18; digits <= 44; ++digits) {
    float plate[24];
    for (int i = 0; i < 24; ++i) plate[i] = (i / 3 >> i % 3 & 1 ? 1 : -1) * (i % 3 == 2 ? (float)pow(10, -digits) : 1);
    const lgjk_shape3_def defs[2] = {
        {.struct_size = sizeof *defs, .points = plate, .point_count = 8},
        {.struct_size = sizeof *defs, .kind = LGJK_SHAPE3_BOX, .size = {0.3f, 0.4f, 0.1f}}};
    answersN found = contacts_of(defs, pose, 1, LGJK_ISA_AUTO);
    assert_int_equal(found.manifold[0].count, 4);
    assert_true(fabsf(found.distance[0] + 0.001f) < 1e-6f);
    answersN_close(&found);
  }
}

// Two plates that cross at right angles: B's is at z = -0.5, and A's at y = 1.5, 0.5 below B's upper edge.
TEST(points_of_plates_that_cross_are_in_both) {
  static const float pose[2][7] = {{0.25f, 1.5f, -0.25f, 0.5f, 0.5f, -0.5f, 0.5f},
                                   {0x1.0458p+1f, -0x1.c0c502p-13f, -0.5f, 0, 0, 0, 1}};
  uint32_t isas[LGJK_ISA_COUNT];
  const uint32_t isa_count = test_isas(isas);
  for (int digits = 3; digits <= 44; ++digits) {
    const float h = (float)pow(10, -digits);
    const lgjk_shape3_def box = {.struct_size = sizeof box, .kind = LGJK_SHAPE3_BOX, .size = {0.75f, 2, h}};
    const lgjk_shape3_def defs[2] = {box, box};
    for (uint32_t k = 0; k < isa_count; ++k) {
      answersN found = contacts_of(defs, pose, 1, isas[k]);
      assert_int_equal(found.status[0], LGJK_STATUS_OVERLAPPING);
      assert_true(fabsf(found.point_a[1] - 1.5f) <= h + 2e-6f);
      assert_true(fabsf(found.point_b[2] + 0.5f) <= h + 2e-6f);
      answersN_close(&found);
    }
  }
}
#endif

// ---------------------------------------------------------------- casts

typedef struct flights {
  lgjk_shapesN* shapes;
  uint32_t shape[RAYS + 1], a[RAYS], b[RAYS];
  float pose[RAYS + 1][POSE_FLOATS], radius[RAYS + 1], way[RAYS + 1][DIM];
  lgjk_bodiesN bodies;
  lgjk_pairs pairs;
  lgjk_cast_options options;
  cast_answers answers;
  lgjk_cast_results results;
} flights;

// Points, or specks of `corners`, that go through the target, the last body, from all sides. Shapes: the mover, the
// target.
static void open_flights(flights* f, uint32_t corners, const lgjk_shapeN_def* target, const double inner[DIM]) {
  float speck[(DIM + 1) * DIM] = {0};
  for (int k = 0; k < DIM; ++k) speck[DIM * (k + 1) + k] = 1e-15f;
  const lgjk_shapeN_def defs[2] = {rounded_pointsN(speck, corners, 0), *target};
  memset(f, 0, sizeof *f);
  f->shapes = build_shapesN(defs, 2);
  f->shape[RAYS] = 1;
  f->pose[RAYS][DIM == 2 ? 2 : 6] = 1;
  for (uint32_t i = 0; i < RAYS; ++i) {
    double u[DIM];
    const double length = sqrt(random_in_ball(u, DIM));
    f->pose[i][DIM == 2 ? 2 : 6] = 1;
    f->b[i] = RAYS;
    f->a[i] = i;
    for (int k = 0; k < DIM; ++k) {
      f->pose[i][k] = (float)(random_in(-0.9, 0.9) * inner[k] - 3 * u[k] / length);
      f->way[i][k] = (float)(6 * u[k] / length);
    }
  }
  f->bodies = packed_bodies(f->shapes, RAYS + 1, f->shape, f->pose[0], f->radius);
  f->pairs = packed_pairs(f->a, f->b, RAYS);
  lgjk_cast_options_init(&f->options);
  f->options.way_a = f->way[0];
  f->answers = cast_answers_open(RAYS);
  f->results = cast_answers_results(&f->answers);
}

static void close_flights(flights* f) {
  cast_answers_close(&f->answers);
  lgjk_shapesN_destroy(f->shapes);
}

static void expect_hits(flights* f, uint32_t isa, float radius) {
  f->radius[RAYS] = radius;
  f->options.isa = isa;
  assert_int_equal(lgjk_castN(&f->bodies, &f->bodies, &f->pairs, 0, RAYS, &f->results, &f->options, NULL), LGJK_OK);
  for (uint32_t i = 0; i < RAYS; ++i) {
    if (f->answers.status[i] != LGJK_CAST_HIT)
      fail_msg("radius %g, %s: ray %u has status %u", (double)radius, lgjk_isa_name(isa), i, f->answers.status[i]);
  }
}

// A plate of any thickness, whether it is a box or a hull, and in 2D a segment.
TEST(no_ray_passes_what_is_hardly_round) {
  const float thin[] = {0.25f, 1e-3f, 1e-20f};
  const double inner[] = {1, DIM == 2 ? 0 : 1, 0};
  uint32_t isas[LGJK_ISA_COUNT];
  const uint32_t isa_count = test_isas(isas);
  random_state = test_seed(17);
  for (uint32_t way = 0; way < 2 * (3 * 2 + 1); ++way) {
    const uint32_t t = way / 2;
    float points[DIM << DIM];
    lgjk_shapeN_def def = {.struct_size = sizeof def, .points = points, .point_count = 1u << DIM};
    for (int i = 0; i < DIM << DIM; ++i) {
      points[i] = (i / DIM >> i % DIM & 1 ? 1 : -1) * (i % DIM < DIM - 1 ? 1 : t / 2 < 3 ? thin[t / 2] : 0);
    }
    if (t % 2 == 1) {
      def = (lgjk_shapeN_def){.struct_size = sizeof def, .kind = LGJK_SHAPEN_BOX};
      for (int k = 0; k < DIM; ++k) def.size[k] = k < DIM - 1 ? 1 : thin[t / 2];
    }
    flights f;
    open_flights(&f, way % 2 ? DIM + 1 : 1, &def, inner);
    for (uint32_t k = 0; k < isa_count; ++k) {
      for (int digits = 8; digits <= 44; digits += 3) expect_hits(&f, isas[k], (float)pow(10, -digits));
      expect_hits(&f, isas[k], 0);
    }
    close_flights(&f);
  }
}

TEST(a_tiny_way_goes_as_far_as_it_may) {
  static const float origin[DIM], pose[2][POSE_FLOATS] = {{[DIM == 2 ? 2 : 6] = 1}, {5, [DIM == 2 ? 2 : 6] = 1}};
  static const uint32_t shape[2] = {0, 0}, a = 0, b = 1;
  const lgjk_shapeN_def ball = rounded_pointsN(origin, 1, 0.5f);
  lgjk_shapesN* shapes = build_shapesN(&ball, 1);
  const lgjk_bodiesN bodies = packed_bodies(shapes, 2, shape, pose[0], NULL);
  const lgjk_pairs pairs = packed_pairs(&a, &b, 1);
  cast_answers found = cast_answers_open(1);
  const lgjk_cast_results results = cast_answers_results(&found);
  for (int digits = 1; digits <= 35; ++digits) {
    const float way[2][DIM] = {{(float)pow(10, -digits)}}, most = (float)(10 * pow(10, digits));
    lgjk_cast_options options;
    lgjk_cast_options_init(&options);
    options.way_a = way[0];
    options.most = &most;
    assert_int_equal(lgjk_castN(&bodies, &bodies, &pairs, 0, 1, &results, &options, NULL), LGJK_OK);
    assert_int_equal(found.status[0], LGJK_CAST_HIT);
    assert_true(fabs((double)found.fraction[0] * (double)way[0][0] - 4) < 1e-5);
  }
  cast_answers_close(&found);
  lgjk_shapesN_destroy(shapes);
}

int main(void) { return test_run(NULL, NULL); }
