// Names and numbers: instruction sets, statuses, the version.
#include "test.h"
#include "lanegjk/lanegjk.h"

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
