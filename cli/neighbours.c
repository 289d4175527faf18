// Candidate pairs: finds the pairs of views, and once more with the room that these turn out to need.
#include "neighbours.h"

#include <stdlib.h>

#include "support.h"

static void make_room(neighbours* self, const dimension* dim, uint32_t bodies_a, uint32_t bodies_b, uint64_t pairs) {
  if (pairs > self->capacity || self->capacity == 0) {
    free(self->a);
    free(self->b);
    self->capacity = pairs + pairs / 4 + 64;
    self->a = allocate(self->capacity, sizeof(uint32_t));
    self->b = allocate(self->capacity, sizeof(uint32_t));
  }
  const uint64_t size = dim->find_scratch(bodies_a, bodies_b, self->capacity);
  if (size <= self->scratch_size) return;
  aligned_release(self->scratch);
  self->scratch_size = size + size / 4;
  self->scratch = aligned_memory(self->scratch_size);
  if (self->scratch == NULL) fail("out of memory");
}

void neighbours_find(neighbours* self, const dimension* dim, const body_view* a, const body_view* b,
                     const lgjk_find_options* options) {
  lgjk_pair_list list;
  lgjk_error error;
  int32_t code;
  lgjk_pair_list_init(&list);
  lgjk_error_init(&error);
  uint64_t needed = 0;
  do {
    make_room(self, dim, a->count, b != NULL ? b->count : 0, needed);
    list.a = self->a;
    list.b = self->b;
    list.capacity = self->capacity;
    code = dim->find_pairs(a, b, &list, self->scratch, self->scratch_size, options, &error);
    needed = error.index;
  } while (code == LGJK_ERROR_CAPACITY);
  if (code != LGJK_OK) fail("pairs of neighbours: %s", error.text);
  self->count = list.count;
}

void neighbours_free(neighbours* self) {
  free(self->a);
  free(self->b);
  aligned_release(self->scratch);
  *self = (neighbours){0};
}
