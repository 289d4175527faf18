// The table of inputs: families first, then mixtures, then scenes.
#include "inputs3.h"

#include <stdio.h>

static const char* const MIXTURES[] = {"mixed", "mixed_with_bad"};
static const char* const SCENES[] = {"T1", "T2", "T3", "T4", "T5", "T6", "T8", "T3-shuffled", "T4-shuffled", "T7"};

enum { SCENE_COUNT = sizeof SCENES / sizeof SCENES[0], MIXTURE_COUNT = sizeof MIXTURES / sizeof MIXTURES[0] };

uint32_t inputs3_count(void) { return families3_count() + MIXTURE_COUNT + SCENE_COUNT; }

static const char* scene_name(uint32_t number) {
  const uint32_t before = families3_count() + MIXTURE_COUNT;
  return number < before ? NULL : SCENES[number - before];
}

const char* inputs3_name(uint32_t number) {
  if (number < families3_count()) return families3_name(number);
  return scene_name(number) != NULL ? scene_name(number) : MIXTURES[number - families3_count()];
}

const char* inputs3_missing(uint32_t number) {
  const char* name = scene_name(number);
  return name == NULL ? NULL : scene3_missing_data(name);
}

static int open_family(input3* input, uint32_t family, uint32_t pair_count) {
  families3_batch* batch = &input->batch;
  snprintf(input->name, sizeof input->name, "%s", families3_name(family));
  if (families3_make(batch, family, input->seed, pair_count, NULL) != LGJK_OK) return 1;
  const size_t size = 7 * sizeof(float) * batch->body_count;
  input->family_pose = malloc(size + 1);
  memcpy(input->family_pose, batch->pose, size);
  input->bodies = batch->bodies;
  input->pairs = batch->pairs;
  return 0;
}

static int open_scene(input3* input, const char* name, uint32_t pair_count) {
  snprintf(input->name, sizeof input->name, "%s", name);
  scene3* scene = input->scene = scene3_create(name, pair_count, input->seed);
  if (scene == NULL) return 1;
  if (lgjk_shapes3_create(scene->defs, scene->shape_count, NULL, &input->scene_shapes, NULL) != LGJK_OK) {
    scene3_free(scene);
    return 1;
  }
  lgjk_bodies3_init(&input->bodies);
  input->bodies.count = scene->body_count;
  input->bodies.shapes = input->scene_shapes;
  input->bodies.shape = scene->shape;
  input->bodies.pose = &scene->pose[0][0];
  lgjk_pairs_init(&input->pairs);
  input->pairs.a = scene->a;
  input->pairs.b = scene->b;
  input->pairs.count = scene->pair_count;
  return 0;
}

static int open_mixture(input3* input, uint32_t mixture, uint32_t pair_count) {
  mixed3* mixed = &input->mixed;
  snprintf(input->name, sizeof input->name, "%s", MIXTURES[mixture]);
  if (mixed3_open(mixed, input->seed, pair_count, mixture == 1) != 0) return 1;
  input->bodies = mixed->bodies;
  input->pairs = mixed->pairs;
  return 0;
}

int inputs3_open(input3* input, uint32_t number, uint64_t seed, uint32_t pair_count) {
  *input = (input3){.seed = seed};
  if (scene_name(number) != NULL) return open_scene(input, scene_name(number), pair_count);
  if (number < families3_count()) return open_family(input, number, pair_count);
  return open_mixture(input, number - families3_count(), pair_count);
}

void inputs3_advance(input3* input) {
  ++input->frame;
  if (input->scene != NULL) {
    scene3_advance(input->scene);
  } else if (input->batch.shapes != NULL) {
    float* pose = input->batch.pose;
    input->batch.pose = input->family_pose;
    families3_move(&input->batch, input->seed + input->frame, pose);
    input->batch.pose = pose;
  } else {
    mixed3_advance(&input->mixed);
  }
}

void inputs3_close(input3* input) {
  if (input->scene != NULL) {
    lgjk_shapes3_destroy(input->scene_shapes);
    scene3_free(input->scene);
  } else if (input->batch.shapes != NULL) {
    free(input->family_pose);
    families3_free(&input->batch);
  } else {
    mixed3_close(&input->mixed);
  }
}
