// Defines a table of isa/kernels.h, and undefines the two macros that say which.
#ifndef KERNEL_NAME
#error "a template: isa/tables.c defines KERNEL_NAME and KERNEL_TYPE and includes it"
#endif

#include <stddef.h>

#include "isa/kernels.h"
#include "lane/dimension.h"
#include "lane/pick.h"

#define OF_DIMENSION(kernel) LANE_CAT(LANE_CAT(lgjk_, kernel), DIM)
#define KERNEL_OF(kernel, set) LANE_CAT(LANE_CAT(OF_DIMENSION(kernel), _), set)
#define TABLE_OF(kernel) LANE_CAT(OF_DIMENSION(kernel), _kernels)
#define ENTRY_0(set) NULL
#define ENTRY_1(set) KERNEL_OF(KERNEL_NAME, set)
#define ENTRY(set, number, ...) [number] = LANE_CAT(ENTRY_, LGJK_HAVE_##set)(set),

#define DECLARE(name, ...) KERNEL_TYPE KERNEL_OF(KERNEL_NAME, name);
LGJK_ISA_TABLE(DECLARE)
KERNEL_TYPE* const TABLE_OF(KERNEL_NAME)[LGJK_ISA_COUNT] = {LGJK_ISA_TABLE(ENTRY)};
#undef DECLARE
#undef KERNEL_NAME
#undef KERNEL_TYPE
