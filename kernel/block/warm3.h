// This file restores and stores warm starts of 3D, from records (record.h).
#ifndef LGJK_BLOCK_WARM3_H
#define LGJK_BLOCK_WARM3_H

#include "block/ordered3.h"
#include "block/record.h"
#include "gjk/certify.h"

// The caller of `restore` says whether it needs an answer, and gets what is known of the feature.
typedef struct proof_lanes {
  bool in_order; // an answer is needed and not a verdict; then the others are set
  mf crossing;   // lanes whose nearest point is in the parallelogram of its three vertices
  vec_f d;       // the direction of the feature
  barycentric_f face;
} proof_lanes;

// Trims the faces by their barycentric coordinates, which the answer takes too. `crossing`: lanes with a parallelogram.
LANE_INLINE void trim_faces(simplex_f* s, mf crossing, proof_lanes* proof) {
  const vf zero = vf_set(0), t1 = proof->face.t1, t2 = proof->face.t2, over = proof->face.over;
  const mf below1 = vf_lt(t1, zero), below2 = vf_lt(t2, zero), least = mf_or(below1, below2);
  const mf above = mf_or(least, mf_or(vf_lt(over, t1), vf_lt(over, t2)));
  proof->crossing = mf_and_not(crossing, above);
  const mf face = mf_and_not(s->face, proof->crossing);
  leave_face_f(s, mf_and(face, below2), mf_and(face, below1), mf_and(face, vf_lt(over, vf_add(t1, t2))));
}

// Puts the feature in its order, and trims it if its nearest point is then outside.
LANE_INLINE void trim_ordered(const pair_frame_f* f, simplex_f* s, proof_lanes* proof) {
  vec_f n = {vf_set(0), vf_set(0), vf_set(0)};
  proof->d = n;
  proof->crossing = mf_none();
  proof->face = (barycentric_f){vf_set(0), vf_set(0), vf_set(1)};
  if (!mf_any(s->active)) return;
  const mf crossing = order_feature(f, s);
  proof->crossing = crossing;
  if (mf_any(s->face)) {
    n = normal_of_f(s);
    proof->face = face_barycentric_f(s, n);
    trim_faces(s, crossing, proof);
  }
  const mf edge = mf_and_not(s->edge, s->face);
  trim_edge_f(s, edge);
  put_lowest_first(mf_and_not(s->edge, s->face), mf_none(), s);
  proof->d = direction_of_f(s, n);
}

LANE_INLINE support_point_f restore_point(const pair_frame_f* f, const warm_guess* guess, int i) {
  const core_vertex_f a = {.v = vertex_at(&f->a, guess->a[i]), .id = vf_convert(guess->a[i])};
  const core_vertex_f b = {.v = vertex_at(&f->b, guess->b[i]), .id = vf_convert(guess->b[i])};
  return difference_f(f, &a, &b);
}

// Restores the state that the guess describes. A lane is inside if its tetrahedron is still certified to hold the
// origin. Else it gets the feature of the first three, or fewer, vertices.
LANE_INLINE void restore(const pair_frame_f* f, const warm_guess* guess, mf active, simplex_f* s, proof_lanes* proof) {
  const support_point_f first = restore_point(f, guess, 0); // one lane would wait for it on its way through memory
  clear_state_f(s, active);
  s->p0 = first;
  s->p1 = first;
  s->p2 = first;
  s->p3 = first;
  if (mf_any(guess->second)) s->p1 = restore_point(f, guess, 1);
  if (mf_any(guess->third)) s->p2 = restore_point(f, guess, 2);
  if (mf_any(guess->whole)) {
    s->p3 = restore_point(f, guess, 3);
    find_volumes_f(s, f->touch_band, &s->volumes);
    s->restored = true;
    s->inside = mf_and(mf_and(s->volumes.deep, guess->whole), active);
    s->active = mf_and_not(active, s->inside);
  }
  s->edge = mf_and(guess->second, s->active);
  s->face = mf_and(guess->third, s->active);
  if (proof->in_order) {
    trim_ordered(f, s, proof);
  } else {
    trim_f(s);
  }
}

// Returns the lanes whose record still names the state that it restores. A face that has become one of its edges or
// ends restores as well. A tetrahedron that no longer holds the origin does not: it costs its volumes.
LANE_INLINE mf still_names(const warm_guess* guess, const simplex_f* s) {
  return mf_and_not(guess->simplex, mf_and_not(guess->whole, s->inside));
}

LANE_INLINE void verify_guess(const pair_frame_f* f, const proof_lanes* proof, simplex_f* s,
                              const search_bounds_f* bounds) {
  if (!mf_any(s->active)) return;
  if (proof->in_order) {
    certify_along(f, s, bounds, &proof->d);
  } else {
    certify(f, s, bounds);
  }
}

// Stores the records of a block. `axis`: any direction whose support shows the pair's state again.
LANE_INLINE void write_records(lgjk_warm* warm, const uint32_t* pair, mf changes, const vf old[4], const simplex_f* s,
                               vec_f axis) {
  const mf face = mf_or(s->face, s->inside), edge = mf_or(s->edge, face);
  const vf ids[4] = {s->p0.id, vf_select(edge, s->p1.id, s->p0.id), vf_select(face, s->p2.id, s->p0.id),
                     vf_select(s->inside, s->p3.id, s->p0.id)};
  const vf count = vf_select(s->inside, vf_set(4), vf_select(face, vf_set(3), vf_select(edge, vf_set(2), vf_set(1))));
  store_records(warm, pair, changes, old, axis, ids, count);
}

#endif
