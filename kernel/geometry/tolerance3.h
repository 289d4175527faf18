// The tolerances of 3D.
#ifndef LGJK_GEOMETRY_TOLERANCE3_H
#define LGJK_GEOMETRY_TOLERANCE3_H

// The band around touching (see the public header) and the duality gap at which a float search has converged, relative to
// the pair's scale.
#define BAND_FLAT 4e-7f
#define BAND_CURVED 2e-6f
#define GAP_FLAT 2e-7f
#define GAP_CURVED 5e-7f
#define SCALE_MIN 1e-4f
#define SCALE_MAX 1e5f
#define ROTATION_SLACK 1e-4f

#endif
