// Warm answers of pairs that are apart are those of a call without records, bit for bit: a nearest feature has one
// formula, whichever way a search came to it. Scenes of polyhedra and capsules in motion, distances and contacts. At
// most one pair in 10,000 may differ: the canonical run decides by itself, and where several features are nearest
// there is more than one answer.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <string.h>

#include "answers.h"
#include "inputs.h"

enum { COUNT = 2000, FRAMES = 60, SEED = 20263, ONE_IN = 10000 };

static const char* const scenes[] = {"T1", "T2", "T4"};

typedef struct tally {
  uint64_t apart, distances, points, normals;
} tally;

static bool same_floats(const float* x, const float* y, uint64_t count) {
  return memcmp(x, y, (size_t)count * sizeof *x) == 0;
}

static void compare(const answersN* cold, const answersN* warm, tally* t) {
  for (uint64_t i = 0; i < cold->count; ++i) {
    assert_int_equal(cold->status[i], warm->status[i]);
    if (cold->status[i] != LGJK_STATUS_SEPARATED) continue;
    ++t->apart;
    t->distances += !same_floats(&cold->distance[i], &warm->distance[i], 1);
    t->points += !same_floats(&cold->point_a[DIM * i], &warm->point_a[DIM * i], DIM) ||
                 !same_floats(&cold->point_b[DIM * i], &warm->point_b[DIM * i], DIM);
    t->normals += !same_floats(&cold->normal[DIM * i], &warm->normal[DIM * i], DIM);
  }
}

static void ask(const inputN* input, lgjk_warm* records, query q, const answersN* answers) {
  const lgjk_results results = answersN_results(answers);
  answersN_fill(answers);
  assert_int_equal(
      query_function[q](&input->bodies, &input->bodies, &input->pairs, records, 0, COUNT, &results, NULL, NULL),
      LGJK_OK);
}

static void watch(const char* scene, query q) {
  static lgjk_warm records[COUNT];
  uint32_t number = 0;
  inputN input;
  tally t = {0};
  while (strcmp(inputsN_name(number), scene) != 0) ++number;
  assert_int_equal(inputsN_open(&input, number, SEED, COUNT), 0);
  answersN cold = answersN_open(COUNT), warm = answersN_open(COUNT);
  memset(records, 0, sizeof records);
  for (uint32_t frame = 0; frame < FRAMES; ++frame) {
    ask(&input, NULL, q, &cold);
    ask(&input, records, q, &warm);
    compare(&cold, &warm, &t);
    inputsN_advance(&input);
  }
  print_message("%s, %s: %u apart; differ: distance %u, points %u, normal %u\n", scene,
                q == DISTANCE ? "distance" : "contact", (unsigned)t.apart, (unsigned)t.distances, (unsigned)t.points,
                (unsigned)t.normals);
  assert_true(t.apart > (uint64_t)FRAMES * COUNT / 2);
  assert_true(ONE_IN * t.distances <= t.apart);
  assert_true(ONE_IN * t.points <= t.apart);
  assert_true(ONE_IN * t.normals <= t.apart);
  answersN_close(&cold);
  answersN_close(&warm);
  inputsN_close(&input);
}

static void distances_are_those_of_a_cold_call(void** state) {
  (void)state;
  for (uint32_t i = 0; i < sizeof scenes / sizeof *scenes; ++i) watch(scenes[i], DISTANCE);
}

static void contacts_are_those_of_a_cold_call(void** state) {
  (void)state;
  for (uint32_t i = 0; i < sizeof scenes / sizeof *scenes; ++i) watch(scenes[i], CONTACT);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(distances_are_those_of_a_cold_call),
      cmocka_unit_test(contacts_are_those_of_a_cold_call),
  };
  return cmocka_run_group_tests_name("ordered3", tests, NULL, NULL);
}
