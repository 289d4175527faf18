// Codes by which the bodies of a tree are sorted, in lanes.
#ifndef LGJK_FIND_CODES_H
#define LGJK_FIND_CODES_H

#include "find/job.h"
#include "lane/lane.h"

// Writes the codes of bodies first..end - 1. Those left out have any code. Up to LANES - 1 codes more are written.
static void find_codes(const find_job* job, const tree_plan* plan, uint32_t first, uint32_t end, uint32_t* code) {
  for (uint32_t i = first; i < end; i += LANES) {
    vi cell[DIM], bits = vi_set(0);
    for (int k = 0; k < DIM; ++k) {
      vf t = vf_mul(vf_sub(vf_load(job->bounds.centre[k] + i), vf_set(plan->low[k])), vf_set(plan->scale[k]));
      t = vf_min(t, vf_set(plan->most[k]));
      cell[k] = vi_truncate(vf_max(t, vf_set(0)));
    }
    for (uint32_t b = 0; b < plan->bits; ++b) {
      bits = vi_or(vi_shl(bits, 1), vi_and(vi_shr(cell[plan->axis[b]], plan->shift[b]), 1));
    }
    vi_store(code + (i - first), bits);
  }
}

#endif
