// Runs without a search, of the dimension that is compiled.
#ifndef LGJK_QUERY_CLOSED_H
#define LGJK_QUERY_CLOSED_H

#include "lane/dimension.h"

#if DIM == 2
#include "query/closed2.h"
#else
#include "query/closed3.h"
#endif

#endif
