// Whether this processor works at its usual speed. On a shared host others slow a core down by a third, for tenths of a
// second to minutes, which no clock and no count of steal time shows. A loop of known work does, beside what is
// measured: a sample begins on a core that is quiet, and one that was disturbed is repeated, as long as these and
// waiting take no more than a third of the time of the process. What is measured itself decides nothing. Ticks of
// different lengths only begin so: long ones are disturbed more often, and their mean without those would be too short.
// Work on several threads is not watched, as a look is at one core.
#ifndef LGJK_BENCH_QUIET_H
#define LGJK_BENCH_QUIET_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

// Finds out how fast the cores are, in a tenth of a second; without it, all is called quiet and no time is spent.
void quiet_start(void);
// Begins a sample: waits for a quiet core, and pins the calling thread to it.
void quiet_begin(void);
// Looks, unless it has just done so: inside a sample, where no time is taken.
void quiet_look(void);
// Ends a sample. Returns false where it was disturbed and should be repeated.
bool quiet_end(void);
// In a child process: it runs on all cores again, as the threads that it starts should, and its own time counts.
void quiet_child(void);

#ifdef __cplusplus
}
#endif

#endif
