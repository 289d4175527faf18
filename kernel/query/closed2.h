// In 2D every pair is searched. The same names as in 3D, so that schedule/ knows no dimension.
#ifndef LGJK_QUERY_CLOSED2_H
#define LGJK_QUERY_CLOSED2_H

#include "query/pipeline.h"

LANE_FN bool has_closed_form(const class_run* run) {
  (void)run;
  return false;
}

LANE_FN bool is_boxes(const class_run* run) {
  (void)run;
  return false;
}

LANE_FN bool run_without_search(class_run* run, const block_pairs pairs[BLOCKS], query_id query, run_mode mode) {
  (void)run, (void)pairs, (void)query, (void)mode;
  return false;
}

#endif
