// Loading a block of the dimension that is compiled.
#ifndef LGJK_BLOCK_LOAD_H
#define LGJK_BLOCK_LOAD_H

#include "lane/dimension.h"

#if DIM == 2
#include "block/load2.h"
#else
#include "block/load3.h"
#endif

#endif
