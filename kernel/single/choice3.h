// The places of a manifold, and the choice of at most four of them.
#ifndef LGJK_SINGLE_CHOICE3_H
#define LGJK_SINGLE_CHOICE3_H

#include <stdint.h>

#include "single/feature3.h"

enum { LGJK_CHOICE3_MOST = 4 };

typedef struct lgjk_place3 {
  double x, y, z; // in the frame; z midway between the surfaces
  double separation;
  uint32_t id;
} lgjk_place3;

typedef struct lgjk_choice3 {
  uint32_t count;
  lgjk_place3 at[LGJK_CHOICE3_MOST];
} lgjk_choice3;

// Returns the square of the distance of two places across the normal.
double lgjk_choice3_square(const lgjk_place3* p, const lgjk_place3* q);

// These return the number of a place: of the deepest, of that nearest to p.
uint32_t lgjk_choice3_deepest(const lgjk_place3* at, uint32_t count);
uint32_t lgjk_choice3_nearest(const lgjk_place3* p, const lgjk_choice3* out);

// Chooses all places, except those that coincide with an earlier place: nearer than `near`.
void lgjk_choice3_take(const lgjk_place3* found, uint32_t count, double near, lgjk_choice3* out);

// Chooses both ends along a direction that turns with the bodies, and others that are farther than `near` from those
// before: at most `most`, 2 or 4. Depths do not matter, so that the choice stays the same while bodies tremble.
void lgjk_choice3_spread(const lgjk_feature3* a, const lgjk_feature3* b, const lgjk_place3* found, uint32_t count,
                         uint32_t most, double near, lgjk_choice3* out);

// Puts the deepest place among the chosen ones, in place of the nearest. `deep`: as deep as the pair.
void lgjk_choice3_include(const lgjk_place3* deepest, double deep, lgjk_choice3* out);

#endif
