// The tolerances that both dimensions share; tolerance2.h and tolerance3.h have the others.
//
// A float operation is off by u = 2^-24 of its result at most, a double one by U = 2^-53. "Counted" is a bound to the
// first order: every rounding on the way at its worst, all with one sign. "Found" is the worst that a search for bad
// inputs came to in 9 million steps; tests/unit/test_tolerance.c repeats a part of it. Tolerances are relative to the
// scale S of the pair unless they say otherwise, and vectors a, b (vertices about their origins) and p (between the
// positions) have |a| + |b| + |p| <= S. Names end in _f or _d where float and double differ.
#ifndef LGJK_GEOMETRY_TOLERANCE_H
#define LGJK_GEOMETRY_TOLERANCE_H

#include <float.h>

#define ROUNDOFF_F 0x1p-24 // u
#define ROUNDOFF_D 0x1p-53 // U

// _Static_assert of reals: clang folds them in this form only.
#define ASSERT_REAL(holds, reason) _Static_assert(__builtin_constant_p(1) ? (holds) : 0, reason)

// ------------------------------------------------------------------ touching

// The public header's promise, 6.7 u and 33.6 u: the error of distances, and where the verdict is free. The count of a
// vertex's roundings is above it, so for distances it is a bound that tests hold and not one that counting proves. A
// curved support has five roundings more: its unit vector (a root of a dot product, a division, a product) and the
// matrix.
#define BAND_FLAT 4e-7f
#define BAND_CURVED 2e-6f

// Signed distances within this of touching are left to the canonical run. Two bands, 13.4 u and 67.1 u: a verdict
// breaks the promise where float errs by three bands or more, and where it errs by two, a pair may have one verdict in
// float and another in the canonical run. Larger only costs time. The errors of float are in the dimensions' headers.
#define TOUCH_BANDS 2
#define TOUCH_BAND_FLAT (TOUCH_BANDS * BAND_FLAT)
#define TOUCH_BAND_CURVED (TOUCH_BANDS * BAND_CURVED)
ASSERT_REAL(TOUCH_BAND_FLAT > 13.4 * ROUNDOFF_F && TOUCH_BAND_CURVED > 67.1 * ROUNDOFF_F, "as the comment has it");

// The duality gap, a distance, at which a float search has converged. The distance found is too large by the gap at
// most, so the gap is a part of the band. Not smaller: two ways to one support value differ by rounding, 0.8 u in the
// mean, and a search in which they differ by more goes on, or to the canonical run.
#define GAP_CURVED 5e-7f
ASSERT_REAL(GAP_CURVED <= 0.25 * BAND_CURVED, "three quarters of the band are left to rounding");

// How far the vertices of a simplex around the origin, combined by their barycentric coordinates, may miss it, over the
// touch band: a quarter of a band, by which the common point may then be outside of a core. They miss by u S over the
// simplex's thickness over S, so only slivers are refused.
#define COMMON_MISS 0.125f
ASSERT_REAL(COMMON_MISS* TOUCH_BAND_FLAT <= 0.25 * BAND_FLAT, "the common point is within the band");

// How far the nearest points of two cores may be from lying across the normal from each other, over the touch band:
// half of it, a quarter of a band, is by how much each point is moved to lie so.
#define CONTACT_BEND 0.125f
ASSERT_REAL(CONTACT_BEND* TOUCH_BAND_FLAT <= 0.25 * BAND_FLAT, "points stay within the band");

// The margin of bounding tests. The position's coordinates are rounded once and its square DIM times, 2.5 u of
// |p| at most; the radii are added up in four steps and their sum squared, 4.5 u. So 7 u counted, of 67 u in use: it is
// the touch band of the widest class, because bounding tests come before the class is known. Larger only costs
// searches.
#define BOUNDING_MARGIN TOUCH_BAND_CURVED
ASSERT_REAL(BOUNDING_MARGIN >= TOUCH_BAND_FLAT && BOUNDING_MARGIN > 7 * ROUNDOFF_F,
            "no bounding test decides what a search would leave");

// ------------------------------------------------------------------ domain

// |q|^2 - 1 of a pose, as in the public header. The series that normalise have room: in 2D their next terms are 5/16 of
// its third power in float and 63/256 of the fifth in double, in 3D the third and the sixth power.
#define ROTATION_SLACK 1e-4f
#define ROTATION_CUBE (1e-4 * 1e-4 * 1e-4)
ASSERT_REAL(ROTATION_CUBE < 1e-4 * ROUNDOFF_F, "float: below the roundings by far");
ASSERT_REAL(ROTATION_CUBE * 1e-4 * 1e-4 * 63 / 256 < 1e-4 * ROUNDOFF_D, "double: the same");

// ------------------------------------------------------------------ what vanishes: absolute, not relative to S

// Squares of support values up to this prove nothing. It is 85 times the least normal float, so that h^2 keeps its
// relative error. Not larger: in 2D a |d| of 1.3e-6 still has to prove the least distance, TOUCH_BAND_FLAT * SCALE_MIN.
#define LEAST_SQUARE 1e-36f
ASSERT_REAL(LEAST_SQUARE > 64 * FLT_MIN, "a normal number");

// |d|^2 below this has lost digits: underflow takes up to DIM 2^-150 from it, a relative error of DIM 2^-30 here. An
// edge that a search has found is longer; one that a record names need not be, and would part a pair that overlaps.
#define LEAST_DIRECTION_SQUARE (64 * FLT_MIN)
ASSERT_REAL(3 * 0x1p-150 < 0.25 * ROUNDOFF_F * LEAST_DIRECTION_SQUARE, "underflow is less than rounding");

// v is brought to size 1 by a division by its largest coordinate, and by this where that is less: the inverse has to be
// finite.
#define SIZE_MIN_f 1e-37f
#define SIZE_MIN_d 1e-300
ASSERT_REAL(SIZE_MIN_f >= 8 * FLT_MIN && 1 / SIZE_MIN_f < FLT_MAX, "a normal number with a finite inverse");
ASSERT_REAL(SIZE_MIN_d >= 8 * DBL_MIN && 1 / SIZE_MIN_d < DBL_MAX, "a normal number with a finite inverse");

// The shortest direction that a record keeps: its coordinates are divided by its size, times 2^15 at most. A record is
// a guess.
#define RECORD_AXIS_MIN 1e-30f
ASSERT_REAL(32767 / RECORD_AXIS_MIN < 1e-4 * FLT_MAX, "the factor is finite");

// ------------------------------------------------------------------ the canonical run, relative to S, from U

// The gain at which a search in double has converged, 90 U. The gain from an edge's other end is 0 but for 2.4 U |e| of
// the perpendicular, U |e| of the edge and DIM U S of each support value, over the direction's largest coordinate:
// sqrt(3) (3.4 * 2 + 6) U = 22 U counted. Less, and a search chases its rounding; more is lost in the distance, which
// float rounds by u.
#define GAP_CANONICAL 1e-14
// The same where a curved core takes part: each digit costs evaluations, and this is a third of a rounding in float, a
// hundredth of the band.
#define GAP_CANONICAL_CURVED 2e-8
ASSERT_REAL(GAP_CANONICAL > 22 * ROUNDOFF_D && GAP_CANONICAL < 1e-6 * ROUNDOFF_F,
            "above the noise, below what a result shows");
ASSERT_REAL(GAP_CANONICAL_CURVED > GAP_CANONICAL && GAP_CANONICAL_CURVED < 0.5 * ROUNDOFF_F,
            "below what a result shows");

// Cores that are nearer to each other than this, a distance, have a contact's normal from their least support value,
// and not from the points that are nearest: a search in double that ends at a narrow face is off by NARROW_GAIN_MAX of
// 3D, which is nothing of a distance, and much of a direction where the distance is as small. Larger only costs time.
#define NEAR_CORES 7e-7
ASSERT_REAL(NEAR_CORES > 1e-7 && NEAR_CORES < TOUCH_BAND_FLAT, "within the touch band");

// How far the nearest point of a search that ended without a proof, at a repeated support or at the limit, may be from
// the last support plane to be an answer: a quarter of the band of flat shapes.
#define GAP_UNPROVED 1e-7
ASSERT_REAL(GAP_UNPROVED <= 0.2501 * BAND_FLAT && GAP_UNPROVED > GAP_CANONICAL_CURVED, "more than a search needs");
// Steps towards supports that follow where it is not: one was enough in all of 11,000 such pairs.
#define DESCENT_STEPS 8

// Where the barycentric coordinates of a common point miss the origin by more, others are looked for: a sixth of u,
// which the result cannot show. By volume they miss by U S over the simplex's thickness over S: they are noise where
// the latter is below 1e-8.
#define MISS_CANONICAL 1e-8
ASSERT_REAL(MISS_CANONICAL<0.25 * ROUNDOFF_F && MISS_CANONICAL> GAP_CANONICAL, "below what a result shows");

#endif
