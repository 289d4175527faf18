// Checks the arguments of a public query, in one place for both dimensions and all queries.
#ifndef LGJK_API_ARGUMENTS_H
#define LGJK_API_ARGUMENTS_H

#include "base/arrays.h"
#include "block/batch.h"

// The arguments of a query as the caller gave them.
typedef struct lgjk_call {
  const void *a, *b; // lgjk_bodies2 or lgjk_bodies3, by dim
  const lgjk_pairs* pairs;
  lgjk_warm* warm;
  uint64_t first, count;
  const lgjk_results* results;
  const lgjk_options* options;
  uint32_t dim;
  query_id query;
} lgjk_call;

static inline uint32_t lgjk_pose_bytes(uint32_t dim) { return (dim == 2 ? 4 : 7) * (uint32_t)sizeof(float); }

// Checks a view of lgjk_bodies2 or lgjk_bodies3, and sets *side. `name`: the argument's.
int32_t lgjk_check_bodies(const char* name, const void* bodies, uint32_t dim, lgjk_side* side, lgjk_error* error);

// The arrays of a view as rows of a table for lgjk_check_arrays.
// clang-format off
#define LGJK_BODY_ROWS(name, side, dim)                                                                 \
  {name "->pose", LGJK_READ, (side)->pose, lgjk_pose_bytes(dim), (side)->pose_stride, (side)->body_count},         \
  {name "->shape", LGJK_READ, (side)->shape, sizeof(uint32_t), (side)->shape_stride, (side)->body_count}, \
  {name "->radius", LGJK_READ, (side)->radius, sizeof(float), (side)->radius_stride, (side)->body_count}, \
  {name "->position", LGJK_READ, (side)->position, (dim) * sizeof(double), (side)->position_stride, (side)->body_count}
// clang-format on

// Checks everything that a call reads, but neither results nor records. Sets *isa, and in *batch the sides, the pairs'
// stride and the options.
int32_t lgjk_check_inputs(const lgjk_call* call, lgjk_batch* batch, uint32_t* isa, lgjk_error* error);

// Checks all arguments: returns LGJK_OK or LGJK_ERROR_*, and sets what lgjk_check_inputs sets. Of the caller's memory
// only *error is written. The floating-point environment must be the default one, for comparisons of options.
int32_t lgjk_check_arguments(const lgjk_call* call, lgjk_batch* batch, uint32_t* isa, lgjk_error* error);

// Brings a loose rotation to unit length (api/rotation.c).
void lgjk_make_unit(float* rotation, uint32_t dim);

// Finds out how both sides of a batch can have a pose at the same address: by a difference of indices if their strides
// are equal.
void lgjk_find_same_bodies(lgjk_batch* batch);

#endif
