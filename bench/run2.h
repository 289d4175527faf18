// Runs 2D benchmark cases: plays the frames of a mode, checks every contender's answers against the library's scalar
// ones before it is timed, and reports the figures.
#ifndef LGJK_BENCH_RUN2_H
#define LGJK_BENCH_RUN2_H

#include "cases2.h"

// Registers the cases with the shim. A contender whose answers are wrong ends the program with a message. The cases
// must outlive the run. repetitions: how often each is measured, for the progress line.
void run2_register(const case2* cases, uint32_t count, uint32_t repetitions);
// Releases the scenes.
void run2_finish(void);

#endif
