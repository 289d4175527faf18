// Where ways enter the boxes that hold bodies, in lanes: in the axes of each body, its box by slabs (Kay, Kajiya 1986,
// "Ray tracing complex scenes"). What moves is taken as a circle (ball) about its position.
//
// Boxes are larger by what a cast may report as a touch and by what is rounded. So a way that a cast reports as a hit
// enters the box, and no later than at the hit's fraction.
#ifndef LGJK_CAST_ENTER_H
#define LGJK_CAST_ENTER_H

#include <math.h>

#include "cast/candidates.h"
#include "cast/look.h"
#include "find/meeting.h"

// Of the sum of both radii and the target: more than six bands, at a scale of twice that, from which a cast may report
// a touch. Of the coordinates: more than what is rounded of them, 12 u.
#define ENTER_SKIN 3e-5f
#define ENTER_ROUNDING 1e-6f
#define ENTER_EARLIER 0.999999f // of a fraction, which is off by 4 u
#define LEAST_SPEED 1.2e-38f    // below which a coordinate does not change

// What lanes know of a candidate.
typedef struct enter_lanes {
  side_lanes body;
  uint32_t shape[LANES];
  vf centre[DIM], half[DIM]; // of the box of its core
  vec_f start, way;          // of what moves, the start relative to the body
  vf reach, to;
} enter_lanes;

// Brings bodies to their places relative to the origin; bodies in trees have positions that are possible.
static LANE_NOINLINE void place_candidates(const cast_candidates* c, const uint32_t* body, side_lanes* lanes) {
  static const float none[DIM];
  float place[DIM][LANES];
  for (uint32_t l = 0; l < LANES; ++l) {
    double at[DIM];
    float one[DIM];
    lgjk_read_position(c->side, body[l], DIM, at);
    lgjk_find_way(c->origin, none, at, c->side->pose + c->side->pose_stride * body[l], DIM, one);
    for (int k = 0; k < DIM; ++k) place[k][l] = one[k];
  }
  for (int k = 0; k < DIM; ++k) lanes->pose[k] = vf_load(place[k]);
}

LANE_INLINE void load_candidates(const cast_candidates* c, uint32_t first, enter_lanes* out) {
  vf way[4 * LANE_WAY_QUADS];
  const uint32_t* body = c->body + first;
  look_up_shapes(c->side, body, out->shape);
  load_side(c->side, CORE_HEADER, body, out->shape, WHOLE_CORE, &out->body);
  if (c->origin != NULL) place_candidates(c, body, &out->body);
  vf_load_records((const char*)c->ways, sizeof(lane_way), c->way + first, 0, LANE_WAY_QUADS, way);
  load_extents(c->boxes, out->shape, out->centre, out->half);
  out->start = sub_f(from_array_f(way), position(&out->body));
  out->way = from_array_f(way + DIM);
  out->reach = vf_add(way[2 * DIM], out->body.radius);
  out->to = way[2 * DIM + 1];
}

// Returns the lanes that pass the circle (ball) about the body.
LANE_INLINE mf passes_circle(const enter_lanes* c, vf reach) {
  const vf grown = vf_mul(vf_add(reach, c->body.header[HEADER_BOUND]), vf_set(LOOK_ABOVE));
  const vf line = vf_mul(vf_mul(grown, grown), dot_f(c->way, c->way));
  return mf_and(vf_le(vf_set(1e-30f), line), vf_lt(line, cross_square(c->start, c->way)));
}

// Returns the fractions at which the ways enter the boxes, and infinity where they do not.
LANE_INLINE vf enter_boxes_of(const enter_lanes* c) {
  rotation_f turn;
  vf place[DIM], speed[DIM], first = vf_set(0), last = c->to;
  const mf turned = unit_f(c->body.pose + DIM, &turn);
  const vf skin = vf_mul(vf_set(ENTER_SKIN), vf_add(c->body.header[HEADER_BOUND], c->reach));
  const vf reach = vf_add(vf_add(c->reach, skin), vf_mul(vf_set(ENTER_ROUNDING), extent_f(c->start)));
  to_array_f(unrotate_f(&turn, c->start), place);
  to_array_f(unrotate_f(&turn, c->way), speed);
  for (int k = 0; k < DIM; ++k) {
    const vf size = vf_max(vf_abs(speed[k]), vf_set(LEAST_SPEED)), extent = vf_add(c->half[k], reach);
    const vf toward = vf_flip_sign(vf_sub(place[k], c->centre[k]), speed[k]);
    first = vf_max(vf_div(vf_sub(vf_neg(extent), toward), size), first);
    last = vf_min(vf_div(vf_sub(extent, toward), size), last);
  }
  first = vf_mul(first, vf_set(ENTER_EARLIER));
  const mf meets = mf_and_not(vf_le(vf_mul(first, vf_set(ENTER_EARLIER)), last), passes_circle(c, reach));
  return vf_select(turned, vf_select(meets, first, vf_set(HUGE_VALF)), vf_set(0));
}

// Finds where the ways enter all candidates. Elements behind the last are written.
static void enter_candidates(cast_candidates* c) {
  for (uint32_t i = 0; i < LANES; ++i) {
    c->way[c->count + i] = c->way[0];
    c->body[c->count + i] = c->body[0];
  }
  for (uint32_t i = 0; i < c->count; i += LANES) {
    enter_lanes lanes;
    load_candidates(c, i, &lanes);
    vf_store(c->enter + i, enter_boxes_of(&lanes));
  }
}

#endif
