// Casts capsules of 3D at capsules, without a search. Moving one segment against another is moving a point against the
// parallelogram between both: it touches a face, or a segment along an edge of it, all with the radius.
#ifndef LGJK_CAST_RAY_CAPSULES3_H
#define LGJK_CAST_RAY_CAPSULES3_H

#include "cast/ray_round.h"

// The square of the sine of segments that are as good as parallel. Their face is left out: it is at most 2e-7 reaches
// wide, and rises above the edges by less than a tenth of a band.
#define CAPSULES_ALIKE 1e-14

// Two segments, in the axes of B, and what is touched of their parallelogram.
typedef struct capsule_pair {
  vec_d half_a, half_b; // from the middle of each to its end
  vec_d q;              // A's middle relative to B's, at the base
  vd enter;
  vec_d out; // the normal there, of any length
  vd on_a;   // the place on A's segment, from -1 to 1
} capsule_pair;

// Takes the edge that has `aside` from the middle and runs along d. on_a: the place on A, or NULL if A's segment is d.
LANE_INLINE void take_edge(const ray_half* f, vec_d aside, vec_d d, const vd* on_a, capsule_pair* x) {
  const ray_segment s = enter_segment(f, sub_d(x->q, aside), d, true);
  const md sooner = md_and_not(vd_lt(s.enter, x->enter), s.misses);
  x->enter = vd_select(sooner, s.enter, x->enter);
  x->out = select_vec_d(sooner, add_d(s.e, scale_d(f->v, s.enter)), x->out);
  x->on_a = vd_select(sooner, on_a != NULL ? *on_a : vd_neg(s.share), x->on_a);
}

// Takes the face that looks towards the way.
LANE_INLINE void take_face(const ray_half* f, capsule_pair* x) {
  const vd none = vd_set(0), one = vd_set(1);
  const vec_d normal = cross_d(x->half_a, x->half_b);
  const vd nn = dot_d(normal, normal), sizes = vd_mul(dot_d(x->half_a, x->half_a), dot_d(x->half_b, x->half_b));
  const md wide = vd_lt(vd_mul(vd_set(CAPSULES_ALIKE), sizes), nn);
  const vd side = dot_d(normal, f->v), speed = vd_abs(side), height = vd_flip_sign(dot_d(normal, x->q), side);
  const md meets = md_and(wide, vd_lt(none, speed));
  const vd way = vd_neg(vd_add(height, vd_mul(f->radius, vd_sqrt(nn))));
  const vd enter = vd_div(way, vd_select(meets, speed, one));
  const vec_d at = add_d(x->q, scale_d(f->v, enter));
  const vd on_a = dot_d(cross_d(x->half_b, at), normal), on_b = dot_d(cross_d(x->half_a, at), normal);
  const md within = md_and(vd_le(vd_abs(on_a), nn), vd_le(vd_abs(on_b), nn));
  const md hits = md_and(md_and(meets, within), vd_lt(enter, x->enter));
  x->enter = vd_select(hits, enter, x->enter);
  x->out = select_vec_d(hits, flip_vec_d(neg_d(normal), side), x->out);
  x->on_a = vd_select(hits, vd_div(on_a, vd_select(hits, nn, one)), x->on_a);
}

// small_a, small_b: both ends of each segment, in its own axes. turn_a: A's rotation. Moves f->place from A's position
// to where A's segment touches.
LANE_INLINE ray_hit enter_capsules(ray_half* f, const vd* small_a, const rotation_d* turn_a, const vd* small_b) {
  const vd none = vd_set(0), one = vd_set(1), minus = vd_set(-1), half = vd_set(0.5);
  const vec_d from_a = from_array_d(small_a), to_a = from_array_d(small_a + DIM);
  const vec_d from_b = from_array_d(small_b), to_b = from_array_d(small_b + DIM);
  const vec_d middle_a = rotate_d(turn_a, scale_d(add_d(from_a, to_a), half));
  const vec_d half_a = rotate_d(turn_a, scale_d(sub_d(to_a, from_a), half));
  const vec_d middle_b = scale_d(add_d(from_b, to_b), half);
  capsule_pair x = {.half_a = unrotate_d(&f->turn, half_a),
                    .half_b = scale_d(sub_d(to_b, from_b), half),
                    .q = sub_d(add_d(f->p, unrotate_d(&f->turn, middle_a)), middle_b),
                    .enter = vd_set(RAY_FAR),
                    .out = {none, none, none},
                    .on_a = none};
  take_edge(f, x.half_a, x.half_b, &minus, &x);
  take_edge(f, neg_d(x.half_a), x.half_b, &one, &x);
  take_edge(f, x.half_b, x.half_a, NULL, &x);
  take_edge(f, neg_d(x.half_b), x.half_a, NULL, &x);
  take_face(f, &x);
  f->place = add_d(f->place, add_d(middle_a, scale_d(half_a, x.on_a)));
  return (ray_hit){.enter = x.enter,
                   .leave = vd_select(vd_lt(x.enter, vd_set(RAY_FAR)), vd_set(RAY_FAR), vd_set(-RAY_FAR)),
                   .out = x.out,
                   .sure = md_from_bits(UINT32_MAX)};
}

#endif
