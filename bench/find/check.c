// All pairs of a scene by brute force, in double.
#include "check.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---------------------------------------------------------------- meeting

// What stands in for a body: a circle, and of a wall also its box.
typedef struct bound {
  double at[3], radius;
  double axis[2], half[2];
  bool box;
} bound;

static bound bound_of(const moving* m, uint32_t body) {
  bound b = {.radius = (double)m->radius[body]};
  const float* pose = moving_place(m, body);
  for (int k = 0; k < m->dim; ++k) b.at[k] = (double)pose[k];
  if (!moving_is_wall(m, body)) return b;
  float half[2];
  moving_wall(m, body, half);
  b.box = true;
  for (int k = 0; k < 2; ++k) {
    b.half[k] = (double)half[k];
    b.axis[k] = (double)pose[2 + k];
  }
  b.radius = hypot(b.half[0], b.half[1]);
  return b;
}

// How far a bound reaches along a direction.
static double reach_along(const bound* b, double x, double y) {
  if (!b->box) return b->radius;
  return fabs(x * b->axis[0] + y * b->axis[1]) * b->half[0] + fabs(y * b->axis[0] - x * b->axis[1]) * b->half[1];
}

// Whether an axis of the box of A parts the two.
static bool is_parted(const bound* a, const bound* b, double gap) {
  if (!a->box) return false;
  const double x = b->at[0] - a->at[0], y = b->at[1] - a->at[1];
  for (int k = 0; k < 2; ++k) {
    const double c = k == 0 ? a->axis[0] : -a->axis[1], s = k == 0 ? a->axis[1] : a->axis[0];
    if (fabs(x * c + y * s) > a->half[k] + reach_along(b, c, s) + gap) return true;
  }
  return false;
}

// `share` of the sum of both radii and the margin is added to each gap.
static bool meet(const bound* a, const bound* b, double share) {
  const double sum = a->radius + b->radius, margin = (double)MOVING_MARGIN;
  const double turned = a->box || b->box ? share * 2e-4 : share * 1e-5;
  double far = 0;
  for (int k = 0; k < 3; ++k) far += (b->at[k] - a->at[k]) * (b->at[k] - a->at[k]);
  if (sqrt(far) > sum + margin + share * 1e-5 * (sum + margin)) return false;
  const double gap = margin + turned * (sum + margin);
  return !is_parted(a, b, gap) && !is_parted(b, a, gap);
}

// ---------------------------------------------------------------- lists

static uint64_t key_of(uint32_t a, uint32_t b) { return a < b ? (uint64_t)a << 32 | b : (uint64_t)b << 32 | a; }

static int compare_keys(const void* a, const void* b) {
  uint64_t x, y;
  memcpy(&x, a, sizeof x);
  memcpy(&y, b, sizeof y);
  return x < y ? -1 : x > y;
}

static bool has(const uint64_t* keys, uint64_t count, uint64_t key) {
  return count > 0 && bsearch(&key, keys, count, sizeof *keys, compare_keys) != NULL;
}

// Keeps, of the pairs that may meet, those that are within the margin.
static bool keep_close(true_pairs* t) {
  const moving* m = t->scene;
  const uint64_t n = t->may_count;
  uint32_t* a = malloc((n + 1) * sizeof *a);
  uint32_t* b = malloc((n + 1) * sizeof *b);
  float* distance = malloc((n + 1) * sizeof *distance);
  int32_t code = LGJK_ERROR_MEMORY;
  if (a && b && distance) {
    for (uint64_t i = 0; i < n; ++i) {
      a[i] = (uint32_t)(t->may[i] >> 32);
      b[i] = (uint32_t)t->may[i];
    }
    const lgjk_pairs pairs = {.struct_size = sizeof pairs, .a = a, .b = b, .count = n};
    const lgjk_results results = {.struct_size = sizeof results, .distance = distance};
    const lgjk_bodies2 flat = moving_view2(m, 0, m->count);
    const lgjk_bodies3 deep = moving_view3(m, 0, m->count);
    code = m->dim == 2 ? lgjk_distance2(&flat, &flat, &pairs, NULL, 0, n, &results, NULL, NULL)
                       : lgjk_distance3(&deep, &deep, &pairs, NULL, 0, n, &results, NULL, NULL);
  }
  for (uint64_t i = 0; code == LGJK_OK && i < n; ++i) {
    if (distance[i] <= MOVING_MARGIN) t->close[t->close_count++] = t->may[i];
  }
  free(a);
  free(b);
  free(distance);
  return code == LGJK_OK;
}

bool true_pairs_open(true_pairs* t, const moving* m) {
  *t = (true_pairs){.scene = m};
  const uint64_t most = (uint64_t)m->count * m->count / 2;
  bound* bounds = malloc(m->count * sizeof *bounds);
  t->must = malloc(most * sizeof *t->must);
  t->may = malloc(most * sizeof *t->may);
  t->close = malloc(most * sizeof *t->close);
  if (!bounds || !t->must || !t->may || !t->close) {
    free(bounds);
    return false;
  }
  for (uint32_t i = 0; i < m->count; ++i) bounds[i] = bound_of(m, i);
  for (uint32_t i = 0; i < m->movers; ++i) {
    for (uint32_t k = i + 1; k < m->count; ++k) {
      if (!meet(&bounds[i], &bounds[k], 2)) continue;
      t->may[t->may_count++] = key_of(i, k);
      if (meet(&bounds[i], &bounds[k], 0)) t->must[t->must_count++] = key_of(i, k);
    }
  }
  free(bounds);
  return keep_close(t);
}

// ---------------------------------------------------------------- the check

static bool complain(const char* who, const char* what, uint64_t key) {
  fprintf(stderr, "lgjk_bench: %s %s pair %" PRIu64 ", %" PRIu64 "\n", who, what, key >> 32, key & UINT32_MAX);
  return false;
}

// Whether all keys are told.
static bool all_told(const uint64_t* told, uint64_t told_count, const uint64_t* keys, uint64_t count, const char* who) {
  for (uint64_t i = 0; i < count; ++i) {
    if (!has(told, told_count, keys[i])) return complain(who, "misses", keys[i]);
  }
  return true;
}

bool check_pairs(const true_pairs* t, const find_pairs* told, bool of_library, const char* who) {
  uint64_t* keys = malloc((told->count + 1) * sizeof *keys);
  uint64_t count = 0;
  if (keys == NULL || told->count > told->capacity) {
    free(keys);
    return complain(who, "tells more than there is room for, from", told->capacity);
  }
  for (uint64_t i = 0; i < told->count; ++i) {
    const uint32_t a = told->a[i], b = told->b[i];
    if (!moving_is_wall(t->scene, a) || !moving_is_wall(t->scene, b)) keys[count++] = key_of(a, b);
  }
  qsort(keys, count, sizeof *keys, compare_keys);
  bool right = all_told(keys, count, of_library ? t->must : t->close, of_library ? t->must_count : t->close_count, who);
  for (uint64_t i = 0; of_library && right && i < count; ++i) {
    if (i > 0 && keys[i] == keys[i - 1]) right = complain(who, "tells twice", keys[i]);
    if (!has(t->may, t->may_count, keys[i])) right = complain(who, "tells, without need,", keys[i]);
  }
  free(keys);
  return right;
}
