// Includes the search of the dimension that is compiled, for float and for double.
#ifndef LGJK_GEOMETRY_GJK_H
#define LGJK_GEOMETRY_GJK_H

#include <math.h>

#include "geometry/search_effort.h"
#include "lane/dimension.h"
#include "shape/cores.h"

#if DIM == 2
#include "geometry/core_lanes2.h"
#include "geometry/tolerance2.h"
#else
#include "geometry/tolerance3.h"
#endif

#define REAL_IS_DOUBLE 0
#include "lane/real_begin.h"
#include "geometry/gjk_tmpl.h"
#include "lane/real_end.h"

#define REAL_IS_DOUBLE 1
#include "lane/real_begin.h"
#include "geometry/gjk_tmpl.h"
#include "lane/real_end.h"

#endif
