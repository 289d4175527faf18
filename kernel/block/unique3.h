// This file proves that a feature of two hulls with a grid is the only one that any search can end with. Its answer is
// then that of a call without records, whatever named it.
//
// The feature is all pairs of some vertices of A and some of B. D is its distance along its direction. X is the way
// from its nearest point to its nearest side (for two edges that cross, or diagonal). The other vertices are farther by
// M along that direction, and by G at most from the feature's. Any answer that float or the canonical run has proved
// has a nearest point v', longer than D by a rounding E at most. So the other vertices have weights in v' of E / M
// together, without which v' would move by G E / M. Along the feature v' is within sqrt(E (2 D + E)) of the feature's
// nearest point. If X is above both together, v' is on none of the feature's sides: the other answer has all of its
// vertices. If it has more, their weights are not above 0 in float, or next to none. Then it is not certified
// (is_within in answer3_tmpl.h). docs/same-bits.md counts the roundings.
#ifndef LGJK_BLOCK_UNIQUE3_H
#define LGJK_BLOCK_UNIQUE3_H

#include "block/warm3.h"

// `distance` is a feature's distance D along its direction, whose length is `size`. Its vertices' heights differ by
// `bent`. X is `clear`, the way to its nearest side, and W is `width`, the longest way between its vertices.
typedef struct clear_place {
  vf distance, size, bent, clear, width;
} clear_place;

// Returns the square of the longest side of a face, or diagonal of a parallelogram. `along`: the square of an edge.
LANE_INLINE vf longest_square(const simplex_f* s, mf crossing, vf along) {
  const vec_f e1 = sub_f(s->p1.w, s->p0.w), e2 = sub_f(s->p2.w, s->p0.w), e = sub_f(e2, e1), g = add_f(e2, e1);
  const vf sides = vf_max(vf_max(dot_f(e1, e1), dot_f(e2, e2)), dot_f(e, e));
  return vf_select(s->face, vf_select(crossing, vf_max(sides, dot_f(g, g)), sides), along);
}

// Returns the least weight of a vertex or a side, times `over`; for a parallelogram also the least way from a diagonal.
LANE_INLINE vf least_weight(const simplex_f* s, const barycentric_f* t, mf crossing) {
  const vf rest = vf_sub(vf_sub(t->over, t->t1), t->t2);
  const vf t1 = vf_min(t->t1, vf_sub(t->over, t->t1)), t2 = vf_min(t->t2, vf_sub(t->over, t->t2));
  const vf diagonals = vf_min(vf_abs(vf_sub(t->t1, t->t2)), vf_abs(rest));
  const vf parallelogram = vf_min(vf_min(t1, t2), diagonals), triangle = vf_min(vf_min(t->t1, t->t2), rest);
  return vf_select(s->face, vf_select(crossing, parallelogram, triangle), t1);
}

LANE_INLINE clear_place place_in_feature(const simplex_f* s, const proof_lanes* proof, const feature_points* p) {
  const barycentric_f t = barycentric_of_f(s, &proof->face);
  const vf one = vf_set(1), square = dot_f(proof->d, proof->d), size = vf_sqrt(square), inverse = vf_div(one, size);
  const vf width = vf_sqrt(longest_square(s, proof->crossing, t.over));
  const vf least = vf_min(vf_min(p->w[0], p->w[1]), p->w[2]), most = vf_max(vf_max(p->w[0], p->w[1]), p->w[2]);
  const vf altitude = vf_select(s->face, vf_mul(size, width), width); // a face's direction is its normal
  return (clear_place){.distance = vf_mul(vf_neg(p->w[0]), inverse),
                       .size = size,
                       .bent = vf_mul(vf_sub(most, least), inverse),
                       .clear = vf_div(least_weight(s, &t, proof->crossing), altitude),
                       .width = width};
}

// Returns the lanes whose edge or face is all pairs of its vertices of A and of B.
LANE_INLINE mf is_product(const simplex_f* s, const feature_points* p, mf crossing) {
  const vi one = vi_set(1), differ = vi_or(vi_xor(p->id[0], p->id[1]), vi_xor(p->id[0], p->id[2]));
  const mf one_a = vi_lt(vi_and(differ, 0xFF), one), one_b = vi_lt(vi_and(differ, 0xFF00), one);
  return mf_and(s->edge, mf_or(crossing, mf_or(one_a, one_b)));
}

// Returns the lanes in which the feature's vertices are the hull's, and all others are lower than `height`. Heights are
// along `d`, which is in the hull's axes.
LANE_INLINE mf others_are_lower(const core_lanes_f* core, vec_f d, vf factor, vf height, vi vertices) {
  const grid_direction along = to_grid(scale_f(d, factor));
  const vf steps = vf_mul(vf_mul(height, factor), *core->fineness), most = vf_set(GRID_MOST);
  const vf bound = vf_sub(vf_min(vf_max(steps, vf_neg(most)), most), vf_set(GRID_ROUNDINGS));
  const vi all = vi_sub(vi_bit(vi_of(*core->count)), vi_set(1)), outside = vi_sub(vi_set(0), vi_add(all, vi_set(1)));
  const vi higher = vi_and_not(find_above(core, &along, vi_truncate(bound)), vi_or(vertices, outside));
  return vf_eq(vf_convert(vi_or(higher, vi_and_not(vertices, all))), vf_set(0));
}

// Finds the margins M of both sides, times the direction's length. `bounds`: the greatest lengths of A and B. Returns
// the lanes of the features that have margins.
LANE_INLINE mf margins_of(const pair_frame_f* f, const simplex_f* s, const clear_place* at, const vf bounds[2],
                          vf margin[2]) {
  const vf unit = vf_mul(vf_set(ROUNDOFF_F), f->scale), zero = vf_set(0), distance = at->distance;
  const vf both = vf_mul(vf_set(2), vf_add(bounds[0], bounds[1])), reach = vf_add(both, at->width);
  const mf far = vf_lt(vf_add(vf_mul(vf_set(UNIQUE_DISTANCE), unit), at->bent), distance);
  const vf turned = vf_mul(vf_set(UNIQUE_TURNED * ROUNDOFF_F), both);
  const vf gap = vf_add(vf_add(vf_mul(vf_set(UNIQUE_GAP), unit), turned), at->bent);
  const vf off = vf_sqrt(vf_mul(gap, vf_add(vf_add(distance, distance), gap)));
  const vf clear = vf_sub(at->clear, vf_mul(vf_set(UNIQUE_OFF), off));
  const mf wide = mf_and(vf_lt(zero, clear), vf_le(vf_mul(vf_set(UNIQUE_CLEAR), at->width), at->clear));
  // the edge may belong to a face
  const vf side = vf_add(vf_mul(vf_set(UNIQUE_SIDE), unit), vf_mul(vf_set(UNIQUE_WIDTH * ROUNDOFF_F), at->width));
  const vf more = vf_mul(vf_select(s->face, zero, side), reach), across = vf_add(vf_mul(gap, distance), more);
  const vf slope = vf_div(across, vf_mul(distance, clear));
  const vf end = vf_mul(vf_set(UNIQUE_END * ROUNDOFF_F), both);
  const vf alone = vf_add(vf_mul(vf_set(UNIQUE_VERTEX), unit), vf_add(end, vf_div(vf_mul(end, both), distance)));
  for (int i = 0; i < 2; ++i) {
    const vf part = vf_mul(slope, vf_add(vf_add(bounds[i], bounds[i]), at->width));
    const vf length = vf_add(vf_select(s->edge, part, alone), vf_mul(vf_set(UNIQUE_HEIGHT), unit));
    margin[i] = vf_mul(length, at->size);
  }
  return mf_and(far, mf_or(wide, mf_and_not(far, s->edge)));
}

// Returns the active lanes whose feature is unique. Bytes that are no index are refused: their vertices have another
// order.
static LANE_NOINLINE mf is_unique(const pair_frame_f* f, const simplex_f* s, const proof_lanes* proof,
                                  const vf bounds[2]) {
  const vec_f d = proof->d;
  feature_points p;
  vf margin[2];
  project_feature(s, d, &p);
  const clear_place at = place_in_feature(s, proof, &p);
  const mf placed = margins_of(f, s, &at, bounds, margin);
  const mf whole = mf_or(is_product(s, &p, proof->crossing), mf_and_not(placed, s->edge));
  const vf factor = grid_factor(d), height_b = vf_add(vf_sub(p.w[0], p.a[0]), dot_f(f->p, d));
  const vec_f along_a = unrotate_f(&f->a.rotation, d), along_b = neg_f(unrotate_f(&f->b.rotation, d));
  const vf least_a = vf_sub(p.a[0], margin[0]), least_b = vf_sub(height_b, margin[1]);
  const mf lower_a = others_are_lower(&f->a, along_a, factor, least_a, bits_of_feature(p.id, 0));
  const mf lower_b = others_are_lower(&f->b, along_b, factor, least_b, bits_of_feature(p.id, 8));
  const vi foreign = vi_and(vi_or(p.id[0], vi_or(p.id[1], p.id[2])), 0xF0F0u); // bytes that are no index
  const mf named = mf_and(s->active, vf_eq(vf_convert(foreign), vf_set(0)));
  const mf tiny = vf_lt(vf_mul(at.size, at.size), vf_set(LEAST_SQUARE));
  return mf_and_not(mf_and(mf_and(named, mf_and(placed, whole)), mf_and(lower_a, lower_b)), tiny);
}

#endif
