// Runs no tile as mostly round: 3D has no class of round pairs.
#ifndef LGJK_SCHEDULE_ELLIPSE_TILES3_H
#define LGJK_SCHEDULE_ELLIPSE_TILES3_H

#include "schedule/tiles.h"

LANE_INLINE bool is_mostly_ellipses(const lgjk_batch* batch, const class_table* classes, uint32_t base,
                                    uint32_t count) {
  (void)batch, (void)classes, (void)base, (void)count;
  return false;
}
LANE_INLINE bool run_ellipse_tile(const lgjk_batch* batch, const class_table* classes, waiting_pairs* waiting,
                                  uint32_t base, uint32_t count, query_id query, run_mode mode) {
  (void)batch, (void)classes, (void)waiting, (void)base, (void)count, (void)query, (void)mode;
  return false;
}
LANE_INLINE void run_pairs_in_order(class_run* run, uint32_t first, uint32_t end, query_id query, run_mode mode) {
  run_in_order(run, first, end, query, mode);
}

#endif
