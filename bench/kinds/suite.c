// Times each pair of kinds of shapes alone: what a mixture of kinds hides. All pairs of a call are of the same two
// kinds, about a third overlap, and bodies move by 1% of their size from call to call. Compiled once for each
// dimension.
#include "suite.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "basics.h"
#include "library_names.h"

#define suite_kindsN DIM_NAME(suite_kinds, DIM, )
#define KIND(name) DIM_NAME(LGJK_SHAPE, DIM, _##name)

enum { PAIRS = 4096, VARIANTS = 32, POSE = POSE_FLOATS, MOST_POINTS = 64 };

// A kind of shapes: convex hulls of so many points, or a kind that has sizes.
typedef struct shape_kind {
  const char* name;
  uint32_t points, kind, sizes; // points: 0 of a kind that has sizes
} shape_kind;

static const shape_kind kinds[] = {
#if DIM == 2
    {"circle", 1, 0, 0},
    {"capsule", 2, 0, 0},
    {"quad", 4, 0, 0},
    {"hexagon", 6, 0, 0},
    {"polygon24", 24, 0, 0},
    {"box", 0, LGJK_SHAPE2_BOX, 2},
    {"ellipse", 0, LGJK_SHAPE2_ELLIPSE, 2},
#else
    {"ball", 1, 0, 0},
    {"capsule", 2, 0, 0},
    {"hull12", 12, 0, 0},
    {"hull24", 24, 0, 0},
    {"hull64", 64, 0, 0},
    {"box", 0, LGJK_SHAPE3_BOX, 3},
    {"ellipsoid", 0, LGJK_SHAPE3_ELLIPSOID, 3},
    {"cylinder", 0, LGJK_SHAPE3_CYLINDER, 2},
    {"cone", 0, LGJK_SHAPE3_CONE, 2},
#endif
};
enum { KINDS = sizeof kinds / sizeof *kinds };

static uint32_t random_state;

// Returns a number in 0..1; the same row on every machine.
static float random_unit(void) {
  random_state = random_state * 1664525u + 1013904223u;
  return (float)(random_state >> 8) / 16777216.0f;
}

static void random_direction(float d[3]) {
  float square;
  do {
    square = 0;
    for (int k = 0; k < 3; ++k) {
      d[k] = k < DIM ? 2 * random_unit() - 1 : 0;
      square += d[k] * d[k];
    }
  } while (square > 1 || square < 0.01f);
  for (int k = 0; k < 3; ++k) d[k] /= sqrtf(square);
}

static void define_shape(const shape_kind* kind, float* points, lgjk_shapeN_def* out) {
  lgjk_shapeN_def_init(out);
  const float size = 0.5f + 0.5f * random_unit();
  if (kind->points == 0) {
    out->kind = kind->kind;
    for (uint32_t k = 0; k < kind->sizes; ++k) out->size[k] = k == 0 ? size : size * (0.4f + 0.6f * random_unit());
    return;
  }
  for (uint32_t i = 0; i < kind->points; ++i) {
    float d[3];
    random_direction(d);
    for (uint32_t k = 0; k < DIM; ++k) points[DIM * i + k] = kind->points == 1 ? 0 : size * d[k];
  }
  out->kind = KIND(POINTS);
  out->points = points;
  out->point_count = kind->points;
  out->radius = kind->points == 1 ? size : kind->points == 2 ? 0.4f * size : 0;
}

static const lgjk_shapesN* the_shapes(void) {
  static lgjk_shapeN_def defs[KINDS * VARIANTS];
  static float points[KINDS * VARIANTS][DIM * MOST_POINTS];
  static lgjk_shapesN* made;
  lgjk_error error = {0};
  if (made != NULL) return made;
  random_state = 7;
  for (uint32_t i = 0; i < KINDS * VARIANTS; ++i) define_shape(&kinds[i / VARIANTS], points[i], &defs[i]);
  check_call(lgjk_shapesN_create(defs, KINDS * VARIANTS, NULL, &made, &error), &error);
  return made;
}

// Makes a turn of length 1 from numbers that need not be, which move by `shift` at most.
static void make_turn(const float from[POSE - DIM], float shift, float out[POSE - DIM]) {
  float square = 0;
  for (int k = 0; k < POSE - DIM; ++k) {
    out[k] = from[k] + shift * (random_unit() - 0.5f);
    square += out[k] * out[k];
  }
  for (int k = 0; k < POSE - DIM; ++k) out[k] /= sqrtf(square);
}

// The pairs of a class: bodies i and PAIRS + i, of any of their kinds' variants, in two frames.
typedef struct class_scene {
  uint32_t shape[2 * PAIRS], pair[PAIRS][2];
  float pose[2][2 * PAIRS][POSE];
} class_scene;

static void place(float at[3], float pose[2][2 * PAIRS][POSE], uint32_t body) {
  float turn[POSE - DIM];
  do {
    for (int k = 0; k < POSE - DIM; ++k) turn[k] = 2 * random_unit() - 1;
  } while (fabsf(turn[0]) < 0.1f); // its length is not near 0
  for (int frame = 0; frame < 2; ++frame) {
    for (int k = 0; k < DIM; ++k) pose[frame][body][k] = at[k] + (frame ? 0.02f * (random_unit() - 0.5f) : 0);
    make_turn(turn, frame ? 0.02f : 0, pose[frame][body] + DIM);
  }
}

static void make_scene(uint32_t a, uint32_t b, class_scene* out) {
  for (uint32_t i = 0; i < PAIRS; ++i) {
    out->pair[i][0] = i;
    out->pair[i][1] = PAIRS + i;
    out->shape[i] = a * VARIANTS + (uint32_t)(random_unit() * VARIANTS);
    out->shape[PAIRS + i] = b * VARIANTS + (uint32_t)(random_unit() * VARIANTS);
    float at[3] = {100 * random_unit(), 100 * random_unit(), 100 * random_unit()}, d[3];
    place(at, out->pose, i);
    random_direction(d);
    const float apart = 1.0f + 1.4f * random_unit();
    for (int k = 0; k < 3; ++k) at[k] += apart * d[k];
    place(at, out->pose, PAIRS + i);
  }
}

static int32_t call_query(int query, const lgjk_bodiesN* of, const lgjk_pairs* pairs, lgjk_warm* warm,
                          const lgjk_results* results, const lgjk_options* options, lgjk_error* error) {
  if (query == 0) return lgjk_overlapN(of, of, pairs, warm, 0, PAIRS, results, options, error);
  if (query == 1) return lgjk_distanceN(of, of, pairs, warm, 0, PAIRS, results, options, error);
  return lgjk_contactN(of, of, pairs, warm, 0, PAIRS, results, options, error);
}

typedef struct entry {
  uint32_t a, b, isa;
  int query;
  bool warm;
} entry;

static void run_kinds(bench_run* run, void* context) {
  static class_scene scene;
  static uint8_t status[PAIRS];
  static float distance[PAIRS], normal[PAIRS][DIM], on_a[PAIRS][DIM], on_b[PAIRS][DIM];
  static lgjk_warm records[PAIRS];
  const entry* e = context;
  lgjk_bodiesN of;
  lgjk_pairs pairs;
  lgjk_results results;
  lgjk_options options;
  lgjk_error error = {0};
  lgjk_bodiesN_init(&of);
  of.count = 2 * PAIRS;
  of.shapes = the_shapes();
  of.shape = scene.shape;
  random_state = 99;
  make_scene(e->a, e->b, &scene);
  memset(records, 0, sizeof records);
  lgjk_pairs_init(&pairs);
  pairs.count = PAIRS;
  pairs.a = &scene.pair[0][0];
  pairs.b = &scene.pair[0][1];
  pairs.stride = sizeof scene.pair[0];
  lgjk_results_init(&results);
  results.status = status;
  if (e->query > 0) {
    results.distance = distance;
    results.point_a = on_a[0];
    results.point_b = on_b[0];
  }
  if (e->query > 1) results.normal = normal[0];
  lgjk_options_init(&options);
  options.isa = e->isa;
  for (uint32_t i = 0; bench_next(run); ++i) {
    of.pose = scene.pose[i % 2][0];
    const double start = clock_seconds(OF_THREAD);
    check_call(call_query(e->query, &of, &pairs, e->warm ? records : NULL, &results, &options, &error), &error);
    bench_took(run, clock_seconds(OF_THREAD) - start);
  }
  bench_nanoseconds_per_item(run, "ns_per_pair", PAIRS);
}

static void add_kinds(suite_list* list, uint32_t a, uint32_t b, uint32_t isa) {
  static const char* const queries[] = {"overlap", "distance", "contact"};
  for (int k = 0; k < 6; ++k) {
    char name[80];
    entry* e = claim(1, sizeof *e);
    *e = (entry){a, b, isa, k / 2, k % 2};
    snprintf(name, sizeof name, "kinds/%dd/%s-%s/%s/%s/%s", DIM, kinds[a].name, kinds[b].name, queries[k / 2],
             e->warm ? "warm" : "cold", lgjk_isa_name(isa));
    suite_add(list, run_kinds, e, name);
  }
}

void suite_kindsN(suite_list* list) {
  if (!list->all) return;
  for (uint32_t a = 0; a < KINDS; ++a) {
    for (uint32_t b = a; b < KINDS; ++b) {
      for (uint32_t isa = LGJK_ISA_COUNT - 1; isa > 0; --isa) {
        if (lgjk_isa_supported(isa)) add_kinds(list, a, b, isa);
      }
    }
  }
}
