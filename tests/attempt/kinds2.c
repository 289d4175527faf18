// The shapes of 2D, by kind.
#include "kinds2.h"

const uint32_t kind_count = KINDS;

// A ring of n vertices on a circle, beginning anywhere.
static void make_ring(float* v, uint32_t n, double size, double jitter) {
  const double turn = 6.283185307179586, from = random_in(0, turn);
  for (uint32_t i = 0; i < n; ++i) {
    const double angle = from + turn * (i + random_in(-jitter, jitter)) / n;
    v[2 * i] = (float)(size * cos(angle));
    v[2 * i + 1] = (float)(size * sin(angle));
  }
}

// A vertex beside the middle of the last edge by `part` of it, and by `out` outside.
static uint32_t divide_last_edge(float* v, uint32_t n, double part, double out) {
  const double x = (double)v[2 * n - 2], y = (double)v[2 * n - 1], ex = (double)v[0] - x, ey = (double)v[1] - y;
  v[2 * n] = (float)(x + part * ex + out * ey);
  v[2 * n + 1] = (float)(y + part * ey - out * ex);
  return n + 1;
}

static uint32_t make_points(uint32_t kind, double size, float* v) {
  uint32_t n = 3 + random_below(6);
  if (kind == FLAT || kind == SHORT) n = 3 + random_below(5);
  if (kind == LARGE) n = 9 + random_below(40);
  make_ring(v, n, size, kind == LARGE ? 0.05 : 0.25);
  if (kind == FLAT) return divide_last_edge(v, n, 0.5, pow(10, -random_in(5, 8)));
  if (kind == SHORT) return divide_last_edge(v, n, pow(10, -random_in(3, 6)), 1e-8);
  for (uint32_t i = 0; i < n; ++i) {
    if (kind == OUTSIDE) v[2 * i] += 1.25f * (float)size;
    if (kind == SLIVER) v[2 * i + 1] *= 1e-4f;
  }
  return n;
}

static uint32_t make_core(uint32_t kind, double size, float* v) {
  if (kind <= ASIDE) {
    v[0] = kind == ASIDE ? (float)random_in(-0.5, 0.5) : 0;
    v[1] = kind == ASIDE ? (float)random_in(-0.5, 0.5) : 0;
    return 1;
  }
  if (kind <= CAPSULE) {
    for (int k = 0; k < 4; ++k) v[k] = (float)random_in(-size, size);
    return 2;
  }
  if (kind == SQUARE) {
    for (int i = 0; i < 4; ++i) {
      v[2 * i] = i == 1 || i == 2 ? -(float)size : (float)size;
      v[2 * i + 1] = i >= 2 ? -1.0f : 1.0f;
    }
    return 4;
  }
  return make_points(kind, size, v);
}

static void set_size(lgjk_shape2_def* def, uint32_t kind, double size) {
  def->size[0] = (float)size;
  def->size[1] = (float)random_in(0.25, 1.5);
  if (kind == ELLIPSE) def->size[1] = (float)(size * random_in(0.1, 1));
  if (kind == DISC) def->size[1] = def->size[0];
  if (kind == NEEDLE) def->size[1] *= (float)pow(10, -random_in(1, 4));
  if (kind == UNIT) def->size[0] = def->size[1] = 1;
  if (kind == PLATE) def->size[0] = 1, def->size[1] = PLATE_HEIGHT;
  for (int k = 0; k < 2 && kind == TILE; ++k) def->size[k] = 0.5f * (float)(1 + random_below(3));
}

void kind_define(uint32_t kind, lgjk_shape2_def* def, float* points) {
  static const float plate[8] = {-1, -PLATE_HEIGHT, 1, -PLATE_HEIGHT, 1, PLATE_HEIGHT, -1, PLATE_HEIGHT};
  static const float bent[8] = {-1, 0, 0, -1, 1, 0, 0, 1e-35f}, tip[8] = {0, 0, 1, 1, 0, 2, -1, 1};
  const double size = random_in(0.5, 1.5);
  const bool round = kind == POINT || kind == CIRCLE || kind == ASIDE || kind == CAPSULE, plain = kind > PLAIN;
  lgjk_shape2_def_init(def);
  if (!plain) def->radius = round && kind != POINT ? (float)random_in(0.05, 0.8) : random_below(4) ? 0 : 0.05f;
  if (kind == SEGMENT) def->radius = 0;
  if (kind >= ELLIPSE) {
    def->kind = kind <= DISC ? LGJK_SHAPE2_ELLIPSE : LGJK_SHAPE2_BOX;
    set_size(def, kind, size);
    if (kind < PLATE_RING) return;
    memset(def->size, 0, sizeof def->size);
    def->kind = LGJK_SHAPE2_POINTS;
    memcpy(points, kind == PLATE_RING ? plate : kind == BENT ? bent : tip, sizeof plate);
    def->point_count = 4;
  } else {
    def->point_count = make_core(kind, size, points);
  }
  def->points = points;
}
