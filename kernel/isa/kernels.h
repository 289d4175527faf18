// The table of kernels, one row per instruction set.
#ifndef LGJK_ISA_KERNELS_H
#define LGJK_ISA_KERNELS_H

#include "block/batch.h"
#include "block/query.h"

// Runs a query of LGJK_QUERY_TABLE.
typedef void lgjk_kernel(const lgjk_batch* batch, uint32_t query);

// What a void pointer of these functions points to is another struct in 2D than in 3D; the functions are of one type.

// Finds the partners of the bodies at places first..end - 1 of a find_job (find/search.h).
typedef void lgjk_search(void* job, uint32_t first, uint32_t end);

// Find the circles of bodies, with their circle_sum, and the numbers of their cells, of a find_job (find/circles.h).
struct find_view;
typedef void lgjk_circles(void* job, const struct find_view* view, uint32_t first, uint32_t end, uint32_t before,
                          void* sum);
typedef void lgjk_numbers(const void* job, uint32_t first, uint32_t end, uint32_t* number);

// Finds the nearest bodies of points first..end - 1 of a nearest_job (find/nearest.h).
typedef void lgjk_near_search(const void* job, uint64_t first, uint64_t end);

// Looks at the first `count` pairs from left->first on, and lists those that it leaves (cast/look.h).
struct cast_job;
struct cast_left;
typedef void lgjk_look(const struct cast_job* job, uint32_t count, struct cast_left* left);

// The kernels of one instruction set, for 2D and for 3D; NULL if they are not in this build.
typedef struct lgjk_kernels {
  uint32_t lanes;
  lgjk_kernel* run[2];
  lgjk_search* find[2];
  lgjk_circles* circles[2];
  lgjk_numbers* numbers[2];
  lgjk_near_search* nearest[2];
  lgjk_look* look[2];
} lgjk_kernels;

// All instruction sets, in the order of their numbers. CMake (packaging/cmake/parts.cmake) compiles isa/kernel.c for
// each row that the target's processor has. Scripts read the rows, too, so a row's first line must reach its processor.
//   name, number, name for people, lanes, header in lane/, processor (any, x86_64, aarch64, wasm32),
//   features that the CPU needs, each also a flag of the compiler (-m<feature>), other flags of the compiler
// Loops over the elements of one lane's vectors become no vectors: gcc packs and unpacks two floats for an addition.
// clang-format off
#define LGJK_ISA_TABLE(X)                                                                      \
  X(scalar, LGJK_ISA_SCALAR, "scalar",   1, lane_scalar, any,     , -fno-tree-vectorize)       \
  X(sse,    LGJK_ISA_SSE,    "SSE",      4, lane_128,    x86_64,  , )                          \
  X(avx2,   LGJK_ISA_AVX2,   "AVX2",     8, lane_256,    x86_64,  NEEDS(avx2), )               \
  X(avx512, LGJK_ISA_AVX512, "AVX-512", 16, lane_512,    x86_64,                               \
    NEEDS(avx512f) NEEDS(avx512vl) NEEDS(avx512dq) NEEDS(avx512bw), -mprefer-vector-width=512) \
  X(neon,   LGJK_ISA_NEON,   "NEON",     4, lane_128,    aarch64, , )                          \
  X(wasm,   LGJK_ISA_WASM,   "WebAssembly SIMD", 4, lane_128, wasm32, , -msimd128)
// clang-format on

#define LGJK_DECLARE_KERNELS(name, ...)                        \
  lgjk_kernel lgjk_run2_##name, lgjk_run3_##name;              \
  lgjk_search lgjk_find2_##name, lgjk_find3_##name;            \
  lgjk_circles lgjk_circles2_##name, lgjk_circles3_##name;     \
  lgjk_numbers lgjk_numbers2_##name, lgjk_numbers3_##name;     \
  lgjk_near_search lgjk_nearest2_##name, lgjk_nearest3_##name; \
  lgjk_look lgjk_look2_##name, lgjk_look3_##name;
LGJK_ISA_TABLE(LGJK_DECLARE_KERNELS)

// Returns the kernels of `isa`. LGJK_ISA_AUTO, unless LANEGJK_ISA names a set, stands for the widest set, or for a
// narrower one that holds all pairs of a call. Returns NULL and sets *code and *error if the kernels cannot run.
const lgjk_kernels* lgjk_kernels_for(uint32_t isa, uint64_t pairs, int32_t* code, lgjk_error* error);

#endif
