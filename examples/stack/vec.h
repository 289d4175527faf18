// Vectors, matrices and rotations in 3D, in float. + - * / and sqrt only: the same bits everywhere.
#ifndef LGJK_EXAMPLE_STACK_VEC_H
#define LGJK_EXAMPLE_STACK_VEC_H

#include <math.h>

typedef struct vec3 {
  float x, y, z;
} vec3;

typedef struct mat3 {
  vec3 row[3];
} mat3;

typedef struct quat {
  float x, y, z, w;
} quat;

static inline vec3 add(vec3 a, vec3 b) { return (vec3){a.x + b.x, a.y + b.y, a.z + b.z}; }
static inline vec3 sub(vec3 a, vec3 b) { return (vec3){a.x - b.x, a.y - b.y, a.z - b.z}; }
static inline vec3 scale(float s, vec3 a) { return (vec3){s * a.x, s * a.y, s * a.z}; }
static inline float dot(vec3 a, vec3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static inline float length(vec3 a) { return sqrtf(dot(a, a)); }

static inline vec3 cross(vec3 a, vec3 b) {
  return (vec3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static inline vec3 apply(const mat3* m, vec3 v) {
  return (vec3){dot(m->row[0], v), dot(m->row[1], v), dot(m->row[2], v)};
}

static inline mat3 transpose(const mat3* m) {
  const vec3* r = m->row;
  return (mat3){{{r[0].x, r[1].x, r[2].x}, {r[0].y, r[1].y, r[2].y}, {r[0].z, r[1].z, r[2].z}}};
}

static inline mat3 multiply(const mat3* a, const mat3* b) {
  const mat3 columns = transpose(b);
  mat3 product;
  for (int i = 0; i < 3; i++) product.row[i] = apply(&columns, a->row[i]);
  return product;
}

// Of a symmetric matrix.
static inline mat3 invert(const mat3* m) {
  const vec3 a = cross(m->row[1], m->row[2]), b = cross(m->row[2], m->row[0]), c = cross(m->row[0], m->row[1]);
  const float s = 1.0f / dot(m->row[0], a);
  return (mat3){{scale(s, a), scale(s, b), scale(s, c)}};
}

static inline mat3 rotation_of(quat q) {
  return (mat3){
      {{1.0f - 2.0f * (q.y * q.y + q.z * q.z), 2.0f * (q.x * q.y - q.z * q.w), 2.0f * (q.x * q.z + q.y * q.w)},
       {2.0f * (q.x * q.y + q.z * q.w), 1.0f - 2.0f * (q.x * q.x + q.z * q.z), 2.0f * (q.y * q.z - q.x * q.w)},
       {2.0f * (q.x * q.z - q.y * q.w), 2.0f * (q.y * q.z + q.x * q.w), 1.0f - 2.0f * (q.x * q.x + q.y * q.y)}}};
}

// The rotation q followed by a small turn, a vector along its axis whose length is the angle.
static inline quat turned(quat q, vec3 turn) {
  const vec3 h = scale(0.5f, turn);
  const quat r = {q.x + h.x * q.w + h.y * q.z - h.z * q.y, q.y + h.y * q.w + h.z * q.x - h.x * q.z,
                  q.z + h.z * q.w + h.x * q.y - h.y * q.x, q.w - h.x * q.x - h.y * q.y - h.z * q.z};
  const float s = 1.0f / sqrtf(r.x * r.x + r.y * r.y + r.z * r.z + r.w * r.w);
  return (quat){s * r.x, s * r.y, s * r.z, s * r.w};
}

#endif
