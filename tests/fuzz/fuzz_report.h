// What a failure of the fuzzer reports: the pair, its bodies and its shapes.
#ifndef LGJK_TESTS_FUZZ_REPORT_H
#define LGJK_TESTS_FUZZ_REPORT_H

#include <float.h>
#include <math.h>
#include <stdio.h>

#include "fuzz_input.h"

static const input* current; // for the report of a failure

static void print_floats(const char* what, const float* values, uint32_t count) {
  fprintf(stderr, "%s", what);
  for (uint32_t i = 0; i < count; ++i) fprintf(stderr, " %a", (double)values[i]);
}

static void print_shape(uint32_t shape) {
  lgjk_shapeN_info info = {.struct_size = sizeof info};
  float v[DIM * LGJK_MAX_POINTS];
  fprintf(stderr, "\n    shape %u", shape);
  if (lgjk_shapesN_get(current->shapes, shape, &info, v, LGJK_MAX_POINTS, NULL) != LGJK_OK) return;
  fprintf(stderr, " of kind %u, radius %a,", info.kind, (double)info.radius);
  print_floats(" matrix", info.matrix, DIM * DIM);
  for (uint32_t i = 0; i < info.vertex_count; ++i) print_floats("\n     ", v + DIM * i, DIM);
}

// Of the body in an array of the view.
static const void* member(const void* array, uint32_t stride, uint32_t tight, uint32_t body) {
  return (const char*)array + (size_t)(stride > 0 ? stride : tight) * body;
}

static const float* pose_of(const input* in, uint32_t body) {
  return member(in->bodies.pose, in->bodies.pose_stride, 4 * POSE_FLOATS, body);
}

static uint32_t shape_of(const input* in, uint32_t body) {
  return *(const uint32_t*)member(in->bodies.shape, in->bodies.shape_stride, 4, body);
}

static const float* radius_of(const input* in, uint32_t body) {
  if (in->bodies.radius != NULL) return member(in->bodies.radius, in->bodies.radius_stride, 4, body);
  return &in->info[shape_of(in, body)].radius;
}

static uint32_t body_of(const input* in, int side, uint64_t pair) {
  return *(const uint32_t*)((const char*)(side ? in->pairs.b : in->pairs.a) + (in->pairs.stride ? 8 : 4) * pair);
}

// Whether a body is surely fit for use (1), surely not (-1), or at the edge of that (0). `tolerance`: of
// the square of its rotation's length.
static int fitness(const input* in, uint32_t body, double tolerance) {
  const float* pose = pose_of(in, body);
  const float radius = *radius_of(in, body);
  double square = 0;
  for (int k = 0; k < POSE_FLOATS; ++k) {
    if (!(fabsf(pose[k]) <= FLT_MAX)) return -1;
    if (k >= DIM) square += (double)pose[k] * (double)pose[k];
  }
  if (!(radius >= 0 && radius <= FLT_MAX)) return -1;
  const double off = fabs(square - 1);
  return off <= 0.999 * tolerance ? 1 : off >= 1.001 * tolerance ? -1 : 0;
}

static void print_body(int side, uint64_t pair) {
  const uint32_t body = body_of(current, side, pair);
  fprintf(stderr, "\n  %c: body %u", 'A' + side, body);
  print_floats(", pose", pose_of(current, body), POSE_FLOATS);
  if (current->bodies.radius != NULL) print_floats(", radius", radius_of(current, body), 1);
  print_shape(shape_of(current, body));
}

// Whether the iteration limit is at least the default, which is 0 as well.
static int is_unhurried(const input* in) { return in->options.iteration_limit - 1 >= LGJK_DEFAULT_ITERATION_LIMIT - 1; }

static void require(int holds, const char* what, uint64_t pair) {
  if (holds) return;
  fprintf(stderr, "fuzz" DIM_TEXT(DIM) ": %s: %llu; ", what, (unsigned long long)pair);
  fprintf(stderr, "max_distance %a, iteration_limit %u, flags %u, %s", (double)current->options.max_distance,
          current->options.iteration_limit, current->options.flags, lgjk_isa_name(current->wide_isa));
  for (int side = 0; side < 2 && pair < current->pairs.count; ++side) print_body(side, pair);
  fprintf(stderr, "\n");
  abort();
}

// ---------------------------------------------------------------- errors

// What a call has to return: the code that the public headers promise, and the index of the offender.
typedef struct verdict {
  int32_t code;
  uint64_t index;
} verdict;

static inline verdict taken_if(int good) { return (verdict){good ? LGJK_OK : LGJK_ERROR_ARGUMENT, 0}; }

static void check_error(int32_t code, const lgjk_error* error, int32_t expected, uint64_t index) {
  require(code == expected, "not the expected code, which is", (uint64_t)expected);
  require(error->code == code, "the error has another code than was returned", (uint64_t)code);
  require(memchr(error->text, 0, sizeof error->text) != NULL, "the text does not end", 0);
  if (code == LGJK_OK) return;
  require(error->text[0] != 0, "no text", 0);
  require(error->index == index, "not the expected index, which is", index);
}

#endif
