// Adds a vertex to a polytope: removes the faces that see it, finds their horizon, and closes the hole.
#ifndef LGJK_GJK_EXPANSION3_H
#define LGJK_GJK_EXPANSION3_H

#include "gjk/polytope3.h"

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

LANE_INLINE void take_nearest(const polytope* p, nearest_face* best) {
  enum { ROWS = sizeof(polytope_face) / sizeof(vf) };
  vf row[ROWS];
  vf_pick(&p->face[0].n.x, ROWS, ROWS, best->slot, row);
  best->face.n = (vec_f){row[0], row[1], row[2]};
  best->face.code = row[4];
}

// Closes the hole by faces from its horizon to w, the next vertex, in the lanes `open`. It goes around once, so that
// each vertex is fetched once. Returns the lanes whose horizon is one closed line through all of its edges.
LANE_INLINE mf close_hole(polytope* p, const polytope_vertex* w, const horizon_edges* horizon, mf open,
                          nearest_face* best) {
  const vi third = vi_set(p->vertices << 2 * CORNER_BITS);
  mf found = mf_none(), sound = open;
  vf edge = horizon->first;
  vec_f e = sub_f(pick_vertex(p, edge, 0), w->w);
  for (int k = 1; k <= HORIZON_MOST; ++k) {
    const mf has = mf_and(open, vf_le(vf_set((float)k), horizon->count));
    if (!mf_any(has)) break;
    const vec_f g = sub_f(pick_vertex(p, edge, 1), w->w);
    polytope_face face = make_face(p, w->w, e, g, vi_or(vi_of(edge), third));
    face.d = vf_select(has, face.d, vf_set(HUGE_VALF));
    found = mf_or(found, append_face(p, &face, best));
    edge = next_edge(horizon, edge);
    e = g;
    const mf last = vf_eq(vf_set((float)k), horizon->count), around = vf_eq(edge, horizon->first);
    sound = mf_and_not(mf_and_not(sound, mf_and_not(last, around)), mf_and(has, mf_and_not(around, last)));
  }
  p->vertex[p->vertices++] = *w;
  if (mf_any(mf_and_not(open, found))) {
    const nearest_face appended = *best;
    take_nearest(p, best);
    best->face.n = select_vec_f(found, appended.face.n, best->face.n);
    best->face.code = vf_select(found, appended.face.code, best->face.code);
  }
  return sound;
}

#endif
