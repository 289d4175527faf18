// Column layouts by their names.
#include "columns.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "fields.h"

const char* const column_names[COLUMNS_USED] = {"id", "frame", "time", "x", "y"};

#define MAX_SYNONYMS 18

// What headers call the columns, without regard to case, `_`, `-`, `.` and spaces.
static const char* const synonyms[COLUMNS_USED][MAX_SYNONYMS] = {
    {"id", "persid", "personid", "person", "pedid", "ped", "pedestrianid", "pedestrian", "agentid", "agent", "trackid",
     "track", "objectid", "objid", "particle", "name"},
    {"frame", "fr", "frameid", "frameno", "framenr", "framenum", "framenumber", "frameindex", "timestep", "step"},
    {"time", "t", "times", "timestamp", "simtime", "seconds"},
    {"x", "posx", "xpos", "positionx", "xposition", "xcenter", "centerx", "xcoord"},
    {"y", "posy", "ypos", "positiony", "yposition", "ycenter", "centery", "ycoord"},
};

static int names_alike(const field* word, const char* name) {
  for (size_t i = 0; i < word->length; ++i) {
    if (strchr("_-. ", word->text[i]) != NULL) continue;
    if (*name == '\0' || tolower((unsigned char)word->text[i]) != *name) return 0;
    ++name;
  }
  return *name == '\0';
}

static size_t column_called(const field* name, column_words words) {
  for (size_t i = 0; i < COLUMNS_USED; ++i) {
    if (words == WORDS_OF_OPTION) {
      if (strlen(column_names[i]) == name->length && memcmp(column_names[i], name->text, name->length) == 0) return i;
      continue;
    }
    for (size_t k = 0; k < MAX_SYNONYMS && synonyms[i][k] != NULL; ++k) {
      if (names_alike(name, synonyms[i][k])) return i;
    }
  }
  return COLUMNS_USED;
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
  const int of_length = (used == COLUMN_X || used == COLUMN_Y) && unit_metres(unit) > 0.0 && !field_is(unit, "in");
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

size_t column_of_header_word(const field* word) {
  field unit;
  return column_of_word(word, WORDS_OF_HEADER, &unit);
}

column_layout columns_default(void) {
  return (column_layout){
      .text = "id frame x y [z]", .at = {0, 1, COLUMN_ABSENT, 2, 3}, .least = 4, .most = 5, .undecided = 1};
}

column_layout columns_of_eth(void) {
  return (column_layout){
      .text = "frame id x z y vx vz vy", .at = {1, 0, COLUMN_ABSENT, 2, 4}, .least = ETH_COLUMNS, .most = ETH_COLUMNS};
}

column_layout columns_of_tracks(void) {
  return (column_layout){.text = "p f x y", .at = {0, 1, COLUMN_ABSENT, 2, 3}, .least = 4, .most = 4, .metres = 1.0};
}

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

static const char* check_complete(const column_layout* self, char* room, size_t size) {
  for (size_t i = 0; i < COLUMNS_USED; ++i) {
    const int present = self->at[i] != COLUMN_ABSENT;
    if (present || i == COLUMN_TIME || (i == COLUMN_FRAME && self->at[COLUMN_TIME] != COLUMN_ABSENT)) continue;
    snprintf(room, size, "'%s' does not name %s (id, frame or time, x, y have to be there)", self->text,
             column_names[i]);
    return room;
  }
  return NULL;
}

static const char* take_name(column_layout* out, const field* word, size_t at, column_words words, char* room,
                             size_t size) {
  if (word->length == 0 && words == WORDS_OF_OPTION) {
    return snprintf(room, size, "column %zu of '%s' has no name", at + 1, out->text), room;
  }
  field unit;
  const size_t used = column_of_word(word, words, &unit);
  if (used == COLUMNS_USED) return NULL;
  if (out->at[used] != COLUMN_ABSENT) {
    return snprintf(room, size, "'%s' names %s twice", out->text, column_names[used]), room;
  }
  out->at[used] = at;
  if (at >= out->least) out->least = at + 1;
  if (take_unit(out, used, &unit)) return NULL;
  return snprintf(room, size, "'%s' names no unit of time that is known", out->text), room;
}

const char* columns_named(const char* text, column_words words, column_layout* out, char* room, size_t size) {
  field word[MAX_FIELDS];
  const delimiter kind = find_delimiter(text);
  size_t count = split_fields(text, kind, word);
  *out = (column_layout){.at = {COLUMN_ABSENT, COLUMN_ABSENT, COLUMN_ABSENT, COLUMN_ABSENT, COLUMN_ABSENT}};
  if (count > MAX_FIELDS) return snprintf(room, size, "more than %d columns", MAX_FIELDS), room;
  if (kind == DELIMITER_SPACE) count = join_units(word, count);
  copy_names(text, out->text, sizeof out->text);
  for (size_t i = 0; i < count; ++i) {
    const char* wrong = take_name(out, &word[i], i, words, room, size);
    if (wrong != NULL) return wrong;
  }
  out->most = count;
  return check_complete(out, room, size);
}
