// Finds the separating axis of two polygons of up to 8 vertices, in float and double (geometry/polygon_axes2_tmpl.h).
#ifndef LGJK_FORMULA_POLYGON_AXES2_H
#define LGJK_FORMULA_POLYGON_AXES2_H

#include <float.h>
#include <math.h>

#include "formula/axis_edges2.h"

enum { RING_MOST = 8 };

// Squared lengths below this have lost digits to underflow: their lanes are uncertain.
#define LEAST_EDGE_SQUARE_f (1024 * FLT_MIN)
#define LEAST_EDGE_SQUARE_d (1024 * DBL_MIN)

#define REAL_IS_DOUBLE 0
#include "geometry/polygon_axes2_tmpl.h"
#undef REAL_IS_DOUBLE

#define REAL_IS_DOUBLE 1
#include "geometry/polygon_axes2_tmpl.h"
#undef REAL_IS_DOUBLE

#endif
