// LANE_HEADER: the lane header; LANE_ISA: the set's name.
#include LANE_HEADER

#include "block/frame.h"
#include "case3/polytope.h"

#include "epa3_lanes.h"

static void store_vector(vec_f v, float out[3][LANES]) {
  vf_store(out[0], v.x);
  vf_store(out[1], v.y);
  vf_store(out[2], v.z);
}

static void run_block(const lgjk_batch* batch, uint32_t core_a, uint32_t core_b, const block_pairs* pairs,
                      epa3_answer* out) {
  pair_block block = {.pairs = pairs};
  pair_frame_f f;
  depth_lanes deep;
  float depth[LANES], normal[3][LANES], a[3][LANES], b[3][LANES], evaluations[LANES], scale[LANES];
  load_block(batch, core_a, core_b, WHOLE_CORE, &block);
  const mf valid = mf_and(frame_block(batch, &block, &f), mf_from_bits((uint32_t)(((uint64_t)1 << pairs->count) - 1)));
  find_depth(&f, valid, &f.p, mf_none(), &deep);
  vf_store(depth, deep.depth);
  vf_store(evaluations, deep.evaluations);
  vf_store(scale, f.scale);
  store_vector(deep.normal, normal);
  store_vector(deep.a, a);
  store_vector(sub_f(deep.a, scale_f(deep.normal, deep.depth)), b);
  for (uint32_t l = 0; l < pairs->count; ++l) {
    const bool certified = mf_bits(deep.certified) >> l & 1;
    memset(&out[l], 0, sizeof out[l]);
    out[l].valid = mf_bits(valid) >> l & 1;
    out[l].apart = mf_bits(deep.apart) >> l & 1;
    out[l].certified = certified;
    out[l].evaluations = (uint32_t)evaluations[l];
    out[l].scale = scale[l];
    if (!certified) continue;
    out[l].depth = depth[l];
    for (int k = 0; k < 3; ++k) {
      out[l].normal[k] = normal[k][l];
      out[l].a[k] = a[k][l];
      out[l].b[k] = b[k][l];
    }
  }
}

void LANE_CAT(epa3_run_, LANE_ISA)(const lgjk_batch* batch, const uint16_t* pairs, uint32_t count, epa3_answer* out) {
  for (uint32_t i = 0; i < count; i += LANES) {
    block_pairs taken;
    take_listed(batch, pairs + i, count - i, &taken);
    const uint32_t core_a = batch->a.core[taken.shape_a[0]], core_b = batch->b.core[taken.shape_b[0]];
    run_block(batch, core_a, core_b, &taken, out + i);
  }
}
