// What the picture of a scene shows beside the bodies: marks in the coordinates of the scene, collected while the
// answers of one frame are written.
#ifndef LANEGJK_TOOLS_SCENE_MARKS_H
#define LANEGJK_TOOLS_SCENE_MARKS_H

#include "result_rows.h"

typedef enum mark_kind {
  MARK_GAP,    // a line between closest points
  MARK_DEPTH,  // a line between the witness points of an overlap
  MARK_POINT,  // a point that both bodies have, or of a manifold
  MARK_NORMAL, // a direction at a point
  MARK_LINK,   // from one body to another
  MARK_GHOST   // a body at a fraction of its way
} mark_kind;

typedef struct mark {
  mark_kind kind;
  double at[2], to[2]; // of lines; of a normal its point and the direction
  uint32_t body, other;
  double fraction;
} mark;

typedef struct scene_marks {
  mark* mark;
  size_t count, capacity;
  uint8_t* touching; // of each body: whether it overlaps or hits another one
  size_t rows;       // answers, and of these the ones that touch
  size_t touches;
} scene_marks;

scene_marks scene_marks_make(const scene* self);
void scene_marks_free(scene_marks* marks);
// Of answers in 2D; `marks` NULL: nothing is collected.
void mark_pair(scene_marks* marks, const scene* self, const query_request* request, const batch* query, size_t pair);
void mark_found(scene_marks* marks, const scene* self, const query_request* request, const found_row* found);

#endif
