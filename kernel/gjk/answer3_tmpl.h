// Computes the answer of a 3D search that has ended: distance, witness points, verdict, and whether float32 proves it.
#ifdef LGJK_IDE // an editor opens this file alone
#include "gjk/search_tmpl.h"
#elif !defined REAL_IS_DOUBLE
#error "a template: lane/real.h says how it is included"
#endif

// Returns the normal of the face opposite to vertex i. `u`: six times its volume with the origin. `least`: the volume
// at which the origin is `margin` from the face. The longer |x| + |y| + |z| stands for the normal's length.
LANE_INLINE R(vec) R(face_volume)(const R(vec) p[4], int i, vr margin, vr* u, vr* least) {
  static const uint8_t face[4][3] = {{1, 2, 3}, {0, 3, 2}, {0, 1, 3}, {0, 2, 1}};
  const R(vec) a = p[face[i][0]], e = R(sub)(p[face[i][1]], a), g = R(sub)(p[face[i][2]], a), n = R(cross)(e, g);
  const vr noise = v_mul(v_mul(v_set(R(VOLUME_NOISE)), R(size)(a)), v_mul(R(size)(e), R(size)(g)));
  *u = R(dot)(n, a);
  *least = v_add(v_mul(margin, R(extent)(n)), noise);
  return n;
}

// Returns the point whose barycentric coordinates are the volumes, times their sum. It is 0 up to rounding, which is
// large if the tetrahedron is flat.
LANE_INLINE R(vec) R(volumes_miss)(const R(vec) p[4], const vr u[4]) {
  R(vec) miss = R(scale)(p[0], u[0]);
  for (int i = 1; i < 4; ++i) miss = R(add)(miss, R(scale)(p[i], u[i]));
  return miss;
}

// Sums the volumes and finds the lanes that are deep. Returns those that the miss alone keeps from being deep.
LANE_INLINE mr R(judge_volumes)(const R(vec) p[4], const vr least[4], vr margin, R(volumes)* out) {
  out->sum = v_add(v_add(out->u[0], out->u[1]), v_add(out->u[2], out->u[3]));
  const R(vec) miss = R(volumes_miss)(p, out->u);
  const mr near = v_le(R(size)(miss), v_mul(v_mul(v_set(COMMON_MISS), margin), v_abs(out->sum)));
  mr within = v_lt(least[0], v_flip_sign(out->u[0], out->sum));
  for (int i = 1; i < 4; ++i) within = m_and(within, v_lt(least[i], v_flip_sign(out->u[i], out->sum)));
  out->deep = m_and(within, near);
  return m_and_not(within, near);
}

LANE_INLINE mr R(find_volumes)(const R(simplex)* s, vr margin, R(volumes)* out) {
  const R(vec) p[4] = {s->p0.w, s->p1.w, s->p2.w, s->p3.w};
  vr least[4];
  for (int i = 0; i < 4; ++i) R(face_volume)(p, i, margin, &out->u[i], &least[i]);
  return R(judge_volumes)(p, least, margin, out);
}

#if !REAL_IS_DOUBLE
// Argument and result of refine_volumes: a copy, so that the simplex itself can stay in registers.
typedef struct flat_tetrahedra {
  vec_f p[4];
  volumes_f volumes;
} flat_tetrahedra;

// Corrects volumes that miss the origin by that miss along each face's normal, as a residual corrects a solution of
// linear equations. The new miss is the square of the old one, relative to the tetrahedron. This makes 14 of 15 flat
// ones deep; the others have a face that is too near.
static LANE_NOINLINE void refine_volumes(flat_tetrahedra* t, vf margin) {
  const vf sum = t->volumes.sum, inverse = vf_div(vf_set(1), vf_select(vf_eq(sum, vf_set(0)), vf_set(1), sum));
  const vec_f miss = scale_f(volumes_miss_f(t->p, t->volumes.u), inverse);
  vf least[4];
  for (int i = 0; i < 4; ++i) {
    vf u;
    const vec_f n = face_volume_f(t->p, i, margin, &u, &least[i]);
    t->volumes.u[i] = vf_add(t->volumes.u[i], dot_f(n, miss));
  }
  judge_volumes_f(t->p, least, margin, &t->volumes);
}
#endif

// Finds the volumes of the lanes that are inside, in float a second time if they may then be deep. Restored tetrahedra
// have theirs, and are not refined: the flat ones are queued for the run to the end, which comes here.
LANE_INLINE void R(volumes_of)(const R(pair_frame)* f, const R(simplex)* s, R(volumes)* out) {
  if (s->restored) {
    *out = s->volumes;
    return;
  }
  const mr flat = m_and(R(find_volumes)(s, f->touch_band, out), s->inside);
#if !REAL_IS_DOUBLE
  if (__builtin_expect(mf_any(flat), 0)) { // one block in five; out of line
    flat_tetrahedra t = {{s->p0.w, s->p1.w, s->p2.w, s->p3.w}, *out};
    refine_volumes(&t, f->touch_band);
    const mf better = mf_and(flat, t.volumes.deep);
    for (int i = 0; i < 4; ++i) out->u[i] = vf_select(better, t.volumes.u[i], out->u[i]);
    out->sum = vf_select(better, t.volumes.sum, out->sum);
    out->deep = mf_or(out->deep, better);
  }
#else
  (void)flat;
#endif
}

// Returns barycentric coordinates of the feature's nearest point. `known`: those of the face if known, else null.
LANE_INLINE R(barycentric) R(barycentric_of)(const R(simplex)* s, const R(barycentric)* known) {
  const R(vec) p = s->p0.w, e1 = R(sub)(s->p1.w, p);
  const vr zero = v_set(0), one = v_set(1);
  R(barycentric) out;
  out.t1 = v_select(s->edge, v_neg(R(dot)(p, e1)), zero);
  out.t2 = zero;
  out.over = v_select(s->edge, R(dot)(e1, e1), one);
  if (m_any(s->face)) {
    const R(barycentric) face = known ? *known : R(face_barycentric)(s, R(normal_of)(s));
    out.t1 = v_select(s->face, face.t1, out.t1);
    out.t2 = v_select(s->face, face.t2, zero);
    out.over = v_select(s->face, face.over, out.over);
  }
  return out;
}

LANE_INLINE R(barycentric) R(feature_barycentric)(const R(simplex)* s) { return R(barycentric_of)(s, NULL); }

// Normalises the coordinates and clamps them to the feature: each is at least 0, and their sum at most 1. In the lanes
// of a parallelogram each is at most 1. `inverse`: 1 / over.
LANE_INLINE void R(clamp_within)(R(barycentric)* t, vr inverse, mr parallelogram) {
  const vr zero = v_set(0), one = v_set(1);
  t->t1 = v_max(v_min(v_mul(t->t1, inverse), one), zero);
  t->t2 = v_max(v_min(v_mul(t->t2, inverse), v_select(parallelogram, one, v_sub(one, t->t1))), zero);
}

LANE_INLINE void R(clamp_barycentric)(R(barycentric)* t, vr inverse) { R(clamp_within)(t, inverse, m_from_bits(0)); }

LANE_INLINE R(vec) R(combine)(R(vec) p, R(vec) q, R(vec) r, vr tq, vr tr) {
  return R(add)(p, R(add)(R(scale)(R(sub)(q, p), tq), R(scale)(R(sub)(r, p), tr)));
}

// Returns the lanes in which |v| - |v| cos <= gap. The angle is that between v and n, and its sine is small.
LANE_INLINE mr R(parallel)(R(vec) v, vr length, R(vec) n, vr gap) {
  const R(vec) c = R(cross)(v, n);
  return v_le(R(dot)(c, c), v_mul(v_mul(gap, length), R(dot)(n, n)));
}

// The plane behind which a search has proved the difference to be: its direction, and a point.
typedef struct R(plane) {
  R(vec) d, on;
} R(plane);

// Returns the converged lanes whose v, the feature's nearest point, agrees with the support plane within the gap. It is
// parallel to the plane's direction, and as far along it as the plane's point. The normal of a small face is noise,
// so that its plane may be elsewhere.
LANE_INLINE mr R(on_plane)(const R(simplex)* s, const R(plane)* at, R(vec) v, vr length, vr gap) {
  if (!m_any(s->edge)) return s->converged; // the direction of a vertex is that of v
  const R(vec) d = at->d, n = R(to_size)(d);
  const mr level = v_le(v_abs(R(dot)(R(sub)(v, at->on), n)), gap);
  const mr towards = m_and(v_lt(R(dot)(v, n), v_set(0)), v_lt(v_set(SHORTEST_NORMAL), R(size)(d)));
  const mr bent = m_and_not(s->edge, m_and(m_and(R(parallel)(v, length, n, gap), level), towards));
  return m_and_not(s->converged, m_and_not(bent, s->settled));
}

LANE_INLINE R(plane) R(plane_of)(const R(simplex)* s) { return (R(plane)){R(direction)(s, 3), s->p0.w}; }

// Computes the answer of all lanes. `plane`: that of s before its feature was ordered (block/warm3.h); the ordered
// feature's own direction may be noise. `known`: as in barycentric_of. `parallelogram`: lanes whose nearest point is in
// that of the three vertices. `gap`: a distance that counts as touching, and the largest distance of a feature's
// nearest point from its plane. `ra`: A's rounding radius.
LANE_INLINE void R(find_answer_on)(const R(pair_frame)* f, const R(simplex)* s, const R(plane)* plane,
                                   const R(barycentric)* known, mr parallelogram, vr gap, vr ra, point_choice points,
                                   R(answer)* out) {
  const bool any_inside = m_any(s->inside);
  const vr one = v_set(1);
  vr inverse = one;
  R(volumes) u;
  out->v = s->p0.w;
  out->a = s->p0.a;
  if (!s->closed_form) {
    R(barycentric) t = R(barycentric_of)(s, known);
    if (any_inside) {
      R(volumes_of)(f, s, &u);
      t.over = v_select(s->inside, u.sum, t.over);
    }
    inverse = v_div(one, v_select(v_eq(t.over, v_set(0)), one, t.over));
    R(clamp_within)(&t, inverse, parallelogram);
    out->v = R(combine)(s->p0.w, s->p1.w, s->p2.w, t.t1, t.t2);
    out->a = R(combine)(s->p0.a, s->p1.a, s->p2.a, t.t1, t.t2);
  }
  const vr length = v_sqrt(R(dot)(out->v, out->v));
  const mr measured = s->closed_form ? s->converged : R(on_plane)(s, plane, out->v, length, gap);
  R(round_answer)(f, s, gap, ra, length, measured, points, out);
  if (any_inside && s->closed_form) {
    R(weighted_point)(s, s->p0.a, s->inside, out);
  } else if (any_inside) {
    const R(support_point)* p[4] = {&s->p0, &s->p1, &s->p2, &s->p3};
    R(vec) common = R(scale)(s->p0.a, v_mul(u.u[0], inverse));
    for (int i = 1; i < 4; ++i) common = R(add)(common, R(scale)(p[i]->a, v_mul(u.u[i], inverse)));
    R(weighted_point)(s, common, u.deep, out);
  }
}

LANE_INLINE void R(find_answer)(const R(pair_frame)* f, const R(simplex)* s, vr gap, vr ra, point_choice points,
                                R(answer)* out) {
  const R(plane) plane = R(plane_of)(s);
  R(find_answer_on)(f, s, &plane, NULL, m_from_bits(0), gap, ra, points, out);
}

// Returns the nearest point of the feature.
LANE_INLINE R(vec) R(nearest)(const R(simplex)* s) {
  R(barycentric) t = R(feature_barycentric)(s);
  R(clamp_barycentric)(&t, v_div(v_set(1), v_select(v_eq(t.over, v_set(0)), v_set(1), t.over)));
  return R(combine)(s->p0.w, s->p1.w, s->p2.w, t.t1, t.t2);
}

// Returns the same point. `measured`: the lanes whose duality gap, at most `gap`, was measured to it.
LANE_INLINE R(vec) R(measure_feature)(const R(simplex)* s, vr gap, mr* measured) {
  const R(vec) v = R(nearest)(s);
  const R(plane) plane = R(plane_of)(s);
  *measured = R(on_plane)(s, &plane, v, v_sqrt(R(dot)(v, v)), gap);
  return v;
}

// Returns the lanes whose tetrahedron is certified to hold the origin.
LANE_INLINE mr R(certified_inside)(const R(pair_frame)* f, const R(simplex)* s) {
  R(volumes) u;
  if (s->closed_form) return s->inside;
  R(volumes_of)(f, s, &u);
  return m_and(s->inside, u.deep);
}

// Finds the vertices of the simplex, w, and A's vertices, a. `volume`: barycentric coordinates of the origin in the
// tetrahedron, not normalised. `face`: those of the feature's nearest point.
LANE_INLINE void R(find_barycentric)(const R(simplex)* s, R(vec) w[4], R(vec) a[4], vr volume[4], vr face[4]) {
  const R(support_point)* p[4] = {&s->p0, &s->p1, &s->p2, &s->p3};
  R(barycentric) t = R(feature_barycentric)(s);
  R(volumes) all;
  R(find_volumes)(s, v_set(0), &all);
  for (int i = 0; i < 4; ++i) {
    w[i] = p[i]->w;
    a[i] = p[i]->a;
    volume[i] = v_flip_sign(all.u[i], all.sum);
  }
  R(clamp_barycentric)(&t, v_div(v_set(1), v_select(v_eq(t.over, v_set(0)), v_set(1), t.over)));
  face[0] = v_sub(v_sub(v_set(1), t.t1), t.t2);
  face[1] = t.t1;
  face[2] = t.t2;
  face[3] = v_set(0);
}
