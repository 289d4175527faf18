// Orders bodies along a space-filling curve.
#ifndef LGJK_FIND_ORDER_H
#define LGJK_FIND_ORDER_H

#include "find/job.h"
#include "lane/pick.h"

#define find_orderN LANE_CAT(lgjk_find_order, DIM)

// Bytes that the sort of a body works in.
#define ORDER_BYTES 16u

// Writes the bodies of the job in the order of the curve.
void find_orderN(find_job* job, uint32_t* order, void* work);

#endif
