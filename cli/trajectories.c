// Makes a recording of its rows: numbers persons and frames densely.
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reader.h"
#include "replay.h"

static int compare_numbers(const void* left, const void* right) {
  const int64_t a = *(const int64_t*)left, b = *(const int64_t*)right;
  return (a > b) - (a < b);
}

// Sorts the numbers and drops repeats; returns how many are left.
static uint32_t sort_unique(const char* file, int64_t* numbers, size_t count) {
  qsort(numbers, count, sizeof *numbers, compare_numbers);
  size_t kept = 0;
  for (size_t i = 0; i < count; ++i) {
    if (kept == 0 || numbers[kept - 1] != numbers[i]) numbers[kept++] = numbers[i];
  }
  if (kept >= UINT32_MAX) fail("%s: too many frames", file);
  return (uint32_t)kept;
}

static void keep_first_frames(recording* self, uint32_t frame_limit) {
  recorded_rows* rows = &self->rows;
  if (self->frame_count <= frame_limit) return;
  const int64_t last = self->frame_number[frame_limit - 1];
  size_t kept = 0;
  for (size_t i = 0; i < rows->count; ++i) {
    if (rows->frame[i] > last) continue;
    rows->id[kept] = rows->id[i];
    rows->frame[kept] = rows->frame[i];
    rows->x[kept] = rows->x[i];
    rows->y[kept++] = rows->y[i];
  }
  rows->count = kept;
  self->frame_count = frame_limit;
}

// The id as it stands in the file.
static char* name_of(recording* self, int64_t id) {
  char number[24];
  snprintf(number, sizeof number, "%" PRId64, id);
  const char* text = self->rows.name != NULL ? self->rows.name[id] : number;
  const size_t size = strlen(text) + 1;
  return memcpy(pool_allocate(&self->memory, size, 1), text, size);
}

static uint32_t index_of(const int64_t* numbers, uint32_t count, int64_t number) {
  const int64_t* found = bsearch(&number, numbers, count, sizeof *numbers, compare_numbers);
  return (uint32_t)(found - numbers);
}

// The rows are sorted by id, so that a person begins with each new one, and by frame: within a frame the persons stay
// ascending.
static void number_points(recording* self) {
  const recorded_rows* rows = &self->rows;
  memory_pool* memory = &self->memory;
  self->point_count = rows->count;
  self->point = pool_allocate(memory, rows->count, sizeof *self->point);
  self->person_name = pool_allocate(memory, rows->count, sizeof *self->person_name);
  self->person_first = pool_allocate(memory, rows->count + 1, sizeof(size_t));
  self->frame_first = pool_allocate(memory, (size_t)self->frame_count + 1, sizeof(size_t));
  self->by_frame = pool_allocate(memory, rows->count, sizeof(size_t));
  for (size_t i = 0; i < rows->count; ++i) {
    track_point* p = &self->point[i];
    if (i == 0 || rows->id[i] != rows->id[i - 1]) {
      self->person_first[self->person_count] = i;
      self->person_name[self->person_count++] = name_of(self, rows->id[i]);
    }
    p->person = self->person_count - 1;
    p->frame = index_of(self->frame_number, self->frame_count, rows->frame[i]);
    p->at[0] = rows->x[i];
    p->at[1] = rows->y[i];
    p->c = 1.0f;
    ++self->frame_first[p->frame + 1];
  }
  self->person_first[self->person_count] = rows->count;
  for (size_t i = 0; i < self->frame_count; ++i) self->frame_first[i + 1] += self->frame_first[i];
  size_t* next = allocate(self->frame_count, sizeof *next);
  memcpy(next, self->frame_first, self->frame_count * sizeof *next);
  for (size_t i = 0; i < self->point_count; ++i) self->by_frame[next[self->point[i].frame]++] = i;
  free(next);
}

static void show_progress(void* user, uint64_t done, uint64_t total) {
  progress* bar = user;
  bar->total = total;
  progress_update(bar, done);
}

recording recording_read(const command* caller, const char* file, recording_options options, uint32_t frame_limit) {
  recording self = {0};
  progress bar = progress_begin("reading, kB", 0, 1000);
  text_buffer input = read_input(file);
  options.file = input_name(file);
  options.progress = show_progress;
  options.user = &bar;
  const int code = recorded_rows_read(input.data, input.size, &options, &self.rows);
  progress_wipe();
  if (code == RECORDING_BAD_OPTION) usage_error(caller, "%s", self.rows.error);
  if (code != RECORDING_OK) fail("%s", self.rows.error);
  for (size_t i = 0; i < self.rows.note_count; ++i) note("%s: note: %s", caller->name, self.rows.note[i]);
  text_free(&input);
  self.frame_number = pool_allocate(&self.memory, self.rows.count, sizeof(int64_t));
  memcpy(self.frame_number, self.rows.frame, self.rows.count * sizeof(int64_t));
  self.frame_count = sort_unique(options.file, self.frame_number, self.rows.count);
  keep_first_frames(&self, frame_limit);
  number_points(&self);
  return self;
}

void recording_free(recording* self) {
  pool_free(&self->memory);
  recorded_rows_free(&self->rows);
}

// ---------------------------------------------------------------- headings, along the motion, as no recording says
// them

// Half the time over which a displacement is taken, in seconds: a stride takes about a second, half of it to either
// side.
#define HEADING_SPAN 0.2
// Below this speed, in metres per second, a displacement says more about swaying than about walking.
#define STANDING_SPEED 0.1f

// The first and the last point of the track within `span` frames of point i.
static void find_window(const recording* self, size_t begin, size_t end, size_t i, double span, size_t* from,
                        size_t* to) {
  const double now = (double)self->frame_number[self->point[i].frame];
  *from = i;
  *to = i;
  while (*from > begin && now - (double)self->frame_number[self->point[*from - 1].frame] <= span) --*from;
  while (*to + 1 < end && (double)self->frame_number[self->point[*to + 1].frame] - now <= span) ++*to;
  // where frames are rarer than that, the neighbours
  if (*from == i && i > begin) --*from;
  if (*to == i && i + 1 < end) ++*to;
}

// Sets the heading of point i from the displacement around it; returns 0 where the person stands.
static int head_along_motion(recording* self, size_t begin, size_t end, size_t i) {
  size_t from, to;
  find_window(self, begin, end, i, HEADING_SPAN * self->rows.fps, &from, &to);
  const track_point* p = &self->point[from];
  const track_point* q = &self->point[to];
  const double seconds = (double)(self->frame_number[q->frame] - self->frame_number[p->frame]) / self->rows.fps;
  const float dx = (float)(q->at[0] - p->at[0]), dy = (float)(q->at[1] - p->at[1]), length = sqrtf(dx * dx + dy * dy);
  if (!(length > STANDING_SPEED * (float)seconds)) return 0;
  self->point[i].c = dx / length;
  self->point[i].s = dy / length;
  return 1;
}

void recording_find_headings(recording* self) {
  track_point* point = self->point;
  for (uint32_t person = 0; person < self->person_count; ++person) {
    const size_t begin = self->person_first[person], end = self->person_first[person + 1];
    int moved = 0;
    for (size_t i = begin; i < end; ++i) {
      const int moves = head_along_motion(self, begin, end, i);
      // who stands at first faces where they will go
      for (size_t k = begin; moves && !moved && k < i; ++k) point[k].c = point[i].c, point[k].s = point[i].s;
      if (!moves && moved) point[i].c = point[i - 1].c, point[i].s = point[i - 1].s;
      moved |= moves;
    }
  }
}
