// Includes the search of the dimension that is compiled, for float and for double.
#ifndef LGJK_GEOMETRY_GJK_H
#define LGJK_GEOMETRY_GJK_H

#include <math.h>

#include "geometry/search_effort.h"
#include "lane/dimension.h"
#include "lane/real.h"
#include "shape/cores.h"

#if DIM == 2
#include "geometry/core_lanes2.h"
#include "geometry/tolerance2.h"
#else
#include "geometry/tolerance3.h"
#endif

#define REAL_IS_DOUBLE 0
#include "geometry/gjk_tmpl.h"
#undef REAL_IS_DOUBLE

#define REAL_IS_DOUBLE 1
#include "geometry/gjk_tmpl.h"
#undef REAL_IS_DOUBLE

#endif
