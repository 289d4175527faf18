// Families with ellipsoids, cylinders and cones: in general position, close, deep, face to face, concentric, identical,
// rounded, far from the origin, small against large. Two draws never stand in one list of arguments.
#include <string.h>

#include "families3_pairs.h"

static void curved_and_any(maker3* m, double size, double aspect) {
  bool first = maker3_chance(m, 0.5), both = maker3_chance(m, 0.5);
  plan3 *one = first ? &m->a : &m->b, *other = first ? &m->b : &m->a;
  maker3_curved(m, one, size, aspect);
  if (both) {
    maker3_curved(m, other, size, aspect);
  } else {
    maker3_any(m, other, size);
  }
}

void family3_curved(maker3* m) {
  curved_and_any(m, 1, 3);
  if (maker3_chance(m, 0.3)) maker3_map(m, &m->a);
  double gap = maker3_uniform(m, -1.2, 1.5);
  maker3_pose_at_gap(m, 10, gap);
}

void family3_curved_close(maker3* m) {
  curved_and_any(m, 1, 3);
  double gap = maker3_chance(m, 0.1) ? 0 : maker3_small(m, 3, 7);
  maker3_pose_at_gap(m, 3, gap);
}

void family3_curved_deep(maker3* m) {
  curved_and_any(m, 1, 2);
  maker3_turn_both(m);
  maker3_random_position(m, &m->b, 0.3);
}

void family3_curved_rounded(maker3* m) {
  curved_and_any(m, 1, 10);
  plan3* side[2] = {&m->a, &m->b};
  for (int i = 0; i < 2; ++i) maker3_rounding(side[i], maker3_uniform(m, 0, 0.5));
  double gap = maker3_gap(m, 1);
  maker3_pose_at_gap(m, 3, gap);
}

void family3_curved_slender(maker3* m) {
  double aspect = maker3_chance(m, 0.5) ? 30 : 300;
  curved_and_any(m, 1, aspect);
  double gap = maker3_gap(m, 0.5);
  maker3_pose_at_gap(m, 3, gap);
}

// Caps on caps, sides on sides, either on the faces of polyhedra, off by 0 to 1e-3.
void family3_curved_faces(maker3* m) {
  curved_and_any(m, 1, 3);
  double tilt = maker3_tilt(m), gap = maker3_small(m, 3, 7), slide = maker3_uniform(m, -0.5, 0.5);
  maker3_pose_faced(m, tilt, gap, slide);
}

void family3_curved_concentric(maker3* m) {
  curved_and_any(m, 1, 3);
  maker3_turn_both(m);
  memcpy(m->b.pose, m->a.pose, (maker3_chance(m, 0.5) ? 3 : 7) * sizeof(float));
}

void family3_curved_identical(maker3* m) {
  maker3_curved(m, &m->a, 1, 3);
  maker3_copy(&m->b, &m->a);
  maker3_turn_both(m);
  memcpy(m->b.pose, m->a.pose, sizeof m->a.pose);
  if (maker3_chance(m, 0.7)) {
    vec3 u = maker3_chance(m, 0.5) ? maker3_direction(m) : maker3_face_normal(m, &m->a);
    double gap = maker3_small(m, 0, 7);
    maker3_place(m, u, gap, 0);
  }
}

void family3_curved_offset_1e4(maker3* m) {
  curved_and_any(m, 1, 3);
  double gap = maker3_gap(m, 1);
  maker3_pose_at_gap(m, 1, gap);
  maker3_carry_away(m);
}

void family3_curved_sizes(maker3* m) {
  static const double sizes[] = {1e-3, 1e-3, 1, 1e3};
  double one = sizes[maker3_below(m, 4)], other = maker3_chance(m, 0.5) ? one : sizes[maker3_below(m, 4)];
  double larger = one > other ? one : other, gap = maker3_gap(m, larger);
  maker3_curved(m, &m->a, one, 3);
  if (maker3_chance(m, 0.5)) {
    maker3_curved(m, &m->b, other, 3);
  } else {
    maker3_any(m, &m->b, other);
  }
  maker3_pose_at_gap(m, larger, gap);
}

void family3_curved_and_hulls(maker3* m) {
  uint32_t count = 17 + maker3_below(m, 240);
  maker3_curved(m, &m->a, 1, 3);
  maker3_hull(m, &m->b, count, 1, 0.7, 0.5);
  double gap = maker3_gap(m, 1);
  maker3_pose_at_gap(m, 3, gap);
}

// Along an axis that both have in common: cap on cap, apex on base, pole on pole.
void family3_curved_touching(maker3* m) {
  static const vec3 axes[6] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {-1, 0, 0}, {0, -1, 0}, {0, 0, -1}};
  curved_and_any(m, 1, 3);
  m->a.pose[6] = m->b.pose[6] = 1;
  maker3_random_position(m, &m->a, 2);
  double gap = maker3_chance(m, 0.5) ? 0 : maker3_small(m, 3, 7);
  maker3_place(m, axes[maker3_below(m, 6)], gap, 0);
}
