// Groups of cases beside the queries of pairs: finding, ticks, casts, kinds of pairs. Each adds its cases to the list.
#ifndef LGJK_BENCH_SUITE_H
#define LGJK_BENCH_SUITE_H

#include "shim.h"

typedef struct suite_case {
  char name[96]; // first, as of bench_case
  bench_body* body;
  void* context; // for as long as the program runs
  bool once;     // a repetition is one call of the body, which measures many ticks itself
} suite_case;

typedef struct suite_list {
  bool all, quick; // quick: few ticks of few bodies
  suite_case* cases;
  uint32_t count, capacity;
} suite_list;

// Adds a case, and returns it.
suite_case* suite_add(suite_list* list, bench_body* body, void* context, const char* name);

void suite_find(suite_list* list); // find/..., near/..., crowd/..., server/...
void suite_cast(suite_list* list); // cast/..., rays/...
void suite_kinds2(suite_list* list);
void suite_kinds3(suite_list* list);

#endif
