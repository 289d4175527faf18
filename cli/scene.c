// The scene grammar:
//   {"dim": 2, "shapes": [shape...], "bodies": [body...], "against": [rest...], "pairs": pairs, "frames":
//   [[pose...]...]} shape  {"points": [[x, y]...]} or {"box": [hx, hy]} or {"ellipse": [rx, ry]}, with "radius" and
//   "map" if needed body   {"shape": index, "p": [x, y], "angle": radians, "radius": r, "way": [x, y], "turn":
//   radians}; all but "shape"
//          and "p" may be left out
//   rest   a body without "way" and "turn"
//   pairs  [[a, b]...], or "all", or {"find": {"margin": m}}; b is of "against" if there is one
//   pose   {"p": [x, y], "angle": radians}, one per body
// and with "dim": 3
//   shape  {"points": [[x, y, z]...]}, {"box": [hx, hy, hz]}, {"ellipsoid": [rx, ry, rz]}, or "cylinder" or "cone" with
//          {"radius": r, "half_height": h}
//   pose   {"p": [x, y, z], "q": [x, y, z, w]}; the same in a body, and q in a "turn"; q may be left out
// Without "frames" the poses of the bodies are frame 0. With "frames" those lists are all the frames there are, and a
// body needs no pose of its own. What is in "against" stays where it is. A key that is not of the grammar is an error,
// so that no typing error is silent.
#include "scene.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const char* const scene_keys[] = {"dim", "shapes", "bodies", "against", "pairs", "frames"};

#define KEY_COUNT(keys) (sizeof(keys) / sizeof((keys)[0]))

// ---------------------------------------------------------------- bodies

static void read_rotation(const json_at* value, const dimension* dim, float* rotation) {
  if (dim->rotation_size == 1) {
    rotation[0] = json_float(value);
  } else {
    json_floats(value, rotation, dim->rotation_size);
  }
}

// Reads "p" and the rotation of a pose or a body.
static void read_pose(const json_at* object, const dimension* dim, float* pose, double* position) {
  float rotation[4];
  memcpy(rotation, dim->no_rotation, sizeof rotation);
  const json_at p = json_member(object, "p"), turned = json_optional(object, dim->rotation_key);
  json_doubles(&p, position, dim->axes);
  if (turned.value != NULL) read_rotation(&turned, dim, rotation);
  make_pose(dim, rotation, pose);
}

static void read_motion(const json_at* body, uint32_t index, scene* self) {
  const uint32_t axes = self->dim->axes, floats = self->dim->pose_size - axes;
  const json_at way = json_optional(body, "way"), turn = json_optional(body, "turn");
  if (way.value != NULL) json_floats(&way, self->way + (size_t)axes * index, axes);
  if (turn.value == NULL) return;
  float rotation[4], pose[7];
  read_rotation(&turn, self->dim, rotation);
  make_pose(self->dim, rotation, pose);
  memcpy(self->turn + (size_t)floats * index, pose + axes, floats * sizeof(float));
  self->turns[index] = 1;
}

static void read_body(const json_at* body, uint32_t index, scene* self) {
  const char* const keys[] = {"shape", "p", self->dim->rotation_key, "radius", "way", "turn"};
  json_expect_object(body, keys, index < self->moving ? KEY_COUNT(keys) : KEY_COUNT(keys) - 2);
  const json_at shape = json_member(body, "shape"), radius = json_optional(body, "radius");
  self->shape[index] = json_index(&shape, self->shape_count, "shape");
  read_motion(body, index, self);
  self->radius[index] =
      radius.value != NULL ? json_size(&radius) : shape_facts_of(self->shapes, self->shape[index]).radius;
}

// What bodies have among them.
typedef struct body_members {
  int radius, way, turn;
} body_members;

static void read_list(const json_at* list, uint32_t first, scene* self, body_members* any) {
  for (uint32_t i = 0; i < json_array_size(list->value); ++i) {
    const json_at body = json_element(list, i);
    read_body(&body, first + i, self);
    any->radius |= json_object_get(body.value, "radius") != NULL;
    any->way |= json_object_get(body.value, "way") != NULL;
    any->turn |= json_object_get(body.value, "turn") != NULL;
  }
}

static void read_bodies(const json_at* root, scene* self) {
  const dimension* dim = self->dim;
  const json_at bodies = json_member(root, "bodies"), against = json_optional(root, "against");
  body_members any = {0};
  self->moving = (uint32_t)json_expect_array(&bodies);
  self->has_rest = against.value != NULL;
  if (self->has_rest) self->resting = (uint32_t)json_expect_array(&against);
  const uint32_t count = self->body_count = self->moving + self->resting;
  self->shape = pool_allocate(&self->memory, count, sizeof(uint32_t));
  self->radius = pool_allocate(&self->memory, count, sizeof(float));
  self->way = pool_allocate(&self->memory, count, dim->axes * sizeof(float));
  self->turn = pool_allocate(&self->memory, count, (dim->pose_size - dim->axes) * sizeof(float));
  self->turns = pool_allocate(&self->memory, count, 1);
  read_list(&bodies, 0, self, &any);
  if (self->has_rest) read_list(&against, self->moving, self, &any);
  if (!any.radius) self->radius = NULL;
  if (!any.way) self->way = NULL;
  if (!any.turn) self->turn = NULL;
}

// The poses of a list, from the body `first` on: objects that are poses alone, or bodies.
static void read_poses(const json_at* list, const scene* self, size_t frame, uint32_t first, int of_bodies) {
  const char* const keys[] = {"p", self->dim->rotation_key};
  const size_t count = json_expect_array(list);
  if (!of_bodies && count != self->moving) json_fail(list, "%zu poses for %u bodies", count, self->moving);
  for (size_t i = 0; i < count; ++i) {
    const json_at pose = json_element(list, i);
    if (!of_bodies) json_expect_object(&pose, keys, KEY_COUNT(keys));
    read_pose(&pose, self->dim, scene_frame(self, frame) + self->dim->pose_size * (first + i),
              scene_positions(self, frame) + self->dim->axes * (first + i));
  }
}

static void read_frames(const json_at* root, scene* self) {
  const json_at frames = json_optional(root, "frames"), bodies = json_optional(root, "bodies");
  const json_at against = json_optional(root, "against");
  self->frame_count = frames.value != NULL ? (uint32_t)json_expect_array(&frames) : 1;
  const size_t count = (size_t)self->frame_count * self->body_count;
  self->pose = pool_allocate(&self->memory, count, self->dim->pose_size * sizeof(float));
  self->position = pool_allocate(&self->memory, count, self->dim->axes * sizeof(double));
  if (frames.value == NULL) read_poses(&bodies, self, 0, 0, 1);
  for (uint32_t i = 0; frames.value != NULL && i < self->frame_count; ++i) {
    const json_at frame = json_element(&frames, i);
    read_poses(&frame, self, i, 0, 0);
  }
  for (uint32_t i = 0; self->has_rest && i < self->frame_count; ++i) read_poses(&against, self, i, self->moving, 1);
}

void scene_turn(const scene* self, uint32_t body, const float* rotation, float* turn) {
  const size_t floats = self->dim->pose_size - self->dim->axes;
  memcpy(turn, self->turns[body] ? self->turn + floats * body : rotation, floats * sizeof(float));
}

uint32_t scene_number(const scene* self, uint32_t body) { return body < self->moving ? body : body - self->moving; }

float* scene_frame(const scene* self, size_t frame) {
  return self->pose + self->dim->pose_size * frame * self->body_count;
}

double* scene_positions(const scene* self, size_t frame) {
  return self->position + self->dim->axes * frame * self->body_count;
}

// ---------------------------------------------------------------- pairs

// More than these would be millions of lines of answers that few can use.
#define MOST_PAIRS (1u << 24)

static void list_all(const json_at* pairs, scene* self) {
  const uint64_t n = self->moving, count = self->has_rest ? n * self->resting : n > 0 ? n * (n - 1) / 2 : 0;
  if (count > MOST_PAIRS) {
    json_fail(pairs,
              "\"all\" are %" PRIu64 " pairs, more than %u; {\"find\": {\"margin\": m}} lists those that may meet",
              count, MOST_PAIRS);
  }
  uint32_t* out = self->pair = pool_allocate(&self->memory, count, 2 * sizeof(uint32_t));
  self->pair_count = (uint32_t)count;
  for (uint32_t a = 0; a < self->moving; ++a) {
    for (uint32_t b = self->has_rest ? self->moving : a + 1; b < self->body_count; ++b) *out++ = a, *out++ = b;
  }
}

static void list_given(const json_at* list, scene* self) {
  self->pair_count = (uint32_t)json_expect_array(list);
  self->pair = pool_allocate(&self->memory, self->pair_count, 2 * sizeof(uint32_t));
  for (size_t i = 0; i < self->pair_count; ++i) {
    const json_at pair = json_element(list, i);
    if (json_expect_array(&pair) != 2) json_fail(&pair, "not a list of two bodies");
    const json_at a = json_element(&pair, 0), b = json_element(&pair, 1);
    self->pair[2 * i] = json_index(&a, self->moving, "body");
    self->pair[2 * i + 1] = self->has_rest ? self->moving + json_index(&b, self->resting, "body of \"against\"")
                                           : json_index(&b, self->moving, "body");
  }
}

static void read_find(const json_at* pairs, scene* self) {
  static const char* const keys[] = {"find"};
  static const char* const find_keys[] = {"margin"};
  json_expect_object(pairs, keys, 1);
  const json_at find = json_member(pairs, "find");
  json_expect_object(&find, find_keys, 1);
  const json_at margin = json_optional(&find, "margin");
  if (margin.value == NULL) return;
  self->margin = json_size(&margin);
  if (self->margin > LGJK_MAX_MARGIN)
    json_fail(&margin, "%g is above %g", (double)self->margin, (double)LGJK_MAX_MARGIN);
}

static void read_pairs(const json_at* root, scene* self) {
  const json_at pairs = json_optional(root, "pairs");
  if (pairs.value == NULL) return;
  if (json_is_array(pairs.value)) {
    self->source = PAIRS_LISTED;
    list_given(&pairs, self);
  } else if (json_is_object(pairs.value)) {
    self->source = PAIRS_FOUND;
    read_find(&pairs, self);
  } else if (json_is_string(pairs.value) && strcmp(json_string_value(pairs.value), "all") == 0) {
    self->source = PAIRS_ALL;
    list_all(&pairs, self);
  } else {
    json_fail(&pairs, "none of [[a, b], ...], \"all\" and {\"find\": {\"margin\": m}}");
  }
}

// ---------------------------------------------------------------- scenes

static const dimension* read_dimension(const json_at* root) {
  const json_at axes = json_member(root, "dim");
  if (!json_is_integer(axes.value)) json_fail(&axes, "not a whole number");
  const dimension* dim = dimension_of(json_integer_value(axes.value));
  if (dim == NULL) json_fail(&axes, "not a dimension (2 or 3)");
  return dim;
}

scene scene_read(const char* file) {
  scene self = {0};
  const json_at root = json_read_file(file);
  // Before the keys, which a scene of another kind would not share.
  if (json_is_object(root.value)) self.dim = read_dimension(&root);
  json_expect_object(&root, scene_keys, KEY_COUNT(scene_keys));
  scene_read_shapes(&root, &self);
  read_bodies(&root, &self);
  read_pairs(&root, &self);
  read_frames(&root, &self);
  json_decref(root.value);
  return self;
}

void scene_free(scene* self) {
  destroy_shapes(self->shapes);
  pool_free(&self->memory);
}
