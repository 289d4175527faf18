// The features of two boxes, vertices, edges or faces, and their nearest points: of a vertex and any feature, and of
// two edges. The feature that a point is on follows from its free coordinates, those less than the half extent: none,
// one or two.
#ifndef LGJK_FORMULA_BOX_FEATURES3_H
#define LGJK_FORMULA_BOX_FEATURES3_H

#include "formula/solid_points3.h"

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
LANE_INLINE void place_on_a(const pair_frame_f* f, vec_f a, box_points* p) {
  p->a = nearest_in_box(p->half_a, a);
  p->on_a = rotate_f(&f->a.rotation, p->a);
}
LANE_INLINE void place_on_b(const pair_frame_f* f, vec_f b, box_points* p) {
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
  place_on_a(f, select_vec_f(stays, p->a, y), p);
  const vec_f x = seen_from_b(f, p->on_a);
  const mf in_b = deep_in_box(p->half_b, f->touch_band, x);
  place_on_b(f, x, p);
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

#endif
