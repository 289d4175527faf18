// How much a step of a search looks at.
#ifndef LGJK_GEOMETRY_SEARCH_EFFORT_H
#define LGJK_GEOMETRY_SEARCH_EFFORT_H

typedef enum search_effort {
  QUICK,  // one of the fixed steps: what it gets wrong by rounding is searched again
  CAREFUL // to the end, against rounding too
} search_effort;

#endif
