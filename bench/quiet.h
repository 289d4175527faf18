// Whether this processor works at its usual speed. On a shared host others slow a core down by a third, for tenths of a
// second to minutes, which no clock and no count of steal time shows. A loop of known work does, beside what is
// measured: a sample begins on a core that is quiet, and one that was disturbed is taken again, as long as these and
// waiting take no more than a third of the time of the process. What is measured itself decides nothing.
#ifndef LGJK_BENCH_QUIET_H
#define LGJK_BENCH_QUIET_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

// Finds out how fast the cores are, in 50 ms of each; without it, all is called quiet and no time is spent.
void quiet_start(void);
// Begins a sample: waits for a quiet core, and keeps the calling thread there until quiet_end or for good.
void quiet_begin(void);
// Looks, unless it has just done so: inside a sample, where no time is taken.
void quiet_look(void);
// Ends a sample. Returns false where it was disturbed and should be taken again.
bool quiet_end(void);
// Lets the calling thread run on all cores again, as threads that it starts should.
void quiet_leave_core(void);

#ifdef __cplusplus
}
#endif

#endif
