// How careful a step of a search is.
#ifndef LGJK_GEOMETRY_SEARCH_EFFORT_H
#define LGJK_GEOMETRY_SEARCH_EFFORT_H

typedef enum search_effort {
  QUICK,  // one of the fixed steps: lanes that rounding leads astray are searched again
  CAREFUL // to the end, against rounding too
} search_effort;

#endif
