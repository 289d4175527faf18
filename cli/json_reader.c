// The JSON reader: places, type checks and numbers on top of jansson.
#include "json_reader.h"

#include <float.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "support.h"

json_at json_read_file(const char* file) {
  json_at self = {.file = input_name(file)};
  json_error_t error;
  text_buffer input = read_input(file);
  // the byte order mark that some editors write at the start of a file
  const size_t mark = input.size >= 3 && memcmp(input.data, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
  if (memchr(input.data, 0, input.size) != NULL) fail("%s: holds a zero byte, so it is no JSON text", self.file);
  self.value = json_loadb(input.data + mark, input.size - mark, JSON_REJECT_DUPLICATES, &error);
  for (char* text = error.text; self.value == NULL && *text != '\0'; ++text) {
    if ((unsigned char)*text < 0x20 || *text == 0x7f) *text = '?'; // it quotes the file, and a terminal would obey
  }
  if (self.value == NULL) fail("%s:%d:%d: %s", self.file, error.line, error.column, error.text);
  text_free(&input);
  return self;
}

// Returns how long the place is; a longer one is cut.
static size_t write_place(const json_at* self, char* place, size_t size) {
  if (self->whole == NULL) return 0;
  const size_t used = write_place(self->whole, place, size);
  if (self->key != NULL) {
    snprintf(place + used, size - used, "%s%s", used > 0 ? "." : "", self->key);
  } else {
    snprintf(place + used, size - used, "[%zu]", self->index);
  }
  return used + strlen(place + used);
}

void json_fail(const json_at* self, const char* format, ...) {
  char reason[256], place[192];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(reason, sizeof reason, format, arguments);
  va_end(arguments);
  if (write_place(self, place, sizeof place) == 0) fail("%s: %s", self->file, reason);
  fail("%s: %s: %s", self->file, place, reason);
}

json_at json_optional(const json_at* object, const char* key) {
  return (json_at){.value = json_object_get(object->value, key), .whole = object, .key = key, .file = object->file};
}

json_at json_member(const json_at* object, const char* key) {
  const json_at member = json_optional(object, key);
  if (member.value == NULL) json_fail(object, "\"%s\" is missing", key);
  return member;
}

json_at json_element(const json_at* list, size_t index) {
  return (json_at){.value = json_array_get(list->value, index), .whole = list, .index = index, .file = list->file};
}

void json_expect_object(const json_at* self, const char* const* keys, size_t key_count) {
  if (!json_is_object(self->value)) json_fail(self, "not an object");
  char known[160] = "";
  for (size_t i = 0; i < key_count; ++i) {
    const size_t used = strlen(known);
    snprintf(known + used, sizeof known - used, "%s%s", i > 0 ? ", " : "", keys[i]);
  }
  const char* key = NULL;
  json_t* member = NULL;
  json_object_foreach(self->value, key, member) {
    size_t i = 0;
    while (i < key_count && strcmp(key, keys[i]) != 0) ++i;
    if (i == key_count) json_fail(self, "unknown key \"%s\" (known here: %s)", key, known);
  }
}

size_t json_expect_array(const json_at* self) {
  if (!json_is_array(self->value)) json_fail(self, "not a list");
  const size_t count = json_array_size(self->value);
  if (count >= UINT32_MAX) json_fail(self, "too long");
  return count;
}

static double json_double(const json_at* self) {
  if (!json_is_number(self->value)) json_fail(self, "not a number");
  const double number = json_number_value(self->value);
  if (fabs(number) > (double)FLT_MAX) json_fail(self, "%g is too large for a 32-bit float", number);
  return number;
}

float json_float(const json_at* self) { return (float)json_double(self); }

float json_size(const json_at* self) {
  const float number = json_float(self);
  if (number < 0.0f) json_fail(self, "%g is negative", (double)number);
  return number;
}

float json_extent(const json_at* self) {
  const float number = json_float(self);
  if (number <= 0.0f) json_fail(self, "%g is not above 0", json_number_value(self->value));
  return number;
}

uint32_t json_index(const json_at* self, uint32_t count, const char* what) {
  if (!json_is_integer(self->value)) json_fail(self, "not a whole number");
  const json_int_t number = json_integer_value(self->value);
  if (number < 0 || number >= (json_int_t)count) {
    json_fail(self, "there is no %s %lld (the scene has %u)", what, (long long)number, count);
  }
  return (uint32_t)number;
}

void json_doubles(const json_at* self, double* out, size_t count) {
  if (json_expect_array(self) != count) json_fail(self, "not a list of %zu numbers", count);
  for (size_t i = 0; i < count; ++i) {
    const json_at number = json_element(self, i);
    out[i] = json_double(&number);
  }
}

void json_floats(const json_at* self, float* out, size_t count) {
  double number[JSON_MOST_FLOATS];
  json_doubles(self, number, count);
  for (size_t i = 0; i < count; ++i) out[i] = (float)number[i];
}
