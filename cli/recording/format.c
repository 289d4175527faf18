// What comments, a line of names and the first position say of a recording's columns.
#include "format.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "fields.h"

recording_format format_begin(reader* owner, const column_layout* columns) {
  recording_format self = {.owner = owner, .columns_source = columns != NULL ? "option" : "assumed"};
  self.columns = columns != NULL ? *columns : columns_default();
  return self;
}

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
  field word[MAX_FIELDS];
  char room[256];
  if (split_fields(text, find_delimiter(text), word) == 0) return 0;
  if (column_of_header_word(&word[0]) == COLUMNS_USED) return 0;
  return columns_named(text, WORDS_OF_HEADER, columns, room, sizeof room) == NULL;
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

static void take_eth(recording_format* self) {
  self->columns = columns_of_eth();
  self->columns_source = "as ETH and UCY have them";
  self->on_a_plane = 1;
}

int format_first_line(recording_format* self, const char* text, size_t line) {
  field word[MAX_FIELDS];
  column_layout columns;
  char room[256];
  if (*text == '[' || *text == '<') {
    reader_fail(self->owner, line,
                "JSON or XML; a recording is columns of numbers, a position in each line, or the lines "
                "of JSON of trajnet++");
  }
  const delimiter separator = find_delimiter(text);
  const size_t count = split_fields(text, separator, word);
  if (holds_number(word, count) || strchr("+-.0123456789", *text) != NULL) {
    self->separator = separator;
    if (count == ETH_COLUMNS && self->columns.undecided) take_eth(self);
    return 0;
  }
  const char* wrong = columns_named(text, WORDS_OF_HEADER, &columns, room, sizeof room);
  if (wrong != NULL && strcmp(self->columns_source, "option") == 0) return 1;
  if (wrong != NULL) {
    reader_fail(self->owner, line,
                "no position, and as the names of columns, separated by %s, not clear: %s; name them by --columns",
                delimiter_name(separator), wrong);
  }
  take_names(self, &columns, line);
  return 1;
}
