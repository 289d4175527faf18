// Places cores in space, and finds their supports as gjk/support3_tmpl.h does (van den Bergen 2003, sections 3.2.2
// and 4.3.4): the same points up to rounding.
#include <stdbool.h>

#include "base/fpcontrol.h"
#include "single/solid.h"

// Writes the rotation of a quaternion (x, y, z, w) near unit length: products over |q|^2.
static void write_turn(const float* q, double turn[9]) {
  const double x = (double)q[0], y = (double)q[1], z = (double)q[2], w = (double)q[3];
  const double s = 2.0 / (x * x + y * y + z * z + w * w);
  const double xx = s * x * x, yy = s * y * y, zz = s * z * z, xy = s * x * y, xz = s * x * z, yz = s * y * z;
  const double xw = s * x * w, yw = s * y * w, zw = s * z * w;
  turn[0] = 1.0 - (yy + zz), turn[1] = xy - zw, turn[2] = xz + yw;
  turn[3] = xy + zw, turn[4] = 1.0 - (xx + zz), turn[5] = yz - xw;
  turn[6] = xz - yw, turn[7] = yz + xw, turn[8] = 1.0 - (xx + yy);
}

void lgjk_solid3_place(lgjk_solid3* solid, const lgjk_shape3* shape, const float* pool, const float* pose,
                       const float* origin) {
  solid->shape = shape;
  solid->pool = pool;
  for (int k = 0; k < 3; ++k) solid->position[k] = (double)pose[k] - (double)origin[k];
  write_turn(pose + 3, solid->turn);
}

// ------------------------------------------------------------------ supports in the core's own axes

static uint32_t farthest_vertex(const float* v, uint32_t count, lgjk_vec3 d) {
  uint32_t best = 0;
  double most = d.x * (double)v[0] + d.y * (double)v[1] + d.z * (double)v[2];
  for (uint32_t i = 1; i < count; ++i) {
    const float* each = v + 3 * i;
    const double along = d.x * (double)each[0] + d.y * (double)each[1] + d.z * (double)each[2];
    if (along > most) most = along, best = i;
  }
  return best;
}

// Returns v over its largest coordinate, whose square can neither overflow nor vanish; (1, 0, 0) if v is 0.
static lgjk_vec3 to_size(lgjk_vec3 v) {
  const double x = vec3_magnitude(v.x), y = vec3_magnitude(v.y), z = vec3_magnitude(v.z);
  const double most = x > y ? (x > z ? x : z) : (y > z ? y : z);
  return most > 0.0 ? vec3_scale(v, 1.0 / most) : (lgjk_vec3){1.0, 0.0, 0.0};
}

// The square of the part across the axis of a direction of size 1. Below this, any point of the rim is as far.
#define ON_AXIS 1e-280

// Returns the support of the cylinder of radius and half height 1, or of the cone with apex at z = 1, base at z = -1.
static lgjk_vec3 support_round(uint32_t core, lgjk_vec3 u) {
  const double square = u.x * u.x + u.y * u.y, across = lgjk_sqrt(square);
  const double inverse = square > ON_AXIS ? 1.0 / across : 0.0;
  const double x = square > ON_AXIS ? u.x * inverse : 1.0, y = u.y * inverse;
  if (is_cylinder_core(core)) return (lgjk_vec3){x, y, u.z < 0.0 ? -1.0 : 1.0};
  return across - u.z < u.z ? (lgjk_vec3){0.0, 0.0, 1.0} : (lgjk_vec3){x, y, -1.0};
}

static lgjk_vec3 support_curved(const lgjk_shape3* shape, lgjk_vec3 d) {
  double m[9];
  for (int i = 0; i < 9; ++i) m[i] = (double)shape->small[i];
  const lgjk_vec3 u = to_size(vec3_turn_back(m, d));
  if (is_smooth_core(shape->core)) return vec3_turn(m, vec3_scale(u, 1.0 / vec3_length(u)));
  return vec3_turn(m, support_round(shape->core, u));
}

static lgjk_vec3 support_box(const float* half, lgjk_vec3 d, uint32_t* number) {
  *number = (d.x < 0.0 ? 1u : 0u) + (d.y < 0.0 ? 2u : 0u) + (d.z < 0.0 ? 4u : 0u);
  return (lgjk_vec3){d.x < 0.0 ? -(double)half[0] : (double)half[0], d.y < 0.0 ? -(double)half[1] : (double)half[1],
                     d.z < 0.0 ? -(double)half[2] : (double)half[2]};
}

static lgjk_vec3 support_local(const lgjk_solid3* solid, lgjk_vec3 d, uint32_t* number) {
  const lgjk_shape3* shape = solid->shape;
  *number = 0;
  if (is_box_core(shape->core)) return support_box(shape->small, d, number);
  if (is_curved_core(shape->core)) return support_curved(shape, d);
  const float* v = is_point_or_segment_core(shape->core) ? shape->small : solid->pool + shape->pool;
  if (is_large_core(shape->core)) {
    *number = lgjk_cells3_support(&shape->cells, v, 3 * shape->padded, (const double[3]){d.x, d.y, d.z});
  } else {
    *number = farthest_vertex(v, shape->count, d);
  }
  v += 3 * *number;
  return (lgjk_vec3){(double)v[0], (double)v[1], (double)v[2]};
}

uint32_t lgjk_solid3_support(const lgjk_solid3* solid, const double d[3], double point[3]) {
  uint32_t number;
  const lgjk_vec3 p = support_local(solid, vec3_turn_back(solid->turn, vec3_of(d)), &number);
  vec3_store(point, vec3_add(vec3_turn(solid->turn, p), vec3_of(solid->position)));
  return number;
}

// ------------------------------------------------------------------ axes of curved cores

// A sine below this is rounding.
#define PERPENDICULAR 1e-15
#define SWEEPS 30 // at most; Jacobi's method ends within ten

// Makes p and q perpendicular, so that they span the same ellipse (one-sided Jacobi); returns whether they changed.
static bool make_perpendicular(lgjk_vec3* p, lgjk_vec3* q) {
  const double pp = vec3_square(*p), qq = vec3_square(*q), pq = vec3_dot(*p, *q);
  if (vec3_magnitude(pq) <= PERPENDICULAR * lgjk_sqrt(pp * qq)) return false;
  const double tau = (qq - pp) / (2.0 * pq);
  const double t = (tau < 0.0 ? -1.0 : 1.0) / (vec3_magnitude(tau) + lgjk_sqrt(1.0 + tau * tau));
  const double c = 1.0 / lgjk_sqrt(1.0 + t * t), s = c * t;
  const lgjk_vec3 old = *p;
  *p = vec3_ahead(vec3_scale(old, c), *q, -s);
  *q = vec3_ahead(vec3_scale(*q, c), old, s);
  return true;
}

void lgjk_solid3_columns(const lgjk_solid3* solid, lgjk_vec3 column[3]) {
  const float* m = solid->shape->small;
  for (int k = 0; k < 3; ++k) {
    column[k] = vec3_turn(solid->turn, (lgjk_vec3){(double)m[k], (double)m[3 + k], (double)m[6 + k]});
  }
}

void lgjk_solid3_semi_axes(const lgjk_solid3* solid, lgjk_vec3 axis[3]) {
  lgjk_solid3_columns(solid, axis);
  for (int sweep = 0; sweep < SWEEPS; ++sweep) {
    bool changed = make_perpendicular(&axis[0], &axis[1]);
    changed = make_perpendicular(&axis[0], &axis[2]) || changed;
    changed = make_perpendicular(&axis[1], &axis[2]) || changed;
    if (!changed) break;
  }
}
