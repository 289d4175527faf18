// Errors as values: a code, the first offender and one sentence, written into the struct that the caller gave. The
// struct may be shorter or longer than this library's (struct_size); no byte beyond what both sides know is touched.
#include "base/error.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

// Copies all members that fit; a text that is cut short still ends.
static void write_error(lgjk_error* error, const lgjk_error* value) {
  const size_t first = offsetof(lgjk_error, code);
  const size_t text = offsetof(lgjk_error, text);
  const size_t size = error->struct_size < sizeof *error ? error->struct_size : sizeof *error;
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

int32_t lgjk_fail_struct_size(const char* name, uint32_t size, size_t expected, const char* init, lgjk_error* error) {
  return lgjk_fail(error, LGJK_ERROR_ARGUMENT, 0, "%s->struct_size is %u, not %u: was %s called?", name, (unsigned)size,
                   (unsigned)expected, init);
}

int32_t lgjk_fail_aligned(const char* name, size_t bytes, lgjk_error* error) {
  return lgjk_fail(error, LGJK_ERROR_ARGUMENT, 0, "%s is not aligned to %u bytes", name, (unsigned)bytes);
}

int32_t lgjk_succeed(lgjk_error* error) {
  static const lgjk_error none = {.code = LGJK_OK};
  if (error == NULL) return LGJK_OK;
  if (error->struct_size == sizeof *error) { // as nearly always: without writing the whole text
    error->code = LGJK_OK;
    error->index = 0;
    error->text[0] = '\0';
  } else {
    write_error(error, &none);
  }
  return LGJK_OK;
}
