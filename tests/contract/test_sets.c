// What is no set of the dimension that a function is for is refused: one of the other dimension behind a cast, and one
// that was destroyed, which is checked here by an allocator that keeps its memory.
#include "lanegjk/lanegjk.h"
#include "lanegjk/lanegjk3.h"
#include "test.h"

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

// ----------------------------------------------------------------
// Names and numbers: instruction sets, statuses, the version.

TEST(every_instruction_set_has_one_name) {
  static const char* const names[LGJK_ISA_COUNT] = {"auto", "scalar", "sse", "avx2", "avx512", "neon", "wasm"};
  for (uint32_t isa = 0; isa < LGJK_ISA_COUNT; ++isa) {
    assert_string_equal(lgjk_isa_name(isa), names[isa]);
    assert_int_equal(lgjk_isa_from_name(names[isa]), isa);
  }
  assert_null(lgjk_isa_name(LGJK_ISA_COUNT));
  assert_null(lgjk_isa_name(UINT32_MAX));
  static const char* const unknown[] = {"", "avx", "SSE", "sse ", "avx5120", "none"};
  for (size_t i = 0; i < sizeof unknown / sizeof unknown[0]; ++i) {
    assert_int_equal(lgjk_isa_from_name(unknown[i]), UINT32_MAX);
  }
  assert_int_equal(lgjk_isa_from_name(NULL), UINT32_MAX);
}

// The list is that of the build; what is not in it has no lanes, and is not supported.
TEST(the_list_is_narrowest_first) {
  uint32_t isas[LGJK_ISA_COUNT + 1] = {0}, listed[LGJK_ISA_COUNT] = {0}, before = 0;
  const uint32_t count = lgjk_isa_list(isas, LGJK_ISA_COUNT);
  assert_in_range(count, 1, LGJK_ISA_COUNT - 1);
  assert_int_equal(isas[0], LGJK_ISA_SCALAR);
  for (uint32_t i = 0; i < count; ++i) {
    const uint32_t lanes = lgjk_isa_lanes(isas[i]);
    assert_true(lanes >= before && lanes <= 16);
    listed[isas[i]] = 1;
    before = lanes;
  }
  for (uint32_t isa = 0; isa < LGJK_ISA_COUNT; ++isa) {
    if (listed[isa]) continue;
    assert_int_equal(lgjk_isa_lanes(isa), 0);
    assert_int_equal(lgjk_isa_supported(isa), 0);
  }
  assert_int_equal(lgjk_isa_lanes(UINT32_MAX), 0);
  assert_int_equal(lgjk_isa_supported(UINT32_MAX), 0);
  assert_int_equal(lgjk_isa_supported(LGJK_ISA_SCALAR), 1);
}

TEST(a_list_is_cut_to_its_capacity) {
  uint32_t all[LGJK_ISA_COUNT];
  const uint32_t count = lgjk_isa_list(all, LGJK_ISA_COUNT);
  assert_int_equal(lgjk_isa_list(NULL, 0), count);
  assert_int_equal(lgjk_isa_list(NULL, LGJK_ISA_COUNT), count);
  for (uint32_t capacity = 0; capacity <= count; ++capacity) {
    uint32_t isas[LGJK_ISA_COUNT];
    memset(isas, 0x77, sizeof isas);
    assert_int_equal(lgjk_isa_list(isas, capacity), count);
    for (uint32_t i = 0; i < LGJK_ISA_COUNT; ++i) assert_int_equal(isas[i], i < capacity ? all[i] : 0x77777777u);
  }
}

TEST(the_chosen_set_runs) {
  uint32_t isa = UINT32_MAX;
  lgjk_error error = {.struct_size = sizeof error};
  assert_int_equal(lgjk_isa_chosen(&isa, &error), LGJK_OK);
  assert_int_equal(lgjk_isa_supported(isa), 1);
  assert_int_equal(lgjk_isa_chosen(NULL, NULL), LGJK_OK);
}

TEST(statuses_and_version_have_texts) {
  static const char* const texts[] = {"separated", "overlapping", "beyond", "limit", "bad"};
  for (uint32_t status = 0; status <= LGJK_STATUS_BAD; ++status) {
    assert_string_equal(lgjk_status_text(status), texts[status]);
  }
  assert_null(lgjk_status_text(LGJK_STATUS_BAD + 1));
  assert_null(lgjk_status_text(UINT32_MAX));
  char version[32];
  snprintf(version, sizeof version, "%d.%d.%d", LGJK_VERSION_MAJOR, LGJK_VERSION_MINOR, LGJK_VERSION_PATCH);
  assert_string_equal(lgjk_version(), version);
}
