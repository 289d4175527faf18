// Reads the lines of a recording.
#include "lines.h"

#include <ctype.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

// Bytes from one call of the progress to the next.
#define PROGRESS_STEP 65536
// Doubles hold whole numbers up to here.
#define LARGEST_WHOLE 9007199254740992.0

// The line that is being read, and what is known of those before.
typedef struct line_reader {
  reader* owner;
  raw_recording* raw;
  size_t line;
  char* text; // of the line, terminated
  size_t capacity;
  field word[MAX_FIELDS];
  int points, commas; // numbers with a decimal point, with a decimal comma, were there
  key_column key[2];  // id and frame; while undecided the first two columns
  double level;       // of a recording on a plane
} line_reader;

static _Noreturn void fail_at(const line_reader* self, size_t column, const char* what) {
  const recording_format* format = &self->raw->format;
  const size_t at = format->columns.at[column];
  const field* word = &self->word[at];
  const int length = word->length < 40 ? (int)word->length : 40;
  if (format->separator == DELIMITER_JSON) {
    reader_fail(self->owner, self->line, "%s is %s: '%.*s' (member %c of the track)", column_names[column], what,
                length, word->text, "pfxy"[at]);
  }
  const char* hint = column == COLUMN_FRAME ? "; a column of seconds is called time, as in --columns id,time,x,y" : "";
  reader_fail(self->owner, self->line, "%s is %s: '%.*s' (column %zu, separated by %s)%s", column_names[column], what,
              length, word->text, at + 1, delimiter_name(format->separator), hint);
}

static int is_missing(const field* word) { return word->length == 0 || field_is(word, "na n/a null none - ?", ""); }

static double check_number(line_reader* self, size_t column, double value, double limit) {
  const field* word = &self->word[self->raw->format.columns.at[column]];
  if (!isfinite(value) || fabs(value) > limit) {
    fail_at(self, column, limit == 1e9 ? "not within +-1e9" : "not within +-9e15");
  }
  self->points |= memchr(word->text, '.', word->length) != NULL;
  self->commas |= memchr(word->text, ',', word->length) != NULL;
  if (self->points && self->commas)
    fail_at(self, column, "one of numbers with decimal points and numbers with decimal commas");
  return value;
}

static double parse_number(line_reader* self, size_t column) {
  const field* word = &self->word[self->raw->format.columns.at[column]];
  double value = 0.0;
  if (!field_number(word, &value)) fail_at(self, column, is_missing(word) ? "missing" : "not a number");
  return check_number(self, column, value, LARGEST_WHOLE);
}

// NaN where there is none.
static double parse_coordinate(line_reader* self, size_t column) {
  const field* word = &self->word[self->raw->format.columns.at[column]];
  double value = 0.0;
  if (is_missing(word)) return NAN;
  if (!field_number(word, &value)) fail_at(self, column, "not a number");
  return isnan(value) ? NAN : check_number(self, column, value, 1e9);
}

static int64_t parse_integer(line_reader* self, size_t column) {
  const double value = parse_number(self, column);
  if (value != (double)(int64_t)value) fail_at(self, column, "not a whole number");
  return (int64_t)value;
}

// Whether the word can be no name: a number that doubles hold, or what programs write for none.
static int is_number(const field* word) {
  double value = 0.0;
  if (!field_number(word, &value)) return is_missing(word);
  return isfinite(value) ? fabs(value) <= LARGEST_WHOLE : !isdigit((unsigned char)word->text[0]);
}

// The number of the name that the number is.
static int64_t key_column_number(reader* owner, key_column* self, int64_t number) {
  char text[32];
  const int length = snprintf(text, sizeof text, "%" PRId64, number);
  return names_number(owner, &self->names, text, (size_t)length);
}

// Makes names of the numbers that were read before: of the ids, or of what was read as frames.
static void key_column_name(raw_recording* raw, key_column* self, int of_frames) {
  self->named = 1;
  for (size_t i = 0; i < raw->count; ++i) {
    int64_t* number = of_frames ? &raw->point[i].frame : &raw->point[i].id;
    *number = key_column_number(raw->owner, self, *number);
  }
}

// An id, or a frame that may turn out to be one.
static int64_t parse_key(line_reader* self, size_t column) {
  const column_layout* columns = &self->raw->format.columns;
  key_column* key = &self->key[column];
  const field* word = &self->word[columns->at[column]];
  const int may_be_named = (column == COLUMN_ID || columns->undecided) && !self->key[1 - column].named;
  if (!may_be_named || (!key->named && is_number(word)) || is_missing(word)) return parse_integer(self, column);
  if (memchr(word->text, '"', word->length) != NULL) fail_at(self, column, "a name with a quotation mark");
  if (!key->named) key_column_name(self->raw, key, column == COLUMN_FRAME);
  return is_number(word) ? key_column_number(self->owner, key, parse_integer(self, column))
                         : names_number(self->owner, &key->names, word->text, word->length);
}

static void check_count(line_reader* self, size_t found) {
  const recording_format* format = &self->raw->format;
  const column_layout* columns = &format->columns;
  const char* plural = found == 1 ? "" : "s";
  const char* separator = delimiter_name(format->separator);
  if (found > self->raw->widest) self->raw->widest = found;
  if (found >= columns->least && found <= columns->most) return;
  if (format->header_line != 0) {
    reader_fail(self->owner, self->line, "%zu column%s, separated by %s, but line %zu names %zu: %s", found, plural,
                separator, format->header_line, columns->most, columns->text);
  }
  if (strcmp(format->columns_source, "option") == 0) {
    reader_fail(self->owner, self->line, "%zu column%s, but --columns names %zu: %s (separated by %s)", found, plural,
                columns->most, columns->text, separator);
  }
  if (format->on_a_plane) {
    reader_fail(self->owner, self->line, "%zu column%s, but the lines before have the %zu of %s, separated by %s",
                found, plural, columns->most, columns->text, separator);
  }
  reader_fail(self->owner, self->line,
              "%zu column%s, expected the %zu or %zu of %s, separated by %s; for another layout name its columns, such "
              "as --columns frame,id,x,z,y,vx,vz,vy",
              found, plural, columns->least, columns->most, columns->text, separator);
}

// Eight columns may be anything. Where they are those of ETH and UCY, everybody is on one plane.
static void check_plane(line_reader* self) {
  const field* word = &self->word[ETH_LEVEL];
  const int length = word->length < 40 ? (int)word->length : 40;
  double level = 0.0;
  const int known = field_number(word, &level);
  if (self->raw->count + self->raw->gaps == 0) self->level = level;
  if (known && level == self->level) return;
  reader_fail(
      self->owner, self->line,
      "8 columns, which no header names. As those of ETH and UCY, %s, they would have one z, but this is '%.*s'; "
      "name them by --columns",
      self->raw->format.columns.text, length, word->text);
}

// Of the words of the line.
static void read_position(line_reader* self) {
  raw_recording* raw = self->raw;
  const column_layout* columns = &raw->format.columns;
  raw_point point = {.line = self->line};
  if (raw->format.on_a_plane) check_plane(self);
  point.id = parse_key(self, COLUMN_ID);
  if (columns->at[COLUMN_FRAME] != COLUMN_ABSENT) point.frame = parse_key(self, COLUMN_FRAME);
  if (columns->at[COLUMN_TIME] != COLUMN_ABSENT) point.time = parse_number(self, COLUMN_TIME);
  point.x = parse_coordinate(self, COLUMN_X);
  point.y = parse_coordinate(self, COLUMN_Y);
  if (isnan(point.x) || isnan(point.y)) {
    if (raw->gaps++ == 0) raw->first_gap = self->line;
    return;
  }
  raw->point = reader_grow(self->owner, raw->point, &raw->capacity, raw->count + 1, sizeof *raw->point);
  raw->point[raw->count++] = point;
}

static void read_columns(line_reader* self, const char* text) {
  const recording_format* format = &self->raw->format;
  size_t count = split_fields(text, format->separator, self->word);
  if (count + 1 == format->columns.least && count < MAX_FIELDS && ends_empty(text, format->separator)) {
    self->word[count++] = (field){"", 0}; // y is the last column, and missing
  }
  check_count(self, count);
  read_position(self);
}

// A scene of trajnet++ states how many positions of each person are in a second.
static void read_scene(line_reader* self, const char* scene) {
  recording_format* format = &self->raw->format;
  field value;
  double fps = 0.0;
  if (!jsonl_member(scene, "fps", &value)) return;
  if (!field_number(&value, &fps) || !(fps > 0.0 && fps <= 1e6)) {
    reader_fail(self->owner, self->line, "fps is not a positive number");
  }
  if (format->fps > 0.0 && format->fps != fps) {
    reader_fail(self->owner, self->line, "a scene of %g positions per second after one of %g", fps, format->fps);
  }
  format->fps = fps;
}

static void read_json(line_reader* self, const char* text) {
  static const char* const members[] = {"p", "f", "x", "y"};
  field value;
  if (!jsonl_is_object(text)) reader_fail(self->owner, self->line, "no object of JSON, or not the whole of it");
  const char* scene = jsonl_inner_object(text, "scene");
  const char* track = jsonl_inner_object(text, "track");
  if (scene != NULL) read_scene(self, scene);
  if (!jsonl_member(text, "track", &value)) return;
  for (size_t i = 0; i < 4; ++i) {
    if (track == NULL || !jsonl_member(track, members[i], &self->word[i])) {
      reader_fail(self->owner, self->line, "a track without %s", members[i]);
    }
  }
  read_position(self);
}

static void begin_json(line_reader* self) {
  recording_format* format = &self->raw->format;
  if (strcmp(format->columns_source, "option") == 0) {
    reader_fail(self->owner, OF_OPTION, "--columns: %s has lines of JSON and no columns", self->owner->file);
  }
  format->separator = DELIMITER_JSON;
  format->columns = columns_of_tracks;
  format->columns_source = "as trajnet++ has them";
  format->fps_of_positions = 1;
}

static void read_line(line_reader* self) {
  recording_format* format = &self->raw->format;
  const char* text = self->text;
  if (self->line == 1 && strncmp(text, "\xef\xbb\xbf", 3) == 0) text += 3;
  while (*text == ' ' || *text == '\t') ++text;
  if (*text == '\0') return;
  if (format->separator == DELIMITER_UNKNOWN && *text == '{') begin_json(self);
  const char* comment = comment_of(text);
  if (format->separator == DELIMITER_JSON) {
    read_json(self, text);
  } else if (comment != NULL) {
    format_comment(format, comment, self->line);
  } else if (format->separator != DELIMITER_UNKNOWN || !format_first_line(format, text, self->line)) {
    read_columns(self, text);
  }
}

// Lines end with LF, CR LF or, from old programs, CR alone.
static size_t line_length(const char* data, size_t size) {
  size_t length = 0;
  while (length < size && data[length] != '\n' && data[length] != '\r') ++length;
  return length;
}

static void read_lines(line_reader* self, const char* data, size_t size, const recording_options* options) {
  size_t reported = 0;
  if (options->progress != NULL) options->progress(options->user, 0, size);
  for (size_t at = 0; at < size;) {
    const size_t length = line_length(data + at, size - at);
    ++self->line;
    if (memchr(data + at, '\0', length) != NULL) reader_fail(self->owner, self->line, "a zero byte: not a text file");
    self->text = reader_grow(self->owner, self->text, &self->capacity, length + 1, 1);
    memcpy(self->text, data + at, length);
    self->text[length] = '\0';
    read_line(self);
    at += length + 1;
    at += at < size && data[at - 1] == '\r' && data[at] == '\n';
    if (options->progress != NULL && (at >= size || at - reported >= PROGRESS_STEP)) {
      reported = at;
      options->progress(options->user, at < size ? at : size, size);
    }
  }
}

raw_recording recording_lines(reader* owner, const char* data, size_t size, const recording_options* options,
                              const column_layout* columns) {
  raw_recording raw = {.owner = owner};
  raw.format = (recording_format){.owner = owner,
                                  .columns = columns != NULL ? *columns : columns_default,
                                  .columns_source = columns != NULL ? "option" : "assumed"};
  line_reader self = {.owner = owner, .raw = &raw};
  check_magic(owner, data, size);
  read_lines(&self, data, size, options);
  if (raw.count == 0 && raw.gaps > 0) reader_fail(owner, 0, "no positions, in none of its %zu lines", raw.gaps);
  if (raw.count == 0) reader_fail(owner, 0, "no positions");
  if (raw.format.on_a_plane) {
    reader_note(owner, "its 8 columns are read as %s of ETH and UCY; --columns names others", raw.format.columns.text);
  }
  if (raw.format.columns.undecided) settle_column_order(&raw, self.key);
  raw.named = self.key[0].named;
  raw.id_name = self.key[0].names;
  reader_release(owner, self.text);
  return raw;
}
