// Grows a polytope in A - B by one vertex at a time, one in each lane (van den Bergen 2003, section 4.3.8).
//
// Faces are appended at a slot that is common to all lanes, so that no lane needs an address of its own. There is no
// adjacency: the faces that see a new vertex are collected while all are scanned. Their directed edges whose reverse is
// there too are inside; the others are the horizon. A sound horizon has two edges more than there are faces that see
// the vertex, because the surface stays closed. A removed face has its plane at infinity. A lane's faces stay in the
// order in which it appended them, which decides ties, whatever its neighbours do. When the slots are used up, each
// lane packs its faces in that order.
#ifndef LGJK_GJK_POLYTOPE_LANES3_H
#define LGJK_GJK_POLYTOPE_LANES3_H

#include <math.h>

#include "gjk/gjk.h"

// What is found of a pair's depth, by a polytope or in closed form.
typedef struct depth_lanes {
  vf depth;       // of the cores, where certified
  vec_f normal;   // unit, from A to B: B moved by depth times it touches A
  vec_f a;        // point of A, around A's position; B's is the depth times the normal before it
  vf evaluations; // support evaluations
  mf certified;
  mf apart; // lanes with a support plane behind the origin: their cores are apart up to rounding
} depth_lanes;

#define POLYTOPE_VERTICES 28u
#define POLYTOPE_FACES (2 * (POLYTOPE_VERTICES - 1) - 4) // of a lane that has room for a vertex, at most
#define POLYTOPE_SLOTS 58u // for all lanes, removed faces included; with the vertices 29 KB in 16 lanes
#define VISIBLE_MOST 6     // faces that may see a new vertex: 4 would stop 0.6% of hulls of 8..16, 6 none
#define HORIZON_MOST (VISIBLE_MOST + 2)
#define COPLANAR_MOST 8 // faces of the nearest plane that are looked at; that of two boxes has 6 triangles
_Static_assert(POLYTOPE_SLOTS >= POLYTOPE_FACES + HORIZON_MOST, "packed faces leave room for one expansion");

// Codes of faces and edges: their vertices, five bits each, below the exponent of 1. Codes are compared as floats.
#define CORNER_BITS 5
#define CORNER 31u
#define CODE_BASE 0x3F800000u
#define CODE_DOUBTFUL (1u << 3 * CORNER_BITS) // a face whose side of the origin may be rounding
_Static_assert(POLYTOPE_VERTICES <= CORNER + 1, "a corner has five bits");

typedef struct polytope_face {
  vec_f n; // unit normal, outwards
  vf d;    // support value of the plane: its distance from the origin; infinite if there is no face
  vf code;
} polytope_face;

typedef struct polytope_vertex {
  vec_f w; // of A - B
  vec_f a; // A's part, in world axes around A
} polytope_vertex;

#define VERTEX_FLOATS (uint32_t)(sizeof(polytope_vertex) / sizeof(vf))

typedef struct polytope {
  union {
    polytope_face face[POLYTOPE_SLOTS];
    polytope_vertex first[4]; // vertices, before there are faces; or their directions
  };
  // The vertices by number and lane, w before a: a lane loads its own one at once, instead of three gathers.
  // vf_load_triples may read a float more.
  float vertex[POLYTOPE_VERTICES * LANES * VERTEX_FLOATS + 1];
  uint32_t slots, vertices; // in use
  vf doubt;                 // a plane's noise for a face whose height is its longest edge
} polytope;

// The face nearest the origin, and its slot.
typedef struct nearest_face {
  polytope_face face;
  vi slot;
} nearest_face;

LANE_INLINE vf no_code(void) { return vf_set(0); }
LANE_INLINE vf code_of(vi corners) { return vf_of(vi_or(corners, vi_set(CODE_BASE))); }
LANE_INLINE vi corner_of(vf code, int i) { return vi_and(vi_shr(vi_of(code), CORNER_BITS * i), CORNER); }

static const uint32_t lane_number[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
_Static_assert(sizeof lane_number / sizeof lane_number[0] >= LANES, "a number for each lane");

// Loads w of the vertex of each lane's index, or what follows it by `part` floats.
LANE_INLINE vec_f point_of(const polytope* p, vi index, uint32_t part) {
  vf v[3];
  const vi at = vi_add(vi_shl(index, __builtin_ctz(LANES)), vi_load(lane_number)), twice = vi_add(at, at);
  vf_load_triples(p->vertex + part, vi_add(vi_add(twice, twice), twice), v);
  return from_array_f(v);
}

// Appends a vertex as two quads that overlap.
LANE_INLINE void append_vertex(polytope* p, const polytope_vertex* v) {
  const vf front[4] = {v->w.x, v->w.y, v->w.z, v->a.x}, back[4] = {v->w.z, v->a.x, v->a.y, v->a.z};
  char* at = (char*)(p->vertex + VERTEX_FLOATS * LANES * p->vertices++);
  vf_store_records(at, VERTEX_FLOATS * sizeof(float), lane_number, front);
  vf_store_records(at + 2 * sizeof(float), VERTEX_FLOATS * sizeof(float), lane_number, back);
}

// Returns the face of corner w and the edges e and g from there, counterclockwise seen from outside. A normal that may
// have lost digits to underflow becomes 0, and so does the plane's distance.
LANE_INLINE polytope_face make_face(const polytope* p, vec_f w, vec_f e, vec_f g, vi corners) {
  const vf zero = vf_set(0), one = vf_set(1);
  const vec_f n = cross_f(e, g);
  const vf square = dot_f(n, n);
  const mf solid = vf_lt(vf_set(LEAST_SQUARE), square);
  const vf inverse = vf_select(solid, vf_div(one, vf_sqrt(vf_select(solid, square, one))), zero);
  polytope_face out;
  out.n = scale_f(n, inverse);
  out.d = dot_f(out.n, w);
  const vf longest = vf_max(dot_f(e, e), dot_f(g, g));
  const mf doubtful = vf_le(vf_abs(out.d), vf_mul(vf_mul(p->doubt, longest), inverse));
  const vf code = code_of(corners);
  out.code = vf_select(doubtful, vf_of(vi_or(vi_of(code), vi_set(CODE_DOUBTFUL))), code);
  return out;
}

// Keeps distance and slot of the nearest face, the first of equals. Returns the lanes in which that is the new one.
LANE_INLINE mf keep_nearer(nearest_face* best, vf d, uint32_t slot) {
  const mf nearer = vf_lt(d, best->face.d);
  best->face.d = vf_min(d, best->face.d);
  best->slot = vi_of(vf_select(nearer, vf_of(vi_set(slot)), vf_of(best->slot)));
  return nearer;
}

LANE_INLINE mf append_face(polytope* p, const polytope_face* face, nearest_face* best) {
  const mf nearer = keep_nearer(best, face->d, p->slots);
  p->face[p->slots++] = *face;
  best->face.n = select_vec_f(nearer, face->n, best->face.n);
  best->face.code = vf_select(nearer, face->code, best->face.code);
  return nearer;
}

LANE_INLINE void clear_nearest(nearest_face* best) {
  best->face.d = vf_set(HUGE_VALF);
  best->slot = vi_set(0);
}

LANE_INLINE polytope_vertex select_vertex(mf m, const polytope_vertex* a, const polytope_vertex* b) {
  return (polytope_vertex){select_vec_f(m, a->w, b->w), select_vec_f(m, a->a, b->a)};
}

// Makes the tetrahedron of the first four vertices, faces outwards. Returns the lanes in which six times its volume is
// above `least`. Not inlined, so that it is not on the stack together with the supports before.
static LANE_NOINLINE mf begin_polytope(polytope* p, vf least, vf doubt, nearest_face* best) {
  static const uint8_t faces[4][3] = {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}};
  polytope_vertex v[4];
  memcpy(v, p->first, sizeof v);
  const vec_f e1 = sub_f(v[1].w, v[0].w), e2 = sub_f(v[2].w, v[0].w), e3 = sub_f(v[3].w, v[0].w);
  const vf volume = dot_f(cross_f(e1, e2), e3);
  const mf turned = vf_lt(volume, vf_set(0));
  const polytope_vertex third = v[2];
  v[2] = select_vertex(turned, &v[3], &third);
  v[3] = select_vertex(turned, &third, &v[3]);
  p->vertices = p->slots = 0;
  for (int i = 0; i < 4; ++i) append_vertex(p, &v[i]);
  p->doubt = doubt;
  clear_nearest(best);
  best->face.n = (vec_f){0};
  best->face.code = no_code();
  for (int k = 0; k < 4; ++k) {
    const uint32_t a = faces[k][0], b = faces[k][1], c = faces[k][2];
    const vec_f w = v[a].w;
    const vi corners = vi_set(a | b << CORNER_BITS | c << 2 * CORNER_BITS);
    const polytope_face face = make_face(p, w, sub_f(v[b].w, w), sub_f(v[c].w, w), corners);
    append_face(p, &face, best);
  }
  return vf_lt(least, vf_abs(volume));
}

// Puts a code before the others of a lane; the last one of a full list is lost.
LANE_INLINE void push_code(vf* codes, int room, mf m, vf code) {
  for (int k = room - 1; k > 0; --k) codes[k] = vf_select(m, codes[k - 1], codes[k]);
  codes[0] = vf_select(m, code, codes[0]);
}

// Packs the faces of lane l into its first slots, in their order, and returns their number. It does not branch on
// whether a slot holds a face: half of them do.
LANE_INLINE uint32_t pack_lane(polytope* p, uint32_t l) {
  enum { ROWS = sizeof(polytope_face) / sizeof(vf), ROW_OF_D = offsetof(polytope_face, d) / sizeof(vf) };
  float* all = (float*)(void*)p->face + l; // by slot, row and lane
  uint32_t count = 0;
  for (uint32_t i = 0; i < p->slots; ++i) {
    const float* from = all + (size_t)ROWS * LANES * i;
    float* to = all + (size_t)ROWS * LANES * count;
    count += from[ROW_OF_D * LANES] < HUGE_VALF;
    for (uint32_t k = 0; k < ROWS; ++k) to[k * LANES] = from[k * LANES];
  }
  for (uint32_t i = count; i < p->slots; ++i) all[((size_t)ROWS * i + ROW_OF_D) * LANES] = HUGE_VALF;
  return count;
}

// Packs the faces of the given lanes, and removes those of the others.
static LANE_NOINLINE void pack_faces(polytope* p, mf lanes) {
  uint32_t most = 0;
  for (uint32_t i = 0; i < p->slots; ++i) p->face[i].d = vf_select(lanes, p->face[i].d, vf_set(HUGE_VALF));
  for (uint32_t left = mf_bits(lanes); left != 0; left &= left - 1) {
    const uint32_t count = pack_lane(p, (uint32_t)__builtin_ctz(left));
    most = count > most ? count : most;
  }
  p->slots = most;
}

// Finds the codes of the faces whose plane has the normal n and is at most `most` from the origin.
LANE_INLINE void coplanar_faces(const polytope* p, mf lanes, vec_f n, vf most, vf codes[COPLANAR_MOST]) {
  for (int k = 0; k < COPLANAR_MOST; ++k) codes[k] = no_code();
  for (uint32_t i = 0; i < p->slots; ++i) {
    const polytope_face* face = &p->face[i];
    const mf alike = mf_and(vf_le(face->d, most), vf_lt(vf_set(0.999f), dot_f(face->n, n)));
    push_code(codes, COPLANAR_MOST, mf_and(alike, lanes), face->code);
  }
}

// Finds, among the faces at most `most` from the origin, the one whose normal is nearest to `preferred`. Returns the
// lanes that have one nearer to it than n by more than rounding.
LANE_INLINE mf preferred_face(const polytope* p, mf lanes, vf most, vec_f n, vec_f preferred, nearest_face* out) {
  mf some = mf_none();
  vf score = vf_add(dot_f(n, preferred), vf_mul(vf_set(0.01f), size_f(preferred)));
  out->face.n = n;
  out->face.code = no_code();
  for (uint32_t i = 0; i < p->slots; ++i) {
    const polytope_face* face = &p->face[i];
    const mf near = mf_and(lanes, vf_le(face->d, most));
    if (!mf_any(near)) continue; // true for most faces
    const vf each = dot_f(face->n, preferred);
    const mf better = mf_and(near, vf_lt(score, each));
    some = mf_or(some, better);
    score = vf_select(better, each, score);
    out->face.n = select_vec_f(better, face->n, out->face.n);
    out->face.code = vf_select(better, face->code, out->face.code);
  }
  return some;
}

// Returns the lanes in which a face's plane may be on the wrong side of the origin: the polytope need not hold it.
LANE_INLINE mf doubtful_faces(const polytope* p) {
  mf out = mf_none();
  for (uint32_t i = 0; i < p->slots; ++i) {
    const vf flag = vf_of(vi_and(vi_of(p->face[i].code), CODE_BASE | CODE_DOUBTFUL));
    const mf doubtful = vf_lt(vf_of(vi_set(CODE_BASE)), flag);
    out = mf_or(out, mf_and(doubtful, vf_lt(p->face[i].d, vf_set(HUGE_VALF))));
  }
  return out;
}

// ------------------------------------------------------------------ a vertex more

// Adds a vertex to a polytope: removes the faces that see it, finds their horizon, and closes the hole.

// Removes the faces that see w by more than `above`. Their codes go into `seen`, the last face first, and one more than
// there may be shows an overflow. `best`: distance and slot of the nearest face that stays.
LANE_INLINE void remove_visible(polytope* p, vec_f w, vf above, vf seen[VISIBLE_MOST + 1], nearest_face* best) {
  const vf none = vf_set(HUGE_VALF);
  for (int k = 0; k <= VISIBLE_MOST; ++k) seen[k] = no_code();
  clear_nearest(best);
  for (uint32_t i = 0; i < p->slots; ++i) {
    polytope_face* face = &p->face[i];
    const mf visible = vf_lt(above, vf_sub(dot_f(face->n, w), face->d));
    push_code(seen, VISIBLE_MOST + 1, visible, face->code);
    face->d = vf_select(visible, none, face->d);
    keep_nearer(best, face->d, i);
  }
}

// The border of the hole that the removed faces leave.
typedef struct horizon_edges {
  vf edge[VISIBLE_MOST][3]; // directed edges of the faces; no_code if the reverse is there too
  int faces;                // largest number of faces of a lane
  vf first;                 // one of the border's edges
  vf count;                 // number of the border's edges
} horizon_edges;

// Finds the three edges of a face and their reverses. Without a face, the edges are no_code.
LANE_INLINE void edges_of(vf code, vf edge[3], vf reverse[3]) {
  const mf is = vf_lt(no_code(), code);
  const vi corner[3] = {vi_and(vi_of(code), CORNER), corner_of(code, 1), corner_of(code, 2)};
  for (int i = 0; i < 3; ++i) {
    const vi from = corner[i], to = corner[(i + 1) % 3];
    edge[i] = vf_select(is, code_of(vi_or(from, vi_shl(to, CORNER_BITS))), no_code());
    reverse[i] = code_of(vi_or(to, vi_shl(from, CORNER_BITS)));
  }
}

// Finds the border of the faces in `seen`. Returns the lanes in which it has the number of edges of a sound horizon.
// `open`: the lanes that are looked at.
LANE_INLINE mf find_horizon(const vf seen[VISIBLE_MOST + 1], mf open, horizon_edges* out) {
  vf reverse[3];
  const vf one = vf_set(1), none = no_code();
  vf faces = vf_set(0);
  int k = 0;
  for (; k < VISIBLE_MOST; ++k) {
    const mf is = mf_and(open, vf_lt(none, seen[k]));
    if (!mf_any(is)) break;
    faces = vf_select(is, vf_add(faces, one), faces);
    edges_of(seen[k], out->edge[k], reverse);
    for (int j = 0; j < k; ++j) {
      for (int i = 0; i < 9; ++i) {
        const mf shared = vf_eq(out->edge[j][i / 3], reverse[i % 3]);
        out->edge[j][i / 3] = vf_select(shared, none, out->edge[j][i / 3]);
        out->edge[k][i % 3] = vf_select(shared, none, out->edge[k][i % 3]);
      }
    }
  }
  out->faces = k;
  out->first = none;
  out->count = vf_set(0);
  for (k = 0; k < out->faces; ++k) {
    for (int i = 0; i < 3; ++i) {
      const mf outer = vf_lt(none, out->edge[k][i]);
      out->first = vf_select(outer, out->edge[k][i], out->first);
      out->count = vf_select(outer, vf_add(out->count, one), out->count);
    }
  }
  const mf closed = vf_eq(out->count, vf_add(faces, vf_set(2)));
  const mf some = mf_and(open, vf_lt(none, seen[0]));
  return mf_and_not(mf_and(closed, some), vf_lt(none, seen[VISIBLE_MOST]));
}

// Returns the edge of the horizon that begins where `edge` ends.
LANE_INLINE vf next_edge(const horizon_edges* horizon, vf edge) {
  const vf end = code_of(corner_of(edge, 1));
  vf out = no_code();
  for (int k = 0; k < horizon->faces; ++k) {
    for (int i = 0; i < 3; ++i) {
      const vf begin = vf_of(vi_and(vi_of(horizon->edge[k][i]), CODE_BASE | CORNER));
      out = vf_select(vf_eq(begin, end), horizon->edge[k][i], out);
    }
  }
  return out;
}

// Closes the hole by faces from its horizon to w, the next vertex, in the lanes `open`. It goes around once, so that
// each vertex is fetched once. Returns the lanes whose horizon is one closed line through all of its edges.
LANE_INLINE mf close_hole(polytope* p, const polytope_vertex* w, const horizon_edges* horizon, mf open,
                          nearest_face* best) {
  const vi third = vi_set(p->vertices << 2 * CORNER_BITS);
  mf found = mf_none(), sound = open;
  vf edge = horizon->first;
  vec_f e = sub_f(point_of(p, corner_of(edge, 0), 0), w->w);
  for (int k = 1; k <= HORIZON_MOST; ++k) {
    const mf has = mf_and(open, vf_le(vf_set((float)k), horizon->count));
    if (!mf_any(has)) break;
    const vec_f g = sub_f(point_of(p, corner_of(edge, 1), 0), w->w);
    polytope_face face = make_face(p, w->w, e, g, vi_or(vi_of(edge), third));
    face.d = vf_select(has, face.d, vf_set(HUGE_VALF));
    found = mf_or(found, append_face(p, &face, best));
    edge = next_edge(horizon, edge);
    e = g;
    const mf last = vf_eq(vf_set((float)k), horizon->count), around = vf_eq(edge, horizon->first);
    sound = mf_and_not(mf_and_not(sound, mf_and_not(last, around)), mf_and(has, mf_and_not(around, last)));
  }
  append_vertex(p, w);
  if (mf_any(mf_and_not(open, found))) {
    enum { ROWS = sizeof(polytope_face) / sizeof(vf) };
    vf row[ROWS];
    vf_pick(&p->face[0].n.x, ROWS, ROWS, best->slot, row);
    best->face.n = select_vec_f(found, best->face.n, from_array_f(row));
    best->face.code = vf_select(found, best->face.code, row[4]);
  }
  return sound;
}

#endif
