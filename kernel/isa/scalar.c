// The kernels on the lanes of lane_scalar.h.
#include "lane/lane_scalar.h"
#include "kernels.h"
#include "query2.inc"

const lgjk_kernels lgjk_kernels_scalar = {overlap2, distance2};
