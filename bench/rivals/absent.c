// Stands in for rivals that this build does not have: they answer nothing, so that no case of theirs exists.
#include <stddef.h>

#include "contender.h"

#ifndef LGJK_HAVE_BOX2D3
const implementation contender2_box2d3 = {.open = NULL};
const char* box2d3_version(void) { return NULL; }
#endif

#ifndef LGJK_HAVE_BOX3D
const implementation contender3_box3d = {.open = NULL};
const char* box3d_version(void) { return NULL; }
#endif

#ifndef LGJK_HAVE_JOLT
const implementation contender3_jolt = {.open = NULL};
const char* jolt_version(void) { return NULL; }
#endif
