// The dimension that a translation unit is compiled for.
#ifndef LGJK_LANE_DIMENSION_H
#define LGJK_LANE_DIMENSION_H

#if !defined(LGJK_DIM) || (LGJK_DIM != 2 && LGJK_DIM != 3)
#error "LGJK_DIM has to be 2 or 3"
#endif
#define DIM LGJK_DIM

#endif
