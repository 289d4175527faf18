// A convex polytope of points of A - B: a closed surface of triangles that know their neighbours. A new corner beyond
// some face takes the place of all faces that it sees; the rim of those, the horizon, becomes a fan of new faces.
//
// Invariant: the surface is closed. So the horizon is one loop; where rounding makes it anything else, nothing is
// changed. It has two edges more than there are visible faces, or fewer where it goes around old corners, which no
// support point does. Only the reference includes this file.
#ifndef LGJK_REFERENCE3_POLYTOPE_H
#define LGJK_REFERENCE3_POLYTOPE_H

#include "reference3_pair.h"

#define REF3_EPA_SAME 1e-11 // x scale: points this close are one, and planes this close are not passed
#define REF3_EPA_FLAT 1e-14 // x scale^2: below this, twice the area of a face gives no normal

enum { MOST_CORNERS = REF3_EPA_LIMIT + 4, MOST_FACES = 2 * MOST_CORNERS, NO_FACE = 0xffff };

typedef struct face3 {
  vec3 n;             // unit normal, outwards; zero where the face is too thin to have one
  uint16_t corner[3]; // counter-clockwise from outside
  uint16_t across[3]; // the face beyond the edge from corner k to the next
  bool visible;       // to the new corner; false between expansions
} face3;

typedef struct polytope3 {
  vertex corner[MOST_CORNERS];
  uint16_t fan[MOST_CORNERS]; // of the new faces: which begins its edge of the horizon here
  face3 face[MOST_FACES];
  double height[MOST_FACES]; // of a face's plane along its normal over the origin; or of the support along it
  uint16_t list[MOST_FACES]; // the visible faces
  uint32_t corners, faces;
  double same, flat;
} polytope3;

// An edge of the horizon, and the face beyond it.
typedef struct rim {
  uint16_t from, to, outside;
} rim;

REF3_INLINE vec3 corner_at(const polytope3* p, uint32_t i) { return p->corner[i].w; }

REF3_INLINE void set_plane(polytope3* p, uint32_t face) {
  face3* f = &p->face[face];
  vec3 c = corner_at(p, f->corner[0]);
  vec3 n = cross(sub(corner_at(p, f->corner[1]), c), sub(corner_at(p, f->corner[2]), c));
  double length = sqrt(dot(n, n));
  f->visible = false;
  if (length > p->flat) {
    f->n = mul(1.0 / length, n);
    p->height[face] = dot(f->n, c);
  } else {
    f->n = (vec3){0.0, 0.0, 0.0};
    p->height[face] = INFINITY;
  }
}

// A face that is a mere line shows nothing of its own; it goes with its neighbours.
REF3_INLINE bool is_visible(const polytope3* p, const face3* f, vec3 w) {
  bool is_line = !(dot(f->n, f->n) > 0.0);
  return is_line || dot(f->n, sub(w, corner_at(p, f->corner[0]))) > p->same;
}

// The first four corners are those of a tetrahedron.
static inline void begin_polytope(polytope3* p) {
  static const uint16_t corners[4][3] = {{0, 1, 2}, {0, 3, 1}, {1, 3, 2}, {2, 3, 0}};
  static const uint16_t across[4][3] = {{1, 2, 3}, {3, 2, 0}, {1, 3, 0}, {2, 1, 0}};
  vec3 o = corner_at(p, 3), x = sub(corner_at(p, 0), o), y = sub(corner_at(p, 1), o), z = sub(corner_at(p, 2), o);
  if (dot(cross(x, y), z) < 0.0) {
    vertex v = p->corner[0];
    p->corner[0] = p->corner[1];
    p->corner[1] = v;
  }
  p->corners = p->faces = 4;
  for (uint32_t i = 0; i < 4; ++i) {
    p->fan[i] = NO_FACE;
    for (int k = 0; k < 3; ++k) {
      p->face[i].corner[k] = corners[i][k];
      p->face[i].across[k] = across[i][k];
    }
    set_plane(p, i);
  }
}

REF3_INLINE uint32_t nearest_face(const polytope3* p) {
  uint32_t best = 0;
  for (uint32_t i = 1; i < p->faces; ++i) {
    if (p->height[i] < p->height[best]) best = i;
  }
  return best;
}

REF3_INLINE bool is_corner(const polytope3* p, vec3 w) {
  for (uint32_t i = 0; i < p->corners; ++i) {
    vec3 e = sub(w, corner_at(p, i));
    if (dot(e, e) <= p->same * p->same) return true;
  }
  return false;
}

// ---------------------------------------------------------------- expansion

// Lists the faces that w sees, from one of them on.
REF3_INLINE uint32_t list_visible(polytope3* p, uint32_t first, vec3 w) {
  uint32_t count = 1;
  p->list[0] = (uint16_t)first;
  p->face[first].visible = true;
  for (uint32_t i = 0; i < count; ++i) {
    for (int k = 0; k < 3; ++k) {
      uint16_t next = p->face[p->list[i]].across[k];
      face3* f = &p->face[next];
      if (f->visible || !is_visible(p, f, w)) continue;
      f->visible = true;
      p->list[count++] = next;
    }
  }
  return count;
}

// Writes at most `most` edges; returns how many there are.
REF3_INLINE uint32_t list_horizon(const polytope3* p, uint32_t visible, rim* edge, uint32_t most) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < visible; ++i) {
    const face3* f = &p->face[p->list[i]];
    for (int k = 0; k < 3; ++k) {
      if (p->face[f->across[k]].visible) continue;
      if (count < most) edge[count] = (rim){f->corner[k], f->corner[k < 2 ? k + 1 : 0], f->across[k]};
      ++count;
    }
  }
  return count;
}

// Notes which edge of the horizon begins at each corner. False where they are no single loop; nothing is noted then.
static inline bool note_horizon(polytope3* p, const rim* edge, uint32_t count) {
  uint32_t noted = 0, around = 0;
  while (noted < count && p->fan[edge[noted].from] == NO_FACE) {
    p->fan[edge[noted].from] = (uint16_t)noted;
    ++noted;
  }
  for (uint16_t at = 0; noted == count && p->fan[edge[at].to] != NO_FACE; ++around) {
    at = p->fan[edge[at].to];
    if (at == 0) break;
  }
  if (noted == count && around + 1 == count) return true;
  for (uint32_t i = 0; i < noted; ++i) p->fan[edge[i].from] = NO_FACE;
  return false;
}

// The face from an edge of the horizon to the new corner, in place of an old one.
REF3_INLINE void add_fan_face(polytope3* p, uint16_t slot, rim edge, uint16_t apex) {
  face3 *f = &p->face[slot], *outside = &p->face[edge.outside];
  for (int k = 0; k < 3; ++k) {
    if (outside->corner[k] == edge.to && outside->corner[k < 2 ? k + 1 : 0] == edge.from) outside->across[k] = slot;
  }
  f->corner[0] = edge.from;
  f->corner[1] = edge.to;
  f->corner[2] = apex;
  f->across[0] = edge.outside;
  set_plane(p, slot);
}

// Each face of the fan has the next one across its edge to the new corner.
REF3_INLINE void link_fan(polytope3* p, const rim* edge, uint32_t count) {
  for (uint32_t i = 0; i < count; ++i) {
    uint16_t slot = p->list[i], next = p->list[p->fan[edge[i].to]];
    p->face[slot].across[1] = next;
    p->face[next].across[2] = slot;
  }
  for (uint32_t i = 0; i < count; ++i) p->fan[edge[i].from] = NO_FACE;
}

// The corner v, which is beyond the face `first`, becomes part of the polytope. False where rounding keeps it out.
static inline bool expand(polytope3* p, uint32_t first, const vertex* v) {
  rim edge[MOST_CORNERS];
  uint32_t visible = list_visible(p, first, v->w), count = list_horizon(p, visible, edge, MOST_CORNERS);
  uint16_t apex = (uint16_t)p->corners;
  for (uint32_t i = 0; i < visible; ++i) p->face[p->list[i]].visible = false;
  if (count < 3 || count > visible + 2 || count > MOST_CORNERS || !note_horizon(p, edge, count)) return false;
  p->corner[p->corners++] = *v;
  p->fan[apex] = NO_FACE;
  for (uint32_t i = count; i < visible; ++i) p->height[p->list[i]] = INFINITY; // no face any more
  for (uint32_t i = visible; i < count; ++i) p->list[i] = (uint16_t)p->faces++;
  for (uint32_t i = 0; i < count; ++i) add_fan_face(p, p->list[i], edge[i], apex);
  link_fan(p, edge, count);
  return true;
}

#endif
