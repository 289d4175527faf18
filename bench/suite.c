#include "suite.h"

#include <stdio.h>
#include <stdlib.h>

#include "claim.h"

suite_case* suite_add(suite_list* list, bench_body* body, void* context, const char* name) {
  if (list->count == list->capacity) {
    list->capacity = list->capacity ? 2 * list->capacity : 256;
    list->cases = need(realloc(list->cases, list->capacity * sizeof *list->cases));
  }
  suite_case* c = &list->cases[list->count++];
  *c = (suite_case){.body = body, .context = context};
  snprintf(c->name, sizeof c->name, "%s", name);
  return c;
}
