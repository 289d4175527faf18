// The simplex of GJK in space and the feature of it that is nearest to the origin, by Voronoi regions (Ericson,
// Real-Time Collision Detection, 5.1.5 and 9.5.2). No region needs a division: planes are compared through their
// unscaled normals.
//
// Invariant: the simplex is a vertex, an edge or a triangle of A - B, and the origin projects into its inside. A new
// point passes it towards the origin by more than the gap, far more than doubles round. So edges are longer than the
// gap, triangles and tetrahedra higher than that, and the distance falls with every point: no search can cycle.
// Only the reference and its test include this file.
#ifndef LGJK_REFERENCE3_SIMPLEX_H
#define LGJK_REFERENCE3_SIMPLEX_H

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

#endif
