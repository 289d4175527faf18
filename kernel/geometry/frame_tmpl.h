// A block of pairs as a search sees it, on the lanes of one real, in world axes around A's position: the cores of both
// sides, whose vertices are in the axes of their bodies, and B's position.
#ifndef vr
#error "a template: include it between lane/real_begin.h and lane/real_end.h"
#endif

// One side of a block: lanes of a core and of its rotation.
typedef struct R(core_lanes) {
  uint32_t core;         // class, the same in all lanes
  const vf* row;         // lanes of the core's floats; in 3D of hulls vertices (x, y, z), of LARGE lgjk_cells3
  uint32_t shift;        // first lane of the block that is lane 0 here
  const uint32_t* shape; // the lanes' records, for LARGE
#if DIM == 3
  const uint32_t* pool;  // HULL*, LARGE: where the lanes' vertices begin in `vertices`
  const uint32_t* cells; // LARGE: where the lanes' cells begin in `vertices`
  bool on_grid;          // the row has the grid of the vertices, in 16 bits, and not the vertices
  const vf* fineness;    // where on_grid: of the grid
  const vf* count;       // where on_grid, LARGE: number of vertices, an integer
#endif
  const lgjk_shapeN* table; // of the side's shape set
  const float* vertices;    // its pool
  R(rotation) rotation;
} R(core_lanes);

typedef struct R(pair_frame) {
  R(core_lanes) a, b;
  R(vec) p;      // position of B relative to A
  vr radius;     // sum of the rounding radii
  vr scale;      // of the pair
  vr touch_band; // signed distances within this of 0 are left to the canonical run
} R(pair_frame);

#if DIM == 3 && !REAL_IS_DOUBLE
// Two hulls of up to 16 vertices, whether or not these are on a grid: LGJK_FLAG_HISTORY_FREE asks their records.
LANE_INLINE bool has_unique_answers(const pair_frame_f* f) {
  return lgjk_core3_has_grid(f->a.core) && lgjk_core3_has_grid(f->b.core);
}

LANE_INLINE bool any_on_grid(const pair_frame_f* f) { return f->a.on_grid || f->b.on_grid; }
#endif

// A float of the lanes' rows, as a real: doubles are widened where they are used, because rows are long.
LANE_INLINE vr R(row)(const R(core_lanes) * core, uint32_t i) {
  return LANE_PICK(core->row[i], vd_load_float((const float*)(const void*)(core->row + i) + core->shift));
}

// Vector i of the row.
LANE_INLINE R(vec) R(coordinates)(const R(core_lanes) * core, uint32_t i) {
  vr v[DIM];
  for (uint32_t k = 0; k < DIM; ++k) v[k] = R(row)(core, DIM * i + k);
  return R(from_array)(v);
}
