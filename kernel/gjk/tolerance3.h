// This file holds the tolerances of 3D.
//
// The roundings of a vertex and of a support value in float, counted:
//   rotation   |q|^2 - 1: 3 u. 2 / |q|^2: 4 u, on R - I, whose norm is 2 at most: 8 u. Products 2 u and yy + zz u: a
//              norm of 7.4 u; last sums u: 5/3 u (the absolute values of R stretch by that). As a map: 17.1 u. One
//              column: 8 + 4 + 2 + 1 = 15 u
//   vertex     products and first sums 5/3 u each, last sums u: 4.33 u, with the map 21.4 u
//   w          as in 2D, two more on b's side: 23.4 u S
//   support    the direction turned back 4.33 u, a value 3 u; the vertex that they choose is lower by
//              2 (4.33 + 3) u = 14.7 u at most
//   value      w . d: 3 u |w|. With the support: 17.1 + 4.33 + 14.7 + 2 + 3 = 41.1 u S
// Found: 9.2 u of w, 8.2 u of a value. So TOUCH_BAND_FLAT, 13.4 u, is above the worst found and below the worst
// counted. A verdict relies on some 80 roundings not being all at their worst.
#ifndef LGJK_GJK_TOLERANCE3_H
#define LGJK_GJK_TOLERANCE3_H

#include "gjk/tolerance.h"
#include "gjk/rules3.h"
#include "shape/pool3.h"

#define VERTEX_COUNTED (23.5 * ROUNDOFF_F) // roundings of w
#define VALUE_COUNTED (41.2 * ROUNDOFF_F)  // roundings of a support value, over |d|

// The public header has this domain.
#define SCALE_MIN 1e-4f
#define SCALE_MAX 1e5f

// The duality gap of a flat pair is half the band, 3.4 u; one support value in 700 differs by more. At 1e-7, as in 2D,
// it is one in 16. Closed forms pay for that, because one support value has to prove their guess: a capsule needs 1.32
// evaluations there and 1.16 here. All roundings at their worst are 17 u.
#define GAP_FLAT 2e-7f
ASSERT_REAL(GAP_FLAT <= 0.5 * BAND_FLAT && GAP_FLAT > ROUNDOFF_F, "half the band is left to rounding");
ASSERT_REAL(GAP_FLAT < GAP_CURVED, "a curved support has more noise");

// ------------------------------------------------------------------ flat faces and tetrahedra

// A careful search takes a face for an edge if the sine of its angle at the new vertex is below this. The face's edges
// are rounded by u, products and differences of its normal by u each: (2 * sqrt(2) + sqrt(2) + 1) of |e| |g| = 5.3 u.
// At that sine the normal is all noise (found: 4.0 u). In use are 16.8 u in float, and 900 U in double. It is no
// larger, because the nearest point of a face taken for an edge is off by the face's height.
#define FLAT_FACE_f 1e-6f
#define FLAT_FACE_d 1e-13
ASSERT_REAL(FLAT_FACE_f > 3 * 5.3 * ROUNDOFF_F && FLAT_FACE_d > 3 * 5.3 * ROUNDOFF_D, "three times the noise");

// Six times a volume, a . (e x g), is rounded by this times the product of the vectors' sizes. There are six products
// of coordinates. If the volume is 0, n . a has terms of 4 together, any of them 2. So 16 u are counted: u (6 products,
// 4 differences, 4 products, 2 of the first sum); 10.5 u are found, 16.8 u in use. (The touch band covers the rounding
// of e and g, which is that of vertices.) It is no larger: in tetrahedra that it refuses, the origin is all but in a
// face. In double nothing needs to know that a tetrahedron is deep.
#define VOLUME_NOISE_f 1e-6f
#define VOLUME_NOISE_d 1e-15
ASSERT_REAL(VOLUME_NOISE_f > 16 * ROUNDOFF_F, "as counted");

// A normal or perpendicular whose size is above this has all digits. It is absolute: underflow takes 2^-149 from a
// product, times an edge of 2 S. A shorter direction proves nothing.
#define SHORTEST_NORMAL 1e-30f
ASSERT_REAL(SHORTEST_NORMAL* ROUNDOFF_F > 16 * (2 * SCALE_MAX) * 0x1p-149, "what underflow takes is far below u");

// The common normal of two segments is the direction if the square of their sine is above this, relative to both
// squares. The normal is all noise at a sine of 2.4 u; this is a sine of 16.8 u. It is a guess that the support along
// it has to prove, so a wrong one costs an evaluation.
#define PARALLEL_SQUARE 1e-12f
ASSERT_REAL(PARALLEL_SQUARE > 6 * 6 * 2.4 * 2.4 * ROUNDOFF_F * ROUNDOFF_F, "six times the noise");

// ------------------------------------------------------------------ nearest points of solids: guesses

// A segment's end is nearest to a solid if the square of the sine between it and the way to the solid is below this.
// The way across the segment then has no digits.
#define STEEP_SQUARE 1e-6f
// A line that lies within a slab or a disc all along has these parameters.
#define LINE_FAR 1e30f
// A triangle's plane is skipped if the square of the sine at its corner is below this.
#define THIN_TRIANGLE 1e-6f
// Newton's method takes so many steps to the place of a line that is nearest to a rim. With 2, 3 and 4 of them 5, 0.9
// and 0.1% of T3's capsules are not proved against cylinders, and searched.
#define RIM_POINT_STEPS 4
// Newton's method takes so many steps to the nearest point of an ellipsoid. With 4 of them 0.1% of balls and capsules
// are not proved against ellipsoids of aspects up to 5, and 1% up to 50. With 6 it is 0.1% of both, for 2 to 4 ns more.
#define ELLIPSOID_STEPS 4
// Two curved cores take so many projections on both, fewer if one is an ellipsoid. A step of Newton's method comes
// before each but the first. PROJECTION_DAMP is the share of both derivatives' product that counts, so that parallel
// lines and faces have a step. PROJECTION_DET_MIN is the least determinant of that step.
#define PROJECTION_STEPS 5
#define PROJECTION_STEPS_SMOOTH 4
#define PROJECTION_DAMP 0.9999f
#define PROJECTION_DET_MIN 1e-7f
// The normal of two sides is moved all the way if the square of the sine between their lines is at least this.
#define LINES_CROSSING_SQUARE 1e-4f
// Two cores are taken to meet, and are shrunk by the second factor, if the way between projections has less than this
// square, over S^2.
#define MEETING_SQUARE 1e-8f
#define MEETING_SHRINK 0.9f

// Two boxes take so many turns of projections back and forth. A pair that these, or a record, did not end takes
// BOX_TURNS_AGAIN, from the other box on. Of T1's pairs 7.2% are left after the first, 1.5% after both.
#define BOX_TURNS 3
#define BOX_TURNS_AGAIN 4
// A feature leans on a face if the square of the sine between them is above this. It then goes BOX_PIERCE of the way to
// the face's plane, as bits of a float: 17/16, as a common point has to be behind that plane by more than a margin.
#define BOX_LEAN_SQUARE 1e-6f
#define BOX_PIERCE 0x3F880000u
// Two edges have a place where they cross if the square of the sine between them is above this.
#define BOX_CROSSING_SQUARE 1e-6f
// A common point goes this part of its way towards B's position for its record.
#define BOX_INWARDS 0.25f

// ------------------------------------------------------------------ narrow faces in double

// A support along the normal of a narrow face seems to gain this from a vertex in the face's plane: 9 U, relative to S
// and to the sizes of the face's two edges. The normal is off by 2 U in each coordinate if its differences cancel. The
// vertex is 2 S away at most, sqrt(3) times that over coordinates: 6.9 U counted. The roundings of the two edges are as
// much again, together more than is in use. A search that gains more goes on, so this saves evaluations. It costs 9 U
// over the face's sine: hence the second bound, over the normal's size, a quarter of the band.
#define NARROW_GAIN 1e-15
#define NARROW_GAIN_MAX 1e-7
ASSERT_REAL(NARROW_GAIN > 6.9 * ROUNDOFF_D && NARROW_GAIN < GAP_DOUBLE, "above the normal's noise, below the gap");
ASSERT_REAL(NARROW_GAIN_MAX <= 0.2501 * BAND_FLAT, "a quarter of the band");

// ------------------------------------------------------------------ vertices on a grid

// A vertex v is rounded to q in steps of the grid; its length is at most R = 32766 of them. The direction is brought to
// a size of 2^13 .. 2^14, so to a length D below sqrt(3) 2^14, and rounded to g. Each coordinate is off by half a step.
// The projection q . g is off
//   by q's rounding   |g|_1 / 2 <= 3/2 2^14 + 3/4
//   by g's            |v|_1 / 2 <= sqrt(3) / 2 R = 28376.2
//   by turning        the direction: 4.33 u of R D, 240
// by 53,200 steps. A feature's height, a product with the fineness and two differences on its way to steps are within
// 13 u of R D, 720. Found: 43,000.
#define GRID_SIZE_BITS 13
#define GRID_ROUNDINGS 54200
ASSERT_REAL(GRID_ROUNDINGS >
                1.5 * 16384 + 0.75 + 0.86603 * LGJK_GRID_REACH + (4.33 + 13) * ROUNDOFF_F * 28378 * LGJK_GRID_REACH,
            "as counted");
// A support's vertex may be lower than the highest by this, relative to the lengths of vertex and direction. It is
// twice a projection's error and the 15 of an index, at the least D, 2^13. Found: 1.3e-4.
#define GRID_DOUBT 2.7e-4f
ASSERT_REAL(GRID_DOUBT >
                2 * (0.86603 / LGJK_GRID_REACH + 0.86603 / 8192 + 4.33 * ROUNDOFF_F) + 15.0 / LGJK_GRID_REACH / 8192,
            "as counted");
// The height of a feature is rounded in world axes by this times the direction's size. B's side, a difference, is off
// by 10 u S sqrt(3); A's is within that.
#define GRID_HEIGHT 1.2e-6f
ASSERT_REAL(GRID_HEIGHT > 17.4 * ROUNDOFF_F, "as counted");
// Every projection is below this, since it is below LGJK_GRID_REACH D.
#define GRID_MOST 1e9f
ASSERT_REAL(GRID_MOST > 28378.0 * (LGJK_GRID_REACH + 1), "above all");
// A direction of at least this size is brought to the grid's; a shorter one proves nothing.
#define GRID_SHORTEST 0x1p-100f
ASSERT_REAL(GRID_SHORTEST <= SHORTEST_NORMAL, "and finds what it may");

// ------------------------------------------------------------------ expanding polytope, relative to S

// A face is the nearest of A - B if the support value along its normal is at most this above its plane. The depth is
// too large by at most that gap. It is 2.5 u, as the plane and the value are off by a few u each.
#define EPA_GAP_FLAT 1.5e-7f
// The gap may be this if the support repeats a vertex of the polytope: nothing is left to gain, and the gap shows
// rounding. A pair with more is left to double: an unguarded search was wrong by up to 0.38 S there.
#define EPA_GAP_REPEATED 3e-7f
// A support may repeat a vertex up to this gap. Above it the vertex would be outside of its own polytope.
#define EPA_GAP_LOOK 1.2e-6f
#define EPA_GAP_CURVED 1.2e-6f
ASSERT_REAL(EPA_GAP_FLAT < EPA_GAP_REPEATED && EPA_GAP_REPEATED <= 0.76 * BAND_FLAT, "a quarter is left to rounding");
// Rounding of curved cores was found to be 0.37 of the band, in one pair in 3.6 million.
ASSERT_REAL(EPA_GAP_CURVED <= 0.61 * BAND_CURVED, "more is left to rounding");

// A depth may be above the polytope's nearest plane by this; the normal is chosen among the faces within it.
#define EPA_ALIKE (0.5f * BAND_FLAT)

// A face sees a vertex that is farther than this above its plane, u. With less, noise makes coplanar faces visible,
// which the count of the horizon's edges then finds. With more, no face sees a vertex that gains.
#define EPA_ABOVE 0.6e-7f
ASSERT_REAL(EPA_ABOVE > 0.99 * ROUNDOFF_F && EPA_ABOVE < 0.5 * EPA_GAP_FLAT, "below the gap");

// A plane's distance from the origin has this noise, times the square of its longer edge over the length of the edges'
// cross product. It is 4 u of the vertices, times the face's length over its height.
#define EPA_DOUBT 2.4e-7f
ASSERT_REAL(EPA_DOUBT > 4 * ROUNDOFF_F, "as counted");

// A first tetrahedron's faces have a sign if six times its volume over S^3 is at least this. Double takes flatter ones.
#define EPA_VOLUME_MIN 1e-6f

// ------------------------------------------------------------------ axes of boxes

// The counts start from columns of 15 u, maps of 17.1 u and dot products of 3 u, in case3/box_separation.h. Each is for
// a length |p|, |a|, |b| or a radius of S:
//   cosines    two of a row or column, as a vector: 17.1 + 15 + sqrt(2) 3 = 36.4 u
//   faces      p . A_i: 15 + 4 u |p|; b . cosines: 15 + 17.1 + sqrt(3) 3 u, and 5 u of the sums: 42.3 u |b|
//   edges      p . (A_i x B_j): A's axes count twice, 34.2 u, B_j 15 u, dot products 5.7 + 4.3 u, the rest 2 u:
//              61.2 u |p|; a and b: 36.4 + 4 u each; l, the sum of two cosines: sqrt(2) 36.4 u and 3 u, 54.5 u of the
//              radius; with two last differences 63.3 u S
// Found: 10.7 u of faces, 23.2 u of edges, 7.4 u of a sine.
#define BOX_FACES_COUNTED (42.4 * ROUNDOFF_F)
#define BOX_EDGES_COUNTED (63.4 * ROUNDOFF_F)
#define BOX_SINE_COUNTED (36.5 * ROUNDOFF_F) // the sine between two edges, above l

// Axes have this margin, times TOUCH_BAND_FLAT: 67.1 u, above the count. A larger value only costs searches.
#define BOX_MARGIN 5
ASSERT_REAL(BOX_MARGIN* TOUCH_BAND_FLAT > BOX_EDGES_COUNTED, "the axes of two edges are certified");
ASSERT_REAL(BOX_MARGIN* TOUCH_BAND_FLAT > BOX_FACES_COUNTED, "the axes of faces are certified");

// An edge of A may be nearly parallel to one of B, at a sine s. Turning B into line moves it by 2 sin(angle / 2) <=
// sqrt(2) s of its size. The normals of its faces move as far, which changes depths by sqrt(2) s S. Both are then
// prisms along that edge, and meet if the six normals of faces say so. The turn back moves B once more: 2 sqrt(2) = 2.8
// s S. A sine that float has as 0 is BOX_SINE_COUNTED at most, for which 2 s is enough: two margins less the error of
// the depths cover it. A larger value only costs searches.
#define BOX_TURN 5
ASSERT_REAL(BOX_TURN > 2.83, "there and back");
ASSERT_REAL(2 * BOX_MARGIN * TOUCH_BAND_FLAT - BOX_FACES_COUNTED > 2 * BOX_SINE_COUNTED, "where the sine is noise");
ASSERT_REAL((BOX_TURN - 2.83) * 7 * ROUNDOFF_F + 2 * BOX_MARGIN * TOUCH_BAND_FLAT - BOX_FACES_COUNTED >
                2.83 * BOX_SINE_COUNTED,
            "from a sine of 7 u on, whatever the angle");

// ------------------------------------------------------------------ depths of boxes

// Two fractions are in doubt if they are nearer to each other than this: the rounding of a product of edges and, with
// it, of the depth that its sine multiplies. A larger value only costs time.
#define BOX_RANK 6e-6f
ASSERT_REAL(BOX_RANK > BOX_EDGES_COUNTED + BOX_SINE_COUNTED, "whatever the depth, which is below S");

// Edges are parallel if the square of their sine is below this: the first for fractions, the second along unit vectors.
// B turned into line changes no depth by more than the sine times S: 1.7 u, a quarter of the band. The second, at which
// squares have all digits, changes nothing.
#define BOX_PARALLEL 1e-14f
#define BOX_PARALLEL_UNIT 1e-24f
ASSERT_REAL(BOX_PARALLEL <= 0.0625 * BAND_FLAT * BAND_FLAT, "a quarter of the band");
ASSERT_REAL(BOX_PARALLEL_UNIT* ROUNDOFF_F > 64 * 0x1p-149, "underflow is less than rounding");

// A product of edges has to be less deep than all faces by this.
#define BOX_FACES_FIRST (0.5f * BAND_FLAT)

// ------------------------------------------------------------------ depths of cylinders, relative to S

// A core is taken for a cylinder if the cosines between its columns are no larger than this. The difference of its
// radii, over the radius, may be no larger either: maps are rounded.
#define CYLINDER_ASKEW 3e-7f
ASSERT_REAL(CYLINDER_ASKEW > 4 * ROUNDOFF_F && CYLINDER_ASKEW < 0.25 * BAND_CURVED, "above rounding, below the band");

// The deepest part counts as one edge, one side or one cap if its heights differ by at most this. Witness points may be
// off their place by CYLINDER_OFF, of which half is on each side.
#define CYLINDER_ACROSS 3e-7f
#define CYLINDER_OFF 1.5e-6f
ASSERT_REAL(CYLINDER_ACROSS < 0.25 * BAND_CURVED && CYLINDER_OFF <= 0.76 * BAND_CURVED, "as of the polytope");

// A rim is seen as an ellipse. RIM_THIN is its least semi-axis over the other, RIM_STEEPEST the tangent that counts as
// infinite. RIM_STEP is the share of a tangent by which the last step of Newton's method may move it; what is left is
// its square. RIM_STEPS is the number of steps: one rim in 1,000 takes more than 6.
#define RIM_THIN 1e-7f
#define RIM_STEEPEST 1e6f
#define RIM_STEP 1e-3f
#define RIM_STEPS 10

// Two rims are searched on half circles of half a lune, with Newton steps along each that only have to separate
// valleys. RIM_TURNS steps then go down a valley; each may turn by a tangent of RIM_TURN.
#define RIM_CIRCLES 4
#define RIM_GUESSES 4
#define RIM_TURNS 5
#define RIM_TURN 0.5f

// Witness points are moved again so often, if faces do not meet at once.
#define CYLINDER_MOVES 2
ASSERT_REAL(RIM_STEP* RIM_STEP < BAND_CURVED, "to the second order");

// These are the rules of manifolds, in float.
#define SHOWN_SQUARE ((float)LGJK_SHOWN_SQUARE)
#define SNAP ((float)LGJK_SNAP)
#define ONE_PLACE ((float)LGJK_ONE_PLACE)
#define BIAS ((float)LGJK_BIAS)
#define TREMOR ((float)LGJK_TREMOR)
#define LARGER ((float)LGJK_LARGER)
#define FIXED_X ((float)LGJK_FIXED_X)
#define FIXED_Y ((float)LGJK_FIXED_Y)
#define FIXED_Z ((float)LGJK_FIXED_Z)
#define OPPOSED ((float)LGJK_OPPOSED)

// Relative to the scale: a face that is narrower counts as an edge, an edge that is shorter as a point.
#define LEAST_SHOWN 4e-7f
// A place counts as within the margin up to this, relative to the scale: its heights are rounded.
#define MARGIN_NOISE 4e-7f
// How far inside a side that a face does not have every point is.
#define FAR_INSIDE 1e30f
// Two edges whose square of the sine is above this are not parallel.
#define PARALLEL_EDGES 1e-2f
// A place this much less deep than the pair is as deep: less than ONE_PLACE says by the rounding of heights, and by
// what the scale is too large. The band of curved cores is wider, and their witness points are farther off.
#define AS_DEEP 8e-7f
#define AS_DEEP_CURVED 4e-6f
ASSERT_REAL(1.16f * AS_DEEP + 5e-8f < ONE_PLACE, "whichever body is A");
// The highest vertex of a hull is sought among the neighbours of one that a support on a grid has found: where the
// square of the sine between an edge and the plane across the direction is above this, so many times.
#define CLIMB_SQUARE 1e-12f
#define MOST_CLIMBS 8

// Two edges may be parallel if the square of the sine of the angle at which they cross is at most this.
#define BOX_EDGES_ALIKE 1e-3f

// A face is across a normal, up to rounding, if the cosine between the normals is at least this.
#define BOX_RESTING 0.999999f

#endif
