// Steps of walkers, and the ground below them.
#ifndef LGJK_SLIDE_STEP_H
#define LGJK_SLIDE_STEP_H

#include "slide/move.h"

#define PROBE_SKINS 4.0 // ground is found up to this distance
#define LEAST_STEP 1e-3 // of a way: with less left a walker does not try to step; with more upwards it jumps

// Adds a cast along `up`, or down.
static void add_upright(const slide_job* job, slide_casts* c, const slide_walker* w, uint32_t number,
                        const double* from, double by) {
  double way[DIM] = {0};
  add_scaled(way, by, job->up);
  add_cast(c, w, number, from, way);
}

static void level_of(const slide_job* job, const double* v, double* out) {
  memcpy(out, v, DIM * sizeof *out);
  add_scaled(out, -dot(v, job->up), job->up);
}

// Finds which hit a body stands on: the most level of those that are touched as soon as the first, within the skin.
// Returns HITS if there is none, or if the cast begins with an overlap.
static uint32_t find_ground(const slide_job* job, const slide_walker* w, const lgjk_cast_hit* hits, double down) {
  uint32_t best = HITS;
  double most = 0;
  for (uint32_t i = 0; i < HITS && hits[i].body != LGJK_NO_BODY; ++i) {
    double normal[DIM];
    if (hits[i].status != LGJK_CAST_HIT) return HITS;
    read_vector(hits[i].normal, normal);
    const double slope = slope_of(job, normal), later = (double)hits[i].fraction - (double)hits[0].fraction;
    if (!(later * slope * down <= w->skin) || !(slope > most)) continue;
    best = i;
    most = slope;
  }
  return best;
}

static bool is_ground_hit(const slide_job* job, const lgjk_cast_hit* hit) {
  double normal[DIM];
  read_vector(hit->normal, normal);
  return is_ground(job, normal);
}

// ---------------------------------------------------------------- steps

// Returns whether a walker tries to step, and sets how far it has still to go.
static bool may_step(const slide_job* job, slide_walker* w, double direction[DIM]) {
  double went[DIM], all = 0;
  bool steep = false;
  if (!(job->options.step_height > 0) || w->bad || w->stuck || dot(w->way, job->up) > LEAST_STEP * length_of(w->way)) {
    return false;
  }
  for (uint32_t i = 0; i < w->touches; ++i) {
    steep = steep || (!is_ground(job, w->touch[i].normal) && slope_of(job, w->touch[i].normal) > -0.5);
  }
  level_of(job, w->way, direction);
  all = length_of(direction);
  if (!steep || !(all > 0)) return false;
  for (int k = 0; k < DIM; ++k) {
    direction[k] /= all;
    went[k] = w->at[k] - w->start[k];
  }
  w->go = all - dot(went, direction);
  return w->go > LEAST_STEP * all && w->go > w->skin;
}

// Takes the cast upwards: how high a walker gets.
static bool take_rise(const slide_job* job, slide_walker* w, const lgjk_cast_hit* hits) {
  const double most = (double)job->options.step_height + PROBE_SKINS * w->skin;
  w->rise = most;
  if (hits[0].body == LGJK_NO_BODY) return true;
  w->rise = (double)hits[0].fraction * most - w->skin;
  return hits[0].status == LGJK_CAST_HIT && w->rise > w->skin;
}

// Takes the cast forward: how far it gets there, on its way and beyond.
static bool take_go(slide_walker* w, const lgjk_cast_hit* hits) {
  w->blocked = hits[0].body != LGJK_NO_BODY;
  if (!w->blocked) return true;
  const double most = (double)hits[0].fraction * w->beyond - 2 * w->skin;
  w->beyond = most;
  w->go = w->go < most ? w->go : most;
  return hits[0].status == LGJK_CAST_HIT && w->go > w->skin;
}

typedef struct step_tries {
  uint32_t count, walker[CHUNK];
  double direction[CHUNK][DIM];
  double drop[CHUNK];
  bool good[CHUNK];
} step_tries;

// Keeps the tries that are good so far.
static void keep_good(step_tries* t) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < t->count; ++i) {
    if (!t->good[i]) continue;
    t->walker[kept] = t->walker[i];
    t->drop[kept] = t->drop[i];
    memcpy(t->direction[kept++], t->direction[i], sizeof t->direction[i]);
  }
  t->count = kept;
}

// Casts all tries down, from where they would be `forward`: the end of the way, or beyond.
static int32_t cast_down(const slide_job* job, slide_casts* c, slide_walker* walkers, const step_tries* t,
                         bool beyond) {
  c->count = 0;
  for (uint32_t i = 0; i < t->count; ++i) {
    const slide_walker* w = &walkers[t->walker[i]];
    double from[DIM];
    memcpy(from, w->at, sizeof from);
    add_scaled(from, w->rise, job->up);
    add_scaled(from, beyond ? w->beyond : w->go, t->direction[i]);
    add_upright(job, c, w, t->walker[i], from, -(w->rise + w->skin));
  }
  return c->count > 0 ? run_casts(job, c, walkers) : LGJK_OK;
}

// Returns how far a walker gets down, less the skin.
static double drop_of(const slide_walker* w, const lgjk_cast_hit* hits) {
  const double drop = hits[0].body == LGJK_NO_BODY ? w->rise : (double)hits[0].fraction * (w->rise + w->skin) - w->skin;
  return drop > 0 ? drop : 0;
}

// Lets the tries end that would not stand: the step is too high if what stops the walker on top is touched at once.
static int32_t land(const slide_job* job, slide_casts* c, slide_walker* walkers, step_tries* t) {
  bool level[CHUNK];
  LGJK_TRY(cast_down(job, c, walkers, t, false));
  for (uint32_t i = 0; i < c->count; ++i) {
    const slide_walker* w = &walkers[t->walker[i]];
    const uint32_t ground = find_ground(job, w, c->hit[i], w->rise + w->skin);
    t->good[i] = ground < HITS || c->hit[i][0].body == LGJK_NO_BODY;
    level[i] = !(ground < HITS) || is_ground_hit(job, &c->hit[i][ground]);
    t->drop[i] = drop_of(w, c->hit[i]);
  }
  LGJK_TRY(cast_down(job, c, walkers, t, true));
  for (uint32_t i = 0; i < c->count; ++i) {
    const slide_walker* w = &walkers[t->walker[i]];
    const uint32_t ground = find_ground(job, w, c->hit[i], w->rise + w->skin);
    level[i] = level[i] || (ground < HITS && is_ground_hit(job, &c->hit[i][ground]));
    const bool high = w->blocked && drop_of(w, c->hit[i]) <= 2 * w->skin;
    t->good[i] = t->good[i] && level[i] && !high;
  }
  keep_good(t);
  return LGJK_OK;
}

static int32_t step_all(const slide_job* job, slide_casts* c, slide_walker* walkers, uint32_t count) {
  step_tries t;
  t.count = c->count = 0;
  for (uint32_t i = 0; i < count; ++i) {
    if (!may_step(job, &walkers[i], t.direction[t.count])) continue;
    t.walker[t.count++] = i;
    const double height = (double)job->options.step_height + PROBE_SKINS * walkers[i].skin;
    add_upright(job, c, &walkers[i], i, walkers[i].at, height);
  }
  if (t.count == 0) return LGJK_OK;
  LGJK_TRY(run_casts(job, c, walkers));
  for (uint32_t i = 0; i < t.count; ++i) t.good[i] = take_rise(job, &walkers[t.walker[i]], c->hit[i]);
  keep_good(&t);
  c->count = 0;
  for (uint32_t i = 0; i < t.count; ++i) {
    slide_walker* w = &walkers[t.walker[i]];
    double from[DIM], way[DIM] = {0};
    w->beyond = w->go + (double)job->options.step_forward;
    memcpy(from, w->at, sizeof from);
    add_scaled(from, w->rise, job->up);
    add_scaled(way, w->beyond, t.direction[i]);
    add_cast(c, w, t.walker[i], from, way);
  }
  if (c->count > 0) LGJK_TRY(run_casts(job, c, walkers));
  for (uint32_t i = 0; i < t.count; ++i) t.good[i] = take_go(&walkers[t.walker[i]], c->hit[i]);
  keep_good(&t);
  LGJK_TRY(land(job, c, walkers, &t));
  for (uint32_t i = 0; i < t.count; ++i) {
    slide_walker* w = &walkers[t.walker[i]];
    shift(w, w->rise - t.drop[i], job->up);
    shift(w, w->go, t.direction[i]);
  }
  return LGJK_OK;
}

// ---------------------------------------------------------------- ground

// How far down ground is looked for.
static double depth_of_probe(const slide_job* job, const slide_walker* w) {
  return PROBE_SKINS * w->skin + (w->stood ? (double)job->options.snap : 0);
}

// Takes what is below a walker before it moves: ground is a plane, so that the walker keeps its skin from the start.
static void stand(const slide_job* job, slide_walker* w, const lgjk_cast_hit* hits, uint32_t k, double down) {
  w->stood = dot(w->way, job->up) <= LEAST_STEP * length_of(w->way);
  if (!is_ground_hit(job, &hits[k])) return;
  double normal[DIM];
  read_vector(hits[k].normal, normal);
  add_touch(w, &hits[k], (double)hits[k].fraction * down * slope_of(job, normal));
}

// Takes what is below a walker in the end, and brings it down there.
static void settle(const slide_job* job, slide_walker* w, const lgjk_cast_hit* hits, uint32_t k, double down) {
  if (!is_ground_hit(job, &hits[k])) return;
  w->ground = hits[k].body;
  read_vector(hits[k].normal, w->ground_normal);
  const double far = (double)hits[0].fraction * down - w->skin;
  if (w->stood && job->options.snap > 0 && far > w->skin) shift(w, -far, job->up);
}

// Looks for what is below all walkers, before they move or in the end.
static int32_t ground_all(const slide_job* job, slide_casts* c, slide_walker* walkers, uint32_t count,
                          void (*take)(const slide_job*, slide_walker*, const lgjk_cast_hit*, uint32_t, double)) {
  c->count = 0;
  for (uint32_t i = 0; i < count && job->has_up; ++i) {
    if (!walkers[i].stuck) add_upright(job, c, &walkers[i], i, walkers[i].at, -depth_of_probe(job, &walkers[i]));
  }
  if (c->count > 0) LGJK_TRY(run_casts(job, c, walkers));
  for (uint32_t i = 0; i < c->count; ++i) {
    slide_walker* w = &walkers[c->walker[i]];
    const double down = depth_of_probe(job, w);
    const uint32_t k = find_ground(job, w, c->hit[i], down);
    if (k < HITS) take(job, w, c->hit[i], k, down);
  }
  return LGJK_OK;
}

#endif
