// The attempts of the table of routes (docs/internals/routes.md), a row for each special case: all queries about pairs
// of its shapes in its relation. Of each: the answers are right, the attempt ends its share of them, and they have the
// same bits however they are called. And cases that once had a wrong answer. Compiled once for each dimension. In
// the environment LGJK_TEST_SEED=n makes other pairs, LGJK_TEST_PAIRS=n fewer, and LGJK_TEST_ROW=name runs only one
// row.
#include "attempt.h"

uint64_t random_state;
static uint64_t seed = 20267;

// ---------------------------------------------------------------- one lane's answers

// These are held against the oracle, the double run, and the depth that is found another way; and the
// shares of pairs that the row's attempts end.
enum { LIMITED = 23 };

typedef struct judge {
  const sample* s;
  attempt_query query_kind;
  const answersN* answers;
  answersN in_double, other; // distances in double; contacts whose depth is found another way
  oracleN_table* table;
  uint32_t judged, limits; // judged: by the oracle, which takes long in 3D
} judge;

// Of the oracle, or of the double run and the other depth. Returns whether anything is known.
static bool know(const judge* j, uint32_t i, truth* t) {
  if (i < j->judged) {
    *t = truth_of(j->table, &j->s->bodies, &j->s->pairs, i);
    return true;
  }
  const bool overlaps = j->in_double.status[i] == LGJK_STATUS_OVERLAPPING;
  t->a = truth_body(j->table, &j->s->bodies, j->s->pairs.a[i]);
  t->b = truth_body(j->table, &j->s->bodies, j->s->pairs.b[i]);
  const long double band = oracleN_band(&t->a, &t->b);
  const float* d = overlaps ? j->other.distance : j->in_double.distance;
  if (j->in_double.status[i] == LGJK_STATUS_LIMIT || j->other.status[i] == LGJK_STATUS_LIMIT) return false;
  t->bounds.overlap = overlaps;
  t->bounds.lower = (long double)d[i] - (overlaps ? band : 0.1L * band);
  t->bounds.upper = (long double)d[i] + (overlaps ? band : 0.1L * band);
  return true;
}

static void fail_answer(const judge* j, uint32_t i, const truth* t, const char* what) {
  const answersN* x = j->answers;
  const touch_judgement touch = touch_judge(t, x, i);
  print_message(
      "shapes %u and %u, status %u, distance %.9g of %.9Lg to %.9Lg; in bands: distance %.3Lg, normal %.3Lg, "
      "unit %.3Lg, witness %.3Lg, step %.3Lg; in double: status %u, distance %.9g\n",
      j->s->bodies.shape[j->s->pairs.a[i]], j->s->bodies.shape[j->s->pairs.b[i]], x->status[i], (double)x->distance[i],
      t->bounds.lower, t->bounds.upper, touch.distance, touch.normal, touch.unit, touch.witness, touch.step,
      j->in_double.status[i], (double)j->in_double.distance[i]);
  fail_msg("%s, %s, %s: pair %u", j->s->row->name, attempt_name[j->query_kind], what, i);
}

static void judge_pair(judge* j, uint32_t i) {
  const uint8_t status = j->answers->status[i], in_double = j->in_double.status[i];
  truth t = {0};
  if (status == LGJK_STATUS_LIMIT) {
    ++j->limits;
    return;
  }
  if (status == LGJK_STATUS_BAD || in_double == LGJK_STATUS_BAD) {
    assert_int_equal(status, in_double);
    return;
  }
  const bool known = know(j, i, &t);
  if (in_double != LGJK_STATUS_LIMIT && status != in_double && !j->s->row->doubtful)
    fail_answer(j, i, &t, "not the verdict of double");
  if (!known) return;
  const long double band = oracleN_band(&t.a, &t.b);
  if (oracleN_misclassified(&t.bounds, band, status)) fail_answer(j, i, &t, "a wrong verdict");
  if (j->query_kind == ATTEMPT_DISTANCE && !truth_is_kept(&t, j->answers, i))
    fail_answer(j, i, &t, "not within the band");
  if (j->query_kind <= ATTEMPT_DISTANCE) return;
  const bool touching = j->s->gap != NULL && j->s->gap[i] == 0;
  if (touching && fabsl((long double)j->answers->distance[i]) > 4 * band + oracleN_half_ulp(t.b.pose))
    fail_answer(j, i, &t, "is not where it was moved to");
  if (!truth_is_touched(&t, j->answers, i)) fail_answer(j, i, &t, "not within the band");
  if (i < j->judged / 2 && touch_after_move(&t, j->answers, i) > 1) fail_answer(j, i, &t, "does not touch when moved");
}

void judge_answers(const sample* s, attempt_query query_kind, const lgjk_options* options, const answersN* answers) {
  judge j = {.s = s, .query_kind = query_kind, .answers = answers};
  lgjk_options other = *options, limited = *options;
  other.flags ^= LGJK_FLAG_EPA;
  limited.iteration_limit = LIMITED;
  j.judged = DIM == 2 ? 300 : usual_pairs(s->row) > 1000 ? 250 : 80;
  j.in_double = answersN_open(s->count);
  j.other = answersN_open(s->count);
  j.table = oracleN_table_create(s->bodies.shapes);
  query_pairs(DISTANCE, &s->bodies, &s->pairs, NULL, &limited, &j.in_double);
  query_pairs(CONTACT, &s->bodies, &s->pairs, NULL, &other, &j.other);
  for (uint32_t i = 0; i < s->count; ++i) judge_pair(&j, i);
  if (j.limits > s->count / 100)
    fail_msg("%s, %s: %u pairs at the limit", s->row->name, attempt_name[query_kind], j.limits);
  if (s->row->also != NULL) s->row->also(s, query_kind, answers);
  oracleN_table_destroy(j.table);
  answersN_close(&j.in_double);
  answersN_close(&j.other);
}

static const char* const call_name[] = {"cold", "second call"};

static void judge_share(const sample* s, const share* h, const answersN* answers) {
  uint32_t counted = 0, within = 0;
  for (uint32_t i = 0; i < s->count; ++i) {
    const uint32_t spent = answers->iterations[i];
    if (!(h->statuses >> answers->status[i] & 1)) continue;
    if (h->query_kind == ATTEMPT_OVERLAP && spent == 0 && h->least > 0) continue;
    ++counted;
    within += spent >= h->least && spent <= h->most;
  }
  print_message("  %s, %s, %s: %.1f%% of %u pairs have %u to %u evaluations\n", s->row->name,
                attempt_name[h->query_kind], call_name[h->call], 100.0 * within / counted, counted, h->least, h->most);
  const uint32_t usual = shares_usual(s);
  if (counted - within > allowed(1 - h->percent / 100, counted, usual)) fail_msg("less than %g%%", h->percent);
  if (s->count - counted > allowed(1 - h->there / 100, s->count, usual)) fail_msg("%u of %u pairs", counted, s->count);
}

void judge_shares(const sample* s, attempt_query query_kind, which call, const answersN* answers) {
  for (uint32_t k = 0; k < MOST_SHARES && s->row->shares[k].statuses != 0; ++k) {
    const share* h = &s->row->shares[k];
    if (h->query_kind == query_kind && h->call == call) judge_share(s, h, answers);
  }
}

// ---------------------------------------------------------------- records

// They are kept or left, and the answers are the same whatever they hold.
static void fill_records(const fixture* f) {
  for (uint32_t i = 0; i < f->s->count; ++i) {
    for (int k = 0; k < 4; ++k) f->records[i].word[k] = random_below(2) ? random_bits() : random_below(5);
  }
}

static void expect_records(const fixture* f, const char* what, const lgjk_warm* expected) {
  for (uint32_t i = 0; i < f->s->count; ++i) {
    if (memcmp(&f->records[i], &expected[i], sizeof *expected) != 0) fail_at(f, what, i);
  }
}

// Pairs without a record that names anything go the way of a cold call. Evaluations of verdicts of 3D differ.
static void check_zero_records(const fixture* f) {
  memset(f->records, 0, f->s->count * sizeof *f->records);
  call_all(f, f->records, &f->found);
  if (DIM == 3 && f->query_kind == ATTEMPT_OVERLAP) memcpy(f->found.iterations, f->expected.iterations, f->s->count);
  expect_found(f, "zero records", &f->expected);
}

static void check_without_records(const fixture* f) {
  fill_records(f);
  memcpy(f->before, f->records, f->s->count * sizeof *f->records);
  call_all(f, f->records, &f->found);
  expect_found(f, "any records", &f->expected);
  expect_records(f, "records are left", f->before);
}

// Any record has the verdict of none, and a distance within both bands.
static void expect_same_verdicts(const fixture* f, const char* what) {
  for (uint32_t i = 0; i < f->s->count; ++i) {
    if (f->expected.status[i] == LGJK_STATUS_LIMIT || f->found.status[i] == LGJK_STATUS_LIMIT) continue;
    if (f->found.status[i] != f->expected.status[i]) fail_at(f, what, i);
    if (f->query_kind == ATTEMPT_OVERLAP || f->expected.status[i] == LGJK_STATUS_BAD) continue;
    const double off = fabs((double)f->found.distance[i] - (double)f->expected.distance[i]);
    if (!(off <= 2 * f->band[i])) fail_at(f, what, i);
  }
}

// The second call begins where the first ended: with the same verdicts, and the same bits and records on every set.
static void check_kept_records(const fixture* f) {
  const bool first = f->options.isa == LGJK_ISA_SCALAR;
  const size_t size = f->s->count * sizeof *f->records;
  if (first) memcpy(f->left, f->records, size);
  expect_records(f, "records", f->left);
  call_all(f, f->records, first ? &f->second : &f->found);
  if (first) {
    memcpy(f->left_again, f->records, size);
    call_all(f, memcpy(f->before, f->left, size), &f->found);
  }
  expect_records(f, "records of the second call", f->left_again);
  expect_found(f, "second call", &f->second);
  expect_same_verdicts(f, "second call");
  fill_records(f);
  memcpy(f->before, f->records, size);
  call_all(f, f->records, &f->found);
  expect_same_verdicts(f, "any records");
  for (uint32_t i = 0; f->s->row->leaves != NULL && i < f->s->count; ++i) {
    const sample* s = f->s;
    const uint32_t kinds = 1u << s->kind_of[s->shape[2 * i]] | 1u << s->kind_of[s->shape[2 * i + 1]];
    if (!s->row->leaves(f->query_kind, kinds)) continue;
    if (!answersN_same_at(&f->expected, i, &f->found, i)) fail_at(f, "any records among others", i);
    if (memcmp(&f->records[i], &f->before[i], sizeof *f->records) != 0) fail_at(f, "records among others", i);
  }
}

// Whatever records hold, results are those of a call without records, and the records stay.
static void check_history_free(fixture* f) {
  f->options.flags |= LGJK_FLAG_HISTORY_FREE | LGJK_FLAG_COMMON_POINTS;
  for (int filled = 0; filled < 2; ++filled) {
    memcpy(f->records, f->left, f->s->count * sizeof *f->records);
    if (filled) fill_records(f);
    memcpy(f->before, f->records, f->s->count * sizeof *f->records);
    call_all(f, f->records, &f->found);
    expect_found(f, "history free", &f->expected);
    expect_records(f, "records of a history-free call", f->before);
  }
  f->options.flags &= ~(LGJK_FLAG_HISTORY_FREE | LGJK_FLAG_COMMON_POINTS);
}

void check_records(fixture* f) {
  check_zero_records(f);
  (keeps_records(f) ? check_kept_records : check_without_records)(f);
  check_history_free(f);
}

// ---------------------------------------------------------------- the rows

static void check_row(void** state) {
  const row* r = *state;
  sample* s = calloc(1, sizeof *s);
  assert_non_null(s);
  sample_open(s, r, seed + 1000 * (uint64_t)(r - rows));
  check_sample(s);
  sample_close(s);
  free(s);
}

// Rows that need many pairs are left out of the quick loop of a developer, which requests next to none.
static void add(const row* r) {
  const char* name = getenv("LGJK_TEST_ROW");
  if (r->least >= 500 && fewer(FEWER_OF, 1) < 30) return;
  if (name == NULL || strcmp(name, r->name) == 0) test_add(check_row, r, "%s", r->name);
}

int main(void) {
  seed = test_seed(seed);
  for (uint32_t k = 0; k < row_count; ++k) add(&rows[k]);
  return test_run(NULL, NULL);
}
