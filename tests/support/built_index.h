// Indices of bodies of the dimension DIM, in memory of their own that is checked to end where it says.
#ifndef LGJK_TESTS_BUILT_INDEX_H
#define LGJK_TESTS_BUILT_INDEX_H

#include "test.h"
#include "dim_names.h"
#include "lanegjk/lanegjk_find.h"

// The size in bytes is written to `size`, unless that is NULL; struct_size of the definition is set here.
static inline void* build_index(const lgjk_bodiesN* bodies, lgjk_index_def def, const lgjk_tasks* tasks,
                                uint64_t* size) {
  uint64_t bytes;
  def.struct_size = sizeof def;
  assert_int_equal(lgjk_index_sizeN(bodies, &def, &bytes, NULL), LGJK_OK);
  const uint64_t room = (bytes + 127) / 64 * 64;
  uint8_t* index = aligned_alloc(64, room);
  memset(index, 0x5A, room);
  assert_int_equal(lgjk_index_buildN(bodies, &def, index, bytes, tasks, NULL), LGJK_OK);
  for (uint64_t k = bytes; k < room; ++k) assert_int_equal(index[k], 0x5A);
  if (size != NULL) *size = bytes;
  return index;
}

#endif
