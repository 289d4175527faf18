// Answers contacts of flat cores by the separating axis in double (query/canonical_axes2.h), narrowed to float. It
// makes the manifolds of all contacts by an axis, too.
#ifndef LGJK_QUERY_CANONICAL_CONTACTS2_H
#define LGJK_QUERY_CANONICAL_CONTACTS2_H

#include "query/canonical_axes2.h"

// The contact of each lane by its axis, found in float or narrowed from double.
typedef struct axis_lanes {
  vf distance;   // of the shapes, signed
  vec_f n, a, b; // unit normal, from A to B; points of the shapes, around A's position
  mf overlapping, proved;
  mf vertices; // lanes whose nearest points are two vertices
  vf evaluations;
  facing_edge edge_a, edge_b; // as of a manifold, except of lanes in `vertices`
} axis_lanes;

// Indices of the doubles of an axis that are narrowed to float. Vectors have two.
enum {
  AXIS_DISTANCE,
  AXIS_N,
  AXIS_A = AXIS_N + 2,
  AXIS_B = AXIS_A + 2,
  AXIS_OUT = AXIS_B + 2,
  AXIS_FROM = AXIS_OUT + 2,
  AXIS_TO = AXIS_FROM + 2,
  AXIS_START = AXIS_TO + 2,
  AXIS_END = AXIS_START + 2,
  AXIS_NUMBER = AXIS_END + 2,
  AXIS_NEXT,
  AXIS_ACROSS,
  AXIS_ACROSS_NEXT,
  AXIS_CORNER,
  AXIS_WORDS
};

typedef struct narrowed_axis {
  double word[AXIS_WORDS][LANES];
  uint32_t touch, ended, vertices, of_b, level; // bits of lanes
} narrowed_axis;

LANE_INLINE void store_two(vec_d v, uint32_t word, uint32_t shift, narrowed_axis* to) {
  vd_store(to->word[word] + shift, v.x);
  vd_store(to->word[word + 1] + shift, v.y);
}

LANE_INLINE void store_axis(const pair_frame_d* f, vd ra, const axis_edges_d* x, const axes_end* e, uint32_t shift,
                            narrowed_axis* to) {
  const vec_d n = e->answer.n;
  vd_store(to->word[AXIS_DISTANCE] + shift, e->distance);
  store_two(n, AXIS_N, shift, to);
  store_two(add_d(e->answer.a, scale_d(n, ra)), AXIS_A, shift, to);
  store_two(sub_d(e->answer.b, scale_d(n, vd_sub(f->radius, ra))), AXIS_B, shift, to);
  store_two(x->n, AXIS_OUT, shift, to);
  store_two(x->from, AXIS_FROM, shift, to);
  store_two(x->to, AXIS_TO, shift, to);
  store_two(x->across.start, AXIS_START, shift, to);
  store_two(x->across.end, AXIS_END, shift, to);
  vd_store(to->word[AXIS_NUMBER] + shift, x->number);
  vd_store(to->word[AXIS_NEXT] + shift, x->next);
  vd_store(to->word[AXIS_ACROSS] + shift, x->across.number);
  vd_store(to->word[AXIS_ACROSS_NEXT] + shift, x->across.next);
  vd_store(to->word[AXIS_CORNER] + shift, x->across.corner);
  to->touch |= md_bits(e->touch) << shift;
  to->ended |= md_bits(e->ended) << shift;
  to->vertices |= md_bits(e->answer.vertices) << shift;
  to->of_b |= md_bits(x->of_b) << shift;
  to->level |= md_bits(x->level) << shift;
}

LANE_INLINE vec_f narrow_two(const narrowed_axis* from, uint32_t word) {
  return (vec_f){vf_narrow(from->word[word]), vf_narrow(from->word[word + 1])};
}

// Finds in double the axes of the given lanes, as bits. Other lanes are not proved.
static LANE_NOINLINE void find_axes_in_double(const lgjk_batch* batch, const pair_block* block, uint32_t lanes,
                                              axis_lanes* out) {
  narrowed_axis narrowed;
  memset(&narrowed, 0, sizeof narrowed);
  for (unsigned half = 0; half * WIDE_LANES < LANES; ++half) {
    pair_frame_d f;
    axis_edges_d x;
    axes_end e;
    if (!(lanes >> half * WIDE_LANES)) continue;
    frame_half(batch, block, half, &f);
    end_at_axis(&f, &x, &e);
    store_axis(&f, vd_widen(block->a.radius, half), &x, &e, half * WIDE_LANES, &narrowed);
  }
  axis_edges_f x;
  x.n = narrow_two(&narrowed, AXIS_OUT);
  x.of_b = mf_from_bits(narrowed.of_b);
  x.level = mf_from_bits(narrowed.level);
  x.from = narrow_two(&narrowed, AXIS_FROM);
  x.to = narrow_two(&narrowed, AXIS_TO);
  x.number = vf_narrow(narrowed.word[AXIS_NUMBER]);
  x.across.start = narrow_two(&narrowed, AXIS_START);
  x.across.end = narrow_two(&narrowed, AXIS_END);
  x.next = vf_narrow(narrowed.word[AXIS_NEXT]);
  x.across.number = vf_narrow(narrowed.word[AXIS_ACROSS]);
  x.across.next = vf_narrow(narrowed.word[AXIS_ACROSS_NEXT]);
  x.across.corner = vf_narrow(narrowed.word[AXIS_CORNER]);
  face_axis_edges(&x, select_vec_f(x.of_b, neg_f(x.n), x.n), &out->edge_a, &out->edge_b);
  out->distance = vf_narrow(narrowed.word[AXIS_DISTANCE]);
  out->n = narrow_two(&narrowed, AXIS_N);
  out->a = narrow_two(&narrowed, AXIS_A);
  out->b = narrow_two(&narrowed, AXIS_B);
  out->overlapping = mf_from_bits(narrowed.touch);
  out->proved = mf_from_bits(lanes & narrowed.ended);
  out->vertices = mf_from_bits(narrowed.vertices);
  out->evaluations = vf_set(1);
}

// Gives doubtful lanes the verdict of their axis. Not inlined, as few blocks have such lanes; not called by a search,
// to save stack.
static LANE_NOINLINE void ask_axes(const lgjk_batch* batch, const pair_block* block, canonical_lanes* c) {
  axis_lanes x;
  find_axes_in_double(batch, block, c->doubtful, &x);
  uint32_t touching = c->doubtful & mf_bits(x.overlapping);
  c->overlapping |= touching;
  for (; touching != 0; touching &= touching - 1) {
    const uint32_t l = (uint32_t)__builtin_ctz(touching);
    c->distance[l] = 0;
    for (int k = 0; k < DIM; ++k) c->b[k][l] = c->a[k][l];
  }
}

// Fills the results of the lanes of x->proved; of the others only bad ones are decided.
LANE_INLINE void fill_axes(const lgjk_batch* batch, const pair_block* block, const axis_lanes* x, found_lanes* found) {
  const vec_f zeros = {vf_set(0), vf_set(0)}, centre = add_f(position(&block->a), zeros);
  found->overlapping = mf_and(x->proved, x->overlapping);
  found->beyond = mf_and(x->proved, vf_lt(vf_set(batch->max_distance), x->distance));
  const mf told = mf_and_not(x->proved, found->beyond);
  found->decided = mf_bits(mf_or(x->proved, found->bad));
  found->distance = vf_select(told, x->distance, vf_select(found->beyond, vf_set(HUGE_VALF), vf_set(0)));
  found->normal = select_vec_f(told, x->n, zeros);
  found->a = select_vec_f(told, add_f(centre, x->a), zeros);
  found->b = select_vec_f(told, add_f(centre, x->b), zeros);
  found->evaluations = x->evaluations;
}

// Finds the edges that face each other along the normal in `lanes`, whose axis does not tell them. `f`: the frame of
// the block if that has all rows, else NULL.
static LANE_NOINLINE void face_edges(const lgjk_batch* batch, const pair_block* block, const pair_frame_f* f, mf lanes,
                                     vec_f n, axis_lanes* x) {
  pair_block loaded;
  pair_frame_f own;
  facing_edge a, b;
  if (f == NULL) {
    loaded.pairs = block->pairs;
    load_block(batch, block->a.core, block->b.core, ALL_ROWS, &loaded);
    frame_block(batch, &loaded, &own);
    f = &own;
  }
  find_facing_edges(f, &n, mf_bits(lanes), &a, &b);
  x->edge_a = select_facing_edge(lanes, &a, &x->edge_a);
  x->edge_b = select_facing_edge(lanes, &b, &x->edge_b);
}

// Writes the manifolds of a block. `x` holds the lanes `by_axes`, as bits. `rows`: whether the block has all of them.
static LANE_NOINLINE void write_axis_manifolds(const lgjk_batch* batch, const pair_block* block, const pair_frame_f* f,
                                               uint32_t by_axes, bool rows, const found_lanes* found, axis_lanes* x) {
  const uint32_t lanes = lanes_of(block) & found->decided;
  const mf touching = mf_and(within_margin(batch, found), mf_from_bits(lanes));
  const mf facing = mf_and_not(touching, mf_and_not(mf_from_bits(by_axes), x->vertices));
  manifold_lanes m;
  if (!mf_any(touching)) {
    write_no_points(batch->results.manifold2, block->pairs, found->later ? lanes : lanes_of(block), found);
    return;
  }
  if (mf_any(facing)) face_edges(batch, block, rows ? f : NULL, facing, found->normal, x);
  find_manifold(batch, block, f, &x->edge_a, &x->edge_b, found, touching, &m);
  write_manifold_lanes(batch, block, lanes, found, &m);
}

// Answers the given lanes, as bits, of a loaded block in a later run; returns those that are left for a search.
static LANE_NOINLINE uint32_t run_axes_in_double(const lgjk_batch* batch, const pair_block* block, uint32_t lanes) {
  axis_lanes x;
  pair_frame_f f;
  found_lanes found = nothing_found(mf_none());
  found.later = true;
  find_axes_in_double(batch, block, lanes, &x);
  fill_axes(batch, block, &x, &found);
  clear_evaluations(batch, block->pairs, lanes & found.decided);
  write_answers(batch, block, lanes & found.decided, &found, CONTACT);
  if (batch->results.manifold2) {
    frame_block(batch, block, &f);
    write_axis_manifolds(batch, block, &f, UINT32_MAX, true, &found, &x);
  }
  return lanes & ~found.decided;
}

#endif
