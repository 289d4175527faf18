// The order of id and frame by their steps. People move by less from one frame to the next than they are apart from
// each other, and a person's frames follow in equal steps, which the ids of those present do not. Read in the wrong
// order, persons jump from place to place.
#include "lines.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

// So many positions say it.
#define SAMPLE 200000

enum { ID_FIRST, FRAME_FIRST };

typedef struct sample_point {
  int64_t person, frame;
  double x, y;
} sample_point;

// What a file is when it is read in one of the two orders.
typedef struct reading {
  size_t persons, frames;
  size_t steps;      // from one frame of a person to the next
  double length;     // of such a step, the median, in the file's units
  size_t turns;      // from one step of a person to the next
  double turn;       // by how much the two differ, the median
  double even_share; // of the steps, how many take the commonest number of frames
} reading;

static int compare_samples(const void* left, const void* right) {
  const sample_point* a = left;
  const sample_point* b = right;
  if (a->person != b->person) return a->person < b->person ? -1 : 1;
  return (a->frame > b->frame) - (a->frame < b->frame);
}

static double distance_of(double dx, double dy) { return sqrt(dx * dx + dy * dy); }

static size_t count_frames(sample_point* sample, size_t count, double* room) {
  size_t frames = 0;
  for (size_t i = 0; i < count; ++i) room[i] = (double)sample[i].frame;
  sort_doubles(room, count);
  for (size_t i = 0; i < count; ++i) frames += i == 0 || room[i] != room[i - 1];
  return frames;
}

// Fills in what the steps say; the samples are sorted by person and frame, and there is room for `count` of each.
static void measure_steps(reading* self, const sample_point* sample, size_t count, double* length, double* turn,
                          double* gap) {
  double dx = 0.0, dy = 0.0;
  int moving = 0;
  for (size_t i = 1; i < count; ++i) {
    const sample_point* p = &sample[i];
    if (p->person == p[-1].person && p->frame == p[-1].frame) continue;
    const int same = p->person == p[-1].person;
    if (same) {
      const double x = p->x - p[-1].x, y = p->y - p[-1].y;
      gap[self->steps] = (double)(p->frame - p[-1].frame);
      length[self->steps++] = distance_of(x, y);
      if (moving) turn[self->turns++] = distance_of(x - dx, y - dy);
      dx = x;
      dy = y;
    }
    moving = same;
  }
  self->length = median_of(length, self->steps);
  self->turn = median_of(turn, self->turns);
  double common;
  if (self->steps > 0) self->even_share = (double)longest_run(gap, self->steps, &common) / (double)self->steps;
}

static reading read_in_order(const raw_recording* raw, size_t count, int order) {
  reading self = {.persons = 1};
  sample_point* sample = reader_allocate(raw->owner, count, sizeof *sample);
  double* room = reader_allocate(raw->owner, 3 * count, sizeof *room);
  for (size_t i = 0; i < count; ++i) {
    const raw_point* p = &raw->point[i];
    sample[i] = (sample_point){order == ID_FIRST ? p->id : p->frame, order == ID_FIRST ? p->frame : p->id, p->x, p->y};
  }
  self.frames = count_frames(sample, count, room);
  qsort(sample, count, sizeof *sample, compare_samples);
  for (size_t i = 1; i < count; ++i) self.persons += sample[i].person != sample[i - 1].person;
  measure_steps(&self, sample, count, room, room + count, room + 2 * count);
  reader_release(raw->owner, sample);
  reader_release(raw->owner, room);
  return self;
}

// How far positions of the file are from each other: the median over each and the one half of the file behind it.
static double spread_of(const raw_recording* raw, size_t count) {
  double* distance = reader_allocate(raw->owner, count, sizeof *distance);
  for (size_t i = 0; i < count; ++i) {
    const raw_point* p = &raw->point[i];
    const raw_point* q = &raw->point[(i + count / 2) % count];
    distance[i] = distance_of(p->x - q->x, p->y - q->y);
  }
  const double spread = median_of(distance, count);
  reader_release(raw->owner, distance);
  return spread;
}

// Where persons are in one frame each, their row may as well be the steps of a single person in the other order: a walk
// goes on as it went, a row of persons jumps about.
static int compare_to_snapshot(const reading* usual, const reading* other, double spread) {
  const reading* walk = usual->steps > 0 ? usual : other;
  if (walk->steps < 2) return 1;
  if (walk->turns < 2) return 0;
  if (walk == usual) return 2.0 * walk->turn <= walk->length;
  return walk->turn > walk->length && 2.0 * spread < 3.0 * walk->length;
}

static int vote(double usual, double other, double factor) {
  return (factor * usual < other) - (factor * other < usual);
}

// Positive where the file is `id frame`, negative where it is `frame id`, 0 where its steps do not say. The bounds are
// those at which no part of three recordings (two corridors, a bottleneck), down to a position in two seconds and four
// lines, was read in the wrong order.
static int compare_readings(const reading* usual, const reading* other, double spread) {
  if (usual->steps == 0 || other->steps == 0) return compare_to_snapshot(usual, other, spread);
  if (usual->turns < 2 || other->turns < 2) {
    return usual->steps >= 4 && other->steps >= 4 ? vote(usual->length, other->length, 5.0) : 0;
  }
  const int even = (usual->even_share > other->even_share + 0.1) - (other->even_share > usual->even_share + 0.1);
  const int votes = vote(usual->turn, other->turn, 2.0) + vote(usual->length, other->length, 2.0) + even;
  if (votes >= 2 || votes <= -2) return votes;
  if (vote(usual->turn, other->turn, 4.0) != 0) return vote(usual->turn, other->turn, 4.0);
  const int much = vote(usual->length, other->length, 5.0);
  return votes * much > 0 ? much : 0;
}

static _Noreturn void fail_at_order(const raw_recording* raw, const reading* usual, const reading* other) {
  const char* z = raw->widest > 4 ? ",z" : "";
  reader_fail(raw->owner, 0,
              "no header says what its columns are, and their steps do not, either:\n"
              "  --columns id,frame,x,y%s: %zu persons in %zu frames, who move by %.3g from one to the next (median)\n"
              "  --columns frame,id,x,y%s: %zu persons in %zu frames, who move by %.3g from one to the next (median)\n"
              "Say which it is.",
              z, usual->persons, usual->frames, usual->length, z, other->persons, other->frames, other->length);
}

static int find_order(const raw_recording* raw, const key_column* key) {
  if (key[0].named) return ID_FIRST;
  if (key[1].named) return FRAME_FIRST;
  const size_t count = raw->count < SAMPLE ? raw->count : SAMPLE;
  const reading usual = read_in_order(raw, count, ID_FIRST);
  const reading other = read_in_order(raw, count, FRAME_FIRST);
  const int order = compare_readings(&usual, &other, spread_of(raw, count));
  if (order == 0) fail_at_order(raw, &usual, &other);
  return order > 0 ? ID_FIRST : FRAME_FIRST;
}

void settle_column_order(raw_recording* raw, key_column* key) {
  raw->format.columns.undecided = 0;
  if (find_order(raw, key) == ID_FIRST) return;
  for (size_t i = 0; i < raw->count; ++i) {
    raw_point* p = &raw->point[i];
    const int64_t id = p->frame;
    p->frame = p->id;
    p->id = id;
  }
  raw->format.columns.at[COLUMN_ID] = 1;
  raw->format.columns.at[COLUMN_FRAME] = 0;
  const key_column first = key[0];
  key[0] = key[1];
  key[1] = first;
  snprintf(raw->format.columns.text, sizeof raw->format.columns.text, "frame id x y [z]");
  raw->format.columns_source = "by their steps";
  reader_note(raw->owner, "read as frame id x y, by the steps of its columns; --columns id,frame,x,y turns it");
}
