// Units by their names.
#include "units.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

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
