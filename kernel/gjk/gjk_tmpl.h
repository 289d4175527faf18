// Includes all parts of the search for one real, in the order in which they need each other.
#ifndef REAL_IS_DOUBLE
#error "a template: lane/real.h says how it is included"
#endif

#include OF_DIM("gjk/vec2_tmpl.h", "gjk/vec3_tmpl.h")
#include "gjk/core_tmpl.h"
#include OF_DIM("gjk/support2_tmpl.h", "gjk/support3_tmpl.h")
#include "gjk/difference_tmpl.h"
#include "gjk/simplex_tmpl.h"
#include OF_DIM("gjk/simplex2_tmpl.h", "gjk/simplex3_tmpl.h")
#include "gjk/search_tmpl.h"
#include OF_DIM("gjk/answer2_tmpl.h", "gjk/answer3_tmpl.h")
#if DIM == 2
#include "gjk/box_edge2_tmpl.h"
#endif
#include "gjk/verdict_tmpl.h"
