// Makes manifolds in 3D from the contacts of a block's lanes, and writes them. Lanes wait until they fill a block: the
// features of both cores cost as much for one lane as for all.
#ifndef LGJK_ENGINE_MANIFOLD3_H
#define LGJK_ENGINE_MANIFOLD3_H

#include "engine/class_run.h"
#include "manifold3/choice3.h"
#include "manifold3/shown_hull3.h"

// Finds the feature that a core shows. `shape`: the shapes of the block's lanes.
LANE_INLINE void show_core(const lgjk_side* side, const uint32_t* shape, const core_view* v, const core_lanes_f* core,
                           uint32_t lanes, shown_core* out) {
  if (is_box_core(core->core)) {
    show_box(v, core, mf_none(), out);
  } else if (is_segment_core(core->core)) {
    show_segment(v, core, out);
  } else if (is_point_core(core->core) || is_smooth_core(core->core)) {
    begin_shown(vf_set(0), out);
  } else if (is_curved_core(core->core)) {
    show_round(v, core, out);
  } else {
    show_hull(side, shape, v, core, lanes, out);
  }
}

// What the lanes of a block show each other.
typedef struct shown_pair {
  view_axes axes;
  core_view of_a, of_b;
  touch_lanes touch;
  shown_core a, b;
  bool curved;
} shown_pair;

// Shows the features of a block of pairs that wait for their manifold. Their contacts are in the caller's array. Not
// inlined, so that the block is not on the stack while manifolds are made.
static LANE_NOINLINE void show_pairs(const class_run* run, const block_pairs* pairs, shown_pair* out) {
  pair_block block;
  pair_frame_f f;
  vf word[8]; // the head of lgjk_manifold3, and its first point without the id
  const lgjk_batch* batch = run->batch;
  block.pairs = pairs;
  load_any_block(batch, run->core_a, run->core_b, WHOLE_CORE, &block);
  frame_block(batch, &block, &f);
  vf_load_records((const char*)batch->results.manifold3, sizeof(lgjk_manifold3), pairs->pair, 0, 2, word);
  const uint32_t lanes = lanes_of(&block);
  const vec_f origin = position(&block.a), zeros = {0};
  out->touch = (touch_lanes){.normal = from_array_f(word + 1),
                             .middle = sub_f(from_array_f(word + MANIFOLD_HEAD), origin),
                             .origin = origin,
                             .distance = word[7],
                             .scale = f.scale,
                             .margin = vf_set(batch->margin),
                             .lanes = mf_from_bits(lanes)};
  set_axes(out->touch.normal, out->touch.middle, &out->axes);
  out->of_a = view_of(&out->axes, &f.a, zeros, block.a.radius, f.scale, false);
  out->of_b = view_of(&out->axes, &f.b, f.p, block.b.radius, f.scale, true);
  show_core(&batch->a, block.a.shape, &out->of_a, &f.a, lanes, &out->a);
  show_core(&batch->b, block.b.shape, &out->of_b, &f.b, lanes, &out->b);
  out->curved = is_curved_core(block.a.core) || is_curved_core(block.b.core);
}

// Makes the manifolds of a block of pairs that wait for it.
static LANE_NOINLINE void make_queued_manifolds(class_run* run) {
  block_pairs pairs;
  shown_pair s;
  vf word[MANIFOLD_WORDS];
  dequeue(run, MANIFOLD, &pairs);
  show_pairs(run, &pairs, &s);
  make_manifold(&s.axes, &s.touch, &s.of_a, &s.of_b, &s.a, &s.b, s.curved, word);
  store_manifold_words(run->batch->results.manifold3, pairs.pair, lanes_of_pairs(&pairs), word, MANIFOLD_WORDS / 4);
}

// Writes the manifolds of a block; if an earlier run has written its pairs, those of the decided lanes alone. Lanes
// that touch have one point, midway between the witness points. It is the manifold of some points, segments and
// ellipsoids. In other lanes it stands for the contact until the manifold is made.
static LANE_NOINLINE void write_manifolds(class_run* run, const pair_block* block, const pair_frame_f* f,
                                          const found_lanes* found) {
  const lgjk_batch* batch = run->batch;
  const uint32_t lanes = manifolds_to_write(block, found);
  const mf touching = lanes_within_margin(batch, found, lanes_of(block));
  const vec_f middle = blend_f(found->a, found->b, vf_set(0.5f));
  const vf zero = vf_set(0);
  vf numbers[2] = {zero, zero};
  mf single = mf_none();
  if (has_one_point_core(block->a.core) && has_one_point_core(block->b.core)) {
    single = find_one_point(f, found->normal, numbers);
  }
  const vf point[5] = {middle.x, middle.y, middle.z, found->distance, id_of(numbers[0], numbers[1])};
  vf word[12] = {vf_select(touching, vf_of(vi_set(1)), zero)};
  to_array_f(found->normal, word + 1);
  for (int i = 0; i < 5; ++i) word[4 + i] = vf_select(touching, point[i], zero);
  for (int i = 9; i < 12; ++i) word[i] = zero;
  store_manifold_words(batch->results.manifold3, block->pairs->pair, lanes, word, 3);
  enqueue(run, MANIFOLD, block, mf_bits(mf_and_not(touching, single)));
}

#endif
