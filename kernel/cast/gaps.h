// Gaps between the two shapes of a pair on its way. Along a direction n a gap g is linear in the fraction f: it is
// g + f (n . w). The shapes are apart while any gap is above 0. So they do not touch before the last gap that closes
// does, nor after the first that opens. Gaps of shapes that are taken a little larger bear rounding.
//
// All is counted from a base, a fraction where the circles (balls) are about to meet. There coordinates are no larger
// than the shapes.
#ifndef LGJK_CAST_GAPS_H
#define LGJK_CAST_GAPS_H

#include <math.h>

#include "block/frame.h"
#include "cast/run.h"
#include "cast/write.h"

// ---------------------------------------------------------------- a block of pairs that are cast

// Loads where A is relative to B, and how it moves.

typedef struct look_lanes {
  vec_f way_a, way_b; // of each
  vec_f start, way;   // of A relative to B
  vf reach;           // sum of both radii about the positions, and the target
  vf most;
} look_lanes;

LANE_INLINE vec_f load_ways(const char* ways, size_t stride, const uint32_t body[LANES]) {
  vf way[DIM];
  for (uint32_t k = 0; k < DIM; ++k) {
    way[k] = ways == NULL ? vf_set(0) : vf_load_each(ways + k * sizeof(float), stride, body);
  }
  return from_array_f(way);
}

// Makes the poses of a block whose views have positions relative. A is at what float holds of the way from B to A, and
// B at what that is too much, so that the difference of both has some 48 bits. What is not possible is no number.
static LANE_NOINLINE void place_look(const lgjk_batch* batch, const block_pairs* pairs, pair_block* block) {
  float a[DIM][LANES], b[DIM][LANES];
  for (int k = 0; k < DIM; ++k) {
    vf_store(a[k], block->a.pose[k]);
    vf_store(b[k], block->b.pose[k]);
  }
  for (uint32_t l = 0; l < LANES; ++l) {
    double between[DIM];
    const bool possible =
        lgjk_between_positions(&batch->a, pairs->body_a[l], &batch->b, pairs->body_b[l], DIM, between);
    for (int k = 0; k < DIM; ++k) {
      const double start = ((double)a[k][l] - (double)b[k][l]) - between[k];
      a[k][l] = possible ? (float)start : NAN;
      b[k][l] = (float)((double)a[k][l] - start);
    }
  }
  for (int k = 0; k < DIM; ++k) {
    block->a.pose[k] = vf_load(a[k]);
    block->b.pose[k] = vf_load(b[k]);
  }
}

// Loads what the cores have; CORE_HEADER: the header alone. `first`: the pair that the block's numbers begin at.
LANE_INLINE void load_look(const cast_job* job, const lgjk_batch* batch, uint32_t core_a, uint32_t core_b,
                           uint64_t first, const block_pairs* pairs, pair_block* block, look_lanes* look) {
  block->pairs = pairs;
  load_any_block(batch, core_a, core_b, WHOLE_CORE, block);
  if (lgjk_has_positions(&batch->a, &batch->b)) place_look(batch, pairs, block);
  const side_lanes *a = &block->a, *b = &block->b;
  look->start = sub_f(position(a), position(b));
  look->way_a = load_ways(job->way_a, job->way_a_stride, pairs->body_a);
  look->way_b = load_ways(job->way_b, job->way_b_stride, pairs->body_b);
  look->way = sub_f(look->way_a, look->way_b);
  const vf cores = vf_add(a->header[HEADER_BOUND], b->header[HEADER_BOUND]);
  look->reach = vf_add(vf_add(cores, vf_add(a->radius, b->radius)), vf_set((float)job->target));
  look->most = vf_set(1);
  if (job->most != NULL) {
    look->most = vf_load_each((const char*)(job->most + first), sizeof(float), pairs->pair);
  }
}

// Returns the lanes whose rotation is of unit length beyond doubt.
LANE_INLINE mf turned_well(const side_lanes* side, vf slack) {
  vf off = vf_set(-1);
  for (int k = 0; k < TURN; ++k) off = vf_add(off, vf_mul(side->pose[DIM + k], side->pose[DIM + k]));
  return vf_le(vf_abs(off), slack);
}

// The square of a shorter way, times others, may be 0.
#define SHORTEST_WAY 1e-15f

// Returns the lanes whose input is good beyond doubt.
LANE_INLINE mf look_is_good(const cast_job* job, const lgjk_batch* batch, const pair_block* block,
                            const look_lanes* look) {
  const vf slack = vf_set(job->flags & LGJK_FLAG_NORMALIZE ? 0.9e-2f : 0.9e-4f), none = vf_set(0);
  const vf all = vf_add(vf_add(extent_f(look->start), extent_f(look->way)), vf_add(look->reach, look->most));
  const vf length = extent_f(look->way);
  const mf moves = mf_or(vf_eq(length, none), vf_le(vf_set(SHORTEST_WAY), length));
  const mf finite = mf_and(vf_eq(vf_sub(all, all), none), moves);
  const mf radii = mf_and(vf_le(none, block->a.radius), vf_le(none, block->b.radius));
  const mf turned = mf_and(turned_well(&block->a, slack), turned_well(&block->b, slack));
  const mf good = mf_and(mf_and(finite, radii), mf_and(turned, vf_le(none, look->most)));
  return mf_and_not(good, joins_itself(batch, block->pairs));
}

// Brings half of a block's lanes to double.
LANE_INLINE void widen_all(const vf* from, unsigned half, int count, vd* to) {
  for (int k = 0; k < count; ++k) to[k] = vd_widen(from[k], half);
}

LANE_INLINE vec_d widen_all_of(vec_f v, unsigned half) {
  vf from[DIM];
  vd to[DIM];
  to_array_f(v, from);
  widen_all(from, half, DIM, to);
  return from_array_d(to);
}

LANE_INLINE void store_all_of(double to[DIM][LANES], unsigned half, vec_d v) {
  vd from[DIM];
  to_array_d(v, from);
  for (int k = 0; k < DIM; ++k) vd_store(to[k] + half * WIDE_LANES, from[k]);
}

// ---------------------------------------------------------------- gaps

// A gap that is 0 at the fraction at / speed, from the base on. speed: above 0; 0: there is none.
typedef struct way_gap {
  vf at, speed;
} way_gap;

typedef struct way_gaps {
  way_gap closes, opens; // the last that closes, the first that opens
  mf apart;              // lanes in which a gap stays
} way_gaps;

// What is known of a block.
typedef struct way_answer {
  vf base, fraction; // fraction: from the base on
  mf misses;
  mf bounded; // lanes that do not touch before the fraction
} way_answer;

LANE_INLINE way_gaps no_gaps(void) {
  const vf none = vf_set(0);
  return (way_gaps){{vf_set(-1), none}, {vf_set(1), none}, mf_none()};
}

// Takes a gap that closes. Quotients are compared by products. Returns the lanes in which it is the last so far.
LANE_INLINE mf take_closing(way_gap* last, vf at, vf speed) {
  const mf later = mf_and(vf_lt(vf_set(0), speed), vf_lt(vf_mul(last->at, speed), vf_mul(at, last->speed)));
  last->at = vf_select(later, at, last->at);
  last->speed = vf_select(later, speed, last->speed);
  return later;
}

LANE_INLINE void take_opening(way_gap* first, vf at, vf speed) {
  const mf sooner = mf_and(vf_lt(vf_set(0), speed), vf_lt(vf_mul(at, first->speed), vf_mul(first->at, speed)));
  first->at = vf_select(sooner, at, first->at);
  first->speed = vf_select(sooner, speed, first->speed);
}

// Returns the fraction where the circles meet, or one nearby.
LANE_INLINE vf find_base(const look_lanes* look) {
  const vf none = vf_set(0), ww = dot_f(look->way, look->way), along = dot_f(look->start, look->way);
  const vf nearest = vf_div(vf_neg(along), vf_select(vf_lt(none, ww), ww, vf_set(1)));
  const vec_f beside = add_f(look->start, scale_f(look->way, nearest));
  const vf square = vf_sub(vf_mul(look->reach, look->reach), dot_f(beside, beside));
  const vf before = vf_sqrt(vf_div(vf_max(square, none), vf_select(vf_lt(none, ww), ww, vf_set(1))));
  return vf_min(vf_max(vf_sub(nearest, before), none), look->most);
}

// Returns where A is at the base, relative to B, rounded once.
LANE_INLINE vec_f place_at_base(const pair_block* block, const look_lanes* look, vf base) {
  double at[DIM][LANES];
  vf place[DIM];
  for (unsigned half = 0; half * WIDE_LANES < LANES; ++half) {
    const vec_d way = sub_d(widen_all_of(look->way_a, half), widen_all_of(look->way_b, half));
    const vec_d start = sub_d(widen_all_of(position(&block->a), half), widen_all_of(position(&block->b), half));
    store_all_of(at, half, add_d(start, scale_d(way, vd_widen(base, half))));
  }
  for (int k = 0; k < DIM; ++k) place[k] = vf_narrow(at[k]);
  return from_array_f(place);
}

// Returns the lanes of sizes whose products float holds, and whose place at the base is near.
LANE_INLINE mf is_near(const look_lanes* look, vec_f place) {
  const vf reach = look->reach;
  const mf sized = mf_and(vf_le(vf_set(1e-3f), reach), vf_le(reach, vf_set(1e4f)));
  const mf near = vf_le(extent_f(place), vf_mul(vf_set(4), reach));
  return mf_and(sized, mf_and(near, vf_le(extent_f(look->way), vf_mul(vf_set(1e5f), reach))));
}

// Returns the result of the gaps of the lanes `usable`.
LANE_INLINE void judge_gaps(const way_gaps* g, vf base, mf usable, way_answer* out) {
  const vf last = vf_mul(g->closes.at, g->opens.speed), first = vf_mul(g->opens.at, g->closes.speed);
  const mf closing = vf_lt(vf_set(0), g->closes.speed);
  const mf passes = mf_and(closing, mf_and(vf_lt(first, last), vf_le(vf_set(1e-30f), vf_abs(last))));
  const mf leaves = vf_lt(vf_add(g->opens.at, vf_mul(base, g->opens.speed)), vf_set(0)); // from the beginning on
  out->base = base;
  out->fraction = vf_div(g->closes.at, vf_select(closing, g->closes.speed, vf_set(1)));
  out->misses = mf_and(usable, mf_or(g->apart, mf_or(leaves, passes)));
  out->bounded = mf_and_not(mf_and(usable, closing), out->misses);
}

// Finds the fractions, in double. Returns the lanes, as bits, in which they are not later than the way's end; sets
// those in which they are before its beginning.
LANE_INLINE uint32_t find_fractions(const way_answer* x, vf most, double at[LANES], uint32_t* early) {
  uint32_t late = 0;
  *early = 0;
  for (unsigned half = 0; half * WIDE_LANES < LANES; ++half) {
    const vd sum = vd_add(vd_widen(x->base, half), vd_widen(x->fraction, half));
    late |= md_bits(vd_lt(vd_widen(most, half), sum)) << half * WIDE_LANES;
    *early |= md_bits(vd_lt(sum, vd_set(0))) << half * WIDE_LANES;
    vd_store(at + half * WIDE_LANES, sum);
  }
  return ALL_LANES & ~late;
}

// Writes the touch of a lane. `point`: relative to the place of B.
static inline void write_lane(const cast_job* job, uint64_t pair, const double at[LANES], double normal[DIM][LANES],
                              double point[DIM][LANES], uint32_t l) {
  double n[DIM], p[DIM];
  for (int k = 0; k < DIM; ++k) {
    n[k] = normal[k][l];
    p[k] = point[k][l];
  }
  cast_write_at(job, pair, LGJK_CAST_HIT, at[l], 0, n, p, 0);
}

// Lists the pairs of the lanes, as bits. `known`: those that do not touch before `at`.
LANE_INLINE void leave_pairs(const block_pairs* pairs, uint32_t lanes, uint32_t known, const double at[LANES],
                             cast_left* left) {
  for (uint32_t bits = lanes; bits != 0; bits &= bits - 1) {
    const uint32_t l = (uint32_t)__builtin_ctz(bits);
    left->pair[left->count] = (uint16_t)pairs->pair[l];
    left->from[left->count++] = (known >> l & 1) != 0 ? cast_round_down(at[l]) : 0;
  }
}

#endif
