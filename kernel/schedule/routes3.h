// The tables of routes of 3D: the rows of its cases, ROW(cores of either side, routes of overlaps, distances,
// contacts, and contacts with LGJK_FLAG_EPA). Each query has its own table, so that a program has the routes of those
// alone that it uses.
#ifndef LGJK_SCHEDULE_ROUTES3_H
#define LGJK_SCHEDULE_ROUTES3_H

#include "case3/cases.h"

#define CORE(name) (1u << LGJK_CORE3_##name)
enum {
  SEGMENTS = CORE(POINT) | CORE(SEGMENT),
  BOXES = CORE(BOX),
  CYLINDERS = CORE(CYLINDER),
  CONES = CORE(CONE) | CORE(ELLIPSOID),
  CURVED = CYLINDERS | CONES,
  HULLS = CORE(HULL16) | CORE(HULL32),
  EVERY = UINT16_MAX
};
#undef CORE

#define CASE_ROWS

#define ROW(a, b, overlap, distance, contact, polytope) {a, b, &overlap},
static const route_row overlap_routes[] = {
#include "case3/cases.h"
};
#undef ROW

#define ROW(a, b, overlap, distance, contact, polytope) {a, b, &distance},
static const route_row distance_routes[] = {
#include "case3/cases.h"
};
#undef ROW

#define ROW(a, b, overlap, distance, contact, polytope) {a, b, &contact},
static const route_row contact_routes[] = {
#include "case3/cases.h"
};
#undef ROW

#define ROW(a, b, overlap, distance, contact, polytope) {a, b, &polytope},
static const route_row polytope_routes[] = {
#include "case3/cases.h"
};
#undef ROW

#undef CASE_ROWS

#define CASE_DEPTHS
static const depth_row closed_depths[] = {
#include "case3/cases.h"
    {EVERY, EVERY, NULL}};
#undef CASE_DEPTHS

static const query_table overlap_table = {overlap_routes, NULL}, distance_table = {distance_routes, NULL},
                         contact_table = {contact_routes, closed_depths}, polytope_table = {polytope_routes, NULL};

#endif
