// Looks up which attempts answer the pairs of two cores, and in which order, in a table per dimension. Nothing else
// compares cores to decide what runs next.
#ifndef LGJK_ROUTE_ROUTE_H
#define LGJK_ROUTE_ROUTE_H

#include "lane/dimension.h"

#include OF_DIM("route/routes2.h", "route/routes3.h")

// Returns the first row that fits, in either order of the cores.
LANE_INLINE const route_row* row_of(uint32_t core_a, uint32_t core_b) {
  const uint32_t a = 1u << core_a, b = 1u << core_b;
  const route_row* row = routes;
  while (!(((row->a & a) && (row->b & b)) || ((row->a & b) && (row->b & a)))) ++row; // the last row fits all
  return row;
}

// Returns the route of two cores. An iteration limit below FLOAT_LIMIT leaves every pair to double, which keeps to the
// limit. LGJK_FLAG_EPA has a column of its own.
static const route* route_of(const lgjk_batch* batch, uint32_t core_a, uint32_t core_b, query_id query) {
  if (batch->limit < FLOAT_LIMIT) return &limited_route;
  const route_row* row = row_of(core_a, core_b);
  if (asks_depth(query)) return batch->flags & LGJK_FLAG_EPA ? row->contact_by_polytope : row->contact;
  return asks_verdict(query) ? row->overlap : row->distance;
}

#endif
