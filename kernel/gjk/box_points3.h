// Finds the nearest points of two boxes without a search. Each nearest point is the nearest to the other, so projecting
// back and forth converges to them. Their features, vertices, edges or faces, are known after few turns, long before
// the points are. A vertex and any feature then take one more projection, two edges one division. The result is a guess
// like any other: a point of each box, and a direction, of the features if possible, along which one support value has
// to prove them.
#ifndef LGJK_GJK_BOX_POINTS3_H
#define LGJK_GJK_BOX_POINTS3_H

#include "gjk/solid_points3.h"

// The features of two boxes, vertices, edges or faces, and their nearest points: of a vertex and any feature, and of
// two edges. The feature that a point is on follows from its free coordinates, those less than the half extent: none,
// one or two.

typedef struct box_points {
  vec_f half_a, half_b;
  vec_f a, b;       // points in the axes of their bodies
  vec_f on_a, on_b; // the same in world axes around A's position
  mf within;        // lanes with a certified common point: on_b in the lanes of by_b, else on_a
  mf by_b;
  mf own; // the points depend on their features alone, whatever led to these
  mf any; // the features are parallel or nearly, and have many nearest points
} box_points;

LANE_INLINE vec_f seen_from_a(const pair_frame_f* f, vec_f v) { return unrotate_f(&f->a.rotation, v); }
LANE_INLINE vec_f seen_from_b(const pair_frame_f* f, vec_f v) { return unrotate_f(&f->b.rotation, sub_f(v, f->p)); }

// These set a box's point to the one nearest to `a`, or to `b`, in the axes of the body.
LANE_INLINE void set_point_of_a(const pair_frame_f* f, vec_f a, box_points* p) {
  p->a = nearest_in_box(p->half_a, a);
  p->on_a = rotate_f(&f->a.rotation, p->a);
}
LANE_INLINE void set_point_of_b(const pair_frame_f* f, vec_f b, box_points* p) {
  p->b = nearest_in_box(p->half_b, b);
  p->on_b = add_f(rotate_f(&f->b.rotation, p->b), f->p);
}

// ------------------------------------------------------------------ features

typedef struct free_coordinates {
  mf x, y, z, two, some; // two: at least two; some: at least one
} free_coordinates;

LANE_INLINE free_coordinates free_at(vec_f half, vec_f at) {
  free_coordinates out = {
      .x = vf_lt(vf_abs(at.x), half.x), .y = vf_lt(vf_abs(at.y), half.y), .z = vf_lt(vf_abs(at.z), half.z)};
  const mf either = mf_or(out.x, out.y);
  out.two = mf_or(mf_and(out.x, out.y), mf_and(either, out.z));
  out.some = mf_or(either, out.z);
  return out;
}

// The feature that a point is on.
typedef struct box_feature {
  mf face, edge, vertex; // none of these: inside
  vec_f axis;            // unit: the normal of a face, the direction of an edge
} box_feature;

LANE_INLINE box_feature box_feature_at(const rotation_f* r, vec_f half, vec_f at) {
  const free_coordinates is_free = free_at(half, at);
  const mf two = is_free.two, all = mf_all();
  const mf inside = mf_and(mf_and(is_free.x, is_free.y), is_free.z);
  // The coordinate that differs from the other two in being free.
  const mf first = mf_or(mf_and_not(is_free.x, two), mf_and_not(two, is_free.x));
  const mf second = mf_or(mf_and_not(is_free.y, two), mf_and_not(two, is_free.y));
  return (box_feature){.face = mf_and_not(two, inside),
                       .edge = mf_and_not(is_free.some, two),
                       .vertex = mf_and_not(all, is_free.some),
                       .axis = select_vec_f(first, r->x, select_vec_f(second, r->y, r->z))};
}

// ------------------------------------------------------------------ the nearest points of two features

// Returns the middle of the feature that a point is on.
LANE_INLINE vec_f middle_at(vec_f half, vec_f at) {
  const vf zero = vf_set(0);
  return (vec_f){vf_select(vf_lt(vf_abs(at.x), half.x), zero, at.x), vf_select(vf_lt(vf_abs(at.y), half.y), zero, at.y),
                 vf_select(vf_lt(vf_abs(at.z), half.z), zero, at.z)};
}

// Two features, and the middle of each.
typedef struct box_features {
  box_feature a, b;
  vec_f middle_a, middle_b;
} box_features;

LANE_INLINE box_features box_features_at(const pair_frame_f* f, const box_points* p) {
  return (box_features){.a = box_feature_at(&f->a.rotation, p->half_a, p->a),
                        .b = box_feature_at(&f->b.rotation, p->half_b, p->b),
                        .middle_a = middle_at(p->half_a, p->a),
                        .middle_b = middle_at(p->half_b, p->b)};
}

// Moves B's point to where the line of its edge is nearest to the line of A's edge. Returns the lanes in which both
// features are edges and not nearly parallel. The point's projection on A is the nearest point there. It follows from
// the edges' middles, so that it depends on the edges alone.
LANE_INLINE mf move_to_crossing(const pair_frame_f* f, const box_features* of, box_points* p) {
  const box_feature *a = &of->a, *b = &of->b;
  const vec_f q = sub_f(b->axis, scale_f(a->axis, dot_f(a->axis, b->axis)));
  const vf square = dot_f(q, q);
  const mf crossing = mf_and(mf_and(a->edge, b->edge), vf_lt(vf_set(BOX_CROSSING_SQUARE), square));
  const vec_f from_a = rotate_f(&f->a.rotation, of->middle_a);
  const vec_f from_b = add_f(rotate_f(&f->b.rotation, of->middle_b), f->p);
  const vf along = vf_div(dot_f(q, sub_f(from_a, from_b)), vf_select(crossing, square, vf_set(1)));
  p->on_b = select_vec_f(crossing, add_f(from_b, scale_f(b->axis, along)), p->on_b);
  return crossing;
}

// Marks the lanes whose points depend on their features alone, if solving has kept these features. B's point is the
// nearest to a vertex of A, or A's to a vertex of B, or both are where edges cross.
LANE_INLINE void find_own(const pair_frame_f* f, const box_features* before, mf crossing, box_points* p) {
  const box_features now = box_features_at(f, p);
  const mf same_a = same_f(now.middle_a, before->middle_a), same_b = same_f(now.middle_b, before->middle_b);
  const mf vertex_b = mf_and(now.b.vertex, same_b), edges = mf_and(now.a.edge, now.b.edge);
  const mf same_edges = mf_and(edges, mf_and(same_a, same_b));
  p->own = mf_or(now.a.vertex, mf_or(vertex_b, mf_and(same_edges, crossing)));
  const mf has_one = mf_or(mf_or(now.a.vertex, now.b.vertex), edges);
  p->any = mf_or(mf_and_not(same_edges, crossing), mf_not(has_one));
}

// Finds the nearest points of the features that the points are on, if one is a vertex or both are edges. `named`: a
// record or a search names the features, which leaves free coordinates unknown. Then only a vertex, or a common point,
// stays.
LANE_INLINE void solve_features(const pair_frame_f* f, bool named, box_points* p) {
  const box_features at = box_features_at(f, p);
  const mf none = mf_none(), all = mf_all();
  const mf stays = named ? mf_and_not(mf_and_not(all, at.a.face), at.a.edge) : none;
  const mf crossing = move_to_crossing(f, &at, p);
  const vec_f y = seen_from_a(f, p->on_b);
  const mf in_a = named ? none : mf_and_not(deep_in_box(p->half_a, f->touch_band, y), crossing);
  set_point_of_a(f, select_vec_f(stays, p->a, y), p);
  const vec_f x = seen_from_b(f, p->on_a);
  const mf in_b = deep_in_box(p->half_b, f->touch_band, x);
  set_point_of_b(f, x, p);
  p->by_b = mf_and_not(in_a, in_b);
  p->within = mf_or(in_a, in_b);
  find_own(f, &at, crossing, p);
}

// Returns the direction from A to B, of any length: the normal of a face or of two edges, else the way between the
// points. The part of that way along an edge is rounding and is removed. `w`: the vector from B's point to A's.
LANE_INLINE vec_f between_features(const pair_frame_f* f, const box_points* p, vec_f w) {
  const box_feature a = box_feature_at(&f->a.rotation, p->half_a, p->a);
  const box_feature b = box_feature_at(&f->b.rotation, p->half_b, p->b);
  const mf edges = mf_and(a.edge, b.edge), normal = mf_or(edges, mf_or(a.face, b.face));
  const vec_f one = select_vec_f(mf_or(a.face, mf_and_not(a.edge, b.face)), a.axis, b.axis);
  const vec_f axis = select_vec_f(edges, cross_f(a.axis, b.axis), one);
  const vf along = dot_f(w, axis), part = vf_select(mf_or(a.edge, b.edge), along, vf_set(0));
  return select_vec_f(normal, flip_vec_f(axis, vf_neg(along)), sub_f(scale_f(axis, part), w));
}

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

LANE_INLINE box_views exchanged(const box_views* v) {
  const rotation_f* t = &v->turn;
  return (box_views){.turn = {{t->x.x, t->y.x, t->z.x}, {t->x.y, t->y.y, t->z.y}, {t->x.z, t->y.z, t->z.z}},
                     .second = v->first,
                     .first = v->second,
                     .half_1 = v->half_2,
                     .half_2 = v->half_1};
}

LANE_INLINE vec_f point_in_first(const box_views* v, vec_f x) {
  const vec_f sum = add_f(v->second, scale_f(v->turn.x, x.x));
  return add_f(sum, add_f(scale_f(v->turn.y, x.y), scale_f(v->turn.z, x.z)));
}
LANE_INLINE vec_f point_in_second(const box_views* v, vec_f x) { return add_f(unrotate_f(&v->turn, x), v->first); }

// Returns a place on the edge between two faces if a place was on one and is on the other. Alternating faces mean that
// an edge of the other box is over that edge.
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
  vec_f to = point_in_first(v, *y);
  if (follows) {
    const mf face_2 = mf_and_not(free_at(half_2, *y).two, free_at(half_1, *x).two);
    to = move_on_box(to, *x, half_1, f->touch_band, face_2);
  }
  *x = nearest_in_box(half_1, to);
  to = point_in_second(v, *x);
  if (follows) to = move_on_box(to, *y, half_2, f->touch_band, free_at(half_1, *x).two);
  *y = nearest_in_box(half_2, to);
}

// Projects back and forth from the boxes' positions. A projection that has a common point stays there. `again`: begins
// with the other box and takes more turns. That ends most pairs that the first way did not.
LANE_INLINE void project_boxes(const pair_frame_f* f, bool again, box_points* p) {
  const rotation_f *a = &f->a.rotation, *b = &f->b.rotation;
  box_views views = {.turn = {unrotate_f(a, b->x), unrotate_f(a, b->y), unrotate_f(a, b->z)},
                     .second = unrotate_f(a, f->p),
                     .first = neg_f(unrotate_f(b, f->p)),
                     .half_1 = p->half_a,
                     .half_2 = p->half_b};
  if (again) views = exchanged(&views);
  vec_f x = nearest_in_box(views.half_1, views.second), y = nearest_in_box(views.half_2, point_in_second(&views, x));
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
  set_point_of_b(f, again ? x : y, p);
}

// ------------------------------------------------------------------ the points as an answer

// Returns a box's point by the indices of a feature's vertices. Coordinates in which these differ are in the middle.
LANE_INLINE vec_f middle_of_vertices(vec_f half, const vi id[3]) {
  const vi some = vi_or(vi_or(id[0], id[1]), id[2]), flip = vi_set(7);
  const vi every = vi_xor(vi_or(vi_or(vi_xor(id[0], flip), vi_xor(id[1], flip)), vi_xor(id[2], flip)), flip);
  const vf zero = vf_set(0), size[3] = {half.x, half.y, half.z};
  vf at[3];
  for (int k = 0; k < 3; ++k) {
    const mf below = vf_lt(zero, vf_convert(vi_and(every, 1u << k)));
    const mf above = vf_eq(vf_convert(vi_and(some, 1u << k)), zero);
    at[k] = vf_select(below, vf_neg(size[k]), vf_select(above, size[k], zero));
  }
  return from_array_f(at);
}

// Finds the middles of the feature of a search.
LANE_INLINE void middles_of_feature(const simplex_f* s, vec_f half_a, vec_f half_b, vec_f* a, vec_f* b) {
  const vf ids[3] = {s->p0.id, vf_select(s->edge, s->p1.id, s->p0.id), vf_select(s->face, s->p2.id, s->p0.id)};
  vi of_a[3], of_b[3];
  for (int i = 0; i < 3; ++i) {
    of_a[i] = vi_and(vi_truncate(ids[i]), 0xFF);
    of_b[i] = vi_shr(vi_truncate(ids[i]), 8);
  }
  *a = middle_of_vertices(half_a, of_a);
  *b = middle_of_vertices(half_b, of_b);
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
  box_points p = {.half_a = coordinates_f(&f->a, 0), .half_b = coordinates_f(&f->b, 0)};
  middles_of_feature(s, p.half_a, p.half_b, &p.a, &p.b);
  p.on_a = rotate_f(&f->a.rotation, p.a);
  p.on_b = add_f(rotate_f(&f->b.rotation, p.b), f->p);
  solve_features(f, true, &p);
  const vec_f w = sub_f(p.on_a, p.on_b), d = between_features(f, &p, w);
  const vf h = value_of_boxes(f, d);
  const mf proved = mf_and(closes_f(h, dot_f(w, d), d, bounds->gap), is_parallel(w, d, bounds->gap));
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
LANE_INLINE vec_f lasting_point(const pair_frame_f* f, const box_points* p) {
  const vec_f inwards = scale_f(sub_f(seen_from_a(f, f->p), p->a), vf_set(BOX_INWARDS));
  return select_vec_f(p->by_b, nearest_in_box(p->half_a, add_f(p->a, inwards)), p->a);
}

#endif
