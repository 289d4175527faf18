// The shapes of 3D, by kind.
#include "kinds3.h"

const uint32_t kind_count = KINDS;

// Points near a sphere, so that most of them are vertices of their hull.
static void make_hull(float* v, uint32_t n, double size) {
  for (uint32_t i = 0; i < n; ++i) {
    double p[3];
    const double square = random_in_ball(p, 3);
    for (uint32_t k = 0; k < 3; ++k) v[3 * i + k] = (float)(size * random_in(0.95, 1) * p[k] / sqrt(square));
  }
}

static uint32_t make_core(uint32_t kind, double size, float* v) {
  uint32_t n = kind <= ASIDE ? 1 : 2;
  if (kind <= CAPSULE) {
    for (uint32_t k = 0; k < 3 * n; ++k) v[k] = kind == BALL ? 0 : (float)random_in(-size, size);
    return n;
  }
  if (kind == ROD) {
    memset(v, 0, 6 * sizeof *v);
    v[0] = -ROD_HALF;
    v[3] = ROD_HALF;
    return n;
  }
  n = 4 + random_below(13);
  if (kind == HULL32) n = 17 + random_below(16);
  if (kind == LARGE) n = 50 + random_below(50);
  if (kind == PLATE) n = 3 + random_below(6);
  if (kind == SPIKE) n = 4;
  make_hull(v, n, size);
  for (uint32_t i = 0; i < n; ++i) {
    if (kind == PLATE) v[3 * i + 2] = 0;
    if (kind == SPIKE) v[3 * i + 1] *= 1e-2f, v[3 * i + 2] *= 1e-2f;
  }
  return n;
}

void kind_define(uint32_t kind, lgjk_shape3_def* def, float* points) {
  const double size = random_in(0.5, 1.5);
  const bool round = kind <= ASIDE || kind == CAPSULE;
  lgjk_shape3_def_init(def);
  if (kind <= PLAIN) def->radius = round ? (float)random_in(0.05, 0.8) : random_below(4) ? 0 : 0.05f;
  if (kind == SEGMENT) def->radius = 0;
  if (kind == ROD) def->radius = ROD_RADIUS;
  if (kind < BOX) {
    def->point_count = make_core(kind, size, points);
    def->points = points;
    return;
  }
  const uint32_t core = kind == SLENDER || kind == TURNED || kind == ASKEW ? random_below(4) : 0;
  def->kind = kind == ELLIPSOID  ? LGJK_SHAPE3_ELLIPSOID
              : kind == CYLINDER ? LGJK_SHAPE3_CYLINDER
              : kind == CONE     ? LGJK_SHAPE3_CONE
                                 : LGJK_SHAPE3_BOX + core;
  for (int k = 0; k < (def->kind >= LGJK_SHAPE3_CYLINDER ? 2 : 3); ++k) {
    def->size[k] = kind == UNIT ? 1 : (float)random_in(kind == SLENDER ? 0.002 : 0.25, 1.25);
  }
  if (kind == TURNED) memcpy(def->map, (float[9]){0, 0.6f, 0.8f, 1, 0, 0, 0, 0.8f, -0.6f}, sizeof def->map);
  if (kind == ASKEW) memcpy(def->map, (float[9]){1, 0.3f, 0, 0, 1, 0.1f, 0, 0, 1.2f}, sizeof def->map);
  if (kind == SLAB) def->size[2] *= (float)pow(10, -random_in(1, 2.5));
}
