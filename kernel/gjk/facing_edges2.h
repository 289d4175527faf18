// Finds the edges with which two cores of the plane face each other across a normal n from A to B. A's edge is the one
// most along n, B's the one most along -n, of the two that meet in the support vertex. Both are intervals along the
// tangent t, which is n turned by 90 degrees.
#ifndef LGJK_GJK_FACING_EDGES2_H
#define LGJK_GJK_FACING_EDGES2_H

#include <stddef.h>

#include "gjk/gjk.h"

#define REAL_IS_DOUBLE 0
#include "gjk/axis_edges2_tmpl.h"
#include "gjk/box_axes2_tmpl.h"
#undef REAL_IS_DOUBLE

#define REAL_IS_DOUBLE 1
#include "gjk/axis_edges2_tmpl.h"
#include "gjk/box_axes2_tmpl.h"
#undef REAL_IS_DOUBLE

// Numbers follow the ring of vertices, counter-clockwise from the shape's first one; a box begins at its upper right
// corner. An edge has the number of the vertex at which it begins. A segment has two edges, one for each of its sides.
typedef struct facing_edge {
  vec_f end[2];      // ends in the order of the tangent, in world axes around A's position
  vf along[2];       // coordinates of the ends along the tangent
  vf number, corner; // numbers of the edge and of the support vertex
  vf vertex[2];      // numbers of the ends
  mf across;         // lanes that have an edge, and across the normal
} facing_edge;

LANE_INLINE facing_edge select_facing_edge(mf m, const facing_edge* a, const facing_edge* b) {
  facing_edge out;
  for (int i = 0; i < 2; ++i) {
    out.end[i] = select_vec_f(m, a->end[i], b->end[i]);
    out.along[i] = vf_select(m, a->along[i], b->along[i]);
    out.vertex[i] = vf_select(m, a->vertex[i], b->vertex[i]);
  }
  out.number = vf_select(m, a->number, b->number);
  out.corner = vf_select(m, a->corner, b->corner);
  out.across = mf_or(mf_and(m, a->across), mf_and_not(b->across, m));
  return out;
}

LANE_INLINE own_edge_f edge_of_segment(const core_lanes_f* core, vec_f d) {
  const vec_f v = coordinates_f(core, 0), w = coordinates_f(core, 1);
  const vf zero = vf_set(0), one = vf_set(1);
  const mf back = vf_lt(cross_f(d, sub_f(w, v)), zero), second = vf_lt(dot_f(v, d), dot_f(w, d));
  return (own_edge_f){select_vec_f(back, w, v),   select_vec_f(back, v, w),   select_vec_f(second, w, v),
                      vf_select(back, one, zero), vf_select(back, zero, one), vf_select(second, one, zero)};
}

// Returns the side of the box for the larger coordinate of d.
LANE_INLINE own_edge_f edge_of_box(const core_lanes_f* core, vec_f d) {
  return side_of_box_f(coordinates_f(core, 0), d, vf_lt(vf_abs(d.y), vf_abs(d.x)));
}

// The vertices before and after another one.
typedef struct ring_neighbours {
  vec_f before, after;
  vf last, next; // their numbers
} ring_neighbours;

// Loads the neighbours of vertex `id` from the pool, in the lanes of `lanes`; the others get 0.
static LANE_NOINLINE void fetch_from_pool(const core_lanes_f* core, vf id, uint32_t lanes, ring_neighbours* out) {
  float each[LANES], number[2][LANES] = {{0}}, v[4][LANES] = {{0}};
  vf_store(each, id);
  for (; lanes != 0; lanes &= lanes - 1) {
    const uint32_t l = (uint32_t)__builtin_ctz(lanes), i = (uint32_t)each[l];
    const lgjk_shape2* shape = core->table + core->shape[l];
    const float *x = core->vertices + shape->pool, *y = x + shape->padded;
    const uint32_t left = (i > 0 ? i : shape->count) - 1, right = i + 1 < shape->count ? i + 1 : 0;
    v[0][l] = x[left];
    v[1][l] = y[left];
    v[2][l] = x[right];
    v[3][l] = y[right];
    number[0][l] = (float)left;
    number[1][l] = (float)right;
  }
  out->before = (vec_f){vf_load(v[0]), vf_load(v[1])};
  out->after = (vec_f){vf_load(v[2]), vf_load(v[3])};
  out->last = vf_load(number[0]);
  out->next = vf_load(number[1]);
}

// Loads the neighbours of vertex `id` from the ring of a record, which begins with the last vertex.
LANE_INLINE void fetch_from_ring(const core_lanes_f* core, vf id, ring_neighbours* out) {
  const vi index = vi_truncate(id), entry[2] = {index, vi_add(index, vi_set(2))};
  const char* table = (const char*)core->table;
  uint32_t count[LANES];
  vf v[2][2];
  vf_load_pairs(table + offsetof(lgjk_shape2, before), sizeof(lgjk_shape2), core->shape, entry, 2, v);
  lane_look_up(table + offsetof(lgjk_shape2, count), sizeof(lgjk_shape2), core->shape, LGJK_MAX_POINTS, count);
  const vf size = vf_convert(vi_load(count)), zero = vf_set(0), one = vf_set(1), next = vf_add(id, one);
  out->before = (vec_f){v[0][0], v[0][1]};
  out->after = (vec_f){v[1][0], v[1][1]};
  out->last = vf_sub(vf_select(vf_eq(id, zero), size, id), one);
  out->next = vf_select(vf_eq(next, size), zero, next);
}

// Returns the edge at the support vertex whose normal is the nearer to d; of a core without edges, that point alone.
LANE_INLINE own_edge_f edge_at_support(const core_lanes_f* core, vec_f d, uint32_t lanes) {
  const core_vertex_f support = support_core_f(core, d, lanes);
  const vf zero = vf_set(0);
  ring_neighbours ring;
  if (is_round_core(core->core)) return (own_edge_f){support.v, support.v, support.v, zero, zero, zero};
  if (is_large_core(core->core)) {
    fetch_from_pool(core, support.id, lanes, &ring);
  } else {
    fetch_from_ring(core, support.id, &ring);
  }
  const mf first = is_nearer_f(sub_f(support.v, ring.before), sub_f(ring.after, support.v), d);
  const vec_f start = select_vec_f(first, ring.before, support.v), end = select_vec_f(first, support.v, ring.after);
  return (own_edge_f){
      start,     end, support.v, vf_select(first, ring.last, support.id), vf_select(first, support.id, ring.next),
      support.id};
}

LANE_INLINE own_edge_f edge_of_core(const core_lanes_f* core, vec_f d, uint32_t lanes) {
  if (is_segment_core(core->core)) return edge_of_segment(core, d);
  if (is_box_core(core->core)) return edge_of_box(core, d);
  return edge_at_support(core, d, lanes);
}

// Returns the edge of a core in the frame of the pair. `d`: the normal out of the core, in its own axes. `first`: the
// index of the edge's start.
LANE_INLINE facing_edge facing_edge_of(const core_lanes_f* core, vec_f position, vec_f n, vec_f d, int first,
                                       uint32_t lanes) {
  const own_edge_f own = edge_of_core(core, d, lanes);
  facing_edge out;
  out.number = own.number;
  out.corner = own.corner;
  out.vertex[first] = own.number;
  out.vertex[1 - first] = own.next;
  out.end[first] = add_f(position, rotate_f(&core->rotation, own.start));
  out.end[1 - first] = add_f(position, rotate_f(&core->rotation, own.end));
  for (int i = 0; i < 2; ++i) out.along[i] = cross_f(n, out.end[i]);
  out.across = mf_and(is_across_f(sub_f(own.end, own.start), d), vf_lt(out.along[0], out.along[1]));
  return out;
}

// Finds both edges. `n`: a unit vector. `lanes`: bits of the lanes to search. Not inlined: with all classes
// of cores the code is large.
static LANE_NOINLINE void find_facing_edges(const pair_frame_f* f, const vec_f* normal, uint32_t lanes, facing_edge* a,
                                            facing_edge* b) {
  const vec_f n = *normal, zero = {vf_set(0), vf_set(0)};
  *a = facing_edge_of(&f->a, zero, n, unrotate_f(&f->a.rotation, n), 0, lanes);
  *b = facing_edge_of(&f->b, f->p, n, neg_f(unrotate_f(&f->b.rotation, n)), 1, lanes);
}

// Returns the point of an edge at s along the tangent, or its nearer end.
LANE_INLINE vec_f edge_point(const facing_edge* e, vf s) {
  const vf length = vf_sub(e->along[1], e->along[0]);
  const vf share = vf_div(vf_sub(s, e->along[0]), vf_select(e->across, length, vf_set(1)));
  return blend_f(e->end[0], e->end[1], vf_max(vf_min(share, vf_set(1)), vf_set(0)));
}

#endif
