// A line of text cut into its fields, whatever separates them.
#ifndef LANEGJK_RECORDING_FIELDS_H
#define LANEGJK_RECORDING_FIELDS_H

#include <stddef.h>

enum { MAX_FIELDS = 256 };

// SPACE: any run of spaces and tabs. Commas and semicolons separate one by one, and spaces beside them mean nothing.
// JSON: lines of JSON, which have no columns.
typedef enum delimiter {
  DELIMITER_UNKNOWN,
  DELIMITER_SPACE,
  DELIMITER_COMMA,
  DELIMITER_SEMICOLON,
  DELIMITER_JSON
} delimiter;

typedef struct field {
  const char* text; // within a terminated text; without the quotation marks and the spaces around it
  size_t length;
} field;

// For messages: "commas".
const char* delimiter_name(delimiter kind);

// What separates the fields of a line. Commas between digits are decimal ones where semicolons, spaces or tabs are
// there to separate.
delimiter find_delimiter(const char* line);

// Returns how many fields the line has; writes at most MAX_FIELDS of them. An empty field at the end of the line is not
// one: some programs end each line with a delimiter.
size_t split_fields(const char* line, delimiter kind, field* out);

// Whether a comma or a semicolon that separates is the last of the line, with an empty field behind it.
int ends_empty(const char* line, delimiter kind);

// The number that the field is. Returns 0 where it is none; a decimal comma is one.
int field_number(const field* self, double* number);

// Compares without regard to case.
int field_is(const field* self, const char* text);

// ---------------------------------------------------------------- units

// Units of length and time as headers and options name them.

// For messages.
#define LENGTH_UNITS "m, dm, cm, mm, km, ft, in"

// Metres, or seconds, of one such unit; 0: not known.
double unit_metres(const field* unit);
double unit_seconds(const field* unit);

// Cuts `x/cm`, `x [cm]`, `x (cm)` or `x in cm` into its name and its unit, whose length is 0 where there is none.
void cut_unit(const field* column, field* name, field* unit);

// The unit that a comment speaks of, as in "coordinates in cm", "unit: cm" or "x/cm"; metres, 0 where it speaks of
// none.
double unit_in_prose(const char* comment);

#endif
