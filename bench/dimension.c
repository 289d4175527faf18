// One dimension as dimension.h describes it; compiled once for each.
#include "dimension.h"

#include <math.h>
#include <stdlib.h>

#include "basics.h"
#include "dimension_names.h"

// Rivals that this build does not have: they answer nothing, so that no case of theirs exists.
#if DIM == 2 && !defined LGJK_HAVE_BOX2D3
const implementation contender2_box2d3 = {.open = NULL};
const char* box2d3_version(void) { return NULL; }
#endif
#if DIM == 2 && !defined LGJK_HAVE_BOX2D3_CLANG
const implementation contender2_box2d3_clang = {.open = NULL};
const char* box2d3_version_clang(void) { return NULL; }
#endif
#if DIM == 2 && !defined LGJK_HAVE_C2
const implementation contender2_c2 = {.open = NULL};
const char* c2_version(void) { return NULL; }
#endif
#if DIM == 3 && !defined LGJK_HAVE_BOX3D
const implementation contender3_box3d = {.open = NULL};
const char* box3d_version(void) { return NULL; }
#endif
#if DIM == 3 && !defined LGJK_HAVE_BOX3D_CLANG
const implementation contender3_box3d_clang = {.open = NULL};
const char* box3d_version_clang(void) { return NULL; }
#endif
#if DIM == 3 && !defined LGJK_HAVE_JOLT
const implementation contender3_jolt = {.open = NULL};
const char* jolt_version(void) { return NULL; }
#endif

#if DIM == 3 && !defined LGJK_HAVE_OPENGJK
const implementation contender3_opengjk = {.open = NULL};
#endif
#if DIM == 3 && !defined LGJK_HAVE_MUJOCO
const implementation contender3_mujoco = {.open = NULL};
const char* mujoco_version(void) { return NULL; }
#endif
#if DIM == 3 && !defined LGJK_HAVE_COAL
const implementation contender3_coal = {.open = NULL};
const char* coal_version(void) { return NULL; }
#endif

#define CONTENDER_ROW(identifier, name, shown, library) &DIM_NAME(contender, DIM, _##identifier),
#define NAME_ROW(identifier, name, shown, library) name,
static const implementation* const contenders[] = {&contenderN_library, BENCH_RIVALSN(CONTENDER_ROW)};
static const char* const names[] = {"lanegjk", BENCH_RIVALSN(NAME_ROW)};

// A contender at work.
typedef struct opened {
  const implementation* contender;
  void* self;
} opened;

// ---- scenes ----

static void* scene_create(const char* name, uint32_t pairs, uint64_t seed) { return sceneN_create(name, pairs, seed); }
static void scene_free(void* scene) { sceneN_free(scene); }
static void scene_reset(void* scene) { sceneN_reset(scene); }
static void scene_advance(void* scene) { sceneN_advance(scene); }
static void scene_churn(void* scene, uint32_t frame) { sceneN_churn(scene, frame); }

static double scene_scale(const void* pointer, uint32_t pair) {
  const sceneN* scene = pointer;
  const uint32_t a = scene->a[pair], b = scene->b[pair];
  double length2 = 0.0;
  for (int k = 0; k < DIM; k++) {
    const double step = (double)scene->pose[b][k] - (double)scene->pose[a][k];
    length2 += step * step;
  }
  return (double)sceneN_reach(scene, a) + (double)sceneN_reach(scene, b) + sqrt(length2);
}

static float scene_max_distance(const void* scene) { return sceneN_max_distance((const sceneN*)scene); }

#if DIM == 2
static const char* const scenes[] = {"S1", "S2",  "S3",  "S4",  "S5",  "S6",  "S7",  "S8",
                                     "S9", "S10", "S11", "S12", "S13", "S14", "S15", NULL};
#define NO_CHURN "8ef"
#define MIXED_SCENES "123469"
#define TOUCHING_SCENES "abcd"
#define CORNER_SCENES "e"
#define RESTING_SCENES "f"
static const char* missing_data(const char* scene) {
  (void)scene;
  return NULL;
}
#else
static const char* const scenes[] = {"T1", "T2", "T3", "T4", "T5", "T6", "T7", "T8", "T9", "T10", NULL};
#define NO_CHURN "9a"
#define MIXED_SCENES "12345678"
#define TOUCHING_SCENES ""
#define CORNER_SCENES ""
#define RESTING_SCENES "89a"
static const char* missing_data(const char* scene) { return scene3_missing_data(scene); }
#endif

// ---- contenders ----

static contender describe(uint32_t number) {
  const implementation* c = contenders[number];
  const char* contacts = c->contact_scenes ? c->contact_scenes : c->scenes;
  contender shown = {.name = names[number],
                     .follows_replacement = (c->can & FOLLOWS_REPLACEMENT) != 0,
                     .most_pairs = c->most_pairs,
                     .misjudges = c->misjudges,
                     .misjudges_contacts = c->misjudges_contacts,
                     .finds_overlaps_alone = (c->can & FINDS_OVERLAPS_ALONE) != 0,
                     .misses_depths = c->misses_depths,
                     .approximates = c->approximates ? c->approximates : ""};
  for (query q = 0; q < QUERIES; q++) {
    // 2D results have always shown rivals without a warm start beside those that have one.
    const bool plays = DIM == 2 || (c->can & HAS_WARM_START);
    shown.answers[q] = c->answer[q] != NULL;
    shown.plays_frames[q] = is_contact(q) ? (c->can & HAS_WARM_CONTACT) != 0 : plays;
    shown.scenes[q] = is_contact(q) ? contacts : c->scenes;
  }
  return shown;
}

static void* open_contender(uint32_t number, const setup* how) {
  opened* o = claim(1, sizeof *o);
  o->contender = contenders[number];
  o->self = o->contender->open(how);
  if (o->self) return o;
  free(o);
  return NULL;
}

static void close_contender(void* pointer) {
  opened* o = pointer;
  o->contender->close(o->self);
  free(o);
}

// restart, leave, follow and replace: the contender's own, where it has one.
#define HAND_ON(name)                                    \
  static void name(void* pointer) {                      \
    const opened* o = pointer;                           \
    if (o->contender->name) o->contender->name(o->self); \
  }
HAND_ON(restart)
HAND_ON(leave)
HAND_ON(follow)
HAND_ON(replace)

static void answer(void* pointer, query what, const answers* to) {
  const opened* o = pointer;
  o->contender->answer[what](o->self, to);
}

const dimension dimensionN = {.name = DIM_TEXT(DIM) "d",
                              .point_floats = DIM,
                              .manifold_size = sizeof(lgjk_manifoldN),
                              .scenes = scenes,
                              .no_churn = NO_CHURN,
                              .mixed_scenes = MIXED_SCENES,
                              .touching_scenes = TOUCHING_SCENES,
                              .corner_scenes = CORNER_SCENES,
                              .resting_scenes = RESTING_SCENES,
                              .missing_data = missing_data,
                              .scene_create = scene_create,
                              .scene_free = scene_free,
                              .scene_reset = scene_reset,
                              .scene_advance = scene_advance,
                              .scene_churn = scene_churn,
                              .scene_max_distance = scene_max_distance,
                              .scene_scale = scene_scale,
                              .contender_count = sizeof contenders / sizeof contenders[0],
                              .contender = describe,
                              .open = open_contender,
                              .close = close_contender,
                              .restart = restart,
                              .leave = leave,
                              .follow = follow,
                              .replace = replace,
                              .answer = answer};
