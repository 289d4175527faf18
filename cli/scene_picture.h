// The picture of a 2D scene and of its answers.
#ifndef LANEGJK_TOOLS_SCENE_PICTURE_H
#define LANEGJK_TOOLS_SCENE_PICTURE_H

#include "query_run.h"

text_buffer scene_picture(const query_run* run);

#endif
