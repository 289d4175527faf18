// The mixture of the dimension DIM: mixed2.h or mixed3.h.
#ifndef LGJK_TESTS_MIXED_H
#define LGJK_TESTS_MIXED_H

#include "dim.h"
#if DIM == 2
#include "mixed2.h"
#else
#include "mixed3.h"
#endif

#endif
