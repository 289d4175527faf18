// Bounds of the signed distance, the exact answer where they do not do, and the scale and the band of a pair.
#include "oracle3.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "oracle3_parts.h"

static const long double MET = 1e-10L;   // of the scale: when bounds of polyhedra count as met
static const long double SLENDER = 1e3L; // the aspect up to which polyhedra are held to the tighter band
static const long double FLAT = 1e-12L;  // of the length: what float coordinates can't distinguish from 0

// ---------------------------------------------------------------- bounds

static oracle3_bounds bound(difference3* d, simplex3* simplex) {
  const oracle3_body *a = d->a.body, *b = d->b.body;
  long double upper = oracle3_gjk(d, simplex);
  if (upper <= 4 * d->error) upper = fminl(upper, oracle3_depth(d, simplex));
  long double rounding = d->a.rolling + d->b.rolling + a->radius + b->radius;
  long double lower = d->lower - d->error - rounding;
  upper += d->error - rounding;
  return (oracle3_bounds){lower, upper, lower + upper <= 0};
}

// Of polyhedra the exact answer, not below what is proved.
static oracle3_bounds exact_from(const oracle3_body* a, const oracle3_body* b, const simplex3* start,
                                 const oracle3_bounds* proved) {
  oracle3_bounds exact = oracle3_exact_from(a, b, start);
  exact.lower = fmaxl(exact.lower, proved->lower);
  return exact;
}

// A tetrahedron of a needle's corners may seem to hold an origin that a support plane has proved to be outside.
static bool is_noise(const oracle3_body* a, const oracle3_body* b, const oracle3_bounds* bounds) {
  return bounds->lower > bounds->upper && a->count != 0 && b->count != 0;
}

oracle3_bounds oracle3_bounded(const oracle3_body* a, const oracle3_body* b) {
  difference3 d;
  simplex3 simplex;
  difference3_read(&d, a, b);
  const oracle3_bounds bounds = bound(&d, &simplex);
  return is_noise(a, b, &bounds) ? exact_from(a, b, &simplex, &bounds) : bounds;
}

oracle3_bounds oracle3_signed_distance(const oracle3_body* a, const oracle3_body* b) {
  difference3 d;
  simplex3 simplex;
  difference3_read(&d, a, b);
  oracle3_bounds bounds = bound(&d, &simplex);
  if (a->count == 0 || b->count == 0) return bounds;
  if (is_noise(a, b, &bounds)) return exact_from(a, b, &simplex, &bounds);
  if (bounds.upper <= 0) return (oracle3_bounds){bounds.lower, bounds.upper, true};
  if (bounds.lower > 0 && bounds.upper - bounds.lower <= MET * d.scale) {
    return (oracle3_bounds){bounds.lower, bounds.upper, false};
  }
  return exact_from(a, b, &simplex, &bounds);
}

long double oracle3_outside(const oracle3_body* body, const float* point) {
  static const float origin[3] = {0, 0, 0};
  oracle3_body spot = {.vertices = origin, .count = 1, .pose = {point[0], point[1], point[2], 0, 0, 0, 1}};
  oracle3_bounds bounds = oracle3_bounded(body, &spot);
  return bounds.upper < 0 ? bounds.upper : (bounds.lower + bounds.upper) / 2;
}

// ---------------------------------------------------------------- scale and band

static vec vertex(const oracle3_body* body, uint32_t i) {
  const float* v = body->vertices + 3 * i;
  return (vec){v[0], v[1], v[2]};
}

// |matrix (x, y, 1)| over the rim of the cylinder, which is as far as its points get: from several starts, each point
// is replaced by the support along itself, which is farther, until that is no farther.
static long double rim_radius(const float* m) {
  const vec x = {m[0], m[3], m[6]}, y = {m[1], m[4], m[7]}, z = {m[2], m[5], m[8]};
  long double most = 0;
  for (int start = 0; start < 8; ++start) {
    long double c = start < 4 ? 1 - start / 2 * 2 : 0.8L * (1 - start / 2 % 2 * 2);
    long double s = start < 4 ? 0 : 0.6L * (1 - start % 2 * 2);
    long double here = -1, there = 0;
    for (int step = 0; step < 60 && there > here; ++step) {
      const vec p = vec_add(z, vec_add(vec_scale(x, c), vec_scale(y, s)));
      here = there;
      there = vec_dot(p, p);
      most = fmaxl(most, there);
      const long double along = vec_dot(p, x), across = vec_dot(p, y), length = hypotl(along, across);
      if (!(length > 0)) break;
      c = along / length;
      s = across / length;
    }
  }
  return sqrtl(most);
}

static long double core_radius(const oracle3_body* body) {
  long double most = 0, least;
  if (body->count == 0 && body->kind != LGJK_SHAPE3_ELLIPSOID) return rim_radius(body->matrix);
  if (body->count == 0) {
    oracle3_semi_axes(body->matrix, &most, &least);
    return most;
  }
  for (uint32_t i = 0; i < body->count; ++i) most = fmaxl(most, vec_dot(vertex(body, i), vertex(body, i)));
  return sqrtl(most);
}

long double oracle3_scale(const oracle3_body* a, const oracle3_body* b) {
  vec offset = {(long double)a->pose[0] - b->pose[0], (long double)a->pose[1] - b->pose[1],
                (long double)a->pose[2] - b->pose[2]};
  return core_radius(a) + a->radius + core_radius(b) + b->radius + vec_length(offset);
}

static vec across_line(vec p, vec e) {
  long double square = vec_dot(e, e);
  return square > 0 ? vec_sub(p, vec_scale(e, vec_dot(p, e) / square)) : p;
}

long double oracle3_aspect(const oracle3_body* body) {
  vec origin, edge = {0, 0, 0}, side = {0, 0, 0};
  if (body->count < 3) return 1;
  origin = vertex(body, 0);
  for (uint32_t i = 1; i < body->count; ++i) {
    vec p = vec_sub(vertex(body, i), origin);
    if (vec_dot(p, p) > vec_dot(edge, edge)) edge = p;
  }
  for (uint32_t i = 1; i < body->count; ++i) {
    vec p = across_line(vec_sub(vertex(body, i), origin), edge);
    if (vec_dot(p, p) > vec_dot(side, side)) side = p;
  }
  vec normal = vec_cross(edge, side);
  long double length = vec_length(edge), width = vec_length(side), least = 0, most = 0;
  if (width <= FLAT * length) return 1;
  for (uint32_t i = 1; i < body->count; ++i) {
    long double height = vec_dot(normal, vec_sub(vertex(body, i), origin));
    least = fminl(least, height);
    most = fmaxl(most, height);
  }
  long double thickness = (most - least) / vec_length(normal);
  return length / (thickness > FLAT * length ? fminl(thickness, width) : width);
}

long double oracle3_band(const oracle3_body* a, const oracle3_body* b) {
  bool slender = oracle3_aspect(a) > SLENDER || oracle3_aspect(b) > SLENDER;
  bool curved = a->count == 0 || b->count == 0;
  return (slender ? 1e-5L : curved ? 2e-6L : 4e-7L) * oracle3_scale(a, b);
}
