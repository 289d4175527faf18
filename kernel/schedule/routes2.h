// The table of routes of 2D: the rows of its cases.
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
static const route_row routes[] = {
// cores of either side; overlap, distance, contact, contact with LGJK_FLAG_EPA
#include "case2/cases.h"
};
#undef CASE_ROWS

#endif
