// Defines the kernel of one instruction set and dimension, under its name in the table (isa/kernels.h). The code is
// the same for each; the build defines LANE_ISA, the set's name, and LANE_HEADER, its lane header.
#include LANE_HEADER

#include "isa/kernels.h"
#include "lane/dimension.h"
#include "schedule/run_query.h"

#define LANES_IN_ROW(name, number, shown, lanes, ...) lanes_of_##name = lanes,
enum { LGJK_ISA_TABLE(LANES_IN_ROW) };
_Static_assert(LANE_CAT(lanes_of_, LANE_ISA) == LANES, "a row says how many lanes its header has");

void LGJK_KERNEL(overlap, LANE_ISA)(const lgjk_batch* batch) { run_query(batch, OVERLAP, &overlap_table); }
void LGJK_KERNEL(distance, LANE_ISA)(const lgjk_batch* batch) { run_query(batch, DISTANCE, &distance_table); }
void LGJK_KERNEL(contact, LANE_ISA)(const lgjk_batch* batch) {
  run_query(batch, CONTACT, batch->flags & LGJK_FLAG_EPA ? &polytope_table : &contact_table);
}
