// What the pictures of this program have in common: a floor with axes, colours and text. Coordinates are pixels, y
// downwards; each part appends its elements to the SVG.
#ifndef LANEGJK_TOOLS_PICTURE_H
#define LANEGJK_TOOLS_PICTURE_H

#include <stddef.h>

#include "lanegjk/lanegjk.h"
#include "support.h"

#define PICTURE_MARGIN 40.0
#define PICTURE_HEADER 110.0 // above the floor
#define PICTURE_TEXT 740.0   // pixels for words at least, so that a narrow floor leaves room for them

// The floor in the picture. On the floor y points up; coordinates are those of the world.
typedef struct canvas {
  double x0, y1;        // its upper left corner
  double pixels;        // per unit
  double left, top;     // the same corner in pixels, whole
  double width, height; // of the floor, in pixels
  double room;          // for a line of text, in pixels
  const char* unit;     // of coordinates, for the axes; empty: none
} canvas;

// The floor from (x0, y0) to (x1, y1), no smaller than `least` and not too narrow, as large as a picture may be.
canvas canvas_fit(double x0, double y0, double x1, double y1, double least, const char* unit);
double to_x(const canvas* c, double x);
double to_y(const canvas* c, double y);
// Begins a picture that is so high; what stands in <defs> comes next, then the floor.
void begin_picture(text_buffer* svg, const canvas* c, double height);
void draw_floor(text_buffer* svg, const canvas* c);

// Colour ramps: of gaps, from touching to the largest that is drawn; and of heat, from none to the most.
typedef struct colour {
  double red, green, blue;
} colour;

#define RAMP_STOPS 4
extern const colour gap_ramp[RAMP_STOPS];
extern const colour heat_ramp[RAMP_STOPS];
colour colour_of(const colour* ramp, double share);
// A gradient of that name, to be placed in <defs>.
void define_ramp(text_buffer* svg, const char* name, const colour* ramp);

// Pixels that a line of text takes at most, in any of the usual sans-serif fonts.
double text_width(const char* text, double font_size);
// The text, with its middle replaced by an ellipsis where it is wider than the room; what XML cannot hold is replaced.
void append_fitted(text_buffer* svg, const char* text, double font_size, double room);

// The title in bold, and lines of small text that stay within the picture.
void draw_title(text_buffer* svg, const char* title);
void draw_line(text_buffer* svg, const canvas* c, const char* id, double y, const char* text);

// Axes, and faint lines at their ticks. `plan` says how much room the labels left of
// the floor need.
#define AXIS_BELOW 46.0
double axis_plan_left(double y0, double y1);
void draw_tick_lines(text_buffer* svg, const canvas* c);
void draw_axes(text_buffer* svg, const canvas* c);

// Discs with a label that keep clear of each other and of other points.
#define BADGE_RADIUS 8.5
int badge_is_free(const canvas* c, double x, double y, double (*taken)[2], size_t count);
// Beside the point, as near as there is room; returns 0 and a place upon the point where there is none.
int place_badge(const canvas* c, const double* point, double (*taken)[2], size_t count, double* badge);

// ---------------------------------------------------------------- scene_outline.c

// Outlines of 2D shapes: straight edges, arcs of the rounding, and for ellipses curves that follow them to a hundredth
// of a pixel.

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
