// What a call has to return: the code that the public headers promise, and the index of the offender.
#ifndef LGJK_TESTS_FUZZ_ERRORS_H
#define LGJK_TESTS_FUZZ_ERRORS_H

#include "fuzz_report.h"

typedef struct verdict {
  int32_t code;
  uint64_t index;
} verdict;

static inline verdict taken_if(int good) { return (verdict){good ? LGJK_OK : LGJK_ERROR_ARGUMENT, 0}; }

static void check_error(int32_t code, const lgjk_error* error, int32_t expected, uint64_t index) {
  require(code == expected, "not the expected code, which is", (uint64_t)expected);
  require(error->code == code, "the error has another code than was returned", (uint64_t)code);
  require(memchr(error->text, 0, sizeof error->text) != NULL, "the text does not end", 0);
  if (code == LGJK_OK) return;
  require(error->text[0] != 0, "no text", 0);
  require(error->index == index, "not the expected index, which is", index);
}

#endif
