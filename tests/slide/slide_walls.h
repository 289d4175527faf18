// Walls that are known by formulas, and balls that slide along them.
#ifndef LGJK_TESTS_SLIDE_WALLS_H
#define LGJK_TESTS_SLIDE_WALLS_H

#include "built.h"
#include "built_tree.h"
#include "fewer.h"
#include "lanegjk/lanegjk_slide.h"
#include "packed.h"
#include "test_random.h"

enum { BALL, WALL, BLOCK, SHAPES, MOST_WALLS = 96, MOST_BALLS = 200 };

static const double ball_radius = 0.25, half_wall = 10, half_thick = 0.5;

typedef struct walls {
  lgjk_shapesN* shapes;
  uint32_t count, shape[MOST_WALLS];
  float pose[MOST_WALLS][POSE_FLOATS];
  lgjk_bodiesN view;
  built_tree tree;
} walls;

static inline double dot(const double* a, const double* b) {
  double sum = 0;
  for (int k = 0; k < DIM; ++k) sum += a[k] * b[k];
  return sum;
}

// A unit vector that has `least` of its length at least across another one; NULL: any.
static inline void draw_unit(double* out, const double* other, double least) {
  do {
    random_rotation(out, DIM);
  } while (other != NULL && fabs(dot(out, other)) > 1 - least);
}

static inline void open_walls(walls* w) {
  static const float origin[DIM] = {0};
  lgjk_shapeN_def defs[SHAPES] = {[BALL] = rounded_pointsN(origin, 1, (float)ball_radius),
                                  [WALL] = long_boxN((float)half_wall, (float)half_wall),
                                  [BLOCK] = long_boxN(0.6f, 0.4f)};
  defs[WALL].size[DIM - 1] = (float)half_thick;
  memset(w, 0, sizeof *w);
  w->shapes = build_shapesN(defs, SHAPES);
}

static inline void close_walls(walls* w) {
  free(w->tree.memory);
  lgjk_shapesN_destroy(w->shapes);
}

static inline void build_walls(walls* w) {
  free(w->tree.memory);
  w->view = packed_bodies(w->shapes, w->count, w->shape, w->pose[0], NULL);
  w->tree = build_tree(&w->view, NULL);
}

// The rotation that brings the last axis to a unit vector.
static inline void turn_to(const double* out, float* rotation) {
#if DIM == 2
  rotation[0] = (float)out[1];
  rotation[1] = (float)-out[0];
#else
  const double q[4] = {-out[1], out[0], 0, 1 + out[2]}, length = sqrt(q[0] * q[0] + q[1] * q[1] + q[3] * q[3]);
  for (int k = 0; k < 4; ++k) rotation[k] = (float)(length > 1e-3 ? q[k] / length : k == 0);
#endif
}

// The last axis of a wall, as its pose has it.
static inline void axis_of(const float* pose, double* out) {
  double r[4] = {0}, square = 0;
  for (int k = 0; k < POSE_FLOATS - DIM; ++k) square += (double)pose[DIM + k] * (double)pose[DIM + k];
  for (int k = 0; k < POSE_FLOATS - DIM; ++k) r[k] = (double)pose[DIM + k] / sqrt(square);
#if DIM == 2
  out[0] = -r[1];
  out[1] = r[0];
#else
  out[0] = 2 * (r[0] * r[2] + r[3] * r[1]);
  out[1] = 2 * (r[1] * r[2] - r[3] * r[0]);
  out[2] = 1 - 2 * (r[0] * r[0] + r[1] * r[1]);
#endif
}

// Adds a wall with a face through a point, whose normal is then brought to what its pose has.
static inline uint32_t add_wall(walls* w, const double* point, double* out) {
  float* pose = w->pose[w->count];
  turn_to(out, pose + DIM);
  axis_of(pose, out);
  for (int k = 0; k < DIM; ++k) pose[k] = (float)(point[k] - half_thick * out[k]);
  w->shape[w->count] = WALL;
  return w->count++;
}

// How far a place is from the face of a wall.
static inline double height_over(const walls* w, uint32_t wall, const float* place) {
  double out[DIM], d[DIM];
  axis_of(w->pose[wall], out);
  for (int k = 0; k < DIM; ++k) d[k] = (double)place[k] - (double)w->pose[wall][k];
  return dot(d, out) - half_thick;
}

// Slides one ball, whose place is changed. `planes`: NULL, or LGJK_MAX_SLIDE_PLANES.
static inline lgjk_slide_end slide_ball(const walls* w, float* place, const double* way, lgjk_slide_options options,
                                        lgjk_slide_plane* planes) {
  static const uint32_t ball = BALL;
  float pose[POSE_FLOATS] = {0}, motion[DIM];
  lgjk_error error = {.struct_size = sizeof error};
  lgjk_slide_end end;
  lgjk_slide slide = {
      .struct_size = sizeof slide, .end = &end, .plane = planes, .max_planes = planes ? LGJK_MAX_SLIDE_PLANES : 0};
  options.struct_size = sizeof options;
  memcpy(pose, place, DIM * sizeof *place);
  pose[POSE_UNIT] = 1;
  for (int k = 0; k < DIM; ++k) motion[k] = (float)way[k];
  const lgjk_bodiesN body = packed_bodies(w->shapes, 1, &ball, pose, NULL);
  if (lgjk_slideN(&body, motion, TARGET(&w->view, &w->tree), 1, &slide, &options, &error) != LGJK_OK)
    fail_msg("%s", error.text);
  assert_int_equal(slide.bad_bodies, 0);
  memcpy(place, end.position, DIM * sizeof *place);
  return end;
}

#endif
