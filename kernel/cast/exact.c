// Moving A along a way w against B is moving the point x = f w against the difference of both cores, B - A. It touches
// where x comes as near to that as both radii and the target (van den Bergen 2004, "Ray casting against general convex
// objects with application to continuous collision detection").
//
// A simplex of points of the difference has a point p that is the nearest to x. Let n be the direction from x to p. The
// difference is beyond its support plane along n. So x may go on to where it is as near to that plane as the radii
// allow: an exact bound, whatever n is. The support joins the simplex. It ends where the plane is as far from x as p
// is, within the tolerance: then n is the normal of the touch. The normal of a face is the product of its edges, and
// that of an edge is made perpendicular to it twice: so the plane of a face is as exact as double, however far it
// reaches.
#include "cast/exact.h"

#include <stdbool.h>

#include "base/fpcontrol.h"
#include "cast/write.h"
#include "shape/cores.h"
#include "single/solid.h"

#define MOST_STEPS 96u

#define FAR 1e300  // more than any distance
#define FLAT 1e-26 // the square of a height over that of a length, up to which rounding may have made the height

// A point of the difference, and the point of B that it comes from.
typedef struct corner {
  lgjk_vec3 y, b;
} corner;

// The feature of a simplex that is the nearest to x.
typedef struct feature {
  uint32_t count;
  corner corner[4];
  double weight[3];
  double distance;
  lgjk_vec3 normal; // unit, from x to the feature
} feature;

// The nearest feature so far: numbers of its corners, and a vector along its normal.
typedef struct nearest {
  double square; // of the distance
  uint32_t count, corner[3];
  double weight[3];
  lgjk_vec3 along;
} nearest;

typedef struct course {
  lgjk_solidN a, b;
  lgjk_vec3 way;
  double from, rest; // the fraction where it begins, and how many follow
  double radius, radius_b, tolerance;
  bool stays; // only the distance is of interest
} course;

static lgjk_vec3 read_vector(const double v[DIM]) { return (lgjk_vec3){v[0], v[1], DIM == 3 ? v[DIM - 1] : 0}; }

static void write_vector(double out[DIM], lgjk_vec3 v) {
  const double all[3] = {v.x, v.y, v.z};
  for (int k = 0; k < DIM; ++k) out[k] = all[k];
}

// Returns the point of the difference that is the least along n.
static corner find_support(const course* c, lgjk_vec3 n) {
  double along[DIM], against[DIM], a[DIM], b[DIM];
  write_vector(along, n);
  write_vector(against, vec3_neg(n));
  lgjk_solidN_support(&c->a, along, a);
  lgjk_solidN_support(&c->b, against, b);
  return (corner){vec3_sub(read_vector(b), read_vector(a)), read_vector(b)};
}

// ---------------------------------------------------------------- the nearest feature

// v: the corners, as seen from x.
static void try_vertex(const lgjk_vec3* v, uint32_t i, nearest* best) {
  const double square = vec3_square(v[i]);
  if (square < best->square) *best = (nearest){square, 1, {i}, {1}, v[i]};
}

static void try_edge(const lgjk_vec3* v, uint32_t i, uint32_t j, nearest* best) {
  const lgjk_vec3 e = vec3_sub(v[j], v[i]);
  const double all = vec3_square(e), t = -vec3_dot(v[i], e);
  if (!(t > 0 && t < all)) return;
  const double share = t / all;
  lgjk_vec3 d = vec3_ahead(v[i], e, share);
  d = vec3_ahead(d, e, -vec3_dot(d, e) / all);
  const double square = vec3_square(d);
  if (square < best->square) *best = (nearest){square, 2, {i, j}, {1 - share, share}, d};
}

// Tries the face i, j, k if x is over it. `opposite`: the other corner of a tetrahedron, or NULL. Returns whether x is
// on the side of that, and so on the inner side of the face, which is no feature then. A flat tetrahedron has no
// inside.
static bool try_face(const lgjk_vec3* v, uint32_t i, uint32_t j, uint32_t k, const lgjk_vec3* opposite, nearest* best) {
  const lgjk_vec3 e = vec3_sub(v[j], v[i]), g = vec3_sub(v[k], v[i]), n = vec3_cross(e, g);
  const double below = vec3_dot(n, v[i]), all = vec3_square(n);
  if (opposite != NULL) {
    const lgjk_vec3 d = vec3_sub(*opposite, v[i]);
    const double height = vec3_dot(n, d);
    if (height * below <= 0 && height * height > FLAT * all * (vec3_square(d) + vec3_square(v[i]))) return true;
  }
  const double s = vec3_dot(vec3_cross(g, v[i]), n), t = vec3_dot(vec3_cross(v[i], e), n);
  if (!(s > 0 && t > 0 && s + t < all)) return false;
  const double square = below * below / all;
  if (square < best->square) {
    *best = (nearest){square, 3, {i, j, k}, {1 - (s + t) / all, s / all, t / all}, below < 0 ? vec3_neg(n) : n};
  }
  return false;
}

// Tries all faces of a triangle or a tetrahedron. Returns whether a tetrahedron holds x.
static bool try_faces(const lgjk_vec3* v, uint32_t count, bool all, nearest* best) {
  if (count < 4) {
    if (count == 3) try_face(v, 0, 1, 2, NULL, best);
    return false;
  }
  uint32_t within = 0;
  for (uint32_t i = 0; i < 4; ++i) {
    within += try_face(v, (i + 1) & 3, (i + 2) & 3, (i + 3) & 3, all ? NULL : &v[i], best);
  }
  return within == 4;
}

// Reduces a simplex to its feature that is the nearest to x. To a tetrahedron that holds x the distance is 0. A face
// that x is over is nearer than any edge or corner.
static void find_nearest(feature* f, lgjk_vec3 x) {
  const uint32_t count = f->count;
  lgjk_vec3 v[4];
  nearest best = {.square = FAR};
  for (uint32_t i = 0; i < count; ++i) v[i] = vec3_sub(f->corner[i].y, x);
  const bool inside = try_faces(v, count, false, &best);
  if (inside) try_faces(v, count, true, &best);
  for (uint32_t i = 0; i < count && best.count < 3; ++i) {
    for (uint32_t j = i + 1; j < count; ++j) try_edge(v, i, j, &best);
    try_vertex(v, i, &best);
  }
  const corner kept[3] = {f->corner[best.corner[0]], f->corner[best.corner[1]], f->corner[best.corner[2]]};
  f->count = best.count;
  for (uint32_t i = 0; i < best.count; ++i) {
    f->corner[i] = kept[i];
    f->weight[i] = best.weight[i];
  }
  f->distance = inside ? 0 : lgjk_sqrt(best.square);
  f->normal = vec3_unit(best.along, (lgjk_vec3){1, 0, 0});
}

static bool has_corner(const feature* f, const corner* w) {
  for (uint32_t i = 0; i < f->count; ++i) {
    const lgjk_vec3 d = vec3_sub(f->corner[i].y, w->y);
    if (d.x == 0 && d.y == 0 && d.z == 0) return true;
  }
  return false;
}

// ---------------------------------------------------------------- the ray

static void open_body(const lgjk_side* side, const cast_body* body, const double place[DIM], lgjk_solidN* out) {
  const lgjk_shapeN* shape = (const lgjk_shapeN*)side->table + body->shape;
  lgjk_solidN_place(out, shape, side->pool, body->pose, body->pose);
  for (int k = 0; k < DIM; ++k) out->position[k] = place[k];
}

static void open_course(const cast_job* job, const cast_chunk* c, uint32_t i, course* out) {
  static const double origin[DIM];
  double start[DIM], way[DIM];
  for (int k = 0; k < DIM; ++k) {
    way[k] = c->way[k][i];
    start[k] = c->start[k][i] + c->from[i] * way[k];
  }
  out->from = c->from[i];
  out->rest = c->to[i] - c->from[i];
  out->stays = false;
  open_body(&job->batch.a, &c->a[i], start, &out->a);
  open_body(&job->batch.b, &c->b[i], origin, &out->b);
  out->way = read_vector(way);
  out->radius_b = (double)c->b[i].radius;
  out->radius = (double)c->a[i].radius + out->radius_b + job->target;
  out->tolerance = c->tolerance[i];
}

static void write_touch(const course* c, const feature* f, lgjk_vec3 n, double moved, cast_touch* out) {
  lgjk_vec3 b = vec3_scale(n, -c->radius_b);
  for (uint32_t k = 0; k < f->count && k < 3; ++k) b = vec3_ahead(b, f->corner[k].b, f->weight[k]);
  write_vector(out->normal, n);
  write_vector(out->point, b);
  out->gap = f->distance - c->radius;
  out->speed = vec3_dot(n, c->way);
  out->first = out->gap + moved * out->speed;
}

// Keeps the greatest gap up to a plane that the difference is beyond.
static void keep_bound(const course* c, const feature* f, lgjk_vec3 n, double gap, cast_touch* out) {
  if (f->count == 0 || !(gap > out->gap)) return;
  write_touch(c, f, n, 0, out);
  out->gap = gap;
}

static uint32_t run_course(const course* c, cast_touch* out) {
  feature f = {.distance = FAR};
  bool known = false; // whether x is on a plane, of the normal `by`, that the difference is beyond
  double moved = 0;
  lgjk_vec3 x = {0, 0, 0}, by = x, n = vec3_unit(vec3_neg(read_vector(c->a.position)), (lgjk_vec3){1, 0, 0});
  for (uint32_t step = 0; step < MOST_STEPS; ++step) {
    const corner support = find_support(c, n);
    const double gap = vec3_dot(n, vec3_sub(support.y, x)) - c->radius, speed = vec3_dot(n, c->way);
    const bool ends = f.distance - c->radius - gap <= c->tolerance, beyond = !c->stays && gap >= -c->tolerance;
    out->fraction = c->from + moved;
    if (beyond && !(speed > 0)) return CAST_PASSES;
    if (ends && (c->stays || gap <= c->tolerance)) {
      write_touch(c, &f, n, moved, out);
      return CAST_TOUCHES;
    }
    if (beyond) {
      const double on = gap > 0 ? gap / speed : 0;
      if (!(moved + on <= c->rest)) return CAST_PASSES;
      moved += on;
      x = vec3_scale(c->way, moved);
      by = n;
      known = true;
    }
    if (c->stays) keep_bound(c, &f, n, gap, out);
    const bool repeated = has_corner(&f, &support);
    if (repeated && !(beyond && gap > 0)) return CAST_UNKNOWN;
    if (!repeated) f.corner[f.count++] = support;
    find_nearest(&f, x);
    if (f.distance <= (c->radius > c->tolerance ? 0 : c->tolerance)) {
      out->gap = -FAR;
      if (!known) return CAST_UNKNOWN;
      out->fraction = c->from + moved;
      write_touch(c, &f, by, moved, out);
      return CAST_TOUCHES;
    }
    n = f.normal;
  }
  return CAST_UNKNOWN;
}

static uint32_t cast_cores(const cast_job* job, const cast_chunk* c, uint32_t i, cast_touch* out) {
  course w;
  open_course(job, c, i, &w);
  return run_course(&w, out);
}

bool cast_measureN(const lgjk_solidN* a, const lgjk_solidN* b, const double radius[2], double tolerance,
                   cast_touch* out) {
  const course w = {
      .a = *a, .b = *b, .radius = radius[0], .radius_b = radius[1], .tolerance = tolerance, .stays = true};
  out->gap = -FAR;
  return run_course(&w, out) == CAST_TOUCHES || out->gap > 0;
}

// ---------------------------------------------------------------- the answer

static bool passes_touch(const cast_chunk* c, uint32_t i, const cast_touch* touch, double band) {
  double square = 0;
  for (int k = 0; k < DIM; ++k) square += c->way[k][i] * c->way[k][i];
  return cast_passes_touch(&(cast_begin){.first = touch->first,
                                         .gap = touch->gap,
                                         .speed = touch->speed,
                                         .rest = c->to[i] - touch->fraction,
                                         .way = lgjk_sqrt(square),
                                         .band = band});
}

bool cast_in_doubleN(const cast_job* job, cast_chunk* c, uint32_t i) {
  cast_touch touch;
  const uint32_t end = cast_cores(job, c, i, &touch);
  if (end == CAST_PASSES) return true;
  if (end == CAST_UNKNOWN) {
    c->from[i] = touch.fraction;
    return false;
  }
  const double band = c->scale[i] * 2 * c->reach[i];
  const bool overlaps = touch.gap < -band && touch.fraction == 0;
  if (!overlaps && (!(touch.speed > 0) || passes_touch(c, i, &touch, band))) return true;
  cast_write_at(job, c->pair[i], overlaps ? LGJK_CAST_OVERLAP : LGJK_CAST_HIT, touch.fraction, 0, touch.normal,
                touch.point, overlaps ? -touch.gap : 0);
  return true;
}
