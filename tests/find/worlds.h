// Worlds that are hard for trees, and bounds of their bodies in double that owe nothing to the library: those that
// lanegjk_find.h describes. Compiled once for each dimension.
#ifndef LGJK_TESTS_FIND_WORLDS_H
#define LGJK_TESTS_FIND_WORLDS_H

#define _DEFAULT_SOURCE
#include "find_call.h"
#include "packed.h"
#include "test_random.h"

enum {
  CROWD,
  SIZES,      // 1 to 1,000, as many of each decade
  ONE_STRAY,  // a body at 1e7
  STRAYS,     // some at 1e7, 1e9 and 1e18, on all sides
  ONE_PLACE,  // all at one
  LATTICE,    // coordinates that are exactly equal
  NEEDLES,    // boxes of 1 to 1,000
  TOWNS,      // groups at scales that shrink by halves
  LONG_WALLS, // of 100 m, among bodies of 0.3 m
  BOXES,      // flat boxes of all sizes
  SOME_BAD,   // some bodies are bad
  WORLDS
};

static const char* const world_names[WORLDS] = {"crowd",   "sizes", "one stray", "strays", "one place", "lattice",
                                                "needles", "towns", "walls",     "boxes",  "some bad"};

enum { BALL, NEEDLE, WALL, FLAT, WORLD_SHAPES, WORLD_MOST = 12000, TOP_TOWN = 28 };

static const double world_half[WORLD_SHAPES][2] = {{0, 0}, {1, 0.001}, {50, 0.1}, {0.6, 0.05}}; // first, others

typedef struct world {
  lgjk_shapesN* shapes;
  uint32_t count;
  uint32_t shape[WORLD_MOST], category[WORLD_MOST], mask[WORLD_MOST], group[WORLD_MOST];
  float pose[WORLD_MOST][POSE_FLOATS], radius[WORLD_MOST], way[WORLD_MOST][DIM];
  bool bad[WORLD_MOST];
  lgjk_bodiesN view;
  lgjk_filters filters;
} world;

static inline void place_body(world* w, uint32_t kind, uint32_t i, double half) {
  static const double far[] = {1e7, -1e9, 1e18, -1e18, 1e7};
  double turn[4];
  float* pose = w->pose[i];
  const int town = (int)(i % 40);
  w->shape[i] = kind == NEEDLES ? NEEDLE : kind == BOXES ? FLAT : kind == LONG_WALLS && i % 50 == 0 ? WALL : BALL;
  w->radius[i] = w->shape[i] == BALL ? (float)random_in(0.2, 0.35) : kind == BOXES ? (float)random_in(0, 0.1) : 0;
  if (kind == SIZES) w->radius[i] = (float)(0.02 * pow(1000, random_in(0, 1)));
  if (kind == TOWNS) w->radius[i] = (float)ldexp(0.02, TOP_TOWN - town);
  random_rotation(turn, POSE_FLOATS - DIM);
  for (int k = 0; k < POSE_FLOATS - DIM; ++k) pose[DIM + k] = (float)turn[k];
  for (int k = 0; k < DIM; ++k) {
    const double drawn = random_in(-half, half);
    pose[k] = (float)(kind == ONE_PLACE ? 3.5 : kind == LATTICE ? 0.5 * floor(drawn * 2) : drawn);
    if (kind == TOWNS) pose[k] = (float)ldexp(1 + drawn / half * 0.3, TOP_TOWN - town);
  }
  if (kind == ONE_STRAY && i == 7) pose[0] = 1e7f;
  if (kind == STRAYS && i % 60 < 5) pose[i / 60 % DIM] = (float)far[i % 60];
  w->bad[i] = kind == SOME_BAD && i % 23 == 3;
  if (w->bad[i] && i % 2) pose[DIM - 1] = (float)NAN;
  for (int k = DIM; k < POSE_FLOATS && w->bad[i] && i % 2 == 0; ++k) pose[k] *= 2;
}

static inline void open_world(world* w, uint32_t kind, uint32_t count) {
  static const float centre[DIM] = {0};
  lgjk_shapeN_def defs[WORLD_SHAPES] = {rounded_pointsN(centre, 1, 0)};
  for (int s = 1; s < WORLD_SHAPES; ++s) defs[s] = long_boxN((float)world_half[s][0], (float)world_half[s][1]);
  memset(w, 0, sizeof *w);
  w->shapes = build_shapesN(defs, WORLD_SHAPES);
  w->count = count;
  // Of so many bodies each has about as many neighbours, whatever their number.
  const double room = kind == SIZES ? (DIM == 2 ? 60 : 120) : kind == LONG_WALLS ? 4 : 1;
  const double half = 0.5 * pow(count * room, 1.0 / DIM) + 1e-3;
  for (uint32_t i = 0; i < count; ++i) {
    place_body(w, kind, i, half);
    w->category[i] = random_below(8) == 0 ? 0 : 1u << random_below(3);
    w->mask[i] = random_below(8);
    w->group[i] = random_below(4);
    for (int k = 0; k < DIM; ++k) w->way[i][k] = i % 4 == 0 ? (float)random_in(-2, 2) : 0;
  }
  w->view = packed_bodies(w->shapes, count, w->shape, w->pose[0], w->radius);
  lgjk_filters_init(&w->filters);
  w->filters.category = w->category;
  w->filters.mask = w->mask;
  w->filters.group = w->group;
}

static inline void close_world(world* w) { lgjk_shapesN_destroy(w->shapes); }

// ---------------------------------------------------------------- bounds

typedef struct world_bound {
  double at[DIM], circle, radius, half[DIM], axis[DIM][DIM]; // circle: its radius; radius: of rounding
  bool boxed, thin;                                          // thin: it has a box to be parted by
} world_bound;

static inline void axes_of(const float* pose, double axis[DIM][DIM]) {
#if DIM == 2
  const double c = (double)pose[2], s = (double)pose[3], l = sqrt(c * c + s * s);
  axis[0][0] = axis[1][1] = c / l;
  axis[0][1] = s / l;
  axis[1][0] = -s / l;
#else
  double q[4], square = 0;
  for (int k = 0; k < 4; ++k) square += (double)pose[3 + k] * (double)pose[3 + k];
  for (int k = 0; k < 4; ++k) q[k] = (double)pose[3 + k] / sqrt(square);
  for (int k = 0; k < 3; ++k) {
    double v[3] = {k == 0, k == 1, k == 2}, t[3];
    for (int l = 0; l < 3; ++l) t[l] = 2 * (q[(l + 1) % 3] * v[(l + 2) % 3] - q[(l + 2) % 3] * v[(l + 1) % 3]);
    for (int l = 0; l < 3; ++l)
      axis[k][l] = v[l] + q[3] * t[l] + q[(l + 1) % 3] * t[(l + 2) % 3] - q[(l + 2) % 3] * t[(l + 1) % 3];
  }
#endif
}

static inline double dot_of(const double* a, const double* b) {
  double sum = 0;
  for (int k = 0; k < DIM; ++k) sum += a[k] * b[k];
  return sum;
}

static inline world_bound bound_of(const world* w, uint32_t i, bool moves) {
  world_bound b = {.radius = (double)w->radius[i], .boxed = w->shape[i] != BALL || moves};
  double way[DIM], square = 0, thinnest;
  axes_of(w->pose[i], b.axis);
  for (int k = 0; k < DIM; ++k) {
    way[k] = moves ? (double)w->way[i][k] : 0;
    b.at[k] = (double)w->pose[i][k] + way[k] / 2;
    b.half[k] = world_half[w->shape[i]][k > 0];
    square += b.half[k] * b.half[k];
  }
  thinnest = b.circle = sqrt(square) + b.radius + sqrt(dot_of(way, way)) / 2;
  for (int k = 0; k < DIM; ++k) {
    b.half[k] += fabs(dot_of(way, b.axis[k])) / 2;
    thinnest = fmin(thinnest, b.half[k] + b.radius);
  }
  b.thin = b.boxed && thinnest < b.circle / 2;
  return b;
}

// Returns by how much an axis parts two bounds, each by its box or by its circle.
static inline double gap_along(const world_bound* a, bool box_a, const world_bound* b, bool box_b, const double* axis) {
  double way[DIM], gap;
  for (int k = 0; k < DIM; ++k) way[k] = b->at[k] - a->at[k];
  gap = fabs(dot_of(way, axis)) - (box_a ? a->radius : a->circle) - (box_b ? b->radius : b->circle);
  for (int k = 0; k < DIM; ++k) {
    if (box_a) gap -= a->half[k] * fabs(dot_of(a->axis[k], axis));
    if (box_b) gap -= b->half[k] * fabs(dot_of(b->axis[k], axis));
  }
  return gap;
}

// Returns by how much an axis of a thin body parts two bounds, at most.
static inline double gap_of_boxes(const world_bound* a, const world_bound* b) {
  double most = -HUGE_VAL;
  for (int k = 0; k < DIM; ++k) {
    if (a->thin) most = fmax(most, gap_along(a, true, b, b->thin, a->axis[k]));
    if (b->thin) most = fmax(most, gap_along(a, a->thin, b, true, b->axis[k]));
  }
  return most;
}

static inline double gap_of_circles(const world_bound* a, const world_bound* b) {
  double way[DIM];
  for (int k = 0; k < DIM; ++k) way[k] = b->at[k] - a->at[k];
  return sqrt(dot_of(way, way)) - a->circle - b->circle;
}

// Returns a lower bound of how far the boxes of two bodies are apart: by all axes of faces and edges.
static inline double gap_of_shapes(const world_bound* a, const world_bound* b) {
  if (!a->boxed && !b->boxed) return gap_of_circles(a, b);
  double most = -HUGE_VAL;
  for (int k = 0; k < DIM; ++k) {
    most = fmax(most, gap_along(a, true, b, true, a->axis[k]));
    most = fmax(most, gap_along(a, true, b, true, b->axis[k]));
  }
  for (int k = 0; k < DIM * DIM && DIM == 3; ++k) {
    const double *p = a->axis[k / DIM], *q = b->axis[k % DIM];
    double cross[3] = {0}, length;
    for (int l = 0; l < 3; ++l) {
      cross[l] = p[(l + 1) % DIM] * q[(l + 2) % DIM] - p[(l + 2) % DIM] * q[(l + 1) % DIM];
    }
    length = sqrt(cross[0] * cross[0] + cross[1] * cross[1] + cross[2] * cross[2]);
    for (int l = 0; l < 3; ++l) cross[l] /= length;
    if (length > 1e-6) most = fmax(most, gap_along(a, true, b, true, cross));
  }
  if (most > 0 && a->radius + b->radius > 0) return HUGE_VAL; // rounded corners: no axis says how far
  return most;
}

#endif
