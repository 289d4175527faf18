// The arguments of a public query, and their checks: one place for both dimensions and all queries.
#ifndef LGJK_API_ARGUMENTS_H
#define LGJK_API_ARGUMENTS_H

#include "block/batch.h"
#include "block/query.h"

// The arguments of a query as they came.
typedef struct lgjk_call {
  const void *a, *b; // lgjk_bodies2 or lgjk_bodies3, as dim says
  const lgjk_pairs* pairs;
  lgjk_warm* warm;
  uint64_t first, count;
  const lgjk_results* results;
  const lgjk_options* options;
  uint32_t dim;
  query_id query;
} lgjk_call;

// The arrays of lgjk_results with elements for each pair: member, bytes of its alignment, elements per pair, whether a
// query writes the array. An expansion stands where `dim` is the dimension and `row` the query's row.
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

// The checks of what a call reads: its results and records are not looked at. The sides, the pairs' stride and the
// options of *batch are set.
int32_t lgjk_check_inputs(const lgjk_call* call, lgjk_batch* batch, uint32_t* isa, lgjk_error* error);

// LGJK_OK, and the sides, the pairs' stride and the options of *batch, and *isa, are set; or LGJK_ERROR_*. Of the
// caller's memory only *error is written. In the default floating-point environment: even to look at an option is
// arithmetic.
int32_t lgjk_check_arguments(const lgjk_call* call, lgjk_batch* batch, uint32_t* isa, lgjk_error* error);

#endif
