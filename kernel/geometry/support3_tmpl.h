// Support functions of cores in 3D, in their own axes: the point of the core that is farthest along d. Boxes,
// cylinders, cones and ellipsoids have closed forms (van den Bergen 2003, section 3.2.2 and 4.3.4).
#ifndef vr
#error "a template: include it between lane/real_begin.h and lane/real_end.h"
#endif

LANE_FN R(core_vertex) R(support_box)(const R(core_lanes)* core, uint32_t count, R(vec) d, uint32_t lanes) {
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

// Matrix of a curved core: by rows, as in lgjk_shape3.small.
typedef struct R(matrix) {
  R(vec) x, y, z;
} R(matrix);

LANE_FN R(matrix) R(matrix_of)(const R(core_lanes)* core) {
  return (R(matrix)){R(coordinates)(core, 0), R(coordinates)(core, 1), R(coordinates)(core, 2)};
}
LANE_FN R(vec) R(map)(const R(matrix)* m, R(vec) v) {
  return (R(vec)){R(dot)(m->x, v), R(dot)(m->y, v), R(dot)(m->z, v)};
}
LANE_FN R(vec) R(map_back)(const R(matrix)* m, R(vec) v) { // by the transpose
  return (R(vec)){R(dot)((R(vec)){m->x.x, m->y.x, m->z.x}, v), R(dot)((R(vec)){m->x.y, m->y.y, m->z.y}, v),
                  R(dot)((R(vec)){m->x.z, m->y.z, m->z.z}, v)};
}

// The support of the image of a unit body under a matrix is the image of the unit body's support along
// transpose(matrix) d.
LANE_FN R(core_vertex) R(support_curved)(const R(core_lanes)* core, uint32_t count, R(vec) d, uint32_t lanes) {
  (void)count, (void)lanes;
  const vr zero = v_set(0), one = v_set(1);
  const R(matrix) m = R(matrix_of)(core);
  const R(vec) u = R(to_size)(R(map_back)(&m, R(to_size)(d)));
  R(vec) on;
  if (core->core == LGJK_CORE3_ELLIPSOID) {
    on = R(scale)(u, v_div(one, v_sqrt(R(dot)(u, u))));
  } else { // cylinder and cone: a point of the rim of radius 1, or the apex (0, 0, 1)
    const R(vec) across = R(to_size)((R(vec)){u.x, u.y, zero});
    const vr inverse = v_div(one, v_sqrt(R(dot)(across, across)));
    const vr x = v_mul(across.x, inverse), y = v_mul(across.y, inverse);
    if (core->core == LGJK_CORE3_CYLINDER) {
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

LANE_FN R(vec) R(pool_vertices)(const float* x, uint32_t padded, uint32_t i) {
  return (R(vec)){R(load_pool)(x + i), R(load_pool)(x + padded + i), R(load_pool)(x + 2 * padded + i)};
}

// Vertices of a large hull that are scanned together, without a branch on their number. Hulls are padded to a multiple.
#define CHUNK 64u

// h: the projections of a chunk of one hull; returns the largest in each lane. By halves and not one after the other: a
// processor waits for few such chains at once.
LANE_FN vr R(project_chunk)(const float* x, uint32_t padded, R(vec) d, vr h[CHUNK / REAL_LANES]) {
  for (uint32_t i = 0; i < CHUNK / REAL_LANES; ++i) h[i] = R(dot)(R(pool_vertices)(x, padded, i * REAL_LANES), d);
  vr best[CHUNK / REAL_LANES];
  for (uint32_t i = 0; i < CHUNK / REAL_LANES; ++i) best[i] = h[i];
  for (uint32_t n = CHUNK / REAL_LANES / 2; n > 0; n /= 2) {
    for (uint32_t i = 0; i < n; ++i) best[i] = v_max(best[i + n], best[i]);
  }
  return best[0];
}

// The first vertex of a chunk whose projection is `number`.
LANE_FN uint32_t R(find_in_chunk)(const vr h[CHUNK / REAL_LANES], vr number) {
  uint64_t hits = (uint64_t)1 << 63; // alone only where d is NaN: the lane is not active
  for (uint32_t i = 0; i < CHUNK / REAL_LANES; ++i) hits |= (uint64_t)m_bits(v_eq(h[i], number)) << i * REAL_LANES;
  return (uint32_t)__builtin_ctzll(hits);
}

// The first chunk that has the largest projection of all; in each lane the largest, and the first chunk that has it.
LANE_FN uint32_t R(find_chunk)(vr best, vr chunk, vr largest) {
  REAL each[REAL_LANES];
  v_store(each, chunk);
  uint32_t hits = m_bits(v_eq(best, largest)), first = (uint32_t)each[0];
  if (hits != 0) first = (uint32_t)each[__builtin_ctz(hits)]; // none where d is NaN
  for (hits &= hits - 1; hits != 0; hits &= hits - 1) { // equals: rare
    const uint32_t i = (uint32_t)each[__builtin_ctz(hits)];
    first = i < first ? i : first;
  }
  return first;
}

// The first vertex of the largest projection of a hull of several chunks. Of a chunk only the largest projections are
// looked at, lane by lane, until all are known: on 16 lanes 26 operations and no wait, where to find each chunk's own
// vertex would cost 40 and a branch.
LANE_FN uint32_t R(scan_chunks)(const float* x, uint32_t padded, R(vec) d) {
  vr h[LGJK_MAX_POINTS / REAL_LANES];
  vr best = R(project_chunk)(x, padded, d, h), chunk = v_set(0);
  for (uint32_t i = CHUNK; i < padded; i += CHUNK) {
    const vr most = R(project_chunk)(x + i, padded, d, h + i / REAL_LANES);
    chunk = v_select(v_lt(best, most), v_set(i), chunk);
    best = v_max(most, best);
  }
  const vr largest = v_set(v_largest(best));
  const uint32_t first = R(find_chunk)(best, chunk, largest);
  return first + R(find_in_chunk)(h + first / REAL_LANES, largest);
}

// The same of any large hull.
LANE_FN uint32_t R(scan_pool)(const float* x, uint32_t padded, R(vec) d) {
  if (padded > CHUNK) return R(scan_chunks)(x, padded, d);
  vr h[CHUNK / REAL_LANES];
  const vr best = R(project_chunk)(x, padded, d, h);
  return R(find_in_chunk)(h, v_set(v_largest(best)));
}

// lanes: bits of the lanes whose support is wanted; the others get their first vertex.
static LANE_APART void R(find_large)(const R(core_lanes)* core, const R(vec)* d, uint32_t lanes, R(core_vertex)* out) {
  REAL along[3][REAL_LANES];
  uint32_t index[REAL_LANES] = {0};
  const float* pool = core->vertices;
  v_store(along[0], d->x);
  v_store(along[1], d->y);
  v_store(along[2], d->z);
  for (; lanes != 0; lanes &= lanes - 1) {
    const uint32_t l = (uint32_t)__builtin_ctz(lanes);
    const R(vec) each = {v_set(along[0][l]), v_set(along[1][l]), v_set(along[2][l])};
    index[l] = R(scan_pool)(pool + core->pool[l], core->padded[l], each);
  }
  REAL v[3][REAL_LANES], id[REAL_LANES];
  for (uint32_t l = 0; l < REAL_LANES; ++l) {
    const float* x = pool + core->pool[l] + index[l];
    for (uint32_t k = 0; k < 3; ++k) v[k][l] = (REAL)x[k * core->padded[l]];
    id[l] = (REAL)index[l];
  }
  out->v = (R(vec)){v_load(v[0]), v_load(v[1]), v_load(v[2])};
  out->h = R(dot)(out->v, *d);
  out->id = v_load(id);
}

// ------------------------------------------------------------------ the support value alone

LANE_FN vr R(value_hull)(const R(core_lanes)* core, uint32_t count, R(vec) d) {
  vr best = R(value_of)(core, 0, d);
  for (uint32_t i = 1; i < count; ++i) best = v_max(best, R(value_of)(core, i, d));
  return best;
}

// On a grid, a value that may be above the support value, and is never below.
LANE_FN vr R(value_small)(const R(core_lanes)* core, uint32_t count, R(vec) d) {
#if !REAL_IS_DOUBLE
  if (core->on_grid) return value_above_on_grid(core, d);
#endif
  return R(value_hull)(core, count, d);
}

LANE_FN vr R(value_box)(const R(core_lanes)* core, uint32_t count, R(vec) d) {
  (void)count;
  return R(dot)(R(coordinates)(core, 0), (R(vec)){v_abs(d.x), v_abs(d.y), v_abs(d.z)});
}
