// Codes by which the bodies of a tree are sorted, in lanes.
#ifndef LGJK_FIND_CODES_H
#define LGJK_FIND_CODES_H

#include "find/job.h"
#include "lane/lane.h"

// Appends to codes the places of cells, below their first `levels` bits from the top, on Hilbert's curve: what follows
// each other there is near each other, without a jump (Skilling 2004: "Programming the Hilbert curve", whose exchange
// of low bits is one of words here, since no level reads the bits above its own). Masks are all bits or none.
LANE_INLINE vi append_places(vi code, vi cell[DIM], uint32_t levels) {
  vi turned = vi_set(0);
  for (uint32_t n = 0; n < levels; ++n) {
    vi upper[DIM], digit = vi_set(0);
    for (uint32_t k = 0; k < DIM; ++k) {
      upper[k] = vi_sar(cell[k], 31);
      cell[k] = vi_add(cell[k], cell[k]);
      digit = vi_xor(digit, upper[k]);
      code = vi_sub(vi_add(code, code), vi_xor(digit, turned));
    }
    turned = vi_xor(turned, digit);
    cell[0] = vi_xor(cell[0], upper[0]);
    for (uint32_t k = 1; k < DIM; ++k) { // lower half: exchanges; upper half: inverts
      const vi change = vi_and_not(vi_xor(cell[0], cell[k]), upper[k]);
      cell[k] = vi_xor(cell[k], change);
      cell[0] = vi_xor(cell[0], vi_or(upper[k], change));
    }
  }
  return code;
}

// Returns the codes of LANES bodies. One without a position has any.
LANE_INLINE vi codes_of(const tree_plan* plan, const vf at[DIM]) {
  vi cell[DIM], code = vi_set(0);
  for (uint32_t k = 0; k < DIM; ++k) {
    const vf t = vf_mul(vf_sub(at[k], vf_set(plan->low[k])), vf_set(plan->scale[k]));
    cell[k] = vi_truncate(vf_max(vf_min(t, vf_set(plan->most[k])), vf_set(0)));
  }
  for (uint32_t b = 0; b < plan->bits - plan->levels * DIM; ++b) {
    code = vi_or(vi_shl(code, 1), vi_and(vi_shr(cell[plan->axis[b]], plan->shift[b]), 1));
  }
  if (plan->levels == 0) return code;
  for (uint32_t k = 0; k < DIM; ++k) cell[k] = vi_shl(cell[k], 32 - (int)plan->levels);
  return append_places(code, cell, plan->levels);
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
      const float* from = job->tree.centre[plan->order[k]];
      at[k] = in_row ? vf_load(from + first) : vf_load_each((const char*)from, sizeof *from, body);
    }
    vi_store(code, codes_of(plan, at));
    for (uint32_t l = 0; l < some; ++l) item[i + l] = (uint64_t)code[l] << 32 | (uint32_t)item[i + l];
  }
}

#endif
