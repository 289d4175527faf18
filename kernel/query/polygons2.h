// Distances of polygons of up to 8 vertices and boxes, cold: by one edge of their difference
// (closed/polygon_points2.h), and by a search the pairs that it does not end. No record is read or written.
#ifndef LGJK_QUERY_POLYGONS2_H
#define LGJK_QUERY_POLYGONS2_H

#include "closed/polygon_points2.h"
#include "query/pipeline.h"

// What a pair that ends here counts: the support along the line of centres, and the one that proves it.
#define POLYGON_EVALUATIONS 2

LANE_FN bool has_corners(uint32_t core) { return core == LGJK_CORE2_BOX || has_ring(core); }

// Not two boxes: their four vertices are searched as fast, and where they touch side by side, as in a grid, no edge
// ends them.
LANE_FN bool is_polygons(const class_run* run) {
  return has_corners(run->core_a) && has_corners(run->core_b) && (has_ring(run->core_a) || has_ring(run->core_b));
}

// d: the direction of the corner, in the core's own axes.
LANE_FN void load_corner(const lgjk_side* side, vec_f d, side_lanes* lanes) {
  if (lanes->core != LGJK_CORE2_BOX) load_ring_part(side, octant_vertex(lanes->header[HEADER_CORE], d), lanes);
}

// The directions of both corners, in their cores' own axes.
typedef struct corner_directions {
  vec_f centres, a, b;
} corner_directions;

LANE_FN void load_polygons(class_run* run, const block_pairs* pairs, pair_block* block, block_state* state,
                           corner_directions* d) {
  load_first(run, pairs, block, state, WITHOUT_RINGS, DISTANCE);
  d->centres = first_direction_f(&state->f);
  d->a = unrotate_f(&state->f.a.rotation, d->centres);
  d->b = neg_f(unrotate_f(&state->f.b.rotation, d->centres));
  load_corner(&run->batch->a, d->a, &block->a);
  load_corner(&run->batch->b, d->b, &block->b);
}

// The triangle of the edge and of the difference of both local origins, where these are in their cores: lanes in which
// it holds the origin.
LANE_FN mf prove_within(const pair_block* block, const pair_frame_f* f, mf lanes, simplex_f* s) {
  s->p2 = (support_point_f){neg_f(f->p), {vf_set(0), vf_set(0)}, vf_set(0)};
  const origin_areas_f u = areas_f(s);
  const mf inner = mf_and(vf_lt(vf_set(0), block->a.header[HEADER_INNER]),
                          vf_lt(vf_set(0), block->b.header[HEADER_INNER]));
  return mf_and(mf_and(lanes, inner), deep_f(s, &u, f->touch_band));
}

LANE_FN void run_next_edge(class_run* run, const pair_block* block, const corner_directions* d, block_state* state) {
  const pair_frame_f* f = &state->f;
  simplex_f* s = &state->s;
  corner_lanes a, b;
  next_edge n;
  find_corner(&f->a, block->a.header[HEADER_CORE], d->a, &a);
  find_corner(&f->b, block->b.header[HEADER_CORE], d->b, &b);
  find_next_edge(f, &a, &b, d->centres, &n);
  clear_state_f(s, state->searched);
  s->p0 = n.p0;
  s->p1 = n.p1;
  s->edge = n.edge;
  s->converged = mf_and(state->searched, prove_feature(f, &a, &b, &n, state->bounds.gap));
  s->inside = prove_within(block, f, mf_and(state->searched, n.within), s);
  s->active = mf_and_not(mf_and_not(state->searched, s->converged), s->inside);
  state->evaluations = vf_set(POLYGON_EVALUATIONS);
  settle_beyond(run, state, DISTANCE);
}

LANE_FN void finish_polygons(class_run* run, const pair_block* block, const block_state* state) {
  found_lanes found = begin_found(state, FIRST_TURN);
  vec_f axis;
  count_beyond(run, block, state);
  find_distance(run, block, state, &found, &axis);
  write_results(run->batch, block, lanes_of(block), &found, DISTANCE);
  leave(run, block, lanes_of(block), state->s.active, &found, 0, DISTANCE, BEFORE_SEARCH, false);
}

static LANE_APART void run_polygons(class_run* run, const block_pairs pairs[BLOCKS]) {
  pair_block block[BLOCKS];
  block_state state[BLOCKS];
  corner_directions d[BLOCKS];
  const int blocks = blocks_of(pairs);
  for (int u = 0; u < blocks; ++u) {
    prefetch_some(run);
    prefetch_some(run);
    load_polygons(run, &pairs[u], &block[u], &state[u], &d[u]);
  }
  for (int u = 0; u < blocks; ++u) {
    prefetch_some(run);
    prefetch_some(run);
    run_next_edge(run, &block[u], &d[u], &state[u]);
    finish_polygons(run, &block[u], &state[u]);
  }
}

#endif
