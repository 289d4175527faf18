// Times each pair of kinds of shapes alone: what a mixture of kinds hides. All pairs of a call are of the same two
// kinds, about a third overlap, and bodies move by 1% of their size from call to call.
//   lgjk_bench_classesN [ISA [TEXT]]   the set, "auto" for the widest; only pairs of kinds whose name has TEXT
// Prints a line per pair of kinds, query and mode: the least time of a call, in ns per pair.
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "lanegjk/lanegjk3.h"

#define NAME_(prefix, dim, suffix) prefix##dim##suffix
#define NAME(prefix, dim, suffix) NAME_(prefix, dim, suffix)
#define shapeN_def NAME(lgjk_shape, DIM, _def)
#define shapeN_def_init NAME(lgjk_shape, DIM, _def_init)
#define shapesN NAME(lgjk_shapes, DIM, )
#define shapesN_create NAME(lgjk_shapes, DIM, _create)
#define shapesN_destroy NAME(lgjk_shapes, DIM, _destroy)
#define bodiesN NAME(lgjk_bodies, DIM, )
#define bodiesN_init NAME(lgjk_bodies, DIM, _init)
#define KIND(name) NAME(LGJK_SHAPE, DIM, _##name)

enum { PAIRS = 4096, VARIANTS = 32, CALLS = 16, POSE = DIM == 2 ? 4 : 7, MOST_POINTS = 64 };

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

static void define_shape(const shape_kind* kind, float* points, shapeN_def* out) {
  shapeN_def_init(out);
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

static shapesN* make_shapes(lgjk_error* error) {
  static shapeN_def defs[KINDS * VARIANTS];
  static float points[KINDS * VARIANTS][DIM * MOST_POINTS];
  for (uint32_t i = 0; i < KINDS * VARIANTS; ++i) define_shape(&kinds[i / VARIANTS], points[i], &defs[i]);
  shapesN* out = NULL;
  shapesN_create(defs, KINDS * VARIANTS, NULL, &out, error);
  return out;
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

static int32_t call_query(int query, const bodiesN* of, const lgjk_pairs* pairs, lgjk_warm* warm,
                          const lgjk_results* results, const lgjk_options* options, lgjk_error* error) {
  if (query == 0) return NAME(lgjk_overlap, DIM, )(of, of, pairs, warm, 0, PAIRS, results, options, error);
  if (query == 1) return NAME(lgjk_distance, DIM, )(of, of, pairs, warm, 0, PAIRS, results, options, error);
  return NAME(lgjk_contact, DIM, )(of, of, pairs, warm, 0, PAIRS, results, options, error);
}

static double seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

// Returns the least time of a call in ns per pair, or a negative number after an error.
static double measure(const shapesN* set, class_scene* scene, uint32_t isa, int query, bool warm, lgjk_error* error) {
  static uint8_t status[PAIRS];
  static float distance[PAIRS], normal[PAIRS][DIM], on_a[PAIRS][DIM], on_b[PAIRS][DIM];
  static lgjk_warm records[PAIRS];
  memset(records, 0, sizeof records);
  bodiesN of;
  bodiesN_init(&of);
  of.count = 2 * PAIRS;
  of.shapes = set;
  of.shape = scene->shape;
  lgjk_pairs pairs;
  lgjk_pairs_init(&pairs);
  pairs.count = PAIRS;
  pairs.a = &scene->pair[0][0];
  pairs.b = &scene->pair[0][1];
  pairs.stride = sizeof scene->pair[0];
  lgjk_results results;
  lgjk_results_init(&results);
  results.status = status;
  if (query > 0) {
    results.distance = distance;
    results.point_a = on_a[0];
    results.point_b = on_b[0];
  }
  if (query > 1) results.normal = normal[0];
  lgjk_options options;
  lgjk_options_init(&options);
  options.isa = isa;
  double least = INFINITY;
  for (int i = 0; i < CALLS; ++i) {
    of.pose = scene->pose[i % 2][0];
    const double begin = seconds();
    if (call_query(query, &of, &pairs, warm ? records : NULL, &results, &options, error) != LGJK_OK) return -1;
    least = fmin(least, seconds() - begin);
  }
  return least * 1e9 / PAIRS;
}

int main(int argc, char** argv) {
  static const char *const queries[] = {"overlap", "distance", "contact"}, *const modes[] = {"cold", "warm"};
  const bool any = argc < 2 || strcmp(argv[1], "auto") == 0;
  const uint32_t isa = any ? LGJK_ISA_AUTO : lgjk_isa_from_name(argv[1]);
  if (isa >= LGJK_ISA_COUNT) return fprintf(stderr, "no instruction set is called %s\n", argv[1]), 2;
  lgjk_error error;
  lgjk_error_init(&error);
  random_state = 7;
  shapesN* set = make_shapes(&error);
  static class_scene scene;
  for (uint32_t a = 0; set != NULL && a < KINDS; ++a) {
    for (uint32_t b = a; b < KINDS; ++b) {
      char name[64];
      snprintf(name, sizeof name, "%s-%s", kinds[a].name, kinds[b].name);
      if (argc > 2 && strstr(name, argv[2]) == NULL) continue;
      random_state = 99;
      make_scene(a, b, &scene);
      for (int k = 0; k < 6; ++k) {
        const double ns = measure(set, &scene, isa, k / 2, k % 2, &error);
        if (ns < 0) return fprintf(stderr, "%s: %s\n", name, error.text), 1;
        printf("%dd/%s/%s/%s %.2f\n", DIM, name, queries[k / 2], modes[k % 2], ns);
      }
    }
  }
  if (set == NULL) return fprintf(stderr, "%s\n", error.text), 1;
  shapesN_destroy(set);
  return 0;
}
