// Notes about shapes: one for each kind, with the first that it is about and how many more there are.
#include "scene_notes.h"

#include <float.h>
#include <math.h>
#include <stdio.h>

#include "support.h"

// Coordinates that are so many times the size of their shape keep less than four digits of it.
#define FAR_AWAY 1000.0

const char far_advice[] =
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
    double low = DBL_MAX;
    double high = -DBL_MAX;
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
  int left = 0;
  int right = 0;
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

int shape_is_far(const dimension* dim, const lgjk_shape3_def* def) {
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

void note_shapes(const char* file, const dimension* dim, shape_set shapes, const lgjk_shape3_def* defs,
                 uint32_t count) {
  shape_note notes[NOTES] = {0};
  for (uint32_t i = 0; i < count; ++i) {
    if (!is_points(dim, &defs[i])) continue;
    note_corners(notes, dim, &defs[i], i, dim->shape_corners(shapes, i));
    note_far(&notes[NOTE_FAR], dim, &defs[i], i);
  }
  for (int kind = 0; kind < NOTES; ++kind) {
    if (notes[kind].shapes == 0) continue;
    const uint32_t more = notes[kind].shapes - 1;
    char others[48] = "";
    if (more > 0) snprintf(others, sizeof others, " (and so in %u more shape%s)", more, more == 1 ? "" : "s");
    note("lanegjk query: note: %s: %s%s", file, notes[kind].first, others);
  }
}
