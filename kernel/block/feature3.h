// This file packs the nearest feature of two cores of up to 32 vertices into a word. The word holds three indices of A
// in five bits each, three of B, and the feature's number of vertices. Supports come from such indices, so points
// restored from them have the same bits.
#ifndef LGJK_BLOCK_FEATURE3_H
#define LGJK_BLOCK_FEATURE3_H

#include "block/record.h"

#define FEATURE_BITS 5 // bits of an index
#define FEATURE_INDEX ((1u << FEATURE_BITS) - 1)
#define FEATURE_COUNT (6 * FEATURE_BITS) // the bits before the number of vertices

LANE_INLINE bool feature_fits(uint32_t core) {
  const lgjk_core_row row = lgjk_core3_row_of(core);
  return core == LGJK_CORE3_BOX || (!row.curved && row.vertices != 0 && row.vertices <= FEATURE_INDEX + 1);
}

// Returns the word of a simplex. Indices beyond the feature's number of vertices are undefined.
LANE_INLINE vi vertex_word(const simplex_f* s) {
  const vf ids[3] = {s->p0.id, s->p1.id, s->p2.id};
  const vf count = vf_select(s->face, vf_set(3), vf_select(s->edge, vf_set(2), vf_set(1)));
  vi word = vi_shl(vi_truncate(count), FEATURE_COUNT);
  for (int i = 0; i < 3; ++i) {
    const vi id = vi_truncate(ids[i]);
    word = vi_or(word, vi_shl(vi_and(id, FEATURE_INDEX), FEATURE_BITS * i));
    word = vi_or(word, vi_shl(vi_shr(id, 8), FEATURE_BITS * (i + 3)));
  }
  return word;
}

// Reads a word into a guess, as read_guess does a record.
LANE_INLINE void read_vertex_word(vi word, warm_guess* guess) {
  const vf count = vf_convert(vi_shr(word, FEATURE_COUNT));
  guess->axis = (vec_f){vf_set(0), vf_set(0), vf_set(0)};
  guess->simplex = mf_all();
  guess->second = vf_le(vf_set(2), count);
  guess->third = vf_le(vf_set(3), count);
  guess->whole = mf_none();
  for (int i = 0; i < 3; ++i) {
    guess->a[i] = vi_and(vi_shr(word, FEATURE_BITS * i), FEATURE_INDEX);
    guess->b[i] = vi_and(vi_shr(word, FEATURE_BITS * (i + 3)), FEATURE_INDEX);
  }
  guess->a[3] = guess->b[3] = vi_set(0);
}

#endif
