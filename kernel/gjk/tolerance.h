// This file holds the tolerances that both dimensions share. tolerance2.h and tolerance3.h hold those of one dimension.
//
// A float operation is off by at most u = 2^-24 of its result, a double one by at most U = 2^-53. "Counted" is a bound
// to the first order: all roundings on the way are at their worst and have one sign. "Found" is the worst result of a
// search for bad inputs over 9 million steps, of which tests/unit/test_tolerance.c repeats a part. Tolerances are
// relative to the scale S of the pair unless they say otherwise. The vectors a and b (vertices about their origins) and
// p (between the positions) have |a| + |b| + |p| <= S. Names end in _f or _d where float and double differ.
#ifndef LGJK_GJK_TOLERANCE_H
#define LGJK_GJK_TOLERANCE_H

#include <float.h>

#define ROUNDOFF_F 0x1p-24 // u
#define ROUNDOFF_D 0x1p-53 // U

// This is a _Static_assert of reals, in the only form that clang folds.
#define ASSERT_REAL(holds, reason) _Static_assert(__builtin_constant_p(1) ? (holds) : 0, reason)

// ------------------------------------------------------------------ touching

// The public header promises these errors of distances, 6.7 u and 33.6 u. Closer to touching, the verdict is free. The
// counted roundings of a vertex are more, so tests hold the bound of distances, and counting does not prove it. A
// curved support has five roundings more: a unit vector (a root of a dot product, a division, a product) and the
// matrix.
#define BAND_FLAT 4e-7f
#define BAND_CURVED 2e-6f

// The double run decides signed distances within this of 0: two bands, 13.4 u and 67.1 u. A verdict breaks the
// promise if float errs by three bands or more. If it errs by two, a pair may have one verdict in float and another in
// the double run. A larger value only costs time. tolerance2.h and tolerance3.h count the errors of float.
#define TOUCH_BANDS 2
#define TOUCH_BAND_FLAT (TOUCH_BANDS * BAND_FLAT)
#define TOUCH_BAND_CURVED (TOUCH_BANDS * BAND_CURVED)
ASSERT_REAL(TOUCH_BAND_FLAT > 13.4 * ROUNDOFF_F && TOUCH_BAND_CURVED > 67.1 * ROUNDOFF_F, "as the comment has it");

// A float search has converged at this duality gap, a distance. The distance found is too large by at most the gap, so
// the gap is a part of the band. It is no smaller: two ways to one support value differ by rounding, 0.8 u in the mean.
// If they differ by more than the gap, the search goes on, or to the double run.
#define GAP_CURVED 5e-7f
ASSERT_REAL(GAP_CURVED <= 0.25 * BAND_CURVED, "three quarters of the band are left to rounding");

// The vertices of a simplex around the origin, combined by their barycentric coordinates, may miss it by this times the
// touch band. That is a quarter of a band, by which the common point may then be outside of a core. The miss is u S
// over the simplex's thickness relative to S, so only slivers are refused.
#define COMMON_MISS 0.125f
ASSERT_REAL(COMMON_MISS* TOUCH_BAND_FLAT <= 0.25 * BAND_FLAT, "the common point is within the band");

// Each of a contact's nearest points is moved by at most this times the touch band, onto one line along the normal.
#define CONTACT_BEND 0.125f
ASSERT_REAL(CONTACT_BEND* TOUCH_BAND_FLAT <= 0.25 * BAND_FLAT, "points stay within the band");

// Bounding tests have this margin. The position's coordinates are rounded once and its square DIM times: 2.5 u of |p|
// at most. The radii are added up in four steps and their sum is squared: 4.5 u. So 7 u are counted, of 67 u in use.
// The cores are not known before them, so this is the widest touch band of all. A larger value only costs searches.
#define BOUNDING_MARGIN TOUCH_BAND_CURVED
ASSERT_REAL(BOUNDING_MARGIN >= TOUCH_BAND_FLAT && BOUNDING_MARGIN > 7 * ROUNDOFF_F,
            "no bounding test decides what a search would leave");

// ------------------------------------------------------------------ domain

// The public header allows |q|^2 - 1 of a pose up to this. The series that normalise have room. In 2D their next terms
// are 5/16 of its third power in float and 63/256 of the fifth in double; in 3D they are the third and the sixth power.
#define ROTATION_SLACK 1e-4f
#define ROTATION_CUBE (1e-4 * 1e-4 * 1e-4)
ASSERT_REAL(ROTATION_CUBE < 1e-4 * ROUNDOFF_F, "float: below the roundings by far");
ASSERT_REAL(ROTATION_CUBE * 1e-4 * 1e-4 * 63 / 256 < 1e-4 * ROUNDOFF_D, "double: the same");

// ------------------------------------------------------------------ what vanishes: absolute, not relative to S

// Squares of support values up to this prove nothing. It is 85 times the least normal float, so that h^2 keeps its
// relative error. It is no larger: in 2D a |d| of 1.3e-6 has to prove the least distance, TOUCH_BAND_FLAT * SCALE_MIN.
#define LEAST_SQUARE 1e-36f
ASSERT_REAL(LEAST_SQUARE > 64 * FLT_MIN, "a normal number");

// A |d|^2 below this has lost digits: underflow takes up to DIM 2^-150 from it, a relative error of DIM 2^-30 here. An
// edge that a search has found is longer. One that a record names may be shorter, and would separate overlapping pairs.
#define LEAST_DIRECTION_SQUARE (64 * FLT_MIN)
ASSERT_REAL(3 * 0x1p-150 < 0.25 * ROUNDOFF_F * LEAST_DIRECTION_SQUARE, "underflow is less than rounding");

// A vector is brought to size 1 by division by its largest coordinate, or by this if larger: the inverse must be
// finite.
#define SIZE_MIN_f 1e-37f
#define SIZE_MIN_d 1e-300
ASSERT_REAL(SIZE_MIN_f >= 8 * FLT_MIN && 1 / SIZE_MIN_f < FLT_MAX, "a normal number with a finite inverse");
ASSERT_REAL(SIZE_MIN_d >= 8 * DBL_MIN && 1 / SIZE_MIN_d < DBL_MAX, "a normal number with a finite inverse");

// A record keeps no shorter direction: its coordinates are divided by its size, times 2^15 at most. A record is a
// guess.
#define RECORD_AXIS_MIN 1e-30f
ASSERT_REAL(32767 / RECORD_AXIS_MIN < 1e-4 * FLT_MAX, "the factor is finite");

// ------------------------------------------------------------------ the double run, relative to S, from U

// A search in double has converged at this gain, 90 U. The gain from an edge's other end is 0 up to rounding: 2.4 U
// |e| of the perpendicular, U |e| of the edge and DIM U S of each support value. Over the direction's largest
// coordinate that is sqrt(3) (3.4 * 2 + 6) U = 22 U counted. With less, a search chases its rounding. With more, the
// distance loses more, though float rounds it by u.
#define GAP_DOUBLE 1e-14
// A pair with a curved core has converged at this gain, since each digit costs evaluations. It is a third of a rounding
// in float, a hundredth of the band.
#define GAP_DOUBLE_CURVED 2e-8
ASSERT_REAL(GAP_DOUBLE > 22 * ROUNDOFF_D && GAP_DOUBLE < 1e-6 * ROUNDOFF_F,
            "above the noise, below what a result shows");
ASSERT_REAL(GAP_DOUBLE_CURVED > GAP_DOUBLE && GAP_DOUBLE_CURVED < 0.5 * ROUNDOFF_F, "below what a result shows");

// A contact of cores nearer to each other than this distance has its normal from the least support value. The nearest
// points do not give it: a search in double that ends at a narrow face is off by NARROW_GAIN_MAX of 3D. That is nothing
// of a distance, but much of a direction if the distance is as small. A larger value only costs time.
#define NEAR_CORES 7e-7
ASSERT_REAL(NEAR_CORES > 1e-7 && NEAR_CORES < TOUCH_BAND_FLAT, "within the touch band");

// A search in double may end without a proof, at a repeated support or at the limit. Its nearest point is an answer if
// it is within this of the last support plane. This is a quarter of the band of flat shapes.
#define GAP_UNPROVED 1e-7
ASSERT_REAL(GAP_UNPROVED <= 0.2501 * BAND_FLAT && GAP_UNPROVED > GAP_DOUBLE_CURVED, "more than a search needs");
// A nearest point that is farther off takes so many steps towards supports. One was enough in all of 11,000 such pairs.
#define DESCENT_STEPS 8

// Other barycentric coordinates are looked for if those of a common point miss the origin by more than this: a sixth of
// u, which no result shows. By volume they miss by U S over the simplex's relative thickness: noise if that is below
// 1e-8.
#define MISS_DOUBLE 1e-8
ASSERT_REAL(MISS_DOUBLE<0.25 * ROUNDOFF_F && MISS_DOUBLE> GAP_DOUBLE, "below what a result shows");

#endif
