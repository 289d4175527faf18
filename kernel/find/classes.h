// Divides the bodies into classes by size, and plans the grid of each class and the cover.
#ifndef LGJK_FIND_CLASSES_H
#define LGJK_FIND_CLASSES_H

#include "find/job.h"
#include "lane/pick.h"

#define find_classesN LANE_CAT(lgjk_find_classes, DIM)
#define find_one_classN LANE_CAT(lgjk_find_one_class, DIM)

// Grids have at most four cells for each body, and at least this many for each class.
#define LEAST_CELLS 4096u

// Sets the classes of all bodies that are not left out, and what the grid and the cover need to know before they are
// filled. Returns false if no body is left.
bool find_classesN(find_job* job);

// Puts all bodies into one class, whose cells are cubes. `size`: theirs, or 0 for one by which each has a few
// bodies.
bool find_one_classN(find_job* job, float size);

#endif
