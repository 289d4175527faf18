// Computes the separations of two boxes of the plane along the four axes that can separate them.
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
