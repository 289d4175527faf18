// What all parts of the reader share: memory, which one call releases, failures, which leave the reader at once, and
// texts by number.
#ifndef LANEGJK_RECORDING_READER_H
#define LANEGJK_RECORDING_READER_H

#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h> // which has the formats of MinGW

#include "recorded_rows.h"

#if defined(__MINGW_PRINTF_FORMAT)
#define READER_PRINTF(format_at, first_at) __attribute__((format(__MINGW_PRINTF_FORMAT, format_at, first_at)))
#else
#define READER_PRINTF(format_at, first_at) __attribute__((format(printf, format_at, first_at)))
#endif

typedef struct reader {
  const char* file;
  recorded_rows* out;
  size_t note_capacity;
  jmp_buf failed; // where recorded_rows_read waits for failures
} reader;

// Leaves the reader with file:line: reason; line 0: of the file as a whole; OF_OPTION: of an option, without the file.
#define OF_OPTION SIZE_MAX
_Noreturn void reader_fail(reader* self, size_t line, const char* format, ...) READER_PRINTF(3, 4);
// A note for the user.
void reader_note(reader* self, const char* format, ...) READER_PRINTF(2, 3);

// Zeroed memory. What is not released is the result's, or released after a failure.
void* reader_allocate(reader* self, size_t count, size_t size);
// Makes room for `needed` elements, doubling; updates *capacity and returns the memory.
void* reader_grow(reader* self, void* memory, size_t* capacity, size_t needed, size_t size);
void reader_release(reader* self, void* memory);

// Fails where the bytes begin a file of a known other kind than text.
void check_magic(reader* owner, const char* data, size_t size);

// Texts by number: each is kept once.
typedef struct name_table {
  char** name;
  size_t count;
  size_t capacity;
  uint32_t* slot; // a hash table of indices + 1; 0: free
  size_t slots;   // a power of two
} name_table;

// The number of the text: its own where it is there already, else the next.
uint32_t names_number(reader* owner, name_table* self, const char* text, size_t length);

// Renumbers the texts by their bytes, ascending; returns what the old numbers became, to be released with
// reader_release.
uint32_t* names_sort(reader* owner, name_table* self);

// Sort ascending. The median is 0 where there are no values; the longest run is how many are alike at most, and of
// which value.
void sort_doubles(double* values, size_t count);
double median_of(double* values, size_t count);
size_t longest_run(double* values, size_t count, double* common);

#endif
