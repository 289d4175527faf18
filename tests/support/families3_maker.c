// Shapes and placing for the 3D test families: everything in double with + - * / and sqrt only, so that the same seed
// gives the same bits on every machine. A gap is met exactly by primal and dual at once: the supports a of A along u
// and b of B along -u are brought to b = a + gap u, which is a pair of points at that distance and a slab of that width
// between.
#include "families_pairs.h"

#include <math.h>
#include <string.h>

// ---------------------------------------------------------------- directions

static double coordinate(void* m) { return maker3_uniform(m, -1, 1); }

vec3 maker3_direction(maker3* m) { return vec3_direction(coordinate, m); }

vec3 maker3_direction_across(maker3* m, vec3 u) {
  for (;;) {
    vec3 p = vec3_cross(u, maker3_direction(m));
    if (vec3_dot(p, p) > 0.01 * vec3_dot(u, u)) return vec3_unit(p);
  }
}

// ---------------------------------------------------------------- shapes

void maker3_point(plan3* p, double x, double y, double z) {
  float* at = p->points + 3 * p->def.point_count++;
  at[0] = (float)x;
  at[1] = (float)y;
  at[2] = (float)z;
}

void maker3_hull(maker3* m, plan3* p, uint32_t count, double rx, double ry, double rz) {
  maker3_clear(p);
  for (uint32_t i = 0; i < count; ++i) {
    vec3 u = maker3_direction(m);
    maker3_point(p, rx * u.x, ry * u.y, rz * u.z);
  }
}

void maker3_segment(maker3* m, plan3* p, double half_length) {
  maker3_clear(p);
  vec3 u = vec3_scale(maker3_direction(m), half_length);
  maker3_point(p, -u.x, -u.y, -u.z);
  maker3_point(p, u.x, u.y, u.z);
}

void maker3_sized(plan3* p, uint32_t kind, double x, double y, double z) {
  maker3_clear(p);
  p->def.kind = kind;
  p->def.points = NULL;
  p->def.size[0] = (float)x;
  p->def.size[1] = (float)y;
  p->def.size[2] = (float)z;
}

void maker3_random_box(maker3* m, plan3* p, double low, double high) {
  double x = maker3_uniform(m, low, high), y = maker3_uniform(m, low, high), z = maker3_uniform(m, low, high);
  maker3_sized(p, LGJK_SHAPE3_BOX, x, y, z);
}

void maker3_map(maker3* m, plan3* p) {
  double mirror = maker3_chance(m, 0.5) ? -1 : 1;
  for (int k = 0; k < 9; ++k) {
    double value = k % 4 == 0 ? maker3_uniform(m, 0.6, 1.5) : maker3_uniform(m, -0.25, 0.25);
    p->def.map[k] = (float)(k == 0 ? mirror * value : value);
  }
}

void maker3_any(maker3* m, plan3* p, double size) {
  double r = size * maker3_uniform(m, 0.55, 1.45), s = maker3_uniform(m, 0.6, 1), t = maker3_uniform(m, 0.6, 1);
  switch (maker3_below(m, 6)) {
    case 0: maker3_sized(p, LGJK_SHAPE3_BOX, r, r * s, r * t); break;
    case 1:
      maker3_segment(m, p, r);
      maker3_rounding(p, r * (0.5 - 0.4 * s));
      break;
    case 2:
      maker3_clear(p);
      maker3_point(p, 0, 0, 0);
      maker3_rounding(p, r);
      break;
    default: maker3_hull(m, p, 4 + maker3_below(m, 13), r, r * s, r * t);
  }
}

void maker3_curved(maker3* m, plan3* p, double size, double aspect) {
  double x = size, y = size / maker3_uniform(m, 1, aspect), z = size / maker3_uniform(m, 1, aspect);
  uint32_t kind = LGJK_SHAPE3_ELLIPSOID + maker3_below(m, 3);
  if (maker3_chance(m, 0.5)) {
    double swapped = x;
    x = y;
    y = swapped;
  }
  maker3_sized(p, kind, x, y, kind == LGJK_SHAPE3_ELLIPSOID ? z : 0);
}

// ---------------------------------------------------------------- poses

static void set_rotation(maker3* m, plan3* p, const double* q) {
  double length = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  double drift = maker3_chance(m, 0.5) ? 1 + maker3_uniform(m, -4.5e-5, 4.5e-5) : 1;
  for (int k = 0; k < 4; ++k) p->pose[3 + k] = (float)(q[k] / length * drift);
}

void maker3_turn(maker3* m, plan3* p) {
  double q[4], square;
  do {
    square = 0;
    for (int k = 0; k < 4; ++k) {
      q[k] = maker3_uniform(m, -1, 1);
      square += q[k] * q[k];
    }
  } while (square > 1 || square < 0.01);
  set_rotation(m, p, q);
}

void maker3_turn_to(maker3* m, plan3* p, vec3 own, vec3 to) {
  vec3 u = vec3_cross(own, to);
  double w = 1 + vec3_dot(own, to);
  if (w < 1e-6) { // half a turn about any axis across
    u = maker3_direction_across(m, own);
    w = 0;
  }
  const float* q = p->pose + 3;
  const double old[4] = {(double)q[0], (double)q[1], (double)q[2], (double)q[3]};
  const double turned[4] = {
      w * old[0] + u.x * old[3] + u.y * old[2] - u.z * old[1], w * old[1] - u.x * old[2] + u.y * old[3] + u.z * old[0],
      w * old[2] + u.x * old[1] - u.y * old[0] + u.z * old[3], w * old[3] - u.x * old[0] - u.y * old[1] - u.z * old[2]};
  set_rotation(m, p, turned);
}

void maker3_set_position(plan3* p, vec3 position) {
  p->pose[0] = (float)position.x;
  p->pose[1] = (float)position.y;
  p->pose[2] = (float)position.z;
}

// ---------------------------------------------------------------- geometry

// The rotation of a plan, or its inverse where sign is -1.
static vec3 turned(const plan3* p, vec3 v, double sign) {
  vec3 u = {sign * p->pose[3], sign * p->pose[4], sign * p->pose[5]};
  double w = p->pose[6], n = vec3_dot(u, u) + w * w;
  vec3 t = vec3_scale(vec3_cross(u, v), 2 / n);
  return vec3_add(v, vec3_add(vec3_scale(t, w), vec3_cross(u, t)));
}

static vec3 mapped(const plan3* p, vec3 v) {
  const float* m = p->def.map;
  return (vec3){m[0] * v.x + m[1] * v.y + m[2] * v.z, m[3] * v.x + m[4] * v.y + m[5] * v.z,
                m[6] * v.x + m[7] * v.y + m[8] * v.z};
}

static vec3 mapped_back(const plan3* p, vec3 u) {
  const float* m = p->def.map;
  return (vec3){m[0] * u.x + m[3] * u.y + m[6] * u.z, m[1] * u.x + m[4] * u.y + m[7] * u.z,
                m[2] * u.x + m[5] * u.y + m[8] * u.z};
}

static uint32_t corner_count(const plan3* p) { return p->def.kind == LGJK_SHAPE3_BOX ? 8 : p->def.point_count; }

static vec3 corner(const plan3* p, uint32_t i) {
  if (p->def.kind == LGJK_SHAPE3_BOX) {
    double x = p->def.size[0], y = p->def.size[1], z = p->def.size[2];
    return mapped(p, (vec3){i & 1 ? -x : x, i & 2 ? -y : y, i & 4 ? -z : z});
  }
  const float* v = p->points + 3 * i;
  return mapped(p, (vec3){v[0], v[1], v[2]});
}

// Of ellipsoid, cylinder and cone before map.
static vec3 support_curved(const plan3* p, vec3 u) {
  double x = p->def.size[0], y = p->def.size[1], z = p->def.size[2];
  if (p->def.kind == LGJK_SHAPE3_ELLIPSOID) {
    vec3 t = vec3_unit((vec3){x * u.x, y * u.y, z * u.z});
    return (vec3){x * t.x, y * t.y, z * t.z};
  }
  double across = sqrt(u.x * u.x + u.y * u.y), height = u.z < 0 ? -y : y;
  if (p->def.kind == LGJK_SHAPE3_CONE) {
    if (2 * y * u.z >= x * across) return (vec3){0, 0, y};
    height = -y;
  }
  if (!(across > 0)) return (vec3){0, 0, height};
  return (vec3){x * u.x / across, x * u.y / across, height};
}

vec3 maker3_support(const plan3* p, vec3 u) {
  vec3 d = turned(p, u, -1), best = {0, 0, 0};
  double most = -INFINITY;
  for (uint32_t i = 0; i < corner_count(p); ++i) {
    vec3 v = corner(p, i);
    if (vec3_dot(v, d) > most) {
      most = vec3_dot(v, d);
      best = v;
    }
  }
  if (corner_count(p) == 0) best = mapped(p, support_curved(p, mapped_back(p, d)));
  return vec3_add(turned(p, best, 1), vec3_scale(u, p->radius));
}

// One turn of gift wrapping: the plane through `pivot` with normal n tips, towards t across n, onto the first corner.
static vec3 tip(const plan3* p, vec3 pivot, vec3 n, vec3 t, vec3* normal) {
  vec3 found = pivot;
  double least = INFINITY;
  for (uint32_t i = 0; i < corner_count(p); ++i) {
    vec3 d = vec3_sub(corner(p, i), pivot);
    double along = vec3_dot(d, t), below = -vec3_dot(d, n);
    if (along > 1e-9 && below / along < least) {
      least = below / along;
      found = corner(p, i);
    }
  }
  if (least < INFINITY) *normal = vec3_unit(vec3_add(n, vec3_scale(t, least)));
  return found;
}

static vec3 face_of_corners(maker3* m, const plan3* p) {
  vec3 n = maker3_direction(m), pivot = turned(p, maker3_support(p, turned(p, n, 1)), -1);
  pivot = vec3_sub(pivot, vec3_scale(n, p->radius));
  vec3 second = tip(p, pivot, n, maker3_direction_across(m, n), &n);
  vec3 edge = vec3_sub(second, pivot);
  if (vec3_dot(edge, edge) > 0) tip(p, pivot, n, vec3_unit(vec3_cross(n, edge)), &n);
  return n;
}

vec3 maker3_face_normal(maker3* m, const plan3* p) {
  vec3 n = maker3_direction(m);
  double x = p->def.size[0], y = p->def.size[1];
  if (corner_count(p) > 1) {
    n = face_of_corners(m, p);
  } else if (p->def.kind == LGJK_SHAPE3_CYLINDER || p->def.kind == LGJK_SHAPE3_CONE) {
    bool cone = p->def.kind == LGJK_SHAPE3_CONE, cap = maker3_chance(m, 0.5);
    double across = sqrt(n.x * n.x + n.y * n.y);
    n = cap ? (vec3){0, 0, cone || n.z < 0 ? -1 : 1}
            : vec3_unit((vec3){n.x / across, n.y / across, cone ? x / (2 * y) : 0});
  }
  return turned(p, n, 1);
}

void maker3_place(maker3* m, vec3 u, double gap, double slide) {
  vec3 p = maker3_support(&m->a, u), q = maker3_support(&m->b, vec3_scale(u, -1));
  vec3 at = {m->a.pose[0], m->a.pose[1], m->a.pose[2]};
  at = vec3_add(at, vec3_add(vec3_sub(p, q), vec3_scale(u, gap)));
  if (slide != 0) at = vec3_add(at, vec3_scale(maker3_direction_across(m, u), slide));
  maker3_set_position(&m->b, at);
}

// ---------------------------------------------------------------- families of curved shapes

// With ellipsoids, cylinders and cones: in general position, close, deep, face to face, concentric, identical,
// rounded, far from the origin, small against large. Two draws never stand in one list of arguments.

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
