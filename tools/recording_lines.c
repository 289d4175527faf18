// Reads a recording line by line, from a file or from a pipe.
#include "recording_lines.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "progress.h"
#include "support.h"
#include "trajectories.h"

#define KILOBYTE 1000

// Where a message points.
typedef struct place {
  const char* file;
  size_t line;
} place;

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

static int is_space(char c) { return c == ' ' || c == '\t' || c == '\r'; }

static const char* skip_space(const char* text) {
  while (is_space(*text)) ++text;
  return text;
}

static const char* skip_word(const char* text) {
  while (*text != '\0' && !is_space(*text)) ++text;
  return text;
}

// Cuts the line into words; returns how many there are. Only those that the layout uses are kept.
static size_t find_words(const char* text, const column_layout* columns, const char** word) {
  size_t count = 0;
  for (text = skip_space(text); *text != '\0'; text = skip_space(skip_word(text))) {
    for (size_t i = 0; i < COLUMNS_USED; ++i) {
      if (columns->at[i] == count) word[i] = text;
    }
    ++count;
  }
  return count;
}

static _Noreturn void fail_at_word(const place* at, const char* name, const char* what, const char* word) {
  char quoted[41];
  size_t length = 0;
  for (; length < sizeof quoted - 1 && word[length] != '\0' && !is_space(word[length]); ++length) {
    quoted[length] = (unsigned char)word[length] < 0x20 ? '?' : word[length];
  }
  quoted[length] = '\0';
  fail("%s:%zu: %s is not %s: '%s'", at->file, at->line, name, what, quoted);
}

static double parse_number(const place* at, size_t column, const char* word) {
  char* end = NULL;
  const double value = strtod(word, &end);
  if (end != skip_word(word)) fail_at_word(at, column_names[column], "a number", word);
  if (!isfinite(value) || fabs(value) > 1e9) fail_at_word(at, column_names[column], "within +-1e9", word);
  return value;
}

static int64_t parse_integer(const place* at, size_t column, const char* word) {
  const double value = parse_number(at, column, word);
  if (value != (double)(int64_t)value) fail_at_word(at, column_names[column], "a whole number", word);
  return (int64_t)value;
}

static _Noreturn void fail_at_count(const place* at, const column_layout* columns, size_t found) {
  const char* plural = found == 1 ? "" : "s";
  if (columns->least == columns->most) {
    fail("%s:%zu: %zu column%s, but --columns names %zu: %s", at->file, at->line, found, plural, columns->most,
         columns->text);
  }
  fail("%s:%zu: %zu column%s, expected the %zu or %zu of %s, separated by spaces or tabs; for another layout name its "
       "columns, such as --columns frame,id,x,z,y,vx,vz,vy",
       at->file, at->line, found, plural, columns->least, columns->most, columns->text);
}

static void read_line(raw_recording* raw, const char* text, size_t line, const column_layout* columns) {
  text = skip_space(text);
  if (*text == '\0') return;
  if (*text == '#') {
    read_comment(raw, text, line);
    return;
  }
  const place at = {raw->file, line};
  const char* word[COLUMNS_USED] = {0};
  const size_t found = find_words(text, columns, word);
  if (found < columns->least || found > columns->most) fail_at_count(&at, columns, found);
  raw_point point = {.line = line};
  point.id = parse_integer(&at, COLUMN_ID, word[COLUMN_ID]);
  point.frame = parse_integer(&at, COLUMN_FRAME, word[COLUMN_FRAME]);
  point.x = parse_number(&at, COLUMN_X, word[COLUMN_X]);
  point.y = parse_number(&at, COLUMN_Y, word[COLUMN_Y]);
  raw->point = grow(raw->point, &raw->capacity, raw->count + 1, sizeof *raw->point);
  raw->point[raw->count++] = point;
}

// 0: a pipe, which does not say.
static uint64_t size_of(FILE* file) {
  struct stat status;
  return fstat(fileno(file), &status) == 0 && S_ISREG(status.st_mode) ? (uint64_t)status.st_size : 0;
}

raw_recording recording_lines(const char* file, const column_layout* columns) {
  raw_recording raw = {.file = input_name(file), .unit = UNIT_AUTO};
  FILE* stream = open_input(file);
  const uint64_t size = size_of(stream);
  progress bar = progress_begin("reading, kB", size, KILOBYTE);
  char* text = NULL;
  size_t capacity = 0;
  size_t line = 0;
  uint64_t done = 0;
  for (ssize_t length = getline(&text, &capacity, stream); length >= 0; length = getline(&text, &capacity, stream)) {
    ++line;
    if (strlen(text) != (size_t)length) fail("%s:%zu: a zero byte: not a text file", raw.file, line);
    if (length > 0 && text[length - 1] == '\n') text[length - 1] = '\0';
    read_line(&raw, text, line, columns);
    done += (uint64_t)length;
    progress_update(&bar, done);
  }
  if (!feof(stream)) fail("%s: cannot read: %s", raw.file, strerror(errno));
  progress_wipe();
  free(text);
  close_input(stream);
  if (raw.count == 0) fail("%s: no positions", raw.file);
  return raw;
}
