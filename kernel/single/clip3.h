// Where the features that two cores show each other lie one above the other.
#ifndef LGJK_SINGLE_CLIP3_H
#define LGJK_SINGLE_CLIP3_H

#include "single/feature3.h"

// Corners of both, and two crossings for each side of one.
#define LGJK_CLIP3_MOST (4u * LGJK_FEATURE3_CORNERS)

typedef struct lgjk_meetings3 {
  uint32_t count;
  struct {
    double x, y;
    uint32_t id; // as manifold3.h explains it
  } at[LGJK_CLIP3_MOST];
} lgjk_meetings3;

// The corners and crossings that bound the common part of two faces, or of a face and an edge, or of two edges that are
// parallel; none if one is a point or they only cross, or are apart. near: what is not farther is one place.
void lgjk_clip3(const lgjk_feature3* a, const lgjk_feature3* b, double near, lgjk_meetings3* out);

// Whether b is the face that cuts the other feature: where a is an edge, or of two faces the larger.
bool lgjk_clip3_face_is_b(const lgjk_feature3* a, const lgjk_feature3* b);

// Whether the face covers the corner of another feature, or leaves it outside by no more than slack.
bool lgjk_clip3_covers(const lgjk_feature3* face, const lgjk_corner3* p, double slack);

#endif
