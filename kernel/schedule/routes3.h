// The table of routes of 3D: the rows of its cases.
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
static const route_row routes[] = {
// cores of either side; overlap, distance, contact, contact with LGJK_FLAG_EPA
#include "case3/cases.h"
};
#undef CASE_ROWS

// Cores of either side whose depths have a closed form.
typedef struct depth_row {
  uint32_t a, b;
  closed_depth_fn* find;
} depth_row;

#define CASE_DEPTHS
static const depth_row closed_depths[] = {
#include "case3/cases.h"
    {EVERY, EVERY, NULL}};
#undef CASE_DEPTHS

#endif
