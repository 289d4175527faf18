// What the program prints.
#ifndef LGJK_EXAMPLE_REPORT_H
#define LGJK_EXAMPLE_REPORT_H

#include "crowd.h"

// A line on the last so many ticks.
void report(const crowd* w, uint32_t ticks, double elapsed);

// What the run cost, and how deep bodies were in each other in the last tick. Queries are lgjk_warm_carry and
// lgjk_contact2. again: ticks that were played once more.
void summarise(const crowd* w, uint32_t again, double elapsed);

#endif
