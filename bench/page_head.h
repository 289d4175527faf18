// What a page of results begins with: the machine, the compiler, the libraries, the date.
#ifndef LGJK_BENCH_PAGE_HEAD_H
#define LGJK_BENCH_PAGE_HEAD_H

#include <stdbool.h>

// When a run began, and how busy the machine was then.
typedef struct run_begun {
  char date[64], load[64];
} run_begun;
void note_begin(run_begun* begun);

// A row of the table: a rival that is there only where it is given, and its version.
typedef struct page_row {
  const char *name, *value;
} page_row;

// Prints the title and a table. `quick`: NULL, or why the figures mean nothing. `more`: rows, ending with a NULL name.
void print_page_head(const char* title, const run_begun* begun, const char* quick, const page_row* more);

#endif
