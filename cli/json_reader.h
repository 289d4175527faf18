// Reading JSON with errors that say where: each value knows its place, such as shapes[2].radius, and every error prints
// `file: place: reason` and ends the program.
#ifndef LANEGJK_TOOLS_JSON_READER_H
#define LANEGJK_TOOLS_JSON_READER_H

#include <jansson.h>
#include <stddef.h>
#include <stdint.h>

#include "portable.h"

// A value and its place. What it is a part of has to live as long.
typedef struct json_at {
  json_t* value;
  const struct json_at* whole; // NULL: this is the root
  const char* key;             // of a member; NULL: this is an element
  size_t index;
  const char* file;
} json_at;

// Parses the file, "-" being standard input; a syntax error prints file:line:column. Released with json_decref.
json_at json_read_file(const char* file);

_Noreturn void json_fail(const json_at* self, const char* format, ...) PRINTF_LIKE(2, 3);

// The member of an object; ends the program where it is missing, or has the value NULL then.
json_at json_member(const json_at* object, const char* key);
json_at json_optional(const json_at* object, const char* key);
json_at json_element(const json_at* list, size_t index);

// Each checks the value.
void json_expect_object(const json_at* self, const char* const* keys, size_t key_count);
size_t json_expect_array(const json_at* self); // returns its size
float json_float(const json_at* self);
float json_size(const json_at* self);   // a float >= 0
float json_extent(const json_at* self); // a float > 0
uint32_t json_index(const json_at* self, uint32_t count, const char* what);

// A list of exactly `count` numbers, written to out; at most JSON_MOST_FLOATS floats.
enum { JSON_MOST_FLOATS = 4 };
void json_floats(const json_at* self, float* out, size_t count);
void json_doubles(const json_at* self, double* out, size_t count);

#endif
