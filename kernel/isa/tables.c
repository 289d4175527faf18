// Defines the tables of kernels of one dimension: by the number of the instruction set, NULL where the build, which
// defines LGJK_HAVE_<set> as 0 or 1, has it not.
#define KERNEL_TYPE lgjk_kernel
#define KERNEL_NAME overlap
#include "isa/table_tmpl.h"

#define KERNEL_TYPE lgjk_kernel
#define KERNEL_NAME distance
#include "isa/table_tmpl.h"

#define KERNEL_TYPE lgjk_kernel
#define KERNEL_NAME contact
#include "isa/table_tmpl.h"

#define KERNEL_TYPE lgjk_search
#define KERNEL_NAME find
#include "isa/table_tmpl.h"

#define KERNEL_TYPE lgjk_circles
#define KERNEL_NAME circles
#include "isa/table_tmpl.h"

#define KERNEL_TYPE lgjk_numbers
#define KERNEL_NAME numbers
#include "isa/table_tmpl.h"

#define KERNEL_TYPE lgjk_near_search
#define KERNEL_NAME nearest
#include "isa/table_tmpl.h"

#define KERNEL_TYPE lgjk_look
#define KERNEL_NAME look
#include "isa/table_tmpl.h"
