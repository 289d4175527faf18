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
#include "scene_json.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "json_reader.h"
#include "scene_bodies.h"
#include "scene_notes.h"
#include "support.h"

static const char* const scene_keys[] = {"dim", "shapes", "bodies", "against", "pairs", "frames"};
static const char* const round_keys[] = {"radius", "half_height"};

#define KEY_COUNT(keys) (sizeof(keys) / sizeof((keys)[0]))

static void read_points(json_reader* reader, json_t* value, uint32_t axes, lgjk_shape3_def* def) {
  const size_t count = json_expect_array(reader, value);
  float* points = allocate(count, axes * sizeof(float));
  for (size_t i = 0; i < count; ++i) {
    const size_t mark = json_enter_index(reader, i);
    json_floats(reader, json_array_get(value, i), points + axes * i, axes);
    json_leave(reader, mark);
  }
  def->points = points;
  def->point_count = (uint32_t)count;
}

static void read_round(json_reader* reader, json_t* value, float* size) {
  json_expect_object(reader, value, round_keys, KEY_COUNT(round_keys));
  for (size_t i = 0; i < KEY_COUNT(round_keys); ++i) {
    json_t* member = json_member(reader, value, round_keys[i]);
    const size_t mark = json_enter_key(reader, round_keys[i]);
    size[i] = json_extent(reader, member);
    json_leave(reader, mark);
  }
}

static void read_core(json_reader* reader, json_t* value, const core* kind, uint32_t axes, lgjk_shape3_def* def) {
  def->kind = kind->kind;
  switch (kind->form) {
    case CORE_POINTS: read_points(reader, value, axes, def); break;
    case CORE_SIZES: json_floats(reader, value, def->size, axes); break;
    case CORE_ROUND: read_round(reader, value, def->size); break;
  }
}

static void read_map(json_reader* reader, json_t* rows, const dimension* dim, float* map) {
  bool all_zero = true; // to the library that is the identity
  if (json_expect_array(reader, rows) != dim->axes) json_fail(reader, "not %s", dim->map_form);
  for (size_t row = 0; row < dim->axes; ++row) {
    const size_t mark = json_enter_index(reader, row);
    json_floats(reader, json_array_get(rows, row), map + 3 * row, dim->axes);
    for (size_t i = 0; i < dim->axes; ++i) all_zero = all_zero && map[3 * row + i] == 0.0f;
    json_leave(reader, mark);
  }
  if (all_zero) json_fail(reader, "all zero, so that nothing is left of the shape");
}

// Returns how many cores the member is: 0 or 1.
static int read_shape_member(json_reader* reader, const char* key, json_t* value, const dimension* dim,
                             lgjk_shape3_def* def) {
  if (strcmp(key, "radius") == 0) {
    def->radius = json_size(reader, value);
    return 0;
  }
  if (strcmp(key, "map") == 0) {
    read_map(reader, value, dim, def->map);
    return 0;
  }
  const core* kind = dim->cores;
  while (strcmp(key, kind->key) != 0) ++kind;
  read_core(reader, value, kind, dim->axes, def);
  return 1;
}

static void read_shape(json_reader* reader, json_t* shape, const dimension* dim, lgjk_shape3_def* def) {
  const char* keys[MAX_CORES + 2];
  size_t key_count = 0;
  while (key_count < MAX_CORES && dim->cores[key_count].key != NULL) {
    keys[key_count] = dim->cores[key_count].key;
    ++key_count;
  }
  keys[key_count++] = "radius";
  keys[key_count++] = "map";
  json_expect_object(reader, shape, keys, key_count);
  int cores = 0;
  const char* key = NULL;
  json_t* value = NULL;
  json_object_foreach(shape, key, value) {
    const size_t mark = json_enter_key(reader, key);
    cores += read_shape_member(reader, key, value, dim, def);
    json_leave(reader, mark);
  }
  if (cores != 1) json_fail(reader, "a shape is exactly one of %s", dim->core_names);
}

static void create_shapes(json_reader* reader, const lgjk_shape3_def* defs, uint32_t count, scene* self) {
  lgjk_error error;
  lgjk_error_init(&error);
  const int32_t code = self->dim->create_shapes(defs, count, &self->shapes, &error);
  if (code == LGJK_OK) return;
  if (code != LGJK_ERROR_SHAPE) json_fail(reader, "%s", error.text);
  json_enter_index(reader, (size_t)error.index); // in place of the text's own "defs[...]: "
  const char* text = strchr(error.text, ':') + 2;
  const int is_far = shape_is_far(self->dim, &defs[error.index]);
  json_fail(reader, "%s%s%s", text, is_far ? "; " : "", is_far ? far_advice : "");
}

static void read_shapes(json_reader* reader, json_t* root, scene* self) {
  json_t* list = json_member(reader, root, "shapes");
  const size_t mark = json_enter_key(reader, "shapes");
  const size_t count = json_expect_array(reader, list);
  lgjk_shape3_def* defs = allocate(count, sizeof *defs);
  for (size_t i = 0; i < count; ++i) {
    const size_t shape_mark = json_enter_index(reader, i);
    lgjk_shape3_def_init(&defs[i]);
    read_shape(reader, json_array_get(list, i), self->dim, &defs[i]);
    json_leave(reader, shape_mark);
  }
  create_shapes(reader, defs, (uint32_t)count, self);
  note_shapes(reader->file, self->dim, self->shapes, defs, (uint32_t)count);
  self->shape_count = (uint32_t)count;
  for (size_t i = 0; i < count; ++i) free((void*)defs[i].points);
  free(defs);
  json_leave(reader, mark);
}

// ---------------------------------------------------------------- pairs

// More than these would be millions of lines of answers that few can use.
#define MOST_PAIRS (1u << 24)

static void list_all(const json_reader* reader, scene* self) {
  const uint64_t n = self->moving, count = self->has_rest ? n * self->resting : n > 0 ? n * (n - 1) / 2 : 0;
  if (count > MOST_PAIRS) {
    json_fail(reader,
              "\"all\" are %" PRIu64 " pairs, more than %u; {\"find\": {\"margin\": m}} lists those that may meet",
              count, MOST_PAIRS);
  }
  uint32_t* out = self->pair = allocate(count, 2 * sizeof(uint32_t));
  self->pair_count = (uint32_t)count;
  for (uint32_t a = 0; a < self->moving; ++a) {
    for (uint32_t b = self->has_rest ? self->moving : a + 1; b < self->body_count; ++b) *out++ = a, *out++ = b;
  }
}

static void list_given(json_reader* reader, json_t* list, scene* self) {
  const uint32_t first[] = {0, self->has_rest ? self->moving : 0};
  const uint32_t count[] = {self->moving, self->has_rest ? self->resting : self->moving};
  self->pair_count = (uint32_t)json_expect_array(reader, list);
  self->pair = allocate(self->pair_count, 2 * sizeof(uint32_t));
  for (size_t i = 0; i < self->pair_count; ++i) {
    const size_t pair_mark = json_enter_index(reader, i);
    json_t* pair = json_array_get(list, i);
    if (json_expect_array(reader, pair) != 2) json_fail(reader, "not a list of two bodies");
    for (size_t side = 0; side < 2; ++side) {
      const size_t side_mark = json_enter_index(reader, side);
      const char* what = side == 1 && self->has_rest ? "body of \"against\"" : "body";
      self->pair[2 * i + side] = first[side] + json_index(reader, json_array_get(pair, side), count[side], what);
      json_leave(reader, side_mark);
    }
    json_leave(reader, pair_mark);
  }
}

static void read_find(json_reader* reader, json_t* pairs, scene* self) {
  static const char* const keys[] = {"find"};
  static const char* const find_keys[] = {"margin"};
  json_expect_object(reader, pairs, keys, 1);
  json_t* find = json_member(reader, pairs, "find");
  size_t mark = json_enter_key(reader, "find");
  json_expect_object(reader, find, find_keys, 1);
  json_t* margin = json_object_get(find, "margin");
  if (margin != NULL) {
    mark = json_enter_key(reader, "margin");
    self->margin = json_size(reader, margin);
    if (self->margin > LGJK_MAX_MARGIN)
      json_fail(reader, "%g is above %g", (double)self->margin, (double)LGJK_MAX_MARGIN);
  }
  json_leave(reader, mark);
}

static void read_pairs(json_reader* reader, json_t* root, scene* self) {
  json_t* pairs = json_object_get(root, "pairs");
  if (pairs == NULL) return;
  const size_t mark = json_enter_key(reader, "pairs");
  if (json_is_array(pairs)) {
    self->source = PAIRS_LISTED;
    list_given(reader, pairs, self);
  } else if (json_is_object(pairs)) {
    self->source = PAIRS_FOUND;
    read_find(reader, pairs, self);
  } else if (json_is_string(pairs) && strcmp(json_string_value(pairs), "all") == 0) {
    self->source = PAIRS_ALL;
    list_all(reader, self);
  } else {
    json_fail(reader, "none of [[a, b], ...], \"all\" and {\"find\": {\"margin\": m}}");
  }
  json_leave(reader, mark);
}

// ---------------------------------------------------------------- scenes

static const dimension* read_dimension(json_reader* reader, json_t* root) {
  json_t* value = json_member(reader, root, "dim");
  const size_t mark = json_enter_key(reader, "dim");
  if (!json_is_integer(value)) json_fail(reader, "not a whole number");
  const dimension* dim = dimension_of(json_integer_value(value));
  if (dim == NULL) json_fail(reader, "not a dimension (2 or 3)");
  json_leave(reader, mark);
  return dim;
}

scene scene_read(const char* file) {
  json_reader reader;
  scene self = {0};
  json_t* root = json_read_file(&reader, file);
  // Before the keys, which a scene of another kind would not share.
  if (json_is_object(root)) self.dim = read_dimension(&reader, root);
  json_expect_object(&reader, root, scene_keys, KEY_COUNT(scene_keys));
  read_shapes(&reader, root, &self);
  scene_read_bodies(&reader, root, &self);
  read_pairs(&reader, root, &self);
  scene_read_frames(&reader, root, &self);
  json_decref(root);
  return self;
}

void scene_free(scene* self) {
  self->dim->destroy_shapes(self->shapes);
  free(self->shape);
  free(self->radius);
  free(self->way);
  free(self->turn);
  free(self->turns);
  free(self->pose);
  free(self->position);
  free(self->pair);
  *self = (scene){0};
}
