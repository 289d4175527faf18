// How deep two boxes of the plane overlap, by the two axes of each: about a third of the operations that their edges
// take as those of polygons.
#ifndef LGJK_CLOSED_BOX_AXES2_H
#define LGJK_CLOSED_BOX_AXES2_H

#include "closed/axis_edges2.h"

// Of the lanes of m the first.
LANE_FN rotation_f select_rotation(mf m, const rotation_f* a, const rotation_f* b) {
  return (rotation_f){vf_select(m, a->c, b->c), vf_select(m, a->s, b->s)};
}

LANE_FN vec_f place_point(const rotation_f* turn, vec_f centre, vec_f v) { return add_f(centre, rotate_f(turn, v)); }

// How much deeper an axis may be that comes before the shallowest, relative to the scale.
#define BOX_AXES_ALIKE (0.5f * BAND_FLAT)

// Ties go to A's axes, and to x: where boxes do not all but touch, the first axis is taken that is the shallowest but
// for half a band, so that it stays the same where two directions are as short.
LANE_FN void find_box_axis(const pair_frame_f* f, axis_edges* out) {
  const rotation_f *turn_a = &f->a.rotation, *turn_b = &f->b.rotation;
  const vec_f half_a = coordinates_f(&f->a, 0), half_b = coordinates_f(&f->b, 0), zeros = {vf_set(0), vf_set(0)};
  const vec_f x_of_b = unrotate_f(turn_a, (vec_f){turn_b->c, turn_b->s});
  const rotation_f between = {x_of_b.x, x_of_b.y};
  const vec_f to_b = unrotate_f(turn_a, f->p), to_a = neg_f(unrotate_f(turn_b, f->p)); // each in its box's axes
  const vec_f s_a = box_separations_f(half_a, half_b, &between, to_b);
  const vec_f s_b = box_separations_f(half_b, half_a, &between, to_a);
  const vf most = vf_max(vf_max(s_a.x, s_a.y), vf_max(s_b.x, s_b.y)), zero = vf_set(0);
  const mf deep = vf_lt(vf_add(most, vf_add(f->touch_band, f->touch_band)), zero);
  const vf alike = vf_sub(most, vf_select(deep, vf_mul(vf_set(BOX_AXES_ALIKE), f->scale), zero));
  const mf of_b = vf_lt(vf_max(s_a.x, s_a.y), alike);
  const vec_f s = select_vec_f(of_b, s_b, s_a);
  const rotation_f own_turn = select_rotation(of_b, turn_b, turn_a), turn = select_rotation(of_b, turn_a, turn_b);
  const vec_f own_centre = select_vec_f(of_b, f->p, zeros), centre = select_vec_f(of_b, zeros, f->p);
  const mf upright = vf_le(alike, s.x);
  const vec_f towards = select_vec_f(of_b, to_a, to_b);
  const own_edge own = side_of_box(select_vec_f(of_b, half_b, half_a), towards, upright);
  out->from = place_point(&own_turn, own_centre, own.start);
  out->to = place_point(&own_turn, own_centre, own.end);
  out->n = rotate_f(&own_turn, side_normal(towards, upright));
  const vec_f d = neg_f(unrotate_f(&turn, out->n));
  const own_edge across = side_of_box(select_vec_f(of_b, half_a, half_b), d, vf_lt(vf_abs(d.y), vf_abs(d.x)));
  out->separation = vf_select(upright, s.x, s.y);
  out->of_b = of_b;
  out->certain = mf_from_bits(UINT32_MAX);
  out->number = own.number;
  out->next = own.next;
  out->level = is_across(sub_f(across.end, across.start), d);
  out->across = (own_edge){place_point(&turn, centre, across.start), place_point(&turn, centre, across.end),
                           place_point(&turn, centre, across.vertex), across.number, across.next, across.corner};
}

#endif
