// Trees of bodies of the dimension DIM, in memory of their own that is checked to end where it says.
#ifndef LGJK_TESTS_BUILT_TREE_H
#define LGJK_TESTS_BUILT_TREE_H

#include "test.h"
#include "dim_names.h"
#include "lanegjk/lanegjk_find.h"

// A tree: its memory has no more bytes than it, rounded up to 64.
typedef struct built_tree {
  void* memory;
  uint64_t size;
} built_tree;

// The one target that a call takes: a view and its tree.
#define TARGET(view, tree) (&(const lgjk_targetN){(view), (tree)->memory, (tree)->size})

// Builds a tree with options; NULL: the defaults. Each call finds other bytes in the memory: none may show in the tree.
static inline built_tree build_tree(const lgjk_bodiesN* bodies, const lgjk_tree_options* options) {
  const uint64_t bytes = lgjk_tree_sizeN(bodies->count), room = (bytes + 127) / 64 * 64;
  lgjk_tree_info info = {.struct_size = sizeof info};
  built_tree tree;
  uint8_t* memory = aligned_alloc(64, room);
  static uint8_t before = 0x5A;
  before = (uint8_t)~before;
  memset(memory, before, room);
  assert_int_equal(lgjk_tree_buildN(bodies, memory, bytes, options, NULL), LGJK_OK);
  for (uint64_t k = bytes; k < room; ++k) assert_int_equal(memory[k], before);
  assert_int_equal(lgjk_tree_checkN(memory, bytes, &info, NULL), LGJK_OK);
  assert_int_equal(info.bodies, bodies->count);
  assert_true(info.placed + info.bad <= info.bodies && info.bytes <= bytes);
  tree.size = info.bytes;
  tree.memory = aligned_alloc(64, (tree.size + 63) / 64 * 64);
  memcpy(tree.memory, memory, tree.size);
  free(memory);
  return tree;
}

#endif
