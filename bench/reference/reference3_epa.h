// The expanding polytope in space (van den Bergen 2001): from the simplex that GJK ends with, a polytope of points of
// A - B grows by the support point beyond the face that the origin is least inside of, until there is none beyond; that
// face is the shortest way out.
//
// Each support along a unit normal n says that moving B by h(n) along n parts the cores, so the least h(n) is an upper
// bound of the depth; the plane of the nearest face is a lower one. The answer is the upper bound, so that it is a way
// out wherever the search ends. Heights of planes are signed: the origin may be outside, by what GJK calls touching.
//
// The polytope is a closed surface of triangles that know their neighbours. A new corner beyond some face takes the
// place of all faces that it sees; the rim of those, the horizon, becomes a fan of new faces. As the surface is closed,
// the horizon is one loop; where rounding makes it anything else, nothing is changed. It has two edges more than there
// are visible faces, or fewer where it passes around old corners, which no support point does.
// Only the reference includes this file.
#ifndef LGJK_REFERENCE3_EPA_H
#define LGJK_REFERENCE3_EPA_H

#include "reference3_gjk.h"

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

// A face that is a mere line counts as visible: it has no normal.
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

// ---------------------------------------------------------------- the search

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
