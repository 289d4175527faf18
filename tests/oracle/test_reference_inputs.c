// The manifolds of the scalar reference on every input, for which it clips one feature by another on its own: each by
// itself, and against the library's as a second opinion. Compiled once for each dimension.
#include "query_pairs.h"
#include "inputs.h"
#include "reference.h"
#include "touch.h"

// The library takes corners that are a little outside of the other face for inside, so that points stay the same at
// rest.
enum { PAIRS = 300, SEED = 97, MOST_POINTS = DIM == 2 ? 2 : 4, ONE_OTHER_OF = DIM == 2 ? 40 : 15 };

// Of the scale: how far points of the two may be from each other, along the surfaces, curved ones for themselves, and
// across them. What a search finds within 1e-6 along the normal of a curved surface, it finds within 1e-3 across it.
static const long double SAME_PLACE = 1e-4L, SAME_PLACE_CURVED = 4e-3L, SAME_SEPARATION = 5e-6L;

// How much farther rounding raises the plane of a tilted face than its surface at the end, where it is round: by 1 /
// cos of the tilt. The library may choose either.
static const long double LIFT = DIM == 2 ? 0 : 0.021L;

// An input with the reference's shapes.
typedef struct fixture {
  inputN input;
  refN_shapes shapes;
  oracleN_table* table;
} fixture;

static fixture fixture_open(uint32_t number, uint64_t seed, uint32_t pairs) {
  fixture f;
  assert_int_equal(inputsN_open(&f.input, number, seed, pairs), 0);
  assert_true(refN_shapes_create(f.input.bodies.shapes, &f.shapes));
  f.table = oracleN_table_create(f.input.bodies.shapes);
  return f;
}

static void fixture_close(fixture* f) {
  oracleN_table_destroy(f->table);
  refN_shapes_destroy(&f->shapes);
  inputsN_close(&f->input);
}

static bool is_tested(uint32_t number) {
  return !inputsN_has_bad(number) && test_has(inputsN_name(number), inputsN_missing(number));
}

typedef struct tally {
  uint32_t pairs, touching, compared, other_count, other_points, wrong;
} tally;

typedef struct opinions {
  const truth* t;
  const answersN *reference, *library;
  uint64_t i;
  long double scale;
} opinions;

static long double distance_of(const float* p, const float* q) {
  long double sum = 0;
  for (int k = 0; k < DIM; ++k) sum += ((long double)p[k] - q[k]) * ((long double)p[k] - q[k]);
  return sqrtl(sum);
}

// ---------------------------------------------------------------- manifolds by themselves

// The deepest comes first, as deep as the pair; points are between the surfaces, and no two have the same id.
static bool is_sound(const opinions* o) {
  const lgjk_manifoldN* m = &o->reference->manifold[o->i];
  const long double band = oracleN_band(&o->t->a, &o->t->b), distance = o->reference->distance[o->i];
  const bool touches = o->reference->status[o->i] == LGJK_STATUS_OVERLAPPING;
  if (m->count > MOST_POINTS || touches != (m->count > 0)) return false;
  for (uint32_t k = 0; k < m->count; ++k) {
    const float* p = m->points[k].position;
    const long double separation = m->points[k].separation, slack = 4 * band + oracleN_half_ulp(p);
    const long double outside = fmaxl(oracleN_outside(&o->t->a, p), oracleN_outside(&o->t->b, p));
    if (separation < m->points[0].separation || separation < distance - slack || separation > slack) return false;
    if (outside > slack - separation / 2 + LIFT * (o->t->a.radius + o->t->b.radius)) return false;
    for (uint32_t j = 0; j < k; ++j) {
      if (m->points[j].id == m->points[k].id) return false;
    }
  }
  return m->count == 0 || fabsl(m->points[0].separation - distance) <= 16 * band;
}

// ---------------------------------------------------------------- manifolds against the library

// In space the reference clips faces only, of cores with points: not the sides of two capsules, nor of curved cores.
static bool is_clipped(const truth* t) {
  return DIM == 2 || (t->a.count > 0 && t->b.count > 0 && t->a.count + t->b.count > 4);
}

static bool have_same_normal(const opinions* o) {
  const float *n = o->reference->normal + DIM * o->i, *m = o->library->normal + DIM * o->i;
  return distance_of(n, m) < 1e-5L;
}

// Whether each point of one has its like in the other.
static bool is_within(const lgjk_manifoldN* one, const lgjk_manifoldN* other, const opinions* o) {
  const long double lift = LIFT * (o->t->a.radius + o->t->b.radius), height = SAME_SEPARATION * o->scale + lift;
  const long double same = (truth_is_curved(o->t) ? SAME_PLACE_CURVED : SAME_PLACE) * o->scale + lift;
  for (uint32_t i = 0; i < one->count; ++i) {
    bool found = false;
    for (uint32_t k = 0; k < other->count; ++k) {
      const float *p = one->points[i].position, *q = other->points[k].position;
      const long double off = fabsl((long double)one->points[i].separation - other->points[k].separation);
      const long double slack = oracleN_half_ulp(p) + oracleN_half_ulp(q);
      found = found || (distance_of(p, q) <= same + slack && off <= height);
    }
    if (!found) return false;
  }
  return true;
}

static void compare(const opinions* o, tally* all) {
  const lgjk_manifoldN *mine = &o->reference->manifold[o->i], *theirs = &o->library->manifold[o->i];
  const bool same = mine->count == theirs->count;
  ++all->compared;
  all->other_count += !same;
  all->other_points += same && !(is_within(mine, theirs, o) && is_within(theirs, mine, o));
}

static void judge(const opinions* o, tally* all) {
  ++all->pairs;
  all->touching += o->reference->status[o->i] == LGJK_STATUS_OVERLAPPING;
  all->wrong += !is_sound(o);
  if (o->library->status[o->i] != LGJK_STATUS_OVERLAPPING || !have_same_normal(o)) return;
  if (is_clipped(o->t)) compare(o, all);
}

static tally check_manifolds(uint32_t number) {
  tally all = {0};
  fixture f = fixture_open(number, SEED, PAIRS);
  const lgjk_bodiesN* bodies = &f.input.bodies;
  const lgjk_pairs* pairs = &f.input.pairs;
  answersN reference = answersN_open(pairs->count), library = answersN_open(pairs->count);
  const lgjk_results results = answersN_results(&reference);
  refN_contact_batch(&f.shapes, bodies, &f.shapes, bodies, pairs, NULL, &results);
  query_pairs(CONTACT, bodies, pairs, NULL, NULL, &library);
  for (uint64_t i = 0; i < pairs->count; ++i) {
    if (reference.status[i] > LGJK_STATUS_OVERLAPPING) continue;
    const truth t = {.a = truth_body(f.table, bodies, pairs->a[i]), .b = truth_body(f.table, bodies, pairs->b[i])};
    const opinions o = {&t, &reference, &library, i, oracleN_scale(&t.a, &t.b)};
    judge(&o, &all);
  }
  answersN_close(&reference);
  answersN_close(&library);
  fixture_close(&f);
  return all;
}

TEST(manifolds_are_sound_and_nearly_all_are_the_library_s) {
  tally sum = {0};
  print_message(
      "  seed %d; pairs that touch, of those with the library's normal other numbers of points, other points\n", SEED);
  for (uint32_t number = 0; number < inputsN_count(); ++number) {
    if (!is_tested(number)) continue;
    const tally all = check_manifolds(number);
    print_message("  %-28s %4u of %4u, %4u: %4u %4u; %u wrong\n", inputsN_name(number), all.touching, all.pairs,
                  all.compared, all.other_count, all.other_points, all.wrong);
    sum.wrong += all.wrong;
    sum.compared += all.compared;
    sum.other_count += all.other_count;
    sum.other_points += all.other_points;
  }
  assert_int_equal(sum.wrong, 0);
  const uint32_t other = sum.other_count + sum.other_points;
  print_message("  in all %u of %u are not the library's\n", other, sum.compared);
  assert_true(ONE_OTHER_OF * other <= sum.compared);
}
