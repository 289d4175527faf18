// Writes all inputs of the golden hashes to standard output, for programs in other languages that run the same queries:
// bindings/python/tests/test_golden.py and bindings/js/tests/golden.mjs. Little-endian words of 4 bytes. For each
// input: its name (40 bytes); the numbers of shapes, bodies, pairs and frames, and 1 where bodies have radii; each
// shape's kind, number of vertices, rounding radius, matrix and vertices; shape indices, radii, the bodies of A and of
// B; the poses of each frame. Compiled once for each dimension.
//   digest_inputs2 [PAIRS NAME]     that input alone, with so many pairs
#include <stdio.h>
#include <stdlib.h>

#include "digest.h"

static int write_words(const void* words, size_t count) { return fwrite(words, 4, count, stdout) != count; }

static int write_shape(const lgjk_shapesN* shapes, uint32_t index) {
  static float vertices[LGJK_MAX_POINTS * DIM];
  lgjk_shapeN_info info = {.struct_size = sizeof info};
  if (lgjk_shapesN_get(shapes, index, &info, vertices, LGJK_MAX_POINTS, NULL) != LGJK_OK) return 1;
  const uint32_t head[] = {info.kind, info.vertex_count};
  return write_words(head, 2) | write_words(&info.radius, 1) | write_words(info.matrix, DIM * DIM) |
         write_words(vertices, (size_t)DIM * info.vertex_count);
}

static int write_input(uint32_t number, uint32_t pairs) {
  inputN input;
  if (inputsN_open(&input, number, DIGEST_SEED, pairs) != 0) return 1;
  const lgjk_bodiesN* bodies = &input.bodies;
  const uint32_t shape_count = lgjk_shapesN_count(bodies->shapes), n = bodies->count;
  const uint32_t head[] = {shape_count, n, (uint32_t)input.pairs.count, DIGEST_FRAMES, bodies->radius != NULL};
  int code = write_words(input.name, sizeof input.name / 4) | write_words(head, 5);
  for (uint32_t i = 0; i < shape_count; ++i) code |= write_shape(bodies->shapes, i);
  code |= write_words(bodies->shape, n);
  if (bodies->radius != NULL) code |= write_words(bodies->radius, n);
  code |= write_words(input.pairs.a, head[2]) | write_words(input.pairs.b, head[2]);
  for (uint32_t frame = 0; frame < DIGEST_FRAMES; ++frame) {
    code |= write_words(bodies->pose, (size_t)POSE_FLOATS * n);
    inputsN_advance(&input);
  }
  inputsN_close(&input);
  return code;
}

int main(int argc, char** argv) {
  const uint32_t pairs = argc == 3 ? (uint32_t)strtoul(argv[1], NULL, 10) : DIGEST_PAIRS;
  int code = 0;
  for (uint32_t i = 0; i < inputsN_count(); ++i) {
    if (argc == 3 && strcmp(inputsN_name(i), argv[2]) != 0) continue;
    if (inputsN_missing(i) == NULL) code |= write_input(i, pairs);
  }
  return code;
}
