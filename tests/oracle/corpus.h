// The corpus of the dimension DIM (data/cases2d.json, data/cases3d.json): cases that broke other libraries, with their
// exact answers. Read with jansson; numbers are taken as doubles and rounded to float once.
#ifndef LGJK_TESTS_ORACLE_CORPUS_H
#define LGJK_TESTS_ORACLE_CORPUS_H

#include <jansson.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dim_names.h"

enum { CORPUS_POINTS = DIM == 2 ? 16 : 32 };

// A shape as read: its definition leaves out where the points are.
typedef struct corpus_shape {
  lgjk_shapeN_def def;
  float points[DIM * CORPUS_POINTS];
} corpus_shape;

typedef struct corpus_case {
  char id[64];
  corpus_shape local[2]; // with the poses below
  double position[2][DIM];
#if DIM == 2
  double angle[2];
#else
  double rotation[2][4]; // quaternion x, y, z, w of length 1
#endif
  bool has_world;        // polyhedra only, and all that is 2D
  corpus_shape world[2]; // as points of the world, rounded to float: what distance_f32 is exact for
  double distance, distance_f32, tolerance, tolerance_f32; // signed; distance_f32 NaN without world points
  double scale;                                            // some of 3D are far outside of the domain
  bool overlap, decidable_f32;
  bool has_normal;    // where the minimum translation is unique
  double normal[DIM]; // unit, from A to B
} corpus_case;

static void require(bool condition, const char* what) {
  if (condition) return;
  fprintf(stderr, "corpus: %s\n", what);
  abort();
}

static json_t* member(json_t* object, const char* key) {
  json_t* value = json_object_get(object, key);
  require(value != NULL, key);
  return value;
}

static double number(json_t* object, const char* key) {
  json_t* value = member(object, key);
  require(json_is_number(value), key);
  return json_number_value(value);
}

static double coordinate(json_t* point, size_t axis) {
  json_t* value = json_array_get(point, axis);
  require(json_is_number(value), "a coordinate is not a number");
  return json_number_value(value);
}

static void read_points(corpus_shape* shape, json_t* points) {
  shape->def.point_count = (uint32_t)json_array_size(points);
  require(shape->def.point_count >= 1 && shape->def.point_count <= CORPUS_POINTS, "number of points");
  for (size_t i = 0; i < shape->def.point_count; ++i) {
    for (size_t k = 0; k < DIM; ++k) shape->points[DIM * i + k] = (float)coordinate(json_array_get(points, i), k);
  }
}

static void read_sizes(corpus_shape* shape, uint32_t kind, json_t* sizes) {
  shape->def.kind = kind;
  for (size_t k = 0; k < DIM; ++k) shape->def.size[k] = (float)coordinate(sizes, k);
}

static corpus_shape read_shape(json_t* json) {
  corpus_shape shape = {.points = {0}};
  json_t *points = json_object_get(json, "points"), *extents = json_object_get(json, "half_extents");
  json_t* radii = json_object_get(json, "radii");
  lgjk_shapeN_def_init(&shape.def);
  require((points != NULL) + (extents != NULL) + (radii != NULL) <= 1, "a shape is of two kinds");
  if (points != NULL || extents != NULL) shape.def.radius = (float)json_number_value(json_object_get(json, "radius"));
  if (points != NULL) {
    read_points(&shape, points);
  } else if (extents != NULL) {
    read_sizes(&shape, LGJK_SHAPEN_BOX, extents);
  } else {
    require(DIM == 3, "a shape needs points or half_extents");
    if (radii != NULL) {
      read_sizes(&shape, LGJK_SHAPE3_ELLIPSOID, radii);
    } else {
      shape.def.kind = LGJK_SHAPE3_CYLINDER;
      shape.def.size[0] = (float)number(json, "radius");
      shape.def.size[1] = (float)number(json, "half_height");
    }
  }
  return shape;
}

#if DIM == 2
static void read_rotation(corpus_case* out, int side, json_t* pose) { out->angle[side] = number(pose, "angle"); }
#else
// The quaternion of a rotation matrix by rows, from the largest of its four components.
static void read_matrix(double* q, json_t* rows) {
  double m[3][3];
  for (size_t i = 0; i < 9; ++i) m[i / 3][i % 3] = coordinate(json_array_get(rows, i / 3), i % 3);
  double trace = m[0][0] + m[1][1] + m[2][2];
  int largest = 3;
  for (int k = 0; k < 3; ++k) {
    if (m[k][k] > (largest == 3 ? trace : m[largest][largest])) largest = k;
  }
  int i = largest, j = (i + 1) % 3, k = (i + 2) % 3;
  if (i == 3) {
    q[0] = m[2][1] - m[1][2];
    q[1] = m[0][2] - m[2][0];
    q[2] = m[1][0] - m[0][1];
    q[3] = 1 + trace;
  } else {
    q[i] = 1 + m[i][i] - m[j][j] - m[k][k];
    q[j] = m[i][j] + m[j][i];
    q[k] = m[i][k] + m[k][i];
    q[3] = m[k][j] - m[j][k];
  }
}

static void read_rotation(corpus_case* out, int side, json_t* pose) {
  double *q = out->rotation[side], square = 0;
  json_t* rotation = json_object_get(pose, "q");
  if (rotation != NULL) {
    for (size_t k = 0; k < 4; ++k) q[k] = coordinate(rotation, k);
  } else {
    read_matrix(q, member(pose, "m"));
  }
  for (int k = 0; k < 4; ++k) square += q[k] * q[k];
  for (int k = 0; k < 4; ++k) q[k] /= sqrt(square);
}
#endif

// False where several directions are as short, or it is not known whether they are.
static bool read_normal(json_t* expected, double* normal) {
  json_t* list = member(expected, "normal_a_to_b");
  if (!json_is_array(list) || !json_is_true(json_object_get(expected, "normal_unique"))) return false;
  for (size_t k = 0; k < DIM; ++k) normal[k] = coordinate(list, k);
  return true;
}

static corpus_case read_case(json_t* json) {
  static const char *const sides[2] = {"a", "b"}, *const poses[2] = {"ta", "tb"};
  json_t *expected = member(json, "expected"), *world = json_object_get(json, "world_f32");
  corpus_case out = {.overlap = json_is_true(member(expected, "overlap")), .has_world = world != NULL};
  require(DIM == 3 || out.has_world, "a case has no world_f32");
  snprintf(out.id, sizeof out.id, "%s", json_string_value(member(json, "id")));
  for (int i = 0; i < 2; ++i) {
    out.local[i] = read_shape(member(json, sides[i]));
    if (out.has_world) out.world[i] = read_shape(member(world, sides[i]));
    json_t* pose = member(json, poses[i]);
    for (size_t k = 0; k < DIM; ++k) out.position[i][k] = coordinate(member(pose, "p"), k);
    read_rotation(&out, i, pose);
  }
  out.distance = number(expected, "signed_distance");
  out.distance_f32 = out.has_world ? number(expected, "signed_distance_f32_world") : (double)NAN;
  out.tolerance = number(expected, "tol");
  out.tolerance_f32 = number(expected, "tol_f32");
  out.scale = number(expected, "scale");
  out.decidable_f32 = json_is_true(member(expected, "bool_decidable_f32"));
  out.has_normal = read_normal(expected, out.normal);
  return out;
}

// All cases of the file, `*count` of them, to be freed; aborts with a message where the file is not as expected.
static corpus_case* load_cases(uint32_t* count) {
  json_error_t error;
  json_t* root = json_load_file(LGJK_TEST_DATA_DIR "/cases" DIM_TEXT(DIM) "d.json", 0, &error);
  require(root != NULL, error.text);
  json_t* list = member(root, "cases");
  *count = (uint32_t)json_array_size(list);
  require(*count > 0 && (double)*count == number(root, "count"), "count");
  corpus_case* cases = malloc(*count * sizeof *cases);
  for (uint32_t i = 0; i < *count; ++i) cases[i] = read_case(json_array_get(list, i));
  json_decref(root);
  return cases;
}

// Its definition; points into it.
static lgjk_shapeN_def definition_of(const corpus_shape* shape) {
  lgjk_shapeN_def def = shape->def;
  def.points = def.point_count > 0 ? shape->points : NULL;
  return def;
}

// The pose of one side, rounded to float.
static void pose_of(const corpus_case* from, int side, float* pose) {
  float position[DIM];
  for (int k = 0; k < DIM; ++k) position[k] = (float)from->position[side][k];
#if DIM == 2
  lgjk_pose2_from_angle(position[0], position[1], (float)from->angle[side], pose);
#else
  memcpy(pose, position, sizeof position);
  for (int k = 0; k < 4; ++k) pose[3 + k] = (float)from->rotation[side][k];
#endif
}

#endif
