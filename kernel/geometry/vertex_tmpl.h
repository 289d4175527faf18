// Support of cores whose vertices are in the row, in their own axes. A support function has the arguments core, count
// (of vertices, by the class), d and lanes (bits of those in which the support is wanted).
#ifndef vr
#error "a template: include it between lane/real_begin.h and lane/real_end.h"
#endif

// v over its largest coordinate, so that squares can neither overflow nor vanish; along the first axis where v is 0. Of
// a denormal coordinate the inverse is infinite: there v over a little more.
LANE_INLINE R(vec) R(to_size)(R(vec) v) {
  const vr size = R(size)(v), zero = v_set(0), one = v_set(1);
  const mr none = v_eq(size, zero);
  R(vec) out = R(scale)(v, v_div(one, v_select(none, one, v_max(size, v_set(R(SIZE_MIN))))));
  out.x = v_select(none, one, out.x);
  return out;
}

// The vertex first: of one lane in 2D it is eight bytes, which clang passes in one register, and copies as a whole only
// where they do not lie across two of them. Else each vertex went by the stack, in other pieces than it is read.
typedef struct R(core_vertex) {
  R(vec) v;
  vr h;  // support value: projection on the direction
  vr id; // index, exact in a real; meaningless for curved cores
} R(core_vertex);

LANE_INLINE R(core_vertex) R(vertex_of)(const R(core_lanes) * core, uint32_t i, R(vec) d) {
  R(core_vertex) out;
  out.v = R(coordinates)(core, i);
  out.h = R(dot)(out.v, d);
  out.id = v_set(i);
  return out;
}

// The second only where it is strictly farther: ties go to the lower index.
LANE_INLINE R(core_vertex) R(farther)(R(core_vertex) a, R(core_vertex) b) {
  const mr m = v_lt(a.h, b.h);
  return (R(core_vertex)){R(merge_vec)(m, b.v, a.v), v_max(b.h, a.h), v_merge(m, b.id, a.id)};
}

// The farthest of four vertices from `first` on. A tournament and not a scan: the same bits (strict, lowest index), a
// third of the latency.
LANE_INLINE R(core_vertex) R(support_piece)(const R(core_lanes) * core, uint32_t first, R(vec) d) {
  return R(farther)(R(farther)(R(vertex_of)(core, first, d), R(vertex_of)(core, first + 1, d)),
                    R(farther)(R(vertex_of)(core, first + 2, d), R(vertex_of)(core, first + 3, d)));
}

LANE_INLINE R(core_vertex) R(support_first)(const R(core_lanes) * core, uint32_t count, R(vec) d, uint32_t lanes) {
  (void)count, (void)lanes;
  return R(vertex_of)(core, 0, d);
}

LANE_INLINE R(core_vertex) R(support_two)(const R(core_lanes) * core, uint32_t count, R(vec) d, uint32_t lanes) {
  (void)count, (void)lanes;
  return R(farther)(R(vertex_of)(core, 0, d), R(vertex_of)(core, 1, d));
}

// count: a multiple of 4.
LANE_INLINE R(core_vertex) R(support_hull)(const R(core_lanes) * core, uint32_t count, R(vec) d, uint32_t lanes) {
  (void)lanes;
  R(core_vertex) best = R(support_piece)(core, 0, d);
  for (uint32_t i = 4; i < count; i += 4) best = R(farther)(best, R(support_piece)(core, i, d));
  return best;
}

LANE_INLINE vr R(value_of)(const R(core_lanes) * core, uint32_t i, R(vec) d) {
  return R(dot)(R(coordinates)(core, i), d);
}

LANE_INLINE vr R(load_pool)(const float* p) { return LANE_PICK(vf_load(p), vd_load_float(p)); }
