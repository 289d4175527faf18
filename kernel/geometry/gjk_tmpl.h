// Includes all parts of the search for one real, in the order in which they need each other.
#ifndef REAL_IS_DOUBLE
#error "a template: lane/real.h tells how it is included"
#endif

#include OF_DIM("geometry/vec2_tmpl.h", "geometry/vec3_tmpl.h")
#include OF_DIM("geometry/rotation2_tmpl.h", "geometry/rotation3_tmpl.h")
#include "geometry/frame_tmpl.h"
#include "geometry/vertex_tmpl.h"
#if DIM == 3
#include "geometry/grid3_tmpl.h"
#include "geometry/cells3_tmpl.h"
#endif
#include OF_DIM("geometry/support2_tmpl.h", "geometry/support3_tmpl.h")
#include "geometry/core_tmpl.h"
#include "geometry/difference_tmpl.h"
#include OF_DIM("geometry/simplex2_tmpl.h", "geometry/simplex3_tmpl.h")
#include "geometry/search_tmpl.h"
#include OF_DIM("geometry/answer2_tmpl.h", "geometry/answer3_tmpl.h")
#if DIM == 2
#include "geometry/box2_tmpl.h"
#include "geometry/box_edge2_tmpl.h"
#endif
#include "geometry/verdict_tmpl.h"
