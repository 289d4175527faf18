// A float of the lanes' rows, as a real: doubles are widened where they are used, because rows are long.
#ifndef vr
#error "a template: include it between lane/real_begin.h and lane/real_end.h"
#endif

LANE_FN vr R(row)(const R(core_lanes)* core, uint32_t i) {
  return LANE_PICK(core->row[i], vd_load_float((const float*)(const void*)(core->row + i) + core->shift));
}
