// Frame rates and units.
#include "recording_scales.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "support.h"
#include "units.h"

#define USUAL_RATE 25.0
// Times that are nearer to each other, in seconds, are one: sums of steps in floating point.
#define SAME_TIME 1e-5
// Nobody records people at longer steps than this, in seconds: such times are in another unit.
#define LONGEST_STEP 10.0
// Metres per second: above the first nobody's usual speed is, above the second nobody walks.
#define RUNNING_SPEED 8.0
#define WALKING_SPEED 3.0
#define VEHICLE_SPEED 50.0

static int compare_doubles(const void* left, const void* right) {
  const double a = *(const double*)left;
  const double b = *(const double*)right;
  return (a > b) - (a < b);
}

// ---------------------------------------------------------------- frames

static int64_t nearest(double value) { return (int64_t)floor(value + 0.5); }

// The step that all times have in common, in seconds: the shortest between two of them, then the mean over all. 0:
// there is only one time.
static double common_step(const raw_recording* raw, double seconds) {
  double* time = allocate(raw->count, sizeof *time);
  size_t count = 0;
  for (size_t i = 0; i < raw->count; ++i) time[i] = raw->point[i].time * seconds;
  qsort(time, raw->count, sizeof *time, compare_doubles);
  for (size_t i = 0; i < raw->count; ++i) {
    if (count == 0 || time[i] - time[count - 1] > SAME_TIME) time[count++] = time[i];
  }
  double shortest = INFINITY;
  double steps = 0.0;
  for (size_t i = 1; i < count; ++i) shortest = time[i] - time[i - 1] < shortest ? time[i] - time[i - 1] : shortest;
  for (size_t i = 1; i < count; ++i) steps += floor((time[i] - time[i - 1]) / shortest + 0.5);
  const double step = count > 1 ? (time[count - 1] - time[0]) / steps : 0.0;
  free(time);
  return step;
}

// Times are often written with few digits: a whole rate where it is as near as that allows.
static double rate_of_step(double step) {
  const double rate = 1.0 / step;
  const double whole = floor(rate + 0.5);
  return whole > 0.0 && fabs(rate - whole) < 5e-4 * whole ? whole : rate;
}

static double least_time(const raw_recording* raw) {
  double least = raw->point[0].time;
  for (size_t i = 1; i < raw->count; ++i) least = raw->point[i].time < least ? raw->point[i].time : least;
  return least;
}

// Numbers frames by their times. A time that is not near a frame would move people to where they were not.
static void number_frames(raw_recording* raw, double seconds, double fps, int known_rate) {
  const double first = least_time(raw);
  const int64_t first_frame = nearest(first * seconds * fps);
  for (size_t i = 0; i < raw->count; ++i) {
    raw_point* p = &raw->point[i];
    const double frames = known_rate ? p->time * seconds * fps : (p->time - first) * seconds * fps;
    p->frame = nearest(frames) + (known_rate ? 0 : first_frame);
    if (!known_rate && fabs(frames - floor(frames + 0.5)) > 0.25) {
      fail(
          "%s:%zu: the time %g is not one of the steps of %g s that the shortest one suggests; give the frame rate by "
          "--fps",
          raw->file, p->line, p->time, 1.0 / fps);
    }
  }
}

// Frames per second of a file that has both.
static double rate_of_both(const raw_recording* raw, double seconds) {
  const raw_point* first = &raw->point[0];
  const raw_point* last = &raw->point[0];
  for (size_t i = 1; i < raw->count; ++i) {
    if (raw->point[i].frame < first->frame) first = &raw->point[i];
    if (raw->point[i].frame > last->frame) last = &raw->point[i];
  }
  const double elapsed = (last->time - first->time) * seconds;
  return elapsed > 0.0 ? rate_of_step(elapsed / (double)(last->frame - first->frame)) : 0.0;
}

void settle_frames(raw_recording* raw, recording* self, double fps) {
  const column_layout* columns = &raw->format.columns;
  const double seconds = columns->seconds > 0.0 ? columns->seconds : 1.0;
  const int timed = columns->at[COLUMN_TIME] != COLUMN_ABSENT;
  const int framed = columns->at[COLUMN_FRAME] != COLUMN_ABSENT;
  self->fps = fps > 0.0 ? fps : raw->format.fps;
  self->fps_source = fps > 0.0 ? "option" : self->fps > 0.0 ? "header" : timed ? "times" : "assumed";
  const int known = self->fps > 0.0;
  if (!known && timed) {
    const double step = framed ? 0.0 : common_step(raw, seconds);
    if (step > LONGEST_STEP) {
      fail("%s: its times are %g s apart; name their unit, as in --columns id,time/ms,x,y, or the frame rate by --fps",
           raw->file, step);
    }
    self->fps = framed ? rate_of_both(raw, seconds) : step > 0.0 ? rate_of_step(step) : 0.0;
  }
  if (!(self->fps > 0.0)) {
    self->fps = USUAL_RATE;
    self->fps_source = "assumed";
  }
  if (!framed) number_frames(raw, seconds, self->fps, known);
}

// ---------------------------------------------------------------- units

typedef struct speeds {
  double fast;   // which a tenth of all steps exceeds
  double moving; // the median of those that are above 0
} speeds;

// In units per second.
static speeds speeds_of(const raw_recording* raw, double fps) {
  double* speed = allocate(raw->count, sizeof *speed);
  size_t count = 0;
  for (size_t i = 1; i < raw->count; ++i) {
    const raw_point* p = &raw->point[i];
    if (p->id != p[-1].id) continue;
    const double dx = p->x - p[-1].x;
    const double dy = p->y - p[-1].y;
    speed[count++] = sqrt(dx * dx + dy * dy) * fps / (double)(p->frame - p[-1].frame);
  }
  qsort(speed, count, sizeof *speed, compare_doubles);
  size_t standing = 0;
  while (standing < count && speed[standing] == 0.0) ++standing;
  const speeds self = {.fast = count > 0 ? speed[count - 1 - count / 10] : 0.0,
                       .moving = standing < count ? speed[standing + (count - standing) / 2] : 0.0};
  free(speed);
  return self;
}

static double unit_of_header(const raw_recording* raw) {
  const recording_format* format = &raw->format;
  const column_layout* columns = &format->columns;
  if (columns->unknown_unit[0] != '\0') {
    fail("%s:%zu: x in '%s', which is none of %s; give the unit by --unit, one of these or its metres", raw->file,
         format->header_line, columns->unknown_unit, LENGTH_UNITS);
  }
  if (columns->mixed_units) {
    fail("%s:%zu: x and y are in different units, '%s'; give the one that both are in by --unit", raw->file,
         format->header_line, columns->text);
  }
  if (columns->metres > 0.0) return columns->metres;
  if (format->contradictory) {
    fail("%s:%zu: comments name different units; give the one of x and y by --unit", raw->file, format->metres_line);
  }
  return format->metres;
}

static double unit_by_speed(const raw_recording* raw, const speeds* found) {
  const double metres = found->fast > 10.0 ? 0.01 : 1.0;
  if (found->moving * metres <= RUNNING_SPEED) return metres;
  fail(
      "%s: no header says the unit, and neither metres nor centimetres fit: persons move by %g units per second "
      "(median of their steps); give it by --unit, one of %s or its metres, or the frame rate by --fps",
      raw->file, found->moving, LENGTH_UNITS);
}

void settle_unit(const raw_recording* raw, recording* self, double metres) {
  const speeds found = speeds_of(raw, self->fps);
  const double header = metres > 0.0 ? 0.0 : unit_of_header(raw);
  self->unit_source = metres > 0.0 ? "option" : header > 0.0 ? "header" : "from walking speeds";
  const int guessed = metres == 0.0 && header == 0.0;
  self->metres_per_unit = metres > 0.0 ? metres : header > 0.0 ? header : unit_by_speed(raw, &found);
  const double speed = found.moving * self->metres_per_unit;
  if (speed > (guessed ? WALKING_SPEED : VEHICLE_SPEED)) {
    note(
        "lanegjk replay: note: %s: persons move at %.1f m/s (median of their steps); --unit and --fps say what its "
        "units "
        "and frames are",
        raw->file, speed);
  }
}
