// Codes by which the bodies of a tree are sorted, in lanes.
#ifndef LGJK_FIND_CODES_H
#define LGJK_FIND_CODES_H

#include "find/job.h"
#include "lane/lane.h"

// Returns the codes of LANES bodies. One without a position has any.
LANE_INLINE vi codes_of(const tree_plan* plan, const vf at[DIM]) {
  vi cell[DIM], bits = vi_set(0);
  for (uint32_t k = 0; k < DIM; ++k) {
    const vf t = vf_mul(vf_sub(at[k], vf_set(plan->low[k])), vf_set(plan->scale[k]));
    cell[k] = vi_truncate(vf_max(vf_min(t, vf_set(plan->most[k])), vf_set(0)));
  }
  for (uint32_t b = 0; b < plan->bits; ++b) {
    bits = vi_or(vi_shl(bits, 1), vi_and(vi_shr(cell[plan->axis[b]], plan->shift[b]), 1));
  }
  return bits;
}

// Writes the codes of items.
static void find_codes(const find_job* job, const tree_plan* plan, uint64_t* item, uint32_t count) {
  for (uint32_t i = 0; i < count; i += LANES) {
    const uint32_t some = count - i < LANES ? count - i : LANES, first = (uint32_t)item[i];
    uint32_t body[LANES], code[LANES];
    bool in_row = some == LANES;
    for (uint32_t l = 0; l < LANES; ++l) {
      body[l] = (uint32_t)item[i + (l < some ? l : 0)];
      in_row = in_row && body[l] == first + l;
    }
    vf at[DIM];
    for (uint32_t k = 0; k < DIM; ++k) {
      const float* from = job->bounds.centre[k];
      at[k] = in_row ? vf_load(from + first) : vf_load_each((const char*)from, sizeof *from, body);
    }
    vi_store(code, codes_of(plan, at));
    for (uint32_t l = 0; l < some; ++l) item[i + l] = (uint64_t)code[l] << 32 | (uint32_t)item[i + l];
  }
}

#endif
