// The frame of a block of the dimension that is compiled.
#ifndef LGJK_BLOCK_FRAME_H
#define LGJK_BLOCK_FRAME_H

#include "lane/dimension.h"

#if DIM == 2
#include "block/frame2.h"
#else
#include "block/frame3.h"
#endif

#endif
