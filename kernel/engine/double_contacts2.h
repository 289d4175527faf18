// Answers contacts of flat cores by the separating axis in double (engine/double_axes2.h), narrowed to float. It
// makes the manifolds of all contacts by an axis, too.
#ifndef LGJK_ENGINE_DOUBLE_CONTACTS2_H
#define LGJK_ENGINE_DOUBLE_CONTACTS2_H

#include "engine/double_axes2.h"

// The contact of each lane by its axis, found in float or narrowed from double.
typedef struct axis_lanes {
  vf distance;   // of the shapes, signed
  vec_f n, a, b; // unit normal, from A to B; points of the shapes, around A's position
  mf overlapping, proved;
  vf evaluations;
  facing_edges edges; // known except where the nearest points are two vertices
} axis_lanes;

// The words of an axis in double that are narrowed to float: of its answer those before the masks, of its edges those
// before the separation.
enum {
  ANSWER_WORDS = offsetof(axis_answer_f, proved) / sizeof(vf),
  EDGE_WORDS = offsetof(axis_edges_f, separation) / sizeof(vf)
};

typedef struct narrowed_axis {
  double answer[ANSWER_WORDS][LANES], edges[EDGE_WORDS][LANES];
  uint32_t touch, ended, vertices, of_b, level; // bits of lanes
} narrowed_axis;

LANE_INLINE void store_words(const vd* word, int count, uint32_t shift, double (*to)[LANES]) {
  for (int k = 0; k < count; ++k) vd_store(to[k] + shift, word[k]);
}

LANE_INLINE void narrow_words(double (*from)[LANES], int count, vf* word) {
  for (int k = 0; k < count; ++k) word[k] = vf_narrow(from[k]);
}

// Stores the axis of half a block, with the points of the shapes in place of those of the cores.
LANE_INLINE void store_axis(const pair_frame_d* f, vd ra, const axis_edges_d* x, const axes_end* e, uint32_t shift,
                            narrowed_axis* to) {
  axis_answer_d answer = e->answer;
  answer.distance = e->distance;
  answer.a = add_d(answer.a, scale_d(answer.n, ra));
  answer.b = sub_d(answer.b, scale_d(answer.n, vd_sub(f->radius, ra)));
  store_words((const vd*)(const void*)&answer, ANSWER_WORDS, shift, to->answer);
  store_words((const vd*)(const void*)x, EDGE_WORDS, shift, to->edges);
  to->touch |= md_bits(e->touch) << shift;
  to->ended |= md_bits(e->ended) << shift;
  to->vertices |= md_bits(e->answer.vertices) << shift;
  to->of_b |= md_bits(x->of_b) << shift;
  to->level |= md_bits(x->level) << shift;
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
  axis_answer_f answer;
  axis_edges_f x;
  narrow_words(narrowed.answer, ANSWER_WORDS, (vf*)(void*)&answer);
  narrow_words(narrowed.edges, EDGE_WORDS, (vf*)(void*)&x);
  x.of_b = mf_from_bits(narrowed.of_b);
  x.level = mf_from_bits(narrowed.level);
  face_axis_edges(&x, select_vec_f(x.of_b, neg_f(x.n), x.n), &out->edges.a, &out->edges.b);
  out->distance = answer.distance;
  out->n = answer.n;
  out->a = answer.a;
  out->b = answer.b;
  out->overlapping = mf_from_bits(narrowed.touch);
  out->proved = mf_from_bits(lanes & narrowed.ended);
  out->edges.known = mf_not(mf_from_bits(narrowed.vertices));
  out->evaluations = vf_set(1);
}

// Gives doubtful lanes the verdict of their axis. Not inlined, as few blocks have such lanes; not called by a search,
// to save stack.
static LANE_NOINLINE void check_axes(const lgjk_batch* batch, const pair_block* block, double_answers* c) {
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

// Fills the contacts of `lanes`. Those without a proof are not decided, unless they are bad.
LANE_INLINE void fill_axes(const lgjk_batch* batch, const pair_block* block, mf lanes, const axis_lanes* x,
                           found_lanes* found) {
  const vec_f zeros = {vf_set(0), vf_set(0)}, centre = add_f(position(&block->a), zeros);
  const mf proved = mf_and(lanes, x->proved), beyond = mf_and(proved, vf_lt(vf_set(batch->max_distance), x->distance));
  const mf reported = mf_and_not(proved, beyond);
  found->overlapping = mf_or(mf_and(proved, x->overlapping), mf_and_not(found->overlapping, lanes));
  found->beyond = mf_or(beyond, mf_and_not(found->beyond, lanes));
  found->decided = mf_bits(mf_or(proved, found->bad)) | (found->decided & ~mf_bits(lanes));
  const vf distance = vf_select(reported, x->distance, vf_select(beyond, vf_set(HUGE_VALF), vf_set(0)));
  found->distance = vf_select(lanes, distance, found->distance);
  found->normal = select_vec_f(lanes, select_vec_f(reported, x->n, zeros), found->normal);
  found->a = select_vec_f(lanes, select_vec_f(reported, add_f(centre, x->a), zeros), found->a);
  found->b = select_vec_f(lanes, select_vec_f(reported, add_f(centre, x->b), zeros), found->b);
  found->evaluations = vf_select(lanes, x->evaluations, found->evaluations);
}

// Answers the given lanes, as bits, of a loaded block in a later run; returns those that are left for a search.
static LANE_NOINLINE uint32_t write_axis_contacts(const lgjk_batch* batch, const pair_block* block, uint32_t lanes) {
  axis_lanes x;
  pair_frame_f f;
  found_lanes found = nothing_found(mf_none());
  found.adds_to_counts = true;
  find_axes_in_double(batch, block, lanes, &x);
  fill_axes(batch, block, mf_all(), &x, &found);
  clear_evaluations(batch, block->pairs, lanes & found.decided);
  write_answers(batch, block, lanes & found.decided, &found, CONTACT);
  if (batch->results.manifold2) {
    frame_block(batch, block, &f);
    write_edge_manifolds(batch, block, &f, true, &found, &x.edges);
  }
  return lanes & ~found.decided;
}

#endif
