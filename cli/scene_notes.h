// What a scene's author may not have meant, noted on standard error: points that are no corners of their hull, and
// shapes far from their own origin.
#ifndef LANEGJK_TOOLS_SCENE_NOTES_H
#define LANEGJK_TOOLS_SCENE_NOTES_H

#include "dimension.h"

// The definitions are those that the set was made of.
void note_shapes(const char* file, const dimension* dim, shape_set shapes, const lgjk_shape3_def* defs, uint32_t count);

// Whether the points are far from their origin, and what to do then.
int shape_is_far(const dimension* dim, const lgjk_shape3_def* def);
extern const char far_advice[];

#endif
