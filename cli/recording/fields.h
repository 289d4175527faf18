// A line of text cut into its fields, whatever separates them; the units that they name; lines of JSON.
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

// Whether it is one of the words, which are in small letters with a space between: without regard to case and to the
// letters that are ignored.
int field_is(const field* self, const char* words, const char* ignored);

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

// ---------------------------------------------------------------- lines of JSON

// An object each, as trajnet++ has them: {"track": {"f": 10, "p": 3, "x": 1.5, "y": 2}}.

// Whether the text is one object and nothing else.
int jsonl_is_object(const char* text);

// Finds a member of an object that is known to be one. Returns 0 where it has none of that name. The value is the text
// as it stands there, of a string without its quotation marks.
int jsonl_member(const char* object, const char* name, field* value);

// The member where it is an object itself, else NULL.
const char* jsonl_inner_object(const char* object, const char* name);

#endif
