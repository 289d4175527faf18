// Memory that is short while shapes are built: of every kind, alone and in sets, and of the definitions that take the
// most building, each allocation fails in turn, the caller's allocator's and malloc's. The error says so, nothing is
// written, nothing stays; and what is built when all succeed does not depend on what failed before. Compiled once for
// each dimension; malloc is wrapped by the linker (-Wl,--wrap).
#include "test.h"
#include "counting_allocator.h"
#include "mixed.h"

enum { HARD = 6, DEFS = MIXED_SHAPES + HARD, SIDE = 6, MOST_POINTS = 256 };

// ---------------------------------------------------------------- malloc

static int mallocs = -1, fail_malloc_at, live_mallocs; // -1: not counted

void* __real_malloc(size_t size);
void __real_free(void* memory);
void* __wrap_malloc(size_t size);
void __wrap_free(void* memory);

void* __wrap_malloc(size_t size) {
  if (mallocs < 0) return __real_malloc(size);
  if (++mallocs == fail_malloc_at) return NULL;
  ++live_mallocs;
  return __real_malloc(size);
}

void __wrap_free(void* memory) {
  if (mallocs >= 0 && memory != NULL) --live_mallocs;
  __real_free(memory);
}

// ---------------------------------------------------------------- definitions

static lgjk_shapeN_def defs[DEFS];
static float points[DEFS][DIM * MOST_POINTS];

// Number k of a grid of SIDE points a side: most are inside, in a face or in an edge.
static void put_on_grid(float* p, uint32_t k, float step, float bend) {
  uint32_t rest = k;
  for (uint32_t axis = 0; axis < DIM; ++axis, rest /= SIDE) p[axis] = step * (float)(rest % SIDE);
  p[DIM - 1] += bend * p[0];
}

// What sorting, exact predicates and faces have to work at: grids of points, some off their planes by one rounding, one
// point many times, a line, a sheet, and as many vertices as a core can have.
static void define_hard(void) {
  for (uint32_t k = 0; k < HARD; ++k) {
    lgjk_shapeN_def* def = &defs[MIXED_SHAPES + k];
    float* p = points[MIXED_SHAPES + k];
    lgjk_shapeN_def_init(def);
    def->points = p;
    def->point_count = DIM == 2 ? SIDE * SIDE : SIDE * SIDE * SIDE;
    for (uint32_t i = 0; i < def->point_count; ++i) {
      put_on_grid(p + DIM * i, i, k == 1 ? 0.1f : 1, k == 2 ? 1e-7f : 0);
      if (k == 3) p[DIM * i] = 0;
      for (uint32_t axis = 0; k == 4 && axis < DIM; ++axis) p[DIM * i + axis] = 0.3f;
    }
    if (k != 5) continue;
    def->point_count = MOST_POINTS;
    for (uint32_t i = 0; i < MOST_POINTS; ++i) {
      const float x = ((float)i - 128) / 64, y = (float)(i * 37 % MOST_POINTS) / 64 - 2;
      const float on[3] = {x, DIM == 2 ? x * x : y, x * x + y * y};
      memcpy(p + DIM * i, on, DIM * sizeof *p);
    }
  }
}

static void define_all(void) {
  mixedN m = {.state = 7};
  for (uint32_t i = 0; i < MIXED_SHAPES; ++i) {
    mixedN_define(&m, i, &defs[i], points[i]);
    if (i % 5 != 4) continue;
    for (uint32_t axis = 0; axis < DIM; ++axis) defs[i].map[(DIM + 1) * axis] = 1;
    defs[i].map[1] = 0.25f;
  }
  define_hard();
}

// ---------------------------------------------------------------- tests

static void assert_same_shapes(const lgjk_shapesN* a, const lgjk_shapesN* b, uint32_t count) {
  static float v[DIM * LGJK_MAX_POINTS], w[DIM * LGJK_MAX_POINTS];
  assert_int_equal(lgjk_shapesN_count(a), count);
  assert_int_equal(lgjk_shapesN_count(b), count);
  for (uint32_t i = 0; i < count; ++i) {
    lgjk_shapeN_info one, other;
    lgjk_shapeN_info_init(&one);
    lgjk_shapeN_info_init(&other);
    assert_int_equal(lgjk_shapesN_get(a, i, &one, v, LGJK_MAX_POINTS, NULL), LGJK_OK);
    assert_int_equal(lgjk_shapesN_get(b, i, &other, w, LGJK_MAX_POINTS, NULL), LGJK_OK);
    assert_memory_equal(&one, &other, sizeof one);
    assert_memory_equal(v, w, DIM * sizeof *v * one.vertex_count);
  }
}

// The set of these, each of whose allocations failed once before. own: with an allocator of the caller's.
static lgjk_shapesN* create_at_last(uint32_t first, uint32_t count, int own) {
  for (int fail_at = 1;; ++fail_at) {
    counting c = {.fail_at = fail_at};
    const lgjk_allocator allocator = counting_allocator(&c);
    lgjk_shapesN *const untouched = (lgjk_shapesN*)(void*)&c, *shapes = untouched;
    lgjk_error error = {.struct_size = sizeof error};
    fail_malloc_at = fail_at;
    mallocs = own ? -1 : 0;
    live_mallocs = 0;
    const int32_t code = lgjk_shapesN_create(defs + first, count, own ? &allocator : NULL, &shapes, &error);
    const int made = own ? c.allocations : mallocs, live = own ? c.live : live_mallocs;
    mallocs = -1;
    assert_int_equal(error.code, code);
    assert_int_equal(made, code == LGJK_OK ? fail_at - 1 : fail_at);
    if (code == LGJK_OK) { // there are two allocations, one stays
      assert_int_equal(made, 2);
      assert_int_equal(live, 1);
      if (!own) return shapes;
      lgjk_shapesN_destroy(shapes);
      assert_int_equal(c.live, 0);
      return NULL;
    }
    assert_int_equal(code, LGJK_ERROR_MEMORY);
    assert_int_equal(error.index, 0);
    char text[64] = "bytes to build in";
    if (fail_at == 2) snprintf(text, sizeof text, "no memory for a set of %u shapes", count);
    if (strstr(error.text, text) == NULL) fail_msg("allocation %d: %s", fail_at, error.text);
    assert_ptr_equal(shapes, untouched);
    assert_int_equal(live, 0);
  }
}

static void check_set(uint32_t first, uint32_t count) {
  lgjk_shapesN* plain = NULL;
  assert_int_equal(lgjk_shapesN_create(defs + first, count, NULL, &plain, NULL), LGJK_OK);
  assert_null(create_at_last(first, count, 1));
  lgjk_shapesN* built = create_at_last(first, count, 0);
  assert_same_shapes(plain, built, count);
  lgjk_shapesN_destroy(plain);
  lgjk_shapesN_destroy(built);
}

TEST(every_allocation_of_each_shape_may_fail) {
  for (uint32_t i = 0; i < DEFS; ++i) check_set(i, 1);
}

TEST(every_allocation_of_a_set_may_fail) {
  check_set(0, 0);
  check_set(0, DEFS);
  check_set(MIXED_SHAPES, HARD);
}

// A definition that is refused is reported before memory is, as far as it needs none.
TEST(a_refused_shape_leaves_nothing) {
  counting c = {0};
  const lgjk_allocator allocator = counting_allocator(&c);
  lgjk_shapesN* shapes = NULL;
  const uint32_t last = DEFS - 1;
  for (uint32_t i = 0; i < DEFS; ++i) {
    const float kept = defs[i].radius;
    defs[i].radius = -1;
    assert_int_equal(lgjk_shapesN_create(defs, DEFS, &allocator, &shapes, NULL), LGJK_ERROR_SHAPE);
    defs[i].radius = kept;
    assert_null(shapes);
    assert_int_equal(c.live, 0);
  }
  points[last][DIM * MOST_POINTS - 1] = 1e7f;
  assert_int_equal(lgjk_shapesN_create(defs, DEFS, &allocator, &shapes, NULL), LGJK_ERROR_SHAPE);
  assert_int_equal(c.live, 0);
}

int main(void) {
  define_all();
  return test_run(NULL, NULL);
}
