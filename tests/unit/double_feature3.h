// Finds the feature that a core shows along a direction: a face, an edge or a point, as seen across that direction.
#ifndef LGJK_TESTS_DOUBLE_FEATURE3_H
#define LGJK_TESTS_DOUBLE_FEATURE3_H

#include <stdbool.h>

#include "gjk/rules3.h"
#include "single/solid.h"

// Corners of a feature, at most. Faces of more corners are represented by so many of them, evenly chosen.
#define LGJK_FEATURE3_CORNERS 24u

// Points that stand for a rim: vertices 0..7 and 8..15 of a cylinder.
#define LGJK_FEATURE3_RIM 8u

// Right-handed axes of unit length: x, y across the normal, and the normal.
typedef struct lgjk_frame3 {
  double axis[3][3];
} lgjk_frame3;

typedef struct lgjk_corner3 {
  double x, y;
  uint32_t number; // of the vertex
} lgjk_corner3;

typedef struct lgjk_feature3 {
  uint32_t count;  // corners: 1 of a point, 2 of an edge; those of a face turn left
  uint32_t number; // of the feature
  lgjk_corner3 corner[LGJK_FEATURE3_CORNERS];
  double height, slope[2];      // the surface, rounding included, is at height + slope . (x, y) along the normal
  double area;                  // of a face
  double size;                  // width of a face, length of an edge, both as seen; 0 of a point
  double fixed[2];              // a direction that is fixed in the body, as seen, unit
  double bend;                  // radius of the surface around an edge, rounding included
  bool is_disc;                 // base of a cylinder or a cone: 8 corners on the image of the unit circle
  bool is_bottom;               // whether a disc is the base at local z = -1
  double centre[2], semi[2][2]; // the rim of a disc: centre + cos(t) semi[0] + sin(t) semi[1]
} lgjk_feature3;

// Finds the feature that is shown along the normal (`toward` is 1) or against it (-1). `radius`: the rounding radius.
// `scale`: the pair's scale.
void lgjk_feature3_find(const lgjk_solid3* solid, const lgjk_frame3* frame, double toward, double radius, double scale,
                        lgjk_feature3* out);

// Returns the number of the edge between two vertices.
static inline uint32_t lgjk_feature3_edge(uint32_t a, uint32_t b) {
  return LGJK_FEATURE3_EDGE + (a > b ? a * (a - 1) / 2 + b : b * (b - 1) / 2 + a);
}

// ---------------------------------------------------------------- the rim of a disc, the base of a cylinder or a cone

// A rim is divided into so many sectors, fixed in the body: sector 0 is around local x, and the next towards local y.
// Each is 0.087 of the radius long.
#define LGJK_RIM3_SECTORS 72u

// Returns the point of a disc's rim that is the farthest along (x, y), not both 0, with the number of its sector.
lgjk_corner3 lgjk_rim3_farthest(const lgjk_feature3* disc, double x, double y);

// Returns the number for a place of a feature: that of the sector if it is on a disc's rim, else the feature's own.
uint32_t lgjk_rim3_number_at(const lgjk_feature3* f, double x, double y);

#endif
