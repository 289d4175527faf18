// Finds where the features that two cores show each other lie one above the other.
#ifndef LGJK_TESTS_DOUBLE_CLIP3_H
#define LGJK_TESTS_DOUBLE_CLIP3_H

#include "double_feature3.h"

// Places at most: corners of both features, and two crossings for each side of one.
#define LGJK_CLIP3_MOST (4u * LGJK_FEATURE3_CORNERS)

typedef struct lgjk_meetings3 {
  uint32_t count;
  struct {
    double x, y;
    uint32_t id; // as manifold3.h explains it
  } at[LGJK_CLIP3_MOST];
} lgjk_meetings3;

// Writes the corners and crossings that bound the common part of two faces, of a face and an edge, or of two parallel
// edges. There are none if one feature is a point, if edges only cross, or if the features are apart. `near`: the
// distance up to which places are one.
void lgjk_clip3(const lgjk_feature3* a, const lgjk_feature3* b, double near, lgjk_meetings3* out);

// Returns whether b is the face that cuts the other feature: a is an edge, or b is the larger of two faces.
bool lgjk_clip3_face_is_b(const lgjk_feature3* a, const lgjk_feature3* b);

// Returns whether the face covers the corner of another feature, or leaves it outside by no more than `slack`.
bool lgjk_clip3_covers(const lgjk_feature3* face, const lgjk_corner3* p, double slack);

#endif
