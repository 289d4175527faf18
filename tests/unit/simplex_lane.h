// The kernel's search on one lane, in LGJK_DIM dimensions: all that these tests include of its inside.
#ifndef LGJK_TESTS_UNIT_SIMPLEX_LANE_H
#define LGJK_TESTS_UNIT_SIMPLEX_LANE_H

#include "lane/dimension.h"
#include "lane/lane_scalar.h"

#include OF_DIM("block/warm2.h", "block/warm3.h")

#endif
