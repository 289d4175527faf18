// The last of the fixed steps on a grid is what verify is by the vertices themselves: after any number of steps of a
// search, between hulls whose vertices may be in a plane within less than the grid can resolve, it ends a lane where
// the highest vertex gains nothing, and no other. A record restores what the steps before have come to. On one lane. In
// the environment LGJK_TEST_PAIRS=n makes fewer pairs.
#include "test.h"
#include "fewer.h"
#include "test_random.h"

#include "lane/lane_scalar.h"

#include "block/warm3.h"

enum { MOST = LGJK_GRID_VERTICES, PAIRS = 60000, LEAST_PAIRS = 1200 };

typedef long double real;

typedef struct hull {
  uint32_t count, at[LANES];
  float pool[3 * MOST + 1];
  float bound;
  vf vertices[3 * MOST], grid[LGJK_GRID_WORDS], fineness, number;
} hull;

// Any points; or corners of a box, off by a part of the grid's step or by some steps, of which many are in a plane.
static void make_hull(hull* h) {
  const bool box = random_below(4) != 0, flat = random_below(8) == 0;
  const float off = (float)ldexp(1, -(int)(random_below(3) ? 10 + random_below(8) : random_below(24)));
  *h = (hull){.count = box ? 8 : 3 + random_below(MOST - 2)};
  for (uint32_t i = 0; i < MOST; ++i) {
    float* v = h->pool + 3 * i;
    for (uint32_t k = 0; k < 3; ++k) {
      const float corner = i >> k & 1 ? -1.0f : 1.0f, some = (float)random_in(-1, 1);
      v[k] = box ? corner + off * some : k == 2 && flat ? off * some : some;
    }
    if (i >= h->count) memcpy(v, h->pool + 3 * (h->count - 1), 3 * sizeof *v);
    const float length = sqrtf(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]) * 1.000001f;
    h->bound = h->bound < length ? length : h->bound;
  }
  uint32_t words[LGJK_GRID_WORDS];
  h->fineness = lgjk_grid_fineness(h->bound);
  h->number = vf_of(vi_set(h->count));
  lgjk_grid_write((const float(*)[3])(const void*)h->pool, h->count, h->fineness, words);
  memcpy(h->grid, words, sizeof words);
  memcpy(h->vertices, h->pool, sizeof h->vertices);
}

static void set_side(const hull* h, bool on_grid, core_lanes_f* core) {
  core->core = LGJK_CORE3_HULL16;
  core->floats = on_grid ? h->grid : h->vertices;
  core->pool = h->at;
  core->vertices = h->pool;
  core->on_grid = on_grid;
  core->fineness = &h->fineness;
  core->count = &h->number;
}

static void turn_side(core_lanes_f* core) {
  real square = 0;
  vf q[4];
  for (int k = 0; k < 4; ++k) {
    q[k] = (float)random_in(-1, 1);
    square += (real)q[k] * q[k];
  }
  for (int k = 0; k < 4; ++k) q[k] = (float)(q[k] / sqrtl(square));
  if (random_below(4) == 0) memcpy(q, (const vf[4]){0, 0, 0, 1}, sizeof q);
  assert_true(unit_f(q, &core->rotation));
}

static real highest(const hull* h, const rotation_f* r, vec_f d, real sign) {
  real most = -HUGE_VALL;
  for (uint32_t i = 0; i < h->count; ++i) {
    const float* v = h->pool + 3 * i;
    const real x = (real)r->x.x * v[0] + (real)r->y.x * v[1] + (real)r->z.x * v[2];
    const real y = (real)r->x.y * v[0] + (real)r->y.y * v[1] + (real)r->z.y * v[2];
    const real z = (real)r->x.z * v[0] + (real)r->y.z * v[1] + (real)r->z.z * v[2];
    const real along = sign * (x * d.x + y * d.y + z * d.z);
    if (along > most) most = along;
  }
  return most;
}

typedef struct hull_pair {
  hull a, b;
  pair_frame_f exact, grid; // on the grid, one side or both
} hull_pair;

static void make_pair(hull_pair* pair) {
  make_hull(&pair->a);
  make_hull(&pair->b);
  pair->exact = (pair_frame_f){0};
  set_side(&pair->a, false, &pair->exact.a);
  set_side(&pair->b, false, &pair->exact.b);
  turn_side(&pair->exact.a);
  turn_side(&pair->exact.b);
  const double far = random_below(2) ? 4 : 2;
  pair->exact.p = (vec_f){(float)random_in(-far, far), (float)random_in(-far, far), (float)random_in(-far, far)};
  pair->exact.scale = pair->a.bound + pair->b.bound + length_above_f(pair->exact.p);
  pair->grid = pair->exact;
  const uint32_t sides = 1 + random_below(3);
  set_side(&pair->a, sides & 1, &pair->grid.a);
  set_side(&pair->b, sides & 2, &pair->grid.b);
}

// A simplex after some steps by the vertices themselves.
static void search_some(const pair_frame_f* f, simplex_f* s) {
  const search_bounds_f bounds = {.gap = GAP_FLAT * f->scale};
  begin_f(f, s, &bounds, first_direction_f(f), 1);
  const uint32_t steps = random_below(7);
  for (uint32_t i = 0; i < steps && s->active; ++i) iterate_f(f, s, &bounds);
  s->active = s->active | s->converged;
  s->converged = 0;
}

// How a lane ends that is certified, against exact heights; doubt: of rounding.
typedef struct tally {
  uint32_t ended, left, apart;
} tally;

static void check_certificate(const hull_pair* pair, simplex_f* s, tally* count) {
  const pair_frame_f* f = &pair->exact;
  const vec_f d = direction_f(s, 3), p = f->p;
  const real size = size_f(d), doubt = 12 * (real)ROUNDOFF_F * f->scale * size;
  const search_bounds_f bounds = {.gap = GAP_FLAT * f->scale, .reaches = random_below(2), .reach = 1e-6f * f->scale};
  const real along = (real)p.x * d.x + (real)p.y * d.y + (real)p.z * d.z;
  const real h = highest(&pair->a, &f->a.rotation, d, 1) + highest(&pair->b, &f->b.rotation, d, -1) - along;
  const real gain = h - (real)dot_f(s->p0.w, d), most = (real)bounds.gap * size;
  certify(&pair->grid, s, &bounds);
  if (s->separated) {
    assert_true(h < 0);
    ++count->apart;
  } else if (s->converged) {
    assert_true(gain <= most + doubt);
    ++count->ended;
  } else {
    assert_true(gain >= most - doubt);
    ++count->left;
  }
}

TEST(certifies_what_verifies) {
  static hull_pair pair;
  const uint32_t pairs = fewer(PAIRS, LEAST_PAIRS);
  tally count = {0};
  random_state = 5;
  for (uint32_t n = 0; n < pairs; ++n) {
    simplex_f s;
    make_pair(&pair);
    search_some(&pair.exact, &s);
    if (s.active && size_f(direction_f(&s, 3)) > SHORTEST_NORMAL) check_certificate(&pair, &s, &count);
  }
  print_message("%u end, %u are apart, %u go on\n", (unsigned)count.ended, (unsigned)count.apart, (unsigned)count.left);
  assert_true(count.ended > pairs / 10 && count.left > pairs / 10 && count.apart > pairs / 10);
}

// A support is lower than the highest vertex by no more than the doubt, whichever vertex that is.
TEST(supports_are_high) {
  static hull h;
  core_lanes_f core;
  const vf whole[4] = {0, 0, 0, 1};
  random_state = 8;
  for (uint32_t n = 0; n < fewer(PAIRS, LEAST_PAIRS); ++n) {
    make_hull(&h);
    set_side(&h, true, &core);
    assert_true(unit_f(whole, &core.rotation));
    const vec_f any = {(float)random_in(-1, 1), (float)random_in(-1, 1), (float)random_in(-1, 1)};
    const vec_f d = to_grid_size(any);
    const real most = highest(&h, &core.rotation, d, 1), doubt = (real)GRID_DOUBT * h.bound * length_above_f(d);
    assert_true((real)support_on_grid(&core, d).h >= most - doubt);
  }
}

// Of vertices that tie, the lowest; of any direction, one that is there.
TEST(ties_go_to_the_lowest_index) {
  static hull h;
  core_lanes_f core;
  random_state = 6;
  for (uint32_t n = 0; n < fewer(2000, 200); ++n) {
    make_hull(&h);
    const uint32_t of = random_below(h.count), copy = random_below(h.count);
    for (uint32_t k = 0; k < 3; ++k) h.pool[3 * copy + k] = h.pool[3 * of + k];
    uint32_t words[LGJK_GRID_WORDS];
    lgjk_grid_write((const float(*)[3])(const void*)h.pool, h.count, h.fineness, words);
    memcpy(h.grid, words, sizeof words);
    set_side(&h, true, &core);
    const float* v = h.pool + 3 * of;
    const core_vertex_f found = support_on_grid(&core, to_grid_size((vec_f){v[0], v[1], v[2]}));
    assert_true(found.id < (float)h.count);
    const uint32_t id = (uint32_t)found.id;
    for (uint32_t i = 0; i < id; ++i) assert_memory_not_equal(h.pool + 3 * i, h.pool + 3 * id, 3 * sizeof(float));
    assert_memory_equal(&found.v, h.pool + 3 * id, sizeof found.v);
  }
}

static void expect_same_points(const simplex_f* s, const simplex_f* restored) {
  assert_int_equal(s->edge, restored->edge);
  assert_int_equal(s->face, restored->face);
  assert_memory_equal(&s->p0, &restored->p0, sizeof s->p0);
  if (s->edge) assert_memory_equal(&s->p1, &restored->p1, sizeof s->p1);
  if (s->face) assert_memory_equal(&s->p2, &restored->p2, sizeof s->p2);
}

// Writes the record of a simplex and reads it. The first vertex stands for those that the feature does not have.
static void guess_of(const simplex_f* s, warm_guess* guess) {
  const vf ids[4] = {s->p0.id, s->edge ? s->p1.id : s->p0.id, s->face ? s->p2.id : s->p0.id, s->p0.id};
  vi word_a, word_b;
  pack_indices(ids, &word_a, &word_b);
  const vf record[4] = {0, vf_of(word_a), vf_of(word_b), vf_of(vi_set(s->face ? 3 : s->edge ? 2 : 1))};
  read_guess(record, false, guess);
}

// What a search has come to is restored bit for bit from a record; against a box, too.
TEST(records_restore_a_search) {
  static hull_pair pair;
  const uint32_t pairs = fewer(PAIRS, LEAST_PAIRS);
  uint32_t faces = 0, edges = 0;
  random_state = 7;
  for (uint32_t n = 0; n < pairs / 4; ++n) {
    simplex_f s, restored;
    warm_guess guess;
    proof_lanes proof = {.in_order = false};
    make_pair(&pair);
    const vf half[3] = {(float)random_in(0.1, 1), (float)random_in(0.1, 1), (float)random_in(0.1, 1)};
    if (random_below(4) == 0) {
      pair.grid.b.core = LGJK_CORE3_BOX;
      pair.grid.b.on_grid = false;
      pair.grid.b.floats = half;
    }
    const search_bounds_f bounds = {.gap = GAP_FLAT * pair.grid.scale};
    begin_f(&pair.grid, &s, &bounds, first_direction_f(&pair.grid), 1);
    const int steps = (int)random_below(6);
    for (int i = 1; i <= steps; ++i) step_quickly(&pair.grid, &s, &bounds, i);
    reopen(&pair.grid, &s);
    if (!s.active) continue;
    guess_of(&s, &guess);
    restore(&pair.grid, &guess, 1, &restored, &proof);
    edges += s.edge && !s.face;
    faces += s.face;
    trim_f(&s); // as restore does
    expect_same_points(&s, &restored);
    assert_true(restored.active && !restored.inside);
  }
  print_message("%u faces, %u edges\n", (unsigned)faces, (unsigned)edges);
  assert_true(faces > pairs / 100 && edges > pairs / 100);
}
