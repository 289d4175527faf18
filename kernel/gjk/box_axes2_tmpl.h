// Finds the separating axis of two boxes of the plane among the two axes of each. This takes about a third of the
// operations that the edges of two polygons would.
#ifdef LGJK_IDE // an editor opens this file alone
#include "gjk/axis_edges2_tmpl.h"
#elif !defined REAL_IS_DOUBLE
#error "a template: lane/real.h says how it is included"
#endif

// Returns the normal of the box's side that is along d, on the x axis in the lanes of `upright`, else on the y axis.
LANE_INLINE R(vec) R(side_normal)(R(vec) d, mr upright) {
  const vr zero = v_set(0), one = v_set(1);
  return (R(vec)){v_select(upright, v_flip_sign(one, d.x), zero), v_select(upright, zero, v_flip_sign(one, d.y))};
}

// Returns the side of that normal, from H (m - t) to H (m + t). m: its normal. t: its tangent. H: `half`.
LANE_INLINE R(own_edge) R(side_of_box)(R(vec) half, R(vec) d, mr upright) {
  const vr zero = v_set(0), one = v_set(1), two = v_set(2), three = v_set(3);
  const vr x = v_flip_sign(one, d.x), y = v_flip_sign(one, d.y);
  const mr left = v_lt(x, zero), below = v_lt(y, zero);
  const R(vec) m = R(side_normal)(d, upright), t = {v_neg(m.y), m.x};
  R(own_edge) out;
  out.start = (R(vec)){v_mul(half.x, v_sub(m.x, t.x)), v_mul(half.y, v_sub(m.y, t.y))};
  out.end = (R(vec)){v_mul(half.x, v_add(m.x, t.x)), v_mul(half.y, v_add(m.y, t.y))};
  out.vertex = (R(vec)){v_mul(half.x, x), v_mul(half.y, y)};
  out.number = v_select(upright, v_select(left, one, three), v_select(below, two, zero));
  out.next = v_select(upright, v_select(left, two, zero), v_select(below, three, one));
  out.corner = v_select(below, v_select(left, two, three), v_select(left, one, zero));
  return out;
}

LANE_INLINE R(vec) R(point_in_frame)(const R(rotation)* turn, R(vec) centre, R(vec) v) {
  return R(add)(centre, R(rotate)(turn, v));
}

// Returns how far a box reaches beyond its corner p along d, times |d|; all in the axes of the box.
LANE_INLINE vr R(box_rise)(R(vec) half, R(vec) p, R(vec) d) {
  return v_sub(R(dot)(half, (R(vec)){v_abs(d.x), v_abs(d.y)}), R(dot)(p, d));
}

// Returns the separation from which on an axis counts as the widest. It is `most`, but half a band less for float boxes
// that overlap by more than two touch bands. The normal then stays the same while two directions are as short.
LANE_INLINE vr R(alike_separation)(const R(pair_frame)* f, vr most) {
#if REAL_IS_DOUBLE
  (void)f;
  return most;
#else
  const vf zero = vf_set(0);
  const mf deep = vf_lt(vf_add(most, vf_add(f->touch_band, f->touch_band)), zero);
  return vf_sub(most, vf_select(deep, vf_mul(vf_set(BOX_AXES_ALIKE), f->scale), zero));
#endif
}

// Finds the axis with its edges. Ties go to A's axes, to x, and along an axis rather than against it.
LANE_INLINE void R(find_box_axis)(const R(pair_frame)* f, R(axis_edges)* out) {
  const R(rotation)* turn_a = &f->a.rotation;
  const R(rotation)* turn_b = &f->b.rotation;
  const R(vec) half_a = R(coordinates)(&f->a, 0), half_b = R(coordinates)(&f->b, 0), zeros = {v_set(0), v_set(0)};
  const R(vec) x_of_b = R(unrotate)(turn_a, (R(vec)){turn_b->c, turn_b->s});
  const R(rotation) between = {x_of_b.x, x_of_b.y};
  const R(vec) to_b = R(unrotate)(turn_a, f->p), to_a = R(neg)(R(unrotate)(turn_b, f->p)); // each in its box's axes
  const R(vec) s_a = R(box_separations)(half_a, half_b, &between, to_b);
  const R(vec) s_b = R(box_separations)(half_b, half_a, &between, to_a);
  const vr most = v_max(v_max(s_a.x, s_a.y), v_max(s_b.x, s_b.y)), alike = R(alike_separation)(f, most);
  const mr of_b = v_lt(v_max(s_a.x, s_a.y), alike);
  const R(vec) s = R(select_vec)(of_b, s_b, s_a);
  const R(rotation) own_turn = R(select_turn)(of_b, turn_b, turn_a), turn = R(select_turn)(of_b, turn_a, turn_b);
  const R(vec) own_half = R(select_vec)(of_b, half_b, half_a), half = R(select_vec)(of_b, half_a, half_b);
  const R(vec) own_centre = R(select_vec)(of_b, f->p, zeros), centre = R(select_vec)(of_b, zeros, f->p);
  const mr upright = v_le(alike, s.x);
  const R(vec) other = R(select_vec)(of_b, to_a, to_b);
  const vr forwards = v_select(upright, other.x, other.y), least = v_select(upright, s.x, s.y);
  const vr along = v_add(least, v_mul(v_set(2), v_min(forwards, v_set(0)))); // the axis, and not against it
  const mr positive = v_le(alike, along);
  const R(vec) towards = R(select_vec)(positive, (R(vec)){v_abs(other.x), v_abs(other.y)}, other);
  const R(own_edge) own = R(side_of_box)(own_half, towards, upright);
  out->from = R(point_in_frame)(&own_turn, own_centre, own.start);
  out->to = R(point_in_frame)(&own_turn, own_centre, own.end);
  out->n = R(rotate)(&own_turn, R(side_normal)(towards, upright));
  const R(vec) d = R(neg)(R(unrotate)(&turn, out->n));
  const R(own_edge) across = R(side_of_box)(half, d, v_lt(v_abs(d.y), v_abs(d.x)));
  out->separation = v_select(positive, along, least);
  out->of_b = of_b;
  out->certain = m_from_bits((1u << REAL_LANES) - 1);
  out->number = own.number;
  out->next = own.next;
  out->level = R(is_across)(R(sub)(across.end, across.start), d);
  out->across = (R(own_edge)){R(point_in_frame)(&turn, centre, across.start),
                              R(point_in_frame)(&turn, centre, across.end),
                              R(point_in_frame)(&turn, centre, across.vertex),
                              across.number,
                              across.next,
                              across.corner};
  mr second;
  out->beside = R(is_beside)(out->separation, out->n, out->from, out->to, out->across.vertex, &second);
  out->end = R(select_vec)(second, out->to, out->from);
  out->rise = v_set(0);
  if (!m_any(out->beside)) return;
  const R(vec) way = R(sub)(out->across.vertex, out->end), end = R(select_vec)(second, own.end, own.start);
  out->rise = v_add(R(box_rise)(own_half, end, R(unrotate)(&own_turn, way)),
                    R(box_rise)(half, across.vertex, R(neg)(R(unrotate)(&turn, way))));
}
