// Operations that go lane by lane, for instruction sets that have nothing better. A lane header includes this at its
// end, and defines LANE_HAS_... for the operations that it has itself.
#ifndef LGJK_LANE_PLAIN_H
#define LGJK_LANE_PLAIN_H

#ifndef LANES
#error "include a lane header"
#endif

LANE_INLINE mf mf_all(void) { return mf_from_bits(UINT32_MAX); }
LANE_INLINE mf mf_none(void) { return mf_from_bits(0); }
LANE_INLINE mf mf_not(mf m) { return mf_and_not(mf_all(), m); }

// Looks up words of the caller's arrays: out[l] is the word at base + stride * index[l], or `most` if it is larger.
LANE_INLINE void lane_look_up(const char* base, size_t stride, const uint32_t* index, uint32_t most, uint32_t* out) {
  for (uint32_t l = 0; l < LANES; ++l) {
    uint32_t word;
    memcpy(&word, base + stride * index[l], sizeof word);
    out[l] = word < most ? word : most;
  }
}

#ifndef LANE_HAS_PICK
// Picks an entry (`size` rows of a table) for each lane: lane l of out[i] is that of row size * index[l] + i.
LANE_INLINE void vf_pick(const vf* rows, uint32_t size, uint32_t count, vi index, vf* out) {
  uint32_t each[LANES];
  float picked[LANES];
  vi_store(each, index);
  for (uint32_t i = 0; i < count; ++i) {
    for (uint32_t l = 0; l < LANES; ++l) {
      picked[l] = ((const float*)(const void*)(rows + size * each[l] + i))[l];
    }
    out[i] = vf_load(picked);
  }
}
#endif

#ifndef LANE_HAS_PERMUTES
// Make a compiler read words of a table from memory at each use, and stored indices one by one. Only a compiler that
// would keep either in vectors, and take these apart, needs it (lane_512.h).
LANE_INLINE const uint32_t* lane_table(const uint32_t* words) { return words; }
LANE_INLINE void lane_stored(uint32_t index[LANES]) { (void)index; }

// Append the values of the lanes whose bit is set, without a branch on the bits. `to` has room for one value more; that
// of words for LANES of them.
LANE_INLINE uint32_t lane_append(uint16_t* to, const uint32_t* values, uint32_t bits) {
  uint32_t count = 0;
  for (uint32_t l = 0; l < LANES; ++l) {
    to[count] = (uint16_t)values[l];
    count += bits >> l & 1;
  }
  return count;
}

#ifndef LANE_HAS_APPEND_WORDS
LANE_INLINE void lane_append_words(uint32_t* to, const uint32_t* values, uint32_t bits) {
  uint32_t count = 0;
  for (uint32_t l = 0; l < LANES; ++l) {
    to[count] = values[l];
    count += bits >> l & 1;
  }
}
#endif

// Stores x, y and z alternately.
LANE_INLINE void vf_store_triples(float* p, vf x, vf y, vf z) {
  float each[3][LANES];
  vf_store(each[0], x);
  vf_store(each[1], y);
  vf_store(each[2], z);
  for (uint32_t l = 0; l < LANES; ++l) {
    for (uint32_t k = 0; k < 3; ++k) p[3 * l + k] = each[k][l];
  }
}

// Return the largest lane; no lane is NaN.
#define LANE_LARGEST(v, real, lanes)                                                      \
  LANE_INLINE real v##_largest(v a) {                                                     \
    real each[lanes], largest;                                                            \
    v##_store(each, a);                                                                   \
    largest = each[0];                                                                    \
    for (uint32_t l = 1; l < lanes; ++l) largest = each[l] > largest ? each[l] : largest; \
    return largest;                                                                       \
  }
LANE_LARGEST(vf, float, LANES)       // vf_largest
LANE_LARGEST(vd, double, WIDE_LANES) // vd_largest
#endif

#endif
