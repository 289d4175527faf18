// Contacts of boxes, which are found by axes before or after a search, as a block's other pairs have it: the same bits
// in every instruction set, order and range, cold and warm, with a maximum distance and without, and the truth.
// In the environment LGJK_TEST_SEED=n makes other boxes.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <math.h>

#include "scenes3.h"
#include "test_random.h"
#include "touch.h"

enum { PAIRS = 1201, SHAPES = 16, JUDGED = 250 };

typedef struct boxes {
  lgjk_shapes3* shapes;
  lgjk_bodies3 bodies;
  lgjk_pairs pairs;
  float (*pose)[7];
  uint32_t *shape, *index; // index: A's, then B's of all pairs
} boxes;

static void open_boxes(boxes* b, const lgjk_shape3_def* defs, uint32_t shapes) {
  b->pose = calloc(2 * PAIRS, sizeof *b->pose);
  b->shape = calloc(2 * PAIRS, sizeof *b->shape);
  b->index = calloc(2 * PAIRS, sizeof *b->index);
  assert_true(b->pose && b->shape && b->index);
  assert_int_equal(lgjk_shapes3_create(defs, shapes, NULL, &b->shapes, NULL), LGJK_OK);
  lgjk_bodies3_init(&b->bodies);
  b->bodies.count = 2 * PAIRS;
  b->bodies.shapes = b->shapes;
  b->bodies.shape = b->shape;
  b->bodies.pose = b->pose[0];
  lgjk_pairs_init(&b->pairs);
  b->pairs.a = b->index;
  b->pairs.b = b->index + PAIRS;
  b->pairs.count = PAIRS;
  for (uint32_t i = 0; i < PAIRS; ++i) {
    b->index[i] = 2 * i;
    b->index[PAIRS + i] = 2 * i + 1;
  }
}

static void close_boxes(boxes* b) {
  lgjk_shapes3_destroy(b->shapes);
  free(b->pose);
  free(b->shape);
  free(b->index);
}

static void open_scene(boxes* b) {
  scene3* scene = scene3_create("T1", PAIRS, random_bits());
  assert_non_null(scene);
  open_boxes(b, scene->defs, scene->shape_count);
  memcpy(b->pose, scene->pose, 2 * PAIRS * sizeof *b->pose);
  memcpy(b->shape, scene->shape, 2 * PAIRS * sizeof *b->shape);
  for (uint32_t i = 0; i < PAIRS; ++i) {
    b->index[i] = scene->a[i];
    b->index[PAIRS + i] = scene->b[i];
  }
  scene3_free(scene);
}

// Boxes upon boxes, all but upright, that overlap or are apart by 1e-8 to 1e-1 of their sizes.
static void open_resting(boxes* b) {
  lgjk_shape3_def defs[SHAPES];
  for (uint32_t i = 0; i < SHAPES; ++i) {
    lgjk_shape3_def_init(&defs[i]);
    defs[i].kind = LGJK_SHAPE3_BOX;
    for (int k = 0; k < 3; ++k) defs[i].size[k] = (float)random_in(0.2, 1);
    defs[i].radius = i % 4 == 0 ? (float)random_in(0, 0.2) : 0;
  }
  open_boxes(b, defs, SHAPES);
  for (uint32_t i = 0; i < PAIRS; ++i) {
    float *low = b->pose[2 * i], *high = b->pose[2 * i + 1];
    const uint32_t s = b->shape[2 * i] = random_below(SHAPES), t = b->shape[2 * i + 1] = random_below(SHAPES);
    const double reach = (double)defs[s].size[2] + (double)defs[t].size[2] + (double)(defs[s].radius + defs[t].radius);
    const double apart = pow(10, random_in(-8, -1)) * (random_below(3) ? -1 : 1), half = random_in(0, 3.2);
    for (int k = 0; k < 3; ++k) low[k] = (float)random_in(-5, 5);
    for (int k = 0; k < 2; ++k) high[k] = low[k] + (float)random_in(-1, 1);
    high[2] = (float)(low[2] + reach + apart);
    low[6] = 1;
    if (random_below(2)) {
      const double tilt = random_below(2) ? pow(10, random_in(-8, -2)) : 0;
      const double q[4] = {tilt * random_in(-1, 1), tilt * random_in(-1, 1), sin(half), cos(half)};
      for (int k = 0; k < 4; ++k) high[3 + k] = (float)q[k];
    } else {
      high[6] = 1;
    }
  }
}

// ------------------------------------------------------------------ the same bits

static void ask_range(const boxes* b, const lgjk_options* options, lgjk_warm* warm, uint64_t first, uint64_t count,
                      const answersN* answers) {
  const lgjk_results results = answersN_results(answers);
  assert_int_equal(lgjk_contact3(&b->bodies, &b->bodies, &b->pairs, warm, first, count, &results, options, NULL),
                   LGJK_OK);
}

// The same pairs, those first that overlap, and then in ranges of 1 to 40: blocks that overlap as a whole, and mixed.
static void expect_same_in_other_order(const boxes* b, const lgjk_options* options, bool warm,
                                       const answersN* expected) {
  boxes other = *b;
  answersN found = answersN_open(PAIRS);
  uint32_t index[2 * PAIRS], from[PAIRS], count = 0;
  lgjk_warm records[PAIRS];
  for (int overlaps = 1; overlaps >= 0; --overlaps) {
    for (uint32_t i = 0; i < PAIRS; ++i) {
      if ((expected->status[i] == LGJK_STATUS_OVERLAPPING) == overlaps) from[count++] = i;
    }
  }
  for (uint32_t i = 0; i < PAIRS; ++i) {
    index[i] = b->pairs.a[from[i]];
    index[PAIRS + i] = b->pairs.b[from[i]];
  }
  other.pairs.a = index;
  other.pairs.b = index + PAIRS;
  for (int ranges = 0; ranges < 2; ++ranges) {
    memset(records, 0, sizeof records);
    for (uint64_t first = 0, step; first < PAIRS; first += step) {
      step = ranges ? 1 + random_below(40) : PAIRS;
      if (step > PAIRS - first) step = PAIRS - first;
      ask_range(&other, options, warm ? records : NULL, first, step, &found);
    }
    for (uint32_t i = 0; i < PAIRS; ++i) {
      if (!answersN_same_at(expected, from[i], &found, i)) {
        fail_msg("%s, %s, ranges %d: pair %u is another as %u", lgjk_isa_name(options->isa), warm ? "warm" : "cold",
                 ranges, from[i], i);
      }
    }
  }
  answersN_close(&found);
}

static void expect_same_bits(const boxes* b) {
  const struct { float most, margin; } ways[] = {{0, 0}, {0.4f, 0}, {0, 0.1f}, {1e30f, 0.02f}};
  answersN expected = answersN_open(PAIRS), found = answersN_open(PAIRS);
  lgjk_warm records[PAIRS];
  uint32_t isas[LGJK_ISA_COUNT];
  const uint32_t count = lgjk_isa_list(isas, LGJK_ISA_COUNT);
  for (size_t way = 0; way < 2 * sizeof ways / sizeof *ways; ++way) {
    const bool warm = way % 2;
    lgjk_options options;
    lgjk_options_init(&options);
    options.max_distance = ways[way / 2].most;
    options.margin = ways[way / 2].margin;
    options.isa = LGJK_ISA_SCALAR;
    memset(records, 0, sizeof records);
    ask_range(b, &options, warm ? records : NULL, 0, PAIRS, &expected);
    for (uint32_t k = 0; k < count; ++k) {
      if (!lgjk_isa_supported(isas[k])) continue;
      options.isa = isas[k];
      memset(records, 0, sizeof records);
      ask_range(b, &options, warm ? records : NULL, 0, PAIRS, &found);
      assert_true(answersN_difference(&expected, &found, 0, PAIRS) == UINT64_MAX);
      expect_same_in_other_order(b, &options, warm, &expected);
    }
  }
  answersN_close(&expected);
  answersN_close(&found);
}

static void test_same_bits_of_scene(void** state) {
  (void)state;
  boxes b;
  open_scene(&b);
  expect_same_bits(&b);
  close_boxes(&b);
}

static void test_same_bits_at_rest(void** state) {
  (void)state;
  boxes b;
  open_resting(&b);
  expect_same_bits(&b);
  close_boxes(&b);
}

// ------------------------------------------------------------------ the truth

// least: of the overlapping pairs, how many in a hundred at least are decided by axes: a search would be counted.
static void judge(const boxes* b, uint32_t least) {
  answersN answers = answersN_open(PAIRS);
  oracle3_table* table = oracle3_table_create(b->shapes);
  lgjk_options options;
  lgjk_options_init(&options);
  ask_range(b, &options, NULL, 0, PAIRS, &answers);
  uint32_t overlapping = 0, unsearched = 0;
  for (uint32_t i = 0; i < JUDGED; ++i) {
    const truth t = truth_of(table, &b->bodies, &b->pairs, i);
    overlapping += answers.status[i] == LGJK_STATUS_OVERLAPPING;
    unsearched += answers.status[i] == LGJK_STATUS_OVERLAPPING && answers.iterations[i] == 0;
    if (!truth_is_touched(&t, &answers, i)) fail_msg("pair %u: %g", i, (double)answers.distance[i]);
  }
  print_message("%u of %u pairs overlap, %u by their axes\n", overlapping, (unsigned)JUDGED, unsearched);
  assert_true(overlapping > JUDGED / 5 && 100 * unsearched >= least * overlapping);
  oracle3_table_destroy(table);
  answersN_close(&answers);
}

static void test_truth(void** state) {
  (void)state;
  boxes b;
  open_scene(&b);
  judge(&b, 95);
  close_boxes(&b);
  open_resting(&b); // many of them in their rounding alone
  judge(&b, 30);
  close_boxes(&b);
}

int main(void) {
  const char* seed = getenv("LGJK_TEST_SEED");
  random_state = seed ? strtoull(seed, NULL, 10) : 17;
  print_message("seed %llu\n", (unsigned long long)random_state);
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_same_bits_of_scene),
                                     cmocka_unit_test(test_same_bits_at_rest), cmocka_unit_test(test_truth)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
