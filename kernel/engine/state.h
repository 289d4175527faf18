// Holds the state of a block while it is searched in float32.
#ifndef LGJK_ENGINE_STATE_H
#define LGJK_ENGINE_STATE_H

#include <math.h>

#include "block/frame.h"
#include OF_DIM("block/warm2.h", "block/warm3.h")
#include "engine/class_run.h"

LANE_INLINE bool is_curved(const class_run* run) { return is_curved_core(run->core_a) || is_curved_core(run->core_b); }

LANE_INLINE bool has_maximum(const class_run* run, query_id query) {
  return !needs_verdict(query) && run->batch->max_distance < HUGE_VALF;
}

// Returns the bounds of a search. A support plane beyond the maximum distance does not end a search for a distance. In
// lanes that run together, that test costs more than comparing the distances found. The record of a search that was cut
// short does not name the nearest feature.
LANE_INLINE search_bounds_f bounds_of(const class_run* run, const pair_block* block, const pair_frame_f* f,
                                      query_id query) {
  search_bounds_f bounds;
  bounds.reaches = needs_verdict(query);
  bounds.reach = vf_add(f->radius, f->touch_band);
  bounds.gap = vf_mul(vf_set(is_curved(run) ? GAP_CURVED : GAP_FLAT), f->scale);
#if DIM == 3
  const side_lanes *a = &block->a, *b = &block->b;
  const vf none = vf_set(0); // the bound is the greatest length of a vertex
  const vf on_a = a->on_grid ? a->header[HEADER_BOUND] : none, on_b = b->on_grid ? b->header[HEADER_BOUND] : none;
  bounds.doubt = vf_mul(vf_set(GRID_DOUBT), vf_add(on_a, on_b));
#else
  (void)block;
#endif
  return bounds;
}

// A block in float32.
typedef struct block_state {
  pair_frame_f f;
  simplex_f s;
  search_bounds_f bounds;
  mf valid;          // lanes whose input is in the domain
  mf searched;       // the valid lanes whose bounding circles are within the maximum distance
  vf evaluations;    // support evaluations so far
  vf record[4];      // the pair's warm record before this run
  mf keeps;          // lanes whose record stays as before, if they end in this run
  uint32_t nameless; // bits of searched lanes whose record names nothing: they begin again, in WITHOUT_RECORD
  bool ordered;      // 3D: the feature has been put in its order (block/warm3.h), before it was verified
  mf crossing;       // if ordered: lanes whose nearest point is in the parallelogram of its three vertices
} block_state;

// How a block is loaded: by a call; by inlined code, where a call and its stores would cost 5% of a light pair; or by
// inlined code for two boxes.
typedef enum load_way { BY_CALL, IN_PLACE, BOXES_IN_PLACE } load_way;

LANE_INLINE void open_block(const class_run* run, const block_pairs* pairs, load_way load, core_part part,
                            pair_block* block) {
  block->pairs = pairs;
  if (load == BY_CALL) {
    load_block(run->batch, run->core_a, run->core_b, part, block);
  } else if (load == IN_PLACE) {
    load_block_in_place(run->batch, run->core_a, run->core_b, part, block);
  } else {
    load_block_of_boxes_in_place(run->batch, part, block);
  }
}

// Loads a block and makes its frame. Returns the valid lanes. `half`: room for the half extents of two boxes: a frame
// that points to the block would keep all of it in memory, 14 KB in 3D.
LANE_INLINE mf open_frame(const class_run* run, const block_pairs* pairs, load_way load, core_part part,
                          pair_block* block, vf half[2][DIM], pair_frame_f* out) {
  open_block(run, pairs, load, part, block);
  if (DIM == 2 || load != BOXES_IN_PLACE) return frame_block(run->batch, block, out);
  pair_frame_f f;
  const mf valid = frame_block(run->batch, block, &f);
  for (uint32_t k = 0; k < DIM; ++k) {
    half[0][k] = core_float_f(&f.a, k);
    half[1][k] = core_float_f(&f.b, k);
  }
  out->a = (core_lanes_f){.core = f.a.core, .floats = half[0], .rotation = f.a.rotation};
  out->b = (core_lanes_f){.core = f.b.core, .floats = half[1], .rotation = f.b.rotation};
  out->p = f.p;
  out->radius = f.radius;
  out->scale = f.scale;
  out->touch_band = f.touch_band;
  return valid;
}

// Begins the state of a loaded block.
LANE_INLINE void begin_state(const class_run* run, const pair_block* block, block_state* state, query_id query) {
  state->valid = frame_block(run->batch, block, &state->f);
  state->bounds = bounds_of(run, block, &state->f, query);
  state->searched = state->valid;
  if (has_maximum(run, query)) {
    const vf most = vf_set(run->batch->max_distance);
    state->searched = mf_and_not(state->valid, bounding_apart(block, &state->f, state->valid, most));
  }
  state->evaluations = vf_set(0);
  state->nameless = 0;
  state->ordered = false;
}

// Loads a block and begins its state, in one call for all runs that are not light.
static LANE_NOINLINE void open_by_call(const class_run* run, const block_pairs* pairs, core_part part, query_id goal,
                                       pair_block* block, block_state* state) {
  block->pairs = pairs;
  load_any_block(run->batch, run->core_a, run->core_b, part, block);
  begin_state(run, block, state, goal);
}

LANE_INLINE void open_state(const class_run* run, const block_pairs* pairs, load_way load, core_part part,
                            query_id goal, pair_block* block, block_state* state) {
  if (load == BY_CALL) {
    open_by_call(run, pairs, part, goal, block, state);
    return;
  }
  open_block(run, pairs, load, part, block);
  begin_state(run, block, state, goal);
}

// Counts the pairs that bounding tests decide: schedule/cull.h decides by their share whether the next tile is culled.
LANE_INLINE void count_decided(const lgjk_batch* batch, uint32_t lanes) {
  if (lanes != 0) batch->tally->by_bounding += lane_count(lanes);
}

// Ends the lanes whose bounding circles are beyond the maximum distance as if a support plane separated them.
LANE_INLINE void end_beyond(const class_run* run, const pair_block* block, block_state* state, query_id goal) {
  if (!has_maximum(run, goal)) return;
  const mf beyond = mf_and_not(state->valid, state->searched);
  state->s.separated = mf_or(state->s.separated, beyond);
  count_decided(run->batch, mf_bits(beyond) & lanes_of(block));
}

// Marks the same lanes `beyond` in a run without a search, as if they had been culled before.
LANE_INLINE void mark_bounding_beyond(const class_run* run, const pair_block* block, const pair_frame_f* f, mf valid,
                                      found_lanes* found) {
  if (!(run->batch->max_distance < HUGE_VALF)) return;
  const mf apart = bounding_apart(block, f, valid, vf_set(run->batch->max_distance));
  found->beyond = mf_or(found->beyond, apart);
  found->distance = vf_select(apart, vf_set(HUGE_VALF), found->distance);
  found->evaluations = vf_select(apart, vf_set(0), found->evaluations);
  found->decided |= mf_bits(apart);
  count_decided(run->batch, mf_bits(apart) & lanes_of(block));
}

// Counts one more evaluation in the active lanes.
LANE_INLINE void count_active(block_state* state) {
  state->evaluations = vf_select(state->s.active, vf_add(state->evaluations, vf_set(1)), state->evaluations);
}

LANE_INLINE void load_records(const class_run* run, const pair_block* block, vf record[4]) {
  vf_load_records((const char*)run->batch->warm, sizeof(lgjk_warm), block->pairs->pair, 0, 1, record);
}

// Returns the lanes of a step that are active, as bits of any block.
LANE_INLINE uint32_t any_active(const block_state state[BLOCKS], int blocks) {
  uint32_t any = 0;
  for (int u = 0; u < blocks; ++u) any |= mf_bits(state[u].s.active);
  return any;
}

// ------------------------------------------------------------------ records of lanes that have ended

#if DIM == 3
// Stores the records of two boxes as packed points (case3/boxes.h), whatever found them. `common`: common points of
// the lanes that are inside.
static LANE_NOINLINE void write_middles_of_boxes(const class_run* run, const pair_block* block,
                                                 const block_state* state, mf changes, vec_f axis, vec_f common) {
  const core_lanes_f* a = &state->f.a;
  const vec_f point = unrotate_f(&a->rotation, sub_f(common, position(&block->a)));
  store_middles_of_features(run->batch->warm, block->pairs->pair, changes, state->record, &state->s, axis,
                            pack_point(point, coordinates_f(a, 0)));
}
#endif

// Stores the records of ended lanes that do not keep theirs. A warm run nearly always keeps all and a search none, so
// the branch is predicted. `v`: the vector of the distance, from B to A.
LANE_INLINE void write_changed_records(const class_run* run, const pair_block* block, const block_state* state,
                                       mf ended, vec_f v, const found_lanes* found) {
  const simplex_f* s = &state->s;
  const mf changes = mf_and_not(ended, state->keeps);
  if (block->pairs->count == 0 || !mf_any(changes)) return;
  const vec_f axis = select_vec_f(s->separated, s->axis, neg_f(v));
#if DIM == 3
  if (is_boxes(run)) {
    write_middles_of_boxes(run, block, state, changes, axis, found->a);
    return;
  }
#endif
  (void)found;
  write_records(run->batch->warm, block->pairs->pair, changes, state->record, s, axis);
}

#endif
