// Finds the contacts of two boxes that overlap, in lanes: witness points, and manifolds.
#ifndef LGJK_CASE3_BOX_CONTACT_H
#define LGJK_CASE3_BOX_CONTACT_H

#include "case3/box_edge.h"
#include "engine/manifold3.h"

// ------------------ witness points

// Finds witness points of two boxes that overlap: a point of A and one of B that are apart by the minimum translation.

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
  for (uint32_t k = 0; k < 3; ++k) out[k] = vf_flip_sign(core_float_f(core, k), dot_f(axes.axis[k], n));
}

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
    half_a[k] = core_float_f(&f->a, k);
    half_b[k] = core_float_f(&f->b, k);
    middle_a[k] = vf_select(vf_eq(i, vf_set((float)k)), vf_set(0), at_a[k]);
    middle_b[k] = vf_select(vf_eq(j, vf_set((float)k)), vf_set(0), at_b[k]);
  }
  const vec_f a = pick_axis(i, axes_a.axis), b = pick_axis(j, axes_b.axis), n = depth->normal;
  const vf most_a = pick_3(i, half_a), most_b = pick_3(j, half_b);
  const vec_f from = rotate_f(&f->a.rotation, from_array_f(middle_a));
  const vec_f to = add_f(f->p, rotate_f(&f->b.rotation, from_array_f(middle_b)));
  const vec_f w = sub_f(to, from), across = cross_f(b, n);
  const vf crossing = vf_div(dot_f(w, across), not_zero(dot_f(a, across)));
  vf s = clamped(crossing, most_a);
  const vf t = clamped(dot_f(b, sub_f(scale_f(a, s), w)), most_b);
  s = clamped(dot_f(a, add_f(w, scale_f(b, t))), most_a);
  const vec_f on_a = add_f(from, scale_f(a, s)), on_b = add_f(to, scale_f(b, t)), shift = scale_f(n, depth->depth);
  *off = size_f(sub_f(sub_f(on_a, on_b), shift));
  return scale_f(add_f(add_f(on_a, on_b), shift), vf_set(0.5f));
}

// Takes a place of the lanes `m` where it is deeper than those before.
LANE_INLINE void take_deeper(const surfaces* s, mf m, vf x, vf y, meeting_place* deepest) {
  const vf apart = between_surfaces(s, x, y);
  const mf deeper = mf_and(m, vf_lt(apart, deepest->apart));
  deepest->x = vf_select(deeper, x, deepest->x);
  deepest->y = vf_select(deeper, y, deepest->y);
  deepest->apart = vf_select(deeper, apart, deepest->apart);
}

// Takes the corners of one face that the other covers.
LANE_INLINE void take_covered(const surfaces* s, const shown_core* of, const shown_core* by, meeting_place* deepest) {
  for (int i = 0; i < 4; ++i) {
    mf covered = mf_all();
    for (int k = 0; k < 4; ++k) {
      const vf x = vf_sub(by->x[k + 1], by->x[k]), y = vf_sub(by->y[k + 1], by->y[k]);
      const vf dx = vf_sub(of->x[i], by->x[k]), dy = vf_sub(of->y[i], by->y[k]);
      covered = mf_and(covered, vf_le(vf_mul(y, dx), vf_mul(x, dy)));
    }
    take_deeper(s, covered, of->x[i], of->y[i], deepest);
  }
}

LANE_INLINE mf within_one(vf t) { return mf_and(vf_le(vf_set(0), t), vf_le(t, vf_set(1))); }

// Takes the places where sides of both faces cross.
LANE_INLINE void take_crossings(const surfaces* s, const shown_core* a, const shown_core* b, meeting_place* deepest) {
  for (int i = 0; i < 4; ++i) {
    const vf ax = vf_sub(a->x[i + 1], a->x[i]), ay = vf_sub(a->y[i + 1], a->y[i]);
    for (int k = 0; k < 4; ++k) {
      const vf bx = vf_sub(b->x[k + 1], b->x[k]), by = vf_sub(b->y[k + 1], b->y[k]);
      const vf dx = vf_sub(b->x[k], a->x[i]), dy = vf_sub(b->y[k], a->y[i]);
      const vf inverse = vf_div(vf_set(1), not_zero(vf_sub(vf_mul(ax, by), vf_mul(ay, bx))));
      const vf t = vf_mul(vf_sub(vf_mul(dx, by), vf_mul(dy, bx)), inverse);
      const vf u = vf_mul(vf_sub(vf_mul(dx, ay), vf_mul(dy, ax)), inverse);
      const vf x = vf_add(a->x[i], vf_mul(t, ax)), y = vf_add(a->y[i], vf_mul(t, ay));
      take_deeper(s, mf_and(within_one(t), within_one(u)), x, y, deepest);
    }
  }
}

// Finds the deepest point where the faces lie over each other, in the lanes in which no vertex of one box is in the
// other. Such boxes rest askew upon each other.
static LANE_NOINLINE void find_face_witness(const pair_frame_f* f, const box_depth* depth, mf lanes, vf noise,
                                            box_witness* out) {
  view_axes axes;
  shown_core a, b;
  const vf zero = vf_set(0);
  const vec_f zeros = {zero, zero, zero};
  meeting_place deepest = {.x = zero, .y = zero, .apart = vf_set(HUGE_VALF)};
  set_axes(depth->normal, zeros, &axes);
  const core_view of_a = view_of(&axes, &f->a, zeros, zero, zero, false);
  const core_view of_b = view_of(&axes, &f->b, f->p, zero, zero, true);
  show_box(&of_a, &f->a, lanes, &a);
  show_box(&of_b, &f->b, lanes, &b);
  const surfaces s = surfaces_of(&a, &b);
  take_covered(&s, &a, &b, &deepest);
  take_covered(&s, &b, &a, &deepest);
  take_crossings(&s, &a, &b, &deepest);
  const vf off = vf_add(deepest.apart, depth->depth), band = vf_add(noise, noise);
  const vf z = vf_add(a.height, vf_add(vf_mul(a.slope_x, deepest.x), vf_mul(a.slope_y, deepest.y)));
  const vf shared = vf_add(z, vf_mul(vf_set(0.5f), off)); // each box takes half of the error
  const vec_f across = add_f(scale_f(axes.axis[0], deepest.x), scale_f(axes.axis[1], deepest.y));
  const vec_f at = add_f(across, scale_f(axes.axis[2], shared)), shift = scale_f(depth->normal, depth->depth);
  // Products of sides underflow in boxes thinner than 1e-22, so the place may be beside them.
  const mf in_both = mf_and(in_box(&f->a, at, band), in_box(&f->b, sub_f(sub_f(at, shift), f->p), band));
  const mf found = mf_and(mf_and(lanes, in_both), vf_le(vf_abs(off), band));
  out->a = select_vec_f(found, at, out->a);
  out->found = mf_or(out->found, found);
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

// ------------------ manifolds

enum {
  EDGE_POINTS = 2, // at most, for an edge over a face
  EDGE_WORDS = 16
};
_Static_assert(EDGE_WORDS >= MANIFOLD_HEAD + EDGE_POINTS * POINT_WORDS, "all words of two points");

// The words of manifolds of two points at most.
typedef struct box_manifold {
  vf word[EDGE_WORDS];
  mf waiting; // lanes that have no more than their contact: their manifold is made later
} box_manifold;

// The input of a manifold.
typedef struct box_contact {
  box_depth depth;
  vec_f a;               // witness point of A's core around A's position
  vf radius_a, radius_b; // rounding radii
  vf margin;
} box_contact;

// ------------------------------------------------------------------ numbers of features

LANE_INLINE vf if_negative(vf side, vf weight) { return vf_select(vf_lt(side, vf_set(0)), weight, vf_set(0)); }

LANE_INLINE vf number_of_face(const facing_box* s) {
  const vf twice = vf_add(s->most, s->most), negative = if_negative(pick_3(s->most, s->side), vf_set(1));
  return vf_add(vf_set(LGJK_FEATURE3_FACE), vf_add(twice, negative));
}

// The numbers of an edge that a box shows, and of its vertices. The edge begins at `high`.
typedef struct edge_numbers {
  vf edge, low, high;
} edge_numbers;

LANE_INLINE edge_numbers numbers_of_edge(const facing_box* s) {
  const vf low = box_number(s->side, s->least), high = vf_add(low, bit_of_axis(s->least));
  return (edge_numbers){number_of_edge(low, high), low, high};
}

// Returns the number of the feature that a box shows.
LANE_INLINE vf number_shown(const facing_box* s) {
  const edge_numbers of_edge = numbers_of_edge(s);
  const vf vertex = vf_select(vf_lt(pick_3(s->least, s->side), vf_set(0)), of_edge.high, of_edge.low);
  return vf_select(s->face, number_of_face(s), vf_select(s->edge, of_edge.edge, vertex));
}

// Returns the number of side 0..3 of a face. Sides 0 and 2 go along u, at the low and the high end of v.
LANE_INLINE vf number_of_side(const facing_box* s, const box_face* f, vf side) {
  const vf zero = vf_set(0), u = bit_of_axis(f->axis_u), v = bit_of_axis(f->axis_v);
  const mf first = vf_eq(side, zero), last = vf_eq(side, vf_set(3)), along_u = mf_or(first, vf_eq(side, vf_set(2)));
  const vf all = if_negative(pick_3(s->most, s->side), bit_of_axis(s->most)); // the bit of all vertices of the face
  const vf low = vf_add(all, vf_select(first, v, vf_select(last, u, zero)));
  return number_of_edge(low, vf_add(low, vf_select(along_u, u, v)));
}

// ------------------------------------------------------------------ edges

// Returns the lanes whose edges cross at so small an angle that they may be parallel. These wait for their manifold.
LANE_INLINE mf edges_alike(const facing_box* a, const facing_box* b) {
  const box_axes of_a = axes_of(a->core), of_b = axes_of(b->core);
  const vec_f x = cross_f(pick_axis(a->least, of_a.axis), pick_axis(b->least, of_b.axis));
  return vf_le(dot_f(x, x), vf_set(BOX_EDGES_ALIKE));
}

// ------------------------------------------------------------------ words

// Stores point i in the lanes that have it.
LANE_INLINE void put_point(box_manifold* m, int i, vec_f at, vf apart, vf id, mf has) {
  vf* word = m->word + MANIFOLD_HEAD + POINT_WORDS * i;
  const vf values[POINT_WORDS] = {at.x, at.y, at.z, apart, id};
  for (int k = 0; k < POINT_WORDS; ++k) word[k] = vf_select(has, values[k], word[k]);
  m->word[0] = vf_add(m->word[0], vf_select(has, vf_set(1), vf_set(0)));
}

// Returns a point of the face's plane in world coordinates, midway between the surfaces.
LANE_INLINE vec_f midway_point(const pair_frame_f* f, const box_contact* c, vec_f origin, const box_edge* e, vec_f at) {
  const vf more = vf_sub(c->radius_a, c->radius_b), above = vf_select(e->swapped, vf_neg(more), more);
  const vec_f base = add_f(select_vec_f(e->swapped, add_f(origin, f->p), origin), e->face.centre);
  const vec_f on = add_f(base, add_f(scale_f(e->face.u, at.x), scale_f(e->face.v, at.y)));
  return add_f(on, scale_f(e->normal, vf_mul(vf_set(0.5f), vf_add(at.z, above))));
}

// Stores the middle of the witness points as the only point, in the lanes `single`: no face meets a face or edge.
LANE_INLINE void put_single(const box_contact* c, vec_f origin, const facing_box* a, const facing_box* b, vf distance,
                            mf single, box_manifold* m) {
  const vf half = vf_mul(vf_set(0.5f), vf_sub(vf_sub(c->radius_a, c->radius_b), c->depth.depth));
  const vec_f at = add_f(add_f(origin, c->a), scale_f(c->depth.normal, half));
  put_point(m, 0, at, distance, id_of(number_shown(a), number_shown(b)), single);
}

// Makes the manifolds of lanes in which a face and an edge meet. Returns lanes with a point as deep as the pair.
LANE_INLINE mf meet_edge(const pair_frame_f* f, const box_contact* c, vec_f origin, const facing_box* a,
                         const facing_box* b, vf distance, mf lanes, box_manifold* m) {
  box_edge e;
  edge_point at[EDGE_POINTS];
  const vf near = vf_mul(vf_set(ONE_PLACE), f->scale), most = vf_add(c->margin, f->radius);
  find_box_edge(f, c->depth.normal, a, b, &e);
  clip_edge(&e, at);
  for (int i = 0; i < EDGE_POINTS; ++i) at[i].has = mf_and(mf_and(at[i].has, lanes), vf_le(at[i].at.z, most));
  const vf deep = vf_sub(near, c->depth.depth);
  order_edge_points(&e, deep, near, at);
  const facing_box* shown = &e.part[0].shown;
  const vf face = number_of_face(shown);
  const edge_numbers edge = numbers_of_edge(&e.part[1].shown);
  for (int i = 0; i < EDGE_POINTS; ++i) {
    const vf r = vf_select(at[i].corner, face, number_of_side(shown, &e.face, at[i].side));
    const vf o = vf_select(at[i].corner, vf_select(vf_eq(at[i].end, vf_set(0)), edge.high, edge.low), edge.edge);
    const vf id = id_of(vf_select(e.swapped, o, r), vf_select(e.swapped, r, o));
    const vf apart = i == 0 ? distance : vf_max(vf_sub(at[i].at.z, f->radius), distance); // no point is deeper
    put_point(m, i, midway_point(f, c, origin, &e, at[i].at), apart, id, at[i].has);
  }
  return at[0].has;
}

// Makes the manifolds of the lanes `deep` in which no two faces meet. `origin`: A's position.
LANE_INLINE void make_box_manifold(const pair_frame_f* f, const box_contact* c, vec_f origin, mf deep,
                                   box_manifold* out) {
  facing_box a, b;
  const vec_f zeros = {0}, n = select_vec_f(deep, c->depth.normal, zeros);
  const vf distance = vf_neg(vf_add(c->depth.depth, f->radius));
  find_facing_box(&f->a, c->depth.normal, 1, &a);
  find_facing_box(&f->b, c->depth.normal, -1, &b);
  const mf both = mf_and(deep, mf_and(a.face, b.face)), edges = mf_and(deep, mf_and(a.edge, b.edge));
  const mf edge = mf_and(deep, mf_or(mf_and(a.face, b.edge), mf_and(a.edge, b.face)));
  const mf other = mf_and_not(mf_and_not(deep, both), mf_or(edge, edges));
  const mf single = mf_or(other, mf_and_not(edges, edges_alike(&a, &b)));
  mf made = mf_none();
  for (int k = 0; k < EDGE_WORDS; ++k) out->word[k] = vf_set(0);
  if (mf_any(edge)) made = meet_edge(f, c, origin, &a, &b, distance, edge, out);
  put_single(c, origin, &a, &b, distance, mf_and_not(deep, made), out); // also the contact of the lanes that wait
  out->waiting = mf_and_not(deep, mf_or(made, single));
  out->word[0] = vf_of(vi_truncate(out->word[0]));
  to_array_f(n, out->word + 1);
}

#endif
