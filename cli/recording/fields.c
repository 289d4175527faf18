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
  return (field){begin, (size_t)(end - begin)};
}

static field trim_quoted(const char* begin, const char* end) {
  const field out = trim(begin, end);
  const int quoted = out.length >= 2 && out.text[0] == '"' && out.text[out.length - 1] == '"';
  return quoted ? trim(out.text + 1, out.text + out.length - 1) : out;
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
    if (count < MAX_FIELDS) out[count] = trim_quoted(line, end);
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

int field_is(const field* self, const char* words, const char* ignored) {
  for (size_t length = 0; *words != '\0'; words += length + (words[length] == ' ')) {
    size_t i = 0, k = 0;
    length = strcspn(words, " ");
    for (; i < self->length; ++i) {
      if (strchr(ignored, self->text[i]) != NULL) continue;
      if (k == length || tolower((unsigned char)self->text[i]) != words[k]) break;
      ++k;
    }
    if (i == self->length && k == length) return 1;
  }
  return 0;
}

// ---------------------------------------------------------------- units

typedef struct unit_names {
  const char* words;
  double size;
} unit_names;

static const unit_names lengths[] = {
    {"m metre metres meter meters", 1.0},
    {"dm", 0.1},
    {"cm centimetre centimetres centimeter centimeters", 0.01},
    {"mm millimetre millimetres millimeter millimeters", 0.001},
    {"km", 1000.0},
    {"ft feet foot", 0.3048},
    {"in inch inches", 0.0254},
    {NULL, 0.0},
};
static const unit_names times[] = {
    {"s sec second seconds", 1.0},
    {"ms msec millisecond milliseconds", 1e-3},
    {"us", 1e-6},
    {"ns", 1e-9},
    {"min", 60.0},
    {NULL, 0.0},
};

static double size_of(const field* unit, const unit_names* names) {
  while (names->words != NULL && !field_is(unit, names->words, "")) ++names;
  return names->size;
}

double unit_metres(const field* unit) { return size_of(unit, lengths); }
double unit_seconds(const field* unit) { return size_of(unit, times); }

void cut_unit(const field* column, field* name, field* unit) {
  const char* end = column->text + column->length;
  *name = *column;
  *unit = (field){end, 0};
  for (const char* at = column->text; at < end; ++at) {
    const int bracket = *at == '[' || *at == '(';
    const int in = end - at > 4 && strncasecmp(at, " in ", 4) == 0;
    if (*at != '/' && !bracket && !in) continue;
    *name = trim(column->text, at);
    *unit = trim(at + (in ? 4 : 1), bracket && (end[-1] == ']' || end[-1] == ')') ? end - 1 : end);
    return;
  }
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
    field unit = {word, 0};
    while (isalpha((unsigned char)word[unit.length])) ++unit.length;
    const double metres = unit_metres(&unit);
    // not the metres of "m/s" or "m^2"
    const char next = unit.text[unit.length];
    if (metres > 0.0 && next != '/' && next != '^') return metres;
  }
  return 0.0;
}

// ---------------------------------------------------------------- lines of JSON

// Finds values in the text, without a copy of it.

#define DEEPEST 32

// Behind the value, or NULL where there is none.
static const char* skip_value(const char* at, int depth);

static const char* skip_string(const char* at) {
  if (*at != '"') return NULL;
  for (++at; *at != '"'; ++at) {
    if (*at == '\\') ++at;
    if (*at == '\0') return NULL;
  }
  return at + 1;
}

// A number, or a word such as null or NaN; what it means is for others to say.
static const char* skip_word(const char* at) {
  const size_t length = strcspn(at, " \t,:{}[]\"");
  return length > 0 ? at + length : NULL;
}

// Behind the elements of a list or the members of an object.
static const char* skip_all(const char* at, char end, int depth) {
  at = skip_space(at + 1);
  if (*at == end) return at + 1;
  for (;;) {
    if (end == '}') {
      at = skip_string(at);
      at = at != NULL ? skip_space(at) : NULL;
      if (at == NULL || *at != ':') return NULL;
      at = skip_space(at + 1);
    }
    at = skip_value(at, depth + 1);
    if (at == NULL) return NULL;
    at = skip_space(at);
    if (*at == end) return at + 1;
    if (*at != ',') return NULL;
    at = skip_space(at + 1);
  }
}

static const char* skip_value(const char* at, int depth) {
  if (depth > DEEPEST) return NULL;
  if (*at == '{') return skip_all(at, '}', depth);
  if (*at == '[') return skip_all(at, ']', depth);
  return *at == '"' ? skip_string(at) : skip_word(at);
}

int jsonl_is_object(const char* text) {
  const char* end = *text == '{' ? skip_value(text, 0) : NULL;
  return end != NULL && *skip_space(end) == '\0';
}

// The value of a member and what is behind it; NULL where there is none of that name.
static const char* find_member(const char* object, const char* name, const char** end) {
  for (const char* at = skip_space(object + 1); *at == '"'; at = skip_space(at + 1)) {
    const char* key = at + 1;
    at = skip_string(at);
    const size_t length = (size_t)(at - 1 - key);
    at = skip_space(skip_space(at) + 1);
    *end = skip_value(at, 0);
    if (length == strlen(name) && memcmp(key, name, length) == 0) return at;
    at = skip_space(*end);
    if (*at != ',') break;
  }
  return NULL;
}

int jsonl_member(const char* object, const char* name, field* value) {
  const char* end = NULL;
  const char* text = find_member(object, name, &end);
  if (text == NULL) return 0;
  const int is_string = *text == '"';
  *value = is_string ? (field){text + 1, (size_t)(end - text) - 2} : (field){text, (size_t)(end - text)};
  return 1;
}

const char* jsonl_inner_object(const char* object, const char* name) {
  const char* end = NULL;
  const char* text = find_member(object, name, &end);
  return text != NULL && *text == '{' ? text : NULL;
}
