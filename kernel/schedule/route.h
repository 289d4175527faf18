// Looks up which attempts answer the pairs of two cores, and in which order, in a table per dimension. Nothing else
// compares cores to decide what runs next.
#ifndef LGJK_SCHEDULE_ROUTE_H
#define LGJK_SCHEDULE_ROUTE_H

#include "lane/dimension.h"

#include OF_DIM("schedule/routes2.h", "schedule/routes3.h")

// Returns whether the cores are of a row's sets, in either order.
LANE_INLINE bool fits_row(uint32_t row_a, uint32_t row_b, uint32_t core_a, uint32_t core_b) {
  const uint32_t a = 1u << core_a, b = 1u << core_b;
  return ((row_a & a) && (row_b & b)) || ((row_a & b) && (row_b & a));
}

// Returns the first row that fits.
LANE_INLINE const route_row* row_of(uint32_t core_a, uint32_t core_b) {
  const route_row* row = routes;
  while (!fits_row(row->a, row->b, core_a, core_b)) ++row; // the last row fits all
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

// Returns what finds depths of two cores in closed form, or NULL: LGJK_FLAG_EPA leaves all depths to the polytope.
static closed_depth_fn* closed_depth_of(const lgjk_batch* batch, uint32_t core_a, uint32_t core_b, query_id query) {
#if DIM == 3
  if (!asks_depth(query) || batch->flags & LGJK_FLAG_EPA) return NULL;
  const depth_row* row = closed_depths;
  while (!fits_row(row->a, row->b, core_a, core_b)) ++row;
  return row->find;
#else
  (void)batch, (void)core_a, (void)core_b, (void)query;
  return NULL;
#endif
}

#endif
