// Two shapes as GJK sees them: in the frame of A, in double, with support points of the Minkowski difference A - B.
// Doubles cost one pair at a time nothing over floats, and leave nothing to guard against: coordinates are right to
// 1e-16 of the scale, and no search looks closer than 1e-7. Only the vertices of hulls are scanned in float.
// Only the reference and its test include this file.
#ifndef LGJK_REFERENCE3_PAIR_H
#define LGJK_REFERENCE3_PAIR_H

#include <math.h>

#include "reference3.h"

#define REF3_INLINE static inline __attribute__((always_inline))

typedef struct vec3 {
  double x, y, z;
} vec3;

static inline vec3 add(vec3 a, vec3 b) { return (vec3){a.x + b.x, a.y + b.y, a.z + b.z}; }
static inline vec3 sub(vec3 a, vec3 b) { return (vec3){a.x - b.x, a.y - b.y, a.z - b.z}; }
static inline vec3 mul(double k, vec3 a) { return (vec3){k * a.x, k * a.y, k * a.z}; }
static inline vec3 negate(vec3 a) { return (vec3){-a.x, -a.y, -a.z}; }
static inline double dot(vec3 a, vec3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static inline double length2_of(vec3 v) { return dot(v, v); }
static inline vec3 cross(vec3 a, vec3 b) {
  return (vec3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

// ---------------------------------------------------------------- rotations

// A quaternion of about unit length, and 2 over its length squared, which is what makes it a rotation.
typedef struct rotation {
  vec3 v;
  double w, s;
} rotation;

// By rows.
typedef struct matrix3 {
  vec3 x, y, z;
} matrix3;

// 1 / (1 + e) = 1 - e + e^2: right to 1e-12 where |rotation|^2 is within 1e-4 of 1.
static inline rotation rotation_of(const float pose[7]) {
  vec3 v = {(double)pose[3], (double)pose[4], (double)pose[5]};
  double w = (double)pose[6], e = dot(v, v) + w * w - 1.0;
  return (rotation){v, w, 2.0 - 2.0 * e * (1.0 - e)};
}

static inline vec3 rotate(rotation q, vec3 p) {
  vec3 t = cross(q.v, p);
  return add(p, mul(q.s, add(mul(q.w, t), cross(q.v, t))));
}

static inline rotation inverse(rotation q) { return (rotation){negate(q.v), q.w, q.s}; }

static inline rotation product(rotation p, rotation q) {
  vec3 v = add(add(mul(p.w, q.v), mul(q.w, p.v)), cross(p.v, q.v));
  return (rotation){v, p.w * q.w - dot(p.v, q.v), 0.5 * p.s * q.s};
}

static inline matrix3 matrix_of(rotation q) {
  vec3 d = mul(q.s, q.v), w = mul(q.w, d);
  double xx = q.v.x * d.x, yy = q.v.y * d.y, zz = q.v.z * d.z;
  double xy = q.v.x * d.y, xz = q.v.x * d.z, yz = q.v.y * d.z;
  return (matrix3){{1.0 - (yy + zz), xy - w.z, xz + w.y},
                   {xy + w.z, 1.0 - (xx + zz), yz - w.x},
                   {xz - w.y, yz + w.x, 1.0 - (xx + yy)}};
}

static inline vec3 forward(const matrix3* m, vec3 v) { return (vec3){dot(m->x, v), dot(m->y, v), dot(m->z, v)}; }

// Through the transpose, the inverse of a rotation.
static inline vec3 backward(const matrix3* m, vec3 v) {
  return add(add(mul(v.x, m->x), mul(v.y, m->y)), mul(v.z, m->z));
}

// ---------------------------------------------------------------- support

static inline uint32_t ref3_padded(uint32_t count) { return (count + 3u) & ~3u; }

typedef struct candidate {
  float height;
  uint32_t index;
} candidate;

REF3_INLINE candidate higher(candidate a, candidate b) {
  return (candidate){b.height > a.height ? b.height : a.height, b.height > a.height ? b.index : a.index};
}

// Index of a point that is farthest along d. Four scans at once, for one would wait for its own comparisons.
REF3_INLINE uint32_t farthest_of_all(const ref3_shape* shape, float dx, float dy, float dz) {
  const float *x = shape->points, *y = x + shape->padded, *z = y + shape->padded;
  candidate best[4];
  for (uint32_t k = 0; k < 4; ++k) best[k] = (candidate){x[k] * dx + y[k] * dy + z[k] * dz, k};
  for (uint32_t i = 4; i < shape->padded; i += 4) {
    for (uint32_t k = i; k < i + 4; ++k) {
      best[k - i] = higher(best[k - i], (candidate){x[k] * dx + y[k] * dy + z[k] * dz, k});
    }
  }
  return higher(higher(best[0], best[1]), higher(best[2], best[3])).index;
}

REF3_INLINE candidate height_of(const ref3_shape* shape, uint32_t i, float dx, float dy, float dz) {
  const float* p = shape->points + i;
  return (candidate){p[0] * dx + p[shape->padded] * dy + p[2 * shape->padded] * dz, i};
}

// The same of a large hull: of the points that its table lists for directions like d.
REF3_INLINE uint32_t farthest_of_listed(const ref3_shape* shape, float dx, float dy, float dz) {
  const float half = 0.5f * (float)REF3_CELLS;
  float size = fabsf(dx) + fabsf(dy) + fabsf(dz), k = half / size;
  if (!(size > 1e-30f && size < 1e30f)) return farthest_of_all(shape, dx, dy, dz);
  uint32_t u = (uint32_t)(dx * k + half), v = (uint32_t)(dy * k + half), below = signbit(dz) ? REF3_CELLS : 0;
  u = u < REF3_CELLS ? u : REF3_CELLS - 1;
  v = v < REF3_CELLS ? v : REF3_CELLS - 1;
  const uint32_t* first = &shape->table->first[(below + v) * REF3_CELLS + u];
  const uint8_t *list = shape->table->list + first[0], *end = shape->table->list + first[1];
  candidate even = height_of(shape, list[0], dx, dy, dz), odd = height_of(shape, list[1], dx, dy, dz);
  for (list += 2; list < end; list += 2) {
    even = higher(even, height_of(shape, list[0], dx, dy, dz));
    odd = higher(odd, height_of(shape, list[1], dx, dy, dz));
  }
  return higher(even, odd).index;
}

REF3_INLINE uint32_t farthest(const ref3_shape* shape, vec3 d) {
  float x = (float)d.x, y = (float)d.y, z = (float)d.z;
  return shape->table ? farthest_of_listed(shape, x, y, z) : farthest_of_all(shape, x, y, z);
}

REF3_INLINE vec3 hull_point(const ref3_shape* shape, uint32_t i) {
  const float* p = shape->points + i;
  return (vec3){(double)p[0], (double)p[shape->padded], (double)p[2 * shape->padded]};
}

// The corner of a box whose number has bits set where the coordinate is negative. Without branches: no one could
// predict them.
REF3_INLINE vec3 box_point(const ref3_shape* shape, uint32_t i) {
  double x = (double)shape->matrix[0], y = (double)shape->matrix[4], z = (double)shape->matrix[8];
  return (vec3){copysign(x, 0.5 - (i & 1)), copysign(y, 1.0 - (i & 2)), copysign(z, 2.0 - (i & 4))};
}

REF3_INLINE vec3 support_box(const ref3_shape* shape, vec3 d, uint32_t* index) {
  double x = (double)shape->matrix[0], y = (double)shape->matrix[4], z = (double)shape->matrix[8];
  *index = (signbit(d.x) ? 1u : 0u) | (signbit(d.y) ? 2u : 0u) | (signbit(d.z) ? 4u : 0u);
  return (vec3){copysign(x, d.x), copysign(y, d.y), copysign(z, d.z)};
}

// The unit cylinder and the unit cone reach a point of a circle, or the apex, whichever is farther.
REF3_INLINE vec3 support_circle(uint32_t kind, vec3 e) {
  double flat = sqrt(e.x * e.x + e.y * e.y);
  if (kind == LGJK_SHAPE3_CONE && 2.0 * e.z >= flat) return (vec3){0.0, 0.0, 1.0};
  double z = kind == LGJK_SHAPE3_CONE ? -1.0 : copysign(1.0, e.z);
  if (!(flat > 0.0)) return (vec3){1.0, 0.0, z};
  return (vec3){e.x / flat, e.y / flat, z};
}

// The image of a unit body: the direction is taken back through the transpose, the point of the body forward.
static vec3 support_curved(const ref3_shape* shape, vec3 d) {
  const float* m = shape->matrix;
  matrix3 map = {{(double)m[0], (double)m[1], (double)m[2]},
                 {(double)m[3], (double)m[4], (double)m[5]},
                 {(double)m[6], (double)m[7], (double)m[8]}};
  vec3 e = backward(&map, d), p = {1.0, 0.0, 0.0};
  if (shape->kind != LGJK_SHAPE3_ELLIPSOID) {
    p = support_circle(shape->kind, e);
  } else {
    double size = sqrt(dot(e, e));
    if (size > 0.0) p = mul(1.0 / size, e);
  }
  return forward(&map, p);
}

// The point of a core farthest along d, both in the frame of the shape.
REF3_INLINE vec3 support_core(const ref3_shape* shape, vec3 d, uint32_t* index) {
  if (shape->kind == LGJK_SHAPE3_BOX) return support_box(shape, d, index);
  if (shape->kind == LGJK_SHAPE3_POINTS) {
    *index = farthest(shape, d);
    return hull_point(shape, *index);
  }
  *index = 0;
  return support_curved(shape, d);
}

// ---------------------------------------------------------------- pairs

// Two shapes in the frame of A: there B is turned by r, then moved by t.
typedef struct pair {
  const ref3_shape *a, *b;
  double radius_a, radius_b, radius; // radius: their sum
  matrix3 r;
  vec3 t;
  rotation back; // from the world to the frame of A
  double scale;
} pair;

// A point of A - B, and the points of A and B it came from.
typedef struct vertex {
  vec3 w, a;
  uint32_t index_a, index_b;
} vertex;

REF3_INLINE vec3 difference(const pair* p, vec3 a, vec3 b) { return sub(a, add(forward(&p->r, b), p->t)); }

// The point of A - B farthest along d.
REF3_INLINE void support(const pair* p, vec3 d, vertex* v) {
  v->a = support_core(p->a, d, &v->index_a);
  v->w = difference(p, v->a, support_core(p->b, negate(backward(&p->r, d)), &v->index_b));
}

REF3_INLINE bool has_indices(const ref3_shape* shape) { return shape->count > 0; }

// The vertex that a pair of indices names; they are in range.
REF3_INLINE void vertex_of(const pair* p, uint32_t index_a, uint32_t index_b, vertex* v) {
  vec3 b = p->b->kind == LGJK_SHAPE3_BOX ? box_point(p->b, index_b) : hull_point(p->b, index_b);
  v->a = p->a->kind == LGJK_SHAPE3_BOX ? box_point(p->a, index_a) : hull_point(p->a, index_a);
  v->w = difference(p, v->a, b);
  v->index_a = index_a;
  v->index_b = index_b;
}

// The table of directions of a large hull, a shape of kind POINTS whose other members are filled in. NULL where memory
// is short; release with free.
ref3_table* ref3_table_create(const ref3_shape* shape);

#endif
