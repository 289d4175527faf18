// Prints one line per input and query: a hash of everything that the queries wrote, cold and over warm frames, on the
// instruction sets named as arguments (none: all that run here). The lines do not name the instruction set: on every
// machine, for every compiler and every instruction set they must be the same. Needs nothing but lanegjk. Compiled once
// for each dimension, as digest2 and digest3. N pairs of each input, if that is said.
//   digest2 [--pairs N] [NAME...]
//   digest2 --list       the instruction sets that run here
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "digest.h"
#include "mixed.h"
#if DIM == 2
#include "scenes2.h"
#define SHAPE_COUNT(scene) SCENE2_SHAPES
#define RADIUS(scene) (scene)->radius
#else
#include "scenes3.h"
#define SHAPE_COUNT(scene) (scene)->shape_count
#define RADIUS(scene) NULL
#endif

enum { FRAMES = 4 };

static uint32_t isa, pairs_of_each = 1000;

static int print_digest(const char* name, const lgjk_bodiesN* bodies, const lgjk_pairs* pairs,
                        void (*advance)(void* owner), void* owner) {
  digestN digest;
  if (digestN_open(&digest, isa, pairs->count) != 0) return 1;
  int code = digestN_cold(&digest, bodies, pairs);
  for (int frame = 0; frame < FRAMES; ++frame) {
    code |= digestN_warm(&digest, bodies, pairs);
    advance(owner);
  }
  printf("%-16s", name);
  for (int q = 0; q < QUERIES; ++q) printf(" %s %016llx", query_name[q], (unsigned long long)digest.hash[q]);
  printf("\n");
  digestN_close(&digest);
  return code;
}

static void advance_scene(void* owner) { sceneN_advance(owner); }
static void advance_mixed(void* owner) { mixedN_advance(owner); }

static int print_scene(const char* name) {
  sceneN* scene = sceneN_create(name, pairs_of_each, 3);
  lgjk_shapesN* shapes = NULL;
  if (scene == NULL || lgjk_shapesN_create(scene->defs, SHAPE_COUNT(scene), NULL, &shapes, NULL) != LGJK_OK) return 1;
  lgjk_bodiesN bodies;
  lgjk_bodiesN_init(&bodies);
  bodies.count = scene->body_count;
  bodies.shapes = shapes;
  bodies.shape = scene->shape;
  bodies.pose = &scene->pose[0][0];
  bodies.radius = RADIUS(scene);
  lgjk_pairs pairs;
  lgjk_pairs_init(&pairs);
  pairs.a = scene->a;
  pairs.b = scene->b;
  pairs.count = scene->pair_count;
  const int code = print_digest(name, &bodies, &pairs, advance_scene, scene);
  lgjk_shapesN_destroy(shapes);
  sceneN_free(scene);
  return code;
}

static int print_mixture(uint64_t seed) {
  mixedN mixed;
  char name[32];
  snprintf(name, sizeof name, "mixed %llu", (unsigned long long)seed);
  if (mixedN_open(&mixed, seed, pairs_of_each, seed % 2 == 0) != 0) return 1;
  const int code = print_digest(name, &mixed.bodies, &mixed.pairs, advance_mixed, &mixed);
  mixedN_close(&mixed);
  return code;
}

static int print_all(void) {
#if DIM == 2
  static const char* const scenes[] = {"S1", "S2", "S3", "S4", "S5", "S6", "S7", "S8", "S9"};
#else
  static const char* const scenes[] = {"T1", "T2", "T3", "T4", "T5", "T6"};
#endif
  int code = 0;
  for (size_t i = 0; i < sizeof scenes / sizeof scenes[0]; ++i) code |= print_scene(scenes[i]);
  for (uint64_t seed = 1; seed <= 8; ++seed) code |= print_mixture(seed);
  return code;
}

static int print_list(void) {
  for (uint32_t i = 1; i < LGJK_ISA_COUNT; ++i) {
    if (lgjk_isa_supported(i)) puts(lgjk_isa_name(i));
  }
  return 0;
}

int main(int argc, char** argv) {
  int code = 0;
  if (argc == 2 && strcmp(argv[1], "--list") == 0) return print_list();
  if (argc > 2 && strcmp(argv[1], "--pairs") == 0) {
    pairs_of_each = (uint32_t)strtoul(argv[2], NULL, 10);
    argc -= 2;
    argv += 2;
  }
  for (int i = 1; i < argc; ++i) {
    isa = lgjk_isa_from_name(argv[i]);
    if (!lgjk_isa_supported(isa)) {
      fprintf(stderr, "digest" DIM_TEXT(DIM) ": %s does not run here\n", argv[i]);
      return 2;
    }
    code |= print_all();
  }
  if (argc > 1) return code;
  uint32_t isas[LGJK_ISA_COUNT];
  const uint32_t count = lgjk_isa_list(isas, LGJK_ISA_COUNT);
  for (uint32_t i = 0; i < count; ++i) {
    isa = isas[i];
    if (lgjk_isa_supported(isa)) code |= print_all();
  }
  return code;
}
