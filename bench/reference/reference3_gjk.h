// The search itself (Gilbert, Johnson, Keerthi 1988): A and B overlap exactly where A - B holds the origin; else the
// point of A - B nearest to the origin is as far from it as they are from each other. Rounding radii stay out of the
// difference: two rounded shapes are as far apart as their cores, less both radii.
// Only the reference and its test include this file.
#ifndef LGJK_REFERENCE3_GJK_H
#define LGJK_REFERENCE3_GJK_H

#include "reference3_simplex.h"

typedef enum outcome { NEAREST, HOLDS_ORIGIN, APART } outcome;

// Within this distance of each other, cores make their shapes overlap.
REF3_INLINE double reach_of(const pair* p) { return p->radius + REF3_TOUCH * p->scale; }

REF3_INLINE double gap_of(const pair* p) {
  bool curved = !has_indices(p->a) || !has_indices(p->b);
  return (curved ? REF3_GAP_CURVED : REF3_GAP) * p->scale;
}

// Whether a height along d is above a distance; without a root.
REF3_INLINE bool exceeds(double height, double distance, double length2) {
  return height > 0.0 && height * height > distance * distance * length2;
}

// From the simplex and direction in s to the nearest feature, or to any point within reach. With `decide` it ends as
// soon as a plane between the shapes is known. s->d must not be zero.
REF3_INLINE outcome approach_origin(const pair* p, simplex* s, uint32_t* iterations, bool decide) {
  double gap = gap_of(p), reach = reach_of(p), length2 = dot(s->d, s->d);
  if (s->count > 0 && !exceeds(s->height, reach, length2)) return NEAREST;
  for (*iterations = 1; *iterations <= REF3_ITERATION_LIMIT; ++*iterations) {
    vertex* v = s->v[s->count];
    support(p, s->d, v);
    double passed = dot(s->d, v->w);
    if (decide && exceeds(-passed, reach, length2)) return APART;
    if (s->count > 0 && !exceeds(passed + s->height, gap, length2)) return NEAREST;
    if (add_vertex(s)) return HOLDS_ORIGIN;
    length2 = dot(s->d, s->d);
    if (!exceeds(s->height, reach, length2)) return NEAREST;
  }
  return NEAREST;
}

// ---------------------------------------------------------------- answers

// The point of the simplex nearest to the origin, and the point of A it comes from. The simplex does not hold the
// origin.
REF3_INLINE vec3 nearest_point(const simplex* s, vec3* a) {
  const vertex *u = s->v[0], *v = s->v[1], *w = s->v[2];
  if (s->count == 1) {
    *a = u->a;
    return u->w;
  }
  if (s->count == 2) {
    vec3 e = sub(v->w, u->w);
    double t = -dot(u->w, e) / dot(e, e);
    *a = add(u->a, mul(t, sub(v->a, u->a)));
    return add(u->w, mul(t, e));
  }
  double k = 1.0 / dot(s->d, s->d);
  double share_v = k * dot(s->d, cross(w->w, u->w)), share_w = k * dot(s->d, cross(u->w, v->w));
  *a = add(u->a, add(mul(share_v, sub(v->a, u->a)), mul(share_w, sub(w->a, u->a))));
  return mul(-k * s->height, s->d);
}

// The origin as a combination of the corners of a tetrahedron, by Cramer's rule.
REF3_INLINE void shares_of_origin(const simplex* s, double share[4]) {
  vec3 a = s->v[0]->w, b = s->v[1]->w, c = s->v[2]->w, d = s->v[3]->w;
  vec3 ab = cross(a, b), cd = cross(c, d);
  share[0] = dot(b, cd);
  share[1] = -dot(a, cd);
  share[2] = dot(d, ab);
  share[3] = -dot(c, ab);
  double sum = share[0] + share[1] + share[2] + share[3];
  for (int i = 0; i < 4; ++i) share[i] /= sum;
}

// The point of A that a point of B coincides with.
REF3_INLINE vec3 common_point(const simplex* s) {
  double share[4];
  shares_of_origin(s, share);
  vec3 near = mul(share[0], s->v[0]->a);
  for (int i = 1; i < 4; ++i) near = add(near, mul(share[i], s->v[i]->a));
  return near;
}

#endif
