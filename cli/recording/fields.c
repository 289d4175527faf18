// Delimiters, fields and the numbers in them.
#include "fields.h"

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

static int holds(const char* line, char wanted) {
  for (; *line != '\0'; ++line) {
    if (*line == wanted) return 1;
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
