// Completes contacts one pair at a time, in double: depths of overlapping cores (single/), normals of cores that nearly
// touch, and rounding radii. It makes manifolds, too.
#ifndef LGJK_ENGINE_CONTACT_H
#define LGJK_ENGINE_CONTACT_H

#include <math.h>

#include "base/fpcontrol.h"
#include "single/penetrate.h"
#include "engine/class_run.h"
#if DIM == 2
#include "engine/manifold2.h"
#else
#include "engine/manifold3.h"
#endif

// The answers of a block's lanes, found in double.
typedef struct double_answers {
  double distance[LANES];              // signed, of a contact
  double a[DIM][LANES], b[DIM][LANES]; // witness points in world coordinates
  double normal[DIM][LANES];           // of a contact; before that a direction along it (flat cores), or 0
  double evaluations[LANES];
  uint32_t overlapping, limit; // bits of lanes
  uint32_t inside;             // lanes whose cores overlap
  uint32_t settled;            // lanes that are answered without a search; their contact is complete
#if DIM == 2
  uint32_t doubtful; // lanes whose search has not distinguished touching from apart
#endif
} double_answers;

LANE_INLINE vec_f narrow_point(double from[DIM][LANES], mf none) {
  vf to[DIM];
  for (int k = 0; k < DIM; ++k) to[k] = vf_select(none, vf_set(0), vf_narrow(from[k]));
  return from_array_f(to);
}

// ------------------------------------------------------------------ one pair

LANE_INLINE const float* pose_of(const lgjk_side* side, uint32_t body) {
  return (const float*)(const void*)(side->pose + side->pose_stride * body);
}

// Places both cores of a lane, about A's position.
static LANE_NOINLINE void pose_solids(const lgjk_batch* batch, const block_pairs* pairs, uint32_t lane, lgjk_solidN* a,
                                      lgjk_solidN* b) {
  const lgjk_shapeN *table_a = batch->a.table, *table_b = batch->b.table;
  const float *pose_a = pose_of(&batch->a, pairs->body_a[lane]), *pose_b = pose_of(&batch->b, pairs->body_b[lane]);
  lgjk_solidN_place(a, table_a + pairs->shape_a[lane], batch->a.pool, pose_a, pose_a);
  lgjk_solidN_place(b, table_b + pairs->shape_b[lane], batch->b.pool, pose_b, pose_a);
}

LANE_INLINE double length_of(const double v[DIM]) {
  double sum = v[0] * v[0];
  for (int k = 1; k < DIM; ++k) sum += v[k] * v[k];
  return lgjk_sqrt(sum);
}

// The rounding radii and the bounds of each lane.
typedef struct block_sizes {
  float radius_a[LANES], radius_b[LANES], bound_a[LANES], bound_b[LANES];
} block_sizes;

// ------------------------------------------------------------------ depths

// Makes the unit normal of cores that are apart by the vector `n`, of length `between`. It is the perpendicular of the
// nearest feature, if that is known and a and b are across it from each other within `most`. `off`: their shift to
// there.
LANE_INLINE void align_with_feature(const double_answers* c, uint32_t lane, double between, double most, double n[DIM],
                                    double off[DIM]) {
  double d[DIM];
  for (int k = 0; k < DIM; ++k) d[k] = c->normal[k][lane];
  const double length = length_of(d);
  for (int k = 0; k < DIM; ++k) {
    d[k] = length > 0 ? d[k] / length : 0;
    off[k] = 0.5 * (n[k] - between * d[k]);
  }
  const bool across = length_of(off) <= most;
  for (int k = 0; k < DIM; ++k) {
    n[k] = across ? d[k] : n[k] / between;
    off[k] = across ? off[k] : 0;
  }
}

// Makes the contact of one lane.
LANE_INLINE void contact_in_double(const lgjk_batch* batch, const pair_block* block, const block_sizes* sizes,
                                   uint32_t lane, double_answers* c) {
  const double ra = (double)sizes->radius_a[lane], rb = (double)sizes->radius_b[lane];
  const float* origin = pose_of(&batch->a, block->pairs->body_a[lane]);
  const float* other = pose_of(&batch->b, block->pairs->body_b[lane]);
  double n[DIM], p[DIM], off[DIM] = {0};
  for (int k = 0; k < DIM; ++k) {
    n[k] = c->b[k][lane] - c->a[k][lane];
    p[k] = (double)other[k] - (double)origin[k];
  }
  const double scale = (double)sizes->bound_a[lane] + (double)sizes->bound_b[lane] + ra + rb + length_of(p);
  double between = length_of(n); // the cores
  const bool inside = c->inside >> lane & 1;
  if (inside || between <= NEAR_CORES * scale) {
    lgjk_solidN a, b;
    lgjk_penetrationN found;
    pose_solids(batch, block->pairs, lane, &a, &b);
    lgjk_penetrateN(&a, &b, scale, &found);
    if (inside || c->overlapping >> lane & 1) between = -found.depth;
    c->evaluations[lane] += found.evaluations;
    for (int k = 0; k < DIM; ++k) {
      n[k] = found.normal[k];
      c->a[k][lane] = found.a[k];
      c->b[k][lane] = found.b[k];
    }
  } else {
    align_with_feature(c, lane, between, 0.25 * BAND_FLAT * scale, n, off);
  }
  for (int k = 0; k < DIM; ++k) {
    c->normal[k][lane] = n[k];
    c->a[k][lane] += off[k] + n[k] * ra + (double)origin[k];
    c->b[k][lane] += (double)origin[k] - n[k] * rb - off[k];
  }
  const double distance = between - (ra + rb);
  // A depth that vanishes in float is +0 there.
  c->distance[lane] = c->overlapping >> lane & 1 ? ((float)distance < 0 ? distance : 0) : distance;
}

// Makes contacts of the given lanes, as bits. Before, a and b are points of the cores around A's position: the nearest
// ones, except in lanes of `inside`.
static LANE_NOINLINE void contacts_in_double(const lgjk_batch* batch, const pair_block* block, uint32_t lanes,
                                             double_answers* c) {
  block_sizes sizes;
  vf_store(sizes.radius_a, block->a.radius);
  vf_store(sizes.radius_b, block->b.radius);
  vf_store(sizes.bound_a, block->a.header[HEADER_BOUND]);
  vf_store(sizes.bound_b, block->b.header[HEADER_BOUND]);
  for (; lanes != 0; lanes &= lanes - 1) {
    contact_in_double(batch, block, &sizes, (uint32_t)__builtin_ctz(lanes), c);
  }
}

// Writes the results of contacts, with the manifolds of the decided lanes. `f`: the frame of the block. In 2D it may be
// NULL if both cores are round: their manifolds need none.
LANE_INLINE void write_contacts(class_run* run, const pair_block* block, const pair_frame_f* f, uint32_t lanes,
                                const found_lanes* found) {
  write_answers(run->batch, block, lanes, found, CONTACT);
  if (run->batch->results.manifoldN) write_manifolds(run, block, f, found);
}

// Forgets the evaluations of the given lanes, as bits: those before an answer without a search. What has tried a pair
// before may then depend on its neighbours.
LANE_INLINE void clear_evaluations(const lgjk_batch* batch, const block_pairs* pairs, uint32_t lanes) {
  if (batch->results.iterations == NULL) return;
  for (; lanes != 0; lanes &= lanes - 1) batch->results.iterations[pairs->pair[__builtin_ctz(lanes)]] = 0;
}

// Writes results that were found in double. `requeued`: whether evaluations are added to those before.
static LANE_NOINLINE void write_double_answers(class_run* run, const pair_block* block, uint32_t lanes,
                                               double_answers* c, query_id query, bool requeued) {
  const lgjk_batch* batch = run->batch;
  found_lanes found = nothing_found(mf_none());
  if (requeued) clear_evaluations(batch, block->pairs, lanes & c->settled);
  found.adds_to_counts = requeued;
  found.decided = lanes;
  if (needs_witness(query)) {
    const vf distance = vf_narrow(c->distance);
    // a distance at the limit is only a bound
    found.beyond = mf_and_not(vf_lt(vf_set(batch->max_distance), distance), mf_from_bits(c->limit));
    found.distance = vf_select(found.beyond, vf_set(HUGE_VALF), distance);
    const bool hides = !needs_depth(query) && hides_common_points(batch);
    const mf none = mf_or(found.beyond, mf_from_bits(hides ? c->overlapping : 0));
    found.a = narrow_point(c->a, none);
    found.b = narrow_point(c->b, none);
  }
  if (needs_depth(query)) found.normal = narrow_point(c->normal, found.beyond);
  found.overlapping = mf_from_bits(c->overlapping);
  found.limit = mf_from_bits(c->limit);
  found.evaluations = vf_narrow(c->evaluations);
  if (needs_depth(query)) {
    pair_frame_f f;
    frame_block(batch, block, &f);
    write_contacts(run, block, &f, lanes, &found);
  } else {
    write_results(batch, block, lanes, &found, query);
  }
}

// Finds and writes the depths of `lanes`, as bits, of a loaded block. Their cores are certified to overlap.
static LANE_NOINLINE void find_depths_in_double(class_run* run, const pair_block* block, uint32_t lanes) {
  double_answers c;
  memset(&c, 0, sizeof c);
  c.overlapping = c.inside = lanes;
  contacts_in_double(run->batch, block, lanes, &c);
  write_double_answers(run, block, lanes, &c, CONTACT, true);
}

#endif
