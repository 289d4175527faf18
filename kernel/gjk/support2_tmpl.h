// Computes supports of cores in 2D, in their own axes: the point of the core that is farthest along d.
#ifdef LGJK_IDE // an editor opens this file alone
#include "gjk/core_tmpl.h"
#elif !defined REAL_IS_DOUBLE
#error "a template: lane/real.h says how it is included"
#endif

LANE_INLINE R(core_vertex) R(support_box)(const R(core_lanes)* core, uint32_t count, R(vec) d, uint32_t lanes) {
  (void)count, (void)lanes;
  const vr zero = v_set(0);
  const mr left = v_lt(d.x, zero), below = v_lt(d.y, zero);
  R(core_vertex) out;
  const R(vec) half = R(coordinates)(core, 0);
  out.v = (R(vec)){v_select(left, v_neg(half.x), half.x), v_select(below, v_neg(half.y), half.y)};
  out.id = v_add(v_select(left, v_set(1), zero), v_select(below, v_set(2), zero));
  out.h = R(dot)(out.v, d);
  return out;
}

// Returns the point of the ellipse M(unit disc) that is farthest along d: M u / |u| with u = transpose(M) d. If u is 0,
// as it may be if M is singular up to rounding, it is any point.
LANE_INLINE R(core_vertex) R(support_ellipse)(const R(core_lanes)* core, uint32_t count, R(vec) d, uint32_t lanes) {
  (void)count, (void)lanes;
  const vr m[4] = {R(core_float)(core, 0), R(core_float)(core, 1), R(core_float)(core, 2), R(core_float)(core, 3)};
  const R(vec) n = R(to_size)(d);
  R(vec) u = {v_add(v_mul(m[0], n.x), v_mul(m[2], n.y)), v_add(v_mul(m[1], n.x), v_mul(m[3], n.y))};
  u = R(to_size)(u);
  u = R(scale)(u, v_div(v_set(1), v_sqrt(R(dot)(u, u))));
  R(core_vertex) out;
  out.v = (R(vec)){v_add(v_mul(m[0], u.x), v_mul(m[1], u.y)), v_add(v_mul(m[2], u.x), v_mul(m[3], u.y))};
  out.h = R(dot)(out.v, d);
  out.id = v_set(0);
  return out;
}

// Returns the lanes of a mixed core that are points. The float before those of the core is the last of the shape's
// header.
LANE_INLINE mr R(point_lanes)(const R(core_lanes)* core) {
  return m_from_bits(mf_bits(lanes_whose_core(is_point_core, core->floats[-1])) >> core->shift);
}

LANE_INLINE R(core_vertex) R(support_round)(const R(core_lanes)* core, uint32_t count, R(vec) d, uint32_t lanes) {
  const mr point = R(point_lanes)(core);
  const R(core_vertex) p = R(vertex_of)(core, 0, d), e = R(support_ellipse)(core, count, d, lanes);
  return (R(core_vertex)){R(select_vec)(point, p.v, e.v), v_select(point, p.h, e.h), p.id};
}

// Returns the projections of a large hull's vertices from number i on, one in each lane.
LANE_INLINE vr R(project_some)(const float* x, uint32_t padded, uint32_t i, R(vec) d) {
  return R(dot)((R(vec)){R(load_pool)(x + i), R(load_pool)(x + padded + i)}, d);
}

// Returns the largest projection of a hull's vertices. `h`: all projections, in float. Doubles are computed again
// instead: they are rare, and would take much stack.
LANE_INLINE REAL R(project_pool)(const float* x, uint32_t padded, R(vec) d, float* h) {
  vr best = R(project_some)(x, padded, 0, d);
  LANE_PICK(vf_store(h, best), (void)h);
  for (uint32_t i = REAL_LANES; i < padded; i += REAL_LANES) {
    const vr each = R(project_some)(x, padded, i, d);
    LANE_PICK(vf_store(h + i, each), (void)h);
    best = v_max(each, best);
  }
  return v_largest(best);
}

// Returns the first vertex of the largest projection of one large hull, whose vertices lie across the lanes.
LANE_INLINE uint32_t R(scan_pool)(const float* x, uint32_t padded, REAL dx, REAL dy) {
  float h[LANE_PICK(LGJK_MAX_POINTS, 1)];
  const R(vec) d = {v_set(dx), v_set(dy)};
  const vr largest = v_set(R(project_pool)(x, padded, d, h));
  for (uint32_t i = 0; i < padded; i += 16) { // padded is a multiple of 16
    uint32_t hits = 0;
    for (uint32_t k = 0; k < 16; k += REAL_LANES) {
      const vr each = LANE_PICK(vf_load(h + i + k), R(project_some)(x, padded, i + k, d));
      hits |= m_bits(v_eq(each, largest)) << k;
    }
    if (hits != 0) return i + (uint32_t)__builtin_ctz(hits);
  }
  return 0; // only if d is NaN: the lane is not active
}

// Finds the supports of large hulls. `lanes`: bits of the lanes whose support is needed; the others get 0.
static LANE_NOINLINE void R(find_large)(const R(core_lanes)* core, const R(vec)* d, uint32_t lanes,
                                        R(core_vertex)* out) {
  REAL dx[REAL_LANES], dy[REAL_LANES], x[REAL_LANES] = {0}, y[REAL_LANES] = {0}, id[REAL_LANES] = {0};
  v_store(dx, d->x);
  v_store(dy, d->y);
  for (; lanes != 0; lanes &= lanes - 1) {
    const uint32_t l = (uint32_t)__builtin_ctz(lanes);
    const lgjk_shape2* shape = core->table + core->shape[l];
    const float* vertices = core->vertices + shape->pool;
    const uint32_t i = R(scan_pool)(vertices, shape->padded, dx[l], dy[l]);
    x[l] = (REAL)vertices[i];
    y[l] = (REAL)vertices[shape->padded + i];
    id[l] = (REAL)i;
  }
  out->v = (R(vec)){v_load(x), v_load(y)};
  out->h = R(dot)(out->v, *d);
  out->id = v_load(id);
}

LANE_INLINE R(core_vertex) R(support_large)(const R(core_lanes)* core, uint32_t count, R(vec) d, uint32_t lanes) {
  (void)count;
  R(core_vertex) out;
  R(find_large)(core, &d, lanes, &out);
  return out;
}

// ------------------------------------------------------------------ the support value alone

LANE_INLINE vr R(value_box)(const R(core_lanes)* core, uint32_t count, R(vec) d) {
  (void)count;
  return R(dot)(R(coordinates)(core, 0), (R(vec)){v_abs(d.x), v_abs(d.y)});
}
