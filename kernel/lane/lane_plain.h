// Operations that go lane by lane where an instruction set has nothing better: included at the end of a lane header,
// which defines LANE_HAS_... of the operations that it has itself.
#ifndef LGJK_LANE_PLAIN_H
#define LGJK_LANE_PLAIN_H

#include "lane/lane_masks.h"

#ifndef LANE_HAS_LOOK_UP
// Words of the caller's arrays by index: out[l] is the word at base + stride * index[l], or `most` where it is larger.
LANE_INLINE void lane_look_up(const char* base, size_t stride, const uint32_t* index, uint32_t most, uint32_t* out) {
  for (uint32_t l = 0; l < LANES; ++l) {
    uint32_t word;
    memcpy(&word, base + stride * index[l], sizeof word);
    out[l] = word < most ? word : most;
  }
}
#endif

// Words of a table that are read from memory where they are used, and indices that are read one by one from where they
// were stored. It matters where a compiler would rather keep either in vectors, and take these apart.
LANE_INLINE const uint32_t* lane_table(const uint32_t* words) { return words; }
LANE_INLINE void lane_stored(uint32_t index[LANES]) { (void)index; }

// Appends the values of the lanes whose bit is set, without a branch on the bits; to has room for one more.
LANE_INLINE uint32_t lane_append(uint16_t* to, const uint32_t* values, uint32_t bits) {
  uint32_t count = 0;
  for (uint32_t l = 0; l < LANES; ++l) {
    to[count] = (uint16_t)values[l];
    count += bits >> l & 1;
  }
  return count;
}

LANE_INLINE void lane_append_words(uint32_t* to, const uint32_t* values, uint32_t bits) {
  uint32_t count = 0;
  for (uint32_t l = 0; l < LANES; ++l) {
    to[count] = values[l];
    count += bits >> l & 1;
  }
}

// x, y and z in turns.
LANE_INLINE void vf_store_triples(float* p, vf x, vf y, vf z) {
  float each[3][LANES];
  vf_store(each[0], x);
  vf_store(each[1], y);
  vf_store(each[2], z);
  for (uint32_t l = 0; l < LANES; ++l) {
    for (uint32_t k = 0; k < 3; ++k) p[3 * l + k] = each[k][l];
  }
}

// Of each lane the entry of a table of 16 that its index has, modulo 16.
LANE_INLINE vf vf_choose(const float table[16], vi index) {
  uint32_t each[LANES];
  float chosen[LANES];
  vi_store(each, index);
  for (uint32_t l = 0; l < LANES; ++l) chosen[l] = table[each[l] % 16];
  return vf_load(chosen);
}

#ifndef LANE_HAS_PICK
// Of each lane its own entry of a table, of `size` rows each: out[i] has in lane l that of row size * index[l] + i.
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

// The largest lane, of numbers.
LANE_INLINE float vf_largest(vf a) {
  float each[LANES], largest;
  vf_store(each, a);
  largest = each[0];
  for (uint32_t l = 1; l < LANES; ++l) largest = each[l] > largest ? each[l] : largest;
  return largest;
}
LANE_INLINE double vd_largest(vd a) {
  double each[WIDE_LANES], largest;
  vd_store(each, a);
  largest = each[0];
  for (uint32_t l = 1; l < WIDE_LANES; ++l) largest = each[l] > largest ? each[l] : largest;
  return largest;
}

#endif
