// Zero records are none: all that a query writes of a pair whose record is zero has the bits of a call without records,
// whatever the records of the other pairs hold; iterations too, but of verdicts in 3D, which have none of their support
// across the line of centres alone. Of all inputs and queries, on every instruction set, and of boxes that are nearly
// parallel, where a search and a closed form find other points of the same distance. Compiled once for each dimension.
// In the environment LGJK_TEST_SEED=n makes other pairs, LGJK_TEST_PAIRS=n fewer.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "asks.h"
#include "test_random.h"

enum { FAMILY = DIM == 2 ? 200 : 96, SCENE = DIM == 2 ? 900 : 500, FRAMES = 2 };

static uint64_t seed = 20265;
static uint32_t isas[LGJK_ISA_COUNT], isa_count;

// Ways of asking that records take part in.
static const struct {
  float max_distance;
  uint32_t flags;
} WAYS[] = {{0, 0}, {0.3f, 0}, {0, LGJK_FLAG_SORT_ALL}, {0, LGJK_FLAG_EPA}};
enum { WAY_COUNT = sizeof WAYS / sizeof WAYS[0] };

static bool is_asked(query q, uint32_t way) { return q == CONTACT || WAYS[way].flags != LGJK_FLAG_EPA; }

static ask ask_way(query q, uint32_t way, uint32_t isa) {
  ask how = ask_of(q, isa);
  how.options.max_distance = how.options.margin = WAYS[way].max_distance;
  how.options.flags = WAYS[way].flags;
  return how;
}

// All records are zero, or where `old` has those of an earlier frame two of three.
static void expect_as_without(const inputN* input, query q, uint32_t way, const lgjk_warm* old) {
  const uint64_t count = input->pairs.count;
  answersN expected = answersN_open(count), answers = answersN_open(count);
  lgjk_warm* records = malloc((size_t)count * sizeof *records);
  ask how = ask_way(q, way, LGJK_ISA_SCALAR);
  run_whole(&how, input, NULL, &expected);
  for (uint32_t i = 0; i < isa_count; ++i) {
    how.options.isa = isas[i];
    for (uint64_t k = 0; k < count; ++k) records[k] = old != NULL && k % 3 == 0 ? old[k] : (lgjk_warm){{0}};
    run_whole(&how, input, records, &answers);
    if (DIM == 3 && q == OVERLAP) memcpy(answers.iterations, expected.iterations, (size_t)count);
    for (uint64_t k = 0; k < count; ++k) {
      if (old == NULL || k % 3 != 0)
        expect_same_at(&how, input, old ? "zero records among others" : "zero records", &expected, k, &answers, k);
    }
  }
  free(records);
  answersN_close(&expected);
  answersN_close(&answers);
}

static void check_input(uint32_t number) {
  inputN input;
  const uint32_t usual = number < familiesN_count() ? FAMILY : SCENE;
  if (inputsN_open(&input, number, seed, inputsN_pairs(usual)) != 0) fail_msg("input %u was not made", number);
  const uint64_t count = input.pairs.count;
  answersN answers = answersN_open(count);
  lgjk_warm* old[QUERIES];
  for (query q = OVERLAP; q < QUERIES; ++q) old[q] = calloc((size_t)count, sizeof *old[q]);
  for (uint32_t frame = 0; frame < FRAMES; ++frame, inputsN_advance(&input)) {
    for (query q = OVERLAP; q < QUERIES; ++q) {
      const ask warm = ask_of(q, LGJK_ISA_AUTO);
      for (uint32_t way = 0; way < WAY_COUNT; ++way) {
        if (!is_asked(q, way)) continue;
        expect_as_without(&input, q, way, NULL);
        if (frame != 0) expect_as_without(&input, q, way, old[q]);
      }
      run_whole(&warm, &input, old[q], &answers);
    }
  }
  for (query q = OVERLAP; q < QUERIES; ++q) free(old[q]);
  answersN_close(&answers);
  inputsN_close(&input);
}

static void of_all_inputs(void** state) {
  (void)state;
  for (uint32_t number = 0; number < inputsN_count(); ++number) {
    if (inputsN_missing(number) == NULL) check_input(number);
  }
}

#if DIM == 3
// A small box on a large one that is nearly parallel to it.
static void of_nearly_parallel_boxes(void** state) {
  (void)state;
  enum { COUNT = 600 };
  static const float place[2][3] = {{0, 0, 0}, {7.7f, 5.6f, 0.154f}};
  static float pose[2 * COUNT][POSE_FLOATS];
  static uint32_t shape[2 * COUNT], pair[COUNT][2];
  lgjk_shape3_def defs[2];
  for (int i = 0; i < 2; ++i) {
    lgjk_shape3_def_init(&defs[i]);
    defs[i].kind = LGJK_SHAPE3_BOX;
  }
  memcpy(defs[0].size, (float[3]){8, 6, 0.1f}, sizeof defs[0].size);
  memcpy(defs[1].size, (float[3]){0.05f, 0.05f, 0.05f}, sizeof defs[1].size);
  inputN input = {.name = "nearly parallel boxes"};
  lgjk_bodies3_init(&input.bodies);
  lgjk_pairs_init(&input.pairs);
  lgjk_shapes3* shapes = NULL;
  assert_int_equal(lgjk_shapes3_create(defs, 2, NULL, &shapes, NULL), LGJK_OK);
  for (uint32_t i = 0; i < 2 * COUNT; ++i) {
    const double noise = i / 2 % 2 ? 1e-7 : 1e-6;
    shape[i] = i % 2;
    for (uint32_t k = 0; k < POSE_FLOATS; ++k) {
      const double at = k < DIM ? (double)place[i % 2][k] : k == POSE_UNIT;
      pose[i][k] = (float)(at + random_in(-noise, noise));
    }
    pair[i / 2][i % 2] = i;
  }
  input.bodies.count = 2 * COUNT;
  input.bodies.shapes = shapes;
  input.bodies.shape = shape;
  input.bodies.pose = pose[0];
  input.pairs = (lgjk_pairs){.struct_size = sizeof input.pairs, .stride = 8, .a = &pair[0][0], .b = &pair[0][1]};
  input.pairs.count = COUNT;
  for (query q = OVERLAP; q < QUERIES; ++q) {
    for (uint32_t way = 0; way < WAY_COUNT; ++way) {
      if (is_asked(q, way)) expect_as_without(&input, q, way, NULL);
    }
  }
  lgjk_shapes3_destroy(shapes);
}
#endif

int main(void) {
  const struct CMUnitTest tests[] = {
#if DIM == 3
    cmocka_unit_test(of_nearly_parallel_boxes),
#endif
    cmocka_unit_test(of_all_inputs)
  };
  const char* wanted = getenv("LGJK_TEST_SEED");
  if (wanted != NULL) seed = strtoull(wanted, NULL, 0);
  print_message("LGJK_TEST_SEED=%llu\n", (unsigned long long)seed);
  random_state = seed;
  uint32_t listed[LGJK_ISA_COUNT];
  const uint32_t list_count = lgjk_isa_list(listed, LGJK_ISA_COUNT);
  for (uint32_t i = 0; i < list_count; ++i) {
    if (lgjk_isa_supported(listed[i])) isas[isa_count++] = listed[i];
  }
  return cmocka_run_group_tests(tests, NULL, NULL);
}
