// The rules of manifolds in 3D: the places where the surfaces of two shapes meet across a known normal n.
//
// In 3D each core shows one feature, A along n, B against it:
//   - the face around the highest vertex whose normal is nearest to that direction, if the sine of the angle between
//     them is at most 0.2; else
//   - the edge of the highest vertex that is most across the direction, if it is across within 0.2. The line along the
//     side of a cylinder or a cone is such an edge, too; else
//   - a point: a vertex, or the highest point of a curved core.
// Two faces, or a face and an edge, meet in the corners of either that are within the other, seen along n, and where
// their sides cross. Edges within 0.1 (the sine) of parallel that are as near at both ends of their common part as
// where they cross meet in these two, other features in the witness points.
// Separation is the height of B's surface above A's along n: that of the features' planes, less both radii.
//
// Numbers have 16 bits: vertex i is i, face i is 0x400 + i, the edge of vertices i > k is 0x8000 + i (i - 1) / 2 + k.
//   - Hulls have vertices numbered as they are stored, and faces as the shape set keeps them. If rounding of vertices
//     has split a polygon into several faces, the lowest counts for all.
//   - A box's vertex has bits 0, 1, 2 set if x, y, z is negative. Face 2 k is the positive one of axis k, 2 k + 1 the
//     negative one.
//   - Cylinders and cones have vertices 0..7 on the upper rim (z = 1 before the matrix), 8..15 on the lower, at
//     multiples of 45 degrees from local x. The apex is 16. Other points of a rim have the numbers of their sectors of
//     5 degrees, fixed in the body. Sector k, around 5 k degrees, is 0x100 + k, on the lower rim 0x180 + k. Faces 0
//     and 1 are the upper and lower base; the side is the edge from 16 to 17.
// The id of a place has A's feature in the low half and B's in the high one. A corner in a face has (vertex, face), a
// crossing (edge, edge). Witness points have the features shown, or the sectors of the rims that they are on.
//
// These rules keep places and ids the same while shapes rest:
//   - A corner counts as within a feature if it is outside by no more than 1e-3 of the smaller feature's size. A face's
//     size is its area by its greatest extent from its first corner, an edge's size its length.
//   - A face cuts an edge. A's face cuts B's, unless B's area is larger by 1 in 100: small motions do not change that.
//   - If all corners of the cut feature are within the cutting one, they alone are the places. If all corners of the
//     cutting feature are within the cut one, those are. Else corners of both and crossings are.
//   - Then corners of the cutting feature are left out if a corner of the cut one that counts is as near as that.
//     Crossings are left out if such a corner of either is. A side of the cut one that ends in a corner that counts has
//     no crossing before that end.
//   - Four corners of a disc within a face count. Corners are within a disc by its circle.
//
// At most four places remain, or two if an edge is shown: its ends. Of faces the first two are the ends along a
// direction that turns with both bodies (below). The third is the place farthest from their line, the fourth adds most
// to that triangle. For these a place is worth more, by up to 1 in 20, the farther it is along the direction: so no two
// of a symmetrical outline are alike. Depths do not matter, so the choice stays the same while bodies tremble. Places
// within 1e-6 of the scale are one.
//
// Faces rest on each other while the sine of the angle between their planes is at most 4e-3. Then the choice is final:
// the deepest place may be left out, and of a disc within the other face every other corner stands for the rim. The
// first point is less deep than the pair by up to 4e-3 of the way from it to the deepest place, and by less than 2e-3
// of the scale. Otherwise the deepest place replaces the nearest chosen one. This is a corner, a crossing, or the point
// of a disc's rim that is as deep as the pair, for which a corner of the rim makes way. If no place is as deep, the
// middle of the witness points is taken. The deepest is written first. If it is as deep as the pair, within 1e-6 of the
// scale (4e-6 for curved cores), it has the pair's own distance.
#ifndef LGJK_GJK_RULES3_H
#define LGJK_GJK_RULES3_H

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
