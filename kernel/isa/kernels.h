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

// Every instruction set there is, in the order of their numbers. CMake reads the rows (cmake/parts.cmake) and compiles
// isa/kernel.c for each that the target's processor has; scripts read them too, so that a row's first line goes up to
// its processor.
//   name, number, name for people, lanes, header in lane/, processor (any, x86_64, aarch64, wasm32),
//   what the CPU has to have, each also a flag of the compiler (-m<feature>), other flags of the compiler
// clang-format off
#define LGJK_ISA_TABLE(X)                                                                      \
  X(scalar, LGJK_ISA_SCALAR, "scalar",   1, lane_scalar, any,     , )                          \
  X(sse,    LGJK_ISA_SSE,    "SSE",      4, lane_128,    x86_64,  , )                          \
  X(avx2,   LGJK_ISA_AVX2,   "AVX2",     8, lane_256,    x86_64,  NEEDS(avx2), )               \
  X(avx512, LGJK_ISA_AVX512, "AVX-512", 16, lane_512,    x86_64,                               \
    NEEDS(avx512f) NEEDS(avx512vl) NEEDS(avx512dq) NEEDS(avx512bw), -mprefer-vector-width=512) \
  X(neon,   LGJK_ISA_NEON,   "NEON",     4, lane_128,    aarch64, , )                          \
  X(wasm,   LGJK_ISA_WASM,   "WebAssembly SIMD", 4, lane_128, wasm32, , -msimd128)
// clang-format on

#define LGJK_DECLARE_KERNELS(name, ...) lgjk_kernel lgjk_run2_##name, lgjk_run3_##name;
LGJK_ISA_TABLE(LGJK_DECLARE_KERNELS)

// The kernels of isa; of LGJK_ISA_AUTO, where LANEGJK_ISA names no set, those of the widest, or of a narrower one that
// holds all pairs of a call. NULL and *code, *error set where they cannot run.
const lgjk_kernels* lgjk_kernels_for(uint32_t isa, uint64_t pairs, int32_t* code, lgjk_error* error);

#endif
