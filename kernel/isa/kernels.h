// The table of kernels, one row per instruction set.
#ifndef LGJK_ISA_KERNELS_H
#define LGJK_ISA_KERNELS_H

#include "block/batch.h"
#include "block/query.h"

// Runs a query of LGJK_QUERY_TABLE.
typedef void lgjk_kernel(const lgjk_batch* batch, uint32_t query);

// The functions of one instruction set, in 2D and in 3D; NULL where they are not in this build.
typedef struct lgjk_kernels {
  lgjk_kernel* run[2];
} lgjk_kernels;

// Every instruction set there is: name, number, lanes. A row here, a lane header and a file in isa/ make a new one.
#define LGJK_ISA_TABLE(X) \
  X(scalar, LGJK_ISA_SCALAR, 1) \
  X(sse, LGJK_ISA_SSE, 4) \
  X(avx2, LGJK_ISA_AVX2, 8) \
  X(avx512, LGJK_ISA_AVX512, 16) \
  X(neon, LGJK_ISA_NEON, 4)

#define LGJK_DECLARE_KERNELS(name, number, lanes) lgjk_kernel lgjk_run2_##name, lgjk_run3_##name;
LGJK_ISA_TABLE(LGJK_DECLARE_KERNELS)

// The kernels of isa (LGJK_ISA_AUTO included), or of a narrower set where that holds all pairs of a call; NULL and *code, *error set where
// they cannot run.
const lgjk_kernels* lgjk_kernels_for(uint32_t isa, uint64_t pairs, int32_t* code, lgjk_error* error);

#endif
