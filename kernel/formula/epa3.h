// Finds how deep cores overlap by the expanding polytope algorithm (van den Bergen 2003, section 4.3.8):
// one pair per lane, in float. The polytope is around the origin and has vertices of A - B. Its nearest face bounds the
// depth from below, the support value along that face's normal from above. When the two meet, the pair is certified.
// The polytope begins from four supports around the line of centres, whether or not they hold the origin: planes have
// signed distances. Lanes are left to double if a tetrahedron or the surface is not sound, if rounding may decide a
// face's side of the origin, if POLYTOPE_VERTICES are not enough, and near touching.
#ifndef LGJK_FORMULA_EPA3_H
#define LGJK_FORMULA_EPA3_H

#include "geometry/expansion3.h"
#include "geometry/gjk.h"

typedef struct depth_lanes {
  vf depth;       // of the cores, where certified
  vec_f normal;   // unit, from A to B: B moved by depth times it touches A
  vec_f a;        // point of A, around A's position; B's is the depth times the normal before it
  vf evaluations; // support evaluations
  mf certified;
  mf apart; // lanes with a support plane behind the origin: their cores are apart but for rounding
} depth_lanes;

typedef struct expansion {
  polytope p;
  nearest_face best;
  const pair_frame_f* f;
  mf active;
  mf converged; // lanes without a support farther by more than the gap; their points are not known yet
} expansion;

// Makes the directions of the first four supports, and keeps them in the places of their vertices. Three are at 60
// degrees around a direction in which the depth is likely, the fourth is opposite to that.
static LANE_NOINLINE void seed_directions(const pair_frame_f* f, const vec_f* likely, polytope_vertex seed[4]) {
  const vf zero = vf_set(0), one = vf_set(1);
  const vf square = dot_f(*likely, *likely);
  const mf concentric = vf_le(square, vf_max(vf_mul(vf_set(1e-10f), vf_mul(f->scale, f->scale)), vf_set(LEAST_SQUARE)));
  const vec_f unit = scale_f(*likely, vf_div(one, vf_sqrt(vf_select(concentric, one, square))));
  const vec_f n = {vf_select(concentric, zero, unit.x), vf_select(concentric, zero, unit.y),
                   vf_select(concentric, one, unit.z)};
  const mf across_x = vf_lt(vf_abs(n.x), vf_set(0.6f));
  const vec_f across = cross_f(n, (vec_f){vf_select(across_x, one, zero), vf_select(across_x, zero, one), zero});
  const vec_f u = scale_f(across, vf_div(one, vf_sqrt(dot_f(across, across)))), v = cross_f(n, u);
  const vec_f ahead = scale_f(n, vf_set(0.5f)); // cosine, then sine
  const vec_f back = add_f(ahead, scale_f(u, vf_set(-0.5f * 0.8660254f)));
  const vec_f side = scale_f(v, vf_set(0.75f));
  seed[0].w = add_f(ahead, scale_f(u, vf_set(0.8660254f)));
  seed[1].w = add_f(back, side);
  seed[2].w = sub_f(back, side);
  seed[3].w = neg_f(n);
}

// Finds the vertex of the difference that is farthest along `d`, which may be in `out`. Not inlined, so that it takes
// room on the stack once.
static LANE_NOINLINE void find_vertex(const pair_frame_f* f, const vec_f* d, mf lanes, polytope_vertex* out) {
  support_point_f p;
  find_support_f(f, d, mf_bits(lanes), &p);
  _Static_assert(offsetof(support_point_f, id) == sizeof *out, "a support begins as a vertex does");
  memcpy(out, &p, sizeof *out);
}

static LANE_NOINLINE void begin_expansion(const pair_frame_f* f, mf lanes, const vec_f* preferred, mf recorded,
                                          expansion* e) {
  const vec_f likely = select_vec_f(recorded, scale_f(*preferred, f->scale), f->p);
  seed_directions(f, &likely, e->p.vertex);
  for (int i = 0; i < 4; ++i) find_vertex(f, &e->p.vertex[i].w, lanes, &e->p.vertex[i]);
  e->f = f;
  const vf least = vf_mul(vf_set(EPA_VOLUME_MIN), vf_mul(f->scale, vf_mul(f->scale, f->scale)));
  e->active = mf_and(lanes, begin_polytope(&e->p, least, vf_mul(vf_set(EPA_DOUBT), f->scale), &e->best));
  e->converged = mf_none();
}

// Returns a share of the pair's scale, as a distance.
LANE_INLINE vf of_scale(const expansion* e, float share) { return vf_mul(vf_set(share), e->f->scale); }

// Returns the tolerance of a depth.
LANE_INLINE vf gap_of(const expansion* e) {
  const bool curved = is_curved_core(e->f->a.core) || is_curved_core(e->f->b.core);
  return of_scale(e, curved ? EPA_GAP_CURVED : EPA_GAP_FLAT);
}

// Returns the lanes of `near` whose support is one of the vertices.
LANE_INLINE mf repeated_vertex(const polytope* p, vec_f w, mf near) {
  mf out = mf_none();
  for (uint32_t i = 0; i < p->vertices; ++i) out = mf_or(out, same_f(w, p->vertex[i].w));
  return mf_and(out, near);
}

// Ends the lanes whose support `w` gains nothing, or is behind the origin. `h`: its support value along the normal of
// the nearest face.
LANE_INLINE void end_lanes(expansion* e, vec_f w, vf h, depth_lanes* out) {
  const vf gain = vf_sub(h, e->best.face.d);
  const mf apart = mf_and(e->active, vf_lt(h, vf_set(0)));
  mf converged = mf_and_not(mf_and(e->active, vf_le(gain, gap_of(e))), apart);
  mf stuck = mf_none();
  const mf looked = mf_and(e->active, vf_le(gain, of_scale(e, EPA_GAP_LOOK)));
  const mf near = mf_and_not(mf_and_not(looked, apart), converged);
  if (mf_any(near)) {
    const mf repeats = repeated_vertex(&e->p, w, near), small = vf_le(gain, of_scale(e, EPA_GAP_REPEATED));
    converged = mf_or(converged, mf_and(repeats, small));
    stuck = mf_and_not(repeats, small);
  }
  out->apart = mf_or(out->apart, apart);
  out->depth = vf_select(converged, h, out->depth);
  out->normal = select_vec_f(converged, e->best.face.n, out->normal);
  e->converged = mf_or(e->converged, converged);
  e->active = mf_and_not(mf_and_not(mf_and_not(e->active, converged), apart), stuck);
}

// Adds a vertex in the active lanes. Lanes that have ended keep the code of their best face.
static LANE_NOINLINE void expand(expansion* e, const polytope_vertex* w) {
  vf seen[VISIBLE_MOST + 1];
  horizon_edges horizon;
  nearest_face best;
  const vf above = vf_select(e->active, of_scale(e, EPA_ABOVE), vf_set(HUGE_VALF));
  remove_visible(&e->p, w->w, above, seen, &best);
  best.face.n = e->best.face.n;
  best.face.code = e->best.face.code;
  const mf open = find_horizon(seen, e->active, &horizon);
  e->active = close_hole(&e->p, w, &horizon, open, &best);
  best.face.code = vf_select(open, best.face.code, e->best.face.code);
  e->best = best;
}

LANE_INLINE void take_corners(const polytope* p, vf code, polytope_vertex corner[3]) {
  for (int i = 0; i < 3; ++i) {
    vf v[6];
    vf_pick(&p->vertex[0].w.x, sizeof p->vertex[0] / sizeof(vf), 6, corner_of(code, i), v);
    corner[i] = (polytope_vertex){from_array_f(v), from_array_f(v + 3)};
  }
}

// Finds the barycentric coordinates of the point of a face, of normal `n`, that is nearest to `at`; returns how far it
// is from there.
LANE_INLINE vf barycentric_of_face(const polytope_vertex corner[3], vec_f at, vec_f n, vf share[3]) {
  const vf zero = vf_set(0), one = vf_set(1);
  vec_f w[3], off = {zero, zero, zero};
  vf sum = zero;
  for (int i = 0; i < 3; ++i) w[i] = sub_f(corner[i].w, at);
  for (int i = 0; i < 3; ++i) {
    share[i] = vf_max(dot_f(cross_f(w[(i + 1) % 3], w[(i + 2) % 3]), n), zero);
    sum = vf_add(sum, share[i]);
  }
  const mf none = vf_eq(sum, zero);
  const vf inverse = vf_div(one, vf_select(none, one, sum));
  for (int i = 0; i < 3; ++i) {
    share[i] = vf_mul(share[i], inverse);
    off = add_f(off, scale_f(w[i], share[i]));
  }
  return vf_select(none, vf_set(HUGE_VALF), size_f(off));
}

// Finds the points of the cores by the last face or, if the nearest point of its plane is outside, by another face
// there. Returns the lanes whose points agree with normal and depth within `most`: barycentric coordinates of a narrow
// face are noise. Not inlined, so that it is not on the stack together with a support.
static LANE_NOINLINE mf find_points(const expansion* e, mf lanes, vf most, depth_lanes* out) {
  const vec_f at = scale_f(out->normal, out->depth);
  polytope_vertex corner[3], other[3];
  vf share[3], shares[3], codes[COPLANAR_MOST];
  take_corners(&e->p, e->best.face.code, corner);
  mf off = mf_and_not(lanes, vf_le(barycentric_of_face(corner, at, out->normal, share), most));
  if (mf_any(off)) coplanar_faces(&e->p, off, out->normal, vf_add(out->depth, most), codes);
  for (int k = 0; k < COPLANAR_MOST && mf_any(off); ++k) {
    const mf is = mf_and(off, vf_lt(no_code(), codes[k]));
    if (!mf_any(is)) break;
    take_corners(&e->p, vf_select(is, codes[k], e->best.face.code), other);
    const mf hit = mf_and(is, vf_le(barycentric_of_face(other, at, out->normal, shares), most));
    for (int i = 0; i < 3; ++i) {
      corner[i] = select_vertex(hit, &other[i], &corner[i]);
      share[i] = vf_select(hit, shares[i], share[i]);
    }
    off = mf_and_not(off, hit);
  }
  // half of what the face's point misses is on each side
  vec_f a = {vf_set(0), vf_set(0), vf_set(0)};
  for (int i = 0; i < 3; ++i) {
    const vec_f half = scale_f(sub_f(corner[i].w, at), vf_set(0.5f));
    a = add_f(a, scale_f(sub_f(corner[i].a, half), share[i]));
  }
  out->a = select_vec_f(lanes, a, out->a);
  return mf_and_not(lanes, off);
}

// Takes the normal nearest to `preferred` if several translations are as short but for half a band. It is that of a
// face of the polytope that is no farther, and beyond which no support is. So it stays the same from frame to frame.
static LANE_NOINLINE void prefer_normal(const pair_frame_f* f, mf lanes, const vec_f* preferred, expansion* e,
                                        depth_lanes* out) {
  nearest_face other;
  const vf most = vf_add(e->best.face.d, vf_mul(vf_set(EPA_ALIKE), f->scale));
  const mf some = preferred_face(&e->p, mf_and(lanes, vf_le(out->depth, most)), most, out->normal, *preferred, &other);
  if (!mf_any(some)) return;
  polytope_vertex w;
  find_vertex(f, &other.face.n, some, &w);
  const vf depth = dot_f(w.w, other.face.n);
  const mf taken = mf_and(some, vf_le(depth, most));
  out->evaluations = vf_select(some, vf_add(out->evaluations, vf_set(1)), out->evaluations);
  out->depth = vf_select(taken, depth, out->depth);
  out->normal = select_vec_f(taken, other.face.n, out->normal);
  e->best.face.code = vf_select(taken, other.face.code, e->best.face.code);
}

// Certifies the lanes that have converged, and finds their points; after that their faces need not be kept.
static LANE_NOINLINE void certify_converged(const pair_frame_f* f, const vec_f* preferred, expansion* e,
                                            depth_lanes* out) {
  const mf overlapping = mf_and(e->converged, vf_lt(f->touch_band, e->best.face.d));
  const mf sound = mf_and_not(overlapping, doubtful_faces(&e->p));
  prefer_normal(f, sound, preferred, e, out);
  const vf most = vf_max(gap_of(e), of_scale(e, EPA_GAP_REPEATED));
  out->certified = mf_or(out->certified, find_points(e, sound, most, out));
  e->converged = mf_none();
}

// Finds the depths of `lanes`, whose cores may be apart. The result of a lane depends on its pair alone. `preferred`: a
// direction of any length; the normal is the nearest to it if several translations are as short. `recorded`: lanes that
// begin around it, as it may be near to the normal; the others begin around the vector to B.
static LANE_NOINLINE void find_depth(const pair_frame_f* f, mf lanes, const vec_f* preferred, mf recorded,
                                     depth_lanes* out) {
  expansion e;
  const vf one = vf_set(1);
  out->depth = vf_set(0);
  out->normal = out->a = (vec_f){0};
  out->apart = out->certified = mf_none();
  out->evaluations = vf_select(lanes, vf_set(4), vf_set(0));
  begin_expansion(f, lanes, preferred, recorded, &e);
  while (mf_any(e.active)) {
    polytope_vertex w;
    find_vertex(f, &e.best.face.n, e.active, &w);
    out->evaluations = vf_select(e.active, vf_add(out->evaluations, one), out->evaluations);
    end_lanes(&e, w.w, dot_f(w.w, e.best.face.n), out);
    if (e.p.vertices == POLYTOPE_VERTICES || !mf_any(e.active)) break;
    if (is_full(&e.p)) {
      certify_converged(f, preferred, &e, out);
      pack_faces(&e.p, e.active);
    }
    expand(&e, &w);
  }
  certify_converged(f, preferred, &e, out);
}

#endif
