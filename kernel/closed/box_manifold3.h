// Manifolds of two boxes that overlap, in lanes: the points and ids of penetration/manifold3.h, but for pairs in which
// that looks closer, which are left to it.
#ifndef LGJK_CLOSED_BOX_MANIFOLD3_H
#define LGJK_CLOSED_BOX_MANIFOLD3_H

#include "closed/box_witness3.h"

enum { MANIFOLD_POINTS = 4, MANIFOLD_WORDS = sizeof(lgjk_manifold3) / sizeof(float) };

// The words of lgjk_manifold3, integers among them by their bits.
typedef struct box_manifold {
  vf word[MANIFOLD_WORDS];
  mf made;
} box_manifold;

// What a manifold is made of.
typedef struct box_contact {
  box_depth depth;
  vec_f a;                // witness point of A's core around A's position
  vf radius_a, radius_b;  // rounding radii
  vf margin;
} box_contact;

// ------------------------------------------------------------------ numbers of features


LANE_FN vf weight_of_axis(vf axis) { return vf_select(vf_eq(axis, vf_set(2)), vf_set(4), vf_add(axis, vf_set(1))); }

LANE_FN vf if_negative(vf side, vf weight) { return vf_select(vf_lt(side, vf_set(0)), weight, vf_set(0)); }

LANE_FN vf number_of_edge(vf low, vf high) {
  const vf before = vf_mul(vf_set(0.5f), vf_mul(high, vf_sub(high, vf_set(1))));
  return vf_add(vf_set(LGJK_FEATURE3_EDGE), vf_add(before, low));
}

LANE_FN vf number_of_face(const box_shown* s) {
  const vf twice = vf_add(s->most, s->most), negative = if_negative(pick_3(s->most, s->side), vf_set(1));
  return vf_add(vf_set(LGJK_FEATURE3_FACE), vf_add(twice, negative));
}

// Of what a box shows.
LANE_FN vf number_shown(const box_shown* s) {
  vf vertex = vf_set(0), low = vertex;
  for (int k = 0; k < 3; ++k) {
    const vf bit = if_negative(s->side[k], vf_set((float)(1 << k)));
    vertex = vf_add(vertex, bit);
    low = vf_add(low, vf_select(vf_eq(s->least, vf_set((float)k)), vf_set(0), bit));
  }
  const vf edge = number_of_edge(low, vf_add(low, weight_of_axis(s->least)));
  return vf_select(s->face, number_of_face(s), vf_select(s->edge, edge, vertex));
}

// The bits of a face's vertices: those that all have, and that of an end along its sides.
typedef struct face_bits {
  vf all, u, v;
} face_bits;

LANE_FN face_bits bits_of_face(const box_part* box, const box_face* f) {
  face_bits out = {vf_set(0), weight_of_axis(f->axis_u), weight_of_axis(f->axis_v)};
  out.v = vf_select(box->shown.face, out.v, vf_set(0));
  for (int k = 0; k < 3; ++k) {
    const vf weight = vf_set((float)(1 << k));
    const mf side = mf_or(vf_eq(weight, out.u), vf_eq(weight, out.v));
    out.all = vf_add(out.all, vf_select(side, vf_set(0), if_negative(box->shown.side[k], weight)));
  }
  return out;
}

// Of corner 0..3 of a face.
LANE_FN vf number_of_corner(const face_bits* bits, vf corner) {
  const mf low_v = vf_le(corner, vf_set(1)), low_u = mf_or(vf_eq(corner, vf_set(0)), vf_eq(corner, vf_set(3)));
  const vf zero = vf_set(0);
  return vf_add(bits->all, vf_add(vf_select(low_u, bits->u, zero), vf_select(low_v, bits->v, zero)));
}

// Of side 0..3 of a face: sides 0 and 2 go along u, at the low and the high end of v.
LANE_FN vf number_of_side(const face_bits* bits, vf side) {
  const mf first = vf_eq(side, vf_set(0)), last = vf_eq(side, vf_set(3));
  const mf along_u = mf_or(first, vf_eq(side, vf_set(2)));
  const vf zero = vf_set(0);
  const vf low = vf_add(bits->all, vf_select(first, bits->v, vf_select(last, bits->u, zero)));
  return number_of_edge(low, vf_add(low, vf_select(along_u, bits->u, bits->v)));
}

// The id of a point of face_points.
LANE_FN vf id_of_point(const box_faces* f, const face_bits bits[2], vf feature) {
  const vf four = vf_set(4), corner = vf_set(OF_REFERENCE), crossing = vf_set(CROSSING);
  const mf of_other = vf_lt(feature, corner), crosses = vf_le(crossing, feature);
  const vf number = vf_sub(feature, crossing);
  const vf side = vf_convert(vi_truncate(vf_mul(number, vf_set(0.25f))));
  const vf reference = vf_select(of_other, number_of_face(&f->part[0].shown),
                                 number_of_corner(&bits[0], vf_sub(feature, corner)));
  const vf other = vf_select(of_other, number_of_corner(&bits[1], feature), number_of_face(&f->part[1].shown));
  const vf r = vf_select(crosses, number_of_side(&bits[0], vf_sub(number, vf_mul(four, side))), reference);
  const vf o = vf_select(crosses, number_of_side(&bits[1], side), other);
  const vf a = vf_select(f->swapped, o, r), b = vf_select(f->swapped, r, o);
  return vf_of(vi_or(vi_truncate(a), vi_shl(vi_truncate(b), 16)));
}

// ------------------------------------------------------------------ points

typedef struct few_points {
  vec_f at[MANIFOLD_POINTS]; // in the plane
  vf feature[MANIFOLD_POINTS];
  mf has[MANIFOLD_POINTS];
} few_points;

// Around the faces: what begins or enters at a side of the other and what leaves there, then corners of the reference.
static const int point_order[FACE_POINTS] = {0, 4, 1, 5, 2, 6, 3, 7, 8, 9, 10, 11};

// Takes as point i the first of those in m, by their places in point_order.
LANE_FN void take_first(const mf m[FACE_POINTS], const face_points* from, few_points* to, int i) {
  for (int place = FACE_POINTS - 1; place >= 0; --place) {
    const int k = point_order[place];
    to->at[i] = select_vec_f(m[k], from->at[k], to->at[i]);
    to->feature[i] = vf_select(m[k], from->feature[k], to->feature[i]);
    to->has[i] = mf_or(to->has[i], m[k]);
  }
}

// Takes as point i the first of those whose measure is all but the largest, if that is above `least`: among equals the
// first is taken, whatever rounding and small motions do to them. share: of the largest.
LANE_FN void take_largest(mf lanes, vf measure[FACE_POINTS], vf least, float share, const face_points* from,
                          few_points* to, int i) {
  vf most = vf_set(0);
  mf m[FACE_POINTS];
  for (int k = 0; k < FACE_POINTS; ++k) measure[k] = vf_select(from->valid[k], measure[k], vf_set(-1));
  for (int k = 0; k < FACE_POINTS; k += 4) {
    const vf pair = vf_max(measure[k], measure[k + 1]), other = vf_max(measure[k + 2], measure[k + 3]);
    most = vf_max(most, vf_max(pair, other));
  }
  const mf any = mf_and(lanes, vf_lt(least, most));
  const vf enough = vf_mul(most, vf_set(share));
  for (int k = 0; k < FACE_POINTS; ++k) m[k] = mf_and(any, vf_le(enough, measure[k]));
  take_first(m, from, to, i);
}

// A linear function of the plane: twice the area of a triangle with a side from p to q, and its third corner anywhere.
typedef struct side_area {
  vf x, y, constant;
} side_area;

LANE_FN side_area area_over(vec_f p, vec_f q, vf sign) {
  const vf x = vf_flip_sign(vf_sub(p.y, q.y), sign), y = vf_flip_sign(vf_sub(q.x, p.x), sign);
  return (side_area){x, y, vf_neg(vf_add(vf_mul(x, p.x), vf_mul(y, p.y)))};
}

LANE_FN vf area_at(const side_area* s, vec_f at) {
  return vf_add(vf_add(vf_mul(s->x, at.x), vf_mul(s->y, at.y)), s->constant);
}

// The fourth point: what adds the largest area to the triangle of the others.
LANE_FN void take_fourth(const face_points* all, vf least, few_points* out) {
  const vec_f p = out->at[0], q = out->at[1], r = out->at[2];
  const side_area turn = area_over(p, q, vf_set(1));
  const vf outside = vf_neg(area_at(&turn, r));
  const side_area sides[3] = {area_over(p, q, outside), area_over(q, r, outside), area_over(r, p, outside)};
  vf added[FACE_POINTS];
  for (int k = 0; k < FACE_POINTS; ++k) {
    const vf first = area_at(&sides[0], all->at[k]), second = area_at(&sides[1], all->at[k]);
    added[k] = vf_max(vf_max(first, second), area_at(&sides[2], all->at[k]));
  }
  take_largest(out->has[2], added, least, BOX_POINTS_ALIKE, all, out, 3);
}

// The first that is as deep as `deep`, the farthest from it, the farthest from their line, and what adds the largest
// area. What is no farther than `near` is one point. Distances are seen along the normal.
LANE_FN void reduce_points(const box_faces* f, const face_points* all, vf deep, vf near, few_points* out) {
  const vec_f zeros = {0};
  const vf zero = vf_set(0);
  const mf none = mf_from_bits(0);
  vf measure[FACE_POINTS];
  mf m[FACE_POINTS];
  *out = (few_points){{zeros, zeros, zeros, zeros}, {zero, zero, zero, zero}, {none, none, none, none}};
  for (int k = 0; k < FACE_POINTS; ++k) m[k] = mf_and(all->valid[k], vf_le(all->at[k].z, deep));
  take_first(m, all, out, 0);
  for (int k = 0; k < FACE_POINTS; ++k) {
    const vf dx = vf_sub(all->at[k].x, out->at[0].x), dy = vf_sub(all->at[k].y, out->at[0].y);
    const vf along = vf_add(vf_mul(dx, f->lean_u), vf_mul(dy, f->lean_v));
    measure[k] = vf_sub(vf_add(vf_mul(dx, dx), vf_mul(dy, dy)), vf_mul(along, along));
  }
  take_largest(out->has[0], measure, vf_mul(near, near), BOX_POINTS_ALIKE * BOX_POINTS_ALIKE, all, out, 1);
  const vec_f side = sub_f(out->at[1], out->at[0]);
  const vf least = vf_mul(near, vf_sqrt(vf_add(vf_mul(side.x, side.x), vf_mul(side.y, side.y))));
  const side_area line = area_over(out->at[0], out->at[1], vf_set(1));
  for (int k = 0; k < FACE_POINTS; ++k) measure[k] = vf_abs(area_at(&line, all->at[k]));
  take_largest(out->has[1], measure, least, BOX_POINTS_ALIKE, all, out, 2);
  if (mf_any(out->has[2])) take_fourth(all, least, out);
}

// The deepest goes first.
LANE_FN void swap_deepest(few_points* few) {
  for (int i = 1; i < MANIFOLD_POINTS; ++i) {
    const mf deeper = mf_and(few->has[i], vf_lt(few->at[i].z, few->at[0].z));
    const vec_f at = few->at[0];
    const vf feature = few->feature[0];
    few->at[0] = select_vec_f(deeper, few->at[i], at);
    few->at[i] = select_vec_f(deeper, at, few->at[i]);
    few->feature[0] = vf_select(deeper, few->feature[i], feature);
    few->feature[i] = vf_select(deeper, feature, few->feature[i]);
  }
}

// Edges that cross at so small an angle may be parallel: these are looked at closer.
LANE_FN mf edges_alike(const pair_frame_f* f, const box_shown* a, const box_shown* b) {
  vec_f axes_a[3], axes_b[3];
  axes_of(&f->a, axes_a);
  axes_of(&f->b, axes_b);
  const vec_f x = cross_f(pick_axis(a->least, axes_a), pick_axis(b->least, axes_b));
  return vf_le(dot_f(x, x), vf_set(BOX_EDGES_ALIKE));
}

// ------------------------------------------------------------------ words

LANE_FN void put_point(vf* word, vec_f at, vf apart, vf id, mf has) {
  const vf zero = vf_set(0), values[5] = {at.x, at.y, at.z, apart, id};
  for (int k = 0; k < 5; ++k) word[k] = vf_select(has, values[k], zero);
}

// The points of the faces, midway between the surfaces, in world coordinates; returns how many they are.
LANE_FN vf put_points(const pair_frame_f* f, const box_contact* c, vec_f origin, const box_faces* faces, vf distance,
                      const few_points* few, vf* word) {
  face_bits bits[2];
  const vf zero = vf_set(0), one = vf_set(1), half = vf_set(0.5f);
  const box_face* face = &faces->face[0];
  for (int i = 0; i < 2; ++i) bits[i] = bits_of_face(&faces->part[i], &faces->face[i]);
  const vec_f base = add_f(select_vec_f(faces->swapped, add_f(origin, f->p), origin), face->centre);
  const vf more = vf_sub(c->radius_a, c->radius_b), above = vf_select(faces->swapped, vf_neg(more), more);
  vf count = zero;
  for (int i = 0; i < MANIFOLD_POINTS; ++i) {
    const vec_f at = few->at[i], on = add_f(base, add_f(scale_f(face->u, at.x), scale_f(face->v, at.y)));
    const vec_f middle = add_f(on, scale_f(faces->normal, vf_mul(half, vf_add(at.z, above))));
    const vf apart = vf_max(vf_sub(at.z, f->radius), distance);
    put_point(word + 5 * i, middle, apart, id_of_point(faces, bits, few->feature[i]), few->has[i]);
    count = vf_add(count, vf_select(few->has[i], one, zero));
  }
  return count;
}

// The witness points as the only one: where not even a face and an edge meet.
LANE_FN void put_single(const box_contact* c, vec_f origin, const box_shown* a, const box_shown* b, vf distance,
                        mf single, vf* word) {
  const vf half = vf_mul(vf_set(0.5f), vf_sub(vf_sub(c->radius_a, c->radius_b), c->depth.depth));
  const vec_f at = add_f(add_f(origin, c->a), scale_f(c->depth.normal, half));
  const vf id = vf_of(vi_or(vi_truncate(number_shown(a)), vi_shl(vi_truncate(number_shown(b)), 16)));
  const vf values[5] = {at.x, at.y, at.z, distance, id};
  for (int k = 0; k < 5; ++k) word[k] = vf_select(single, values[k], word[k]);
  for (int k = 5; k < 5 * MANIFOLD_POINTS; ++k) word[k] = vf_select(single, vf_set(0), word[k]);
}

// Lanes in which two faces, or a face and an edge, have points; made: that have one as deep as the pair. Returns their
// number.
LANE_FN vf meet_faces(const pair_frame_f* f, const box_contact* c, vec_f origin, const box_shown* a,
                      const box_shown* b, vf distance, mf* made, vf* word) {
  box_faces faces;
  face_points points;
  few_points few;
  const vf near = vf_mul(vf_set(ONE_PLACE), f->scale), most = vf_add(c->margin, f->radius);
  find_box_faces(f, c->depth.normal, a, b, &faces);
  clip_faces(&faces, &points);
  for (int k = 0; k < FACE_POINTS; ++k) points.valid[k] = mf_and(points.valid[k], vf_le(points.at[k].z, most));
  reduce_points(&faces, &points, vf_sub(near, c->depth.depth), near, &few);
  swap_deepest(&few);
  *made = few.has[0];
  return put_points(f, c, origin, &faces, distance, &few, word);
}

// origin: A's position.
LANE_FN void make_box_manifold(const pair_frame_f* f, const box_contact* c, vec_f origin, box_manifold* out) {
  box_shown a, b;
  const vec_f n = c->depth.normal;
  const vf distance = vf_neg(vf_add(c->depth.depth, f->radius));
  const mf all = mf_from_bits(UINT32_MAX);
  vf count = vf_set(0), *word = out->word + 4;
  find_shown(&f->a, n, 1, &a);
  find_shown(&f->b, n, -1, &b);
  const mf edges = mf_and(a.edge, b.edge), shown = mf_and(mf_or(a.face, a.edge), mf_or(b.face, b.edge));
  const mf single = mf_or(mf_and_not(all, shown), mf_and_not(edges, edges_alike(f, &a, &b)));
  const mf several = mf_and_not(shown, edges);
  mf made = mf_from_bits(0);
  if (mf_any(several)) {
    count = meet_faces(f, c, origin, &a, &b, distance, &made, word);
  } else {
    for (int k = 0; k < 5 * MANIFOLD_POINTS; ++k) word[k] = vf_set(0);
  }
  put_single(c, origin, &a, &b, distance, single, word);
  out->made = mf_or(single, mf_and(several, made));
  out->word[0] = vf_of(vi_truncate(vf_select(single, vf_set(1), count)));
  out->word[1] = n.x;
  out->word[2] = n.y;
  out->word[3] = n.z;
}

#endif
