// The bodies of a scene: what they are, where they are in each frame, and how they move.
#ifndef LANEGJK_TOOLS_SCENE_BODIES_H
#define LANEGJK_TOOLS_SCENE_BODIES_H

#include "json_reader.h"
#include "scene_json.h"

// Read "bodies" and "against", once the shapes are there, and "frames", once the bodies are.
void scene_read_bodies(json_reader* reader, json_t* root, scene* self);
void scene_read_frames(json_reader* reader, json_t* root, scene* self);

#endif
