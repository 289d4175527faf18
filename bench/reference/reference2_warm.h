// Two bodies become a pair in the frame of A, and what a pair remembers becomes its first simplex, checked like any
// guess, so that any bytes are safe. Only the reference and its tests include this file.
#ifndef LGJK_REFERENCE2_WARM_H
#define LGJK_REFERENCE2_WARM_H

#include "reference2_gjk.h"
#include "reference_bodies.h"

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
