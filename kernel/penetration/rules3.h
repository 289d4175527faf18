// The numbers in the rules of manifolds in 3D (manifold3.h), for code with lanes and without.
#ifndef LGJK_PENETRATION_RULES3_H
#define LGJK_PENETRATION_RULES3_H

// The square of the sine of the angle, 0.2, that the direction may have with the normal of a face, or with the normals
// of an edge, for them to be shown. Generous: what is too far away at its other end is left out by the margin.
#define LGJK_SHOWN_SQUARE 0.04

// How far outside of a feature a corner counts as within it, over the smaller feature's size: ids do not change while
// shapes that lie edge to edge drift by less.
#define LGJK_SNAP 1e-3

// Relative to the scale: points nearer to each other are one, and a point this much less deep than the pair is as deep.
#define LGJK_ONE_PLACE 1e-6

// Where the numbers of faces and of edges begin.
#define LGJK_FEATURE3_FACE 0x400
#define LGJK_FEATURE3_EDGE 0x8000

#endif
