// Places on the rim of a disc, the base of a cylinder or a cone, and their numbers.
#ifndef LGJK_SINGLE_RIM3_H
#define LGJK_SINGLE_RIM3_H

#include "single/feature3.h"

// A rim is divided into so many sectors, fixed in the body: sector 0 is around local x, and the next towards local y.
// Each is 0.087 of the radius long.
#define LGJK_RIM3_SECTORS 72u

// What is added to the numbers of the lower rim.
#define LGJK_RIM3_BOTTOM 0x80u

// The number of the sector, 0..71, in which the direction (x, y) points, before the core's matrix.
uint32_t lgjk_rim3_sector(double x, double y);

// The number of the rim's place in a sector.
static inline uint32_t lgjk_rim3_number(bool bottom, uint32_t sector) {
  return LGJK_FEATURE3_SECTOR + (bottom ? LGJK_RIM3_BOTTOM : 0u) + sector;
}

// The corner of a disc, with the number of its sector, that is the farthest along (x, y), which are not both 0.
lgjk_corner3 lgjk_rim3_farthest(const lgjk_feature3* disc, double x, double y);

// The number of what is shown at a place: of a disc, its sector if that is on the rim; else the feature's own.
uint32_t lgjk_rim3_number_at(const lgjk_feature3* f, double x, double y);

#endif
