// Divides the bodies into classes by size, and plans the grid of each class and the cover.
#ifndef LGJK_FIND_CLASSES_H
#define LGJK_FIND_CLASSES_H

#include "find/job.h"
#include "lane/pick.h"

#define find_classesN LANE_CAT(lgjk_find_classes, DIM)

// Sets the classes of all bodies that are not left out, and what the grid and the cover need to know before they are
// filled. Returns false if no body is left.
bool find_classesN(find_job* job);

#endif
