// Bodies on their way, in chunks, and how they are cast: all of a chunk that go on, in one call.
#ifndef LGJK_SLIDE_WALKER_H
#define LGJK_SLIDE_WALKER_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/fpcontrol.h"
#include "block/batch.h"
#include "lanegjk/lanegjk3.h"
#include "lanegjk/lanegjk_slide.h"
#include "shape/names.h"

// ---------------------------------------------------------------- planes

// The motion nearest to a given one that goes into no plane: the projection on the intersection of half spaces
// n . x <= c. At the nearest point some DIM planes at most hold it, with multipliers >= 0; these sets are gone through
// until one is found whose point is in all half spaces.

#define MOST_LIMITS 34u

// A set is left out if its planes are that near to parallel: the square of the sine between two of them.
#define LEAST_DETERMINANT 1e-10

typedef struct slide_limit {
  double normal[DIM], most;
} slide_limit;

static inline double dot(const double* a, const double* b) {
  double sum = a[0] * b[0];
  for (int k = 1; k < DIM; ++k) sum += a[k] * b[k];
  return sum;
}

static inline void add_scaled(double* to, double by, const double* v) {
  for (int k = 0; k < DIM; ++k) to[k] += by * v[k];
}

// Solves a symmetric system of n <= DIM equations by elimination. Returns false if it is nearly singular.
static bool solve(double m[DIM][DIM], double* x, int n) {
  double determinant = 1;
  for (int i = 0; i < n; ++i) {
    determinant *= m[i][i];
    if (!(determinant > LEAST_DETERMINANT)) return false;
    for (int j = i + 1; j < n; ++j) {
      const double by = m[j][i] / m[i][i];
      for (int k = i; k < n; ++k) m[j][k] -= by * m[i][k];
      x[j] -= by * x[i];
    }
  }
  for (int i = n - 1; i >= 0; --i) {
    for (int k = i + 1; k < n; ++k) x[i] -= m[i][k] * x[k];
    x[i] /= m[i][i];
  }
  return true;
}

// Finds the point of the planes in a set that is nearest to `way`. Returns false if they would have to pull.
static bool hold_at(const slide_limit* limits, const uint32_t* set, int n, const double* way, double* out) {
  double m[DIM][DIM], by[DIM];
  for (int i = 0; i < n; ++i) {
    const slide_limit* a = &limits[set[i]];
    for (int j = 0; j < n; ++j) m[i][j] = dot(a->normal, limits[set[j]].normal);
    by[i] = dot(a->normal, way) - a->most;
  }
  if (!solve(m, by, n)) return false;
  memcpy(out, way, DIM * sizeof *out);
  for (int i = 0; i < n; ++i) {
    if (by[i] < 0) return false;
    add_scaled(out, -by[i], limits[set[i]].normal);
  }
  return true;
}

static bool is_within(const slide_limit* limits, uint32_t count, const double* x, double slack) {
  for (uint32_t i = 0; i < count; ++i) {
    if (!(dot(limits[i].normal, x) <= limits[i].most + slack)) return false;
  }
  return true;
}

// Goes to the next set of n numbers below count, in ascending order. Returns false after the last.
static bool next_set(uint32_t* set, int n, uint32_t count) {
  for (int i = n - 1; i >= 0; --i) {
    if (set[i] + (uint32_t)(n - i) >= count) continue;
    ++set[i];
    for (int j = i + 1; j < n; ++j) set[j] = set[j - 1] + 1;
    return true;
  }
  return false;
}

// Writes the nearest point. `slack`: how far it may be beyond a plane, more than rounding. Returns false if there is
// none: then `out` is zero.
static bool find_nearest(const slide_limit* limits, uint32_t count, const double* way, double slack, double* out) {
  for (int n = 0; n <= DIM && (uint32_t)n <= count; ++n) {
    uint32_t set[DIM];
    for (int i = 0; i < n; ++i) set[i] = (uint32_t)i;
    do {
      if (hold_at(limits, set, n, way, out) && is_within(limits, count, out, slack)) return true;
    } while (next_set(set, n, count));
  }
  memset(out, 0, DIM * sizeof *out);
  return false;
}

// ---------------------------------------------------------------- walkers

#define lgjk_cast_againstN NAME_N(lgjk_cast_against, )
#define lgjk_targetN NAME_N(lgjk_target, )
#define lgjk_slideN NAME_N(lgjk_slide, )
#define lgjk_slide_clipN NAME_N(lgjk_slide_clip, )

enum { CHUNK = 64, HITS = 4, TOUCHES = LGJK_MAX_SLIDE_PLANES, TURN = DIM == 2 ? 2 : 4, POSE = DIM + TURN };

// What a walker has touched, and its gap to that now, along the normal.
typedef struct slide_touch {
  lgjk_slide_plane plane;
  double normal[DIM], gap;
} slide_touch;

typedef struct slide_walker {
  uint32_t body, shape, filter[3], skip;
  float pose[POSE], radius; // pose: at the start
  double position[DIM];     // that it is relative to
  double start[DIM], at[DIM], way[DIM];
  double rest[DIM], left;        // what is left of the way, and its part
  double motion[DIM];            // of this cast
  double skin, recover;          // recover: how far it may still be pushed
  double rise, go, beyond, drop; // of a step: up, forward, forward to where ground is looked for, and down
  double direction[DIM];         // in which it goes forward
  bool moves, stuck, limited, stood, bad, empty, blocked;
  uint32_t casts, touches, ground;
  double ground_normal[DIM];
  slide_touch touch[TOUCHES];
} slide_walker;

// A call whose arguments are checked.
typedef struct slide_job {
  const lgjk_bodiesN* a;
  const lgjk_targetN* targets;
  uint32_t target_count;
  const char* way;
  size_t way_stride;
  lgjk_side side; // of A
  lgjk_slide_options options;
  double up[DIM]; // unit, or zero
  bool has_up;
  lgjk_error* error;
} slide_job;

// Casts of walkers, by their numbers in the chunk. The first hits of each are written.
typedef struct slide_casts {
  uint32_t count, walker[CHUNK], shape[CHUNK], filter[3][CHUNK], skip[CHUNK];
  float pose[CHUNK][POSE], radius[CHUNK], way[CHUNK][DIM];
  double position[CHUNK][DIM];
  lgjk_cast_hit hit[CHUNK][HITS];
} slide_casts;

static inline void add_cast(slide_casts* c, const slide_walker* w, uint32_t number, const double* from,
                            const double* way) {
  const uint32_t i = c->count++;
  c->walker[i] = number;
  c->shape[i] = w->shape;
  c->radius[i] = w->radius;
  c->skip[i] = w->skip;
  for (int k = 0; k < 3; ++k) c->filter[k][i] = w->filter[k];
  for (int k = 0; k < DIM; ++k) {
    c->pose[i][k] = (float)from[k];
    c->position[i][k] = w->position[k];
    c->way[i][k] = (float)way[k];
  }
  memcpy(c->pose[i] + DIM, w->pose + DIM, TURN * sizeof(float));
}

static int32_t run_casts(const slide_job* job, slide_casts* c, slide_walker* walkers) {
  const lgjk_bodiesN bodies = {.struct_size = sizeof bodies,
                               .count = c->count,
                               .shapes = job->a->shapes,
                               .shape = c->shape,
                               .pose = c->pose[0],
                               .radius = c->radius,
                               .position = job->a->position != NULL ? c->position[0] : NULL};
  const lgjk_filters filters = {
      .struct_size = sizeof filters, .category = c->filter[0], .mask = c->filter[1], .group = c->filter[2]};
  const lgjk_cast_options options = {
      .struct_size = sizeof options, .isa = job->options.isa, .flags = job->options.flags, .way_a = c->way[0]};
  lgjk_cast_search search = {
      .struct_size = sizeof search, .k = HITS, .hit = c->hit[0], .filters_a = &filters, .skip = c->skip};
  for (uint32_t i = 0; i < c->count; ++i) ++walkers[c->walker[i]].casts;
  return lgjk_cast_againstN(&bodies, job->targets, job->target_count, &search, &options, job->error);
}

// Moves a walker; its position is what a float holds.
static inline void shift(slide_walker* w, double by, const double* motion) {
  for (int k = 0; k < DIM; ++k) w->at[k] = (double)(float)(w->at[k] + by * motion[k]);
  for (uint32_t i = 0; i < w->touches; ++i) w->touch[i].gap -= by * dot(w->touch[i].normal, motion);
}

static inline void read_vector(const float* from, double* out) {
  for (int k = 0; k < DIM; ++k) out[k] = (double)from[k];
}

// Returns the cosine between a slope whose plane has this normal and the horizontal; 0 without a ground.
static inline double slope_of(const slide_job* job, const double* normal) { return -dot(normal, job->up); }

static inline bool is_ground(const slide_job* job, const double* normal) {
  return job->has_up && slope_of(job, normal) >= (double)job->options.walkable;
}

#endif
