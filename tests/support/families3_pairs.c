// The families of hard pairs of polyhedra: one short function each, which makes one pair from the parts of
// families_pairs.h. Two draws never stand in one list of arguments: compilers evaluate those in orders of their own.
#include "families_pairs.h"

#include <math.h>
#include <string.h>

// ---------------------------------------------------------------- parts shared by families

void maker3_pose_at_gap(maker3* m, double range, double gap) {
  maker3_turn(m, &m->a);
  maker3_turn(m, &m->b);
  maker3_random_position(m, &m->a, range);
  bool face = maker3_chance(m, 0.5);
  vec3 u = face ? maker3_face_normal(m, &m->a) : maker3_direction(m);
  double slide = face ? m->a.radius + m->b.radius + 0.1 : 0;
  slide *= maker3_uniform(m, -1, 1);
  maker3_place(m, u, gap, maker3_chance(m, 0.5) ? slide : 0);
}

void maker3_pose_faced(maker3* m, double tilt, double gap, double slide) {
  maker3_turn(m, &m->a);
  maker3_turn(m, &m->b);
  maker3_random_position(m, &m->a, 2);
  vec3 u = maker3_face_normal(m, &m->a);
  vec3 own = maker3_face_normal(m, &m->b);
  vec3 to = vec3_add(vec3_scale(u, -1), vec3_scale(maker3_direction_across(m, u), tilt));
  to = vec3_scale(to, 1 - 0.5 * tilt * tilt);
  maker3_turn_to(m, &m->b, own, to);
  maker3_place(m, u, gap, slide);
}

double maker3_tilt(maker3* m) { return maker3_chance(m, 0.3) ? 0 : maker3_small(m, 3, 8); }

static void any_at_size(maker3* m, double size) {
  maker3_any(m, &m->a, size);
  maker3_any(m, &m->b, size);
  double gap = maker3_gap(m, size);
  maker3_pose_at_gap(m, size, gap);
}

static void hull_or_box(maker3* m, plan3* p, double size) {
  if (maker3_chance(m, 0.4)) {
    maker3_random_box(m, p, 0.2 * size, size);
  } else {
    uint32_t count = 4 + maker3_below(m, 13);
    maker3_hull(m, p, count, size, size * 0.8, size * 0.6);
  }
}

// ---------------------------------------------------------------- general position

void family3_boxes(maker3* m) {
  maker3_random_box(m, &m->a, 0.2, 1);
  maker3_random_box(m, &m->b, 0.2, 1);
  double gap = maker3_gap(m, 1);
  maker3_pose_at_gap(m, 20, gap);
}

void family3_rounded(maker3* m) {
  plan3* side[2] = {&m->a, &m->b};
  for (int i = 0; i < 2; ++i) {
    double size = maker3_uniform(m, 0.2, 1), most = maker3_chance(m, 0.5) ? 1 : 0.05;
    maker3_any(m, side[i], size);
    // A point keeps a radius, so that two of them in one place have a scale in the domain.
    double least = side[i]->def.point_count == 1 ? 0.001 : 0;
    side[i]->radius = (float)(maker3_chance(m, 0.2) ? least : maker3_uniform(m, least, most));
  }
  double gap = maker3_gap(m, 1);
  maker3_pose_at_gap(m, 5, gap);
}

void family3_mapped(maker3* m) {
  hull_or_box(m, &m->a, 1);
  double size = maker3_uniform(m, 0.2, 1), gap = maker3_gap(m, 1);
  hull_or_box(m, &m->b, size);
  maker3_map(m, &m->a);
  if (maker3_chance(m, 0.5)) maker3_map(m, &m->b);
  maker3_pose_at_gap(m, 5, gap);
}

static void large_hull(maker3* m, plan3* p) {
  uint32_t corners = 33 + maker3_below(m, 224);
  if (maker3_chance(m, 0.2)) corners = 256;
  if (maker3_chance(m, 0.3)) corners = 17 + maker3_below(m, 16); // the most that are scanned in their lane
  double x = maker3_uniform(m, 0.2, 1), y = maker3_uniform(m, 0.2, 1), z = maker3_uniform(m, 0.2, 1);
  maker3_hull(m, p, corners, x, y, z);
}

void family3_large_hulls(maker3* m) {
  large_hull(m, &m->a);
  double gap = maker3_gap(m, 1);
  if (maker3_chance(m, 0.5)) {
    large_hull(m, &m->b);
  } else {
    maker3_any(m, &m->b, 0.7);
  }
  maker3_pose_at_gap(m, 5, gap);
}

void family3_large_hulls_deep(maker3* m) {
  large_hull(m, &m->a);
  large_hull(m, &m->b);
  maker3_turn_both(m);
  maker3_random_position(m, &m->b, 0.2);
}

// ---------------------------------------------------------------- close calls

void family3_near_parallel_faces(maker3* m) {
  hull_or_box(m, &m->a, 1);
  double size = maker3_uniform(m, 0.5, 1.5);
  hull_or_box(m, &m->b, size);
  double tilt = maker3_tilt(m), gap = maker3_small(m, 3, 7), slide = maker3_uniform(m, -0.5, 0.5);
  maker3_pose_faced(m, tilt, gap, slide);
}

void family3_small_gaps(maker3* m) {
  maker3_any(m, &m->a, 1);
  double size = maker3_uniform(m, 0.5, 1), gap = maker3_small(m, 3, 7);
  maker3_any(m, &m->b, size);
  maker3_pose_at_gap(m, 3, gap);
}

void family3_touching_nearly(maker3* m) {
  maker3_any(m, &m->a, 1);
  maker3_any(m, &m->b, 1);
  maker3_pose_at_gap(m, 2, 0);
}

// ---------------------------------------------------------------- awkward shapes

static double thinness(maker3* m) { return 1e-4 * maker3_uniform(m, 1, 3); }

static void thin_box(maker3* m, plan3* p) {
  double thin = thinness(m), wide = maker3_chance(m, 0.5) ? thin : maker3_uniform(m, 0.2, 1);
  maker3_sized(p, LGJK_SHAPE3_BOX, 1, wide, thin);
}

static void needle(maker3* m, plan3* p) {
  double thin = thinness(m);
  if (maker3_chance(m, 0.3)) {
    maker3_segment(m, p, 1);
    if (maker3_chance(m, 0.5)) maker3_rounding(p, thin);
  } else {
    uint32_t count = 4 + maker3_below(m, 9);
    maker3_hull(m, p, count, thin, 1, thin);
  }
}

// Flat up to rounding, nearly flat, or exactly so.
static void flat_hull(maker3* m, plan3* p) {
  uint32_t count = 3 + maker3_below(m, 10);
  double thin = maker3_chance(m, 0.5) ? 0 : maker3_chance(m, 0.5) ? thinness(m) : 0.1 * maker3_small(m, 3, 7);
  maker3_hull(m, p, count, 1, 0.7, thin);
  if (maker3_chance(m, 0.2)) maker3_rounding(p, 0.05);
}

static void against_any(maker3* m, void (*make)(maker3*, plan3*)) {
  make(m, &m->a);
  if (maker3_chance(m, 0.6)) {
    make(m, &m->b);
  } else {
    maker3_any(m, &m->b, 1);
  }
  double gap = maker3_gap(m, 0.7);
  if (maker3_chance(m, 0.5)) {
    double tilt = maker3_tilt(m), slide = maker3_uniform(m, -0.5, 0.5);
    maker3_pose_faced(m, tilt, gap, slide);
  } else {
    maker3_pose_at_gap(m, 2, gap);
  }
}

void family3_thin_boxes(maker3* m) { against_any(m, thin_box); }
void family3_needles(maker3* m) { against_any(m, needle); }
void family3_flat_hulls(maker3* m) { against_any(m, flat_hull); }

// Two segments about z, of half lengths 0.5..1.5, with radii.
static void two_capsules(maker3* m) {
  plan3* side[2] = {&m->a, &m->b};
  for (int i = 0; i < 2; ++i) {
    double half = maker3_uniform(m, 0.5, 1.5);
    maker3_clear(side[i]);
    maker3_point(side[i], 0, 0, -half);
    maker3_point(side[i], 0, 0, half);
    maker3_rounding(side[i], maker3_chance(m, 0.2) ? 0 : maker3_uniform(m, 0, 0.5));
    side[i]->pose[6] = 1;
  }
  maker3_turn(m, &m->a);
  maker3_random_position(m, &m->a, 1);
  memcpy(m->b.pose, m->a.pose, sizeof m->b.pose);
}

// Of a capsule along local z.
static vec3 axis_of(const plan3* p) {
  double x = p->pose[3], y = p->pose[4], z = p->pose[5], w = p->pose[6], n = x * x + y * y + z * z + w * w;
  return (vec3){2 * (x * z + y * w) / n, 2 * (y * z - x * w) / n, 1 - 2 * (x * x + y * y) / n};
}

// B at A's position plus `offset`, and `slide` along A's axis.
static void set_beside(maker3* m, vec3 offset, vec3 axis, double slide) {
  vec3 at = {m->a.pose[0], m->a.pose[1], m->a.pose[2]};
  maker3_set_position(&m->b, vec3_add(at, vec3_add(offset, vec3_scale(axis, slide))));
}

void family3_parallel_capsules(maker3* m) {
  two_capsules(m);
  vec3 axis = axis_of(&m->a);
  vec3 u = maker3_direction_across(m, axis);
  if (maker3_chance(m, 0.5)) {
    vec3 to = vec3_add(axis, vec3_scale(u, maker3_small(m, 3, 8)));
    maker3_turn_to(m, &m->b, axis, to);
  }
  double gap = maker3_chance(m, 0.5) ? maker3_small(m, 3, 7) : maker3_uniform(m, -0.5, 0.3);
  double apart = (double)m->a.radius + (double)m->b.radius + gap;
  set_beside(m, vec3_scale(u, apart), axis, maker3_uniform(m, -2, 2));
}

// A box along z, slender in one of three cases.
static void long_box(maker3* m, plan3* p) {
  bool slender = maker3_chance(m, 0.3);
  double x = maker3_uniform(m, 0.2, 1), y = maker3_uniform(m, 0.2, 1);
  maker3_sized(p, LGJK_SHAPE3_BOX, slender ? 0.01 * x : x, slender ? 0.01 * y : y, 1);
  p->pose[6] = 1;
}

// From the corner of a box's edge along `axis` to a place on that edge.
static vec3 along_edge(maker3* m, vec3 corner, vec3 axis) {
  double end = vec3_dot(corner, axis) < 0 ? -1 : 1;
  return vec3_scale(axis, maker3_uniform(m, -0.8, 0.8) - end);
}

// Edges that are all but parallel, and cross at the gap: only their product is an axis between the boxes where it is
// small against the tilt.
void family3_crossing_edges(maker3* m) {
  long_box(m, &m->a);
  long_box(m, &m->b);
  maker3_turn(m, &m->a);
  memcpy(m->b.pose, m->a.pose, sizeof m->b.pose);
  vec3 axis = axis_of(&m->a);
  vec3 from = maker3_direction_across(m, axis), to = maker3_direction_across(m, axis);
  vec3 u = maker3_direction_across(m, axis);
  maker3_turn_to(m, &m->b, from, to);
  double tilt = maker3_small(m, 1, 6), gap = tilt * maker3_small(m, 0, 4);
  vec3 tilted = vec3_add(axis, vec3_scale(vec3_cross(u, axis), tilt));
  maker3_turn_to(m, &m->b, axis, vec3_scale(tilted, 1 / sqrt(vec3_dot(tilted, tilted))));
  maker3_random_position(m, &m->a, 2);
  maker3_place(m, u, gap, 0);
  vec3 at_a = along_edge(m, maker3_support(&m->a, u), axis);
  vec3 at_b = along_edge(m, maker3_support(&m->b, vec3_scale(u, -1)), axis_of(&m->b));
  vec3 at = {m->b.pose[0], m->b.pose[1], m->b.pose[2]};
  maker3_set_position(&m->b, vec3_add(at, vec3_sub(at_a, at_b)));
}

void family3_crossing_capsules(maker3* m) {
  two_capsules(m);
  vec3 axis = axis_of(&m->a);
  vec3 to = maker3_direction(m);
  vec3 u = maker3_direction_across(m, axis);
  maker3_turn_to(m, &m->b, axis, to);
  vec3 across = vec3_cross(axis, to);
  double gap = maker3_chance(m, 0.5) ? maker3_small(m, 3, 7) : maker3_uniform(m, -0.5, 0.3);
  double square = vec3_dot(across, across);
  if (square > 0.01) u = vec3_scale(across, 1 / sqrt(square));
  double apart = maker3_chance(m, 0.3) ? 0 : (double)m->a.radius + (double)m->b.radius + gap;
  set_beside(m, vec3_scale(u, apart), axis, 0.3 * gap);
}

void family3_collinear_capsules(maker3* m) {
  two_capsules(m);
  double gap = maker3_chance(m, 0.5) ? maker3_small(m, 3, 7) : maker3_uniform(m, -1, 1);
  maker3_place(m, axis_of(&m->a), maker3_chance(m, 0.2) ? 0 : gap, 0);
}

void family3_spheres(maker3* m) {
  plan3* side[2] = {&m->a, &m->b};
  for (int i = 0; i < 2; ++i) {
    maker3_clear(side[i]);
    bool centred = maker3_chance(m, 0.5);
    maker3_point(side[i], centred ? 0 : 0.5, 0, centred ? 0 : -0.25);
    maker3_rounding(side[i], maker3_uniform(m, 0.01, 1));
  }
  double gap = maker3_gap(m, 1);
  maker3_pose_at_gap(m, 3, gap);
  if (maker3_chance(m, 0.2)) memcpy(m->b.pose, m->a.pose, sizeof m->a.pose);
}

// Repeats points, adds points on edges and in faces (up to rounding), or lets all fall into a point, a line or a plane.
static void spoil(maker3* m, plan3* p) {
  uint32_t count = p->def.point_count, flat = maker3_below(m, 8);
  for (uint32_t i = 1; i < count; ++i) {
    for (uint32_t k = flat; k < 3; ++k) p->points[3 * i + k] = p->points[k];
  }
  for (uint32_t i = 0; i < count; ++i) {
    const float *v = p->points + 3 * i, *w = p->points + 3 * ((i + 1) % count), *x = p->points + 3 * ((i + 2) % count);
    double t = maker3_uniform(m, 0, 1), s = maker3_chance(m, 0.5) ? 0 : maker3_uniform(m, 0, 1 - t), r = 1 - s - t;
    maker3_point(p, r * v[0] + s * w[0] + t * x[0], r * v[1] + s * w[1] + t * x[1], r * v[2] + s * w[2] + t * x[2]);
    if (maker3_chance(m, 0.5)) maker3_point(p, v[0], v[1], v[2]);
    if (maker3_chance(m, 0.3)) maker3_point(p, v[0] * (1 - 1e-7), v[1], v[2]);
  }
  maker3_shuffle(m, p);
}

void family3_degenerate_points(maker3* m) {
  plan3* side[2] = {&m->a, &m->b};
  for (int i = 0; i < 2; ++i) {
    uint32_t count = 3 + maker3_below(m, 10);
    maker3_hull(m, side[i], count, 1, 0.8, 0.6);
    if (i == 0 || maker3_chance(m, 0.7)) spoil(m, side[i]);
  }
  double gap = maker3_gap(m, 1);
  maker3_pose_at_gap(m, 2, gap);
}

static void point_to_triangle(maker3* m, plan3* p) {
  uint32_t count = 1 + maker3_below(m, 3);
  double size = maker3_uniform(m, 0.5, 1);
  maker3_hull(m, p, count, size, size, size);
}

// Points, segments and triangles: crossing, coplanar, touching, and on one another.
void family3_points_to_triangles(maker3* m) {
  point_to_triangle(m, &m->a);
  point_to_triangle(m, &m->b);
  if (maker3_chance(m, 0.3)) maker3_any(m, &m->b, 1);
  switch (maker3_below(m, 3)) {
    case 0: {
      maker3_copy(&m->b, &m->a);
      maker3_turn_both(m);
      memcpy(m->b.pose, m->a.pose, sizeof m->a.pose);
      vec3 u = maker3_direction(m);
      double gap = maker3_uniform(m, -1, 1);
      maker3_place(m, u, gap, 0);
    } break;
    case 1: {
      double gap = maker3_chance(m, 0.5) ? 0 : maker3_small(m, 2, 7);
      maker3_pose_at_gap(m, 1, gap);
    } break;
    default: maker3_turn_both(m); maker3_random_position(m, &m->b, 0.3);
  }
}

// ---------------------------------------------------------------- sizes

void family3_size_1e_minus_4(maker3* m) { any_at_size(m, 1.5e-4); }
void family3_size_1e_minus_3(maker3* m) { any_at_size(m, 1e-3); }
void family3_size_1e3(maker3* m) { any_at_size(m, 1e3); }
void family3_size_1e4(maker3* m) { any_at_size(m, 1e4); }

void family3_size_mix(maker3* m) {
  bool first = maker3_chance(m, 0.5);
  double large = maker3_chance(m, 0.5) ? 1 : 1e3;
  maker3_any(m, &m->a, first ? 1e-3 : large);
  maker3_any(m, &m->b, first ? large : 1e-3);
  double gap = maker3_chance(m, 0.5) ? large * maker3_small(m, 3, 7) : large * maker3_uniform(m, -0.7, 1);
  maker3_pose_at_gap(m, large, gap);
}
