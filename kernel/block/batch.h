// This file defines the batch that the public functions hand to a kernel. Its arguments are checked.
#ifndef LGJK_BLOCK_BATCH_H
#define LGJK_BLOCK_BATCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "lanegjk/lanegjk.h"

// One side of a batch has its strides resolved.
typedef struct lgjk_side {
  const void* table; // packed shapes, lgjk_shape2 or lgjk_shape3; number shape_count is for an index out of range
  const float* pool;
  const uint8_t* core; // kinds of the cores of `table`
  const char* shape;
  const char* pose;
  const char* radius;   // or NULL
  const char* position; // or NULL; kernels are given relative poses instead (api/group.h)
  size_t shape_stride, pose_stride, radius_stride, position_stride;
  uint32_t shape_count;
  uint32_t body_count;
  uint32_t core_mask;
} lgjk_side;

// Returns number i of some words: of the bodies that pairs name, of shapes, of filters.
static inline uint32_t lgjk_word_at(const void* words, size_t stride, uint64_t i) {
  uint32_t word;
  memcpy(&word, (const char*)words + stride * (size_t)i, sizeof word);
  return word;
}

#define LGJK_FARTHEST 1e15 // the greatest coordinate of a position
#define LGJK_FARTHEST_SQUARE (LGJK_FARTHEST * LGJK_FARTHEST)

static inline bool lgjk_is_position(double x) { return x <= LGJK_FARTHEST && x >= -LGJK_FARTHEST; }

// Finds the way from a place to another one, each a position and what is relative to that: the difference in double,
// rounded once. Two coordinates at a time, since compilers make no vectors of what is gathered. Returns squares of
// which none is above LGJK_FARTHEST_SQUARE if both positions are possible beyond doubt.
typedef double lgjk_doubles __attribute__((vector_size(16)));
static inline lgjk_doubles lgjk_find_way(const void* from, const void* from_local, const void* to, const void* to_local,
                                         uint32_t dim, float way[]) {
  typedef lgjk_doubles doubles;
  typedef float floats __attribute__((vector_size(8)));
  doubles x, y;
  floats a, b;
  memcpy(&x, from, sizeof x);
  memcpy(&y, to, sizeof y);
  memcpy(&a, from_local, sizeof a);
  memcpy(&b, to_local, sizeof b);
  const doubles local = __builtin_convertvector(b, doubles) - __builtin_convertvector(a, doubles);
  const floats near = __builtin_convertvector((y - x) + local, floats);
  doubles squares = x * x + y * y;
  memcpy(way, &near, sizeof near);
  if (dim == 3) {
    double u, v;
    float c, d;
    memcpy(&u, (const char*)from + sizeof x, sizeof u);
    memcpy(&v, (const char*)to + sizeof y, sizeof v);
    memcpy(&c, (const char*)from_local + sizeof a, sizeof c);
    memcpy(&d, (const char*)to_local + sizeof b, sizeof d);
    way[2] = (float)((v - u) + ((double)d - (double)c));
    squares[0] += u * u + v * v;
  }
  return squares;
}

// Reads the position of a body, 0 if the view has none. Returns whether it is possible.
static inline bool lgjk_read_position(const lgjk_side* side, size_t body, uint32_t dim, double out[]) {
  bool possible = true;
  for (uint32_t k = 0; k < dim; ++k) out[k] = 0;
  if (side->position == NULL) return true;
  memcpy(out, side->position + side->position_stride * body, dim * sizeof *out);
  for (uint32_t k = 0; k < dim; ++k) possible &= lgjk_is_position(out[k]);
  return possible;
}

// Finds the way from the position of a body of one view to that of a body of another, as a difference in double.
// Returns false if one is not possible.
static inline bool lgjk_between_positions(const lgjk_side* a, size_t body_a, const lgjk_side* b, size_t body_b,
                                          uint32_t dim, double out[]) {
  double from[3];
  const bool is_a = lgjk_read_position(a, body_a, dim, from), is_b = lgjk_read_position(b, body_b, dim, out);
  for (uint32_t k = 0; k < dim; ++k) out[k] -= from[k];
  return is_a && is_b;
}

static inline bool lgjk_has_positions(const lgjk_side* a, const lgjk_side* b) {
  return a->position != NULL || b->position != NULL;
}

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
