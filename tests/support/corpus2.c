// Reads the corpus with jansson; numbers are taken as doubles and rounded to float once.
#include "corpus2.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

static corpus2_shape read_shape(json_t* json) {
  corpus2_shape shape = {.point_count = 0};
  json_t* points = json_object_get(json, "points");
  json_t* radius = json_object_get(json, "radius");
  json_t* extents = json_object_get(json, "half_extents");
  shape.radius = (float)json_number_value(radius);
  require((points != NULL) != (extents != NULL), "a shape needs points or half_extents");
  if (extents != NULL) {
    for (size_t k = 0; k < 2; ++k) shape.half_extents[k] = (float)coordinate(extents, k);
    return shape;
  }
  shape.point_count = (uint32_t)json_array_size(points);
  require(shape.point_count >= 1 && shape.point_count <= CORPUS2_POINTS, "number of points");
  for (size_t i = 0; i < shape.point_count; ++i) {
    for (size_t k = 0; k < 2; ++k) shape.points[2 * i + k] = (float)coordinate(json_array_get(points, i), k);
  }
  return shape;
}

// False where several directions are as short, or it is not known whether they are.
static bool read_normal(json_t* expected, double* normal) {
  json_t* list = member(expected, "normal_a_to_b");
  if (!json_is_array(list) || !json_is_true(json_object_get(expected, "normal_unique"))) return false;
  for (size_t k = 0; k < 2; ++k) normal[k] = coordinate(list, k);
  return true;
}

static corpus2_case read_case(json_t* json) {
  static const char* const sides[2] = {"a", "b"};
  static const char* const poses[2] = {"ta", "tb"};
  corpus2_case out = {.overlap = json_is_true(member(member(json, "expected"), "overlap"))};
  json_t* expected = member(json, "expected");
  snprintf(out.id, sizeof out.id, "%s", json_string_value(member(json, "id")));
  for (int i = 0; i < 2; ++i) {
    json_t* pose = member(json, poses[i]);
    out.local[i] = read_shape(member(json, sides[i]));
    out.world[i] = read_shape(member(member(json, "world_f32"), sides[i]));
    for (size_t k = 0; k < 2; ++k) out.position[i][k] = coordinate(member(pose, "p"), k);
    out.angle[i] = number(pose, "angle");
  }
  out.distance = number(expected, "signed_distance");
  out.distance_f32 = number(expected, "signed_distance_f32_world");
  out.tolerance = number(expected, "tol");
  out.tolerance_f32 = number(expected, "tol_f32");
  out.decidable_f32 = json_is_true(member(expected, "bool_decidable_f32"));
  out.has_normal = read_normal(expected, out.normal);
  return out;
}

corpus2_case* corpus2_load(uint32_t* count) {
  json_error_t error;
  json_t* root = json_load_file(LGJK_TEST_DATA_DIR "/cases2d.json", 0, &error);
  require(root != NULL, error.text);
  json_t* list = member(root, "cases");
  *count = (uint32_t)json_array_size(list);
  require(*count > 0 && (double)*count == number(root, "count"), "count");
  corpus2_case* cases = malloc(*count * sizeof *cases);
  for (uint32_t i = 0; i < *count; ++i) cases[i] = read_case(json_array_get(list, i));
  json_decref(root);
  return cases;
}

lgjk_shape2_def corpus2_definition(const corpus2_shape* shape) {
  lgjk_shape2_def def;
  lgjk_shape2_def_init(&def);
  def.radius = shape->radius;
  def.kind = shape->point_count > 0 ? LGJK_SHAPE2_POINTS : LGJK_SHAPE2_BOX;
  def.points = shape->point_count > 0 ? shape->points : NULL;
  def.point_count = shape->point_count;
  memcpy(def.size, shape->half_extents, sizeof def.size);
  return def;
}
