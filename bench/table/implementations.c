#include "implementations.h"

#include <string.h>

#include "../rivals.h"
#include "isa/kernels.h"

#define ISA_ROW(name, number, shown, lanes, ...) {#name, shown, NULL, lanes},
#define RIVAL_ROW(identifier, name, shown, library) {name, shown, library, 0},

// The library's own choice among its instruction sets.
#define AUTO_ROW {"auto", "automatic", NULL, 0},

static const implementation list2[] = {LGJK_ISA_TABLE(ISA_ROW) AUTO_ROW BENCH_RIVALS2(RIVAL_ROW)};
static const implementation list3[] = {LGJK_ISA_TABLE(ISA_ROW) AUTO_ROW BENCH_RIVALS3(RIVAL_ROW)};
enum { COUNT2 = sizeof list2 / sizeof list2[0], COUNT3 = sizeof list3 / sizeof list3[0] };
_Static_assert(COUNT2 <= MOST_IMPLEMENTATIONS && COUNT3 <= MOST_IMPLEMENTATIONS, "arrays of this size hold them all");

size_t implementations_of(const char* dimension, const implementation** list) {
  bool flat = strcmp(dimension, "2d") == 0;
  *list = flat ? list2 : list3;
  return flat ? COUNT2 : COUNT3;
}

const implementation* implementation_find(const char* dimension, const char* name) {
  const implementation* list;
  size_t count = implementations_of(dimension, &list);
  for (size_t i = 0; i < count; i++) {
    if (strcmp(list[i].name, name) == 0) return &list[i];
  }
  return NULL;
}
