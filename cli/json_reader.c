// The JSON reader: places, type checks and numbers on top of jansson.
#include "json_reader.h"

#include <errno.h>
#include <float.h>
#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "support.h"

typedef struct json_input {
  FILE* stream;
  bool has_zero; // a byte that jansson takes for the end of its input
  bool begun;
} json_input;

// Passes on what is read, except the byte order mark that some editors write at the start of a file.
static size_t read_some(void* buffer, size_t size, void* input) {
  json_input* in = input;
  size_t count = fread(buffer, 1, size, in->stream);
  if (!in->begun && count >= 3 && memcmp(buffer, "\xef\xbb\xbf", 3) == 0) {
    count -= 3;
    memmove(buffer, (char*)buffer + 3, count);
  }
  in->begun = true;
  in->has_zero = in->has_zero || memchr(buffer, 0, count) != NULL;
  return in->has_zero || ferror(in->stream) ? (size_t)-1 : count;
}

json_t* json_read_file(json_reader* self, const char* file) {
  *self = (json_reader){.file = input_name(file)};
  json_input input = {.stream = open_input(file)};
  json_error_t error;
  errno = 0;
  json_t* root = json_load_callback(read_some, &input, JSON_REJECT_DUPLICATES, &error);
  if (ferror(input.stream)) fail("%s: cannot read: %s", self->file, strerror(errno));
  if (input.has_zero) fail("%s: holds a zero byte, so it is no JSON text", self->file);
  if (root == NULL) fail("%s:%d:%d: %s", self->file, error.line, error.column, error.text);
  close_input(input.stream);
  return root;
}

void json_fail(const json_reader* self, const char* format, ...) {
  char reason[256];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(reason, sizeof reason, format, arguments);
  va_end(arguments);
  if (self->length == 0) fail("%s: %s", self->file, reason);
  fail("%s: %s: %s", self->file, self->place, reason);
}

static size_t extend(json_reader* self, int added) {
  const size_t mark = self->length;
  const size_t room = sizeof self->place - 1;
  self->length += added > 0 ? (size_t)added : 0;
  if (self->length > room) self->length = room;
  return mark;
}

size_t json_enter_key(json_reader* self, const char* key) {
  char* end = self->place + self->length;
  return extend(self, snprintf(end, sizeof self->place - self->length, "%s%s", self->length > 0 ? "." : "", key));
}

size_t json_enter_index(json_reader* self, size_t index) {
  return extend(self, snprintf(self->place + self->length, sizeof self->place - self->length, "[%zu]", index));
}

void json_leave(json_reader* self, size_t mark) {
  self->length = mark;
  self->place[mark] = '\0';
}

void json_expect_object(const json_reader* self, json_t* value, const char* const* keys, size_t key_count) {
  if (!json_is_object(value)) json_fail(self, "not an object");
  char known[160] = "";
  for (size_t i = 0; i < key_count; ++i) {
    const size_t used = strlen(known);
    snprintf(known + used, sizeof known - used, "%s%s", i > 0 ? ", " : "", keys[i]);
  }
  const char* key = NULL;
  json_t* member = NULL;
  json_object_foreach(value, key, member) {
    size_t i = 0;
    while (i < key_count && strcmp(key, keys[i]) != 0) ++i;
    if (i == key_count) json_fail(self, "unknown key \"%s\" (known here: %s)", key, known);
  }
}

size_t json_expect_array(const json_reader* self, json_t* value) {
  if (!json_is_array(value)) json_fail(self, "not a list");
  const size_t count = json_array_size(value);
  if (count >= UINT32_MAX) json_fail(self, "too long");
  return count;
}

static double json_double(const json_reader* self, json_t* value) {
  if (!json_is_number(value)) json_fail(self, "not a number");
  const double number = json_number_value(value);
  if (fabs(number) > (double)FLT_MAX) json_fail(self, "%g is too large for a 32-bit float", number);
  return number;
}

float json_float(const json_reader* self, json_t* value) { return (float)json_double(self, value); }

float json_size(const json_reader* self, json_t* value) {
  const float number = json_float(self, value);
  if (number < 0.0f) json_fail(self, "%g is negative", (double)number);
  return number;
}

float json_extent(const json_reader* self, json_t* value) {
  const float number = json_float(self, value);
  if (number <= 0.0f) json_fail(self, "%g is not above 0", json_number_value(value));
  return number;
}

uint32_t json_index(const json_reader* self, json_t* value, uint32_t count, const char* what) {
  if (!json_is_integer(value)) json_fail(self, "not a whole number");
  const json_int_t number = json_integer_value(value);
  if (number < 0 || number >= (json_int_t)count) {
    json_fail(self, "there is no %s %lld (the scene has %u)", what, (long long)number, count);
  }
  return (uint32_t)number;
}

void json_doubles(json_reader* self, json_t* value, double* out, size_t count) {
  if (json_expect_array(self, value) != count) json_fail(self, "not a list of %zu numbers", count);
  for (size_t i = 0; i < count; ++i) {
    const size_t mark = json_enter_index(self, i);
    out[i] = json_double(self, json_array_get(value, i));
    json_leave(self, mark);
  }
}

void json_floats(json_reader* self, json_t* value, float* out, size_t count) {
  double number[JSON_MOST_FLOATS];
  json_doubles(self, value, number, count);
  for (size_t i = 0; i < count; ++i) out[i] = (float)number[i];
}

json_t* json_member(const json_reader* self, json_t* object, const char* key) {
  json_t* member = json_object_get(object, key);
  if (member == NULL) json_fail(self, "\"%s\" is missing", key);
  return member;
}
