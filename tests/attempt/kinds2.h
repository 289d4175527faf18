// The kinds of shapes of 2D that the rows name.
#ifndef LGJK_TESTS_KINDS2_H
#define LGJK_TESTS_KINDS2_H

#include "attempt.h"

#define PLATE_HEIGHT 0.001f

// Points, then segments, polygons, and what has sizes; those after PLAIN have no radius.
enum kind {
  POINT,
  CIRCLE,
  ASIDE, // a circle whose centre is not the origin
  SEGMENT,
  CAPSULE,
  RING,    // polygons of 3 to 8 vertices: general,
  SQUARE,  // along the axes,
  FLAT,    // with a flat angle,
  SHORT,   // with a short edge,
  OUTSIDE, // beside the origin,
  SLIVER,  // and of no height
  LARGE,   // more vertices
  ELLIPSE,
  DISC, // an ellipse with equal axes
  BOX,
  NEEDLE,
  PLAIN = NEEDLE,
  TILE, // of halves
  UNIT,
  PLATE,      // flat, so that floats place it in steps that are small beside the scale
  PLATE_RING, // the same as a polygon
  BENT,       // its upper edge is bent by less than double can resolve in the plane of another body
  TIP,        // its lowest vertex is its origin
  KINDS
};
#define SET(kind) (1u << (kind))
#define CIRCLES (SET(CIRCLE) | SET(ASIDE))
#define ELLIPSES (SET(ELLIPSE) | SET(DISC))
#define HARD_RINGS (SET(RING) | SET(SQUARE) | SET(FLAT) | SET(SHORT) | SET(OUTSIDE) | SET(SLIVER))

#endif
