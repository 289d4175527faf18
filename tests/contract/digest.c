// Prints two lines per input: its name and a hash for each query of everything that the query wrote, cold, over warm
// frames and free of history; and one for pairs, casts, what is near, mass properties and ticks (digest_calls.h), on
// the instruction sets named as arguments (none: all that run here). The lines do not name the instruction set, and are
// those of golden2.h and golden3.h unless fewer pairs are requested: on all machines, for every compiler and every
// instruction set they must be the same. Needs nothing but lanegjk. Compiled once for each dimension, as digest2 and
// digest3. Inputs whose data file is missing are left out.
//   digest2 [--pairs N] [--every N] [NAME...]     --every: of every Nth input, the first included
//   digest2 --list       the instruction sets that run here
// Compiled with DIGEST_INPUTS, as digest_inputs2 and digest_inputs3, it writes the inputs themselves.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "digest_calls.h"

#ifndef DIGEST_INPUTS
static int print_all(uint32_t isa, uint32_t pairs, uint32_t every) {
  for (uint32_t i = 0; i < inputsN_count(); i += every) {
    uint64_t hash[QUERIES];
    uint32_t calls[CALLS];
    if (inputsN_missing(i) != NULL) continue;
    if (digestN_input(i, isa, pairs, hash) != 0 || digest_calls_input(i, isa, pairs, NULL, calls) != 0) {
      fprintf(stderr, "digest" DIM_TEXT(DIM) ": %s: no memory, or a query failed\n", inputsN_name(i));
      return 1;
    }
    digestN_print(i, hash);
    digest_calls_print(i, calls);
  }
  return 0;
}

static int print_list(void) {
  for (uint32_t i = 1; i < LGJK_ISA_COUNT; ++i) {
    if (lgjk_isa_supported(i)) puts(lgjk_isa_name(i));
  }
  return 0;
}

int main(int argc, char** argv) {
  int code = 0;
  uint32_t pairs = DIGEST_PAIRS, every = 1;
  if (argc == 2 && strcmp(argv[1], "--list") == 0) return print_list();
  for (; argc > 2 && strncmp(argv[1], "--", 2) == 0; argc -= 2, argv += 2) {
    const uint32_t number = (uint32_t)strtoul(argv[2], NULL, 10);
    if (strcmp(argv[1], "--pairs") == 0) pairs = number;
    if (strcmp(argv[1], "--every") == 0 && number > 0) every = number;
  }
  for (int i = 1; i < argc; ++i) {
    const uint32_t isa = lgjk_isa_from_name(argv[i]);
    if (!lgjk_isa_supported(isa)) {
      fprintf(stderr, "digest" DIM_TEXT(DIM) ": %s does not run here\n", argv[i]);
      return 2;
    }
    code |= print_all(isa, pairs, every);
  }
  for (uint32_t isa = 1; argc == 1 && isa < LGJK_ISA_COUNT; ++isa) {
    if (lgjk_isa_supported(isa)) code |= print_all(isa, pairs, every);
  }
  return code;
}
#else
// Writes all inputs of the golden hashes to standard output, for programs in other languages that run the same queries:
// bindings/python/tests/test_golden.py and bindings/js/tests/golden.mjs. Little-endian words of 4 bytes. For each
// input: its name (40 bytes); the numbers of shapes, bodies, pairs and frames, and 1 where bodies have radii; each
// shape's kind, number of vertices, rounding radius, matrix and vertices; shape indices, radii, the bodies of A and of
// B; the poses of each frame.
//   digest_inputs2 [PAIRS NAME]     that input alone, with so many pairs

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
#endif
