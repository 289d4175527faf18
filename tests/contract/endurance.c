// Endurance in the dimension DIM: random pairs of shapes of every kind through overlap and distance, on the widest
// instruction set, beside the scalar reference. Where the two differ by more than the contract allows both together,
// the exact oracle decides who is wrong; that must never be the library. Where they differ in verdict alone, at
// distances that are no more than that apart, it checks one pair in 128 at most: all of some families all but touch.
//   enduranceN [PAIRS [SEED [BATCH]]]
// Batches of BATCH pairs, by default 4,096, with a shape set of their own: three mixtures of all kinds, then one family
// of hard pairs, of which 1,024 at most, because some have a hull for each pair. A batch depends on its size and its
// seed alone, and that of the first is SEED: what goes wrong is repeated by one batch from there. Large ones take a
// tenth of the time, most of which goes into shapes.
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <time.h>

#include "inputs.h"
#include "reference.h"
#include "truth.h"

enum { BATCH = 4096, FEWER = 256, FAMILY = 1024, TOUCHING_CHECKED = 128 };

typedef struct tally {
  uint64_t separated, overlapping, limit; // of the library
  uint64_t bad;                           // beyond the domain, for the reference too
  uint64_t undecided;                     // pairs of which the reference says nothing: a limit, or bad for it
  uint64_t touching;                      // differ from the reference in verdict alone
  uint64_t apart;                         // and by more than both bands
  uint64_t judged;                        // of both, by the oracle
  uint64_t reference_wrong, wrong;        // of these
} tally;

// One batch and all that is said about it.
typedef struct batch_run {
  uint64_t seed;
  inputN input;
  uint32_t count;
  answersN overlap, distance, reference;
  oracleN_table* table;
} batch_run;

static void fail(const batch_run* s, const char* what, uint32_t pair) {
  fprintf(stderr, "endurance" DIM_TEXT(DIM) ": %s: pair %u of input %s, seed %" PRIu64 "\n", what, pair, s->input.name,
          s->seed);
}

// ---------------------------------------------------------------- answers

static int run_library(batch_run* s) {
  const answersN* answers[] = {&s->overlap, &s->distance};
  for (query q = OVERLAP; q <= DISTANCE; ++q) {
    const lgjk_results results = answersN_results(answers[q]);
    const int32_t code =
        query_function[q](&s->input.bodies, &s->input.bodies, &s->input.pairs, NULL, 0, s->count, &results, NULL, NULL);
    if (code != LGJK_OK) return 1;
  }
  return 0;
}

static int run_reference(batch_run* s) {
  refN_shapes shapes;
  if (!refN_shapes_create(s->input.bodies.shapes, &shapes)) return 1;
  const lgjk_results results = answersN_results(&s->reference);
  refN_distance_batch(&shapes, &s->input.bodies, &shapes, &s->input.bodies, &s->input.pairs, NULL, &results);
  refN_shapes_destroy(&shapes);
  return 0;
}

// ---------------------------------------------------------------- comparison

// Whether answers of the library are what the contract requires; those of a pair that is not at its limit.
static int is_right(const batch_run* s, const truth* t, uint32_t i) {
  const long double band = oracleN_band(&t->a, &t->b);
  if (oracleN_misclassified(&t->bounds, band, s->overlap.status[i])) return 0;
  return truth_is_kept(t, &s->distance, i);
}

static void judge(const batch_run* s, tally* sum, uint32_t i) {
  const truth t = truth_of(s->table, &s->input.bodies, &s->input.pairs, i);
  ++sum->judged;
  if (!is_right(s, &t, i)) {
    ++sum->wrong;
    fail(s, "the library is wrong", i);
  } else if (!truth_is_kept(&t, &s->reference, i)) {
    ++sum->reference_wrong;
  }
}

// Below the sum of both bands: that of the library, and as much for the reference. The narrowest band of the offset
// alone is enough for most, without looking at all of their vertices.
static int is_near(const batch_run* s, uint32_t i, double apart) {
  const float* a = s->input.bodies.pose + (size_t)POSE_FLOATS * s->input.pairs.a[i];
  const float* b = s->input.bodies.pose + (size_t)POSE_FLOATS * s->input.pairs.b[i];
  double square = 0;
  for (int k = 0; k < DIM; ++k) square += ((double)a[k] - (double)b[k]) * ((double)a[k] - (double)b[k]);
  if (apart <= 2 * 4e-7 * sqrt(square)) return 1;
  const truth t = {.a = truth_body(s->table, &s->input.bodies, s->input.pairs.a[i]),
                   .b = truth_body(s->table, &s->input.bodies, s->input.pairs.b[i])};
  return apart <= 2 * (double)oracleN_band(&t.a, &t.b);
}

// Whether a pair is outside of the domain, or at its edge.
static bool may_be_bad(const batch_run* s, uint32_t i) {
  const oracleN_body a = truth_body(s->table, &s->input.bodies, s->input.pairs.a[i]);
  const oracleN_body b = truth_body(s->table, &s->input.bodies, s->input.pairs.b[i]);
  const long double scale = oracleN_scale(&a, &b);
  return DIM == 2 ? scale < 1.001e-6L || scale > 0.999e6L : scale < 1.001e-4L || scale > 0.999e5L;
}

// touching: how many of the batch so far.
static void compare(const batch_run* s, tally* sum, uint32_t i, uint32_t* touching) {
  const uint8_t ours = s->distance.status[i], theirs = s->reference.status[i], verdict = s->overlap.status[i];
  sum->separated += ours == LGJK_STATUS_SEPARATED;
  sum->overlapping += ours == LGJK_STATUS_OVERLAPPING;
  sum->limit += ours == LGJK_STATUS_LIMIT;
  if (ours > LGJK_STATUS_OVERLAPPING) {
    const bool bad = ours == LGJK_STATUS_BAD && verdict == ours && may_be_bad(s, i);
    sum->bad += bad;
    if (bad || (ours == LGJK_STATUS_LIMIT && DIM == 3)) return;
    ++sum->wrong;
    fail(s, "no answer", i);
    return;
  }
  if (verdict != ours) {
    ++sum->wrong;
    fail(s, "overlap and distance differ", i);
    return;
  }
  if (theirs > LGJK_STATUS_OVERLAPPING) {
    ++sum->undecided;
    return;
  }
  const double apart = fabs((double)s->distance.distance[i] - (double)s->reference.distance[i]);
  const int near = apart == 0 || is_near(s, i, apart);
  sum->apart += !near;
  sum->touching += near && ours != theirs;
  if (!near || (ours != theirs && (*touching)++ < s->count / TOUCHING_CHECKED)) judge(s, sum, i);
}

// ---------------------------------------------------------------- batches

static uint32_t input_of(uint64_t seed) {
  return seed % 4 == 3 ? (uint32_t)(seed / 4 % familiesN_count()) : familiesN_count(); // the mixture follows these
}

// The number of pairs that were queried; 0 without memory.
static uint32_t run_batch(uint64_t seed, uint32_t pairs, tally* sum) {
  batch_run s = {.seed = seed};
  if (input_of(seed) < familiesN_count() && pairs > FAMILY) pairs = FAMILY;
  if (inputsN_open(&s.input, input_of(seed), seed, pairs) != 0) return 0;
  s.count = (uint32_t)s.input.pairs.count;
  s.overlap = answersN_open(s.count);
  s.distance = answersN_open(s.count);
  s.reference = answersN_open(s.count);
  s.table = oracleN_table_create(s.input.bodies.shapes);
  const int failed = run_library(&s) || run_reference(&s);
  uint32_t touching = 0;
  for (uint32_t i = 0; !failed && i < s.count; ++i) compare(&s, sum, i, &touching);
  oracleN_table_destroy(s.table);
  answersN_close(&s.overlap);
  answersN_close(&s.distance);
  answersN_close(&s.reference);
  inputsN_close(&s.input);
  return failed ? 0 : s.count;
}

static void print(FILE* file, uint64_t done, const tally* t) {
  const struct {
    const char* what;
    uint64_t count;
  } rows[] = {{"separated", t->separated},
              {"overlapping", t->overlapping},
              {"at the limit", t->limit},
              {"outside of the domain", t->bad},
              {"without a second opinion", t->undecided},
              {"differ in verdict alone", t->touching},
              {"differ by more than both bands", t->apart},
              {"judged by the oracle", t->judged},
              {"the reference is wrong", t->reference_wrong},
              {"the library is wrong", t->wrong}};
  fprintf(file, "%" PRIu64 " pairs", done);
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) fprintf(file, "; %s %" PRIu64, rows[i].what, rows[i].count);
  fprintf(file, "\n");
}

int main(int argc, char** argv) {
  const uint64_t usual = getenv("LGJK_TEST_PAIRS") != NULL ? FEWER : BATCH; // fewer for builds with checks
  const uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 0) : 1;
  const uint64_t batch = argc > 3 ? strtoull(argv[3], NULL, 0) : argc > 1 ? BATCH : usual;
  const uint64_t least = argc > 1 ? strtoull(argv[1], NULL, 0) : 20 * batch;
  tally sum = {0};
  time_t said = time(NULL);
  uint64_t done = 0;
  if (batch == 0 || batch > 1u << 24) return 2;
  printf("seed %" PRIu64 ", batches of %" PRIu64 "\n", seed, batch);
  for (uint64_t i = 0; done < least; ++i) {
    const uint32_t count = run_batch(seed + i, (uint32_t)batch, &sum);
    if (count == 0) {
      fprintf(stderr, "endurance" DIM_TEXT(DIM) ": no memory\n");
      return 2;
    }
    done += count;
    if (time(NULL) - said < 60) continue;
    said = time(NULL);
    print(stderr, done, &sum);
  }
  print(stdout, done, &sum);
  return sum.wrong > 0;
}
