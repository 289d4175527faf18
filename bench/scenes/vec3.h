// Vectors of space in double, for the makers of scenes and of test pairs: + - * / sqrt alone.
#ifndef LGJK_SCENES_VEC3_H
#define LGJK_SCENES_VEC3_H

#include <math.h>

typedef struct vec3 {
  double x, y, z;
} vec3;

static inline vec3 vec3_add(vec3 a, vec3 b) { return (vec3){a.x + b.x, a.y + b.y, a.z + b.z}; }
static inline vec3 vec3_sub(vec3 a, vec3 b) { return (vec3){a.x - b.x, a.y - b.y, a.z - b.z}; }
static inline vec3 vec3_scale(vec3 a, double s) { return (vec3){a.x * s, a.y * s, a.z * s}; }
static inline double vec3_dot(vec3 a, vec3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static inline vec3 vec3_cross(vec3 a, vec3 b) {
  return (vec3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
static inline vec3 vec3_unit(vec3 a) { return vec3_scale(a, 1.0 / sqrt(vec3_dot(a, a))); }

// Uniform on the unit sphere, by rejection, from numbers of `next` that are uniform in -1..1.
static inline vec3 vec3_direction(double (*next)(void* state), void* state) {
  for (;;) {
    vec3 p;
    p.x = next(state);
    p.y = next(state);
    p.z = next(state);
    double length2 = vec3_dot(p, p);
    if (length2 <= 1.0 && length2 > 0.01) return vec3_unit(p);
  }
}

#endif
