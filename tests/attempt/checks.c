// What is checked of every row, query and instruction set. One lane's cold answers are judged; all others are compared
// with these, bit by bit.
#include "attempt.h"

void fail_at(const fixture* f, const char* what, uint64_t i) {
  const answersN *x = &f->expected, *y = &f->found;
  print_message("pair %u: status %u, %u evaluations, distance %.9g; status %u, %u evaluations, distance %.9g\n",
                (unsigned)i, x->status[i], x->iterations[i], (double)x->distance[i], y->status[i], y->iterations[i],
                (double)y->distance[i]);
  fail_msg("%s, %s of %s, %s: pair %u", f->s->row->name, attempt_name[f->query_kind], lgjk_isa_name(f->options.isa),
           what, (unsigned)i);
}

static void call(const fixture* f, const lgjk_pairs* pairs, lgjk_warm* warm, uint64_t first, uint64_t count,
                 const answersN* answers) {
  const lgjk_results results = answersN_results(answers);
  const lgjk_bodiesN* bodies = &f->s->bodies;
  assert_int_equal(
      query_function[query_of[f->query_kind]](bodies, bodies, pairs, warm, first, count, &results, &f->options, NULL),
      LGJK_OK);
}

void call_all(const fixture* f, lgjk_warm* warm, const answersN* answers) {
  query_pairs(query_of[f->query_kind], &f->s->bodies, &f->s->pairs, warm, &f->options, answers);
}

void expect_found(const fixture* f, const char* what, const answersN* expected) {
  const uint64_t i = answersN_difference(expected, &f->found, 0, f->s->count);
  if (i != UINT64_MAX) fail_at(f, what, i);
}

// ---------------------------------------------------------------- the same bits

// Pairs that overlap first, or any order.
static void draw_order(const fixture* f, bool any, uint32_t* from) {
  uint32_t count = 0;
  for (uint32_t overlaps = 2; overlaps-- > 0;) {
    for (uint32_t i = 0; i < f->s->count; ++i) {
      if ((f->expected.status[i] == LGJK_STATUS_OVERLAPPING) == overlaps) from[count++] = i;
    }
  }
  if (any) random_shuffle(from, count, sizeof *from);
}

// Other orders of the pairs, in one call and in ranges of 1 to 40; cold, or from zero records.
static void check_order(fixture* f, const answersN* expected) {
  const uint32_t count = f->s->count;
  uint32_t *from = malloc(3 * count * sizeof *from), *a = from + count, *b = a + count;
  lgjk_pairs pairs = f->s->pairs;
  pairs.a = a;
  pairs.b = b;
  for (uint32_t way = 0; way < 6; ++way) {
    const bool in_ranges = way % 2 != 0, warm = way >= 4;
    if (expected != &f->expected && way % 3 != 0 && way != 5) continue; // with a maximum: some of these
    draw_order(f, way / 2 == 1, from);
    for (uint32_t i = 0; i < count; ++i) {
      a[i] = f->s->pairs.a[from[i]];
      b[i] = f->s->pairs.b[from[i]];
    }
    memset(f->records, 0, count * sizeof *f->records);
    for (uint64_t first = 0, step; first < count; first += step) {
      step = in_ranges ? 1 + random_below(40) : count;
      if (step > count - first) step = count - first;
      call(f, &pairs, warm ? f->records : NULL, first, step, &f->found);
    }
    if (DIM == 3 && warm && f->query_kind == ATTEMPT_OVERLAP) continue; // evaluations of verdicts differ
    for (uint32_t i = 0; i < count; ++i) {
      if (!answersN_same_at(expected, from[i], &f->found, i)) fail_at(f, "in another order", from[i]);
    }
  }
  free(from);
}

static void check_batches(fixture* f, const answersN* expected) {
  static const uint32_t sizes[] = {1, 7, 250};
  for (uint32_t k = 0; k < sizeof sizes / sizeof *sizes; ++k) {
    const uint64_t most = sizes[k] == 1 && f->s->count > 40 ? 40 : f->s->count;
    for (uint64_t first = 0; first < most; first += sizes[k]) {
      const uint64_t size = sizes[k] < most - first ? sizes[k] : most - first;
      call(f, &f->s->pairs, NULL, first, size, &f->found);
    }
    const uint64_t i = answersN_difference(expected, &f->found, 0, most);
    if (i != UINT64_MAX) fail_at(f, "in batches", i);
  }
}

// The set holds other shapes, too, so that pairs are of several classes, or of a wider one.
static void check_beside(fixture* f, const answersN* expected) {
  sample* s = (sample*)(uintptr_t)f->s;
  if (s->beside == NULL) return;
  s->bodies.shapes = s->beside;
  call_all(f, NULL, &f->found);
  s->bodies.shapes = s->shapes;
  for (uint32_t i = 0; i < s->count; ++i) {
    if (s->shape[2 * i] >= s->shape_count || s->shape[2 * i + 1] >= s->shape_count) continue;
    if (!answersN_same_at(expected, i, &f->found, i)) fail_at(f, "beside other shapes", i);
  }
}

// The same pairs in other calls.
static void check_ways(fixture* f, const answersN* expected) {
  check_order(f, expected);
  check_batches(f, expected);
  check_beside(f, expected);
}

#define ARRAY_NUMBER(member, theirs, each, first) ARRAY_##member,
enum { ANSWERS_ARRAYS(ARRAY_NUMBER) ARRAYS };

static void expect_array(const fixture* f, const char* name, bool written, const void* found, const void* expected,
                         size_t each, size_t size) {
  if (written ? memcmp(found, expected, size) == 0 : answersN_is_pattern(found, each * f->s->count)) return;
  fail_msg("%s, %s of %s: the array %s, of some", f->s->row->name, attempt_name[f->query_kind],
           lgjk_isa_name(f->options.isa), name);
}

// One array alone, or all but one.
static void check_arrays(fixture* f) {
  const uint32_t count = f->s->count < 100 ? f->s->count : 100, all = (1u << ARRAYS) - 1;
  const query called = query_of[f->query_kind];
  const lgjk_bodiesN* bodies = &f->s->bodies;
  for (uint32_t k = 0; k < 2 * ARRAYS; ++k) {
    const uint32_t chosen = k < ARRAYS ? 1u << k : all & ~(1u << (k - ARRAYS));
    lgjk_results results = answersN_results(&f->found);
    uint32_t written = 0;
#define CHOOSE(member, theirs, each, least) \
  if (!(chosen >> ARRAY_##member & 1)) {    \
    results.theirs = NULL;                  \
  } else if (called >= least) {             \
    written |= 1u << ARRAY_##member;        \
  }
    ANSWERS_ARRAYS(CHOOSE)
    if (written == 0) continue;
    answersN_fill(&f->found);
    assert_int_equal(query_function[called](bodies, bodies, &f->s->pairs, NULL, 0, count, &results, &f->options, NULL),
                     LGJK_OK);
#define COMPARE(member, theirs, each, least)                                                   \
  expect_array(f, #member, written >> ARRAY_##member & 1, f->found.member, f->expected.member, \
               (each) * sizeof *f->found.member, (each) * (size_t)count * sizeof *f->found.member);
    ANSWERS_ARRAYS(COMPARE)
  }
}

// ---------------------------------------------------------------- other answers that follow from the first

// A exchanged with B: the same verdict but where they touch, and the same distance within both bands.
static void check_exchanged(fixture* f) {
  lgjk_pairs pairs = f->s->pairs;
  pairs.a = f->s->pairs.b;
  pairs.b = f->s->pairs.a;
  call(f, &pairs, NULL, 0, f->s->count, &f->found);
  for (uint32_t i = 0; i < f->s->count; ++i) {
    if (f->expected.status[i] == LGJK_STATUS_LIMIT) continue;
    const bool touches = fabs((double)f->apart[i]) <= f->band[i];
    if (f->found.status[i] != f->expected.status[i] && !touches) fail_at(f, "exchanged", i);
    if (f->query_kind == ATTEMPT_OVERLAP || f->expected.status[i] == LGJK_STATUS_BAD) continue;
    const double off = fabs((double)f->found.distance[i] - (double)f->expected.distance[i]);
    if (!(off <= 2 * f->band[i])) fail_at(f, "exchanged", i);
  }
}

// The same bits, but of searches in 3D, which a maximum may end another way: the same status and distance.
static void expect_as_without_maximum(const fixture* f, uint32_t i) {
  const double off = fabs((double)f->found.distance[i] - (double)f->expected.distance[i]);
  if (answersN_same_at(&f->expected, i, &f->found, i)) return;
  if (DIM == 3 && !f->s->row->exact && f->found.status[i] == f->expected.status[i] && off <= 2 * f->band[i]) return;
  fail_at(f, "with a maximum", i);
}

static void check_maximum_at(const fixture* f, uint32_t i) {
  const double slack = f->s->row->exact ? 0 : f->band[i], d = (double)f->expected.distance[i];
  const bool apart = f->expected.status[i] == LGJK_STATUS_SEPARATED;
  if (f->found.status[i] != LGJK_STATUS_BEYOND) {
    if (f->query_kind != ATTEMPT_OVERLAP && apart && d > (double)f->maximum + slack) fail_at(f, "is beyond", i);
    expect_as_without_maximum(f, i);
    return;
  }
  if (!apart) fail_at(f, "overlaps", i);
  if (f->query_kind == ATTEMPT_OVERLAP) return;
  if (d <= (double)f->maximum - slack && (d != (double)f->maximum || f->s->row->exact)) fail_at(f, "is within", i);
  if (f->found.distance[i] != HUGE_VALF) fail_at(f, "beyond has no distance", i);
}

// In any call, and as one lane has them.
static void check_limited(fixture* f, answersN* limited) {
  call_all(f, NULL, f->options.isa == LGJK_ISA_SCALAR ? limited : &f->found);
  if (f->options.isa != LGJK_ISA_SCALAR) expect_found(f, "with a maximum or a margin", limited);
  check_ways(f, limited);
}

// Verdicts compare the maximum with bounding circles or balls alone. A margin may change last bits, as it decides what
// is checked by its axes, but not which neighbours do.
static void check_maximum(fixture* f) {
  f->options.max_distance = f->maximum;
  check_limited(f, &f->limited);
  call_all(f, NULL, &f->found);
  if (DIM == 3) memcpy(f->found.iterations, f->expected.iterations, f->s->count);
  for (uint32_t i = 0; i < f->s->count; ++i) check_maximum_at(f, i);
  f->options.max_distance = 1e30f;
  f->options.margin = 0.1f;
  if (f->query_kind >= ATTEMPT_CONTACT) check_limited(f, &f->with_margin);
  f->options.margin = f->options.max_distance = 0;
}

// A search that its limit ended knows an upper bound of the distance, or a lower one of the depth, and nothing else.
static bool check_cut_at(const fixture* f, uint32_t i) {
  const double d = (double)f->expected.distance[i], found = (double)f->found.distance[i], band = f->band[i];
  const bool distances = f->query_kind != ATTEMPT_OVERLAP, within = d <= (double)f->maximum;
  switch (f->found.status[i]) {
    case LGJK_STATUS_BEYOND:
      if (f->expected.status[i] != LGJK_STATUS_SEPARATED) fail_at(f, "cut short, beyond", i);
      if (distances && d <= (double)f->maximum - (f->s->row->exact ? 0 : band)) fail_at(f, "cut short, beyond", i);
      return false;
    case LGJK_STATUS_LIMIT:
      if (distances && !(found >= d - band && found < HUGE_VAL)) fail_at(f, "cut short, no bound", i);
      return distances && found > (double)f->maximum && within && d > 0;
    case LGJK_STATUS_BAD: return false;
    default:
      if (f->found.status[i] != f->expected.status[i] && !f->s->row->doubtful)
        fail_at(f, "cut short, another verdict", i);
      if (distances && !(found >= d - 2 * band)) fail_at(f, "cut short, no bound", i);
      return false;
  }
}

static void check_cut_short(fixture* f) {
  static const uint32_t limits[] = {1, 2, 5};
  uint32_t bounds = 0;
  f->options.max_distance = f->maximum;
  for (uint32_t k = 0; k < sizeof limits / sizeof *limits; ++k) {
    f->options.iteration_limit = limits[k];
    call_all(f, NULL, &f->found);
    for (uint32_t i = 0; i < f->s->count; ++i) {
      if (f->expected.status[i] != LGJK_STATUS_LIMIT) bounds += check_cut_at(f, i);
    }
  }
  f->options.iteration_limit = 0;
  f->options.max_distance = 0;
  if (f->s->row->exact && f->query_kind != ATTEMPT_OVERLAP) assert_true(bounds > 0);
}

// ---------------------------------------------------------------- the fixture

static void check_set(fixture* f, uint32_t isa) {
  f->options.isa = isa;
  call_all(f, NULL, &f->found);
  expect_found(f, "cold", &f->expected);
  check_ways(f, &f->expected);
  check_arrays(f);
  check_exchanged(f);
  check_maximum(f);
  check_cut_short(f);
  check_records(f);
}

static int compare_floats(const void* x, const void* y) {
  const float p = *(const float*)x, q = *(const float*)y;
  return (p > q) - (p < q);
}

// Signed distances, and a maximum.
static void measure(fixture* f) {
  const sample* s = f->s;
  uint32_t apart = 0;
  f->query_kind = ATTEMPT_CONTACT;
  call_all(f, NULL, &f->found);
  memcpy(f->apart, f->found.distance, s->count * sizeof *f->apart);
  for (uint32_t i = 0; i < s->count; ++i) {
    if (f->found.status[i] == LGJK_STATUS_SEPARATED) f->found.distance[apart++] = f->apart[i];
  }
  qsort(f->found.distance, apart, sizeof *f->found.distance, compare_floats);
  f->maximum = apart ? f->found.distance[apart / 6] : 1;
}

static void fixture_open(fixture* f, const sample* s) {
  oracleN_table* table = oracleN_table_create(s->bodies.shapes);
  const uint32_t shapes = lgjk_shapesN_count(s->bodies.shapes);
  *f = (fixture){.s = s};
  f->expected = answersN_open(s->count);
  f->found = answersN_open(s->count);
  f->second = answersN_open(s->count);
  f->contact = answersN_open(s->count);
  f->limited = answersN_open(s->count);
  f->with_margin = answersN_open(s->count);
  f->records = calloc(4 * (size_t)s->count, sizeof *f->records);
  f->before = f->records + s->count;
  f->left = f->before + s->count;
  f->left_again = f->left + s->count;
  f->verdict = calloc(s->count, 1);
  f->band = calloc(s->count, sizeof *f->band);
  f->options = options_of_isa(LGJK_ISA_SCALAR);
  f->apart = calloc(s->count, sizeof *f->apart);
  measure(f);
  for (uint32_t i = 0; i < s->count; ++i) {
    const uint32_t a = s->pairs.a[i], b = s->pairs.b[i];
    if (s->bodies.shape[a] >= shapes || s->bodies.shape[b] >= shapes) continue;
    const oracleN_body of_a = truth_body(table, &s->bodies, a), of_b = truth_body(table, &s->bodies, b);
    f->band[i] = (double)oracleN_band(&of_a, &of_b);
  }
  oracleN_table_destroy(table);
}

static void fixture_close(fixture* f) {
  answersN_close(&f->expected);
  answersN_close(&f->found);
  answersN_close(&f->second);
  answersN_close(&f->contact);
  answersN_close(&f->limited);
  answersN_close(&f->with_margin);
  free(f->records);
  free(f->verdict);
  free(f->band);
  free(f->apart);
}

static void check_query(fixture* f, attempt_query query_kind) {
  uint32_t isas[LGJK_ISA_COUNT];
  const uint32_t known = test_isas(isas);
  f->query_kind = query_kind;
  f->options = options_of_isa(LGJK_ISA_SCALAR);
  f->options.flags = query_kind == ATTEMPT_EPA ? LGJK_FLAG_EPA : 0;
  call_all(f, NULL, &f->expected);
  if (query_kind == ATTEMPT_OVERLAP) memcpy(f->verdict, f->expected.status, f->s->count);
  for (uint32_t i = 0; i < f->s->count; ++i) {
    if (f->expected.status[i] != f->verdict[i]) fail_at(f, "another verdict than overlap's", i);
  }
  // Where there is no other depth than the polytope's, the flag changes nothing.
  if (query_kind == ATTEMPT_EPA && answersN_difference(&f->contact, &f->expected, 0, f->s->count) == UINT64_MAX) return;
  if (query_kind == ATTEMPT_CONTACT) call_all(f, NULL, &f->contact);
  judge_answers(f->s, query_kind, &f->options, &f->expected);
  for (uint32_t k = 0; k < known; ++k) {
    if (isas[k] == LGJK_ISA_SCALAR) check_set(f, isas[k]);
  }
  judge_shares(f->s, query_kind, COLD_CALL, &f->expected);
  if (keeps_records(f)) judge_shares(f->s, query_kind, SECOND_CALL, &f->second);
  if (f->s->row->judge_records != NULL && query_kind == ATTEMPT_DISTANCE) {
    f->s->row->judge_records(f->s, &f->second, f->left, f->left_again);
  }
  for (uint32_t k = 0; k < known; ++k) {
    if (isas[k] != LGJK_ISA_SCALAR) check_set(f, isas[k]);
  }
}

void check_sample(sample* s) {
  fixture f;
  fixture_open(&f, s);
  for (attempt_query query_kind = ATTEMPT_OVERLAP; query_kind < ATTEMPT_QUERIES; ++query_kind)
    check_query(&f, query_kind);
  fixture_close(&f);
}
