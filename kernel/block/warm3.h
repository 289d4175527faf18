// Warm records in 3D. Word 0: a direction in world axes, three signed 10-bit numbers, the largest 511 in size (0: none).
// Word 1, 2: up to four vertex indices of A and of B, a byte each. Word 3: how many of them there are in its low byte; 1, 2 and 3:
// the nearest feature, 4: a tetrahedron that held the origin. Everything is clamped on the way in: any bytes are a guess.
#ifndef LGJK_BLOCK_WARM3_H
#define LGJK_BLOCK_WARM3_H

#include <math.h>
#include <stddef.h>

#include "block/load3.h"
#include "geometry/gjk3.h"

// The vertex of a guessed index, clamped to what the core has. count: vertices of the class.
LANE_FN vec_f vertex_first(const core_lanes_f* core, uint32_t count, vi index) { // of a point; curved cores restore none
  (void)count, (void)index;
  return coordinates_f(core, 0);
}

LANE_FN vec_f vertex_two(const core_lanes_f* core, uint32_t count, vi index) {
  (void)count;
  return select_vec_f(vf_eq(vf_convert(index), vf_set(1)), coordinates_f(core, 1), coordinates_f(core, 0));
}

// Of a hull any index below the class's count is a vertex: padding repeats the last.
LANE_FN vec_f vertex_pooled(const core_lanes_f* core, uint32_t count, vi index) {
  uint32_t place[LANES];
  vf piece[4];
  vi_store(place, vi_and(index, count - 1));
  for (uint32_t l = 0; l < LANES; ++l) place[l] = core->pool[l] + 3 * place[l];
  vf_load_records((const char*)core->vertices, sizeof(float), place, 0, 1, piece); // and one float more
  return from_array_f(piece);
}

LANE_FN vec_f vertex_scanned(const core_lanes_f* core, uint32_t count, vi index) {
  (void)count;
  float ids[LANES], v[3][LANES];
  vf_store(ids, vf_convert(index));
  for (uint32_t l = 0; l < LANES; ++l) {
    const lgjk_shape3* shape = core->table + core->shape[l];
    const float* pool = core->vertices + shape->pool;
    const uint32_t given = (uint32_t)ids[l], i = given < shape->count ? given : shape->count - 1;
    for (uint32_t k = 0; k < 3; ++k) v[k][l] = pool[k * shape->padded + i];
  }
  return (vec_f){vf_load(v[0]), vf_load(v[1]), vf_load(v[2])};
}

LANE_FN vec_f vertex_by_sign(const core_lanes_f* core, uint32_t count, vi index) { // bit 0, 1, 2 set: x, y, z negative
  (void)count;
  vec_f v = coordinates_f(core, 0);
  v.x = vf_of(vi_xor(vi_of(v.x), vi_shl(vi_and(index, 1), 31)));
  v.y = vf_of(vi_xor(vi_of(v.y), vi_shl(vi_and(index, 2), 30)));
  v.z = vf_of(vi_xor(vi_of(v.z), vi_shl(vi_and(index, 4), 29)));
  return v;
}

LANE_FN vec_f vertex_at(const core_lanes_f* core, vi index) {
  const lgjk_core_row row = lgjk_core3_row_of(core->core);
#define CORE_VERTEX(name) \
  case LGJK_VERTEX_##name: return vertex_##name(core, row.vertices, index);
  switch (row.vertex) { LGJK_VERTEX3_TABLE(CORE_VERTEX) }
#undef CORE_VERTEX
  return coordinates_f(core, 0); // never: no other function
}

typedef struct warm_guess {
  vec_f axis;      // (0, 0, 0): none
  mf simplex;      // lanes whose simplex is worth restoring
  mf second, third, whole; // that many vertices or more; a tetrahedron
  vi a[4], b[4];   // vertex indices
} warm_guess;

LANE_FN vi byte_of(vi word, int i) { return vi_and(vi_shr(word, 8 * i), 0xFFu); }

LANE_FN void read_guess(const vf record[4], bool curved, warm_guess* guess) {
  vi word[4];
  for (int i = 0; i < 4; ++i) word[i] = vi_of(record[i]);
  guess->axis = (vec_f){vf_convert(vi_sar(vi_shl(word[0], 22), 22)), vf_convert(vi_sar(vi_shl(word[0], 12), 22)),
                        vf_convert(vi_sar(vi_shl(word[0], 2), 22))};
  const vf count = vf_convert(vi_and(word[3], 0xFF));
  guess->simplex = curved ? mf_from_bits(0) : mf_and(vf_le(vf_set(1), count), vf_le(count, vf_set(4)));
  guess->second = mf_and(guess->simplex, vf_le(vf_set(2), count));
  guess->third = mf_and(guess->simplex, vf_le(vf_set(3), count));
  guess->whole = mf_and(guess->simplex, vf_le(vf_set(4), count));
  for (int i = 0; i < 4; ++i) {
    guess->a[i] = byte_of(word[1], i);
    guess->b[i] = byte_of(word[2], i);
  }
}

typedef struct proof_lanes {
  mf guess; // lanes that have a state to verify
} proof_lanes;

LANE_FN support_point_f restore_point(const pair_frame_f* f, const warm_guess* guess, int i) {
  const core_vertex_f a = {vf_set(0), vertex_at(&f->a, guess->a[i]), vf_convert(guess->a[i])};
  const core_vertex_f b = {vf_set(0), vertex_at(&f->b, guess->b[i]), vf_convert(guess->b[i])};
  return difference_f(f, &a, &b);
}

// The state that the guess describes: inside where its tetrahedron still holds the origin with certainty, else the feature of the
// first three, or fewer, vertices.
LANE_FN void restore(const pair_frame_f* f, const warm_guess* guess, mf active, simplex_f* s, proof_lanes* proof) {
  clear_state_f(s, active);
  proof->guess = active;
  s->p0 = restore_point(f, guess, 0);
  repeat_first_f(s);
  if (mf_any(guess->second)) s->p1 = restore_point(f, guess, 1);
  if (mf_any(guess->third)) s->p2 = restore_point(f, guess, 2);
  if (mf_any(guess->whole)) {
    s->p3 = restore_point(f, guess, 3);
    find_volumes_f(s, f->touch_band, &s->volumes);
    s->restored = 1;
    s->inside = mf_and(mf_and(s->volumes.deep, guess->whole), active);
    s->active = mf_and_not(active, s->inside);
  }
  s->edge = mf_and(guess->second, s->active);
  s->face = mf_and(guess->third, s->active);
  trim_f(s);
}

// Lanes whose record still says what a restored state is: a face that has become one of its edges or ends restores as well, but a
// tetrahedron that does not hold the origin any more costs its volumes.
LANE_FN mf still_names(const warm_guess* guess, const simplex_f* s) {
  return mf_and_not(guess->simplex, mf_and_not(guess->whole, s->inside));
}

LANE_FN void verify_guess(const pair_frame_f* f, const proof_lanes* proof, simplex_f* s, const search_bounds_f* bounds) {
  (void)proof;
  verify_f(f, s, bounds);
}

// One signed number of 10 bits at its place in word 0.
LANE_FN vi pack_axis(vf x, int shift) { return vi_shl(vi_and(vi_truncate(x), 0x3FF), shift); }

// Records of a block; those of the lanes that do not change are written as they were, because a branch on that would be
// mispredicted every other block. axis: any direction that a support along it shows the pair's state again.
LANE_FN void write_records(lgjk_warm* warm, const uint32_t* pair, mf changes, const vf old[4], const simplex_f* s, vec_f axis) {
  const vf size = size_f(axis), zero = vf_set(0);
  // Neither NaN, nor so short that the factor overflows: what a conversion makes of those differs between machines.
  const mf number = same_f(axis, axis);
  const mf some = mf_and(mf_and(vf_lt(vf_set(RECORD_AXIS_MIN), size), vf_lt(size, vf_set(HUGE_VALF))), number);
  const vf factor = vf_select(some, vf_div(vf_set(511), vf_select(some, size, vf_set(1))), zero);
  const vec_f scaled = select_vec_f(some, scale_f(axis, factor), (vec_f){zero, zero, zero});
  const mf face = mf_or(s->face, s->inside), edge = mf_or(s->edge, face);
  const vf ids[4] = {s->p0.id, vf_select(edge, s->p1.id, s->p0.id), vf_select(face, s->p2.id, s->p0.id),
                     vf_select(s->inside, s->p3.id, s->p0.id)};
  vi ia[4], ib[4];
  for (int i = 0; i < 4; ++i) { // A's index + 256 * B's
    const vi id = vi_truncate(ids[i]);
    ia[i] = vi_shl(vi_and(id, 0xFF), 8 * i);
    ib[i] = vi_shl(vi_shr(id, 8), 8 * i);
  }
  const vf count = vf_select(s->inside, vf_set(4), vf_select(face, vf_set(3), vf_select(edge, vf_set(2), vf_set(1))));
  const vf words[4] = {
      vf_of(vi_or(pack_axis(scaled.x, 0), vi_or(pack_axis(scaled.y, 10), pack_axis(scaled.z, 20)))),
      vf_of(vi_or(vi_or(ia[0], ia[1]), vi_or(ia[2], ia[3]))),
      vf_of(vi_or(vi_or(ib[0], ib[1]), vi_or(ib[2], ib[3]))),
      vf_of(vi_truncate(count)),
  };
  vf out[4];
  for (int i = 0; i < 4; ++i) out[i] = vf_select(changes, words[i], old[i]);
  vf_store_records((char*)warm, sizeof *warm, pair, out);
}

#endif
