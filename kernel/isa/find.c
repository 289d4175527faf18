// Defines the search for pairs of one instruction set and dimension, under its name in the table (isa/kernels.h), as
// isa/kernel.c defines the queries.
#include LANE_HEADER

#include "isa/kernels.h"
#include "lane/pick.h"

#include "find/circles.h"
#include "find/nearest.h"
#include "find/search.h"

#define FIND_OF(dim) LANE_CAT(lgjk_find, LANE_CAT(dim, LANE_CAT(_, LANE_ISA)))
void FIND_OF(LGJK_DIM)(void* of, uint32_t first, uint32_t end) {
  find_job* job = of;
  find_rows rows; // without an initialiser, which would clear all of it
  rows.job = job;
  rows.checks = job->bounds.box != NULL || job->others.box != NULL ? CHECK_BOXES : 0;
  if (has_filters(job)) rows.checks |= CHECK_FILTERS;
  if (job->fit != FIT_OFF) rows.checks |= CHECK_FIT;
  if (job->view[0].group != NULL || job->view[1].group != NULL) rows.checks |= CHECK_GROUPS;
  rows.count = rows.apart_count = rows.spilled = 0;
  rows.direct = NULL;
  if (job->of_index) {
    search_against(&rows, first, end);
  } else {
    search_all(&rows, first, end);
  }
}

#define NEAREST_OF(dim) LANE_CAT(lgjk_nearest, LANE_CAT(dim, LANE_CAT(_, LANE_ISA)))
void NEAREST_OF(LGJK_DIM)(const void* job, uint64_t first, uint64_t end) { search_points(job, first, end); }

#define CIRCLES_OF(dim) LANE_CAT(lgjk_circles, LANE_CAT(dim, LANE_CAT(_, LANE_ISA)))
void CIRCLES_OF(LGJK_DIM)(void* job, const struct find_view* view, uint32_t first, uint32_t end, uint32_t before,
                          void* sum) {
  find_circles(job, view, first, end, before, sum);
}

#define NUMBERS_OF(dim) LANE_CAT(lgjk_numbers, LANE_CAT(dim, LANE_CAT(_, LANE_ISA)))
void NUMBERS_OF(LGJK_DIM)(const void* job, uint32_t first, uint32_t end, uint32_t* number) {
  find_numbers(job, first, end, number);
}
