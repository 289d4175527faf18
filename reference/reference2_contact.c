// The reference's contacts: GJK finds the nearest points of cores that are apart, the expanding polytope the shortest
// way out of each other where they are not. Rounding stays outside of both: it only moves the surfaces along the
// normal.
#include "reference2_epa.h"
#include "reference2_manifold.h"
#include "reference2_views.h"

// How the cores are to each other, in the frame of A.
typedef struct way_out {
  double depth; // moving B by it along the normal makes the cores touch; below 0 where they are apart
  real2 normal; // unit, from A to B
  real2 a;      // the point of A that touches then
  bool ended;   // not by a limit
} way_out;

// Kept out of line, with its polytope: most pairs are apart.
static __attribute__((noinline)) way_out penetrate(const pair* p, const float* const pose[2], simplex* s, bool keep,
                                                   uint32_t* iterations) {
  polytope2 polytope;
  frame2 f = real2_frame(p->a, pose[0], p->b, pose[1]);
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

REF2_INLINE way_out solve_cores(const pair* p, const float* const pose[2], ref2_cache* cache, uint32_t* iterations) {
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
    way = penetrate(p, pose, &s, cache != NULL, iterations);
  }
  if (cache) remember(cache, &s, d);
  return way;
}

// ---------------------------------------------------------------- shapes

REF2_INLINE touch2 touch_pair(const pair* p, const float* const pose[2], ref2_cache* cache) {
  touch2 touch;
  way_out way = solve_cores(p, pose, cache, &touch.iterations);
  if (!way.ended) touch.iterations = REF2_CONTACT_LIMIT + 1;
  touch.distance = -way.depth - (double)p->radius_a - (double)p->radius_b;
  if (touch.distance > 0.0 && touch.distance <= (double)(REF2_TOUCH * p->scale)) touch.distance = 0.0;
  real2 in_a = real2_rotation(pose[0]), position = {(double)pose[0][0], (double)pose[0][1]};
  touch.normal = real2_turn(in_a, way.normal);
  touch.point_a = real2_add(real2_turn(in_a, way.a), real2_mul((double)p->radius_a, touch.normal));
  touch.point_a = real2_add(position, touch.point_a);
  touch.point_b = real2_add(touch.point_a, real2_mul(touch.distance, touch.normal));
  return touch;
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

float ref2_contact(const ref2_shape* a, const float pose_a[4], const ref2_shape* b, const float pose_b[4],
                   float normal[2], float point_a[2], float point_b[2], ref2_cache* cache, uint32_t* iterations) {
  pair p = make_pair(a, a->radius, pose_a, b, b->radius, pose_b);
  touch2 touch = touch_pair(&p, (const float* const[2]){pose_a, pose_b}, cache);
  if (normal) put_real(normal, touch.normal);
  if (point_a) put_real(point_a, touch.point_a);
  if (point_b) put_real(point_b, touch.point_b);
  if (iterations) *iterations = touch.iterations;
  return signed_distance(touch.distance);
}

static uint8_t status_of(const touch2* touch) {
  if (touch->iterations > REF2_CONTACT_LIMIT) return LGJK_STATUS_LIMIT;
  if (touch->distance > 0.0) return LGJK_STATUS_SEPARATED;
  return LGJK_STATUS_OVERLAPPING;
}

// Of a bad pair all 0.
static void put_manifold(const pair* p, const float* const pose[2], const touch2* touch, uint8_t status,
                         lgjk_manifold2* out) {
  party2 a = {p->a, pose[0], (double)p->radius_a}, b = {p->b, pose[1], (double)p->radius_b};
  *out = (lgjk_manifold2){0};
  if (status != LGJK_STATUS_BAD) ref2_manifold(&a, &b, touch, (double)(REF2_TOUCH * p->scale), out);
}

void ref2_contact_batch(const ref2_shapes* shapes_a, const lgjk_bodies2* a, const ref2_shapes* shapes_b,
                        const lgjk_bodies2* b, const lgjk_pairs* pairs, ref2_cache* caches,
                        const lgjk_results* results) {
  for (uint64_t i = 0; i < pairs->count; ++i) {
    pair p;
    const float* pose[2];
    uint8_t status = LGJK_STATUS_BAD;
    touch2 touch = {.distance = (double)NAN};
    if (fetch_pair(shapes_a, a, shapes_b, b, pairs, i, &p, pose)) {
      touch = touch_pair(&p, pose, caches ? &caches[i] : NULL);
      status = status_of(&touch);
    }
    if (results->status) results->status[i] = status;
    if (results->iterations) results->iterations[i] = (uint8_t)(touch.iterations < 255 ? touch.iterations : 255);
    if (results->distance) results->distance[i] = signed_distance(touch.distance);
    if (results->normal) put_real(results->normal + 2 * i, touch.normal);
    if (results->point_a) put_real(results->point_a + 2 * i, touch.point_a);
    if (results->point_b) put_real(results->point_b + 2 * i, touch.point_b);
    if (results->manifold2) put_manifold(&p, pose, &touch, status, &results->manifold2[i]);
  }
}
