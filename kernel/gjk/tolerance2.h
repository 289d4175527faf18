// This file holds the tolerances of 2D.
//
// The roundings of a vertex and of a support value in float, counted:
//   rotation   e = c c + s s - 1: 2 u. f = 1 - e (1/2 - 3/8 e): 2 u. c f, s f: one each. As a map: 2 u in length,
//              and u: 3 u
//   vertex     products sqrt(2) u (the absolute values of a rotation stretch by that), a difference u: 2.41 u, with
//              the map 5.41 u
//   w          p: u |p|; b + p: u |b + p|; a less that: u |w|. So 6.41 |a| + 7.41 |b| + 3 |p|: 7.41 u S
//   support    the direction turned back 2.41 u, a value 2 u; the vertex that they choose is lower by
//              2 (2.41 + 2) u = 8.83 u at most
//   value      w . d: 2 u |w|. With the support: 3 + 2.41 + 8.83 + 2 + 2 = 18.2 u S
// Found: 5.7 u of w, 5.3 u of a value. So a verdict keeps the promise, as counted. It is the same in float and in the
// double run if values are off by at most TOUCH_BAND_FLAT, 13.4 u: above the worst found, below the worst counted.
#ifndef LGJK_GJK_TOLERANCE2_H
#define LGJK_GJK_TOLERANCE2_H

#include <float.h>

#include "gjk/tolerance.h"

#define VERTEX_COUNTED (7.42 * ROUNDOFF_F) // roundings of w
#define VALUE_COUNTED (18.3 * ROUNDOFF_F)  // roundings of a support value, over |d|
ASSERT_REAL(VERTEX_COUNTED < TOUCH_BAND_FLAT, "a triangle that holds the origin by the touch band holds it");
ASSERT_REAL(VALUE_COUNTED < TOUCH_BAND_FLAT + BAND_FLAT, "a verdict in float keeps the promise");

// The public header has this domain.
#define SCALE_MIN 1e-6f
#define SCALE_MAX 1e6f
ASSERT_REAL((double)LEAST_SQUARE <
                1e-11 * ((double)TOUCH_BAND_FLAT * SCALE_MIN) * ((double)TOUCH_BAND_FLAT * SCALE_MIN),
            "directions of 1.3e-6 prove the least distance");

// The duality gap of a flat pair is a quarter of the band, 1.7 u. One support value in 20 differs by more, and its pair
// has one more evaluation. All roundings at their worst are 11 u.
#define GAP_FLAT 1e-7f
ASSERT_REAL(GAP_FLAT <= 0.2501 * BAND_FLAT && GAP_FLAT > ROUNDOFF_F, "three quarters of the band are left to rounding");
ASSERT_REAL(GAP_FLAT < GAP_CURVED, "a curved support has more noise");

// Polygons touch in double if their separation along their axes, over the scale, is at most this. An overlap that a
// search in double finds is no farther apart than its gap and its rounding, 1e-14 and 22 U. So it touches by the axes,
// too, and one comparison is the verdict of every query.
#define AXES_TOUCH_DOUBLE 2e-14
ASSERT_REAL(AXES_TOUCH_DOUBLE > GAP_DOUBLE + 2 * 22 * ROUNDOFF_D, "axes call no overlap apart");

// The points of an axis may be off by this along it, over the scale: a quarter of the band; an eighth in double. They
// may be as far beside the ends of their edges in float. In double that is some 10,000 roundings: cores that are apart
// along a line that separates them by 0 do not touch.
#define AXIS_POINT_MISS_f 1e-7f
#define AXIS_POINT_MISS_d 5e-8
#define AXIS_POINT_BESIDE_f AXIS_POINT_MISS_f
#define AXIS_POINT_BESIDE_d 1e-12
ASSERT_REAL(AXIS_POINT_BESIDE_d > 1000 * ROUNDOFF_D, "above rounding");
ASSERT_REAL(AXIS_POINT_MISS_f <= 0.2501 * BAND_FLAT && AXIS_POINT_MISS_d <= 0.1251 * BAND_FLAT, "parts of the band");

// The separation along an axis of two polygons or boxes in float is off by at most this, over the scale, as counted:
// docs/lab/polygons.md. Float chooses the widest axis by these separations, and double evaluates that one alone.
#define AXIS_COUNTED (9.5 * ROUNDOFF_F)
ASSERT_REAL(AXIS_COUNTED < TOUCH_BAND_FLAT, "float decides what is clear of the touch band");

// A pair that a proved search in double calls apart by this, over the scale, is apart by the axis, too: that calls
// cores touching whose distance is up to a band and what its points miss.
#define AXES_CLEAR 6e-7
ASSERT_REAL(AXES_CLEAR > BAND_FLAT + 2 * AXIS_POINT_MISS_d && AXES_CLEAR < NEAR_CORES, "beyond what an axis may miss");

// Float does not prove a pair whose signed distance in double is within this times the touch band of 0: it would have
// to be off by 10 u. So such a pair may end in double alone.
#define TOUCH_FOR_CERTAIN 0.25f
ASSERT_REAL((1 - TOUCH_FOR_CERTAIN) * TOUCH_BAND_FLAT > AXIS_COUNTED, "beyond the error of float");

// Cores that overlap have the point midway between the points of their axis in common, if they are no deeper than this
// times the touch band. Its roundings in float are 1.5 u.
#define TOUCH_COMMON 0.625f
ASSERT_REAL(0.5 * TOUCH_COMMON * TOUCH_BAND_FLAT + AXIS_POINT_MISS_d + 1.5 * ROUNDOFF_F <= BAND_FLAT,
            "within the band of both");

// One edge of the difference answers contacts of polygons that are farther apart than EDGE_TAKES touch bands. The axis
// in double answers those that are not apart by more than EDGE_LEAVES, whichever came first: an edge would have to be
// off by half a touch band to take one of them.
#define EDGE_TAKES 2.0f
#define EDGE_LEAVES 1.5f
ASSERT_REAL((EDGE_TAKES - EDGE_LEAVES) * TOUCH_BAND_FLAT > 6.6 * ROUNDOFF_F, "above the worst found");

// Cores whose nearest points are two vertices have their normal along the way between these. A way shorter than this
// times the touch band gives it in double only. Rounding of float may turn longer ones by a hundredth; with rounding
// radii (up to S) by 1 / 1700. The gap across the normal then falls short by half of that squared times a radius.
#define VERTEX_WAY_FLAT 64
#define VERTEX_WAY_ROUND 1024
ASSERT_REAL(VERTEX_WAY_FLAT* TOUCH_BAND_FLAT > 100 * VERTEX_COUNTED, "a hundredth");
ASSERT_REAL(VERTEX_WAY_ROUND* TOUCH_BAND_FLAT > 1700 * VERTEX_COUNTED && 0.5 / (1700.0 * 1700.0) < 0.5 * BAND_FLAT,
            "less than half of a band");

// A later axis of polygons replaces an earlier one if its squared depth is below this share of the earlier one's.
#define AXES_ALIKE (1 - BAND_FLAT)

// Overlapping boxes take the first axis that is deeper than the shallowest by at most this, over the scale.
#define BOX_AXES_ALIKE (0.5f * BAND_FLAT)

// gjk/ellipses2.h answers ellipses whose semi-axes have at least this ratio and whose longer one is at least this
// part of S; others are searched. So radii of curvature are up to 100 S. A direction n is no longer than that and S
// (the first one is of size 10 at most). |M^T n|^2 is finite, and at least (1e-6 S)^2 |n|^2. That is at least 2e-6 of
// 5e-7 S^2 |n|^2, with which a squared cross product is compared. So nothing vanishes if the latter is
// ROUND_SQUARE_MIN, or if S^2 |n|^2 is ROUND_REACH_SQUARE, from which on a plane separates.
#define ROUND_ASPECT_MIN 1e-2f
#define ROUND_SIZE_MIN 1e-4f
#define ROUND_SQUARE_MIN 1e-30f
#define ROUND_REACH_SQUARE 1.001e-24f
ASSERT_REAL(SCALE_MAX* SCALE_MAX*(101.0 * SCALE_MAX) * (101.0 * SCALE_MAX) < 1e-3 * FLT_MAX, "finite");
ASSERT_REAL((double)ROUND_ASPECT_MIN* ROUND_SIZE_MIN* ROUND_ASPECT_MIN* ROUND_SIZE_MIN / GAP_CURVED *
                    ROUND_SQUARE_MIN >=
                LEAST_SQUARE,
            "no smaller square is divided by");
ASSERT_REAL((double)ROUND_ASPECT_MIN* ROUND_SIZE_MIN* ROUND_ASPECT_MIN* ROUND_SIZE_MIN* ROUND_REACH_SQUARE >=
                LEAST_SQUARE,
            "nor where a plane separates");

// A neighbour e away on a polygon's ring counts as lower along d if it is lower by more than a margin. The margin is
// this times the size of d times |e.x| + |e.y|. The vector e, the products and their sum are rounded: 3 u counted and
// found, of 8.4 u in use. The direction d, in the core's own axes, has no error: values are compared along d as it is.
// A larger value sends valid records to the search.
#define RING_FALL 5e-7f
ASSERT_REAL(RING_FALL > 2 * 3 * ROUNDOFF_F && RING_FALL < TOUCH_BAND_FLAT, "twice the roundings");

// The least squared cosine between the normal and that of an edge that carries a manifold. Its angle is 41 degrees. So
// a square on its corner, whose edges are at 45, has one point and not one that jumps between both.
#define EDGE_ACROSS_SQUARE 0.5625f

// The most vertices of a polygon whose edges are all compared.
enum { RING_MOST = 8 };

// Separations of edges are compared by their squares, times the squared lengths of two edges in units of the scale.
// Where the shortest edge squared, times the scale, is below this, two that differ by 1e-7 of the scale may both be 0:
// such lanes are uncertain.
#define LEAST_EDGE_SQUARE_f 4e-16f
ASSERT_REAL(1e-14 * (double)LEAST_EDGE_SQUARE_f * (double)LEAST_EDGE_SQUARE_f > (double)FLT_TRUE_MIN, "not 0");
#define LEAST_EDGE_SQUARE_d (1024 * DBL_MIN)

#endif
