// The shapes of a scene, and notes about what its author may not have meant: points that are no corners of their hull,
// and shapes far from their own origin. The grammar stands in scene.c.
#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "scene.h"

// ---------------------------------------------------------------- notes

// One for each kind, with the first shape that it is about and how many more there are.

// Coordinates that are so many times the size of their shape keep less than four digits of it.
#define FAR_AWAY 1000.0

static const char far_advice[] =
    "give points relative to a place near them, and that place as \"p\" of the body, which is kept in double";

enum { NOTE_CONCAVE, NOTE_DROPPED, NOTE_FAR, NOTES };

typedef struct shape_note {
  uint32_t shapes; // how many it is about
  char first[400];
} shape_note;

static int is_points(const dimension* dim, const lgjk_shape3_def* def) { return def->kind == dim->cores[0].kind; }

static int same_point(const float* a, const float* b, uint32_t axes) {
  uint32_t k = 0;
  while (k < axes && a[k] == b[k]) ++k;
  return k == axes;
}

// A ring that ends where it begins has one point less.
static uint32_t points_of(const dimension* dim, const lgjk_shape3_def* def) {
  const uint32_t last = def->point_count - 1;
  return def->point_count - (last > 0 && same_point(def->points, def->points + (size_t)dim->axes * last, dim->axes));
}

// The greatest width along an axis, rounding included; `largest` receives the largest coordinate.
static double measure(const dimension* dim, const lgjk_shape3_def* def, double* largest) {
  double width = 0.0;
  *largest = 0.0;
  for (uint32_t k = 0; k < dim->axes; ++k) {
    double low = DBL_MAX, high = -DBL_MAX;
    for (uint32_t i = 0; i < def->point_count; ++i) {
      const double value = (double)def->points[(size_t)dim->axes * i + k];
      low = value < low ? value : low;
      high = value > high ? value : high;
    }
    width = high - low > width ? high - low : width;
    *largest = fmax(*largest, fmax(fabs(low), fabs(high)));
  }
  return width + 2.0 * (double)def->radius;
}

// Whether the ring of points turns to both sides, by more than their rounding. In 2D.
static int turns_both_ways(const lgjk_shape3_def* def, uint32_t count, double width) {
  int left = 0, right = 0;
  for (uint32_t i = 0; i < count; ++i) {
    const float* p = def->points + 2 * (size_t)i;
    const float* q = def->points + 2 * (size_t)((i + 1) % count);
    const float* r = def->points + 2 * (size_t)((i + 2) % count);
    const double area = ((double)q[0] - (double)p[0]) * ((double)r[1] - (double)q[1]) -
                        ((double)q[1] - (double)p[1]) * ((double)r[0] - (double)q[0]);
    left |= area > 1e-6 * width * width;
    right |= area < -1e-6 * width * width;
  }
  return left && right;
}

static void note_corners(shape_note* notes, const dimension* dim, const lgjk_shape3_def* def, uint32_t index,
                         uint32_t corners) {
  const uint32_t count = points_of(dim, def);
  double largest = 0.0;
  const double width = measure(dim, def, &largest);
  if (corners >= count) return;
  const int concave = dim->axes == 2 && turns_both_ways(def, count, width);
  shape_note* n = &notes[concave ? NOTE_CONCAVE : NOTE_DROPPED];
  if (n->shapes++ > 0) return;
  const char* what = concave
                         ? "in this order they are a concave outline, whose hollows are filled; split it into convex "
                           "parts"
                     : dim->axes == 2 ? "the others lie in it or on its edges and are dropped"
                                      : "the others lie in it or on its faces and are dropped; a concave solid has to "
                                        "be split into convex parts";
  snprintf(n->first, sizeof n->first,
           "shapes[%u].points: %u of %u points are corners of their convex hull, which is the shape: %s", index,
           corners, count, what);
}

static int shape_is_far(const dimension* dim, const lgjk_shape3_def* def) {
  double largest = 0.0;
  if (!is_points(dim, def) || def->point_count == 0) return 0;
  const double width = measure(dim, def, &largest);
  return largest > FAR_AWAY && largest > FAR_AWAY * width;
}

static void note_far(shape_note* n, const dimension* dim, const lgjk_shape3_def* def, uint32_t index) {
  double largest = 0.0;
  const double width = measure(dim, def, &largest);
  if (!shape_is_far(dim, def) || n->shapes++ > 0) return;
  snprintf(n->first, sizeof n->first,
           "shapes[%u].points: coordinates up to %g in a shape that is %g wide are rounded to steps of %g; %s", index,
           largest, width, (double)(nextafterf((float)largest, FLT_MAX) - (float)largest), far_advice);
}

static void note_shapes(const char* file, const scene* self, const lgjk_shape3_def* defs) {
  shape_note notes[NOTES] = {0};
  for (uint32_t i = 0; i < self->shape_count; ++i) {
    if (!is_points(self->dim, &defs[i])) continue;
    note_corners(notes, self->dim, &defs[i], i, shape_facts_of(self->shapes, i).corners);
    note_far(&notes[NOTE_FAR], self->dim, &defs[i], i);
  }
  for (int kind = 0; kind < NOTES; ++kind) {
    if (notes[kind].shapes == 0) continue;
    const uint32_t more = notes[kind].shapes - 1;
    char others[48] = "";
    if (more > 0) snprintf(others, sizeof others, " (and so in %u more shape%s)", more, more == 1 ? "" : "s");
    note("lanegjk query: note: %s: %s%s", file, notes[kind].first, others);
  }
}

// ---------------------------------------------------------------- shapes

static void read_points(const json_at* list, uint32_t axes, lgjk_shape3_def* def) {
  const size_t count = json_expect_array(list);
  float* points = allocate(count, axes * sizeof(float));
  for (size_t i = 0; i < count; ++i) {
    const json_at point = json_element(list, i);
    json_floats(&point, points + axes * i, axes);
  }
  def->points = points;
  def->point_count = (uint32_t)count;
}

static void read_round(const json_at* value, float* size) {
  static const char* const keys[] = {"radius", "half_height"};
  json_expect_object(value, keys, 2);
  for (size_t i = 0; i < 2; ++i) {
    const json_at member = json_member(value, keys[i]);
    size[i] = json_extent(&member);
  }
}

static void read_core(const json_at* value, const core* kind, uint32_t axes, lgjk_shape3_def* def) {
  def->kind = kind->kind;
  switch (kind->form) {
    case CORE_POINTS: read_points(value, axes, def); break;
    case CORE_SIZES: json_floats(value, def->size, axes); break;
    case CORE_ROUND: read_round(value, def->size); break;
  }
}

static void read_map(const json_at* rows, const dimension* dim, float* map) {
  bool all_zero = true; // to the library that is the identity
  if (json_expect_array(rows) != dim->axes) json_fail(rows, "not %s", dim->map_form);
  for (size_t i = 0; i < dim->axes; ++i) {
    const json_at row = json_element(rows, i);
    json_floats(&row, map + 3 * i, dim->axes);
    for (size_t k = 0; k < dim->axes; ++k) all_zero = all_zero && map[3 * i + k] == 0.0f;
  }
  if (all_zero) json_fail(rows, "all zero, so that nothing is left of the shape");
}

static void read_shape(const json_at* shape, const dimension* dim, lgjk_shape3_def* def) {
  const char* keys[MAX_CORES + 2];
  size_t cores = 0, found = 0;
  for (; cores < MAX_CORES && dim->cores[cores].key != NULL; ++cores) keys[cores] = dim->cores[cores].key;
  keys[cores] = "radius";
  keys[cores + 1] = "map";
  json_expect_object(shape, keys, cores + 2);
  const char* key = NULL;
  json_t* value = NULL;
  json_object_foreach(shape->value, key, value) {
    const json_at member = json_optional(shape, key);
    size_t kind = 0;
    while (strcmp(key, keys[kind]) != 0) ++kind;
    if (kind < cores) {
      read_core(&member, &dim->cores[kind], dim->axes, def);
      ++found;
    } else if (kind == cores) {
      def->radius = json_size(&member);
    } else {
      read_map(&member, dim, def->map);
    }
  }
  if (found != 1) json_fail(shape, "a shape is exactly one of %s", dim->core_names);
}

static void make_shapes(const json_at* list, const lgjk_shape3_def* defs, scene* self) {
  lgjk_error error;
  lgjk_error_init(&error);
  const int32_t code = create_shapes(self->dim, defs, self->shape_count, &self->shapes, &error);
  if (code == LGJK_OK) return;
  if (code != LGJK_ERROR_SHAPE) json_fail(list, "%s", error.text);
  const json_at shape = json_element(list, (size_t)error.index); // in place of the text's own "defs[...]: "
  const int is_far = shape_is_far(self->dim, &defs[error.index]);
  json_fail(&shape, "%s%s%s", strchr(error.text, ':') + 2, is_far ? "; " : "", is_far ? far_advice : "");
}

void scene_read_shapes(const json_at* root, scene* self) {
  const json_at list = json_member(root, "shapes");
  self->shape_count = (uint32_t)json_expect_array(&list);
  lgjk_shape3_def* defs = allocate(self->shape_count, sizeof *defs);
  for (uint32_t i = 0; i < self->shape_count; ++i) {
    const json_at shape = json_element(&list, i);
    lgjk_shape3_def_init(&defs[i]);
    read_shape(&shape, self->dim, &defs[i]);
  }
  make_shapes(&list, defs, self);
  note_shapes(root->file, self, defs);
  for (uint32_t i = 0; i < self->shape_count; ++i) free((void*)defs[i].points);
  free(defs);
}
