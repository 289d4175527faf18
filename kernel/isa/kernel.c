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

#define KERNEL_OF(dim) JOIN(lgjk_run, JOIN(dim, JOIN(_, LANE_ISA)))
void KERNEL_OF(LGJK_DIM)(const lgjk_batch* batch, uint32_t query) {
  run_query(batch, (query_id)query, batch->warm ? WARM : COLD);
}
