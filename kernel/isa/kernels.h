// The tables of kernels, by instruction set.
#ifndef LGJK_ISA_KERNELS_H
#define LGJK_ISA_KERNELS_H

#include "block/batch.h"
#include "lane/pick.h"

// The name of a kernel of the dimension that is compiled, by the name of its set.
#define LGJK_KERNEL(kernel, set) LANE_CAT(LANE_CAT(LANE_CAT(lgjk_, kernel), LGJK_DIM), LANE_CAT(_, set))

// Runs a query of LGJK_QUERY_TABLE.
typedef void lgjk_kernel(const lgjk_batch* batch);

// What a void pointer of these functions points to is another struct in 2D than in 3D; the functions are of one type.

// Finds the pairs of leaves first..end - 1 of the first tree of a join_job (find/join.h).
typedef void lgjk_search(void* job, uint32_t first, uint32_t end);

// Finds the circles of bodies of a find_job, with their circle_sum (find/circles.h).
typedef void lgjk_circles(void* job, uint32_t first, uint32_t end, void* sum);

// Writes the codes of items of a find_job for a tree_plan (find/codes.h).
typedef void lgjk_codes(const void* job, const void* plan, uint64_t* item, uint32_t count);

// Finds the boxes of the bodies of a leaf, of a find_job (find/boxes.h).
typedef void lgjk_boxes(const void* job, const uint32_t* body, void* boxes);

// Finds the nearest bodies of the points in leaves first..end - 1 of a near_job (find/nearest.h).
typedef void lgjk_near_search(const void* job, uint32_t first, uint32_t end);

// Looks at the first `count` pairs from left->first on, and lists those that it leaves (cast/look.h).
struct cast_job;
struct cast_left;
typedef void lgjk_look(const struct cast_job* job, uint32_t count, struct cast_left* left);

// Takes a way_walk to the next leaf of a find_tree with bodies that it meets, and returns these, as bits
// (cast/slabs.h).
typedef uint32_t lgjk_walk(const void* tree, void* walk, uint32_t* leaf);

// Finds the packet_bodies that a way_packet meets in a find_tree; false if these are too many (cast/slabs.h).
typedef bool lgjk_packet(const void* tree, const void* packet, void* bodies);

// Finds where ways enter the boxes of bodies, of cast_candidates (cast/enter.h).
typedef void lgjk_enter(void* candidates);

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

// The kernels of all sets, by the number of the set: lgjk_distance2_kernels and so on. Each function and dimension has
// its own table, so that a linker leaves out the kernels of those that a program does not use (--gc-sections).
#define LGJK_DECLARE_TABLES(dim)                                \
  extern lgjk_kernel* const lgjk_overlap##dim##_kernels[];      \
  extern lgjk_kernel* const lgjk_distance##dim##_kernels[];     \
  extern lgjk_kernel* const lgjk_contact##dim##_kernels[];      \
  extern lgjk_search* const lgjk_find##dim##_kernels[];         \
  extern lgjk_circles* const lgjk_circles##dim##_kernels[];     \
  extern lgjk_codes* const lgjk_codes##dim##_kernels[];         \
  extern lgjk_boxes* const lgjk_boxes##dim##_kernels[];         \
  extern lgjk_near_search* const lgjk_nearest##dim##_kernels[]; \
  extern lgjk_look* const lgjk_look##dim##_kernels[];           \
  extern lgjk_walk* const lgjk_walk##dim##_kernels[];           \
  extern lgjk_packet* const lgjk_packet##dim##_kernels[];       \
  extern lgjk_enter* const lgjk_enter##dim##_kernels[];
LGJK_DECLARE_TABLES(2)
LGJK_DECLARE_TABLES(3)

// Returns how many of a call's pairs can share lanes, as far as the sides of its batch tell: all, or if their shapes
// form four classes or more the mean of a class and one, at least two. Which pairs there are is not known before they
// are sorted.
uint64_t lgjk_pairs_of_block(const lgjk_batch* batch, uint32_t dim, uint64_t pairs);

// Sets *set to the number of a set that runs: `isa`, or what LGJK_ISA_AUTO stands for. That is the set that LANEGJK_ISA
// names, else the widest set, or a narrower one that holds so many pairs. Returns LGJK_OK, or LGJK_ERROR_ISA if the set
// cannot run.
int32_t lgjk_isa_for(uint32_t isa, uint64_t pairs, uint32_t* set, lgjk_error* error);

#endif
