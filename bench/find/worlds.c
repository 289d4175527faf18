// Makes the bodies of the worlds that grids and size classes are slow in: strays, sizes and densities that differ, long
// walls, turned boxes. Bodies are in random order, and have left their places by less than two metres at the end.
#include <math.h>
#include <string.h>

#include "basics.h"
#include "moving.h"

#define PI 3.141592653589793
#define LEAST_RADIUS 0.1 // of sizes that differ
#define BOX_FLAT 1.5     // metres: the layer of F4

static double between(moving* m, double low, double high) { return low + (high - low) * moving_draw(m); }

// Greatest radius to least, for which all logarithms are as frequent; 1: a crowd's.
static double ratio_of(moving_kind kind) {
  return kind == SIZES4 ? 4 : kind == SIZES30 ? 30 : kind == SIZES1000 ? 1000 : 1;
}

// Bodies in a square or cubic metre.
static double density_of(const moving* m) {
  switch (m->kind) {
    case ONE_SPOT: return 1.5e6;
    case WALLS10:
    case WALLS100: return 0.1;
    case VIEWS2:
    case VIEWS5: return 2 * 0.485;
    case BOXES:
    case BALLS: return 100000 / (46.0 * 46 * 46);
    case BOXES30: return 100000 / (120.0 * 120 * 120);
    case BOXES_FLAT: return 100000 / (250.0 * 250);
    default: break;
  }
  const double ratio = ratio_of(m->kind);
  if (ratio <= 1) return 1.5;
  // n bodies have rho * n * pi * E((a + b)^2) / 2 pairs, where radii are log-uniform
  const double high = ratio * LEAST_RADIUS, mean = (high - LEAST_RADIUS) / log(ratio);
  const double square = (high * high - LEAST_RADIUS * LEAST_RADIUS) / (2 * log(ratio));
  return 2 * 3 / (PI * (2 * square + 2 * mean * mean));
}

static void place(moving* m, uint32_t body, double side) {
  float* pose = m->pose + (uint64_t)m->floats * body;
  for (int k = 0; k < m->dim; ++k) {
    const double wide = m->kind == BOXES_FLAT && k == 2 ? BOX_FLAT : side;
    pose[k] = (float)(wide * (moving_draw(m) - 0.5));
  }
  pose[m->floats - (m->dim == 2 ? 2 : 1)] = 1; // no rotation
}

static double draw_radius(moving* m, uint32_t body) {
  const double ratio = ratio_of(m->kind);
  if (ratio > 1) return LEAST_RADIUS * exp(between(m, 0, log(ratio)));
  if (m->kind == FEW_BIG && body % 100 == 0) return 10;
  if (m->kind == BALLS) return between(m, 0.2, 0.5);
  if (m->second == 0) return between(m, 0.2, 0.3);
  return body >= m->second ? 0 : m->kind == VIEWS2 ? 2 : 5;
}

// Puts a body elsewhere, as its kind has it.
static void put_away(moving* m, uint32_t body) {
  float* pose = m->pose + (uint64_t)m->floats * body;
  const bool stray = body == m->count / 3, in_second = body >= m->count / 2;
  if (stray && m->kind == STRAY7) pose[0] = 1e7f;
  if (stray && m->kind == STRAY9) pose[0] = 1e9f;
  if (stray && m->kind == STRAY18) pose[0] = 1e18f;
  if (in_second && m->kind == TOWNS6) pose[0] += 1e6f;
  if (!in_second || m->kind != TOWNS9) return;
  for (int k = 0; k < 2; ++k) pose[k] *= 1000;
  pose[0] += 1e9f;
  m->radius[body] *= 1000;
}

// Column k of the matrix of a rotation by a quaternion (x, y, z, w).
static void column(const float* q, int k, double axis[3]) {
  const double v[3] = {(double)q[0], (double)q[1], (double)q[2]}, w = (double)q[3];
  for (int i = 0; i < 3; ++i) axis[i] = 2 * v[i] * v[k] + (i == k ? 2 * w * w - 1 : 0);
  axis[(k + 1) % 3] += 2 * w * v[(k + 2) % 3];
  axis[(k + 2) % 3] -= 2 * w * v[(k + 1) % 3];
}

static void make_box(moving* m, uint32_t body) {
  float *q = m->pose + (uint64_t)m->floats * body + 3, *half = m->box[body];
  const double size = m->kind == BOXES30 ? 0.1 * exp(between(m, 0, log(30))) : 1;
  double turn[4], length = 0;
  for (int k = 0; k < 3; ++k) half[k] = (float)(m->kind == BOXES30 ? size * between(m, 0.5, 1) : between(m, 0.2, 0.5));
  for (int k = 0; k < 4; ++k) {
    turn[k] = between(m, -1, 1);
    length += turn[k] * turn[k];
  }
  for (int k = 0; k < 4; ++k) q[k] = (float)(turn[k] / sqrt(length));
  double wide[3] = {0};
  for (int k = 0; k < 3; ++k) {
    double axis[3];
    column(q, k, axis);
    for (int i = 0; i < 3; ++i) wide[i] += fabs(axis[i]) * (double)half[k];
  }
  for (int k = 0; k < 3; ++k) m->extent[k][body] = (float)wide[k];
  m->shape[body] = body;
  m->radius[body] = 0;
}

void worlds_make_bodies(moving* m) {
  const bool boxes = m->kind == BOXES || m->kind == BOXES30 || m->kind == BOXES_FLAT;
  const double side = pow(m->count / density_of(m), 1.0 / (m->kind == BOXES_FLAT ? 2 : m->dim));
  if (boxes) m->box = claim(m->count, sizeof *m->box);
  if (m->kind == VIEWS2 || m->kind == VIEWS5) m->second = m->count / 2;
  for (uint32_t i = 0; i < m->count; ++i) {
    place(m, i, side);
    m->radius[i] = (float)draw_radius(m, i);
    put_away(m, i);
    for (int k = 0; k < m->dim; ++k) m->extent[k][i] = m->radius[i];
    moving_send_off(m, i);
    float* v = m->velocity + (uint64_t)m->dim * i;
    if (m->kind == BOXES_FLAT) v[2] = 0;
    for (int k = 0; m->kind == ONE_SPOT && k < 2; ++k) v[k] *= 0.001f; // that they stay there
    if (boxes) make_box(m, i);
    if (moving_is_wall(m, i)) moving_make_wall(m, i);
  }
}
