// Reading JSON with errors that say where: the reader keeps the path of the value it is at, such as shapes[2].radius,
// and every error prints `file: path: reason` and ends the program. Dimension-agnostic.
#ifndef LANEGJK_TOOLS_JSON_READER_H
#define LANEGJK_TOOLS_JSON_READER_H

#include <jansson.h>
#include <stddef.h>
#include <stdint.h>

#include "portable.h"

typedef struct json_reader {
  const char* file;
  char place[192];
  size_t length; // of place; a longer path is cut
} json_reader;

// Parses the file, "-" being standard input; a syntax error prints file:line:column. Released with json_decref.
json_t* json_read_file(json_reader* self, const char* file);

_Noreturn void json_fail(const json_reader* self, const char* format, ...) PRINTF_LIKE(2, 3);

// Step into a member or an element; they return what json_leave needs to step out again.
size_t json_enter_key(json_reader* self, const char* key);
size_t json_enter_index(json_reader* self, size_t index);
void json_leave(json_reader* self, size_t mark);

// Each checks the value the reader is at.
void json_expect_object(const json_reader* self, json_t* value, const char* const* keys, size_t key_count);
size_t json_expect_array(const json_reader* self, json_t* value);
float json_float(const json_reader* self, json_t* value);
float json_size(const json_reader* self, json_t* value);   // a float >= 0
float json_extent(const json_reader* self, json_t* value); // a float > 0
uint32_t json_index(const json_reader* self, json_t* value, uint32_t count, const char* what);

// A list of exactly `count` numbers, written to out; at most JSON_MOST_FLOATS floats.
enum { JSON_MOST_FLOATS = 4 };
void json_floats(json_reader* self, json_t* value, float* out, size_t count);
void json_doubles(json_reader* self, json_t* value, double* out, size_t count);

// The member of an object; ends the program where it is missing.
json_t* json_member(const json_reader* self, json_t* object, const char* key);

#endif
