// The table of inputs: families first, then scenes and mixtures.
#include "inputs.h"

#include <stdio.h>

#include "packed.h"

static const char* const OTHERS[] = {
#if DIM == 2
    "S1", "S2", "S3",  "S4",          "S5",          "S6",    "S7",
    "S8", "S9", "S10", "S2-shuffled", "S6-shuffled", "mixed", "mixed_with_bad",
#else
    "mixed", "mixed_with_bad", "T1", "T2", "T3", "T4", "T5", "T6", "T8", "T3-shuffled", "T4-shuffled", "T7",
#endif
};

static bool is_mixture(const char* name) { return strncmp(name, "mixed", 5) == 0; }

uint32_t inputsN_count(void) { return familiesN_count() + sizeof OTHERS / sizeof OTHERS[0]; }

const char* inputsN_name(uint32_t number) {
  return number < familiesN_count() ? familiesN_name(number) : OTHERS[number - familiesN_count()];
}

const char* inputsN_missing(uint32_t number) {
#if DIM == 2
  (void)number;
  return NULL;
#else
  const char* name = inputsN_name(number);
  return number < familiesN_count() || is_mixture(name) ? NULL : scene3_missing_data(name);
#endif
}

static int open_family(inputN* input, uint32_t family, uint32_t pair_count) {
  familiesN_batch* batch = &input->batch;
  if (familiesN_make(batch, family, input->seed, pair_count, NULL) != LGJK_OK) return 1;
  const size_t size = POSE_FLOATS * sizeof(float) * batch->body_count;
  input->family_pose = malloc(size + 1);
  if (input->family_pose == NULL) {
    familiesN_free(batch);
    return 1;
  }
  memcpy(input->family_pose, batch->pose, size);
  input->bodies = batch->bodies;
  input->pairs = batch->pairs;
  return 0;
}

static int open_scene(inputN* input, uint32_t pair_count) {
  sceneN* scene = input->scene = sceneN_create(input->name, pair_count, input->seed);
  if (scene == NULL) return 1;
#if DIM == 2
  const uint32_t shape_count = SCENE2_SHAPES;
  const float* radius = scene->radius;
#else
  const uint32_t shape_count = scene->shape_count;
  const float* radius = NULL;
#endif
  if (keptN_create(scene->defs, shape_count, &input->scene_shapes, NULL) != LGJK_OK) {
    sceneN_free(scene);
    return 1;
  }
  input->bodies = packed_bodies(input->scene_shapes, scene->body_count, scene->shape, &scene->pose[0][0], radius);
  input->pairs = packed_pairs(scene->a, scene->b, scene->pair_count);
  return 0;
}

static int open_mixture(inputN* input, uint32_t pair_count, bool bad_ones) {
  mixedN* mixed = &input->mixed;
  if (mixedN_open(mixed, input->seed, pair_count, bad_ones) != 0) return 1;
  input->bodies = mixed->bodies;
  input->pairs = mixed->pairs;
  return 0;
}

int inputsN_open(inputN* input, uint32_t number, uint64_t seed, uint32_t pair_count) {
  *input = (inputN){.seed = seed};
  snprintf(input->name, sizeof input->name, "%s", inputsN_name(number));
  if (number < familiesN_count()) return open_family(input, number, pair_count);
  if (is_mixture(input->name)) return open_mixture(input, pair_count, inputsN_has_bad(number));
  return open_scene(input, pair_count);
}

void inputsN_advance(inputN* input) {
  ++input->frame;
  if (input->scene != NULL) {
    sceneN_advance(input->scene);
  } else if (input->batch.shapes != NULL) {
    float* pose = input->batch.pose;
    input->batch.pose = input->family_pose;
    familiesN_move(&input->batch, input->seed + input->frame, pose);
    input->batch.pose = pose;
  } else {
    mixedN_advance(&input->mixed);
  }
}

void inputsN_close(inputN* input) {
  if (input->scene != NULL) {
    keptN_destroy(input->scene_shapes);
    sceneN_free(input->scene);
  } else if (input->batch.shapes != NULL) {
    free(input->family_pose);
    familiesN_free(&input->batch);
  } else {
    mixedN_close(&input->mixed);
  }
}
