// Families with ellipses: in general position, close, deep, all but flat. Two draws never stand in one list of
// arguments.
#include "families2_pairs.h"

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
