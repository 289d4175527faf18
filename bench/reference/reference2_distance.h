// The reference's answers to overlap and distance for one pair: one of the two loops of reference2_gjk.h decides.
// Inlined into the loops over lists: a call costs the baseline 1 to 3%. Only reference_queries.c includes this file.
#ifndef LGJK_REFERENCE2_DISTANCE_H
#define LGJK_REFERENCE2_DISTANCE_H

#include "reference2_warm.h"

// ---------------------------------------------------------------- one pair

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

// ---------------------------------------------------------------- bodies

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

#endif
