// The kernels on the lanes of lane_scalar.h.
#include "lane/lane_scalar.h"
#include "kernels.h"
#include "query.inc"

DEFINE_KERNELS(scalar)
