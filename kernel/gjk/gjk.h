// Includes the search of the dimension that is compiled, for float and for double.
#ifndef LGJK_GJK_GJK_H
#define LGJK_GJK_GJK_H

#include "gjk/basics.h"

#define REAL_IS_DOUBLE 0
#include "gjk/gjk_tmpl.h"
#undef REAL_IS_DOUBLE

#define REAL_IS_DOUBLE 1
#include "gjk/gjk_tmpl.h"
#undef REAL_IS_DOUBLE

#endif
