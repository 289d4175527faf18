// The kernel of a lane header and a dimension under its name in the table. A file of isa/ includes its lane header before.
#ifndef LGJK_ISA_DEFINE_KERNEL_H
#define LGJK_ISA_DEFINE_KERNEL_H

#include "isa/kernels.h"
#include "lane/dimension.h"
#include "schedule/run_query.h"

#define DEFINE_KERNEL_(name, dim) \
  void lgjk_run##dim##_##name(const lgjk_batch* batch, uint32_t query) { run_query(batch, (query_id)query, batch->warm ? WARM : COLD); }
#define DEFINE_KERNEL_OF(name, dim) DEFINE_KERNEL_(name, dim)
#define DEFINE_KERNEL(name) DEFINE_KERNEL_OF(name, LGJK_DIM)

#endif
