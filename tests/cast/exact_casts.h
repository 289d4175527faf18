// Casts of pairs and what is true of them in long double, for the tests of casts that are exact. Body 2 i, or 2 i + 1,
// is A of pair i, and the other is B.
#ifndef LGJK_TESTS_CAST_EXACT_H
#define LGJK_TESTS_CAST_EXACT_H

#include "built.h"
#include "cast_answers.h"
#include "fewer.h"
#include "packed.h"
#include "test_random.h"

typedef long double real;

typedef struct casts {
  lgjk_shapesN* shapes;
  uint32_t count, *a, *b, *shape;
  float (*pose)[POSE_FLOATS], (*way)[DIM], (*turn)[POSE_FLOATS - DIM], *radius; // turn: NULL where none does
  cast_answers got;
} casts;

static inline void open_casts(casts* c, const lgjk_shapeN_def* defs, uint32_t shapes, uint32_t count) {
  *c = (casts){.shapes = build_shapesN(defs, shapes), .count = count};
  c->a = calloc(count, sizeof *c->a);
  c->b = calloc(count, sizeof *c->b);
  c->shape = calloc(2 * count, sizeof *c->shape);
  c->pose = calloc(2 * count, sizeof *c->pose);
  c->way = calloc(2 * count, sizeof *c->way);
  c->radius = calloc(2 * count, sizeof *c->radius);
  c->got = cast_answers_open(count);
}

static inline void close_casts(casts* c) {
  lgjk_shapesN_destroy(c->shapes);
  cast_answers_close(&c->got);
  free(c->a);
  free(c->b);
  free(c->shape);
  free(c->pose);
  free(c->way);
  free(c->turn);
  free(c->radius);
}

// Casts on every instruction set, whose answers have to be the same.
static inline void call_cast(casts* c, const float* radius) {
  uint32_t isas[LGJK_ISA_COUNT];
  const uint32_t sets = test_isas(isas);
  const lgjk_bodiesN bodies = packed_bodies(c->shapes, 2 * c->count, c->shape, c->pose[0], radius);
  const lgjk_pairs pairs = packed_pairs(c->a, c->b, c->count);
  cast_answers other = cast_answers_open(c->count);
  for (uint32_t s = 0; s < sets; ++s) {
    lgjk_error error = {.struct_size = sizeof error};
    const float* turn = c->turn != NULL ? c->turn[0] : NULL;
    const lgjk_cast_options options = {.struct_size = sizeof options,
                                       .isa = isas[s],
                                       .way_a = c->way[0],
                                       .way_b = c->way[0],
                                       .turn_a = turn,
                                       .turn_b = turn};
    const lgjk_cast_results results = cast_answers_results(s == 0 ? &c->got : &other);
    if (lgjk_castN(&bodies, &bodies, &pairs, 0, c->count, &results, &options, &error) != LGJK_OK) {
      fail_msg("%s", error.text);
    }
    for (uint32_t i = 0; s > 0 && i < c->count; ++i) assert_true(cast_answers_same_at(&c->got, &other, i));
  }
  cast_answers_close(&other);
}

// ---------------------------------------------------------------- exact geometry

static inline real dot(const real* a, const real* b) {
  real sum = 0;
  for (int k = 0; k < DIM; ++k) sum += a[k] * b[k];
  return sum;
}

// Writes the axes of a rotation, axis[k] the image of the k-th: of its multiple of unit length.
static inline void axes_of(const real from[4], real axis[DIM][DIM]) {
  real r[4], square = 0;
  for (int k = 0; k < 4; ++k) square += from[k] * from[k];
  for (int k = 0; k < 4; ++k) r[k] = from[k] / sqrtl(square);
#if DIM == 2
  const real all[2][2] = {{r[0], r[1]}, {-r[1], r[0]}};
#else
  const real x = r[0], y = r[1], z = r[2], w = r[3];
  const real all[3][3] = {{1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)},
                          {2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)},
                          {2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)}};
#endif
  memcpy(axis, all, sizeof all);
}

// The axes of a body at a fraction, of the chord from its rotation to its turn.
static inline void axes_at(const casts* c, uint32_t body, real fraction, real axis[DIM][DIM]) {
  real from[4] = {0}, to[4] = {0}, r[4], square[2] = {0}, cosine = 0;
  for (int k = 0; k < POSE_FLOATS - DIM; ++k) {
    from[k] = (real)c->pose[body][DIM + k];
    to[k] = c->turn != NULL ? (real)c->turn[body][k] : from[k];
    square[0] += from[k] * from[k];
    square[1] += to[k] * to[k];
    cosine += from[k] * to[k];
  }
  for (int k = 0; k < 4; ++k) {
    const real end = to[k] / sqrtl(square[1]) * (DIM == 3 && cosine < 0 ? -1 : 1);
    r[k] = (1 - fraction) * from[k] / sqrtl(square[0]) + fraction * end;
  }
  axes_of(r, axis);
}

// Where body `to` is at a fraction, as seen from body `from`.
static inline void relative(const casts* c, uint32_t from, uint32_t to, real fraction, real out[DIM]) {
  for (int k = 0; k < DIM; ++k) {
    const real start = (real)c->pose[to][k] - (real)c->pose[from][k];
    out[k] = start + fraction * ((real)c->way[to][k] - (real)c->way[from][k]);
  }
}

static inline real length_of_way(const casts* c, uint32_t i) {
  real w[DIM];
  for (int k = 0; k < DIM; ++k) w[k] = (real)c->way[2 * i][k] - (real)c->way[2 * i + 1][k];
  return sqrtl(dot(w, w));
}

static inline void draw_rotation(float* pose) {
  double turn[4];
  random_rotation(turn, POSE_FLOATS - DIM);
  for (int k = 0; k < POSE_FLOATS - DIM; ++k) pose[DIM + k] = (float)turn[k];
}

// Half units in the last place of coordinates.
static inline double rounding_at(const casts* c, uint32_t body, double size) {
  double most = size;
  for (int k = 0; k < DIM; ++k)
    most = fmax(most, fabs((double)c->pose[body][k]) + fabs((double)c->way[body][k]) + size);
  return 6e-8 * most;
}

// Of a pair at a fraction: what is above 0 where a gap is, and convex.
typedef real gap_fn(const casts* c, uint32_t i, real fraction);

enum { SECTIONS = 120 };

// Finds the first touch by sections and halves. Returns the least gap of the way.
static inline real first_touch(const casts* c, uint32_t i, gap_fn* convex, gap_fn* gap, real* touch) {
  real low = 0, high = 1;
  for (int k = 0; k < SECTIONS; ++k) {
    const real left = low + (high - low) / 3, right = high - (high - low) / 3;
    if (convex(c, i, left) < convex(c, i, right)) {
      high = right;
    } else {
      low = left;
    }
  }
  const real least = gap(c, i, low), begin = convex(c, i, 0);
  for (high = low, low = 0; least <= 0 && begin > 0 && high - low > 1e-18L;) {
    const real middle = (low + high) / 2;
    if (middle <= low || middle >= high) break;
    if (convex(c, i, middle) > 0) {
      low = middle;
    } else {
      high = middle;
    }
  }
  *touch = low;
  return least;
}

static inline int by_size(const void* a, const void* b) {
  const double x = *(const double*)a, y = *(const double*)b;
  return x < y ? -1 : x > y;
}

// A segment, and half extents of a box.
static const float capsule[2 * DIM] = {-0.3f, [DIM] = 0.3f, 0.1f};
static const float sizes[3] = {0.2f, 0.35f, 0.3f};

static inline lgjk_shapeN_def box_of(const float* half) {
  lgjk_shapeN_def def = long_boxN(0, 0);
  memcpy(def.size, half, DIM * sizeof *half);
  return def;
}

// ---------------------------------------------------------------- small bodies that come to a plane

enum { RAY, BALL, CAPSULE, BOX, POINTED, CURVED, MOVERS };

#if DIM == 2
static const float pointed[] = {0.4f, 0, -0.4f, 0.1f, 0.1f, -0.3f};
#else
static const float pointed[] = {0.4f, 0, 0, -0.4f, 0.1f, 0, 0, 0.4f, 0.1f, 0.1f, 0, -0.3f};
#endif

static inline void define_movers(lgjk_shapeN_def defs[MOVERS]) {
  static const float origin[DIM];
  defs[RAY] = rounded_pointsN(origin, 1, 0);
  defs[BALL] = rounded_pointsN(origin, 1, 0.25f);
  defs[CAPSULE] = rounded_pointsN(capsule, 2, 0.2f);
  defs[BOX] = defs[CURVED] = box_of(sizes);
  defs[POINTED] = rounded_pointsN(pointed, DIM + 1, 0);
  defs[CURVED].kind = LGJK_SHAPEN_BOX + 1; // an ellipse, an ellipsoid
}

// How far a mover reaches along a unit vector, given in its own axes.
static inline real reach_along(uint32_t mover, const real* n) {
  real most = -1e9L, square = 0, box = 0;
  for (int k = 0; k < DIM; ++k) {
    box += (real)sizes[k] * fabsl(n[k]);
    square += (real)sizes[k] * n[k] * (real)sizes[k] * n[k];
  }
  const float* points = mover == CAPSULE ? capsule : pointed;
  for (int i = 0; i < (mover == CAPSULE ? 2 : DIM + 1); ++i) {
    real sum = 0;
    for (int k = 0; k < DIM; ++k) sum += (real)points[DIM * i + k] * n[k];
    most = fmaxl(most, sum);
  }
  return mover == RAY      ? 0
         : mover == BALL   ? (real)0.25f
         : mover == BOX    ? box
         : mover == CURVED ? sqrtl(square)
                           : most + (mover == CAPSULE ? (real)0.2f : 0);
}

#endif
