// Makes a recording of its lines: numbers persons and frames densely and sorts the points by person and by frame.
#include "trajectories.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "progress.h"
#include "recording_lines.h"
#include "recording_scales.h"
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

// Names take the numbers of their order, so that ids are ascending either way.
static void number_names(raw_recording* raw) {
  if (!raw->named) return;
  uint32_t* became = names_sort(&raw->id_name);
  for (size_t i = 0; i < raw->count; ++i) raw->point[i].id = became[raw->point[i].id];
  free(became);
}

#define NUMBER_SIZE 24

// The id as it stands in the file; `room` is for a number.
static const char* text_of(const raw_recording* raw, int64_t id, char* room) {
  snprintf(room, NUMBER_SIZE, "%" PRId64, id);
  return raw->named ? raw->id_name.name[id] : room;
}

// Released with free.
static char* name_of(const raw_recording* raw, int64_t id) {
  char room[NUMBER_SIZE];
  const char* text = text_of(raw, id, room);
  const size_t size = strlen(text) + 1;
  return memcpy(allocate(size, 1), text, size);
}

static void sort_points(raw_recording* raw) {
  char room[NUMBER_SIZE];
  qsort(raw->point, raw->count, sizeof *raw->point, compare_points);
  for (size_t i = 1; i < raw->count; ++i) {
    const raw_point* p = &raw->point[i];
    if (p->id == p[-1].id && p->frame == p[-1].frame) {
      fail("%s:%zu: person %s already has a position in frame %" PRId64 " (line %zu)", raw->file, p->line,
           text_of(raw, p->id, room), p->frame, p[-1].line);
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

// Whole metres near the middle one of the coordinates, so that a position far from all others, such as a (0, 0) for one
// that was lost, takes no precision from these. Some thousand of them say where that is.
static double find_origin(const raw_recording* raw, double metres_per_unit, int axis) {
  const size_t stride = raw->count / 4096 + 1;
  double* value = allocate(raw->count / stride + 1, sizeof *value);
  size_t count = 0;
  for (size_t i = 0; i < raw->count; i += stride) value[count++] = axis == 0 ? raw->point[i].x : raw->point[i].y;
  qsort(value, count, sizeof *value, compare_doubles);
  const double origin = (double)(int64_t)(value[count / 2] * metres_per_unit);
  free(value);
  return origin;
}

static void number_points(const raw_recording* raw, recording* self, const int64_t* person_id) {
  const double scale = self->metres_per_unit;
  self->origin[0] = find_origin(raw, scale, 0);
  self->origin[1] = find_origin(raw, scale, 1);
  self->point_count = raw->count;
  self->point = allocate(raw->count, sizeof *self->point);
  self->person_first = allocate((size_t)self->person_count + 1, sizeof(size_t));
  self->frame_first = allocate((size_t)self->frame_count + 1, sizeof(size_t));
  for (size_t i = 0; i < raw->count; ++i) {
    track_point* p = &self->point[i];
    p->person = index_of(person_id, self->person_count, raw->point[i].id);
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

static void describe_columns(const recording_format* format, recording* self) {
  char line[32] = "";
  if (format->header_line != 0) snprintf(line, sizeof line, ", line %zu", format->header_line);
  snprintf(self->columns, sizeof self->columns, "%s (%s%s)", format->columns.text, format->columns_source, line);
}

// Numbers frames, persons and points densely.
static void number_all(raw_recording* raw, recording* self, uint32_t frame_limit) {
  self->frame_number = allocate(raw->count, sizeof(int64_t));
  for (size_t i = 0; i < raw->count; ++i) self->frame_number[i] = raw->point[i].frame;
  self->frame_count = sort_unique(raw, self->frame_number, raw->count);
  keep_first_frames(raw, self, frame_limit);
  int64_t* person_id = allocate(raw->count, sizeof *person_id);
  for (size_t i = 0; i < raw->count; ++i) person_id[i] = raw->point[i].id;
  self->person_count = sort_unique(raw, person_id, raw->count);
  self->person_name = allocate(self->person_count, sizeof *self->person_name);
  for (uint32_t i = 0; i < self->person_count; ++i) self->person_name[i] = name_of(raw, person_id[i]);
  number_points(raw, self, person_id);
  free(person_id);
}

recording recording_read(const char* file, const column_layout* columns, double fps, double metres,
                         uint32_t frame_limit) {
  recording self = {0};
  raw_recording raw = recording_lines(file, columns);
  progress bar = progress_begin("sorting, thousands of positions", 0, 1000);
  progress_update(&bar, raw.count);
  number_names(&raw);
  settle_frames(&raw, &self, fps);
  sort_points(&raw);
  settle_unit(&raw, &self, metres);
  describe_columns(&raw.format, &self);
  number_all(&raw, &self, frame_limit);
  sort_by_frame(&self);
  progress_wipe();
  raw_recording_free(&raw);
  return self;
}

void recording_free(recording* self) {
  for (uint32_t i = 0; i < self->person_count; ++i) free(self->person_name[i]);
  free(self->person_name);
  free(self->frame_number);
  free(self->point);
  free(self->person_first);
  free(self->by_frame);
  free(self->frame_first);
  *self = (recording){0};
}
