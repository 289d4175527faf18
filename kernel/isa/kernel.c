// Defines the kernel of one instruction set and dimension, under its name in the table (isa/kernels.h). The code is
// the same for each; the build defines LANE_ISA, the set's name, and LANE_HEADER, its lane header.
#include LANE_HEADER

#include "isa/kernels.h"
#include "lane/dimension.h"
#include "schedule/run_query.h"

#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)

#define LANES_IN_ROW(name, number, shown, lanes, ...) lanes_of_##name = lanes,
enum { LGJK_ISA_TABLE(LANES_IN_ROW) };
_Static_assert(JOIN(lanes_of_, LANE_ISA) == LANES, "a row says how many lanes its header has");

#define KERNEL_OF(query) JOIN(JOIN(query, LGJK_DIM), JOIN(_, LANE_ISA))
void KERNEL_OF(lgjk_overlap)(const lgjk_batch* batch) { run_query(batch, OVERLAP, &overlap_table); }
void KERNEL_OF(lgjk_distance)(const lgjk_batch* batch) { run_query(batch, DISTANCE, &distance_table); }
void KERNEL_OF(lgjk_contact)(const lgjk_batch* batch) {
  run_query(batch, CONTACT, batch->flags & LGJK_FLAG_EPA ? &polytope_table : &contact_table);
}
