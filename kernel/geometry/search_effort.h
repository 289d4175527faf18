// Defines how careful a step of a search is, and which witness points its answer has.
#ifndef LGJK_GEOMETRY_SEARCH_EFFORT_H
#define LGJK_GEOMETRY_SEARCH_EFFORT_H

typedef enum search_effort {
  QUICK,  // one of the fixed steps; lanes that rounding leads astray are searched again
  CAREFUL // a step of a search to the end, with safeguards against rounding
} search_effort;

typedef enum point_choice {
  COMMON_POINTS, // points of the rounded shapes; one common point if these overlap
  CORE_POINTS    // points of the cores, if these are apart
} point_choice;

#endif
