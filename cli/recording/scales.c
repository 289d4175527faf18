// Frame rates and units.
#include "lines.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// Doubles hold whole numbers up to here.
#define LARGEST_FRAME 9007199254740992.0
#define USUAL_RATE 25.0
// Positions per second of the recordings of ETH, UCY and trajnet.
#define ANNOTATIONS 2.5
// Times that are nearer to each other, in seconds, are one: sums of steps in floating point.
#define SAME_TIME 1e-5
// Nobody records people at longer steps than this, in seconds: such times are in another unit.
#define LONGEST_STEP 10.0
// Metres per second: above the first nobody's usual speed is, above the second nobody walks.
#define RUNNING_SPEED 8.0
#define WALKING_SPEED 3.0
#define VEHICLE_SPEED 50.0

// ---------------------------------------------------------------- frames

static int64_t nearest(double value) { return (int64_t)floor(value + 0.5); }

// The step that all times have in common, in seconds: the shortest between two of them, then the mean over all. 0:
// there is only one time.
static double common_step(const raw_recording* raw, double seconds) {
  double* time = reader_allocate(raw->owner, raw->count, sizeof *time);
  size_t count = 0;
  for (size_t i = 0; i < raw->count; ++i) time[i] = raw->point[i].time * seconds;
  sort_doubles(time, raw->count);
  for (size_t i = 0; i < raw->count; ++i) {
    if (count == 0 || time[i] - time[count - 1] > SAME_TIME) time[count++] = time[i];
  }
  double shortest = INFINITY, steps = 0.0;
  for (size_t i = 1; i < count; ++i) shortest = time[i] - time[i - 1] < shortest ? time[i] - time[i - 1] : shortest;
  for (size_t i = 1; i < count; ++i) steps += floor((time[i] - time[i - 1]) / shortest + 0.5);
  const double step = count > 1 ? (time[count - 1] - time[0]) / steps : 0.0;
  reader_release(raw->owner, time);
  return step;
}

// Times are often written with few digits: a whole rate where it is as near as that allows.
static double rate_of_step(double step) {
  const double rate = 1.0 / step, whole = floor(rate + 0.5);
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
  const int64_t first_frame = fabs(first * seconds * fps) <= LARGEST_FRAME ? nearest(first * seconds * fps) : 0;
  for (size_t i = 0; i < raw->count; ++i) {
    raw_point* p = &raw->point[i];
    if (fabs(p->time * seconds * fps) > LARGEST_FRAME) {
      reader_fail(raw->owner, p->line, "the time %g is beyond frame 9e15 at %g frames per second", p->time, fps);
    }
    const double frames = known_rate ? p->time * seconds * fps : (p->time - first) * seconds * fps;
    p->frame = nearest(frames) + (known_rate ? 0 : first_frame);
    if (!known_rate && fabs(frames - floor(frames + 0.5)) > 0.25) {
      reader_fail(raw->owner, p->line,
                  "the time %g is not one of the steps of %g s that the shortest one suggests; give the frame rate by "
                  "--fps",
                  p->time, 1.0 / fps);
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

// The commonest number of frames from one position of a person to the next; 1 where everybody has one.
static double common_gap(const raw_recording* raw) {
  double* gap = reader_allocate(raw->owner, raw->count, sizeof *gap);
  size_t count = 0;
  double common = 1.0;
  for (size_t i = 1; i < raw->count; ++i) {
    const raw_point* p = &raw->point[i];
    if (p->id == p[-1].id) gap[count++] = (double)p->frame - (double)p[-1].frame;
  }
  longest_run(gap, count, &common);
  reader_release(raw->owner, gap);
  return common;
}

static void take_rate(const raw_recording* raw, double fps, const char* source) {
  raw->owner->out->fps = fps;
  raw->owner->out->fps_source = source;
}

// ETH, UCY and trajnet have the frame first, and their positions are 0.4 s apart, however the frames are numbered.
static void assume_rate(raw_recording* raw) {
  const column_layout* columns = &raw->format.columns;
  const double gap = common_gap(raw);
  const int counts = raw->format.fps_of_positions;
  const int as_eth = counts || (columns->at[COLUMN_FRAME] < columns->at[COLUMN_ID] && gap > 1.0);
  const double fps = as_eth ? ANNOTATIONS * gap : USUAL_RATE;
  take_rate(raw, fps, "assumed");
  if (as_eth) {
    reader_note(raw->owner,
                "no frame rate is given; %g frames per second are assumed: %g positions per second as in recordings of "
                "ETH, UCY and trajnet, %g frames apart; --fps sets the rate",
                fps, ANNOTATIONS, gap);
  } else {
    reader_note(raw->owner, "no frame rate is given; %g frames per second are assumed; --fps sets the rate", fps);
  }
}

void settle_times(raw_recording* raw, double fps) {
  const column_layout* columns = &raw->format.columns;
  const double seconds = columns->seconds > 0.0 ? columns->seconds : 1.0;
  const double known = fps > 0.0 ? fps : raw->format.fps;
  if (columns->at[COLUMN_FRAME] != COLUMN_ABSENT) return;
  const double step = known > 0.0 ? 0.0 : common_step(raw, seconds);
  if (step > LONGEST_STEP) {
    reader_fail(raw->owner, 0,
                "its times are %g s apart; name their unit, as in --columns id,time/ms,x,y, or the frame rate by --fps",
                step);
  }
  if (known > 0.0) {
    take_rate(raw, known, fps > 0.0 ? "option" : "header");
  } else if (step > 0.0) {
    take_rate(raw, rate_of_step(step), "times");
  } else {
    take_rate(raw, USUAL_RATE, "assumed");
    reader_note(raw->owner, "it has one time; %g frames per second are assumed; --fps sets the rate", USUAL_RATE);
  }
  number_frames(raw, seconds, raw->owner->out->fps, known > 0.0);
}

void settle_rate(raw_recording* raw, double fps) {
  const column_layout* columns = &raw->format.columns;
  if (columns->at[COLUMN_FRAME] == COLUMN_ABSENT) return;
  const double header = raw->format.fps * (raw->format.fps_of_positions ? common_gap(raw) : 1.0);
  const double timed = columns->at[COLUMN_TIME] != COLUMN_ABSENT
                           ? rate_of_both(raw, columns->seconds > 0.0 ? columns->seconds : 1.0)
                           : 0.0;
  if (fps > 0.0) {
    take_rate(raw, fps, "option");
  } else if (header > 0.0) {
    take_rate(raw, header, "header");
  } else if (timed > 0.0) {
    take_rate(raw, timed, "times");
  } else {
    assume_rate(raw);
  }
}

double fps_of_option(reader* owner, const char* text) {
  if (text == NULL) return 0.0;
  const field word = {text, strlen(text)};
  double fps = 0.0;
  if (!field_number(&word, &fps)) reader_fail(owner, OF_OPTION, "--fps: '%s' is not a number", text);
  if (!(fps >= 1e-3 && fps <= 1e6)) reader_fail(owner, OF_OPTION, "--fps: %s is not within 0.001..1e+06", text);
  return fps;
}

// ---------------------------------------------------------------- units

typedef struct speeds {
  double fast;   // which a tenth of all steps exceeds
  double moving; // the median of those that are above 0
} speeds;

// In units per second.
static speeds speeds_of(const raw_recording* raw, double fps) {
  double* speed = reader_allocate(raw->owner, raw->count, sizeof *speed);
  size_t count = 0;
  for (size_t i = 1; i < raw->count; ++i) {
    const raw_point* p = &raw->point[i];
    if (p->id != p[-1].id) continue;
    const double dx = p->x - p[-1].x, dy = p->y - p[-1].y;
    speed[count++] = sqrt(dx * dx + dy * dy) * fps / (double)(p->frame - p[-1].frame);
  }
  sort_doubles(speed, count);
  size_t standing = 0;
  while (standing < count && speed[standing] == 0.0) ++standing;
  const speeds self = {.fast = count > 0 ? speed[count - 1 - count / 10] : 0.0,
                       .moving = standing < count ? speed[standing + (count - standing) / 2] : 0.0};
  reader_release(raw->owner, speed);
  return self;
}

static double unit_of_header(const raw_recording* raw) {
  const recording_format* format = &raw->format;
  const column_layout* columns = &format->columns;
  if (columns->unknown_unit[0] != '\0') {
    reader_fail(raw->owner, format->header_line,
                "x in '%s', which is none of %s; give the unit by --unit, one of these or its metres",
                columns->unknown_unit, LENGTH_UNITS);
  }
  if (columns->mixed_units) {
    reader_fail(raw->owner, format->header_line,
                "x and y are in different units, '%s'; give the one that both are in by --unit", columns->text);
  }
  if (columns->metres > 0.0) return columns->metres;
  if (format->contradictory) {
    reader_fail(raw->owner, format->metres_line, "comments name different units; give the one of x and y by --unit");
  }
  return format->metres;
}

static double unit_by_speed(const raw_recording* raw, const speeds* found) {
  const double metres = found->fast > 10.0 ? 0.01 : 1.0;
  if (found->moving * metres > RUNNING_SPEED) {
    reader_fail(raw->owner, 0,
                "no header says the unit, and neither metres nor centimetres fit: persons move by %g units per second "
                "(median of their steps); give it by --unit, one of %s or its metres, or the frame rate by --fps",
                found->moving, LENGTH_UNITS);
  }
  if (metres < 1.0) {
    reader_note(raw->owner, "no header says the unit; centimetres are assumed, by walking speed; --unit sets it");
  }
  return metres;
}

void settle_unit(const raw_recording* raw, double metres) {
  recorded_rows* out = raw->owner->out;
  const speeds found = speeds_of(raw, out->fps);
  const int is_json = raw->format.separator == DELIMITER_JSON;
  const double header = metres > 0.0 ? 0.0 : unit_of_header(raw);
  const int guessed = metres == 0.0 && header == 0.0;
  out->unit_source = metres > 0.0 ? "option" : guessed ? "from walking speeds" : is_json ? "format" : "header";
  out->metres_per_unit = metres > 0.0 ? metres : header > 0.0 ? header : unit_by_speed(raw, &found);
  const double speed = found.moving * out->metres_per_unit;
  if (speed > (guessed ? WALKING_SPEED : VEHICLE_SPEED)) {
    reader_note(raw->owner,
                "persons move at %.1f m/s (median of their steps); --unit and --fps say what its units and frames are",
                speed);
  }
}

double metres_of_option(reader* owner, const char* text) {
  if (text == NULL || strcmp(text, "auto") == 0) return 0.0;
  const field unit = {text, strlen(text)};
  double metres = unit_metres(&unit);
  if (metres > 0.0 || (field_number(&unit, &metres) && metres >= 1e-6 && metres <= 1e6)) return metres;
  reader_fail(owner, OF_OPTION, "--unit: '%s' is none of auto, %s, nor metres within 1e-6..1e6", text, LENGTH_UNITS);
}
