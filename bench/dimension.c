// One dimension as dimension.h describes it; compiled once for each.
#include "dimension.h"

#include <stdlib.h>

#include "dimension_names.h"

#define CONTENDER_ROW(identifier, name, shown, library) &DIM_NAME(contender, DIM, _##identifier),
#define NAME_ROW(identifier, name, shown, library) name,
static const contenderN* const contenders[] = {&contenderN_library, BENCH_RIVALSN(CONTENDER_ROW)};
static const char* const names[] = {"lanegjk", BENCH_RIVALSN(NAME_ROW)};

// A contender at work.
typedef struct opened {
  const contenderN* contender;
  void* self;
} opened;

// ---- scenes ----

static void* scene_create(const char* name, uint32_t pairs, uint64_t seed) { return sceneN_create(name, pairs, seed); }
static void scene_free(void* scene) { sceneN_free(scene); }
static void scene_reset(void* scene) { sceneN_reset(scene); }
static void scene_advance(void* scene) { sceneN_advance(scene); }
static void scene_churn(void* scene, uint32_t frame) { sceneN_churn(scene, frame); }
static float scene_max_distance(const void* scene) { return sceneN_max_distance((const sceneN*)scene); }

#if DIM == 2
static const char* const scenes[] = {"S1", "S2", "S3", "S4", "S5", "S6", "S7", "S8", "S9", NULL};
#define NO_CHURN "S8"
static const char* missing_data(const char* scene) {
  (void)scene;
  return NULL;
}
#else
static const char* const scenes[] = {"T1", "T2", "T3", "T4", "T5", "T6", "T7", NULL};
#define NO_CHURN ""
static const char* missing_data(const char* scene) { return scene3_missing_data(scene); }
#endif

// ---- contenders ----

static contender describe(uint32_t number) {
  const contenderN* c = contenders[number];
  const char* approximates = contenderN_approximates(c);
  return (contender){.name = names[number],
                     .answers = {[QUERY_DISTANCE] = c->distance != NULL, [QUERY_OVERLAP] = c->overlap != NULL},
                     // 2D results have always shown rivals without a warm start beside those that have one.
                     .plays_frames = DIM == 2 || c->has_warm_start,
                     .follows_replacement = c->follows_replacement,
                     .most_pairs = c->most_pairs,
                     .misjudges = c->misjudges,
                     .approximates = approximates ? approximates : ""};
}

static void* open_contender(uint32_t number, const setup* how) {
  opened* o = malloc(sizeof *o);
  if (!o) return NULL;
  const setupN typed = {how->scene, how->warm, how->isa, how->flags, how->max_distance, how->interleaved};
  o->contender = contenders[number];
  o->self = o->contender->open(&typed);
  if (o->self) return o;
  free(o);
  return NULL;
}

static void close_contender(void* pointer) {
  opened* o = pointer;
  o->contender->close(o->self);
  free(o);
}

static void call(void (*function)(void* self), const opened* o) {
  if (function) function(o->self);
}

static void restart(void* pointer) {
  const opened* o = pointer;
  call(o->contender->restart, o);
}

static void leave(void* pointer) {
  const opened* o = pointer;
  call(o->contender->leave, o);
}

static void follow(void* pointer) {
  const opened* o = pointer;
  call(o->contender->follow, o);
}

static void replace(void* pointer) {
  const opened* o = pointer;
  call(o->contender->replace, o);
}

static void ask(void* pointer, query what, const answers* to) {
  const opened* o = pointer;
  const answersN typed = {to->overlapping, to->iterations, to->distance, to->point_a, to->point_b, to->counting};
  (what == QUERY_DISTANCE ? o->contender->distance : o->contender->overlap)(o->self, &typed);
}

const dimension dimensionN = {.name = DIM_TEXT(DIM) "d",
                              .point_floats = DIM,
                              .scenes = scenes,
                              .no_churn = NO_CHURN,
                              .missing_data = missing_data,
                              .scene_create = scene_create,
                              .scene_free = scene_free,
                              .scene_reset = scene_reset,
                              .scene_advance = scene_advance,
                              .scene_churn = scene_churn,
                              .scene_max_distance = scene_max_distance,
                              .contender_count = sizeof contenders / sizeof contenders[0],
                              .contender = describe,
                              .open = open_contender,
                              .close = close_contender,
                              .restart = restart,
                              .leave = leave,
                              .follow = follow,
                              .replace = replace,
                              .ask = ask};
