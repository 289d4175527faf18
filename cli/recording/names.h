// Texts by number: each is kept once.
#ifndef LANEGJK_RECORDING_NAMES_H
#define LANEGJK_RECORDING_NAMES_H

#include <stddef.h>
#include <stdint.h>

#include "reader.h"

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

void names_free(reader* owner, name_table* self);

#endif
