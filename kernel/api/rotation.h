// Implements LGJK_FLAG_NORMALIZE, for rotations that are too far off unit length for a kernel, but not by much: loose
// ones. All pairs are copied, a group at a time (api/group.h), and loose rotations brought to unit length. Kernels know
// nothing of it: it holds on every route, and costs nothing without the flag.
#ifndef LGJK_API_ROTATION_H
#define LGJK_API_ROTATION_H

#include <stdint.h>

// Brings a loose rotation to unit length.
void lgjk_make_unit(float* rotation, uint32_t dim);

#endif
