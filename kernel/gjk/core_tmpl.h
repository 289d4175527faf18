// Defines the cores of a block of pairs on the lanes of one real, with vertices in the axes of their bodies, and the
// frame of both: world axes around A's position. Computes supports of cores whose vertices are loaded, in their own
// axes. A support function has the arguments core, count (of vertices, by the kind of core), d and lanes (bits of the
// lanes whose support is needed).
#ifdef LGJK_IDE // an editor opens this file alone
#include OF_DIM("gjk/vec2_tmpl.h", "gjk/vec3_tmpl.h")
#elif !defined REAL_IS_DOUBLE
#error "a template: lane/real.h says how it is included"
#endif

// One side of a block: lanes of a core and of its rotation.
typedef struct R(core_lanes) {
  uint32_t core;         // kind, the same in all lanes
  const vf* floats;      // lanes of the core's floats; in 3D a hull's vertices (x, y, z), or the lgjk_cells3 of LARGE
  uint32_t shift;        // the block's lane that is lane 0 here
  const uint32_t* shape; // LARGE: the lanes' shapes, numbers in `table`
#if DIM == 3
  const uint32_t* pool;  // HULL*, LARGE: starts of the lanes' vertices in `vertices`
  const uint32_t* cells; // LARGE: starts of the lanes' cells in `vertices`
  bool on_grid;          // whether the floats are the vertices on a grid, in 16 bits, instead of the vertices
  const vf* fineness;    // on_grid: steps of the grid per unit of length
  const vf* count;       // on_grid, LARGE: number of vertices, an integer
#endif
  const lgjk_shapeN* table; // of the side's shape set
  const float* vertices;    // its pool
  R(rotation) rotation;
} R(core_lanes);

typedef struct R(pair_frame) {
  R(core_lanes) a, b;
  R(vec) p;      // position of B relative to A
  vr radius;     // sum of the rounding radii
  vr scale;      // length that the pair's tolerances are relative to
  vr touch_band; // signed distances within this of 0 are left to the double run
} R(pair_frame);

#if DIM == 3 && !REAL_IS_DOUBLE
LANE_INLINE bool any_on_grid(const pair_frame_f* f) { return f->a.on_grid || f->b.on_grid; }
#endif

#if !REAL_IS_DOUBLE
// Returns the power of two that brings a length to 1..2.
LANE_INLINE vf unit_power(vf length) { return vf_of(vi_sub(vi_set(0x7F000000u), vi_and(vi_of(length), 0x7F800000u))); }

// Returns v times a power of two, so that its square can neither overflow nor vanish, and no digit is lost.
LANE_INLINE vec_f by_power(vec_f v) { return scale_f(v, unit_power(size_f(v))); }
#endif

// Returns a float of the core as a real. Floats are widened to double only here, because there are many.
LANE_INLINE vr R(core_float)(const R(core_lanes)* core, uint32_t i) {
  return LANE_PICK(core->floats[i], vd_load_float((const float*)(const void*)(core->floats + i) + core->shift));
}

// Returns vector i of the floats.
LANE_INLINE R(vec) R(coordinates)(const R(core_lanes)* core, uint32_t i) {
  vr v[DIM];
  for (uint32_t k = 0; k < DIM; ++k) v[k] = R(core_float)(core, DIM * i + k);
  return R(from_array)(v);
}

// Returns v over its largest coordinate, so that squares can neither overflow nor vanish; the first axis if v is 0. A
// denormal's inverse may be infinite, so the divisor is at least SIZE_MIN.
LANE_INLINE R(vec) R(to_size)(R(vec) v) {
  const vr size = R(size)(v), zero = v_set(0), one = v_set(1);
  const mr none = v_eq(size, zero);
  R(vec) out = R(scale)(v, v_div(one, v_select(none, one, v_max(size, v_set(R(SIZE_MIN))))));
  out.x = v_select(none, one, out.x);
  return out;
}

// The vertex comes first: one lane's in 2D is eight bytes, which clang then passes in one register and copies as a
// whole. Across two registers, each vertex would go through the stack, in other pieces than it is read.
typedef struct R(core_vertex) {
  R(vec) v;
  vr h;  // support value: projection on the direction
  vr id; // index, exact in a real; meaningless for curved cores
} R(core_vertex);

LANE_INLINE R(core_vertex) R(vertex_of)(const R(core_lanes)* core, uint32_t i, R(vec) d) {
  R(core_vertex) out;
  out.v = R(coordinates)(core, i);
  out.h = R(dot)(out.v, d);
  out.id = v_set(i);
  return out;
}

// Returns the second vertex if it is strictly farther, else the first: ties go to the lower index.
LANE_INLINE R(core_vertex) R(farther)(R(core_vertex) a, R(core_vertex) b) {
  const mr m = v_lt(a.h, b.h);
  return (R(core_vertex)){R(merge_vec)(m, b.v, a.v), v_max(b.h, a.h), v_merge(m, b.id, a.id)};
}

// Returns the farthest of four vertices from `first` on. A tournament gives the same bits as a scan (strict, lowest
// index) with a third of its latency.
LANE_INLINE R(core_vertex) R(support_piece)(const R(core_lanes)* core, uint32_t first, R(vec) d) {
  return R(farther)(R(farther)(R(vertex_of)(core, first, d), R(vertex_of)(core, first + 1, d)),
                    R(farther)(R(vertex_of)(core, first + 2, d), R(vertex_of)(core, first + 3, d)));
}

LANE_INLINE R(core_vertex) R(support_first)(const R(core_lanes)* core, uint32_t count, R(vec) d, uint32_t lanes) {
  (void)count, (void)lanes;
  return R(vertex_of)(core, 0, d);
}

LANE_INLINE R(core_vertex) R(support_two)(const R(core_lanes)* core, uint32_t count, R(vec) d, uint32_t lanes) {
  (void)count, (void)lanes;
  return R(farther)(R(vertex_of)(core, 0, d), R(vertex_of)(core, 1, d));
}

// Returns the farthest of `count` vertices, a multiple of 4.
LANE_INLINE R(core_vertex) R(support_hull)(const R(core_lanes)* core, uint32_t count, R(vec) d, uint32_t lanes) {
  (void)lanes;
  R(core_vertex) best = R(support_piece)(core, 0, d);
  for (uint32_t i = 4; i < count; i += 4) best = R(farther)(best, R(support_piece)(core, i, d));
  return best;
}

LANE_INLINE vr R(value_of)(const R(core_lanes)* core, uint32_t i, R(vec) d) {
  return R(dot)(R(coordinates)(core, i), d);
}

// Returns the support value of 1, 2 or more vertices, an even number. Two at a time: a chain of maxima waits for each.
LANE_INLINE vr R(value_hull)(const R(core_lanes)* core, uint32_t count, R(vec) d) {
  vr best = R(value_of)(core, 0, d);
  if (count > 1) best = v_max(best, R(value_of)(core, 1, d));
  for (uint32_t i = 2; i < count; i += 2) {
    best = v_max(best, v_max(R(value_of)(core, i, d), R(value_of)(core, i + 1, d)));
  }
  return best;
}

LANE_INLINE vr R(load_pool)(const float* p) { return LANE_PICK(vf_load(p), vd_load_float(p)); }
