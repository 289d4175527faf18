// Warm start: the simplex that a pair remembers is rebuilt from its indices where the bodies are now, and checked like
// any guess, so that any bytes are safe. What comes out keeps the invariant of reference3_simplex.h.
// Only the reference and its test include this file.
#ifndef LGJK_REFERENCE3_WARM_H
#define LGJK_REFERENCE3_WARM_H

#include "reference3_gjk.h"

// Rebuilds the vertices that a cache names. False where it is cold or cannot be meant.
REF3_INLINE bool rebuild(const pair* p, const ref3_cache* cache, simplex* s) {
  if (cache->count == 0 || cache->count > 4) return false;
  for (uint32_t i = 0; i < cache->count; ++i) {
    if (cache->index_a[i] >= p->a->count || cache->index_b[i] >= p->b->count) return false;
    vertex_of(p, cache->index_a[i], cache->index_b[i], s->v[i]);
  }
  return true;
}

// The segment v0 v1 becomes its nearest feature. False where it is too short to have a direction.
REF3_INLINE bool reduce_segment(simplex* s, double gap) {
  vec3 e = sub(s->v[1]->w, s->v[0]->w);
  if (!(dot(e, e) > gap * gap)) return false;
  if (dot(s->v[0]->w, e) >= 0.0) {
    to_vertex(s, 0);
  } else if (dot(s->v[1]->w, e) <= 0.0) {
    to_vertex(s, 1);
  } else {
    to_edge(s);
  }
  return true;
}

// The same of the triangle v0 v1 v2. False where it is too thin to have a normal. It is nearest at a corner where it
// is so on no edge and not inside; then that corner is the nearest of all.
REF3_INLINE bool reduce_triangle(simplex* s, double gap) {
  vec3 w[3] = {s->v[0]->w, s->v[1]->w, s->v[2]->w};
  vec3 e[3] = {sub(w[1], w[0]), sub(w[2], w[1]), sub(w[0], w[2])}, n = cross(e[0], e[1]);
  double longest2 = fmax(length2_of(e[0]), fmax(length2_of(e[1]), length2_of(e[2])));
  if (!(length2_of(n) > gap * gap * longest2)) return false;
  bool inside = true;
  for (int i = 0; i < 3; ++i) {
    if (dot(cross(e[i], n), w[i]) >= 0.0) continue;
    inside = false;
    if (dot(w[i], e[i]) < 0.0 && dot(w[i < 2 ? i + 1 : 0], e[i]) > 0.0) {
      swap(s, 2, i < 1 ? 2 : i - 1);
      to_edge(s);
      return true;
    }
  }
  int nearest = length2_of(w[1]) < length2_of(w[0]) ? 1 : 0;
  if (length2_of(w[2]) < length2_of(w[nearest])) nearest = 2;
  if (inside) {
    to_triangle(s, n);
  } else {
    to_vertex(s, nearest);
  }
  return true;
}

// Whether the tetrahedron v0..v3 holds the origin: as a convex combination whose value, computed, is within touching.
REF3_INLINE bool tetrahedron_holds(simplex* s, double touch) {
  double share[4];
  vec3 sum = {0.0, 0.0, 0.0};
  bool inside = true;
  shares_of_origin(s, share);
  for (int i = 0; i < 4; ++i) {
    inside = inside && share[i] >= 0.0;
    sum = add(sum, mul(share[i], s->v[i]->w));
  }
  if (!(inside && length2_of(sum) <= touch * touch)) return false;
  s->count = 4;
  return true;
}

// From A towards B, where A - B comes closest to the origin, or the direction that a cache remembers.
REF3_INLINE vec3 first_direction(const pair* p, const ref3_cache* cache) {
  if (cache) {
    vec3 d = {(double)cache->direction[0], (double)cache->direction[1], (double)cache->direction[2]};
    double length2 = length2_of(d);
    if (length2 > 1e-24 && length2 < 1e24) return d;
  }
  return length2_of(p->t) > 0.0 ? p->t : (vec3){1.0, 0.0, 0.0};
}

// A first simplex and direction; true where the simplex holds the origin already.
REF3_INLINE bool begin(const pair* p, const ref3_cache* cache, simplex* s) {
  clear(s);
  if (cache && rebuild(p, cache, s)) {
    double gap = gap_of(p);
    switch (cache->count) {
      case 1: to_vertex(s, 0); return false;
      case 2:
        if (reduce_segment(s, gap)) return false;
        break;
      case 3:
        if (reduce_triangle(s, gap)) return false;
        break;
      default:
        if (!tetrahedron_holds(s, REF3_TOUCH * p->scale)) break;
        s->d = (vec3){0.0, 0.0, 0.0}; // there is none
        return true;
    }
  }
  s->d = first_direction(p, cache);
  return false;
}

REF3_INLINE void remember(const pair* p, const simplex* s, ref3_cache* cache) {
  double length = sqrt(length2_of(s->d)), k = length > 0.0 ? 1.0 / length : 0.0;
  ref3_cache now = {{(float)(k * s->d.x), (float)(k * s->d.y), (float)(k * s->d.z)}, 0, {0}, {0}, {0}};
  if (has_indices(p->a) && has_indices(p->b)) {
    now.count = (uint8_t)s->count;
    for (uint32_t i = 0; i < s->count; ++i) {
      now.index_a[i] = (uint8_t)s->v[i]->index_a;
      now.index_b[i] = (uint8_t)s->v[i]->index_b;
    }
  }
  *cache = now;
}

#endif
