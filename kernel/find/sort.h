// Sorts lists of body numbers.
#ifndef LGJK_FIND_SORT_H
#define LGJK_FIND_SORT_H

#include <stdint.h>
#include <string.h>

// So many places are found, then as many items written there. A CPU that sees both alternately waits for each write
// before it reads the next place, since both may be in one word.
#define SORT_PLACES 16u

static inline void order_words(uint32_t* low, uint32_t* high) {
  const uint32_t a = *low, b = *high;
  *low = a < b ? a : b;
  *high = a < b ? b : a;
}

#define RANKS 8u // words whose ranks are counted together

// Copies up to four words below 2^31, sorted, without a branch on their number. Four are read and written.
static inline void sort_four(const uint32_t* from, uint32_t count, uint32_t* to) {
  uint32_t w[4];
  memcpy(w, from, sizeof w);
  for (uint32_t i = 0; i < 4; ++i) w[i] |= 0u - (uint32_t)(i >= count);
  order_words(&w[0], &w[1]);
  order_words(&w[2], &w[3]);
  order_words(&w[0], &w[2]);
  order_words(&w[1], &w[3]);
  order_words(&w[1], &w[2]);
  memcpy(to, w, sizeof w);
}

// Writes some words below 2^31, no two equal, sorted. The place of each is how many are less, which takes no branch.
static inline void sort_by_ranks(const uint32_t* word, uint32_t count, uint32_t* to) {
  for (uint32_t i = 0; i < count; i += RANKS) {
    int32_t own[RANKS], rank[RANKS] = {0};
    for (uint32_t l = 0; l < RANKS; ++l) own[l] = (int32_t)word[i + l < count ? i + l : i];
    for (uint32_t k = 0; k < count; ++k) {
      for (uint32_t l = 0; l < RANKS; ++l) rank[l] += (int32_t)word[k] < own[l];
    }
    for (uint32_t l = 0; l < RANKS; ++l) to[rank[l]] = (uint32_t)own[l];
  }
}

// Sorts a long list by its bytes, from the lowest. `other`: as many words to work in.
static inline void sort_long(uint32_t* word, uint32_t* other, uint32_t count) {
  uint32_t all = 0;
  for (uint32_t i = 1; i < count; ++i) all |= word[i] ^ word[0];
  for (uint32_t shift = 0; shift < 32; shift += 8) {
    uint32_t place[257] = {0};
    if ((all >> shift & 0xFF) == 0) continue; // all have the same byte
    for (uint32_t i = 0; i < count; ++i) ++place[(word[i] >> shift & 0xFF) + 1];
    for (uint32_t k = 0; k < 256; ++k) place[k + 1] += place[k];
    for (uint32_t i = 0; i < count; ++i) other[place[word[i] >> shift & 0xFF]++] = word[i];
    for (uint32_t i = 0; i < count; ++i) word[i] = other[i];
  }
}

#endif
