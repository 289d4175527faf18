// Inputs of the operations of lanes: random bits, every pair of special values, ties, and records within one block of
// memory.
#ifndef LGJK_TESTS_UNIT_LANE_INPUT_H
#define LGJK_TESTS_UNIT_LANE_INPUT_H

#include "lane_operations.h"

// memory: LANE_MEMORY bytes, which lane_input_fill writes. trial: special values come first, in all pairs.
void lane_input_fill(lane_input* in, char* memory, uint32_t trial);

// Ordinary numbers and a usual layout, for measuring times.
void lane_input_fill_plain(lane_input* in, char* memory);

#endif
