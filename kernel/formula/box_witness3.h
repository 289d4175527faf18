// Finds witness points of two boxes that overlap: a point of A and one of B that are apart by the minimum translation.
#ifndef LGJK_FORMULA_BOX_WITNESS3_H
#define LGJK_FORMULA_BOX_WITNESS3_H

#include "formula/box_clip3.h"

typedef struct box_witness {
  vec_f a;  // around A's position; B's is a - depth * normal
  mf found; // lanes in which both points are in their boxes within half a band
} box_witness;

// Returns the lanes whose point is in the box within `noise`. `point`: a vector from the centre of the box.
LANE_INLINE mf in_box(const core_lanes_f* core, vec_f point, vf noise) {
  const vec_f at = unrotate_f(&core->rotation, point), half = coordinates_f(core, 0);
  return mf_and(mf_and(vf_le(vf_abs(at.x), vf_add(half.x, noise)), vf_le(vf_abs(at.y), vf_add(half.y, noise))),
                vf_le(vf_abs(at.z), vf_add(half.z, noise)));
}

// Computes the vertex of a box that is farthest along n, in the axes of the box.
LANE_INLINE void vertex_along(const core_lanes_f* core, vec_f n, vf out[3]) {
  const box_axes axes = axes_of(core);
  for (uint32_t k = 0; k < 3; ++k) out[k] = vf_flip_sign(row_f(core, k), dot_f(axes.axis[k], n));
}

LANE_INLINE vf between_ends(vf t, vf half) { return vf_max(vf_min(t, half), vf_neg(half)); }

// Returns A's point where an edge of A and one of B cross, seen along the normal. The parameter s of the crossing
// counts along A's edge from its middle. Then B's point nearest to it is taken, and A's nearest to that. So both agree
// along nearly parallel edges, where s is noise. `at_a`, `at_b`: vertices of the edges. `off`: the error of the points'
// translation.
LANE_INLINE vec_f cross_edges(const pair_frame_f* f, const box_depth* depth, const vf at_a[3], const vf at_b[3],
                              vf* off) {
  vf middle_a[3], middle_b[3], half_a[3], half_b[3], i, j;
  const box_axes axes_a = axes_of(&f->a), axes_b = axes_of(&f->b);
  edges_of_number(vf_sub(depth->axis, vf_set(BOX_EDGES)), &i, &j);
  for (uint32_t k = 0; k < 3; ++k) {
    half_a[k] = row_f(&f->a, k);
    half_b[k] = row_f(&f->b, k);
    middle_a[k] = vf_select(vf_eq(i, vf_set((float)k)), vf_set(0), at_a[k]);
    middle_b[k] = vf_select(vf_eq(j, vf_set((float)k)), vf_set(0), at_b[k]);
  }
  const vec_f a = pick_axis(i, axes_a.axis), b = pick_axis(j, axes_b.axis), n = depth->normal;
  const vf most_a = pick_3(i, half_a), most_b = pick_3(j, half_b);
  const vec_f from = rotate_f(&f->a.rotation, from_array_f(middle_a));
  const vec_f to = add_f(f->p, rotate_f(&f->b.rotation, from_array_f(middle_b)));
  const vec_f w = sub_f(to, from), across = cross_f(b, n);
  const vf crossing = vf_div(dot_f(w, across), not_zero(dot_f(a, across)));
  vf s = between_ends(crossing, most_a);
  const vf t = between_ends(dot_f(b, sub_f(scale_f(a, s), w)), most_b);
  s = between_ends(dot_f(a, add_f(w, scale_f(b, t))), most_a);
  const vec_f on_a = add_f(from, scale_f(a, s)), on_b = add_f(to, scale_f(b, t)), shift = scale_f(n, depth->depth);
  *off = size_f(sub_f(sub_f(on_a, on_b), shift));
  return scale_f(add_f(add_f(on_a, on_b), shift), vf_set(0.5f));
}

// Finds the deepest point where the faces lie over each other, in the lanes in which no vertex of one box is over the
// other. Such boxes rest askew upon each other.
static LANE_NOINLINE void find_face_witness(const pair_frame_f* f, const box_depth* depth, mf lanes, vf noise,
                                            box_witness* out) {
  box_faces faces;
  face_points points;
  box_shown a, b;
  find_shown(&f->a, depth->normal, 1, &a);
  find_shown(&f->b, depth->normal, -1, &b);
  a.face = b.face = mf_all(); // however far their normals are from the given one
  find_box_faces(f, depth->normal, &a, &b, mf_none(), &faces);
  faces.snap = vf_set(0);
  clip_faces(&faces, &points);
  vf x = vf_set(0), y = x, least = vf_set(HUGE_VALF);
  for (int k = 0; k < FACE_POINTS; ++k) {
    const mf deeper = mf_and(points.valid[k], vf_lt(points.at[k].z, least));
    least = vf_select(deeper, points.at[k].z, least);
    x = vf_select(deeper, points.at[k].x, x);
    y = vf_select(deeper, points.at[k].y, y);
  }
  const vf off = vf_add(least, depth->depth);
  const box_face* face = &faces.meet.face;
  const vec_f on_a = add_f(face->centre, add_f(scale_f(face->u, x), scale_f(face->v, y)));
  const mf deepest = mf_and(lanes, vf_le(vf_abs(off), vf_add(noise, noise)));
  const vec_f shared = scale_f(depth->normal, vf_mul(vf_set(0.5f), off)); // each box takes half of the error
  out->a = select_vec_f(deepest, add_f(on_a, shared), out->a);
  out->found = mf_or(out->found, deepest);
}

// Finds the witness points. For boxes in general position these are crossings of edges, or vertices of one box that the
// minimum translation brings into the other.
LANE_INLINE void find_box_witness(const pair_frame_f* f, mf lanes, const box_depth* depth, box_witness* out) {
  vf at_a[3], at_b[3], off;
  const vf noise = vf_mul(vf_set(GAP_FLAT), f->scale);
  const vec_f n = depth->normal, shift = scale_f(n, depth->depth);
  vertex_along(&f->a, n, at_a);
  vertex_along(&f->b, neg_f(n), at_b);
  const vec_f a = rotate_f(&f->a.rotation, from_array_f(at_a));
  const vec_f b = add_f(f->p, rotate_f(&f->b.rotation, from_array_f(at_b))), under_b = add_f(b, shift);
  const mf b_in_a = in_box(&f->a, under_b, noise), a_in_b = in_box(&f->b, sub_f(sub_f(a, shift), f->p), noise);
  const vec_f crossing = cross_edges(f, depth, at_a, at_b, &off);
  const mf cross = mf_and_not(vf_le(off, vf_add(noise, noise)), vf_lt(depth->axis, vf_set(BOX_EDGES)));
  out->a = select_vec_f(b_in_a, under_b, select_vec_f(a_in_b, a, crossing));
  out->found = mf_or(b_in_a, mf_or(a_in_b, cross));
  const mf askew = mf_and_not(lanes, out->found);
  if (mf_any(askew)) find_face_witness(f, depth, askew, noise, out);
}

#endif
