// Casts rays in double, without a search: points and balls (circles) against points and segments, in 3D against boxes,
// too, and points against ellipsoids, cylinders, cones and hulls. In 3D a capsule at a capsule is a ray as well.
//
// Rays that begin inside or within the touch bands are left (cast/write.h), and what rounding could decide.
#ifndef LGJK_CAST_RAYS_H
#define LGJK_CAST_RAYS_H

#include "lane/dimension.h"

#include OF_DIM("cast/ray_round.h", "cast/ray_cores3.h")
#include "shape/core_class.h"

#if DIM == 2

// Edges decide about all others (cast/edges2.h).
enum { RAY_NONE, RAY_ROUND, RAY_KINDS };
static const uint8_t ray_kinds[2][CORE_CLASSES] = {{RAY_NONE}, {[SIMPLE_CLASS] = RAY_ROUND}};

static inline double ray_band(uint32_t kind) { return (void)kind, (double)BAND_FLAT; }

LANE_INLINE void enter_targets(const lgjk_batch* batch, pair_block* block, uint32_t kind, bool of_a, vf reach,
                               uint32_t lanes, ray_half half[RAY_HALVES], ray_hit hit[RAY_HALVES]) {
  const char* row = (const char*)(of_a ? &batch->b : &batch->a)->table + offsetof(lgjk_shape2, row);
  vf ends[4];
  vd wide[4];
  (void)kind, (void)reach, (void)lanes;
  vf_load_records(row, sizeof(lgjk_shape2), (of_a ? &block->b : &block->a)->shape, 0, 1, ends);
  for (unsigned h = 0; h < RAY_HALVES; ++h) {
    widen_all(ends, h, 4, wide);
    hit[h] = enter_round(&half[h], wide);
  }
}

#endif

// A radius below this part of the reach counts as none: doubles round the place where it is entered by more.
#define RAY_LEAST_RADIUS 1e-14f

// Rays whose balls meet their target. list: twice the kind, and 1 where the ray is B's.
enum { RAY_LISTS = 2 * RAY_KINDS };
typedef struct ray_list {
  uint32_t count;
  uint16_t pair[CAST_LOOK + 1];
  uint8_t list[CAST_LOOK];
} ray_list;

// ---------------------------------------------------------------- blocks

// The answers of a block. certain, misses: bits of lanes.
typedef struct ray_answer {
  uint32_t certain, misses;
  double at[LANES], normal[DIM][LANES], point[DIM][LANES]; // as in cast_write_lane
} ray_answer;

// Judges what the rays of a half enter. `band`: of the target.
LANE_INLINE void judge_rays(const ray_half* f, const ray_hit* hit, vd most, double band, bool of_a, unsigned half,
                            ray_answer* out) {
  const vd none = vd_set(0), square = dot_d(hit->out, hit->out);
  const md sure = md_and(f->usable, hit->sure), some = vd_lt(none, square);
  const vd by = vd_div(vd_set(1), vd_sqrt(vd_select(some, square, vd_set(1)))), at = vd_add(f->base, hit->enter);
  const md passes = md_or(vd_lt(hit->leave, hit->enter), vd_lt(vd_add(f->base, hit->leave), none));
  const md enters = md_and(md_and(some, vd_le(hit->enter, hit->leave)), vd_le(at, most));
  const vec_d unit = rotate_d(&f->turn, scale_d(hit->out, by));
  const vd gap = vd_neg(vd_mul(dot_d(unit, f->way), at)), skin = vd_set(CAST_BEGIN_BANDS * 2 * band);
  const md apart = md_and(vd_lt(none, at), vd_lt(vd_mul(skin, f->reach), gap));
  out->certain |= md_bits(md_and(md_and(sure, enters), apart)) << half * WIDE_LANES;
  out->misses |= md_bits(md_and(sure, md_or(passes, vd_lt(most, at)))) << half * WIDE_LANES;
  vd_store(out->at + half * WIDE_LANES, at);
  store_all_of(out->normal, half, of_a ? neg_d(unit) : unit);
  const vec_d there = add_d(f->place, scale_d(f->way, hit->enter));
  store_all_of(out->point, half,
               of_a ? sub_d(there, scale_d(unit, vd_sub(f->radius, f->radius_b))) : scale_d(unit, vd_neg(f->radius_b)));
}

// Casts the rays of a block, the lanes given as bits, which are of one list.
static LANE_NOINLINE void cast_ray_block(const cast_job* job, const lgjk_batch* batch, uint32_t number, uint32_t lanes,
                                         pair_block* block, const look_lanes* look, cast_left* left) {
  const uint32_t kind = number / 2;
  const bool of_a = number % 2 == 0;
  ray_half half[RAY_HALVES];
  ray_hit hit[RAY_HALVES];
  ray_answer x = {.certain = 0, .misses = 0};
  for (unsigned h = 0; h < RAY_HALVES; ++h) open_ray(job, block, look, of_a, h, &half[h]);
  enter_targets(batch, block, kind, of_a, look->reach, lanes, half, hit);
  for (unsigned h = 0; h < RAY_HALVES; ++h) {
    judge_rays(&half[h], &hit[h], vd_widen(look->most, h), ray_band(kind), of_a, h, &x);
  }
  for (uint32_t bits = lanes & x.certain; bits != 0; bits &= bits - 1) {
    const uint32_t l = (uint32_t)__builtin_ctz(bits);
    write_lane(job, left->first + block->pairs->pair[l], x.at, x.normal, x.point, l);
  }
  leave_pairs(block->pairs, lanes & ~(x.certain | x.misses), 0, x.at, left);
}

// Casts the rays of one list.
static void cast_ray_list(const cast_job* job, const lgjk_batch* batch, uint32_t number, const uint16_t* list,
                          uint32_t listed, cast_left* left) {
  for (uint32_t i = 0; i < listed; i += LANES) {
    block_pairs pairs;
    pair_block block;
    look_lanes look;
    take_listed(batch, list + i, listed - i, &pairs);
    load_look(job, batch, CORE_HEADER, CORE_HEADER, left->first, &pairs, &block, &look);
    cast_ray_block(job, batch, number, lanes_of_pairs(&pairs), &block, &look, left);
  }
}

// Returns the list of a pair that comes to its target as a ray does, or less than 2. of_a, of_b: whether A's core, or
// B's, is a point; round: 1 if there is a radius.
LANE_INLINE uint32_t ray_list_of(const lgjk_batch* batch, const block_pairs* pairs, uint32_t l, bool of_a, bool of_b,
                                 uint32_t round) {
  const uint32_t a = core_class(batch->a.core[pairs->shape_a[l]]), b = core_class(batch->b.core[pairs->shape_b[l]]);
  if (of_a) return 2u * ray_kinds[round][b];
  if (of_b) return 2u * ray_kinds[round][a] + 1;
#if DIM == 3
  if (round != 0 && a == SIMPLE_CLASS && b == SIMPLE_CLASS) return 2 * RAY_CAPSULES;
#endif
  return 2 * RAY_NONE;
}

LANE_INLINE mf has_no_inside(const side_lanes* side) { return vf_eq(side->header[HEADER_INNER], vf_set(0)); }

// Takes the rays among the lanes of good pairs, given as bits, and returns those. If all are of one list, they are cast
// at once, as all is loaded; else they are listed.
LANE_INLINE uint32_t take_rays(const cast_job* job, const lgjk_batch* batch, pair_block* block, const look_lanes* look,
                               uint32_t lanes, ray_list* rays, cast_left* left) {
  const block_pairs* pairs = block->pairs;
  const vf none = vf_set(0), radius = vf_add(block->a.radius, vf_add(block->b.radius, vf_set((float)job->target)));
  const uint32_t of_a = mf_bits(vf_eq(block->a.header[HEADER_BOUND], none));
  const uint32_t of_b = mf_bits(vf_eq(block->b.header[HEADER_BOUND], none));
  const uint32_t round = mf_bits(vf_lt(vf_mul(vf_set(RAY_LEAST_RADIUS), look->reach), radius));
  const uint32_t first = rays->count;
  uint32_t taken = 0, lists = 0;
  // What has no inner radius may be a segment.
  const uint32_t flat = OF_DIM(0, mf_bits(mf_and(has_no_inside(&block->a), has_no_inside(&block->b))));
  uint32_t bits = lanes & (((of_a | of_b) & OF_DIM(round, ALL_LANES)) | (flat & round));
  for (; bits != 0; bits &= bits - 1) {
    const uint32_t l = (uint32_t)__builtin_ctz(bits);
    const uint32_t list = ray_list_of(batch, pairs, l, of_a >> l & 1, of_b >> l & 1, round >> l & 1);
    if (list < 2) continue;
    taken |= 1u << l;
    lists |= 1u << list;
    rays->list[rays->count] = (uint8_t)list;
    rays->pair[rays->count++] = (uint16_t)pairs->pair[l];
  }
  if (taken != 0 && (lists & (lists - 1)) == 0) {
    rays->count = first;
    cast_ray_block(job, batch, (uint32_t)__builtin_ctz(lists), taken, block, look, left);
  }
  return taken;
}

// Casts listed rays, and lists those that are left.
LANE_INLINE void cast_rays(const cast_job* job, const lgjk_batch* batch, const ray_list* rays, cast_left* left) {
  uint16_t sorted[CAST_LOOK];
  uint32_t end[RAY_LISTS] = {0};
  for (uint32_t i = 0; i < rays->count; ++i) ++end[rays->list[i]];
  for (uint32_t k = 1; k < RAY_LISTS; ++k) end[k] += end[k - 1];
  for (uint32_t i = rays->count; i-- > 0;) sorted[--end[rays->list[i]]] = rays->pair[i]; // ends become beginnings
  for (uint32_t k = 0; k < RAY_LISTS; ++k) {
    const uint32_t next = k + 1 < RAY_LISTS ? end[k + 1] : rays->count;
    if (next > end[k]) cast_ray_list(job, batch, k, sorted + end[k], next - end[k], left);
  }
}

#endif
