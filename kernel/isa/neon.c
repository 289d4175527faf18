// The kernels on the lanes of lane_128.h.
#include "lane/lane_128.h"
#if !defined(SIMDE_ARM_NEON_A64V8_NATIVE)
#error "this file needs the flags of its own instruction set: SIMDe would emulate it silently"
#endif
#include "isa/define_kernel.h"

DEFINE_KERNEL(neon)
