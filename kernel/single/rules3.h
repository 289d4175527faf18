// The numbers in the rules of manifolds in 3D (manifold3.h), for code with lanes and without.
#ifndef LGJK_SINGLE_RULES3_H
#define LGJK_SINGLE_RULES3_H

// The square of the sine of the angle, 0.2, that the direction may have with the normal of a face, or with the normals
// of an edge, for them to be shown. Generous: what is too far away at its other end is left out by the margin.
#define LGJK_SHOWN_SQUARE 0.04

// How far outside of a feature a corner counts as within it, over the smaller feature's size: ids do not change while
// shapes that lie edge to edge drift by less.
#define LGJK_SNAP 1e-3

// Relative to the scale: points nearer to each other are one, and a point this much less deep than the pair is as deep.
#define LGJK_ONE_PLACE 1e-6

// How far from parallel, as the sine of an angle, two faces may be and still count as resting on each other: of their
// places those are chosen that the faces' outlines tell, however deep each is.
#define LGJK_TREMOR 4e-3

// Of two faces B's cuts A's only if it is larger by this factor in area, so that which cuts does not depend on how
// bodies tremble.
#define LGJK_LARGER 1.01

// A direction that is fixed in each body, in no plane of symmetry of common shapes; and the cosine between those of two
// bodies, as seen, up to which they count as opposed: of no angle that is common between bodies.
#define LGJK_FIXED_X 0.8
#define LGJK_FIXED_Y 0.5
#define LGJK_FIXED_Z 0.33
#define LGJK_OPPOSED -0.37

// Places are worth more, by up to this part, the farther along that direction they are: of symmetrical outlines none
// are alike.
#define LGJK_BIAS 0.05

// Where the numbers of sectors of rims, of faces and of edges begin.
#define LGJK_FEATURE3_SECTOR 0x100
#define LGJK_FEATURE3_FACE 0x400
#define LGJK_FEATURE3_EDGE 0x8000

#endif
