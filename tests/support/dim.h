// Compiled once for each dimension: the queries by names with N in place of the number. DIM is 2 or 3.
#ifndef LGJK_TESTS_DIM_H
#define LGJK_TESTS_DIM_H

#include "dim_names.h"

// Of a definition with all members set, those that its kind has no use for become 0, or it would be refused.
static inline void clear_unused(lgjk_shapeN_def* def) {
  const int sizes = def->kind == LGJK_SHAPEN_POINTS ? 0 : def->kind <= LGJK_SHAPEN_BOX + 1 ? DIM : 2;
  for (int k = sizes; k < DIM; ++k) def->size[k] = 0;
  if (sizes > 0) def->points = 0, def->point_count = def->point_stride = 0;
}

typedef int32_t queryN(const lgjk_bodiesN* a, const lgjk_bodiesN* b, const lgjk_pairs* pairs, lgjk_warm* warm,
                       uint64_t first, uint64_t count, const lgjk_results* results, const lgjk_options* options,
                       lgjk_error* error);

// The queries. Tests that go through all of them go through this table, with all arrays for each: a query gets those
// that it writes, and would refuse the others.
typedef enum query { OVERLAP, DISTANCE, CONTACT, QUERIES } query;
static const char* const query_name[QUERIES] = {"overlap", "distance", "contact"};

static inline const lgjk_results* results_of_query(query q, const lgjk_results* all, lgjk_results* own) {
  if (all == 0) return all;
  *own = *all;
  if (q == OVERLAP) own->distance = own->point_a = own->point_b = 0;
  if (q != CONTACT) own->normal = 0, own->manifoldN = 0;
  return own;
}

#define QUERY_OF_TABLE(name, q)                                                                                   \
  static inline int32_t call_##name(const lgjk_bodiesN* a, const lgjk_bodiesN* b, const lgjk_pairs* pairs,        \
                                    lgjk_warm* warm, uint64_t first, uint64_t count, const lgjk_results* results, \
                                    const lgjk_options* options, lgjk_error* error) {                             \
    lgjk_results own;                                                                                             \
    return lgjk_##name(a, b, pairs, warm, first, count, results_of_query(q, results, &own), options, error);      \
  }
QUERY_OF_TABLE(overlapN, OVERLAP)
QUERY_OF_TABLE(distanceN, DISTANCE)
QUERY_OF_TABLE(contactN, CONTACT)
static queryN* const query_function[QUERIES] = {call_overlapN, call_distanceN, call_contactN};

// What tests know of warm records that users do not: kernel/block/record.h has it.
enum { RECORD_NAMES_DEPTH = 128 }; // word 3 of a record whose word 0 is the normal of a depth, in 3D
enum { RECORD_NAMES_POINTS = 64 }; // word 3 of a record whose words 1 and 2 are points of two boxes

#endif
