// The manifold of one pair: where the surfaces of two shapes meet across a known normal.
//
// In 3D each core shows one feature, A along the normal n, B against it:
//   - a face whose normal is within 0.2 (the sine) of that direction, the nearest; else
//   - an edge of the highest vertex whose direction is within 0.2 of being across it, the most so: also the line along
//     the side of a cylinder or a cone; else
//   - a point: a vertex, or where a curved core is highest.
// Faces, or a face and an edge, meet in the corners of either that are within the other, seen along n, and where their
// sides cross; parallel edges in the two ends of their common part; anything else in the witness points. Separation is
// the height of B's surface above A's along n: that of the features' planes, less both radii.
//
// Numbers of features, 16 bits: vertex i of a core is i, the edge between vertices i > k is 0x8000 + i (i - 1) / 2 + k,
// face i is 0x400 + i. Vertices of a hull are numbered as they are stored, its faces as the shape set keeps them; where
// rounding of vertices has broken a face into several, the lowest counts for all. A box: bits 0, 1, 2 of a vertex are
// set where x, y, z is negative; face 2 k is the positive one along axis k, 2 k + 1 the other. Cylinders and cones:
// vertices 0..7 are points of the upper rim (z = 1 before the matrix), 8..15 of the lower, at multiples of 45 degrees
// from local x; 16 is the apex; any other point of a rim has the number of its sector of 5 degrees, which is fixed in
// the body: 0x100 + k, of the lower rim 0x180 + k, where sector k is around 5 k degrees. Faces 0 and 1 are the upper
// and lower base, the side is the edge from 16 to 17. The id of a place has A's feature in the low half and B's in the
// high one: of a corner in a face (vertex, face), of a crossing (edge, edge), of witness points the features shown, or
// the sectors of the rims that they are on.
//
// What keeps places and ids the same while shapes rest: a corner counts as within a feature if it is outside by no more
// than 1e-3 of the size of the smaller feature (of a face its area by its greatest extent from its first corner, of an
// edge its length). Of two faces the larger, by 1 in 100 of its area, has A's part in what follows, whichever is whose,
// so that small motions do not change which it is; of a face and an edge the face. If all corners of B's face are
// within A's, they alone are the places; else, if all of A's are within B's, those; else corners of both and crossings.
// Then corners of A as near as that to a corner of B that counts are left out, and crossings as near to a corner of
// either; and a side of B that ends in a corner that counts has no crossing before that end. Of a disc within a face
// four corners count, and corners are within a disc by its circle.
//
// Of more than four places, or of more than two where an edge is shown, so many remain: the two ends along a direction
// that turns with both bodies (rules3.h); the farthest from their line; what adds most to that triangle. Of these two a
// place is worth more, by up to 1 in 20, the farther it is along the direction, so that no symmetrical outline has
// places that are alike. How deep the places are does not matter, so that what remains stays the same while bodies
// tremble. Places within 1e-6 of the scale are one.
//
// Faces rest on each other while their planes are within 4e-3 of parallel (the sine). Then that is all; the deepest
// place may be left out, and of a disc that is within the other face every other corner stands for the rim. So the
// first point is less deep than the pair by up to 4e-3 of the way from it to the deepest place, and by less than 2e-3
// of the scale. Else the deepest place takes the part of the nearest that was chosen: a corner or a crossing; of a disc
// the point of its rim that is as deep as the pair, which a corner of the rim makes way for; and if there is no such
// place, the middle of the witness points. The deepest is written first; if it is as deep as the pair, within 1e-6 of
// the scale (4e-6 of curved cores), with the pair's own distance.
#ifndef LGJK_SINGLE_MANIFOLD3_H
#define LGJK_SINGLE_MANIFOLD3_H

#include "single/solid.h"

// What is known of a pair: as it is written to the caller's arrays.
typedef struct lgjk_touch3 {
  float normal[3];
  float distance;               // signed, rounding included
  float point_a[3], point_b[3]; // witness points in world coordinates
  float radius_a, radius_b;     // rounding radii
  float origin[3];              // A's position
  float scale;                  // of the pair
  float margin;                 // points of a larger separation are left out
} lgjk_touch3;

// Precondition: touch->distance <= touch->margin, and the normal is of unit length but for rounding; it need not be
// that of any feature. Writes at least one point.
void lgjk_manifold3_make(const lgjk_solid3* a, const lgjk_solid3* b, const lgjk_touch3* touch, lgjk_manifold3* out);

#endif
