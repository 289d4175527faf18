// Computes supports of cores in 3D, in their own axes: the point of the core that is farthest along d. Boxes,
// cylinders, cones and ellipsoids have closed forms (van den Bergen 2003, section 3.2.2 and 4.3.4).
#ifdef LGJK_IDE // an editor opens this file alone
#include "gjk/cells3_tmpl.h"
#elif !defined REAL_IS_DOUBLE
#error "a template: lane/real.h says how it is included"
#endif

LANE_INLINE R(core_vertex) R(support_box)(const R(core_lanes)* core, uint32_t count, R(vec) d, uint32_t lanes) {
  (void)count, (void)lanes;
  const vr zero = v_set(0);
  R(core_vertex) out;
  const R(vec) half = R(coordinates)(core, 0);
  out.v = (R(vec)){v_flip_sign(half.x, d.x), v_flip_sign(half.y, d.y), v_flip_sign(half.z, d.z)};
  const vr x = v_select(v_lt(out.v.x, zero), v_set(1), zero), y = v_select(v_lt(out.v.y, zero), v_set(2), zero);
  out.id = v_add(v_add(x, y), v_select(v_lt(out.v.z, zero), v_set(4), zero));
  out.h = R(dot)(out.v, d);
  return out;
}

// The matrix of a curved core, by rows, as in lgjk_shape3.small.
typedef struct R(matrix) {
  R(vec) x, y, z;
} R(matrix);

LANE_INLINE R(matrix) R(matrix_of)(const R(core_lanes)* core) {
  return (R(matrix)){R(coordinates)(core, 0), R(coordinates)(core, 1), R(coordinates)(core, 2)};
}
LANE_INLINE R(vec) R(map)(const R(matrix)* m, R(vec) v) {
  return (R(vec)){R(dot)(m->x, v), R(dot)(m->y, v), R(dot)(m->z, v)};
}
LANE_INLINE R(vec) R(map_back)(const R(matrix)* m, R(vec) v) { // by the transpose
  return (R(vec)){R(dot)((R(vec)){m->x.x, m->y.x, m->z.x}, v), R(dot)((R(vec)){m->x.y, m->y.y, m->z.y}, v),
                  R(dot)((R(vec)){m->x.z, m->y.z, m->z.z}, v)};
}

// The support of the image of a unit body under a matrix is the image of the unit body's support along
// transpose(matrix) d.
LANE_INLINE R(core_vertex) R(support_curved)(const R(core_lanes)* core, uint32_t count, R(vec) d, uint32_t lanes) {
  (void)count, (void)lanes;
  const vr zero = v_set(0), one = v_set(1);
  const R(matrix) m = R(matrix_of)(core);
  const R(vec) u = R(to_size)(R(map_back)(&m, R(to_size)(d)));
  R(vec) on;
  if (is_smooth_core(core->core)) {
    on = R(scale)(u, v_div(one, v_sqrt(R(dot)(u, u))));
  } else { // cylinder and cone: a point of the rim of radius 1, or the apex (0, 0, 1)
    const R(vec) across = R(to_size)((R(vec)){u.x, u.y, zero});
    const vr inverse = v_div(one, v_sqrt(R(dot)(across, across)));
    const vr x = v_mul(across.x, inverse), y = v_mul(across.y, inverse);
    if (is_cylinder_core(core->core)) {
      on = (R(vec)){x, y, v_select(v_lt(u.z, zero), v_set(-1), one)};
    } else {
      const vr rim = v_sub(v_add(v_mul(x, u.x), v_mul(y, u.y)), u.z);
      const mr apex = v_lt(rim, u.z);
      on = (R(vec)){v_select(apex, zero, x), v_select(apex, zero, y), v_select(apex, one, v_set(-1))};
    }
  }
  R(core_vertex) out;
  out.v = R(map)(&m, on);
  out.h = R(dot)(out.v, d);
  out.id = zero;
  return out;
}

// ------------------------------------------------------------------ the support value alone

// Returns the support value, or on a grid a value that may be above it and is never below.
LANE_INLINE vr R(value_small)(const R(core_lanes)* core, uint32_t count, R(vec) d) {
#if !REAL_IS_DOUBLE
  if (core->on_grid) return value_above_on_grid(core, d);
#endif
  return R(value_hull)(core, count, d);
}

LANE_INLINE vr R(value_box)(const R(core_lanes)* core, uint32_t count, R(vec) d) {
  (void)count;
  return R(dot)(R(coordinates)(core, 0), (R(vec)){v_abs(d.x), v_abs(d.y), v_abs(d.z)});
}
