// This file includes the warm starts of the dimension that is compiled.
#ifndef LGJK_BLOCK_WARM_H
#define LGJK_BLOCK_WARM_H

#include "lane/dimension.h"

#if DIM == 2
#include "block/warm2.h"
#else
#include "block/warm3.h"
#endif

#endif
