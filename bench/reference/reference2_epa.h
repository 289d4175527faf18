// The expanding polytope in the plane (van den Bergen 2001): a convex polygon of points of A - B grows by the support
// point beyond the edge that the origin is least inside of, until there is none beyond; that edge is the shortest way
// out. In double, in the frame of A.
//
// Each support along a unit normal n says that moving B by h(n) along n parts the cores, so the least h(n) is an upper
// bound of the depth; the line of the nearest edge is a lower one. The answer is the upper bound, so that it is a way
// out wherever the search ends. Heights of lines are signed: the origin may be outside, by what GJK calls touching.
// Only the reference includes this file.
#ifndef LGJK_REFERENCE2_EPA_H
#define LGJK_REFERENCE2_EPA_H

#include "reference2_gjk.h"
#include "reference2_real.h"

#define REF2_EPA_GAP 1e-7        // x scale: converged when the bounds are this close
#define REF2_EPA_GAP_CURVED 1e-6 // the same where an ellipse takes part
#define REF2_EPA_SAME 1e-12      // x scale: points this close are one

// A point of A - B, the point of A it came from, and the edge from here to the next.
typedef struct corner2 {
  real2 w, a;
  real2 n;       // unit normal of the edge, outwards
  double height; // of the edge's line along n over the origin; or of the support along n, where that is no new point
  uint32_t index_a, index_b;
} corner2;

typedef struct polytope2 {
  corner2 corner[REF2_EPA_LIMIT + 4]; // counter-clockwise
  uint32_t count;
  double same2; // REF2_EPA_SAME * scale, squared
  // The best way out so far.
  double depth;
  real2 normal, a;
  uint32_t evaluations;
} polytope2;

// ---------------------------------------------------------------- support

static inline real2 real2_support_ellipse(const float m[4], real2 d) {
  real2 e = {(double)m[0] * d.x + (double)m[2] * d.y, (double)m[1] * d.x + (double)m[3] * d.y};
  double length = real2_length(e);
  e = length > 0.0 ? real2_mul(1.0 / length, e) : (real2){1.0, 0.0};
  return (real2){(double)m[0] * e.x + (double)m[1] * e.y, (double)m[2] * e.x + (double)m[3] * e.y};
}

// The point of a core farthest along the unit vector d, both in the frame of the shape. Vertices are scanned in float.
REF2_INLINE real2 real2_support(const ref2_shape* shape, real2 d, uint32_t* index) {
  if (shape->kind == LGJK_SHAPE2_ELLIPSE) {
    *index = 0;
    return real2_support_ellipse(shape->matrix, d);
  }
  support_core(shape, (vec2){(float)d.x, (float)d.y}, index);
  return real2_point(shape, *index);
}

// The corner of A - B farthest along the unit vector n, noted where it is a shorter way out.
REF2_INLINE corner2 corner_along(polytope2* p, const frame2* f, real2 n, double* h) {
  corner2 c = {.height = 0.0};
  c.a = real2_support(f->a, n, &c.index_a);
  c.w = real2_sub(c.a, real2_place(f, real2_support(f->b, real2_unturn(f->q, real2_mul(-1.0, n)), &c.index_b)));
  *h = real2_dot(n, c.w);
  ++p->evaluations;
  if (*h < p->depth) {
    p->depth = *h;
    p->normal = n;
    p->a = c.a;
  }
  return c;
}

// ---------------------------------------------------------------- the polygon

REF2_INLINE bool is_corner(const polytope2* p, real2 w) {
  for (uint32_t i = 0; i < p->count; ++i) {
    real2 e = real2_sub(w, p->corner[i].w);
    if (real2_dot(e, e) <= p->same2) return true;
  }
  return false;
}

REF2_INLINE uint32_t after(const polytope2* p, uint32_t i) { return i + 1 < p->count ? i + 1 : 0; }

REF2_INLINE uint32_t before(const polytope2* p, uint32_t i) { return i > 0 ? i - 1 : p->count - 1; }

REF2_INLINE void set_edge(polytope2* p, uint32_t i) {
  corner2* c = &p->corner[i];
  real2 n = real2_outwards(real2_sub(p->corner[after(p, i)].w, c->w));
  c->n = real2_mul(1.0 / real2_length(n), n);
  c->height = real2_dot(c->n, c->w);
}

REF2_INLINE uint32_t nearest_edge(const polytope2* p) {
  uint32_t best = 0;
  for (uint32_t i = 1; i < p->count; ++i) {
    if (p->corner[i].height < p->corner[best].height) best = i;
  }
  return best;
}

REF2_INLINE bool is_beyond(const corner2* edge, real2 w) { return real2_dot(edge->n, real2_sub(w, edge->w)) > 0.0; }

// The corner, which is not `at`; returns where that is then.
static inline uint32_t drop_corner(polytope2* p, uint32_t corner, uint32_t at) {
  --p->count;
  for (uint32_t k = corner; k < p->count; ++k) p->corner[k] = p->corner[k + 1];
  return corner < at ? at - 1 : at;
}

// The edge i becomes two, by way of c. Of supports no corner is lost; those that a cache named may have been inside.
REF2_INLINE void split_edge(polytope2* p, uint32_t i, corner2 c) {
  uint32_t at = i + 1;
  for (uint32_t k = p->count; k > at; --k) p->corner[k] = p->corner[k - 1];
  p->corner[at] = c;
  ++p->count;
  while (p->count > 3 && is_beyond(&p->corner[before(p, before(p, at))], c.w)) at = drop_corner(p, before(p, at), at);
  while (p->count > 3 && is_beyond(&p->corner[after(p, at)], c.w)) at = drop_corner(p, after(p, at), at);
  set_edge(p, before(p, at));
  set_edge(p, at);
}

// ---------------------------------------------------------------- where it begins

static inline corner2 corner_of(const frame2* f, const vertex* v) {
  corner2 c = {.index_a = v->index_a, .index_b = v->index_b};
  if (f->a->count > 0 && f->b->count > 0) {
    c.a = real2_point(f->a, v->index_a);
    c.w = real2_sub(c.a, real2_place(f, real2_point(f->b, v->index_b)));
  } else {
    c.a = (real2){(double)v->a.x, (double)v->a.y};
    c.w = (real2){(double)v->w.x, (double)v->w.y};
  }
  return c;
}

// From the triangle of GJK. False where it is so thin that its edges may not be those of a convex polygon.
static inline bool begin_at_triangle(polytope2* p, const frame2* f, const simplex* s, double scale) {
  corner2 l = corner_of(f, &s->l), r = corner_of(f, &s->r), top = corner_of(f, &s->top);
  double twice = real2_cross(real2_sub(r.w, l.w), real2_sub(top.w, l.w));
  if (!(fabs(twice) > 1e-6 * scale * scale)) return false;
  p->corner[0] = l;
  p->corner[1] = twice > 0.0 ? r : top;
  p->corner[2] = twice > 0.0 ? top : r;
  p->count = 3;
  return true;
}

// From the support points along four directions: in their order they are counter-clockwise.
static inline void begin_at_supports(polytope2* p, const frame2* f) {
  double length = real2_length(f->t), h;
  real2 n = length > 0.0 ? real2_mul(1.0 / length, f->t) : (real2){1.0, 0.0};
  for (int k = 0; k < 4; ++k) {
    corner2 c = corner_along(p, f, n, &h);
    if (!is_corner(p, c.w)) p->corner[p->count++] = c;
    n = (real2){-n.y, n.x};
  }
}

// ---------------------------------------------------------------- the search

// Returns the nearest edge; the limit has ended the search where so many supports are spent.
static inline uint32_t expand(polytope2* p, const frame2* f, double gap) {
  for (;;) {
    uint32_t i = nearest_edge(p);
    corner2* edge = &p->corner[i];
    double h;
    if (p->depth - edge->height <= gap || p->evaluations == REF2_EPA_LIMIT) return i;
    corner2 c = corner_along(p, f, edge->n, &h);
    if (p->depth - edge->height <= gap) return i;
    if (is_corner(p, c.w)) {
      edge->height = h; // its normal is rounding
    } else {
      split_edge(p, i, c);
    }
  }
}

// The point of an edge nearest to the foot of the way out, and how far it is from there, squared; as before where it is
// not nearer than `least`.
REF2_INLINE double approach_foot(polytope2* p, uint32_t i, real2 foot, double least) {
  const corner2 *c = &p->corner[i], *next = &p->corner[after(p, i)];
  real2 e = real2_sub(next->w, c->w), way = real2_sub(foot, c->w);
  double length2 = real2_dot(e, e), along = real2_dot(way, e), t = 0.0;
  if (along > 0.0) t = along < length2 ? along / length2 : 1.0;
  way = real2_sub(way, real2_mul(t, e));
  if (!(real2_dot(way, way) < least)) return least;
  p->a = real2_add(c->a, real2_mul(t, real2_sub(next->a, c->a)));
  return real2_dot(way, way);
}

// The point of A that touches after the way out: the foot is on the edge that was found last, or on one in its line.
static inline void find_witness(polytope2* p, uint32_t edge, double gap) {
  real2 foot = real2_mul(p->depth, p->normal);
  double least = approach_foot(p, edge, foot, INFINITY);
  for (uint32_t i = 0; least > gap * gap && i < p->count; ++i) least = approach_foot(p, i, foot, least);
}

static inline void name_corner(vertex* v, const corner2* c) {
  v->w = (vec2){(float)c->w.x, (float)c->w.y};
  v->a = (vec2){(float)c->a.x, (float)c->a.y};
  v->index_a = c->index_a;
  v->index_b = c->index_b;
}

// Leaves in the simplex the edge i and a corner that make a triangle around the origin, if any do: where the next frame
// does best to begin.
static inline void keep_edge(const polytope2* p, uint32_t i, simplex* s) {
  const corner2 *l = &p->corner[i], *r = &p->corner[after(p, i)];
  for (uint32_t k = 0; real2_cross(l->w, r->w) > 0.0 && k < p->count; ++k) {
    const corner2* top = &p->corner[k];
    if (!(real2_cross(r->w, top->w) > 0.0 && real2_cross(top->w, l->w) > 0.0)) continue;
    name_corner(&s->l, l);
    name_corner(&s->r, r);
    name_corner(&s->top, top);
    s->count = 3;
    return;
  }
}

// The depth of cores of which GJK has said that they overlap or touch, from its last simplex, which is replaced by a
// better one for a cache to keep. False where the limit ended the search; the answer is then a way out, but maybe not
// the shortest.
static inline bool find_depth(polytope2* p, const frame2* f, double scale, simplex* s, bool keep) {
  bool curved = f->a->count == 0 || f->b->count == 0;
  double gap = (curved ? REF2_EPA_GAP_CURVED : REF2_EPA_GAP) * scale;
  p->count = p->evaluations = 0;
  p->depth = INFINITY;
  p->same2 = REF2_EPA_SAME * scale * (REF2_EPA_SAME * scale);
  if (s->count != 3 || !begin_at_triangle(p, f, s, scale)) begin_at_supports(p, f);
  if (p->count < 2) return true; // the difference is a point
  for (uint32_t i = 0; i < p->count; ++i) set_edge(p, i);
  uint32_t edge = expand(p, f, gap);
  find_witness(p, edge, 0.01 * gap);
  if (keep) keep_edge(p, edge, s);
  return p->evaluations < REF2_EPA_LIMIT;
}

#endif
