// Shape sets: what becomes of each kind of definition under maps and radii, memory that fails or is badly aligned, and
// a caller whose floating-point environment is hostile. Hulls and errors have their own tests. Compiled once for each
// dimension; shape_cases.h has what differs.
#include "test.h"
#include "counting_allocator.h"
#include "hostile_fp.h"
#include "shape_kinds.h"

static lgjk_shapesN* create_or_fail(const lgjk_shapeN_def* defs, uint32_t count, const lgjk_allocator* allocator) {
  lgjk_shapesN* shapes = NULL;
  lgjk_error error = {.struct_size = sizeof error};
  const int32_t code = lgjk_shapesN_create(defs, count, allocator, &shapes, &error);
  assert_string_equal(error.text, "");
  assert_int_equal(error.code, LGJK_OK);
  assert_int_equal(code, LGJK_OK);
  assert_non_null(shapes);
  return shapes;
}

static lgjk_shapeN_info info_of(const lgjk_shapesN* shapes, uint32_t index, float* vertices, uint32_t capacity) {
  lgjk_shapeN_info info = {.struct_size = sizeof info};
  assert_int_equal(lgjk_shapesN_get(shapes, index, &info, vertices, capacity, NULL), LGJK_OK);
  return info;
}

static void assert_floats(const float* actual, const float* expected, size_t count) {
  for (size_t i = 0; i < count; ++i) assert_memory_equal(&actual[i], &expected[i], sizeof(float));
}

#include "shape_cases.h"

// ---------------------------------------------------------------- what is built

TEST(empty_set_has_the_stand_in_alone) {
  lgjk_shapesN* shapes = create_or_fail(NULL, 0, NULL);
  assert_int_equal(lgjk_shapesN_count(shapes), 0);
  assert_int_equal(shapes->core_mask, 0);
  lgjk_shapeN stand_in;
  memset(&stand_in, 0, sizeof stand_in);
  stand_in.count = 1;
  stand_in.bound = NAN;
  assert_memory_equal(shapes->shape, &stand_in, sizeof stand_in);
  assert_int_equal(shapes->core[0], LGJK_COREN_POINT);
#if DIM == 3
  for (int i = 0; i < 96; ++i) assert_true(shapes->pool[i] == 0.0f);
#endif
  lgjk_shapesN_destroy(shapes);
  lgjk_shapesN_destroy(NULL);
  assert_int_equal(lgjk_shapesN_count(NULL), 0);
}

TEST(box_stays_a_box_under_scale_and_mirror) {
  lgjk_shapeN_def def = sized_defN(LGJK_SHAPEN_BOX, 2.0f, 3.0f, 1.0f);
  def.radius = 0.5f;
  memcpy(def.map, box_map, sizeof def.map);
  lgjk_shapesN* shapes = create_or_fail(&def, 1, NULL);
  float v[DIM * CORNERS];
  const lgjk_shapeN_info info = info_of(shapes, 0, v, CORNERS);
  assert_int_equal(info.kind, LGJK_SHAPEN_BOX);
  assert_int_equal(info.vertex_count, CORNERS);
  assert_floats(v, box_corners, DIM * CORNERS);
  assert_floats(info.matrix, identity, DIM * DIM);
  const lgjk_shapeN* shape = shapes->shape;
  assert_record(shape, box_half);
  assert_int_equal(shape->core, LGJK_COREN_BOX);
  assert_int_equal(shape->count, CORNERS);
  assert_true(shape->inner == 1.0f);
  const double diagonal = sqrt(DIM == 2 ? 37.0 : 46.0);
  assert_true((double)shape->bound >= diagonal && (double)shape->bound < diagonal * (1 + 2e-7));
  assert_true((double)info.bound >= (double)shape->bound + 0.5);
  assert_true(info.radius == 0.5f);
  lgjk_shapesN_destroy(shapes);
  set_diagonalN(&def, 1.0f, 0.25f, 1.0f);
  shapes = create_or_fail(&def, 1, NULL);
  assert_true(shapes->shape->inner == 0.75f);
  lgjk_shapesN_destroy(shapes);
}

TEST(sheared_or_flattened_box_becomes_points) {
  enum { LOST = sizeof lost_boxes / sizeof lost_boxes[0] };
  lgjk_shapeN_def defs[LOST];
  for (int i = 0; i < LOST; ++i) {
    defs[i] = BOXN;
    memcpy(defs[i].map, lost_boxes[i].map, sizeof defs[i].map);
    memcpy(defs[i].size, lost_boxes[i].size, sizeof defs[i].size);
  }
  lgjk_shapesN* shapes = create_or_fail(defs, LOST, NULL);
  for (uint32_t i = 0; i < LOST; ++i) {
    float v[DIM * CORNERS];
    const lgjk_shapeN_info info = info_of(shapes, i, v, CORNERS);
    assert_int_equal(info.kind, LGJK_SHAPEN_POINTS);
    assert_int_equal(info.vertex_count, lost_boxes[i].count);
    assert_floats(v, lost_boxes[i].vertices, DIM * lost_boxes[i].count);
    assert_floats(info.matrix, identity, DIM * DIM);
    assert_int_equal(shapes->shape[i].inner > 0.0f, lost_boxes[i].count == CORNERS);
  }
  if (DIM == 3) assert_true((double)shapes->shape[1].inner > 0.99999);
  lgjk_shapesN_destroy(shapes);
}

// A struct made by hand has zeros for what it does not name; negative ones are zeros as well.
TEST(zero_map_is_the_identity) {
  for (uint32_t i = 0; i < 2 * KINDS; ++i) {
    const uint32_t kind = i / 2;
    lgjk_shapeN_def def = {.struct_size = sizeof def, .kind = kind};
    for (int k = 0; k < sizes_of(kind); ++k) def.size[k] = (float[3]){2, 1, 4}[k];
    if (kind == LGJK_SHAPEN_POINTS) def.points = given_points, def.point_count = 4;
    if (i % 2 == 1) def.map[0] = def.map[DIM * DIM - 1] = -0.0f;
    lgjk_shapeN_def same = def;
    set_diagonalN(&same, 1, 1, 1);
    lgjk_shapesN *shapes = create_or_fail(&def, 1, NULL), *mapped = create_or_fail(&same, 1, NULL);
    float v[DIM * CORNERS], expected[DIM * CORNERS];
    const lgjk_shapeN_info info = info_of(shapes, 0, v, CORNERS), identical = info_of(mapped, 0, expected, CORNERS);
    assert_int_equal(info.kind, kind);
    assert_memory_equal(&info, &identical, sizeof info);
    assert_floats(v, expected, DIM * info.vertex_count);
    assert_int_equal(info.vertex_count, kind == LGJK_SHAPEN_POINTS ? 4 : kind == LGJK_SHAPEN_BOX ? CORNERS : 0);
    assert_floats(v, kind == LGJK_SHAPEN_POINTS ? given_points : given_corners, DIM * info.vertex_count);
    if (kind == LGJK_SHAPEN_ELLIPSE) assert_floats(info.matrix, given_matrix, DIM * DIM);
    lgjk_shapesN_destroy(shapes);
    lgjk_shapesN_destroy(mapped);
  }
}

// ---------------------------------------------------------------- maps, radii, strides

// In float the product would round to 1 + 2^-22 and the sum to 0.
TEST(map_is_applied_in_double_and_rounded_once) {
  const float p[3] = {1.0f + 0x1p-23f, 1.0f + 0x1p-22f, 0.0f};
  lgjk_shapeN_def def = points_defN(p, 1);
  set_plane_map(&def, 1.0f + 0x1p-23f, -1.0f, -1.0f - 0x1p-23f, 1.0f + 0x1p-23f);
  lgjk_shapesN* shapes = create_or_fail(&def, 1, NULL);
  float v[DIM];
  info_of(shapes, 0, v, 1);
  assert_floats(v, (float[3]){0x1p-46f, 0x1p-23f + 0x1p-46f, 0}, DIM);
  lgjk_shapesN_destroy(shapes);
#if DIM == 3
  const float q[3] = {0.0f, 1.0f + 0x1p-22f, 1.0f + 0x1p-23f};
  def = points_def3(q, 1);
  set_map3(&def, (float[9]){1, 0, 0, 0, 2, 0, 0, -1.0f, 1.0f + 0x1p-23f});
  shapes = create_or_fail(&def, 1, NULL);
  info_of(shapes, 0, v, 1);
  assert_floats(v, (float[3]){0, 2.0f + 0x1p-21f, 0x1p-46f}, 3);
  lgjk_shapes3_destroy(shapes);
#endif
}

TEST(bound_with_rounding_is_rounded_up) {
  const float p[3] = {DIM == 2, 0.0f, DIM == 3};
  lgjk_shapeN_def defs[3];
  for (int i = 0; i < 3; ++i) defs[i] = points_defN(p, 1);
  defs[1].radius = 1e-30f; // vanishes even in double
  defs[2].radius = 0.5f;
  lgjk_shapesN* shapes = create_or_fail(defs, 3, NULL);
  assert_true(info_of(shapes, 0, NULL, 0).bound == 1.0f);
  assert_true(info_of(shapes, 1, NULL, 0).bound == 1.0f + 0x1p-23f);
  assert_true(info_of(shapes, 2, NULL, 0).bound == 1.5f);
  assert_true(shapes->shape[2].radius == 0.5f && shapes->shape[2].bound == 1.0f);
  lgjk_shapesN_destroy(shapes);
}

TEST(point_stride_and_partial_get) {
  lgjk_shapeN_def def = points_defN(padded_points, 4);
  def.point_stride = 4 * (DIM + 1);
  lgjk_shapesN* shapes = create_or_fail(&def, 1, NULL);
  float v[4 * DIM];
  for (int i = 0; i < 4 * DIM; ++i) v[i] = 9;
  assert_int_equal(info_of(shapes, 0, v, 3).vertex_count, 4);
  assert_floats(v, first_three, 4 * DIM);
  info_of(shapes, 0, NULL, 4);
  lgjk_shapesN_destroy(shapes);
}

// ---------------------------------------------------------------- memory

static void assert_same_set(const lgjk_shapesN* a, const lgjk_shapesN* b) {
  assert_int_equal(a->count, b->count);
  assert_int_equal(a->core_mask, b->core_mask);
  assert_memory_equal(a->shape, b->shape, (a->count + 1) * sizeof *a->shape);
  for (uint32_t i = 0; i < a->count; ++i) assert_same_pool(a, b, &a->shape[i]);
}

TEST(records_and_pool_are_aligned_to_cache_lines) {
  lgjk_shapeN_def defs[VARIED];
  varied_defs(defs);
  lgjk_shapesN* plain = create_or_fail(defs, VARIED, NULL);
  assert_int_equal(plain->core_mask, ALL_CORES);
  for (size_t offset = 0; offset < 64; offset += 16) {
    counting c = {0, 0, 0, offset};
    const lgjk_allocator allocator = counting_allocator(&c);
    lgjk_shapesN* shapes = create_or_fail(defs, VARIED, &allocator);
    assert_int_equal((uintptr_t)shapes->shape % 64, 0);
    assert_int_equal((uintptr_t)shapes->pool % 64, 0);
    assert_same_set(plain, shapes);
    lgjk_shapesN_destroy(shapes);
    assert_int_equal(c.live, 0);
  }
  lgjk_shapesN_destroy(plain);
}

// ---------------------------------------------------------------- floating-point environment

TEST(hostile_environment_changes_no_bit_and_is_restored) {
  lgjk_shapeN_def defs[VARIED];
  varied_defs(defs);
  enum { TINY = DIM == 2 ? 6 : 3 };
  defs[TINY] = points_defN(denormals, DIM + 1);
  lgjk_shapesN* plain = create_or_fail(defs, VARIED, NULL);
  assert_int_equal(plain->shape[TINY].count, DIM + 1);
  lgjk_shapesN* hostile = NULL;
  lgjk_shapeN_info a = info_of(plain, 5, NULL, 0), b;
  lgjk_shapeN_info_init(&b);
  hostile_fp fp = hostile_fp_begin();
  const int32_t code = lgjk_shapesN_create(defs, VARIED, NULL, &hostile, NULL);
  const int kept_by_create = hostile_fp_end(fp);
  assert_int_equal(code, LGJK_OK);
  fp = hostile_fp_begin();
  lgjk_shapesN_get(hostile, 5, &b, NULL, 0, NULL);
  const int kept_by_get = hostile_fp_end(fp);
  assert_true(kept_by_create && kept_by_get);
  assert_same_set(plain, hostile);
  assert_memory_equal(&a, &b, sizeof a);
  lgjk_shapesN_destroy(plain);
  lgjk_shapesN_destroy(hostile);
}
