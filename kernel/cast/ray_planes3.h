// Casts a ray against a hull: float finds the face that it enters, among all planes of the hull (Cyrus, Beck 1978), as
// many at a time as there are lanes. Double computes where the ray meets the face, and that this is within its edges.
#ifndef LGJK_CAST_RAY_PLANES3_H
#define LGJK_CAST_RAY_PLANES3_H

#include <math.h>

#include "cast/gaps.h"

// Planes are farther out by this, of the reach: more than float loses of a place within twice that, 40 u.
#define PLANE_SLOP 4e-6f

// A sine that is less leaves too few digits of a normal.
#define LEAST_SINE 1e-2

// The last plane that a ray enters.
typedef struct last_plane {
  float enter, leave;
  uint32_t face;
  bool apart; // it stays outside of one
} last_plane;

LANE_INLINE last_plane cross_planes(const float* planes, uint32_t count, const float p[3], const float v[3],
                                    float slop) {
  const vf none = vf_set(0), far = vf_set(HUGE_VALF);
  const vf x = vf_set(p[0]), y = vf_set(p[1]), z = vf_set(p[2]), u = vf_set(v[0]), w = vf_set(v[1]), t = vf_set(v[2]);
  const vf step = vf_set(LANES), grown = vf_set(slop);
  static const uint32_t lane[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
  vf number = vf_convert(vi_load(lane)), face = none, enter = vf_neg(far), leave = far;
  mf apart = mf_none();
  for (uint32_t i = 0; i < count; i += LANES) {
    const float* plane = planes + 4 * (i - i % LGJK_PLANES3) + i % LGJK_PLANES3;
    const vf nx = vf_load(plane), ny = vf_load(plane + LGJK_PLANES3), nz = vf_load(plane + 2 * LGJK_PLANES3);
    const vf along = vf_add(vf_add(vf_mul(nx, x), vf_mul(ny, y)), vf_mul(nz, z));
    const vf speed = vf_add(vf_add(vf_mul(nx, u), vf_mul(ny, w)), vf_mul(nz, t));
    const vf gap = vf_sub(vf_sub(along, vf_load(plane + 3 * LGJK_PLANES3)), grown);
    const vf at = vf_div(vf_neg(gap), speed);
    const mf enters = vf_lt(speed, none), leaves = vf_lt(none, speed), later = mf_and(enters, vf_lt(enter, at));
    enter = vf_select(later, at, enter);
    face = vf_select(later, number, face);
    leave = vf_min(vf_select(leaves, at, far), leave);
    apart = mf_or(apart, mf_and(vf_eq(speed, none), vf_lt(none, gap)));
    number = vf_add(number, step);
  }
  last_plane last = {.enter = vf_largest(enter), .leave = -vf_largest(vf_neg(leave)), .apart = mf_any(apart)};
  // of equal ones the lowest
  const vf lowest = vf_select(vf_eq(enter, vf_set(last.enter)), face, vf_set(LGJK_MAX_POINTS * 2));
  last.face = (uint32_t)-vf_largest(vf_neg(lowest));
  return last;
}

// The faces that the rays of a block enter; misses, known: bits of lanes, of which the others have no face.
typedef struct hull_faces {
  uint32_t misses, known, most; // most: vertices of a face
  const uint8_t* loop[LANES];
  uint32_t pool[LANES], count[LANES]; // where the hull's vertices begin; how many the face has
  double leave[LANES];
} hull_faces;

// Chooses the face of a lane.
LANE_INLINE void choose_face(const lgjk_shape3* shape, const float* pool, const float p[3], const float v[3],
                             float slop, uint32_t l, hull_faces* out) {
  const last_plane last = cross_planes(lgjk_shape3_planes(shape, pool), shape->face_count, p, v, slop);
  const lgjk_face3* face = lgjk_shape3_faces(shape, pool) + last.face;
  const bool misses = last.apart | (last.leave < last.enter);
  out->misses |= (uint32_t)misses << l;
  out->known |= (uint32_t)(last.enter > -HUGE_VALF) << l;
  out->loop[l] = lgjk_shape3_loops(shape, pool) + face->start;
  out->pool[l] = shape->pool;
  out->count[l] = face->count;
  out->most = face->count > out->most ? face->count : out->most;
  out->leave[l] = (double)last.leave;
}

// Loads a vertex of each lane's face: number n of three that are spread over it, or number n of all; after the last
// comes the first.
LANE_INLINE vec_f load_vertices(const float* pool, const hull_faces* f, uint32_t n, bool spread) {
  uint32_t place[LANES];
  vf out[3];
  for (uint32_t l = 0; l < LANES; ++l) {
    const uint32_t i = spread ? n * f->count[l] / 3 : n < f->count[l] ? n : 0;
    place[l] = f->pool[l] + 3u * f->loop[l][i];
  }
  vf_load_triples(pool, vi_load(place), out);
  return from_array_f(out);
}

#endif
