// This file reads the nearest feature of two cores of up to 32 vertices from a word. The word holds three indices of A
// in five bits each, three of B, and the feature's number of vertices. Supports come from such indices, so points
// restored from them have the same bits.
#ifndef LGJK_BLOCK_FEATURE3_H
#define LGJK_BLOCK_FEATURE3_H

#include "block/record.h"

#define FEATURE_BITS 5 // bits of an index
#define FEATURE_INDEX ((1u << FEATURE_BITS) - 1)
#define FEATURE_COUNT (6 * FEATURE_BITS) // the bits before the number of vertices

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
