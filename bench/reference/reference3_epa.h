// The expanding polytope in space (van den Bergen 2001): from the simplex that GJK ends with, a polytope of points of
// A - B grows by the support point beyond the face that the origin is least inside of, until there is none beyond; that
// face is the shortest way out.
//
// Each support along a unit normal n says that moving B by h(n) along n parts the cores, so the least h(n) is an upper
// bound of the depth; the plane of the nearest face is a lower one. The answer is the upper bound, so that it is a way
// out wherever the search ends. Heights of planes are signed: the origin may be outside, by what GJK calls touching.
// Only the reference includes this file.
#ifndef LGJK_REFERENCE3_EPA_H
#define LGJK_REFERENCE3_EPA_H

#include "reference3_polytope.h"
#include "reference3_warm.h"

#define REF3_EPA_THICK 1e-9 // x scale: thinner than this, a difference is flat
#define REF3_EPA_CLEAR 1e-5 // x scale: GJK's corners count if so far off those before, so that faces have normals

// How to part two cores, in the frame of A.
typedef struct way_out {
  double depth; // moving B by it along the normal makes the cores touch; below 0 where they are apart
  vec3 normal;  // unit, from A to B
  vec3 a;       // the point of A that touches then
} way_out;

typedef struct search3 {
  polytope3 polytope;
  way_out best;
  uint32_t evaluations;
} search3;

// The corner of A - B farthest along the unit vector n; its height. Noted where it is a shorter way out.
REF3_INLINE double corner_along(search3* search, const pair* p, vec3 n, vertex* v) {
  support(p, n, v);
  double h = dot(n, v->w);
  ++search->evaluations;
  if (h < search->best.depth) search->best = (way_out){h, n, v->a};
  return h;
}

// ---------------------------------------------------------------- a tetrahedron to begin with

REF3_INLINE vec3 any_perpendicular(vec3 e) {
  double x = fabs(e.x), y = fabs(e.y), z = fabs(e.z);
  if (x <= y && x <= z) return cross(e, (vec3){1.0, 0.0, 0.0});
  return cross(e, y <= z ? (vec3){0.0, 1.0, 0.0} : (vec3){0.0, 0.0, 1.0});
}

// How far w is off the point, line or plane of the corners so far.
static inline double height_over(const polytope3* p, vec3 w) {
  vec3 o = corner_at(p, 0), x = sub(w, o);
  if (p->corners == 1) return sqrt(dot(x, x));
  vec3 e = sub(corner_at(p, 1), o), across = cross(e, x);
  if (p->corners == 2) return sqrt(dot(across, across) / dot(e, e));
  vec3 n = cross(e, sub(corner_at(p, 2), o));
  return fabs(dot(n, x)) / sqrt(dot(n, n));
}

// Directions, besides their opposites, along which A - B leaves that point, line or plane if it does at all.
static inline uint32_t ways_off(const polytope3* p, vec3 d[3]) {
  if (p->corners == 1) {
    d[0] = (vec3){1.0, 0.0, 0.0};
    d[1] = (vec3){0.0, 1.0, 0.0};
    d[2] = (vec3){0.0, 0.0, 1.0};
    return 3;
  }
  vec3 e = sub(corner_at(p, 1), corner_at(p, 0));
  if (p->corners == 3) {
    d[0] = cross(e, sub(corner_at(p, 2), corner_at(p, 0)));
    return 1;
  }
  d[0] = any_perpendicular(e);
  d[1] = cross(e, d[0]);
  return 2;
}

// Adds the support point farthest off. False where none is: the difference is flat, and the best way out is across it.
static inline bool extend(search3* search, const pair* cores, double thick) {
  polytope3* p = &search->polytope;
  vec3 d[3];
  vertex v, farthest = {.index_a = 0};
  double most = thick;
  uint32_t count = ways_off(p, d);
  for (uint32_t k = 0; k < 2 * count; ++k) {
    vec3 n = d[k / 2];
    corner_along(search, cores, mul((k % 2 ? -1.0 : 1.0) / sqrt(dot(n, n)), n), &v);
    double height = height_over(p, v.w);
    if (!(height > most)) continue;
    most = height;
    farthest = v;
  }
  if (!(most > thick)) return false;
  p->corner[p->corners++] = farthest;
  return true;
}

// Four corners that are not flat: those of the simplex, as far as they are not, and support points.
static inline bool find_tetrahedron(search3* search, const pair* cores, const simplex* s) {
  polytope3* p = &search->polytope;
  double thick = REF3_EPA_THICK * cores->scale;
  p->corners = 0;
  for (uint32_t i = 0; i < s->count; ++i) {
    bool off = p->corners == 0 || height_over(p, s->v[i]->w) > REF3_EPA_CLEAR * cores->scale;
    if (off) p->corner[p->corners++] = *s->v[i];
  }
  if (p->corners == 0) corner_along(search, cores, (vec3){1.0, 0.0, 0.0}, &p->corner[p->corners++]);
  while (p->corners < 4) {
    if (!extend(search, cores, thick)) return false;
  }
  return true;
}

// ---------------------------------------------------------------- the search

// Returns the nearest face at the end, or NO_FACE where a limit or rounding ended the search before.
static inline uint32_t grow(search3* search, const pair* cores) {
  polytope3* p = &search->polytope;
  double gap = gap_of(cores);
  while (search->evaluations < REF3_EPA_LIMIT) {
    uint32_t f = nearest_face(p);
    vertex v;
    if (search->best.depth - p->height[f] <= gap) return f;
    double h = corner_along(search, cores, p->face[f].n, &v);
    if (search->best.depth - p->height[f] <= gap) return f;
    if (is_corner(p, v.w)) {
      p->height[f] = h; // its normal is rounding
    } else if (!expand(p, f, &v)) {
      return NO_FACE;
    }
  }
  return NO_FACE;
}

// The point of a face nearest to the foot of the way out, and how far it is from there, squared; as before where it is
// not nearer than `least`.
static inline double approach_foot(const polytope3* p, uint32_t face, vec3 foot, double gap, double least, vec3* a) {
  const face3* f = &p->face[face];
  double off = dot(f->n, sub(foot, corner_at(p, f->corner[0])));
  vec3 on_a;
  simplex s;
  if (!(off * off < least) || p->height[face] == INFINITY) return least;
  clear(&s);
  for (int k = 0; k < 3; ++k) {
    *s.v[k] = p->corner[f->corner[k]];
    s.v[k]->w = sub(s.v[k]->w, foot);
  }
  if (!reduce_triangle(&s, gap)) return least;
  vec3 w = nearest_point(&s, &on_a);
  double length2 = dot(w, w);
  if (!(length2 < least)) return least;
  *a = on_a;
  return length2;
}

// The point of A that touches after the way out: the foot is on the face that was found last, or on one in its plane.
static inline void find_witness(search3* search, uint32_t face, double same, double gap) {
  const polytope3* p = &search->polytope;
  vec3 foot = mul(search->best.depth, search->best.normal);
  double least = INFINITY;
  if (face != NO_FACE) least = approach_foot(p, face, foot, same, least, &search->best.a);
  for (uint32_t i = 0; least > gap * gap && i < p->faces; ++i) {
    least = approach_foot(p, i, foot, same, least, &search->best.a);
  }
}

// The face and the corner farthest behind it that make a tetrahedron around the origin, if any do: where the next frame
// does best to begin.
static inline void keep_face(const polytope3* p, uint32_t face, simplex* s) {
  const uint16_t* c = p->face[face].corner;
  vec3 n = p->face[face].n, x = corner_at(p, c[0]), y = corner_at(p, c[1]), z = corner_at(p, c[2]);
  vec3 xy = cross(x, y), yz = cross(y, z), zx = cross(z, x);
  double lowest = 0.0;
  uint32_t top = NO_FACE;
  for (uint32_t i = 0; i < p->corners; ++i) {
    vec3 w = corner_at(p, i);
    if (dot(xy, w) > 0.0 || dot(yz, w) > 0.0 || dot(zx, w) > 0.0 || !(dot(n, w) < lowest)) continue;
    lowest = dot(n, w);
    top = i;
  }
  if (top == NO_FACE || !(p->height[face] > 0.0)) return;
  for (int k = 0; k < 3; ++k) *s->v[k] = p->corner[c[k]];
  *s->v[3] = p->corner[top];
  s->count = 4;
}

// The point of A that the simplex of a flat difference has at the origin.
static inline vec3 touching_point(const simplex* s) {
  vec3 a;
  if (s->count == 4) return common_point(s);
  nearest_point(s, &a);
  return a;
}

// The way out of cores of which GJK has said that they overlap or touch, from its last simplex, which is replaced by a
// better one for a cache to keep. False where the search was ended before.
static inline bool find_way_out(search3* search, const pair* cores, simplex* s, bool keep) {
  polytope3* p = &search->polytope;
  p->same = REF3_EPA_SAME * cores->scale;
  p->flat = REF3_EPA_FLAT * cores->scale * cores->scale;
  search->evaluations = 0;
  search->best.depth = INFINITY;
  if (!find_tetrahedron(search, cores, s)) {
    search->best.a = touching_point(s);
    return true;
  }
  begin_polytope(p);
  uint32_t face = grow(search, cores);
  find_witness(search, face, p->same, 0.01 * gap_of(cores));
  if (keep && face != NO_FACE) keep_face(p, face, s);
  return face != NO_FACE;
}

#endif
