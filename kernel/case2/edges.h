// Finds the nearest points of two polygons of up to 8 vertices, boxes among them, by one edge of the difference A - B.
// The line of centres leads to that edge, from the vertex farthest along it. The nearest feature of that edge is
// proved, or the pair is searched.
//
// Three vertices of each core are enough, one and its two neighbours. A linear function on a convex ring rises and
// falls once. The ring turns at each vertex by more than rounding can hide (octants, shape/record2.c). If neither
// neighbour is higher beyond the doubt of rounding, the vertices behind them are lower. So the three hold the maximum.
#ifndef LGJK_CASE2_EDGES_H
#define LGJK_CASE2_EDGES_H

#include "gjk/gjk.h"

// A vertex of a core with its neighbours, the next of the ring and the last, in the axes of the core.
typedef struct corner_lanes {
  vec_f at, near[2], to[2]; // to: the edges from `at`
  mf sound;                 // lanes whose ring turns clearly
  mf on, back;              // ring: lanes whose vertex is after, or before, the one that the octant names
} corner_lanes;

enum { NEXT, LAST };

// The number of ring vertices that a block loads, in turn, and the place of the one that the octant names.
enum { RING_PART = 6, OCTANT_AT = 2 };

// Returns the vertex that a record names for the octant of d. `word`: the last word of its header. A shift by lane is a
// product with a power of two: 24 bits are exact in a float.
LANE_INLINE vi octant_vertex(vf word, vec_f d) {
  const vf zero = vf_set(0);
  vf bits = vf_convert(vi_shr(vi_of(word), 8));
  bits = vf_merge(vf_lt(d.x, zero), vf_mul(bits, vf_set(0x1p-3f)), bits);
  bits = vf_merge(vf_lt(d.y, zero), vf_mul(bits, vf_set(0x1p-6f)), bits);
  bits = vf_merge(vf_lt(vf_abs(d.x), vf_abs(d.y)), vf_mul(bits, vf_set(0x1p-12f)), bits);
  return vi_and(vi_truncate(bits), 7);
}

LANE_INLINE void corner_of_box(const core_lanes_f* core, vec_f d, corner_lanes* out) {
  const vec_f half = coordinates_f(core, 0);
  const vec_f v = {vf_flip_sign(half.x, d.x), vf_flip_sign(half.y, d.y)};
  const vec_f beside = {vf_neg(v.x), v.y}, below = {v.x, vf_neg(v.y)};
  const mf other = vf_lt(vf_flip_sign(vf_flip_sign(vf_set(1), d.x), d.y), vf_set(0)); // upper left, lower right
  out->at = v;
  out->near[NEXT] = select_vec_f(other, below, beside);
  out->near[LAST] = select_vec_f(other, beside, below);
  out->sound = mf_all();
  out->on = out->back = mf_none();
}

// Sets the highest along d of the vertex that the octant names and its neighbours. `word`: as of octant_vertex.
LANE_INLINE void corner_of_ring(const core_lanes_f* core, vf word, vec_f d, corner_lanes* out) {
  vec_f v[OCTANT_AT + 3];
  for (uint32_t i = 0; i < OCTANT_AT + 3; ++i) v[i] = coordinates_f(core, i);
  const vf last = dot_f(v[1], d), named = dot_f(v[2], d), next = dot_f(v[3], d);
  const mf back = vf_lt(named, last), on = vf_lt(vf_max(named, last), next);
  out->on = on;
  out->back = mf_and_not(back, on);
  out->at = merge_vec_f(on, v[3], merge_vec_f(back, v[1], v[2]));
  out->near[NEXT] = merge_vec_f(on, v[4], merge_vec_f(back, v[2], v[3]));
  out->near[LAST] = merge_vec_f(on, v[2], merge_vec_f(back, v[0], v[1]));
  out->sound = vf_lt(vf_set(0), vf_convert(vi_shr(vi_of(word), 8)));
}

LANE_INLINE void find_corner(const core_lanes_f* core, vf word, vec_f d, corner_lanes* out) {
  if (is_box_core(core->core)) {
    corner_of_box(core, d, out);
  } else {
    corner_of_ring(core, word, d, out);
  }
  for (int way = NEXT; way <= LAST; ++way) out->to[way] = sub_f(out->near[way], out->at);
}

// The part of the difference next to the line of centres: the vertex of both corners, and one of its two edges.
typedef struct next_edge {
  support_point_f p0, p1; // without ids
  vec_f d;    // direction from the nearest feature towards the origin, if the feature is the edge or its vertex p0
  mf feature; // lanes in which it may be that: the edge in the lanes of `edge`
  mf edge;
  vf along, length2; // how far the origin is along the edge from p0, times the edge's length; its squared length
  mf within;         // lanes in which the origin is behind both edges; the line comes to this one
  mf back;           // lanes in which the edge leads to the corner, and not from it
  mf a_moves;        // lanes in which it is an edge of A, and not of B
  mf touched;        // lanes in which the origin is on the edge up to the touch band, and nothing is rounded
} next_edge;

LANE_INLINE support_point_f point_of(const pair_frame_f* f, vec_f a, vec_f b) {
  const core_vertex_f va = {.v = a, .id = vf_set(0)}, vb = {.v = b, .id = vf_set(0)};
  return difference_f(f, &va, &vb);
}

// Returns the next in angle of both cores' edges from a corner of the difference. `of_a`: lanes in which it is A's.
LANE_INLINE vec_f next_in_angle(const pair_frame_f* f, const corner_lanes* a, const corner_lanes* b, int way,
                                mf* of_a) {
  const vec_f ea = rotate_f(&f->a.rotation, a->to[way]), eb = neg_f(rotate_f(&f->b.rotation, b->to[way]));
  const vf turn = cross_f(ea, eb);
  *of_a = way == NEXT ? vf_lt(vf_set(0), turn) : vf_lt(turn, vf_set(0));
  return select_vec_f(*of_a, ea, eb);
}

// Finds the edge next to the line of centres. `a`, `b`: corners along `centres`, the line from A to B, and against it.
LANE_INLINE void find_next_edge(const pair_frame_f* f, const corner_lanes* a, const corner_lanes* b, vec_f centres,
                                next_edge* out) {
  const vf zero = vf_set(0);
  mf of_a[2];
  const vec_f next = next_in_angle(f, a, b, NEXT, &of_a[NEXT]), last = next_in_angle(f, a, b, LAST, &of_a[LAST]);
  out->p0 = point_of(f, a->at, b->at);
  const vec_f w = out->p0.w;
  const vf along_next = vf_neg(dot_f(w, next)), along_last = vf_neg(dot_f(w, last));
  const vf side_next = cross_f(next, w), side_last = cross_f(last, w);
  const mf ahead_next = vf_lt(zero, along_next), ahead_last = vf_lt(zero, along_last);
  const mf outside_next = vf_lt(zero, side_next), outside_last = vf_lt(side_last, zero);
  const mf to_next = mf_and(ahead_next, outside_next), to_last = mf_and(ahead_last, outside_last);
  out->within = mf_and_not(mf_not(outside_next), outside_last);
  const mf back = mf_or(to_last, mf_and(out->within, vf_lt(zero, cross_f(centres, w))));
  const vec_f e = select_vec_f(back, last, next);
  const mf a_moves = mf_or(mf_and(back, of_a[LAST]), mf_and_not(of_a[NEXT], back));
  const vec_f near_a = select_vec_f(back, a->near[LAST], a->near[NEXT]);
  const vec_f near_b = select_vec_f(back, b->near[LAST], b->near[NEXT]);
  out->back = back;
  out->a_moves = a_moves;
  out->p1 = point_of(f, select_vec_f(a_moves, near_a, a->at), select_vec_f(a_moves, b->at, near_b));
  const vf side = vf_select(back, side_last, side_next), along = vf_select(back, along_last, along_next);
  out->along = along;
  const mf vertex = mf_and_not(mf_and_not(mf_not(ahead_next), ahead_last), out->within);
  const vf length2 = out->length2 = dot_f(e, e);
  out->edge = mf_and(mf_or(to_next, to_last), vf_lt(along, length2));
  out->feature = mf_or(out->edge, vertex);
  const vf far = vf_mul(f->touch_band, f->touch_band);
  const mf on_line = mf_and_not(vf_eq(f->radius, zero), vf_lt(vf_mul(far, length2), vf_mul(side, side)));
  out->touched = mf_and(on_line, mf_and(vf_le(zero, along), vf_le(along, length2)));
  const vec_f perpendicular = {vf_flip_sign(e.y, side), vf_neg(vf_flip_sign(e.x, side))};
  out->d = select_vec_f(vertex, neg_f(w), perpendicular);
}

// Returns by how much a neighbour of the corner is higher along d, at least 0. `holds`: cleared where a neighbour is
// higher beyond the doubt of rounding.
LANE_INLINE vf corner_rise(const corner_lanes* c, vec_f d, mf* holds) {
  const vf doubt = vf_mul(vf_set(RING_FALL), size_f(d));
  vf rise[2];
  for (int way = NEXT; way <= LAST; ++way) {
    rise[way] = dot_f(c->to[way], d);
    *holds = mf_and(*holds, vf_le(rise[way], vf_mul(doubt, extent_f(c->to[way]))));
  }
  return vf_max(vf_max(rise[NEXT], rise[LAST]), vf_set(0));
}

// Returns the sum of the rises of A's corner along d and of B's against it.
LANE_INLINE vf rise_of_corners(const pair_frame_f* f, const corner_lanes* a, const corner_lanes* b, vec_f d,
                               mf* holds) {
  const vf rise_a = corner_rise(a, unrotate_f(&f->a.rotation, d), holds);
  return vf_add(rise_a, corner_rise(b, neg_f(unrotate_f(&f->b.rotation, d)), holds));
}

// Returns the lanes whose feature is proved to be the nearest: no support along d is farther by more than the gap.
LANE_INLINE mf prove_feature(const pair_frame_f* f, const corner_lanes* a, const corner_lanes* b, const next_edge* n,
                             vf gap) {
  mf holds = mf_and(n->feature, mf_and(a->sound, b->sound));
  const vf rise = rise_of_corners(f, a, b, n->d, &holds);
  return mf_and(holds, vf_le(rise, vf_mul(gap, size_f(n->d))));
}

// ================== attempts: what knows blocks, records and queues

#include "case2/search.h"

// Finds verdicts and distances of polygons of up to 8 vertices and boxes by one edge of their difference. Pairs that it
// does not end get their verdict by the axis (case2/axes.h), their distance by a search. A distance tries the edge for
// pairs without a record, and after the record for those that it leaves. A warm call stores the records of all pairs
// that end here.

// Loads the vertices at a corner. `d`: the direction of the corner, in the core's own axes.
LANE_INLINE void load_corner(const lgjk_side* side, vec_f d, side_lanes* lanes) {
  if (!is_box_core(lanes->core)) load_ring_part(side, octant_vertex(lanes->header[HEADER_CORE], d), lanes);
}

// The directions of a proposal: the line of centres, and those of the corners in their cores' own axes.
enum { CENTRES, CORNER_A, CORNER_B };

LANE_INLINE void load_corners(const class_run* run, pair_block* block, const pair_frame_f* f, vec_f d[3]) {
  d[CENTRES] = first_direction_f(f);
  d[CORNER_A] = unrotate_f(&f->a.rotation, d[CENTRES]);
  d[CORNER_B] = neg_f(unrotate_f(&f->b.rotation, d[CENTRES]));
  load_corner(&run->batch->a, d[CORNER_A], &block->a);
  load_corner(&run->batch->b, d[CORNER_B], &block->b);
}

LANE_INLINE void propose_corners(class_run* run, pair_block* block, block_state* state, proposal* p, attempt_kind how) {
  (void)how;
  load_corners(run, block, &state->f, p->d);
}

// Finds the edge next to the line of centres from the corners that are loaded.
LANE_INLINE void find_edge_of_corners(const pair_block* block, const pair_frame_f* f, const vec_f d[3], corner_lanes* a,
                                      corner_lanes* b, next_edge* n) {
  find_corner(&f->a, block->a.header[HEADER_CORE], d[CORNER_A], a);
  find_corner(&f->b, block->b.header[HEADER_CORE], d[CORNER_B], b);
  find_next_edge(f, a, b, d[CENTRES], n);
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
  find_edge_of_corners(block, f, p->d, &a, &b, &n);
  clear_state_f(s, state->searched);
  s->p0 = n.p0;
  s->p1 = n.p1;
  if (how.records == STORED) name_points(run, block, p, &a, &b, &n, s);
  s->edge = n.edge;
  if (how.goal == OVERLAP) {
    find_separated(&a, &b, &n, state);
  } else {
    s->converged = mf_and(state->searched, prove_feature(f, &a, &b, &n, state->bounds.gap));
    // this direction is proved; the points of short edges define it less well
    s->axis = select_vec_f(s->converged, n.d, s->axis);
  }
  s->inside = prove_within(block, f, mf_and(state->searched, n.within), s);
  s->active = mf_and_not(mf_and_not(mf_and_not(state->searched, s->separated), s->converged), s->inside);
  s->active = mf_and_not(s->active, n.touched); // no search in float would prove these
  return true;
}

// Tries the edge in a step. WARM is for pairs that their records leave, which are searched to the end next; the other
// modes are for new pairs.
LANE_INLINE attempt_kind next_edge_kind(query_id query, run_mode mode) {
  attempt_kind how = simple_kind(query, mode == WARM ? RECORD_TO_END : SECOND_ATTEMPT);
  how.records = records_in(mode);
  how.requeued = mode == WARM;
  how.spent = POLYGON_EVALUATIONS;
  how.part = WITHOUT_RING;
  return how;
}

// ------------------ contacts

// Finds contacts of two polygons of up to 8 vertices, boxes among them, but not of two boxes. Cores that overlap or are
// beyond the maximum distance end by their axis (case2/axes.h). Others that are apart end by one edge of their
// difference, which takes half the time. What the edge leaves waits for the axis, and what that leaves for double. The
// order changes no answer, so the one that ends more of the last blocks comes first. Records are neither read nor
// written.

// Finds the contact of the lanes that the edge proves. The direction of the edge gives distance and normal: that of the
// way between the points has fewer digits if they are near.
LANE_INLINE void find_edge_contact(const pair_block* block, const pair_frame_f* f, mf valid, const corner_lanes* a,
                                   const corner_lanes* b, const next_edge* n, axis_lanes* out) {
  const vf zero = vf_set(0), one = vf_set(1);
  out->n = unit_normal(n->d);
  const vf between = vf_neg(dot_f(n->p0.w, out->n));
  const vf share = vf_select(n->edge, vf_div(n->along, vf_select(n->edge, n->length2, one)), zero);
  const vec_f at = add_f(n->p0.a, scale_f(sub_f(n->p1.a, n->p0.a), share));
  out->distance = vf_sub(between, f->radius);
  out->a = add_f(at, scale_f(out->n, block->a.radius));
  out->b = add_f(at, scale_f(out->n, vf_sub(between, block->b.radius)));
  const mf far = vf_lt(vf_mul(vf_set(EDGE_TAKES), f->touch_band), out->distance);
  out->proved = mf_and(mf_and(valid, far), prove_feature(f, a, b, n, vf_mul(vf_set(GAP_FLAT), f->scale)));
  out->overlapping = mf_none();
  out->evaluations = vf_select(out->proved, vf_set(POLYGON_EVALUATIONS), zero);
}

// Fills the contacts of the lanes that the edge proves to be apart. Lanes that are so near touching that the axis might
// have come first and ended them are left to that.
LANE_INLINE void fill_by_edge(class_run* run, pair_block* block, const pair_frame_f* f, mf valid, attempt_kind how,
                              found_lanes* found) {
  vec_f d[3];
  corner_lanes a, b;
  next_edge n;
  axis_lanes x;
  load_corners(run, block, f, d);
  find_edge_of_corners(block, f, d, &a, &b, &n);
  find_edge_contact(block, f, valid, &a, &b, &n, &x);
  fill_axes(run->batch, block, &x, found);
  mark_bounding_beyond(run, block, f, valid, found);
  if (!how.variant) note_ended(run, lane_count(lanes_of(block) & ~found->decided));
  if (run->batch->results.manifold2) write_manifolds(run, block, f, found);
}

// Tries the edge. `queued`: whether the pairs have waited; nothing is counted for them yet.
static LANE_NOINLINE void try_edges_of_polygons(class_run* run, const block_pairs pairs[BLOCKS], bool queued) {
  attempt_kind how = simple_kind(CONTACT, DEPTH);
  how.part = WITHOUT_RING;
  how.variant = queued;
  attempt_results(run, pairs, blocks_of(pairs), how, fill_by_edge);
}

// ------------------ attempts and routes

static void edge_or_axes(class_run* run, const block_pairs pairs[BLOCKS], query_id query, run_mode mode) {
  (void)query, (void)mode;
  if (run->last_overlapping >= ENOUGH_ENDED) {
    try_axes(run, pairs, blocks_of(pairs), ENDED_AXES);
  } else {
    try_edges_of_polygons(run, pairs, false);
  }
}

static void edge_queued(class_run* run, const block_pairs pairs[BLOCKS], query_id query, run_mode mode) {
  (void)query, (void)mode;
  try_edges_of_polygons(run, pairs, true);
}

static void edge_verdict(class_run* run, const block_pairs pairs[BLOCKS], query_id query, run_mode mode) {
  (void)query, (void)mode;
  attempt(run, pairs, next_edge_kind(OVERLAP, COLD), propose_corners, NULL, prove_next_edge);
}

static void edge_cold(class_run* run, const block_pairs pairs[BLOCKS], query_id query, run_mode mode) {
  (void)query, (void)mode;
  attempt(run, pairs, next_edge_kind(DISTANCE, COLD), propose_corners, NULL, prove_next_edge);
}

static void edge_recorded(class_run* run, const block_pairs pairs[BLOCKS], query_id query, run_mode mode) {
  (void)query;
  attempt(run, pairs, next_edge_kind(DISTANCE, mode == WARM ? WARM : RECORDING), propose_corners, NULL,
          prove_next_edge);
}

// clang-format off
ROUTE(polygons_overlap) = {WITHOUT_RECORDS(edge_verdict, axes_verdict)};
ROUTE(polygons_distance) = {.cold = edge_cold, .warm = by_record, .second = search_queued, .left = edge_recorded,
    .afresh = edge_recorded, .traits = RECORDS | EDGE_AFTER_RECORD, .culls_early = true};
ROUTE(polygons_contact) = {WITHOUT_RECORDS(edge_or_axes, edge_queued), .depth = depth_by_axes,
    .traits = PROVES_DEPTH, .culls_early = true};
ROUTE(polygons_polytope) = {SEARCH_FROM(by_record), .depth = depth_by_polytope, .culls_early = true};
// clang-format on

#endif

#ifdef CASE_ROWS
ROW(RINGS, RINGS, polygons_overlap, polygons_distance, polygons_contact, polygons_polytope)
ROW(RINGS, BOXES, polygons_overlap, polygons_distance, polygons_contact, any_search)
#endif
