// The search of the dimension that is compiled.
#ifndef LGJK_GEOMETRY_GJK_H
#define LGJK_GEOMETRY_GJK_H

#include "lane/dimension.h"

#if DIM == 2
#include "geometry/gjk2.h"
#else
#include "geometry/gjk3.h"
#endif

#endif
