// The kinds of shapes of 3D that the rows name.
#ifndef LGJK_TESTS_KINDS3_H
#define LGJK_TESTS_KINDS3_H

#include "attempt.h"

#define ROD_HALF 0.75f // of the length of a rod's core
#define ROD_RADIUS 0.25f

// Points, then what has sizes; those after PLAIN have no radius of their own.
enum kind {
  BALL,
  ASIDE, // a ball whose centre is not the origin
  SEGMENT,
  CAPSULE,
  ROD,    // a capsule along x
  HULL16, // of 4 to 16 points
  HULL32, // of 17 to 40, most of which are vertices
  LARGE,  // of more
  PLATE,  // flat, of 3 to 8 points
  SPIKE,  // of 4 points, thin
  BOX,
  SLAB, // a box that is thin
  ELLIPSOID,
  CYLINDER,
  CONE,
  SLENDER, // an ellipsoid, a cylinder or a cone, or a box, of sizes from 0.002 on,
  TURNED,  // under a map that turns it,
  ASKEW,   // or under one that is askew
  PLAIN = ASKEW,
  UNIT,
  BLOCK, // a box without a radius
  KINDS
};
#define SET(kind) (1u << (kind))
#define BALLS (SET(BALL) | SET(ASIDE))
#define CURVED (SET(ELLIPSOID) | SET(CYLINDER) | SET(CONE))
#define ODD (SET(SLENDER) | SET(TURNED) | SET(ASKEW))
#define HULLS (SET(HULL16) | SET(HULL32) | SET(PLATE) | SET(SPIKE))

#endif
