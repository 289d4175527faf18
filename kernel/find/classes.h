// Plans the cells of an index of positions.
#ifndef LGJK_FIND_CLASSES_H
#define LGJK_FIND_CLASSES_H

#include "find/job.h"
#include "lane/pick.h"

#define find_one_classN LANE_CAT(lgjk_find_one_class, DIM)

// Grids have at most four cells for each body, and at least this many for each class.
#define LEAST_CELLS 4096u

// Puts all bodies into one class, whose cells are cubes. `size`: theirs, or 0 for one by which each has a few
// bodies.
bool find_one_classN(find_job* job, float size);

#endif
