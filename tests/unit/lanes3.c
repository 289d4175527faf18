// LANE_HEADER: the lane header; LANE_ISA: the set's name.
#include LANE_HEADER

#include "block/frame.h"
#include "case3/box_contact.h"
#include "case3/polytope.h"

#include "lanes3.h"

// ---------------------------------------------------------------- contacts of boxes

// Lane l receives the float at byte `offset` of case l.
static vf gather(const box_case* cases, size_t offset) {
  float value[LANES];
  for (uint32_t l = 0; l < LANES; ++l) memcpy(&value[l], (const char*)&cases[l] + offset, sizeof value[l]);
  return vf_load(value);
}

static void put(box_answer* answers, size_t offset, vf from) {
  float value[LANES];
  vf_store(value, from);
  for (uint32_t l = 0; l < LANES; ++l) memcpy((char*)&answers[l] + offset, &value[l], sizeof value[l]);
}

static void put_vector(box_answer* answers, size_t offset, vec_f v) {
  put(answers, offset, v.x);
  put(answers, offset + sizeof(float), v.y);
  put(answers, offset + 2 * sizeof(float), v.z);
}

static void load_core(const box_case* cases, size_t pose, size_t half, vf row[3], core_lanes_f* core, vec_f* at) {
  vf lanes[7];
  for (size_t k = 0; k < 7; ++k) lanes[k] = gather(cases, pose + k * sizeof(float));
  for (size_t k = 0; k < 3; ++k) row[k] = gather(cases, half + k * sizeof(float));
  *core = (core_lanes_f){.core = LGJK_CORE3_BOX, .floats = row};
  unit_f(lanes + 3, &core->rotation);
  *at = from_array_f(lanes);
}

// Makes the manifolds of the lanes that wait.
static void make_waiting(const pair_frame_f* f, const box_contact* c, vec_f origin, box_manifold* m,
                         vf word[MANIFOLD_WORDS]) {
  view_axes axes;
  shown_core a, b;
  const vec_f zeros = {0}, middle = sub_f(from_array_f(m->word + MANIFOLD_HEAD), origin);
  const touch_lanes t = {.normal = c->depth.normal,
                         .middle = middle,
                         .origin = origin,
                         .distance = vf_neg(vf_add(c->depth.depth, f->radius)),
                         .scale = f->scale,
                         .margin = c->margin,
                         .lanes = m->waiting};
  set_axes(t.normal, middle, &axes);
  const core_view of_a = view_of(&axes, &f->a, zeros, c->radius_a, f->scale, false);
  const core_view of_b = view_of(&axes, &f->b, f->p, c->radius_b, f->scale, true);
  show_box(&of_a, &f->a, mf_none(), &a);
  show_box(&of_b, &f->b, mf_none(), &b);
  make_manifold(&axes, &t, &of_a, &of_b, &a, &b, false, word);
}

static void run_boxes(const box_case* cases, box_answer* answers) {
  pair_frame_f f;
  box_pair axes;
  box_contact contact = {.margin = gather(cases, offsetof(box_case, margin))};
  box_witness witness;
  box_manifold manifold;
  vf word[MANIFOLD_WORDS];
  box_depth* depth = &contact.depth;
  const mf all = mf_all();
  vf row_a[3], row_b[3];
  vec_f at_a, at_b;
  load_core(cases, offsetof(box_case, pose_a), offsetof(box_case, half_a), row_a, &f.a, &at_a);
  load_core(cases, offsetof(box_case, pose_b), offsetof(box_case, half_b), row_b, &f.b, &at_b);
  f.p = sub_f(at_b, at_a);
  contact.radius_a = gather(cases, offsetof(box_case, radius_a));
  contact.radius_b = gather(cases, offsetof(box_case, radius_b));
  f.radius = vf_add(contact.radius_a, contact.radius_b);
  const vf bounds = vf_add(length_above_f(from_array_f(row_a)), length_above_f(from_array_f(row_b)));
  f.scale = vf_add(vf_add(bounds, f.radius), length_above_f(f.p));
  f.touch_band = vf_mul(vf_set(TOUCH_BAND_FLAT), f.scale);
  compare_axes(&f, &axes);
  find_box_depth(&f, &axes, all, depth);
  find_box_witness(&f, all, depth, &witness);
  contact.a = witness.a;
  make_box_manifold(&f, &contact, at_a, all, &manifold);
  make_waiting(&f, &contact, at_a, &manifold, word);
  put(answers, offsetof(box_answer, depth), depth->depth);
  put_vector(answers, offsetof(box_answer, normal), depth->normal);
  put(answers, offsetof(box_answer, axis), depth->axis);
  put_vector(answers, offsetof(box_answer, point_a), witness.a);
  put_vector(answers, offsetof(box_answer, point_b), sub_f(witness.a, scale_f(depth->normal, depth->depth)));
  put(answers, offsetof(box_answer, found), vf_select(witness.found, vf_set(1), vf_set(0)));
  for (size_t k = 0; k < MANIFOLD_WORDS; ++k) {
    const vf made = k < EDGE_WORDS ? manifold.word[k] : vf_set(0);
    put(answers, offsetof(box_answer, manifold) + k * sizeof(float), vf_select(manifold.waiting, word[k], made));
  }
}

void LANE_CAT(box_lanes_, LANE_ISA)(const box_case* cases, uint32_t count, box_answer* answers) {
  for (uint32_t i = 0; i < count; i += LANES) run_boxes(cases + i, answers + i);
}

// ---------------------------------------------------------------- the expanding polytope

static void store_vector(vec_f v, float out[3][LANES]) {
  vf_store(out[0], v.x);
  vf_store(out[1], v.y);
  vf_store(out[2], v.z);
}

static vec_f load_named(const float (*named)[3], uint32_t count) {
  float v[3][LANES] = {{0}};
  for (uint32_t l = 0; named != NULL && l < count; ++l) {
    for (int k = 0; k < 3; ++k) v[k][l] = named[l][k];
  }
  return (vec_f){vf_load(v[0]), vf_load(v[1]), vf_load(v[2])};
}

static void run_polytopes(const lgjk_batch* batch, uint32_t core_a, uint32_t core_b, const block_pairs* pairs,
                          const float (*named)[3], epa3_answer* out) {
  pair_block block = {.pairs = pairs};
  pair_frame_f f;
  depth_lanes deep;
  float depth[LANES], normal[3][LANES], a[3][LANES], b[3][LANES], evaluations[LANES], scale[LANES];
  load_block(batch, core_a, core_b, WHOLE_CORE, &block);
  const mf valid = mf_and(frame_block(batch, &block, &f), mf_from_bits((uint32_t)(((uint64_t)1 << pairs->count) - 1)));
  const vec_f begin = load_named(named, pairs->count);
  find_depth(&f, valid, &begin, &deep);
  vf_store(depth, deep.depth);
  vf_store(evaluations, deep.evaluations);
  vf_store(scale, f.scale);
  store_vector(deep.normal, normal);
  store_vector(deep.a, a);
  store_vector(sub_f(deep.a, scale_f(deep.normal, deep.depth)), b);
  for (uint32_t l = 0; l < pairs->count; ++l) {
    const bool certified = mf_bits(deep.certified) >> l & 1;
    memset(&out[l], 0, sizeof out[l]);
    out[l].valid = mf_bits(valid) >> l & 1;
    out[l].apart = mf_bits(deep.apart) >> l & 1;
    out[l].certified = certified;
    out[l].evaluations = (uint32_t)evaluations[l];
    out[l].scale = scale[l];
    if (!certified) continue;
    out[l].depth = depth[l];
    for (int k = 0; k < 3; ++k) {
      out[l].normal[k] = normal[k][l];
      out[l].a[k] = a[k][l];
      out[l].b[k] = b[k][l];
    }
  }
}

void LANE_CAT(epa3_run_, LANE_ISA)(const lgjk_batch* batch, const uint16_t* pairs, uint32_t count,
                                   const float (*named)[3], epa3_answer* out) {
  for (uint32_t i = 0; i < count; i += LANES) {
    block_pairs taken;
    take_listed(batch, pairs + i, count - i, &taken);
    const uint32_t core_a = batch->a.core[taken.shape_a[0]], core_b = batch->b.core[taken.shape_b[0]];
    run_polytopes(batch, core_a, core_b, &taken, named != NULL ? named + i : NULL, out + i);
  }
}

// ---------------------------------------------------------------- manifolds

static void run_manifolds(const lgjk_batch* batch, uint32_t core_a, uint32_t core_b, const block_pairs* pairs) {
  class_run run = {.batch = batch, .core_a = (uint8_t)core_a, .core_b = (uint8_t)core_b};
  for (uint32_t l = 0; l < pairs->count; ++l) run.pairs[MANIFOLD][l] = (uint16_t)pairs->pair[l];
  run.count[MANIFOLD] = (uint16_t)pairs->count;
  make_queued_manifolds(&run);
}

void LANE_CAT(manifold3_run_, LANE_ISA)(const lgjk_batch* batch, const uint16_t* pairs, uint32_t count) {
  for (uint32_t i = 0; i < count; i += LANES) {
    block_pairs taken;
    take_listed(batch, pairs + i, count - i, &taken);
    run_manifolds(batch, batch->a.core[taken.shape_a[0]], batch->b.core[taken.shape_b[0]], &taken);
  }
}
