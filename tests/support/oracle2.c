// The filtered signed distance of convex polygons, and the scale and the band of a pair.
// The filter computes in long double what oracle2_exact.c computes in integers, with an error below FILTER_ERROR *
// scale: every number it takes is one rounding away from exact, edges are taken from local coordinates (so
// their directions are as good), and a dozen roundings follow.
#include "oracle.h"

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

// ---------------------------------------------------------------- curved cores

// Bounds of the signed distance of two convex shapes by support functions alone, refined until they meet.
// Of D = A - B a polygon P of support points is kept, sorted by the direction of support. P lies in D, so the signed
// distance of the origin from P is an upper bound; every direction u says that D lies in the half plane <x, u> <= h(u),
// so -h(u) is a lower bound, whether the origin is in D or not. The next u is the direction from P's nearest feature.
// An ellipse rolls freely on the circle of its least radius of curvature, so this circle is taken off first and put
// back as rounding: two concentric discs would otherwise need a million corners.
enum { MOST_CORNERS = 1024, FIRST_CORNERS = 8 };

static const long double ROUNDOFF = 64; // in roundings of the scale

static vec scaled(vec p, long double s) { return (vec){p.x * s, p.y * s}; }

// A core in axes of the world about its own position.
typedef struct core {
  const oracle2_body* body;
  vec axis;            // normalised rotation
  long double rolling; // radius taken off
} core;

typedef struct difference {
  core a, b;
  vec offset;
} difference;

typedef struct corner {
  vec direction, point;
} corner;

typedef struct inner {
  corner corner[MOST_CORNERS + 1];
  uint32_t count;
} inner;

// Least radius of curvature of an ellipse: shorter semi-axis squared over the longer one.
static long double least_curvature(const float* m) {
  vec sum = {(long double)m[0] + m[3], (long double)m[2] - m[1]};
  vec rest = {(long double)m[0] - m[3], (long double)m[2] + m[1]};
  long double longer = (sqrtl(dot(sum, sum)) + sqrtl(dot(rest, rest))) / 2;
  long double area = fabsl((long double)m[0] * m[3] - (long double)m[1] * m[2]);
  return area / longer * area / longer / longer;
}

static core read_core(const oracle2_body* body) {
  vec axis = {body->pose[2], body->pose[3]};
  core c = {body, scaled(axis, 1 / sqrtl(dot(axis, axis))), 0};
  // A hair less, so that what remains is convex in spite of roundoff.
  if (body->count == 0) c.rolling = least_curvature(body->matrix) * (1 - 0x1p-50L);
  return c;
}

static vec support_ellipse(const float* m, vec u) {
  vec t = {m[0] * u.x + m[2] * u.y, m[1] * u.x + m[3] * u.y};
  t = scaled(t, 1 / sqrtl(dot(t, t)));
  return (vec){m[0] * t.x + m[1] * t.y, m[2] * t.x + m[3] * t.y};
}

static vec support_core(const core* c, vec direction) {
  vec back = {c->axis.x, -c->axis.y};
  vec u = turn(back, direction), best = {0, 0};
  if (c->body->count == 0) {
    best = sub(support_ellipse(c->body->matrix, u), scaled(u, c->rolling));
  } else {
    long double most = -INFINITY;
    for (uint32_t i = 0; i < c->body->count; ++i) {
      vec p = {c->body->vertices[2 * i], c->body->vertices[2 * i + 1]};
      if (dot(p, u) > most) {
        most = dot(p, u);
        best = p;
      }
    }
  }
  return turn(c->axis, best);
}

static vec support(const difference* d, vec u) {
  vec p = support_core(&d->a, u), q = support_core(&d->b, (vec){-u.x, -u.y});
  return (vec){d->offset.x + p.x - q.x, d->offset.y + p.y - q.y};
}

// Puts a support point in its place by direction. False where the direction is there already, or no room.
static bool insert(inner* polygon, vec direction, vec point) {
  if (polygon->count >= MOST_CORNERS) return false;
  for (uint32_t i = 0; i < polygon->count; ++i) {
    vec from = polygon->corner[i].direction, to = polygon->corner[(i + 1) % polygon->count].direction;
    if (cross(from, direction) <= 0 || cross(direction, to) <= 0) continue;
    memmove(&polygon->corner[i + 2], &polygon->corner[i + 1], (polygon->count - i - 1) * sizeof(corner));
    polygon->corner[i + 1] = (corner){direction, point};
    ++polygon->count;
    return true;
  }
  return false;
}

// The vector from the origin to the nearest point of the segment from p to q.
static vec nearest_on(vec p, vec q) {
  vec e = sub(q, p);
  long double length2 = dot(e, e), along = -dot(p, e);
  if (length2 == 0 || along <= 0) return p;
  if (along >= length2) return q;
  vec normal = {-e.y, e.x};
  return scaled(normal, dot(p, normal) / length2);
}

// Signed distance of the origin from the polygon, and the direction to look for more of D in.
static long double look(const inner* polygon, long double roundoff, vec* direction) {
  long double boundary = INFINITY, line = INFINITY;
  vec away = {1, 0}, normal = {1, 0}, nearest_normal = {1, 0};
  for (uint32_t i = 0; i < polygon->count; ++i) {
    const corner *from = &polygon->corner[i], *to = &polygon->corner[(i + 1) % polygon->count];
    vec e = sub(to->point, from->point), x = nearest_on(from->point, to->point);
    long double length = sqrtl(dot(e, e)), reach = sqrtl(dot(x, x));
    bool proper = length > roundoff;
    vec outward = proper ? (vec){e.y / length, -e.x / length} : from->direction;
    if (reach < boundary || (reach == boundary && proper)) {
      boundary = reach;
      away = x;
      nearest_normal = outward;
    }
    if (proper && dot(from->point, outward) < line) {
      line = dot(from->point, outward);
      normal = outward;
    }
  }
  if (line != INFINITY && line > roundoff) {
    *direction = normal;
    return -line;
  }
  *direction = boundary > 4 * roundoff ? scaled(away, -1 / boundary) : nearest_normal;
  return boundary;
}

static void begin(inner* polygon, const difference* d) {
  static const vec first[FIRST_CORNERS] = {{1, 0},  {0.8L, 0.6L},   {0, 1},  {-0.6L, 0.8L},
                                           {-1, 0}, {-0.8L, -0.6L}, {0, -1}, {0.6L, -0.8L}};
  polygon->count = FIRST_CORNERS;
  for (uint32_t i = 0; i < FIRST_CORNERS; ++i) polygon->corner[i] = (corner){first[i], support(d, first[i])};
}

oracle2_bounds oracle2_curved(const oracle2_body* a, const oracle2_body* b) {
  inner polygon;
  difference d = {
      read_core(a), read_core(b), {(long double)a->pose[0] - b->pose[0], (long double)a->pose[1] - b->pose[1]}};
  long double roundoff = ROUNDOFF * oracle2_epsilon() * oracle2_scale(a, b), lower = -INFINITY, upper = INFINITY;
  begin(&polygon, &d);
  for (;;) {
    vec direction;
    upper = fminl(upper, look(&polygon, roundoff, &direction));
    vec point = support(&d, direction);
    lower = fmaxl(lower, -dot(point, direction));
    if (upper - lower <= roundoff || !insert(&polygon, direction, point)) break;
  }
  long double rounding = d.a.rolling + d.b.rolling + a->radius + b->radius;
  lower -= rounding + 4 * roundoff;
  upper += 4 * roundoff - rounding;
  return (oracle2_bounds){lower, upper, lower + upper <= 0};
}
