#define _POSIX_C_SOURCE 200809L
#include "run.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lanegjk/lanegjk.h"
#include "shim.h"

#define FRAMES 60u
#define SEED 20240601u
#define MOST_POINT_FLOATS 3u
#define ALL_WITHIN 1e6f     // metres, of VARIANT_REACH
#define LEAST_TIMED 10000u  // pairs between two readings of the clock
// Coordinates reach 50, where a unit in the last place is 4e-6, and Box2D subtracts world coordinates.
#define TOUCHING 1e-5f
#define SHARE_TOLERANCE 1e-3  // of the pairs may be judged otherwise: those within rounding of touching
#define DISTANCE_TOLERANCE 1e-4
// Where a contender has only similar shapes.
#define SIMILAR_SHARE 0.01
#define SIMILAR_DISTANCE 0.01
#define HALF_TOLERANCE 0.02  // S1: half of the pairs overlap, but for chance

// A scene that several cases share.
typedef struct stage {
  const dimension* dimension;
  void* scene;
  bool moved;  // it is no longer at frame 0
  float half;  // of its pairs are farther apart at frame 0; 0: not known yet
} stage;

// What a contender answered, added up over all timed frames of a run.
typedef struct tally {
  uint64_t answers;
  uint64_t overlapping;
  uint64_t beyond;  // the maximum distance, where the library says so
  uint64_t bad;
  double distance;
  uint64_t hash;        // of every answer's bits
  uint64_t iterations;  // of all pairs
  uint64_t lane_steps;  // iterations of the slowest pair of each block of `lanes` pairs, times the pairs of the block
} tally;

// A case with what has become known about it.
typedef struct entry {
  const bench_case* c;
  stage* stage;
  struct entry* judge;  // the scalar case with the same question, or itself
  bool tallied;
  tally sum;
  uint64_t last_iterations;
} entry;

static struct {
  stage* stages;
  entry* entries;
  bench_case* judges;
  uint32_t count, stage_count;
  answers answers;
  uint32_t done, total;  // progress
} state;

static void fail(const char* name, const char* what) {
  fprintf(stderr, "\nlgjk_bench: %s: %s\n", name, what);
  exit(1);
}

static void* need(void* memory) {
  if (!memory) fail("memory", "not enough");
  return memory;
}

// ---- playing ----

static void ask(const bench_case* c, void* self) { c->dimension->ask(self, c->query, &state.answers); }

static uint64_t hash_bytes(uint64_t hash, const void* bytes, size_t size) {
  const unsigned char* byte = bytes;
  for (size_t i = 0; i < size; i++) hash = (hash ^ byte[i]) * 0x100000001b3u;
  return hash;
}

// That the library is asked for; 0: none.
static float max_distance_of(const entry* e) {
  if (e->c->variant == VARIANT_REACH) return ALL_WITHIN;
  if (e->c->variant == VARIANT_HALF) return e->stage->half;
  return e->c->dimension->scene_max_distance(e->stage->scene);
}

// Rivals know no maximum distance: where there is one, no distance counts for more.
static void add_answers(tally* sum, const entry* e, uint32_t lanes) {
  const answers* given = &state.answers;
  const bench_case* c = e->c;
  bool distance = c->query == QUERY_DISTANCE;
  float most = max_distance_of(e);
  for (uint32_t i = 0; i < c->pairs; i++) {
    bool beyond = given->overlapping[i] == LGJK_STATUS_BEYOND && most > 0.0f;
    if (distance) sum->distance += (double)(most > 0.0f ? fminf(given->distance[i], most) : given->distance[i]);
    sum->overlapping += distance ? given->distance[i] <= TOUCHING : given->overlapping[i] == 1;
    sum->beyond += beyond;
    sum->bad += given->overlapping[i] > 1 && !beyond;
  }
  for (uint32_t i = 0; i < c->pairs; i += lanes) {
    uint32_t width = c->pairs - i < lanes ? c->pairs - i : lanes;
    uint32_t slowest = 0;
    for (uint32_t k = i; k < i + width; k++) {
      sum->iterations += given->iterations[k];
      if (given->iterations[k] > slowest) slowest = given->iterations[k];
    }
    sum->lane_steps += (uint64_t)slowest * width;
  }
  sum->answers += c->pairs;
  sum->hash = hash_bytes(sum->hash, given->overlapping, c->pairs);
  if (!distance) return;
  sum->hash = hash_bytes(sum->hash, given->distance, c->pairs * sizeof(float));
  size_t points = (size_t)c->pairs * c->dimension->point_floats * sizeof(float);
  sum->hash = hash_bytes(sum->hash, given->point_a, points);
  sum->hash = hash_bytes(sum->hash, given->point_b, points);
}

static uint32_t lanes_of(const bench_case* c) {
  uint32_t lanes = c->contender == CONTENDER_LIBRARY ? lgjk_isa_lanes(c->isa) : 1;
  return lanes ? lanes : 1;
}

static void to_first_frame(const entry* e, void* self) {
  const dimension* dim = e->c->dimension;
  if (e->stage->moved) dim->scene_reset(e->stage->scene);
  e->stage->moved = e->c->mode != MODE_COLD;
  dim->restart(self);
  dim->follow(self);
}

// The frames 1..60 of a moving scene; returns the time of the queries of frames 2..60.
static double play_frames(const entry* e, void* self, tally* sum) {
  const dimension* dim = e->c->dimension;
  bool churn = e->c->mode == MODE_CHURN;
  double seconds = 0.0;
  to_first_frame(e, self);
  ask(e->c, self);
  for (uint32_t frame = 1; frame < FRAMES; frame++) {
    if (churn) dim->leave(self);
    if (churn) dim->scene_churn(e->stage->scene, frame);
    dim->scene_advance(e->stage->scene);
    dim->follow(self);
    double start = bench_seconds();
    if (churn) dim->replace(self);
    ask(e->c, self);
    seconds += bench_seconds() - start;
    if (sum) add_answers(sum, e, lanes_of(e->c));
  }
  return seconds;
}

// Small lists are asked several times, so that reading the clock costs nothing.
static uint32_t repeats(const bench_case* c) {
  return c->mode == MODE_COLD && c->pairs < LEAST_TIMED ? LEAST_TIMED / c->pairs : 1;
}

static double play(const entry* e, void* self, tally* sum) {
  if (e->c->mode != MODE_COLD) return play_frames(e, self, sum);
  double start = bench_seconds();
  for (uint32_t i = repeats(e->c); i > 0; i--) ask(e->c, self);
  double seconds = bench_seconds() - start;
  if (sum) add_answers(sum, e, lanes_of(e->c));
  return seconds;
}

static int by_value(const void* left, const void* right) {
  float a = *(const float*)left, b = *(const float*)right;
  return (a > b) - (a < b);
}

// Of the pairs at frame 0; where half of them or more overlap, the least distance of the others.
static float median_distance(const entry* e) {
  const dimension* dim = e->c->dimension;
  const uint32_t pairs = e->c->pairs;
  setup how = {.scene = e->stage->scene, .isa = LGJK_ISA_SCALAR};
  void* self = need(dim->open(CONTENDER_LIBRARY, &how));
  dim->ask(self, QUERY_DISTANCE, &state.answers);
  dim->close(self);
  float* distance = state.answers.distance;
  qsort(distance, pairs, sizeof *distance, by_value);
  uint32_t i = pairs / 2;
  while (i + 1 < pairs && !(distance[i] > 0.0f)) i++;
  return distance[i];
}

static void* open_contender(const entry* e) {
  stage* s = e->stage;
  const dimension* dim = e->c->dimension;
  if (!s->scene) s->scene = need(dim->scene_create(e->c->scene, e->c->pairs, SEED));
  if (s->moved) dim->scene_reset(s->scene);
  s->moved = false;
  if (e->c->variant == VARIANT_HALF && s->half <= 0.0f) s->half = median_distance(e);
  setup how = {.scene = s->scene,
               .warm = e->c->mode != MODE_COLD,
               .isa = e->c->isa,
               .flags = e->c->flags,
               .max_distance = max_distance_of(e),
               .interleaved = e->c->variant == VARIANT_AB};
  return need(dim->open(e->c->contender, &how));
}

// ---- checking ----

static void take_tally(entry* e) {
  memset(&e->sum, 0, sizeof e->sum);
  void* self = open_contender(e);
  memset(state.answers.overlapping, 0, e->c->pairs);
  memset(state.answers.iterations, 0, e->c->pairs);
  state.answers.counting = true;
  play(e, self, &e->sum);
  state.answers.counting = false;
  e->c->dimension->close(self);
  e->tallied = true;
}

// Variants are what they are called.
static void check_beyond(const entry* e) {
  const double share = (double)e->sum.beyond / (double)e->sum.answers;
  if (e->c->variant == VARIANT_REACH && share > 0) fail(e->c->name, "pairs beyond a distance that all are within");
  if (e->c->variant == VARIANT_HALF && e->c->mode == MODE_COLD && fabs(share - 0.5) > HALF_TOLERANCE)
    fail(e->c->name, "not half of the pairs are beyond the median distance");
}

static void check(const entry* e) {
  const tally *sum = &e->sum, *truth = &e->judge->sum;
  check_beyond(e);
  if (sum->bad) fail(e->c->name, "pairs that are neither separated nor overlapping");
  if (e->c->contender == CONTENDER_LIBRARY) {
    if (sum->hash != truth->hash) fail(e->c->name, "the answers are not those of the scalar build, bit for bit");
    return;
  }
  const contender can = e->c->dimension->contender(e->c->contender);
  const bool similar = can.approximates[0] && strncmp(e->c->scene, can.approximates, strlen(can.approximates)) == 0;
  const double misjudges = similar ? SIMILAR_SHARE : (double)can.misjudges;
  double judged = fabs((double)sum->overlapping - (double)truth->overlapping);
  double measured = fabs(sum->distance - truth->distance);
  char text[160];
  if (!(judged <= (SHARE_TOLERANCE + misjudges) * (double)truth->answers)) {
    snprintf(text, sizeof text, "%llu pairs overlap, not %llu", (unsigned long long)sum->overlapping,
             (unsigned long long)truth->overlapping);
    fail(e->c->name, text);
  }
  if (misjudges > 0 && !similar) return;
  const double tolerance = similar ? SIMILAR_DISTANCE : DISTANCE_TOLERANCE;
  if (!(measured <= tolerance * truth->distance + (double)TOUCHING * (double)truth->answers)) {
    snprintf(text, sizeof text, "the distances add up to %.9g, not %.9g", sum->distance, truth->distance);
    fail(e->c->name, text);
  }
}

static void ensure_checked(entry* e) {
  if (e->tallied) return;
  entry* judge = e->judge;
  if (!judge->tallied) take_tally(judge);
  if (!e->tallied) take_tally(e);
  check(e);
}

// ---- measuring ----

// On a terminal one line that is written over; elsewhere a line for every tenth part.
static void show_progress(entry* e, uint64_t iterations) {
  uint32_t before = state.total ? 100 * state.done / state.total : 100;
  if (iterations == e->last_iterations) state.done++;  // the first repetition tries several numbers of iterations
  e->last_iterations = iterations;
  uint32_t percent = state.total ? 100 * state.done / state.total : 100;
  if (isatty(STDERR_FILENO)) {
    fprintf(stderr, "\r%3u%% %-60s", percent, e->c->name);
    if (state.done == state.total) fprintf(stderr, "\r%66s\r", "");
  } else if (percent / 10 != before / 10) {
    fprintf(stderr, "measured %u%%\n", percent);
  }
}

static void report(bench_run* run, const entry* e) {
  uint64_t items = (uint64_t)e->c->pairs * (e->c->mode == MODE_COLD ? repeats(e->c) : FRAMES - 1);
  double total = (double)e->sum.answers;
  bench_items(run, items);
  bench_nanoseconds_per_item(run, "ns_per_pair", items);
  // A counter of 0 would be left out of the figures' spread as 0/0, which is no JSON.
  if (e->sum.overlapping > 0) bench_counter(run, "overlap", (double)e->sum.overlapping / total);
  if (e->sum.beyond > 0) bench_counter(run, "beyond", (double)e->sum.beyond / total);
  if (e->sum.iterations == 0) return;
  bench_counter(run, "iterations_per_pair", (double)e->sum.iterations / total);
  if (lanes_of(e->c) > 1) bench_counter(run, "lane_occupancy", (double)e->sum.iterations / (double)e->sum.lane_steps);
}

static void measure(bench_run* run, void* context) {
  entry* e = context;
  show_progress(e, bench_iterations(run));
  ensure_checked(e);
  void* self = open_contender(e);
  if (e->c->mode == MODE_COLD) play(e, self, NULL);
  while (bench_next(run)) bench_took(run, play(e, self, NULL));
  e->c->dimension->close(self);
  report(run, e);
}

// ---- setting up ----

static stage* find_stage(const bench_case* c, const bench_case* cases, uint32_t before) {
  for (uint32_t i = 0; i < before; i++) {
    if (cases[i].pairs == c->pairs && strcmp(cases[i].scene, c->scene) == 0) return state.entries[i].stage;
  }
  stage* fresh = &state.stages[state.stage_count++];
  fresh->dimension = c->dimension;
  return fresh;
}

static bool same_question(const bench_case* a, const bench_case* b) {
  return a->pairs == b->pairs && a->query == b->query && a->mode == b->mode && a->variant == b->variant &&
         strcmp(a->scene, b->scene) == 0;
}

// The scalar case that judges entry i. It is made where no earlier entry has the same question. Pairs in one array have
// to have the answers of pairs in two.
static entry* find_judge(const bench_case* cases, uint32_t i) {
  for (uint32_t k = 0; k < i; k++) {
    if (same_question(&cases[k], &cases[i])) return state.entries[k].judge;
  }
  bench_case* judge = &state.judges[i];
  *judge = cases[i];
  snprintf(judge->name, sizeof judge->name, "the scalar answers to %.50s", cases[i].scene);
  judge->contender = CONTENDER_LIBRARY;
  judge->isa = LGJK_ISA_SCALAR;
  judge->flags = 0;
  if (judge->variant == VARIANT_AB) judge->variant = VARIANT_NONE;
  entry* e = &state.entries[state.count + i];
  *e = (entry){.c = judge, .stage = state.entries[i].stage, .judge = e};
  return e;
}

static void allocate_answers(uint32_t pairs) {
  state.answers.overlapping = need(calloc(pairs, 1));
  state.answers.iterations = need(calloc(pairs, 1));
  state.answers.distance = need(calloc(pairs, sizeof(float)));
  state.answers.point_a = need(calloc(pairs, MOST_POINT_FLOATS * sizeof(float)));
  state.answers.point_b = need(calloc(pairs, MOST_POINT_FLOATS * sizeof(float)));
}

void run_register(const bench_case* cases, uint32_t count, uint32_t repetitions) {
  uint32_t most = 1;
  state.count = count;
  state.total = count * (repetitions > 1 ? repetitions - 1 : 0);
  state.stages = need(calloc(count + 1, sizeof *state.stages));
  state.judges = need(calloc(count + 1, sizeof *state.judges));
  state.entries = need(calloc(2 * (size_t)count + 1, sizeof *state.entries));
  for (uint32_t i = 0; i < count; i++) {
    entry* e = &state.entries[i];
    e->c = &cases[i];
    e->stage = find_stage(&cases[i], cases, i);
    e->judge = find_judge(cases, i);
    bench_register(cases[i].name, measure, e);
    if (cases[i].pairs > most) most = cases[i].pairs;
  }
  allocate_answers(most);
}

void run_finish(void) {
  for (uint32_t i = 0; i < state.stage_count; i++) {
    if (state.stages[i].scene) state.stages[i].dimension->scene_free(state.stages[i].scene);
  }
  free(state.stages);
  free(state.judges);
  free(state.entries);
  free(state.answers.overlapping);
  free(state.answers.iterations);
  free(state.answers.distance);
  free(state.answers.point_a);
  free(state.answers.point_b);
}
