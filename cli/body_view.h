// The bodies of a scene in one frame as views of the library, about one origin: for finding pairs, nearest bodies, and
// casts against what rests. Positions are subtracted in double, and then rounded.
#ifndef LANEGJK_TOOLS_BODY_VIEW_H
#define LANEGJK_TOOLS_BODY_VIEW_H

#include "neighbours.h"
#include "scene_json.h"

typedef struct frame_view {
  double origin[3]; // whole numbers in the middle of the bodies
  body_view bodies; // those of "bodies"
  body_view rest;   // those of "against"
  const float* way; // of bodies, as the next; NULL where nothing moves
  float* turn;      // NULL where nothing turns
  float* pose;      // of all
  double rounding;  // how far a body may be from where the scene has it
} frame_view;

frame_view frame_view_make(const scene* self, uint32_t frame);
void frame_view_free(frame_view* view);

// Finds the pairs of the frame that may be no farther apart than the margin; b is a number among all bodies.
void frame_view_find(const scene* self, const frame_view* view, float margin, const lgjk_options* options,
                     neighbours* list);

#endif
