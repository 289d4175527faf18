// What is no set of the dimension that a function is for is refused: one of the other dimension behind a cast, and one
// that was destroyed, which is checked here by an allocator that keeps its memory.
#include "test.h"
#include "lanegjk/lanegjk3.h"

static uint64_t memory[4][8192];
static uint32_t used, released;

static void* take(size_t size, void* user) {
  (void)user;
  assert_true(used < 4 && size <= sizeof memory[0]);
  return memory[used++];
}

static void keep(void* block, void* user) {
  (void)block, (void)user;
  ++released;
}

static const lgjk_allocator keeping = {sizeof keeping, 0, take, keep, NULL};

typedef struct both {
  lgjk_shapes2* in2d;
  lgjk_shapes3* in3d;
} both;

static both open_both(void) {
  const lgjk_shape2_def disc = {.struct_size = sizeof disc, .kind = LGJK_SHAPE2_BOX, .size = {1, 1}};
  const lgjk_shape3_def ball = {.struct_size = sizeof ball, .kind = LGJK_SHAPE3_BOX, .size = {1, 1, 1}};
  both sets;
  used = released = 0;
  assert_int_equal(lgjk_shapes2_create(&disc, 1, &keeping, &sets.in2d, NULL), LGJK_OK);
  assert_int_equal(lgjk_shapes3_create(&ball, 1, &keeping, &sets.in3d, NULL), LGJK_OK);
  released = 0; // so far those of workspaces
  return sets;
}

// A query of one pair on sets that may be none, with two poses; what it says where it refuses, else "".
#define CALL_OF(N, ...)                                                                                  \
  static const char* call_query##N(const void* a, const void* b) {                                       \
    static lgjk_error error;                                                                             \
    static const float pose[] = __VA_ARGS__;                                                             \
    const uint32_t shape[2] = {0, 0}, index[2] = {0, 1};                                                 \
    uint8_t status = 77;                                                                                 \
    const lgjk_bodies##N bodies = {                                                                      \
        .struct_size = sizeof bodies, .count = 2, .shapes = a, .shape = shape, .pose = pose};            \
    lgjk_bodies##N others = bodies;                                                                      \
    others.shapes = b;                                                                                   \
    const lgjk_pairs pairs = {.struct_size = sizeof pairs, .a = &index[0], .b = &index[1], .count = 1};  \
    const lgjk_results results = {.struct_size = sizeof results, .status = &status};                     \
    lgjk_error_init(&error);                                                                             \
    const int32_t code = lgjk_distance##N(&bodies, &others, &pairs, NULL, 0, 1, &results, NULL, &error); \
    assert_int_equal(status, code == LGJK_OK ? LGJK_STATUS_SEPARATED : 77);                              \
    assert_int_equal(error.code, code);                                                                  \
    assert_true(code == LGJK_OK || code == LGJK_ERROR_ARGUMENT);                                         \
    return error.text;                                                                                   \
  }
CALL_OF(2, {0, 0, 1, 0, 3, 0, 1, 0})
CALL_OF(3, {0, 0, 0, 0, 0, 0, 1, 3, 0, 0, 0, 0, 0, 1})

static void expect_refused(const void* as2d, const void* as3d, const char* text2, const char* text3) {
  lgjk_error error = {0};
  lgjk_shape2_info info2 = {.struct_size = sizeof info2};
  lgjk_shape3_info info3 = {.struct_size = sizeof info3};
  const lgjk_shape2_info before2 = info2;
  const lgjk_shape3_info before3 = info3;
  assert_int_equal(lgjk_shapes2_count(as2d), 0);
  assert_int_equal(lgjk_shapes3_count(as3d), 0);
  assert_int_equal(lgjk_shapes2_get(as2d, 0, &info2, NULL, 0, &error), LGJK_ERROR_ARGUMENT);
  assert_string_equal(error.text, text2);
  assert_int_equal(lgjk_shapes3_get(as3d, 0, &info3, NULL, 0, &error), LGJK_ERROR_ARGUMENT);
  assert_string_equal(error.text, text3);
  assert_memory_equal(&info2, &before2, sizeof info2);
  assert_memory_equal(&info3, &before3, sizeof info3);
  lgjk_shapes2_destroy((void*)(uintptr_t)as2d);
  lgjk_shapes3_destroy((void*)(uintptr_t)as3d);
  assert_int_equal(released, 0);
}

TEST(sets_of_the_other_dimension_are_refused) {
  const both sets = open_both();
  assert_string_equal(call_query2(sets.in2d, sets.in2d), "");
  assert_string_equal(call_query3(sets.in3d, sets.in3d), "");
  assert_string_equal(call_query2(sets.in3d, sets.in2d), "a->shapes is a set of 3D");
  assert_string_equal(call_query2(sets.in2d, sets.in3d), "b->shapes is a set of 3D");
  assert_string_equal(call_query3(sets.in2d, sets.in3d), "a->shapes is a set of 2D");
  assert_string_equal(call_query3(sets.in3d, sets.in2d), "b->shapes is a set of 2D");
  expect_refused(sets.in3d, sets.in2d, "shapes is a set of 3D", "shapes is a set of 2D");
  lgjk_shapes2_destroy(sets.in2d);
  lgjk_shapes3_destroy(sets.in3d);
  assert_int_equal(released, 2);
}

TEST(destroyed_sets_are_refused) {
  const both sets = open_both();
  lgjk_shapes2_destroy(sets.in2d);
  lgjk_shapes3_destroy(sets.in3d);
  assert_int_equal(released, 2);
  released = 0;
  assert_string_equal(call_query2(sets.in2d, sets.in2d), "a->shapes was destroyed");
  assert_string_equal(call_query3(sets.in3d, sets.in3d), "a->shapes was destroyed");
  expect_refused(sets.in2d, sets.in3d, "shapes was destroyed", "shapes was destroyed");
}

TEST(memory_that_is_no_set_is_refused) {
  static const uint64_t zeros[64];
  uint64_t garbage[64];
  memset(garbage, 0xA5, sizeof garbage);
  released = 0;
  const char* text = "shapes is no set of shapes, or was destroyed";
  expect_refused(zeros, zeros, text, text);
  expect_refused(garbage, garbage, text, text);
  assert_string_equal(call_query2(garbage, garbage), "a->shapes is no set of shapes, or was destroyed");
  assert_string_equal(call_query3(zeros, zeros), "a->shapes is no set of shapes, or was destroyed");
}
