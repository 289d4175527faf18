// The kernels on the lanes of lane_scalar.h.
#include "lane/lane_scalar.h"
#include "isa/define_kernel.h"

DEFINE_KERNEL(scalar)
