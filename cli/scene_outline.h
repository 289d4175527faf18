// Outlines of 2D shapes in a picture: straight edges, arcs of the rounding, and for ellipses curves that follow them to
// a hundredth of a pixel.
#ifndef LANEGJK_TOOLS_SCENE_OUTLINE_H
#define LANEGJK_TOOLS_SCENE_OUTLINE_H

#include "lanegjk/lanegjk.h"
#include "picture.h"

// A shape with a rounding radius, turned by (c, s) and moved to (x, y) of the canvas.
typedef struct placed_shape {
  lgjk_shape2_info info;
  double radius;
  double x, y, c, s;
  float vertex[2 * LGJK_MAX_POINTS];
} placed_shape;

// Reads the shape; where it is placed is left to be set.
void outline_read(placed_shape* self, const lgjk_shapes2* shapes, uint32_t index);
// The middle of its core, and half of its extents along x and y.
void outline_box(const placed_shape* self, double* middle, double* half);
// Appends the commands of a path.
void append_outline(text_buffer* svg, const canvas* c, const placed_shape* self);

#endif
