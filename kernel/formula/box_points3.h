// Finds the nearest points of two boxes without a search. Each nearest point is the nearest to the other, so projecting
// back and forth converges to them. Their features, vertices, edges or faces, are known after few turns, long before
// the points are. A vertex and any feature then take one more projection, two edges one division. The result is a guess
// like any other: a point of each box, and a direction, of the features if possible, along which one support value has
// to prove them.
#ifndef LGJK_FORMULA_BOX_POINTS3_H
#define LGJK_FORMULA_BOX_POINTS3_H

#include "formula/box_features3.h"

// ------------------------------------------------------------------ back and forth

// Returns more than a / b, by a fifth at most, for numbers above 0. The difference of the bits is nearly that of
// logarithms. With a division a projection takes half as long again.
LANE_INLINE vf ratio_above(vf a, vf b) { return vf_of(vi_add(vi_sub(vi_of(a), vi_of(b)), vi_set(BOX_PIERCE))); }

// Returns the place whose projection replaces the point `at`; that is x, the other box's point, except in `lanes`.
// There a face is opposite, along which `at` would slide in ever smaller steps. So it goes along its own feature to
// that face's plane and a little behind it. An edge that pierces the face has a common point there; any other ends
// before. `band`: shorter ways are rounding.
LANE_INLINE vec_f move_on_box(vec_f x, vec_f at, vec_f half, vf band, mf lanes) {
  const vf zero = vf_set(0);
  const vec_f way = sub_f(x, at);
  const vec_f slide = {vf_select(vf_lt(vf_abs(at.x), half.x), way.x, zero),
                       vf_select(vf_lt(vf_abs(at.y), half.y), way.y, zero),
                       vf_select(vf_lt(vf_abs(at.z), half.z), way.z, zero)};
  const vf along = dot_f(slide, slide), square = dot_f(way, way); // the way is across the face
  const vf least = vf_max(vf_mul(vf_set(BOX_LEAN_SQUARE), square), vf_mul(band, band));
  const mf goes = mf_and(lanes, vf_lt(least, along));
  return select_vec_f(goes, add_f(at, scale_f(slide, ratio_above(square, along))), x);
}

// Two boxes, each in the axes of the other, by nine cosines. Their rounding affects no answer, only which features are
// found. The first box is A or B.
typedef struct box_views {
  rotation_f turn;     // axes of the second, in those of the first
  vec_f second, first; // position of the second in the axes of the first, and of the first in those of the second
  vec_f half_1, half_2;
} box_views;

LANE_INLINE box_views views_of(const pair_frame_f* f, const box_points* p) {
  const rotation_f *a = &f->a.rotation, *b = &f->b.rotation;
  return (box_views){.turn = {unrotate_f(a, b->x), unrotate_f(a, b->y), unrotate_f(a, b->z)},
                     .second = unrotate_f(a, f->p),
                     .first = neg_f(unrotate_f(b, f->p)),
                     .half_1 = p->half_a,
                     .half_2 = p->half_b};
}

LANE_INLINE box_views exchanged(const box_views* v) {
  const rotation_f* t = &v->turn;
  return (box_views){.turn = {{t->x.x, t->y.x, t->z.x}, {t->x.y, t->y.y, t->z.y}, {t->x.z, t->y.z, t->z.z}},
                     .second = v->first,
                     .first = v->second,
                     .half_1 = v->half_2,
                     .half_2 = v->half_1};
}

LANE_INLINE vec_f place_in_first(const box_views* v, vec_f x) {
  const vec_f sum = add_f(v->second, scale_f(v->turn.x, x.x));
  return add_f(sum, add_f(scale_f(v->turn.y, x.y), scale_f(v->turn.z, x.z)));
}
LANE_INLINE vec_f place_in_second(const box_views* v, vec_f x) { return add_f(unrotate_f(&v->turn, x), v->first); }

// Returns a place on the edge between two faces if a place was on one and is on the other. Faces in turns mean that an
// edge of the other box is over that edge.
LANE_INLINE vec_f between_faces_of_box(vec_f half, vec_f at, vec_f before) {
  const free_coordinates now = free_at(half, at), was = free_at(half, before);
  const mf both = mf_and(now.two, was.two);
  return (vec_f){vf_select(mf_and_not(mf_and(both, now.x), was.x), before.x, at.x),
                 vf_select(mf_and_not(mf_and(both, now.y), was.y), before.y, at.y),
                 vf_select(mf_and_not(mf_and(both, now.z), was.z), before.z, at.z)};
}

// Moves x of the first box and y of the second once each to the place nearest to the other. `follows`: by move_on_box.
LANE_INLINE void project_once(const pair_frame_f* f, const box_views* v, bool follows, vec_f* x, vec_f* y) {
  const vec_f half_1 = v->half_1, half_2 = v->half_2;
  vec_f to = place_in_first(v, *y);
  if (follows) {
    const mf face_2 = mf_and_not(free_at(half_2, *y).two, free_at(half_1, *x).two);
    to = move_on_box(to, *x, half_1, f->touch_band, face_2);
  }
  *x = nearest_in_box(half_1, to);
  to = place_in_second(v, *x);
  if (follows) to = move_on_box(to, *y, half_2, f->touch_band, free_at(half_1, *x).two);
  *y = nearest_in_box(half_2, to);
}

// Projects back and forth from the boxes' positions. A projection that has a common point stays there. `again`: begins
// with the other box and takes more turns. That ends most pairs that the first way did not.
LANE_INLINE void project_boxes(const pair_frame_f* f, bool again, box_points* p) {
  box_views views = views_of(f, p);
  if (again) views = exchanged(&views);
  vec_f x = nearest_in_box(views.half_1, views.second), y = nearest_in_box(views.half_2, place_in_second(&views, x));
  vec_f x_before = x, y_before = y;
  for (int i = 0; i < (again ? BOX_TURNS_AGAIN : BOX_TURNS); ++i) {
    x_before = x;
    y_before = y;
    project_once(f, &views, again || i == 1, &x, &y);
  }
  if (again) {
    x = between_faces_of_box(views.half_1, x, x_before);
    y = between_faces_of_box(views.half_2, y, y_before);
  }
  p->a = again ? y : x;
  place_on_b(f, again ? x : y, p);
}

// ------------------------------------------------------------------ the points as an answer

// Returns a box's point by the indices of a feature's vertices. Coordinates in which these differ are in the middle.
LANE_INLINE vec_f place_of_vertices(vec_f half, vi id0, vi id1, vi id2) {
  const vi some = vi_or(vi_or(id0, id1), id2), flip = vi_set(7);
  const vi every = vi_xor(vi_or(vi_or(vi_xor(id0, flip), vi_xor(id1, flip)), vi_xor(id2, flip)), flip);
  const vf zero = vf_set(0), size[3] = {half.x, half.y, half.z};
  vf at[3];
  for (int k = 0; k < 3; ++k) {
    const mf below = vf_lt(zero, vf_convert(vi_and(every, 1u << k)));
    const mf above = vf_eq(vf_convert(vi_and(some, 1u << k)), zero);
    at[k] = vf_select(below, vf_neg(size[k]), vf_select(above, size[k], zero));
  }
  return from_array_f(at);
}

// Returns the support value of two boxes along d.
LANE_INLINE vf value_of_boxes(const pair_frame_f* f, vec_f d) {
  const vf a = value_box_f(&f->a, 0, unrotate_f(&f->a.rotation, d));
  const vf b = value_box_f(&f->b, 0, neg_f(unrotate_f(&f->b.rotation, d)));
  return vf_sub(vf_add(a, b), dot_f(f->p, d));
}

// Replaces the vertices of a search's feature by the points of that feature, in the lanes where the search proves them.
// So a searched pair has the points of one that was not searched.
static LANE_NOINLINE void answer_by_features(const pair_frame_f* f, const search_bounds_f* bounds, simplex_f* s) {
  const vf ids[3] = {s->p0.id, vf_select(s->edge, s->p1.id, s->p0.id), vf_select(s->face, s->p2.id, s->p0.id)};
  vi a[3], b[3];
  for (int i = 0; i < 3; ++i) {
    const vi id = vi_truncate(ids[i]);
    a[i] = vi_and(id, 0xFF);
    b[i] = vi_shr(id, 8);
  }
  box_points p = {.half_a = coordinates_f(&f->a, 0), .half_b = coordinates_f(&f->b, 0)};
  p.a = place_of_vertices(p.half_a, a[0], a[1], a[2]);
  p.b = place_of_vertices(p.half_b, b[0], b[1], b[2]);
  p.on_a = rotate_f(&f->a.rotation, p.a);
  p.on_b = add_f(rotate_f(&f->b.rotation, p.b), f->p);
  solve_features(f, true, &p);
  const vec_f w = sub_f(p.on_a, p.on_b), d = between_features(f, &p, w);
  const vf h = value_of_boxes(f, d);
  const mf proved = mf_and(closes_f(h, dot_f(w, d), d, bounds->gap), is_straight(w, d, bounds->gap));
  const mf lanes = mf_and(mf_and_not(mf_and_not(p.own, p.within), s->inside), mf_and_not(proved, s->separated));
  support_point_f* points[3] = {&s->p0, &s->p1, &s->p2};
  for (int i = 0; i < 3; ++i) {
    points[i]->w = select_vec_f(lanes, w, points[i]->w);
    points[i]->a = select_vec_f(lanes, p.on_a, points[i]->a);
  }
  s->axis = select_vec_f(lanes, d, s->axis);
  s->settled = mf_or(s->settled, lanes);
  converge_f(s, lanes);
}

// Takes the points as the vertex of a search's state. Lanes that have a common point end. Returns the direction that
// has to prove the others.
LANE_INLINE vec_f take_box_points(const pair_frame_f* f, const box_points* p, simplex_f* s) {
  s->closed_form = true;
  s->inside = mf_and(s->active, p->within);
  s->active = mf_and_not(s->active, s->inside);
  s->p0.w = sub_f(p->on_a, p->on_b);
  s->p0.a = select_vec_f(p->by_b, p->on_b, p->on_a);
  s->axis = between_features(f, p, s->p0.w);
  return s->axis;
}

// Returns A's place for a record. A common point on B's surface is moved some way towards B's position, so that it is
// common in the next frame, too.
LANE_INLINE vec_f lasting_place(const pair_frame_f* f, const box_points* p) {
  const vec_f inwards = scale_f(sub_f(seen_from_a(f, f->p), p->a), vf_set(BOX_INWARDS));
  return select_vec_f(p->by_b, nearest_in_box(p->half_a, add_f(p->a, inwards)), p->a);
}

#endif
