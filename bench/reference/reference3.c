// The reference's answers to overlap and distance for one pair: closed forms or the search find the nearest points of
// the cores; radii are taken off.
#include "reference3_frame.h"
#include "reference3_warm.h"

// ---------------------------------------------------------------- one pair

REF3_INLINE bool search_overlap(const pair* p, ref3_cache* cache, uint32_t* iterations) {
  simplex s;
  outcome end = begin(p, cache, &s) ? HOLDS_ORIGIN : approach_origin(p, &s, iterations, true);
  if (cache) remember(p, &s, cache);
  if (end == NEAREST) end = exceeds(s.height, reach_of(p), length2_of(s.d)) ? APART : HOLDS_ORIGIN;
  return end == HOLDS_ORIGIN;
}

// The distance of two cores of which a on A and a - w on B are the nearest points; they become the shapes' own, or one
// common point.
REF3_INLINE double take_off_radii(double radius_a, double radius_b, double scale, vec3 w, vec3* a, vec3* b) {
  double length = sqrt(length2_of(w)), radius = radius_a + radius_b, distance = length - radius;
  if (distance <= REF3_TOUCH * scale) {
    double share = radius > 0.0 ? radius_a / radius : 0.5;
    *a = *b = sub(*a, mul(share, w));
    return 0.0;
  }
  vec3 n = mul(1.0 / length, w);
  *b = add(sub(*a, w), mul(radius_b, n));
  *a = sub(*a, mul(radius_a, n));
  return distance;
}

// The distance, and the witness points in the frame of A.
REF3_INLINE double search_distance(const pair* p, vec3* a, vec3* b, ref3_cache* cache, uint32_t* iterations) {
  simplex s;
  bool inside = begin(p, cache, &s) || approach_origin(p, &s, iterations, false) == HOLDS_ORIGIN;
  if (cache) remember(p, &s, cache);
  if (inside) {
    *a = *b = common_point(&s);
    return 0.0;
  }
  vec3 w = nearest_point(&s, a);
  return take_off_radii(p->radius_a, p->radius_b, p->scale, w, a, b);
}

// ---------------------------------------------------------------- bodies

uint8_t ref3_overlap_bodies(const ref3_body* a, const ref3_body* b, ref3_cache* cache, uint32_t* iterations) {
  bool overlap;
  *iterations = 0;
  if (are_segments(a, b)) {
    vec3 on_a;
    double scale, length2 = length2_of(solve_segments(a, b, &on_a, &scale));
    double reach = (double)a->radius + (double)b->radius + REF3_TOUCH * scale;
    if (!in_domain(scale)) return LGJK_STATUS_BAD;
    overlap = length2 <= reach * reach;
  } else {
    pair p = make_pair(a, b);
    if (!in_domain(p.scale)) return LGJK_STATUS_BAD;
    overlap = search_overlap(&p, cache, iterations);
  }
  if (overlap) return LGJK_STATUS_OVERLAPPING;
  return LGJK_STATUS_SEPARATED;
}

static void put_points(vec3 origin, vec3 a, vec3 b, ref3_answer* answer) {
  vec3 on_a = add(origin, a), on_b = add(origin, b);
  const vec3* v[2] = {&on_a, &on_b};
  for (int i = 0; i < 2; ++i) {
    answer->point[i][0] = (float)v[i]->x;
    answer->point[i][1] = (float)v[i]->y;
    answer->point[i][2] = (float)v[i]->z;
  }
}

uint8_t ref3_distance_bodies(const ref3_body* a, const ref3_body* b, ref3_cache* cache, ref3_answer* answer) {
  vec3 on_a, on_b;
  double distance;
  answer->iterations = 0;
  if (are_segments(a, b)) {
    double scale;
    vec3 w = solve_segments(a, b, &on_a, &scale);
    if (!in_domain(scale)) return LGJK_STATUS_BAD;
    distance = take_off_radii((double)a->radius, (double)b->radius, scale, w, &on_a, &on_b);
  } else {
    pair p = make_pair(a, b);
    if (!in_domain(p.scale)) return LGJK_STATUS_BAD;
    distance = search_distance(&p, &on_a, &on_b, cache, &answer->iterations);
    rotation turn = inverse(p.back);
    on_a = rotate(turn, on_a);
    on_b = rotate(turn, on_b);
  }
  answer->distance = (float)distance;
  put_points(position_of(a), on_a, on_b, answer);
  if (answer->iterations > REF3_ITERATION_LIMIT) return LGJK_STATUS_LIMIT;
  if (distance > 0.0) return LGJK_STATUS_SEPARATED;
  return LGJK_STATUS_OVERLAPPING;
}

// ---------------------------------------------------------------- support

void ref3_support(const ref3_shape* shape, const float pose[7], const float direction[3], float point[3]) {
  uint32_t index;
  vec3 d = {(double)direction[0], (double)direction[1], (double)direction[2]};
  double length = sqrt(length2_of(d));
  if (length > 0.0) d = mul(1.0 / length, d);
  rotation turn = rotation_of(pose);
  vec3 local = support_core(shape, rotate(inverse(turn), d), &index);
  vec3 v = add(rotate(turn, local), mul((double)shape->radius, d));
  point[0] = (float)((double)pose[0] + v.x);
  point[1] = (float)((double)pose[1] + v.y);
  point[2] = (float)((double)pose[2] + v.z);
}
