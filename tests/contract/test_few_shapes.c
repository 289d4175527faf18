// Calls of many circles and ellipses read the shapes that they have, if these are few, from a table: their answers have
// the bits of calls that are too short for one, with other shapes among them, and with shape indices out of range.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "lone_pairs.h"
#include "test_random.h"

enum { PAIRS = 3000, SHORT = 250, MOST_SHAPES = 64, MOST_ISAS = 8 };

// A set: so many shapes, of which the first are circles and ellipses, and one more may be an ellipse.
static const struct {
  uint32_t count, rounds, late;
} sets[] = {{15, 15, 0}, {16, 16, 0}, {3, 3, 0},   {24, 9, 0}, {16, 9, 0},
            {12, 9, 0},  {24, 9, 15}, {24, 9, 16}, {40, 16, 0}};

static lgjk_shapes2* create(uint32_t count, uint32_t rounds, uint32_t late) {
  static const float triangle[3][2] = {{-2.0f, -1.5f}, {2.5f, -1.0f}, {0.0f, 2.0f}};
  lgjk_shape2_def defs[MOST_SHAPES];
  float centre[MOST_SHAPES][2];
  lgjk_shapes2* shapes = NULL;
  for (uint32_t i = 0; i < count; ++i) {
    const bool round = i < rounds || (late != 0 && i == late);
    lgjk_shape2_def_init(&defs[i]);
    if (round && i % 3 == 0) {
      centre[i][0] = 0.25f * (float)random_below(3);
      centre[i][1] = 0;
      defs[i].points = centre[i];
      defs[i].point_count = 1;
      defs[i].radius = 0.125f * (float)(1 + i);
    } else if (!round && i % 2 == 0) {
      defs[i].points = triangle[0];
      defs[i].point_count = 3;
    } else {
      defs[i].kind = round ? LGJK_SHAPE2_ELLIPSE : LGJK_SHAPE2_BOX;
      defs[i].size[0] = 0.5f + 0.125f * (float)i;
      defs[i].size[1] = 0.75f;
    }
  }
  assert_int_equal(lgjk_shapes2_create(defs, count, NULL, &shapes, NULL), LGJK_OK);
  return shapes;
}

typedef struct crowd {
  uint32_t shape[2 * PAIRS], a[PAIRS], b[PAIRS];
  float pose[2 * PAIRS][4], radius[2 * PAIRS];
} crowd;

static crowd c;

static void place(uint32_t count, uint32_t rounds, uint32_t late) {
  for (uint32_t i = 0; i < 2 * PAIRS; ++i) {
    const double turn = 0.001 * random_below(6283);
    c.pose[i][0] = 0.001f * (float)random_below(4000);
    c.pose[i][1] = 0.001f * (float)random_below(4000);
    c.pose[i][2] = (float)cos(turn);
    c.pose[i][3] = (float)sin(turn);
    c.radius[i] = 0.25f * (float)random_below(3);
    c.shape[i] = random_below(late ? rounds + 1 : rounds);
    if (c.shape[i] == rounds) c.shape[i] = late;
    if (random_below(16) == 0) c.shape[i] = random_below(count);
    if (random_below(100) == 0) c.shape[i] = count + random_below(2) * 1000;
  }
}

// In calls of up to `most` pairs.
static void ask(const lgjk_shapes2* shapes, query q, uint32_t isa, bool radii, uint32_t most, const answersN* answers) {
  lgjk_bodies2 bodies;
  lgjk_pairs pairs;
  lgjk_options options;
  lone_pairs(shapes, c.shape, c.pose[0], PAIRS, c.a, c.b, &bodies, &pairs);
  if (radii) bodies.radius = c.radius;
  lgjk_options_init(&options);
  options.isa = isa;
  options.max_distance = 1.5f;
  answersN_fill(answers);
  const lgjk_results results = answersN_results(answers);
  for (uint32_t i = 0; i < PAIRS; i += most) {
    assert_int_equal(query_function[q](&bodies, &bodies, &pairs, NULL, i, most, &results, &options, NULL), LGJK_OK);
  }
}

static void a_table_of_shapes_changes_no_bit(void** state) {
  (void)state;
  uint32_t isas[MOST_ISAS], statuses = 0;
  const uint32_t count = lgjk_isa_list(isas, MOST_ISAS);
  answersN one = answersN_open(PAIRS), other = answersN_open(PAIRS);
  random_state = 1;
  for (size_t s = 0; s < sizeof sets / sizeof sets[0]; ++s) {
    lgjk_shapes2* shapes = create(sets[s].count, sets[s].rounds, sets[s].late);
    place(sets[s].count, sets[s].rounds, sets[s].late);
    for (uint32_t k = 0; k < count; ++k) {
      if (!lgjk_isa_supported(isas[k])) continue;
      for (int q = 0; q < 2 * QUERIES; ++q) {
        ask(shapes, (query)(q / 2), isas[k], q % 2, PAIRS, &one);
        ask(shapes, (query)(q / 2), isas[k], q % 2, SHORT, &other);
        const uint64_t pair = answersN_difference(&one, &other, 0, PAIRS);
        if (pair != UINT64_MAX)
          fail_msg("%s, set %u, query %d, pair %u", lgjk_isa_name(isas[k]), (unsigned)s, q / 2, (unsigned)pair);
        for (uint32_t i = 0; i < PAIRS; ++i) statuses |= 1u << one.status[i];
      }
    }
    lgjk_shapes2_destroy(shapes);
  }
  assert_int_equal(statuses, 1u << LGJK_STATUS_SEPARATED | 1u << LGJK_STATUS_OVERLAPPING | 1u << LGJK_STATUS_BEYOND |
                                 1u << LGJK_STATUS_BAD);
  answersN_close(&one);
  answersN_close(&other);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(a_table_of_shapes_changes_no_bit)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
