// This file holds the table of queries, and that of the arrays that they write. Runs use a query through its row alone,
// so the compiler folds what depends on a constant query. A query without a row does not compile.
#ifndef LGJK_BLOCK_QUERY_H
#define LGJK_BLOCK_QUERY_H

#include <stdbool.h>

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
