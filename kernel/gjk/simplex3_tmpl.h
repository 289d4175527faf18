// Changes the simplex of a search in 3D by a support, and finds the direction of the next one.
#ifdef LGJK_IDE // an editor opens this file alone
#include "gjk/simplex_tmpl.h"
#elif !defined REAL_IS_DOUBLE
#error "a template: lane/real.h says how it is included"
#endif

// Ends lanes whose feature has become the point p0.
LANE_INLINE void R(converge_at_point)(R(simplex)* s, mr lanes) {
  s->edge = m_and_not(s->edge, lanes);
  s->face = m_and_not(s->face, lanes);
  R(converge)(s, lanes);
}

// Returns the same as `direction` of step 3. `n`: the normal of the lanes that have a face, of either sign.
LANE_INLINE R(vec) R(direction_of)(const R(simplex)* s, R(vec) n) {
  const R(vec) from = R(neg)(s->p0.w), e1 = R(sub)(s->p1.w, s->p0.w);
  const R(vec) d = R(select_vec)(s->edge, R(cross)(R(cross)(s->p0.w, e1), e1), from);
  return R(select_vec)(s->face, R(flip_vec)(n, R(dot)(n, from)), d);
}

LANE_INLINE R(vec) R(normal_of)(const R(simplex)* s) {
  return R(cross)(R(sub)(s->p1.w, s->p0.w), R(sub)(s->p2.w, s->p0.w));
}

// Returns the direction from the nearest feature, of at most `step` vertices, towards the origin. That of an edge is
// its perpendicular in the plane with the origin, that of a face its normal.
LANE_INLINE R(vec) R(direction)(const R(simplex)* s, int step) {
  const R(vec) from = R(neg)(s->p0.w);
  if (step == 1) return from;
  if (step > 2) return R(direction_of)(s, R(normal_of)(s));
  const R(vec) e1 = R(sub)(s->p1.w, s->p0.w);
  return R(select_vec)(s->edge, R(cross)(R(cross)(s->p0.w, e1), e1), from);
}

// Barycentric coordinates of the nearest point of the feature: those of p1 and p2, times `over`.
typedef struct R(barycentric) {
  vr t1, t2, over;
} R(barycentric);

// Returns the coordinates of the nearest point in the plane of a face. `n`: its normal_of.
LANE_INLINE R(barycentric) R(face_barycentric)(const R(simplex)* s, R(vec) n) {
  const R(vec) p = s->p0.w, e1 = R(sub)(s->p1.w, p), e2 = R(sub)(s->p2.w, p);
  return (R(barycentric)){R(dot)(R(cross)(e2, p), n), R(dot)(R(cross)(p, e1), n), R(dot)(n, n)};
}

// The position of the origin, seen from the face (w, i, j): e_i, e_j are its edges from w, and m_i = w x e_i. In lanes
// without the face the origin counts as beyond both edges, so that only edges are chosen.
typedef struct R(face_view) {
  R(vec) n;
  mr beyond_i, beyond_j; // the origin is beyond that edge, seen within the face's plane; both if the face is flat
  mr within;             // the origin is beyond neither edge
} R(face_view);

LANE_INLINE R(face_view) R(view_face)(R(vec) ei, R(vec) ej, R(vec) mi, R(vec) mj, mr exists, search_effort effort) {
  R(face_view) out;
  const vr zero = v_set(0);
  out.n = R(cross)(ei, ej);
  mr solid = exists;
  if (effort == CAREFUL) { // QUICK: a search that a flat face leads astray is run again
    const vr least = v_mul(v_mul(v_set((R(FLAT_FACE))*(R(FLAT_FACE))), R(dot)(ei, ei)), R(dot)(ej, ej));
    solid = m_and(v_lt(least, R(dot)(out.n, out.n)), exists);
  }
  const mr none = m_and_not(m_from_bits(UINT32_MAX), solid);
  out.beyond_i = m_or(v_lt(R(dot)(out.n, mi), zero), none);
  out.beyond_j = m_or(v_lt(zero, R(dot)(out.n, mj)), none);
  out.within = m_and_not(m_and_not(solid, out.beyond_i), out.beyond_j);
  return out;
}

// The lanes in which the new feature is that edge or face of w and old vertices. In the others it is w alone.
typedef struct R(regions) {
  mr edge0, edge1, edge2, face01, face12, face20;
  mr inside;
} R(regions);

// Finds the origin's Voronoi region in the simplex of w and the feature's vertices (Ericson 2005, section 9.5). It is
// one of those with w: the direction of w rules out the others.
LANE_INLINE void R(find_regions)(const R(simplex)* s, R(vec) w, int step, search_effort effort, R(regions)* out) {
  const vr zero = v_set(0);
  const mr no = m_from_bits(0);
  const R(vec) e0 = R(sub)(s->p0.w, w), e1 = R(sub)(s->p1.w, w), e2 = R(sub)(s->p2.w, w);
  const R(vec) m0 = R(cross)(w, e0), m1 = R(cross)(w, e1);
  const mr ahead0 = v_lt(R(dot)(w, e0), zero), ahead1 = m_and(v_lt(R(dot)(w, e1), zero), s->edge);
  const R(face_view) f01 = R(view_face)(e0, e1, m0, m1, s->edge, effort);
  *out = (R(regions)){.edge0 = m_and(ahead0, f01.beyond_i),
                      .edge1 = m_and(ahead1, f01.beyond_j),
                      .edge2 = no,
                      .face01 = f01.within,
                      .face12 = no,
                      .face20 = no,
                      .inside = no};
  if (step >= 3) {
    const R(vec) m2 = R(cross)(w, e2);
    const mr ahead2 = m_and(v_lt(R(dot)(w, e2), zero), s->face);
    const R(face_view) f12 = R(view_face)(e1, e2, m1, m2, s->face, effort);
    const R(face_view) f20 = R(view_face)(e2, e0, m2, m0, s->face, effort);
    const vr volume = R(dot)(f01.n, e2);
    const mr thick = m_and_not(s->face, v_eq(volume, zero)), all = m_from_bits(UINT32_MAX);
    // the origin is on the other side of the face than the tetrahedron
    const mr out01 = m_or(v_lt(zero, v_flip_sign(R(dot)(f01.n, w), volume)), m_and_not(all, thick));
    const mr out12 = m_or(v_lt(zero, v_flip_sign(R(dot)(f12.n, w), volume)), m_and_not(all, thick));
    const mr out20 = m_or(v_lt(zero, v_flip_sign(R(dot)(f20.n, w), volume)), m_and_not(all, thick));
    out->edge0 = m_and(out->edge0, f20.beyond_j);
    out->edge1 = m_and(out->edge1, f12.beyond_i);
    out->edge2 = m_and(m_and(ahead2, f12.beyond_j), f20.beyond_i);
    out->face01 = m_and(out->face01, out01);
    out->face12 = m_and(f12.within, out12);
    out->face20 = m_and(f20.within, out20);
    out->inside = m_and_not(m_and_not(m_and_not(thick, out01), out12), out20);
  }
  // keeps one region at most, whatever rounding makes of the tests; face01 excludes edge0 and edge1 already
  out->edge1 = m_and_not(out->edge1, out->edge0);
  const mr edge01 = m_or(out->edge0, out->edge1);
  const mr upto = m_or(edge01, out->face01);
  out->edge2 = m_and_not(out->edge2, upto);
  out->face12 = m_and_not(m_and_not(out->face12, upto), out->edge2);
  out->face20 = m_and_not(m_and_not(m_and_not(out->face20, upto), out->edge2), out->face12);
}

// Returns the lanes whose origin is beyond the face opposite to w, which only rounding makes.
LANE_INLINE mr R(behind)(const R(simplex)* s, R(vec) w) {
  const R(vec) n = R(cross)(R(sub)(s->p1.w, s->p0.w), R(sub)(s->p2.w, s->p0.w));
  return v_lt(v_set(0), v_flip_sign(R(dot)(n, s->p0.w), R(dot)(n, R(sub)(w, s->p0.w))));
}

// Adds the support w to the simplex and keeps the feature nearest the origin. CAREFUL: a tetrahedron with the origin
// beyond its old face ends the search.
LANE_INLINE void R(advance)(R(simplex)* s, const R(support_point)* w, int step, search_effort effort) {
  s->restored = false;
  if (step == 1) {
    R(advance_vertex)(s, w);
    return;
  }
  R(regions) to;
  R(find_regions)(s, w->w, step, effort, &to);
  mr inside = m_and(to.inside, s->active);
  if (effort == CAREFUL) {
    const mr behind = m_and(inside, R(behind)(s, w->w));
    R(converge)(s, behind);
    inside = m_and_not(inside, behind);
  }
  const mr moves = m_and_not(s->active, inside);
  const mr face = m_or(m_or(to.face01, to.face12), to.face20);
  const mr edge = m_or(m_or(m_or(to.edge0, to.edge1), to.edge2), face);
  if (step >= 3) {
    s->inside = m_or(s->inside, inside);
    s->p3 = R(select_point)(inside, w, &s->p3);
  }
  s->active = moves;
  // second: P1 for edge1 and face12, P2 for edge2, else P0; third: P2 for face12 and face20, else P1
  const mr from1 = m_and(m_or(to.edge1, to.face12), moves), from2 = m_and(to.edge2, moves);
  const R(support_point) p1 = s->p1;
  if (step >= 3) {
    const mr third2 = m_or(to.face12, to.face20);
    s->p1 = R(select_point)(from2, &s->p2, &s->p1);
    s->p2 = R(select_point)(m_and_not(m_and(moves, face), third2), &p1, &s->p2);
  } else {
    s->p2 = R(select_point)(m_and(moves, face), &p1, &s->p2);
  }
  s->p1 = R(select_point)(m_and_not(m_and_not(moves, from1), from2), &s->p0, &s->p1);
  s->p0 = R(select_point)(moves, w, &s->p0);
  s->edge = m_or(m_and(moves, edge), m_and_not(s->edge, moves));
  s->face = m_or(m_and(moves, face), m_and_not(s->face, moves));
}

// Returns p x q, in double by the formula of view_face. If two formulas saw the origin on different sides of an edge, a
// search would alternate for ever.
LANE_INLINE R(vec) R(moment)(R(vec) p, R(vec) q) { return LANE_PICK(R(cross)(p, q), R(cross)(p, R(sub)(q, p))); }

// Replaces a face by its first edge that the origin is beyond, if there is one.
LANE_INLINE void R(leave_face)(R(simplex)* s, mr beyond01, mr beyond20, mr beyond12) {
  beyond20 = m_and_not(beyond20, beyond01);
  beyond12 = m_and_not(beyond12, m_or(beyond01, beyond20));
  if (LANES_UP_TO_4 && !m_any(m_or(beyond01, m_or(beyond20, beyond12)))) return;
  s->p0 = R(select_point)(beyond12, &s->p1, &s->p0);
  s->p1 = R(select_point)(m_or(beyond12, beyond20), &s->p2, &s->p1);
  s->face = m_and_not(m_and_not(m_and_not(s->face, beyond01), beyond20), beyond12);
}

// Reduces faces to an edge if the nearest point of their plane is beyond it.
LANE_INLINE void R(trim_face)(R(simplex)* s, mr face) {
  const vr zero = v_set(0);
  const R(vec) n = R(normal_of)(s);
  const mr beyond01 = m_and(face, v_lt(R(dot)(R(moment)(s->p0.w, s->p1.w), n), zero));
  const mr beyond20 = m_and(face, v_lt(zero, R(dot)(R(moment)(s->p0.w, s->p2.w), n)));
  const mr beyond12 = m_and(face, v_lt(R(dot)(R(moment)(s->p1.w, s->p2.w), n), zero));
  R(leave_face)(s, beyond01, beyond20, beyond12);
}

// Reduces the feature of each active lane to the one that its nearest point is in. Exact arithmetic needs this only
// after a restored guess, rounding also if edges are short.
LANE_INLINE void R(trim)(R(simplex)* s) {
  const mr face = m_and(s->face, s->active);
  if (m_any(face)) R(trim_face)(s, face);
  R(trim_edge)(s, m_and_not(m_and(s->edge, s->active), s->face));
}

LANE_INLINE mr R(repeats)(const R(simplex)* s, R(vec) w) {
  const mr second = m_and(R(same)(w, s->p1.w), s->edge), third = m_and(R(same)(w, s->p2.w), s->face);
  return m_or(m_or(R(same)(w, s->p0.w), second), third);
}

// Sets all points to the first.
LANE_INLINE void R(repeat_first)(R(simplex)* s) { s->p1 = s->p2 = s->p3 = s->p0; }

// Takes the points of a search that has just begun, in the lanes of m.
LANE_INLINE void R(begin_where)(mr m, const R(simplex)* begun, R(simplex)* s) {
  s->p0 = R(select_point)(m, &begun->p0, &s->p0);
  s->p1 = R(select_point)(m, &begun->p1, &s->p1);
  s->p2 = R(select_point)(m, &begun->p2, &s->p2);
  s->edge = m_and_not(s->edge, m);
  s->face = m_and_not(s->face, m);
}
