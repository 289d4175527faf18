// The tables of routes of 2D: the rows of its cases, ROW(cores of either side, routes of overlaps, distances,
// contacts, and contacts with LGJK_FLAG_EPA). Each query has its own table, so that a program has the routes of those
// alone that it uses.
#ifndef LGJK_SCHEDULE_ROUTES2_H
#define LGJK_SCHEDULE_ROUTES2_H

#include "case2/cases.h"

#define CORE(name) (1u << LGJK_CORE2_##name)
enum {
  POINTS = CORE(POINT),
  SEGMENTS = CORE(SEGMENT),
  BOXES = CORE(BOX),
  RINGS = CORE(POLYGON4) | CORE(POLYGON8),
  CURVED = CORE(ELLIPSE) | CORE(ROUND),
  WALLS = SEGMENTS | BOXES | RINGS,
  EVERY = UINT16_MAX
};
#undef CORE

#define CASE_ROWS

#define ROW(a, b, overlap, distance, contact, polytope) {a, b, &overlap},
static const route_row overlap_routes[] = {
#include "case2/cases.h"
};
#undef ROW

#define ROW(a, b, overlap, distance, contact, polytope) {a, b, &distance},
static const route_row distance_routes[] = {
#include "case2/cases.h"
};
#undef ROW

#define ROW(a, b, overlap, distance, contact, polytope) {a, b, &contact},
static const route_row contact_routes[] = {
#include "case2/cases.h"
};
#undef ROW

#define ROW(a, b, overlap, distance, contact, polytope) {a, b, &polytope},
static const route_row polytope_routes[] = {
#include "case2/cases.h"
};
#undef ROW

#undef CASE_ROWS

static const query_table overlap_table = {overlap_routes, NULL}, distance_table = {distance_routes, NULL},
                         contact_table = {contact_routes, NULL}, polytope_table = {polytope_routes, NULL};

#endif
