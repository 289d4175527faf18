// A hash table of texts.
#include "names.h"

#include <stdlib.h>
#include <string.h>

// FNV-1a.
static size_t hash_of(const char* text, size_t length) {
  uint64_t hash = 0xcbf29ce484222325u;
  for (size_t i = 0; i < length; ++i) hash = (hash ^ (unsigned char)text[i]) * 0x100000001b3u;
  return (size_t)hash;
}

static uint32_t* find_slot(const name_table* self, const char* text, size_t length) {
  size_t at = hash_of(text, length) & (self->slots - 1);
  for (; self->slot[at] != 0; at = (at + 1) & (self->slots - 1)) {
    const char* known = self->name[self->slot[at] - 1];
    if (strlen(known) == length && memcmp(known, text, length) == 0) break;
  }
  return &self->slot[at];
}

static void make_slots(reader* owner, name_table* self) {
  reader_release(owner, self->slot);
  self->slots = self->slots == 0 ? 64 : 2 * self->slots;
  self->slot = reader_allocate(owner, self->slots, sizeof *self->slot);
  for (size_t i = 0; i < self->count; ++i) {
    *find_slot(self, self->name[i], strlen(self->name[i])) = (uint32_t)i + 1;
  }
}

uint32_t names_number(reader* owner, name_table* self, const char* text, size_t length) {
  if (2 * (self->count + 1) > self->slots) make_slots(owner, self);
  uint32_t* slot = find_slot(self, text, length);
  if (*slot != 0) return *slot - 1;
  if (self->count == UINT32_MAX - 1) reader_fail(owner, 0, "too many names");
  char* copy = memcpy(reader_allocate(owner, length + 1, 1), text, length);
  self->name = reader_grow(owner, self->name, &self->capacity, self->count + 1, sizeof *self->name);
  self->name[self->count++] = copy;
  return (*slot = (uint32_t)self->count) - 1;
}

static int compare_names(const void* left, const void* right) {
  return strcmp(*(char* const*)left, *(char* const*)right);
}

uint32_t* names_sort(reader* owner, name_table* self) {
  uint32_t* became = reader_allocate(owner, self->count, sizeof *became);
  char** sorted = reader_allocate(owner, self->count, sizeof *sorted);
  if (self->count > 0) memcpy(sorted, self->name, self->count * sizeof *sorted);
  if (self->count > 0) qsort(sorted, self->count, sizeof *sorted, compare_names);
  for (size_t i = 0; i < self->count; ++i)
    became[names_number(owner, self, sorted[i], strlen(sorted[i]))] = (uint32_t)i;
  if (self->count > 0) memcpy(self->name, sorted, self->count * sizeof *sorted);
  reader_release(owner, sorted);
  reader_release(owner, self->slot);
  self->slot = NULL;
  self->slots = 0;
  return became;
}

void names_free(reader* owner, name_table* self) {
  for (size_t i = 0; i < self->count; ++i) reader_release(owner, self->name[i]);
  reader_release(owner, self->name);
  reader_release(owner, self->slot);
  *self = (name_table){0};
}
