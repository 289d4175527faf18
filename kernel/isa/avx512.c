// The kernels on the lanes of lane_512.h.
#include "lane/lane_512.h"
#if !defined(SIMDE_X86_AVX512F_NATIVE)
#error "this file needs the flags of its own instruction set: SIMDe would emulate it silently"
#endif
#include "isa/define_kernel.h"

DEFINE_KERNEL(avx512)
