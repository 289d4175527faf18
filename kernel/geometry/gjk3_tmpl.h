// All of the search in 3D for one real, in the order in which its parts need each other.
#ifndef vr
#error "a template: include it between lane/real_begin.h and lane/real_end.h"
#endif

#include "geometry/vec3_tmpl.h"
#include "geometry/rotation3_tmpl.h"
#include "geometry/support3_tmpl.h"
#include "geometry/difference_tmpl.h"
#include "geometry/simplex3_tmpl.h"
#include "geometry/search_tmpl.h"
#include "geometry/answer3_tmpl.h"
