// Defines the numbers in the rules of manifolds in 3D (manifold3.h), for code with lanes and without.
#ifndef LGJK_SINGLE_RULES3_H
#define LGJK_SINGLE_RULES3_H

// The square of the sine, 0.2, of the largest angle between the direction and the normals of a face or an edge that is
// shown. It is generous: the margin leaves out what is too far away at the other end.
#define LGJK_SHOWN_SQUARE 0.04

// A corner counts as within a feature if it is outside by up to this part of the smaller feature's size. So ids do not
// change while shapes that lie edge to edge drift by less.
#define LGJK_SNAP 1e-3

// Relative to the scale: points nearer to each other are one, and a point this much less deep than the pair is as deep.
#define LGJK_ONE_PLACE 1e-6

// Two faces count as resting on each other if the sine of the angle between them is at most this. Their places are
// chosen by the faces' outlines, however deep each is.
#define LGJK_TREMOR 4e-3

// B's face cuts A's only if its area is larger by this factor, so that trembling bodies do not change which cuts.
#define LGJK_LARGER 1.01

// A direction that is fixed in each body, in no plane of symmetry of common shapes. The directions of two bodies, as
// seen, count as opposed up to this cosine, which is of no angle that is common between bodies.
#define LGJK_FIXED_X 0.8
#define LGJK_FIXED_Y 0.5
#define LGJK_FIXED_Z 0.33
#define LGJK_OPPOSED -0.37

// Places are worth more, by up to this part, the farther along that direction they are. So no two places of a
// symmetrical outline are alike.
#define LGJK_BIAS 0.05

// The first numbers of sectors of rims, of faces and of edges.
#define LGJK_FEATURE3_SECTOR 0x100
#define LGJK_FEATURE3_FACE 0x400
#define LGJK_FEATURE3_EDGE 0x8000

#endif
