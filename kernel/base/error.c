// Reports errors as values: a code, the index of the first offender and one sentence, in the caller's struct. The
// struct may be shorter or longer than this library's (struct_size): only bytes that both sides know are written.
// struct_size 0 means the struct of version 0.2, whatever is added later, because many callers write {0}.
#include "base/error.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

// Returns how many bytes of the caller's struct may be written.
static size_t usable_size(const lgjk_error* error) {
  const bool whole = error->struct_size == 0 || error->struct_size > sizeof *error;
  return whole ? sizeof *error : error->struct_size;
}

// Copies all members that fit. A text that is cut short still ends with a 0.
static void write_error(lgjk_error* error, const lgjk_error* value) {
  const size_t first = offsetof(lgjk_error, code);
  const size_t text = offsetof(lgjk_error, text);
  const size_t size = usable_size(error);
  if (size <= first) return;
  memcpy((char*)error + first, (const char*)value + first, size - first);
  if (size > text) ((char*)error)[size - 1] = '\0';
}

void lgjk_error_init(lgjk_error* error) {
  memset(error, 0, sizeof *error);
  error->struct_size = (uint32_t)sizeof *error;
}

int32_t lgjk_fail(lgjk_error* error, int32_t code, uint64_t index, const char* format, ...) {
  if (error == NULL) return code;
  lgjk_error value;
  lgjk_error_init(&value);
  value.code = code;
  value.index = index;
  int used = 0;
  if (code == LGJK_ERROR_SHAPE) {
    used = snprintf(value.text, sizeof value.text, LGJK_DEFINITION_TEXT, (unsigned long long)index);
  }
  va_list arguments;
  va_start(arguments, format);
  (void)vsnprintf(value.text + used, sizeof value.text - (size_t)used, format, arguments);
  va_end(arguments);
  write_error(error, &value);
  return code;
}

#define TEXT_(x) #x
#define TEXT(x) TEXT_(x)
#define LIBRARY "lanegjk " TEXT(LGJK_VERSION_MAJOR) "." TEXT(LGJK_VERSION_MINOR) "." TEXT(LGJK_VERSION_PATCH)

// Returns true for a likely size in another version: structs grow by a few members, and unset memory holds anything.
static bool is_of_another_version(uint32_t size, size_t expected) {
  return size % 4 == 0 && size >= expected / 2 && size <= 2 * expected;
}

int32_t lgjk_fail_size(int32_t code, uint64_t index, const char* name, uint32_t size, size_t expected, const char* init,
                       lgjk_error* error) {
  const char* member = name[0] != '\0' ? "->struct_size" : "struct_size";
  if (is_of_another_version(size, expected)) {
    return lgjk_fail(error, code, index,
                     "%s%s is %u, not %u: is the header of another version than this library, " LIBRARY "?", name,
                     member, (unsigned)size, (unsigned)expected);
  }
  return lgjk_fail(error, code, index, "%s%s is %u, not %u: was %s called?", name, member, (unsigned)size,
                   (unsigned)expected, init);
}

int32_t lgjk_succeed(lgjk_error* error) {
  static const lgjk_error none = {.code = LGJK_OK};
  if (error == NULL) return LGJK_OK;
  if (error->struct_size == sizeof *error || error->struct_size == 0) { // nearly always: saves copying the whole text
    error->code = LGJK_OK;
    error->index = 0;
    error->text[0] = '\0';
  } else {
    write_error(error, &none);
  }
  return LGJK_OK;
}
