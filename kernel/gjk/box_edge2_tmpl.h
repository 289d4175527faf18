// Computes the separations of two boxes of the plane along the four axes that can separate them, and their nearest
// points.
#ifdef LGJK_IDE // an editor opens this file alone
#include "gjk/answer2_tmpl.h"
#elif !defined REAL_IS_DOUBLE
#error "a template: lane/real.h says how it is included"
#endif

// Returns the distances between the centres of two boxes, along the axes of one, at which they touch. `turn`: the
// rotation from one to the other, either way.
LANE_INLINE R(vec) R(box_reach)(R(vec) half, R(vec) other, const R(rotation)* turn) {
  const vr c = v_abs(turn->c), s = v_abs(turn->s);
  return (R(vec)){v_add(half.x, v_add(v_mul(c, other.x), v_mul(s, other.y))),
                  v_add(half.y, v_add(v_mul(s, other.x), v_mul(c, other.y)))};
}

// Returns the separations of two boxes along the axes of one. `offset`: the other's centre in those axes.
LANE_INLINE R(vec) R(box_separations)(R(vec) half, R(vec) other, const R(rotation)* turn, R(vec) offset) {
  return R(sub)((R(vec)){v_abs(offset.x), v_abs(offset.y)}, R(box_reach)(half, other, turn));
}

// Returns the largest of the four separations. It is below 0 if the boxes overlap, else no more than their distance.
LANE_INLINE vr R(box_separation)(const R(pair_frame)* f) {
  const R(rotation)* turn_a = &f->a.rotation;
  const R(rotation)* turn_b = &f->b.rotation;
  const R(vec) half_a = R(coordinates)(&f->a, 0), half_b = R(coordinates)(&f->b, 0);
  const R(vec) x_of_b = R(unrotate)(turn_a, (R(vec)){turn_b->c, turn_b->s});
  const R(rotation) between = {x_of_b.x, x_of_b.y};
  const R(vec) s_a = R(box_separations)(half_a, half_b, &between, R(unrotate)(turn_a, f->p));
  const R(vec) s_b = R(box_separations)(half_b, half_a, &between, R(unrotate)(turn_b, f->p));
  return v_max(v_max(s_a.x, s_a.y), v_max(s_b.x, s_b.y));
}

// ------------------------------------------------------------------ nearest points

// Finds the edge of the difference of two boxes that is next to the origin, by the axes of both. If the boxes are
// apart, it is the edge of the axis with the largest separation: the separation rises and falls once around the
// difference. An end of that edge is the nearest vertex if no edge holds the nearest point. If the boxes overlap, it is
// the edge of the axis along which the line of centres leaves the difference.

// A candidate axis: the way between the centres along it, and the length of that way at which the boxes touch.
typedef struct R(box_axis) {
  vr way, reach;
} R(box_axis);

// Returns the lanes in which q is a better candidate than p.
LANE_INLINE mr R(is_before)(const R(box_axis)* q, const R(box_axis)* p, mr overlap) {
  const vr way_p = v_abs(p->way), way_q = v_abs(q->way);
  const mr wider = v_lt(v_sub(way_p, p->reach), v_sub(way_q, q->reach));
  if (!m_any(overlap)) return wider;
  const mr later = v_lt(v_mul(way_p, q->reach), v_mul(way_q, p->reach));
  return m_or(m_and(overlap, later), m_and_not(wider, overlap));
}

// Chooses between both axes of a box. Returns the lanes in which it is y.
LANE_INLINE mr R(choose_axis)(R(vec) way, R(vec) reach, mr overlap, R(box_axis)* out) {
  const R(box_axis) x = {way.x, reach.x}, y = {way.y, reach.y};
  const mr of_y = R(is_before)(&y, &x, overlap);
  *out = (R(box_axis)){v_select(of_y, y.way, x.way), v_select(of_y, y.reach, x.reach)};
  return of_y;
}

LANE_INLINE R(rotation) R(select_turn)(mr m, const R(rotation)* a, const R(rotation)* b) {
  return (R(rotation)){v_select(m, a->c, b->c), v_select(m, a->s, b->s)};
}

// The side of a box that the chosen axis goes through, in the axes of that box.
typedef struct R(box_side) {
  mr of_b;              // lanes in which the box is B
  R(vec) other;         // half extents of the other box
  R(vec) across, along; // directions of the axis and of the side, in the other box's axes
  R(vec) out, line;     // the same in world axes
  vr out_of;            // between the centres along the axis, from the box to the other one
  vr aside;             // position of the other's centre along the side
  vr face, half;        // the side's position on the axis, and half of its length
  vr separation;        // along the widest axis
  mr overlap;           // lanes whose separation is below 0
} R(box_side);

LANE_INLINE void R(find_box_side)(const R(pair_frame)* f, R(box_side)* out) {
  const R(rotation)* turn_a = &f->a.rotation;
  const R(rotation)* turn_b = &f->b.rotation;
  const R(vec) half_a = R(coordinates)(&f->a, 0), half_b = R(coordinates)(&f->b, 0);
  const R(vec) x_of_b = R(unrotate)(turn_a, (R(vec)){turn_b->c, turn_b->s});
  const R(rotation) between = {x_of_b.x, x_of_b.y};
  const R(vec) way_a = R(unrotate)(turn_a, f->p), way_b = R(unrotate)(turn_b, f->p);
  const R(vec) reach_a = R(box_reach)(half_a, half_b, &between), reach_b = R(box_reach)(half_b, half_a, &between);
  const vr in_a = v_max(v_sub(v_abs(way_a.x), reach_a.x), v_sub(v_abs(way_a.y), reach_a.y));
  const vr in_b = v_max(v_sub(v_abs(way_b.x), reach_b.x), v_sub(v_abs(way_b.y), reach_b.y));
  out->separation = v_max(in_a, in_b);
  out->overlap = v_lt(out->separation, v_set(0));
  R(box_axis) of_a, of_b;
  const mr y_of_a = R(choose_axis)(way_a, reach_a, out->overlap, &of_a);
  const mr y_of_b = R(choose_axis)(way_b, reach_b, out->overlap, &of_b);
  const mr b = R(is_before)(&of_b, &of_a, out->overlap), y = m_or(m_and(b, y_of_b), m_and_not(y_of_a, b));
  const R(vec) own = R(select_vec)(b, half_b, half_a), way = R(select_vec)(b, R(neg)(way_b), way_a);
  const vr c = between.c, s = v_select(b, v_neg(between.s), between.s);
  const R(vec) axis_x = {c, v_neg(s)}, axis_y = {s, c};
  const R(rotation) turn = R(select_turn)(b, turn_b, turn_a);
  const R(vec) world_x = {turn.c, turn.s}, world_y = {v_neg(turn.s), turn.c};
  out->of_b = b;
  out->other = R(select_vec)(b, half_a, half_b);
  out->across = R(select_vec)(y, axis_y, axis_x);
  out->along = R(select_vec)(y, axis_x, axis_y);
  out->out = R(select_vec)(y, world_y, world_x);
  out->line = R(select_vec)(y, world_x, world_y);
  out->out_of = v_select(y, way.y, way.x);
  out->aside = v_select(y, way.x, way.y);
  out->face = v_flip_sign(v_select(y, own.y, own.x), out->out_of);
  out->half = v_select(y, own.x, own.y);
}

// The other box's corner that is nearest to the side's line, in that box's axes; the middle of an edge that is parallel
// to it. The point of such an edge at t, in [-1, 1], is corner + far t: at 1 it is against the side's direction.
typedef struct R(other_corner) {
  R(vec) corner, far; // far: 0 if it has no parallel edge
} R(other_corner);

LANE_INLINE R(other_corner) R(find_other_corner)(const R(box_side)* side) {
  const vr zero = v_set(0);
  const R(vec) corner = {v_flip_sign(side->other.x, side->across.x), v_flip_sign(side->other.y, side->across.y)};
  const mr parallel_x = v_eq(side->across.x, zero), parallel_y = v_eq(side->across.y, zero);
  R(other_corner) out = {R(flip_vec)(corner, v_neg(side->out_of)), {zero, zero}};
  if (m_any(m_or(parallel_x, parallel_y))) {
    out.far.x = v_select(parallel_x, v_neg(v_flip_sign(side->other.x, side->along.x)), zero);
    out.far.y = v_select(parallel_y, v_neg(v_flip_sign(side->other.y, side->along.y)), zero);
    out.corner.x = v_select(parallel_x, zero, out.corner.x);
    out.corner.y = v_select(parallel_y, zero, out.corner.y);
  }
  return out;
}

// Returns a common point of boxes that touch, about A's position: the other box's nearest corner, moved onto the side.
LANE_INLINE R(vec) R(touching_point)(const R(pair_frame)* f, const R(box_side)* side) {
  const R(other_corner) c = R(find_other_corner)(side);
  const R(vec) zeros = {v_set(0), v_set(0)}, corner = R(add)(c.corner, R(flip_vec)(c.far, side->aside));
  const vr at = v_add(side->aside, R(dot)(corner, side->along));
  const vr on = v_max(v_min(at, side->half), v_neg(side->half));
  const R(vec) point = R(add)(R(scale)(side->out, side->face), R(scale)(side->line, on));
  return R(add)(point, R(select_vec)(side->of_b, f->p, zeros));
}

// The edge of the difference, and the parts of both boxes that it is made of, in world axes. Parallel edges add up.
typedef struct R(box_edge) {
  R(vec) middle, half, corner; // of the side; the other's corner or parallel edge's middle; about each box's centre
  R(vec) corner_half;          // half of the other's edge, against `half`; 0 if it is not parallel
  R(vec) w, e;                 // of the difference: middle, and half of the edge
} R(box_edge);

// Returns A's point of the difference's edge at t, in [-1, 1].
LANE_INLINE R(vec) R(point_of_a)(const R(box_side)* side, const R(box_edge)* edge, vr t) {
  const R(vec) own = R(add)(edge->middle, R(scale)(edge->half, t));
  const R(vec) other = R(add)(edge->corner, R(scale)(edge->corner_half, t));
  return R(select_vec)(side->of_b, other, own);
}

// Returns min(x dx, 0) + min(y dy, 0). A box is higher along (dx, dy) than its corner (x, y) by minus twice that.
LANE_INLINE vr R(fall_from)(vr x, vr dx, vr y, vr dy) {
  const vr zero = v_set(0);
  return v_add(v_min(v_mul(x, dx), zero), v_min(v_mul(y, dy), zero));
}

// Ends the lanes whose nearest point on that edge is proved: it becomes p0. The proof is that no vertex is higher along
// its direction by more than the distance `gap`. Lanes whose boxes overlap stay active: their triangle is both ends of
// the edge and the difference of the centres, and it holds the origin.
LANE_INLINE void R(end_at_box_edge)(const R(pair_frame)* f, const R(box_side)* side, vr gap, mr lanes, R(simplex)* s) {
  const vr zero = v_set(0), one = v_set(1), sign = v_select(side->of_b, v_neg(one), one);
  const R(rotation) turn = R(select_turn)(side->of_b, &f->a.rotation, &f->b.rotation);
  const R(other_corner) c = R(find_other_corner)(side);
  R(box_edge) edge;
  edge.middle = R(scale)(side->out, side->face);
  edge.half = R(scale)(side->line, side->half);
  edge.corner = R(rotate)(&turn, c.corner);
  edge.corner_half = R(rotate)(&turn, c.far);
  edge.w = R(sub)(R(flip_vec)(R(sub)(edge.middle, edge.corner), sign), f->p);
  edge.e = R(flip_vec)(R(sub)(edge.half, edge.corner_half), sign);
  R(clear_state)(s, lanes);
  const vr raw = v_div(v_neg(R(dot)(edge.w, edge.e)), R(dot)(edge.e, edge.e)), t = R(clamp_to_ends)(raw);
  s->p0 = (R(support_point)){R(add)(edge.w, R(scale)(edge.e, t)), R(point_of_a)(side, &edge, t), zero};
  // d points out of the side's box, along the axis or from the vertex towards the origin
  const R(vec) d =
      R(select_vec)(v_eq(raw, t), R(flip_vec)(side->out, side->out_of), R(flip_vec)(R(neg)(s->p0.w), sign));
  const R(vec) back = R(unrotate)(&turn, R(neg)(d)), corner = R(add)(c.corner, R(scale)(c.far, t));
  const vr own = R(fall_from)(side->face, R(dot)(d, side->out), v_mul(side->half, t), R(dot)(d, side->line));
  const vr other = R(fall_from)(corner.x, back.x, corner.y, back.y);
  const vr falls = v_add(own, other);
  const mr holds = v_le(v_neg(v_add(falls, falls)), v_mul(gap, R(size)(d)));
  R(converge)(s, m_and_not(m_and(lanes, holds), side->overlap));
  if (!m_any(side->overlap)) {
    R(repeat_first)(s);
    return;
  }
  const R(support_point) end = {R(add)(edge.w, edge.e), R(point_of_a)(side, &edge, one), zero};
  s->p1 = (R(support_point)){R(sub)(edge.w, edge.e), R(point_of_a)(side, &edge, v_set(-1)), zero};
  s->p2 = (R(support_point)){R(neg)(f->p), {zero, zero}, zero};
  s->p0 = R(select_point)(side->overlap, &end, &s->p0);
}
