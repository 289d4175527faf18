// Casts of points and balls against balls, capsules, boxes and polygons, and of points against hulls, ellipsoids,
// cylinders and cones, by signed distances in long double and halves of the way. They stop at the touch, with the point
// and the normal of the face that is hit, however long the way is; also where they graze. Compiled once for each
// dimension.
#include "exact_casts.h"
#include "ray_solids3.h"

enum { POINTS = 2400, SEED = 78 };
// OF_SMALL, OF_LARGE: polygons of 2D, by their vertices. Those after OF_BOX of 3D are in rays3.h.
enum { OF_POINT = 0, OF_CAPSULE, OF_BOX, OF_SMALL, OF_LARGE, RINGED, TARGETS = DIM == 2 ? RINGED : OF_SMALL + SOLIDS };

enum { LARGE_COUNT = 40 };

static float ring[2][2 * LARGE_COUNT];
static const uint32_t ring_count[2] = {6, LARGE_COUNT};

static void make_rings(void) {
  for (int r = 0; r < 2; ++r) {
    for (uint32_t i = 0; i < ring_count[r]; ++i) {
      const double angle = 2 * acos(-1) * (i + 0.3 * sin(3.0 * i)) / ring_count[r];
      ring[r][2 * i] = (float)(0.9 * cos(angle));
      ring[r][2 * i + 1] = (float)(0.7 * sin(angle));
    }
  }
}

// The signed distance of x, in the axes of a target, from its core; and the point of the core that is the nearest. A
// signed distance is convex. That of a solid is one up to the plane of a face.
static real distance_from(uint32_t target, const real x[DIM], real near[DIM]) {
  real d[DIM], most = -1e9L, square = 1e9L;
  if (is_solid(target)) return solid_distance(target - OF_SMALL, x, near);
  for (int k = 0; k < DIM; ++k) near[k] = 0;
  if (target == OF_BOX) {
    for (int k = 0; k < DIM; ++k) {
      near[k] = fminl(fmaxl(x[k], -(real)sizes[k]), (real)sizes[k]);
      most = fmaxl(most, fabsl(x[k]) - (real)sizes[k]);
    }
  } else if (target == OF_CAPSULE) {
    real e[DIM], v[DIM];
    for (int k = 0; k < DIM; ++k) {
      e[k] = (real)capsule[DIM + k] - (real)capsule[k];
      v[k] = x[k] - (real)capsule[k];
    }
    const real t = fminl(fmaxl(dot(v, e) / dot(e, e), 0), 1);
    for (int k = 0; k < DIM; ++k) near[k] = (real)capsule[k] + t * e[k];
  } else if ((DIM == 2 && target >= OF_SMALL)) {
    const float* v = ring[target - OF_SMALL];
    const uint32_t n = ring_count[target - OF_SMALL];
    for (uint32_t i = 0; i < n; ++i) {
      const real p[2] = {(real)v[2 * i], (real)v[2 * i + 1]};
      const real e[2] = {(real)v[2 * ((i + 1) % n)] - p[0], (real)v[2 * ((i + 1) % n) + 1] - p[1]};
      const real s[2] = {x[0] - p[0], x[1] - p[1]}, length = sqrtl(e[0] * e[0] + e[1] * e[1]);
      const real t = fminl(fmaxl((s[0] * e[0] + s[1] * e[1]) / (length * length), 0), 1);
      const real q[2] = {s[0] - t * e[0], s[1] - t * e[1]}, each = q[0] * q[0] + q[1] * q[1];
      most = fmaxl(most, (s[0] * e[1] - s[1] * e[0]) / length);
      if (each >= square) continue;
      square = each;
      near[0] = x[0] - q[0];
      near[1] = x[1] - q[1];
    }
  }
  for (int k = 0; k < DIM; ++k) d[k] = x[k] - near[k];
  return (target == OF_BOX || (DIM == 2 && target >= OF_SMALL)) && most < 0 ? most : sqrtl(dot(d, d));
}

// Where a point, body 2 i, is in the axes of its target at a fraction.
static void see_point(const casts* c, uint32_t i, real fraction, real x[DIM]) {
  real axis[DIM][DIM], at[DIM];
  axes_at(c, 2 * i + 1, 0, axis);
  relative(c, 2 * i + 1, 2 * i, fraction, at);
  for (int k = 0; k < DIM; ++k) x[k] = dot(axis[k], at);
}

// What is above 0 where a gap is, and convex.
static real convex_at(const casts* c, uint32_t i, real fraction) {
  real x[DIM], near[DIM];
  see_point(c, i, fraction, x);
  if (is_solid(c->shape[2 * i + 1] - 1)) return solid_gauge(c->shape[2 * i + 1] - 1 - OF_SMALL, x);
  return distance_from(c->shape[2 * i + 1] - 1, x, near) - (real)c->radius[2 * i] - (real)c->radius[2 * i + 1];
}

static real gap_at(const casts* c, uint32_t i, real fraction) {
  real x[DIM], near[DIM];
  see_point(c, i, fraction, x);
  return distance_from(c->shape[2 * i + 1] - 1, x, near) - (real)c->radius[2 * i] - (real)c->radius[2 * i + 1];
}

static void place_point(casts* c, uint32_t i, double offset) {
  const uint32_t point = 2 * i, target = 2 * i + 1;
  const bool swapped = random_below(2), shared = random_below(2);
  const double length = pow(10, random_in(-1, 3));
  double direction[DIM], aim[DIM], square = random_in_ball(direction, DIM);
  const bool along = DIM == 3 && random_below(4) == 0; // an axis of the target, at places where some meet edges
  random_in_ball(aim, DIM);
  c->a[i] = swapped ? target : point;
  c->b[i] = swapped ? point : target;
  c->shape[target] = 1 + random_below(TARGETS);
  const bool solid = is_solid(c->shape[target] - 1);
  c->radius[point] = solid || random_below(2) ? 0 : (float)random_in(0.05, 1);
  if (!solid && (c->shape[target] - 1 <= OF_CAPSULE || random_below(3) == 0)) {
    c->radius[target] = (float)random_in(0.1, 0.5);
  }
  draw_rotation(c->pose[point]);
  draw_rotation(c->pose[target]);
  if (along) {
    const uint32_t axis = random_below(DIM);
    memset(c->pose[target] + DIM, 0, (POSE_FLOATS - DIM) * sizeof(float));
    c->pose[target][POSE_UNIT] = 1;
    for (uint32_t k = 0; k < DIM; ++k) {
      direction[k] = k == axis ? random_below(2) * 2.0 - 1 : 0;
      aim[k] = (floor(random_in(-6, 6)) + 0.5 * random_below(2)) / 7; // 0.7 of these are tenths
    }
    square = 1;
  }
  for (int k = 0; k < DIM; ++k) {
    const double drift = shared ? random_in(-2, 2) : 0, unit = direction[k] / sqrt(square);
    c->pose[target][k] = (float)random_in(-offset, offset);
    c->pose[point][k] = (float)((double)c->pose[target][k] + 0.7 * aim[k] - unit * random_in(0.2, 1) * length);
    c->way[target][k] = (float)drift;
    c->way[point][k] = (float)(drift + unit * length);
  }
}

// How far a vector is from the normal of a face of a target that x is on, both in the target's axes.
static real off_faces(uint32_t target, const real x[DIM], const real out[DIM]) {
  if (is_solid(target)) return off_solid(target - OF_SMALL, x, out);
  const float* v = (DIM == 2 && target >= OF_SMALL) ? ring[target - OF_SMALL] : NULL;
  const uint32_t faces = (DIM == 2 && target >= OF_SMALL) ? ring_count[target - OF_SMALL] : 2 * DIM;
  real best = 4;
  for (uint32_t f = 0; f < faces; ++f) {
    real n[DIM] = {0}, off[DIM], height = 0;
    if (v != NULL) {
      const real p[2] = {(real)v[2 * f], (real)v[2 * f + 1]};
      const real e[2] = {(real)v[2 * ((f + 1) % faces)] - p[0], (real)v[2 * ((f + 1) % faces) + 1] - p[1]};
      const real length = sqrtl(e[0] * e[0] + e[1] * e[1]);
      n[0] = e[1] / length;
      n[1] = -e[0] / length;
      height = (x[0] - p[0]) * n[0] + (x[1] - p[1]) * n[1];
    } else {
      n[f / 2] = f % 2 ? -1 : 1;
      height = fabsl(x[f / 2]) - (real)sizes[f / 2];
    }
    for (int k = 0; k < DIM; ++k) off[k] = out[k] - n[k];
    if (fabsl(height) < 1e-7L) best = fminl(best, sqrtl(dot(off, off)));
  }
  return best;
}

// Judges the normal and the point of a touch: the normal leads out of the target's core at the point that is the
// nearest, or is that of a face.
static void judge_place(const casts* c, uint32_t i, real touch, bool grazes) {
  const uint32_t target = 2 * i + 1, kind = c->shape[target] - 1;
  const bool of_b = c->b[i] == target;
  const double radius = (double)c->radius[2 * i] + (double)c->radius[target];
  real near[DIM], x[DIM], axis[DIM][DIM], out[DIM], off[DIM], normal[DIM];
  axes_at(c, target, 0, axis);
  see_point(c, i, touch, x);
  const real apart = distance_from(kind, x, near);
  for (int k = 0; k < DIM; ++k) normal[k] = (of_b ? -1 : 1) * (real)c->got.normal[DIM * i + (uint32_t)k];
  for (int k = 0; k < DIM; ++k) {
    out[k] = dot(axis[k], normal);
    off[k] = radius > 0 ? out[k] - (x[k] - near[k]) / apart : 0;
  }
  const real turned = radius > 0 ? sqrtl(dot(off, off)) : off_faces(kind, x, out);
  if (!(turned < 1e-6L + (grazes ? 1e-3L : 0)))
    fail_msg("target %u, pair %u: normal off by %g", kind, i, (double)turned);
  for (int k = 0; k < DIM; ++k) {
    real at = (real)c->pose[target][k] + touch * (real)c->way[target][k] + normal[k] * (real)c->radius[target];
    for (int j = 0; j < DIM; ++j) at += axis[j][k] * near[j];
    off[k] = (real)c->got.point[DIM * i + (uint32_t)k] - at;
  }
  const double slack = 12e-8 * (double)length_of_way(c, i), moved = (double)sqrtl(dot(off, off));
  if (!(moved < 2e-6 + slack + 4 * rounding_at(c, 2 * i, 2) + (grazes ? 1e-2 : 0))) {
    fail_msg("target %u, pair %u: point off by %g", kind, i, moved);
  }
}

// `hits`: those that do not graze, whose errors are collected, and all.
static void judge_point(const casts* c, uint32_t i, uint32_t hits[2], double* errors) {
  const uint32_t target = 2 * i + 1, status = c->got.status[i];
  real touch;
  const double way = (double)length_of_way(c, i), radius = (double)c->radius[2 * i] + (double)c->radius[target];
  const real least = first_touch(c, i, convex_at, gap_at, &touch), begin = gap_at(c, i, 0);
  const double band = 4e-7 * (1 + radius), slack = 6e-8 * way;
  if (begin < -1e-3L && status != LGJK_CAST_OVERLAP) {
    fail_msg("target %u, pair %u: begins inside, status %u", c->shape[target] - 1, i, status);
  }
  if (begin <= 6 * 2 * band) return; // it touches when it begins
  if (status == LGJK_CAST_MISS) {
    if (least < -1e-8L) fail_msg("target %u, pair %u: missed by %g", c->shape[target] - 1, i, (double)least);
    return;
  }
  const real fraction = (real)c->got.fraction[i], here = gap_at(c, i, fraction);
  if (status != LGJK_CAST_HIT || least > 1e-8L || here < -1e-8L || here > band + slack) {
    fail_msg("target %u, pair %u: status %u, least %g, at the touch %g", c->shape[target] - 1, i, status, (double)least,
             (double)here);
  }
  // How early it stops along its way, but where it grazes.
  if (least < -0.01L) errors[hits[0]++] = (double)fabsl(touch - fraction) * way / (1 + radius + way);
  ++hits[1];
  if (least > -1e-8L) return; // no place is the touch
  judge_place(c, i, touch, least >= -0.01L);
}

TEST(points_touch_where_they_do) {
  static const float origin[DIM];
  const uint32_t count = fewer(POINTS, 300);
  make_rings();
  make_solids();
  random_state = test_seed(SEED);
  for (int far = 0; far < 2; ++far) {
    lgjk_shapeN_def defs[1 + TARGETS] = {rounded_pointsN(origin, 1, 0), rounded_pointsN(origin, 1, 0),
                                         rounded_pointsN(capsule, 2, 0), box_of(sizes)};
#if DIM == 2
    for (uint32_t r = 0; r < 2; ++r) defs[1 + OF_SMALL + r] = rounded_pointsN(ring[r], ring_count[r], 0);
#else
    define_solids(defs + 1 + OF_SMALL);
#endif
    casts c;
    uint32_t hits[2] = {0, 0};
    double* errors = calloc(count, sizeof *errors);
    open_casts(&c, defs, 1 + TARGETS, count);
    for (uint32_t i = 0; i < count; ++i) place_point(&c, i, far ? 1000 : 0);
    call_cast(&c, c.radius);
    for (uint32_t i = 0; i < count; ++i) judge_point(&c, i, hits, errors);
    qsort(errors, hits[0], sizeof *errors, by_size);
    print_message("  %u hits of %u; median error %.2g, at most %.2g of the sizes\n", hits[1], count,
                  errors[hits[0] / 2], errors[hits[0] - 1]);
    assert_true(hits[1] > count / 10 && hits[1] < count * 9 / 10 && errors[hits[0] / 2] < 1e-7);
    free(errors);
    close_casts(&c);
  }
}
