// Defines the search for pairs of one instruction set and dimension, under its name in the table (isa/kernels.h), as
// isa/kernel.c defines the queries.
#include LANE_HEADER

#include "isa/kernels.h"

#include "find/boxes.h"
#include "find/circles.h"
#include "find/codes.h"
#include "find/join.h"
#include "find/nearest.h"

void LGJK_KERNEL(find, LANE_ISA)(void* job, uint32_t first, uint32_t end) { find_pairs(job, first, end); }

void LGJK_KERNEL(codes, LANE_ISA)(const void* job, const void* plan, uint64_t* item, uint32_t count) {
  find_codes(job, plan, item, count);
}

void LGJK_KERNEL(boxes, LANE_ISA)(const void* job, const uint32_t* body, void* boxes) {
  find_leaf_boxes(job, body, boxes);
}

void LGJK_KERNEL(nearest, LANE_ISA)(const void* job, uint32_t first, uint32_t end) { search_points(job, first, end); }

void LGJK_KERNEL(circles, LANE_ISA)(void* job, uint32_t first, uint32_t end, void* sum) {
  find_circles(job, first, end, sum);
}
