// The inputs on which 3D runs are compared: each opens, moves by small steps, stays in the domain except for the bodies
// that are bad on purpose, and comes out the same twice.

#define DIM 3
#include "test.h"
#include "inputs.h"

enum { PAIRS = 300, FRAMES = 3 };

static bool is_good(const input3* input, uint32_t body) {
  const float *p = input->bodies.pose + 7 * body, *q = p + 3;
  for (int k = 0; k < 7; ++k) {
    if (!isfinite(p[k])) return false;
  }
  if (input->bodies.radius != NULL && !(input->bodies.radius[body] >= 0)) return false;
  const double square = (double)q[0] * (double)q[0] + (double)q[1] * (double)q[1] + (double)q[2] * (double)q[2] +
                        (double)q[3] * (double)q[3];
  return fabs(square - 1) <= 1e-4 && fabsf(p[0]) < 1e6f && fabsf(p[1]) < 1e6f && fabsf(p[2]) < 1e6f &&
         input->bodies.shape[body] < lgjk_shapes3_count(input->bodies.shapes);
}

static uint32_t count_bad(const input3* input) {
  uint32_t bad = 0;
  for (uint32_t i = 0; i < input->bodies.count; ++i) bad += !is_good(input, i);
  return bad;
}

static void check_pairs(const input3* input) {
  assert_int_equal(input->pairs.count, inputsN_pairs(PAIRS));
  for (uint32_t i = 0; i < input->pairs.count; ++i) {
    assert_true(input->pairs.a[i] < input->bodies.count && input->pairs.b[i] < input->bodies.count);
    assert_true(input->pairs.a[i] != input->pairs.b[i]);
  }
}

static void check_input(uint32_t number) {
  input3 input, again;
  assert_int_equal(inputs3_open(&input, number, 5, inputsN_pairs(PAIRS)), 0);
  assert_int_equal(inputs3_open(&again, number, 5, inputsN_pairs(PAIRS)), 0);
  const size_t size = 7 * sizeof(float) * input.bodies.count;
  const bool with_bad = strcmp(input.name, "mixed_with_bad") == 0;
  float* before = malloc(size);
  check_pairs(&input);
  for (int frame = 0; frame < FRAMES; ++frame) {
    const uint32_t bad = count_bad(&input);
    if (with_bad) assert_in_range(bad, 1, input.pairs.count / 8);
    if (!with_bad) assert_int_equal(bad, 0);
    assert_memory_equal(input.bodies.pose, again.bodies.pose, size);
    memcpy(before, input.bodies.pose, size);
    inputs3_advance(&input);
    inputs3_advance(&again);
    assert_memory_not_equal(input.bodies.pose, before, size);
  }
  free(before);
  inputs3_close(&again);
  inputs3_close(&input);
}

TEST(inputs_are_what_they_promise) {
  for (uint32_t number = 0; number < inputs3_count(); ++number) {
    if (test_has(inputs3_name(number), inputs3_missing(number))) check_input(number);
  }
}
