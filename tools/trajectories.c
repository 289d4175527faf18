// Makes a recording of its lines: numbers persons and frames densely and sorts the points by person and by frame.
#include "trajectories.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "progress.h"
#include "recording_lines.h"
#include "support.h"

static int compare_numbers(const void* left, const void* right) {
  const int64_t a = *(const int64_t*)left;
  const int64_t b = *(const int64_t*)right;
  return (a > b) - (a < b);
}

static int compare_points(const void* left, const void* right) {
  const raw_point* a = left;
  const raw_point* b = right;
  if (a->id != b->id) return a->id < b->id ? -1 : 1;
  if (a->frame != b->frame) return a->frame < b->frame ? -1 : 1;
  return (a->line > b->line) - (a->line < b->line);
}

static void sort_points(raw_recording* raw) {
  qsort(raw->point, raw->count, sizeof *raw->point, compare_points);
  for (size_t i = 1; i < raw->count; ++i) {
    const raw_point* p = &raw->point[i];
    if (p->id == p[-1].id && p->frame == p[-1].frame) {
      fail("%s:%zu: person %lld already has a position in frame %lld (line %zu)", raw->file, p->line, (long long)p->id,
           (long long)p->frame, p[-1].line);
    }
  }
}

// Sorts the numbers and drops repeats; returns how many are left.
static uint32_t sort_unique(const raw_recording* raw, int64_t* numbers, size_t count) {
  qsort(numbers, count, sizeof *numbers, compare_numbers);
  size_t kept = 0;
  for (size_t i = 0; i < count; ++i) {
    if (kept == 0 || numbers[kept - 1] != numbers[i]) numbers[kept++] = numbers[i];
  }
  if (kept >= UINT32_MAX) fail("%s: too many persons or frames", raw->file);
  return (uint32_t)kept;
}

static void keep_first_frames(raw_recording* raw, recording* self, uint32_t frame_limit) {
  if (self->frame_count <= frame_limit) return;
  const int64_t last = self->frame_number[frame_limit - 1];
  size_t kept = 0;
  for (size_t i = 0; i < raw->count; ++i) {
    if (raw->point[i].frame <= last) raw->point[kept++] = raw->point[i];
  }
  raw->count = kept;
  self->frame_count = frame_limit;
}

static uint32_t index_of(const int64_t* numbers, uint32_t count, int64_t number) {
  const int64_t* found = bsearch(&number, numbers, count, sizeof *numbers, compare_numbers);
  return (uint32_t)(found - numbers);
}

static int compare_doubles(const void* left, const void* right) {
  const double a = *(const double*)left;
  const double b = *(const double*)right;
  return (a > b) - (a < b);
}

// The speed, in units per second, that a tenth of all steps exceeds.
static double fast_speed(const raw_recording* raw, double fps) {
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
  const double fast = count > 0 ? speed[count - 1 - count / 10] : 0.0;
  free(speed);
  return fast;
}

static void settle_units(const raw_recording* raw, recording* self, double fps, int unit) {
  self->fps = fps > 0.0 ? fps : raw->fps > 0.0 ? raw->fps : 25.0;
  self->fps_source = fps > 0.0 ? "option" : raw->fps > 0.0 ? "header" : "assumed";
  self->unit_source = unit != UNIT_AUTO ? "option" : raw->unit != UNIT_AUTO ? "header" : "from walking speeds";
  if (unit == UNIT_AUTO) unit = raw->unit;
  if (unit == UNIT_AUTO) unit = fast_speed(raw, self->fps) > 10.0 ? UNIT_CENTIMETRE : UNIT_METRE;
  self->metres_per_unit = unit == UNIT_CENTIMETRE ? 0.01 : 1.0;
}

// Whole metres near the first point.
static double whole_metres(double units, double metres_per_unit) { return (double)(int64_t)(units * metres_per_unit); }

static void number_points(const raw_recording* raw, recording* self) {
  const double scale = self->metres_per_unit;
  self->origin[0] = whole_metres(raw->point[0].x, scale);
  self->origin[1] = whole_metres(raw->point[0].y, scale);
  self->point_count = raw->count;
  self->point = allocate(raw->count, sizeof *self->point);
  self->person_first = allocate((size_t)self->person_count + 1, sizeof(size_t));
  self->frame_first = allocate((size_t)self->frame_count + 1, sizeof(size_t));
  for (size_t i = 0; i < raw->count; ++i) {
    track_point* p = &self->point[i];
    p->person = index_of(self->person_id, self->person_count, raw->point[i].id);
    p->frame = index_of(self->frame_number, self->frame_count, raw->point[i].frame);
    p->x = (float)(raw->point[i].x * scale - self->origin[0]);
    p->y = (float)(raw->point[i].y * scale - self->origin[1]);
    p->c = 1.0f;
    ++self->person_first[p->person + 1];
    ++self->frame_first[p->frame + 1];
  }
  for (size_t i = 0; i < self->person_count; ++i) self->person_first[i + 1] += self->person_first[i];
  for (size_t i = 0; i < self->frame_count; ++i) self->frame_first[i + 1] += self->frame_first[i];
}

// A stable counting sort: within a frame the persons stay ascending.
static void sort_by_frame(recording* self) {
  size_t* next = allocate(self->frame_count, sizeof *next);
  memcpy(next, self->frame_first, self->frame_count * sizeof *next);
  self->by_frame = allocate(self->point_count, sizeof(size_t));
  for (size_t i = 0; i < self->point_count; ++i) self->by_frame[next[self->point[i].frame]++] = i;
  free(next);
}

recording recording_read(const char* file, const column_layout* columns, double fps, int unit, uint32_t frame_limit) {
  recording self = {0};
  raw_recording raw = recording_lines(file, columns);
  progress note = progress_begin("sorting, thousands of positions", 0, 1000);
  progress_update(&note, raw.count);
  sort_points(&raw);
  settle_units(&raw, &self, fps, unit);

  self.frame_number = allocate(raw.count, sizeof(int64_t));
  for (size_t i = 0; i < raw.count; ++i) self.frame_number[i] = raw.point[i].frame;
  self.frame_count = sort_unique(&raw, self.frame_number, raw.count);
  keep_first_frames(&raw, &self, frame_limit);
  self.person_id = allocate(raw.count, sizeof(int64_t));
  for (size_t i = 0; i < raw.count; ++i) self.person_id[i] = raw.point[i].id;
  self.person_count = sort_unique(&raw, self.person_id, raw.count);

  number_points(&raw, &self);
  sort_by_frame(&self);
  progress_end(&note);
  free(raw.point);
  return self;
}

void recording_free(recording* self) {
  free(self->person_id);
  free(self->frame_number);
  free(self->point);
  free(self->person_first);
  free(self->by_frame);
  free(self->frame_first);
  *self = (recording){0};
}
