// The reference's contacts: GJK finds the nearest points of cores that are apart, the expanding polytope the shortest
// way out of each other where they are not. Rounding stays outside of both: it only moves the surfaces along the
// normal. Inlined into the loop over a list, as reference2_distance.h. Only reference_queries.c includes this file.
#ifndef LGJK_REFERENCE2_CONTACT_H
#define LGJK_REFERENCE2_CONTACT_H

#include "reference2_epa.h"
#include "reference2_manifold.h"
#include "reference2_warm.h"

// How the cores are to each other, in the frame of A.
typedef struct way_out {
  double depth; // moving B by it along the normal makes the cores touch; below 0 where they are apart
  real2 normal; // unit, from A to B
  real2 a;      // the point of A that touches then
  bool ended;   // not by a limit
} way_out;

// Kept out of line, with its polytope: most pairs are apart.
static __attribute__((noinline)) way_out penetrate(const pair* p, const ref2_body* const body[2], simplex* s, bool keep,
                                                   uint32_t* iterations) {
  polytope2 polytope;
  frame2 f = real2_frame(p->a, body[0]->pose, p->b, body[1]->pose);
  bool ended = find_depth(&polytope, &f, (double)p->scale, s, keep);
  *iterations += polytope.evaluations;
  return (way_out){polytope.depth, polytope.normal, polytope.a, ended};
}

// The direction d of the last support certifies the distance, and is the normal with it; of cores that nearly touch the
// nearest points themselves are too close together to tell.
REF2_INLINE way_out part(vec2 d, vec2 w, vec2 a, uint32_t iterations) {
  real2 n = {(double)d.x, (double)d.y};
  return (way_out){-sqrt((double)dot(w, w)),
                   real2_mul(1.0 / real2_length(n), n),
                   {(double)a.x, (double)a.y},
                   iterations <= REF2_ITERATION_LIMIT};
}

REF2_INLINE way_out solve_cores(const pair* p, const ref2_body* const body[2], ref2_cache* cache,
                                uint32_t* iterations) {
  simplex s;
  vec2 d = {0.0f, 0.0f}, a, w = {0.0f, 0.0f};
  way_out way;
  *iterations = 0;
  bool inside = first_simplex(p, cache, &s, &d) || approach_origin(p, &s, &d, iterations, false) == HOLDS_ORIGIN;
  if (!inside) w = nearest_point(&s, &a);
  float touch = REF2_TOUCH * p->scale;
  if (dot(w, w) > touch * touch) {
    way = part(d, w, a, *iterations);
  } else {
    way = penetrate(p, body, &s, cache != NULL, iterations);
  }
  if (cache) remember(cache, &s, d);
  return way;
}

// ---------------------------------------------------------------- shapes

// Through a pointer: copying the answer stalls on what was just written.
REF2_INLINE void touch_pair(const pair* p, const ref2_body* const body[2], ref2_cache* cache, touch2* touch) {
  way_out way = solve_cores(p, body, cache, &touch->iterations);
  if (!way.ended) touch->iterations = REF2_CONTACT_LIMIT + 1;
  touch->distance = -way.depth - (double)p->radius_a - (double)p->radius_b;
  if (touch->distance > 0.0 && touch->distance <= (double)(REF2_TOUCH * p->scale)) touch->distance = 0.0;
  const float* pose = body[0]->pose;
  real2 in_a = real2_rotation(pose), position = {(double)pose[0], (double)pose[1]};
  touch->normal = real2_turn(in_a, way.normal);
  touch->point_a = real2_add(real2_turn(in_a, way.a), real2_mul((double)p->radius_a, touch->normal));
  touch->point_a = real2_add(position, touch->point_a);
  touch->point_b = real2_add(touch->point_a, real2_mul(touch->distance, touch->normal));
}

REF2_INLINE void put_real(float out[2], real2 v) {
  out[0] = (float)v.x;
  out[1] = (float)v.y;
}

// Touching is +0.
REF2_INLINE float signed_distance(double distance) {
  float rounded = (float)distance;
  return rounded == 0.0f ? 0.0f : rounded;
}

static uint8_t status_of(const touch2* touch) {
  if (touch->iterations > REF2_CONTACT_LIMIT) return LGJK_STATUS_LIMIT;
  if (touch->distance > 0.0) return LGJK_STATUS_SEPARATED;
  return LGJK_STATUS_OVERLAPPING;
}

REF2_INLINE uint8_t ref2_contact_bodies(const ref2_body* a, const ref2_body* b, ref2_cache* cache, ref2_answer* answer,
                                        lgjk_manifold2* manifold) {
  pair p = make_pair(a, b);
  if (!in_domain(p.scale)) return LGJK_STATUS_BAD;
  touch2 touch;
  touch_pair(&p, (const ref2_body* const[2]){a, b}, cache, &touch);
  answer->distance = signed_distance(touch.distance);
  answer->iterations = touch.iterations;
  put_real(answer->normal, touch.normal);
  put_real(answer->point[0], touch.point_a);
  put_real(answer->point[1], touch.point_b);
  if (manifold) ref2_manifold(a, b, &touch, (double)(REF2_TOUCH * p.scale), manifold);
  return status_of(&touch);
}

#endif
