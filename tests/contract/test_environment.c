// The caller's floating-point environment: queries and shape building are called with denormals flushed, in each
// rounding mode, with exceptions unmasked and sticky flags set; bits are those of the default environment, and control
// word and flags are found as they were. Poses and radii hold NaN, infinities, denormals and huge numbers, so that an
// unmasked exception of the library's own arithmetic would trap. Every instruction set. Compiled once for each
// dimension.
#include "answers.h"
#include "built.h"
#include "hostile_fp.h"
#include "mixed.h"

enum { PAIRS = 500, ROUNDINGS = 4, TRAPS = 2, FLUSHES = 2, ENVIRONMENTS = ROUNDINGS * TRAPS * FLUSHES };

// One of the combinations of rounding mode, masks and flushing. Sticky flags differ too: a flag whose exception is
// unmasked stays clear, as some hardware would trap at the switch itself.
static hostile_fp environment_begin(uint32_t number) {
  hostile_fp fp = hostile_fp_begin();
  const uint32_t rounding = number % ROUNDINGS, masked = number / ROUNDINGS % TRAPS, flush = number / ROUNDINGS / TRAPS;
#if defined(__SSE2__)
  lgjk_fp_leave(rounding << 13 | (masked ? 0x1F80u | 0x25u : 0u) | (flush ? 0x8040u : 0u));
#elif defined(__aarch64__)
  const lgjk_fp_state state = {(uint64_t)rounding << 22 | (masked ? 0u : 0x1F00u) | (uint64_t)flush << 24, 0x15};
  lgjk_fp_leave(state);
#else
  static const int modes[ROUNDINGS] = {FE_TONEAREST, FE_DOWNWARD, FE_UPWARD, FE_TOWARDZERO};
  fesetround(modes[rounding]);
  if (masked || flush) feraiseexcept(FE_INEXACT);
#endif
  fp.hostile = hostile_fp_read();
  return fp;
}

// ---------------------------------------------------------------- queries

// Denormals beside the bad bodies that the mixture has already: they are in the domain, as positions and radii.
static void add_denormals(mixedN* m) {
  for (uint32_t body = 0; body < 2 * PAIRS; body += 7) {
    m->pose[POSE_FLOATS * body + body % 2] = body % 3 ? 1e-41f : -3e-45f;
    m->pose[POSE_FLOATS * body + POSE_FLOATS - 1] *= body % 5 ? 1.0f : 1e-38f;
    if (m->radius[body] >= 0) m->radius[body] = 1e-44f;
  }
}

typedef struct outcome {
  answersN answers[QUERIES]; // by query
  lgjk_warm records[PAIRS];
} outcome;

// Overlap cold, then distance and contact on records that passes before left. No arithmetic but the library's.
static int32_t query_all(const mixedN* m, const lgjk_options* options, outcome* out,
                         const lgjk_results results[QUERIES]) {
  int32_t code = call_overlapN(&m->bodies, &m->bodies, &m->pairs, NULL, 0, PAIRS, &results[0], options, NULL);
  for (uint32_t pass = 0; pass < 2; ++pass) {
    for (query q = DISTANCE; q < QUERIES; ++q) {
      code |= query_function[q](&m->bodies, &m->bodies, &m->pairs, out->records, 0, PAIRS, &results[q], options, NULL);
    }
  }
  return code;
}

static void outcome_open(outcome* out, lgjk_results results[QUERIES]) {
  memset(out->records, 0, sizeof out->records);
  for (uint32_t q = 0; q < QUERIES; ++q) {
    out->answers[q] = answersN_open(PAIRS);
    results[q] = answersN_results(&out->answers[q]);
  }
}

static void outcome_close(outcome* out) {
  for (uint32_t q = 0; q < QUERIES; ++q) answersN_close(&out->answers[q]);
}

static void expect_same_outcome(const outcome* one, const outcome* other) {
  for (uint32_t q = 0; q < QUERIES; ++q) {
    assert_int_equal(answersN_difference(&one->answers[q], &other->answers[q], 0, PAIRS), UINT64_MAX);
  }
  assert_memory_equal(one->records, other->records, sizeof one->records);
}

TEST_EACH_ISA(queries_ignore_and_restore_it) {
  static outcome expected, found;
  lgjk_options options = {.struct_size = sizeof options, .isa = *(const uint32_t*)*state};
  mixedN m;
  assert_int_equal(mixedN_open(&m, 99, PAIRS, 1), 0);
  add_denormals(&m);
  for (uint32_t finite = 0; finite < 2; ++finite) {
    lgjk_results results[QUERIES];
    if (finite) options.max_distance = 1e-40f;
    outcome_open(&expected, results);
    assert_int_equal(query_all(&m, &options, &expected, results), LGJK_OK);
    for (uint32_t number = 0; number < ENVIRONMENTS; ++number) {
      outcome_open(&found, results);
      const hostile_fp fp = environment_begin(number);
      const int32_t code = query_all(&m, &options, &found, results);
      assert_true(hostile_fp_end(fp));
      assert_int_equal(code, LGJK_OK);
      expect_same_outcome(&expected, &found);
      outcome_close(&found);
    }
    outcome_close(&expected);
  }
  mixedN_close(&m);
}

// A refused query leaves the environment alone as well, and does not trap on the number that it refuses.
TEST(refusals_restore_it) {
  mixedN m;
  assert_int_equal(mixedN_open(&m, 99, PAIRS, 1), 0);
  m.a[PAIRS - 1] = UINT32_MAX;
  uint8_t status[PAIRS];
  const lgjk_results results = {.struct_size = sizeof results, .status = status};
  for (uint32_t number = 0; number < ENVIRONMENTS; ++number) {
    const hostile_fp fp = environment_begin(number);
    const int32_t code = call_overlapN(&m.bodies, &m.bodies, &m.pairs, NULL, 0, PAIRS, &results, NULL, NULL);
    assert_true(hostile_fp_end(fp));
    assert_int_equal(code, LGJK_ERROR_PAIR_INDEX);
  }
  const lgjk_options options = {.struct_size = sizeof options, .max_distance = NAN};
  for (uint32_t number = 0; number < ENVIRONMENTS; ++number) {
    const hostile_fp fp = environment_begin(number);
    const int32_t code = call_overlapN(&m.bodies, &m.bodies, &m.pairs, NULL, 0, PAIRS, &results, &options, NULL);
    assert_true(hostile_fp_end(fp));
    assert_int_equal(code, LGJK_ERROR_ARGUMENT);
  }
  mixedN_close(&m);
}

// ---------------------------------------------------------------- shapes

enum { SHAPES = 40, POINTS = 24 };

// Shapes of all kinds from points down to denormals, with and without a map.
static void define_shapes(mixedN* random, lgjk_shapeN_def* defs, float (*points)[DIM * POINTS]) {
  static const double sizes[] = {1, 1e-3, DIM == 2 ? 1e5 : 1e4, 1e-20, 1e-40};
#if DIM == 2
  static const uint32_t curved_kinds[] = {LGJK_SHAPE2_ELLIPSE};
#else
  static const uint32_t curved_kinds[] = {LGJK_SHAPE3_ELLIPSOID, LGJK_SHAPE3_CYLINDER, LGJK_SHAPE3_CONE};
#endif
  for (uint32_t i = 0; i < SHAPES; ++i) {
    const int curved = i % 8 == 3; // whose sizes end at 1e-12, in 3D at 1e-10
    const double size = curved && sizes[i % 5] < 1e-9 ? 1e-9 : sizes[i % 5];
    lgjk_shapeN_def_init(&defs[i]);
    defs[i].kind = i % 4 == 2 ? LGJK_SHAPEN_BOX : LGJK_SHAPEN_POINTS;
    if (curved) defs[i].kind = curved_kinds[i / 8 % (sizeof curved_kinds / sizeof curved_kinds[0])];
    for (uint32_t k = 0; k < DIM; ++k) defs[i].size[k] = (float)(size * (1.7 - 0.6 * k));
    defs[i].points = points[i];
    defs[i].point_count = 1 + i % POINTS;
    for (uint32_t k = 0; k < DIM * POINTS; ++k) points[i][k] = (float)(size * mixedN_in(random, -1, 1));
    if (i % 3 == 0) defs[i].map[1] = 0.3f;
    defs[i].radius = i % 7 ? 1e-42f : 0.25f;
    clear_unused(&defs[i]);
  }
}

typedef struct built {
  lgjk_shapeN_info info[SHAPES];
  float vertices[SHAPES][DIM * LGJK_MAX_POINTS];
} built;

static void read_shapes(const lgjk_shapesN* shapes, built* out) {
  memset(out, 0, sizeof *out);
  for (uint32_t i = 0; i < SHAPES; ++i) {
    lgjk_shapeN_info_init(&out->info[i]);
    assert_int_equal(lgjk_shapesN_get(shapes, i, &out->info[i], out->vertices[i], LGJK_MAX_POINTS, NULL), LGJK_OK);
  }
}

TEST(shapes_are_built_the_same) {
  static lgjk_shapeN_def defs[SHAPES];
  static float points[SHAPES][DIM * POINTS];
  static built expected, found;
  mixedN random = {.state = 5};
  define_shapes(&random, defs, points);
  lgjk_shapesN* shapes = build_shapesN(defs, SHAPES);
  read_shapes(shapes, &expected);
  lgjk_shapesN_destroy(shapes);
  for (uint32_t number = 0; number < ENVIRONMENTS; ++number) {
    const hostile_fp fp = environment_begin(number);
    const int32_t code = lgjk_shapesN_create(defs, SHAPES, NULL, &shapes, NULL);
    assert_true(hostile_fp_end(fp));
    assert_int_equal(code, LGJK_OK);
    read_shapes(shapes, &found);
    assert_memory_equal(&expected, &found, sizeof found);
    lgjk_shapesN_destroy(shapes);
  }
}

// A definition that is refused for a NaN must not trap either.
TEST(bad_shapes_do_not_trap) {
  const float points[] = {0, 0, 1, 0, 1, NAN, 3e38f, -3e38f, 1, 0, 0, 1};
  lgjk_shapesN* shapes = NULL;
  for (uint32_t number = 0; number < ENVIRONMENTS; ++number) {
    for (uint32_t count = 3; count < 5; ++count) {
      lgjk_shapeN_def def;
      lgjk_shapeN_def_init(&def);
      def.points = points + (count == 4 ? 0 : DIM);
      def.point_count = count;
      const hostile_fp fp = environment_begin(number);
      const int32_t code = lgjk_shapesN_create(&def, 1, NULL, &shapes, NULL);
      assert_true(hostile_fp_end(fp));
      assert_int_equal(code, LGJK_ERROR_SHAPE);
    }
  }
}
