// The table of inputs: families first, then scenes, then mixtures.
#include "inputs2.h"

#include <stdio.h>

static const char* const SCENES[] = {"S1", "S2", "S3", "S4",  "S5",          "S6",
                                     "S7", "S8", "S9", "S10", "S2-shuffled", "S6-shuffled"};
static const char* const MIXTURES[] = {"mixed", "mixed_with_bad"};

enum { SCENE_COUNT = sizeof SCENES / sizeof SCENES[0], MIXTURE_COUNT = sizeof MIXTURES / sizeof MIXTURES[0] };

uint32_t inputs2_count(void) { return families2_count() + SCENE_COUNT + MIXTURE_COUNT; }

const char* inputs2_name(uint32_t number) {
  const uint32_t scene = number - families2_count();
  if (number < families2_count()) return families2_name(number);
  return scene < SCENE_COUNT ? SCENES[scene] : MIXTURES[scene - SCENE_COUNT];
}

const char* inputs2_missing(uint32_t number) {
  (void)number;
  return NULL;
}

static int open_family(input2* input, uint32_t family, uint32_t pair_count) {
  snprintf(input->name, sizeof input->name, "%s", families2_name(family));
  if (families2_make(&input->batch, family, input->seed, pair_count, NULL) != LGJK_OK) return 1;
  input->bodies = input->batch.bodies;
  input->pairs = input->batch.pairs;
  const size_t size = 4 * sizeof(float) * input->batch.body_count;
  input->family_pose = malloc(size + 1);
  if (input->family_pose == NULL) return 1;
  memcpy(input->family_pose, input->batch.pose, size);
  return 0;
}

static int open_scene(input2* input, const char* name, uint32_t pair_count) {
  snprintf(input->name, sizeof input->name, "%s", name);
  input->scene = scene2_create(name, pair_count, input->seed);
  if (input->scene == NULL) return 1;
  if (lgjk_shapes2_create(input->scene->defs, SCENE2_SHAPES, NULL, &input->scene_shapes, NULL) != LGJK_OK) return 1;
  lgjk_bodies2_init(&input->bodies);
  input->bodies.count = input->scene->body_count;
  input->bodies.shapes = input->scene_shapes;
  input->bodies.shape = input->scene->shape;
  input->bodies.pose = &input->scene->pose[0][0];
  input->bodies.radius = input->scene->radius;
  lgjk_pairs_init(&input->pairs);
  input->pairs.a = input->scene->a;
  input->pairs.b = input->scene->b;
  input->pairs.count = input->scene->pair_count;
  return 0;
}

static int open_mixture(input2* input, uint32_t mixture, uint32_t pair_count) {
  snprintf(input->name, sizeof input->name, "%s", MIXTURES[mixture]);
  if (mixed2_open(&input->mixed, input->seed, pair_count, mixture == 1) != 0) return 1;
  input->bodies = input->mixed.bodies;
  input->pairs = input->mixed.pairs;
  return 0;
}

int inputs2_open(input2* input, uint32_t number, uint64_t seed, uint32_t pair_count) {
  *input = (input2){.seed = seed};
  if (number < families2_count()) return open_family(input, number, pair_count);
  number -= families2_count();
  if (number < SCENE_COUNT) return open_scene(input, SCENES[number], pair_count);
  return open_mixture(input, number - SCENE_COUNT, pair_count);
}

void inputs2_advance(input2* input) {
  ++input->frame;
  if (input->scene != NULL) {
    scene2_advance(input->scene);
  } else if (input->batch.shapes != NULL) {
    float* pose = input->batch.pose;
    input->batch.pose = input->family_pose;
    families2_move(&input->batch, input->seed + input->frame, pose);
    input->batch.pose = pose;
  } else {
    mixed2_advance(&input->mixed);
  }
}

void inputs2_close(input2* input) {
  if (input->scene != NULL) {
    lgjk_shapes2_destroy(input->scene_shapes);
    scene2_free(input->scene);
  } else if (input->batch.shapes != NULL) {
    free(input->family_pose);
    families2_free(&input->batch);
  } else {
    mixed2_close(&input->mixed);
  }
}
