// Shapes and placing for the test families: everything in double with + - * / and sqrt only, so that the same seed
// gives the same bits on every machine. A gap is met exactly by primal and dual at once: the supports a of A along u
// and b of B along -u are brought to b = a + gap u, which is a pair of points at that distance and a slab of that width
// between.
#include "families_pairs.h"

#include <math.h>
#include <string.h>

static const double PI = 3.14159265358979323846;

// ---------------------------------------------------------------- directions

static point2 unit(double angle) {
  float pose[4];
  lgjk_pose2_from_angle(0, 0, (float)angle, pose);
  double length = sqrt((double)pose[2] * pose[2] + (double)pose[3] * pose[3]);
  return (point2){pose[2] / length, pose[3] / length};
}

point2 maker_direction(maker* m) { return unit(maker_uniform(m, -PI, PI)); }

// ---------------------------------------------------------------- shapes

void maker_point(plan* p, double x, double y) {
  p->points[2 * p->def.point_count] = (float)x;
  p->points[2 * p->def.point_count + 1] = (float)y;
  ++p->def.point_count;
}

void maker_ngon(maker* m, plan* p, uint32_t count, double rx, double ry) {
  maker_clear(p);
  double step = 2 * PI / count, start = maker_uniform(m, 0, step);
  for (uint32_t i = 0; i < count; ++i) {
    point2 u = unit(start + step * (i + maker_uniform(m, -0.25, 0.25)));
    maker_point(p, rx * u.x, ry * u.y);
  }
}

void maker_segment(maker* m, plan* p, double half_length) {
  maker_clear(p);
  point2 u = maker_direction(m);
  maker_point(p, -half_length * u.x, -half_length * u.y);
  maker_point(p, half_length * u.x, half_length * u.y);
}

static void maker_sized(plan* p, uint32_t kind, double x, double y) {
  maker_clear(p);
  p->def.kind = kind;
  p->def.points = NULL;
  p->def.size[0] = (float)x;
  p->def.size[1] = (float)y;
}

void maker_box(plan* p, double hx, double hy) { maker_sized(p, LGJK_SHAPE2_BOX, hx, hy); }

void maker_random_box(maker* m, plan* p, double low, double high) {
  const double x = maker_uniform(m, low, high), y = maker_uniform(m, low, high);
  maker_box(p, x, y);
}

void maker_ellipse(plan* p, double rx, double ry) { maker_sized(p, LGJK_SHAPE2_ELLIPSE, rx, ry); }

void maker_map(maker* m, plan* p) {
  double mirror = maker_chance(m, 0.5) ? -1 : 1;
  p->def.map[0] = (float)(mirror * maker_uniform(m, 0.5, 1.5));
  p->def.map[1] = (float)maker_uniform(m, -0.6, 0.6);
  p->def.map[2] = (float)maker_uniform(m, -0.4, 0.4);
  p->def.map[3] = (float)maker_uniform(m, 0.5, 1.5);
}

void maker_any(maker* m, plan* p, double size) {
  double r = size * maker_uniform(m, 0.55, 1.45);
  switch (maker_below(m, 6)) {
    case 0: {
      const double x = r * maker_uniform(m, 0.6, 1), y = r * maker_uniform(m, 0.6, 1);
      maker_box(p, x, y);
    } break;
    case 1:
      maker_segment(m, p, r);
      maker_rounding(p, r * maker_uniform(m, 0.1, 0.5));
      break;
    case 2:
      maker_clear(p);
      maker_point(p, 0, 0);
      maker_rounding(p, r);
      break;
    default: {
      const uint32_t count = 3 + maker_below(m, 6);
      maker_ngon(m, p, count, r, r * maker_uniform(m, 0.7, 1));
    }
  }
}

// ---------------------------------------------------------------- poses

void maker_set_rotation(maker* m, plan* p, double c, double s) {
  double length = sqrt(c * c + s * s);
  double drift = maker_chance(m, 0.5) ? 1 + maker_uniform(m, -4.5e-5, 4.5e-5) : 1;
  p->pose[2] = (float)(c / length * drift);
  p->pose[3] = (float)(s / length * drift);
}

void maker_turn(maker* m, plan* p) {
  point2 u = maker_direction(m);
  maker_set_rotation(m, p, u.x, u.y);
}

void maker_set_position(plan* p, double x, double y) {
  p->pose[0] = (float)x;
  p->pose[1] = (float)y;
}

// ---------------------------------------------------------------- geometry

static point2 turned(const plan* p, point2 v, double sign) {
  double c = p->pose[2], s = sign * p->pose[3], length = sqrt(c * c + s * s);
  return (point2){(c * v.x - s * v.y) / length, (s * v.x + c * v.y) / length};
}

static point2 mapped(const plan* p, point2 v) {
  const float* m = p->def.map;
  return (point2){m[0] * v.x + m[1] * v.y, m[2] * v.x + m[3] * v.y};
}

static uint32_t corner_count(const plan* p) { return p->def.kind == LGJK_SHAPE2_BOX ? 4 : p->def.point_count; }

static point2 corner(const plan* p, uint32_t i) {
  if (p->def.kind == LGJK_SHAPE2_BOX) {
    double hx = p->def.size[0], hy = p->def.size[1];
    return mapped(p, (point2){i == 0 || i == 3 ? -hx : hx, i < 2 ? -hy : hy});
  }
  return mapped(p, (point2){p->points[2 * i], p->points[2 * i + 1]});
}

static point2 support_ellipse(const plan* p, point2 u) {
  const float* m = p->def.map;
  double rx = p->def.size[0], ry = p->def.size[1];
  point2 t = {rx * (m[0] * u.x + m[2] * u.y), ry * (m[1] * u.x + m[3] * u.y)};
  double length = sqrt(t.x * t.x + t.y * t.y);
  return mapped(p, (point2){rx * t.x / length, ry * t.y / length});
}

point2 maker_support(const plan* p, point2 u) {
  point2 d = turned(p, u, -1), best = {0, 0};
  if (p->def.kind == LGJK_SHAPE2_ELLIPSE) {
    best = support_ellipse(p, d);
  } else {
    double most = -INFINITY;
    for (uint32_t i = 0; i < corner_count(p); ++i) {
      point2 v = corner(p, i);
      if (v.x * d.x + v.y * d.y > most) {
        most = v.x * d.x + v.y * d.y;
        best = v;
      }
    }
  }
  best = turned(p, best, 1);
  return (point2){best.x + p->radius * u.x, best.y + p->radius * u.y};
}

point2 maker_edge_normal(maker* m, const plan* p, double* length) {
  uint32_t count = p->def.kind == LGJK_SHAPE2_ELLIPSE ? 0 : corner_count(p);
  *length = 0;
  if (count >= 2) {
    uint32_t i = maker_below(m, count);
    point2 v = corner(p, i), w = corner(p, (i + 1) % count);
    point2 e = turned(p, (point2){w.x - v.x, w.y - v.y}, 1);
    double mirror = p->def.map[0] * p->def.map[3] < p->def.map[1] * p->def.map[2] ? -1 : 1;
    *length = sqrt(e.x * e.x + e.y * e.y);
    if (*length > 0) return (point2){mirror * e.y / *length, -mirror * e.x / *length};
  }
  return maker_direction(m);
}

void maker_place(maker* m, point2 u, double gap, double slide) {
  point2 p = maker_support(&m->a, u), q = maker_support(&m->b, (point2){-u.x, -u.y});
  maker_set_position(&m->b, m->a.pose[0] + p.x - q.x + gap * u.x - slide * u.y,
                     m->a.pose[1] + p.y - q.y + gap * u.y + slide * u.x);
}

void maker_pose_at_gap(maker* m, double size, double gap) {
  double length = 0;
  maker_turn(m, &m->a);
  maker_turn(m, &m->b);
  const double x = size * maker_uniform(m, -1, 1), y = size * maker_uniform(m, -1, 1);
  maker_set_position(&m->a, x, y);
  point2 u = maker_chance(m, 0.5) ? maker_direction(m) : maker_edge_normal(m, &m->a, &length);
  maker_place(m, u, gap, length * maker_uniform(m, -1, 1));
}

// ---------------------------------------------------------------- families of curved shapes

// With ellipses: in general position, close, deep, all but flat. Two draws never stand in one list of
// arguments.

static void ellipse(maker* m, plan* p, double aspect) {
  double r = maker_uniform(m, 0.5, 1.5);
  maker_ellipse(p, r, r / maker_uniform(m, 1, aspect));
  if (maker_chance(m, 0.4)) maker_map(m, p);
  if (maker_chance(m, 0.3)) maker_rounding(p, maker_uniform(m, 0, 0.5));
}

static void ellipse_and_any(maker* m, double aspect) {
  bool first = maker_chance(m, 0.5);
  ellipse(m, first ? &m->a : &m->b, aspect);
  if (maker_chance(m, 0.5)) {
    ellipse(m, first ? &m->b : &m->a, aspect);
  } else {
    maker_any(m, first ? &m->b : &m->a, 1);
  }
}

void family_ellipses(maker* m) {
  ellipse_and_any(m, 3);
  maker_pose_at_gap(m, 10, maker_uniform(m, -1.5, 1.5));
}

void family_ellipses_close(maker* m) {
  ellipse_and_any(m, maker_chance(m, 0.5) ? 3 : 100);
  maker_pose_at_gap(m, 3, maker_chance(m, 0.1) ? 0 : maker_small(m, 3, 7));
}

void family_ellipses_deep(maker* m) {
  ellipse_and_any(m, 3);
  maker_turn_both(m);
  double apart = maker_chance(m, 0.3) ? 0 : 0.4;
  const double x = m->a.pose[0] + maker_uniform(m, -apart, apart), y = m->a.pose[1] + maker_uniform(m, -apart, apart);
  maker_set_position(&m->b, x, y);
}

// All but segments, in any direction: one semi-axis is 1e-3 to 1e-10 of the other, so that maps round to rank one.
// Those that do so exactly would be refused.
static void needle(maker* m, plan* p) {
  float along[4], share[4], *map = p->def.map;
  const double draw0 = maker_uniform(m, 0, 3.14), draw1 = maker_uniform(m, 0, 3.14), draw2 = maker_small(m, 3, 10);
  lgjk_pose2_from_angle(0, 0, (float)draw0, along);
  lgjk_pose2_from_angle(0, 0, (float)draw1, share);
  const double x = (double)along[2], y = (double)along[3], c = (double)share[2], s = (double)share[3];
  maker_ellipse(p, 1, 1);
  double area = 0;
  for (double thin = draw2; area * area < 1e-22; thin *= 2) {
    map[0] = (float)(x * c - thin * y * s);
    map[1] = (float)(x * s + thin * y * c);
    map[2] = (float)(y * c + thin * x * s);
    map[3] = (float)(y * s - thin * x * c);
    area = (double)map[0] * (double)map[3] - (double)map[1] * (double)map[2];
  }
  if (maker_chance(m, 0.3)) maker_rounding(p, maker_uniform(m, 0, 0.5));
}

void family_ellipse_needles(maker* m) {
  needle(m, &m->a);
  if (maker_chance(m, 0.3)) {
    maker_any(m, &m->b, 1);
  } else {
    needle(m, &m->b);
  }
  maker_pose_at_gap(m, 3, maker_uniform(m, -1.5, 0.5));
}
