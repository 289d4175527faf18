// LANE_HEADER: the lane header; LANE_ISA: the set's name.
#include LANE_HEADER

#include "box_lanes.h"
#include "case3/box_manifold.h"

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

static void run_block(const box_case* cases, box_answer* answers) {
  pair_frame_f f;
  box_pair axes;
  box_contact contact = {.margin = gather(cases, offsetof(box_case, margin))};
  box_witness witness;
  box_manifold manifold;
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
  make_box_manifold(&f, &contact, at_a, all, mf_bits(all), 0, &manifold);
  put(answers, offsetof(box_answer, depth), depth->depth);
  put_vector(answers, offsetof(box_answer, normal), depth->normal);
  put(answers, offsetof(box_answer, axis), depth->axis);
  put_vector(answers, offsetof(box_answer, point_a), witness.a);
  put_vector(answers, offsetof(box_answer, point_b), sub_f(witness.a, scale_f(depth->normal, depth->depth)));
  put(answers, offsetof(box_answer, found), vf_select(witness.found, vf_set(1), vf_set(0)));
  for (size_t k = 0; k < MANIFOLD_WORDS; ++k) {
    const bool set = manifold.faces || k < 4 * EDGE_QUADS;
    put(answers, offsetof(box_answer, manifold) + k * sizeof(float), set ? manifold.word[k] : vf_set(0));
  }
  put(answers, offsetof(box_answer, made), vf_select(manifold.made, vf_set(1), vf_set(0)));
}

void LANE_CAT(box_lanes_, LANE_ISA)(const box_case* cases, uint32_t count, box_answer* answers) {
  for (uint32_t i = 0; i < count; i += LANES) run_block(cases + i, answers + i);
}
