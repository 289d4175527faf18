// The first look at pairs that are cast, in lanes. It ends pairs whose circles (balls) pass each other, rays
// (cast/rays.h), in 2D those that edges can decide (cast/edges2.h), in 3D those whose boxes pass each other
// (cast/boxes3.h). What is left is cast by contacts (cast/run.c), which also report bad input: a pair ends here only if
// its input is good beyond doubt.
//
// The circles of A and B are R apart where they meet, the start of A relative to B is s, its way w. Float has s and w
// to half a unit in the last place. So |s x w| is known to some five such units of |s||w|. A line that passes at more
// than R by as much passes for certain.
#ifndef LGJK_CAST_LOOK_H
#define LGJK_CAST_LOOK_H

#include "lane/dimension.h"

#include OF_DIM("cast/edges2.h", "cast/boxes3.h")
#include "cast/rays.h"

// More than the error of a sum of products, of the sum of their sizes; and what bears the rounding of a square.
#define LOOK_SLOP 1e-6f
#define LOOK_ABOVE 1.00001f

// Returns the square of a d - b c, less its error.
LANE_INLINE vf cross_part(vf a, vf b, vf c, vf d) {
  const vf p = vf_mul(a, d), q = vf_mul(b, c);
  const vf error = vf_mul(vf_set(LOOK_SLOP), vf_add(vf_abs(p), vf_abs(q)));
  const vf least = vf_max(vf_sub(vf_abs(vf_sub(p, q)), error), vf_set(0));
  return vf_mul(least, least);
}

// Returns |s x w|^2, less its error.
LANE_INLINE vf cross_square(vec_f s, vec_f w) {
  vf square = cross_part(s.x, s.y, w.x, w.y);
#if DIM == 3
  square = vf_add(square, vf_add(cross_part(s.y, s.z, w.y, w.z), cross_part(s.z, s.x, w.z, w.x)));
#endif
  return square;
}

// Returns the lanes whose circles do not meet, neither at the beginning, nor at the end, nor on the line between.
LANE_INLINE mf passes(const look_lanes* look) {
  const vec_f s = look->start, w = look->way;
  const vf ww = dot_f(w, w), along = dot_f(s, w), reach = vf_mul(look->reach, vf_set(LOOK_ABOVE));
  const vf slop = vf_set(LOOK_SLOP), error = vf_mul(slop, vf_mul(extent_f(s), extent_f(w)));
  const vf line = vf_mul(vf_mul(reach, reach), ww);
  const mf beside = mf_and(vf_le(vf_set(1e-30f), line), vf_lt(line, cross_square(s, w)));
  const mf leaves = mf_and(vf_lt(error, along), vf_lt(vf_mul(reach, reach), dot_f(s, s)));
  const vec_f end = add_f(s, scale_f(w, look->most));
  const vf size = vf_add(extent_f(s), vf_mul(look->most, extent_f(w)));
  const vf far = vf_add(reach, vf_mul(slop, size));
  const mf comes = vf_lt(vf_add(vf_mul(vf_mul(look->most, ww), vf_set(LOOK_ABOVE)), error), vf_neg(along));
  const mf ends = mf_and(comes, vf_lt(vf_mul(far, far), dot_f(end, end)));
  return mf_or(beside, mf_or(leaves, ends));
}

// Lists the pairs whose circles may meet, or whose input may be bad, without rays that rays.h casts.
static LANE_NOINLINE uint32_t list_meeting(const cast_job* job, const lgjk_batch* batch, uint64_t first, uint32_t count,
                                           uint16_t* list, ray_list* rays, cast_left* left) {
  uint32_t listed = 0;
  for (uint32_t i = 0; i < count; i += LANES) {
    block_pairs pairs;
    pair_block block;
    look_lanes look;
    take_consecutive(batch, i, count - i, &pairs);
    load_look(job, batch, CORE_HEADER, CORE_HEADER, first, &pairs, &block, &look);
    const mf good = look_is_good(job, batch, &block, &look);
    uint32_t lanes = lanes_of_pairs(&pairs) & ~mf_bits(mf_and(good, passes(&look)));
    lanes ^= take_rays(job, batch, &block, &look, lanes & mf_bits(good), rays, left);
    listed += lane_append(list + listed, pairs.pair, lanes);
  }
  return listed;
}

// Looks at the pairs left->first to left->first + count - 1, whose answers are misses so far.
LANE_INLINE void look_at_pairs(const cast_job* job, uint32_t count, cast_left* left) {
  lgjk_batch batch = job->batch;
  batch.pair_a += batch.pair_stride * left->first;
  batch.pair_b += batch.pair_stride * left->first;
  uint16_t list[CAST_LOOK + 1];
  ray_list rays;
  rays.count = 0;
  const uint32_t listed = list_meeting(job, &batch, left->first, count, list, &rays, left);
  OF_DIM(cast_by_edges, cast_by_boxes)(job, &batch, list, listed, left);
  cast_rays(job, &batch, &rays, left);
}

#endif
