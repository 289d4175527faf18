// The filtered signed distance of convex polygons, and the scale and the band of a pair.
// The filter computes in long double what oracle2_exact.c computes in integers, with an error below FILTER_ERROR *
// scale: every number it takes is one rounding away from exact, edges are taken from local coordinates (so
// their directions are as good), and a dozen roundings follow.
#include "oracle2.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const long double FILTER_ERROR = 64; // in roundings of the scale

typedef struct vec {
  long double x, y;
} vec;

static vec add(vec p, vec q) { return (vec){p.x + q.x, p.y + q.y}; }
static vec sub(vec p, vec q) { return (vec){p.x - q.x, p.y - q.y}; }
static long double dot(vec p, vec q) { return p.x * q.x + p.y * q.y; }
static long double cross(vec p, vec q) { return p.x * q.y - p.y * q.x; }

// A polygon turned, but not moved, into the world; negated where sign is -1.
typedef struct turned {
  const float* vertices;
  uint32_t count;
  uint32_t edges;  // 0 for a point
  uint32_t lowest; // least y, then least x
  vec axis;        // sign * normalised rotation
} turned;

static vec turn(vec axis, vec p) { return (vec){axis.x * p.x - axis.y * p.y, axis.y * p.x + axis.x * p.y}; }

static vec local(const turned* t, uint32_t step) {
  const float* v = t->vertices + 2 * ((t->lowest + step) % t->count);
  return (vec){v[0], v[1]};
}

static turned turn_polygon(const oracle2_body* body, int sign) {
  vec axis = {body->pose[2], body->pose[3]};
  long double length = sqrtl(dot(axis, axis)) * sign;
  turned t = {body->vertices, body->count, body->count > 1 ? body->count : 0, 0, {axis.x / length, axis.y / length}};
  uint32_t lowest = 0;
  for (uint32_t i = 1; i < t.count; ++i) {
    vec step = turn(t.axis, sub(local(&t, i), local(&t, lowest))); // as edges are, or a short one goes the wrong way
    if (step.y < 0 || (step.y == 0 && step.x < 0)) lowest = i;
  }
  t.lowest = lowest;
  return t;
}

static vec edge(const turned* t, uint32_t step) { return turn(t->axis, sub(local(t, step + 1), local(t, step))); }

static bool in_lower_half(vec e) { return e.y < 0 || (e.y == 0 && e.x < 0); }

static bool angle_at_most(vec e, vec f) {
  if (in_lower_half(e) != in_lower_half(f)) return in_lower_half(f);
  return cross(e, f) >= 0;
}

static long double segment_distance(vec p, vec e) {
  long double length2 = dot(e, e), along = -dot(p, e);
  if (length2 == 0 || along <= 0) return sqrtl(dot(p, p));
  if (along >= length2) return sqrtl(dot(add(p, e), add(p, e)));
  return fabsl(cross(p, e)) / sqrtl(length2);
}

// Walks around A - B: distance of the origin from its boundary, and the least signed distance from an edge's line.
static void walk_around(const oracle2_body* a, const oracle2_body* b, long double* boundary, long double* line) {
  turned in_a = turn_polygon(a, 1), minus_b = turn_polygon(b, -1);
  vec offset = {(long double)a->pose[0] - b->pose[0], (long double)a->pose[1] - b->pose[1]};
  uint32_t i = 0, j = 0;
  *boundary = *line = INFINITY;
  do {
    vec p = add(offset, add(turn(in_a.axis, local(&in_a, i)), turn(minus_b.axis, local(&minus_b, j))));
    vec e = {0, 0}, f = {0, 0};
    if (i < in_a.edges) e = edge(&in_a, i);
    if (j < minus_b.edges) f = edge(&minus_b, j);
    bool from_a = i < in_a.edges && (j >= minus_b.edges || angle_at_most(e, f));
    if (!from_a) e = f;
    *boundary = fminl(*boundary, segment_distance(p, e));
    if (dot(e, e) > 0) *line = fminl(*line, cross(p, e) / sqrtl(dot(e, e)));
    if (from_a) {
      ++i;
    } else {
      ++j;
    }
  } while (i < in_a.edges || j < minus_b.edges);
}

oracle2_bounds oracle2_filtered(const oracle2_body* a, const oracle2_body* b) {
  long double error = FILTER_ERROR * oracle2_epsilon() * oracle2_scale(a, b), boundary, line;
  walk_around(a, b, &boundary, &line);
  // Near an edge's line the origin may be on either side of it; yet if it is in A - B, it is near the boundary as well.
  bool outside = line < -error || line == INFINITY || boundary > 3 * error;
  bool inside = line > error && line != INFINITY;
  if (!outside && !inside) return oracle2_exact(a, b);
  long double value = (inside ? -line : boundary) - a->radius - b->radius;
  if (fabsl(value) <= error) return oracle2_exact(a, b);
  return (oracle2_bounds){value - error, value + error, value <= 0};
}

oracle2_bounds oracle2_signed_distance(const oracle2_body* a, const oracle2_body* b) {
  return a->count > 0 && b->count > 0 ? oracle2_filtered(a, b) : oracle2_curved(a, b);
}

long double oracle2_outside(const oracle2_body* body, const float* point) {
  static const float origin[2] = {0, 0};
  oracle2_body spot = {.vertices = origin, .count = 1, .pose = {point[0], point[1], 1, 0}};
  oracle2_bounds bounds = oracle2_signed_distance(body, &spot);
  return (bounds.lower + bounds.upper) / 2;
}

static long double core_radius(const oracle2_body* body) {
  if (body->count == 0) {
    const float* m = body->matrix;
    vec sum = {(long double)m[0] + m[3], (long double)m[2] - m[1]};
    vec difference = {(long double)m[0] - m[3], (long double)m[2] + m[1]};
    return (sqrtl(dot(sum, sum)) + sqrtl(dot(difference, difference))) / 2;
  }
  long double longest = 0;
  for (uint32_t i = 0; i < body->count; ++i) {
    vec p = {body->vertices[2 * i], body->vertices[2 * i + 1]};
    longest = fmaxl(longest, dot(p, p));
  }
  return sqrtl(longest);
}

long double oracle2_scale(const oracle2_body* a, const oracle2_body* b) {
  vec offset = {(long double)a->pose[0] - b->pose[0], (long double)a->pose[1] - b->pose[1]};
  return core_radius(a) + a->radius + core_radius(b) + b->radius + sqrtl(dot(offset, offset));
}

long double oracle2_band(const oracle2_body* a, const oracle2_body* b) {
  return (a->count > 0 && b->count > 0 ? 4e-7L : 2e-6L) * oracle2_scale(a, b);
}
