// The reference's answers for one pair in 3D. Closed forms or GJK find the nearest points of cores that are apart, the
// expanding polytope the shortest way out of each other where they are not. Rounding stays outside of both: it only
// moves the surfaces along the normal.
#include "reference3_epa.h"
#include "reference3_frame.h"

// ---------------------------------------------------------------- overlap and distance

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

static void put(float out[3], vec3 v) {
  out[0] = (float)v.x;
  out[1] = (float)v.y;
  out[2] = (float)v.z;
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
  put(answer->point[0], add(position_of(a), on_a));
  put(answer->point[1], add(position_of(a), on_b));
  if (answer->iterations > REF3_ITERATION_LIMIT) return LGJK_STATUS_LIMIT;
  if (distance > 0.0) return LGJK_STATUS_SEPARATED;
  return LGJK_STATUS_OVERLAPPING;
}

// ---------------------------------------------------------------- contacts

// Kept out of line, with its polytope: most pairs are apart. False where the search was ended before.
static __attribute__((noinline)) bool penetrate(const pair* p, simplex* s, bool keep, way_out* way,
                                                uint32_t* iterations) {
  search3 search;
  bool ended = find_way_out(&search, p, s, keep);
  *way = search.best;
  *iterations += search.evaluations;
  return ended;
}

// Of cores that are apart: w = a - b, and d towards the origin as the last support certifies it.
REF3_INLINE way_out part(vec3 w, vec3 d, vec3 a) {
  return (way_out){-sqrt(length2_of(w)), mul(1.0 / sqrt(length2_of(d)), d), a};
}

// False where a search was ended by its limit. The radii stay out of the search: within them, the distance still
// counts.
REF3_INLINE bool solve_cores(const pair* p, ref3_cache* cache, way_out* way, uint32_t* iterations) {
  simplex s;
  pair cores = *p;
  cores.radius = 0.0;
  bool inside = begin(&cores, cache, &s) || approach_origin(&cores, &s, iterations, false) == HOLDS_ORIGIN,
       ended = true;
  if (!inside && exceeds(s.height, reach_of(&cores), length2_of(s.d))) {
    vec3 a, w = nearest_point(&s, &a);
    *way = part(w, s.d, a);
    ended = *iterations <= REF3_ITERATION_LIMIT;
  } else {
    ended = penetrate(&cores, &s, cache != NULL, way, iterations);
  }
  if (cache) remember(p, &s, cache);
  return ended;
}

// From axes of A to those of the world.
REF3_INLINE way_out turned(const pair* p, way_out way) {
  rotation turn = inverse(p->back);
  return (way_out){way.depth, rotate(turn, way.normal), rotate(turn, way.a)};
}

// False where the segments touch or cross: then they have no direction between them.
REF3_INLINE bool part_segments(const ref3_body* a, const ref3_body* b, double* scale, way_out* way) {
  vec3 on_a, w = solve_segments(a, b, &on_a, scale);
  if (!(length2_of(w) > REF3_TOUCH * *scale * (REF3_TOUCH * *scale))) return false;
  *way = part(w, negate(w), on_a);
  return true;
}

// Takes the radii off, along the normal; touching is +0.
REF3_INLINE double conclude(const ref3_body* a, const ref3_body* b, double scale, way_out way, ref3_answer* answer) {
  double distance = -way.depth - (double)a->radius - (double)b->radius;
  if (distance > 0.0 && distance <= REF3_TOUCH * scale) distance = 0.0;
  vec3 on_a = add(position_of(a), add(way.a, mul((double)a->radius, way.normal)));
  answer->distance = (float)distance;
  if (answer->distance == 0.0f) answer->distance = 0.0f;
  put(answer->normal, way.normal);
  put(answer->point[0], on_a);
  put(answer->point[1], add(on_a, mul(distance, way.normal)));
  return distance;
}

uint8_t ref3_contact_bodies(const ref3_body* a, const ref3_body* b, ref3_cache* cache, ref3_answer* answer,
                            lgjk_manifold3* manifold) {
  way_out way;
  double scale = 0.0;
  bool ended = true, segments = are_segments(a, b);
  answer->iterations = 0;
  if (!segments || !part_segments(a, b, &scale, &way)) {
    pair p = make_pair(a, b);
    scale = p.scale;
    if (!in_domain(scale)) return LGJK_STATUS_BAD;
    ended = solve_cores(&p, cache, &way, &answer->iterations);
    way = turned(&p, way);
  }
  if (!in_domain(scale)) return LGJK_STATUS_BAD;
  double distance = conclude(a, b, scale, way, answer);
  if (manifold) ref3_manifold(a, b, answer, manifold);
  if (!ended) {
    answer->iterations = REF3_CONTACT_LIMIT + 1;
    return LGJK_STATUS_LIMIT;
  }
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
