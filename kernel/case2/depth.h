// Computes how deep two cores of the plane overlap, by the expanding polytope algorithm (van den Bergen 2001) in lanes.
// It keeps a polygon of support points of D = A - B around the origin. The nearest edge is split at the support along
// its normal, until that support is no farther than the edge. The edge's distance is a lower bound of the depth, the
// support value an upper one.
//
// An edge has its own ends, so that edges know of no neighbours. The two that replace one are appended, in slots common
// to all lanes, and the replaced one is put at an infinite distance. Distances are signed: the origin may begin
// outside. The circle of an ellipse's least radius of curvature rolls freely inside the ellipse. It is taken off first
// and put back in the end, so that circles need no corners. The rest of the cores may be apart. Then their distance is
// found, by the nearest edge and the support against its nearest point.
#ifndef LGJK_CASE2_DEPTH_H
#define LGJK_CASE2_DEPTH_H

#include "gjk/gjk.h"

// These leave 0.1% of the tests' polygons, 1% of concentric ones, 0.4% of ellipses, 14% of ellipses deep in each other.
// With 14 expansions 6% and 26% of ellipses are left. The state has 25 KB of stack.
enum { EPA_EXPANSIONS = 20, EPA_EDGES = 4 + 2 * EPA_EXPANSIONS };

// The gap between both bounds of polygons, relative to the scale: 2.5 u, by which two ways to one support value may
// differ. Rounding alone leaves 0.1% of the pairs that are deep in each other, and 2.5% with a gap of 1e-7.
#define EPA_GAP_FLAT 1.5e-7f

typedef struct epa_edge {
  vec_f w[2], a[2]; // ends in D, counter-clockwise, and their points of A
  vf d;             // distance of its line from the origin, negative where the origin is outside
} epa_edge;

typedef struct epa_state {
  epa_edge edge[EPA_EDGES];
  epa_edge near; // lanes `outside`: the nearest edge so far
  uint32_t count;
  vf rolling_a, rolling_b; // radii of the circles that are taken off
  mf active, outside;      // outside: lanes whose cores are apart without the circles
} epa_state;

// The point of an edge nearest to the origin, in D and in A.
typedef struct edge_foot {
  vec_f w, a;
  vf square; // squared distance
} edge_foot;

typedef struct epa_depth {
  vf depth;   // the cores' depth
  vec_f n;    // unit, from A to B
  vec_f a, b; // points of the cores, in world axes around A's position: a - b is depth times n
  mf certain; // lanes whose bounds meet
  vf evaluations;
} epa_depth;

// Returns the least radius of curvature of an ellipse, less what rounding may add: the square of the shorter semi-axis
// over the longer one.
LANE_INLINE vf least_curvature(const core_lanes_f* core) {
  if (!is_curved_core(core->core)) return vf_set(0);
  const vf xx = core_float_f(core, 0), xy = core_float_f(core, 1), yx = core_float_f(core, 2),
           yy = core_float_f(core, 3);
  const vec_f sum = {vf_add(xx, yy), vf_sub(yx, xy)}, rest = {vf_sub(xx, yy), vf_add(yx, xy)};
  const vf longer = vf_mul(vf_set(0.5f), vf_add(vf_sqrt(dot_f(sum, sum)), vf_sqrt(dot_f(rest, rest))));
  const vf shorter = vf_div(vf_sub(vf_mul(xx, yy), vf_mul(xy, yx)), longer);
  const vf least = vf_mul(vf_set(1 - 1e-5f), vf_mul(vf_div(shorter, longer), shorter));
  return is_mixed_core(core->core) ? vf_select(point_lanes_f(core), vf_set(0), least) : least;
}

// Returns the support of D without the circles. `n`: a unit vector.
LANE_INLINE support_point_f reduced_support(const pair_frame_f* f, const epa_state* s, vec_f n, uint32_t lanes) {
  support_point_f out;
  find_support_f(f, &n, lanes, &out);
  out.a = sub_f(out.a, scale_f(n, s->rolling_a));
  out.w = sub_f(out.w, scale_f(n, vf_add(s->rolling_a, s->rolling_b)));
  return out;
}

// Appends an edge. An edge of length 0, or of a lane outside `some`, is at an infinite distance.
LANE_INLINE const epa_edge* append_edge(epa_state* s, const support_point_f* from, const support_point_f* to, mf some) {
  epa_edge* out = &s->edge[s->count++];
  const vec_f e = sub_f(to->w, from->w);
  const vf length2 = dot_f(e, e);
  const mf none = mf_not(mf_and(some, vf_lt(vf_set(FLT_MIN), length2)));
  const vf d = vf_div(cross_f(from->w, e), vf_sqrt(vf_select(none, vf_set(1), length2)));
  *out = (epa_edge){{from->w, to->w}, {from->a, to->a}, vf_select(none, vf_set(HUGE_VALF), d)};
  return out;
}

// Begins with four supports: along the line of centres, across it, and against both.
LANE_INLINE void begin_polygon(const pair_frame_f* f, uint32_t lanes, epa_state* s) {
  support_point_f p[4];
  const vf size = size_f(f->p), zero = vf_set(0), one = vf_set(1);
  const mf none = vf_le(size, vf_set(SIZE_MIN_f));
  const vec_f v = scale_f(f->p, vf_div(one, vf_select(none, one, size)));
  vec_f n = select_vec_f(none, (vec_f){one, zero}, v);
  n = scale_f(n, vf_div(one, vf_sqrt(dot_f(n, n))));
  s->count = 0;
  s->active = mf_from_bits(lanes);
  s->outside = mf_none();
  s->rolling_a = least_curvature(&f->a);
  s->rolling_b = least_curvature(&f->b);
  for (int i = 0; i < 4; ++i, n = (vec_f){vf_neg(n.y), n.x}) p[i] = reduced_support(f, s, n, lanes);
  for (int i = 0; i < 4; ++i) append_edge(s, &p[i], &p[(i + 1) % 4], s->active);
  s->near = s->edge[0];
}

LANE_INLINE epa_edge select_epa_edge(mf m, const epa_edge* a, const epa_edge* b) {
  epa_edge out = {.d = vf_select(m, a->d, b->d)};
  for (int k = 0; k < 2; ++k) {
    out.w[k] = select_vec_f(m, a->w[k], b->w[k]);
    out.a[k] = select_vec_f(m, a->a[k], b->a[k]);
  }
  return out;
}

// Returns the nearest edge of each lane and puts it at an infinite distance. Ties go to the oldest.
LANE_INLINE epa_edge take_nearest(epa_state* s) {
  epa_edge best = s->edge[0];
  vf number = vf_set(0);
  for (uint32_t i = 1; i < s->count; ++i) {
    const mf nearer = vf_lt(s->edge[i].d, best.d);
    number = vf_select(nearer, vf_set((float)i), number);
    best = select_epa_edge(nearer, &s->edge[i], &best);
  }
  for (uint32_t i = 0; i < s->count; ++i) {
    s->edge[i].d = vf_select(vf_eq(number, vf_set((float)i)), vf_set(HUGE_VALF), s->edge[i].d);
  }
  return best;
}

LANE_INLINE vec_f edge_normal(const epa_edge* edge) {
  const vec_f e = sub_f(edge->w[1], edge->w[0]);
  const vf length2 = dot_f(e, e), some = vf_select(vf_lt(vf_set(FLT_MIN), length2), length2, vf_set(1));
  return scale_f((vec_f){e.y, vf_neg(e.x)}, vf_div(vf_set(1), vf_sqrt(some)));
}

LANE_INLINE edge_foot foot_on(const epa_edge* edge) {
  const vec_f e = sub_f(edge->w[1], edge->w[0]);
  const vf length2 = dot_f(e, e), some = vf_select(vf_lt(vf_set(FLT_MIN), length2), length2, vf_set(1));
  const vf share = vf_max(vf_min(vf_div(vf_neg(dot_f(edge->w[0], e)), some), vf_set(1)), vf_set(0));
  const vec_f w = blend_f(edge->w[0], edge->w[1], share);
  return (edge_foot){w, blend_f(edge->a[0], edge->a[1], share), dot_f(w, w)};
}

// Splits an edge at x. If the origin is outside, only the nearer half goes on, as in a search for a distance.
LANE_INLINE void split_edge(epa_state* s, const epa_edge* edge, const support_point_f* x) {
  const vf zero = vf_set(0);
  const support_point_f from = {edge->w[0], edge->a[0], zero}, to = {edge->w[1], edge->a[1], zero};
  const epa_edge *first = append_edge(s, &from, x, s->active), *second = append_edge(s, x, &to, s->active);
  const edge_foot foot[2] = {foot_on(first), foot_on(second)};
  s->near = select_epa_edge(vf_lt(foot[1].square, foot[0].square), second, first);
}

// Stores the depth of the lanes `done`, along n. `a`: A's point.
LANE_INLINE void store_depth(mf done, vf depth, vec_f n, vec_f a, epa_depth* out) {
  out->depth = vf_select(done, depth, out->depth);
  out->n = select_vec_f(done, n, out->n);
  out->a = select_vec_f(done, a, out->a);
  out->b = select_vec_f(done, sub_f(a, scale_f(n, depth)), out->b);
  out->certain = mf_or(out->certain, done);
}

// Finds the depth of two cores. `gap`: a distance, the most between the bounds. `lanes`: bits of those to compute; what
// `out` holds of the others stays.
static LANE_NOINLINE void find_epa_depth(const pair_frame_f* f, vf gap, uint32_t lanes, epa_depth* out) {
  epa_state s;
  const vf zero = vf_set(0), one = vf_set(1);
  begin_polygon(f, lanes, &s);
  out->evaluations = vf_select(s.active, vf_set(4), out->evaluations);
  for (int i = 0; i < EPA_EXPANSIONS && mf_any(s.active); ++i) {
    const epa_edge least = take_nearest(&s), edge = select_epa_edge(s.outside, &s.near, &least);
    const edge_foot foot = foot_on(&edge);
    const mf off_origin = vf_lt(vf_set(FLT_MIN), foot.square), beside = mf_and(s.outside, off_origin);
    const vf length = vf_sqrt(foot.square), some = vf_select(off_origin, length, one);
    const vec_f n = select_vec_f(beside, scale_f(foot.w, vf_div(vf_set(-1), some)), edge_normal(&edge));
    const vf bound = vf_select(s.outside, vf_neg(length), edge.d);
    const support_point_f x = reduced_support(f, &s, n, mf_bits(s.active));
    const vf h = dot_f(x.w, n), off = size_f(sub_f(foot.w, scale_f(n, bound)));
    out->evaluations = vf_add(out->evaluations, vf_select(s.active, one, zero));
    const mf directed = mf_and(vf_lt(bound, vf_set(HUGE_VALF)), vf_lt(zero, size_f(n)));
    const mf bounded = mf_and(vf_le(vf_sub(h, bound), gap), directed);
    const mf met = mf_and(mf_and(s.active, bounded), vf_le(off, gap));
    const vf depth = vf_add(bound, vf_add(s.rolling_a, s.rolling_b));
    store_depth(met, depth, n, add_f(foot.a, scale_f(n, s.rolling_a)), out);
    s.active = mf_and_not(s.active, met);
    s.outside = mf_or(s.outside, vf_lt(h, zero));
    split_edge(&s, &edge, &x);
  }
}

// ================== attempts: what knows blocks, records and queues

#include "engine/attempt.h"

// Finds depths by the expanding polytope, or first by what the attempt guesses. Fills the contacts of the lanes whose
// depth is certain and greater than the touch band.
LANE_INLINE void fill_depths(class_run* run, pair_block* block, const pair_frame_f* f, mf valid, attempt_kind how,
                             found_lanes* found) {
  (void)valid;
  const vf gap = vf_mul(vf_set(is_curved(run) ? GAP_CURVED : EPA_GAP_FLAT), f->scale), zero = vf_set(0);
  epa_depth depth = {zero, {vf_set(1), zero}, {zero, zero}, {zero, zero}, mf_none(), zero};
  if (how.guess_depth != NULL) how.guess_depth(block, f, gap, &depth);
  const uint32_t left = lanes_of(block) & ~mf_bits(depth.certain);
  if (left != 0) find_epa_depth(f, gap, left, &depth);
  const axis_lanes x = {.distance = vf_sub(vf_neg(depth.depth), f->radius),
                        .n = depth.n,
                        .a = add_f(depth.a, scale_f(depth.n, block->a.radius)),
                        .b = sub_f(depth.b, scale_f(depth.n, block->b.radius)),
                        .overlapping = mf_all(),
                        .proved = mf_and(depth.certain, vf_lt(f->touch_band, depth.depth)),
                        .evaluations = depth.evaluations};
  fill_axes(run->batch, block, &x, found);
  if (run->batch->results.manifold2) {
    facing_edges edges;
    edges.known = mf_none();
    write_edge_manifolds(run->batch, block, f, true, found, &edges);
  }
}

// Runs a block of pairs that wait for their depth. Not inlined: several attempts share it.
static LANE_NOINLINE void try_depths(class_run* run, const block_pairs* pairs, depth_guess_fn* guess) {
  attempt_kind how = simple_kind(CONTACT, IN_DOUBLE);
  how.requeued = how.finds_depths = true;
  how.load = BY_CALL;
  how.guess_depth = guess;
  attempt_results(run, pairs, 1, how, fill_depths);
}

static void depth_by_polytope(class_run* run, const block_pairs* pairs, run_mode mode) {
  (void)mode;
  try_depths(run, pairs, NULL);
}

#endif
