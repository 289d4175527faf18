// The reference's answers for one pair. One of the two loops of reference2_gjk.h decides overlap and distance. For
// contacts it finds the nearest points of cores that are apart, the expanding polytope the shortest way out of each
// other where they are not: rounding stays outside of both, as it only moves the surfaces along the normal. Inlined
// into the loops over lists: a call costs the baseline 1 to 3%. Only reference_queries.c includes this file.
#ifndef LGJK_REFERENCE2_ANSWERS_H
#define LGJK_REFERENCE2_ANSWERS_H

#include "reference2_epa.h"

// ---------------------------------------------------------------- overlap and distance

// Whether the distance of the cores is within the sum of the radii.
REF2_INLINE bool overlap_by_distance(const pair* p, ref2_cache* cache, uint32_t* iterations) {
  simplex s;
  vec2 d = {0.0f, 0.0f};
  outcome end = first_simplex(p, cache, &s, &d) ? HOLDS_ORIGIN : approach_origin(p, &s, &d, iterations, true);
  if (cache) remember(cache, &s, d);
  if (end != NEAREST) return end == HOLDS_ORIGIN;
  vec2 a, w = nearest_point(&s, &a);
  float reach = p->radius + REF2_TOUCH * p->scale;
  return dot(w, w) <= reach * reach;
}

// The rare pair that boolean GJK is unsure of, kept out of line.
static bool overlap_touching(const pair* p, ref2_cache* cache, uint32_t* iterations) {
  uint32_t spent = 0;
  bool overlap = overlap_by_distance(p, cache, &spent);
  *iterations += spent;
  return overlap;
}

// Cores without rounding.
REF2_INLINE bool overlap_sharp(const pair* p, ref2_cache* cache, uint32_t* iterations) {
  simplex s;
  vec2 d;
  vertex v[3];
  if (!cache || cache->count != 3 || !restore(p, cache, v)) {
    d = first_direction(p, cache);
  } else if (closest_on_triangle(&s, v, &d)) {
    return true;
  }
  outcome end = hunt_origin(p, &s, &d, iterations);
  if (end == UNSURE) return overlap_touching(p, cache, iterations);
  if (cache) remember(cache, &s, d);
  return end == HOLDS_ORIGIN;
}

REF2_INLINE bool overlap_pair(const pair* p, ref2_cache* cache, uint32_t* iterations) {
  *iterations = 0;
  return p->radius > 0.0f ? overlap_by_distance(p, cache, iterations) : overlap_sharp(p, cache, iterations);
}

// The distance, and the witness points in the frame of A.
REF2_INLINE float distance_pair(const pair* p, vec2* a, vec2* b, ref2_cache* cache, uint32_t* iterations) {
  simplex s;
  vec2 d = {0.0f, 0.0f};
  *iterations = 0;
  bool inside = first_simplex(p, cache, &s, &d) || approach_origin(p, &s, &d, iterations, false) == HOLDS_ORIGIN;
  if (cache) remember(cache, &s, d);
  if (inside) {
    *a = *b = common_point(&s);
    return 0.0f;
  }
  vec2 w = nearest_point(&s, a);
  float length = sqrtf(dot(w, w)), distance = length - p->radius;
  if (distance <= REF2_TOUCH * p->scale) {
    float share = p->radius > 0.0f ? p->radius_a / p->radius : 0.5f;
    *a = *b = sub(*a, mul(share, w));
    return 0.0f;
  }
  vec2 n = mul(1.0f / length, w);
  *b = add(sub(*a, w), mul(p->radius_b, n));
  *a = sub(*a, mul(p->radius_a, n));
  return distance;
}

REF2_INLINE uint8_t ref2_overlap_bodies(const ref2_body* a, const ref2_body* b, ref2_cache* cache,
                                        uint32_t* iterations) {
  pair p = make_pair(a, b);
  *iterations = 0;
  if (!in_domain(p.scale)) return LGJK_STATUS_BAD;
  return overlap_pair(&p, cache, iterations) ? LGJK_STATUS_OVERLAPPING : LGJK_STATUS_SEPARATED;
}

REF2_INLINE uint8_t ref2_distance_bodies(const ref2_body* a, const ref2_body* b, ref2_cache* cache,
                                         ref2_answer* answer) {
  vec2 on_a, on_b;
  pair p = make_pair(a, b);
  answer->iterations = 0;
  if (!in_domain(p.scale)) return LGJK_STATUS_BAD;
  answer->distance = distance_pair(&p, &on_a, &on_b, cache, &answer->iterations);
  put_point(answer->point[0], to_world(a->pose, on_a));
  put_point(answer->point[1], to_world(a->pose, on_b));
  if (answer->iterations > REF2_ITERATION_LIMIT) return LGJK_STATUS_LIMIT;
  return answer->distance == 0.0f ? LGJK_STATUS_OVERLAPPING : LGJK_STATUS_SEPARATED;
}

// ---------------------------------------------------------------- contacts

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
// nearest points themselves are too close together for that.
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
