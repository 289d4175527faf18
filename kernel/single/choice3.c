// Chooses at most four of a manifold's places, which stay the same while the bodies tremble.
#include "single/choice3.h"

#include <stdbool.h>
#include <stddef.h>

#include "base/fpcontrol.h"
#include "single/clip3.h"

double lgjk_choice3_square(const lgjk_place3* p, const lgjk_place3* q) {
  const double x = q->x - p->x, y = q->y - p->y;
  return x * x + y * y;
}

// Returns twice the area of the triangle, positive if it turns left.
static double area_of(const lgjk_place3* p, const lgjk_place3* q, const lgjk_place3* r) {
  return (q->x - p->x) * (r->y - p->y) - (q->y - p->y) * (r->x - p->x);
}

// The worth of a place besides the chosen ones: its area with the first two, or its area beyond the triangle of three.
typedef double worth(const lgjk_place3* chosen, const lgjk_place3* p);

static double area_beside(const lgjk_place3* chosen, const lgjk_place3* p) {
  const double area = area_of(&chosen[0], &chosen[1], p);
  return area < 0.0 ? -area : area;
}

static double area_beyond(const lgjk_place3* chosen, const lgjk_place3* p) {
  const double sign = area_of(&chosen[0], &chosen[1], &chosen[2]) < 0.0 ? -1.0 : 1.0;
  double most = 0.0;
  for (int i = 0; i < 3; ++i) {
    const double area = -sign * area_of(&chosen[i], &chosen[i < 2 ? i + 1 : 0], p);
    if (area > most) most = area;
  }
  return most;
}

// A direction, and the range of the places along it.
typedef struct extent {
  double d[2];
  double low, high;
} extent;

static double along(const double d[2], const lgjk_place3* p) { return d[0] * p->x + d[1] * p->y; }

// Adds the place that is worth most, if its area is more than `least`.
static void add_best(const lgjk_place3* found, uint32_t count, worth* value, const extent* e, double least,
                     lgjk_choice3* out) {
  const lgjk_place3* best = NULL;
  double most = 0.0;
  for (uint32_t i = 0; i < count; ++i) {
    const double each = value(out->at, &found[i]);
    const double biased = each * (e->high - e->low + LGJK_BIAS * (along(e->d, &found[i]) - e->low));
    if (each <= least || biased <= most) continue;
    most = biased;
    best = &found[i];
  }
  if (best != NULL) out->at[out->count++] = *best;
}

// Finds a direction that turns with both bodies. It is the same whichever is A, unless their faces are equally large.
static void find_direction(const lgjk_feature3* a, const lgjk_feature3* b, double d[2]) {
  const bool swapped = lgjk_clip3_face_is_b(a, b);
  const double *p = swapped ? b->fixed : a->fixed, *q = swapped ? a->fixed : b->fixed;
  const double together = p[0] * q[0] + p[1] * q[1];
  for (int k = 0; k < 2; ++k) d[k] = together > LGJK_OPPOSED ? p[k] + q[k] : p[k] - q[k];
}

void lgjk_choice3_spread(const lgjk_feature3* a, const lgjk_feature3* b, const lgjk_place3* found, uint32_t count,
                         uint32_t most, double near, lgjk_choice3* out) {
  extent e;
  const lgjk_place3 *low = found, *high = found;
  find_direction(a, b, e.d);
  for (uint32_t i = 1; i < count; ++i) {
    if (along(e.d, &found[i]) < along(e.d, low)) low = &found[i];
    if (along(e.d, &found[i]) > along(e.d, high)) high = &found[i];
  }
  e.low = along(e.d, low);
  e.high = along(e.d, high);
  out->at[0] = *low;
  out->at[1] = *high;
  const double square = lgjk_choice3_square(low, high), least = near * lgjk_sqrt(square);
  out->count = square > near * near ? 2 : 1;
  if (out->count == 2 && most > 2) add_best(found, count, area_beside, &e, least, out);
  if (out->count == 3) add_best(found, count, area_beyond, &e, least, out);
}

uint32_t lgjk_choice3_deepest(const lgjk_place3* at, uint32_t count) {
  uint32_t deepest = 0;
  for (uint32_t i = 1; i < count; ++i) {
    if (at[i].separation < at[deepest].separation) deepest = i;
  }
  return deepest;
}

uint32_t lgjk_choice3_nearest(const lgjk_place3* p, const lgjk_choice3* out) {
  uint32_t nearest = 0;
  for (uint32_t i = 1; i < out->count; ++i) {
    if (lgjk_choice3_square(p, &out->at[i]) < lgjk_choice3_square(p, &out->at[nearest])) nearest = i;
  }
  return nearest;
}

void lgjk_choice3_include(const lgjk_place3* deepest, double deep, lgjk_choice3* out) {
  if (out->at[lgjk_choice3_deepest(out->at, out->count)].separation <= deep) return;
  out->at[lgjk_choice3_nearest(deepest, out)] = *deepest;
}

void lgjk_choice3_take(const lgjk_place3* found, uint32_t count, double near, lgjk_choice3* out) {
  out->count = 0;
  for (uint32_t i = 0; i < count; ++i) {
    bool taken = false;
    for (uint32_t k = 0; k < out->count && !taken; ++k) {
      taken = lgjk_choice3_square(&out->at[k], &found[i]) <= near * near;
    }
    if (!taken) out->at[out->count++] = found[i];
  }
}
