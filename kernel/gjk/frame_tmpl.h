// Defines the frame of a block of pairs, on the lanes of one real, in world axes around A's position. It holds the
// cores of both sides, with vertices in the axes of their bodies, and B's position.
#ifdef LGJK_IDE // an editor opens this file alone
#include OF_DIM("gjk/vec2_tmpl.h", "gjk/vec3_tmpl.h")
#elif !defined REAL_IS_DOUBLE
#error "a template: lane/real.h says how it is included"
#endif

// One side of a block: lanes of a core and of its rotation.
typedef struct R(core_lanes) {
  uint32_t core;         // class, the same in all lanes
  const vf* row;         // lanes of the core's floats; in 3D a hull's vertices (x, y, z), or the lgjk_cells3 of LARGE
  uint32_t shift;        // the block's lane that is lane 0 here
  const uint32_t* shape; // LARGE: the lanes' shapes, numbers in `table`
#if DIM == 3
  const uint32_t* pool;  // HULL*, LARGE: starts of the lanes' vertices in `vertices`
  const uint32_t* cells; // LARGE: starts of the lanes' cells in `vertices`
  bool on_grid;          // whether the row has the vertices on a grid, in 16 bits, instead of the vertices
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

#if DIM == 2 && !REAL_IS_DOUBLE
// Returns a power of two that brings a scale to 1..2.
LANE_INLINE vf unit_of(vf scale) { return vf_of(vi_sub(vi_set(0x7F000000u), vi_and(vi_of(scale), 0x7F800000u))); }
#endif

// Returns a float of the lanes' rows as a real. Floats are widened to double only here, because rows are long.
LANE_INLINE vr R(row)(const R(core_lanes)* core, uint32_t i) {
  return LANE_PICK(core->row[i], vd_load_float((const float*)(const void*)(core->row + i) + core->shift));
}

// Returns vector i of the row.
LANE_INLINE R(vec) R(coordinates)(const R(core_lanes)* core, uint32_t i) {
  vr v[DIM];
  for (uint32_t k = 0; k < DIM; ++k) v[k] = R(row)(core, DIM * i + k);
  return R(from_array)(v);
}
