// Finds verdicts and distances of polygons of up to 8 vertices and boxes by one edge of their difference
// (formula/polygon_points2.h). Pairs that it does not end get their verdict by the axis (query/axes2.h), their distance
// by a search. A distance tries the edge for pairs without a record, and after the record for those that it leaves. A
// warm call stores the records of all pairs that end here.
#ifndef LGJK_QUERY_POLYGONS2_H
#define LGJK_QUERY_POLYGONS2_H

#include "formula/polygon_points2.h"
#include "query/axes2.h"

// Loads the vertices at a corner. `d`: the direction of the corner, in the core's own axes.
LANE_INLINE void load_corner(const lgjk_side* side, vec_f d, side_lanes* lanes) {
  if (!is_box_core(lanes->core)) load_ring_part(side, octant_vertex(lanes->header[HEADER_CORE], d), lanes);
}

// The directions of a proposal: the line of centres, and those of the corners in their cores' own axes.
enum { CENTRES, CORNER_A, CORNER_B };

LANE_INLINE void load_corners(class_run* run, pair_block* block, block_state* state, proposal* p, attempt_kind how) {
  (void)how;
  p->d[CENTRES] = first_direction_f(&state->f);
  p->d[CORNER_A] = unrotate_f(&state->f.a.rotation, p->d[CENTRES]);
  p->d[CORNER_B] = neg_f(unrotate_f(&state->f.b.rotation, p->d[CENTRES]));
  load_corner(&run->batch->a, p->d[CORNER_A], &block->a);
  load_corner(&run->batch->b, p->d[CORNER_B], &block->b);
}

// Returns the lanes in which a triangle holds the origin: that of the edge and the difference of both local origins, if
// these are in their cores.
LANE_INLINE mf prove_within(const pair_block* block, const pair_frame_f* f, mf lanes, simplex_f* s) {
  s->p2 = local_origins(f);
  const origin_areas_f u = areas_f(s);
  return mf_and(mf_and(lanes, holds_origins(block)), deep_f(s, &u, f->touch_band));
}

// Returns the index of a corner in its ring or, in lanes of `moves`, of its neighbour. `step`: +1 or -1.
LANE_INLINE vf ring_index(const corner_lanes* c, vf named, vf vertices, mf moves, vf step) {
  const vf zero = vf_set(0), one = vf_set(1);
  const vf at = vf_sub(vf_add(named, vf_select(c->on, one, zero)), vf_select(c->back, one, zero));
  const vf index = vf_add(at, vf_select(moves, step, zero));
  const vf over = vf_select(vf_lt(index, vertices), zero, vertices);
  return vf_sub(index, vf_select(vf_lt(index, zero), vf_neg(vertices), over));
}

// Returns the index of a box's vertex, as support2_tmpl.h counts them.
LANE_INLINE vf box_index(vec_f v) {
  const vf zero = vf_set(0);
  return vf_add(vf_select(vf_lt(v.x, zero), vf_set(1), zero), vf_select(vf_lt(v.y, zero), vf_set(2), zero));
}

// Finds the indices of a core's corner and of the vertex that the edge goes to. `moves`: lanes whose edge is one of
// this core.
LANE_INLINE void name_corner(const lgjk_side* side, const side_lanes* lanes, const corner_lanes* c, vec_f d, mf back,
                             mf moves, vf id[2]) {
  if (is_box_core(lanes->core)) {
    id[0] = box_index(c->at);
    id[1] = vf_select(moves, box_index(select_vec_f(back, c->near[LAST], c->near[NEXT])), id[0]);
    return;
  }
  uint32_t count[LANES];
  const char* counts = (const char*)side->table + offsetof(lgjk_shape2, count);
  lane_look_up(counts, sizeof(lgjk_shape2), lanes->shape, UINT32_MAX, count);
  const vf vertices = vf_convert(vi_load(count)), named = vf_convert(octant_vertex(lanes->header[HEADER_CORE], d));
  const vf step = vf_select(back, vf_set(-1), vf_set(1));
  id[0] = ring_index(c, named, vertices, mf_none(), step);
  id[1] = ring_index(c, named, vertices, moves, step);
}

LANE_INLINE void name_points(const class_run* run, const pair_block* block, const proposal* p, const corner_lanes* a,
                             const corner_lanes* b, const next_edge* n, simplex_f* s) {
  const mf b_moves = mf_not(n->a_moves);
  vf of_a[2], of_b[2];
  name_corner(&run->batch->a, &block->a, a, p->d[CORNER_A], n->back, n->a_moves, of_a);
  name_corner(&run->batch->b, &block->b, b, p->d[CORNER_B], n->back, b_moves, of_b);
  s->p0.id = vf_add(of_a[0], vf_mul(of_b[0], vf_set(256)));
  s->p1.id = vf_add(of_a[1], vf_mul(of_b[1], vf_set(256)));
}

// Ends the lanes whose nearest feature is proved.
LANE_INLINE void find_nearest(const corner_lanes* a, const corner_lanes* b, const next_edge* n, block_state* state) {
  state->s.converged = mf_and(state->searched, prove_feature(&state->f, a, b, n, state->bounds.gap));
  // this direction is proved; the points of short edges tell less
  state->s.axis = select_vec_f(state->s.converged, n->d, state->s.axis);
}

// Finds the verdict. A support plane along n->d separates, whether or not the nearest point is on the edge.
LANE_INLINE void find_separated(const corner_lanes* a, const corner_lanes* b, const next_edge* n, block_state* state) {
  simplex_f* s = &state->s;
  mf holds = mf_and(state->searched, mf_and(a->sound, b->sound));
  const vf rise = rise_of_corners(&state->f, a, b, n->d, &holds);
  s->active = holds;
  end_separated_f(s, &state->bounds, vf_add(dot_f(n->p0.w, n->d), rise), n->d);
  s->converged = mf_and(mf_and(s->active, n->feature), vf_le(rise, vf_mul(state->bounds.gap, size_f(n->d))));
}

// Ends the lanes that the edge next to the line of centres proves. Those that are to be stored have its indices.
LANE_INLINE bool prove_next_edge(class_run* run, pair_block* block, block_state* state, proposal* p, attempt_kind how) {
  const pair_frame_f* f = &state->f;
  simplex_f* s = &state->s;
  corner_lanes a, b;
  next_edge n;
  find_corner(&f->a, block->a.header[HEADER_CORE], p->d[CORNER_A], &a);
  find_corner(&f->b, block->b.header[HEADER_CORE], p->d[CORNER_B], &b);
  find_next_edge(f, &a, &b, p->d[CENTRES], &n);
  clear_state_f(s, state->searched);
  s->p0 = n.p0;
  s->p1 = n.p1;
  if (how.records == STORED) name_points(run, block, p, &a, &b, &n, s);
  s->edge = n.edge;
  if (how.goal == OVERLAP) {
    find_separated(&a, &b, &n, state);
  } else {
    find_nearest(&a, &b, &n, state);
  }
  s->inside = prove_within(block, f, mf_and(state->searched, n.within), s);
  s->active = mf_and_not(mf_and_not(mf_and_not(state->searched, s->separated), s->converged), s->inside);
  return true;
}

// Tries the edge in a step. WARM is for pairs that their records leave, which are searched to the end next; the other
// modes are for new pairs.
LANE_INLINE attempt_kind next_edge_kind(query_id query, run_mode mode) {
  attempt_kind how = simple_kind(query, mode == WARM ? RECORD_TO_END : SECOND_ATTEMPT);
  how.records = records_in(mode);
  how.requeued = mode == WARM;
  how.spent = POLYGON_EVALUATIONS;
  how.rows = WITHOUT_RINGS;
  return how;
}

static LANE_NOINLINE void cold_polygons(class_run* run, const block_pairs pairs[BLOCKS]) {
  attempt(run, pairs, next_edge_kind(DISTANCE, COLD), load_corners, NULL, prove_next_edge);
}
static LANE_NOINLINE void recorded_polygons(class_run* run, const block_pairs pairs[BLOCKS], run_mode mode) {
  attempt(run, pairs, next_edge_kind(DISTANCE, mode == WARM ? WARM : RECORDING), load_corners, NULL, prove_next_edge);
}
static LANE_NOINLINE void run_polygon_verdicts(class_run* run, const block_pairs pairs[BLOCKS]) {
  attempt(run, pairs, next_edge_kind(OVERLAP, COLD), load_corners, NULL, prove_next_edge);
}

#endif
