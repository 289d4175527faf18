// All of the search in 2D for one real, in the order in which its parts need each other.
#ifndef vr
#error "a template: include it between lane/real_begin.h and lane/real_end.h"
#endif

#include "geometry/vec2_tmpl.h"
#include "geometry/support2_tmpl.h"
#include "geometry/difference_tmpl.h"
#include "geometry/simplex2_tmpl.h"
#include "geometry/search_tmpl.h"
#include "geometry/answer2_tmpl.h"
