// Reads a recording: parses lines, then numbers persons and frames densely and sorts the points by person and by frame.
#include "trajectories.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "support.h"

// A line as it stands in the file.
typedef struct raw_point {
  int64_t id;
  int64_t frame;
  double x, y;
  size_t line;
} raw_point;

typedef struct raw_recording {
  const char* file;
  raw_point* point;
  size_t count;
  size_t capacity;
  double fps;  // 0: the header does not say
  int unit;    // UNIT_AUTO: the header does not say
} raw_recording;

// Whether the comment holds the phrase, not followed by a letter ("x/m" is not in "x/mm").
static int holds_phrase(const char* comment, const char* phrase) {
  const size_t length = strlen(phrase);
  for (const char* at = strstr(comment, phrase); at != NULL; at = strstr(at + 1, phrase)) {
    const char next = at[length];
    if (!((next >= 'a' && next <= 'z') || (next >= 'A' && next <= 'Z'))) return 1;
  }
  return 0;
}

static void read_comment(raw_recording* raw, const char* comment, size_t line) {
  const char* rate = strstr(comment, "framerate:");
  if (rate != NULL) {
    raw->fps = strtod(rate + strlen("framerate:"), NULL);
    if (!(raw->fps > 0.0 && raw->fps <= 1e6)) fail("%s:%zu: framerate is not a positive number", raw->file, line);
  }
  if (holds_phrase(comment, "x/cm") || holds_phrase(comment, "in cm")) raw->unit = UNIT_CENTIMETRE;
  if (holds_phrase(comment, "x/m") || holds_phrase(comment, "in m")) raw->unit = UNIT_METRE;
}

static char* skip_space(char* text) {
  while (*text == ' ' || *text == '\t' || *text == '\r') ++text;
  return text;
}

// Moves *text behind a number that ends at white space or at the end of the line.
static double parse_number(const raw_recording* raw, size_t line, char** text, const char* name) {
  char* start = skip_space(*text);
  char* end = start;
  const double value = strtod(start, &end);
  if (*start == '\0') fail("%s:%zu: %s is missing (a line is: id frame x y [z])", raw->file, line, name);
  if (end == start || (*end != '\0' && *end != ' ' && *end != '\t' && *end != '\r')) {
    fail("%s:%zu: %s is not a number", raw->file, line, name);
  }
  if (!isfinite(value) || fabs(value) > 1e9) fail("%s:%zu: %s is not within +-1e9", raw->file, line, name);
  *text = end;
  return value;
}

static int64_t parse_integer(const raw_recording* raw, size_t line, char** text, const char* name) {
  const double value = parse_number(raw, line, text, name);
  if (value != (double)(int64_t)value) fail("%s:%zu: %s is not a whole number", raw->file, line, name);
  return (int64_t)value;
}

static void read_line(raw_recording* raw, char* text, size_t line) {
  text = skip_space(text);
  if (*text == '\0') return;
  if (*text == '#') {
    read_comment(raw, text, line);
    return;
  }
  raw_point point = {.line = line};
  point.id = parse_integer(raw, line, &text, "id");
  point.frame = parse_integer(raw, line, &text, "frame");
  point.x = parse_number(raw, line, &text, "x");
  point.y = parse_number(raw, line, &text, "y");
  if (*skip_space(text) != '\0') parse_number(raw, line, &text, "z");
  if (*skip_space(text) != '\0') fail("%s:%zu: more than five numbers", raw->file, line);
  raw->point = grow(raw->point, &raw->capacity, raw->count + 1, sizeof *raw->point);
  raw->point[raw->count++] = point;
}

static raw_recording read_lines(const char* file) {
  raw_recording raw = {.file = file, .unit = UNIT_AUTO};
  text_buffer text = read_whole_file(file);
  size_t line = 0;
  for (char* at = text.data; at < text.data + text.size;) {
    char* end = memchr(at, '\n', (size_t)(text.data + text.size - at));
    if (end == NULL) end = text.data + text.size;
    *end = '\0';
    ++line;
    if (strlen(at) != (size_t)(end - at)) fail("%s:%zu: a zero byte: not a text file", file, line);
    read_line(&raw, at, line);
    at = end + 1;
  }
  text_free(&text);
  if (raw.count == 0) fail("%s: no positions", file);
  return raw;
}

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

recording recording_read(const char* file, double fps, int unit, uint32_t frame_limit) {
  recording self = {0};
  raw_recording raw = read_lines(file);
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
