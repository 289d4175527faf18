// The cases of 3D, in the order of the table of routes (schedule/route.h), which includes them three times: what they
// define; with CASE_ROWS their rows; with CASE_DEPTHS the cores whose depths they find in closed form. The first row
// that fits a pair gives its route. To remove a case, delete its file and its line here; -DWITHOUT_CYLINDERS=1 builds
// without it for a measurement.
#ifndef WITHOUT_CAPSULES
#include "case3/capsules.h"
#endif
#ifndef WITHOUT_CAPSULE_SOLIDS
#include "case3/capsule_solids.h"
#endif
#ifndef WITHOUT_CYLINDERS
#include "case3/cylinders.h"
#endif
#ifndef WITHOUT_BOXES
#include "case3/boxes.h"
#endif
#ifndef WITHOUT_CURVED
#include "case3/curved.h"
#endif
#ifndef WITHOUT_HULLS
#include "case3/hulls.h"
#endif
#include "case3/search.h"
