// Computes how deep the core of a cylinder overlaps a point, a segment, a box or another cylinder, and where.
#ifndef LGJK_CASE3_CYLINDERS_H
#define LGJK_CASE3_CYLINDERS_H

#include "case3/cylinder_normals.h"
#include "gjk/polytope_lanes3.h"

// ------------------ witness points

// Finds witness points of a cylinder and another core that overlap. The deepest parts of both along the normal are
// points, segments, faces or discs. They have a point in common once one core is moved by the depth.

// The deepest points along the normal, and how they may move. A half edge or the axis across the normal has a share
// from -1 to 1. A disc across the normal has all its points.
typedef struct deep_points {
  vec_f off;        // vector from the cylinder's point, moved by the depth, to the other core's
  vec_f rim, other; // vectors from the axis to the cylinder's point, and to the other's if that is a cylinder
  vf axis, edge[3]; // shares
  mf disc, disc_of_other, side, free[3];
} deep_points;

// Returns a share: 0 in the lanes `free`, else 1 with the sign of `along`.
LANE_INLINE vf share_of(vf along, vf noise, mf* free) {
  *free = vf_le(vf_abs(along), noise);
  return vf_select(*free, vf_set(0), vf_flip_sign(vf_set(1), along));
}

// Returns the middle of a disc across n, else the point of the rim along n. `across`: the part of n across the axis.
LANE_INLINE vec_f rim_point(vec_f across, vf radius, vf noise, mf* disc) {
  const vf length = length_of_vec(across);
  *disc = vf_le(vf_mul(length, radius), noise);
  return scale_f(across, vf_select(*disc, vf_set(0), vf_div(radius, vf_select(*disc, vf_set(1), length))));
}

LANE_INLINE void begin_points(const cylinder_pair* p, vf noise, deep_points* out) {
  const vec_f n = p->normal;
  out->rim = rim_point((vec_f){n.x, n.y, vf_set(0)}, p->own.radius, noise, &out->disc);
  out->axis = share_of(vf_mul(p->own.half, n.z), noise, &out->side);
  vec_f other = p->q;
  for (uint32_t i = 0; i < p->edges; ++i) {
    out->edge[i] = share_of(vf_neg(dot_f(p->edge[i], n)), noise, &out->free[i]);
    other = add_f(other, scale_f(p->edge[i], out->edge[i]));
  }
  if (p->both) {
    out->other = rim_point(neg_f(across_from(n, p->along[0])), p->radius, noise, &out->disc_of_other);
    other = add_f(other, out->other);
  }
  const vec_f point = {out->rim.x, out->rim.y, vf_mul(out->axis, p->own.half)};
  out->off = add_f(sub_f(other, point), scale_f(n, p->depth));
}

// Moves `off` along `by`, by the share that brings it nearest to 0 as seen along `seen`.
LANE_INLINE void move_weight(vec_f* off, vec_f by, vec_f seen, mf free, vf* share) {
  const vf to = clamped(vf_sub(*share, vf_div(dot_f(*off, seen), not_too_small(dot_f(seen, seen)))), vf_set(1));
  const vf step = vf_select(free, vf_sub(to, *share), vf_set(0));
  *share = vf_add(*share, step);
  *off = add_f(*off, scale_f(by, step));
}

// Returns the disc's point nearest to `to`, in its plane, where the disc is across n. Elsewhere it is the rim's nearest
// point if that is as deep as `from`: along a normal near the axis the deepest point of a rim is noise.
LANE_INLINE vec_f move_on_disc(vec_f from, vec_f to, vf radius, mf disc, vec_f n, vf noise) {
  const vf one = vf_set(1), stretch = vf_div(radius, vf_sqrt(not_too_small(dot_f(to, to))));
  const vec_f point = scale_f(to, vf_select(disc, vf_min(stretch, one), stretch));
  const mf deep = vf_le(vf_abs(dot_f(sub_f(point, from), n)), noise);
  return select_vec_f(deep, point, from);
}

// Moves each point to bring `off` nearer to 0. A disc comes last, this cylinder's after the other's. The point of the
// rest nearest to a disc's middle is in the disc if any is.
LANE_INLINE void move_points(const cylinder_pair* p, deep_points* s, vf noise, bool within) {
  const vf zero = vf_set(0);
  for (uint32_t i = 0; i < p->edges; ++i) {
    vec_f seen = p->edge[i];
    if (within) seen.z = vf_select(s->side, zero, seen.z); // the axis can do the rest
    move_weight(&s->off, p->edge[i], seen, s->free[i], &s->edge[i]);
  }
  const vec_f down = {zero, zero, vf_neg(p->own.half)};
  move_weight(&s->off, down, down, s->side, &s->axis);
  if (p->both) {
    const vec_f to = across_from(sub_f(s->other, s->off), p->along[0]);
    const vec_f other = move_on_disc(s->other, to, p->radius, s->disc_of_other, p->normal, noise);
    s->off = add_f(s->off, sub_f(other, s->other));
    s->other = other;
  }
  const vec_f to = {vf_add(s->rim.x, s->off.x), vf_add(s->rim.y, s->off.y), zero};
  const vec_f rim = move_on_disc(s->rim, to, p->own.radius, s->disc, p->normal, noise);
  s->off = sub_f(s->off, sub_f(rim, s->rim));
  s->rim = rim;
}

// Sets the points. `noise`: a length by which an edge may be off the normal. `most`: the largest `off` of certified
// points: the depth moves A's to B's within it.
LANE_INLINE void find_cylinder_points(const pair_frame_f* f, const cylinder_pair* p, float side, vf noise, vf most,
                                      depth_lanes* out) {
  deep_points s;
  begin_points(p, noise, &s);
  move_points(p, &s, noise, true);
  for (int k = 0; k < CYLINDER_MOVES; ++k) move_points(p, &s, noise, false);
  const vec_f half = scale_f(s.off, vf_set(0.5f));
  const vec_f at = {vf_add(s.rim.x, half.x), vf_add(s.rim.y, half.y), vf_add(vf_mul(s.axis, p->own.half), half.z)};
  const vec_f point = from_axes(p->own.axis, at);
  out->certified = vf_le(size_f(s.off), most);
  out->depth = p->depth;
  out->normal = scale_f(from_axes(p->own.axis, p->normal), vf_set(side));
  out->a = side > 0 ? point : add_f(add_f(f->p, point), scale_f(out->normal, p->depth));
}

// Computes the depth of a cylinder and a point, a segment, a box or another cylinder, in `lanes`, as bits. Returns the
// lanes in which no cylinder is askew.
static LANE_NOINLINE mf find_cylinder_depth(const pair_frame_f* f, uint32_t lanes, depth_lanes* out) {
  cylinder_pair p;
  const float side = is_cylinder_core(f->a.core) ? 1.0f : -1.0f;
  const mf round = read_pair(f, side, &p);
  find_cylinder_normal(&p, lanes);
  find_cylinder_points(f, &p, side, vf_mul(vf_set(CYLINDER_ACROSS), f->scale), vf_mul(vf_set(CYLINDER_OFF), f->scale),
                       out);
  out->evaluations = vf_set(0);
  out->certified = mf_and(mf_and(out->certified, p.ended), mf_and(round, vf_lt(f->touch_band, out->depth)));
  return round;
}

// ================== attempts: what knows blocks, records and queues

#include "case3/polytope.h"

// Finds contacts of cylinders by a closed form. Returns the lanes, as bits, whose cylinder is askew by a map.
static LANE_NOINLINE uint32_t find_closed_contacts(const pair_block* block, const pair_frame_f* f, mf lanes,
                                                   found_lanes* found) {
  depth_lanes depth;
  const mf round = find_cylinder_depth(f, mf_bits(lanes) & lanes_of(block), &depth);
  add_contacts(block, f, mf_and(lanes, round), &depth, found);
  return mf_bits(mf_and_not(lanes, round)) & lanes_of(block);
}

#endif

#ifdef CASE_DEPTHS
{SEGMENTS | BOXES | CYLINDERS, CYLINDERS, find_closed_contacts},
#endif
