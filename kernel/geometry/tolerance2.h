// The tolerances of 2D.
#ifndef LGJK_GEOMETRY_TOLERANCE2_H
#define LGJK_GEOMETRY_TOLERANCE2_H

// The band around touching (see the public header) and the duality gap at which a float search has converged, relative to
// the pair's scale. The gap is a quarter of the band: a support's projection carries three roundings of 6e-8.
#define BAND_FLAT 4e-7f
#define BAND_CURVED 2e-6f
#define GAP_FLAT 1e-7f
#define GAP_CURVED 5e-7f
#define SCALE_MIN 1e-6f
#define SCALE_MAX 1e6f
#define ROTATION_SLACK 1e-4f

#endif
