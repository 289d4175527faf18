// This file includes the warm starts of the dimension that is compiled.
#ifndef LGJK_BLOCK_WARM_H
#define LGJK_BLOCK_WARM_H

#include "lane/dimension.h"

#include OF_DIM("block/warm2.h", "block/warm3.h")

#endif
