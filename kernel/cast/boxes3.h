// Bounds casts in 3D by the boxes of both cores. Two boxes are apart where they are along an axis of either or a cross
// product of two (Gottschalk, Lin, Manocha 1996, "OBBTree"), so that the gaps along these 15 (cast/gaps.h) show which
// pairs pass each other, and up to where the others do not touch. All is in the frame of B.
//
// Boxes are taken SLOP_BANDS bands larger than they are, and by both radii, along the cross products by no less. So a
// box touches its gap's end within the skin, and takes one contact.
#ifndef LGJK_CAST_BOXES3_H
#define LGJK_CAST_BOXES3_H

#include "cast/gaps.h"
#include "find/meeting.h"

#define SLOP_BANDS 3

// A block in the frame of B: axes of A, centres and half extents of both boxes. A's centre is at `start` at the base,
// relative to B's.
typedef struct box_frame {
  vf axis[3][3]; // axis[k][j]: coordinate k of axis j of A
  vf half_a[3], half_b[3];
  vf start[3], way[3];
  vf grown; // by so much boxes are larger
} box_frame;

// Fills the frame. Returns the lanes that it holds for.
LANE_INLINE mf open_boxes(const cast_job* job, const pair_block* block, const look_lanes* look, vf base, box_frame* f) {
  rotation_f turn_a, turn_b;
  const side_lanes *a = &block->a, *b = &block->b;
  const mf turned = mf_and(unit_f(a->pose + DIM, &turn_a), unit_f(b->pose + DIM, &turn_b));
  const vec_f place = place_at_base(block, look, base), axes[3] = {turn_a.x, turn_a.y, turn_a.z};
  vf centre_a[3], centre_b[3];
  load_extents(job->boxes_a, a->shape, centre_a, f->half_a);
  load_extents(job->boxes_b, b->shape, centre_b, f->half_b);
  const vec_f start = add_f(place, rotate_f(&turn_a, from_array_f(centre_a)));
  to_array_f(sub_f(unrotate_f(&turn_b, start), from_array_f(centre_b)), f->start);
  to_array_f(unrotate_f(&turn_b, look->way), f->way);
  for (int j = 0; j < 3; ++j) {
    vf axis[3];
    to_array_f(unrotate_f(&turn_b, axes[j]), axis);
    for (int k = 0; k < 3; ++k) f->axis[k][j] = axis[k];
  }
  const vf slop = vf_mul(vf_set(SLOP_BANDS * 2 * BAND_FLAT), look->reach);
  f->grown = vf_add(vf_add(a->radius, b->radius), vf_add(vf_set((float)job->target), slop));
  return mf_and(turned, is_near(look, place));
}

// Takes the gaps on both sides of a slab. `place`: A's along the axis, `extent`: half of the slab's width.
LANE_INLINE void take_slab(vf place, vf speed, vf extent, way_gaps* g) {
  const vf toward = vf_flip_sign(place, speed), size = vf_abs(speed);
  take_closing(&g->closes, vf_sub(vf_neg(toward), extent), size);
  take_opening(&g->opens, vf_sub(extent, toward), size);
  g->apart = mf_or(g->apart, mf_and(vf_eq(size, vf_set(0)), vf_lt(extent, vf_abs(place))));
}

LANE_INLINE vf dot_of(const vf a[3], const vf b[3]) {
  return vf_add(vf_add(vf_mul(a[0], b[0]), vf_mul(a[1], b[1])), vf_mul(a[2], b[2]));
}

// Takes the slabs along the axes of both boxes.
LANE_INLINE void take_faces(const box_frame* f, way_gaps* g) {
  for (int k = 0; k < 3; ++k) {
    const vf of_b[3] = {vf_abs(f->axis[k][0]), vf_abs(f->axis[k][1]), vf_abs(f->axis[k][2])};
    take_slab(f->start[k], f->way[k], vf_add(vf_add(f->half_b[k], dot_of(of_b, f->half_a)), f->grown), g);
    const vf n[3] = {f->axis[0][k], f->axis[1][k], f->axis[2][k]};
    const vf of_a[3] = {vf_abs(n[0]), vf_abs(n[1]), vf_abs(n[2])};
    const vf extent = vf_add(vf_add(f->half_a[k], dot_of(of_a, f->half_b)), f->grown);
    take_slab(dot_of(n, f->start), dot_of(n, f->way), extent, g);
  }
}

// Takes the slabs along the cross products of an axis i of B and an axis j of A.
LANE_INLINE void take_crosses(const box_frame* f, way_gaps* g) {
  for (int i = 0; i < 3; ++i) {
    const int p = (i + 1) % 3, q = (i + 2) % 3;
    for (int j = 0; j < 3; ++j) {
      const int r = (j + 1) % 3, s = (j + 2) % 3;
      const vf x = f->axis[q][j], y = f->axis[p][j]; // the cross product is -x along p, y along q
      const vf of_b = vf_add(vf_mul(f->half_b[p], vf_abs(x)), vf_mul(f->half_b[q], vf_abs(y)));
      const vf of_a = vf_add(vf_mul(f->half_a[r], vf_abs(f->axis[i][s])), vf_mul(f->half_a[s], vf_abs(f->axis[i][r])));
      const vf place = vf_sub(vf_mul(f->start[q], y), vf_mul(f->start[p], x));
      const vf speed = vf_sub(vf_mul(f->way[q], y), vf_mul(f->way[p], x));
      take_slab(place, speed, vf_add(vf_add(of_a, of_b), f->grown), g);
    }
  }
}

// Looks at the listed pairs, whose balls may meet, and lists those that are left.
static LANE_NOINLINE void cast_by_boxes(const cast_job* job, const lgjk_batch* batch, const uint16_t* list,
                                        uint32_t listed, cast_left* left) {
  for (uint32_t i = 0; i < listed; i += LANES) {
    block_pairs pairs;
    pair_block block;
    look_lanes look;
    box_frame f;
    way_answer x;
    double at[LANES];
    uint32_t early;
    way_gaps gaps = no_gaps();
    take_listed(batch, list + i, listed - i, &pairs);
    load_look(job, batch, CORE_HEADER, CORE_HEADER, left->first, &pairs, &block, &look);
    const vf base = find_base(&look);
    const mf usable = mf_and(open_boxes(job, &block, &look, base, &f), look_is_good(job, batch, &block, &look));
    take_faces(&f, &gaps);
    take_crosses(&f, &gaps);
    judge_gaps(&gaps, base, usable, &x);
    const uint32_t known = mf_bits(x.bounded), open = find_fractions(&x, look.most, at, &early) | ~known;
    leave_pairs(&pairs, lanes_of_pairs(&pairs) & ~mf_bits(x.misses) & open, known & ~early, at, left);
  }
}

#endif
