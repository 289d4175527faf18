// Finds how deep two cores of the plane overlap. D = A - B is convex; h(n) is its support value along a unit normal n.
// The depth is the least h; if D does not hold the origin, it is minus the distance.
//
// Polygons: if D holds the origin, an edge's outward normal has the least h. The edges of D are those of A and -B. Each
// is paired with the support of the other core, which goes around as the normal does (O(n + m)).
//
// Curved cores, and polygons that do not overlap: between two normals n1, n2 with support points w1, w2 of D, h(n) is
// at least max(w1 . n, w2 . n). The least value of that is the distance to the line of w1 and w2 (along its normal), or
// minus the distance to one of them. An arc is split at such a normal only if it may so hold less than the best, as the
// expanding polytope algorithm splits an edge. The circle of an ellipse's least radius of curvature rolls freely within
// it. This circle is first taken off, so that circles need no corners.
#include <string.h>

#include "base/fpcontrol.h"
#include "single/penetrate.h"
#include "single/solid.h"

// ------------------------------------------------------------------ rings

// Reads the vertices of a core in the plane as a ring, counter-clockwise, in double. An edge has the number of the
// vertex that it begins at. A segment has two edges, one for each of its sides; a point has one, of length 0.

typedef struct vec2 {
  double x, y;
} vec2;

static vec2 add(vec2 a, vec2 b) { return (vec2){a.x + b.x, a.y + b.y}; }
static vec2 sub(vec2 a, vec2 b) { return (vec2){a.x - b.x, a.y - b.y}; }
static vec2 scaled(vec2 a, double s) { return (vec2){a.x * s, a.y * s}; }
static double dot(vec2 a, vec2 b) { return a.x * b.x + a.y * b.y; }
static double cross(vec2 a, vec2 b) { return a.x * b.y - a.y * b.x; }

// These turn a vector from the core's axes to those of the world, and back.
static vec2 turn(const lgjk_solid2* solid, vec2 v) {
  const double* t = solid->turn;
  return (vec2){t[0] * v.x + t[1] * v.y, t[2] * v.x + t[3] * v.y};
}
static vec2 turn_back(const lgjk_solid2* solid, vec2 v) {
  const double* t = solid->turn;
  return (vec2){t[0] * v.x + t[2] * v.y, t[1] * v.x + t[3] * v.y};
}

// Returns the number of vertices; 0 for an ellipse.
static uint32_t ring_vertices(const lgjk_solid2* solid) { return solid->shape->count; }

static uint32_t ring_next(const lgjk_solid2* solid, uint32_t i) { return i + 1 < solid->shape->count ? i + 1 : 0; }

// Returns vertex i in the core's axes. A box begins at its upper right corner.
static vec2 ring_local(const lgjk_solid2* solid, uint32_t i) {
  const lgjk_shape2* shape = solid->shape;
  if (is_box_core(shape->core)) {
    const double x = (double)shape->row[0], y = (double)shape->row[1];
    return (vec2){i == 1 || i == 2 ? -x : x, i >= 2 ? -y : y};
  }
  if (is_large_core(shape->core)) {
    const float* pool = solid->pool + shape->pool;
    return (vec2){(double)pool[i], (double)pool[shape->padded + i]};
  }
  return (vec2){(double)shape->row[2 * i], (double)shape->row[2 * i + 1]};
}

// Returns vertex i in world axes around A's position.
static vec2 ring_vertex(const lgjk_solid2* solid, uint32_t i) {
  const vec2 position = {solid->position[0], solid->position[1]};
  return add(position, turn(solid, ring_local(solid, i)));
}

// Returns edge i, from its vertex to the next, by local coordinates, so that a short edge's direction is as good.
static vec2 ring_edge(const lgjk_solid2* solid, uint32_t i) {
  const vec2 to = ring_local(solid, ring_next(solid, i));
  return turn(solid, sub(to, ring_local(solid, i)));
}

// Returns the farthest vertex along d, in the core's axes; ties go to the first of the ring.
static uint32_t ring_farthest(const lgjk_solid2* solid, vec2 d) {
  uint32_t farthest = 0;
  double most = dot(ring_local(solid, 0), d);
  for (uint32_t i = 1; i < solid->shape->count; ++i) {
    const double each = dot(ring_local(solid, i), d);
    if (each > most) {
      most = each;
      farthest = i;
    }
  }
  return farthest;
}

// ------------------------------------------------------------------ cores, placed in the plane

void lgjk_solid2_place(lgjk_solid2* solid, const lgjk_shape2* shape, const float* pool, const float* pose,
                       const float* origin) {
  const double c = (double)pose[2], s = (double)pose[3];
  const double inverse = 1.0 / lgjk_sqrt(c * c + s * s);
  *solid = (lgjk_solid2){.shape = shape, .pool = pool};
  solid->turn[0] = solid->turn[3] = c * inverse;
  solid->turn[1] = -(s * inverse);
  solid->turn[2] = s * inverse;
  for (int k = 0; k < 2; ++k) solid->position[k] = (double)pose[k] - (double)origin[k];
}

// Returns the point of the ellipse M(unit disc) farthest along d: M u / |u| with u = transpose(M) d. First d is brought
// to size 1, so that u.u neither overflows nor underflows.
static vec2 farthest_of_ellipse(const float* m, vec2 d) {
  const double x = d.x < 0 ? -d.x : d.x, y = d.y < 0 ? -d.y : d.y, size = x > y ? x : y;
  const double xx = (double)m[0], xy = (double)m[1], yx = (double)m[2], yy = (double)m[3];
  d = scaled(d, 1.0 / size);
  vec2 u = {xx * d.x + yx * d.y, xy * d.x + yy * d.y};
  const double length = lgjk_sqrt(dot(u, u));
  u = length > 0 ? scaled(u, 1.0 / length) : (vec2){1, 0};
  return (vec2){xx * u.x + xy * u.y, yx * u.x + yy * u.y};
}

uint32_t lgjk_solid2_support(const lgjk_solid2* solid, const double d[2], double point[2]) {
  const vec2 local = turn_back(solid, (vec2){d[0], d[1]});
  uint32_t vertex = 0;
  vec2 farthest;
  if (is_curved_core(solid->shape->core)) {
    farthest = farthest_of_ellipse(solid->shape->row, local);
  } else {
    vertex = ring_farthest(solid, local);
    farthest = ring_local(solid, vertex);
  }
  farthest = turn(solid, farthest);
  point[0] = solid->position[0] + farthest.x;
  point[1] = solid->position[1] + farthest.y;
  return vertex;
}

// ------------------------------------------------------------------ support planes

// Relative to the pair's scale: how much less an arc may hold than the best and not be split. For polygons it is 90
// roundings of double, so that cores apart by 1e-6 have a normal of four digits; for ellipses a third of one of float.
#define GAP_POLYGONS 1e-14
#define GAP_ELLIPSES 2e-8
// This far a support value may be from the distance to its chord, and supports from their normal: 10,000 roundings.
#define CHORD_GAP 1e-12

#define MOST_ARCS 48u          // arcs that wait; a smooth one is about half of the one before
#define MOST_EVALUATIONS 4096u // then the best is taken; seen: 305 for 256 equally near edges, 2,070 for ellipses
#define FIRST_STEP 1e-7        // radians from a normal to the first try at a bracket; later ones are farther
#define STEPS 8
#define STEP_GROWTH 16.0
#define SPLITS 64 // splits of the bracket; every other one halves it

// A support plane of D: its unit normal, the support points of the cores, and the support value.
typedef struct plane {
  vec2 n, a, b;
  double h;
} plane;

typedef struct pair {
  const lgjk_solid2 *a, *b;
  double scale, gap;
  double rolling; // sum of the radii of the circles that are taken off
  uint32_t evaluations;
} pair;

static vec2 difference(const plane* p) { return sub(p->a, p->b); }

static vec2 unit(vec2 v) { return scaled(v, 1.0 / lgjk_sqrt(dot(v, v))); }

static plane support_plane(pair* p, vec2 n) {
  const double along[2] = {n.x, n.y}, against[2] = {-n.x, -n.y};
  double a[2], b[2];
  lgjk_solid2_support(p->a, along, a);
  lgjk_solid2_support(p->b, against, b);
  ++p->evaluations;
  plane out = {.n = n, .a = {a[0], a[1]}, .b = {b[0], b[1]}};
  out.h = dot(difference(&out), n);
  return out;
}

// ------------------------------------------------------------------ polygons

typedef struct least_edge {
  double h;
  vec2 n; // from A to B
} least_edge;

// Tries the outward normals of p's edges. `sign`: 1 if p is A, -1 if it is B. If the normal turns by 90 degrees or
// more, q is scanned for its support; else the support follows the normal counter-clockwise, edge by edge.
static void scan_edges(const lgjk_solid2* p, const lgjk_solid2* q, double sign, least_edge* least) {
  const uint32_t count = ring_vertices(p), others = ring_vertices(q);
  vec2 before = {0, 0};
  uint32_t j = 0;
  if (count < 2) return;
  for (uint32_t i = 0; i < count; ++i) {
    const vec2 edge = unit(ring_edge(p, i)), n = {edge.y, -edge.x};
    if (dot(n, before) <= 0) {
      j = ring_farthest(q, turn_back(q, scaled(n, -1)));
    } else {
      for (uint32_t k = 0; k < others && dot(ring_edge(q, j), n) < 0; ++k) j = ring_next(q, j);
    }
    const double h = dot(sub(ring_vertex(p, i), ring_vertex(q, j)), n);
    if (h < least->h) *least = (least_edge){h, scaled(n, sign)};
    before = n;
  }
}

// ------------------------------------------------------------------ arcs

// Returns the least radius of curvature, slightly less: the shorter semi-axis squared over the longer; 0 for polygons.
static double least_curvature(const lgjk_solid2* solid) {
  if (!is_curved_core(solid->shape->core)) return 0;
  const float* m = solid->shape->row;
  const double xx = (double)m[0], xy = (double)m[1], yx = (double)m[2], yy = (double)m[3];
  const double e = xx + yy, f = xx - yy, g = yx + xy, k = yx - xy;
  const double longer = 0.5 * (lgjk_sqrt(e * e + k * k) + lgjk_sqrt(f * f + g * g));
  const double shorter = (xx * yy - xy * yx) / longer;
  return shorter * shorter / longer * (1 - 1e-12);
}

// Returns whether u is strictly between two normals that are less than 180 degrees apart.
static int is_between(vec2 from, vec2 u, vec2 to) { return cross(from, u) > 0 && cross(u, to) > 0; }

// Returns whether a normal between those of two planes may have a support value below `limit`. `n`: where to split.
static int may_hold_less(const pair* p, const plane* from, const plane* to, double limit, vec2* n) {
  const vec2 w[2] = {sub(difference(from), scaled(from->n, p->rolling)),
                     sub(difference(to), scaled(to->n, p->rolling))};
  const vec2 edge = sub(w[1], w[0]);
  for (int i = 0; i < 2; ++i) {
    const double length = lgjk_sqrt(dot(w[i], w[i]));
    if (p->rolling - length >= limit || length == 0) continue;
    *n = scaled(w[i], -1 / length);
    if (is_between(from->n, *n, to->n)) return 1;
  }
  const double length = lgjk_sqrt(dot(edge, edge));
  if (length == 0) return 0;
  *n = (vec2){edge.y / length, -edge.x / length};
  return dot(w[0], *n) + p->rolling < limit && is_between(from->n, *n, to->n);
}

// Finds the best of all normals, within the gap. The arcs that wait lie one after the other, clockwise from the bottom
// of the stack, where the last ends. A full stack joins two of its arcs again, above the four first normals; the joint
// arc is split once more when its turn comes.
static void search_arcs(pair* p, plane* best) {
  static const vec2 first[4] = {{1, 0}, {0, -1}, {-1, 0}, {0, 1}};
  plane end[MOST_ARCS];
  uint32_t top = 3;
  for (uint32_t i = 0; i <= top; ++i) {
    end[i] = support_plane(p, first[i]);
    if (end[i].h < best->h) *best = end[i];
  }
  plane from = end[0];
  for (;;) {
    vec2 n;
    if (p->evaluations < MOST_EVALUATIONS && may_hold_less(p, &from, &end[top], best->h - p->gap, &n)) {
      if (top + 1 == MOST_ARCS) memmove(&end[4], &end[5], (--top - 3) * sizeof end[0]);
      end[++top] = support_plane(p, n);
      if (end[top].h < best->h) *best = end[top];
    } else if (top > 0) {
      from = end[top--];
    } else {
      return;
    }
  }
}

// ------------------------------------------------------------------ the points

// Returns how far D's support point is along the tangent, counter-clockwise: the derivative of h by the normal's angle.
static double slope(const plane* p) { return cross(p->n, difference(p)); }

// Returns the plane at the first normal, clockwise (-1) or counter-clockwise (1), at which h falls back towards `from`.
static plane bracket(pair* p, const plane* from, double side) {
  const vec2 t = {-from->n.y, from->n.x};
  plane out = *from;
  double step = side * FIRST_STEP;
  for (int k = 0; k < STEPS && side * slope(&out) < 0; ++k, step *= STEP_GROWTH) {
    out = support_plane(p, unit(add(from->n, scaled(t, step))));
  }
  return out;
}

// Finds the origin's foot on the chord between the support points of two planes, as points of the cores, in `out`.
// Returns its height along out's normal.
static double foot_of_origin(const plane* from, const plane* to, plane* out) {
  const vec2 w = difference(from), edge = sub(difference(to), w), t = {-out->n.y, out->n.x};
  const double along = dot(edge, t);
  double share = along > 0 ? -(dot(w, t) / along) : 0;
  share = share < 0 ? 0 : share > 1 ? 1 : share;
  out->a = add(from->a, scaled(sub(to->a, from->a), share));
  out->b = add(from->b, scaled(sub(to->b, from->b), share));
  return dot(difference(out), out->n);
}

// Brings `best` to its least value nearby, and its points to where a - b is along the normal. In the end the chord
// between the planes on both sides is within the chord gap: an edge of D, or as good as one.
static void try_feature(pair* p, plane* best) {
  const double across_normal = slope(best), most = CHORD_GAP * p->scale;
  if (-most <= across_normal && across_normal <= most) return;
  plane from = bracket(p, best, -1), to = bracket(p, best, 1);
  for (int i = 0; i < SPLITS; ++i) {
    plane foot = *best;
    if (best->h - foot_of_origin(&from, &to, &foot) <= most) {
      *best = foot;
      return;
    }
    const vec2 edge = sub(difference(&to), difference(&from));
    const vec2 across = i % 2 == 0 ? (vec2){edge.y, -edge.x} : add(from.n, to.n);
    if (!(dot(across, across) > 0)) break;
    *best = support_plane(p, unit(across));
    if (slope(best) <= 0) from = *best;
    if (slope(best) >= 0) to = *best;
  }
  foot_of_origin(&from, &to, best);
}

void lgjk_penetrate2(const lgjk_solid2* a, const lgjk_solid2* b, double scale, lgjk_penetration2* out) {
  const int polygons = ring_vertices(a) > 0 && ring_vertices(b) > 0;
  const int points = ring_vertices(a) == 1 && ring_vertices(b) == 1; // no edge
  pair p = {.a = a, .b = b, .scale = scale, .gap = scale * (polygons ? GAP_POLYGONS : GAP_ELLIPSES)};
  plane best = support_plane(&p, (vec2){1, 0});
  if (polygons) {
    least_edge least = {best.h, best.n};
    scan_edges(a, b, 1, &least);
    scan_edges(b, a, -1, &least);
    if (least.h < best.h) best = support_plane(&p, least.n);
  }
  p.rolling = least_curvature(a) + least_curvature(b);
  if (!polygons || points || best.h <= 0) search_arcs(&p, &best);
  try_feature(&p, &best);
  out->depth = best.h;
  out->evaluations = p.evaluations;
  memcpy(out->normal, &best.n, sizeof out->normal);
  memcpy(out->a, &best.a, sizeof out->a);
  memcpy(out->b, &best.b, sizeof out->b);
}
