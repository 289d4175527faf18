// Shape sets of both dimensions.
#ifndef LGJK_SHAPE_SET_H
#define LGJK_SHAPE_SET_H

#include "lanegjk/lanegjk.h"

#define LGJK_FACE_UNIT 16u // bytes: what is kept of faces is counted in these

// The members of lgjk_shapes2 and lgjk_shapes3, whose records are lgjk_shape2 and lgjk_shape3.
#define LGJK_SET_MEMBERS(record)                                                                                 \
  uint32_t count;                                                                                                \
  uint32_t core_mask;       /* bit c set: some shape has core class c */                                         \
  const record* shape;      /* count + 1, 64-byte aligned; the last, a POINT of bound NaN, is for bad indices */ \
  const float* pool;        /* 64-byte aligned: LGJK_POOL*_HEAD zeros, rows of hulls, LGJK_POOL*_TAIL zeros; */  \
                            /* before it, in 3D, the faces of hulls */                                           \
  const uint8_t* core;      /* count + 1 core classes, for sorting */                                            \
  lgjk_allocator allocator; /* copy, for destroy */

#endif
