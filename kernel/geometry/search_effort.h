// How careful a step of a search is, and which witness points its answer has.
#ifndef LGJK_GEOMETRY_SEARCH_EFFORT_H
#define LGJK_GEOMETRY_SEARCH_EFFORT_H

typedef enum search_effort {
  QUICK,  // one of the fixed steps: lanes that rounding leads astray are searched again
  CAREFUL // to the end, against rounding too
} search_effort;

typedef enum point_choice {
  COMMON_POINTS, // rounding included; one common point where the shapes overlap
  CORE_POINTS    // of the cores, where they are apart
} point_choice;

#endif
