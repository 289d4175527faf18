// Moves walkers along their ways, and pushes them out of what they overlap.
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

#endif
