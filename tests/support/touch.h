// Contacts of the dimension DIM held against the oracle: what a signed distance, a normal and witness points promise.
#ifndef LGJK_TESTS_TOUCH_H
#define LGJK_TESTS_TOUCH_H

#include <math.h>

#include "truth.h"

// ---------------------------------------------------------------- support heights, known to nobody else

// The rotation of a pose, by columns, normalised.
static inline void touch_columns(const float* pose, long double column[DIM][DIM]) {
#if DIM == 2
  const long double length = hypotl(pose[2], pose[3]), c = pose[2] / length, s = pose[3] / length;
  const long double all[2][2] = {{c, s}, {-s, c}};
#else
  const long double x = pose[3], y = pose[4], z = pose[5], w = pose[6], t = 2 / (x * x + y * y + z * z + w * w);
  const long double all[3][3] = {{1 - t * (y * y + z * z), t * (x * y + w * z), t * (x * z - w * y)},
                                 {t * (x * y - w * z), 1 - t * (x * x + z * z), t * (y * z + w * x)},
                                 {t * (x * z + w * y), t * (y * z - w * x), 1 - t * (x * x + y * y)}};
#endif
  memcpy(column, all, sizeof all);
}

// The support value along u of the unit disc, the unit ball, or the cylinder or cone of radius and half height 1.
static inline long double touch_round_height(uint32_t kind, const long double u[DIM]) {
#if DIM == 2
  (void)kind;
  return hypotl(u[0], u[1]);
#else
  const long double across = hypotl(u[0], u[1]);
  if (kind == LGJK_SHAPE3_ELLIPSOID) return hypotl(across, u[2]);
  return kind == LGJK_SHAPE3_CYLINDER ? across + fabsl(u[2]) : fmaxl(across - u[2], u[2]);
#endif
}

// How far a posed shape reaches along u, a unit vector; from `origin` on.
static inline long double touch_height(const oracleN_body* body, const float* origin, const long double u[DIM]) {
  long double column[DIM][DIM], own[DIM], from = 0, best = -HUGE_VALL;
  touch_columns(body->pose, column);
  for (int k = 0; k < DIM; ++k) {
    own[k] = 0;
    for (int i = 0; i < DIM; ++i) own[k] += column[k][i] * u[i];
    from += ((long double)body->pose[k] - origin[k]) * u[k];
  }
  if (body->count == 0) {
    long double turned[DIM];
    for (int k = 0; k < DIM; ++k) {
      turned[k] = 0;
      for (int i = 0; i < DIM; ++i) turned[k] += (long double)body->matrix[DIM * i + k] * own[i];
    }
#if DIM == 2
    best = touch_round_height(0, turned);
#else
    best = touch_round_height(body->kind, turned);
#endif
  }
  for (uint32_t v = 0; v < body->count; ++v) {
    long double h = 0;
    for (int k = 0; k < DIM; ++k) h += own[k] * body->vertices[DIM * v + (uint32_t)k];
    best = fmaxl(best, h);
  }
  return from + best + body->radius;
}

// How far apart the planes across u are that touch A from the one side and B from the other: the signed distance is the
// largest of all u.
static inline long double touch_gap(const truth* t, const long double u[DIM]) {
  long double back[DIM];
  for (int k = 0; k < DIM; ++k) back[k] = -u[k];
  return -touch_height(&t->b, t->a.pose, back) - touch_height(&t->a, t->a.pose, u);
}

// ---------------------------------------------------------------- judgement

// In units of what is promised: all are at most 1 where the contract is kept, and nothing is wrong.
typedef struct touch_judgement {
  long double distance; // the least error that the bounds of the truth leave, in bands
  long double normal;   // by how much the gap across the normal falls short of the signed distance, in two bands
  long double unit;     // of the normal's length, in 1e-6
  long double witness;  // the worse of the points' ways out of their shapes, less half a unit in the last place, bands
  long double step;     // of point_b - point_a from distance times normal, in bands and half units in the last place
  bool misclassified, contradiction;
} touch_judgement;

// No number is the worst error.
static inline long double touch_error(long double error) { return error == error ? error : HUGE_VALL; }

// The worst of both, of each error.
static inline void touch_raise(touch_judgement* most, const touch_judgement* j) {
  most->distance = fmaxl(most->distance, j->distance);
  most->normal = fmaxl(most->normal, j->normal);
  most->unit = fmaxl(most->unit, j->unit);
  most->witness = fmaxl(most->witness, j->witness);
  most->step = fmaxl(most->step, j->step);
}

static inline touch_judgement touch_judge(const truth* t, const answersN* answers, uint64_t i) {
  touch_judgement j = {0};
  const float *a = answers->point_a + DIM * i, *b = answers->point_b + DIM * i, *n = answers->normal + DIM * i;
  const long double band = oracleN_band(&t->a, &t->b), d = answers->distance[i];
  const long double slack_a = oracleN_half_ulp(a), slack_b = oracleN_half_ulp(b);
  long double u[DIM], square = 0, step = 0;
  j.distance = d == d ? fmaxl(t->bounds.lower - d, d - t->bounds.upper) / band : HUGE_VALL;
  for (int k = 0; k < DIM; ++k) square += (long double)n[k] * n[k];
  j.unit = touch_error(fabsl(sqrtl(square) - 1) / 1e-6L);
  for (int k = 0; k < DIM; ++k) {
    u[k] = n[k] / sqrtl(square);
    const long double off = (long double)b[k] - a[k] - d * n[k];
    step += off * off;
  }
  j.normal = touch_error((t->bounds.lower - touch_gap(t, u)) / (2 * band));
  j.witness = fmaxl(oracleN_outside(&t->a, a) - slack_a, oracleN_outside(&t->b, b) - slack_b) / band;
  j.step = touch_error((sqrtl(step) - slack_a - slack_b) / band);
  j.misclassified = oracleN_misclassified(&t->bounds, band, answers->status[i]);
  const bool overlaps = answers->status[i] == LGJK_STATUS_OVERLAPPING;
  j.contradiction = (d <= 0) != overlaps || (d == 0 && signbit(answers->distance[i]));
  return j;
}

// How far from touching the shapes are once B has been moved by minus the distance along the normal, in two bands, less
// what rounding B's new position costs.
static inline long double touch_after_move(const truth* t, const answersN* answers, uint64_t i) {
  truth moved = *t;
  for (int k = 0; k < DIM; ++k) {
    const long double step = (long double)answers->distance[i] * answers->normal[DIM * i + (uint64_t)k];
    moved.b.pose[k] = (float)(t->b.pose[k] - step);
  }
  moved.bounds = oracleN_signed_distance(&moved.a, &moved.b);
  const long double off = fmaxl(fmaxl(moved.bounds.lower, -moved.bounds.upper), 0) - oracleN_half_ulp(moved.b.pose);
  return touch_error(off / (2 * oracleN_band(&t->a, &t->b)));
}

// Whether contact i keeps the contract.
static inline bool truth_is_touched(const truth* t, const answersN* answers, uint64_t i) {
  const touch_judgement j = touch_judge(t, answers, i);
  return j.distance <= 1 && j.normal <= 1 && j.unit <= 1 && j.witness <= 1 && j.step <= 1 && !j.misclassified &&
         !j.contradiction;
}

#endif
