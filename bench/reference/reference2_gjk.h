// GJK in the plane as the textbooks have it: the Minkowski difference A - B holds the origin exactly when A and B
// overlap (Gilbert, Johnson, Keerthi 1988; Ericson, Real-Time Collision Detection 9.5; the NearestSimplex loop of
// Wikipedia). A pair is worked on in the frame of A. Rounding radii stay out of the difference: two rounded shapes are
// as far apart as their cores, less both radii.
//
// Invariant of both loops: the simplex consists of points of A - B, and when it is an edge, the origin lies beside it
// and not past its ends. Every further point passes the edge by more than rounding, or the loop ends; so none can
// cycle. Only the reference includes this file.
#ifndef LGJK_REFERENCE2_GJK_H
#define LGJK_REFERENCE2_GJK_H

#include <math.h>

#include "reference2.h"
#include "reference_bodies.h"

// A simplex that stays in registers is worth a tenth of the time; left alone, compilers share one copy of the loops.
#define REF2_INLINE static inline __attribute__((always_inline))

typedef struct vec2 {
  float x, y;
} vec2;

static inline vec2 add(vec2 a, vec2 b) { return (vec2){a.x + b.x, a.y + b.y}; }
static inline vec2 sub(vec2 a, vec2 b) { return (vec2){a.x - b.x, a.y - b.y}; }
static inline vec2 mul(float k, vec2 a) { return (vec2){k * a.x, k * a.y}; }
static inline vec2 negate(vec2 a) { return (vec2){-a.x, -a.y}; }
static inline float dot(vec2 a, vec2 b) { return a.x * b.x + a.y * b.y; }
static inline float cross(vec2 a, vec2 b) { return a.x * b.y - a.y * b.x; }
static inline vec2 rotate(float c, float s, vec2 v) { return (vec2){c * v.x - s * v.y, s * v.x + c * v.y}; }
static inline vec2 unrotate(float c, float s, vec2 v) { return (vec2){c * v.x + s * v.y, c * v.y - s * v.x}; }

// The length of v or up to 1.41 times less, without a root.
static inline float largest(vec2 v) {
  float x = fabsf(v.x), y = fabsf(v.y);
  return x > y ? x : y;
}

// (a x b) x c: the perpendicular of c on the side that b is of a. Only its direction counts, so that the length of a x
// b, which is the first to overflow or underflow, is left out.
static inline vec2 triple_product(vec2 a, vec2 b, vec2 c) {
  float side = copysignf(1.0f, cross(a, b));
  return (vec2){-side * c.y, side * c.x};
}

// ---------------------------------------------------------------- support

// Index of the first point that is farthest along d.
REF2_INLINE uint32_t farthest(const float* points, uint32_t count, vec2 d) {
  uint32_t index = 0;
  float best = points[0] * d.x + points[1] * d.y;
  for (uint32_t i = 1; i < count; ++i) {
    float value = points[2 * i] * d.x + points[2 * i + 1] * d.y;
    if (value > best) {
      best = value;
      index = i;
    }
  }
  return index;
}

// The image of the unit disc: the direction is taken back through the transpose, the point of the disc forward.
REF2_INLINE vec2 support_ellipse(const float m[4], vec2 d) {
  vec2 e = {m[0] * d.x + m[2] * d.y, m[1] * d.x + m[3] * d.y};
  float size = largest(e);
  if (!(size > 0.0f)) return (vec2){m[0], m[2]};
  e = mul(1.0f / size, e);
  e = mul(1.0f / sqrtf(dot(e, e)), e);
  return (vec2){m[0] * e.x + m[1] * e.y, m[2] * e.x + m[3] * e.y};
}

// The point of a core farthest along d, both in the frame of the shape.
REF2_INLINE vec2 support_core(const ref2_shape* shape, vec2 d, uint32_t* index) {
  if (shape->kind == LGJK_SHAPE2_ELLIPSE) {
    *index = 0;
    return support_ellipse(shape->matrix, d);
  }
  if (shape->kind == LGJK_SHAPE2_BOX) {
    uint32_t right = d.x > 0.0f, up = d.y > 0.0f;
    *index = (3 * up) ^ right;
  } else {
    *index = farthest(shape->points, shape->count, d);
  }
  return (vec2){shape->points[2 * *index], shape->points[2 * *index + 1]};
}

// Two shapes in the frame of A: there B is turned by (c, s), then moved by t.
typedef struct pair {
  const ref2_shape *a, *b;
  float radius_a, radius_b, radius; // radius: their sum
  float c, s;
  vec2 t;
  float scale;
} pair;

// A point of A - B, and the points of A and B it came from.
typedef struct vertex {
  vec2 w, a;
  uint32_t index_a, index_b;
} vertex;

REF2_INLINE vec2 difference(const pair* p, vec2 a, vec2 b) { return sub(a, add(rotate(p->c, p->s, b), p->t)); }

// The point of A - B farthest along d. The inverse of a rotation is its transpose.
REF2_INLINE vertex support(const pair* p, vec2 d) {
  vertex v;
  v.a = support_core(p->a, d, &v.index_a);
  v.w = difference(p, v.a, support_core(p->b, negate(unrotate(p->c, p->s, d)), &v.index_b));
  return v;
}

// ---------------------------------------------------------------- simplex

typedef struct simplex {
  vertex l, r, top; // count 0: nothing yet; 1: l; 2: the edge l r; 3: a triangle that holds the origin
  float side;       // of an edge: +1 where the origin is left of l -> r, else -1
  uint32_t count;
} simplex;

// The simplex becomes a vertex or an edge; returns the direction from there to the origin.
REF2_INLINE vec2 to_vertex(simplex* s, vertex v) {
  s->l = v;
  s->count = 1;
  return negate(v.w);
}

REF2_INLINE vec2 to_edge(simplex* s, vertex l, vertex r) {
  vec2 ab = sub(r.w, l.w), ao = negate(r.w);
  s->l = l;
  s->r = r;
  s->side = copysignf(1.0f, cross(ab, ao));
  s->count = 2;
  return triple_product(ab, ao, ab);
}

// The edge grows into a triangle that holds the origin: true, for the search is over.
REF2_INLINE bool to_triangle(simplex* s, vertex c) {
  s->top = c;
  s->count = 3;
  return true;
}

// The triple product of an edge whose side is known.
REF2_INLINE vec2 edge_normal(const simplex* s) {
  vec2 e = sub(s->r.w, s->l.w);
  return (vec2){-s->side * e.y, s->side * e.x};
}

// One step of boolean GJK; true where the triangle holds the origin. The new point c has passed it, so it is outside of
// the edge c r, outside of the edge l c, or inside: the Voronoi regions of the corners cannot hold it.
REF2_INLINE bool nearest_simplex(simplex* s, vertex c, vec2* d) {
  if (s->count < 2) {
    *d = s->count == 1 ? to_edge(s, s->l, c) : to_vertex(s, c);
    return false;
  }
  vec2 co = negate(c.w), cl = sub(s->l.w, c.w), cr = sub(s->r.w, c.w);
  if (s->side * cross(cr, co) > 0.0f) {
    s->l = c;
  } else if (s->side * cross(co, cl) > 0.0f) {
    s->r = c;
  } else {
    return to_triangle(s, c);
  }
  *d = edge_normal(s);
  return false;
}

// The same for distance: c need not have passed the origin, and may be the nearest feature itself.
REF2_INLINE bool closest_feature(simplex* s, vertex c, vec2* d) {
  vec2 co = negate(c.w), cl = sub(s->l.w, c.w);
  if (s->count < 2) {
    *d = s->count == 1 && dot(co, cl) > 0.0f ? to_edge(s, s->l, c) : to_vertex(s, c);
    return false;
  }
  vec2 cr = sub(s->r.w, c.w);
  bool outside_r = s->side * cross(cr, co) > 0.0f, outside_l = s->side * cross(co, cl) > 0.0f;
  if (!outside_r && !outside_l) return to_triangle(s, c);
  if (outside_r && dot(co, cr) > 0.0f) {
    s->l = c;
    *d = edge_normal(s);
  } else if (outside_l && dot(co, cl) > 0.0f) {
    s->r = c;
    *d = edge_normal(s);
  } else {
    *d = to_vertex(s, c);
  }
  return false;
}

// The feature of any segment l r that is nearest to the origin.
REF2_INLINE vec2 closest_on_segment(simplex* s, vertex l, vertex r) {
  vec2 e = sub(r.w, l.w);
  if (dot(l.w, e) >= 0.0f) return to_vertex(s, l);
  if (dot(r.w, e) <= 0.0f) return to_vertex(s, r);
  return to_edge(s, l, r);
}

// Whether any triangle holds the origin; if not, the simplex is one of its edges, with the origin outside, or its end.
REF2_INLINE bool closest_on_triangle(simplex* s, const vertex v[3], vec2* d) {
  float side = copysignf(1.0f, cross(sub(v[1].w, v[0].w), sub(v[2].w, v[0].w)));
  for (int i = 0; i < 3; ++i) {
    vertex l = v[i], r = v[i < 2 ? i + 1 : 0];
    if (!(side * cross(l.w, sub(r.w, l.w)) > 0.0f)) {
      *d = closest_on_segment(s, l, r);
      return false;
    }
  }
  s->l = v[0];
  s->r = v[1];
  return to_triangle(s, v[2]);
}

// ---------------------------------------------------------------- the two loops

typedef enum outcome { NEAREST, HOLDS_ORIGIN, APART, UNSURE } outcome;

// Boolean GJK on cores without rounding, from the direction *d, which ends as a separating one where they are apart.
// Unsure where the boundary of A - B is so close to the origin that a point can't be said to pass it.
REF2_INLINE outcome hunt_origin(const pair* p, simplex* s, vec2* d, uint32_t* iterations) {
  float touch = REF2_TOUCH * p->scale;
  s->count = 0;
  for (*iterations = 1; *iterations <= REF2_ITERATION_LIMIT; ++*iterations) {
    vertex v = support(p, *d);
    float passed = dot(*d, v.w), least = touch * largest(*d);
    if (passed < -least) return APART;
    if (passed <= least) return UNSURE;
    if (nearest_simplex(s, v, d)) return HOLDS_ORIGIN;
  }
  return UNSURE;
}

// The closest-points loop, from the simplex *s and the direction *d. With `decide` it ends as soon as the cores are
// known to be farther apart than their radii.
REF2_INLINE outcome approach_origin(const pair* p, simplex* s, vec2* d, uint32_t* iterations, bool decide) {
  float gap = REF2_GAP * p->scale, reach = p->radius + REF2_TOUCH * p->scale;
  for (*iterations = 1; *iterations <= REF2_ITERATION_LIMIT; ++*iterations) {
    vertex v = support(p, *d);
    float passed = dot(*d, v.w);
    if (decide && passed < 0.0f && passed * passed > reach * reach * dot(*d, *d)) return APART;
    if (s->count > 0 && dot(*d, sub(v.w, s->l.w)) <= gap * largest(*d)) return NEAREST;
    if (closest_feature(s, v, d)) return HOLDS_ORIGIN;
  }
  return NEAREST;
}

// The point of an edge nearest to the origin, and the point of A it comes from.
REF2_INLINE vec2 nearest_on_edge(vertex l, vertex r, vec2* a) {
  vec2 e = sub(r.w, l.w);
  float along = -dot(l.w, e), length2 = dot(e, e);
  float t = along > 0.0f ? (along < length2 ? along / length2 : 1.0f) : 0.0f;
  *a = add(l.a, mul(t, sub(r.a, l.a)));
  return add(l.w, mul(t, e));
}

// The same of a simplex that does not hold the origin.
REF2_INLINE vec2 nearest_point(const simplex* s, vec2* a) {
  if (s->count == 2) return nearest_on_edge(s->l, s->r, a);
  *a = s->l.a;
  return s->l.w;
}

// Twice the area of the triangle of the origin and two points, free of cancellation: products of floats are exact here.
REF2_INLINE double area(vertex l, vertex r) { return (double)l.w.x * (double)r.w.y - (double)l.w.y * (double)r.w.x; }

// The point of A that a point of B coincides with: the origin as a convex combination of the triangle around it. Where
// rounding had put the origin inside, it is on an edge.
REF2_INLINE vec2 common_point(const simplex* s) {
  double l = area(s->r, s->top), r = area(s->top, s->l), top = area(s->l, s->r), sum = l + r + top;
  vec2 a;
  if (!(l * sum > 0.0)) {
    nearest_on_edge(s->r, s->top, &a);
  } else if (!(r * sum > 0.0)) {
    nearest_on_edge(s->top, s->l, &a);
  } else if (!(top * sum > 0.0)) {
    nearest_on_edge(s->l, s->r, &a);
  } else {
    float share_r = (float)(r / sum), share_top = (float)(top / sum);
    a = add(s->l.a, add(mul(share_r, sub(s->r.a, s->l.a)), mul(share_top, sub(s->top.a, s->l.a))));
  }
  return a;
}

// ---------------------------------------------------------------- bodies

// One Newton step to unit length: right to 4e-9 where |rotation|^2 is within 1e-4 of 1.
REF2_INLINE vec2 unit_rotation(const float pose[4]) {
  float k = 1.5f - 0.5f * (pose[2] * pose[2] + pose[3] * pose[3]);
  return (vec2){k * pose[2], k * pose[3]};
}

REF2_INLINE vec2 to_world(const float pose[4], vec2 local) {
  vec2 q = unit_rotation(pose);
  return add((vec2){pose[0], pose[1]}, rotate(q.x, q.y, local));
}

REF2_INLINE void put_point(float point[2], vec2 v) {
  point[0] = v.x;
  point[1] = v.y;
}

REF2_INLINE pair make_pair(const ref2_body* a, const ref2_body* b) {
  pair p;
  vec2 qa = unit_rotation(a->pose), qb = unit_rotation(b->pose);
  p.a = a->shape;
  p.b = b->shape;
  p.radius_a = a->radius;
  p.radius_b = b->radius;
  p.radius = a->radius + b->radius;
  p.c = dot(qa, qb);
  p.s = cross(qa, qb);
  p.t = unrotate(qa.x, qa.y, (vec2){b->pose[0] - a->pose[0], b->pose[1] - a->pose[1]});
  p.scale = p.a->bound + p.b->bound + p.radius + sqrtf(dot(p.t, p.t));
  return p;
}

REF2_INLINE bool in_domain(float scale) { return scale >= 1e-6f && scale <= 1e6f; }

// ---------------------------------------------------------------- warm start

// What a pair remembers becomes its first simplex, checked like any guess, so that any bytes are safe.

// Rebuilds the simplex that a cache names. False where it is cold or cannot be meant.
REF2_INLINE bool restore(const pair* p, const ref2_cache* cache, vertex v[3]) {
  if (cache->count == 0 || cache->count > 3) return false;
  for (uint32_t i = 0; i < cache->count; ++i) {
    uint32_t ia = cache->index_a[i], ib = cache->index_b[i];
    if (ia >= p->a->count || ib >= p->b->count) return false;
    const float *a = p->a->points + 2 * ia, *b = p->b->points + 2 * ib;
    v[i].a = (vec2){a[0], a[1]};
    v[i].w = difference(p, v[i].a, (vec2){b[0], b[1]});
    v[i].index_a = ia;
    v[i].index_b = ib;
  }
  return true;
}

REF2_INLINE void remember(ref2_cache* cache, const simplex* s, vec2 d) {
  const vertex* v[3] = {&s->l, &s->r, &s->top};
  ref2_cache now = {.direction = {d.x, d.y}, .count = (uint8_t)s->count};
  for (uint32_t i = 0; i < s->count; ++i) {
    now.index_a[i] = (uint8_t)v[i]->index_a;
    now.index_b[i] = (uint8_t)v[i]->index_b;
  }
  *cache = now;
}

// The remembered direction, else from A towards B, where A - B comes closest to the origin.
REF2_INLINE vec2 first_direction(const pair* p, const ref2_cache* cache) {
  if (cache) {
    vec2 d = {cache->direction[0], cache->direction[1]};
    if (fabsf(d.x) < 1e18f && fabsf(d.y) < 1e18f && largest(d) > 1e-18f) return d;
  }
  return largest(p->t) > 0.0f ? p->t : (vec2){1.0f, 0.0f};
}

// A first simplex and direction; true where the simplex holds the origin already.
REF2_INLINE bool first_simplex(const pair* p, const ref2_cache* cache, simplex* s, vec2* d) {
  vertex v[3];
  if (cache && restore(p, cache, v)) {
    if (cache->count == 3) return closest_on_triangle(s, v, d);
    *d = cache->count == 2 ? closest_on_segment(s, v[0], v[1]) : to_vertex(s, v[0]);
    return false;
  }
  s->count = 0;
  *d = first_direction(p, cache);
  return false;
}

#endif
