// Defines the search for pairs of one instruction set and dimension, under its name in the table (isa/kernels.h), as
// isa/kernel.c defines the queries.
#include LANE_HEADER

#include "isa/kernels.h"
#include "lane/pick.h"

#include "find/boxes.h"
#include "find/circles.h"
#include "find/codes.h"
#include "find/join.h"
#include "find/nearest.h"

#define FIND_OF(dim) LANE_CAT(lgjk_find, LANE_CAT(dim, LANE_CAT(_, LANE_ISA)))
void FIND_OF(LGJK_DIM)(void* job, uint32_t first, uint32_t end) { find_pairs(job, first, end); }

#define CODES_OF(dim) LANE_CAT(lgjk_codes, LANE_CAT(dim, LANE_CAT(_, LANE_ISA)))
void CODES_OF(LGJK_DIM)(const void* job, const void* plan, uint64_t* item, uint32_t count) {
  find_codes(job, plan, item, count);
}

#define BOXES_OF(dim) LANE_CAT(lgjk_boxes, LANE_CAT(dim, LANE_CAT(_, LANE_ISA)))
void BOXES_OF(LGJK_DIM)(const void* job, const uint32_t* body, void* boxes) { find_leaf_boxes(job, body, boxes); }

#define NEAREST_OF(dim) LANE_CAT(lgjk_nearest, LANE_CAT(dim, LANE_CAT(_, LANE_ISA)))
void NEAREST_OF(LGJK_DIM)(const void* job, uint32_t first, uint32_t end) { search_points(job, first, end); }

#define CIRCLES_OF(dim) LANE_CAT(lgjk_circles, LANE_CAT(dim, LANE_CAT(_, LANE_ISA)))
void CIRCLES_OF(LGJK_DIM)(void* job, uint32_t first, uint32_t end, void* sum) { find_circles(job, first, end, sum); }
