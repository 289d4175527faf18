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

// Returns the route of two cores: that of the first row that fits. An iteration limit below FLOAT_LIMIT leaves every
// pair to double, which keeps to the limit.
static const route* route_of(const lgjk_batch* batch, const query_table* table, uint32_t core_a, uint32_t core_b) {
  if (batch->limit < FLOAT_LIMIT) return &limited_route;
  const route_row* row = table->rows;
  while (!fits_row(row->a, row->b, core_a, core_b)) ++row; // the last row fits all
  return row->route;
}

// Returns what finds depths of two cores in closed form, or NULL.
static closed_depth_fn* closed_depth_of(const query_table* table, uint32_t core_a, uint32_t core_b) {
  const depth_row* row = table->closed_depths;
  if (row == NULL) return NULL;
  while (!fits_row(row->a, row->b, core_a, core_b)) ++row;
  return row->find;
}

#endif
