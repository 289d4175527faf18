// Casts of bodies that turn against a tree: hits are those of all pairs, and a cast that a limit ended is none.
// Compiled once for each dimension.
#include "built_tree.h"
#include "cast_answers.h"
#include "fewer.h"
#include "turning.h"

enum { SEED = 64 };

typedef struct against {
  turning t; // its bodies of even numbers are cast against those of odd numbers
  lgjk_bodiesN moving, resting;
  built_tree tree;
  lgjk_cast_hit* hit;
  uint32_t* found;
  lgjk_cast_search search;
} against;

// All casts of a body.
typedef struct body_casts {
  uint32_t *a, *b, count;
  cast_answers answers;
  lgjk_cast_hit* row; // hits, sorted
  float first;        // the least fraction where a limit has ended a cast
} body_casts;

static body_casts open_casts(uint32_t n) {
  body_casts c = {.a = malloc(n * sizeof *c.a), .b = malloc(n * sizeof *c.b), .answers = cast_answers_open(n)};
  c.row = malloc((n + 1) * sizeof *c.row);
  return c;
}

static void close_casts(body_casts* c) {
  cast_answers_close(&c->answers);
  free(c->row);
  free(c->a);
  free(c->b);
}

static void cast_body(const against* x, uint32_t body, uint32_t limit, body_casts* c) {
  const uint32_t n = x->t.pairs;
  const cast_answers* all = &c->answers;
  const lgjk_cast_results results = cast_answers_results(&c->answers);
  const lgjk_pairs list = packed_pairs(c->a, c->b, n);
  const lgjk_cast_options options = {.struct_size = sizeof options,
                                     .iteration_limit = limit,
                                     .way_a = x->t.way[0],
                                     .turn_a = x->t.turn[0],
                                     .way_a_stride = 2 * sizeof *x->t.way,
                                     .turn_a_stride = 2 * sizeof *x->t.turn};
  for (uint32_t i = 0; i < n; ++i) c->a[i] = body, c->b[i] = i;
  assert_int_equal(lgjk_castN(&x->moving, &x->resting, &list, 0, n, &results, &options, NULL), LGJK_OK);
  c->count = 0;
  c->first = HUGE_VALF;
  for (uint32_t i = 0; i < n; ++i) {
    if (all->status[i] == LGJK_CAST_HIT || all->status[i] == LGJK_CAST_OVERLAP) {
      cast_answers_add_hit(all, i, i, c->row, &c->count);
    }
    if (all->status[i] == LGJK_CAST_LIMIT) c->first = fminf(c->first, all->fraction[i]);
  }
}

// By casts of all pairs: whether the rows are right; how many bodies a limit may have left undecided, which a tree may
// decide by its boxes; and how many have other hits without a limit.
typedef struct row_counts {
  uint32_t hits, undecided, changed;
} row_counts;

static row_counts check_rows(const against* x, uint32_t limit) {
  const uint32_t n = x->t.pairs, k = x->search.k;
  row_counts counts = {0, 0, 0};
  body_casts ended = open_casts(n), whole = open_casts(n);
  for (uint32_t body = 0; body < n; ++body) {
    cast_body(x, body, limit, &ended);
    const uint32_t kept = ended.count < k ? ended.count : k;
    assert_int_equal(x->found[body], kept);
    assert_memory_equal(&x->hit[(size_t)body * k], ended.row, kept * sizeof *ended.row);
    counts.undecided += ended.first < HUGE_VALF && (kept < k || ended.first <= ended.row[kept - 1].fraction);
    counts.hits += kept;
    cast_body(x, body, 0, &whole);
    bool same = (whole.count < k ? whole.count : k) == kept;
    for (uint32_t i = 0; i < kept && same; ++i) same = whole.row[i].body == ended.row[i].body;
    counts.changed += !same;
  }
  close_casts(&ended);
  close_casts(&whole);
  return counts;
}

// A cast that a limit ended is no hit. By default none is.
TEST(against_a_tree_a_limit_is_no_hit) {
  static const uint32_t limits[] = {0, 1, 2, 3};
  const uint32_t n = fewer(160, 60);
  uint32_t hits = 0, ended = 0;
  random_state = test_seed(SEED);
  for (int family = 0; family < FAMILIES; ++family) {
    against x = {.t = open_turning(family, n, 150)};
    x.moving = x.resting = x.t.bodies;
    x.moving.count = x.resting.count = n;
    x.moving.pose_stride = x.resting.pose_stride = 2 * sizeof *x.t.pose;
    x.moving.shape_stride = x.resting.shape_stride = 2 * sizeof *x.t.shape;
    x.resting.pose = x.t.pose[1];
    x.resting.shape = x.t.shape + 1;
    x.tree = build_tree(&x.resting, NULL);
    x.hit = malloc(2 * n * sizeof *x.hit);
    x.found = malloc(n * sizeof *x.found);
    for (size_t l = 0; l < sizeof limits / sizeof limits[0]; ++l) {
      for (uint32_t k = 1; k <= 2; ++k) {
        const lgjk_cast_options options = {.struct_size = sizeof options,
                                           .iteration_limit = limits[l],
                                           .way_a = x.t.way[0],
                                           .turn_a = x.t.turn[0],
                                           .way_a_stride = 2 * sizeof *x.t.way,
                                           .turn_a_stride = 2 * sizeof *x.t.turn};
        x.search = (lgjk_cast_search){.struct_size = sizeof x.search, .k = k, .hit = x.hit, .found = x.found};
        assert_int_equal(lgjk_cast_againstN(&x.moving, TARGET(&x.resting, &x.tree), 1, &x.search, &options, NULL),
                         LGJK_OK);
        const row_counts counts = check_rows(&x, limits[l]);
        assert_true(counts.changed <= x.search.limit_bodies && x.search.limit_bodies <= counts.undecided);
        hits += counts.hits;
        if (limits[l] == 0) assert_int_equal(x.search.limit_bodies, 0);
        ended += (uint32_t)x.search.limit_bodies;
      }
    }
    free(x.tree.memory);
    free(x.hit);
    free(x.found);
    close_turning(&x.t);
  }
  print_message("  %u hits, %u bodies with a limit\n", hits, ended);
  assert_true(hits > n && ended > n / 4);
}

// ----------------------------------------------------------------
// Casts at the ends of the domain of sizes: needles and small boxes near each other, which may turn, have an answer up
// to there, and are bad beyond it.

enum { PAIRS = 2000, LEAST_PAIRS = 200, SIZES_SEED = 71 };

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
  random_state = test_seed(SIZES_SEED);
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
  random_state = SIZES_SEED + 1;
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
