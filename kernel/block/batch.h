// This file defines the batch that the public functions hand to a kernel. Its arguments are checked.
#ifndef LGJK_BLOCK_BATCH_H
#define LGJK_BLOCK_BATCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lanegjk/lanegjk.h"

// One side of a batch has its strides resolved.
typedef struct lgjk_side {
  const void* table; // packed shapes, lgjk_shape2 or lgjk_shape3; number shape_count is for an index out of range
  const float* pool;
  const uint8_t* core; // kinds of the cores of `table`
  const char* shape;
  const char* pose;
  const char* radius; // or NULL
  size_t shape_stride, pose_stride, radius_stride;
  uint32_t shape_count;
  uint32_t body_count;
  uint32_t core_mask;
} lgjk_side;

// A pair joins a body with itself if both sides have their pose at the same address. It is found in one of these ways.
enum {
  LGJK_SAME_NEVER,
  LGJK_SAME_BY_INDEX,  // equal strides: A's index is B's plus same_offset
  LGJK_SAME_BY_ADDRESS // unequal strides over the same memory
};

// A batch has 1..LGJK_SLICE pairs. All arrays begin at the first, so that 16 bits number them.
#define LGJK_SLICE 65536u

// Kernels add to these counts: bad pairs, and pairs that bounding tests decided.
typedef struct lgjk_tally {
  uint64_t bad, by_bounding;
} lgjk_tally;

typedef struct lgjk_batch {
  lgjk_side a, b;
  const char* pair_a;
  const char* pair_b;
  size_t pair_stride;
  uint32_t count;
  lgjk_warm* warm; // or NULL: no records, as under LGJK_FLAG_HISTORY_FREE
  lgjk_results results;
  float max_distance;
  float margin;
  uint32_t limit;
  uint32_t flags;
  uint32_t prefetch;                 // 1: the bodies do not fit the nearer caches
  uint32_t same_bodies, same_offset; // LGJK_SAME_*
  lgjk_tally* tally;
} lgjk_batch;

// ------------------------------------------------------------------ queries

// The table of queries, and that of the arrays that they write. Runs use a query through its row alone, so the compiler
// folds what depends on a constant query. A query without a row does not compile.

//  name, constant, members of query_row that are true
// clang-format off
#define LGJK_QUERY_TABLE(X)              \
  X(overlap, OVERLAP, .verdict = true)   \
  X(distance, DISTANCE, .witness = true) \
  X(contact, CONTACT, .witness = true, .depth = true)
// clang-format on

typedef struct query_row {
  bool verdict; // a yes or no: a separating axis ends a pair, and so does a bounding test that finds it apart
  bool witness; // a distance and both witness points
  bool depth;   // a signed distance with its normal, and a manifold
} query_row;

#define LGJK_QUERY_NUMBER(name, constant, ...) constant,
typedef enum query_id { LGJK_QUERY_TABLE(LGJK_QUERY_NUMBER) QUERIES } query_id;
#undef LGJK_QUERY_NUMBER

static inline query_row row_of_query(query_id q) {
#define LGJK_QUERY_ROW(name, constant, ...) {__VA_ARGS__},
  static const query_row rows[QUERIES] = {LGJK_QUERY_TABLE(LGJK_QUERY_ROW)};
#undef LGJK_QUERY_ROW
  return rows[q];
}

static inline bool needs_verdict(query_id q) { return row_of_query(q).verdict; }
static inline bool needs_witness(query_id q) { return row_of_query(q).witness; }
static inline bool needs_depth(query_id q) { return row_of_query(q).depth; }

// The arrays of lgjk_results with elements for each pair: member, bytes of its alignment, elements per pair, whether a
// query writes it. An expansion needs `dim`, the dimension, and `row`, the query's row, in its scope.
// clang-format off
#define LGJK_RESULT_ARRAYS(X)               \
  X(status, 1, 1, true)                     \
  X(iterations, 1, 1, true)                 \
  X(distance, 4, 1, row.witness)            \
  X(point_a, 4, dim, row.witness)           \
  X(point_b, 4, dim, row.witness)           \
  X(normal, 4, dim, row.depth)              \
  X(manifold2, 4, 1, row.depth && dim == 2) \
  X(manifold3, 4, 1, row.depth && dim == 3)
// clang-format on

#endif
