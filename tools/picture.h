// The parts of a replay's picture. Coordinates are pixels, y downwards; each part appends its elements to the SVG.
#ifndef LANEGJK_TOOLS_PICTURE_H
#define LANEGJK_TOOLS_PICTURE_H

#include <stddef.h>

#include "encounters.h"
#include "support.h"
#include "trajectories.h"

// The floor in the picture. On the floor y points up, and metres count from the recording's origin.
typedef struct canvas {
  double x0, y1;        // its upper left corner, in metres
  double pixels;        // per metre
  double left, top;     // the same corner in pixels, whole
  double width, height; // of the floor, in pixels
} canvas;

double to_x(const canvas* c, double x);
double to_y(const canvas* c, double y);

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

// Axes in metres of the recording's own coordinates. `plan` says how much room the labels left of the floor need.
#define AXIS_BELOW 46.0
double axis_plan_left(const recording* crowd, double y0, double y1);
void draw_metre_lines(text_buffer* svg, const canvas* c, const recording* crowd);
void draw_axes(text_buffer* svg, const canvas* c, const recording* crowd);

// All paths, or those of every nth person where all would make the file too large; returns n.
size_t draw_paths(text_buffer* svg, const canvas* c, const recording* crowd);

// A warm glow where many approaches were close.
void draw_heat(text_buffer* svg, const canvas* c, const encounter* const* approaches, size_t count, double reach);

typedef struct drawn_share {
  size_t drawn;
  size_t all;
} drawn_share;

// Gaps above 0 up to `largest`, the smallest on top, and only those where there are too many; `approaches` are sorted
// farthest first. Returns how many are drawn.
drawn_share draw_gaps(text_buffer* svg, const canvas* c, const encounter* const* approaches, size_t count,
                      double largest);
// A ring for each contact, or for every nth where there are too many to tell apart; returns n.
size_t draw_contacts(text_buffer* svg, const canvas* c, const encounters* met);
void draw_ring(text_buffer* svg, double x, double y);
// The near misses that the report lists, with their numbers there.
void draw_near_misses(text_buffer* svg, const canvas* c, const encounters* met, double largest);
void draw_badge(text_buffer* svg, double x, double y, const char* label);

#endif
