// The scene grammar, 2D:
//   {"dim": 2, "shapes": [shape...], "bodies": [body...], "pairs": [[a, b]...], "frames": [[pose...]...]}
//   shape  {"points": [[x, y]...]} or {"box": [hx, hy]} or {"ellipse": [rx, ry]}, with "radius" and "map" if wanted
//   body   {"shape": index, "p": [x, y], "angle": radians, "radius": r}; angle and radius may be left out
//   pose   {"p": [x, y], "angle": radians}, one per body
// Without "frames" the poses of the bodies are frame 0. With "frames" those lists are all the frames there are, and a
// body needs no pose of its own. A key that is not of the grammar is an error, so that no typing error is silent.
#include "scene_json.h"

#include <stdlib.h>
#include <string.h>

#include "json_reader.h"
#include "support.h"

static const char* const scene_keys[] = {"dim", "shapes", "bodies", "pairs", "frames"};
static const char* const shape_keys[] = {"points", "box", "ellipse", "radius", "map"};
static const char* const body_keys[] = {"shape", "p", "angle", "radius"};
static const char* const pose_keys[] = {"p", "angle"};

#define KEY_COUNT(keys) (sizeof(keys) / sizeof((keys)[0]))

static void read_points(json_reader* reader, json_t* value, lgjk_shape2_def* def) {
  const size_t count = json_expect_array(reader, value);
  float* points = allocate(count, 2 * sizeof(float));
  for (size_t i = 0; i < count; ++i) {
    const size_t mark = json_enter_index(reader, i);
    json_floats(reader, json_array_get(value, i), points + 2 * i, 2);
    json_leave(reader, mark);
  }
  def->kind = LGJK_SHAPE2_POINTS;
  def->points = points;
  def->point_count = (uint32_t)count;
}

static void read_map(json_reader* reader, json_t* rows, float* map) {
  if (json_expect_array(reader, rows) != 2) json_fail(reader, "not two rows of two numbers");
  for (size_t row = 0; row < 2; ++row) {
    const size_t mark = json_enter_index(reader, row);
    json_floats(reader, json_array_get(rows, row), map + 2 * row, 2);
    json_leave(reader, mark);
  }
}

static void read_shape_member(json_reader* reader, const char* key, json_t* value, lgjk_shape2_def* def) {
  if (strcmp(key, "points") == 0) {
    read_points(reader, value, def);
  } else if (strcmp(key, "box") == 0) {
    def->kind = LGJK_SHAPE2_BOX;
    json_floats(reader, value, def->size, 2);
  } else if (strcmp(key, "ellipse") == 0) {
    def->kind = LGJK_SHAPE2_ELLIPSE;
    json_floats(reader, value, def->size, 2);
  } else if (strcmp(key, "radius") == 0) {
    def->radius = json_size(reader, value);
  } else {
    read_map(reader, value, def->map);
  }
}

static void read_shape(json_reader* reader, json_t* shape, lgjk_shape2_def* def) {
  json_expect_object(reader, shape, shape_keys, KEY_COUNT(shape_keys));
  int cores = 0;
  const char* key = NULL;
  json_t* value = NULL;
  json_object_foreach(shape, key, value) {
    const size_t mark = json_enter_key(reader, key);
    read_shape_member(reader, key, value, def);
    json_leave(reader, mark);
    cores += strcmp(key, "radius") != 0 && strcmp(key, "map") != 0;
  }
  if (cores != 1) json_fail(reader, "a shape is exactly one of \"points\", \"box\", \"ellipse\"");
}

static void create_shapes(json_reader* reader, const lgjk_shape2_def* defs, uint32_t count, scene2* scene) {
  lgjk_error error;
  lgjk_error_init(&error);
  const int32_t code = lgjk_shapes2_create(defs, count, NULL, &scene->shapes, &error);
  if (code == LGJK_OK) return;
  if (code == LGJK_ERROR_SHAPE) json_enter_index(reader, (size_t)error.index);
  json_fail(reader, "%s", error.text);
}

static void read_shapes(json_reader* reader, json_t* root, scene2* scene) {
  json_t* list = json_member(reader, root, "shapes");
  const size_t mark = json_enter_key(reader, "shapes");
  const size_t count = json_expect_array(reader, list);
  lgjk_shape2_def* defs = allocate(count, sizeof *defs);
  for (size_t i = 0; i < count; ++i) {
    const size_t shape_mark = json_enter_index(reader, i);
    lgjk_shape2_def_init(&defs[i]);
    read_shape(reader, json_array_get(list, i), &defs[i]);
    json_leave(reader, shape_mark);
  }
  create_shapes(reader, defs, (uint32_t)count, scene);
  for (size_t i = 0; i < count; ++i) free((void*)defs[i].points);
  free(defs);
  json_leave(reader, mark);
}

// Reads "p" and "angle" of a pose or a body.
static void read_pose(json_reader* reader, json_t* object, float* pose) {
  float position[2];
  float angle = 0.0f;
  json_t* p = json_member(reader, object, "p");
  size_t mark = json_enter_key(reader, "p");
  json_floats(reader, p, position, 2);
  json_leave(reader, mark);
  json_t* turned = json_object_get(object, "angle");
  if (turned != NULL) {
    mark = json_enter_key(reader, "angle");
    angle = json_float(reader, turned);
    json_leave(reader, mark);
  }
  lgjk_pose2_from_angle(position[0], position[1], angle, pose);
}

static float shape_radius(const scene2* scene, uint32_t shape) {
  lgjk_shape2_info info;
  lgjk_shape2_info_init(&info);
  lgjk_shapes2_get(scene->shapes, shape, &info, NULL, 0, NULL);
  return info.radius;
}

static void read_body(json_reader* reader, json_t* body, uint32_t index, scene2* scene) {
  json_expect_object(reader, body, body_keys, KEY_COUNT(body_keys));
  json_t* shape = json_member(reader, body, "shape");
  size_t mark = json_enter_key(reader, "shape");
  scene->shape[index] = json_index(reader, shape, lgjk_shapes2_count(scene->shapes), "shape");
  json_leave(reader, mark);
  scene->radius[index] = shape_radius(scene, scene->shape[index]);
  json_t* radius = json_object_get(body, "radius");
  if (radius == NULL) return;
  mark = json_enter_key(reader, "radius");
  scene->radius[index] = json_size(reader, radius);
  json_leave(reader, mark);
}

static void read_bodies(json_reader* reader, json_t* root, scene2* scene) {
  json_t* list = json_member(reader, root, "bodies");
  const size_t mark = json_enter_key(reader, "bodies");
  scene->body_count = (uint32_t)json_expect_array(reader, list);
  scene->shape = allocate(scene->body_count, sizeof(uint32_t));
  scene->radius = allocate(scene->body_count, sizeof(float));
  int own_radius = 0;
  for (uint32_t i = 0; i < scene->body_count; ++i) {
    const size_t body_mark = json_enter_index(reader, i);
    json_t* body = json_array_get(list, i);
    read_body(reader, body, i, scene);
    if (json_object_get(body, "radius") != NULL) own_radius = 1;
    json_leave(reader, body_mark);
  }
  if (!own_radius) {
    free(scene->radius);
    scene->radius = NULL;
  }
  json_leave(reader, mark);
}

static void read_frame(json_reader* reader, json_t* list, float* poses, const scene2* scene, int of_bodies) {
  const size_t count = json_expect_array(reader, list);
  if (count != scene->body_count) json_fail(reader, "%zu poses for %u bodies", count, scene->body_count);
  for (size_t i = 0; i < count; ++i) {
    const size_t mark = json_enter_index(reader, i);
    json_t* pose = json_array_get(list, i);
    if (!of_bodies) json_expect_object(reader, pose, pose_keys, KEY_COUNT(pose_keys));
    read_pose(reader, pose, poses + 4 * i);
    json_leave(reader, mark);
  }
}

static void read_frames(json_reader* reader, json_t* root, scene2* scene) {
  json_t* frames = json_object_get(root, "frames");
  const size_t mark = json_enter_key(reader, frames != NULL ? "frames" : "bodies");
  scene->frame_count = frames != NULL ? (uint32_t)json_expect_array(reader, frames) : 1;
  scene->pose = allocate((size_t)scene->frame_count * scene->body_count, 4 * sizeof(float));
  if (frames == NULL) read_frame(reader, json_object_get(root, "bodies"), scene->pose, scene, 1);
  for (uint32_t i = 0; frames != NULL && i < scene->frame_count; ++i) {
    const size_t frame_mark = json_enter_index(reader, i);
    read_frame(reader, json_array_get(frames, i), scene->pose + 4 * (size_t)i * scene->body_count, scene, 0);
    json_leave(reader, frame_mark);
  }
  json_leave(reader, mark);
}

static void read_pairs(json_reader* reader, json_t* root, scene2* scene) {
  json_t* list = json_member(reader, root, "pairs");
  const size_t mark = json_enter_key(reader, "pairs");
  scene->pair_count = (uint32_t)json_expect_array(reader, list);
  scene->pair = allocate(scene->pair_count, 2 * sizeof(uint32_t));
  for (size_t i = 0; i < scene->pair_count; ++i) {
    const size_t pair_mark = json_enter_index(reader, i);
    json_t* pair = json_array_get(list, i);
    if (json_expect_array(reader, pair) != 2) json_fail(reader, "not a list of two bodies");
    for (size_t side = 0; side < 2; ++side) {
      const size_t side_mark = json_enter_index(reader, side);
      scene->pair[2 * i + side] = json_index(reader, json_array_get(pair, side), scene->body_count, "body");
      json_leave(reader, side_mark);
    }
    json_leave(reader, pair_mark);
  }
  json_leave(reader, mark);
}

static void check_dimension(json_reader* reader, json_t* root) {
  json_t* dim = json_member(reader, root, "dim");
  const size_t mark = json_enter_key(reader, "dim");
  if (!json_is_integer(dim)) json_fail(reader, "not a whole number");
  if (json_integer_value(dim) == 3) json_fail(reader, "this version answers 2D scenes only (\"dim\": 2)");
  if (json_integer_value(dim) != 2) json_fail(reader, "not a dimension (\"dim\": 2)");
  json_leave(reader, mark);
}

scene2 scene2_read(const char* file) {
  json_reader reader;
  scene2 scene = {0};
  json_t* root = json_read_file(&reader, file);
  if (json_is_object(root)) check_dimension(&reader, root);
  json_expect_object(&reader, root, scene_keys, KEY_COUNT(scene_keys));
  read_shapes(&reader, root, &scene);
  read_bodies(&reader, root, &scene);
  read_pairs(&reader, root, &scene);
  read_frames(&reader, root, &scene);
  json_decref(root);
  return scene;
}

void scene2_free(scene2* scene) {
  lgjk_shapes2_destroy(scene->shapes);
  free(scene->shape);
  free(scene->radius);
  free(scene->pose);
  free(scene->pair);
  *scene = (scene2){0};
}
