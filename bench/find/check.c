// What brute force finds, in double, beside what contenders find: it has to hold before they are timed.

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "measure.h"

#define CHECKED_TICKS 5
#define CHECKED_BODIES 3000u // all pairs of which are examined
#define CHECKED_NEAREST 2000u
#define CHECKED_HEAP 1000u // which all meet

// ---------------------------------------------------------------- meeting

// What stands in for a body: a circle or ball, and of one that is thin also its box.
typedef struct bound {
  int dim;
  double at[3], radius;
  double axis[3][3], half[3];
  bool box;
} bound;

// Writes the axes of a body's pose.
static void axes_of(const moving* m, uint32_t body, bound* b) {
  const float* pose = moving_place(m, body);
  if (m->dim == 2) {
    for (int k = 0; k < 2; ++k) b->axis[0][k] = (double)pose[2 + k];
    b->axis[1][0] = -b->axis[0][1];
    b->axis[1][1] = b->axis[0][0];
    return;
  }
  const double x = (double)pose[3], y = (double)pose[4], z = (double)pose[5], w = (double)pose[6];
  const double axis[3][3] = {{1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w)},
                             {2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w)},
                             {2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y)}};
  memcpy(b->axis, axis, sizeof axis);
}

// `thin`: in circle radii, how thin a box has to be for the body to have it. The library's limit is 0.5 of a radius
// that is rounded outwards.
static bound bound_of(const moving* m, uint32_t body, double thin) {
  bound b = {.dim = m->dim, .radius = (double)m->radius[body]};
  for (int k = 0; k < m->dim; ++k) b.at[k] = (double)moving_place(m, body)[k];
  if (!moving_is_wall(m, body) && m->box == NULL) return b;
  float half[3] = {0};
  if (m->box != NULL) memcpy(half, m->box[body], sizeof half);
  if (m->box == NULL) moving_wall(m, body, half);
  axes_of(m, body, &b);
  double thinnest = (double)half[0], square = 0;
  for (int k = 0; k < m->dim; ++k) {
    b.half[k] = (double)half[k];
    thinnest = fmin(thinnest, b.half[k]);
    square += b.half[k] * b.half[k];
  }
  b.radius = sqrt(square);
  b.box = thinnest < thin * b.radius;
  return b;
}

static double dot(const double* a, const double* b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

// How far a bound reaches along a direction.
static double reach_along(const bound* b, const double* way) {
  if (!b->box) return b->radius;
  double reach = 0;
  for (int k = 0; k < b->dim; ++k) reach += fabs(dot(way, b->axis[k])) * b->half[k];
  return reach;
}

// Whether an axis of the box of A parts the two.
static bool is_parted(const bound* a, const bound* b, double gap) {
  if (!a->box) return false;
  const double way[3] = {b->at[0] - a->at[0], b->at[1] - a->at[1], b->at[2] - a->at[2]};
  for (int k = 0; k < a->dim; ++k) {
    if (fabs(dot(way, a->axis[k])) > a->half[k] + reach_along(b, a->axis[k]) + gap) return true;
  }
  return false;
}

// Whether their boxes in the world's axes are parted, as trees have them.
static bool is_parted_upright(const bound* a, const bound* b, double gap) {
  for (int k = 0; k < a->dim; ++k) {
    double way[3] = {0};
    way[k] = 1;
    if (fabs(b->at[k] - a->at[k]) > reach_along(a, way) + reach_along(b, way) + gap) return true;
  }
  return false;
}

// `share` of the sum of both radii and the margin is added to each gap.
static bool meet(const bound* a, const bound* b, double margin, double share) {
  const double sum = a->radius + b->radius;
  const double turned = share * (a->box || b->box ? (a->dim == 2 ? 2e-4 : 5e-4) : 1e-5);
  double far = 0;
  for (int k = 0; k < 3; ++k) far += (b->at[k] - a->at[k]) * (b->at[k] - a->at[k]);
  if (sqrt(far) > sum + margin + share * 1e-5 * (sum + margin)) return false;
  const double gap = margin + turned * (sum + margin);
  return !is_parted(a, b, gap) && !is_parted(b, a, gap) && !is_parted_upright(a, b, gap);
}

// ---------------------------------------------------------------- pairs

static uint64_t key_of(uint32_t a, uint32_t b) { return a < b ? (uint64_t)a << 32 | b : (uint64_t)b << 32 | a; }

int compare_keys(const void* a, const void* b) {
  uint64_t x, y;
  memcpy(&x, a, sizeof x);
  memcpy(&y, b, sizeof y);
  return x < y ? -1 : x > y;
}

static bool has(const uint64_t* keys, uint64_t count, uint64_t key) {
  return count > 0 && bsearch(&key, keys, count, sizeof *keys, compare_keys) != NULL;
}

// The pairs of a scene by brute force.
typedef struct true_pairs {
  const moving* scene;
  uint64_t* must;  // pairs that meet (lanegjk_find.h), by bounds that are not rounded outwards; ascending
  uint64_t* may;   // and with bounds that are rounded twice as far
  uint64_t* close; // pairs whose shapes are within the margin
  uint64_t must_count, may_count, close_count;
} true_pairs;

// Keeps, of the pairs that may meet, those that are within the margin.
static void keep_close(true_pairs* t) {
  const moving* m = t->scene;
  const uint64_t n = t->may_count;
  uint32_t *a = claim(n, sizeof *a), *b = claim(n, sizeof *b);
  float* distance = claim(n, sizeof *distance);
  for (uint64_t i = 0; i < n; ++i) {
    a[i] = (uint32_t)(t->may[i] >> 32);
    b[i] = (uint32_t)t->may[i];
  }
  const lgjk_pairs pairs = {.struct_size = sizeof pairs, .a = a, .b = b, .count = n};
  const lgjk_results results = {.struct_size = sizeof results, .distance = distance};
  const lgjk_bodies2 flat = moving_view2(m, 0, m->count);
  const lgjk_bodies3 deep = moving_view3(m, 0, m->count);
  lgjk_error error = {0};
  check_call(m->dim == 2 ? lgjk_distance2(&flat, &flat, &pairs, NULL, 0, n, &results, NULL, &error)
                         : lgjk_distance3(&deep, &deep, &pairs, NULL, 0, n, &results, NULL, &error),
             &error);
  for (uint64_t i = 0; i < n; ++i) {
    if (distance[i] <= m->margin) t->close[t->close_count++] = t->may[i];
  }
}

static true_pairs find_truth(const moving* m) {
  true_pairs t = {.scene = m};
  const uint64_t most = (uint64_t)m->count * m->count / 2;
  const double margin = (double)m->margin;
  bound *bounds = claim(m->count, sizeof *bounds), *boxed = claim(m->count, sizeof *boxed);
  t.must = claim(most, sizeof *t.must);
  t.may = claim(most, sizeof *t.may);
  t.close = claim(most, sizeof *t.close);
  for (uint32_t i = 0; i < m->count; ++i) {
    bounds[i] = bound_of(m, i, 0.5);
    boxed[i] = bound_of(m, i, 0.5 * (1 + 2e-5));
  }
  for (uint32_t i = 0; i < m->movers; ++i) {
    if (!moving_is_first(m, i)) break;
    for (uint32_t k = m->second > 0 ? m->second : i + 1; k < m->count; ++k) {
      if (!meet(&bounds[i], &bounds[k], margin, 2)) continue;
      t.may[t.may_count++] = key_of(i, k);
      if (meet(&boxed[i], &boxed[k], margin, 0)) t.must[t.must_count++] = key_of(i, k);
    }
  }
  keep_close(&t);
  return t;
}

static bool complain(const char* who, const char* what, uint64_t key) {
  fprintf(stderr, "lgjk_bench: %s %s pair %" PRIu64 ", %" PRIu64 "\n", who, what, key >> 32, key & UINT32_MAX);
  return false;
}

// Whether all expected keys are among those that were found.
static bool has_all(const uint64_t* found, uint64_t found_count, const uint64_t* keys, uint64_t count,
                    const char* who) {
  for (uint64_t i = 0; i < count; ++i) {
    if (!has(found, found_count, keys[i])) return complain(who, "misses", keys[i]);
  }
  return true;
}

// Whether pairs are right: exact ones are those that meet, and all others hold those within the margin. Reports what
// is wrong in the name of `who`. Pairs of two walls are passed over.
static bool are_right(const true_pairs* t, const find_answers* pairs, bool exact, const char* who) {
  if (pairs->count > pairs->capacity)
    return complain(who, "reports more than there is room for, from", pairs->capacity);
  uint64_t *keys = claim(pairs->count, sizeof *keys), count = 0;
  for (uint64_t i = 0; i < pairs->count; ++i) {
    const uint32_t a = pairs->a[i], b = pairs->b[i];
    if (!moving_is_wall(t->scene, a) || !moving_is_wall(t->scene, b)) keys[count++] = key_of(a, b);
  }
  qsort(keys, count, sizeof *keys, compare_keys);
  bool right = has_all(keys, count, exact ? t->must : t->close, exact ? t->must_count : t->close_count, who);
  for (uint64_t i = 0; exact && right && i < count; ++i) {
    if (i > 0 && keys[i] == keys[i - 1]) right = complain(who, "reports twice", keys[i]);
    if (!has(t->may, t->may_count, keys[i])) right = complain(who, "reports, without need,", keys[i]);
  }
  free(keys);
  return right;
}

// ---------------------------------------------------------------- the nearest

// Writes how far all bodies are from one, in order. Its own 0 comes first.
static void distances_from(const moving* m, uint32_t body, double* out) {
  for (uint32_t i = 0; i < m->count; ++i) {
    double square = 0;
    for (int k = 0; k < m->dim; ++k) {
      const double way = (double)moving_place(m, i)[k] - (double)moving_place(m, body)[k];
      square += way * way;
    }
    out[i] = sqrt(square);
  }
  qsort(out, m->count, sizeof *out, compare_doubles);
}

static bool nearest_are_right(const moving* m, const find_answers* found) {
  double* far = claim(m->count, sizeof *far);
  bool right = true;
  for (uint32_t i = 0; i < m->count; ++i) {
    distances_from(m, i, far);
    for (uint32_t k = 0; k < NEAR_COUNT; ++k) {
      const double distance = (double)found->distance[NEAR_COUNT * i + k];
      right =
          right && fabs(distance - far[k + 1]) <= 1e-5 * (1 + far[k + 1]) && found->nearest[NEAR_COUNT * i + k] != i;
    }
  }
  free(far);
  return right;
}

// ---------------------------------------------------------------- the check

static void check_ticks(const void* context, void* written) {
  const find_case* c = context;
  bool* right = written;
  find_opened o;
  find_open(&o, c, 1000u * c->count);
  for (uint32_t i = 0; i < CHECKED_TICKS; ++i) {
    if (c->contender->traits & WHOLE_LIST) o.answers.count = 0; // else what is new is added to what was
    moving_step(&o.scene);
    c->contender->tick(o.self, &o.answers);
  }
  if (c->contender->traits & NEAREST) {
    *right = nearest_are_right(&o.scene, &o.answers);
    return;
  }
  const bool exact = c->isa != LGJK_ISA_AUTO || (c->contender->traits & EXACT) != 0; // rivals have no instruction set
  const true_pairs truth = find_truth(&o.scene);
  *right = are_right(&truth, &o.answers, exact, c->name);
}

bool check_find(const find_case* c) {
  find_case small = *c;
  small.count = c->contender->traits & NEAREST ? CHECKED_NEAREST : CHECKED_BODIES;
  if (c->kind == ONE_SPOT) small.count = CHECKED_HEAP;
  bool right = false;
  return in_child(check_ticks, &small, &right, sizeof right, 12) && right;
}
