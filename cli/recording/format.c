// Column layouts by their names, and what comments, a line of names and the first position say of them.
#include "format.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

const char* const column_names[COLUMNS_USED] = {"id", "frame", "time", "x", "y"};

// What headers call the columns, without regard to case, `_`, `-`, `.` and spaces.
static const char* const synonyms[COLUMNS_USED] = {
    ("id persid personid person pedid ped pedestrianid pedestrian agentid agent trackid track objectid objid particle "
     "name"),
    "frame fr frameid frameno framenr framenum framenumber frameindex timestep step",
    "time t times timestamp simtime seconds",
    "x posx xpos positionx xposition xcenter centerx xcoord",
    "y posy ypos positiony yposition ycenter centery ycoord",
};

static size_t column_called(const field* name, column_words words) {
  size_t i = 0;
  if (words == WORDS_OF_HEADER) {
    while (i < COLUMNS_USED && !field_is(name, synonyms[i], "_-. ")) ++i;
    return i;
  }
  while (i < COLUMNS_USED &&
         (strlen(column_names[i]) != name->length || memcmp(column_names[i], name->text, name->length) != 0)) {
    ++i;
  }
  return i;
}

// The same of a header's `timestamp_ms` or `x_cm`. A box has an `x_min`, which is no time, and an `x_in` may be
// anything.
static size_t column_with_suffix(const field* word, field* unit) {
  size_t at = word->length;
  while (at > 0 && word->text[at - 1] != '_') --at;
  if (at < 2) return COLUMNS_USED;
  const field name = {word->text, at - 1};
  *unit = (field){word->text + at, word->length - at};
  const size_t used = column_called(&name, WORDS_OF_HEADER);
  const int of_length = (used == COLUMN_X || used == COLUMN_Y) && unit_metres(unit) > 0.0 && !field_is(unit, "in", "");
  return of_length || (used == COLUMN_TIME && unit_seconds(unit) > 0.0) ? used : COLUMNS_USED;
}

// Which column the word names, with its unit, whose length is 0 where there is none; COLUMNS_USED: none.
static size_t column_of_word(const field* word, column_words words, field* unit) {
  field name;
  cut_unit(word, &name, unit);
  const size_t used = column_called(&name, words);
  if (used < COLUMNS_USED || words == WORDS_OF_OPTION || unit->length > 0) return used;
  return column_with_suffix(word, unit);
}

const column_layout columns_default = {
    .text = "id frame x y [z]", .at = {0, 1, COLUMN_ABSENT, 2, 3}, .least = 4, .most = 5, .undecided = 1};
const column_layout columns_of_eth = {
    .text = "frame id x z y vx vz vy", .at = {1, 0, COLUMN_ABSENT, 2, 4}, .least = ETH_COLUMNS, .most = ETH_COLUMNS};
const column_layout columns_of_tracks = {
    .text = "p f x y", .at = {0, 1, COLUMN_ABSENT, 2, 3}, .least = 4, .most = 4, .metres = 1.0};

// Names between spaces that have their units behind them, as in `x [m]`: one field each. Returns how many are left.
static size_t join_units(field* word, size_t count) {
  size_t kept = 0;
  for (size_t i = 0; i < count; ++i) {
    if (kept > 0 && word[i].length > 0 && (word[i].text[0] == '[' || word[i].text[0] == '(')) {
      word[kept - 1].length = (size_t)(word[i].text + word[i].length - word[kept - 1].text);
    } else {
      word[kept++] = word[i];
    }
  }
  return kept;
}

// Takes the unit of a used column into the layout. Returns 0 where a time is in no unit of time.
static int take_unit(column_layout* out, size_t used, const field* unit) {
  if (unit->length == 0 || used == COLUMN_ID || used == COLUMN_FRAME) return 1;
  if (used == COLUMN_TIME) {
    out->seconds = unit_seconds(unit);
    return out->seconds > 0.0;
  }
  const double metres = unit_metres(unit);
  if (metres == 0.0) snprintf(out->unknown_unit, sizeof out->unknown_unit, "%.*s", (int)unit->length, unit->text);
  out->mixed_units = out->mixed_units || (out->metres > 0.0 && out->metres != metres);
  out->metres = metres;
  return 1;
}

// One space for each run of spaces and tabs.
static void copy_names(const char* text, char* out, size_t size) {
  size_t length = 0;
  for (; *text != '\0' && length + 1 < size; ++text) {
    const int space = isspace((unsigned char)*text);
    if (space && (length == 0 || out[length - 1] == ' ')) continue;
    out[length++] = space ? ' ' : *text;
  }
  if (length > 0 && out[length - 1] == ' ') --length;
  out[length] = '\0';
}

#define WRONG(out, ...) (snprintf((out)->wrong, sizeof(out)->wrong, __VA_ARGS__), 0)

static int check_complete(column_layout* self) {
  for (size_t i = 0; i < COLUMNS_USED; ++i) {
    const int present = self->at[i] != COLUMN_ABSENT;
    if (present || i == COLUMN_TIME || (i == COLUMN_FRAME && self->at[COLUMN_TIME] != COLUMN_ABSENT)) continue;
    return WRONG(self, "'%s' does not name %s (id, frame or time, x, y have to be there)", self->text, column_names[i]);
  }
  return 1;
}

static int take_name(column_layout* out, const field* word, size_t at, column_words words) {
  if (word->length == 0 && words == WORDS_OF_OPTION)
    return WRONG(out, "column %zu of '%s' has no name", at + 1, out->text);
  field unit;
  const size_t used = column_of_word(word, words, &unit);
  if (used == COLUMNS_USED) return 1;
  if (out->at[used] != COLUMN_ABSENT) return WRONG(out, "'%s' names %s twice", out->text, column_names[used]);
  out->at[used] = at;
  if (at >= out->least) out->least = at + 1;
  return take_unit(out, used, &unit) || WRONG(out, "'%s' names no unit of time that is known", out->text);
}

int columns_named(const char* text, column_words words, column_layout* out) {
  field word[MAX_FIELDS];
  const delimiter kind = find_delimiter(text);
  size_t count = split_fields(text, kind, word);
  *out = (column_layout){.at = {COLUMN_ABSENT, COLUMN_ABSENT, COLUMN_ABSENT, COLUMN_ABSENT, COLUMN_ABSENT}};
  if (count > MAX_FIELDS) return WRONG(out, "more than %d columns", MAX_FIELDS);
  if (kind == DELIMITER_SPACE) count = join_units(word, count);
  copy_names(text, out->text, sizeof out->text);
  for (size_t i = 0; i < count; ++i) {
    if (!take_name(out, &word[i], i, words)) return 0;
  }
  out->most = count;
  return check_complete(out);
}

// ---------------------------------------------------------------- formats

// "sep=;" names the separator of the columns for a spreadsheet.
const char* comment_of(const char* line) {
  if (strncasecmp(line, "sep=", 4) == 0) return line;
  if (*line == '#' || *line == '%') return line + 1;
  return line[0] == '/' && line[1] == '/' ? line + 2 : NULL;
}

// Behind the phrase and the colon or equals sign that follows; NULL where the comment does not have both.
static const char* behind_label(const char* comment, const char* label) {
  for (; *comment != '\0'; ++comment) {
    if (strncasecmp(comment, label, strlen(label)) != 0) continue;
    const char* at = comment + strlen(label);
    while (*at == ' ') ++at;
    if (*at == ':' || *at == '=') return at + 1;
  }
  return NULL;
}

static void read_rate(recording_format* self, const char* comment, size_t line) {
  static const char* const labels[] = {"framerate", "frame rate", "frame_rate", "fps"};
  const char* rate = NULL;
  for (size_t i = 0; i < sizeof labels / sizeof labels[0] && rate == NULL; ++i) rate = behind_label(comment, labels[i]);
  if (rate == NULL) return;
  self->fps = strtod(rate, NULL);
  if (!(self->fps > 0.0 && self->fps <= 1e6)) reader_fail(self->owner, line, "framerate is not a positive number");
}

// An option that names the columns without their units leaves these to the header.
static void take_units(column_layout* self, const column_layout* header) {
  if (self->metres > 0.0) return;
  self->metres = header->metres;
  self->mixed_units = header->mixed_units;
  memcpy(self->unknown_unit, header->unknown_unit, sizeof self->unknown_unit);
}

// Names that say the same as those before are no news: a file may be several, one behind the other.
static void take_names(recording_format* self, const column_layout* columns, size_t line) {
  if (strcmp(self->columns_source, "option") == 0) {
    take_units(&self->columns, columns);
    return;
  }
  const int known = self->header_line != 0;
  const int same = known && memcmp(columns->at, self->columns.at, sizeof columns->at) == 0;
  if ((known && !same) || (!known && self->separator != DELIMITER_UNKNOWN)) {
    reader_fail(self->owner, line, "names of columns, '%s', that %s; say which hold by --columns", columns->text,
                known ? "differ from those before" : "come behind the first position");
  }
  if (same) return;
  self->columns = *columns;
  self->columns_source = "header";
  self->header_line = line;
}

// Whether the text is the names of columns: all that are needed are there, and the first word is one of them, for prose
// may hold these words as well.
static int names_columns(const char* text, column_layout* columns) {
  field word[MAX_FIELDS], unit;
  if (split_fields(text, find_delimiter(text), word) == 0) return 0;
  if (column_of_word(&word[0], WORDS_OF_HEADER, &unit) == COLUMNS_USED) return 0;
  return columns_named(text, WORDS_OF_HEADER, columns);
}

// A comment may name the columns, also behind a title: "columns: id frame x y".
static void read_names(recording_format* self, const char* comment, size_t line) {
  column_layout columns;
  const char* title = strpbrk(comment, ":=");
  if (names_columns(comment, &columns) || (title != NULL && names_columns(title + 1, &columns))) {
    take_names(self, &columns, line);
  }
}

void format_comment(recording_format* self, const char* comment, size_t line) {
  read_rate(self, comment, line);
  read_names(self, comment, line);
  const double metres = unit_in_prose(comment);
  if (metres == 0.0) return;
  self->contradictory = self->contradictory || (self->metres > 0.0 && self->metres != metres);
  self->metres = metres;
  self->metres_line = line;
}

static int holds_number(const field* word, size_t count) {
  double number = 0.0;
  for (size_t i = 0; i < count && i < MAX_FIELDS; ++i) {
    if (field_number(&word[i], &number)) return 1;
  }
  return 0;
}

int format_first_line(recording_format* self, const char* text, size_t line) {
  field word[MAX_FIELDS];
  column_layout columns;
  if (*text == '[' || *text == '<') {
    reader_fail(self->owner, line,
                "JSON or XML; a recording is columns of numbers, a position in each line, or the lines "
                "of JSON of trajnet++");
  }
  const delimiter separator = find_delimiter(text);
  const size_t count = split_fields(text, separator, word);
  if (holds_number(word, count) || strchr("+-.0123456789", *text) != NULL) {
    self->separator = separator;
    self->on_a_plane = count == ETH_COLUMNS && self->columns.undecided;
    if (self->on_a_plane) self->columns = columns_of_eth, self->columns_source = "as ETH and UCY have them";
    return 0;
  }
  const int clear = columns_named(text, WORDS_OF_HEADER, &columns);
  if (!clear && strcmp(self->columns_source, "option") == 0) return 1;
  if (!clear) {
    reader_fail(self->owner, line,
                "no position, and as the names of columns, separated by %s, not clear: %s; name them by --columns",
                delimiter_name(separator), columns.wrong);
  }
  take_names(self, &columns, line);
  return 1;
}
