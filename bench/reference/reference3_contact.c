// The reference's contacts for one pair: GJK or a closed form finds the nearest points of cores that are apart, the
// expanding polytope the shortest way out of each other where they are not. Rounding stays outside of both: it only
// moves the surfaces along the normal.
#include "reference3_epa.h"
#include "reference3_frame.h"
#include "reference3_manifold.h"

// ---------------------------------------------------------------- cores

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

// ---------------------------------------------------------------- bodies

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

static void put(float out[3], vec3 v) {
  out[0] = (float)v.x;
  out[1] = (float)v.y;
  out[2] = (float)v.z;
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
