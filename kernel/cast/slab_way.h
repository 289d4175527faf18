// A way among the boxes of a tree, and what it has still to look into.
#ifndef LGJK_CAST_SLAB_WAY_H
#define LGJK_CAST_SLAB_WAY_H

#include <string.h>

#include "find/tree.h"

// Of each axis: where the way is, less (far: plus) what it reaches, so that sides of boxes come that much sooner (leave
// that much later); one over its coordinate; and where the near and the far sides of boxes are, behind the first low
// side of LEAF boxes.
typedef struct slab_way {
  float near[DIM], far[DIM], inverse[DIM];
  uint32_t near_side[DIM], far_side[DIM];
  float to;
} slab_way;

// Fractions are rounded outwards by SLAB_OUTWARDS, and a box by SLAB_ROUNDING of the coordinates that the way comes to:
// rounding moves a side by 4 u of its coordinate, and what is computed of it by 3 u. A side so far off that this is
// more is none that the way comes to, or none that matters to it.
#define SLAB_OUTWARDS 1.000002f // 33 u, of which a fraction's arithmetic takes 4
#define SLAB_ROUNDING 1e-6      // 16 u

// A coordinate of a way that is less than this is none.
#define LEAST_WAY 1e-30

// What a way has not looked into yet: above, the bits of the fraction at which it is entered; below, a place of the
// tree or a candidate, a body of a leaf: CANDIDATE, and its number. As numbers, entries are sorted by the fraction.
typedef uint64_t way_entry;

#define CANDIDATE (15u << PLACE_BITS)

// Entries are sorted, the first one last, while they are SORTED at most. Behind so many, those of a node or leaf are
// sorted among themselves, and looked into before the others: of each level there are no more than a node has, or else
// all are of the leaves of a packet. Below all are WINDOW entries that are greater than any, and count as candidates.
enum { WINDOW = 6, SORTED = WINDOW + 32, ENTRIES = SORTED + (TREE_LEVELS + 1) * LEAF };

typedef struct way_walk {
  slab_way slabs;
  uint32_t count; // WINDOW: nothing is left
  way_entry entry[ENTRIES];
} way_walk;

// Writes the entries below all, which stay.
static inline void open_walk(way_walk* w) {
  for (uint32_t i = 0; i < WINDOW; ++i) w->entry[i] = UINT64_MAX;
}

// Fractions are not below 0; -0 is 0.
static inline way_entry entry_of(float enter, uint32_t place) {
  uint32_t bits;
  memcpy(&bits, &enter, sizeof bits);
  return (uint64_t)(bits & 0x7FFFFFFFu) << 32 | place;
}

// Returns the place from which on what is added is sorted.
static inline uint32_t first_sorted(const way_walk* w) { return w->count <= SORTED ? WINDOW : w->count; }

// Adds an entry. Most belong to the last few: these are compared without a branch, which no processor predicts.
static inline void add_entry(way_walk* w, uint32_t first, way_entry entry) {
  way_entry* end = w->entry + w->count;
  uint32_t k = w->count++;
  if (first == WINDOW && end[-WINDOW] >= entry) {
    for (int i = 1 - WINDOW; i < 0; ++i) {
      const way_entry other = end[i];
      end[i] = other < entry ? entry : other;
      entry = other < entry ? other : entry;
    }
    *end = entry;
    return;
  }
  for (; k > first && w->entry[k - 1] < entry; --k) w->entry[k] = w->entry[k - 1];
  w->entry[k] = entry;
}

static inline uint32_t place_of(way_entry entry) { return (uint32_t)entry; }

// Returns whether the next entry is a candidate, or nothing is left.
static inline bool has_candidate(const way_walk* w) { return place_of(w->entry[w->count - 1]) >= CANDIDATE; }

static inline slab_way slab_way_of(const double at[DIM], const double way[DIM], double reach, double to) {
  slab_way w;
  w.to = to < 1e30 ? (float)(to * (double)SLAB_OUTWARDS) : 1e30f;
  for (int k = 0; k < DIM; ++k) {
    const bool moves = way[k] > LEAST_WAY || way[k] < -LEAST_WAY, back = way[k] < 0 && moves;
    const double place = at[k] < 0 ? -at[k] : at[k], length = to * (way[k] < 0 ? -way[k] : way[k]);
    const double grown = reach + (place + length + reach) * SLAB_ROUNDING + (moves ? 0 : to * LEAST_WAY);
    w.near[k] = (float)(back ? at[k] - grown : at[k] + grown);
    w.far[k] = (float)(back ? at[k] + grown : at[k] - grown);
    w.inverse[k] = moves ? (float)(1 / way[k]) : 1e37f;
    w.near_side[k] = LEAF * (uint32_t)(back ? k + DIM : k);
    w.far_side[k] = LEAF * (uint32_t)(back ? k : k + DIM);
  }
  return w;
}

#endif
