// The cases of 2D, in the order of the table of routes (schedule/route.h), which includes them twice: first what they
// define, then with CASE_ROWS their rows. The first row that fits a pair gives its route. To remove a case, delete its
// file and its line here; -DWITHOUT_ELLIPSES=1 builds without it for a measurement.
#ifndef WITHOUT_ELLIPSES
#include "case2/ellipses.h"
#endif
#ifndef WITHOUT_WALLS
#include "case2/walls.h"
#endif
#ifndef WITHOUT_BOXES
#include "case2/boxes.h"
#endif
#ifndef WITHOUT_EDGES
#include "case2/edges.h"
#endif
#include "case2/axes.h"
#include "case2/search.h"
