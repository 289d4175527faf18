// The accuracy contract of lanegjk.h and lanegjk3.h on every family of hard pairs and every scene: all queries, cold
// and warm, on the widest and the one-lane instruction set, against the oracle. Prints per input the largest errors in
// units of the band. Compiled once for each dimension. In the environment LGJK_TEST_SEED=n makes other pairs,
// LGJK_TEST_ROUNDS=n more or fewer of them, LGJK_TEST_PAIRS=n fewer per round.
#include "query_pairs.h"
#include "inputs.h"
#include "touch.h"

enum { PAIRS = DIM == 2 ? 2000 : 1000, MOST_INPUTS = 80 };

static uint64_t seed = 20261;
static uint32_t rounds = DIM == 2 ? 8 : 1; // batches of each input

// How the queries are run in one go, and their results.
typedef struct run {
  uint32_t isa;
  bool warm;
  answersN answers[QUERIES];
} run;

typedef struct tally {
  long double worst;
  oracleN_judgement most; // the worst of each
  touch_judgement touch;  // the worst of each
  long double moved;      // of touch_after_move, cold
  uint32_t misclassified, contradictions, disagreements, bad, limits, forbidden_limits;
  uint32_t most_iterations, worst_pair; // the worst, and the seed of its batch
  uint64_t worst_seed;
} tally;

// A batch with its truth: at frame 0, and a moment away.
typedef struct fixture {
  uint64_t seed;
  inputN input; // whose bodies have moved
  lgjk_bodiesN bodies;
  float* pose; // of `bodies`
  uint32_t count;
  truth* truths;
  lgjk_warm* records;
} fixture;

static void fixture_open(fixture* f, uint32_t number, uint64_t batch_seed) {
  f->seed = batch_seed;
  assert_int_equal(inputsN_open(&f->input, number, batch_seed, inputsN_pairs(PAIRS)), 0);
  const size_t size = POSE_FLOATS * sizeof(float) * f->input.bodies.count;
  f->bodies = f->input.bodies;
  f->count = (uint32_t)f->input.pairs.count;
  f->pose = malloc(size);
  memcpy(f->pose, f->bodies.pose, size);
  f->bodies.pose = f->pose;
  f->truths = calloc(f->count, sizeof *f->truths);
  f->records = calloc(f->count, sizeof *f->records);
  inputsN_advance(&f->input);
}

static void fixture_close(fixture* f) {
  free(f->pose);
  free(f->truths);
  free(f->records);
  inputsN_close(&f->input);
}

static void query_one(const fixture* f, query q, const lgjk_bodiesN* bodies, lgjk_warm* records, run* r) {
  const lgjk_options options = options_of_isa(r->isa);
  query_pairs(q, bodies, &f->input.pairs, records, &options, &r->answers[q]);
}

// Warm: each query starts from the records that it left at slightly different poses; overlap from those of distance.
static void call_query(const fixture* f, run* r) {
  for (query q = OVERLAP; q < QUERIES; ++q) {
    memset(f->records, 0, f->count * sizeof *f->records);
    if (r->warm) query_one(f, q == OVERLAP ? DISTANCE : q, &f->input.bodies, f->records, r);
    query_one(f, q, &f->bodies, r->warm ? f->records : NULL, r);
  }
}

static bool is_unexpected(uint8_t status) {
  return status != LGJK_STATUS_SEPARATED && status != LGJK_STATUS_OVERLAPPING && status != LGJK_STATUS_LIMIT;
}

// Of a contact; one that ended at the iteration limit is a bound. Returns the worst error.
static long double count_touch(tally* t, const truth* known, const answersN* contact, uint32_t i, bool move) {
  if (contact->status[i] == LGJK_STATUS_LIMIT) return 0;
  const touch_judgement j = touch_judge(known, contact, i);
  touch_raise(&t->touch, &j);
  t->misclassified += j.misclassified;
  t->contradictions += j.contradiction;
  const long double moved = move ? touch_after_move(known, contact, i) : 0;
  t->moved = fmaxl(t->moved, moved);
  const long double others = fmaxl(fmaxl(j.unit, j.step), j.witness);
  return fmaxl(fmaxl(moved, others), fmaxl(j.distance, j.normal));
}

static void count(tally* t, const fixture* f, const run* r, uint32_t i) {
  const truth* known = &f->truths[i];
  const answersN *distance = &r->answers[DISTANCE], *contact = &r->answers[CONTACT];
  const uint8_t status = distance->status[i];
  const oracleN_judgement j = truth_judge(known, distance, i);
  bool limit = false;
  for (int q = 0; q < QUERIES; ++q) {
    const uint8_t each = r->answers[q].status[i], iterations = r->answers[q].iterations[i];
    limit |= each == LGJK_STATUS_LIMIT;
    t->bad += is_unexpected(each);
    t->disagreements += (status == LGJK_STATUS_OVERLAPPING) != (each == LGJK_STATUS_OVERLAPPING);
    if (q != CONTACT && iterations > t->most_iterations) t->most_iterations = iterations;
  }
  const long double worst = fmaxl(fmaxl(j.distance, j.witness), count_touch(t, known, contact, i, !r->warm));
  t->limits += limit;
  t->forbidden_limits += limit && (DIM == 3 || !truth_is_curved(known));
  if (worst > t->worst) {
    t->worst = worst;
    t->worst_pair = i;
    t->worst_seed = f->seed;
  }
  truth_raise(&t->most, &j);
  t->misclassified += j.misclassified;
  t->contradictions += j.contradiction;
}

static bool is_broken(const tally* t) {
  const touch_judgement* j = &t->touch;
  return !(t->most.distance <= 1 && t->most.witness <= 1 && t->most.gap <= 1) ||
         !(j->distance <= 1 && j->normal <= 1 && j->unit <= 1 && j->witness <= 1 && j->step <= 1 && t->moved <= 1) ||
         t->misclassified > 0 || t->contradictions > 0 || t->disagreements > 0 || t->bad > 0 || t->forbidden_limits > 0;
}

static void report(const tally* t, bool warm) {
  print_message(
      "  %-4s  distance %.3Lf  witness %.3Lf  gap %.3Lf bands; wrong %u, contradictory %u, queries differ %u, "
      "bad %u, limit %u; at most %u iterations\n",
      warm ? "warm" : "cold", t->most.distance, t->most.witness, t->most.gap, t->misclassified, t->contradictions,
      t->disagreements, t->bad, t->limits, t->most_iterations);
  print_message("        contacts: distance %.3Lf  normal %.3Lf  unit %.3Lf  witness %.3Lf  step %.3Lf  moved %.3Lf\n",
                t->touch.distance, t->touch.normal, t->touch.unit, t->touch.witness, t->touch.step, t->moved);
  if (!is_broken(t)) return;
  print_message("  broken; the worst is pair %u of LGJK_TEST_SEED=%llu\n", t->worst_pair,
                (unsigned long long)t->worst_seed);
}

// The widest supported instruction set, then the one-lane build.
static void choose_isas(uint32_t isas[2]) {
  uint32_t list[LGJK_ISA_COUNT];
  isas[0] = list[test_isas(list) - 1];
  isas[1] = LGJK_ISA_SCALAR;
}

static bool same_answers(const run* one, const run* two, uint32_t pairs) {
  bool same = true;
  for (int q = 0; q < QUERIES; ++q) {
    same = same && answersN_difference(&one->answers[q], &two->answers[q], 0, pairs) == UINT64_MAX;
  }
  return same;
}

// Cold and warm on one batch, the widest instruction set judged, the one-lane build held against it. False: they
// differ.
static bool run_both(const fixture* f, const uint32_t isas[2], tally tallies[2]) {
  bool same = true;
  for (int warm = 0; warm < 2; ++warm) {
    run widest = {.isa = isas[0], .warm = warm == 1}, scalar = {.isa = isas[1], .warm = warm == 1};
    open_each(widest.answers, f->count);
    open_each(scalar.answers, f->count);
    call_query(f, &widest);
    call_query(f, &scalar);
    for (uint32_t i = 0; i < f->count; ++i) count(&tallies[warm], f, &widest, i);
    if (!same_answers(&widest, &scalar, f->count)) {
      same = false;
      for (uint32_t i = 0; i < f->count; ++i) count(&tallies[warm], f, &scalar, i);
    }
    close_each(widest.answers);
    close_each(scalar.answers);
  }
  return same;
}

static void contract_is_kept(void** state) {
  fixture f;
  const uint32_t number = *(const uint32_t*)*state;
  uint32_t isas[2];
  tally tallies[2] = {{.worst = 0}, {.worst = 0}};
  bool same = true;
  if (!test_has(inputsN_name(number), inputsN_missing(number))) skip();
  choose_isas(isas);
  for (uint32_t k = 0; k < rounds; ++k) {
    fixture_open(&f, number, seed + k);
    oracleN_table* table = oracleN_table_create(f.bodies.shapes);
    for (uint32_t i = 0; i < f.count; ++i) f.truths[i] = truth_of(table, &f.bodies, &f.input.pairs, i);
    if (!run_both(&f, isas, tallies)) same = false;
    oracleN_table_destroy(table);
    fixture_close(&f);
  }
  for (int warm = 0; warm < 2; ++warm) report(&tallies[warm], warm == 1);
  if (!same) fail_msg("%s and %s differ", lgjk_isa_name(isas[0]), lgjk_isa_name(isas[1]));
  if (is_broken(&tallies[0]) || is_broken(&tallies[1])) fail();
}

int main(void) {
  static uint32_t numbers[MOST_INPUTS];
  const char* length = getenv("LGJK_TEST_ROUNDS");
  if (length != NULL) rounds = (uint32_t)strtoul(length, NULL, 0);
  seed = test_seed(seed);
  uint32_t isas[2];
  choose_isas(isas);
  print_message("LGJK_TEST_ROUNDS=%u: %u pairs per input, on %s and %s\n", rounds, rounds * inputsN_pairs(PAIRS),
                lgjk_isa_name(isas[0]), lgjk_isa_name(isas[1]));
  for (uint32_t i = 0; i < inputsN_count(); ++i) {
    numbers[i] = i;
    if (!inputsN_has_bad(i)) test_add(contract_is_kept, &numbers[i], "%s", inputsN_name(i));
  }
  return test_run(NULL, NULL);
}
