// Support of the Minkowski difference A - B, from the supports of A and B. lanes: bits of the lanes whose support is
// wanted; cores of which every lane costs by itself spare the others.
#ifndef vr
#error "a template: include it between lane/real_begin.h and lane/real_end.h"
#endif

typedef struct R(support_point) {
  R(vec) w; // a - b
  R(vec) a; // A's vertex, in world axes around A
  vr id;    // A's index + 256 * B's index
} R(support_point);

LANE_FN R(support_point) R(difference)(const R(pair_frame)* f, const R(core_vertex)* a, const R(core_vertex)* b) {
  R(support_point) out;
  out.a = R(rotate)(&f->a.rotation, a->v);
  out.w = R(sub)(out.a, R(add)(R(rotate)(&f->b.rotation, b->v), f->p));
  out.id = v_add(a->id, v_mul(b->id, v_set(256)));
  return out;
}

#if DIM == 3 && !REAL_IS_DOUBLE
// Two large hulls at once. Arrays of their own, which are in memory: without them in other classes all stays in
// registers.
LANE_FN bool both_large(const pair_frame_f* f) {
  return f->a.core == LGJK_CORE3_LARGE && f->b.core == LGJK_CORE3_LARGE;
}
LANE_FN void support_both_large(const pair_frame_f* f, vec_f along_a, vec_f along_b, uint32_t lanes, core_vertex_f* a,
                                core_vertex_f* b) {
  const core_lanes_f* cores[2] = {&f->a, &f->b};
  const vec_f along[2] = {along_a, along_b};
  core_vertex_f out[2];
  find_large_f(cores, along, 2, lanes, out);
  *a = out[0];
  *b = out[1];
}
#endif

LANE_FN R(support_point) R(support)(const R(pair_frame)* f, R(vec) d, uint32_t lanes) {
#if DIM == 3 && !REAL_IS_DOUBLE
  if (any_on_grid(f)) d = to_grid_size(d);
#endif
  const R(vec) along_a = R(unrotate)(&f->a.rotation, d), along_b = R(neg)(R(unrotate)(&f->b.rotation, d));
  R(core_vertex) a, b;
#if DIM == 3 && !REAL_IS_DOUBLE
  if (both_large(f)) {
    support_both_large(f, along_a, along_b, lanes, &a, &b);
    return difference_f(f, &a, &b);
  }
#endif
  a = R(support_core)(&f->a, along_a, lanes);
  b = R(support_core)(&f->b, along_b, lanes);
  return R(difference)(f, &a, &b);
}

// The support value of A - B along d.
LANE_FN vr R(support_value)(const R(pair_frame)* f, R(vec) d, uint32_t lanes) {
#if DIM == 3 && !REAL_IS_DOUBLE
  if (both_large(f)) {
    core_vertex_f a, b;
    support_both_large(f, unrotate_f(&f->a.rotation, d), neg_f(unrotate_f(&f->b.rotation, d)), lanes, &a, &b);
    return vf_sub(vf_add(a.h, b.h), dot_f(f->p, d));
  }
#endif
  const vr a = R(value_core)(&f->a, R(unrotate)(&f->a.rotation, d), lanes);
  const vr b = R(value_core)(&f->b, R(neg)(R(unrotate)(&f->b.rotation, d)), lanes);
  return v_sub(v_add(a, b), R(dot)(f->p, d));
}

LANE_FN R(support_point) R(select_point)(mr m, const R(support_point)* a, const R(support_point)* b) {
  return (R(support_point)){R(select_vec)(m, a->w, b->w), R(select_vec)(m, a->a, b->a), v_select(m, a->id, b->id)};
}
