// Finds places on the rim of a disc, the base of a cylinder or a cone, and their numbers.
#ifndef LGJK_SINGLE_RIM3_H
#define LGJK_SINGLE_RIM3_H

#include "single/feature3.h"

// A rim is divided into so many sectors, fixed in the body: sector 0 is around local x, and the next towards local y.
// Each is 0.087 of the radius long.
#define LGJK_RIM3_SECTORS 72u

// The number that is added to those of the lower rim.
#define LGJK_RIM3_BOTTOM 0x80u

// Returns the number of the sector, 0..71, in which the direction (x, y) points, before the core's matrix.
uint32_t lgjk_rim3_sector(double x, double y);

// Returns the number of the rim's place in a sector.
static inline uint32_t lgjk_rim3_number(bool bottom, uint32_t sector) {
  return LGJK_FEATURE3_SECTOR + (bottom ? LGJK_RIM3_BOTTOM : 0u) + sector;
}

// Returns the point of a disc's rim that is the farthest along (x, y), not both 0, with the number of its sector.
lgjk_corner3 lgjk_rim3_farthest(const lgjk_feature3* disc, double x, double y);

// Returns the number for a place of a feature: that of the sector if it is on a disc's rim, else the feature's own.
uint32_t lgjk_rim3_number_at(const lgjk_feature3* f, double x, double y);

#endif
