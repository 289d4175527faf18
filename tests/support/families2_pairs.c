// The families of hard pairs: one short function each, which makes one pair from the parts of families_pairs.h.
// Two draws never stand in one list of arguments: compilers evaluate those in orders of their own.
#include "families_pairs.h"

#include <string.h>

// ---------------------------------------------------------------- parts shared by families

static void any_at_size(maker* m, double size) {
  maker_any(m, &m->a, size);
  maker_any(m, &m->b, size);
  double gap = maker_chance(m, 0.5) ? maker_small(m, 3, 7) : maker_uniform(m, -0.6, 1);
  maker_pose_at_gap(m, size, size * gap);
}

// Turns B so that one of its edges faces A's edge of outward normal u, off by `tilt`.
static void face_edge(maker* m, point2 u, double tilt) {
  double length;
  maker_set_rotation(m, &m->b, 1, 0);
  point2 n = maker_edge_normal(m, &m->b, &length);
  point2 to = {-u.x + tilt * u.y, -u.y - tilt * u.x};
  maker_set_rotation(m, &m->b, to.x * n.x + to.y * n.y, to.y * n.x - to.x * n.y);
}

static void polygon_or_box(maker* m, plan* p, double size) {
  if (maker_chance(m, 0.3)) {
    const double x = size * maker_uniform(m, 0.2, 1), y = size * maker_uniform(m, 0.2, 1);
    maker_box(p, x, y);
  } else {
    maker_ngon(m, p, 3 + maker_below(m, 6), size, size);
  }
}

// ---------------------------------------------------------------- general position

void family_boxes(maker* m) {
  maker_random_box(m, &m->a, 0.25, 1.5);
  maker_random_box(m, &m->b, 0.25, 1.5);
  maker_pose_at_gap(m, 20, maker_chance(m, 0.5) ? maker_small(m, 0, 7) : maker_uniform(m, -1, 1));
}

void family_rounded(maker* m) {
  plan* side[2] = {&m->a, &m->b};
  for (int i = 0; i < 2; ++i) {
    maker_any(m, side[i], maker_uniform(m, 0.2, 1));
    // A point keeps a radius, so that two of them in one place have a scale in the domain.
    double least = side[i]->def.point_count == 1 ? 0.001 : 0;
    side[i]->radius =
        maker_chance(m, 0.2) ? (float)least : (float)maker_uniform(m, least, maker_chance(m, 0.5) ? 1 : 0.05);
  }
  maker_pose_at_gap(m, 5, maker_gap(m, 1));
}

void family_mapped(maker* m) {
  polygon_or_box(m, &m->a, 1);
  polygon_or_box(m, &m->b, maker_uniform(m, 0.2, 1));
  maker_map(m, &m->a);
  if (maker_chance(m, 0.5)) maker_map(m, &m->b);
  maker_pose_at_gap(m, 5, maker_gap(m, 1));
}

void family_large_polygons(maker* m) {
  uint32_t corners = maker_chance(m, 0.2) ? 256 : 9 + maker_below(m, 120);
  maker_ngon(m, &m->a, corners, 1, maker_uniform(m, 0.3, 1));
  if (!maker_chance(m, 0.5)) corners = 3 + maker_below(m, 30);
  maker_ngon(m, &m->b, corners, maker_uniform(m, 0.2, 2), 1);
  maker_pose_at_gap(m, 5, maker_gap(m, 1));
  maker_shuffle(m, &m->a);
}

// ---------------------------------------------------------------- close calls

void family_near_parallel_edges(maker* m) {
  double length, tilt = maker_chance(m, 0.2) ? 0 : maker_small(m, 3, 8);
  polygon_or_box(m, &m->a, 1);
  polygon_or_box(m, &m->b, maker_uniform(m, 0.5, 1.5));
  maker_turn(m, &m->a);
  maker_random_position(m, &m->a, 5);
  point2 u = maker_edge_normal(m, &m->a, &length);
  face_edge(m, u, tilt);
  const double gap = maker_small(m, 3, 7);
  maker_place(m, u, gap, length * maker_uniform(m, -1, 1));
}

void family_small_gaps(maker* m) {
  maker_any(m, &m->a, 1);
  maker_any(m, &m->b, maker_uniform(m, 0.5, 1));
  maker_pose_at_gap(m, 3, maker_small(m, 3, 7));
}

void family_touching_nearly(maker* m) {
  maker_any(m, &m->a, 1);
  maker_any(m, &m->b, 1);
  maker_pose_at_gap(m, maker_chance(m, 0.5) ? 0 : 3, 0);
}

// ---------------------------------------------------------------- awkward shapes

static void sliver(maker* m, plan* p) {
  double thin = 1e-4 * maker_uniform(m, 1, 3);
  switch (maker_below(m, 4)) {
    case 0: maker_box(p, 1, thin); break;
    case 1:
      maker_clear(p);
      maker_point(p, -1, 0);
      maker_point(p, 1, maker_uniform(m, -thin, thin));
      maker_point(p, maker_uniform(m, -1, 1), thin);
      break;
    case 2:
      maker_segment(m, p, 1);
      if (maker_chance(m, 0.5)) maker_rounding(p, thin);
      break;
    default: maker_ngon(m, p, 4 + maker_below(m, 5), 1, thin);
  }
}

void family_slivers(maker* m) {
  double length;
  sliver(m, &m->a);
  if (maker_chance(m, 0.7)) {
    sliver(m, &m->b);
  } else {
    maker_any(m, &m->b, 1);
  }
  double gap = maker_chance(m, 0.5) ? maker_small(m, 3, 7) : maker_uniform(m, -0.5, 0.5);
  if (maker_chance(m, 0.5)) {
    maker_pose_at_gap(m, 2, gap);
    return;
  }
  maker_turn(m, &m->a);
  maker_set_position(&m->a, 0, 0);
  point2 u = maker_edge_normal(m, &m->a, &length);
  face_edge(m, u, maker_small(m, 2, 6));
  maker_place(m, u, gap, length * maker_uniform(m, -1, 1));
}

// Capsules, rounded slivers and the like side by side: cores whose difference is flat, or nearly, under a radius.
void family_parallel_capsules(maker* m) {
  plan* side[2] = {&m->a, &m->b};
  double length, gap = maker_chance(m, 0.5) ? maker_small(m, 3, 7) : maker_uniform(m, -0.5, 0.3);
  for (int i = 0; i < 2; ++i) {
    if (maker_chance(m, 0.6)) {
      maker_segment(m, side[i], maker_uniform(m, 0.5, 1.5));
    } else {
      sliver(m, side[i]);
    }
    maker_rounding(side[i], maker_chance(m, 0.2) ? 0 : maker_uniform(m, 0, 0.5));
  }
  maker_turn(m, &m->a);
  maker_random_position(m, &m->a, 1);
  point2 u = maker_edge_normal(m, &m->a, &length);
  face_edge(m, u, maker_chance(m, 0.5) ? 0 : maker_small(m, 3, 8));
  maker_place(m, u, gap, length * maker_uniform(m, -1, 1));
}

// Repeats points, adds the middles of edges (collinear up to rounding), or lets all points fall together.
static void spoil(maker* m, plan* p) {
  uint32_t count = p->def.point_count;
  if (maker_chance(m, 0.15)) {
    for (uint32_t i = 2; i < 2 * count; ++i) p->points[i] = p->points[i & 1];
  } else if (maker_chance(m, 0.2)) {
    for (uint32_t i = 1; i < count; ++i) p->points[2 * i + 1] = p->points[1];
  }
  for (uint32_t i = 0; i < count; ++i) {
    uint32_t j = (i + 1) % count;
    double t = maker_uniform(m, 0, 1), x = p->points[2 * i], y = p->points[2 * i + 1];
    maker_point(p, x + t * (p->points[2 * j] - x), y + t * (p->points[2 * j + 1] - y));
    if (maker_chance(m, 0.5)) maker_point(p, x, y);
    if (maker_chance(m, 0.3)) maker_point(p, x * (1 - 1e-7), y);
  }
  maker_shuffle(m, p);
}

void family_degenerate_points(maker* m) {
  maker_ngon(m, &m->a, 3 + maker_below(m, 6), 1, 1);
  maker_ngon(m, &m->b, 3 + maker_below(m, 6), 1, 1);
  spoil(m, &m->a);
  if (maker_chance(m, 0.7)) spoil(m, &m->b);
  maker_pose_at_gap(m, 2, maker_chance(m, 0.5) ? maker_small(m, 3, 7) : maker_uniform(m, -1, 1));
}

// A of a kind, and B with a probability; else B is any shape.
static void make_one_or_both(maker* m, void (*make)(maker* m, plan* p), double probability) {
  make(m, &m->a);
  if (maker_chance(m, probability)) {
    make(m, &m->b);
  } else {
    maker_any(m, &m->b, 1);
  }
}

// A box or a triangle with an edge whose square float32 has no number for.
static void vanishing_edge(maker* m, plan* p) {
  const double tiny = maker_small(m, 20, 44);
  if (maker_chance(m, 0.6)) {
    const double half = maker_uniform(m, 0.5, 1.5);
    maker_box(p, tiny < 0 ? -tiny : half, tiny < 0 ? half : tiny);
  } else {
    maker_clear(p);
    maker_point(p, 0, 0);
    maker_point(p, tiny, 0);
    maker_point(p, 0, maker_uniform(m, 0.5, 1.5));
  }
  if (maker_chance(m, 0.5)) maker_rounding(p, maker_uniform(m, 0, 1));
}

void family_vanishing_edges(maker* m) {
  make_one_or_both(m, vanishing_edge, 0.3);
  maker_pose_at_gap(m, 3, maker_uniform(m, -1.5, 1));
}

static void point_or_segment(maker* m, plan* p) {
  if (maker_chance(m, 0.6)) {
    maker_segment(m, p, maker_uniform(m, 0.5, 1));
  } else {
    maker_clear(p);
    const double x = maker_uniform(m, 0.5, 1);
    maker_point(p, x, maker_uniform(m, -1, 1));
  }
}

// Crossing, collinear and touching segments, points on them.
void family_points_and_segments(maker* m) {
  make_one_or_both(m, point_or_segment, 0.7);
  switch (maker_below(m, 3)) {
    case 0: {
      maker_copy(&m->b, &m->a);
      maker_turn_both(m);
      memcpy(m->b.pose, m->a.pose, sizeof m->a.pose);
      const point2 u = maker_direction(m);
      maker_place(m, u, maker_uniform(m, -1, 1), 0);
    } break;
    case 1: maker_pose_at_gap(m, 1, maker_chance(m, 0.5) ? 0 : maker_small(m, 2, 7)); break;
    default: family_deep(m); point_or_segment(m, &m->a);
  }
}

// ---------------------------------------------------------------- sizes

void family_size_1e_minus_6(maker* m) { any_at_size(m, 1e-6); }
void family_size_1e_minus_3(maker* m) { any_at_size(m, 1e-3); }
void family_size_1e3(maker* m) { any_at_size(m, 1e3); }
void family_size_1e6(maker* m) { any_at_size(m, 0.8e5); }

void family_size_mix(maker* m) {
  double ratio = maker_chance(m, 0.5) ? 1e-5 : 1e-3;
  maker_any(m, maker_chance(m, 0.5) ? &m->a : &m->b, 1);
  if (m->a.def.struct_size == 0) {
    maker_any(m, &m->a, ratio);
  } else {
    maker_any(m, &m->b, ratio);
  }
  maker_pose_at_gap(m, 1, maker_chance(m, 0.6) ? maker_small(m, 3, 7) : maker_uniform(m, -1, 1));
}

// ---------------------------------------------------------------- integers: touching without rounding

static void quarter_turn(maker* m, plan* p) {
  static const float turns[4][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
  memcpy(&p->pose[2], turns[maker_below(m, 4)], 2 * sizeof(float));
}

// A right triangle, a rhombus, an octagon or a box with corners on the integer grid.
static void integer_shape(maker* m, plan* p) {
  double w = 1 + maker_below(m, 4), h = 1 + maker_below(m, 4);
  maker_clear(p);
  switch (maker_below(m, 4)) {
    case 0: maker_point(p, -w, -h), maker_point(p, w, -h), maker_point(p, -w, h); break;
    case 1: maker_point(p, w, 0), maker_point(p, 0, h), maker_point(p, -w, 0), maker_point(p, 0, -h); break;
    case 2:
      maker_point(p, w + 1, h), maker_point(p, w, h + 1), maker_point(p, -w, h + 1), maker_point(p, -w - 1, h);
      maker_point(p, -w - 1, -h), maker_point(p, -w, -h - 1), maker_point(p, w, -h - 1), maker_point(p, w + 1, -h);
      break;
    default: maker_box(p, w, h);
  }
}

static void integer_pose(maker* m, point2 u, double slide) {
  quarter_turn(m, &m->a);
  quarter_turn(m, &m->b);
  double reach = maker_chance(m, 0.5) ? 8 : 10000;
  const int x = (int)maker_uniform(m, -reach, reach), y = (int)maker_uniform(m, -reach, reach);
  maker_set_position(&m->a, x, y);
  maker_place(m, u, 0, slide);
}

void family_touching_vertices(maker* m) {
  static const point2 directions[4] = {{0.8, 0.6}, {-0.8, 0.6}, {0.6, -0.8}, {-0.6, -0.8}};
  integer_shape(m, &m->a);
  integer_shape(m, &m->b);
  integer_pose(m, directions[maker_below(m, 4)], 0);
}

void family_touching_edges(maker* m) {
  static const point2 directions[4] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
  integer_shape(m, &m->a);
  integer_shape(m, &m->b);
  const point2 u = directions[maker_below(m, 4)];
  integer_pose(m, u, (double)maker_below(m, 5) - 2);
}

void family_touching_grid(maker* m) {
  maker_box(&m->a, 0.5, 0.5);
  maker_box(&m->b, 0.5, 0.5);
  int x = (int)maker_below(m, 100) - 50, y = (int)maker_below(m, 100) - 50;
  quarter_turn(m, &m->a);
  quarter_turn(m, &m->b);
  maker_set_position(&m->a, x, y);
  x += (int)maker_below(m, 3) - 1;
  y += (int)maker_below(m, 3) - 1;
  maker_set_position(&m->b, x, y);
}
