// The tolerances of 2D.
//
// The roundings of a vertex and of a support value in float, counted:
//   rotation   e = c c + s s - 1: 2 u. f = 1 - e (1/2 - 3/8 e): 2 u. c f, s f: one each. As a map: 2 u in length,
//              and u: 3 u
//   vertex     products sqrt(2) u (the absolute values of a rotation stretch by that), a difference u: 2.41 u, with
//              the map 5.41 u
//   w          p: u |p|; b + p: u |b + p|; a - that: u |w|. So 6.41 |a| + 7.41 |b| + 3 |p|: 7.41 u S
//   support    the direction turned back 2.41 u, a value 2 u; the vertex that they choose is lower by
//              2 (2.41 + 2) u = 8.83 u at most
//   value      w . d: 2 u |w|. With the support: 3 + 2.41 + 8.83 + 2 + 2 = 18.2 u S
// Found: 5.7 u of w, 5.3 u of a value. So a verdict keeps the promise, as counted; that it is the same in float and in
// the canonical run rests on values within TOUCH_BAND_FLAT, 13.4 u, above the worst found and below the worst counted.
#ifndef LGJK_GEOMETRY_TOLERANCE2_H
#define LGJK_GEOMETRY_TOLERANCE2_H

#include "geometry/tolerance.h"

#define VERTEX_COUNTED (7.42 * ROUNDOFF_F) // of w
#define VALUE_COUNTED (18.3 * ROUNDOFF_F)  // of a support value, over |d|
ASSERT_REAL(VERTEX_COUNTED < TOUCH_BAND_FLAT, "a triangle that holds the origin by the touch band holds it");
ASSERT_REAL(VALUE_COUNTED < TOUCH_BAND_FLAT + BAND_FLAT, "a verdict in float keeps the promise");

// The domain of the public header.
#define SCALE_MIN 1e-6f
#define SCALE_MAX 1e6f
ASSERT_REAL((double)LEAST_SQUARE <
                1e-11 * ((double)TOUCH_BAND_FLAT * SCALE_MIN) * ((double)TOUCH_BAND_FLAT * SCALE_MIN),
            "directions of 1.3e-6 prove the least distance");

// A quarter of the band, 1.7 u; one support value in 20 differs by more, and its pair has one more evaluation. All
// roundings at their worst are 11 u.
#define GAP_FLAT 1e-7f
ASSERT_REAL(GAP_FLAT <= 0.2501 * BAND_FLAT && GAP_FLAT > ROUNDOFF_F, "three quarters of the band are left to rounding");
ASSERT_REAL(GAP_FLAT < GAP_CURVED, "a curved support has more noise");

// The separation along their axes at which polygons touch in double, over the scale: what a search in double finds to
// overlap is no farther apart than its gap and its rounding, 1e-14 and 22 U, so that it touches by the axes, too, and
// one comparison is the verdict of every query.
#define AXES_TOUCH_CANONICAL 2e-14
ASSERT_REAL(AXES_TOUCH_CANONICAL > GAP_CANONICAL + 2 * 22 * ROUNDOFF_D, "axes call no overlap apart");

// How far the points of an axis may be off, over the scale: a quarter of the band; in double some 10,000 roundings.
#define AXIS_POINT_MISS_f 1e-7f
#define AXIS_POINT_MISS_d 1e-12
ASSERT_REAL(AXIS_POINT_MISS_f <= 0.2501 * BAND_FLAT && AXIS_POINT_MISS_d > 1000 * ROUNDOFF_D, "above rounding");

// From this distance on, over the scale, what a proved search in double calls apart is apart by the axis, too.
#define AXES_CLEAR 1e-11
ASSERT_REAL(AXES_CLEAR > AXIS_POINT_MISS_d + AXES_TOUCH_CANONICAL + GAP_CANONICAL, "beyond what both may miss");

// Cores whose nearest points are two vertices have their normal along the way between these. Ways shorter than this,
// over the touch band, have it in double: rounding of float may turn them by a hundredth; with rounding radii, which
// are up to S, by 1 / 1700, as the gap across the normal falls short by half of the square of that times a radius.
#define VERTEX_WAY_FLAT 64
#define VERTEX_WAY_ROUND 1024
ASSERT_REAL(VERTEX_WAY_FLAT* TOUCH_BAND_FLAT > 100 * VERTEX_COUNTED, "a hundredth");
ASSERT_REAL(VERTEX_WAY_ROUND* TOUCH_BAND_FLAT > 1700 * VERTEX_COUNTED && 0.5 / (1700.0 * 1700.0) < 0.5 * BAND_FLAT,
            "less than half of a band");

// Signed distances in double within this of 0, over the touch band, are ones that float cannot decide, as it would have
// to be off by 10 u: their contacts may be found in double before float is asked.
#define TOUCH_FOR_CERTAIN 0.25f
ASSERT_REAL((1 - TOUCH_FOR_CERTAIN) * TOUCH_BAND_FLAT > 1.3 * VERTEX_COUNTED, "beyond the error of float");

// The same of polygons, as the share of a squared depth that is left.
#define AXES_ALIKE (1 - BAND_FLAT)

// By how much an axis of two boxes that overlap may be deeper than the shallowest, over the scale, and come before it.
#define BOX_AXES_ALIKE (0.5f * BAND_FLAT)

// Ellipses that formula/round2.h looks at: their semi-axes are to each other as this and 1 at least, and the longer one
// is this of the scale S. So radii of curvature are up to 100 S, a direction n is no longer than that and S (the first
// one is of size 10 at most), and |M^T n|^2 is finite; and it is (1e-6 S)^2 |n|^2 at least. That is no less than 2e-6
// of what a squared cross product is compared with, 5e-7 S^2 |n|^2: nothing vanishes where the latter is
// ROUND_SQUARE_MIN, nor where S^2 |n|^2 is ROUND_REACH_SQUARE, from which on a plane separates. Others are searched.
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

// A neighbour e away on a polygon's ring is lower along d by more than rounding can say where it is by this times the
// size of d times |e.x| + |e.y|: e, the products and their sum are rounded, 3 u counted and found, of 8.4 u in use. (d,
// in the core's own axes, is not in doubt: values are compared along the d that it is.) More sends records that are
// valid to the search.
#define RING_FALL 5e-7f
ASSERT_REAL(RING_FALL > 2 * 3 * ROUNDOFF_F && RING_FALL < TOUCH_BAND_FLAT, "twice the roundings");

#endif
