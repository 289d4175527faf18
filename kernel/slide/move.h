// Moves walkers along their ways, and pushes them out of what they overlap; their steps, and the ground below them.
#ifndef LGJK_SLIDE_MOVE_H
#define LGJK_SLIDE_MOVE_H

#include "base/error.h"
#include "slide/walker.h"

#define SLACK 2e-5          // of a motion: so far it may go into a plane, to pass near to parallel ones
#define SLACK_OF_SKIN 1e-3  // and of the skin
#define NEAR_SKINS 2.0      // a plane that is farther off does not limit a motion
#define SET_BACK_SKINS 16.0 // a motion may be longer than the way by so much

static inline double length_of(const double* v) { return lgjk_sqrt(dot(v, v)); }

static bool is_near(const slide_walker* w, const slide_touch* t) { return t->gap <= NEAR_SKINS * w->skin; }

// Returns whether a plane is steep, and then writes the horizontal direction into it; `sine`: of its slope.
static bool is_steep(const slide_job* job, const slide_touch* t, double* level, double* sine) {
  const double slope = slope_of(job, t->normal);
  if (!(slope > SLACK_OF_SKIN) || is_ground(job, t->normal)) return false;
  memcpy(level, t->normal, DIM * sizeof *level);
  add_scaled(level, slope, job->up);
  *sine = length_of(level);
  for (int k = 0; k < DIM; ++k) level[k] /= *sine;
  return true;
}

// Writes what limits the motion of a walker: it keeps the skin to each plane. From a steep one it is set back on the
// level, so that it is not lifted.
static uint32_t find_limits(const slide_job* job, const slide_walker* w, slide_limit limits[MOST_LIMITS]) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < w->touches; ++i) {
    const slide_touch* t = &w->touch[i];
    double sine;
    if (!is_near(w, t)) continue;
    slide_limit* limit = &limits[count++];
    memcpy(limit->normal, t->normal, sizeof limit->normal);
    limit->most = t->gap - w->skin;
    if (!is_steep(job, t, limits[count].normal, &sine)) continue;
    limits[count++].most = limit->most / sine;
    limit->most = limit->most > 0 ? limit->most : 0;
  }
  return count;
}

// Changes the given motion: it does not push against what is steep, and is lifted along `up` until it goes
// into no ground.
static void adapt(const slide_job* job, const slide_walker* w, double* motion) {
  double level[DIM], sine;
  for (uint32_t i = 0; i < w->touches && job->has_up; ++i) {
    const slide_touch* t = &w->touch[i];
    if (!is_near(w, t) || !is_steep(job, t, level, &sine)) continue;
    const double into = dot(level, motion) - (t->gap - w->skin) / sine;
    if (into > 0) add_scaled(motion, -into, level);
  }
  for (uint32_t i = 0; i < w->touches && job->has_up; ++i) {
    const slide_touch* t = &w->touch[i];
    if (!is_near(w, t) || !is_ground(job, t->normal)) continue;
    const double into = dot(t->normal, motion) - (t->gap - w->skin);
    if (into > 0) add_scaled(motion, into / slope_of(job, t->normal), job->up);
  }
}

// Writes the motion nearest to the given one that keeps the skin; if there is none, that goes into no plane.
static void find_motion(const slide_job* job, const slide_walker* w, double* out) {
  slide_limit limits[MOST_LIMITS];
  double way[DIM];
  memcpy(way, w->rest, sizeof way);
  adapt(job, w, way);
  const uint32_t count = find_limits(job, w, limits);
  const double length = length_of(way), slack = SLACK * length + SLACK_OF_SKIN * w->skin;
  if (find_nearest(limits, count, way, slack, out) && length_of(out) <= length + SET_BACK_SKINS * w->skin) return;
  for (uint32_t i = 0; i < count; ++i) limits[i].most = limits[i].most > 0 ? limits[i].most : 0;
  find_nearest(limits, count, way, slack, out);
}

// Adds a plane, or brings that of the same body up to date. Returns false if there is no room.
static bool add_touch(slide_walker* w, const lgjk_cast_hit* hit, double gap) {
  uint32_t i = 0;
  while (i < w->touches && w->touch[i].plane.body != hit->body) ++i;
  if (i == TOUCHES) return false;
  w->touches += i == w->touches;
  slide_touch* t = &w->touch[i];
  t->plane = (lgjk_slide_plane){.body = hit->body, .status = hit->status};
  memcpy(t->plane.normal, hit->normal, DIM * sizeof(float));
  memcpy(t->plane.point, hit->point, DIM * sizeof(float));
  read_vector(hit->normal, t->normal);
  t->gap = gap;
  return true;
}

// Takes the answer of a cast along w->motion that does not begin with an overlap.
static void take_hits(slide_walker* w, const lgjk_cast_hit* hits) {
  const bool free = hits[0].body == LGJK_NO_BODY;
  const double part = free ? 1 : (double)hits[0].fraction;
  shift(w, part, w->motion);
  for (int k = 0; k < DIM; ++k) w->rest[k] *= 1 - part;
  w->left *= 1 - part;
  w->moves = !free;
  if (free) return;
  w->limited = !add_touch(w, &hits[0], 0);
  w->moves = !w->limited;
}

// ---------------------------------------------------------------- overlaps

// Pushes a walker out of what it overlaps. All its overlaps are among the first hits, unless there are more than these.
static void push_out(const slide_job* job, slide_walker* w, const lgjk_cast_hit* hits) {
  for (uint32_t i = 0; i < HITS && hits[i].body != LGJK_NO_BODY; ++i) {
    if (hits[i].status == LGJK_CAST_OVERLAP) add_touch(w, &hits[i], -(double)hits[i].depth);
  }
  slide_limit limits[MOST_LIMITS];
  const double none[DIM] = {0};
  double push[DIM];
  const uint32_t count = find_limits(job, w, limits);
  if (!find_nearest(limits, count, none, SLACK_OF_SKIN * w->skin, push)) { // out of the deepest alone
    uint32_t deepest = 0;
    for (uint32_t i = 1; i < count; ++i) deepest = limits[i].most < limits[deepest].most ? i : deepest;
    add_scaled(push, limits[deepest].most, limits[deepest].normal);
  }
  const double length = length_of(push), part = length > w->recover ? w->recover / length : 1;
  if (!(part * length > SLACK_OF_SKIN * w->skin)) {
    w->stuck = true;
    w->moves = false;
    return;
  }
  w->recover -= part * length;
  shift(w, part, push);
}

// ---------------------------------------------------------------- all walkers of a chunk

static int32_t move_all(const slide_job* job, slide_casts* c, slide_walker* walkers, uint32_t count) {
  for (uint32_t turn = 0; turn < job->options.iteration_limit; ++turn) {
    c->count = 0;
    for (uint32_t i = 0; i < count; ++i) {
      slide_walker* w = &walkers[i];
      if (!w->moves) continue;
      find_motion(job, w, w->motion);
      if (turn == 0 || length_of(w->motion) > SLACK_OF_SKIN * w->skin) {
        add_cast(c, w, i, w->at, w->motion); // the first also if it does not move: it may overlap
      } else {
        w->moves = false;
        w->left = 0;
      }
    }
    if (c->count == 0) return LGJK_OK;
    LGJK_TRY(run_casts(job, c, walkers));
    for (uint32_t i = 0; i < c->count; ++i) {
      const lgjk_cast_hit* hits = c->hit[i];
      slide_walker* w = &walkers[c->walker[i]];
      if (hits[0].body != LGJK_NO_BODY && hits[0].status == LGJK_CAST_OVERLAP) {
        push_out(job, w, hits);
      } else {
        take_hits(w, hits);
      }
    }
  }
  for (uint32_t i = 0; i < count; ++i) {
    walkers[i].limited = walkers[i].limited || walkers[i].moves;
    walkers[i].moves = false;
  }
  return LGJK_OK;
}

// ---------------------------------------------------------------- what is below

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
static bool may_step(const slide_job* job, slide_walker* w) {
  double went[DIM], all = 0;
  bool steep = false;
  if (!(job->options.step_height > 0) || w->bad || w->stuck || dot(w->way, job->up) > LEAST_STEP * length_of(w->way)) {
    return false;
  }
  for (uint32_t i = 0; i < w->touches; ++i) {
    steep = steep || (!is_ground(job, w->touch[i].normal) && slope_of(job, w->touch[i].normal) > -0.5);
  }
  level_of(job, w->way, w->direction);
  all = length_of(w->direction);
  if (!steep || !(all > 0)) return false;
  for (int k = 0; k < DIM; ++k) {
    w->direction[k] /= all;
    went[k] = w->at[k] - w->start[k];
  }
  w->go = all - dot(went, w->direction);
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
  bool good[CHUNK];
} step_tries;

// Keeps the tries that are good so far.
static void keep_good(step_tries* t) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < t->count; ++i) {
    t->walker[kept] = t->walker[i];
    kept += t->good[i];
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
    add_scaled(from, beyond ? w->beyond : w->go, w->direction);
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
    slide_walker* w = &walkers[t->walker[i]];
    const uint32_t ground = find_ground(job, w, c->hit[i], w->rise + w->skin);
    t->good[i] = ground < HITS || c->hit[i][0].body == LGJK_NO_BODY;
    level[i] = !(ground < HITS) || is_ground_hit(job, &c->hit[i][ground]);
    w->drop = drop_of(w, c->hit[i]);
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
    if (!may_step(job, &walkers[i])) continue;
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
    add_scaled(way, w->beyond, w->direction);
    add_cast(c, w, t.walker[i], from, way);
  }
  if (c->count > 0) LGJK_TRY(run_casts(job, c, walkers));
  for (uint32_t i = 0; i < t.count; ++i) t.good[i] = take_go(&walkers[t.walker[i]], c->hit[i]);
  keep_good(&t);
  LGJK_TRY(land(job, c, walkers, &t));
  for (uint32_t i = 0; i < t.count; ++i) {
    slide_walker* w = &walkers[t.walker[i]];
    shift(w, w->rise - w->drop, job->up);
    shift(w, w->go, w->direction);
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
