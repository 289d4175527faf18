// Defines a table of isa/kernels.h, and undefines the two macros that say which.
#ifndef KERNEL_NAME
#error "a template: isa/tables.c defines KERNEL_NAME and KERNEL_TYPE and includes it"
#endif

#define DECLARE(name, ...) KERNEL_TYPE KERNEL_OF(KERNEL_NAME, name);
LGJK_ISA_TABLE(DECLARE)
KERNEL_TYPE* const TABLE_OF(KERNEL_NAME)[LGJK_ISA_COUNT] = {LGJK_ISA_TABLE(ENTRY)};
#undef DECLARE
#undef KERNEL_NAME
#undef KERNEL_TYPE
