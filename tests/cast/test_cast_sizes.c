// Casts at the ends of the domain of sizes: needles and small boxes near each other, which may turn, have an answer up
// to there, and are bad beyond it. Compiled once for each dimension.
#include "cast_answers.h"
#include "fewer.h"
#include "turning.h"

enum { PAIRS = 2000, LEAST_PAIRS = 200, SEED = 71 };

// What both radii have to be together: between the least scale of a contact and half of the greatest one.
static const double least = DIM == 2 ? 1e-6 : 1e-4, most = DIM == 2 ? 5e5 : 5e4;

// Draws pairs of a needle and a small box, whose radii are `reach` together, near each other.
static void resize(turning* t, double reach) {
  lgjk_shapeN_def* defs = malloc(2 * sizeof *defs);
  defs[0] = long_boxN((float)(0.9 * reach), (float)(1e-5 * reach));
  defs[1] = long_boxN((float)(0.05 * reach), (float)(0.02 * reach));
  lgjk_shapesN_destroy(t->shapes);
  t->shapes = build_shapesN(defs, 2);
  t->bodies.shapes = t->shapes;
  double bound = 0;
  for (uint32_t i = 0; i < 2; ++i) {
    lgjk_shapeN_info info;
    lgjk_shapeN_info_init(&info);
    assert_int_equal(lgjk_shapesN_get(t->shapes, i, &info, NULL, 0, NULL), LGJK_OK);
    bound += (double)info.bound;
  }
  for (uint32_t i = 0; i < 2 * t->pairs; ++i) {
    t->shape[i] = i % 2;
    for (int k = 0; k < DIM; ++k) {
      t->pose[i][k] = (float)(0.5 * reach * random_in(-1, 1) + (i % 2 ? (double)t->pose[i - 1][k] : 0));
      t->way[i][k] = (float)(reach * random_in(-1, 1));
    }
  }
  assert_true(bound > 0.9 * reach && bound < reach);
  free(defs);
}

// Casts all, and counts their answers.
static void count_answers(const turning* t, bool turns, uint32_t isa, float target, uint32_t count[5]) {
  cast_answers got = cast_answers_open(t->pairs);
  const lgjk_cast_options options = {.struct_size = sizeof options,
                                     .isa = isa,
                                     .target = target,
                                     .way_a = t->way[0],
                                     .way_b = t->way[0],
                                     .turn_a = turns ? t->turn[0] : NULL,
                                     .turn_b = turns ? t->turn[0] : NULL};
  const lgjk_cast_results results = cast_answers_results(&got);
  assert_int_equal(lgjk_castN(&t->bodies, &t->bodies, &t->list, 0, t->pairs, &results, &options, NULL), LGJK_OK);
  memset(count, 0, 5 * sizeof *count);
  for (uint32_t i = 0; i < t->pairs; ++i) ++count[got.status[i]];
  cast_answers_close(&got);
}

TEST_EACH_ISA(pairs_of_sizes_in_the_domain_have_answers) {
  const uint32_t isa = *(const uint32_t*)*state;
  uint32_t count[5];
  random_state = SEED;
  print_message("  seed %u\n", (unsigned)SEED);
  turning t = open_turning(BOX, fewer(PAIRS, LEAST_PAIRS), 150);
  for (int turns = 0; turns < 2; ++turns) {
    for (int large = 0; large < 2; ++large) {
      resize(&t, large ? most : 1.1 * least);
      count_answers(&t, turns, isa, 0, count);
      assert_int_equal(count[LGJK_CAST_BAD], 0);
      assert_true(count[LGJK_CAST_HIT] > t.pairs / 100);
      // A target widens what is near: that, too, has to be in the domain.
      resize(&t, large ? most / 2 : 1.1 * least);
      count_answers(&t, turns, isa, (float)(large ? most / 2 : least), count);
      assert_int_equal(count[LGJK_CAST_BAD], 0);
    }
  }
  close_turning(&t);
}

TEST_EACH_ISA(pairs_of_sizes_beyond_are_bad_or_miss) {
  const uint32_t isa = *(const uint32_t*)*state;
  uint32_t count[5];
  random_state = SEED + 1;
  turning t = open_turning(BOX, fewer(PAIRS, LEAST_PAIRS), 150);
  for (int turns = 0; turns < 2; ++turns) {
    for (int large = 0; large < 2; ++large) {
      resize(&t, large ? 2.15 * most : 0.4 * least);
      count_answers(&t, turns, isa, 0, count);
      assert_int_equal(count[LGJK_CAST_BAD] + count[LGJK_CAST_MISS], t.pairs);
      assert_true(count[LGJK_CAST_BAD] > t.pairs / 20);
    }
  }
  close_turning(&t);
}
