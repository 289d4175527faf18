// Shape sets of inputs, for the dimension DIM. Tests open the same input again and again, and building its hulls takes
// most of that: so a set is kept until the program ends, and given again.
#ifndef LGJK_TESTS_KEPT_H
#define LGJK_TESTS_KEPT_H

#include <stdbool.h>
#include <stdlib.h>

#include "dim_names.h"

enum { KEPT_SETS = 1024, KEPT_SHAPES = 80000 }; // so that memory has an end

static struct kept_sets {
  uint64_t hash[KEPT_SETS]; // of the definitions
  lgjk_shapesN* shapes[KEPT_SETS];
  uint32_t count, all_shapes;
} kept;

static void kept_end(void) {
  for (uint32_t i = 0; i < kept.count; ++i) lgjk_shapesN_destroy(kept.shapes[i]);
}

static uint64_t kept_hash_bytes(uint64_t hash, const void* bytes, size_t size) {
  const unsigned char* byte = bytes;
  for (size_t i = 0; i < size; ++i) hash = (hash ^ byte[i]) * UINT64_C(0x100000001b3);
  return hash;
}

// FNV-1a of all that definitions say, not of where their points are.
static uint64_t kept_hash(const lgjk_shapeN_def* defs, uint32_t count) {
  uint64_t hash = UINT64_C(0xcbf29ce484222325) ^ count;
  for (uint32_t i = 0; i < count; ++i) {
    lgjk_shapeN_def def = defs[i];
    def.points = NULL;
    hash = kept_hash_bytes(hash, &def, sizeof def);
    const size_t stride = def.point_stride > 0 ? def.point_stride : DIM * sizeof(float);
    for (uint32_t k = 0; k < def.point_count; ++k) {
      hash = kept_hash_bytes(hash, (const char*)defs[i].points + stride * k, DIM * sizeof(float));
    }
  }
  return hash;
}

// lgjk_shapesN_create, or a set that is kept.
static int32_t kept_create(const lgjk_shapeN_def* defs, uint32_t count, lgjk_shapesN** shapes, lgjk_error* error) {
  const uint64_t hash = kept_hash(defs, count);
  for (uint32_t i = 0; i < kept.count; ++i) {
    if (kept.hash[i] != hash) continue;
    *shapes = kept.shapes[i];
    return LGJK_OK;
  }
  const int32_t code = lgjk_shapesN_create(defs, count, NULL, shapes, error);
  if (code != LGJK_OK || kept.count == KEPT_SETS || kept.all_shapes + count > KEPT_SHAPES) return code;
  if (kept.count == 0 && atexit(kept_end) != 0) return code;
  kept.hash[kept.count] = hash;
  kept.shapes[kept.count++] = *shapes;
  kept.all_shapes += count;
  return code;
}

// lgjk_shapesN_destroy of a set that is not kept.
static void kept_destroy(lgjk_shapesN* shapes) {
  for (uint32_t i = 0; i < kept.count; ++i) {
    if (kept.shapes[i] == shapes) return;
  }
  lgjk_shapesN_destroy(shapes);
}

#endif
