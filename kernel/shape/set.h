// The members that shape sets of both dimensions share, and the test of what a set is.
#ifndef LGJK_SHAPE_SET_H
#define LGJK_SHAPE_SET_H

#include <string.h>

#include "lanegjk/lanegjk.h"

// The first word identifies a set, so that sets of the other dimension behind a cast, or destroyed ones, are
// refused.
#define LGJK_SET_MAGIC(dim) (0x4C474A00u + (dim))
#define LGJK_SET_DESTROYED 0x4C474AFFu

// Returns NULL if the memory holds a set of the dimension, else what is wrong with it. `shapes`: not NULL.
static inline const char* lgjk_fault_of_set(const void* shapes, uint32_t dim) {
  uint32_t magic;
  memcpy(&magic, shapes, sizeof magic);
  if (magic == LGJK_SET_MAGIC(dim)) return NULL;
  if (magic == LGJK_SET_MAGIC(5 - dim)) return dim == 2 ? "is a set of 3D" : "is a set of 2D";
  return magic == LGJK_SET_DESTROYED ? "was destroyed" : "is no set of shapes, or was destroyed";
}

#define LGJK_FACE_UNIT 16u // bytes; faces are counted in these units

// The members of lgjk_shapes2 and lgjk_shapes3, whose records are lgjk_shape2 and lgjk_shape3.
#define LGJK_SET_MEMBERS(record)                                                                                 \
  uint32_t magic; /* LGJK_SET_MAGIC of the dimension; LGJK_SET_DESTROYED once it is destroyed */                 \
  uint32_t count;                                                                                                \
  uint32_t core_mask;       /* bit c set: some shape has core class c */                                         \
  const record* shape;      /* count + 1, 64-byte aligned; the last, a POINT of bound NaN, is for bad indices */ \
  const float* pool;        /* 64-byte aligned: LGJK_POOL*_HEAD zeros, rows of hulls, LGJK_POOL*_TAIL zeros; */  \
                            /* before it, in 3D, the faces of hulls */                                           \
  const uint8_t* core;      /* count + 1 core classes, for sorting */                                            \
  const float* box;         /* count + 1 boxes of the cores (shape/box.h) */                                     \
  lgjk_allocator allocator; /* copy, for destroy */

// A set of either dimension: its members are copied to one of these.
typedef struct lgjk_shape_set {
  LGJK_SET_MEMBERS(void)
} lgjk_shape_set;

#endif
