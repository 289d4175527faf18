// Defines vectors of doubles in space.
#ifndef LGJK_SINGLE_VEC3_H
#define LGJK_SINGLE_VEC3_H

#include "base/fpcontrol.h"

typedef struct lgjk_vec3 {
  double x, y, z;
} lgjk_vec3;

static inline lgjk_vec3 vec3_of(const double v[3]) { return (lgjk_vec3){v[0], v[1], v[2]}; }
static inline void vec3_store(double v[3], lgjk_vec3 p) { v[0] = p.x, v[1] = p.y, v[2] = p.z; }

static inline lgjk_vec3 vec3_add(lgjk_vec3 p, lgjk_vec3 q) { return (lgjk_vec3){p.x + q.x, p.y + q.y, p.z + q.z}; }
static inline lgjk_vec3 vec3_sub(lgjk_vec3 p, lgjk_vec3 q) { return (lgjk_vec3){p.x - q.x, p.y - q.y, p.z - q.z}; }
static inline lgjk_vec3 vec3_scale(lgjk_vec3 p, double s) { return (lgjk_vec3){p.x * s, p.y * s, p.z * s}; }
static inline lgjk_vec3 vec3_neg(lgjk_vec3 p) { return (lgjk_vec3){-p.x, -p.y, -p.z}; }
static inline double vec3_dot(lgjk_vec3 p, lgjk_vec3 q) { return p.x * q.x + p.y * q.y + p.z * q.z; }
static inline lgjk_vec3 vec3_cross(lgjk_vec3 p, lgjk_vec3 q) {
  return (lgjk_vec3){p.y * q.z - p.z * q.y, p.z * q.x - p.x * q.z, p.x * q.y - p.y * q.x};
}
static inline double vec3_square(lgjk_vec3 p) { return vec3_dot(p, p); }
static inline double vec3_length(lgjk_vec3 p) { return lgjk_sqrt(vec3_square(p)); }

// Returns p + s q.
static inline lgjk_vec3 vec3_ahead(lgjk_vec3 p, lgjk_vec3 q, double s) { return vec3_add(p, vec3_scale(q, s)); }

// These turn a vector by a rotation, given by rows, and back; or map it by another matrix, and by its transpose.
static inline lgjk_vec3 vec3_turn(const double t[9], lgjk_vec3 p) {
  return (lgjk_vec3){t[0] * p.x + t[1] * p.y + t[2] * p.z, t[3] * p.x + t[4] * p.y + t[5] * p.z,
                     t[6] * p.x + t[7] * p.y + t[8] * p.z};
}
static inline lgjk_vec3 vec3_turn_back(const double t[9], lgjk_vec3 p) {
  return (lgjk_vec3){t[0] * p.x + t[3] * p.y + t[6] * p.z, t[1] * p.x + t[4] * p.y + t[7] * p.z,
                     t[2] * p.x + t[5] * p.y + t[8] * p.z};
}

// Returns p over its length, or `otherwise` if p is 0.
static inline lgjk_vec3 vec3_unit(lgjk_vec3 p, lgjk_vec3 otherwise) {
  const double length = vec3_length(p);
  return length > 0.0 ? vec3_scale(p, 1.0 / length) : otherwise;
}

static inline double vec3_magnitude(double x) { return x < 0.0 ? -x : x; }

// Returns a vector perpendicular to p, far from 0 if p is.
static inline lgjk_vec3 vec3_across(lgjk_vec3 p) {
  const double x = vec3_magnitude(p.x), y = vec3_magnitude(p.y), z = vec3_magnitude(p.z);
  if (x <= y && x <= z) return (lgjk_vec3){0.0, p.z, -p.y};
  return y <= z ? (lgjk_vec3){-p.z, 0.0, p.x} : (lgjk_vec3){p.y, -p.x, 0.0};
}

#endif
