// Moments of shapes in 3D. A hull is made of the tetrahedra from a vertex to its faces; other solids are images of the
// unit ball, cylinder and cone.
#include <string.h>

#include "base/fpcontrol.h"
#include "shape/box.h"
#include "shape/mass.h"

#define PI 3.14159265358979323846

// Adds a solid: its mass, its centre, and its second moments about that centre.
static void add_solid(lgjk_moments* m, double mass, const double centre[3], double second[3][3]) {
  m->mass += mass;
  for (int i = 0; i < 3; ++i) {
    m->first[i] += mass * centre[i];
    for (int k = 0; k < 3; ++k) m->second[i][k] += mass * centre[i] * centre[k] + second[i][k];
  }
}

// Adds the image of a solid whose mass is `mass`, and its centre (0, 0, height). `spread`: its second moments per mass
// about the centre, along the axes.
static void add_image(lgjk_moments* m, const float* matrix, double mass, double height, const double spread[3]) {
  double second[3][3], centre[3], a[9];
  for (int i = 0; i < 9; ++i) a[i] = (double)matrix[i];
  const double determinant =
      a[0] * (a[4] * a[8] - a[5] * a[7]) - a[1] * (a[3] * a[8] - a[5] * a[6]) + a[2] * (a[3] * a[7] - a[4] * a[6]);
  const double all = mass * (determinant < 0 ? -determinant : determinant);
  for (int i = 0; i < 3; ++i) {
    centre[i] = a[3 * i + 2] * height;
    for (int k = 0; k < 3; ++k) {
      second[i][k] = 0;
      for (int l = 0; l < 3; ++l) second[i][k] += all * spread[l] * a[3 * i + l] * a[3 * k + l];
    }
  }
  add_solid(m, all, centre, second);
}

static void add_tetrahedron(lgjk_moments* m, const double* a, const double* b, const double* c, const double* d) {
  const double* corner[4] = {a, b, c, d};
  double e[3][3], centre[3], second[3][3];
  for (int k = 0; k < 3; ++k) {
    for (int i = 0; i < 3; ++i) e[i][k] = corner[i + 1][k] - a[k];
    centre[k] = (a[k] + b[k] + c[k] + d[k]) / 4;
  }
  const double mass =
      (e[0][0] * (e[1][1] * e[2][2] - e[1][2] * e[2][1]) - e[0][1] * (e[1][0] * e[2][2] - e[1][2] * e[2][0]) +
       e[0][2] * (e[1][0] * e[2][1] - e[1][1] * e[2][0])) /
      6;
  for (int i = 0; i < 3; ++i) {
    for (int k = 0; k < 3; ++k) {
      second[i][k] = 0;
      for (int p = 0; p < 4; ++p) second[i][k] += (corner[p][i] - centre[i]) * (corner[p][k] - centre[k]) * mass / 20;
    }
  }
  add_solid(m, mass, centre, second);
}

// Reads a vertex, from the origin of the moments on: the middle of all.
static void read_vertex(const lgjk_moments* m, const lgjk_shape3* shape, const float* pool, uint32_t i, double v[3]) {
  float p[3];
  lgjk_shape3_vertex(shape, pool, i, p);
  for (int k = 0; k < 3; ++k) v[k] = (double)p[k] - m->origin[k];
}

static void add_hull(lgjk_moments* m, const lgjk_shape3* shape, const float* pool) {
  const lgjk_face3* faces = lgjk_shape3_faces(shape, pool);
  const uint8_t* loops = lgjk_shape3_loops(shape, pool);
  double top[3], v[3][3];
  lgjk_shape3_middle(shape, pool, m->origin);
  read_vertex(m, shape, pool, 0, top);
  for (uint32_t f = 0; f < shape->face_count; ++f) {
    const uint8_t* loop = loops + faces[f].start;
    read_vertex(m, shape, pool, loop[0], v[0]);
    for (uint32_t i = 2; i < faces[f].count; ++i) {
      read_vertex(m, shape, pool, loop[i - 1], v[1]);
      read_vertex(m, shape, pool, loop[i], v[2]);
      add_tetrahedron(m, top, v[0], v[1], v[2]);
    }
  }
}

// Adds a capsule from a to b, or a ball if these are one.
static void add_capsule(lgjk_moments* m, const double* a, const double* b, double r) {
  double axis[3], centre[3], second[3][3], square = 0;
  for (int k = 0; k < 3; ++k) {
    axis[k] = b[k] - a[k];
    centre[k] = 0.5 * (a[k] + b[k]);
    square += axis[k] * axis[k];
  }
  const double length = lgjk_sqrt(square), tube = PI * r * r * length, ball = 4.0 / 3.0 * PI * r * r * r;
  const double across = tube * r * r / 4 + ball * r * r / 5;
  // half of the ball at each end: its centre is 3/8 r off the end
  const double along = tube * length * length / 12 + ball * (r * r / 5 + length * length / 4 + 3.0 / 8.0 * length * r);
  for (int i = 0; i < 3; ++i) {
    for (int k = 0; k < 3; ++k) {
      const double part = length > 0 ? axis[i] * axis[k] / square : 0;
      second[i][k] = (i == k ? across : 0) + part * (along - across);
    }
  }
  add_solid(m, tube + ball, centre, second);
}

static void add_box(lgjk_moments* m, const float* half) {
  const float matrix[9] = {half[0], 0, 0, 0, half[1], 0, 0, 0, half[2]};
  const double third[3] = {1.0 / 3.0, 1.0 / 3.0, 1.0 / 3.0};
  add_image(m, matrix, 8, 0, third);
}

void lgjk_moments3(const lgjk_shape3* shape, const float* pool, lgjk_moments* out) {
  static const double ball[3] = {0.2, 0.2, 0.2}, cylinder[3] = {0.25, 0.25, 1.0 / 3.0}, cone[3] = {0.15, 0.15, 0.15};
  double a[3], b[3];
  memset(out, 0, sizeof *out);
  switch (shape->core) {
    case LGJK_CORE3_POINT:
    case LGJK_CORE3_SEGMENT:
      lgjk_shape3_middle(shape, pool, out->origin);
      read_vertex(out, shape, pool, 0, a);
      read_vertex(out, shape, pool, shape->count - 1, b);
      add_capsule(out, a, b, (double)shape->radius);
      break;
    case LGJK_CORE3_BOX: add_box(out, shape->small); break;
    case LGJK_CORE3_ELLIPSOID: add_image(out, shape->small, 4.0 / 3.0 * PI, 0, ball); break;
    case LGJK_CORE3_CYLINDER: add_image(out, shape->small, 2 * PI, 0, cylinder); break;
    case LGJK_CORE3_CONE: add_image(out, shape->small, 2.0 / 3.0 * PI, -0.5, cone); break;
    default: add_hull(out, shape, pool);
  }
}
