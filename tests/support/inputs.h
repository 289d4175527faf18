// The inputs of the dimension DIM: inputs2.h or inputs3.h.
#ifndef LGJK_TESTS_INPUTS_H
#define LGJK_TESTS_INPUTS_H

#include <stdbool.h>
#include <string.h>

#include "dim.h"
#if DIM == 2
#include "inputs2.h"
#else
#include "inputs3.h"
#endif

static inline bool inputsN_has_bad(uint32_t number) { return strcmp(inputsN_name(number), "mixed_with_bad") == 0; }

#endif
