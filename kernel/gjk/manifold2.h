// Makes manifolds in 2D, in lanes: one point, or the two ends of the stretch along which two edges face each other.
//
// The edges that face each other (below) are intervals along the tangent. Their heights along the normal are linear, so
// the separation is greatest and least at the ends of the stretch that both have in common. Without two edges across
// the normal or a common stretch, or if no end is as deep as the shapes, the point midway between the witness points is
// one.
//
// An id has A's feature in its low 16 bits and B's in the others. At an end of the common stretch they are the vertex
// of one core and the edge of the other. They are two vertices if these are within the snap of each other. At a witness
// point each is the edge, if one is across the normal, or the vertex. So an id stays while the vertex meets the edge,
// whichever edge of the vertex faces it. Swapping the shapes swaps the halves of the id.
#ifndef LGJK_GJK_MANIFOLD2_H
#define LGJK_GJK_MANIFOLD2_H

#include <math.h>
#include <stddef.h>

#include "gjk/gjk.h"

#define REAL_IS_DOUBLE 0
#include "gjk/axis_edges2_tmpl.h"
#include "gjk/polygon_axes2_tmpl.h"
#undef REAL_IS_DOUBLE

#define REAL_IS_DOUBLE 1
#include "gjk/axis_edges2_tmpl.h"
#include "gjk/polygon_axes2_tmpl.h"
#undef REAL_IS_DOUBLE

// ------------------------------------------------------------------ facing edges

// Finds the edges with which two cores of the plane face each other across a normal n from A to B. A's edge is the one
// most along n, B's the one most along -n, of the two that meet in the support vertex. Both are intervals along the
// tangent t, which is n turned by 90 degrees.

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
  const vec_f in = by_power(sub_f(support.v, ring.before)), out = by_power(sub_f(ring.after, support.v));
  const mf first = is_nearer_f(in, out, d);
  const vec_f start = select_vec_f(first, ring.before, support.v), end = select_vec_f(first, support.v, ring.after);
  return (own_edge_f){
      start,     end, support.v, vf_select(first, ring.last, support.id), vf_select(first, support.id, ring.next),
      support.id};
}

LANE_INLINE own_edge_f edge_of_core(const core_lanes_f* core, vec_f d, uint32_t lanes) {
  if (is_segment_core(core->core)) return edge_of_segment(core, d);
  if (is_box_core(core->core)) return side_of_box_f(coordinates_f(core, 0), d, vf_lt(vf_abs(d.y), vf_abs(d.x)));
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

// Finds both edges. `n`: a unit vector. `lanes`: bits of the lanes to search. Not inlined: with all kinds
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

// ------------------------------------------------------------------ manifolds

// The kind of a feature. A feature has its number in the low 8 bits and its kind above them.
typedef enum feature_kind {
  EDGE,
  VERTEX,
  NO_FEATURE // a curved core, or a point
} feature_kind;

// A stretch that is shorter than this, relative to the pair's scale, is one point. An end that is less deep by more is
// not the deepest.
#define MANIFOLD_SLACK 1e-6f

// Vertices meet if they are nearer to each other along the tangent than this, relative to the shorter edge.
#define MANIFOLD_SNAP 1e-3f

// Contacts of which manifolds are made.
typedef struct touch_lanes {
  vec_f origin; // A's position, around which the edges are
  vec_f n;      // unit normal, from A to B
  vec_f a, b;   // points of the shapes
  vf distance;  // signed
  vf radius_a, radius_b;
} touch_lanes;

typedef struct manifold_point {
  vec_f position;
  vf separation;
  vi id;
} manifold_point;

typedef struct manifold_lanes {
  vf count;
  manifold_point point[2];
} manifold_lanes;

LANE_INLINE manifold_point select_manifold_point(mf m, const manifold_point* a, const manifold_point* b) {
  return (manifold_point){select_vec_f(m, a->position, b->position), vf_select(m, a->separation, b->separation),
                          vi_of(vf_select(m, vf_of(a->id), vf_of(b->id)))};
}

LANE_INLINE vf feature(feature_kind kind, vf number) { return vf_add(vf_set((float)(256 * (int)kind)), number); }

LANE_INLINE vi id_of(vf feature_a, vf feature_b) {
  return vi_or(vi_truncate(feature_a), vi_shl(vi_truncate(feature_b), 16));
}

// Returns the feature of an edge at an end of the common stretch: its own vertex if that is inside of the other edge,
// else the edge.
LANE_INLINE vf end_feature(const facing_edge* e, int which, vf inside, vf snap) {
  const mf own = vf_le(vf_neg(snap), inside);
  return vf_select(own, feature(VERTEX, e->vertex[which]), feature(EDGE, e->number));
}

// Makes the end of the common stretch at `s`. `which`: 1 for the end that is farther along the tangent, else 0. `snap`:
// the greatest distance of vertices that meet.
LANE_INLINE manifold_point end_point(const touch_lanes* t, const facing_edge* a, const facing_edge* b, vf s, int which,
                                     vf snap) {
  const vec_f on_a = edge_point(a, s), on_b = edge_point(b, s), half = scale_f(t->n, vf_set(0.5f));
  const vec_f middle = scale_f(add_f(on_a, on_b), vf_set(0.5f));
  const vf beyond = vf_sub(a->along[which], b->along[which]), inside = which == 0 ? beyond : vf_neg(beyond);
  manifold_point out;
  out.position = add_f(t->origin, add_f(middle, scale_f(half, vf_sub(t->radius_a, t->radius_b))));
  out.separation = vf_sub(dot_f(sub_f(on_b, on_a), t->n), vf_add(t->radius_a, t->radius_b));
  out.id = id_of(end_feature(a, which, inside, snap), end_feature(b, which, vf_neg(inside), snap));
  return out;
}

LANE_INLINE vf witness_feature(const facing_edge* e, uint32_t core) {
  if (is_round_core(core)) return feature(NO_FEATURE, vf_set(0));
  return vf_select(e->across, feature(EDGE, e->number), feature(VERTEX, e->corner));
}

LANE_INLINE manifold_point witness_point(const pair_frame_f* f, const touch_lanes* t, const facing_edge* a,
                                         const facing_edge* b) {
  const vf half = vf_set(0.5f);
  manifold_point out;
  out.position = add_f(scale_f(t->a, half), scale_f(t->b, half)); // the sum might overflow
  out.separation = t->distance;
  out.id = id_of(witness_feature(a, f->a.core), witness_feature(b, f->b.core));
  return out;
}

// Makes the manifolds of the lanes `touching`, which are no farther apart than the margin; the others get none.
LANE_INLINE void find_manifold(const pair_frame_f* f, const touch_lanes* t, float margin, const facing_edge* a,
                               const facing_edge* b, mf touching, manifold_lanes* out) {
  const vf slack = vf_mul(vf_set(MANIFOLD_SLACK), f->scale), low = vf_max(a->along[0], b->along[0]);
  const vf high = vf_min(a->along[1], b->along[1]), zero = vf_set(0), one = vf_set(1);
  const mf stretch = mf_and(mf_and(a->across, b->across), vf_lt(slack, vf_sub(high, low)));
  const vf length_a = vf_sub(a->along[1], a->along[0]), length_b = vf_sub(b->along[1], b->along[0]);
  const vf snap = vf_mul(vf_set(MANIFOLD_SNAP), vf_min(length_a, length_b));
  const manifold_point lower = end_point(t, a, b, low, 0, snap);
  const manifold_point upper = end_point(t, a, b, high, 1, snap);
  const manifold_point witness = witness_point(f, t, a, b), none = {{zero, zero}, zero, vi_set(0)};
  const mf swapped = vf_lt(upper.separation, lower.separation);
  const manifold_point deeper = select_manifold_point(swapped, &upper, &lower);
  const manifold_point other = select_manifold_point(swapped, &lower, &upper);
  const mf whole = mf_and(stretch, vf_le(deeper.separation, vf_add(t->distance, slack)));
  manifold_point first = select_manifold_point(whole, &deeper, &witness);
  first.separation = t->distance;
  manifold_point second = select_manifold_point(whole, &other, &deeper);
  second.separation = vf_max(second.separation, first.separation);
  const mf two = mf_and(mf_and(touching, stretch), vf_le(second.separation, vf_set(margin)));
  out->count = vf_add(vf_select(touching, one, zero), vf_select(two, one, zero));
  out->point[0] = select_manifold_point(touching, &first, &none);
  out->point[1] = select_manifold_point(two, &second, &none);
}

// Makes the manifolds of cores without edges in the lanes `touching`, as find_manifold would.
LANE_INLINE void find_one_point_manifold(const touch_lanes* t, mf touching, manifold_lanes* out) {
  const vf zero = vf_set(0), half = vf_set(0.5f);
  const vec_f middle = add_f(scale_f(t->a, half), scale_f(t->b, half));
  const vi id = id_of(feature(NO_FEATURE, zero), feature(NO_FEATURE, zero));
  const manifold_point point = {middle, t->distance, id}, none = {{zero, zero}, zero, vi_set(0)};
  out->count = vf_select(touching, vf_set(1), zero);
  out->point[0] = select_manifold_point(touching, &point, &none);
  out->point[1] = none;
}

#endif
