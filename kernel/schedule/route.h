// The tables of routes, and the look-up in them: which attempts answer the pairs of two cores, and in which order.
// Nothing else compares cores to decide what runs next.
//
// A table has the rows of the cases of its dimension, ROW(cores of either side, routes of overlaps, distances,
// contacts, and contacts with LGJK_FLAG_EPA). Each query has its own table, so that a program has the routes of those
// alone that it uses.
#ifndef LGJK_SCHEDULE_ROUTE_H
#define LGJK_SCHEDULE_ROUTE_H

#include "lane/dimension.h"

#include OF_DIM("case2/cases.h", "case3/cases.h")

#define CORE(name) (1u << NAME_N(LGJK_CORE, _##name))
enum {
#if DIM == 2
  POINTS = CORE(POINT),
  SEGMENTS = CORE(SEGMENT),
  BOXES = CORE(BOX),
  RINGS = CORE(POLYGON4) | CORE(POLYGON8),
  CURVED = CORE(ELLIPSE) | CORE(ROUND),
  WALLS = SEGMENTS | BOXES | RINGS,
#else
  SEGMENTS = CORE(POINT) | CORE(SEGMENT),
  BOXES = CORE(BOX),
  CYLINDERS = CORE(CYLINDER),
  CONES = CORE(CONE) | CORE(ELLIPSOID),
  CURVED = CYLINDERS | CONES,
  HULLS = CORE(HULL16) | CORE(HULL32),
#endif
  EVERY = UINT16_MAX
};
#undef CORE

#define CASE_ROWS

#define ROW(a, b, overlap, distance, contact, polytope) {a, b, &overlap},
static const route_row overlap_routes[] = {
#include OF_DIM("case2/cases.h", "case3/cases.h")
};
#undef ROW

#define ROW(a, b, overlap, distance, contact, polytope) {a, b, &distance},
static const route_row distance_routes[] = {
#include OF_DIM("case2/cases.h", "case3/cases.h")
};
#undef ROW

#define ROW(a, b, overlap, distance, contact, polytope) {a, b, &contact},
static const route_row contact_routes[] = {
#include OF_DIM("case2/cases.h", "case3/cases.h")
};
#undef ROW

#define ROW(a, b, overlap, distance, contact, polytope) {a, b, &polytope},
static const route_row polytope_routes[] = {
#include OF_DIM("case2/cases.h", "case3/cases.h")
};
#undef ROW

#undef CASE_ROWS

#if DIM == 3
#define CASE_DEPTHS
static const depth_row closed_depths[] = {
#include OF_DIM("case2/cases.h", "case3/cases.h")
    {EVERY, EVERY, NULL}};
#undef CASE_DEPTHS
#endif

static const query_table overlap_table = {overlap_routes, NULL}, distance_table = {distance_routes, NULL},
                         contact_table = {contact_routes, OF_DIM(NULL, closed_depths)},
                         polytope_table = {polytope_routes, NULL};

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
