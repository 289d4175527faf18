// Makes rows of the lines of a recording: sorted by person and frame, in metres.
#include "recorded_rows.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lines.h"

// Numbers of files have decimal points, whatever the program that reads them has set as its locale.
#if defined(_WIN32)

// Nothing to do: only the command line program is built there, which sets no locale.
typedef int number_locale;
static number_locale number_locale_enter(void) { return 0; }
static void number_locale_leave(number_locale entered) { (void)entered; }

#else

#include <locale.h>
#if defined(__APPLE__)
#include <xlocale.h>
#endif

// Of the calling thread alone.
typedef struct number_locale {
  locale_t points;
  locale_t before;
} number_locale;

static number_locale number_locale_enter(void) {
  number_locale self = {.points = newlocale(LC_ALL_MASK, "C", (locale_t)0)};
  if (self.points != (locale_t)0) self.before = uselocale(self.points);
  return self;
}

static void number_locale_leave(number_locale entered) {
  if (entered.points == (locale_t)0) return;
  uselocale(entered.before);
  freelocale(entered.points);
}

#endif

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
  uint32_t* became = names_sort(raw->owner, &raw->id_name);
  for (size_t i = 0; i < raw->count; ++i) raw->point[i].id = became[raw->point[i].id];
  reader_release(raw->owner, became);
}

static void sort_points(raw_recording* raw) {
  char number[24];
  qsort(raw->point, raw->count, sizeof *raw->point, compare_points);
  for (size_t i = 1; i < raw->count; ++i) {
    const raw_point* p = &raw->point[i];
    if (p->id != p[-1].id || p->frame != p[-1].frame) continue;
    snprintf(number, sizeof number, "%" PRId64, p->id);
    reader_fail(raw->owner, p->line, "person %.200s already has a position in frame %" PRId64 " (line %zu)",
                raw->named ? raw->id_name.name[p->id] : number, p->frame, p[-1].line);
  }
}

static void note_gaps(const raw_recording* raw) {
  raw->owner->out->gaps = raw->gaps;
  if (raw->gaps == 0) return;
  reader_note(raw->owner, "%zu line%s without a position %s left out as gaps, the first of them line %zu", raw->gaps,
              raw->gaps == 1 ? "" : "s", raw->gaps == 1 ? "is" : "are", raw->first_gap);
}

static void describe_columns(const raw_recording* raw) {
  const recording_format* format = &raw->format;
  recorded_rows* out = raw->owner->out;
  char line[32] = "";
  if (format->header_line != 0) snprintf(line, sizeof line, ", line %zu", format->header_line);
  snprintf(out->columns, sizeof out->columns, "%s (%s%s)", format->columns.text, format->columns_source, line);
}

static void write_rows(const raw_recording* raw) {
  recorded_rows* out = raw->owner->out;
  out->id = reader_allocate(raw->owner, raw->count, sizeof *out->id);
  out->frame = reader_allocate(raw->owner, raw->count, sizeof *out->frame);
  out->x = reader_allocate(raw->owner, raw->count, sizeof *out->x);
  out->y = reader_allocate(raw->owner, raw->count, sizeof *out->y);
  for (size_t i = 0; i < raw->count; ++i) {
    out->id[i] = raw->point[i].id;
    out->frame[i] = raw->point[i].frame;
    out->x[i] = raw->point[i].x * out->metres_per_unit;
    out->y[i] = raw->point[i].y * out->metres_per_unit;
  }
  out->count = raw->count;
  if (!raw->named) return;
  out->name = raw->id_name.name;
  out->name_count = raw->id_name.count;
}

static void read_rows(reader* self, const char* data, size_t size, const recording_options* options) {
  column_layout room;
  const double fps = fps_of_option(self, options->fps);
  const double metres = metres_of_option(self, options->unit);
  const column_layout* columns = options->columns != NULL ? &room : NULL;
  if (columns != NULL) {
    if (!columns_named(options->columns, WORDS_OF_OPTION, &room))
      reader_fail(self, OF_OPTION, "--columns: %s", room.wrong);
    if (room.unknown_unit[0] != '\0') {
      reader_fail(self, OF_OPTION, "--columns: '%s' is none of %s", room.unknown_unit, LENGTH_UNITS);
    }
  }
  raw_recording raw = recording_lines(self, data, size, options, columns);
  note_gaps(&raw);
  number_names(&raw);
  settle_times(&raw, fps);
  sort_points(&raw);
  settle_rate(&raw, fps);
  settle_unit(&raw, metres);
  describe_columns(&raw);
  write_rows(&raw);
  reader_release(self, raw.point);
}

int recorded_rows_read(const char* data, uint64_t size, const recording_options* options, recorded_rows* out) {
  *out = (recorded_rows){0};
  reader self = {.file = options->file, .out = out};
  const number_locale locale = number_locale_enter();
  const int failed = setjmp(self.failed);
  if (failed == 0) read_rows(&self, data, (size_t)size, options);
  number_locale_leave(locale);
  if (failed == RECORDING_NO_MEMORY) snprintf(out->error, sizeof out->error, "%s: out of memory", options->file);
  return failed;
}
