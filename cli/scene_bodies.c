// Bodies and frames of the scene grammar, which stands in scene_json.c.
#include "scene_bodies.h"

#include <float.h>
#include <stdlib.h>
#include <string.h>

#include "support.h"

#define KEY_COUNT(keys) (sizeof(keys) / sizeof((keys)[0]))

static const float origin[3] = {0.0f};

static void read_rotation(json_reader* reader, json_t* value, const dimension* dim, float* rotation) {
  if (dim->rotation_size == 1) {
    rotation[0] = json_float(reader, value);
  } else {
    json_floats(reader, value, rotation, dim->rotation_size);
  }
}

// Reads "p" and the rotation of a pose or a body.
static void read_pose(json_reader* reader, json_t* object, const dimension* dim, float* pose, double* position) {
  float rotation[4];
  memcpy(rotation, dim->no_rotation, sizeof rotation);
  json_t* p = json_member(reader, object, "p");
  size_t mark = json_enter_key(reader, "p");
  json_doubles(reader, p, position, dim->axes);
  json_leave(reader, mark);
  json_t* turned = json_object_get(object, dim->rotation_key);
  if (turned != NULL) {
    mark = json_enter_key(reader, dim->rotation_key);
    read_rotation(reader, turned, dim, rotation);
    json_leave(reader, mark);
  }
  dim->make_pose(origin, rotation, pose);
}

static void read_motion(json_reader* reader, json_t* body, uint32_t index, scene* self) {
  const uint32_t axes = self->dim->axes, floats = self->dim->pose_size - axes;
  json_t* way = json_object_get(body, "way");
  json_t* turn = json_object_get(body, "turn");
  if (way != NULL) {
    const size_t mark = json_enter_key(reader, "way");
    json_floats(reader, way, self->way + (size_t)axes * index, axes);
    json_leave(reader, mark);
  }
  if (turn != NULL) {
    float rotation[4], pose[7];
    const size_t mark = json_enter_key(reader, "turn");
    read_rotation(reader, turn, self->dim, rotation);
    json_leave(reader, mark);
    self->dim->make_pose(origin, rotation, pose);
    memcpy(self->turn + (size_t)floats * index, pose + axes, floats * sizeof(float));
    self->turns[index] = 1;
  }
}

static void read_body(json_reader* reader, json_t* body, uint32_t index, scene* self) {
  const char* const keys[] = {"shape", "p", self->dim->rotation_key, "radius", "way", "turn"};
  json_expect_object(reader, body, keys, index < self->moving ? KEY_COUNT(keys) : KEY_COUNT(keys) - 2);
  json_t* shape = json_member(reader, body, "shape");
  size_t mark = json_enter_key(reader, "shape");
  self->shape[index] = json_index(reader, shape, self->shape_count, "shape");
  json_leave(reader, mark);
  read_motion(reader, body, index, self);
  self->radius[index] = self->dim->shape_radius(self->shapes, self->shape[index]);
  json_t* radius = json_object_get(body, "radius");
  if (radius == NULL) return;
  mark = json_enter_key(reader, "radius");
  self->radius[index] = json_size(reader, radius);
  json_leave(reader, mark);
}

// What the bodies of a list have among them.
typedef struct body_members {
  int radius, way, turn;
} body_members;

static void read_list(json_reader* reader, json_t* root, const char* key, uint32_t first, scene* self,
                      body_members* any) {
  json_t* list = json_object_get(root, key);
  const size_t mark = json_enter_key(reader, key), count = json_array_size(list);
  for (uint32_t i = 0; i < count; ++i) {
    const size_t body_mark = json_enter_index(reader, i);
    json_t* body = json_array_get(list, i);
    read_body(reader, body, first + i, self);
    any->radius |= json_object_get(body, "radius") != NULL;
    any->way |= json_object_get(body, "way") != NULL;
    any->turn |= json_object_get(body, "turn") != NULL;
    json_leave(reader, body_mark);
  }
  json_leave(reader, mark);
}

static uint32_t count_list(json_reader* reader, json_t* list, const char* key) {
  const size_t mark = json_enter_key(reader, key);
  const size_t count = json_expect_array(reader, list);
  json_leave(reader, mark);
  return (uint32_t)count;
}

// Returns the memory where it is used; else NULL, and the memory is released.
static void* kept(void* memory, int used) {
  if (!used) free(memory);
  return used ? memory : NULL;
}

void scene_read_bodies(json_reader* reader, json_t* root, scene* self) {
  const dimension* dim = self->dim;
  body_members any = {0};
  self->moving = count_list(reader, json_member(reader, root, "bodies"), "bodies");
  self->has_rest = json_object_get(root, "against") != NULL;
  if (self->has_rest) self->resting = count_list(reader, json_object_get(root, "against"), "against");
  const uint32_t count = self->body_count = self->moving + self->resting;
  self->shape = allocate(count, sizeof(uint32_t));
  self->radius = allocate(count, sizeof(float));
  self->way = allocate(count, dim->axes * sizeof(float));
  self->turn = allocate(count, (dim->pose_size - dim->axes) * sizeof(float));
  self->turns = allocate(count, 1);
  read_list(reader, root, "bodies", 0, self, &any);
  if (self->has_rest) read_list(reader, root, "against", self->moving, self, &any);
  self->radius = kept(self->radius, any.radius);
  self->way = kept(self->way, any.way);
  self->turn = kept(self->turn, any.turn);
}

// The poses of a list, from the body `first` on: objects that are poses alone, or bodies.
static void read_poses(json_reader* reader, json_t* list, const scene* self, size_t frame, uint32_t first,
                       int of_bodies) {
  const char* const keys[] = {"p", self->dim->rotation_key};
  const size_t count = json_expect_array(reader, list);
  if (!of_bodies && count != self->moving) json_fail(reader, "%zu poses for %u bodies", count, self->moving);
  for (size_t i = 0; i < count; ++i) {
    const size_t mark = json_enter_index(reader, i);
    json_t* pose = json_array_get(list, i);
    if (!of_bodies) json_expect_object(reader, pose, keys, KEY_COUNT(keys));
    read_pose(reader, pose, self->dim, scene_frame(self, frame) + self->dim->pose_size * (first + i),
              scene_positions(self, frame) + self->dim->axes * (first + i));
    json_leave(reader, mark);
  }
}

static void read_rest(json_reader* reader, json_t* root, const scene* self, size_t frame) {
  if (!self->has_rest) return;
  const size_t mark = json_enter_key(reader, "against");
  read_poses(reader, json_object_get(root, "against"), self, frame, self->moving, 1);
  json_leave(reader, mark);
}

void scene_read_frames(json_reader* reader, json_t* root, scene* self) {
  json_t* frames = json_object_get(root, "frames");
  const size_t mark = json_enter_key(reader, frames != NULL ? "frames" : "bodies");
  self->frame_count = frames != NULL ? (uint32_t)json_expect_array(reader, frames) : 1;
  self->pose = allocate((size_t)self->frame_count * self->body_count, self->dim->pose_size * sizeof(float));
  self->position = allocate((size_t)self->frame_count * self->body_count, self->dim->axes * sizeof(double));
  if (frames == NULL) read_poses(reader, json_object_get(root, "bodies"), self, 0, 0, 1);
  for (uint32_t i = 0; frames != NULL && i < self->frame_count; ++i) {
    const size_t frame_mark = json_enter_index(reader, i);
    read_poses(reader, json_array_get(frames, i), self, i, 0, 0);
    json_leave(reader, frame_mark);
  }
  json_leave(reader, mark);
  for (uint32_t i = 0; i < self->frame_count; ++i) read_rest(reader, root, self, i);
}

void scene_turn(const scene* self, uint32_t body, const float* rotation, float* turn) {
  const size_t floats = self->dim->pose_size - self->dim->axes;
  memcpy(turn, self->turns[body] ? self->turn + floats * body : rotation, floats * sizeof(float));
}

float rounded_position(double value) {
  const double most = (double)FLT_MAX;
  return (float)(value > most ? most : value < -most ? -most : value);
}

uint32_t scene_number(const scene* self, uint32_t body) { return body < self->moving ? body : body - self->moving; }

float* scene_frame(const scene* self, size_t frame) {
  return self->pose + self->dim->pose_size * frame * self->body_count;
}

double* scene_positions(const scene* self, size_t frame) {
  return self->position + self->dim->axes * frame * self->body_count;
}
