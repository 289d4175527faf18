// Delimiters, fields and the numbers in them.
#include "fields.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static int is_space(char c) { return c == ' ' || c == '\t' || c == '\r'; }

static const char* skip_space(const char* text) {
  while (is_space(*text)) ++text;
  return text;
}

const char* delimiter_name(delimiter kind) {
  static const char* const names[] = {"anything", "spaces or tabs", "commas", "semicolons", "members of JSON"};
  return names[kind];
}

// Behind the quotation mark that closes the field, or at the end of the line; a doubled mark closes nothing.
static const char* skip_quoted(const char* text) {
  for (++text; *text != '\0'; ++text) {
    if (*text != '"') continue;
    if (text[1] != '"') return text + 1;
    ++text;
  }
  return text;
}

static const char* skip_field(const char* text, char separator) {
  if (*text == '"') text = skip_quoted(text);
  while (*text != '\0' && !(separator == ' ' ? is_space(*text) : *text == separator)) ++text;
  return text;
}

static int holds(const char* line, char letter) {
  for (; *line != '\0'; ++line) {
    if (*line == letter) return 1;
    if (*line == '"') line = skip_quoted(line) - 1;
  }
  return 0;
}

// Whether the words between spaces are as many as a position needs, each with at most one comma, which is inside.
static int has_decimal_commas(const char* line) {
  size_t words = 0;
  for (line = skip_space(line); *line != '\0'; line = skip_space(line)) {
    const char* end = skip_field(line, ' ');
    size_t commas = 0;
    for (const char* at = line; at < end; ++at) commas += *at == ',';
    if (commas > 1 || *line == ',' || end[-1] == ',') return 0;
    ++words;
    line = end;
  }
  return words >= 4;
}

delimiter find_delimiter(const char* line) {
  if (holds(line, ';')) return DELIMITER_SEMICOLON;
  if (holds(line, ',') && !has_decimal_commas(line)) return DELIMITER_COMMA;
  return DELIMITER_SPACE;
}

static field trim(const char* begin, const char* end) {
  while (begin < end && is_space(*begin)) ++begin;
  while (end > begin && is_space(end[-1])) --end;
  if (end - begin >= 2 && *begin == '"' && end[-1] == '"') {
    ++begin;
    --end;
    while (begin < end && is_space(*begin)) ++begin;
    while (end > begin && is_space(end[-1])) --end;
  }
  return (field){begin, (size_t)(end - begin)};
}

int ends_empty(const char* line, delimiter kind) {
  size_t length = strlen(line);
  while (length > 0 && is_space(line[length - 1])) --length;
  return length > 0 && line[length - 1] == (kind == DELIMITER_COMMA ? ',' : kind == DELIMITER_SEMICOLON ? ';' : '\0');
}

size_t split_fields(const char* line, delimiter kind, field* out) {
  const char separator = kind == DELIMITER_COMMA ? ',' : kind == DELIMITER_SEMICOLON ? ';' : ' ';
  size_t count = 0;
  for (line = skip_space(line); *line != '\0'; line = skip_space(line)) {
    const char* end = skip_field(line, separator);
    if (count < MAX_FIELDS) out[count] = trim(line, end);
    ++count;
    line = separator != ' ' && *end != '\0' ? end + 1 : end;
  }
  return count;
}

// Whether the text, which ends somewhere behind the field, begins with a number of just that length.
static int read_number(const char* text, size_t length, double* number) {
  char* end = NULL;
  *number = strtod(text, &end);
  return length > 0 && end == text + length;
}

int field_number(const field* self, double* number) {
  char text[64];
  if (read_number(self->text, self->length, number)) return 1;
  if (self->length >= sizeof text || memchr(self->text, ',', self->length) == NULL) return 0;
  memcpy(text, self->text, self->length);
  text[self->length] = '\0';
  if (strchr(text, '.') != NULL) return 0;
  *strchr(text, ',') = '.';
  return read_number(text, self->length, number);
}

int field_is(const field* self, const char* text) {
  return strlen(text) == self->length && strncasecmp(self->text, text, self->length) == 0;
}

// ---------------------------------------------------------------- units

// Units by their names.

typedef struct unit_name {
  const char* name;
  double size;
} unit_name;

static const unit_name lengths[] = {
    {"m", 1.0},
    {"metre", 1.0},
    {"metres", 1.0},
    {"meter", 1.0},
    {"meters", 1.0},
    {"dm", 0.1},
    {"cm", 0.01},
    {"centimetre", 0.01},
    {"centimetres", 0.01},
    {"centimeter", 0.01},
    {"centimeters", 0.01},
    {"mm", 0.001},
    {"millimetre", 0.001},
    {"millimetres", 0.001},
    {"millimeter", 0.001},
    {"millimeters", 0.001},
    {"km", 1000.0},
    {"ft", 0.3048},
    {"feet", 0.3048},
    {"foot", 0.3048},
    {"in", 0.0254},
    {"inch", 0.0254},
    {"inches", 0.0254},
};

static const unit_name times[] = {
    {"s", 1.0},   {"sec", 1.0},   {"second", 1.0},       {"seconds", 1.0},
    {"ms", 1e-3}, {"msec", 1e-3}, {"millisecond", 1e-3}, {"milliseconds", 1e-3},
    {"us", 1e-6}, {"ns", 1e-9},   {"min", 60.0},
};

#define COUNT(list) (sizeof(list) / sizeof((list)[0]))

static double size_of(const field* unit, const unit_name* names, size_t count) {
  for (size_t i = 0; i < count; ++i) {
    if (field_is(unit, names[i].name)) return names[i].size;
  }
  return 0.0;
}

double unit_metres(const field* unit) { return size_of(unit, lengths, COUNT(lengths)); }

double unit_seconds(const field* unit) { return size_of(unit, times, COUNT(times)); }

static field trimmed(const char* begin, const char* end) {
  while (begin < end && *begin == ' ') ++begin;
  while (end > begin && end[-1] == ' ') --end;
  return (field){begin, (size_t)(end - begin)};
}

void cut_unit(const field* column, field* name, field* unit) {
  const char* end = column->text + column->length;
  *name = *column;
  *unit = (field){end, 0};
  for (const char* at = column->text; at < end; ++at) {
    const int bracket = *at == '[' || *at == '(';
    const int in = end - at > 4 && strncasecmp(at, " in ", 4) == 0;
    if (*at != '/' && !bracket && !in) continue;
    *name = trimmed(column->text, at);
    *unit = trimmed(at + (in ? 4 : 1), bracket && (end[-1] == ']' || end[-1] == ')') ? end - 1 : end);
    return;
  }
}

// The word at the text, letters alone.
static field word_at(const char* text) {
  size_t length = 0;
  while (isalpha((unsigned char)text[length])) ++length;
  return (field){text, length};
}

double unit_in_prose(const char* comment) {
  for (const char* at = comment; *at != '\0'; ++at) {
    const int begins = at == comment || !isalnum((unsigned char)at[-1]);
    const char* word = NULL;
    if (begins && strncasecmp(at, "in ", 3) == 0) word = at + 3;
    if (begins && strncasecmp(at, "x/", 2) == 0) word = at + 2;
    if (begins && strncasecmp(at, "unit", 4) == 0) {
      word = at + 4 + (at[4] == 's' || at[4] == 'S');
      if (*word != ':' && *word != '=') word = NULL;
      while (word != NULL && strchr(":= ", *word) != NULL && *word != '\0') ++word;
    }
    if (word == NULL) continue;
    const field unit = word_at(word);
    const double metres = unit_metres(&unit);
    // not the metres of "m/s" or "m^2"
    const char next = unit.text[unit.length];
    if (metres > 0.0 && next != '/' && next != '^') return metres;
  }
  return 0.0;
}
