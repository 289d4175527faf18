// Finds the separating axis of two polygons of up to 8 vertices, in float and double (gjk/polygon_axes2_tmpl.h).
#ifndef LGJK_GJK_POLYGON_AXES2_H
#define LGJK_GJK_POLYGON_AXES2_H

#include <math.h>

#include "gjk/manifold2.h"

#define REAL_IS_DOUBLE 0
#include "gjk/polygon_axes2_tmpl.h"
#undef REAL_IS_DOUBLE

#define REAL_IS_DOUBLE 1
#include "gjk/polygon_axes2_tmpl.h"
#undef REAL_IS_DOUBLE

// Sets both edges, ordered along the tangent of the normal n from A to B, as find_facing_edges does.
LANE_INLINE void face_axis_edges(const axis_edges_f* x, vec_f n, facing_edge* a, facing_edge* b) {
  const own_edge_f* o = &x->across;
  const mf of_b = x->of_b;
  a->end[0] = select_vec_f(of_b, o->start, x->from);
  a->end[1] = select_vec_f(of_b, o->end, x->to);
  b->end[0] = select_vec_f(of_b, x->to, o->end);
  b->end[1] = select_vec_f(of_b, x->from, o->start);
  for (int i = 0; i < 2; ++i) {
    a->along[i] = cross_f(n, a->end[i]);
    b->along[i] = cross_f(n, b->end[i]);
  }
  a->number = vf_select(of_b, o->number, x->number);
  b->number = vf_select(of_b, x->number, o->number);
  a->vertex[0] = a->number;
  b->vertex[1] = b->number;
  a->vertex[1] = vf_select(of_b, o->next, x->next);
  b->vertex[0] = vf_select(of_b, x->next, o->next);
  a->corner = vf_select(of_b, o->corner, x->number);
  b->corner = vf_select(of_b, x->number, o->corner);
  a->across = mf_and_not(vf_lt(a->along[0], a->along[1]), mf_and_not(of_b, x->level));
  b->across = mf_and(vf_lt(b->along[0], b->along[1]), mf_or(of_b, x->level));
}

#endif
