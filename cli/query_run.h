// The two ways to answer a scene: by its pairs, or by what its bodies find.
#ifndef LANEGJK_TOOLS_QUERY_RUN_H
#define LANEGJK_TOOLS_QUERY_RUN_H

#include "body_view.h"
#include "scene_marks.h"
#include "support.h"

// What is wrong with a cast whose bodies are good.
#define TURN_DOMAIN "a turn is by more than 168 degrees, or is no rotation"

typedef struct query_run {
  const scene* scene;
  const query_request* request;
  const lgjk_options* options;
  const char* file;
  float margin;         // of pairs that are found
  uint32_t k;           // bodies that are found for each
  scene_marks* marks;   // of one frame; NULL: none
  uint32_t drawn_frame; // which
  bad_pairs bad_pairs, bad_bodies;
} query_run;

// Append the rows of all frames.
void run_pairs(query_run* run, text_buffer* text);
void run_bodies(query_run* run, text_buffer* text);

// Counts the bodies of a frame that are bad whatever they meet.
void note_bad_bodies(query_run* run, const frame_view* view, uint32_t frame);
// The marks where the frame is drawn, else NULL.
scene_marks* run_marks(const query_run* run, uint32_t frame);

#endif
