// The dimension that a translation unit is compiled for.
#ifndef LGJK_LANE_DIMENSION_H
#define LGJK_LANE_DIMENSION_H

#if !defined(LGJK_DIM) || (LGJK_DIM != 2 && LGJK_DIM != 3)
#error "LGJK_DIM has to be 2 or 3"
#endif
#define DIM LGJK_DIM

// The one of 2D or the one of 3D: a header's name, a type, a number.
#if DIM == 2
#define OF_DIM(in2, in3) in2
#else
#define OF_DIM(in2, in3) in3
#endif

#endif
