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
#include "single/penetrate.h"

#include <string.h>

#include "base/fpcontrol.h"
#include "single/ring2.h"

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
  lgjk_vec2 n, a, b;
  double h;
} plane;

typedef struct pair {
  const lgjk_solid2 *a, *b;
  double scale, gap;
  double rolling; // sum of the radii of the circles that are taken off
  uint32_t evaluations;
} pair;

static lgjk_vec2 difference(const plane* p) { return lgjk_sub2(p->a, p->b); }

static lgjk_vec2 unit(lgjk_vec2 v) { return lgjk_scale2(v, 1.0 / lgjk_sqrt(lgjk_dot2(v, v))); }

static plane support_plane(pair* p, lgjk_vec2 n) {
  const double along[2] = {n.x, n.y}, against[2] = {-n.x, -n.y};
  double a[2], b[2];
  lgjk_solid2_support(p->a, along, a);
  lgjk_solid2_support(p->b, against, b);
  ++p->evaluations;
  plane out = {.n = n, .a = {a[0], a[1]}, .b = {b[0], b[1]}};
  out.h = lgjk_dot2(difference(&out), n);
  return out;
}

// ------------------------------------------------------------------ polygons

typedef struct least_edge {
  double h;
  lgjk_vec2 n; // from A to B
} least_edge;

// Tries the outward normals of p's edges. `sign`: 1 if p is A, -1 if it is B. If the normal turns by 90 degrees or
// more, q is scanned for its support; else the support follows the normal counter-clockwise, edge by edge.
static void scan_edges(const lgjk_solid2* p, const lgjk_solid2* q, double sign, least_edge* least) {
  const uint32_t count = lgjk_ring2_count(p), others = lgjk_ring2_count(q);
  lgjk_vec2 before = {0, 0};
  uint32_t j = 0;
  if (count < 2) return;
  for (uint32_t i = 0; i < count; ++i) {
    const lgjk_vec2 edge = unit(lgjk_ring2_edge(p, i)), n = {edge.y, -edge.x};
    if (lgjk_dot2(n, before) <= 0) {
      j = lgjk_ring2_farthest(q, lgjk_turn_back2(q, lgjk_scale2(n, -1)));
    } else {
      for (uint32_t k = 0; k < others && lgjk_dot2(lgjk_ring2_edge(q, j), n) < 0; ++k) j = lgjk_ring2_next(q, j);
    }
    const double h = lgjk_dot2(lgjk_sub2(lgjk_ring2_vertex(p, i), lgjk_ring2_vertex(q, j)), n);
    if (h < least->h) *least = (least_edge){h, lgjk_scale2(n, sign)};
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
static int is_between(lgjk_vec2 from, lgjk_vec2 u, lgjk_vec2 to) {
  return lgjk_cross2(from, u) > 0 && lgjk_cross2(u, to) > 0;
}

// Returns whether a normal between those of two planes may have a support value below `limit`. `n`: where to split.
static int may_hold_less(const pair* p, const plane* from, const plane* to, double limit, lgjk_vec2* n) {
  const lgjk_vec2 w[2] = {lgjk_sub2(difference(from), lgjk_scale2(from->n, p->rolling)),
                          lgjk_sub2(difference(to), lgjk_scale2(to->n, p->rolling))};
  const lgjk_vec2 edge = lgjk_sub2(w[1], w[0]);
  for (int i = 0; i < 2; ++i) {
    const double length = lgjk_sqrt(lgjk_dot2(w[i], w[i]));
    if (p->rolling - length >= limit || length == 0) continue;
    *n = lgjk_scale2(w[i], -1 / length);
    if (is_between(from->n, *n, to->n)) return 1;
  }
  const double length = lgjk_sqrt(lgjk_dot2(edge, edge));
  if (length == 0) return 0;
  *n = (lgjk_vec2){edge.y / length, -edge.x / length};
  return lgjk_dot2(w[0], *n) + p->rolling < limit && is_between(from->n, *n, to->n);
}

static void keep_least(plane* best, const plane* each) {
  if (each->h < best->h) *best = *each;
}

// Finds the best of all normals, within the gap. The arcs that wait lie one after the other, clockwise from the bottom
// of the stack, where the last ends. A full stack joins two of its arcs again, above the four first normals; the joint
// arc is split once more when its turn comes.
static void search_arcs(pair* p, plane* best) {
  static const lgjk_vec2 first[4] = {{1, 0}, {0, -1}, {-1, 0}, {0, 1}};
  plane end[MOST_ARCS];
  uint32_t top = 3;
  for (uint32_t i = 0; i <= top; ++i) {
    end[i] = support_plane(p, first[i]);
    keep_least(best, &end[i]);
  }
  plane from = end[0];
  for (;;) {
    lgjk_vec2 n;
    if (p->evaluations < MOST_EVALUATIONS && may_hold_less(p, &from, &end[top], best->h - p->gap, &n)) {
      if (top + 1 == MOST_ARCS) memmove(&end[4], &end[5], (--top - 3) * sizeof end[0]);
      end[++top] = support_plane(p, n);
      keep_least(best, &end[top]);
    } else if (top > 0) {
      from = end[top--];
    } else {
      return;
    }
  }
}

// ------------------------------------------------------------------ the points

// Returns how far D's support point is along the tangent, counter-clockwise: the derivative of h by the normal's angle.
static double slope(const plane* p) { return lgjk_cross2(p->n, difference(p)); }

// Returns the plane at the first normal, clockwise (-1) or counter-clockwise (1), at which h falls back towards `from`.
static plane bracket(pair* p, const plane* from, double side) {
  const lgjk_vec2 t = {-from->n.y, from->n.x};
  plane out = *from;
  double step = side * FIRST_STEP;
  for (int k = 0; k < STEPS && side * slope(&out) < 0; ++k, step *= STEP_GROWTH) {
    out = support_plane(p, unit(lgjk_add2(from->n, lgjk_scale2(t, step))));
  }
  return out;
}

// Finds the origin's foot on the chord between the support points of two planes, as points of the cores, in `out`.
// Returns its height along out's normal.
static double foot_of_origin(const plane* from, const plane* to, plane* out) {
  const lgjk_vec2 w = difference(from), edge = lgjk_sub2(difference(to), w), t = {-out->n.y, out->n.x};
  const double along = lgjk_dot2(edge, t);
  double share = along > 0 ? -(lgjk_dot2(w, t) / along) : 0;
  share = share < 0 ? 0 : share > 1 ? 1 : share;
  out->a = lgjk_add2(from->a, lgjk_scale2(lgjk_sub2(to->a, from->a), share));
  out->b = lgjk_add2(from->b, lgjk_scale2(lgjk_sub2(to->b, from->b), share));
  return lgjk_dot2(difference(out), out->n);
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
    const lgjk_vec2 edge = lgjk_sub2(difference(&to), difference(&from));
    const lgjk_vec2 across = i % 2 == 0 ? (lgjk_vec2){edge.y, -edge.x} : lgjk_add2(from.n, to.n);
    if (!(lgjk_dot2(across, across) > 0)) break;
    *best = support_plane(p, unit(across));
    if (slope(best) <= 0) from = *best;
    if (slope(best) >= 0) to = *best;
  }
  foot_of_origin(&from, &to, best);
}

void lgjk_penetrate2(const lgjk_solid2* a, const lgjk_solid2* b, double scale, lgjk_penetration2* out) {
  const int polygons = lgjk_ring2_count(a) > 0 && lgjk_ring2_count(b) > 0;
  const int points = lgjk_ring2_count(a) == 1 && lgjk_ring2_count(b) == 1; // no edge
  pair p = {.a = a, .b = b, .scale = scale, .gap = scale * (polygons ? GAP_POLYGONS : GAP_ELLIPSES)};
  plane best = support_plane(&p, (lgjk_vec2){1, 0});
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
