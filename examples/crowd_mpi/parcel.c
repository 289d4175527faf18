// Growing arrays of what goes to a rank or to a file.
#include <stdlib.h>
#include <string.h>

#include "crowd_mpi.h"

_Static_assert(sizeof(agent) == 64 && sizeof(touch) == 24 && sizeof(wall_pair) == 40, "no padding: bytes are hashed");

size_t element_size(int kind) {
  static const size_t size[SECTIONS] = {sizeof(agent), sizeof(touch), sizeof(wall_pair)};
  return size[kind];
}

void empty_parcel(parcel* p) {
  for (int k = 0; k < SECTIONS; k++) p->of[k].count = 0;
}

void free_parcel(parcel* p) {
  for (int k = 0; k < SECTIONS; k++) free(p->of[k].data);
  *p = (parcel){.of[0].count = 0};
}

void* add_elements(parcel* p, int kind, uint32_t count) {
  section* s = &p->of[kind];
  const size_t size = element_size(kind);
  if (s->data == NULL || s->room - s->count < count) {
    s->room = s->count + count + s->count / 2 + 64;
    s->data = grow(s->data, s->room, size);
  }
  s->count += count;
  return (uint8_t*)s->data + (s->count - count) * size;
}

void add_element(parcel* p, int kind, const void* element) {
  memcpy(add_elements(p, kind, 1), element, element_size(kind));
}

uint64_t hash_section(int kind, const void* data, uint64_t count) {
  const size_t words = element_size(kind) / 8;
  const uint8_t* from = data;
  uint64_t sum = 0;
  for (uint64_t i = 0; i < count; i++) {
    uint64_t hash = 14695981039346656037u + (uint64_t)kind;
    for (size_t k = 0; k < words; k++, from += 8) {
      uint64_t word;
      memcpy(&word, from, 8);
      hash = (hash ^ word) * 1099511628211u;
      hash ^= hash >> 32;
    }
    sum += hash;
  }
  return sum;
}
