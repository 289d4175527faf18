// Reads a recording line by line, from a file or from a pipe.
#include "recording_lines.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "column_order.h"
#include "progress.h"
#include "support.h"

#define KILOBYTE 1000
// Doubles hold whole numbers up to here.
#define LARGEST_WHOLE 9007199254740992.0

// The line that is being read, and what is known of those before.
typedef struct line_reader {
  raw_recording* raw;
  size_t line;
  field word[MAX_FIELDS];
  int points, commas; // numbers with a decimal point, with a decimal comma, were there
  key_column key[2];  // id and frame; while undecided the first two columns
} line_reader;

static _Noreturn void fail_at(const line_reader* self, size_t column, const char* what) {
  const recording_format* format = &self->raw->format;
  const size_t at = format->columns.at[column];
  char quoted[41];
  size_t length = 0;
  for (; length < sizeof quoted - 1 && length < self->word[at].length; ++length) {
    quoted[length] = (unsigned char)self->word[at].text[length] < 0x20 ? '?' : self->word[at].text[length];
  }
  quoted[length] = '\0';
  const char* hint = column == COLUMN_FRAME ? "; a column of seconds is called time, as in --columns id,time,x,y" : "";
  fail("%s:%zu: %s is %s: '%s' (column %zu, separated by %s)%s", self->raw->file, self->line, column_names[column],
       what, quoted, at + 1, delimiter_name(format->separator), hint);
}

static int is_missing(const field* word) {
  static const char* const marks[] = {"NA", "N/A", "null", "none", "-", "?"};
  for (size_t i = 0; i < sizeof marks / sizeof marks[0]; ++i) {
    if (field_is(word, marks[i])) return 1;
  }
  return word->length == 0;
}

static double parse_number(line_reader* self, size_t column, double limit) {
  const field* word = &self->word[self->raw->format.columns.at[column]];
  double value = 0.0;
  if (!field_number(word, &value)) {
    fail_at(self, column, is_missing(word) ? "missing; leave out the lines without a position" : "not a number");
  }
  if (!isfinite(value) || fabs(value) > limit) {
    fail_at(self, column, limit == 1e9 ? "not within +-1e9" : "not within +-9e15");
  }
  self->points |= memchr(word->text, '.', word->length) != NULL;
  self->commas |= memchr(word->text, ',', word->length) != NULL;
  if (self->points && self->commas)
    fail_at(self, column, "one of numbers with decimal points and numbers with decimal commas");
  return value;
}

static int64_t parse_integer(line_reader* self, size_t column) {
  const double value = parse_number(self, column, LARGEST_WHOLE);
  if (value != (double)(int64_t)value) fail_at(self, column, "not a whole number");
  return (int64_t)value;
}

// Whether the word can be no name: a number that doubles hold, or what programs write for none.
static int is_number(const field* word) {
  double value = 0.0;
  if (!field_number(word, &value)) return is_missing(word);
  return isfinite(value) ? fabs(value) <= LARGEST_WHOLE : !isdigit((unsigned char)word->text[0]);
}

// An id, or a frame that may turn out to be one.
static int64_t parse_key(line_reader* self, size_t column) {
  const column_layout* columns = &self->raw->format.columns;
  key_column* key = &self->key[column];
  const field* word = &self->word[columns->at[column]];
  const int may_be_named = (column == COLUMN_ID || columns->undecided) && !self->key[1 - column].named;
  if (!may_be_named || (!key->named && is_number(word)) || is_missing(word)) return parse_integer(self, column);
  if (memchr(word->text, '"', word->length) != NULL) fail_at(self, column, "a name with a quotation mark");
  if (!key->named) key_column_name(key, self->raw->point, self->raw->count, column == COLUMN_FRAME);
  return is_number(word) ? key_column_number(key, parse_integer(self, column))
                         : names_number(&key->names, word->text, word->length);
}

static void check_count(line_reader* self, size_t found) {
  const recording_format* format = &self->raw->format;
  const column_layout* columns = &format->columns;
  const char* plural = found == 1 ? "" : "s";
  if (found > self->raw->widest) self->raw->widest = found;
  if (found >= columns->least && found <= columns->most) return;
  if (format->header_line != 0) {
    fail("%s:%zu: %zu column%s, separated by %s, but line %zu names %zu: %s", self->raw->file, self->line, found,
         plural, delimiter_name(format->separator), format->header_line, columns->most, columns->text);
  }
  if (!columns->undecided) {
    fail("%s:%zu: %zu column%s, but --columns names %zu: %s (separated by %s)", self->raw->file, self->line, found,
         plural, columns->most, columns->text, delimiter_name(format->separator));
  }
  fail(
      "%s:%zu: %zu column%s, expected the %zu or %zu of %s, separated by %s; for another layout name its columns, such "
      "as --columns frame,id,x,z,y,vx,vz,vy",
      self->raw->file, self->line, found, plural, columns->least, columns->most, columns->text,
      delimiter_name(format->separator));
}

static void read_position(line_reader* self, const char* text) {
  raw_recording* raw = self->raw;
  const column_layout* columns = &raw->format.columns;
  check_count(self, split_fields(text, raw->format.separator, self->word));
  raw_point point = {.line = self->line};
  point.id = parse_key(self, COLUMN_ID);
  if (columns->at[COLUMN_FRAME] != COLUMN_ABSENT) point.frame = parse_key(self, COLUMN_FRAME);
  if (columns->at[COLUMN_TIME] != COLUMN_ABSENT) point.time = parse_number(self, COLUMN_TIME, LARGEST_WHOLE);
  point.x = parse_number(self, COLUMN_X, 1e9);
  point.y = parse_number(self, COLUMN_Y, 1e9);
  raw->point = grow(raw->point, &raw->capacity, raw->count + 1, sizeof *raw->point);
  raw->point[raw->count++] = point;
}

static void read_line(line_reader* self, const char* text) {
  recording_format* format = &self->raw->format;
  if (self->line == 1 && strncmp(text, "\xef\xbb\xbf", 3) == 0) text += 3;
  while (*text == ' ' || *text == '\t' || *text == '\r') ++text;
  if (*text == '\0') return;
  const char* comment = comment_of(text);
  if (comment != NULL) {
    format_comment(format, comment, self->line);
  } else if (format->separator != DELIMITER_UNKNOWN || !format_first_line(format, text, self->line)) {
    read_position(self, text);
  }
}

// 0: a pipe, which does not say.
static uint64_t size_of(FILE* file) {
  struct stat status;
  return fstat(fileno(file), &status) == 0 && S_ISREG(status.st_mode) ? (uint64_t)status.st_size : 0;
}

static void check_text(const line_reader* self, const char* text, size_t length) {
  const int marked = length >= 2 && (memcmp(text, "\xff\xfe", 2) == 0 || memcmp(text, "\xfe\xff", 2) == 0);
  if (self->line == 1 && marked) fail("%s:1: UTF-16; save it as UTF-8", self->raw->file);
  if (strlen(text) != length) fail("%s:%zu: a zero byte: not a text file", self->raw->file, self->line);
}

// Lines end with LF, CR LF or, from old programs, CR alone.
static void read_lines(line_reader* self, FILE* stream) {
  progress bar = progress_begin("reading, kB", size_of(stream), KILOBYTE);
  char* text = NULL;
  size_t capacity = 0;
  uint64_t done = 0;
  for (ssize_t length = getline(&text, &capacity, stream); length >= 0; length = getline(&text, &capacity, stream)) {
    ++self->line;
    check_text(self, text, (size_t)length);
    text[strcspn(text, "\n")] = '\0';
    for (char* part = text; part != NULL;) {
      char* end = strchr(part, '\r');
      if (end != NULL) *end++ = '\0';
      read_line(self, part);
      part = end != NULL && *end != '\0' ? end : NULL;
      self->line += part != NULL;
    }
    done += (uint64_t)length;
    progress_update(&bar, done);
  }
  if (!feof(stream)) fail("%s: cannot read: %s", self->raw->file, strerror(errno));
  progress_wipe();
  free(text);
}

raw_recording recording_lines(const char* file, const column_layout* columns) {
  raw_recording raw = {.file = input_name(file)};
  raw.format = format_begin(raw.file, columns);
  line_reader reader = {.raw = &raw};
  FILE* stream = open_input(file);
  read_lines(&reader, stream);
  close_input(stream);
  if (raw.count == 0) fail("%s: no positions", raw.file);
  if (raw.format.columns.undecided) settle_column_order(&raw, reader.key);
  raw.named = reader.key[0].named;
  raw.id_name = reader.key[0].names;
  names_free(&reader.key[1].names);
  return raw;
}

void raw_recording_free(raw_recording* raw) {
  free(raw->point);
  names_free(&raw->id_name);
  *raw = (raw_recording){0};
}
