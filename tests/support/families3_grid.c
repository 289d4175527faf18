// Families of polyhedra on the integer grid, turned by quarters: they touch without rounding, or are one or two floats
// away from it.
#include <string.h>

#include "families_pairs.h"

// One of the 24 rotations of the cube: a quarter turn about an axis, and one about another.
static void quarter_turn(maker3* m, plan3* p) {
  static const float h = 0.70710677f;
  static const float quarters[][4] = {{0, 0, 0, 1},  {h, 0, 0, h},  {0, h, 0, h},  {0, 0, h, h},
                                      {-h, 0, 0, h}, {0, -h, 0, h}, {0, 0, -h, h}, {0.5f, 0.5f, 0.5f, 0.5f},
                                      {1, 0, 0, 0},  {0, 1, 0, 0},  {0, 0, 1, 0},  {0.5f, -0.5f, 0.5f, -0.5f}};
  memcpy(p->pose + 3, quarters[maker3_below(m, 12)], 4 * sizeof(float));
}

// A corner tetrahedron, an octahedron, a prism or a box with vertices on the integer grid.
static void integer_shape(maker3* m, plan3* p) {
  double x = 1 + maker3_below(m, 4), y = 1 + maker3_below(m, 4), z = 1 + maker3_below(m, 4);
  uint32_t kind = maker3_below(m, 4);
  if (kind == 3) {
    maker3_sized(p, LGJK_SHAPE3_BOX, x, y, z);
    return;
  }
  maker3_clear(p);
  for (int sign = -1; sign <= 1; sign += 2) {
    if (kind == 0) maker3_point(p, sign < 0 ? -x : 0, sign < 0 ? -y : 0, sign * z);
    if (kind == 0) maker3_point(p, sign * x, -sign * y, -z);
    if (kind == 1) maker3_point(p, sign * x, 0, 0), maker3_point(p, 0, sign * y, 0), maker3_point(p, 0, 0, sign * z);
    if (kind == 2) maker3_point(p, -x, -y, sign * z), maker3_point(p, x, -y, sign * z), maker3_point(p, 0, y, sign * z);
  }
}

static double coordinate(vec3 u, int axis) { return axis == 0 ? u.x : axis == 1 ? u.y : u.z; }

static void touch(maker3* m, vec3 u, double slide) {
  integer_shape(m, &m->a);
  integer_shape(m, &m->b);
  quarter_turn(m, &m->a);
  quarter_turn(m, &m->b);
  int reach = maker3_chance(m, 0.5) ? 8 : 10000;
  for (int k = 0; k < 3; ++k) m->a.pose[k] = (float)((int)maker3_below(m, (uint32_t)(2 * reach)) - reach);
  maker3_place(m, u, 0, 0);
  // The turns are exact up to a rounding of 1/sqrt(2), and so are the places.
  for (int k = 0; k < 3; ++k) {
    double place = m->b.pose[k];
    m->b.pose[k] = (float)(int)(place < 0 ? place - 0.5 : place + 0.5);
  }
  m->b.pose[u.x == 0 ? 0 : 1] += (float)slide;
  if (maker3_chance(m, 0.7)) return;
  const double nudge = reach == 8 ? 0x1p-20 : 0x1p-9;
  for (int k = 0; k < 3; ++k) m->b.pose[k] = (float)(m->b.pose[k] + nudge * coordinate(u, k));
}

void family3_touching_vertices(maker3* m) {
  static const vec3 directions[4] = {{0.64, 0.6, 0.48}, {-0.64, 0.48, 0.6}, {0.48, -0.64, 0.6}, {-0.6, 0.64, -0.48}};
  touch(m, directions[maker3_below(m, 4)], 0);
}

void family3_touching_edges(maker3* m) {
  static const vec3 directions[6] = {{0, 0.8, 0.6},  {0, -0.6, 0.8}, {0.8, 0, 0.6},
                                     {-0.8, 0, 0.6}, {0.6, 0.8, 0},  {0.8, -0.6, 0}};
  touch(m, directions[maker3_below(m, 6)], 0);
}

void family3_touching_faces(maker3* m) {
  static const vec3 directions[6] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {-1, 0, 0}, {0, -1, 0}, {0, 0, -1}};
  vec3 u = directions[maker3_below(m, 6)];
  double slide = (double)maker3_below(m, 5) - 2;
  touch(m, u, slide);
}

void family3_touching_grid(maker3* m) {
  maker3_sized(&m->a, LGJK_SHAPE3_BOX, 0.5, 0.5, 0.5);
  maker3_sized(&m->b, LGJK_SHAPE3_BOX, 0.5, 0.5, 0.5);
  quarter_turn(m, &m->a);
  quarter_turn(m, &m->b);
  for (int k = 0; k < 3; ++k) {
    int place = (int)maker3_below(m, 100) - 50;
    m->a.pose[k] = (float)place;
    m->b.pose[k] = (float)(place + (int)maker3_below(m, 3) - 1);
  }
}
