// Runs cases: plays the frames of a mode, compares the answers of every contender with those of one lane before it is
// timed, and reports the figures.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "basics.h"
#include "cases.h"
#include "quiet.h"
#include "scene_common.h"
#include "shim.h"

#define FRAMES 60u
#define SEED 20240601u
#define LISTS 8u // of VARIANT_LISTS; their scenes have the seeds from SEED on
#define MOST_POINT_FLOATS 3u
#define ALL_WITHIN 1e6f      // metres, of VARIANT_REACH
#define LEAST_TIMED 10000u   // pairs between two readings of the clock
#define SHARE_TOLERANCE 1e-3 // of the pairs may be judged otherwise: those within rounding of touching
#define DISTANCE_TOLERANCE 1e-4
// Where a contender has only similar shapes.
#define SIMILAR_SHARE 0.01
#define SIMILAR_DISTANCE 0.01
// On scenes whose pairs touch within rounding, of contacts; and on those whose gaps and depths are 1e-4 of the size.
#define TOUCHING_SHARE 0.02
#define RESTING_SHARE 0.03
#define RESTING_DISTANCE 1e-4
#define HALF_TOLERANCE 0.02 // S1: half of the pairs overlap, up to chance

// A scene that several cases share.
typedef struct stage {
  const dimension* dimension;
  void* scene;
  bool moved;             // it is no longer at frame 0
  float half;             // of its pairs are farther apart at frame 0; 0: not known yet
  void* lists[LISTS - 1]; // of VARIANT_LISTS: further scenes of the name
} stage;

// A case with what has become known about it.
typedef struct entry {
  const bench_case* c;
  stage* stage;
  struct entry* judge; // the scalar case with the same question, or itself
  bool tallied;
  tally sum;
  // Of a judge, in the last frame: its distances, and of overlap its verdicts; of a rival, its errors there.
  float* truth;
  uint8_t* verdicts;
  depth_errors errors;
  distance_errors distances;
  double wrong;
  uint64_t last_iterations;
  uint32_t next; // list of VARIANT_LISTS
} entry;

static struct {
  stage* stages;
  entry* entries;
  bench_case* judges;
  uint32_t count, stage_count;
  answers answers;
  uint32_t done, total; // progress
} state;

// ---- playing ----

static void answer(const bench_case* c, void* self) { c->dimension->answer(self, c->query, &state.answers); }

// Of the library's query; 0: none.
static float max_distance_of(const entry* e) {
  if (e->c->variant == VARIANT_REACH) return ALL_WITHIN;
  if (e->c->variant == VARIANT_HALF) return e->stage->half;
  if (e->c->variant == VARIANT_DEFAULT) return 0.0f;
  if (is_contact(e->c->query)) return CONTACT_REACH;
  return e->c->dimension->scene_max_distance(e->stage->scene);
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
  answer(e->c, self);
  for (uint32_t frame = 1; frame < FRAMES; frame++) {
    if (churn) dim->leave(self);
    if (churn) dim->scene_churn(e->stage->scene, frame);
    dim->scene_advance(e->stage->scene);
    dim->follow(self);
    double start = clock_seconds(OF_THREAD);
    if (churn) dim->replace(self);
    answer(e->c, self);
    seconds += clock_seconds(OF_THREAD) - start;
    quiet_look();
    if (sum) tally_add(sum, e->c, &state.answers, max_distance_of(e));
  }
  return seconds;
}

// Small lists are queried several times, so that reading the clock costs nothing.
static uint32_t repeats(const bench_case* c) {
  return c->mode == MODE_COLD && c->scene_pairs < LEAST_TIMED ? LEAST_TIMED / c->scene_pairs : 1;
}

static double play(const entry* e, void* self, tally* sum) {
  if (e->c->mode != MODE_COLD) return play_frames(e, self, sum);
  double start = clock_seconds(OF_THREAD);
  for (uint32_t i = repeats(e->c); i > 0; i--) answer(e->c, self);
  double seconds = clock_seconds(OF_THREAD) - start;
  if (sum) tally_add(sum, e->c, &state.answers, max_distance_of(e));
  return seconds;
}

static int by_value(const void* left, const void* right) {
  float a = *(const float*)left, b = *(const float*)right;
  return (a > b) - (a < b);
}

// Of the pairs at frame 0; where half of them or more overlap, the least distance of the others.
static float median_distance(const entry* e) {
  const dimension* dim = e->c->dimension;
  const uint32_t pairs = e->c->scene_pairs;
  setup how = {.scene = e->stage->scene, .isa = LGJK_ISA_SCALAR, .call_pairs = pairs};
  void* self = need(dim->open(CONTENDER_LIBRARY, &how));
  dim->answer(self, QUERY_DISTANCE, &state.answers);
  dim->close(self);
  float* distance = state.answers.distance;
  qsort(distance, pairs, sizeof *distance, by_value);
  uint32_t i = pairs / 2;
  while (i + 1 < pairs && !(distance[i] > 0.0f)) i++;
  return distance[i];
}

static void* open_on(const entry* e, const void* scene) {
  setup how = {.scene = scene,
               .warm = e->c->mode != MODE_COLD && e->c->mode != MODE_RECORDLESS,
               .isa = e->c->isa,
               .flags = e->c->flags | (e->c->mode == MODE_HISTORY_FREE ? LGJK_FLAG_HISTORY_FREE : 0u),
               .max_distance = max_distance_of(e),
               .margin = e->c->variant == VARIANT_DEFAULT ? 0.0f : CONTACT_REACH,
               .interleaved = e->c->variant == VARIANT_AB,
               .call_pairs = e->c->pairs};
  return need(e->c->dimension->open(e->c->contender, &how));
}

static void* open_contender(const entry* e) {
  stage* s = e->stage;
  const dimension* dim = e->c->dimension;
  if (!s->scene) s->scene = need(dim->scene_create(e->c->scene, e->c->scene_pairs, SEED));
  if (s->moved) dim->scene_reset(s->scene);
  s->moved = false;
  if (e->c->variant == VARIANT_HALF && s->half <= 0.0f) s->half = median_distance(e);
  return open_on(e, s->scene);
}

// ---- checking ----

static void take_tally(entry* e) {
  memset(&e->sum, 0, sizeof e->sum);
  void* self = open_contender(e);
  memset(state.answers.overlapping, 0, e->c->scene_pairs);
  memset(state.answers.iterations, 0, e->c->scene_pairs);
  state.answers.counting = true;
  play(e, self, &e->sum);
  state.answers.counting = false;
  e->c->dimension->close(self);
  e->tallied = true;
  if (e != e->judge) return;
  const uint32_t pairs = e->c->scene_pairs;
  e->truth = claim(pairs, sizeof *e->truth);
  e->verdicts = claim(pairs, 1);
  memcpy(e->truth, state.answers.distance, pairs * sizeof *e->truth);
  memcpy(e->verdicts, state.answers.overlapping, pairs);
}

// Of a rival, in the last frame that was played.
static void take_errors(entry* e) {
  const bench_case* c = e->c;
  if (c->query == QUERY_OVERLAP) {
    e->wrong = wrong_verdicts(c->scene_pairs, e->judge->verdicts, state.answers.overlapping);
  } else if (c->query == QUERY_DISTANCE) {
    distance_errors_find(c->dimension, e->stage->scene, c->scene_pairs, max_distance_of(e), e->judge->truth,
                         state.answers.distance, &e->distances);
  }
}

// Variants are what they are called.
static void check_beyond(const entry* e) {
  const double share = (double)e->sum.beyond / (double)e->sum.answers;
  if (e->c->variant == VARIANT_REACH && share > 0) fail(e->c->name, "pairs beyond a distance that all are within");
  if (e->c->variant == VARIANT_HALF && e->c->mode == MODE_COLD && fabs(share - 0.5) > HALF_TOLERANCE)
    fail(e->c->name, "not half of the pairs are beyond the median distance");
}

// Of a rival, in the last frame that was played.
static void check_depths(entry* e, float missed) {
  const bench_case* c = e->c;
  char text[160];
  depth_errors_find(c->dimension, e->stage->scene, c->scene_pairs, e->judge->truth, state.answers.distance, &e->errors);
  if (e->errors.missed <= SHARE_TOLERANCE + (double)missed) return;
  snprintf(text, sizeof text, "%.2f%% of the depths are off by more than %g of the scale, one by %g",
           100.0 * e->errors.missed, MISSED_DEPTH, e->errors.worst);
  fail(c->name, text);
}

// By how large a share a rival may judge otherwise where pairs touch or nearly do: its tolerances decide there.
static double may_differ(const bench_case* c, const contender* rival) {
  const char digit = scene_digit(c->scene);
  if (strchr(c->dimension->resting_scenes, digit)) return RESTING_SHARE;
  if (strchr(c->dimension->corner_scenes, digit)) return c->query == QUERY_DISTANCE ? TOUCHING_SHARE : 1.0;
  if (!strchr(c->dimension->touching_scenes, digit) || c->query == QUERY_DISTANCE) return 0.0;
  return c->query == QUERY_OVERLAP || rival->finds_overlaps_alone ? 1.0 : TOUCHING_SHARE;
}

static void check(entry* e) {
  const tally *sum = &e->sum, *truth = &e->judge->sum;
  check_beyond(e);
  if (sum->bad) fail(e->c->name, "pairs that are neither separated nor overlapping");
  if (e->c->contender == CONTENDER_LIBRARY) {
    if (sum->hash != truth->hash) fail(e->c->name, "the answers are not those of the scalar build, bit for bit");
    return;
  }
  const contender can = e->c->dimension->contender(e->c->contender);
  const bool similar = can.approximates[0] && strncmp(e->c->scene, can.approximates, strlen(can.approximates)) == 0;
  const bool contact = is_contact(e->c->query);
  if (contact && similar) return; // by as much as most pairs of S9 overlap
  const double misjudges = similar ? SIMILAR_SHARE : (double)(contact ? can.misjudges_contacts : can.misjudges);
  double judged = fabs((double)sum->overlapping - (double)truth->overlapping);
  double measured = fabs(sum->distance - truth->distance);
  char text[160];
  if (!(judged <= (SHARE_TOLERANCE + misjudges + may_differ(e->c, &can)) * (double)truth->answers)) {
    snprintf(text, sizeof text, "%llu pairs overlap, not %llu", (unsigned long long)sum->overlapping,
             (unsigned long long)truth->overlapping);
    fail(e->c->name, text);
  }
  if (contact) {
    check_depths(e, can.misses_depths);
    return;
  }
  if (misjudges > 0 && !similar) return;
  const double tolerance = similar ? SIMILAR_DISTANCE : DISTANCE_TOLERANCE;
  const bool resting = strchr(e->c->dimension->resting_scenes, scene_digit(e->c->scene)) != NULL;
  const double each = resting ? RESTING_DISTANCE : (double)TOUCHING;
  if (!(measured <= tolerance * truth->distance + each * (double)truth->answers)) {
    snprintf(text, sizeof text, "the distances add up to %.9g, not %.9g", sum->distance, truth->distance);
    fail(e->c->name, text);
  }
}

static void ensure_checked(entry* e) {
  if (e->tallied) return;
  entry* judge = e->judge;
  if (!judge->tallied) take_tally(judge);
  if (!e->tallied) take_tally(e);
  if (e->c->contender != CONTENDER_LIBRARY) take_errors(e);
  check(e);
}

// ---- measuring ----

// On a terminal one line that is written over; elsewhere a line for every tenth part.
static void show_progress(entry* e, uint64_t iterations) {
  uint32_t before = state.total ? 100 * state.done / state.total : 100;
  if (iterations == e->last_iterations) state.done++; // the first repetition tries several numbers of iterations
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
  uint64_t items = (uint64_t)e->c->scene_pairs * (e->c->mode == MODE_COLD ? repeats(e->c) : FRAMES - 1);
  double total = (double)e->sum.answers;
  bench_nanoseconds_per_item(run, "ns_per_pair", items);
  // A counter of 0 would be left out of the figures' spread as 0/0, which is no JSON.
  if (e->sum.overlapping > 0) bench_counter(run, "overlap", (double)e->sum.overlapping / total);
  if (e->sum.beyond > 0) bench_counter(run, "beyond", (double)e->sum.beyond / total);
  if (e->errors.worst > 0) bench_counter(run, "worst_depth_error", e->errors.worst);
  if (e->errors.median > 0) bench_counter(run, "median_depth_error", e->errors.median);
  if (e->errors.missed > 0) bench_counter(run, "missed_depths", e->errors.missed);
  if (e->distances.worst > 0) bench_counter(run, "worst_distance_error", e->distances.worst);
  if (e->distances.median > 0) bench_counter(run, "median_distance_error", e->distances.median);
  if (e->wrong > 0) bench_counter(run, "wrong_verdicts", e->wrong);
  if (e->sum.iterations == 0) return;
  bench_counter(run, "iterations_per_pair", (double)e->sum.iterations / total);
  bool whole_blocks = e->c->pairs == e->c->scene_pairs;
  if (whole_blocks && tally_lanes(e->c) > 1)
    bench_counter(run, "lane_occupancy", (double)e->sum.iterations / (double)e->sum.lane_steps);
}

// Each call has another list than the one before, also from repetition to repetition.
static void measure_lists(bench_run* run, entry* e) {
  const dimension* dim = e->c->dimension;
  void* self[LISTS] = {open_contender(e)};
  for (uint32_t k = 1; k < LISTS; k++) {
    void** scene = &e->stage->lists[k - 1];
    if (!*scene) *scene = need(dim->scene_create(e->c->scene, e->c->scene_pairs, SEED + k));
    self[k] = open_on(e, *scene);
  }
  for (uint32_t k = 0; k < LISTS; k++) play(e, self[k], NULL);
  for (; bench_next(run); e->next = (e->next + 1) % LISTS) bench_took(run, play(e, self[e->next], NULL));
  for (uint32_t k = 0; k < LISTS; k++) dim->close(self[k]);
  report(run, e);
}

static void measure(bench_run* run, void* context) {
  entry* e = context;
  show_progress(e, bench_iterations(run));
  ensure_checked(e);
  if (e->c->variant == VARIANT_LISTS) {
    measure_lists(run, e);
    return;
  }
  void* self = open_contender(e);
  if (e->c->mode == MODE_COLD) play(e, self, NULL);
  while (bench_next(run)) bench_took(run, play(e, self, NULL));
  e->c->dimension->close(self);
  report(run, e);
}

// ---- setting up ----

static stage* find_stage(const bench_case* c, const bench_case* cases, uint32_t before) {
  for (uint32_t i = 0; i < before; i++) {
    if (cases[i].scene_pairs == c->scene_pairs && strcmp(cases[i].scene, c->scene) == 0) return state.entries[i].stage;
  }
  stage* fresh = &state.stages[state.stage_count++];
  fresh->dimension = c->dimension;
  return fresh;
}

static bool same_question(const bench_case* a, const bench_case* b) {
  return a->scene_pairs == b->scene_pairs && a->query == b->query && a->mode == b->mode && a->variant == b->variant &&
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
  judge->pairs = judge->scene_pairs;
  if (judge->variant == VARIANT_AB) judge->variant = VARIANT_NONE;
  entry* e = &state.entries[state.count + i];
  *e = (entry){.c = judge, .stage = state.entries[i].stage, .judge = e};
  return e;
}

// Manifolds, which are large, only where they are queried.
static void allocate_answers(uint32_t pairs, uint32_t contacts) {
  state.answers.overlapping = claim(pairs, 1);
  state.answers.iterations = claim(pairs, 1);
  state.answers.distance = claim(pairs, sizeof(float));
  state.answers.point_a = claim(pairs, MOST_POINT_FLOATS * sizeof(float));
  state.answers.point_b = claim(pairs, MOST_POINT_FLOATS * sizeof(float));
  state.answers.normal = claim(pairs, MOST_POINT_FLOATS * sizeof(float));
  state.answers.manifold = claim(contacts, sizeof(lgjk_manifold3));
}

void run_register(const bench_case* cases, uint32_t count, uint32_t repetitions) {
  uint32_t most = 1, contacts = 1;
  state.count = count;
  state.total = count * (repetitions > 1 ? repetitions - 1 : 0);
  state.stages = claim(count + 1, sizeof *state.stages);
  state.judges = claim(count + 1, sizeof *state.judges);
  state.entries = claim(2 * (size_t)count + 1, sizeof *state.entries);
  for (uint32_t i = 0; i < count; i++) {
    entry* e = &state.entries[i];
    e->c = &cases[i];
    e->stage = find_stage(&cases[i], cases, i);
    e->judge = find_judge(cases, i);
    bench_register(cases[i].name, measure, e, 0);
    const uint32_t pairs = cases[i].scene_pairs;
    if (pairs > most) most = pairs;
    if (cases[i].query == QUERY_CONTACT && pairs > contacts) contacts = pairs;
  }
  allocate_answers(most, contacts);
}
