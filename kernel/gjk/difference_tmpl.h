// Computes supports of the Minkowski difference A - B from the supports of A and B. `lanes`: bits of the lanes whose
// support is needed; cores that are searched lane by lane skip the others.
#ifdef LGJK_IDE // an editor opens this file alone
#include OF_DIM("gjk/support2_tmpl.h", "gjk/support3_tmpl.h")
#elif !defined REAL_IS_DOUBLE
#error "a template: lane/real.h says how it is included"
#endif

// Computes the support of a core of any kind, in its own axes, by the functions that its row of the table names.
LANE_INLINE R(core_vertex) R(support_core)(const R(core_lanes)* core, R(vec) d, uint32_t lanes) {
  const lgjk_core_row row = lgjk_coreN_row_of(core->core);
#define CORE_SUPPORT(name) \
  case NAME_N(LGJK_SUPPORT, _##name): return R(support_##name)(core, row.vertices, d, lanes);
  switch (row.support) { LGJK_SUPPORTN_TABLE(CORE_SUPPORT) }
#undef CORE_SUPPORT
  return R(vertex_of)(core, 0, d); // unreachable: all functions have their case
}

// Returns the support value alone, which proves that no vertex is farther for half the work of a support. Cores for
// which it saves no work have value_support.
#define value_support_f(core, count, d) support_core_f(core, d, lanes).h
#define value_support_d(core, count, d) support_core_d(core, d, lanes).h
LANE_INLINE vr R(value_core)(const R(core_lanes)* core, R(vec) d, uint32_t lanes) {
  const lgjk_core_row row = lgjk_coreN_row_of(core->core);
#define CORE_VALUE(name) \
  case NAME_N(LGJK_VALUE, _##name): return R(value_##name)(core, row.vertices, d);
  switch (row.value) { LGJK_VALUEN_TABLE(CORE_VALUE) }
#undef CORE_VALUE
  return R(value_of)(core, 0, d); // unreachable: all functions have their case
}
#undef value_support_f
#undef value_support_d

typedef struct R(support_point) {
  R(vec) w; // a - b
  R(vec) a; // A's vertex, in world axes around A
  vr id;    // A's index + 256 * B's index
} R(support_point);

LANE_INLINE R(support_point) R(difference)(const R(pair_frame)* f, const R(core_vertex)* a, const R(core_vertex)* b) {
  R(support_point) out;
  out.a = R(rotate)(&f->a.rotation, a->v);
  out.w = R(sub)(out.a, R(add)(R(rotate)(&f->b.rotation, b->v), f->p));
  out.id = v_add(a->id, v_mul(b->id, v_set(256)));
  return out;
}

#if DIM == 3 && !REAL_IS_DOUBLE
LANE_INLINE bool both_large(const pair_frame_f* f) { return is_large_core(f->a.core) && is_large_core(f->b.core); }

// Finds the supports of A along d and of B along -d, both large hulls. Not inlined, to take no registers from callers.
static LANE_NOINLINE void support_both_large(const pair_frame_f* f, const vec_f* d, uint32_t lanes,
                                             core_vertex_f* out) {
  const vec_f along[2] = {unrotate_f(&f->a.rotation, *d), neg_f(unrotate_f(&f->b.rotation, *d))};
  const core_lanes_f* cores[2] = {&f->a, &f->b};
  find_large_f(cores, along, 2, lanes, out);
}
#endif

LANE_INLINE R(support_point) R(support)(const R(pair_frame)* f, R(vec) d, uint32_t lanes) {
#if DIM == 3 && !REAL_IS_DOUBLE
  if (both_large(f)) {
    core_vertex_f sides[2];
    support_both_large(f, &d, lanes, sides);
    return difference_f(f, &sides[0], &sides[1]);
  }
  if (any_on_grid(f)) d = to_grid_size(d);
#endif
  const R(core_vertex) a = R(support_core)(&f->a, R(unrotate)(&f->a.rotation, d), lanes);
  const R(core_vertex) b = R(support_core)(&f->b, R(neg)(R(unrotate)(&f->b.rotation, d)), lanes);
  return R(difference)(f, &a, &b);
}

// Returns the support value of A - B along d.
LANE_INLINE vr R(support_value)(const R(pair_frame)* f, R(vec) d, uint32_t lanes) {
#if DIM == 3 && !REAL_IS_DOUBLE
  if (both_large(f)) {
    core_vertex_f sides[2];
    support_both_large(f, &d, lanes, sides);
    return vf_sub(vf_add(sides[0].h, sides[1].h), dot_f(f->p, d));
  }
#endif
  const vr a = R(value_core)(&f->a, R(unrotate)(&f->a.rotation, d), lanes);
  const vr b = R(value_core)(&f->b, R(neg)(R(unrotate)(&f->b.rotation, d)), lanes);
  return v_sub(v_add(a, b), R(dot)(f->p, d));
}

// Finds the same two. Not inlined: with all kinds of cores the code is large, and is there once for all rare uses.
static LANE_NOINLINE void R(find_support)(const R(pair_frame)* f, const R(vec)* d, uint32_t lanes,
                                          R(support_point)* out) {
  *out = R(support)(f, *d, lanes);
}
static LANE_NOINLINE vr R(find_support_value)(const R(pair_frame)* f, const R(vec)* d, uint32_t lanes) {
  return R(support_value)(f, *d, lanes);
}

LANE_INLINE R(support_point) R(select_point)(mr m, const R(support_point)* a, const R(support_point)* b) {
  return (R(support_point)){R(select_vec)(m, a->w, b->w), R(select_vec)(m, a->a, b->a), v_select(m, a->id, b->id)};
}
