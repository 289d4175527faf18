// Memory that grows, and errors that end the program.
#include <stdlib.h>

#include "crowd.h"
#include "portable.h"

void check(int32_t code, const lgjk_error* error) {
  if (code != LGJK_OK) end_program(code == LGJK_ERROR_ISA ? 3 : 2, error->text);
}

static void* or_end(void* memory) {
  if (memory == NULL) end_program(2, "out of memory");
  return memory;
}

void* grow(void* memory, uint64_t count, size_t size) {
  return or_end(realloc(memory, (size_t)(count > 0 ? count : 1) * size));
}

void* grow_scratch(void* memory, uint64_t* size, uint64_t needed) {
  if (memory != NULL && *size >= needed) return memory;
  aligned_release(memory);
  *size = needed;
  return or_end(aligned_memory((size_t)needed));
}

void grow_list(const meetings* m, pair_list* list, uint64_t count) {
  if (list->a != NULL && list->capacity >= count) return;
  const uint64_t n = list->capacity = count + count / 8 + 64;
  list->a = grow(list->a, n, sizeof *list->a);
  list->b = grow(list->b, n, sizeof *list->b);
  list->touching = grow(list->touching, n, sizeof *list->touching);
  if (m->keeps_records) list->warm = grow(list->warm, n, sizeof *list->warm);
}

void grow_answers(meetings* m, uint64_t count) {
  if (m->status != NULL && m->room >= count) return;
  const uint64_t n = m->room = count + count / 8 + 64;
  m->status = grow(m->status, n, sizeof *m->status);
  m->distance = grow(m->distance, n, sizeof *m->distance);
  m->normal = grow(m->normal, n, sizeof *m->normal);
  if (!m->keeps_points) return;
  m->on_a = grow(m->on_a, n, sizeof *m->on_a);
  m->on_b = grow(m->on_b, n, sizeof *m->on_b);
}
