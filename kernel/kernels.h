// What the public functions hand to a kernel: a checked batch, and the table of kernels, one row per instruction set.
#ifndef LGJK_KERNEL_KERNELS_H
#define LGJK_KERNEL_KERNELS_H

#include <stddef.h>

#include "lanegjk/lanegjk.h"

// One side of a batch, strides resolved.
typedef struct lgjk_side {
  const void* table;        // lgjk_shape2 or lgjk_shape3 records of the set; that of shape_count stands in for an index out of range
  const float* pool;
  const uint8_t* core;      // core classes of the table's records
  const char* shape;
  const char* pose;
  const char* radius; // or NULL
  size_t shape_stride, pose_stride, radius_stride;
  uint32_t shape_count;
  uint32_t body_count;
  uint32_t core_mask;
} lgjk_side;

// Whether a pair can join a body with itself, which is where both sides have their pose at the same address.
enum {
  LGJK_SAME_NEVER,
  LGJK_SAME_BY_INDEX,   // equal strides: where A's index is B's and same_offset
  LGJK_SAME_BY_ADDRESS  // unequal strides over the same memory
};

// 1..LGJK_SLICE pairs; all arrays begin at the first, so that 16 bits number them.
#define LGJK_SLICE 65536u

// What kernels add to: pairs that are bad, and pairs that circles decided.
typedef struct lgjk_tally {
  uint64_t bad, by_circles;
} lgjk_tally;

typedef struct lgjk_batch {
  lgjk_side a, b;
  const char* pair_a;
  const char* pair_b;
  size_t pair_stride;
  uint32_t count;
  lgjk_warm* warm; // or NULL
  lgjk_results2 results; // of lgjk_results3 the same members
  float max_distance;
  uint32_t limit;
  uint32_t flags;
  uint32_t prefetch;  // 1: the bodies do not fit the nearer caches
  uint32_t same_bodies, same_offset;  // LGJK_SAME_*
  lgjk_tally* tally;
} lgjk_batch;

typedef void lgjk_kernel(const lgjk_batch* batch);

// The functions of one instruction set.
typedef struct lgjk_kernels {
  lgjk_kernel *overlap2, *distance2, *overlap3, *distance3;
} lgjk_kernels;

// Every instruction set there is: name, number, lanes. A row here, a lane header and a file in isa/ make a new one.
#define LGJK_ISA_TABLE(X) \
  X(scalar, LGJK_ISA_SCALAR, 1) \
  X(sse, LGJK_ISA_SSE, 4) \
  X(avx2, LGJK_ISA_AVX2, 8) \
  X(avx512, LGJK_ISA_AVX512, 16) \
  X(neon, LGJK_ISA_NEON, 4)

#define LGJK_DECLARE_KERNELS(name, number, lanes) \
  lgjk_kernel lgjk_overlap2_##name, lgjk_distance2_##name, lgjk_overlap3_##name, lgjk_distance3_##name;
LGJK_ISA_TABLE(LGJK_DECLARE_KERNELS)

// The kernels of isa (LGJK_ISA_AUTO included); NULL and *code, *error set where they cannot run.
const lgjk_kernels* lgjk_kernels_for(uint32_t isa, int32_t* code, lgjk_error* error);

#endif
