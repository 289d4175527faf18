// Includes all parts of the search for one real, in the order in which they need each other.
#ifndef REAL_IS_DOUBLE
#error "a template: lane/real.h tells how it is included"
#endif

#if DIM == 2
#include "geometry/vec2_tmpl.h"
#include "geometry/rotation2_tmpl.h"
#else
#include "geometry/vec3_tmpl.h"
#include "geometry/rotation3_tmpl.h"
#endif
#include "geometry/frame_tmpl.h"
#include "geometry/vertex_tmpl.h"
#if DIM == 2
#include "geometry/support2_tmpl.h"
#else
#include "geometry/grid3_tmpl.h"
#include "geometry/cells3_tmpl.h"
#include "geometry/support3_tmpl.h"
#endif
#include "geometry/core_tmpl.h"
#include "geometry/difference_tmpl.h"
#if DIM == 2
#include "geometry/simplex2_tmpl.h"
#else
#include "geometry/simplex3_tmpl.h"
#endif
#include "geometry/search_tmpl.h"
#if DIM == 2
#include "geometry/box2_tmpl.h"
#include "geometry/answer2_tmpl.h"
#include "geometry/box_edge2_tmpl.h"
#else
#include "geometry/answer3_tmpl.h"
#endif
#include "geometry/verdict_tmpl.h"
