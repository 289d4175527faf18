// The parts of a replay's picture. The floor is in metres from the recording's origin.
#ifndef LANEGJK_TOOLS_REPLAY_PICTURE_H
#define LANEGJK_TOOLS_REPLAY_PICTURE_H

#include "encounters.h"
#include "picture.h"
#include "trajectories.h"

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
// A ring for each contact, or for every nth where there are too many to distinguish; returns n.
size_t draw_contacts(text_buffer* svg, const canvas* c, const encounters* met);
void draw_ring(text_buffer* svg, double x, double y);
// The near misses that the report lists, with their numbers there.
void draw_near_misses(text_buffer* svg, const canvas* c, const encounters* met, double largest);
void draw_badge(text_buffer* svg, double x, double y, const char* label);

#endif
