// GJK in space (Gilbert, Johnson, Keerthi 1988): A and B overlap exactly where A - B holds the origin; else the point
// of A - B nearest to the origin is as far from it as they are from each other. Rounding radii stay out of the
// difference: two rounded shapes are as far apart as their cores, less both radii.
//
// Of a simplex the feature that is nearest to the origin is found by Voronoi regions (Ericson, Real-Time Collision
// Detection, 5.1.5 and 9.5.2). No region needs a division: planes are compared through their unscaled normals.
// Invariant: the simplex is a vertex, an edge or a triangle of A - B, and the origin projects into its inside. A new
// point passes it towards the origin by more than the gap, far more than doubles round. So edges are longer than the
// gap, triangles and tetrahedra higher than that, and the distance falls with every point: no search can cycle.
// Only the reference includes this file.
#ifndef LGJK_REFERENCE3_GJK_H
#define LGJK_REFERENCE3_GJK_H

#include "reference3_pair.h"

typedef struct simplex {
  vertex store[4];
  vertex* v[4];   // the first `count` make up the simplex; v[count] is where the next point is written
  uint32_t count; // 0: nothing yet; 4: a tetrahedron that holds the origin
  vec3 d;         // from the simplex to the origin: its normal there, of any length
  double height;  // how far the origin is along d: the distance times the length of d
} simplex;

REF3_INLINE void clear(simplex* s) {
  for (int i = 0; i < 4; ++i) s->v[i] = &s->store[i];
  s->count = 0;
}

REF3_INLINE void swap(simplex* s, int i, int j) {
  vertex* v = s->v[i];
  s->v[i] = s->v[j];
  s->v[j] = v;
}

// ---------------------------------------------------------------- what the simplex becomes

REF3_INLINE void settle(simplex* s, uint32_t count, vec3 d) {
  s->count = count;
  s->d = d;
  s->height = -dot(d, s->v[0]->w);
}

REF3_INLINE void to_vertex(simplex* s, int i) {
  swap(s, 0, i);
  settle(s, 1, negate(s->v[0]->w));
}

// The edge v0 v1. Its normal is e x (o x e), with the products multiplied out: e.e times the way to the origin. Where
// the edge passes through the origin that is nothing but rounding, of any direction, and only its length says so.
REF3_INLINE void to_edge(simplex* s) {
  vec3 o = negate(s->v[0]->w), e = sub(s->v[1]->w, s->v[0]->w);
  double length2 = dot(e, e);
  s->count = 2;
  s->d = sub(mul(length2, o), mul(dot(e, o), e));
  s->height = dot(s->d, s->d) / length2;
}

// The triangle v0 v1 v2, of normal n before it is turned towards the origin.
REF3_INLINE void to_triangle(simplex* s, vec3 n) {
  if (dot(n, s->v[0]->w) > 0.0) {
    swap(s, 0, 1);
    n = negate(n);
  }
  settle(s, 3, n);
}

// ---------------------------------------------------------------- a new point

// With p the new point, o the origin and x, y old points, all three seen from p, the plane through an edge p x along
// the normal n of a face parts the origin from the face where (x x n).o > 0. That is n.(o x x), which both faces at
// the edge share.
typedef struct side {
  vec3 n;              // normal of the face p x y, outwards
  bool above;          // the origin is outside of the face
  bool past_x, past_y; // beyond its edge to x, to y; true as well where the origin is not above
} side;

REF3_INLINE void add_to_vertex(simplex* s) {
  vec3 p = s->v[1]->w;
  if (dot(p, sub(s->v[0]->w, p)) < 0.0) {
    to_edge(s);
  } else {
    to_vertex(s, 1);
  }
}

REF3_INLINE void add_to_edge(simplex* s) {
  vec3 p = s->v[2]->w, o = negate(p), x = sub(s->v[0]->w, p), y = sub(s->v[1]->w, p), n = cross(x, y);
  bool past_x = dot(n, cross(o, x)) > 0.0, past_y = dot(n, cross(o, y)) < 0.0;
  if (!past_x && !past_y) {
    to_triangle(s, n);
  } else if (past_x && dot(x, o) > 0.0) {
    swap(s, 1, 2);
    to_edge(s);
  } else if (past_y && dot(y, o) > 0.0) {
    swap(s, 0, 2);
    to_edge(s);
  } else {
    to_vertex(s, 2);
  }
}

// The face that v[i] with i < 3 is no corner of becomes the simplex.
REF3_INLINE void to_face(simplex* s, int i, vec3 n) {
  swap(s, i, 3);
  settle(s, 3, n);
}

// The origin is outside of some sides of the tetrahedron, but projects into none.
REF3_INLINE void add_to_sides(simplex* s, const side f[3], const vec3 x[3], vec3 o) {
  for (int i = 0; i < 3; ++i) {
    const side *left = &f[i == 0 ? 2 : i - 1], *right = &f[i];
    if ((left->above || right->above) && left->past_y && right->past_x && dot(x[i], o) > 0.0) {
      swap(s, 0, i);
      swap(s, 1, 3);
      to_edge(s);
      return;
    }
  }
  to_vertex(s, 3);
}

// True where the tetrahedron holds the origin. The triangle is counter-clockwise as seen from the origin and from the
// new point, so that side i lies between the edges to v[i] and v[i + 1].
REF3_INLINE bool add_to_triangle(simplex* s) {
  vec3 p = s->v[3]->w, o = negate(p);
  vec3 x[3] = {sub(s->v[0]->w, p), sub(s->v[1]->w, p), sub(s->v[2]->w, p)};
  vec3 across[3] = {cross(o, x[0]), cross(o, x[1]), cross(o, x[2])};
  side f[3];
  for (int i = 0; i < 3; ++i) {
    f[i].above = dot(x[i], across[i < 2 ? i + 1 : 0]) < 0.0;
    f[i].past_x = f[i].past_y = true;
  }
  if (!f[0].above && !f[1].above && !f[2].above) {
    s->count = 4;
    return true;
  }
  for (int i = 0; i < 3; ++i) {
    if (!f[i].above) continue;
    int next = i < 2 ? i + 1 : 0;
    f[i].n = cross(x[i], x[next]);
    f[i].past_x = dot(f[i].n, across[i]) > 0.0;
    f[i].past_y = dot(f[i].n, across[next]) < 0.0;
    if (!f[i].past_x && !f[i].past_y) {
      to_face(s, i == 0 ? 2 : i - 1, f[i].n);
      return false;
    }
  }
  add_to_sides(s, f, x, o);
  return false;
}

// The simplex becomes the feature nearest to the origin of its hull with v[count], which has passed it. True where
// that holds the origin.
REF3_INLINE bool add_vertex(simplex* s) {
  switch (s->count) {
    case 0: to_vertex(s, 0); return false;
    case 1: add_to_vertex(s); return false;
    case 2: add_to_edge(s); return false;
    default: return add_to_triangle(s);
  }
}

// ---------------------------------------------------------------- the search

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

// ---------------------------------------------------------------- warm start

// The simplex that a pair remembers is rebuilt from its indices where the bodies are now, and checked like any guess,
// so that any bytes are safe. What comes out keeps the invariant.

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
